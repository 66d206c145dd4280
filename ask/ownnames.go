package ask

import (
	registry "kifudb/game"
	"kifudb/position"
)

// ownNames are what players call the moves of a tree, and those that games make at its
// nodes.
type ownNames struct {
	own   []string // by node, "" for one without a move
	rules *position.Rules
	size  position.Size
	after map[int]registry.Mover // by node, where a name depends on the position
}

// names names the moves of a tree, and is ready for those at some nodes.
func (t *OwnTree) names(asked map[int]bool) (*ownNames, error) {
	n := &ownNames{rules: registry.RulesOf(t.record.Game), size: t.record.Size, after: map[int]registry.Mover{}}
	if n.rules != nil {
		moves, err := t.moves()
		if err != nil {
			return nil, err
		}
		for _, m := range moves {
			name := ""
			if m.Color != position.Empty {
				name = n.rules.PointName(n.size, m.Point)
			}
			n.own = append(n.own, name)
		}
		return n, nil
	}
	steps, err := t.record.Steps()
	if err != nil {
		return nil, err
	}
	for step := range steps {
		name := ""
		if step.Moved {
			name = step.Name(false)
		}
		n.own = append(n.own, name)
		if !asked[step.Node] {
			continue
		}
		if mover, ok := step.Position.Clone().(registry.Mover); ok {
			n.after[step.Node] = mover
		}
	}
	return n, nil
}

// of names a move that a game makes at a node, in the coordinates of the tree.
func (n *ownNames) of(node int, m position.Move) string {
	switch {
	case n.rules != nil && m.Point == position.Pass:
		return "elsewhere"
	case n.rules != nil:
		return n.rules.PointName(n.size, m.Point)
	}
	if mover := n.after[node]; mover != nil {
		return mover.Name(m.Point, false)
	}
	return ""
}
