package ask

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/RoaringBitmap/roaring/v2"

	"kifudb/archive"
	registry "kifudb/game"
	"kifudb/indexer"
	"kifudb/position"
	"kifudb/query"
	"kifudb/search"
	"kifudb/search/match"
	"kifudb/study"
)

// Similar are the games that are nearest to a game, by how far they went the same way, or
// to a position or pattern, by how many points differ.
type Similar struct {
	archive.Envelope

	Query   string        `json:"query" doc:"The query in normal form. It decides which games to compare with."`
	Of      *archive.Game `json:"of,omitempty" doc:"The game that others are compared with. Missing if the request names none."`
	Ref     string        `json:"ref,omitempty" doc:"Place in that game, such as 12@40. Missing if whole games are compared."`
	Without []string      `json:"without" doc:"Records of that game. They are not among the games."`
	Near    int           `json:"near,omitempty" doc:"Number of points that may differ. Missing if none may, and if whole games are compared."`
	Total   int           `json:"total" doc:"Number of similar games. The list may have fewer."`
	Folded  int           `json:"folded" doc:"Number of further records of the games that are compared, which do not count."`

	Games  []SimilarGame  `json:"games" doc:"The games, the nearest first."`
	Counts []SimilarCount `json:"counts" doc:"Number of similar games by distance, the nearest first."`

	// Asked is the position or pattern, of a game the position after the last move
	// that another game shares.
	Asked query.Asked `json:"-"`
}

// A SimilarGame is a game with the place where it is nearest.
type SimilarGame struct {
	Game      *archive.Game       `json:"game" doc:"The game, with its names, date and result."`
	Ref       string              `json:"ref" doc:"Place where the game is nearest, such as 12@40."`
	Move      int                 `json:"move" doc:"Number of moves to that place."`
	Shared    int                 `json:"shared,omitempty" doc:"Number of the last move in the compared game that brought about a position which this game also has. Missing if positions are compared."`
	Reordered bool                `json:"reordered,omitempty" doc:"True if other moves, or another order, led there. Otherwise missing."`
	Symmetry  int                 `json:"symmetry" doc:"How the compared position is turned or mirrored here, from 0 (not at all) to 7."`
	Swapped   bool                `json:"swapped,omitempty" doc:"True if colors are exchanged. Otherwise missing."`
	Differs   []archive.Differing `json:"differs" doc:"Points that differ, in the coordinates and colors of the question."`
	Next      []archive.Move      `json:"next" doc:"Next moves, in the coordinates and colors of the question."`

	Played []position.Move `json:"-"` // the same
	Names  []string        `json:"-"` // what these moves are called where they were played
}

// A SimilarCount is how many games are so near.
type SimilarCount struct {
	Shared  *int `json:"shared,omitempty" doc:"Number of the last move whose position the games share. Missing if positions are compared."`
	Differs *int `json:"differs,omitempty" doc:"Number of points that differ. Missing if whole games are compared."`
	Games   int  `json:"games" doc:"Number of games at this distance."`
}

// The names of the aggregations.
const (
	askNearest  = "nearest"
	askOpenings = "openings"
)

// SimilarOptions say what games are compared with, and how much of the answer is wanted.
type SimilarOptions struct {
	// Ref is a game, or a place in one; "" for the one position or pattern of the query.
	Ref   string `query:"ref" maxLength:"40" doc:"Game, or place in a game such as 12@40. Without it the query must have one position or pattern." example:"12@40"`
	Limit int    `flag:"limit,n" value:"30" usage:"list at most {N} games, 0 for all" query:"limit" minimum:"0" default:"50" page:"20,1-500" doc:"Largest number of games. 0 for all."`
	// Near is how many points of a position may differ. With -1 the query says it by near:, or
	// else it is a third of the stones and at most five.
	Near   int    `flag:"near" value:"-1" usually:"a third of the stones, at most 5" usage:"of a position: up to {K} points may differ, 0 for none" query:"near" minimum:"-1" maximum:"400" default:"-1" page:"-1,0-400" doc:"Number of points of a position that may differ. -1 for a third of the stones, and at most five."`
	Colors string `flag:"colors" value:"fixed" usage:"either: {COLORS} of a game may be exchanged; of a QUERY colors: says it" query:"colors" enum:",fixed,either" doc:"Whether colors may be exchanged: fixed or either."`

	// Watch, if set, is called now and then, by one goroutine, with what is known so far.
	Watch func(sofar *Similar)
}

