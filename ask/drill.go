package ask

import (
	"cmp"
	"context"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"kifudb/archive"
	registry "kifudb/game"
	"kifudb/position"
	"kifudb/query"
	"kifudb/store"
	"kifudb/store/fulltext"
	"kifudb/study"
)

// Drill is positions of games whose next move the user is to guess.
type Drill struct {
	Query   string      `json:"query" doc:"The query in normal form. Empty if the request asks for what is due."`
	Games   int         `json:"games" doc:"Number of games that match."`
	Due     int         `json:"due" doc:"Number of positions that are due, in all games."`
	Known   int         `json:"known" doc:"Number of positions in which the user ever answered."`
	Lost    int         `json:"lost,omitempty" doc:"Number of positions that are due and whose games are gone. Missing if there are none."`
	Cards   []DrillCard `json:"cards" doc:"The positions: first those that are due, then new ones, then others."`
	Skipped int         `json:"skipped,omitempty" doc:"Number of games that were looked at and have no position to ask for: no moves in the range, or a game without rules. Missing if there are none."`

	Notices []archive.Notice `json:"notices,omitempty" doc:"What the answer leaves out or does not know. Missing if there is nothing to say."`
}

// A DrillCard is a position whose next move is to be guessed.
type DrillCard struct {
	Ref     string        `json:"ref" doc:"The place of the position, such as 7@39."`
	Next    int           `json:"next" doc:"Number of the node with the next move. 0 if the record is a problem, whose solution is wanted."`
	Game    *archive.Game `json:"game" doc:"The game."`
	Move    int           `json:"move" doc:"Number of moves to the position."`
	ToPlay  string        `json:"to_play" doc:"Who is to play: B or W."`
	Mistake bool          `json:"mistake,omitempty" doc:"True if the record's move is a mistake or a blunder by an engine's values. The engine's choice is right then. Otherwise missing."`
	Problem bool          `json:"problem,omitempty" doc:"True if the position is a problem. Otherwise missing."`
	State   *DrillState   `json:"state,omitempty" doc:"What the user's answers in the position come to. Missing if there are none."`

	Node    *archive.Node `json:"-"` // the position
	subject archive.PositionKey
	color   position.Color
	answer  *archive.Node // the node of the next move, nil for problems
	right   []position.Point
	line    []position.Move // that solves the problem
}

// DrillOptions say whose moves are guessed, and where.
type DrillOptions struct {
	Due    bool   `flag:"due" usage:"ask for the positions that are due, of all games"`
	Side   string `flag:"side" usually:"both" usage:"guess the moves of one side: [values]" query:"side" enum:",black,white,winner" doc:"Whose moves are guessed. Without it those of both."`
	Player string `flag:"player" usage:"guess the moves of {NAME}" query:"player" maxLength:"100" doc:"Name of the player whose moves are guessed, or a part of it."`
	From   int    `flag:"from" value:"1" usage:"guess no move before move {N}" query:"from" minimum:"0" doc:"First move to guess, where the query does not ask for a board."`
	To     int    `flag:"to" usually:"the end" usage:"guess no move after move {N}" query:"to" minimum:"0" doc:"Last move to guess. 0 for the end of the game."`
	Seed   int    `flag:"seed" value:"1" usage:"choose other games and moves by {N}" query:"seed" doc:"Number by which games and moves are chosen. The same number chooses the same ones."`
	Limit  int    `flag:"limit,n" value:"10" usage:"ask for {N} positions" query:"limit" minimum:"1" maximum:"500" default:"10" page:"1" doc:"Largest number of positions."`
}

// How many games are looked at for a card, at most, and how many nodes of each.
const (
	drillTries = 4
	drillNodes = 200_000
)

