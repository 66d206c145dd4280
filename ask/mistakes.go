package ask

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"kifudb/archive"
	registry "kifudb/game"
	"kifudb/position"
	"kifudb/query"
	"kifudb/search"
	"kifudb/study"
)

// Mistakes are moves that lost much by the values of engines in records, those that are alike
// together.
type Mistakes struct {
	archive.Envelope

	Query string  `json:"query" doc:"The query in normal form."`
	Of    string  `json:"of" doc:"Whose moves count: player, if the query names one by player: or opponent:, or both."`
	Kind  string  `json:"game" doc:"The game whose records count, such as go. Empty if no record has evaluations."`
	Unit  string  `json:"unit" doc:"Unit of all losses: points (in chess, pawns), or percent of the chance to win."`
	From  float64 `json:"from" doc:"Least loss of a mistake."`

	Games     int     `json:"games" doc:"Number of games that match."`
	Evaluated int     `json:"evaluated" doc:"Number of these games with a move whose loss is known, in the unit."`
	Moves     int     `json:"moves" doc:"Number of moves whose loss is known."`
	Lost      float64 `json:"lost" doc:"What these moves lost together. A gain is no loss."`
	Mistakes  int     `json:"mistakes" doc:"Number of mistakes."`
	InGames   int     `json:"in_games" doc:"Number of games with mistakes."`
	ByThem    float64 `json:"lost_by_mistakes" doc:"What the mistakes lost together."`
	Alike     int     `json:"alike" doc:"Number of mistakes that belong to a pattern."`
	Found     int     `json:"found" doc:"Number of patterns. The list may have fewer."`

	Patterns []MistakePattern `json:"patterns" doc:"The patterns, in the order that the request asks for."`
}

// A MistakePattern is mistakes before which the board, or a part of it, was the same.
type MistakePattern struct {
	Region string   `json:"region" doc:"Which part of the board was the same: board, corner, side, center or part."`
	Size   string   `json:"size" doc:"Size of the part, such as 9x9."`
	Search string   `json:"search" doc:"Query that finds the position or pattern."`
	ToPlay string   `json:"to_play" doc:"Who moves in it, B or W. Usually B, as colors are exchanged."`
	Games  int      `json:"games" doc:"Number of games with the mistake."`
	Moves  int      `json:"moves" doc:"Number of mistakes."`
	Lost   float64  `json:"lost" doc:"What they lost together."`
	Mean   float64  `json:"mean" doc:"Mean loss of a mistake."`
	Low    *float64 `json:"mean_low,omitempty" doc:"Lower end of the 95 % interval of the mean, with games as the unit. Missing if the games do not tell."`
	High   *float64 `json:"mean_high,omitempty" doc:"Upper end of the interval."`

	Met      int            `json:"met" doc:"Number of moves whose loss is known that were made where the board was so, mistakes included. Around a move, only those at the same point."`
	MetGames int            `json:"met_games" doc:"Number of games with such moves."`
	Rate     *archive.Share `json:"rate" doc:"Share of mistakes among these moves."`

	Played    []MistakeMove  `json:"played" doc:"The moves that were played, in the coordinates of the pattern."`
	Right     []MistakeMove  `json:"right" doc:"The moves that engines would have made, most frequent first."`
	RightOf   int            `json:"right_of" doc:"Number of mistakes of which the record says what an engine would have done. At most 100 of a pattern are read."`
	Elsewhere int            `json:"right_elsewhere" doc:"Number of these where the engine would have moved elsewhere."`
	Places    []MistakePlace `json:"places" doc:"Where the mistakes are, those that lost the most first. At most 100."`

	Others *MistakeOthers `json:"others,omitempty" doc:"What others played there: the strongest players of whom at least 5 games are known, or all. Missing if the board is not known, and behind the first 50 patterns of the answer."`

	Asked query.Asked `json:"-"` // the pattern, to be drawn

	problem mistakeProblem
}

