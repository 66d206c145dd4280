// Package query has the query language: the text that users type to search an archive.
//
// [Parse] reads a [Query], which is a tree of terms. It has a JSON form. Its String is its normal
// form, which writes out every default that widens a search. Package
// search resolves a query for an archive and answers it. [WhyZero] finds the
// condition that left no games.
//
// Read query.go and walk.go first: the tree. Then read parse.go and json.go, which make
// it, and field.go with meaning.go: fields and values. Board terms are in board.go,
// boardparse.go and then.go. notation.go and boardtext.go read the boards in them.
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
// A text without a field matches in names, events and comments. A word
// matches a word in any case and with any accents, a quoted text a phrase,
// word* the beginning of a word, and word~ a word with a letter or two different. All
// of these ignore the width of letters, but not the difference between traditional and simplified
// characters. A regular expression has the syntax of package regexp. On comments
// it is tried last, only in games that match everything else.
// field=value compares the whole text as it stands in the record, field!=value
// is its negation, and a comma separates alternatives. Ranges are written
// date:1985..1999, komi:>=6.5 or komi>=6.5. Both ends belong to a range.
//
// Fields have long names and SGF identifiers: player, black (PB),
// white (PW), event (EV), date (DT) and so on. Any identifier in capitals is a
// field, so that KGSDE:x works. A term with an unknown field fails; it never becomes a text.
//
// The board terms take a whole position (pos), a pattern (pat) or a sequence
// of moves (seq), given by moves, setup or a diagram. They accept everything that
// [position.ParsePosition] and [position.ParsePattern] read, and 12@60 for the
// position after move 60 of game 12. A block is a word in which any text may
// stand between balanced brackets. A tree is SGF in parentheses. The
// options of a board term follow it in the same group. They belong to the nearest
// board term before them:
//
//	pat:@corner.txt anchor:corner move:<=50 colors:either next:w
//
//	anchor:corner|side|center|board|anywhere|NW|N|…|@cd|@cd:ef
//	(drawn edges do the same; corner and side are the drawn ones, or any)
//	                         where a pattern may lie
//	within:5                 how many moves later each move of a sequence may come;
//	                         gap:<=4 is the same
//	move:<=50 move:40..120   the move numbers at which it comes up
//	next:b next:w            the player who moves next, in the colors of the term
//	colors:fixed|either      either: also with black and white exchanged
//	symmetry:on|off          off: only as given, not turned or mirrored; usual for shogi
//	variations:on|off        off: on main lines only
//	hits:first|every         every: each time it comes up on a line
//	near:2                   how many points may differ
//	terms:anywhere           terms for comments and moves beside it hold anywhere in the game
//	stood:>=10               how many moves a pattern stood
//	ko:none|same|cd          the point that ko forbids in a whole position: none, the
//	                         same as on the board of the query, or this point of it
//
// A board term has one hit on a line, the first, unless it has hits:every. Options about
// the hit, such as move, apply to that one.
//
// With near:2 a position or a pattern also matches if up to two of its points
// differ: a stone more, less, or of the other color. A stone next to its
// point counts as two. Points where anything may lie never differ. The hit on each line is the
// first node where the fewest points differ. Options about the hit apply to
// that node, except for move: nodes after the last of these moves do not count, and if the line came
// as near before the first of them there is no hit.
// hits:every adds a hit each time that the line comes so near again, and stood counts how
// long it stayed so near.
//
// then(A, within:20, B) matches if B comes up after A, on the same line
// and at most 20 moves later. B may have been there before. For each A the
// first B counts, or every B if it has hits:every.
//
// A shogi position is written in SFEN, or as the USI moves that lead to it:
// pos:"startpos moves 7g7f 3c3d". It matches with the same hands and the same
// side to move. With colors:either it also matches as the other player sees it, and only with
// symmetry:on also mirrored. A move against the rules is an error. [shogi.MoveOf] returns
// the moves of its replies.
//
// Quotation marks may be straight ("…") or typographic (“…”, „…“); in quoted
// text \" stands for a quotation mark, \\ for a backslash and \n for a line
// break. The words and, or, not are operators when written in lower case or
// all capitals.
package query
