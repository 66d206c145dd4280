package paper

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"kifudb/archive"
	"kifudb/drawing"
	"kifudb/game"
)

// A plan is a figure before it is drawn: nodes that follow each other, and how they are numbered.
type plan struct {
	nodes    []int
	numbers  []int // of the moves of these nodes on paper, 0 for nodes without one
	flag     *archive.FigureFlag
	printing string // see archive.Printing.Numbers
	line     *line
	first    bool // of its line
	after    bool // the move of the first node was made before the figure
}

// A line is the main line, or a variation: the nodes from where it leaves another line.
type line struct {
	nodes   []int
	parent  int   // -1 for the main line
	from    *line // the other line, nil for the main line
	instead int   // number on paper of the move of the other line in whose place it begins, 0 if there is none
	diagram int   // its number, see numberer
}

// cut divides a line into figures.
//
// A figure begins where the record says so, by FG. A line without FG is cut after so many moves.
// Besides, a figure begins where pieces are set up, where another part of the board is shown, and
// where what is marked would lie over each other.
func (c *course) cut(l *line, o *Options) []*plan {
	divided := slices.ContainsFunc(l.nodes, func(n int) bool { return c.items[n].printing.Figure != nil })
	most := o.Moves
	switch {
	case divided:
		most = wholeGame
	case most == 0 && c.fills():
		most = wholeGame
	case most == 0 && o.Usual > 0:
		most = o.Usual
	case most == 0:
		most = usualMoves
	}
	var plans []*plan
	var p *plan
	var on surface
	moves, number := 0, 0
	begin := func(node int) {
		p = &plan{line: l, first: len(plans) == 0, flag: c.items[node].printing.Figure, printing: c.items[node].printing.Numbers}
		plans, moves, on = append(plans, p), 0, newSurface()
	}
	for i, node := range l.nodes {
		it := &c.items[node]
		isMove := c.numbered(it)
		drawn := isMove && it.cell >= 0 // a pass needs no room
		switch {
		case i == 0, it.printing.Figure != nil, it.setup, drawn && moves >= most,
			it.printing.Numbers != p.printing, !slices.Equal(c.visible(node), c.visible(p.nodes[0])),
			o.CutTaken && isMove && on.taken(it.cell), c.clashes(&on, it):
			begin(node)
		}
		c.take(&on, it)
		at := 0
		if isMove {
			number++
			if it.printing.Number > 0 {
				number = it.printing.Number
			}
			at = number
		}
		if drawn {
			moves++
		}
		p.nodes, p.numbers = append(p.nodes, node), append(p.numbers, at)
	}
	return plans
}

// numbered reports whether a node has a move with a number: where passes are forced they have none.
func (c *course) numbered(it *item) bool {
	return it.color != "" && !(it.cell < 0 && c.kind.About().NoPasses)
}

// fills reports whether each cell is taken at most once, so that one board shows the whole game.
func (c *course) fills() bool { return c.blank.Captured == nil }

func (c *course) visible(node int) []string {
	if m := c.items[node].markup; m != nil {
		return m.Visible
	}
	return nil
}

// A surface is what lies on the board of a figure while it is planned.
type surface struct {
	moves map[int]bool     // cells of moves, and of pieces that these took
	marks map[int]string   // what is on cells
	signs map[string][]int // marks and labels, and where they are
	ends  bool             // nothing can follow: territory is shown
}

func newSurface() surface {
	return surface{map[int]bool{}, map[int]string{}, map[string][]int{}, false}
}

func (s *surface) taken(cell int) bool { return cell >= 0 && s.moves[cell] }

// signs calls a function for each mark of a node: its cell, and what it is. Those of the node's own
// move are left out, as they only say which one is the last.
func (c *course) signs(it *item, do func(cell int, sign string)) {
	if it.markup == nil {
		return
	}
	put := func(point, sign string) {
		if x, y, ok := archive.Coordinates(point); ok && y*c.blank.Cols+x != it.cell {
			do(y*c.blank.Cols+x, sign)
		}
	}
	for _, l := range it.markup.Labels {
		put(l.Point, l.Text)
	}
	for _, g := range it.markup.Signs {
		put(g.Point, "\x00"+g.Kind)
	}
}

// clashes reports whether what a node shows cannot be drawn over what the figure shows already: another
// mark on a cell, or the same one on another cell, which a comment would not tell from the first.
func (c *course) clashes(s *surface, it *item) (clash bool) {
	if s.ends {
		return true
	}
	c.signs(it, func(cell int, sign string) {
		if was, ok := s.marks[cell]; ok && was != sign {
			clash = true
		}
		if at := s.signs[sign]; len(at) > 0 && !slices.Contains(at, cell) {
			clash = true
		}
	})
	return clash
}

