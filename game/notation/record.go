package notation

import (
	"fmt"
	"iter"
	"slices"
	"strings"
	"time"

	"kifudb/position/shogi"
)

// Record is a game: its start, what is known about it, and its moves as a tree.
type Record struct {
	Start Start
	Info  []Field
	Root  *Node // without a move; never nil in a Record that was read

	// Outer and At are the game, and the node of it, in whose variations this game
	// stands as an example; nil for most games.
	Outer *Record
	At    *Node
}

// Node is a move and what is said about the position after it. The first child
// is the main line.
//
// If play stopped after a move in one line and went on in another, the ending is a
// node of its own, without a move and without children, beside the moves.
type Node struct {
	Move     shogi.Move // none at the root, and where it is a mere ending
	Marks    string     // "!", "?!", …
	Ending   Ending     // play stopped after this move
	Comment  string     // lines separated by '\n'
	Bookmark string     // the position's name
	Elapsed  time.Duration
	Timed    bool // Elapsed is known
	Children []*Node

	// The time that was thought before the ending, if EndTimed.
	EndElapsed time.Duration
	EndTimed   bool
}

// NewRecord returns a record without moves.
func NewRecord(s Start) *Record { return &Record{Start: s, Root: &Node{}} }

// StartAt returns the start of a game at a position, which is a handicap's or
// the even game's start if it is one.
func StartAt(p *shogi.Position) Start {
	h, _ := p.Handicap()
	return Start{Handicap: h, Position: p}
}

// MainLine returns the nodes of the main line, root first.
func (r *Record) MainLine() iter.Seq[*Node] {
	return func(yield func(*Node) bool) {
		for n := r.Root; n != nil && yield(n); n = n.mainChild() {
		}
	}
}

func (n *Node) mainChild() *Node {
	if len(n.Children) == 0 {
		return nil
	}
	return n.Children[0]
}

// remarks collects the lines of comments, which may come to a node in several
// pieces.
type remarks map[*Node][]string

func (r remarks) add(n *Node, line string) { r[n] = append(r[n], line) }

// settle gives the nodes their comments.
func (r remarks) settle() {
	for n, lines := range r {
		n.Comment = strings.Join(lines, "\n")
	}
}

// second puts an ending behind that of a node: the first that decides the game is the
// node's, and the other one becomes a remark. It reports whether they differ.
func (r remarks) second(n, next *Node, word func(Ending) string) bool {
	if n.Ending == next.Ending {
		return false
	}
	later := next.Ending
	if !n.Ending.decides() && later.decides() {
		later = n.Ending
		n.Ending, n.EndElapsed, n.EndTimed = next.Ending, next.EndElapsed, next.EndTimed
	}
	r.add(n, word(later))
	return true
}

// Result returns the game's result in the manner of SGF, from the ending of
// the main line that counts: "B+R", "0" for a draw, "" if there is none.
func (r *Record) Result() string {
	e, white := r.ending()
	return e.Result(white)
}

// Ending returns the ending of the main line that counts: the first that decides the game,
// or the last one.
func (r *Record) Ending() Ending {
	e, _ := r.ending()
	return e
}

// ending returns that ending, and whether White was to move.
func (r *Record) ending() (e Ending, white bool) {
	toMove := r.Start.Position.ToPlay() == shogi.White
	for n := range r.MainLine() {
		if n.moves() {
			toMove = !toMove
		}
		if n.Ending != NoEnding {
			e, white = n.Ending, toMove
			if e.decides() {
				break
			}
		}
	}
	return e, white
}

// Visit is a node in the order of a file, where a variation is opened before its
// first node and closed after its last: as in SGF, a node with several children
// opens a variation for each of them.
type Visit struct {
	Node       *Node
	Index      int             // of the node, from 0
	Parent     int             // index of the parent, -1 at the root
	MoveNumber int             // moves so far in this line of play
	Closes     int             // variations closed since the node before
	Opens      bool            // a variation begins with this node
	Before     *shogi.Position // valid until the next visit; nil if there is no move
	Position   *shogi.Position // after the move, valid until the next visit
	Fault      shogi.Fault     // what is wrong with the move
}

