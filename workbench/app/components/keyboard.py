"""The keys of the labelling page, and their cheat sheet."""

NEXT_TURN, TURN_BACK, GO, FIND, NEXT_MATCH, UNFOLD, CITE = "J", "K", "G", "W", "M", "O", "E"
NEXT_DIMENSION, DIMENSION_BACK = "Right", "Left"
NOT_APPLICABLE, CANNOT_TELL, NOTE, CITE_BY_NUMBER = "A", "T", "N", "B"
SAVE, UNDO, SKIP, FLAG, SHEET = "S", "U", "X", "F", "H"
MINE, RETURN = "L", "Q"
LEVELS = "123456789"
FIELDS = {NOTE: "w_note_", CITE_BY_NUMBER: "w_cite_", GO: "w_number_", FIND: "w_find_"}
"""What the keys of the fields begin with into which a key puts the focus."""
CHOICES = ("w_labeller", "w_mode")
"""The keys of the fields in which people say who they are and what they label."""

SHEETS = {
    "Answer": {
        "1 to 9": "the level in that place on the scale; then the next open dimension",
        NOT_APPLICABLE: "not applicable",
        CANNOT_TELL: "cannot tell",
        NOTE: "write a note; Esc leaves it",
        "→": "next dimension",
        "←": "previous dimension",
    },
    "Read": {
        NEXT_TURN: "next turn",
        TURN_BACK: "previous turn",
        GO: "go to a turn by its number",
        FIND: "find words; Esc leaves the field",
        NEXT_MATCH: "next turn in which the words stand",
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
