package paper

import (
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"

	"kifudb/archive"
	"kifudb/game"
)

// A part is held in memory: it has so many figures at most. The game is replayed for some parts at
// once, as a record may have tens of thousands of variations.
const (
	manyFigures = 200
	manyPlans   = 5 * manyFigures
)

// gameParts makes the parts of a game: one, unless it has very many figures.
func gameParts(v *archive.View, g *archive.Game, o *Options, titled bool) iter.Seq2[*Part, error] {
	return func(yield func(*Part, error) bool) {
		c, err := readCourse(v, g.ID, o)
		if err != nil {
			yield(nil, fmt.Errorf("game %s: %w", g.Name(), err))
			return
		}
		part := &Part{Anchor: anchor(g), Blocks: []Block{c.facts(o)}}
		if titled {
			part.Title = titleOf(g)
		}
		if c.boardless != nil {
			part.Blocks = append(part.Blocks, &Paragraph{Text: c.boardless.Error()})
		}
		if c.unread != "" {
			part.Blocks = append(part.Blocks, &Paragraph{Text: strings.ToUpper(c.unread[:1]) + c.unread[1:] + "."})
		}
		if c.moves() {
			c.moveParts(part, o, yield)
			return
		}
		n := numberer{}
		for plans := range some(c.plans(o), manyPlans) {
			var nodes []int
			for _, p := range plans {
				nodes = append(nodes, c.needed(p)...)
			}
			boards, err := c.boards(nodes)
			if err != nil {
				yield(nil, err)
				return
			}
			for figures := range slices.Chunk(plans, manyFigures) {
				for _, p := range figures {
					f := c.drawn(p, boards, o)
					f.Caption = n.caption(p, o.language().terms())
					part.Blocks = append(part.Blocks, f)
					part.Blocks = append(part.Blocks, c.comments(p, o)...)
				}
				if !yield(part, nil) {
					return
				}
				part = &Part{}
			}
		}
	}
}

// some yields what a sequence yields in lists of at most so many.
func some[T any](seq iter.Seq[T], most int) iter.Seq[[]T] {
	return func(yield func([]T) bool) {
		var list []T
		for v := range seq {
			list = append(list, v)
			if len(list) == most {
				if !yield(list) {
					return
				}
				list = nil
			}
		}
		if len(list) > 0 {
			yield(list)
		}
	}
}

// plans yields the figures of the game in the order of a book: behind each figure come the
// variations that leave its line there, each with its own.
func (c *course) plans(o *Options) iter.Seq[*plan] {
	return func(yield func(*plan) bool) {
		main := &line{nodes: c.line(0), parent: -1}
		open := [][]*plan{c.cut(main, o)}
		for len(open) > 0 {
			top := len(open) - 1
			if len(open[top]) == 0 {
				open = open[:top]
				continue
			}
			p := open[top][0]
			open[top] = open[top][1:]
			if !yield(p) {
				return
			}
			if o.NoVariations {
				continue
			}
			var below []*plan
			for _, l := range c.variations(p) {
				below = append(below, c.cut(l, o)...)
			}
			open = append(open, below)
		}
	}
}

// variations returns the lines that leave that of a figure for one of its nodes. Those of its
// first node do, too, but for the line's own beginning, which has them already.
func (c *course) variations(p *plan) (list []*line) {
	for i, node := range p.nodes {
		it := &c.items[node]
		if it.parent < 0 || p.first && i == 0 && p.line.parent >= 0 {
			continue
		}
		for _, other := range c.items[it.parent].children[1:] {
			list = append(list, &line{nodes: c.line(other), parent: it.parent, from: p.line, instead: p.numbers[i]})
		}
	}
	return list
}

// A numberer numbers the figures and diagrams of a game.
type numberer struct{ figures, diagrams int }