// Similar finds the games that went the same way as a game the longest; or, for a position or
// pattern, those in which the fewest points differ. The query chooses the games. The errors are
// those of [Views.Node] and [Views.Search], and [archive.ErrNoBoard] of a game without rules.
func (vs *Views) Similar(ctx context.Context, s *archive.Search, o *SimilarOptions) (*Similar, error) {
	if err := CheckOptions(o); err != nil {
		return nil, err
	}
	if o.Ref != "" && !strings.Contains(o.Ref, "@") {
		return vs.similarGames(ctx, s, o)
	}
	asked := *s
	if err := vs.askNear(ctx, &asked, o); err != nil {
		return nil, err
	}
	return vs.similarPositions(ctx, &asked, o)
}

// similarGames finds the games in which a position of the main line of a game comes up, under
// symmetry and however it was reached, the later the nearer. The other records of the game itself
// are left out.
func (vs *Views) similarGames(ctx context.Context, s *archive.Search, o *SimilarOptions) (*Similar, error) {
	n, err := vs.Node(o.Ref)
	if err != nil {
		return nil, err
	}
	way, err := wayOf(n)
	if err != nil {
		return nil, err
	}
	asked := *s
	out := &Similar{Of: n.Game}
	if out.Without, err = vs.leaveOut(ctx, &asked, n.Game); err != nil {
		return nil, err
	}
	texts := make([]string, len(way))
	for i, at := range way {
		texts[i] = at.text
	}
	asked.Also = map[string]search.Aggregation{askOpenings: &study.SimilarGames{
		Positions: texts, Game: n.Kind.About().Number, SwapColors: o.Colors == "either", Limit: o.Limit,
	}}
	return vs.similar(ctx, &asked, o, func(q *question, answer *search.Answer) (*Similar, error) {
		return q.sharing(out, answer, way)
	})
}

// similarPositions ranks the games of a query by how many points of its one position or pattern
// differ. The board term says with near: how many may; the records of the game of the options, if
// they name one, are left out.
func (vs *Views) similarPositions(ctx context.Context, s *archive.Search, o *SimilarOptions) (*Similar, error) {
	term, err := query.OneBoard(s.Query.Root)
	if err != nil {
		return nil, err
	}
	asked := *s
	out := &Similar{Without: []string{}, Near: term.Near}
	if o.Ref != "" {
		n, err := vs.Node(o.Ref)
		if err != nil {
			return nil, err
		}
		out.Of, out.Ref = n.Game, n.Ref
		if out.Without, err = vs.leaveOut(ctx, &asked, n.Game); err != nil {
			return nil, err
		}
	}
	asked.Also = map[string]search.Aggregation{askNearest: &study.SimilarPositions{Limit: o.Limit}}
	return vs.similar(ctx, &asked, o, func(q *question, answer *search.Answer) (*Similar, error) {
		return q.nearest(out, answer)
	})
}

// similar asks a question and makes what is similar of its answers.
func (vs *Views) similar(ctx context.Context, s *archive.Search, o *SimilarOptions, read func(*question, *search.Answer) (*Similar, error)) (*Similar, error) {
	q, err := vs.question(ctx, s)
	if err != nil {
		return nil, err
	}
	return archive.Run(ctx, q.Question, archive.Recipe[*Similar]{Watch: o.Watch, Read: func(answer *search.Answer) (*Similar, error) { return read(q, answer) }})
}

