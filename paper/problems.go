package paper

import (
	"cmp"
	"context"
	"fmt"
	"maps"
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
	begin int               // node with the position
	first int               // node of the first move of the answer if a search found it, 0 for what the record marks as right
	lost  *archive.MoveLoss // what that move lost, if the problem is about it
	line  []int             // nodes from begin to the end of the answer, when the question was made
	lines int               // how many lines there are where the record marks none of several as right, otherwise 0
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
	var list []problem
	skipped := 0
	for _, percent := range []bool{false, true} { // the costliest moves by points, or if nobody knows them by percent
		if o.Costliest {
			if s.Query, err = ask.LosingMoves(q, percent); err != nil {
				return nil, found, err
			}
		}
		if list, skipped, err = problemsOf(ctx, vs, s, &o); err != nil || len(list) > 0 || !o.Costliest {
			break
		}
	}
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
				question, err := r.question(&sheet[i], number)
				if err == nil && o.Solutions == "back" {
					answers.Blocks, err = r.answer(answers.Blocks, &sheet[i], number)
				}
				if err != nil {
					yield(nil, err)
					return
				}
				part.Blocks = append(part.Blocks, question)
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
		var err error
		if part.Blocks, err = r.answer(part.Blocks, &list[i], i+1); err != nil {
			yield(nil, err)
			return
		}
		if len(part.Blocks) >= manyFigures {
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
		slices.SortStableFunc(list, func(a, b problem) int { return cmp.Compare(b.loss(), a.loss()) })
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
		if o.Costliest {
			return nil, nil
		}
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
		if o.Costliest || h.Property == "grades" {
			p.lost = tree.Nodes[p.first].Loss
		}
		if o.Costliest && p.loss() <= 0 {
			continue
		}
		list = append(list, p)
	}
	return list, nil
}

// loss is what the move lost, in points or else in percent.
func (p *problem) loss() float64 {
	switch l := p.lost; {
	case l == nil:
	case l.Points != nil:
		return *l.Points
	case l.Percent != nil:
		return *l.Percent
	}
	return 0
}