// caption names a figure, with the numbers of its moves.
func (n *numberer) caption(p *plan, t *terms) string {
	caption := ""
	if p.line.parent < 0 {
		n.figures++
		caption = t.figure(n.figures)
	} else {
		if p.first {
			n.diagrams++
			p.line.diagram = n.diagrams
		}
		caption = t.diagram(p.line.diagram)
	}
	if p.flag != nil {
		switch {
		case p.flag.NoName:
			caption = ""
		case p.flag.Name != "":
			caption = p.flag.Name
		}
	}
	from, to := 0, 0
	for _, number := range p.numbers {
		if number > 0 && from == 0 {
			from = number
		}
		to = max(to, number)
	}
	if from > 0 && caption != "" && (p.line.parent < 0 || !p.first) {
		caption += t.moves(from, to)
	}
	if p.first && p.line.instead > 0 && caption != "" {
		caption += t.instead(p.line.instead, p.line.from.diagram)
	}
	return caption
}

// comments returns the texts of a figure's nodes, each with the number of its move.
func (c *course) comments(p *plan, o *Options) (list []Block) {
	for i, node := range p.nodes {
		lead := ""
		if p.numbers[i] > 0 {
			lead = strconv.Itoa(p.numbers[i])
		}
		list = append(list, c.texts(node, lead, o)...)
	}
	return list
}

// texts returns what a node says: its name, its judgements and its comments.
func (c *course) texts(node int, lead string, o *Options) (list []Block) {
	if o.NoComments {
		return nil
	}
	it := &c.items[node]
	var words []string
	number := lead
	for _, j := range it.judged {
		lead += j.Sign
		if j.Sign == "" && j.Property != "FG" {
			words = append(words, j.Words)
		}
	}
	for _, v := range it.texts {
		if v.Property == "N" {
			lead = archive.Joined(lead, strings.TrimSpace(v.Text))
		}
	}
	if len(words) > 0 {
		list = append(list, &Paragraph{Text: strings.Join(words, "; ")})
	}
	for _, v := range it.texts {
		if text := strings.TrimSpace(v.Text); text != "" && v.Property != "N" && v.Property != "GC" {
			list = append(list, &Paragraph{Text: text})
		}
	}
	if len(list) > 0 {
		list[0].(*Paragraph).Lead = lead
	} else if lead != number { // a name or a sign
		list = append(list, &Paragraph{Lead: lead})
	}
	return list
}

// factOrder is the order in which facts are printed.
var factOrder = []string{"GN", "PB", "BT", "PW", "WT", "EV", "RO", "DT", "PC", "HA", "KM", "RU", "TM", "OT", "ON", "RE", "AN", "SO", "CP", "GC"}

// facts returns what is known of the game, as the user corrected it.
func (c *course) facts(o *Options) *Facts {
	t, f := o.language().terms(), &Facts{}
	text := func(ident string) string {
		i := slices.IndexFunc(c.info, func(v archive.Value) bool { return v.Property == ident })
		if i < 0 {
			return ""
		}
		return strings.TrimSpace(c.info[i].Text)
	}
	order := factOrder
	if c.game.WhiteBegins() {
		order = slices.Clone(order)
		order[1], order[2], order[3], order[4] = "PW", "WT", "PB", "BT"
	}
	for _, ident := range order {
		value := text(ident)
		switch {
		case value == "" || ident == "HA" && value == "0":
			continue
		case ident == "TM":
			value = t.duration(value)
		case ident == "PB":
			value = archive.Joined(value, text("BR"))
		case ident == "PW":
			value = archive.Joined(value, text("WR"))
		}
		label := t.labels[ident]
		if first, ok := t.firsts[ident]; ok && c.blank != nil && len(c.blank.Signs) > 0 {
			label = first
		}
		f.Lines = append(f.Lines, [2]string{label, value})
	}
	return f
}

// moves reports whether pieces move on the board of the game: then boards are shown after moves,
// and moves are written. Otherwise the numbers of moves are on the board.
func (c *course) moves() bool {
	if c.boardless != nil {
		return true
	}
	start, err := game.Start(c.kind)
	if err != nil {
		return false
	}
	return slices.ContainsFunc(start.(game.Shown).Data().Moves, func(m game.Move) bool { return m.From != nil })
}
