package paper

import (
	"fmt"
	"strconv"
	"strings"

	"kifudb/archive"
	"kifudb/drawing"
	"kifudb/game"
)

// usualPlies is how many moves lie between two boards of games whose pieces move.
const usualPlies = 40

// moveParts makes the parts of a game whose pieces move: its moves in columns, boards, comments, and
// variations as lines of text.
func (c *course) moveParts(part *Part, o *Options, yield func(*Part, error) bool) {
	m := &moveList{course: c, options: o, t: o.language().terms(), most: o.Moves}
	if m.most == 0 {
		m.most = usualPlies
	}
	m.main()
	for first := true; len(m.blocks) > 0 || first; first = false {
		blocks, figures, nodes := []Block{}, 0, []int{}
		for len(m.blocks) > 0 && figures < manyFigures {
			if b, ok := m.blocks[0].(*position); ok {
				figures++
				nodes = append(nodes, b.node)
			}
			blocks, m.blocks = append(blocks, m.blocks[0]), m.blocks[1:]
		}
		boards, err := c.boards(nodes)
		if err != nil {
			yield(nil, err)
			return
		}
		for _, b := range blocks {
			if p, ok := b.(*position); ok {
				b = p.drawn(c, boards[p.node], o)
			}
			part.Blocks = append(part.Blocks, b)
		}
		if !yield(part, nil) {
			return
		}
		part = &Part{}
	}
}

// A position is a board that is to be drawn after the move of a node.
type position struct {
	node    int
	caption string
	abreast int
	flag    *archive.FigureFlag
}

func (*position) block() {}

func (p *position) drawn(c *course, b *game.Board, o *Options) *Figure {
	f := &Figure{Caption: p.caption, Board: b, Coordinates: o.Coordinates, Abreast: p.abreast}
	f.RowNames = o.rowNames(b)
	if p.flag != nil && p.flag.Flags {
		f.Coordinates, f.NoStars = !p.flag.NoCoordinates, p.flag.NoStars
	}
	f.Marks = drawing.Marks{Letters: map[int]string{}, Shapes: map[int]string{}, Last: -1}
	it := &c.items[p.node]
	if it.markup != nil {
		f.Marks.MarkUp(b, it.markup)
	}
	if it.cell >= 0 {
		f.Marks.Last = it.cell
	}
	return f
}

// A moveList makes the blocks of such a game.
type moveList struct {
	*course
	options *Options
	t       *terms
	most    int
	blocks  []Block
	table   *Table // that is being filled
	figures int
}

// main goes along the main line.
func (m *moveList) main() {
	line, number, since := m.line(0), 0, 0
	unusual := m.unusual()
	for i, node := range line {
		it := &m.items[node]
		var plan *position
		if it.color != "" {
			number++
			if it.printing.Number > 0 {
				number = it.printing.Number
			}
			since++
			m.move(number, it)
		}
		texts := m.texts(node, m.lead(number, it), m.options)
		divides := it.printing.Figure != nil || it.markup != nil || it.setup && (i > 0 || unusual)
		if m.boardless == nil && (divides || since >= m.most || i == len(line)-1 && since > 0) {
			plan = &position{node: node, abreast: 2, flag: it.printing.Figure}
			m.figures++
			plan.caption = m.caption(plan, number)
			since = 0
		}
		var below []Block
		if it.parent >= 0 && !m.options.NoVariations {
			for _, other := range m.items[it.parent].children[1:] {
				below = append(below, m.variation(other, number)...)
			}
		}
		if plan != nil || len(texts)+len(below) > 0 {
			m.flush()
		}
		if plan != nil {
			m.blocks = append(m.blocks, plan)
		}
		m.blocks = append(append(m.blocks, texts...), below...)
	}
	m.flush()
}

// caption names the board after a move.
func (m *moveList) caption(p *position, number int) string {
	if p.flag != nil && p.flag.NoName {
		return ""
	}
	caption := m.t.figure(m.figures)
	if p.flag != nil && p.flag.Name != "" {
		caption = p.flag.Name
	}
	switch {
	case number == 0:
	case m.pairs():
		caption += " (" + strings.TrimSpace(m.numbered(number, &m.items[p.node])) + ")"
	default:
		caption += m.t.moves(number, number)
	}
	return caption
}

// lead says before a text of which move it is.
func (m *moveList) lead(number int, it *item) string {
	if it.color == "" || number == 0 {
		return ""
	}
	return m.numbered(number, it) + it.name
}

// pairs reports whether moves of both players share a number, as in chess.
func (m *moveList) pairs() bool { return m.game.WhiteBegins() }

// numbered writes the number before a move: "12. ", "12… " for the second player's.
func (m *moveList) numbered(number int, it *item) string {
	switch {
	case !m.pairs():
		return strconv.Itoa(number) + " "
	case it.color == "W":
		return fmt.Sprintf("%d. ", (number+1)/2)
	}
	return fmt.Sprintf("%d… ", (number+1)/2)
}

// move adds a move to the table.
func (m *moveList) move(number int, it *item) {
	if m.table == nil {
		m.table = &Table{Head: []string{m.t.number, m.t.move}}
		if m.pairs() {
			m.table.Head = []string{m.t.number, m.t.white, m.t.black}
		}
	}
	name := it.name
	for _, j := range it.judged {
		name += j.Sign
	}
	if !m.pairs() {
		m.table.Rows = append(m.table.Rows, []string{strconv.Itoa(number), name})
		return
	}
	n := strconv.Itoa((number + 1) / 2)
	if it.color == "W" {
		m.table.Rows = append(m.table.Rows, []string{n, name, ""})
		return
	}
	if last := len(m.table.Rows) - 1; last >= 0 && m.table.Rows[last][0] == n && m.table.Rows[last][2] == "" {
		m.table.Rows[last][2] = name
		return
	}
	m.table.Rows = append(m.table.Rows, []string{n, "…", name})
}

func (m *moveList) flush() {
	if m.table != nil {
		m.blocks, m.table = append(m.blocks, m.table), nil
	}
}

// variation writes a line that leaves another one, and behind it those that leave it, each as a
// paragraph with the comments in brackets.
func (m *moveList) variation(node, number int) (list []Block) {
	type start struct{ node, number int }
	open := []start{{node, number}}
	for len(open) > 0 {
		from := open[len(open)-1]
		open = open[:len(open)-1]
		var text strings.Builder
		n := from.number - 1
		var left []start
		for i, at := range m.course.line(from.node) {
			it := &m.items[at]
			if it.color != "" {
				n++
				said := it.name
				if !m.pairs() || it.color == "W" || text.Len() == 0 {
					said = m.numbered(n, it) + it.name
				}
				for _, j := range it.judged {
					said += j.Sign
				}
				text.WriteString(" " + said)
			}
			if !m.options.NoComments {
				for _, v := range it.texts {
					if said := strings.TrimSpace(v.Text); said != "" && v.Property != "GC" {
						text.WriteString(" [" + said + "]")
					}
				}
			}
			if i > 0 {
				for _, other := range m.items[it.parent].children[1:] {
					left = append(left, start{other, n})
				}
			}
		}
		list = append(list, &Paragraph{Text: "(" + strings.TrimSpace(text.String()) + ")"})
		for i := len(left) - 1; i >= 0; i-- {
			open = append(open, left[i])
		}
	}
	return list
}
