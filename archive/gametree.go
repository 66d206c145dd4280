package archive

import (
	"fmt"

	"kifudb/indexer"
	"kifudb/position"
	"kifudb/search/match"
)

// A GameTree is the nodes of a game, or some of them, in the order of its record.
type GameTree struct {
	ID    GameID       `json:"id"`
	Total int          `json:"total"` // nodes of the game
	Moves int          `json:"moves"` // of the main line
	Nodes []RecordNode `json:"nodes"`
	Next  int          `json:"next,omitempty"` // the first node that is not there; 0 if all are
}

// A RecordNode is a node of a game.
type RecordNode struct {
	Node      int    `json:"node"`
	Parent    int    `json:"parent"` // -1 for the root
	Move      int    `json:"move"`   // moves up to here
	Color     string `json:"color,omitempty"`
	Point     string `json:"point,omitempty"` // as in [Move]
	Variation bool   `json:"variation,omitempty"`
	Comment   bool   `json:"comment,omitempty"`
}

// GameTree returns so many nodes of a game, from one on; all for 0. The rules of the
// game need not be known.
func (v *View) GameTree(id GameID, from, limit int) (*GameTree, error) {
	game, err := v.Game(id)
	if err != nil {
		return nil, err
	}
	script, err := game.segment.Script(game.local)
	if err != nil {
		return nil, err
	}
	t := &GameTree{ID: id, Total: script.Nodes(), Moves: script.Moves(), Nodes: []RecordNode{}}
	if from < 0 || from >= t.Total {
		return nil, badRequest("from", "the game has %d nodes, numbered from 0", t.Total)
	}
	commented, err := game.commented()
	if err != nil {
		return nil, fmt.Errorf("game %d: %w", id, err)
	}
	var r position.Replayer
	r.Replay(position.Square(1), script, func(_ *position.Board, step *position.Step) bool { // where stones fall does not matter here
		if step.Node < from {
			return true
		}
		if limit > 0 && len(t.Nodes) == limit {
			t.Next = step.Node
			return false
		}
		n := RecordNode{Node: step.Node, Parent: step.Parent, Move: step.MoveNumber, Variation: !step.MainLine, Comment: commented[step.Node]}
		if step.Moved {
			m := newMove(game.kind(), match.Reply{Move: step.Move})
			n.Color, n.Point = m.Color, m.Point
		}
		t.Nodes = append(t.Nodes, n)
		return true
	})
	return t, nil
}

// commented returns the nodes that have a comment.
func (g *Game) commented() (map[int]bool, error) {
	record, err := g.segment.Record(g.local)
	if err != nil {
		return nil, err
	}
	derived, err := indexer.Derive(record)
	if err != nil {
		return nil, err
	}
	nodes := map[int]bool{}
	for _, c := range derived.Comments {
		nodes[c.Node] = true
	}
	return nodes, nil
}
