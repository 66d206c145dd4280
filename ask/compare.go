package ask

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"kifudb/archive"
	"kifudb/position"
	"kifudb/query"
	"kifudb/search/statistics"
)

// A Compare sets what two sets of games played next at one position or pattern
// side by side. All differences are A less B.
type Compare struct {
	At   string     `json:"at" doc:"Position or pattern at which the sets are compared, in normal form."`
	A    CompareSet `json:"a" doc:"The first set of games."`
	B    CompareSet `json:"b" doc:"The second set of games."`
	Both int        `json:"both" doc:"Number of games in both sets. The intervals and tests treat the two sets as if they shared no game."`

	Score Contrast `json:"score" doc:"Black's score in A minus Black's score in B, in all games with the position or pattern."`

	Found int           `json:"found" doc:"Number of different moves in either set."`
	Moves []CompareMove `json:"moves" doc:"Moves with at least as many games as the request asks for. Only these are tested."`

	archive.Gaps
	Asked query.Asked `json:"-"` // to be drawn
}

// A CompareSet is one of the two sets.
type CompareSet struct {
	Query      string             `json:"query" doc:"The query in normal form, with the position or pattern."`
	Set        string             `json:"set" doc:"The query without the position or pattern. An asterisk stands for all games."`
	Games      int                `json:"games" doc:"Number of games in the set with the position or pattern."`
	Hits       int                `json:"hits" doc:"Number of places in these games where it came up."`
	Won        archive.Results    `json:"won" doc:"How these games ended."`
	Provenance archive.Provenance `json:"provenance" doc:"What the numbers of this set are about."`
}

// A CompareMove is a move that is played in one of the sets or in both.
type CompareMove struct {
	archive.Move
	A     MoveGames `json:"a" doc:"Games of the first set with the move."`
	B     MoveGames `json:"b" doc:"Games of the second set with the move."`
	Share Contrast  `json:"share" doc:"A's share of games with the move minus B's share."`
	Score Contrast  `json:"score" doc:"Black's score after the move in A minus Black's score after it in B."`

	Played position.Move `json:"-"`
}

// MoveGames are the games of a set in which a move is played.
type MoveGames struct {
	Games int             `json:"games" doc:"Number of games of the set in which the move was played."`
	Share *archive.Share  `json:"share,omitempty" doc:"Share of the set's games in which the move was played. Missing if the set has no games."`
	Won   archive.Results `json:"won" doc:"How these games ended."`
}

// A Contrast is the difference of two shares or scores.
type Contrast struct {
	Difference *archive.Share `json:"difference,omitempty" doc:"A less B, from -1 to 1, with Newcombe's interval. Missing if one of the sets has no games that count."`
	P          float64        `json:"p" doc:"Probability of so large a difference if A and B do not really differ, from 0 to 1."`
	Q          float64        `json:"q" doc:"P corrected for the number of moves tested (Benjamini and Hochberg), from 0 to 1. Of the differences with a Q up to 0.05, on average one in twenty is due to chance."`
}

// Clear reports whether the difference is there beyond chance.
func (c *Contrast) Clear() bool { return c.Difference != nil && c.Q <= 0.05 }

// Only reports whether a move is played in the first set alone, or in the second.
func (m *CompareMove) Only() (a, b bool) { return m.B.Games == 0, m.A.Games == 0 }

// CompareOptions say which moves are compared, and how they are listed.
type CompareOptions struct {
	Sort string `flag:"sort" value:"games" usage:"order by [values]: what A plays more often, or where Black scores better in A, comes first" query:"sort" enum:",games,share,score" doc:"Order of the moves: games of both sets; share, how much more often A plays the move; or score, how much better Black scores in A."`
	Min  int    `flag:"min" value:"1" usage:"leave out moves in fewer than {N} games of both sets, also when testing" query:"min" minimum:"0" page:"1" doc:"Least number of games of both sets with a move. Moves with fewer games are not tested either."`

	// Watch, if set, is called now and then, by one goroutine, with the table so far of the
	// first set, 0, and then of the second, 1.
	Watch func(set int, sofar *Next)
}

// Compare compares what was played next in two sets of games. Both queries must have
// the same one board term. Clear differences come first where moves are sorted by differences.
func (vs *Views) Compare(ctx context.Context, a, b *archive.Search, o *CompareOptions) (*Compare, error) {
	if err := CheckOptions(o); err != nil {
		return nil, err
	}
	at, err := sameBoard(a.Query, b.Query)
	if err != nil {
		return nil, err
	}
	var sides [2]*Next
	for i, s := range [...]*archive.Search{a, b} {
		next := &NextOptions{}
		if o.Watch != nil {
			next.Watch = func(sofar *Next) { o.Watch(i, sofar) }
		}
		if sides[i], err = vs.Next(ctx, s, next); err != nil {
			return nil, err
		}
	}
	shared, err := archive.ParseQuery(fmt.Sprintf("(%s) (%s)", a.Query, b.Query))
	if err != nil {
		return nil, err
	}
	page, err := vs.Count(ctx, &archive.Search{Query: shared, Records: a.Records, Among: a.Among})
	if err != nil {
		return nil, err
	}
	c := compareTables(sides[0], sides[1], max(o.Min, 1))
	c.At, c.Both = at, page.Total
	c.A.Set, c.B.Set = besideBoard(a.Query), besideBoard(b.Query)
	c.arrange(o.Sort)
	for _, n := range append(sides[0].Notices, sides[1].Notices...) {
		if !slices.Contains(c.Notices, n) {
			c.Notices = append(c.Notices, n)
		}
	}
	for _, n := range page.Notices { // what is in both sets
		if n.Incomplete() && !slices.Contains(c.Notices, n) {
			c.Notices = append(c.Notices, n)
		}
	}
	c.Complete = archive.Completeness(c.Notices)
	return c, nil
}

