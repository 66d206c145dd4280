package format

import "kifudb/game/record"

// The codes of problems that formats share, as the board shows them and not the
// text.
const (
	BadMove     = record.BadMove // it cannot be read, or not be made
	IllegalMove = "illegal-move" // it is against the rules, and was made
	OtherWinner = "other-winner" // the board shows another winner than the record says
	BadRecord   = "bad-record"   // the text is not as the format wants it, and was mended
	BadStart    = "bad-start"    // the position from which the game starts cannot be read
	TooMuch     = record.TooMuch // there is more than is derived of a record
	OtherResult = "other-result" // the result is not that of the board
	SharedTree  = "shared-tree"  // several games share it, and are kept as one
	// Its texts are in several encodings, and each is read in its own.
	MixedCharset = "mixed-charset"
	// It was stored by a version of the program that knows more formats.
	UnknownFormat = "unknown-format"
)

// Own reports whether an identifier is a pseudo identifier: of what an archive says of
// a record, and not the record itself.
func Own(ident string) bool { return ident != "" && ident[0] >= 'a' && ident[0] <= 'z' }

// The pseudo identifiers under which facts about a record can be searched like
// its own properties.
const (
	IdentCharset = "charset" // canonical name of the encoding it is read in
	IdentProblem = "problem" // code of something that was wrong with it
	IdentFile    = "file"    // path of the file it came from
	IdentPart    = "part"    // of the tree that it shared with other games: the tree's digest, which part of how many
	// IdentStem is the number of moves that a record in SGF has before its game-info, if it has any: of a game that
	// shares a tree with others, or did. These moves are not the game's alone.
	IdentStem = "stem"
)
