package paper

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"kifudb/archive"
	"kifudb/ask"
	"kifudb/game"
)

// A problem is a position whose next moves are asked for.
type problem struct {
	game  *archive.Game
	begin int     // node with the position
	first int     // node of the first move of the answer if a search found it, 0 for what the record marks as right
	loss  float64 // of that move, by the engine's values
}

// answered is how many moves of a game an answer shows at most.
const answered = 6

// Found says what was found for sheets of problems.
type Found struct {
	Problems int
	Skipped  int // games without one
}

// Problems returns sheets of positions of games, with who is to play: where a query finds boards, moves
// or texts, else where the records begin. Records that begin with the usual position of their game
// are left out. The document is nil if there are no problems.
func Problems(ctx context.Context, vs *archive.Views, games *archive.GameSet, q archive.Query, o Options) (d *Document, found Found, err error) {
	if o.PerPage == 0 {
		o.PerPage = 6
	}
	s := &archive.Search{Query: q, Among: games, Records: true, Sort: o.Sort, PerGame: 1}
	if o.Costliest {
		s.PerGame = 0
	}
	list, skipped, err := problemsOf(ctx, vs, s, &o)
	if found = (Found{len(list), skipped}); err != nil || len(list) == 0 {
		return nil, found, err
	}
	d = &Document{Title: o.Title, Subtitle: o.Subtitle, Author: o.Author, Language: o.language(), Book: o.Title != ""}
	t := d.Language.terms()
	if d.Title == "" {
		d.Title = t.problems
	}
	d.Parts = func(yield func(*Part, error) bool) {
		number, r := 0, &problemReader{views: vs, options: &o}
		for sheet := range slices.Chunk(list, o.PerPage) {
			part, answers := &Part{Anchor: "p" + strconv.Itoa(number+1)}, &Part{Anchor: "s" + strconv.Itoa(number+1)}
			for i := range sheet {
				number++
				question, answer, err := r.print(&sheet[i], number)
				if err != nil {
					yield(nil, err)
					return
				}
				part.Blocks = append(part.Blocks, question)
				answers.Blocks = append(answers.Blocks, answer...)
			}
			part.Blocks = append(part.Blocks, &PageBreak{})
			if !yield(part, nil) {
				return
			}
			if o.Solutions == "back" {
				answers.Blocks = append(answers.Blocks, &PageBreak{})
				if !yield(answers, nil) {
					return
				}
			}
		}
		if o.Solutions == "" || o.Solutions == "end" {
			r.solutions(list, yield)
		}
	}
	d.Parts = until(ctx, d.Parts)
	return d, found, nil
}

// A problemReader reads the games of problems.
type problemReader struct {
	views   *archive.Views
	options *Options
	last    *course // as a record may hold hundreds of problems
	of      *archive.Game
}

func (r *problemReader) course(g *archive.Game) (*course, error) {
	if r.of == nil || r.of.Archive != g.Archive || r.of.ID != g.ID {
		c, err := readCourse(r.views.View(g.Archive), g.ID, r.options)
		if err != nil {
			return nil, fmt.Errorf("game %s: %w", g.Name(), err)
		}
		r.last, r.of = c, g
	}
	return r.last, nil
}

// solutions makes the solutions behind all problems.
func (r *problemReader) solutions(list []problem, yield func(*Part, error) bool) {
	part := &Part{Title: r.options.language().terms().solutions, Anchor: "solutions"}
	for i := range list {
		_, answer, err := r.print(&list[i], i+1)
		if err != nil {
			yield(nil, err)
			return
		}
		if part.Blocks = append(part.Blocks, answer...); len(part.Blocks) >= manyFigures {
			if !yield(part, nil) {
				return
			}
			part = &Part{}
		}
	}
	if len(part.Blocks) > 0 {
		yield(part, nil)
	}
}