func (c *course) take(s *surface, it *item) {
	if it.cell >= 0 && it.color != "" {
		s.moves[it.cell] = true
		for _, cell := range it.emptied {
			s.moves[cell] = true
		}
	}
	c.signs(it, func(cell int, sign string) {
		if s.marks[cell] != sign {
			s.marks[cell], s.signs[sign] = sign, append(s.signs[sign], cell)
		}
	})
	s.ends = s.ends || it.markup != nil && len(it.markup.Black)+len(it.markup.White) > 0
}

// needed returns the nodes whose boards a plan needs.
func (c *course) needed(p *plan) []int {
	return []int{c.before(p), p.nodes[len(p.nodes)-1]}
}

// before returns the node on whose board a figure begins.
func (c *course) before(p *plan) int {
	first := &c.items[p.nodes[0]]
	if first.color != "" && first.parent >= 0 {
		return first.parent
	}
	return first.node
}

// drawn makes the figure of a plan for a game whose pieces are put on cells.
func (c *course) drawn(p *plan, boards map[int]*game.Board, o *Options) *Figure {
	return c.drawnFrom(p, boards[c.before(p)], boards[p.nodes[len(p.nodes)-1]], o)
}

// drawnFrom makes a figure that begins with one board and ends with another.
func (c *course) drawnFrom(p *plan, start, end *game.Board, o *Options) *Figure {
	t := o.language().terms()
	f := &Figure{Coordinates: o.Coordinates, Abreast: 1}
	if p.line.parent >= 0 {
		f.Abreast = 2
	}
	list, keep := true, true
	if p.flag != nil && p.flag.Flags {
		f.Coordinates, f.NoStars = !p.flag.NoCoordinates, p.flag.NoStars
		list, keep = !p.flag.NoList, p.flag.KeepCaptured
	}
	d := newDrawnBoard(start, end)
	if first := &c.items[p.nodes[0]]; first.color != "" && first.parent < 0 && !p.after {
		delete(d.pieces, first.cell) // the root is a move
	}
	if p.printing == "none" {
		d.pieces, keep = piecesOf(end), true
	}
	for _, node := range p.nodes {
		if m := c.items[node].markup; m != nil {
			d.name(m)
		}
	}
	for i, node := range p.nodes {
		if it := &c.items[node]; c.numbered(it) && p.printing != "none" && !(i == 0 && p.after) {
			d.play(it, p.shown(i), t)
		}
	}
	if !keep {
		d.removeCaptured(t)
	}
	for _, node := range p.nodes {
		if m := c.items[node].markup; m != nil {
			d.mark(m, c.items[node].cell)
		}
	}
	f.Board, f.Marks = d.board(), d.marks
	if list {
		f.Notes = d.notes
	}
	return f
}

// shown returns the number of a move as it is written on the board: in short, numbers go on from
// the last two digits of the first one, or from 100 where these are zeros.
func (p *plan) shown(i int) int {
	if p.printing != "short" {
		return p.numbers[i]
	}
	first := slices.IndexFunc(p.numbers, func(n int) bool { return n > 0 })
	return p.numbers[i] - (p.numbers[first]-1)/100*100
}

// A drawnBoard is the board of a figure while moves are put on it.
type drawnBoard struct {
	start, end *game.Board
	pieces     map[int]game.Piece
	numbers    map[int]int
	labels     map[int]string  // of all nodes
	named      map[string]bool // these labels, and letters that stand for pieces without numbers, in lower case
	marks      drawing.Marks
	notes      []string
}

func newDrawnBoard(start, end *game.Board) *drawnBoard {
	d := &drawnBoard{start: start, end: end, pieces: piecesOf(start), numbers: map[int]int{}, labels: map[int]string{}, named: map[string]bool{}}
	d.marks = drawing.Marks{Letters: map[int]string{}, Numbers: d.numbers, Shapes: map[int]string{}, Last: -1}
	return d
}

func piecesOf(b *game.Board) map[int]game.Piece {
	pieces := make(map[int]game.Piece, len(b.Pieces))
	for _, p := range b.Pieces {
		pieces[p.Cell] = p
	}
	return pieces
}

