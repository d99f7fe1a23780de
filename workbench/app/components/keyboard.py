"""The keys of the pages on which people decide on levels, and their cheat sheets."""

NEXT_TURN, TURN_BACK, GO, FIND, NEXT_MATCH, UNFOLD, CITE = "J", "K", "G", "W", "M", "O", "E"
MATCH_BACK = "Shift+M"
NEXT_DIMENSION, DIMENSION_BACK = "Right", "Left"
NOT_APPLICABLE, CANNOT_TELL, NOTE, CITE_BY_NUMBER = "A", "T", "N", "B"
GUIDANCE = "D"
SAVE, UNDO, SKIP, FLAG, SHEET = "S", "U", "X", "F", "H"
MINE, RETURN = "L", "Q"
LEVELS = "123456789"
DIGITS = LEVELS + "0"
FIELDS = {NOTE: "w_note_", CITE_BY_NUMBER: "w_cite_", GO: "w_number_", FIND: "w_find_"}
"""What the keys of the fields begin with into which a key puts the focus."""
CHOICES = ("w_labeller", "w_mode")
"""The keys of the fields in which people say who they are and what they label."""

SHEETS = {
    "Answer": {
        "1, 2, …": "the level with that number beside it; then the next open dimension",
        NOT_APPLICABLE: "not applicable, where the rubric allows it",
        CANNOT_TELL: "cannot tell",
        NOTE: "write a note; Esc leaves it",
        "→": "next dimension",
        "←": "previous dimension",
        GUIDANCE: "open or close the guidance for labellers",
    },
    "Read": {
        NEXT_TURN: "next turn",
        TURN_BACK: "previous turn",
        GO: "go to a turn by its number",
        FIND: "find words: type them, then Enter; Esc leaves the field",
        NEXT_MATCH: "next turn in which the words stand",
        MATCH_BACK: "previous turn in which the words stand",
        UNFOLD: "open or close what is folded in this turn",
        CITE: "cite this turn, or take that back",
        CITE_BY_NUMBER: "cite turns by number",
    },
    "Finish": {
        SAVE: "save and take the next transcript",
        UNDO: "undo the last save",
        SKIP: "skip this transcript, with a reason",
        FLAG: "flag it for a second look",
        MINE: "your labels: go back to a transcript that you saved",
        RETURN: "back to where you were before that",
        SHEET: "this sheet; Esc closes it",
    },
}

UNCLEAR = CANNOT_TELL
"""Where a labeller cannot tell, an adjudicator says that the anchors do not decide it."""
DECIDING_SHEETS = {
    "Decide": {
        "1, 2, …": "the level with that number beside it",
        NOT_APPLICABLE: "not applicable, where the rubric allows it",
        UNCLEAR: "the anchors do not decide it",
        NOTE: "write the reason; digits are text there; Esc leaves it",
        GUIDANCE: "open or close the guidance for labellers",
        SAVE: "record the decision; in the reason Ctrl+Enter does",
    },
    "Read": {
        NEXT_TURN: "next turn",
        TURN_BACK: "previous turn",
        UNFOLD: "open or close what is folded in this turn",
    },
    "Go on": {
        "→": "next case",
        "←": "previous case",
        RETURN: "back to the list",
        SHEET: "this sheet; Esc closes it",
    },
}
"""What the same keys do where a case is settled."""
