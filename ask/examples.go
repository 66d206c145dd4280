package ask

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"kifudb/archive"
	registry "kifudb/game"
	"kifudb/position"
	"kifudb/query"
)

// Examples are the clearest moves that do what a term asks for, such as captures:>=5.
type Examples struct {
	Query    string    `json:"query" doc:"The query in normal form."`
	Games    int       `json:"games" doc:"Number of games that match. Of games that are not indexed only those that were looked at count."`
	Among    int       `json:"among" doc:"Number of games among which the examples were chosen: those of the strongest players, and some with comments."`
	Order    string    `json:"order" doc:"How the score is made, in words."`
	Examples []Example `json:"examples" doc:"The examples, the clearest first."`
	archive.Gaps
}

// An Example is a move that does what was asked for.
type Example struct {
	Game     *archive.Game     `json:"game" doc:"Game in which the move was played, with its names, date and result."`
	Ref      string            `json:"ref" doc:"The place after the move, such as 12@40."`
	Move     int               `json:"move" doc:"Number of the move."`
	ToPlay   string            `json:"to_play" doc:"Who makes the move: B or W."`
	Played   archive.Move      `json:"played" doc:"The move."`
	Name     string            `json:"name" doc:"The move as players of the game write it."`
	Follows  []string          `json:"follows" doc:"Moves that followed in the game, as players write them. Empty if there are none."`
	Features []archive.Feature `json:"features" doc:"What the move does, of that which was asked for."`
	Before   *Board            `json:"before" doc:"The board before the move, without the legal moves."`
	After    *Board            `json:"after" doc:"The board after the move, without the legal moves."`
	Comment  string            `json:"comment,omitempty" doc:"What a person says at the move, in the record. Missing if nobody says anything: clocks, servers and engines do not count."`
	Score    ExampleScore      `json:"score" doc:"How clear the example is."`

	line   []*archive.Node // before the move, after it, and the moves that follow
	before registry.Position
}

// An ExampleScore says how clear an example is. Its parts have values from 0 to 1.
type ExampleScore struct {
	Total   float64 `json:"total" doc:"The sum: 4 times near, and 2 times each of board, rank and comment; at most 10."`
	Near    float64 `json:"near" doc:"How empty it is near the marked points and the move: 1 if nothing lies there, less for each piece."`
	Board   float64 `json:"board" doc:"How empty the board is: 1 without pieces, less for each."`
	Rank    float64 `json:"rank" doc:"Strength of the weaker player: 1 for 9p, less for lower ranks, 0 if a rank is not known."`
	Comment float64 `json:"comment" doc:"Whether a person comments on the move in the record: 1 or 0."`
}

// exampleOrder explains the score.
const exampleOrder = "few pieces near the marks (4), few on the board (2), strong players (2), a person's comment at the move (2); one of each game, and none that is the same nearby, turned or mirrored"

// ExamplesOptions say how many examples are wanted.
type ExamplesOptions struct {
	Limit int `flag:"limit,n" value:"10" usage:"show at most {N} examples" query:"limit" minimum:"1" maximum:"200" default:"10" doc:"Largest number of examples." page:"12,1-200"`
	Among int `flag:"among" value:"300" usage:"choose them among {N} games of the strongest players" query:"among" minimum:"1" maximum:"5000" default:"300" doc:"Number of games of the strongest players among which examples are chosen."`
}

const (
	exampleCommented = 100 // games with comments that are looked at besides
	exampleHits      = 12  // places of a game that are considered
	exampleLine      = 6   // moves that are shown after the move
	exampleAround    = 2   // cells around the marks that are near
	exampleSample    = 2000
)

// HasMoves reports whether a query asks for what moves do on the board.
func HasMoves(q archive.Query) bool {
	return query.HasTerm(q.Root, func(n query.Node) bool {
		t, ok := n.(*query.Term)
		return ok && t.OfMoves()
	})
}