// play puts a move on the board, or notes it below if it cannot be shown.
func (d *drawnBoard) play(it *item, number int, t *terms) {
	if it.cell < 0 {
		d.notes = append(d.notes, strconv.Itoa(number)+" "+t.pass)
		return
	}
	if at, ok := d.numbers[it.cell]; ok {
		d.notes = append(d.notes, t.at(number, strconv.Itoa(at)))
		return
	}
	if _, ok := d.pieces[it.cell]; ok { // where a stone was taken that the figure began with
		letter, ok := d.marks.Letters[it.cell]
		if !ok {
			letter = d.letter(it.cell)
			d.marks.Letters[it.cell] = letter
		}
		d.notes = append(d.notes, t.at(number, letter))
		return
	}
	d.pieces[it.cell] = game.Piece{Cell: it.cell, Color: it.color, Kind: "stone"}
	d.numbers[it.cell] = number
}

// name notes the labels of a node, before letters are given to other points.
func (d *drawnBoard) name(m *archive.Markup) {
	at := drawing.Marks{Letters: d.labels, Shapes: map[int]string{}}
	at.MarkUp(d.start, m)
	for _, l := range m.Labels {
		d.named[strings.ToLower(l.Text)] = true
	}
}

// letter returns what stands for a piece without a number: its label, or else a letter that
// nothing else has.
func (d *drawnBoard) letter(cell int) string {
	if label := strings.TrimSpace(d.labels[cell]); label != "" && !isNumber(label) {
		return label
	}
	n := 0
	for d.named[letterNumber(n)] {
		n++
	}
	d.named[letterNumber(n)] = true
	return letterNumber(n)
}

// letterNumber returns the letters a, b, … z, aa, ab, ….
func letterNumber(n int) string {
	text := ""
	for n++; n > 0; n = (n - 1) / 26 {
		text = string(rune('a'+(n-1)%26)) + text
	}
	return text
}

// removeCaptured takes pieces away that were captured; numbers that go with them are noted.
func (d *drawnBoard) removeCaptured(t *terms) {
	left := piecesOf(d.end)
	for _, cell := range slices.Sorted(maps.Keys(d.pieces)) {
		if _, ok := left[cell]; ok {
			continue
		}
		delete(d.pieces, cell)
		if n, ok := d.numbers[cell]; ok {
			d.notes = append(d.notes, t.at(n, d.point(cell)))
			delete(d.numbers, cell)
		}
	}
}

// point returns what a cell is called by its column and row.
func (d *drawnBoard) point(cell int) string {
	return d.start.Columns[cell%d.start.Cols] + d.start.Lines[cell/d.start.Cols]
}

// mark puts the markup of a node on the board. A sign on a number is noted below, but for that of
// the node's own move, which only says which one is the last.
func (d *drawnBoard) mark(m *archive.Markup, own int) {
	at := drawing.Marks{Letters: map[int]string{}, Shapes: map[int]string{}}
	at.MarkUp(d.start, m)
	maps.DeleteFunc(at.Letters, func(_ int, text string) bool { return strings.TrimSpace(text) == "" })
	for _, cell := range slices.Sorted(maps.Keys(at.Letters)) {
		label := at.Letters[cell]
		if n, ok := d.numbers[cell]; ok {
			if !isNumber(label) { // otherwise the record numbers its moves so
				d.note(label + " = " + strconv.Itoa(n))
			}
			continue
		}
		if _, ok := d.marks.Letters[cell]; !ok || !isNumber(label) {
			d.marks.Letters[cell] = label
		}
	}
	for _, cell := range slices.Sorted(maps.Keys(at.Shapes)) {
		if n, ok := d.numbers[cell]; ok {
			if cell != own {
				d.note(archive.SignCharacters[at.Shapes[cell]] + " = " + strconv.Itoa(n))
			}
			continue
		}
		d.marks.Shapes[cell] = at.Shapes[cell]
	}
	for i := range at.Territory {
		d.marks.Territory[i] = append(d.marks.Territory[i], at.Territory[i]...)
	}
	d.marks.Arrows, d.marks.Lines = append(d.marks.Arrows, at.Arrows...), append(d.marks.Lines, at.Lines...)
	d.marks.Dim, d.marks.Hidden = at.Dim, at.Hidden
}

// isNumber reports whether a label could be taken for the number of a move.
func isNumber(label string) bool {
	_, err := strconv.Atoi(label)
	return err == nil
}

func (d *drawnBoard) note(text string) {
	if !slices.Contains(d.notes, text) {
		d.notes = append(d.notes, text)
	}
}

// board returns the board with all pieces of the figure.
func (d *drawnBoard) board() *game.Board {
	b := *d.start
	b.Pieces, b.Moves = nil, nil
	for _, cell := range slices.Sorted(maps.Keys(d.pieces)) {
		b.Pieces = append(b.Pieces, d.pieces[cell])
	}
	return &b
}