// askNear puts the position after the place of the options into a query, if they name one, and
// says in its one board term how many points may differ.
func (vs *Views) askNear(ctx context.Context, s *archive.Search, o *SimilarOptions) error {
	if o.Ref != "" {
		term := &query.Board{Kind: "pos", Text: o.Ref, SwapColors: o.Colors == "either"}
		root := query.Node(term)
		if s.Query.Root != nil {
			root = query.And{term, s.Query.Root}
		}
		q, err := archive.ParseQuery(archive.Query{Root: root}.String())
		if err != nil {
			return err
		}
		s.Query = q
	}
	term, err := query.OneBoard(s.Query.Root)
	if err != nil {
		return err
	}
	near := o.Near
	if near < 0 && term.Near > 0 {
		return nil
	}
	if near < 0 {
		q, err := vs.question(ctx, &archive.Search{Query: s.Query, Records: true, Also: map[string]search.Aggregation{askNext: &search.Continuations{}}})
		if err != nil {
			return err
		}
		asked, _ := q.Asked()
		near = usuallyNear(asked)
	}
	root, err := query.Replace(s.Query.Root, func(n query.Node) (query.Node, error) {
		return query.ReplaceBoards(n, func(b *query.Board) (*query.Board, error) {
			if b == term {
				changed := *b
				changed.Near = near
				b = &changed
			}
			return b, nil
		})
	})
	s.Query = archive.Query{Root: root}
	return err
}

// usuallyNear returns how many points may differ if nobody says it.
func usuallyNear(asked archive.Asked) int {
	p := asked.Pattern
	if board := asked.Goban(); board != nil {
		p = position.BoardPattern(board)
	}
	if p == nil || len(p.Sequence) > 0 {
		return 0
	}
	return min(p.Stones()/3, 5)
}

// HasBoard reports whether a query asks for a position, a pattern or a sequence.
func HasBoard(q archive.Query) bool {
	for n := range query.Terms(q.Root) {
		switch n.(type) {
		case *query.Board, *query.Then:
			return true
		}
	}
	return false
}

// HasOneBoard reports whether a query asks for just one of them, as a condition that
// must hold.
func HasOneBoard(q archive.Query) bool {
	_, err := query.OneBoard(q.Root)
	return err == nil
}

// IsOnePosition reports whether a query asks for one position of a whole board, in all games or in
// those of one kind. Such a query takes a few milliseconds.
func IsOnePosition(q archive.Query) bool {
	rest, _, _ := Named(q)
	return query.WholeBoard(rest.Root)
}

// leaveOut restricts a search to games other than one, and returns the records of
// that one.
func (vs *Views) leaveOut(ctx context.Context, s *archive.Search, g *archive.Game) ([]string, error) {
	at := max(g.Archive-1, 0)
	own := []archive.GameID{g.ID}
	clusters, err := vs.All()[at].Clusters(ctx)
	if err != nil {
		return nil, err
	}
	if number, _, ok := clusters.Of(g.ID); ok {
		own = nil
		for _, m := range clusters.Cluster(number).Members {
			own = append(own, m.ID)
		}
		slices.Sort(own)
	}
	among := vs.NoGames()
	for i, v := range vs.All() {
		for _, segment := range v.Snapshot().Segments() {
			among.In(i).Or(roaring.AddOffset(segment.Live(), uint32(segment.Base())))
		}
		if chosen := s.Among.In(i); chosen != nil {
			among.In(i).And(chosen)
		}
	}
	for _, id := range own {
		among.In(at).Remove(uint32(id))
	}
	s.Among = among
	return archive.Names(g.Archive, own), nil
}

// A wayPoint is a position of a game's main line.
type wayPoint struct {
	move     int // up to it
	text     string
	position registry.Position
	line     []position.Move // the moves up to it
}