// A MistakeMove is a move in a pattern.
type MistakeMove struct {
	archive.Move
	Name  string   `json:"name" doc:"The move as players name it, on the board where the pattern is shown."`
	Moves int      `json:"moves" doc:"How often."`
	Mean  *float64 `json:"mean,omitempty" doc:"Mean loss of the move. Missing of moves that were not played."`

	Played position.Move `json:"-"`
}

// A MistakePlace is a mistake in a game.
type MistakePlace struct {
	Ref    string  `json:"ref" doc:"The place, after the move: 7@40."`
	Lost   float64 `json:"lost" doc:"What the move lost."`
	Player string  `json:"player,omitempty" doc:"Who made the move. Missing if the record does not say."`
	Played string  `json:"played" doc:"The move as players name it, on the board of the game."`

	Game *archive.Game `json:"-"`
}

// MistakesOptions say which moves are mistakes, and how much of the answer is wanted.
type MistakesOptions struct {
	From   string `flag:"from" usually:"2, or 5% of the chance to win" usage:"count moves that lost {LOSS} or more: points such as 3, or 10%" query:"from" maxLength:"10" doc:"Least loss of a mistake: points, such as 3, or percent of the chance to win, such as 10%. Without it, 2 points, or 5% where more games have chances than points, and in games of pieces."`
	Sort   string `flag:"sort" value:"loss" usage:"show first what lost most in all, or what happened most often: [values]" query:"sort" enum:",loss,count" doc:"What comes first: the patterns that lost most, or those with most mistakes."`
	Min    int    `flag:"min" value:"2" usage:"leave out patterns in fewer than {N} games" query:"min" minimum:"1" default:"2" doc:"Least number of games with a pattern."`
	Limit  int    `flag:"limit,n" value:"10" usage:"show at most {N} patterns, 0 for all" query:"limit" minimum:"0" default:"10" doc:"Largest number of patterns. 0 for all."`
	Offset int    `flag:"offset" usually:"none" usage:"leave out the first {N} patterns" query:"offset" minimum:"0" doc:"Number of patterns to skip."`

	// Watch, if set, is called now and then, by one goroutine, with what is known so far.
	Watch func(sofar *Mistakes)
}

const (
	askMistakes = "mistakes"
	askMet      = "met"

	unitPoints  = "points"
	unitPercent = "percent"

	fromPoints  = 200 // hundredths
	fromPercent = 500

	mostPlaces = 100 // of a pattern are listed, and read for what was right
)

// parseLoss reads the least loss of a mistake, "2.5" or "5%".
func parseLoss(text string) (hundredths int32, percent bool, err error) {
	digits, percent := strings.CutSuffix(strings.TrimSpace(text), "%")
	x, err := strconv.ParseFloat(strings.TrimSpace(digits), 64)
	if err != nil || !(x >= 0.01 && x <= 100_000) {
		return 0, percent, badRequest("from", "%q is not a loss; expected points such as 3, or percent such as 10%%", text)
	}
	return int32(x*100 + 0.5), percent, nil
}

