package paper

import (
	"errors"
	"hash/maphash"
	"slices"
	"strings"

	"kifudb/archive"
	"kifudb/drawing"
	"kifudb/game"
)

// An item is a node of a game, without its board.
type item struct {
	node, parent int
	color        string // of the move, "" if there is none
	cell         int    // of the move, -1 for a pass and beside the board
	name         string // of the move, as players write it
	fault        string
	setup        bool  // pieces were put without a move
	emptied      []int // cells from which the move took pieces; only for Options.CutTaken
	texts        []archive.Value
	judged       []archive.Judgement
	markup       *archive.Markup // nil if there is nothing to show
	printing     archive.Printing

	children []int
}

// A course is a game as the nodes of its record.
type course struct {
	view      *archive.View
	game      *archive.Game
	info      []archive.Value // with the user's corrections
	items     []item
	blank     *game.Board // the board as such
	boardless error       // why there are no boards, nil if there are
	unread    string      // what of the record is not on the boards, "" if nothing is
	kind      game.Game
}

// chunk is how many nodes are replayed at once, with their boards.
const chunk = 4000

// readCourse reads a game. Its boards are read again where figures need them: a record may have
// a hundred thousand nodes.
func readCourse(v *archive.View, id archive.GameID, o *Options) (*course, error) {
	g, err := v.Game(id)
	if err != nil {
		return nil, err
	}
	c := &course{view: v, game: g, kind: g.Kind()}
	tree, err := v.GameTree(id, 0, 0)
	if err != nil {
		return nil, err
	}
	seed, seen := maphash.MakeSeed(), make([]uint64, tree.Total)
	c.items = make([]item, tree.Total)
	stones := map[int]string{}
	for first := 0; first < tree.Total; first += chunk {
		nodes, err := v.Nodes(id, numbers(first, min(first+chunk, tree.Total)))
		if err != nil {
			return nil, err
		}
		for i, n := range nodes {
			at := tree.Nodes[first+i]
			it := &c.items[at.Node]
			*it = item{node: at.Node, parent: at.Parent, color: at.Color, cell: -1, fault: n.Fault, texts: n.Texts, judged: n.Judged, printing: n.Printing}
			if !n.Markup.Empty() {
				it.markup = &n.Markup
			}
			if at.Parent >= 0 {
				c.items[at.Parent].children = append(c.items[at.Parent].children, at.Node)
			}
			if o.CutTaken {
				stones[at.Node] = strings.Join(n.Board, "")
			}
			c.info = n.Info
			for _, notice := range n.Notices {
				if notice.Code == archive.NoticeUnread {
					c.unread = notice.Text
				}
			}
			if n.Step == nil {
				c.boardless, it.name = n.NoBoard(), at.Point
				continue
			}
			if c.blank == nil {
				if c.blank, err = n.Data(); err != nil {
					return nil, err
				}
			}
			seen[at.Node] = maphash.String(seed, n.Position)
			if at.Color == "" {
				it.setup = at.Parent < 0 || seen[at.Node] != seen[at.Parent]
				continue
			}
			if at.Called == "" {
				at.Called = at.Point
			}
			it.name, _, _ = strings.Cut(n.Step.Name(o.Native), " (") // the move in other letters
			if cell, ok := drawing.CellOf(c.blank, at); ok && !game.IsPass(c.kind, n.Step.Move.Point) {
				it.cell = cell
			}
			if o.CutTaken && at.Parent >= 0 {
				it.emptied = emptied(stones[at.Parent], stones[at.Node])
			}
		}
	}
	if len(c.items) == 0 {
		return nil, errors.New("the record has no nodes")
	}
	return c, nil
}

// emptied returns the cells that are empty after a move and were not before it.
func emptied(before, after string) (cells []int) {
	for i := range min(len(before), len(after)) {
		if before[i] != '.' && after[i] == '.' {
			cells = append(cells, i)
		}
	}
	return cells
}

func numbers(from, to int) []int {
	list := make([]int, 0, to-from)
	for n := from; n < to; n++ {
		list = append(list, n)
	}
	return list
}

// boards returns the boards at nodes.
func (c *course) boards(nodes []int) (map[int]*game.Board, error) {
	slices.Sort(nodes)
	nodes = slices.Compact(nodes)
	boards := make(map[int]*game.Board, len(nodes))
	err := c.view.Boards(c.game.ID, nodes, func(node int, b *game.Board) {
		b.Moves = nil // legal moves, which no paper shows
		boards[node] = b
	})
	return boards, err
}

// unusual reports whether the record begins with another position than its game.
func (c *course) unusual() bool {
	start, err := game.Start(c.kind)
	return err == nil && start.(game.Shown).Data().Text != c.blank.Text
}

// line returns the nodes from one on to the end, along first continuations.
func (c *course) line(node int) []int {
	line := []int{node}
	for len(c.items[node].children) > 0 {
		node = c.items[node].children[0]
		line = append(line, node)
	}
	return line
}