// wayOf returns the positions of the main line that moves led to, each once.
func wayOf(n *archive.Node) ([]wayPoint, error) {
	rules, ok := n.Kind.(registry.Replayer)
	if !ok {
		return nil, n.NoBoard()
	}
	g, local := n.Game.Segment(), n.Game.Local()
	script, err := g.Script(local)
	if err != nil {
		return nil, err
	}
	start, err := rules.Start(indexer.RecordOf(g.Facts(local).Size, g.Recorded().Info(local)))
	if err != nil {
		return nil, fmt.Errorf("game %d: %w", n.Game.ID, err)
	}
	var way []wayPoint
	var line []position.Move
	last := start.Text()
	for step := range rules.Replay(start, script) {
		if !step.MainLine {
			break
		}
		if step.Moved {
			line = append(line, step.Move)
		}
		text := step.Position.Text()
		if step.Moved && text != last {
			way = append(way, wayPoint{step.MoveNumber, text, step.Position.Clone(), line[:len(line):len(line)]})
		}
		last = text
	}
	return way, nil
}

// sharing reads which games went the same way.
func (q *question) sharing(about *Similar, answer *search.Answer, way []wayPoint) (*Similar, error) {
	ranking := answer.Found[askOpenings].(*study.Ranking)
	out := q.ranked(about, answer, ranking)
	at := func(rank int) wayPoint { return way[len(way)-1-rank] }
	for rank, games := range ranking.Counts {
		if games > 0 {
			move := at(rank).move
			out.Counts = append(out.Counts, SimilarCount{Shared: &move, Games: games})
			if out.Asked.Position == nil {
				out.Asked = archive.Asked{Game: at(rank).position.Game(), Position: at(rank).position}
			}
		}
	}
	for _, r := range ranking.Games {
		shared := at(r.Rank)
		one, err := q.similarGame(r, archive.Asked{Game: shared.position.Game(), Position: shared.position})
		if err != nil {
			return nil, err
		}
		one.Shared = shared.move
		if one.Reordered, err = reordered(one.Game, r.Hit, shared); err != nil {
			return nil, err
		}
		out.Games = append(out.Games, *one)
	}
	return out, nil
}

// nearest reads which games come how near.
func (q *question) nearest(about *Similar, answer *search.Answer) (*Similar, error) {
	ranking := answer.Found[askNearest].(*study.Ranking)
	out := q.ranked(about, answer, ranking)
	out.Asked, _ = q.Asked()
	for rank, games := range ranking.Counts {
		if games > 0 {
			out.Counts = append(out.Counts, SimilarCount{Differs: &rank, Games: games})
		}
	}
	for _, r := range ranking.Games {
		one, err := q.similarGame(r, out.Asked)
		if err != nil {
			return nil, err
		}
		out.Games = append(out.Games, *one)
	}
	return out, nil
}

// ranked returns what every ranking says.
func (q *question) ranked(about *Similar, answer *search.Answer, ranking *study.Ranking) *Similar {
	out := *about
	for _, games := range ranking.Counts {
		out.Total += games
	}
	out.Query, out.Folded = q.Search.Query.String(), answer.Folded
	out.Games, out.Counts = []SimilarGame{}, []SimilarCount{}
	out.Envelope = q.Envelope(answer, out.Total, 0)
	return &out
}

