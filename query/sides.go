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
// field outside of the smallest conjunction that holds both. Losses of moves and the
// accuracy of players are bound so, too: player:X loss:>5 asks for moves of X. So is what moves do.

// seatable reports whether a term is of player: or opponent: without a side, and
// which.
func seatable(n Node) (player, opponent, graded bool) {
	if then, ok := n.(*Then); ok {
		_, _, first := seatable(then.First)
		_, _, second := seatable(then.Second)
		return false, false, first || second
	}
	t, ok := n.(*Term)
	if !ok || t.side() != position.Empty {
		return false, false, false
	}
	f, ok := FindField(t.Field)
	kind, side := f.Grade()
	feature, of := f.Feature()
	return t.Field == "player", t.Field == "opponent", ok && (kind != 0 && side == position.Empty || feature != "" && of == position.Empty)
}

// seats reports which of player: and opponent: stand in a node without being
// bound to a side in it.
func seats(n Node) (player, opponent, graded bool) {
	for t := range Terms(n) {
		p, o, g := seatable(t)
		player, opponent, graded = player || p, opponent || o, graded || g
	}
	return player, opponent, graded
}

// A seater binds terms to sides.
type seater struct {
	seats int // terms that were bound
}

// Seated returns a condition in which each conjunction that says player: and
// opponent: says it of black and white, one way or the other.
func Seated(n Node) (Node, error) {
	if n == nil {
		return nil, nil
	}
	var s seater
	return Build(n, func(t Node) (Node, error) { return t, nil }, func(n Node, nodes []Node) (Node, error) {
		if _, ok := n.(And); !ok {
			return rejoin(n, nodes)
		}
		var free, bound []Node
		player, other, lost := false, false, false
		for _, child := range nodes {
			p, o, g := seats(child)
			player, other, lost = player || p, other || o || g, lost || g
			if p || o || g {
				bound = append(bound, child)
			} else {
				free = append(free, child)
			}
		}
		if !player || !other {
			return and(nodes), nil
		}
		if lost && HasTerm(and(nodes), binds) { // to which they are bound as well
			free, bound = nil, nodes
		}
		ways := make([]Node, 2)
		for i, side := range [...]position.Color{position.Black, position.White} {
			way, err := Replace(and(bound), func(n Node) (Node, error) { return s.seat(n, side) })
			if err != nil {
				return nil, err
			}
			ways[i] = way
		}
		return and(append(free, AnyOf(ways))), nil
	})
}

// sits reports whether the one who is named by player: has a color in a condition.
func sits(n Node, side position.Color) bool {
	return HasTerm(n, func(n Node) bool {
		t, ok := n.(*Term)
		return ok && t.Field == "player" && t.side() == side
	})
}

// binds reports whether a term has a board to which terms for moves beside it are bound.
func binds(n Node) bool {
	b, ok := n.(*Board)
	_, then := n.(*Then)
	return then || ok && !b.Apart
}

// SeatedOn returns a condition that holds if the one who is named by player: has a color, and the
// one named by opponent: the other. It is about losses of that side as well. Named is false if
// neither field is in it, so that it is about both sides.
func SeatedOn(n Node, side position.Color) (seated Node, named bool, err error) {
	if n == nil {
		return nil, false, nil
	}
	player, opponent, _ := seats(n)
	var s seater
	seated, err = Replace(n, func(n Node) (Node, error) { return s.seat(n, side) })
	return seated, player || opponent, err
}

// seat binds a term of player: or opponent: to a side, the player having a
// color. Conjunctions in conjunctions double what they hold, so it counts.
func (s *seater) seat(n Node, side position.Color) (Node, error) {
	if s.seats++; s.seats > maxTerms*maxTerms/10 {
		return nil, errors.New("player: and opponent: are nested too deep in one another; expected them in one conjunction")
	}
	player, opponent, graded := seatable(n)
	switch {
	case opponent:
		side = side.Opponent()
	case !player && !graded:
		return n, nil
	}
	if then, ok := n.(*Then); ok {
		seated := *then
		var err error
		if seated.First, err = s.seat(then.First, side); err != nil {
			return nil, err
		}
		if seated.Second, err = s.seat(then.Second, side); err != nil {
			return nil, err
		}
		return &seated, nil
	}
	t := n.(*Term)
	found := Resolution{Side: side}
	if t.Resolution != nil {
		found = *t.Resolution
		found.Side = side
	}
	return t.Resolved(found), nil
}

// side returns the color of the player whom a term names, Empty for either.
func (t *Term) side() position.Color {
	if t.Resolution == nil {
		return position.Empty
	}
	return t.Resolution.Side
}

// On returns the field that player: or opponent: is on a side.
func (f Field) On(side position.Color) Field {
	switch f.Kind() {
	case GradeFieldKind:
		return f.onSide(side)
	case FeatureKind:
		if side == position.Empty {
			return f
		}
		return f.ofSide(side)
	}
	switch side {
	case position.Black:
		f.Name, f.Idents = "black", []string{"PB", "BT"}
	case position.White:
		f.Name, f.Idents = "white", []string{"PW", "WT"}
	}
	return f
}
