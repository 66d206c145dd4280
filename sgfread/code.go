package sgfread

// Code is the kind of a problem. Codes have stable names; new ones may come.
type Code uint8

// The problems of structure, which reading itself finds.
const (
	TextOutside Code = iota
	ValuesOutside
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
	MissingBracket
	UnclosedValue
	AmbiguousTrailByte
	TreeTooLong
	ValueTooLong
	TooDeep
	UTF16
	NodeTooLarge
	MoreProblems
)

// The problems of properties and values, which a Checker finds.
const (
	BadFF Code = iota + MoreProblems + 1
	BadGame
	BadSize
	BadValue
	UncleanValue
	EmptyValue
	TooManyValues
	DuplicateProperty
	DuplicatePoint
	SwallowedProperty
	BadPoint
	OffBoard
	SetupAndMove
	TwoMoves
	AnnotationWithoutMove
	RootPropertyInside
	GameInfoTwice
	ObsoleteProperty
	NewProperty
	LongIdentifier
)

// The known faults of data, which a Checker finds. They are marked and never
// rewritten.
const (
	KomiTimes100 Code = iota + LongIdentifier + 1
	HandicapWithoutStones
	HandicapInSecondNode
	DamagedText
	CutText
	JSONEscape
	Mojibake
	ControlCharacter
	ResultTwice
	ResultAgainstComment
	KomiAgainstResult
)

// These are the problems of charsets, which the converter of a record finds. This package knows
// no charsets.
const (
	UnknownCharset Code = iota + KomiAgainstResult + 1
	WrongCharset
	LossyCharset
	MissingCharset
	DoubtfulCharset
	MixedCharset
)

// The problems of style, which a Checker finds if it is asked for them: they keep nobody
// from reading a record.
const (
	UnreadValue Code = iota + MixedCharset + 1
	UnclearValue
	OutOfRange
	UnknownProperty
	ManyCapitals
	OverlongIdentifier
	IntegerKomi
	OtherGame
	NewFeature
	MissingRoot
	MoveInRoot
	ContradictingAnnotation
	DoubleMark
	EmptyBesideValues
	HandicapDiffers
	DifferentVersions
	DifferentGames
	DifferentCharsets
)

