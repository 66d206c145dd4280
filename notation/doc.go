// Package notation reads and writes the records of shogi games.
//
// It is called after what it deals with and not shogi, since [kifudb/position/shogi]
// has that name: the rules there know no text but SFEN, the texts here know no
// rules but by asking there.
//
// Its nouns are Format (how moves are written), Problem (what is wrong with a
// text), Handler (who is told what a text says), and Record (a game as a tree
// of nodes).
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
// [Convert] is that program. What it writes is again such a text. [Walk] is its reader, which
// tells a [Handler] what it finds; [Read] builds Records from the same events.
//
// A move is compared with the moves that are legal in the position, so a text is
// either understood or an error, never a guess. Every error and warning has a
// code, see [Code].
//
// # Other records
//
// [ReadCSA] and [ReadUSI] read the files of the Computer Shogi Association
// (versions 1 to 3) and the lines of the Universal Shogi Interface; [Detect] tells
// the three apart. [Write], [WriteCSA], [WriteUSI] and [WriteSGF] write a Record.
// All readers expect text in UTF-8 and have bounded memory, proportional to the text.
package notation
