package help

import (
	"fmt"
	"slices"
	"strings"

	"kifudb/archive/export"

	"kifudb/archive"
	"kifudb/command/answer"
	"kifudb/command/run"
	"kifudb/command/terminal"
)

func queryTopic() string {
	return `A query is a list of terms with spaces between them; all of them must hold. Put it in
single quotation marks, so that the shell leaves it alone.

WORDS without a field are looked for in names, events and comments.
  kifudb search shusaku
  kifudb search 'honinbo castle'             both words, anywhere
  kifudb search '"castle game"'              a phrase: the words side by side
  kifudb search 'shu*'                       words that begin like this
  kifudb search 'kitamy~'                    a letter or two may differ
  kifudb search '/[Ll]adders?/'              a regular expression; case matters
  kifudb search '*'                          all games
Case, accents and hyphens do not matter, nor which form a Chinese character has
(陳 is 陈, 澤 is 沢), nor spaces between such characters. A player's name may begin with
any of its words, and a word may be written as two: player:"Changho Lee" finds Lee
Chang Ho. A lost character in a name may stand for any other; such games are marked.

FIELDS stand before a value.
  kifudb search player:shusaku
  kifudb search 'player:"Go Seigen" opponent:kitani'
  kifudb search 'event:castle,honinbo'       a comma separates alternatives
  kifudb search 'white="Go Seigen"'          =: the whole text, exactly as written
  kifudb search 'player~kitamy'              the same as player:kitamy~
  kifudb search 'player:/^(Go|Kitani) /'
  kifudb search 'KM=375'                     SGF identifiers are fields, too
  kifudb search 'has:comments -has:variations'

NUMBERS, DATES, RESULTS AND RANKS are understood, and may be ranges.
  kifudb search 'komi>=6.5'                  also komi:>=6.5
  kifudb search 'date:1846..1853'            including both ends
  kifudb search 'date:1840s winner:black'
  kifudb search 'result:B+R,W+R moves:<=150'
  kifudb search 'result!=W+R rank:>=9p'
  kifudb search 'id:3..7'

CLOCKS AND ENGINES, where records have them; an answer says how many do.
  kifudb search 'thought:>10m'               a player's longest thought, with the move
  kifudb search 'left:<30s -by:time'         the least that was left, 0 in overtime, <0 over time
  kifudb search 'blackused:>1h30m'           what all moves of Black took
  kifudb search 'eval:>500 winner:white'
Where an engine judged the positions before and after a move, player:dosaku loss:>10% finds
moves that lost more than 10 % of the chance to win; loss:>5 is in points. There are also
swing:, blunder:, agree: and accuracy:.
How long moves took is told by the record or by what was left before and after, but not in
overtime, nor where clocks go up for no reason that it gives. If it is not known of all
moves, thought: and used: are at least what is known: > is sure, < finds nothing.

MARKS AND OTHER PROPERTIES OF NODES, by SGF's identifiers; the answer names the nodes.
  kifudb search 'has:TE'                     good moves; BM bad, DO doubtful, IT interesting
  kifudb search 'TE=1 pat:[XO]'              a good move with a black beside a white stone
  kifudb search 'LB=A or TR=dd'              a label, a mark on a point
  kifudb search 'FG:"Dia. 4"'                a figure's name, which words find, too
  kifudb search 'has:MYPROGRAM'              also those that a program made up
Beside pos:, pat:, seq: or then() a node with the property must have that board, after its
move, and so must a node with words asked for by comment: or name:.
  kifudb search 'comment:corners pos:R16'
With "not" before the one or the other, for words without a field, has:comments, eval: and
clocks, and for what GC says of the whole game, it is enough that a game has both.
Only records in SGF have properties. Moves are asked for with pos: and pat:.

OR, NOT AND PARENTHESES
  kifudb search 'player:shusaku or player:jowa'
  kifudb search '(player:shusaku or player:shuwa) -result:draw'
  kifudb search 'event:castle not player:shusaku'
A minus sign means the same as not, and "and" may be written between terms. "or" binds
less tightly than terms side by side. To search for these words themselves, put them
in quotation marks; within a text, \" stands for a quotation mark and \\ for a backslash.
Names of files that are not UTF-8 are asked for as answers write them: file:"caf\xE9.sgf".

POSITIONS, PATTERNS AND SEQUENCES are terms like any other; see 'kifudb help patterns'.
  kifudb search 'pos:"Q16 D4 Q3" winner:white'
  kifudb search 'seq:corner[B Q16 W O17] date:>=1980'

YOUR OWN tags, notes and saved searches, and duplicate records of a game.
  kifudb search '-tag:seen -has:note'
  kifudb search 'dup:any' --records

GAMES OTHER THAN GO have the same fields; game: chooses one.
  kifudb search 'game:othello'
  kifudb search 'game:gomoku pat:[X.O]'
  kifudb next 'game:chess pos:start'         from where the game begins
  kifudb search 'game:shogi pos:"startpos moves 7g7f 3c3d"'

ALL FIELDS
` + FieldHelp() + `
--explain says how a query was understood and which condition excludes most games.
`
}

