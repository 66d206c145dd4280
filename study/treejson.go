package study

import (
	"fmt"

	"kifudb/position"
	"kifudb/query"
	"kifudb/search"
	"kifudb/store"
)

// jsonTree is a state in JSON.
type jsonTree struct {
	Depth int        `json:"depth"`
	Nodes []jsonNode `json:"nodes"` // the root first
	Edges []jsonEdge `json:"edges,omitempty"`
}

type jsonNode struct {
	Depth   int32          `json:"depth"`
	Games   int32          `json:"games"`
	Hits    int32          `json:"hits"`
	Ended   int32          `json:"ended,omitempty"`
	Won     search.Results `json:"won"`
	Example store.GameID   `json:"example"`
	Content []byte         `json:"content,omitempty"`
}

// jsonEdge is parent, child, color, point, games and turn.
type jsonEdge [6]int32

// MarshalJSON writes the lines that games took.
func (s *treeState) MarshalJSON() ([]byte, error) {
	j := jsonTree{Depth: s.depth}
	number := make([]int32, len(s.nodes))
	for i := range s.nodes {
		n := &s.nodes[i]
		if i > 0 && n.games == 0 {
			continue
		}
		number[i] = int32(len(j.Nodes))
		j.Nodes = append(j.Nodes, jsonNode{Depth: n.depth, Games: n.games, Hits: n.hits, Ended: n.ends, Won: n.won, Example: n.example, Content: []byte(n.content)})
	}
	for i := range s.edges {
		if e := &s.edges[i]; e.games > 0 {
			m := s.shape.move(e.move)
			j.Edges = append(j.Edges, jsonEdge{number[e.parent], number[e.child], int32(m.Color), int32(m.Point), e.games, int32(e.turn)})
		}
	}
	return query.WriteJSON(j)
}

// UnmarshalJSON reads what MarshalJSON wrote into an empty state, and trusts none of
// it.
func (s *treeState) UnmarshalJSON(data []byte) error {
	var j jsonTree
	if err := query.ReadJSON(data, &j); err != nil {
		return err
	}
	if j.Depth < s.base || j.Depth > s.tree.Depth || len(j.Nodes) == 0 || j.Nodes[0].Depth != 0 || len(j.Nodes[0].Content) > 0 {
		return fmt.Errorf("tree: a state of depth %d with %d nodes", j.Depth, len(j.Nodes))
	}
	s.depth = j.Depth
	s.reset()
	for i, n := range j.Nodes {
		if err := s.readNode(i, n); err != nil {
			return err
		}
	}
	entered := make([]bool, len(j.Nodes))
	for i, e := range j.Edges {
		if err := s.readEdge(e, entered); err != nil {
			return fmt.Errorf("tree: edge %d: %w", i, err)
		}
	}
	for i, ok := range entered {
		if i > 0 && !ok {
			return fmt.Errorf("tree: nothing leads to node %d", i)
		}
	}
	return nil
}

func (s *treeState) readNode(i int, n jsonNode) error {
	r := n.Won
	if n.Games < 0 || n.Hits < n.Games || n.Ended < 0 || min(r.Black, r.White, r.Draw, r.Other) < 0 || r.Black+r.White+r.Draw+r.Other != int(n.Games) {
		return fmt.Errorf("tree: node %d: %d games, %d hits, %d ended, %+v", i, n.Games, n.Hits, n.Ended, r)
	}
	node := treeNode{depth: n.Depth, games: n.Games, hits: n.Hits, ends: n.Ended, won: r, example: n.Example, content: string(n.Content)}
	if i == 0 {
		s.nodes[0] = node
		return nil
	}
	if n.Depth < 1 || int(n.Depth) > s.depth {
		return fmt.Errorf("tree: node %d at depth %d", i, n.Depth)
	}
	if s.tree.Merge != (len(n.Content) > 0) {
		return fmt.Errorf("tree: node %d: content", i)
	}
	if s.tree.Merge {
		_, twice := s.contents[node.content]
		if depth, ok := s.shape.contentDepth(n.Content); !ok || depth != int(n.Depth) || twice {
			return fmt.Errorf("tree: node %d: content", i)
		}
		s.contents[node.content] = int32(i)
	}
	s.nodes = append(s.nodes, node)
	return nil
}

func (s *treeState) readEdge(j jsonEdge, entered []bool) error {
	parent, child := j[0], j[1]
	if n := int32(len(s.nodes)); parent < 0 || parent >= n || child < 1 || child >= n || s.nodes[child].depth != s.nodes[parent].depth+1 {
		return fmt.Errorf("it leads from %d to %d", parent, child)
	}
	if j[2] < 0 || j[2] > int32(position.White) || j[3] < 0 || j[3] > 1<<14 {
		return fmt.Errorf("color %d at %d", j[2], j[3])
	}
	m, ok := s.shape.stone(Move{Color: position.Color(j[2]), Point: position.Point(j[3])})
	if !ok || j[4] < 1 || j[4] > s.nodes[child].games || j[5] < 0 || int(j[5]) >= len(s.shape.group) {
		return fmt.Errorf("%v", j)
	}
	key := keyOf(parent, m)
	if s.tree.Merge {
		key.other = child
	} else if entered[child] || j[4] != s.nodes[child].games {
		return fmt.Errorf("node %d has another", child)
	}
	if _, twice := s.leaving[key]; twice {
		return fmt.Errorf("node %d has the move twice", parent)
	}
	entered[child] = true
	s.join(key, treeEdge{parent: parent, child: child, move: m, games: j[4], turn: uint8(j[5])})
	return nil
}
