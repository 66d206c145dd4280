package query

import (
	"errors"

	"kifudb/position"
)

// Players sit on two sides. In a conjunction that says player: and opponent:,
// one side is who player: names and the other who opponent: names: it holds if
// it does with black: and white: in their places, one way or the other. What is
// negated is about the same side, so that player:X -opponent:Y is X against
// anybody but Y. A field without the other means either side, as does either
// field outside of the smallest conjunction that holds both.

// seatable reports whether a term is of player: or opponent: without a side, and
// which.
func seatable(n Node) (player, opponent bool) {
	t, ok := n.(*Term)
	if !ok || t.side() != position.Empty {
		return false, false
	}
	return t.Field == "player", t.Field == "opponent"
}

// seats reports which of player: and opponent: stand in a node without being
// bound to a side in it.
func seats(n Node) (player, opponent bool) {
	for t := range terms(n) {
		p, o := seatable(t)
		player, opponent = player || p, opponent || o
	}
	return player, opponent
}

// seated returns a condition in which each conjunction that says player: and
// opponent: says it of black and white, one way or the other.
func (r *resolver) seated(n Node) (Node, error) {
	if n == nil {
		return nil, nil
	}
	return build(n, func(t Node) (Node, error) { return t, nil }, func(n Node, nodes []Node) (Node, error) {
		if _, ok := n.(And); !ok {
			return rejoin(n, nodes)
		}
		var free, bound []Node
		player, opponent := false, false
		for _, child := range nodes {
			p, o := seats(child)
			player, opponent = player || p, opponent || o
			if p || o {
				bound = append(bound, child)
			} else {
				free = append(free, child)
			}
		}
		if !player || !opponent {
			return and(nodes), nil
		}
		ways := make([]Node, 2)
		for i, side := range [...]position.Color{position.Black, position.White} {
			way, err := replace(and(bound), func(n Node) (Node, error) { return r.seat(n, side) })
			if err != nil {
				return nil, err
			}
			ways[i] = way
		}
		return and(append(free, or(ways))), nil
	})
}

// seat binds a term of player: or opponent: to a side, the player having a
// color. Conjunctions in conjunctions double what they hold, so it counts.
func (r *resolver) seat(n Node, side position.Color) (Node, error) {
	if r.seats++; r.seats > maxTerms*maxTerms/10 {
		return nil, errors.New("player: and opponent: are nested too deep in one another; expected them in one conjunction")
	}
	player, opponent := seatable(n)
	switch {
	case opponent:
		side = side.Opponent()
	case !player:
		return n, nil
	}
	t := n.(*Term)
	found := Resolution{Side: side}
	if t.Resolution != nil {
		found = *t.Resolution
		found.Side = side
	}
	return t.resolved(found), nil
}

// side returns the color of the player whom a term names, Empty for either.
func (t *Term) side() position.Color {
	if t.Resolution == nil {
		return position.Empty
	}
	return t.Resolution.Side
}

// on returns the field that player: or opponent: is on a side.
func (f field) on(side position.Color) field {
	switch side {
	case position.Black:
		f.name, f.idents = "black", []string{"PB", "BT"}
	case position.White:
		f.name, f.idents = "white", []string{"PW", "WT"}
	}
	return f
}