// sameBoard returns the board term of two queries, in normal form.
func sameBoard(a, b archive.Query) (string, error) {
	var terms [2]string
	for i, q := range [...]archive.Query{a, b} {
		board, err := query.OneBoard(q.Root)
		if err != nil {
			return "", err
		}
		terms[i] = query.Print(board)
	}
	if terms[0] != terms[1] {
		return "", badRequest("", "the two sets name different boards, %s and %s; name the same one in both", terms[0], terms[1])
	}
	return terms[0], nil
}

// besideBoard returns what a query says besides its board term.
func besideBoard(q archive.Query) string {
	conditions, ok := q.Root.(query.And)
	if !ok {
		return archive.EveryGame
	}
	var rest query.And
	for _, n := range conditions {
		if _, err := query.OneBoard(n); err != nil {
			rest = append(rest, n)
		}
	}
	return query.Print(rest)
}

// compareTables compares two tables. Moves in fewer than least games of both are left out.
func compareTables(a, b *Next, least int) *Compare {
	c := &Compare{Moves: []CompareMove{}, Asked: a.Asked}
	for i, side := range [...]*Next{a, b} {
		*[...]*CompareSet{&c.A, &c.B}[i] = CompareSet{Query: side.Query, Games: side.Games, Hits: side.Hits, Won: side.Won, Provenance: side.Provenance}
	}
	c.Score = contrastScores(a.Won, b.Won)
	c.Score.Q = c.Score.P // one test

	at := map[position.Move]int{}
	for i, side := range [...]*Next{a, b} {
		for _, n := range side.Next {
			k, ok := at[n.Played]
			if !ok {
				k = len(c.Moves)
				at[n.Played] = k
				c.Moves = append(c.Moves, CompareMove{Move: n.Move, Played: n.Played, A: MoveGames{Share: archive.ShareOf(0, a.Games)}, B: MoveGames{Share: archive.ShareOf(0, b.Games)}})
			}
			m := &c.Moves[k]
			*[...]*MoveGames{&m.A, &m.B}[i] = MoveGames{n.Games, n.Share, n.Won}
		}
	}
	c.Found = len(c.Moves)
	c.Moves = slices.DeleteFunc(c.Moves, func(m CompareMove) bool { return m.A.Games+m.B.Games < least })
	shares, scores := make([]float64, len(c.Moves)), []float64{}
	for i := range c.Moves {
		m := &c.Moves[i]
		m.Share = Contrast{P: statistics.SameShare(m.A.Games, a.Games, m.B.Games, b.Games)}
		if a.Games > 0 && b.Games > 0 {
			d := archive.NewShare(statistics.Difference(statistics.Share(m.A.Games, a.Games), statistics.Share(m.B.Games, b.Games)))
			m.Share.Difference = &d
		}
		shares[i] = m.Share.P
		if m.Score = contrastScores(m.A.Won, m.B.Won); m.Score.Difference != nil {
			scores = append(scores, m.Score.P)
		}
	}
	shares, scores = statistics.BenjaminiHochberg(shares), statistics.BenjaminiHochberg(scores)
	for i := range c.Moves {
		m := &c.Moves[i]
		m.Share.Q, m.Score.Q = shares[i], 1
		if m.Score.Difference != nil {
			m.Score.Q, scores = scores[0], scores[1:]
		}
	}
	return c
}

// contrastScores compares the scores of Black.
func contrastScores(a, b archive.Results) Contrast {
	c := Contrast{P: statistics.SameScore(a.Statistics(), b.Statistics())}
	if a.Decided > 0 && b.Decided > 0 {
		d := archive.NewShare(statistics.Difference(statistics.Score(a.Statistics()), statistics.Score(b.Statistics())))
		c.Difference = &d
	}
	return c
}

// arrange puts the moves into their order.
func (c *Compare) arrange(order string) {
	byGames := func(a, b *CompareMove) int {
		return cmp.Or(b.A.Games+b.B.Games-a.A.Games-a.B.Games, b.A.Games-a.A.Games, int(a.Played.Color)-int(b.Played.Color), int(a.Played.Point)-int(b.Played.Point))
	}
	of := map[string]func(*CompareMove) *Contrast{
		"share": func(m *CompareMove) *Contrast { return &m.Share },
		"score": func(m *CompareMove) *Contrast { return &m.Score },
	}[order]
	slices.SortFunc(c.Moves, func(a, b CompareMove) int {
		if of != nil {
			if n := of(&a).compare(of(&b)); n != 0 {
				return n
			}
		}
		return byGames(&a, &b)
	})
}

// compare puts clear differences first, and of these the greater ones in favor of A.
func (c *Contrast) compare(o *Contrast) int {
	if c.Clear() != o.Clear() {
		if c.Clear() {
			return -1
		}
		return 1
	}
	value := func(c *Contrast) float64 {
		if c.Difference == nil {
			return math.Inf(-1)
		}
		return c.Difference.Value
	}
	return cmp.Compare(value(o), value(c))
}