// Mistakes finds the moves in games of a query that lost much, and which of them are alike. If the query
// names a player, only the moves of that player count. The errors are those of [Views.Search].
func (vs *Views) Mistakes(ctx context.Context, s *archive.Search, o *MistakesOptions) (*Mistakes, error) {
	if err := CheckOptions(o); err != nil {
		return nil, err
	}
	what := &study.Mistakes{Least: o.Min, ByCount: o.Sort == "count"}
	if o.Limit > 0 {
		what.Limit = o.Offset + o.Limit
	}
	known, err := vs.evaluated(ctx, s)
	if err != nil {
		return nil, err
	}
	if o.From == "" {
		pieces := known.kind != nil && registry.RulesOf(known.kind) == nil
		what.From, what.Percent = fromPoints, known.percents > known.points || pieces && known.percents == known.points && known.percents > 0
		if what.Percent {
			what.From = fromPercent
		}
	} else if what.From, what.Percent, err = parseLoss(o.From); err != nil {
		return nil, err
	}
	asked := *s
	asked.Limit = 0
	field := "loss"
	if what.Percent {
		field = "losspercent"
	}
	terms := "has:" + field
	if known.kind != nil {
		terms += " " + kindTerm(gameField, known.kind.About().Name)
	}
	if asked.Query, err = withTerms(s.Query, terms); err != nil {
		return nil, err
	}
	asked.Also = map[string]search.Aggregation{askMistakes: what, askKinds: kindsAsked()}
	q, err := vs.question(ctx, &asked)
	if err != nil {
		return nil, err
	}
	about := &Mistakes{
		Query: s.Query.String(), Unit: unitPoints, From: float64(what.From) / 100, Games: known.games, Patterns: []MistakePattern{},
	}
	if what.Percent {
		about.Unit = unitPercent
	}
	if known.kind != nil {
		about.Kind = known.kind.About().Name
	}
	return archive.Run(ctx, q.Question, archive.Recipe[*Mistakes]{
		Watch: o.Watch,
		Read:  func(answer *search.Answer) (*Mistakes, error) { return q.mistakes(about, answer), nil },
		Rest: func(found *Mistakes, answer *search.Answer) error {
			f := answer.Found[askMistakes].(*study.MistakesFound)
			known.say(q, found, what.Percent)
			q.noteSizes(kindsOf(answer))
			if f.Dropped > 0 {
				q.Notices.Say(archive.NoticeManyMistakes, "too many mistakes to compare: %s left out, which lost %s of %s %s; fewer have a larger least loss", numberOf(f.Dropped, "mistake"), lossWord(f.DroppedBy), lossWord(f.ByThem), found.Unit)
			}
			list := f.List[min(o.Offset, len(f.List)):]
			if err := vs.patterns(ctx, found, list, known.kind); err != nil {
				return err
			}
			if err := vs.met(ctx, &asked, what, found, list); err != nil {
				return err
			}
			return vs.others(ctx, s, found, known.kind)
		},
	})
}

// evaluations are of how many games of a query it is known what moves lost.
type evaluations struct {
	games                    int           // of the query
	kind                     registry.Game // of most of those that are evaluated; nil if none is
	either, points, percents int           // games of this kind, by what is known
	others                   []NameEntry   // further kinds, which are not counted
}

// evaluated finds out of how many games it is known what moves lost.
func (vs *Views) evaluated(ctx context.Context, s *archive.Search) (*evaluations, error) {
	counted := func(terms string) (int, []archive.FacetValue, error) {
		one := *s
		one.Limit, one.Also, one.Facets, one.FacetLimit = 0, nil, []string{gameField}, 0
		var err error
		if one.Query, err = withTerms(s.Query, terms); err != nil {
			return 0, nil, err
		}
		page, err := vs.Count(ctx, &one)
		if err != nil {
			return 0, nil, err
		}
		return page.Total, page.Facets[0].Values, nil
	}
	e := &evaluations{}
	var err error
	if e.games, _, err = counted(""); err != nil {
		return nil, err
	}
	_, either, err := counted("(has:loss or has:losspercent)")
	if err != nil || len(either) == 0 {
		return e, err
	}
	most := slices.MaxFunc(either, func(a, b archive.FacetValue) int { return a.Games - b.Games })
	e.either = most.Games
	e.kind, _ = registry.Named(most.Value)
	for _, v := range either {
		if v.Value != most.Value {
			e.others = append(e.others, NameEntry{Name: v.Value, Games: v.Games})
		}
	}
	for _, one := range []struct {
		field string
		to    *int
	}{{"loss", &e.points}, {"losspercent", &e.percents}} {
		_, values, err := counted("has:" + one.field)
		if err != nil {
			return nil, err
		}
		for _, v := range values {
			if v.Value == most.Value {
				*one.to = v.Games
			}
		}
	}
	return e, nil
}

