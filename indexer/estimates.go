package indexer

import (
	"slices"

	"kifudb/game"
	"kifudb/game/estimate"
	"kifudb/position"
	"kifudb/sgfread"
	"kifudb/store"
)

// Properties by which programs tell what they think of a position.
const (
	identKT sgfread.Ident = 'K'<<8 | 'T'
	identLZ sgfread.Ident = 'L'<<8 | 'Z'
)

// EstimatesOf returns what reads the comments of a game's programs, nil if nothing does.
func EstimatesOf(kind game.Game) estimate.Reader {
	if r, ok := kind.(game.Estimator); ok {
		return r
	}
	return nil
}

// saidAt is what a property says of the position of a node.
type saidAt struct {
	node int
	estimate.Said
}

// estimated keeps what a node of a record in SGF says of its position but for comments,
// which are kept as they are.
func (x *extractor) estimated(p sgfread.Property) {
	if name := p.AppendName(nil); len(x.said) < maxInfo && estimate.Has(name) { // as of texts
		x.said = append(x.said, saidAt{x.at, estimate.Said{Property: string(name), Value: p.Value(p.Len() - 1)}})
	}
}

// estimates adds the engine values of a game, from properties and comments.
func (x *extractor) estimates(g *store.Game) {
	list, reader := x.said, EstimatesOf(x.kind)
	for _, c := range g.Comments {
		if c.Ident == "C" && (reader != nil || estimate.InComment(c.Text)) {
			list = append(list, saidAt{c.Node, estimate.Said{Property: "C", Value: []byte(c.Text)}})
		}
	}
	for _, c := range x.told {
		list = append(list, saidAt{c.Node, estimate.Said{Property: "C", Value: []byte(c.Text)}})
	}
	if len(list) == 0 {
		return
	}
	x.said = list[:0]
	slices.SortStableFunc(list, func(a, b saidAt) int { return a.node - b.node })
	courses := estimate.Courses{ForWhite: x.kind.About().WhiteAhead}
	by := movers(g)
	var said []estimate.Said
	for i, s := range list {
		said = append(said, s.Said)
		if i+1 == len(list) || list[i+1].node != s.node {
			if s.node < len(by) {
				courses.Add(s.node, estimate.Of(said, by[s.node], reader))
			}
			said = said[:0]
		}
	}
	for _, v := range []store.Value{{Ident: estimate.LeadIdent, Text: string(courses.Lead())}, {Ident: estimate.ChanceIdent, Text: string(courses.Chance())}} {
		if v.Text != "" {
			g.Facts.Flags |= store.HasValues
			g.Info = append(g.Info, v)
		}
	}
}

// movers returns who moved at each node of a game, "B", "W" or "".
func movers(g *store.Game) []string {
	var list []string
	for event, m := range g.Script.Events() {
		if event == position.AtNode {
			by := ""
			if m.Color != position.Empty {
				by = m.Color.Letter()
			}
			list = append(list, by)
		}
	}
	return list
}