// problemsOf finds the positions of a search.
func problemsOf(ctx context.Context, vs *archive.Views, s *archive.Search, o *Options) (list []problem, skipped int, err error) {
	_, err = vs.Each(ctx, s, func(g *archive.Game) error {
		if o.Limit > 0 && !o.Costliest && len(list) >= o.Limit {
			return errEnough
		}
		found, err := positionsOf(vs, g, o)
		if err != nil {
			return fmt.Errorf("game %s: %w", g.Name(), err)
		}
		if len(found) == 0 {
			skipped++
		}
		list = append(list, found...)
		return nil
	})
	if err == errEnough {
		err = nil
	}
	if o.Costliest {
		slices.SortStableFunc(list, func(a, b problem) int { return cmp.Compare(b.loss, a.loss) })
	}
	if o.Limit > 0 {
		list = list[:min(len(list), o.Limit)]
	}
	return list, skipped, err
}

type enough struct{}

func (enough) Error() string { return "there are enough problems" }

var errEnough = enough{}

// positionsOf returns the positions of a game: those of its hits, or else the diagrams of problems in
// it, or its beginning.
func positionsOf(vs *archive.Views, g *archive.Game, o *Options) (list []problem, err error) {
	if game.HasRules(g.Kind()) != nil {
		return nil, nil // there is no board to print
	}
	v := vs.View(g.Archive)
	if len(g.Hits) == 0 || aboutAll(g.Hits) {
		nodes, err := ask.DiagramsOf(g)
		if err != nil || len(nodes) > 0 {
			for _, node := range nodes {
				list = append(list, problem{game: g, begin: node})
			}
			return list, err
		}
		is, err := beginsInside(v, g)
		if is {
			list = append(list, problem{game: g})
		}
		return list, err
	}
	tree, err := v.GameTree(g.ID, 0, 0)
	if err != nil {
		return nil, err
	}
	for _, h := range g.Hits {
		p := problem{game: g, begin: h.Node}
		n := tree.Nodes[h.Node]
		if h.Symmetry == nil && n.Color != "" && n.Parent >= 0 { // what is found is about the move
			p.begin, p.first = n.Parent, h.Node
		} else if p.first = following(tree, h.Node); p.first == 0 {
			continue
		}
		if l := tree.Nodes[p.first].Loss; l != nil && l.Points != nil {
			p.loss = *l.Points
		} else if l != nil && l.Percent != nil {
			p.loss = *l.Percent
		}
		if o.Costliest && p.loss <= 0 {
			continue
		}
		list = append(list, p)
	}
	return list, nil
}

// aboutAll reports whether what a search found are texts at the root, about the record as a whole.
func aboutAll(hits []archive.Hit) bool {
	return !slices.ContainsFunc(hits, func(h archive.Hit) bool { return h.Property == "" || h.Node > 0 })
}

// following returns the next move behind a node, 0 if there is none.
func following(tree *archive.GameTree, node int) int {
	for n := node + 1; n < len(tree.Nodes) && tree.Nodes[n].Parent == n-1; n++ {
		if tree.Nodes[n].Color != "" {
			return n
		}
	}
	return 0
}

// beginsInside reports whether a record begins with another position than its game, and moves follow.
func beginsInside(v *archive.View, g *archive.Game) (bool, error) {
	if g.Moves == 0 {
		return false, nil
	}
	nodes, err := v.Nodes(g.ID, []int{0})
	if err != nil {
		return false, err
	}
	start, err := game.Start(g.Kind())
	if err != nil {
		return false, err
	}
	at := nodes[0]
	if at.Step == nil {
		return false, at.NoBoard()
	}
	board, err := at.Data()
	if err != nil {
		return false, err
	}
	usual := start.(game.Shown).Data()
	if board.Cols != usual.Cols || board.Rows != usual.Rows {
		return len(board.Pieces) > 0, nil
	}
	return at.Last == nil && board.Text != usual.Text && g.Handicap == 0, nil
}