// say says which games do not count.
func (e *evaluations) say(q *question, found *Mistakes, percent bool) {
	if found.Evaluated == e.games && e.games > 0 && len(e.others) == 0 {
		return
	}
	text := archive.EvaluatedText("mistakes", found.Evaluated, e.games)
	in, other := e.points, unitPercent
	if percent {
		in, other = e.percents, unitPoints
	}
	switch only := e.either - in; {
	case only == 1:
		text += "; 1 more has only " + other
	case only > 1:
		text += fmt.Sprintf("; %d more have only %s", only, other)
	}
	if len(e.others) > 0 {
		text += "; left out: " + gameWords(e.others)
	}
	q.Notices.Say(archive.NoticeEvaluated, "%s", text)
}

// withTerms returns a query with further terms.
func withTerms(q archive.Query, terms string) (archive.Query, error) {
	if terms == "" {
		return q, nil
	}
	more, err := archive.ParseQuery(terms)
	if err != nil || q.Root == nil {
		return more, err
	}
	all := query.And{}
	for _, n := range []query.Node{q.Root, more.Root} {
		if nodes, ok := n.(query.And); ok {
			all = append(all, nodes...)
		} else {
			all = append(all, n)
		}
	}
	return archive.Query{Root: all}, nil
}

// mistakes returns the figures of an answer.
func (q *question) mistakes(about *Mistakes, answer *search.Answer) *Mistakes {
	f, found := answer.Found[askMistakes].(*study.MistakesFound), *about
	found.Envelope = q.Envelope(answer, f.Games, f.Mistakes)
	found.Of = "both"
	if f.Named {
		found.Of = "player"
	}
	found.Evaluated, found.Moves, found.Lost = f.Games, f.Moves, hundredths(f.Lost)
	found.Mistakes, found.InGames, found.ByThem = f.Mistakes, f.InGames, hundredths(f.ByThem)
	found.Alike, found.Found = f.Alike, f.Clusters
	return &found
}

func hundredths(n int64) float64 { return float64(n) / 100 }

func lossWord(n int64) string { return strconv.FormatFloat(hundredths(n), 'f', -1, 64) }

// patterns reads the clusters of an answer from the records of their mistakes, each record once.
func (vs *Views) patterns(ctx context.Context, found *Mistakes, list []study.MistakeCluster, kind registry.Game) error {
	type wanted struct{ cluster, member int }
	read := make([][]mistakeNode, len(list))
	games := map[archive.GameID][]wanted{}
	for i := range list {
		members := list[i].Members
		slices.SortStableFunc(members, func(a, b study.Mistake) int { return int(b.Loss) - int(a.Loss) })
		read[i] = make([]mistakeNode, min(len(members), mostPlaces))
		for k := range read[i] {
			games[members[k].Game] = append(games[members[k].Game], wanted{i, k})
		}
	}
	for _, id := range slices.Sorted(maps.Keys(games)) {
		if err := ctx.Err(); err != nil {
			return err
		}
		var numbers []int
		for _, w := range games[id] {
			node := int(list[w.cluster].Members[w.member].Node)
			numbers = append(numbers, node-1, node)
		}
		slices.Sort(numbers)
		numbers = slices.Compact(numbers)
		i, own := archive.SplitID(id)
		nodes, err := vs.All()[i].Nodes(own, numbers)
		if err != nil {
			return err
		}
		for _, w := range games[id] {
			m := &list[w.cluster].Members[w.member]
			at, _ := slices.BinarySearch(numbers, int(m.Node))
			nodes[at].Game.Archive = vs.Number(i)
			if read[w.cluster][w.member], err = newMistakeNode(nodes[at-1], nodes[at], m.Loss, list[w.cluster].Kind, w.member == 0); err != nil {
				return err
			}
		}
	}
	for i := range list {
		found.Patterns = append(found.Patterns, *newMistakePattern(&list[i], read[i], kind))
	}
	return nil
}