func patternsTopic() string {
	return `POSITIONS: pos: is a whole board. It is found in all symmetries and however it was
reached.
  kifudb search 'pos:"Q16 D4 Q3"'            these moves, Black first
  kifudb search 'pos:B[pd];W[dp]'            the same in SGF
  kifudb search 'pos:7@40'                   the position of game 7 after move 40
  kifudb search pos:@position.txt            from a file: a diagram or SGF
  kifudb next 'pos:"Q16 D4"'                 what was played next
  kifudb first 'pos:"R16 D17 Q3"'            who played it first, and how it spread
  kifudb remarks 'pos:7@127'                 what was written about it

PATTERNS: pat: is a part of the board, between brackets row by row, with | or / between
rows: X black, O white, . empty, * anything, x black or empty, o white or empty, ! a
stone of either color, _ not part of the pattern.
  kifudb search 'pat:[X.O|.X.]'              anywhere
  kifudb search 'pat:NE[......|......|..O...|...X..]'  in a corner: its edges are drawn
  kifudb search pat:@corner.txt              the same from a file
  kifudb search 'pat:[X.O|.X.] anchor:side'
Edges drawn in a diagram with | and -, or a place before the bracket, fix where a pattern
lies. Without them it may lie anywhere, unless there is an anchor:
anchor:corner then means any corner that it fits into. Edges and an anchor that
contradict each other are an error. A pattern is also turned and mirrored.

PLACES, before the bracket or after anchor:
` + anchorHelp() + `
SEQUENCES: seq: is a list of moves in this order.
  kifudb search 'seq:[B Q16 W D4]'
  kifudb search 'seq:corner[B Q16 W O17] within:3'  other moves may come between them

NEARLY: with near:2 up to two points of a position or pattern may differ: a stone more,
less, or of the other color. A stone that is one point off counts as two. Points where
anything may lie never differ. A game is found where the fewest points differ; the list
shows how many (@40 ≠2), 'show' and --json show which.
  kifudb search 'pos:"Q16 D4 Q3 D16 R14" near:2'
  kifudb next 'pat:NE[....|....|.O..|..X.] near:1'

ONE AFTER ANOTHER: then(A, within:N, B) finds where B comes up after A on the same
line, at most N moves later; without within:, any number. 'next' and 'tree' look at B,
and at A if B is about what a move does, as in then(pos:"Q16 D4", captures:>=5).
  kifudb search 'then(pos:"Q16 D4", within:20, pat:[XX|OO])'

OPTIONS follow the term that they belong to:
` + OptionHelp() + `
  kifudb search 'pos:"Q16 D4 Q3" colors:either next:w'
  kifudb search 'pat:[XX|OO] move:<=50 stood:>=10'
  kifudb search 'pat:[XX|OO] hits:every variations:off' --limit 3

SHOGI: pos: takes SFEN, a diagram in BOD, or the moves that lead to a position, in kanji,
KIF, CSA or USI. It is found exactly, with hands and side to move; hands:least finds it also
with more in hand, symmetry:on also mirrored. A move against the rules is an error.
  kifudb search 'pos:"☗７六歩 ☖３四歩"'
  kifudb search 'pos:"startpos moves 7g7f 3c3d" hands:least'
  kifudb next 'pos:"7g7f"'
pat: is a part of a position, with either player to move and in hand at least what is said:
men on squares (空 for an empty one, 持 for men in hand), or the ranks of SFEN with ? for
any one square and * for as many as are left, or a diagram in BOD with ？.
  kifudb search 'pat:"☗飛28 ☖玉51 空76"'
  kifudb search 'pat:"*/*/*/*/*/*/PP1*/1B5R1/LNSG*"'
  kifudb search 'game:shogi pat:"R28 k51 .76" next:w'
  kifudb search opening:居飛車 castle:mino

GOMOKU: the same terms as for Go, together with game:gomoku.
  kifudb search 'game:gomoku pos:"h8 i9"'
  kifudb next 'game:gomoku pos:h8'
  kifudb search opening:gingetsu             the openings of renju, also 銀月 or 9I

OTHELLO: pos: takes a transcript, which then need not be named, or a board and who is to
move; it is found in all its orientations. Patterns show discs: X, O, . empty, ! any disc.
  kifudb search pos:f5d6c3d3c4
  kifudb next 'game:othello pos:start'
  kifudb search 'pos:"8/8/8/3OX3/3XO3/8/8/8 X"'
  kifudb search 'game:othello pat:NW[XX/XX]'
  kifudb search 'opening:tiger theory:<=28'

CHESS: pos: takes moves, with or without numbers, or FEN; then the game need not be
named; of a game in PGN the end counts. It is found exactly, with castling and taking in
passing; with colors:either also turned over with the colors exchanged.
  kifudb next 'game:chess pos:"1. e4 c5 2. Nf3"'
  kifudb search 'pos:"rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"'

LINES OF ACTION: pos: takes moves from the start, which then need not be named, or a board
with L for Black's pieces and l for White's; it is found in all its orientations.
  kifudb search 'pos:"b8-b6 a5-c5"'
  kifudb next 'game:loa pos:start'
  kifudb search 'game:loa pat:NW[.XX]'

HEX: the same terms, together with game:hex. Points are c2, with rows numbered from the
top; swap and swap-pieces are moves, too. Patterns are written row by row, and each row
lies half a cell to the right of the one above. Turning by half a turn finds the same;
with colors:either also what is mirrored in a diagonal with the colors exchanged.
  kifudb next 'game:hex pos:"11x11 a2"'
  kifudb search 'game:hex pos:"13x13 a4 swap e7"'
  kifudb search 'game:hex pat:[.X/X.]'
`
}

