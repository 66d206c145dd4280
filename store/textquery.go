package store

// A TextQuery asks for texts: game-info values or comments.
type TextQuery struct {
	Idents []string // where to look; none means everywhere
	Text   string
	Kind   TextKind
}

// TextKind says how the text of a [TextQuery] is compared. Words, Phrase,
// Prefix, Fuzzy and Substring ignore case, accents, apostrophes and the width
// of letters.
type TextKind uint8

// The kinds of text queries.
const (
	Words     TextKind = iota // all words occur, in any order; a run of Han, kana or Hangul occurs as it is
	Phrase                    // the words occur one after the other
	Prefix                    // as Words, but the last word may go on
	Fuzzy                     // as Words, but words may differ by a letter, long ones by two
	Exact                     // the whole text, byte for byte
	Substring                 // anywhere in the text, across words and signs
	Regexp                    // an expression of the regexp package matches somewhere
)