// met finds out how often patterns were met, whatever was played there.
func (vs *Views) met(ctx context.Context, asked *archive.Search, what *study.Mistakes, found *Mistakes, list []study.MistakeCluster) error {
	if len(list) == 0 {
		return nil
	}
	counted := &study.MistakesMet{Mistakes: *what}
	for i := range list {
		counted.Regions = append(counted.Regions, study.MetRegion{Kind: list[i].Kind, Key: list[i].Key})
	}
	asking := *asked
	asking.Also = map[string]search.Aggregation{askMet: counted}
	q, err := vs.question(ctx, &asking)
	if err != nil {
		return err
	}
	answer, err := q.Ask(ctx, nil)
	if err != nil {
		return err
	}
	for i, met := range answer.Found[askMet].([]study.Met) {
		p := &found.Patterns[i]
		p.Met, p.MetGames = max(met.Moves, p.Moves), max(met.Games, p.Games) // parts of the archive may have failed meanwhile
		p.Rate = archive.ShareOf(p.Moves, p.Met)
	}
	return nil
}

// newMistakePattern returns a cluster of which some mistakes were read, those that lost the most.
func newMistakePattern(c *study.MistakeCluster, read []mistakeNode, kind registry.Game) *MistakePattern {
	p := &MistakePattern{
		Games: c.Losses.Games, Moves: len(c.Members), Lost: archive.Round6(c.Losses.Sum / 100), Played: []MistakeMove{}, Right: []MistakeMove{}, Places: []MistakePlace{},
	}
	mean, spread := c.Losses.Estimate()
	p.Mean = archive.Round6(mean.Value / 100)
	if spread {
		low, high := archive.Round6(max(mean.Low/100, 0)), archive.Round6(mean.High/100)
		p.Low, p.High = &low, &high
	}
	right := map[position.Point]int{}
	for i := range read {
		at := &read[i]
		p.Places = append(p.Places, at.place)
		if i == 0 {
			at.show(p)
		}
		switch {
		case !at.bestKnown:
		case at.bestIn:
			p.RightOf++
			right[at.bestAt]++
		default:
			p.RightOf++
			p.Elsewhere++
		}
	}
	names := newNamer(p.Asked)
	named := func(point position.Point, moves int) MistakeMove {
		m := position.Move{Color: p.mover(), Point: point}
		one := MistakeMove{Move: archive.NewMove(kind, reply(m)), Moves: moves, Played: m}
		if mover, ok := p.Asked.Position.(registry.Mover); ok && names.before != nil {
			one.Name = mover.Name(point, false)
		} else {
			one.Name = names.moveName(m)
		}
		return one
	}
	for _, one := range c.Played {
		m := named(one.Point, one.Moves)
		mean := archive.Round6(float64(one.Lost) / 100 / float64(one.Moves))
		m.Mean = &mean
		p.Played = append(p.Played, m)
	}
	for point, moves := range right {
		p.Right = append(p.Right, named(point, moves))
	}
	slices.SortFunc(p.Right, func(a, b MistakeMove) int {
		return cmp.Or(cmp.Compare(b.Moves, a.Moves), cmp.Compare(a.Played.Point, b.Played.Point))
	})
	return p
}

// Labels are what marks moves on the board of the pattern: numbers the first nine that were played, and
// letters those that engines would have made. They are nil if moves are no points.
func (p *MistakePattern) Labels() map[position.Point]string {
	if p.Asked.Game == nil || p.Asked.Pattern == nil && p.Asked.Goban() == nil {
		return nil
	}
	const most = 9
	labels := map[position.Point]string{}
	for _, list := range []struct {
		moves []MistakeMove
		first rune
	}{{p.Played, '1'}, {p.Right, 'A'}} {
		for i, m := range list.moves[:min(len(list.moves), most)] {
			if m.Played.Point < position.SwapsStone && labels[m.Played.Point] == "" {
				labels[m.Played.Point] = string(list.first + rune(i))
			}
		}
	}
	return labels
}

func (p *MistakePattern) mover() position.Color {
	if p.ToPlay == "W" {
		return position.White
	}
	return position.Black
}