// Examples returns the clearest moves that do what the terms of a query ask for. It looks at the games of
// the strongest players and some with comments. Where the games are not indexed it looks only
// at such games of those that fulfil the other terms, and says so. A query without a term for what moves do is an
// [archive.RequestError]; the other errors are those of [archive.Views.Search].
func (vs *Views) Examples(ctx context.Context, s *archive.Search, o *ExamplesOptions) (*Examples, error) {
	if err := CheckOptions(o); err != nil {
		return nil, err
	}
	terms, indexed := moveTerms(s.Query.Root)
	if len(terms) == 0 {
		return nil, badRequest("q", "expected a term for what a move does, such as captures:>=5 or ladder:works, outside of or and not")
	}
	asked := *s
	asked.Sort, asked.Limit, asked.PerGame = "-blackrank,-whiterank", o.Among, exampleHits
	var notices archive.Notices
	sampled := -1
	if missing := vs.WithoutFeatures(s.Query); missing > exampleSample || !indexed && vs.Len() > exampleSample {
		rest := asked
		rest.Query.Root = query.AllOf(withoutMoves(s.Query.Root), gamesOf(terms))
		page, err := vs.Search(ctx, &rest)
		if err != nil {
			return nil, err
		}
		names := []string{}
		for _, g := range page.Games {
			names = append(names, g.Name())
		}
		if page.Total > exampleSample && page.Total > len(names) {
			sampled = page.Total
			if err := vs.Restrict(&asked, names, s.Records); err != nil {
				return nil, err
			}
			why := "the index of the board does not have this term"
			if indexed {
				why = fmt.Sprintf("%d games are not in the index of the board", missing)
			}
			notices.Say(archive.NoticeSampled, "only %d of %d games were looked at, those of the strongest players: %s", len(names), sampled, why)
		}
	}
	page, err := vs.Search(ctx, &asked)
	if err != nil {
		return nil, err
	}
	out := &Examples{Query: page.Query, Games: page.Total, Order: exampleOrder, Examples: []Example{}}
	games := page.Games
	if sampled < 0 && page.Total > len(games) {
		commented, err := archive.ParseQuery(`C:/\S/`) // at the move itself
		if err != nil {
			return nil, err
		}
		also := asked
		also.Query.Root, also.Limit = query.AllOf(s.Query.Root, commented.Root), exampleCommented
		more, err := vs.Search(ctx, &also)
		if err != nil {
			return nil, err
		}
		games = append(more.Games, games...) // first, as they tell what is said
	}
	if out.Examples, out.Among, err = vs.chooseExamples(ctx, games, o.Limit); err != nil {
		return nil, err
	}
	out.Gaps = page.Gaps
	out.Notices = append(slices.DeleteFunc(page.Notices, func(n archive.Notice) bool { return sampled >= 0 && n.Code == archive.NoticeReplayed }), notices.All()...)
	return out, nil
}

// moveTerms returns the terms for what moves do that must hold, and whether the index has all of them.
func moveTerms(root query.Node) (terms []*query.Term, indexed bool) {
	nodes, ok := root.(query.And)
	if !ok {
		nodes = query.And{root}
	}
	indexed = true
	for _, n := range nodes {
		if t, ok := n.(*query.Term); ok && t.OfMoves() {
			terms = append(terms, t)
			indexed = indexed && !t.Everywhere()
		}
	}
	return terms, indexed
}

// gamesOf returns the condition that a game is one of those whose moves do what all terms ask for.
func gamesOf(terms []*query.Term) query.Node {
	var all []query.Node
	for _, t := range terms {
		var some []query.Node
		for _, g := range t.GamesOfMoves() {
			q, err := query.Parse("game:" + g.About().Name)
			if err != nil {
				return nil // its name is no word of the language
			}
			some = append(some, q.Root)
		}
		all = append(all, query.AnyOf(some))
	}
	return query.AllOf(all...)
}

// withoutMoves returns the conditions that say nothing about what moves do, nil if there are none.
func withoutMoves(root query.Node) query.Node {
	nodes, ok := root.(query.And)
	if !ok {
		nodes = query.And{root}
	}
	return query.AllOf(slices.DeleteFunc(slices.Clone(nodes), func(n query.Node) bool {
		return query.HasTerm(n, func(n query.Node) bool {
			t, ok := n.(*query.Term)
			_, then := n.(*query.Then)
			return then || ok && t.OfMoves()
		})
	})...)
}

// A candidate is a place that may be an example.
type candidate struct {
	game  *archive.Game
	hit   archive.Hit // the first at its node
	does  []archive.Feature
	rank  float64
	guess float64 // the score as far as it is known without the board
}

