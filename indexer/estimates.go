package indexer

import (
	"fmt"
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
	identCC sgfread.Ident = 'C'<<8 | 'C'
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
	moves := movesOf(g.Script)
	at := make([]*estimate.Estimate, len(moves)) // by node
	var said []estimate.Said
	for i, s := range list {
		said = append(said, s.Said)
		if i+1 < len(list) && list[i+1].node == s.node {
			continue
		}
		if s.node < len(moves) {
			m := &moves[s.node]
			e, faults := estimate.Read(said, m.view, reader)
			for _, f := range faults {
				x.note(evaluationFault, -1, func() error {
					return fmt.Errorf("%s: %s at node %d: %s; skipped", evaluationFault, f.Property, s.node, f.Words)
				})
				g.Facts.Flags |= store.HasProblems
			}
			place(at, moves, s.node, e)
		}
		said = said[:0]
	}
	if list := valuesOf(x.kind, x.size, moves, at); len(list) > 0 {
		g.Facts.Flags |= store.HasValues
		g.Info = append(g.Info, list...)
	}
}

// EstimateIdents are the identifiers of what an archive keeps of the evaluations of a game.
var EstimateIdents = []string{estimate.LeadIdent, estimate.ChanceIdent, estimate.GradesIdent}

// EstimateValues returns what an archive keeps of evaluations of the positions of a game, by node,
// nil where nobody evaluated one. They have the identifiers of [EstimateIdents].
func EstimateValues(kind game.Game, size position.Size, script position.Script, at []*estimate.Estimate) []store.Value {
	moves := movesOf(script)
	if len(at) < len(moves) {
		at = append(slices.Clip(at), make([]*estimate.Estimate, len(moves)-len(at))...)
	}
	return valuesOf(kind, size, moves, at[:len(moves)])
}

// EstimatesAt returns the evaluations of the positions of a game, given by node as its record
// has them, some of them about the position before the node.
func EstimatesAt(script position.Script, said []*estimate.Estimate) []*estimate.Estimate {
	moves := movesOf(script)
	at := make([]*estimate.Estimate, len(moves))
	for node, e := range said[:min(len(said), len(moves))] {
		place(at, moves, node, e)
	}
	return at
}

// place notes what a node says of its position, or of the one before it.
func place(at []*estimate.Estimate, moves []scriptMove, node int, e *estimate.Estimate) {
	switch parent := moves[node].parent; {
	case e == nil:
	case !e.Before:
		at[node] = e
	case parent >= 0 && at[parent] == nil:
		at[parent] = e
	}
}

func valuesOf(kind game.Game, size position.Size, moves []scriptMove, at []*estimate.Estimate) (list []store.Value) {
	courses := estimate.Courses{ForWhite: kind.About().WhiteAhead}
	for node, e := range at {
		courses.Add(node, e)
	}
	for _, v := range []store.Value{
		{Ident: estimate.LeadIdent, Text: string(courses.Lead())},
		{Ident: estimate.ChanceIdent, Text: string(courses.Chance())},
		{Ident: estimate.GradesIdent, Text: string(gradesOf(kind, size, moves, at))},
	} {
		if v.Text != "" {
			list = append(list, v)
		}
	}
	return list
}

// evaluationFault is the code of problems with values of engines.
const evaluationFault = "evaluation"

// gradesOf returns what the engines' values say of the moves.
func gradesOf(kind game.Game, size position.Size, moves []scriptMove, at []*estimate.Estimate) estimate.Grades {
	var list estimate.GradesBuilder
	var scale estimate.Scale
	if c, ok := kind.(game.Chancer); ok {
		scale = c.ChanceOf
	}
	stones, named := kind.(game.Stones)
	for node := range moves {
		m := &moves[node]
		if m.color == "" || m.parent < 0 || at[m.parent] == nil {
			continue
		}
		name := ""
		if named {
			name = stones.Rules().PointName(size, m.point)
		}
		if g, ok := estimate.Compare(at[m.parent], at[node], m.color, name, scale); ok {
			g.Node, g.Main = node, m.main
			list.Add(&g)
		}
	}
	return list.Grades()
}

// A scriptMove is what a script says of a node, for values of engines.
type scriptMove struct {
	parent int    // the node above, -1 for none
	color  string // who moved, B or W; "" for nobody
	point  position.Point
	main   bool   // it is on the main line
	view   string // who moved, or whose turn it is not; "" if that is unknown
	told   bool   // of a node without a move, no other node tells
}

// movesOf returns the nodes of a script. Of a node without a move it is the other one's turn than
// that of the next move, or as the record says.
func movesOf(s position.Script) []scriptMove {
	var list []scriptMove
	for v, n := range position.Walk(new(struct{}), s) {
		m := scriptMove{parent: v.Parent, main: v.MainLine}
		switch {
		case n.Move.Color != position.Empty:
			m.color, m.point = n.Move.Color.Letter(), n.Move.Point
			m.view = m.color
		case n.ToPlay != position.Empty:
			m.view, m.told = n.ToPlay.Opponent().Letter(), true
		}
		list = append(list, m)
	}
	for i := len(list) - 1; i > 0; i-- { // the next move tells whose turn it was above
		m := &list[i]
		if m.parent < 0 || m.view == "" {
			continue
		}
		above := &list[m.parent]
		switch before := m.before(); {
		case above.color != "" || above.told:
		case above.view == "":
			above.view = before
		case above.view != before: // the next moves are of both players
			above.view, above.told = "", true
		}
	}
	for i := range list { // where nobody moves any more, who moved last
		if m := &list[i]; m.view == "" && !m.told && m.parent >= 0 {
			m.view = list[m.parent].view
		}
	}
	return list
}

// before returns whose turn it was not before the node.
func (m *scriptMove) before() string {
	switch m.color {
	case "B":
		return "W"
	case "W":
		return "B"
	}
	return m.view
}

// Views returns for each node of a script who moved there, "B" or "W"; of one without a move, whose
// turn it is not after it, "" if that is unknown.
func Views(s position.Script) (list []string) {
	for _, m := range movesOf(s) {
		list = append(list, m.view)
	}
	return list
}
