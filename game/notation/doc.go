// Package notation reads and writes the records of shogi games.
//
// Package [kifudb/position/shogi] has the rules, which read no text but SFEN. This package
// reads the texts, and asks that one for the rules.
//
// Its nouns are Format (a way to write moves), Problem (a fault in a
// text), Handler (the receiver of the events in a text), Record (a game as a tree
// of nodes), and Loss (a part of a record that a format cannot hold).
//
// # The converter
//
// In 1996 J. J.-W. Tiggelman proposed, on the mailing list shogi-l, a program
// that converts game scores between the Western notation ("P-7f", "Bx2b+",
// "N'3c") and the Japanese one in Latin letters ("76 FU", "22 KAKU NARI", "33 KEI UTSU").
// Its input is a text of moves and comments with nine commands, each in column 1
// of its line:
//
//	GAME=(START,HANDICAP=R+L)       a new game; also TSUME, or a position as a
//	                                list of pieces or a diagram
//	INPUT=(WESTERN,NUMBERS=PAIRS)   how the moves that follow are written
//	OUTPUT=(JAPANESE,NUMBERS=SINGLE,FORMAT=COLUMNS)
//	                                how to write them
//	OUTPUT=DIAGRAM                  draw the position here
//	SCORE COMMENTS DIAGRAM          the kind of text that follows: moves, words
//	                                to copy, a drawing to skip
//	MEMORIZE RECALL RESUME          put the position on a stack; go back to it;
//	                                go back and take it off: a variation
//
// [Convert] is that program. Its output is such a text, too. [Walk] is its
// reader, which passes events to a [Handler]. [Read] builds Records from the
// same events. The sections below describe the input and the output.
//
// # Statements
//
// A text consists of lines that end in LF, CRLF or CR. A byte 0x1A ends it. Except for
// comments it is ASCII, in upper or lower case, or kanji in UTF-8. Blanks and line ends may
// stand between any tokens.
//
//	game      = "GAME" "=" "(" ( start | tsume | setup ) ")" .
//	start     = "START" [ "," "HANDICAP" "=" handicap ] .
//	handicap  = "NONE" | "2P" | "4P" | "6P" | "8P" | "10P" | piece [ "+" piece ] .
//	tsume     = "TSUME" "," "POSITION" "=" list .
//	setup     = side "," ( "POSITION" "=" list | "DIAGRAM" ) .
//	list      = "(" [ entry { "," entry } ] ")" .
//	entry     = piece "=" "(" place { "," place } ")" .
//	place     = file rank owner [ "+" ] | owner .          59S, 52G+, S: in hand
//	input     = "INPUT" "=" "(" parameter { "," parameter } ")" .
//	output    = "OUTPUT" "=" ( "DIAGRAM" | "(" parameter { "," parameter } ")" ) .
//	parameter = "JAPANESE" | "WESTERN" | "NUMBERS" "=" numbers | "DROPCHAR" "=" char
//	          | "FORMAT" "=" ( "COLUMNS" | width ) .        OUTPUT only
//	numbers   = "NONE" | "SINGLE" | "PAIRS" | "(" ( "SINGLE" | "PAIRS" ) "," number ")" .
//
// Sides are SENTE S BLACK B and GOTE G WHITE W. Every piece has a Japanese and
// an English name and short forms of them. Notation, NUMBERS and, for
// OUTPUT, FORMAT are required. After a list the parenthesis that closes GAME may
// be missing. A text without GAME starts from the even game. In a handicap game White moves first.
// In a tsume Black does, and White has all unnamed pieces in hand.
//
// Among moves, a keyword is a word of its own in column 1; elsewhere it gives a
// warning. In COMMENTS and in a DIAGRAM, a
// bare keyword must be alone on its line and the others must have their equals
// sign, so "Diagram 3 shows" is a comment. Only SCORE ends comments and diagrams.
//
// MEMORIZE pushes the position with its move counters, RECALL goes back to
// it, RESUME goes back and pops. They do not affect formats.
//
// # Moves
//
//	score   = { [ number [ "." ] [ "..." ] [ "," ] ] ( move [ "!" | "?" … ] | ending ) [ "," | ";" ] } .
//	Western = [ "+" ] piece [ file [ rank ] ] [ "-" | "x" | dropmark ] file rank [ "+" | "=" ] .
//	Japanese = ( file rank | "DO" ) [ "+" ] piece { modifier } [ "+" | "=" | dropmark ] .
//
// The reader takes the only legal move that fits the text. If none fits, it takes the
// only move that breaks no rule except nifu, mate by a dropped pawn or safety of the
// king, and warns: players lose games by such moves. A drop has a mark in Western
// notation. In Japanese notation a move is also a drop if no such piece reaches the square. A move
// without a mark does not promote, unless the piece must. AGARU YORU HIKU SUGU MIGI HIDARI are the
// directions and sides from which a piece comes, seen by its owner.
//
// In a record of a real game, the reader also takes a move that breaks any other rule, with a
// warning, if its text says where the piece comes from. The Japanese notation says so as
// KIF does, after the move: "22 KAKU NARI(88)". The converter refuses such a move.
//
// Numbers must stand before every move (SINGLE) or every move of Black's
// (PAIRS). Before a move of White's they have "...". The reader compares them with its
// count and otherwise ignores them.
//
// After an error in a move the position is unknown. The reader skips moves up to the
// next GAME, RECALL or RESUME. After an error in a statement it skips everything up to the next
// line that begins with a keyword, and then moves up to a known position.
//
// # Output
//
// The canonical GAME statement (see [Start.Game]) and an INPUT
// statement for the new format replace GAME and OUTPUT. The other
// keyword lines are copied, and every statement ends the line of moves. [Format] lays out
// moves, and [DiagramText] draws the diagram. Western text has the origin
// if another piece of the same kind reaches the destination, pins ignored. Japanese text
// has the words that the Japan Shogi Association uses, and UTSU for every drop. The package reads "same
// square" but never writes it, because it means nothing where a variation ends.
//
// # Other records
//
// [ReadCSA] and [ReadUSI] read the files of the Computer Shogi Association
// (versions 1 to 3) and the lines of the Universal Shogi Interface; [Detect]
// tells the three apart. [Write], [WriteCSA], [WriteUSI] and [WriteSGF] write a Record.
// They leave out and report everything that a format cannot hold. Endings that rules added after
// 1996 have words of our own in the two notations.
//
// All readers expect text in UTF-8. Their memory is bounded and proportional to the text.
package notation
