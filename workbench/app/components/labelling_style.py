"""How the labelling page is set: all that decides a label is in sight in a small window."""

STYLE = """
[data-testid="stMainBlockContainer"] { padding: 0.75rem 1.25rem; }
:is([class*="st-key-w_attention"], .st-key-w_warming) { display: none; }
[data-testid="stLayoutWrapper"]:has(> .st-key-w_conversation) {
  flex: none !important; height: max(100dvh - 11.25rem, 20rem);
}
[data-testid="stMainBlockContainer"]:has(.st-key-w_sides) { height: 100dvh; min-height: 34rem; }
[data-testid="stMainBlockContainer"]:has(.st-key-w_sides) > [data-testid="stVerticalBlock"],
.st-key-w_sides [data-testid="stColumn"] > [data-testid="stVerticalBlock"] {
  height: 100%; gap: 0.5rem;
}
[data-testid="stLayoutWrapper"]:has(> .st-key-w_sides), .st-key-w_sides,
.st-key-w_sides > *, .st-key-w_sides > * > [data-testid="stHorizontalBlock"],
.st-key-w_sides [data-testid="stLayoutWrapper"]:has(.st-key-w_conversation, .st-key-w_form),
.st-key-w_sides [data-testid="stVerticalBlock"]:has(> * > .st-key-w_conversation),
.st-key-w_sides [data-testid="stVerticalBlock"]:has(> * > .st-key-w_form) {
  flex: 1 1 0 !important; min-height: 0; height: auto !important; gap: 0.5rem;
}
:is(.st-key-w_conversation, .st-key-w_form) { height: 100% !important; padding: 0.75rem; }
.st-key-w_head h1 { font-size: 1.15rem; padding: 0; }
.st-key-w_said { min-height: 2.75rem; justify-content: center; }
.st-key-w_said [data-testid="stText"] { font-size: 0.85rem; font-weight: 600; }
.st-key-w_said p { font-size: 0.85rem; }
.st-key-w_revised { min-width: 0; }
.st-key-w_said:has(.st-key-w_revising) > :has([data-testid="stCaptionContainer"]) { display: none; }
.st-key-w_revising {
  padding: 0.1rem 0.3rem 0.1rem 0.6rem; border-left: 0.3rem solid #c77700; border-radius: 0.3rem;
  background: rgba(199, 119, 0, 0.14);
}
.st-key-w_revising [data-testid="stText"] { line-height: 1.35; }
.st-key-w_revising:not(:has(button)) :is([data-testid="stText"], [data-testid="stText"] *) {
  white-space: nowrap; overflow: hidden; text-overflow: ellipsis;
}
.st-key-w_revising button { min-height: 1.9rem; padding: 0 0.6rem; }
.st-key-w_conversation [class*="st-key-w_head_"] button,
.st-key-w_conversation [class*="st-key-w_head_"] button * {
  justify-content: flex-start; text-align: start;
}
.st-key-w_form { padding: 0.5rem 0.75rem; gap: 0.4rem; }
.st-key-w_form [data-testid="stText"] { font-size: 0.875rem; line-height: 1.35; }
.st-key-w_form h3 { font-size: 1.1rem; padding: 0; }
.st-key-w_form button { min-height: 2rem; padding: 0 0.6rem; }
.st-key-w_question { gap: 0.35rem; }
.st-key-w_form .st-key-w_heading button { min-height: 1.6rem; padding: 0 0.3rem; }
.st-key-w_about summary { padding: 0 !important; }
.st-key-w_about p { font-size: 0.875rem; }
.st-key-w_remarks p { font-size: 0.85rem; line-height: 1.35; }
.st-key-w_remarks [data-testid="stCaptionContainer"] p {
  white-space: nowrap; overflow: hidden; text-overflow: ellipsis;
}
.st-key-w_about > :has(> [data-testid="stExpander"] details:not([open])) {
  flex: none; width: auto; min-width: 0;
}
.st-key-w_about > :has(> [data-testid="stExpander"] details[open]) { flex: 1 0 100%; }
.st-key-w_about > :has(> .st-key-w_remarks) { flex: 1 1 12rem; width: auto; min-width: 0; }
.st-key-w_form :is(.st-key-w_numbered, .st-key-w_named) { gap: 0.3rem; }
.st-key-w_statuses [data-testid="stTextInputRootElement"] { height: 2rem; }
.st-key-w_form textarea {
  height: 3.25rem; min-height: 3.25rem !important; padding: 0.35rem 0.75rem;
}
.st-key-w_form [data-testid="stTextAreaRootElement"] { min-height: 3.4rem; height: auto; }
.st-key-w_numbered button { padding: 0 0.2rem; }
.st-key-w_numbered button span { gap: 0.15rem; }
.st-key-w_finishing button { min-height: 2.25rem; padding: 0 0.6rem; }
.st-key-w_reading { gap: 0.25rem; }
.st-key-w_reading :is(button, input) { padding: 0 0.4rem; }
.st-key-w_reading :is(button p, input) { font-size: 0.85rem; }
.st-key-w_sides:has([class*="st-key-w_find_"] input:placeholder-shown) .st-key-w_matches {
  display: none;
}
.st-key-w_matches button { min-height: 2rem; padding: 0 0.5rem; }
.st-key-w_matches :is(button p, [data-testid="stText"]) { font-size: 0.875rem; }
.st-key-w_form .st-key-w_dimensions button { min-height: 1.6rem; padding: 0 0.4rem; }
.st-key-w_dimensions { align-items: center; }
.st-key-w_dimensions p { font-size: 0.85rem; }
.st-key-w_numbered kbd { display: none; }
[data-testid="stLayoutWrapper"]:has(> .st-key-w_keys_alone) { display: none; }
@media (max-width: 950px) {
  .st-key-w_sides [data-testid="stHorizontalBlock"]:has(.st-key-w_form) { flex-wrap: wrap; }
  .st-key-w_sides [data-testid="stColumn"]:has(:is(.st-key-w_conversation, .st-key-w_form)) {
    flex: 1 1 100%; min-width: 100%;
  }
  .st-key-w_sides [data-testid="stHorizontalBlock"]:has(.st-key-w_form) {
    align-content: space-between;
  }
  .st-key-w_sides [data-testid="stColumn"]:has(.st-key-w_conversation) { height: 34%; }
  .st-key-w_sides [data-testid="stColumn"]:has(.st-key-w_form) { height: 65%; }
}
"""
"""Two boxes as high as the window leaves, one above the other where it is narrow."""