// Nodes visits all nodes, the main line first, without recursion. A move that
// cannot be executed leaves the position as it is but for the turn.
func (r *Record) Nodes() iter.Seq[*Visit] {
	return func(yield func(*Visit) bool) {
		type pending struct {
			node   *Node
			parent int
			number int
			depth  int // of open variations around the node
			opens  bool
			from   *shogi.Position // nil: go on from the present one
		}
		before, present := shogi.NewEmpty(), r.Start.Position.Clone()
		stack := []pending{{node: r.Root, parent: -1}}
		depth := 0
		for index := 0; len(stack) > 0; index++ {
			next := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			v := Visit{Node: next.node, Index: index, Parent: next.parent, MoveNumber: next.number,
				Opens: next.opens, Position: present}
			outside := next.depth
			if next.opens {
				outside--
			}
			v.Closes = depth - outside
			depth = next.depth
			if next.from != nil {
				*present = *next.from
			}
			if next.node.moves() {
				*before = *present
				v.Before = before
				if v.Fault = present.Play(next.node.Move); !v.Fault.Possible() {
					present.SetToPlay(present.ToPlay().Opponent())
				}
			}
			if !yield(&v) {
				return
			}
			children := next.node.Children
			child := pending{parent: index, depth: depth}
			if len(children) > 1 {
				child.opens, child.from = true, present.Clone()
				child.depth++
			}
			for _, n := range slices.Backward(children) {
				child.node, child.number = n, next.number
				if n.moves() {
					child.number++
				}
				stack = append(stack, child)
			}
		}
	}
}

// Events tells h the game as Walk would if it read a text of it: variations,
// between MEMORIZE and RESUME, before the move of the main line. It fails at a move that
// cannot be executed.
func (r *Record) Events(h Handler) error {
	layout, _ := h.(LayoutHandler)
	mode := func(m Mode) {
		if layout != nil {
			layout.OnMode(m)
		}
	}
	const (
		play = iota
		memorize
		recall
		resume
	)
	type step struct {
		what int
		node *Node
	}
	present := *r.Start.Position
	var memorized []shogi.Position
	steps := []step{{play, r.Root}}
	for len(steps) > 0 {
		next := steps[len(steps)-1]
		steps = steps[:len(steps)-1]
		switch next.what {
		case memorize:
			memorized = append(memorized, present)
			h.OnMemorize()
			continue
		case recall:
			present = memorized[len(memorized)-1]
			h.OnRecall()
			continue
		case resume:
			present = memorized[len(memorized)-1]
			memorized = memorized[:len(memorized)-1]
			h.OnResume()
			continue
		}
		n := next.node
		if n.moves() {
			fault := present.Judge(n.Move)
			if !fault.Possible() {
				return fmt.Errorf("move %s: %s", n.Move, fault)
			}
			h.OnMove(Played{Before: &present, Move: n.Move, Marks: n.Marks, Fault: fault})
			present.PlayLegal(n.Move)
		}
		if n.Ending != NoEnding {
			h.OnEnding(n.Ending)
		}
		if n.Comment != "" {
			mode(Comments)
			for line := range strings.SplitSeq(n.Comment, "\n") {
				h.OnComment(line)
			}
			mode(Score)
		}
		if len(n.Children) == 0 {
			continue
		}
		steps = append(steps, step{play, n.Children[0]})
		if len(n.Children) > 1 {
			steps = append(steps, step{what: resume})
			for i, child := range slices.Backward(n.Children[1:]) {
				between := recall
				if i == 0 {
					between = memorize
				}
				steps = append(steps, step{play, child}, step{what: between})
			}
		}
	}
	return nil
}

// moves reports whether the node has a move: it is neither the root, nor a mere
// ending.
func (n *Node) moves() bool { return n.Move != (shogi.Move{}) }

// stop makes room for another way to go on behind a node that has an ending, which
// becomes a node of its own, the first.
func (n *Node) stop() {
	if n.Ending == NoEnding {
		return
	}
	stop := &Node{Ending: n.Ending, EndElapsed: n.EndElapsed, EndTimed: n.EndTimed}
	n.Ending, n.EndElapsed, n.EndTimed = NoEnding, 0, false
	n.Children = slices.Insert(n.Children, 0, stop)
}
