// Package notation reads and writes the records of shogi games.
//
// It is called after what it deals with and not shogi, since [kifudb/position/shogi]
// has that name: the rules there know no text but SFEN, the texts here know no
// rules but by asking there.
//
// Its nouns are Format (how moves are written), Problem (what is wrong with a
// text), Handler (who is told what a text says), Record (a game as a tree
// of nodes), and Loss (what a record has and a format cannot hold).
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
//	                                how they shall be written
//	OUTPUT=DIAGRAM                  draw the position here
//	SCORE COMMENTS DIAGRAM          what the text that follows is: moves, words
//	                                that are copied, a drawing that is skipped
//	MEMORIZE RECALL RESUME          put the position on a stack; go back to it;
//	                                go back and take it off: a variation
//
// [Convert] is that program. What it writes is again such a text. [Walk] is its
// reader, which tells a [Handler] what it finds; [Read] builds Records from the
// same events. The sections below say what is read and what is written.
//
// # Statements
//
// A text is lines that end in LF, CRLF or CR; a byte 0x1A ends it. All but
// comments is ASCII, in any case, or kanji in UTF-8. Blanks and line ends are
// free between tokens.
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
// OUTPUT, FORMAT must be given. After a list the parenthesis that closes GAME may
// be missing. Without GAME the even game is meant. In a handicap game White moves first;
// in a tsume Black does, and White has in hand what is not named.
//
// Among moves, a keyword is a word of its own in column 1, or elsewhere with a
// warning. Among words, which are COMMENTS, and in a DIAGRAM, which is skipped, a
// bare keyword must be alone on its line and the others must have their equals
// sign; so "Diagram 3 shows" is words. Only SCORE ends them.
//
// MEMORIZE pushes the position with all that counts moves, RECALL goes back to
// it, RESUME goes back and pops. Formats are not part of it.
//
// # Moves
//
//	score   = { [ number [ "." ] [ "..." ] [ "," ] ] ( move [ "!" | "?" … ] | ending ) [ "," | ";" ] } .
//	Western = [ "+" ] piece [ file [ rank ] ] [ "-" | "x" | dropmark ] file rank [ "+" | "=" ] .
//	Japanese = ( file rank | "DO" ) [ "+" ] piece { modifier } [ "+" | "=" | dropmark ] .
//
// A move is what the only legal move is that fits its text. If none fits, the
// only one that breaks no rule but nifu, mate by a dropped pawn or safety of the
// king is taken, with a warning: games are lost that way. A drop has its mark in Western
// notation; in Japanese it is also meant if no such piece reaches the square. Unmarked
// is unpromoted unless the piece must promote. AGARU YORU HIKU SUGU MIGI HIDARI are the
// ways and sides a piece comes from, seen by its owner.
//
// Of a record, which is a game as it was, a move that breaks any rule is taken with a
// warning if its text says where the piece comes from; the Japanese notation says it as
// KIF does, behind the move: "22 KAKU NARI(88)". The converter refuses it.
//
// Numbers are needed before every move (SINGLE) or every move of Black's
// (PAIRS), and before a move of White's have "...". They are compared with the
// count and otherwise ignored.
//
// After an error in a move the position is unknown and moves are skipped up to the
// next GAME, RECALL or RESUME; after one in a statement all is, up to the next
// line that begins with a keyword, and then moves up to a known position.
//
// # Output
//
// The GAME statement in its canonical form (see [Start.Game]) and an INPUT
// statement of the new format stand where GAME and OUTPUT stood; the other
// keyword lines are copied, and every statement ends the line of moves. The
// layouts of moves are those of [Format], the diagram is that of [DiagramText]. Western text has the origin
// if another like piece reaches the destination, pins ignored; Japanese text
// has the words that the Japan Shogi Association would have said, and UTSU for every drop. "Same
// square" is read and never written, as it means nothing where a variation ends.
//
// # Other records
//
// [ReadCSA] and [ReadUSI] read the files of the Computer Shogi Association
// (versions 1 to 3) and the lines of the Universal Shogi Interface; [Detect]
// tells the three apart. [Write], [WriteCSA], [WriteUSI] and [WriteSGF] write a Record.
// What a format cannot hold is left out and reported. The endings that came after
// 1996 have words of our own in the two notations.
//
// All readers expect text in UTF-8 and have bounded memory, proportional to the text.
package notation
