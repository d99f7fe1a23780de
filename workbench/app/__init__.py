"""The Streamlit app: pages that read state, draw, and call one workflow."""
