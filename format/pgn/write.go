package pgn

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"kifudb/format"
	"kifudb/position/chess"
	"kifudb/sgfread/gameinfo"
	"kifudb/store"
)

// What PGN cannot hold.
const (
	lostBrace = format.Loss("closing braces in comments, which become parentheses")
	lostMoves = format.Loss("moves that cannot be made, and what follows them")
)

// roster are the tags that every game has, in their order.
var roster = [...]string{"Event", "Site", "Date", "Round", "White", "Black", "Result"}

// width is how long a line of moves may be.
const width = 79

// write writes a game of chess.
func write(w io.Writer, g *format.Written) error {
	var game *Game
	switch {
	case g.From.Name == "pgn":
		if g.Game.Facts.Game != Chess { // as it came
			_, err := w.Write(append(format.Text(&g.Game.Record), '\n'))
			return err
		}
		game = Parse(format.Text(&g.Game.Record), func(code string, _ int, _ string) {
			if code == format.BadMove {
				g.Lost(lostMoves)
			}
		})
	case g.Game.Facts.Game == Chess:
		game = fromStore(g)
	default:
		return &format.UnfitError{Why: "not a game of chess"}
	}
	if game.Start == nil {
		return &format.UnfitError{Why: "its start, or its rules, are not known"}
	}
	_, err := io.WriteString(w, game.Format(func() { g.Lost(lostBrace) }))
	return err
}

// Format returns the game in the export format of the standard: seven tags first,
// moves in lines of at most 79 characters, with a number before White's moves and
// before Black's where necessary. It calls lost, which may be nil, for comments with closing
// braces, which become parentheses.
func (g *Game) Format(lost func()) string {
	f := formatter{g: g, lost: lost}
	f.tags()
	f.moves()
	return f.out.String()
}

type formatter struct {
	g    *Game
	out  strings.Builder
	col  int
	lost func()

	opened bool // a variation was, and nothing stands between its parenthesis and what follows
}

func (f *formatter) tags() {
	put := func(name, value string) {
		value = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", " ", "\r", " ").Replace(value)
		f.out.WriteString("[" + name + " \"" + value + "\"]\n")
	}
	for _, name := range roster {
		value := f.g.Tag(name)
		switch {
		case name == "Result":
			value = f.result()
		case value == "" && name == "Date":
			value = "????.??.??"
		case value == "":
			value = "?"
		}
		put(name, value)
	}
	if fen := f.g.Start.FEN(); fen != chess.New().FEN() {
		put("SetUp", "1")
		put("FEN", fen)
	}
	for _, t := range f.g.Tags {
		if t.Name != "FEN" && t.Name != "SetUp" && !slices.Contains(roster[:], t.Name) {
			put(t.Name, t.Value)
		}
	}
	f.out.WriteByte('\n')
}

func (f *formatter) result() string {
	switch f.g.Result {
	case "1-0", "0-1", "1/2-1/2":
		return f.g.Result
	}
	return "*"
}

// job is something that is still to be written.
type job struct {
	node   int32 // the line below it; or a variation that begins with it
	before chess.Position
	begins bool // a variation
	ends   bool // a variation
	clear  bool // the next move needs its number
}

func (f *formatter) moves() {
	f.comments(f.g.Nodes[0].Comments)
	todo := []job{{before: *f.g.Start, clear: true}}
	for len(todo) > 0 {
		j := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		switch {
		case j.ends:
			f.glue(")")
		case j.begins:
			f.room(len("(123..."))
			f.word("(", true)
			f.opened = true
			after, spoken := f.move(j.node, &j.before, true)
			todo = append(todo, job{ends: true}, job{node: j.node, before: after, clear: spoken})
		default:
			child := f.g.Nodes[j.node].first
			if child == 0 {
				continue
			}
			after, spoken := f.move(child, &j.before, j.clear)
			rest := job{node: child, before: after, clear: spoken}
			var variations []job
			for s := f.g.Nodes[child].next; s != 0; s = f.g.Nodes[s].next {
				variations = append(variations, job{node: s, before: j.before, begins: true})
				rest.clear = true
			}
			slices.Reverse(variations)
			todo = append(append(todo, rest), variations...)
		}
	}
	f.word(f.result(), false)
	f.out.WriteByte('\n')
}

