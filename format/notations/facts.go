package notations

import (
	"math"
	"strconv"
	"strings"
	"time"

	"kifudb/format"
	"kifudb/game/notation"
	"kifudb/sgfread"
	"kifudb/store"
)

// The private properties of a node of shogi, see [notation.WriteSGF].
const (
	identElapsed = "ELAPSED"
	identEnding  = "ENDING"
	identMarks   = "MARKS"
)

// annotations are the marks of SGF's annotations of moves, as they are written
// behind a move.
var annotations = map[string][2]string{ // for the values 1 and 2
	"TE": {"!", "!!"}, "BM": {"?", "??"}, "IT": {"!?", "!?"}, "DO": {"?!", "?!"},
}

// addMoveFacts reads what the nodes of a record in SGF say about their moves and
// is not derived: times, endings, marks. Nodes are those of the game by their
// number; nil for those that are left out.
func addMoveFacts(r *store.Record, nodes []*notation.Node, lost func(notation.Loss)) {
	m := moveFacts{nodes: nodes, lost: lost}
	// Without Strict a walk has no errors.
	_ = sgfread.Walk(format.Game(r), &m, &sgfread.Options{Lead: format.Lead(r)})
}

// moveFacts is the sgfread.Handler of addMoveFacts.
type moveFacts struct {
	nodes []*notation.Node
	next  int
	lost  func(notation.Loss)

	branches sgfread.Branches
}

func (m *moveFacts) Open(int64)  { m.branches.Open(m.next - 1) }
func (m *moveFacts) Close(int64) { m.branches.Close() }

func (m *moveFacts) Node(n *sgfread.Node) {
	m.read(m.next, n)
	m.next++
}

// Late implements sgfread.LateHandler.
func (m *moveFacts) Late(n *sgfread.Node) { m.read(m.branches.Node(), n) }

func (m *moveFacts) read(number int, n *sgfread.Node) {
	if number < 0 || number >= len(m.nodes) || m.nodes[number] == nil {
		return
	}
	for p := range n.Properties() {
		if n.Late && sgfread.Played(p.Ident()) {
			m.lost(notation.FieldLoss(string(p.AppendName(nil)))) // it is not played
			continue
		}
		m.property(m.nodes[number], p, number == 0)
	}
}

func (m *moveFacts) property(node *notation.Node, p sgfread.Property, atRoot bool) {
	name, value := string(p.AppendName(nil)), string(p.Value(0))
	switch name {
	case "B", "W", "C":
		return
	case "N":
		return // among the comments
	case identElapsed:
		node.Elapsed, node.Timed = parseSeconds(value)
		if node.Timed {
			return
		}
	case identEnding:
		word, thought, timed := strings.Cut(value, ":")
		ending, known := notation.EndingOfCSA(word)
		if known {
			node.Ending = ending
			if timed {
				node.EndElapsed, node.EndTimed = parseSeconds(thought)
			}
			if timed == node.EndTimed {
				return
			}
		}
	case identMarks:
		if value != "" && strings.Trim(value, "!?") == "" {
			node.Marks = value
			return
		}
	case "TE", "BM", "IT", "DO":
		if node.Marks == "" {
			node.Marks = annotations[name][0]
			if value == "2" {
				node.Marks = annotations[name][1]
			}
			return
		}
	default:
		t := sgfread.TypeOf(p.Ident())
		if t.Class == sgfread.ClassGameInfo || t.Class == sgfread.ClassRoot || t.Name == "" && atRoot {
			return // among the game's facts
		}
	}
	m.lost(notation.FieldLoss(name))
}

// parseSeconds reads a time as it is written in ELAPSED.
func parseSeconds(text string) (time.Duration, bool) {
	seconds, err := strconv.ParseFloat(text, 64)
	if err != nil || !(seconds >= 0 && seconds <= 1e8) {
		return 0, false
	}
	return time.Duration(math.Round(seconds * float64(time.Second))), true
}