// Drill chooses positions of the games of a query. A query for a board asks at its hits. One for comments asks for
// the move with the comment, one for what moves lost for the costliest one. Problems are asked where they begin.
// Otherwise the seed chooses the move. Errors are those of [Views.Search].
func (vs *Views) Drill(ctx context.Context, choice *archive.Choice, o *DrillOptions) (*Drill, error) {
	if err := CheckOptions(o); err != nil {
		return nil, err
	}
	d := &Drill{Cards: []DrillCard{}}
	due, err := vs.reviewed(d)
	if err != nil {
		return nil, err
	}
	if o.Due {
		return d, vs.dueCards(ctx, d, due, o)
	}
	q := choice.Query
	if d.Query = q.String(); q.Root == nil && len(choice.References) > 0 && !slices.ContainsFunc(choice.References, func(ref string) bool { return !strings.Contains(ref, "@") }) {
		return d, vs.placeCards(ctx, d, choice.References, o)
	}
	chosen, err := vs.Choose(ctx, choice)
	if err != nil {
		return nil, err
	}
	d.Games, d.Notices = chosen.Len(), chosen.Notices
	rng := rand.New(rand.NewPCG(uint64(o.Seed), 0xd411))
	games, set := vs.sample(chosen.GameSet, o.Limit*drillTries, rng)
	if len(games) == 0 {
		return d, nil
	}
	found := map[string]*archive.Game{}
	_, err = vs.Each(ctx, &archive.Search{Query: q, Among: set, PerGame: 1, Records: true}, func(g *archive.Game) error {
		found[g.Name()] = g
		return nil
	})
	if err != nil {
		return nil, err
	}
	lost := asksForLosses(q)
	for _, name := range games {
		g := found[name]
		if g == nil {
			continue
		}
		seed := rand.New(rand.NewPCG(uint64(o.Seed), uint64(g.ID)<<8|uint64(g.Archive)))
		card, err := vs.cardOf(ctx, g, o, lost, seed)
		if err != nil {
			return nil, err
		}
		if card == nil {
			d.Skipped++
			continue
		}
		if !slices.ContainsFunc(d.Cards, func(c DrillCard) bool { return c.subject == card.subject }) {
			d.Cards = append(d.Cards, *card)
		}
	}
	now := archive.Today()
	rank := func(c *DrillCard) int {
		switch {
		case c.State == nil:
			return 1
		case c.State.isDue(now):
			return 0
		}
		return 2
	}
	slices.SortStableFunc(d.Cards, func(a, b DrillCard) int {
		if c := cmp.Compare(rank(&a), rank(&b)); c != 0 || a.State == nil || b.State == nil {
			return c
		}
		return a.State.Due.Compare(b.State.Due)
	})
	d.Cards = d.Cards[:min(len(d.Cards), o.Limit)]
	return d, nil
}

// sample returns games of a set in an order by chance, at most so many, also as a set.
func (vs *Views) sample(of *archive.GameSet, most int, rng *rand.Rand) (names []string, set *archive.GameSet) {
	set = vs.NoGames()
	total := of.Len()
	picked := map[int]bool{}
	if total <= 2*most {
		for _, i := range rng.Perm(total)[:min(total, most)] {
			picked[i] = true
		}
	}
	for len(picked) < min(total, most) {
		picked[rng.IntN(total)] = true
	}
	at := 0
	for i, v := range vs.All() {
		ids := of.In(i)
		n := int(ids.GetCardinality())
		for rank := range picked {
			if rank >= at && rank < at+n {
				id, err := ids.Select(uint32(rank - at))
				if err != nil {
					continue // there is none of this rank
				}
				set.In(i).Add(id)
				if g, err := v.Game(archive.GameID(id)); err == nil {
					g.Archive = vs.Number(i)
					names = append(names, g.Name())
				}
			}
		}
		at += n
	}
	slices.Sort(names)
	rng.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
	return names, set
}

// asksForLosses reports whether a query asks for what moves lost.
func asksForLosses(q archive.Query) bool {
	for n := range query.Terms(q.Root) {
		if t, ok := n.(*query.Term); ok && slices.Contains([]string{"loss", "losspercent", "swing", "blunder"}, t.Field) {
			return true
		}
	}
	return false
}