// chooseExamples scores the places where games were found, and returns the best ones and the number of games.
func (vs *Views) chooseExamples(ctx context.Context, games []*archive.Game, limit int) (list []Example, among int, err error) {
	list = []Example{}
	var candidates []candidate
	places := map[string]bool{}
	known := map[string]bool{}
	for _, g := range games {
		known[g.Name()] = true
		for _, c := range candidatesOf(g) { // a game may come again with its comments
			if at := g.Name() + "\x00" + c.hit.Ref; !places[at] {
				places[at] = true
				candidates = append(candidates, c)
			}
		}
	}
	slices.SortStableFunc(candidates, func(a, b candidate) int { return cmp.Compare(b.guess, a.guess) })
	candidates = candidates[:min(len(candidates), max(200, 4*limit))]
	var scored []Example
	for i := range candidates {
		if err := ctx.Err(); err != nil {
			return nil, 0, err
		}
		e, ok, err := vs.example(&candidates[i])
		if err != nil {
			return nil, 0, err
		}
		if ok {
			scored = append(scored, e)
		}
	}
	slices.SortStableFunc(scored, func(a, b Example) int { return cmp.Compare(b.Score.Total, a.Score.Total) })
	used, forms := map[string]bool{}, map[string]bool{}
	for _, e := range scored {
		form := e.form()
		if used[e.Game.Name()] || forms[form] {
			continue
		}
		used[e.Game.Name()], forms[form] = true, true
		if list = append(list, e); len(list) == limit {
			break
		}
	}
	return list, len(known), nil
}

// candidatesOf returns the places of a game where a move does something, with a guess of the score.
func candidatesOf(g *archive.Game) (list []candidate) {
	rank, said := rankPart(g), map[int]bool{}
	for _, h := range g.Hits {
		if h.Feature == nil {
			said[h.Node] = said[h.Node] || h.Property == "C" && spoken(h.Text)
			continue
		}
		if n := len(list); n > 0 && list[n-1].hit.Node == h.Node {
			list[n-1].does = append(list[n-1].does, *h.Feature)
			continue
		}
		// Early in a game few stones are on the board.
		list = append(list, candidate{g, h, []archive.Feature{*h.Feature}, rank, 2*rank + 4/(1+float64(h.Move)/60)})
	}
	for i := range list {
		if said[list[i].hit.Node] {
			list[i].guess += 2
		}
	}
	return list
}

// rankPart is the part of the score that the ranks of the players make.
func rankPart(g *archive.Game) float64 {
	facts := g.Segment().Facts(g.Local())
	part := func(rank int16) float64 {
		switch {
		case rank > 100: // of professionals
			return min(1, .7+.3*float64(rank-100)/9)
		case rank > 0:
			return min(.6, .3+.04*float64(rank))
		case rank < 0:
			return max(0, .3+float64(rank)*.01)
		}
		return 0
	}
	return min(part(facts.BlackRank), part(facts.WhiteRank))
}

// example reads the boards of a candidate. It reports false if there are none, or the move is against the rules.
func (vs *Views) example(c *candidate) (e Example, ok bool, err error) {
	script, err := c.game.Segment().Script(c.game.Local())
	if err != nil {
		return e, false, err
	}
	numbers, parent := []int{}, -1
	for v, n := range position.Walk(new(struct{}), script) {
		switch {
		case v.Node == c.hit.Node:
			if v.Parent < 0 {
				return e, false, nil
			}
			numbers = append(numbers, v.Parent, v.Node)
			parent = v.Node
		case parent >= 0 && v.Parent == parent && n.Move.Color != position.Empty && len(numbers) < 2+exampleLine:
			numbers = append(numbers, v.Node)
			parent = v.Node
		}
		if len(numbers) == 2+exampleLine || v.Node > c.hit.Node+exampleLine {
			break
		}
	}
	if len(numbers) < 2 {
		return e, false, nil
	}
	nodes, err := vs.View(c.game.Archive).Nodes(c.game.ID, numbers)
	if err != nil {
		return e, false, err
	}
	before, at := nodes[0], nodes[1]
	if before.Step == nil || at.Step == nil || at.Last == nil || at.Fault != "" {
		return e, false, nil
	}
	e = Example{
		Game: c.game, Ref: c.hit.Ref, Move: at.Move, ToPlay: at.Last.Color, Played: *at.Last, Name: nameOf(at),
		Features: c.does, Follows: []string{}, line: nodes, before: before.Step.Position,
	}
	for _, n := range nodes[2:] {
		e.Follows = append(e.Follows, nameOf(n))
	}
	if e.Before, err = bareBoard(before); err != nil {
		return e, false, err
	}
	if e.After, err = bareBoard(at); err != nil {
		return e, false, err
	}
	for _, text := range at.Texts {
		if text.Property == "C" && spoken(text.Text) {
			e.Comment = text.Text
			break
		}
	}
	e.score(c.rank)
	return e, true, nil
}

