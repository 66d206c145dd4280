package archive

import (
	"fmt"
	"slices"

	"kifudb/format"
	registry "kifudb/game"
	"kifudb/game/clock"
	"kifudb/game/estimate"
	"kifudb/indexer"
	"kifudb/position"
	"kifudb/search/match"
	"kifudb/sgfread"
	"kifudb/store"
)

// A GameTree is the nodes of a game, or some of them, in the order of its record.
type GameTree struct {
	ID    GameID       `json:"id" doc:"Id of the game."`
	Total int          `json:"total" doc:"Number of nodes of the game."`
	Moves int          `json:"moves" doc:"Number of moves of the main line."`
	Nodes []RecordNode `json:"nodes" doc:"The nodes, in the order of the record."`
	Next  int          `json:"next,omitempty" doc:"Number of the first node after those of the answer. Missing if there are none."`
}

// A RecordNode is a node of a game.
type RecordNode struct {
	Node      int       `json:"node" doc:"Number of the node. The root is 0."`
	Parent    int       `json:"parent" doc:"Number of the parent node. -1 for the root."`
	Move      int       `json:"move" doc:"Number of moves to the node."`
	Color     string    `json:"color,omitempty" doc:"Who moves: B or W. Missing if the node has no move."`
	Point     string    `json:"point,omitempty" doc:"Where: two letters as in SGF, or the move in the game's notation. Missing for a pass, and if the node has no move."`
	Called    string    `json:"called,omitempty" doc:"The move as players call it, such as Nf3. Missing where players use the point."`
	Variation bool      `json:"variation,omitempty" doc:"True if the node is not on the main line. Otherwise missing."`
	Comment   bool      `json:"comment,omitempty" doc:"True if the node has a comment or a name. Otherwise missing."`
	Marked    bool      `json:"marked,omitempty" doc:"True if the node has markup. Otherwise missing."`
	Name      string    `json:"name,omitempty" doc:"Name of the node (N in SGF). Missing if it has none."`
	Clock     *Clock    `json:"clock,omitempty" doc:"Times at the node. Missing if the record has none."`
	Estimate  *Estimate `json:"estimate,omitempty" doc:"Who is ahead, as an analysis beside the record says, or the record. Missing if neither says."`
	Loss      *MoveLoss `json:"loss,omitempty" doc:"What the move lost, by the engine's values. Missing if they do not say."`

	Judged []Judgement `json:"judgements,omitempty" doc:"What the record says about the move or position. Missing if it says nothing."`
}

// GameTree returns so many nodes of a game, from one on; all for 0. The rules of the
// game need not be known.
func (v *View) GameTree(id GameID, from, limit int) (*GameTree, error) {
	game, err := v.Game(id)
	if err != nil {
		return nil, err
	}
	return game.Tree(from, limit)
}

// Tree returns so many nodes of the game, from one on; all for 0.
func (g *Game) Tree(from, limit int) (*GameTree, error) {
	script, err := g.segment.Script(g.local)
	if err != nil {
		return nil, err
	}
	t := &GameTree{ID: g.ID, Total: script.Nodes(), Moves: script.Moves(), Nodes: []RecordNode{}}
	if from < 0 || from >= t.Total {
		return nil, badRequest("from", "the game has %d nodes, numbered from 0", t.Total)
	}
	if t.Nodes, t.Next, err = g.nodes(script, from, limit); err != nil {
		return nil, err
	}
	record, err := g.segment.Record(g.local)
	if err != nil {
		return nil, err
	}
	all, before := withParents(t.Nodes)
	if err := g.say(&record, all); err != nil {
		return nil, fmt.Errorf("game %d: %w", g.ID, err)
	}
	t.Nodes = all[before:]
	return t, nil
}

// nodes returns so many nodes of a script with their moves, from one on, and the number of the next one.
func (g *Game) nodes(script position.Script, from, limit int) (nodes []RecordNode, next int, err error) {
	var r position.Replayer
	r.Replay(position.Square(1), script, func(_ *position.Board, step *position.Step) bool { // where stones fall does not matter here
		if step.Node < from {
			return true
		}
		if limit > 0 && len(nodes) == limit {
			next = step.Node
			return false
		}
		n := RecordNode{Node: step.Node, Parent: step.Parent, Move: step.MoveNumber, Variation: !step.MainLine}
		if step.Moved {
			m := NewMove(g.Kind(), match.Reply{Move: step.Move})
			n.Color, n.Point = m.Color, m.Point
		}
		nodes = append(nodes, n)
		return true
	})
	return nodes, next, g.call(nodes, script)
}