// LosingMoves returns a query with the condition that a move lost something, by points or by percent of
// the chance to win, unless it asks for losses itself.
func LosingMoves(q archive.Query, percent bool) (archive.Query, error) {
	switch {
	case asksForLosses(q):
		return q, nil
	case percent:
		return withTerms(q, "losspercent:>0")
	}
	return withTerms(q, "loss:>0")
}

// cardOf returns a card of a game, nil if it has none.
func (vs *Views) cardOf(ctx context.Context, g *archive.Game, o *DrillOptions, lost bool, rng *rand.Rand) (*DrillCard, error) {
	if _, ok := g.Kind().(registry.Replayer); !ok {
		return nil, ctx.Err()
	}
	if len(g.Hits) == 0 {
		if card, err := vs.problemCard(ctx, g, rng); card != nil || err != nil {
			return card, err
		}
	}
	tree, err := vs.View(g.Archive).GameTree(g.ID, 0, drillNodes)
	if err != nil {
		return nil, err
	}
	nodes := tree.Nodes
	if len(g.Hits) > 0 {
		hit := g.Hits[0]
		if hit.Node >= len(nodes) {
			return nil, nil
		}
		if hit.Symmetry == nil && nodes[hit.Node].Color != "" { // a text is about the move
			return vs.card(g, nodes[hit.Node].Parent, hit.Node)
		}
		if next := nextMove(nodes, hit.Node); next > 0 {
			return vs.card(g, hit.Node, next)
		}
		return nil, nil
	}
	side := sideOf(g, o)
	var moves []int // nodes of the main line
	worst, most := -1, 0.0
	for i, n := range nodes {
		if n.Variation || n.Color == "" || n.Parent < 0 || n.Move < o.From || o.To > 0 && n.Move > o.To || side != "" && n.Color != side {
			continue
		}
		if l := n.Loss; l != nil && l.Points != nil && *l.Points > most {
			worst, most = i, *l.Points
		} else if l != nil && l.Points == nil && l.Percent != nil && *l.Percent > most {
			worst, most = i, *l.Percent
		}
		moves = append(moves, i)
	}
	if (o.Side != "" || o.Player != "") && side == "" || len(moves) == 0 {
		return nil, nil
	}
	next := moves[rng.IntN(len(moves))]
	if lost && worst >= 0 {
		next = worst
	}
	return vs.card(g, nodes[next].Parent, next)
}

// nextMove returns the first move that follows a node on the line of first children, 0 if none does.
func nextMove(nodes []archive.RecordNode, node int) int {
	for next := node + 1; next < len(nodes) && nodes[next].Parent == next-1; next++ {
		if nodes[next].Color != "" {
			return next
		}
	}
	return 0
}

// sideOf returns whose moves of a game are guessed, "" for both or if the record does not tell.
func sideOf(g *archive.Game, o *DrillOptions) string {
	if o.Player != "" {
		wanted := fulltext.Fold(o.Player)
		is := func(name string) bool {
			return len(wanted) > 0 && strings.Contains(strings.Join(fulltext.Fold(name), " "), strings.Join(wanted, " "))
		}
		switch {
		case is(g.Black):
			return "B"
		case is(g.White):
			return "W"
		}
		return ""
	}
	switch o.Side {
	case "black":
		return "B"
	case "white":
		return "W"
	case "winner":
		switch g.Segment().Facts(g.Local()).Winner {
		case store.WinnerBlack:
			return "B"
		case store.WinnerWhite:
			return "W"
		}
	}
	return ""
}