// said says what the move lost, and which one an engine would have made.
// Losses of games of pieces have no unit that needs to be named.
func (p *problem) said(move, better string, t *terms, pieces bool) string {
	loss := p.loss()
	if loss <= 0 {
		return ""
	}
	of := strconv.FormatFloat(loss, 'f', 1, 64)
	switch {
	case p.lost.Points == nil:
		of += t.percent
	case !pieces:
		of += t.points
	}
	said := t.lost(move, of)
	if better != "" {
		said += t.better + better
	}
	return said
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
	if _, stones := g.Kind().(game.Stones); g.Moves == 0 && stones {
		return false, nil // the end of a game, or handicap
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

// lead is what stands before the solution of a problem: its number, and of what a search found the game.
func (p *problem) lead(number int) string {
	lead := strconv.Itoa(number) + "."
	if p.first > 0 {
		lead += " " + titleOf(p.game)
	}
	return lead
}

// question makes the figure of a problem.
func (r *problemReader) question(p *problem, number int) (*Figure, error) {
	c, err := r.course(p.game)
	if err != nil {
		return nil, err
	}
	o := r.options
	if p.line, err = c.answer(p); err != nil {
		return nil, err
	}
	boards, err := c.boards([]int{p.begin})
	if err != nil {
		return nil, err
	}
	begin := boards[p.begin]
	black := begin.ToPlay == "B"
	if i := slices.IndexFunc(p.line[1:], func(node int) bool { return c.items[node].color != "" }); i >= 0 {
		black = c.items[p.line[1+i]].color == "B"
	} else if said, ok := saidToPlay(c.items[p.begin].texts); ok {
		black = said
	}
	turn := o.language().terms().turn(begin, black)
	f := c.drawnFrom(&plan{nodes: p.line[:1], numbers: []int{0}, line: &line0, printing: "none", after: true}, begin, begin, o)
	f.Caption = strconv.Itoa(number) + ". " + turn
	f.RowNames = o.rowNames(begin)
	f.Abreast = abreastOf(o.PerPage)
	f.Rows = (o.PerPage + f.Abreast - 1) / f.Abreast
	f.Crop = p.first == 0
	f.Notes = nil
	if p.first == 0 && !o.NoComments {
		for _, v := range c.items[p.begin].texts {
			if text := withoutTurn(shortened(v.Text), turn); text != "" {
				f.Notes = append(f.Notes, text)
			}
		}
	}
	return f, nil
}

// turnWords are what texts of problems say where it is nowhere else: the beginnings of "Black to play" and the like.
var turnWords = []struct {
	words string
	black bool
}{{"black to", true}, {"黒先", true}, {"黑先", true}, {"黒番", true}, {"黑棋先", true}, {"white to", false}, {"白先", false}, {"白番", false}, {"白棋先", false}}

// saidToPlay returns whether texts say that Black is to play, or White.
func saidToPlay(texts []archive.Value) (black, ok bool) {
	for _, v := range texts {
		text, first := strings.ToLower(v.Text), -1
		for _, w := range turnWords {
			if at := strings.Index(text, w.words); at >= 0 && (first < 0 || at < first) {
				first, black = at, w.black
			}
		}
		if first >= 0 {
			return black, true
		}
	}
	return false, false
}

// withoutTurn leaves out of a text that it begins with who is to play, which the caption says.
func withoutTurn(text, turn string) string {
	if len(text) < len(turn) || !strings.EqualFold(text[:len(turn)], turn) {
		return text
	}
	rest := text[len(turn):]
	if cut := strings.TrimLeft(rest, " .!。"); cut == "" || cut != strings.TrimLeft(rest, " ") {
		return cut
	}
	return text
}

// answer adds the solution of a problem whose question was made.
func (r *problemReader) answer(blocks []Block, p *problem, number int) ([]Block, error) {
	c, err := r.course(p.game)
	if err != nil {
		return nil, err
	}
	if !slices.ContainsFunc(p.line[1:], func(node int) bool { return c.items[node].color != "" }) {
		return append(blocks, &Paragraph{Lead: p.lead(number), Text: r.options.language().terms().unsolved}), nil
	}
	if c.moves() {
		var names []string
		for _, node := range p.line[1:] {
			if it := &c.items[node]; it.color != "" {
				names = append(names, it.name)
			}
		}
		text := strings.Join(names, " ")
		if len(names) > 0 && p.lost != nil {
			text += "\n" + p.said(names[0], p.lost.Best, r.options.language().terms(), true)
		}
		if p.lines > 0 {
			text += "\n" + r.options.language().terms().unmarked(p.lines)
		}
		return append(blocks, &Paragraph{Lead: p.lead(number), Text: text}), nil
	}
	end := p.line[len(p.line)-1]
	boards, err := c.boards([]int{p.begin, end})
	if err != nil {
		return nil, err
	}
	pl := &plan{line: &line0, after: true}
	moves := 0
	for i, node := range p.line {
		n := 0
		if i > 0 && c.numbered(&c.items[node]) {
			moves++
			n = moves
		}
		pl.nodes, pl.numbers = append(pl.nodes, node), append(pl.numbers, n)
	}
	f := c.drawnFrom(pl, boards[p.begin], boards[end], r.options)
	f.Caption, f.Abreast, f.Crop = p.lead(number), max(abreastOf(r.options.PerPage), 2), p.first == 0
	if p.lost != nil {
		if said := p.said("1", f.letter(p.lost.Best), r.options.language().terms(), false); said != "" {
			f.Notes = append(f.Notes, said)
		}
	}
	if p.lines > 0 {
		f.Notes = append(f.Notes, r.options.language().terms().unmarked(p.lines))
	}
	if !r.options.NoComments {
		for i, node := range p.line[1:] {
			for _, v := range c.items[node].texts {
				before := ""
				if n := pl.numbers[i+1]; n > 0 {
					before = strconv.Itoa(n)
				}
				f.Notes = append(f.Notes, archive.Joined(before, shortened(v.Text)))
			}
		}
	}
	return append(blocks, f), nil
}

// letter puts a letter on the empty cell of a move, such as Q16, and returns it. Without such a cell it
// returns the move.
func (f *Figure) letter(move string) string {
	for cell := range f.Board.Cols * f.Board.Rows {
		if !strings.EqualFold(move, f.Board.Columns[cell%f.Board.Cols]+f.Board.Lines[cell/f.Board.Cols]) {
			continue
		}
		if slices.ContainsFunc(f.Board.Pieces, func(p game.Piece) bool { return p.Cell == cell }) {
			break // a number, perhaps that of the move itself
		}
		if f.Marks.Letters[cell] == "" {
			used, n := slices.Collect(maps.Values(f.Marks.Letters)), 0
			for slices.Contains(used, letterNumber(n)) {
				n++
			}
			f.Marks.Letters[cell] = letterNumber(n)
		}
		return f.Marks.Letters[cell]
	}
	return move
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
		solved, by, err := ask.SolutionOf(p.game, p.begin)
		if err != nil {
			return nil, err
		}
		if end = solved; by == ask.SolutionMainLine {
			if p.lines = c.linesBelow(p.begin); p.lines == 1 {
				p.lines = 0
			}
		}
	}
	line := []int{end}
	for end > p.begin {
		end = c.items[end].parent
		line = append(line, end)
	}
	slices.Reverse(line)
	return line, nil
}

// linesBelow counts the lines that begin at a node.
func (c *course) linesBelow(node int) int {
	lines := 0
	open := []int{node}
	for len(open) > 0 {
		at := &c.items[open[len(open)-1]]
		if open = append(open[:len(open)-1], at.children...); len(at.children) == 0 {
			lines++
		}
	}
	return lines
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