// anchorHelp lists the places of patterns.
func anchorHelp() string {
	var b strings.Builder
	for _, a := range archive.Anchors() {
		fmt.Fprintf(&b, "  %-9s %s\n", a.Name, a.About)
	}
	return b.String()
}

// OptionHelp lists the options of board terms.
func OptionHelp() string {
	var b strings.Builder
	for _, o := range archive.BoardOptions() {
		values := make([]string, len(o.Values))
		for i, value := range o.Values {
			values[i] = o.Name + ":" + value
		}
		text := strings.Join(values, " ")
		if o.Name == "anchor" {
			text = "anchor:PLACE"
		}
		fmt.Fprintf(&b, "  %-24s %s (%s)\n", text, o.About, strings.Join(o.Kinds, ", "))
	}
	return b.String()
}

func formatsTopic() string {
	return `READ by 'kifudb import': SGF of any game, with one or many games in a file, in any
encoding, and besides:
` + readHelp() + `Folders, and .zip .7z .rar .tar .gz .bz2 .xz .zst containers, are read as they are. Files
are recognized by their contents, not by their names; those in other formats are reported.
  kifudb import games --problems

PRINTED by 'kifudb search --format FORMAT':
` + answer.FormatHelp() + `
  kifudb search honinbo --format csv --fields id,date,black,white
  kifudb search honinbo --format jsonl --fields id,PB,PW
table shows a page, json a page with everything known about its games; the others show
all games. Names in lower case give values as they were understood (komi 7.5),
identifiers the text of the record (KM 750).

CSV is for spreadsheets: a text that would run as a formula, because it begins with =, +,
- or @, gets an apostrophe before it. In csv, tsv and tables, line breaks and tabs in
records become spaces, and other control characters �. JSON is exact: nothing is changed,
and characters that would disturb a terminal are written as escapes.

WRITTEN by 'kifudb export': the records, byte for byte as they came; --utf8 converts
their texts. --format writes games in another format: ` + otherWriters() + `,
and shogi in columns as ` + strings.Join(export.RecordFormats(true), ", ") + `.
  kifudb export player:jowa -o jowa.sgf
  kifudb export --utf8 charset:gb18030 -o clean.sgf
`
}