// card returns the card of a position whose next move is that of a node, nil if nobody can be asked there.
func (vs *Views) card(g *archive.Game, at, next int) (*DrillCard, error) {
	if at < 0 || next <= at {
		return nil, nil
	}
	list, err := vs.View(g.Archive).Nodes(g.ID, []int{at, next})
	if err != nil || len(list) != 2 {
		return nil, err
	}
	n, answer := list[0], list[1]
	if n.Step == nil || answer.Step == nil || !answer.Step.Moved || !answer.Step.Done || answer.Step.Swap {
		return nil, nil
	}
	n.Game.Archive, answer.Game.Archive = g.Archive, g.Archive
	c, err := vs.finishCard(&DrillCard{
		Next: next, Node: n, answer: answer, color: answer.Step.Move.Color, right: []position.Point{answer.Step.Move.Point},
	})
	if c == nil || err != nil {
		return nil, err
	}
	if l := answer.Loss; l != nil && (l.Class == "mistake" || l.Class == "blunder") && l.Best != "" {
		if best, err := c.ReadMove(l.Best); err == nil && best != c.right[0] {
			c.Mistake, c.right = true, []position.Point{best}
		}
	}
	return c, nil
}

// problemCard returns a problem of a game, nil if it has none with a solution.
func (vs *Views) problemCard(ctx context.Context, g *archive.Game, rng *rand.Rand) (*DrillCard, error) {
	stones, ok := g.Kind().(registry.Stones)
	if !ok {
		return nil, nil
	}
	script, err := g.Segment().Script(g.Local())
	if err != nil {
		return nil, err
	}
	var nodes []int
	for node := range study.Diagrams(stones.Rules(), g.Segment().Facts(g.Local()).Size, script) {
		nodes = append(nodes, node)
	}
	if len(nodes) == 0 {
		return nil, nil
	}
	return vs.problemAt(ctx, g, nodes[rng.IntN(len(nodes))])
}

// problemAt returns the card of the problem at a node.
func (vs *Views) problemAt(ctx context.Context, g *archive.Game, node int) (*DrillCard, error) {
	reader := problemReader{views: vs, ctx: ctx, trees: map[archive.GameID]*problemTree{}}
	one, _, err := reader.record(study.Diagram{Game: archive.FirstID(max(g.Archive-1, 0)) + g.ID, Node: node})
	if err != nil || len(one.solution.right) == 0 {
		return nil, err
	}
	list, err := vs.View(g.Archive).Nodes(g.ID, []int{node})
	if err != nil {
		return nil, err
	}
	list[0].Game.Archive = g.Archive
	c := &DrillCard{Node: list[0], Problem: true, color: one.solution.side, line: one.solution.line}
	for _, m := range one.solution.right {
		c.right = append(c.right, m.Point)
	}
	return vs.finishCard(c)
}

// finishCard adds what follows from the position of a card.
func (vs *Views) finishCard(c *DrillCard) (*DrillCard, error) {
	n := c.Node
	if n.Step == nil {
		return nil, nil
	}
	kept := *n.Step
	kept.Position = n.Step.Position.Clone()
	n.Step = &kept
	if p, ok := kept.Position.(*registry.Points); ok {
		p.Goban.SetToPlay(c.color)
	}
	if _, ok := kept.Position.(registry.Mover); !ok || kept.Position.ToPlay() != c.color {
		return nil, nil
	}
	c.Ref, c.Game, c.Move, c.ToPlay = n.Ref, n.Game, n.Move, c.color.Letter()
	if c.Game.Archive > 0 && !strings.Contains(c.Ref, ":") {
		c.Ref = strconv.Itoa(c.Game.Archive) + ":" + c.Ref
	}
	// Whose turn it is belongs to the question, and to no text of a position of stones.
	if c.subject = archive.PositionKey(kept.Position.Subject()); c.subject == "" {
		return nil, nil
	}
	reviews, err := vs.View(c.Game.Archive).ReviewsOf(c.key())
	if err != nil {
		return nil, err
	}
	c.subject = c.key()
	if len(reviews) > 0 {
		state := scheduleOf(reviews)
		c.State = &state
	}
	return c, nil
}

