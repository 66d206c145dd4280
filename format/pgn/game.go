package pgn

import (
	"slices"
	"strings"

	"kifudb/game"
	"kifudb/position"
	"kifudb/position/chess"
)

// Game is a record: its tags and its moves.
type Game struct {
	Game   int // SGF's number of chess, or that of a variant
	Tags   []Tag
	Start  *chess.Position // nil if FEN cannot be read, and of variants
	Nodes  []Node          // the first is the root, in the order of the text
	Result string          // as behind the moves: 1-0, 0-1, 1/2-1/2, *; "" if there is none
}

// Tag is a tag pair.
type Tag struct{ Name, Value string }

// Node is a place in a game: the start, or that after a move.
type Node struct {
	Parent   int32 // -1 for the root
	first    int32 // child, 0 for none
	last     int32
	next     int32 // sibling, 0 for none
	Move     chess.Move
	mover    chess.Color
	uncoded  position.Point // the code of a move of a variant, which nobody can read
	Before   []string       // comments before the move, which only the first of a line has
	Comments []string       // behind it
	NAGs     []uint8        // numeric annotation glyphs
}

// Tag returns the value of the first tag of a name, "" if there is none.
func (g *Game) Tag(name string) string {
	for _, t := range g.Tags {
		if t.Name == name {
			return t.Value
		}
	}
	return ""
}

// tagNames are the names of tags as they are written, by themselves and by the same in lower case: those
// of the standard of 1994 (sections 8 and 9) and those that readers here ask for.
var tagNames = func() map[string]string {
	names := map[string]string{}
	for _, name := range []string{
		"Event", "Site", "Date", "Round", "White", "Black", "Result", "WhiteTitle", "BlackTitle", "WhiteElo", "BlackElo", "WhiteUSCF", "BlackUSCF",
		"WhiteNA", "BlackNA", "WhiteType", "BlackType", "EventDate", "EventSponsor", "Section", "Stage", "Board", "Opening", "Variation", "SubVariation",
		"ECO", "NIC", "Time", "UTCTime", "UTCDate", "TimeControl", "SetUp", "FEN", "Termination", "Annotator", "Mode", "PlyCount",
		"WhiteTeam", "BlackTeam", "Source", "Variant", "Game", "WhiteA", "WhiteB", "BlackA", "BlackB",
	} {
		names[name], names[strings.ToLower(name)] = name, name
	}
	return names
}()

// tagName returns the usual spelling of a tag's name, which may be in any case, and whether it is
// known.
func tagName(name []byte) (usual string, known bool) {
	if usual, known = tagNames[string(name)]; known {
		return usual, true
	}
	if usual, known = tagNames[strings.ToLower(string(name))]; known {
		return usual, true
	}
	return string(name), false
}

// fen returns the position from which the game starts, "" for the usual one. Some
// programs write it in place of the number of SetUp.
func (g *Game) fen() string {
	fen := strings.TrimSpace(g.Tag("FEN"))
	if strings.Trim(fen, "?.-*") == "" || strings.EqualFold(fen, "startpos") {
		fen = ""
	}
	if setUp := g.Tag("SetUp"); fen == "" && strings.Count(setUp, "/") == 7 {
		fen = setUp
	}
	return fen
}

// variant returns the name of the game's variant: as a tag has it, as the name of
// another game (records of xiangqi have [Game "Chinese Chess"]), or as that of bughouse, whose records
// name the players of two boards.
func (g *Game) variant() string {
	variant := strings.TrimSpace(g.Tag("Variant"))
	switch of := strings.TrimSpace(g.Tag("Game")); {
	case variant != "":
	case of != "" && strings.Trim(of, "0123456789") != "":
		if other, ok := game.Named(of); ok && game.HasRules(other) != nil {
			variant = of
		}
	case g.Tag("WhiteA") != "" && g.Tag("BlackB") != "":
		variant = "bughouse"
	}
	return variant
}

// expect makes room for the nodes that a text of so many bytes has as a rule, if it is not long.
func (g *Game) expect(bytes int) {
	const (
		each = 6 // bytes of a move, with its number and white space
		most = 256
	)
	g.Nodes = slices.Grow(g.Nodes, min(bytes/each, most))
}

// add adds a node below another and returns its number.
func (g *Game) add(parent int32, mover chess.Color, m chess.Move) int32 {
	n := int32(len(g.Nodes))
	g.Nodes = append(g.Nodes, Node{Parent: parent, Move: m, mover: mover})
	if parent >= 0 {
		above := &g.Nodes[parent]
		if above.first == 0 {
			above.first = n
		} else {
			g.Nodes[above.last].next = n
		}
		above.last = n
	}
	return n
}

// A visit is a node in the order of a tree: a main line comes before its variations,
// as in SGF.
type visit struct {
	node   int32
	opens  bool // the node is one of several children
	closes int  // so many of them have ended before it
}

// visits yields the nodes of a game in the order of a tree.
func (g *Game) visits(yield func(visit) bool) {
	type level struct {
		node  int32
		opens bool
	}
	stack := []level{{0, false}}
	var open []int // sizes of stack at which a line that was opened ends
	for len(stack) > 0 {
		top := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		v := visit{node: top.node, opens: top.opens}
		for len(open) > 0 && len(stack) < open[len(open)-1] {
			open = open[:len(open)-1]
			v.closes++
		}
		if top.opens {
			open = append(open, len(stack))
		}
		if !yield(v) {
			return
		}
		base := len(stack)
		several := g.Nodes[top.node].first != g.Nodes[top.node].last
		for child := g.Nodes[top.node].first; child != 0; child = g.Nodes[child].next {
			stack = append(stack, level{child, several})
		}
		for i, k := base, len(stack)-1; i < k; i, k = i+1, k-1 {
			stack[i], stack[k] = stack[k], stack[i]
		}
	}
}

// words returns what a comment says to people: without commands to programs, such as
// [%clk 0:09:58] and [%eval 0.24].
func words(comment string) string {
	if !strings.Contains(comment, "[%") {
		return comment
	}
	var b strings.Builder
	for {
		begin := strings.Index(comment, "[%")
		end := -1
		if begin >= 0 {
			end = strings.IndexByte(comment[begin:], ']')
		}
		if end < 0 {
			b.WriteString(comment)
			return strings.Join(strings.Fields(b.String()), " ")
		}
		b.WriteString(comment[:begin])
		comment = comment[begin+end+1:]
	}
}