// Course returns all nodes of the game, as [Game.Tree] does but for what players call the moves, and
// the evaluations of their positions, as [View.Estimates] does. It reads the record once, by a
// reader of the game's segment.
func (g *Game) Course(records *store.RecordReader) (nodes []RecordNode, at []*Estimate, err error) {
	script, err := g.segment.Script(g.local)
	if err != nil {
		return nil, nil, err
	}
	record, err := records.Record(g.local)
	if err != nil {
		return nil, nil, err
	}
	nodes = make([]RecordNode, 0, script.Nodes())
	var r position.Replayer
	r.Replay(position.Square(1), script, func(_ *position.Board, step *position.Step) bool { // where stones fall does not matter here
		n := RecordNode{Node: step.Node, Parent: step.Parent, Move: step.MoveNumber, Variation: !step.MainLine}
		if step.Moved {
			n.Color = step.Move.Color.Letter()
		}
		nodes = append(nodes, n)
		return true
	})
	if err := g.read(&record, nodes); err != nil {
		return nil, nil, err
	}
	said := make([]*Estimate, len(nodes))
	for i := range nodes {
		said[i] = nodes[i].Estimate
	}
	if at, err = g.overlaid(indexer.EstimatesAt(script, said)); err != nil {
		return nil, nil, err
	}
	if err := g.evaluate(nodes); err != nil {
		return nil, nil, err
	}
	g.lost(nodes)
	return nodes, at, nil
}

// Silent reports whether nothing is known of time and of evaluations at the nodes of the game:
// neither its record nor an analysis beside it says anything.
func (g *Game) Silent() bool {
	const read = store.ClocksRead | store.LossesRead // otherwise an earlier version added the game, and did not look
	facts := g.segment.Facts(g.local)
	if facts.Flags&read != read || facts.Flags&(store.HasClocks|store.HasValues) != 0 {
		return false
	}
	if g.beside == nil {
		return true
	}
	_, beside := g.beside.games[g.ID]
	return !beside
}

// call names the moves of nodes that follow each other, in games whose moves are no points.
func (g *Game) call(nodes []RecordNode, script position.Script) error {
	if _, ok := g.Kind().(registry.MoveReader); !ok {
		return nil
	}
	rules, ok := g.Kind().(registry.Replayer)
	if !ok {
		return nil
	}
	start, err := rules.Start(indexer.RecordOf(g.segment.Facts(g.local).Size, g.segment.Recorded().Info(g.local)))
	if err != nil {
		return nil // without positions moves are shown as the record has them
	}
	for step := range rules.Replay(start, script) {
		i := step.Node - nodes[0].Node
		if i >= len(nodes) {
			break
		}
		if i >= 0 && step.Moved && step.Done {
			nodes[i].Called = step.Name(false)
		}
	}
	return nil
}

// say notes what is known of nodes besides their moves. They follow each other.
func (g *Game) say(record *store.Record, nodes []RecordNode) error {
	if err := g.read(record, nodes); err != nil {
		return err
	}
	if err := g.evaluate(nodes); err != nil {
		return err
	}
	g.lost(nodes)
	return nil
}

// read notes what the record says at nodes besides their moves.
func (g *Game) read(record *store.Record, nodes []RecordNode) error {
	script, err := g.segment.Script(g.local)
	if err != nil {
		return err
	}
	said := nodeReaders{indexer.EstimatesOf(g.Kind()), indexer.ClocksOf(g.Kind()), indexer.Views(script)}
	draft, ok := indexer.DraftOf(record)
	if !ok {
		return sgfread.Walk(indexer.UTF8(*record), &nodeSayer{nodes: nodes, nodeReaders: said}, nil)
	}
	at := func(node int) *RecordNode {
		if i := node - nodes[0].Node; i >= 0 && i < len(nodes) {
			return &nodes[i]
		}
		return nil
	}
	for _, c := range draft.Comments {
		if n := at(c.Node); n != nil {
			n.Comment = true
			if c.Ident == "N" {
				n.Name = c.Text
			}
		}
	}
	if slices.ContainsFunc(draft.Clocks, func(c format.ClockAt) bool { return c.Used == nil || *c.Used != 0 }) { // otherwise nobody knew them
		for _, c := range draft.Clocks {
			if n := at(c.Node); n != nil {
				n.Clock = &c.Clock
			}
		}
	}
	for _, list := range [...][]store.Comment{draft.Told, draft.Comments} {
		for _, c := range list {
			if n := at(c.Node); n != nil && c.Ident == "C" {
				said.read(n, []estimate.Said{{Property: "C", Value: []byte(c.Text)}})
			}
		}
	}
	return nil
}