// move writes a move with its glyphs and comments, and reports whether there were any.
func (f *formatter) move(node int32, before *chess.Position, numbered bool) (after chess.Position, spoken bool) {
	n := &f.g.Nodes[node]
	f.comments(n.Before)
	switch {
	case before.ToPlay() == chess.White:
		f.word(itoa(before.Number())+".", false)
	case numbered || len(n.Before) > 0:
		f.word(itoa(before.Number())+"...", false)
	}
	f.word(before.SAN(n.Move), false)
	for _, glyph := range n.NAGs {
		f.word("$"+itoa(int(glyph)), false)
	}
	f.comments(n.Comments)
	after = *before
	after.Play(n.Move)
	return after, len(n.Comments) > 0
}

func (f *formatter) comments(list []string) {
	for _, c := range list {
		if strings.Contains(c, "}") {
			if f.lost != nil {
				f.lost()
			}
			c = strings.ReplaceAll(c, "}", ")")
		}
		words := strings.Fields("{" + c + "}")
		for i, word := range words {
			// A line that begins like this would be read as something else.
			f.word(word, i > 0 && (word[0] == '[' || word[0] == '%'))
		}
	}
}

// word writes a word behind a space or on a new line; with stay never on a new line.
func (f *formatter) word(s string, stay bool) {
	switch {
	case f.col == 0 || f.opened:
	case f.col+1+len(s) > width && !stay:
		f.out.WriteByte('\n')
		f.col = 0
	default:
		f.out.WriteByte(' ')
		f.col++
	}
	f.out.WriteString(s)
	f.col += len(s)
	f.opened = false
}

// room begins a new line if the present one has not so much room.
func (f *formatter) room(n int) {
	if f.col+1+n > width {
		f.out.WriteByte('\n')
		f.col = 0
	}
}

// glue writes a text after the latest word.
func (f *formatter) glue(s string) {
	f.out.WriteString(s)
	f.col += len(s)
}

// fromStore makes a record of a game of chess that came in another format.
func fromStore(w *format.Written) *Game {
	g := &Game{Start: chess.New(), Result: "*"}
	values := map[string]string{}
	for _, v := range w.Game.Info {
		if _, ok := values[v.Ident]; !ok {
			values[v.Ident] = v.Text
		}
	}
	if fen := values["FEN"]; fen != "" {
		g.Start, _ = chess.ParseFEN(fen)
	}
	if g.Start == nil {
		return g
	}
	for _, name := range slices.Concat(roster[:6], []string{"WhiteElo", "BlackElo", "WhiteTeam", "BlackTeam", "Annotator", "TimeControl", "Opening", "Source"}) {
		if value := values[idents[name]]; value != "" {
			g.Tags = append(g.Tags, Tag{name, value})
		}
	}
	if date := gameinfo.ParseDate(values["DT"]); date.Lo != 0 {
		g.Tags = append(g.Tags, Tag{"Date", dateText(date.Spans[0])})
	}
	switch w.Game.Facts.Winner {
	case store.WinnerWhite:
		g.Result = "1-0"
	case store.WinnerBlack:
		g.Result = "0-1"
	case store.WinnerNone:
		g.Result = "1/2-1/2"
	}
	g.add(-1, chess.Empty, chess.Move{})
	nodes := []int32{} // by number; -1 for those left out
	for step := range chess.Replay(g.Start, w.Game.Script) {
		above := int32(0)
		if step.Parent >= 0 {
			above = nodes[step.Parent]
		}
		switch {
		case above >= 0 && step.Moved && step.Fault.Possible():
			above = g.add(above, step.Before.ToPlay(), step.Move)
		case step.Moved && above >= 0:
			w.Lost(lostMoves)
			above = -1
		}
		nodes = append(nodes, above)
	}
	for _, c := range w.Game.Comments {
		if n := nodes[c.Node]; n >= 0 {
			g.Nodes[n].Comments = append(g.Nodes[n].Comments, strings.Join(strings.Fields(c.Text), " "))
		}
	}
	return g
}

// dateText writes a date as PGN does. For a range, it writes what both ends share.
func dateText(s gameinfo.Span) string {
	lo, hi := s.Lo, s.Hi
	switch {
	case lo < 10101 || hi/10000 != lo/10000:
		return "????.??.??"
	case lo == hi:
		return fmt.Sprintf("%04d.%02d.%02d", lo/10000, lo/100%100, lo%100)
	case lo/100 == hi/100:
		return fmt.Sprintf("%04d.%02d.??", lo/10000, lo/100%100)
	}
	return fmt.Sprintf("%04d.??.??", lo/10000)
}