// The first of these are found when a record is played. The others are allowed, and a strict
// Checker finds them.
const (
	IllegalMove Code = iota + DifferentCharsets + 1
	UnplayableMove
	IdleSetup
	UncheckedGame
	SeveralGames
	EmptyNode
	SetupInside
	SameColor
	VariationLevel
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

// Codes returns all codes, those of structure first.
func Codes() []Code {
	codes := make([]Code, len(codeTable))
	for i := range codes {
		codes[i] = Code(i)
	}
	return codes
}

// String returns the code's stable name, such as "missing-close".
func (c Code) String() string { return c.entry().name }

// Mended reports whether FormatNormalized removes problems of this code. The others need
// a person who knows the intention.
func (c Code) Mended() bool {
	switch c {
	case NoTree, TreeTooLong, ValueTooLong, TooDeep, NodeTooLarge, UTF16,
		KomiTimes100, HandicapWithoutStones, HandicapInSecondNode, DamagedText, CutText, JSONEscape, Mojibake,
		ResultTwice, ResultAgainstComment, KomiAgainstResult, LossyCharset, DoubtfulCharset,
		UnreadValue, UnclearValue, OutOfRange, UnknownProperty, ManyCapitals, OtherGame, HandicapDiffers, DifferentGames,
		IllegalMove, UnplayableMove, IdleSetup, UncheckedGame, SeveralGames, EmptyNode, SetupInside, SameColor, VariationLevel:
		return false
	}
	return true
}

// Severity says how much problems of this code matter.
func (c Code) Severity() Severity { return c.entry().severity }

var codeTable = [...]codeEntry{
	TextOutside:            {"text-outside", Note, "text outside game trees", "skipped"},
	ValuesOutside:          {"values-outside", Warning, "values outside game trees, which may be of a game", "skipped"},
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
	PropertyAfterVariation: {"property-after-variation", Fault, "a property after a variation", "kept with the node before the variation; a move or setup is not played"},
	MissingSemicolon:       {"missing-semicolon", Warning, "a node without its semicolon", "read as a node"},
	Junk:                   {"junk", Warning, "characters that are no SGF", "skipped"},
	NulBytes:               {"nul-bytes", Fault, "NUL bytes instead of text", "skipped"},
	DigitInIdentifier:      {"digit-in-identifier", Warning, "a digit in an identifier", "the digit is ignored"},
	LowerCaseIdentifier:    {"lower-case-identifier", Warning, "an identifier without a capital", "read as capitals"},
	IdentifierWithoutValue: {"identifier-without-value", Warning, "an identifier without a value", "skipped"},
	ValueWithoutIdentifier: {"value-without-identifier", Warning, "a value without an identifier", "skipped"},
	UnescapedBracket:       {"unescaped-bracket", Warning, "a closing bracket in a text is not escaped", "read as part of the text"},
	MissingBracket:         {"missing-bracket", Fault, "a text runs on into a variation; its closing bracket is missing", "closed before the variation"},
	UnclosedValue:          {"unclosed-value", Fault, "the input ends inside a value", "kept what there is"},
	AmbiguousTrailByte:     {"ambiguous-trail-byte", Note, "the second byte of a character looks like SGF", "took the reading that leaves good SGF behind it"},
	TreeTooLong:            {"tree-too-long", Fault, "a game tree is longer than the limit", "cut"},
	ValueTooLong:           {"value-too-long", Fault, "a node is longer than the limit", "cut"},
	TooDeep:                {"too-deep", Fault, "variations are nested deeper than the limit", "passed over"},
	UTF16:                  {"utf-16", Fault, "the text is UTF-16", "must be converted before it is read"},
	NodeTooLarge:           {"node-too-large", Fault, "a node has more values than are read", "the others are passed over"},
	MoreProblems:           {"more-problems", Note, "a node has more problems of its structure than are told", "read like those before"},

	BadFF:                 {"bad-ff", Warning, "there is no such version of SGF", "read as FF[4]"},
	BadGame:               {"bad-game", Warning, "GM is not a number", "read as the game that it names, otherwise as Go"},
	BadSize:               {"bad-size", Fault, "SZ is not the size of a board", "read as 19×19"},
	BadValue:              {"bad-value", Fault, "a value is not of its property's type", "kept"},
	UncleanValue:          {"unclean-value", Note, "a value is not written as the specification wants it", "read all the same"},
	EmptyValue:            {"empty-value", Note, "a value is empty", "kept"},
	TooManyValues:         {"too-many-values", Warning, "a property that has one value has several", "the first that is not empty counts"},
	DuplicateProperty:     {"duplicate-property", Warning, "a property comes twice in a node", "both kept"},
	DuplicatePoint:        {"duplicate-point", Warning, "a point comes twice in the setup of a node", "the last one counts"},
	SwallowedProperty:     {"swallowed-property", Fault, "an opening bracket in a value that is not text; a closing one may be missing before it", "kept"},
	BadPoint:              {"bad-point", Fault, "not a point of a Go board", "kept"},
	OffBoard:              {"off-board", Fault, "a point beside the board", "kept"},
	SetupAndMove:          {"setup-and-move", Note, "setup in one node with a move, its time or its number", "the setup comes first"},
	TwoMoves:              {"two-moves", Warning, "two moves in one node", "both kept, in their order"},
	AnnotationWithoutMove: {"annotation-without-move", Note, "a property that annotates a move, in a node without one", "kept"},
	RootPropertyInside:    {"root-property-inside", Warning, "a root property in another node", "without effect"},
	GameInfoTwice:         {"game-info-twice", Note, "game-info in a second node of a path", "all of it is read"},
	ObsoleteProperty:      {"obsolete-property", Note, "a property that this version of SGF has no more", "kept"},
	NewProperty:           {"new-property", Note, "a property that this version of SGF does not have yet", "read as in FF[4]"},
	LongIdentifier:        {"long-identifier", Note, "small letters in an identifier of FF[4]", "ignored"},

	KomiTimes100:          {"komi-times-100", Warning, "a komi a hundred times too large", "kept"},
	HandicapWithoutStones: {"handicap-without-stones", Warning, "a handicap, but no stones", "none are placed"},
	HandicapInSecondNode:  {"handicap-in-second-node", Note, "the stones of the handicap come after the root", "they count"},
	DamagedText:           {"damaged-text", Warning, "UTF-8 of which bytes were replaced by question marks", "kept"},
	CutText:               {"cut-text", Warning, "UTF-8 that was cut inside a character", "kept"},
	JSONEscape:            {"json-escape", Note, "an escape of JSON, which is none of SGF", "kept"},
	Mojibake:              {"mojibake", Warning, "text that was encoded twice: read in another charset than its own", "kept"},
	ControlCharacter:      {"control-character", Note, "a NUL byte in a value", "kept"},
	ResultTwice:           {"result-twice", Warning, "two results that do not agree", "the first one counts"},
	ResultAgainstComment:  {"result-against-comment", Warning, "a last comment that tells of another winner", "the result counts"},
	KomiAgainstResult:     {"komi-against-result", Note, "a result that this komi cannot give", "both kept"},

	UnknownCharset:  {"unknown-charset", Warning, "CA does not name a charset that is known", "the bytes decided"},
	WrongCharset:    {"wrong-charset", Warning, "the bytes are not in the charset that CA names", "the bytes decided"},
	LossyCharset:    {"lossy-charset", Fault, "characters that are damaged, or that the charset does not have", "replaced where the text is converted"},
	MissingCharset:  {"missing-charset", Note, "text that is not ASCII, and no CA", "the bytes decided"},
	DoubtfulCharset: {"doubtful-charset", Warning, "the bytes do not tell for certain in which charset they are", "read in the likeliest"},
	MixedCharset:    {"mixed-charset", Warning, "texts in several charsets within one game", "each value read in its own"},

	UnreadValue:             {"unread-value", Warning, "a result or date of which nothing is understood", "kept"},
	UnclearValue:            {"unclear-value", Warning, "a result or date that is not understood for certain, or says what FF[4] has no form for", "kept"},
	OutOfRange:              {"out-of-range", Note, "a number that FF[4] gives no meaning", "kept"},
	UnknownProperty:         {"unknown-property", Note, "a property that no version of SGF has", "kept"},
	ManyCapitals:            {"many-capitals", Note, "an identifier of more than two capitals, which no version of SGF has", "kept"},
	OverlongIdentifier:      {"overlong-identifier", Fault, "an identifier of more than 100 letters, which may be text that went astray", "kept"},
	IntegerKomi:             {"integer-komi", Note, "KI, a komi counted in half points", "half of it counts unless there is KM"},
	OtherGame:               {"other-game", Note, "a property of another game", "kept"},
	NewFeature:              {"new-feature", Note, "a way to write values that this version of SGF does not have yet", "read as in FF[4]"},
	MissingRoot:             {"missing-root-property", Note, "a root without FF or GM", "read as FF[4], and as Go unless the root shows another game"},
	MoveInRoot:              {"move-in-root", Note, "a move in the root", "played"},
	ContradictingAnnotation: {"contradicting-annotation", Warning, "two annotations that exclude each other in a node", "kept"},
	DoubleMark:              {"double-mark", Warning, "a point has a mark of this kind already in the node", "both kept"},
	EmptyBesideValues:       {"empty-beside-values", Warning, "an empty value, which stands for no points, beside others", "the others count"},
	HandicapDiffers:         {"handicap-differs", Warning, "the handicap and the number of its stones differ", "both kept"},
	DifferentVersions:       {"different-versions", Note, "trees of different versions of SGF in one file", "each read by its own"},
	DifferentGames:          {"different-games", Note, "trees of different games in one file", "each read as its own"},
	DifferentCharsets:       {"different-charsets", Warning, "trees that declare different charsets in one file", "each read in its own"},

	IllegalMove:    {"illegal-move", Warning, "a move against the rules", "made"},
	UnplayableMove: {"bad-move", Fault, "a move or setup that is none of the game's", "left out"},
	IdleSetup:      {"idle-setup", Note, "setup that leaves a point as it is", "without effect"},
	UncheckedGame:  {"unchecked-game", Note, "the rules of this game are not known", "moves and points are not checked"},
	SeveralGames:   {"several-games", Note, "more than one game in a file", "each read"},
	EmptyNode:      {"empty-node", Note, "a node without properties", "kept"},
	SetupInside:    {"setup-inside", Note, "stones set up on the main line, after the root", "they count"},
	SameColor:      {"same-color", Note, "two moves of the same color, one after the other", "both made"},
	VariationLevel: {"variation-level", Note, "a variation that takes the move before it back, and may be meant for another one", "kept"},
}
