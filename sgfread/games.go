package sgfread

// Games returns the nodes that hold the game-info of the games in a tree.
//
// SGF lets several games share a tree: each has its game-info not in the root
// but in the first node that it does not share. A game is then the path from
// the root to that node, and what is below it. Of two game-info nodes on a path
// the first counts. Usually there is one game, and its node is the root; it
// is also first in the list if the main line belongs to no other game.
func (t *Tree) Games() []NodeID {
	if t.hasInfo(0) {
		return []NodeID{0}
	}
	var games []NodeID
	below := make([]bool, len(t.nodes)) // a game-info node or below one
	for id := range t.All() {
		parent := t.nodes[id].parent
		switch {
		case parent != NoNode && below[parent]:
			below[id] = true
		case t.hasInfo(id):
			below[id] = true
			games = append(games, id)
		}
	}
	end := NodeID(0)
	for id := range t.MainLine() {
		end = id
	}
	if !below[end] {
		games = append([]NodeID{0}, games...)
	}
	return games
}

// CountGames returns how many Games the first tree of a text has, without
// building the tree.
func CountGames(text []byte, o *Options) int {
	var c gameCounter
	_ = Walk(text, &c, o) // what there is counts
	return c.games
}

// A gameCounter is the Handler of CountGames.
type gameCounter struct {
	games   int
	below   bool   // the path has game-info
	levels  []bool // below, as it was where the open variations began
	ended   bool   // the main line has
	another bool   // what comes is not of the first tree
}

// Open implements Handler.
func (c *gameCounter) Open(int64) { c.levels = append(c.levels, c.below) }

// Close implements Handler.
func (c *gameCounter) Close(int64) {
	last := len(c.levels) - 1
	if !c.another && !c.ended && !c.below {
		c.games++ // the main line is a game without game-info
	}
	c.below, c.levels, c.ended = c.levels[last], c.levels[:last], true
	c.another = c.another || last == 0
}

// Moves implements MoveHandler.
func (c *gameCounter) Moves(Run) {}

// Node implements Handler.
func (c *gameCounter) Node(n *Node) {
	if c.another {
		n.Stop()
	}
	if c.another || c.below {
		return
	}
	for p := range n.Properties() {
		if TypeOf(p.Ident()).Class == ClassGameInfo && !blank(p.Value(0)) {
			c.below = true
			c.games++
			return
		}
	}
}

// hasInfo reports whether a node has game-info that says something.
func (t *Tree) hasInfo(id NodeID) bool {
	text := t.Text(id)
	props, edited := t.edited[id]
	if !edited && (len(text) < MoveLen || len(text) == MoveLen && text[2] == '[') {
		return false // most nodes are plain moves
	}
	if !edited {
		props = t.own(id)
	}
	for _, p := range props {
		if TypeOf(p.Ident()).Class == ClassGameInfo && !blank(p.Values[0]) {
			return true
		}
	}
	return false
}

// Extract returns one of the Games as a tree of its own: the nodes from the
// root to the node that holds the game-info, and all below it. Other branches
// are left out. The game-info stays in its node, so that formatting both
// trees gives the same nodes.
func (t *Tree) Extract(game NodeID) *Tree {
	out := &Tree{raw: t.raw, reshaped: true, lead: t.lead}
	put := func(id, parent NodeID) NodeID {
		at := out.add(parent, t.nodes[id].start, t.nodes[id].end)
		if props, ok := t.edited[id]; ok {
			if out.edited == nil {
				out.edited = map[NodeID][]TreeProperty{}
			}
			out.edited[at] = props
		}
		for _, text := range t.late.of[id] {
			out.late.add(at, text)
		}
		return at
	}
	at := NoNode
	for _, id := range t.Path(game) {
		at = put(id, at)
	}
	// Down, right, or up and right, until back at the game's node.
	for id := game; ; {
		if c := t.nodes[id].child; c != NoNode {
			at = put(c, at)
			id = c
			continue
		}
		for id != game && t.nodes[id].next == NoNode {
			id = t.nodes[id].parent
			at = out.nodes[at].parent
		}
		if id == game {
			return out
		}
		id = t.nodes[id].next
		at = put(id, out.nodes[at].parent)
	}
}