// similarGame returns a game of a ranking, as it lies to what was asked for.
func (q *question) similarGame(r study.Ranked, asked archive.Asked) (*SimilarGame, error) {
	game, err := q.views.GameOf(search.PageGame{ID: r.ID, Hits: []match.Hit{r.Hit}})
	if err != nil {
		return nil, err
	}
	place := r.Hit.Board
	one := &SimilarGame{
		Game: game, Ref: game.Hits[0].Ref, Move: r.Hit.MoveNumber,
		Symmetry: int(place.Symmetry), Swapped: place.Swapped, Differs: []archive.Differing{}, Next: []archive.Move{},
	}
	game.Hits = nil // it says the same
	for _, reply := range place.Next {
		one.Next = append(one.Next, archive.NewMove(game.Kind(), reply))
		one.Played = append(one.Played, reply.Move)
		one.Names = append(one.Names, MoveName(reply.Move, asked))
	}
	if size, ok := sizeAsked(asked); ok {
		image := position.Image{Symmetry: place.Symmetry, Swapped: place.Swapped}
		to := place.Symmetry.Size(size)
		image.Cols, image.Rows = to.Cols, to.Rows
		for _, d := range place.Differs {
			back := image.Back(place.Anchor, position.Change{Point: d.Point, Color: d.Color})
			if d.Point, d.Color = back.Point, back.Color; place.Swapped {
				d.Cell = d.Cell.SwapColors()
			}
			one.Differs = append(one.Differs, archive.NewDiffering(d))
		}
	}
	slices.SortFunc(one.Differs, func(a, b archive.Differing) int { return strings.Compare(a.Point, b.Point) })
	return one, nil
}

// sizeAsked returns the size of the board or the pattern that is asked for, if it has
// one.
func sizeAsked(asked archive.Asked) (position.Size, bool) {
	if board := asked.Goban(); board != nil {
		return board.Size(), true
	}
	if asked.Pattern != nil {
		return asked.Pattern.Size(), true
	}
	return position.Size{}, false
}

// reordered reports whether a position that is shared was reached by other moves
// than in the game asked for, however they are turned.
func reordered(g *archive.Game, hit match.Hit, shared wayPoint) (bool, error) {
	line, err := lineTo(g, hit.Node)
	if err != nil || len(line) != len(shared.line) {
		return true, err
	}
	for _, turn := range turnsOf(g) {
		same := true
		for i, m := range shared.line {
			m.Point = turn(m.Point)
			if hit.Board.Swapped {
				m.Color = m.Color.Opponent()
			}
			same = same && m == line[i]
		}
		if same {
			return false, nil
		}
	}
	return true, nil
}

// turnsOf returns what the ways to turn the moves of a game do to a move.
func turnsOf(g *archive.Game) (turns []func(position.Point) position.Point) {
	size := g.Segment().Facts(g.Local()).Size
	if _, ok := g.Kind().(registry.Stones); ok {
		for s := range position.Symmetry(position.Symmetries(size)) {
			turns = append(turns, func(at position.Point) position.Point { return s.Apply(at, size) })
		}
		return turns
	}
	if start, err := registry.Start(g.Kind()); err == nil {
		if symmetric, ok := start.(registry.Symmetric); ok {
			for _, self := range symmetric.Selves(registry.ImageOptions{Mirror: true}) {
				turns = append(turns, self.Forth)
			}
			return turns
		}
	}
	return append(turns, func(at position.Point) position.Point { return at })
}

// lineTo returns the moves that lead to a node.
func lineTo(g *archive.Game, node int) ([]position.Move, error) {
	script, err := g.Segment().Script(g.Local())
	if err != nil {
		return nil, err
	}
	type above struct {
		parent int
		moved  bool
		move   position.Move
	}
	var nodes []above
	rules, ok := g.Kind().(registry.Replayer)
	if !ok {
		return nil, nil
	}
	start, err := rules.Start(indexer.RecordOf(g.Segment().Facts(g.Local()).Size, g.Segment().Recorded().Info(g.Local())))
	if err != nil {
		return nil, err
	}
	for step := range rules.Replay(start, script) {
		nodes = append(nodes, above{step.Parent, step.Moved, step.Move})
		if step.Node >= node {
			break
		}
	}
	var line []position.Move
	for at := node; at >= 0 && at < len(nodes); at = nodes[at].parent {
		if nodes[at].moved {
			line = append(line, nodes[at].move)
		}
	}
	slices.Reverse(line)
	return line, nil
}
