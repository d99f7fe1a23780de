"""One file a page; each is run by the router when it is chosen."""
