// Package query is the language in which an archive is asked.
//
// [Parse] reads a [Query], whose String is its normal form with every default
// that widens a search written out. It is a tree of terms, as JSON too; package
// search resolves it against an archive and answers it. [WhyZero] says which
// condition stood in the way of an answer.
//
// Read query.go and walk.go first, the tree, then parse.go and json.go, which make
// it, and field.go with meaning.go, what stands in it. Board terms are in board.go,
// boardparse.go and then.go; notation.go and boardtext.go read what they ask for.
//
// # Language
//
// Terms are separated by spaces and all of them must hold:
//
//	query  = [ group { "or" group } ]
//	group  = unit { [ "and" ] unit }
//	unit   = [ "-" | "not" ] ( "(" query ")" | term )
//	term   = text | field op value { "," value } | board { option } | then
//	op     = ":" | "=" | "!=" | "<" | "<=" | ">" | ">=" | "~"
//	value  = text | lo ".." hi | ( "<" | "<=" | ">" | ">=" ) word
//	text   = ( word | quoted ) [ "*" | "~" ] | "/" regexp "/"
//	board  = ( "pos" | "pat" | "seq" ) ":" ( quoted | block | tree | "@" file )
//	option = name ":" word
//	then   = "then(" board { option } "," [ "within:" number "," ] board { option } ")"
//
// A text without a field is looked for in names, events and comments. A word
// is found as a word whatever its case and accents, a quoted text as a phrase,
// word* as the beginning of a word, word~ with a letter or two different; none
// of these minds the width of letters, but traditional and simplified characters
// are different ones. A regular expression is one of package regexp; on comments
// it is tried last, on those of the games that all else has left.
// field=value compares the whole text as it stands in the record, field!=value
// is its negation, and a comma separates alternatives. Ranges are written
// date:1985..1999, komi:>=6.5 or komi>=6.5; both ends belong to a range.
//
// Fields have long names and the SGF identifiers as twins: player, black (PB),
// white (PW), event (EV), date (DT) and so on; any identifier in capitals is a
// field, so that KGSDE:x works. An unknown field is an error, never a text.
//
// The board terms take a whole position (pos), a pattern (pat) or a sequence
// of moves (seq), given by moves, setup or a diagram: whatever
// [position.ParsePosition] and [position.ParsePattern] read, or 12@60 for the
// position after move 60 of game 12. A block is a word in which anything may
// stand between balanced brackets, a tree what SGF writes in parentheses. The
// options of a board term follow it in the same group and belong to the nearest
// board term before them:
//
//	pat:@corner.txt anchor:corner move:<=50 colors:either next:w
//
//	anchor:corner|side|center|board|anywhere|NW|N|…|@cd|@cd:ef
//	(edges that are drawn say it, too; corner and side are those that are drawn, or any)
//	                         where a pattern may lie
//	within:5                 how many moves later each move of a sequence may come;
//	                         gap:<=4 is the same
//	move:<=50 move:40..120   at which move numbers it comes up
//	next:b next:w            whose move comes next, in the colors of the term
//	colors:fixed|either      either: also with black and white exchanged
//	symmetry:on|off          off: only as given, not turned or mirrored; usual for shogi
//	variations:on|off        off: on main lines only
//	hits:first|every         every: each time it comes up on a line
//	near:2                   how many points may differ
//	stood:>=10               how many moves a pattern stood
//	ko:none|same|cd          what is barred by ko on a whole position: nothing, the
//	                         same as on the asked board, or this point of it
//
// What a board term finds first on a line, it finds there once: options about
// the hit, such as move, are asked of the first one unless hits:every stands.
//
// With near:2 a position or a pattern is also found where up to two of its points
// differ: a stone more, less, or of the other color; a stone that lies next to its
// point is two. Points where anything may lie never differ. It is found on each line where the
// fewest points differ, at the first such node. Options about the hit are asked of
// that one, but for move: nothing that came after the last of these moves counts, and what came as
// near before the first of them is no hit.
// hits:every finds it anew each time that it comes so near again, and stood is how
// long it stayed so near.
//
// then(A, within:20, B) finds where B comes up after A did, on the same line
// and at most so many moves later; B may have been there before. Of each A the
// first B counts, or every one if B has hits:every.
//
// A position of shogi is given in SFEN, or as the moves in USI that lead to it:
// pos:"startpos moves 7g7f 3c3d". It is found as it is, with both hands and the
// side to move; with colors:either also as the other player sees it, and only with
// symmetry:on also mirrored. A move against the rules is an error. The moves of
// its replies are those of [shogi.MoveOf].
//
// Quotation marks may be straight ("…") or typographic (“…”, „…“); in quoted
// text \" stands for a quotation mark, \\ for a backslash and \n for a line
// break. The words and, or, not are operators when written in lower case or
// all capitals.
package query