// print makes the figure of a problem and the blocks of its answer.
func (r *problemReader) print(p *problem, number int) (question *Figure, answer []Block, err error) {
	c, err := r.course(p.game)
	if err != nil {
		return nil, nil, err
	}
	o := r.options
	line, err := c.answer(p)
	if err != nil {
		return nil, nil, err
	}
	boards, err := c.boards([]int{p.begin, line[len(line)-1]})
	if err != nil {
		return nil, nil, err
	}
	t := o.language().terms()
	begin := boards[p.begin]
	toPlay := begin.ToPlay
	if i := slices.IndexFunc(line[1:], func(node int) bool { return c.items[node].color != "" }); i >= 0 {
		toPlay = c.items[line[1+i]].color
	}
	abreast := abreastOf(o.PerPage)
	pl := &plan{nodes: line[:1], numbers: []int{0}, line: &line0, printing: "none", after: true}
	question = c.drawnFrom(pl, begin, begin, o)
	question.Caption = strconv.Itoa(number) + ". " + t.toPlay(toPlay == "B")
	question.Rows = (o.PerPage + abreast - 1) / abreast
	question.Abreast, question.Crop = abreast, p.first == 0
	question.Notes = nil
	if p.first == 0 && !o.NoComments {
		for _, v := range c.items[p.begin].texts {
			text := shortened(v.Text)
			if !strings.EqualFold(strings.Trim(text, " ."), t.toPlay(toPlay == "B")) {
				question.Notes = append(question.Notes, text)
			}
		}
	}
	lead := strconv.Itoa(number) + ". "
	if p.first > 0 {
		lead += titleOf(p.game) + " "
	}
	if c.moves() {
		var names []string
		for _, node := range line[1:] {
			if it := &c.items[node]; it.color != "" {
				names = append(names, it.name)
			}
		}
		return question, []Block{&Paragraph{Lead: strings.TrimSpace(lead), Text: strings.Join(names, " ")}}, nil
	}
	pl = &plan{line: &line0, after: true}
	for i, node := range line {
		n := 0
		if it := &c.items[node]; i > 0 && c.numbered(it) {
			n = 1
			for _, before := range pl.numbers {
				if before > 0 {
					n++
				}
			}
		}
		pl.nodes, pl.numbers = append(pl.nodes, node), append(pl.numbers, n)
	}
	f := c.drawnFrom(pl, begin, boards[line[len(line)-1]], o)
	f.Caption, f.Abreast, f.Crop = strings.TrimSpace(lead), max(abreast, 2), question.Crop
	if !o.NoComments {
		for i, node := range line[1:] {
			for _, v := range c.items[node].texts {
				number := ""
				if n := pl.numbers[i+1]; n > 0 {
					number = strconv.Itoa(n)
				}
				f.Notes = append(f.Notes, archive.Joined(number, shortened(v.Text)))
			}
		}
	}
	return question, []Block{f}, nil
}

// line0 stands for the main line.
var line0 = line{parent: -1}

// answer returns the nodes from the position on to the end of its answer.
func (c *course) answer(p *problem) ([]int, error) {
	var end int
	if p.first > 0 {
		line := c.line(p.first)
		end = line[min(len(line), answered)-1]
	} else {
		solved, _, err := ask.SolutionOf(p.game, p.begin)
		if err != nil {
			return nil, err
		}
		end = solved
	}
	line := []int{end}
	for end > p.begin {
		end = c.items[end].parent
		line = append(line, end)
	}
	slices.Reverse(line)
	return line, nil
}

// abreastOf returns how many figures stand beside each other if so many are on a page.
func abreastOf(perPage int) int {
	switch {
	case perPage <= 2:
		return 1
	case perPage <= 8:
		return 2
	}
	return 3
}

// shortened is a text for below a small figure.
func shortened(text string) string {
	const most = 200
	text = strings.Join(strings.Fields(text), " ")
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return text
}