// nodeReaders read what comments say besides words to people; each may be nil.
type nodeReaders struct {
	estimates estimate.Reader
	clocks    clock.Reader
	views     []string // whose the values of each node may be, see [indexer.Views]
}

// read adds what a node's properties say of the position, and its comments of time, where
// nothing is known yet.
func (r nodeReaders) read(n *RecordNode, list []estimate.Said) {
	if n.Estimate == nil {
		view := n.Color
		if n.Node < len(r.views) {
			view = r.views[n.Node]
		}
		n.Estimate = estimate.Of(list, view, r.estimates)
	}
	if r.clocks == nil {
		return
	}
	for _, s := range list {
		if s.Property != "C" {
			continue
		}
		if c, ok := r.clocks.ReadClock(string(s.Value), n.Color); ok {
			if n.Clock == nil {
				n.Clock = &clock.Clock{}
			}
			n.Clock.Join(&c)
		}
	}
}

// A nodeSayer reads what the nodes of a record in SGF say besides their moves.
type nodeSayer struct {
	nodeReaders
	nodes []RecordNode
	at    int // number of the next node
	said  []estimate.Said

	branches sgfread.Branches
}

func (s *nodeSayer) Open(int64)  { s.branches.Open(s.at - 1) }
func (s *nodeSayer) Close(int64) { s.branches.Close() }

func (s *nodeSayer) Moves(run sgfread.Run) { s.at += run.Len() }

func (s *nodeSayer) Node(node *sgfread.Node) {
	s.say(s.at, node)
	s.at++
}

// Late implements sgfread.LateHandler.
func (s *nodeSayer) Late(node *sgfread.Node) { s.say(s.branches.Node(), node) }

// say notes what the properties of the node of a number say. Nodes are read to the end
// of the record, as some may stand behind later nodes.
func (s *nodeSayer) say(number int, node *sgfread.Node) {
	i := number - s.nodes[0].Node
	if i < 0 || i >= len(s.nodes) {
		return
	}
	n := &s.nodes[i]
	s.said = s.said[:0]
	for p := range node.Properties() {
		switch id := p.Ident(); id {
		case sgfread.IdentC, sgfread.IdentGC:
			n.Comment = n.Comment || len(p.Value(0)) > 0
		case sgfread.IdentN:
			n.Name = string(sgfread.AppendSimpleText(nil, p.Value(0), 0))
			n.Comment = n.Comment || n.Name != ""
		case sgfread.IdentB, sgfread.IdentW:
		default:
			n.Marked = n.Marked || isMarkup(string(p.AppendName(nil)))
			if j, ok := judgement(p); ok {
				n.Judged = append(n.Judged, j)
			}
		}
		switch name := p.AppendName(nil); {
		case estimate.Has(name):
			s.said = append(s.said, estimate.Said{Property: string(name), Value: p.Value(p.Len() - 1)})
		case clock.Has(name):
			c := clock.Clock{}
			if n.Clock != nil {
				c = *n.Clock
			}
			if c.Take(string(name), p.Value(0)); !c.Empty() {
				n.Clock = &c
			}
		}
	}
	s.read(n, s.said)
}

// Line returns the nodes from the root to a node, and on along first children. The tree
// must have all nodes from the root on; it has none behind those that it has.
func (t *GameTree) Line(node int) []RecordNode {
	if node < 0 || node >= len(t.Nodes) || t.Nodes[0].Node != 0 {
		return nil
	}
	var line []RecordNode
	for at := node; at >= 0; at = t.Nodes[at].Parent {
		line = append(line, t.Nodes[at])
	}
	for i, j := 0, len(line)-1; i < j; i, j = i+1, j-1 {
		line[i], line[j] = line[j], line[i]
	}
	for at := node + 1; at < len(t.Nodes) && t.Nodes[at].Parent == at-1; at++ {
		line = append(line, t.Nodes[at])
	}
	return line
}
