package ask

import (
	"cmp"
	"context"
	"slices"

	"kifudb/archive"
	"kifudb/position"
)

// A NextLine is several moves that were played one after the other.
type NextLine struct {
	Moves []archive.Move  `json:"moves" doc:"The moves, in order."`
	Names []string        `json:"names" doc:"The moves as players call them."`
	Games int             `json:"games" doc:"Number of games with the line."`
	Share *archive.Share  `json:"share" doc:"Share of the games with the position or pattern that have the line."`
	Hits  int             `json:"hits" doc:"Number of places in these games."`
	Won   archive.Results `json:"won" doc:"How these games ended."`

	Estimate float64 `json:"estimate" doc:"Score to expect for the player of the first move, from 0 to 1. With few games it lies near the score of the position."`

	Played []position.Move `json:"-"`
}

// addLines adds the lines of several moves that were played in enough games.
func (vs *Views) addLines(ctx context.Context, s *archive.Search, o *NextOptions, c *Next) error {
	tree, err := vs.Tree(ctx, s, &TreeOptions{Depth: o.Depth, MinGames: max(o.Min, 1)})
	if err != nil {
		return err
	}
	c.Lines = []NextLine{}
	for i := range tree.Nodes {
		if n := &tree.Nodes[i]; n.Depth == o.Depth {
			line := NextLine{Names: tree.Line(i), Games: n.Games, Share: archive.ShareOf(n.Games, c.Games), Hits: n.Hits, Won: n.Won}
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