// A mistakeNode is a mistake as its record has it.
type mistakeNode struct {
	place  MistakePlace
	kind   registry.Game
	before registry.Position // only of a mistake that is shown
	played position.Move
	region *study.MistakeRegion // likewise, of stones on points

	bestKnown bool           // the record says what an engine would have done
	bestAt    position.Point // in the coordinates of the pattern
	bestIn    bool           // it is in the region
}

// newMistakeNode reads a mistake from the nodes before and after it.
func newMistakeNode(before, after *archive.Node, loss int32, region study.RegionKind, shown bool) (n mistakeNode, err error) {
	game := after.Game
	n = mistakeNode{kind: after.Kind, place: MistakePlace{Lost: float64(loss) / 100, Game: game}}
	if n.place.Ref, err = game.RefAt(after.Node); err != nil || before.Step == nil || after.Step == nil {
		return n, err
	}
	at := before.Step.Position
	n.played = after.Step.Move
	n.place.Player = game.Black
	if n.played.Color == position.White {
		n.place.Player = game.White
	}
	if mover, ok := at.(registry.Mover); ok {
		n.place.Played = mover.Name(n.played.Point, false)
	}
	if shown {
		n.before = at
	}
	best := ""
	if before.Estimate != nil && len(before.Estimate.Best) > 0 {
		best = before.Estimate.Best[0]
	}
	points, ok := at.(*registry.Points)
	if !ok || best == "" && !shown {
		return n, nil
	}
	r := study.RegionOf(n.kind.(registry.Stones), points.Goban, n.played, region)
	if shown {
		n.region = r
	}
	if r == nil || best == "" {
		return n, nil
	}
	move := position.Pass
	if !strings.EqualFold(best, "pass") {
		if move, err = points.Goban.Rules().ParsePoint(points.Goban.Size(), best); err != nil {
			return n, nil // it is no move
		}
	}
	n.bestKnown = true
	n.bestAt, n.bestIn = r.Beside(n.played.Point, move)
	return n, nil
}

// show says of a pattern what its first mistake shows.
func (n *mistakeNode) show(p *MistakePattern) {
	p.Asked = query.Asked{Game: n.kind}
	if n.before == nil {
		return
	}
	if n.region == nil {
		p.Region, p.ToPlay = "board", n.played.Color.Letter()
		text, shown, _ := study.PiecesRegion(n.before, n.played.Point)
		p.Asked.Position, p.problem.position = shown, shown
		p.Search = boardTerm("pos", text, n.kind)
		return
	}
	r := n.region
	p.problem = mistakeProblem{registry.OnPoints(r.Turned(n.before.(*registry.Points).Goban)), r.Anchor()}
	p.Size, p.ToPlay = r.Size.String(), r.Mover.Letter()
	if r.Kind == study.WholeRegion {
		b := r.Rules.NewBoard(r.Size)
		for i, c := range r.Cells {
			b.Set(r.Size.At(i), c)
		}
		b.SetToPlay(r.Mover)
		p.Region, p.Asked.Position = "board", registry.OnPoints(b)
		p.Search = boardTerm("pos", b.SetupSGF(), n.kind)
	} else {
		pattern := r.Pattern()
		p.Region, p.Asked.Pattern = regionWord(r.Edges), pattern
		p.Search = boardTerm("pat", pattern.String(), n.kind)
	}
	if r.Exchanged {
		p.Search += " colors:either"
	}
	p.Search += " next:" + strings.ToLower(p.ToPlay)
}

// regionWord names a part of the board by the edges that it touches.
func regionWord(edges position.Edges) string {
	switch edges {
	case position.North | position.East, position.North | position.West, position.South | position.East, position.South | position.West:
		return "corner"
	case position.North, position.East, position.South, position.West:
		return "side"
	case 0:
		return "center"
	}
	return "part"
}

// boardTerm writes a term for a board of a game.
func boardTerm(kind, text string, g registry.Game) string {
	term := kind + `:"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(text) + `"`
	if g != registry.Default() {
		term = kindTerm(gameField, g.About().Name) + " " + term
	}
	return term
}