// readHelp lists the formats beside SGF that are read, a line for each game.
func readHelp() string {
	var b strings.Builder
	of := ""
	for _, f := range export.ReadFormats() {
		switch {
		case f.Game != of && of == "":
			fmt.Fprintf(&b, "  %-9s%s", f.Game, f.Title)
		case f.Game != of:
			fmt.Fprintf(&b, "\n  %-9s%s", f.Game, f.Title)
		default:
			fmt.Fprintf(&b, ", %s", f.Title)
		}
		of = f.Game
	}
	return b.String() + "\n"
}

func scriptingTopic() string {
	var b strings.Builder
	for _, s := range run.Statuses {
		fmt.Fprintf(&b, "  %3d  %s\n", s.Status, s.About)
	}
	return `EXIT STATUSES, the same for all commands:
` + b.String() + `
OUTPUT goes to standard output; progress, notices and errors go to standard error.

` + terminal.ColorHelp + "\n" + terminal.PagerHelp + `
JSON: --json prints an object, or one per line where this is stated, and errors as
{"error": {"kind", "message", "advice", "status"}} on standard error. Keys are stable.
  kifudb search --json player:jowa
  kifudb search --format jsonl --fields id,date,komi 'komi>0'
  kifudb info --json

WAS ANYTHING FOUND? A search without hits is no failure; with --fail it exits with 1.
  kifudb search --fail --count shusaku

GAMES: all commands that take games take them in the same way.
` + run.GamesHelp + `
A game keeps its number for as long as it is in the archive, even if its record is
edited. --ids prints the numbers, one per line.
  kifudb search --ids player:jowa
  kifudb search --ids player:shusaku | kifudb export -
  kifudb export 7-12 player:shusaku
  kifudb show 7@40

WHERE: --archive FOLDER, or the variable KIFUDB_ARCHIVE. --quiet prints nothing if all
went well. An import can be repeated, and reads only what has changed.
  kifudb import --quiet games
`
}

// otherWriters are the formats without a layout of lines, as "a, b".
func otherWriters() string {
	return strings.Join(slices.DeleteFunc(export.RecordFormats(false), func(name string) bool {
		return slices.Contains(export.RecordFormats(true), name)
	}), ", ")
}

// FieldHelp lists the fields of the language.
func FieldHelp() string {
	var b strings.Builder
	b.WriteString("Fields, with their other names:\n")
	for _, f := range archive.Fields() {
		name := strings.Join(append([]string{f.Name}, f.Twins...), " ")
		fmt.Fprintf(&b, "  %-24s %s\n", name, f.About)
	}
	return b.String()
}
