package sgfread

// Code is the kind of a problem. Codes have stable names; new ones may come.
type Code uint8

// The problems of structure, which reading itself finds.
const (
	TextOutside Code = iota
	NodesOutside
	NoTree
	EmptyTree
	EmptyVariation
	DoubleOpen
	MissingOpen
	MissingClose
	ExtraClose
	GameInGame
	NodeAfterVariation
	PropertyAfterVariation
	MissingSemicolon
	Junk
	NulBytes
	DigitInIdentifier
	LowerCaseIdentifier
	IdentifierWithoutValue
	ValueWithoutIdentifier
	UnescapedBracket
	UnclosedValue
	AmbiguousTrailByte
	TreeTooLong
	ValueTooLong
	TooDeep
	UTF16
	lastStructureCode
)

type codeEntry struct {
	name        string
	severity    Severity
	wrong, done string
}

func (c Code) entry() codeEntry {
	if int(c) < len(codeTable) {
		return codeTable[c]
	}
	return codeEntry{"unknown", Fault, "no such problem", ""}
}

// String returns the code's stable name, such as "missing-close".
func (c Code) String() string { return c.entry().name }

// Severity says how much problems of this code matter.
func (c Code) Severity() Severity { return c.entry().severity }

var codeTable = [...]codeEntry{
	TextOutside:            {"text-outside", Note, "text outside game trees", "skipped"},
	NodesOutside:           {"nodes-outside", Fault, "nodes after the end of a tree", "not read as a game"},
	NoTree:                 {"no-tree", Fault, "no game tree", ""},
	EmptyTree:              {"empty-tree", Warning, "a tree without a node", "dropped"},
	EmptyVariation:         {"empty-variation", Warning, "a variation without a node", "dropped"},
	DoubleOpen:             {"double-open", Warning, "a parenthesis that opens nothing before another one", "ignored with its partner"},
	MissingOpen:            {"missing-open", Fault, "a game that does not begin with '(;'", "read as if it did"},
	MissingClose:           {"missing-close", Fault, "the game is not closed", "closed"},
	ExtraClose:             {"extra-close", Warning, "a closing parenthesis outside game trees", "ignored"},
	GameInGame:             {"game-in-game", Fault, "a new game begins before the previous one was closed", "closed the previous one"},
	NodeAfterVariation:     {"node-after-variation", Warning, "a node after a variation", "read as one more variation"},
	PropertyAfterVariation: {"property-after-variation", Fault, "a property after a variation belongs to no node", "skipped"},
	MissingSemicolon:       {"missing-semicolon", Warning, "a node without its semicolon", "read as a node"},
	Junk:                   {"junk", Warning, "characters that are no SGF", "skipped"},
	NulBytes:               {"nul-bytes", Fault, "NUL bytes instead of text", "skipped"},
	DigitInIdentifier:      {"digit-in-identifier", Warning, "a digit in an identifier", "the digit is ignored"},
	LowerCaseIdentifier:    {"lower-case-identifier", Warning, "an identifier without a capital", "read as capitals"},
	IdentifierWithoutValue: {"identifier-without-value", Warning, "an identifier without a value", "skipped"},
	ValueWithoutIdentifier: {"value-without-identifier", Warning, "a value without an identifier", "skipped"},
	UnescapedBracket:       {"unescaped-bracket", Warning, "a closing bracket in a text is not escaped", "read as part of the text"},
	UnclosedValue:          {"unclosed-value", Fault, "the input ends inside a value", "kept what there is"},
	AmbiguousTrailByte:     {"ambiguous-trail-byte", Note, "the second byte of a character looks like SGF", "took the reading that leaves good SGF behind it"},
	TreeTooLong:            {"tree-too-long", Fault, "a game tree is longer than the limit", "cut"},
	ValueTooLong:           {"value-too-long", Fault, "a node is longer than the limit", "cut"},
	TooDeep:                {"too-deep", Fault, "variations are nested deeper than the limit", "passed over"},
	UTF16:                  {"utf-16", Fault, "the text is UTF-16", "must be converted before it is read"},
}
