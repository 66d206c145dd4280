package archive

import (
	"cmp"
	"context"
	"slices"

	"kifudb/position"
)

// A NextLine is several moves that were played one after the other.
type NextLine struct {
	Moves []Move   `json:"moves"`
	Names []string `json:"names"` // of the moves, as players call them
	Games int      `json:"games"`
	Share *Share   `json:"share"` // of the games in which the position or pattern came up
	Hits  int      `json:"hits"`
	Won   Results  `json:"won"`

	// Estimate is the score that may be expected of the player who makes the first move,
	// see [NextMove].
	Estimate float64 `json:"estimate"`

	Played []position.Move `json:"-"`
}

// addLines adds the lines of several moves that were played in enough games.
func (vs *Views) addLines(ctx context.Context, s *Search, c *Next) error {
	o := &s.Table
	tree, err := vs.Tree(ctx, s, &TreeOptions{Depth: o.Depth, MinGames: max(o.Min, 1)})
	if err != nil {
		return err
	}
	c.Lines = []NextLine{}
	for i := range tree.Nodes {
		if n := &tree.Nodes[i]; n.Depth == o.Depth {
			line := NextLine{Names: tree.Line(i), Games: n.Games, Share: ShareOf(n.Games, c.Games), Hits: n.Hits, Won: n.Won}
			for at := i; at > 0; at = tree.Nodes[at].Parent {
				line.Moves, line.Played = append(line.Moves, *tree.Nodes[at].Move), append(line.Played, tree.Nodes[at].Played)
			}
			slices.Reverse(line.Moves)
			slices.Reverse(line.Played)
			c.Lines = append(c.Lines, line)
		}
	}
	var rows []estimated
	for i := range c.Lines {
		l := &c.Lines[i]
		rows = append(rows, estimated{l.Played[0].Color, &l.Won, &l.Estimate})
	}
	estimateScores(&c.Won, rows)
	slices.SortStableFunc(c.Lines, func(a, b NextLine) int {
		if n := cmp.Compare(b.Estimate, a.Estimate); o.Sort == "score" && n != 0 {
			return n
		}
		return b.Games - a.Games
	})
	c.LinesFound = len(c.Lines)
	if o.Limit > 0 && len(c.Lines) > o.Limit {
		c.Lines = c.Lines[:o.Limit]
	}
	return nil
}
