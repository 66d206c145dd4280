package goserver

import (
	"strconv"
	"strings"

	"kifudb/format"
	"kifudb/position"
)

// katagoJSON is what KataGo reads in lines of JSON: questions to its analysis engine, each of
// which tells a game, and positions from which it starts games or which it learns.
//
//	{"id":"a","boardXSize":19,"boardYSize":19,"rules":"chinese","komi":7.5,"initialStones":[["B","Q4"]],
//	 "initialPlayer":"W","moves":[["W","D4"],["B","pass"]]}
//	{"xSize":5,"ySize":5,"board":"...../..X../...../...../...../","nextPla":"W","moveLocs":["C3"],"movePlas":["W"],
//	 "hintLoc":"null","initialTurnNumber":1,"weight":1.0}
//
// Points are those of GTP, or (column,row) from 0 at the upper left. The answers of the engine
// are no games: they are evaluations, which other parts of the program keep beside games.
//
// Sources: docs/Analysis_Engine.md and PositionSample in cpp/dataio/sgf.cpp of github.com/lightvector/KataGo.
func katagoJSON() *format.Format {
	return &format.Format{
		Name: "katago-json", Title: "KataGo JSON", Extensions: []string{".json", ".jsonl", ".ndjson", ".txt"}, Generic: true, Games: []int{Go},
		Recognise: recogniseJSON(isKataGo),
		Owns:      ownsString,
		Split:     splitObjects(isKataGo),
		Charset:   charsetOfJSON,
		Derive:    deriveKataGo,
	}
}

// isKataGo reports whether an object is a question or a position.
func isKataGo(object []byte) bool {
	question, start := 0, 0
	for key, value := range members(object) {
		switch {
		case key == "moves" && opens(value, '['), key == "boardXSize", key == "boardYSize":
			question++
		case key == "board" && opens(value, '"'), key == "xSize", key == "ySize", key == "nextPla":
			start++
		}
	}
	return question >= 3 || start >= 4
}

var katagoKeys = setOf("id", "boardXSize", "boardYSize", "rules", "komi", "initialStones", "initialPlayer", "moves",
	"xSize", "ySize", "board", "nextPla", "moveLocs", "movePlas", "hintLoc", "metadata")

// katagoReader is a question or a position as it is read.
type katagoReader struct {
	*reader
	fields
}

// deriveKataGo reads a question or a position.
func deriveKataGo(d *format.Draft) {
	r := read(d)
	g := &katagoReader{r, r.fields(r.text, katagoKeys)}
	if g.fields["board"] != nil {
		g.board("xSize", "ySize", g.of)
		g.Add("GC", words(g.of("metadata")))
		g.rows()
		g.first("nextPla")
		g.lists()
		if hint := words(g.of("hintLoc")); hint != "null" {
			g.Comment(g.Nodes-1, hint)
		}
		return
	}
	g.board("boardXSize", "boardYSize", g.of)
	g.Add("GN", words(g.of("id")))
	g.Add("RU", words(g.of("rules")))
	if komi, ok := number(g.of("komi")); ok {
		g.Add("KM", strconv.FormatFloat(komi, 'f', -1, 64))
	}
	for item := range items(g.of("initialStones")) {
		g.to(item)
		if c, p, ok := g.pair(item); ok && p != position.Pass {
			g.Script.Add(c, p)
		} else {
			g.problem(format.BadStart, "cannot read the stone %.40q", item)
		}
	}
	g.first("initialPlayer")
	for item := range items(g.of("moves")) {
		g.to(item)
		c, p, ok := g.pair(item)
		g.put(c, p, ok)
	}
}

func (g *katagoReader) of(key string) []byte { return g.fields[key] }

// first says who moves first, if the record does.
func (g *katagoReader) first(key string) {
	if c := colorOf(words(g.of(key))); c != position.Empty {
		g.Script.ToPlay(c)
	}
}

// put adds a move.
func (g *katagoReader) put(c position.Color, p position.Point, ok bool) {
	switch {
	case !ok:
		g.Node()
		g.problem(format.BadMove, "cannot read the move")
	case p == position.Pass:
		g.pass(c)
	default:
		g.move(c, p.X(), p.Y())
	}
}

// pair reads a list of a colour and a point.
func (g *katagoReader) pair(item []byte) (c position.Color, p position.Point, ok bool) {
	at := 0
	for value := range items(item) {
		switch at {
		case 0:
			c = colorOf(words(value))
		case 1:
			p, ok = g.point(words(value))
		}
		at++
	}
	return c, p, ok && c != position.Empty && at == 2
}

// rows sets up the stones of a board: rows from above with a slash between, X Black, O White.
func (g *katagoReader) rows() {
	value := g.of("board")
	g.to(value)
	rows := strings.Split(strings.TrimSuffix(words(value), "/"), "/")
	whole := len(rows) == g.Size.Rows
	for y, row := range rows {
		whole = whole && len(row) == g.Size.Cols
		for x := range len(row) {
			c := position.Empty
			switch row[x] {
			case 'X', 'x':
				c = position.Black
			case 'O', 'o':
				c = position.White
			case '.', '+':
				continue
			}
			if c == position.Empty || !g.on(x, y) {
				whole = false
				continue
			}
			g.Script.Add(c, position.At(x, y))
		}
	}
	if !whole {
		g.problem(format.BadStart, "the board is not %v points of X, O and full stops", g.Size)
	}
}

// lists adds the moves of two lists: points and colours.
func (g *katagoReader) lists() {
	var colors []position.Color
	for value := range items(g.of("movePlas")) {
		colors = append(colors, colorOf(words(value)))
	}
	at := 0
	for value := range items(g.of("moveLocs")) {
		g.to(value)
		p, ok := g.point(words(value))
		c := position.Empty
		if at < len(colors) {
			c = colors[at]
		}
		g.put(c, p, ok && c != position.Empty)
		at++
	}
	if at < len(colors) {
		g.problem(format.BadRecord, "there are more colours than moves")
	}
}

// colorOf reads a colour.
func colorOf(word string) position.Color {
	switch strings.ToLower(word) {
	case "b", "black":
		return position.Black
	case "w", "white":
		return position.White
	}
	return position.Empty
}

// point reads a point, which is on the board, or a pass.
func (g *katagoReader) point(word string) (position.Point, bool) {
	if strings.EqualFold(word, "pass") {
		return position.Pass, true
	}
	var x, y int
	if inner, ok := strings.CutPrefix(word, "("); ok {
		a, b, _ := strings.Cut(strings.TrimSuffix(inner, ")"), ",")
		var errX, errY error
		x, errX = strconv.Atoi(strings.TrimSpace(a))
		y, errY = strconv.Atoi(strings.TrimSpace(b))
		return position.At(x&63, y&63), errX == nil && errY == nil && g.on(x, y)
	}
	const columns = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
	at := 0
	for x = 0; at < len(word) && at < 2; at++ { // AA comes after Z
		n := strings.IndexByte(columns, word[at]&^0x20)
		if n < 0 || word[at] < 'A' {
			break
		}
		x = len(columns)*x + n + 1
	}
	n, err := strconv.Atoi(word[at:])
	x, y = x-1, g.Size.Rows-n
	return position.At(x&63, y&63), err == nil && at > 0 && n > 0 && g.on(x, y)
}
