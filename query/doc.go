// Package query is the language in which an archive is asked, and its answer.
//
// [Parse] reads a [Query], whose String is its normal form with every default
// that widens a search written out; [Query.Run] finds games and the places in
// them; [Next] counts what was played there; [Explain] says how the answer was
// found and [WhyZero] which condition stood in its way.
//
// # Language
//
// Terms are separated by spaces and all of them must hold:
//
//	query  = [ group { "or" group } ]
//	group  = unit { [ "and" ] unit }
//	unit   = [ "-" | "not" ] ( "(" query ")" | term )
//	term   = text | field op value { "," value } | board { option }
//	op     = ":" | "=" | "!=" | "<" | "<=" | ">" | ">=" | "~"
//	value  = text | lo ".." hi | ( "<" | "<=" | ">" | ">=" ) word | "/" regexp "/"
//	text   = ( word | quoted ) [ "*" | "~" ]
//	board  = ( "pos" | "pat" | "seq" ) ":" ( quoted | block | "@" file )
//	option = ( "anchor" | "within" | "move" | "next" | "colors" | "symmetry" | "variations" ) ":" word
//
// A text without a field is looked for in names, events and comments. A word
// is found as a word whatever its case and accents, a quoted text as a phrase,
// word* as the beginning of a word, word~ with a letter or two different.
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
// stand between balanced brackets. The options of a board term follow it in the
// same group and belong to the nearest board term before them:
//
//	pat:@corner.txt anchor:corner move:<=50 colors:either next:w
//
// Quotation marks may be straight ("…") or typographic (“…”, „…“); in quoted
// text \" stands for a quotation mark, \\ for a backslash and \n for a line
// break. The words and, or, not are operators when written in lower case or
// all capitals.
package query
