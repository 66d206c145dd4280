package query

// Players sit on two sides. In a conjunction that says player: and opponent:,
// one side is who player: names and the other who opponent: names: it holds if
// it does with black: and white: in their places, one way or the other. What is
// negated is about the same side, so that player:X -opponent:Y is X against
// anybody but Y. A field without the other means either side, as does either
// field outside of the smallest conjunction that holds both.

// side says which color the player of a conjunction has.
type side uint8

const (
	eitherSide side = iota
	blackSide
	whiteSide
)

// sided reports which of player: and opponent: stand in a node without being
// bound to a side in it.
func sided(n Node) (player, opponent bool) {
	var children []Node
	switch n := n.(type) {
	case *Term:
		return n.Field == "player", n.Field == "opponent"
	case Not:
		return sided(n.Node)
	case Or:
		children = n
	case And:
		children = n
	}
	for _, child := range children {
		p, o := sided(child)
		player, opponent = player || p, opponent || o
	}
	if _, ok := n.(And); ok && player && opponent {
		return false, false
	}
	return player, opponent
}

// and makes the condition of a conjunction.
func (c *compiler) and(n And) (condition, error) {
	var free, bound And
	player, opponent := false, false
	for _, child := range n {
		p, o := sided(child)
		player, opponent = player || p, opponent || o
		if p || o {
			bound = append(bound, child)
		} else {
			free = append(free, child)
		}
	}
	if !player || !opponent {
		list, err := c.nodes(n)
		return all(list), err
	}
	list, err := c.nodes(free)
	if err != nil {
		return nil, err
	}
	before := c.side
	defer func() { c.side = before }()
	var ways some
	for _, c.side = range []side{blackSide, whiteSide} {
		way, err := c.nodes(bound)
		if err != nil {
			return nil, err
		}
		ways = append(ways, all(way))
	}
	return append(all(list), ways), nil
}

// seated returns the field that player: or opponent: is on the current side.
func (c *compiler) seated(f field) field {
	if c.side == eitherSide || f.name != "player" && f.name != "opponent" {
		return f
	}
	if (f.name == "player") == (c.side == blackSide) {
		f.name, f.idents = "black", []string{"PB", "BT"}
	} else {
		f.name, f.idents = "white", []string{"PW", "WT"}
	}
	return f
}