// nameOf is what players call the move of a node.
func nameOf(n *archive.Node) string {
	name, _, _ := strings.Cut(n.Step.Name(false), " (")
	return name
}

// bareBoard returns the board of a node without its legal moves.
func bareBoard(n *archive.Node) (*Board, error) {
	b, err := n.Data()
	if err != nil {
		return nil, err
	}
	bare := *b
	bare.Moves = []registry.Move{}
	return &bare, nil
}

// box returns the smallest rectangle with the marked points and the move, with some cells around it.
func (e *Example) box() (r Region) {
	b := e.Before
	r = Region{Left: b.Cols, Top: b.Rows, Right: -1, Bottom: -1}
	add := func(point string) {
		if x, y, ok := archive.Coordinates(point); ok && x < b.Cols && y < b.Rows {
			r.Left, r.Top, r.Right, r.Bottom = min(r.Left, x), min(r.Top, y), max(r.Right, x), max(r.Bottom, y)
		}
	}
	for _, f := range e.Features {
		for _, p := range f.Points {
			add(p)
		}
	}
	if b.Cells != "squares" { // otherwise it is no point
		add(e.Played.Point)
	}
	if r.Right < 0 {
		return Region{Right: b.Cols - 1, Bottom: b.Rows - 1}
	}
	r.Left, r.Top = max(0, r.Left-exampleAround), max(0, r.Top-exampleAround)
	r.Right, r.Bottom = min(b.Cols-1, r.Right+exampleAround), min(b.Rows-1, r.Bottom+exampleAround)
	return r
}

// score says how clear the example is.
func (e *Example) score(rank float64) {
	r, near := e.box(), 0
	for _, p := range e.Before.Pieces {
		x, y := p.Cell%e.Before.Cols, p.Cell/e.Before.Cols
		if x >= r.Left && x <= r.Right && y >= r.Top && y <= r.Bottom {
			near++
		}
	}
	round := func(v float64) float64 { return math.Round(v*100) / 100 }
	e.Score = ExampleScore{Near: round(1 / (1 + float64(near)/12)), Board: round(1 / (1 + float64(len(e.Before.Pieces))/60)), Rank: round(rank)}
	if e.Comment != "" {
		e.Score.Comment = 1
	}
	e.Score.Total = round(4*e.Score.Near + 2*e.Score.Board + 2*e.Score.Rank + 2*e.Score.Comment)
}

// form returns a text that examples share whose boards are the same near the marks. Boards of points are
// also turned and mirrored, and the player who moves is always Black.
func (e *Example) form() string {
	b, r := e.Before, e.box()
	turns := 1
	if b.Cells == "points" {
		turns = 8
	}
	wide, high := r.Right-r.Left, r.Bottom-r.Top
	// How far the edges are counts only where they are in the box.
	edges := [4]bool{r.Left == 0, r.Top == 0, r.Right == b.Cols-1, r.Bottom == b.Rows-1}
	moveX, moveY, _ := archive.Coordinates(e.Played.Point)
	least := ""
	for turn := range turns {
		turned := func(x, y int) (int, int) {
			if turn&1 != 0 {
				x = wide - x
			}
			if turn&2 != 0 {
				y = high - y
			}
			if turn&4 != 0 {
				x, y = y, x
			}
			return x, y
		}
		sides := edges
		if turn&1 != 0 {
			sides[0], sides[2] = sides[2], sides[0]
		}
		if turn&2 != 0 {
			sides[1], sides[3] = sides[3], sides[1]
		}
		if turn&4 != 0 {
			sides = [4]bool{sides[1], sides[0], sides[3], sides[2]}
		}
		var cells []string
		for _, p := range b.Pieces {
			x, y := p.Cell%b.Cols-r.Left, p.Cell/b.Cols-r.Top
			if x < 0 || y < 0 || x > wide || y > high {
				continue
			}
			x, y = turned(x, y)
			own := "x"
			if p.Color == e.ToPlay {
				own = "o"
			}
			cells = append(cells, fmt.Sprintf("%d,%d%s%s", x, y, own, p.Kind))
		}
		slices.Sort(cells)
		move := e.Name
		if turns > 1 {
			x, y := turned(moveX-r.Left, moveY-r.Top)
			move = fmt.Sprintf("%d,%d", x, y)
		}
		if text := fmt.Sprint(sides, move, cells); least == "" || text < least {
			least = text
		}
	}
	return b.Game + least
}