// key is what answers in the position are kept under.
func (c *DrillCard) key() archive.PositionKey {
	if _, ok := c.Node.Step.Position.(*registry.Points); ok && !strings.Contains(string(c.subject), "PL[") {
		return c.subject + "PL[" + archive.PositionKey(c.color.Letter()) + "]"
	}
	return c.subject
}

// Board is the position as data, for whom it is to be drawn.
func (c *DrillCard) Board() *Board { return c.Node.Step.Position.(registry.Shown).Data() }

// placeCards makes the cards of places.
func (vs *Views) placeCards(ctx context.Context, d *Drill, refs []string, o *DrillOptions) error {
	for _, ref := range refs {
		card, err := vs.DrillCardAt(ctx, ref, -1)
		if err != nil {
			return err
		}
		d.Games++
		if len(d.Cards) < o.Limit {
			d.Cards = append(d.Cards, *card)
		}
	}
	return nil
}

// A dueReview is a position with its answers.
type dueReview struct {
	archive int // its number, 0 for the only one
	last    archive.Review
	state   DrillState
}

// reviewed counts the positions in which the user answered, and returns those that are due, the oldest first.
func (vs *Views) reviewed(d *Drill) (due []dueReview, err error) {
	now := archive.Today()
	for i, v := range vs.All() {
		all, err := v.Reviews()
		if err != nil {
			return nil, err
		}
		d.Known += len(all)
		for _, list := range all {
			if state := scheduleOf(list); state.isDue(now) {
				due = append(due, dueReview{vs.Number(i), list[len(list)-1], state})
			}
		}
	}
	d.Due = len(due)
	slices.SortStableFunc(due, func(a, b dueReview) int { return a.state.Due.Compare(b.state.Due) })
	return due, nil
}

// dueCards makes the cards of positions that are due.
func (vs *Views) dueCards(ctx context.Context, d *Drill, due []dueReview, o *DrillOptions) error {
	for _, r := range due {
		if len(d.Cards) == o.Limit {
			break
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		card, err := vs.reviewCard(ctx, r.archive, r.last)
		if err != nil {
			return err
		}
		if card == nil {
			d.Lost++
			continue
		}
		d.Cards = append(d.Cards, *card)
	}
	return nil
}

// reviewCard returns the card that was answered, nil if its game is gone or another one now.
func (vs *Views) reviewCard(ctx context.Context, number int, r archive.Review) (*DrillCard, error) {
	g, err := vs.View(number).Game(r.Game)
	if err != nil {
		return nil, nil //nolint:nilerr // a game that was removed
	}
	g.Archive = number
	var card *DrillCard
	if r.Next > 0 {
		card, err = vs.card(g, r.Node, r.Next)
	} else {
		card, err = vs.problemAt(ctx, g, r.Node)
	}
	if err != nil || card == nil || card.subject != r.Position {
		return nil, ctx.Err()
	}
	return card, nil
}

// DrillCardAt returns the card of a place. Next is as in [DrillCard]; -1 is the move that the record has there.
func (vs *Views) DrillCardAt(ctx context.Context, ref string, next int) (*DrillCard, error) {
	n, err := vs.Node(ref)
	if err != nil {
		return nil, err
	}
	g := n.Game
	var card *DrillCard
	switch {
	case next == 0:
		card, err = vs.problemAt(ctx, g, n.Node)
	case next < 0:
		tree, err := vs.View(g.Archive).GameTree(g.ID, 0, drillNodes)
		if err != nil {
			return nil, err
		}
		if next = nextMove(tree.Nodes, n.Node); next > 0 {
			card, err = vs.card(g, n.Node, next)
		}
		if err != nil {
			return nil, err
		}
	case next >= int(g.Segment().Facts(g.Local()).Nodes):
		return nil, badRequest("next", "game %s has no node %d", g.Name(), next)
	default:
		card, err = vs.card(g, n.Node, next)
	}
	if err == nil && card == nil {
		err = badRequest("ref", "no move can be guessed at %s", ref)
	}
	return card, err
}
