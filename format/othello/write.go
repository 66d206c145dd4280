package othello

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"kifudb/format"
	"kifudb/position"
	"kifudb/position/othello"
	"kifudb/sgfread/gameinfo"
	"kifudb/store"
)

// What a game may have and a format not.
const (
	lostVariations format.Loss = "variations"
	lostComments   format.Loss = "comments"
	lostMoves      format.Loss = "moves that cannot be made, and what follows them"
	lostResult     format.Loss = "how the result came about"
)

// steps replays a game; it fails if it is another one, or nobody knows how it starts.
func steps(g *store.Game) (func(func(*othello.Step) bool), error) {
	switch {
	case g.Facts.Game != Othello:
		return nil, &format.UnfitError{Why: "not games of Othello"}
	case !othello.ValidSize(g.Facts.Size) || len(g.Keys) == 0 && g.Facts.Moves > 0:
		return nil, &format.UnfitError{Why: "nobody knows on which board they are played"}
	}
	return othello.Replay(othello.New(g.Facts.Size.Cols), g.Script), nil
}

// SGF writes a game of Othello that came in another format in SGF, with variations and
// comments. Squares are named as players do, f5; passes are written, as B[].
func SGF(w io.Writer, g *format.Written) error {
	replay, err := steps(g.Game)
	if err != nil {
		return err
	}
	var done []*othello.Step // where each node is
	for step := range replay {
		s := *step
		done = append(done, &s)
	}
	moved := make([]position.Color, len(done)) // who moved or passed last
	tree := format.SGFTree{Node: func(s *format.SGF, node int, n *position.ScriptNode) {
		step := done[node]
		if step.Parent >= 0 {
			moved[node] = moved[step.Parent]
		}
		// A pass that the record leaves out.
		if node > 0 && step.Moved && step.Fault.Possible() && moved[node] == step.Move.Color {
			s.Put(moved[node].Opponent().Letter(), "")
			s.Begin()
		}
		writeNode(s, n, step)
		switch {
		case step.Moved:
			moved[node] = step.Move.Color
		case len(n.Setup) > 0:
			moved[node] = position.Empty
		case n.ToPlay != position.Empty:
			moved[node] = n.ToPlay.Opponent()
		}
	}}
	return tree.Write(w, g)
}

// writeNode writes what a node does on the board.
func writeNode(s *format.SGF, n *position.ScriptNode, step *othello.Step) {
	// Only the four squares of the middle are not empty anyhow.
	usual := othello.New(step.Position.Size().Cols)
	s.Setup(slices.DeleteFunc(slices.Clone(n.Setup), func(c position.Change) bool {
		return c.Color == position.Empty && step.Node == 0 && step.Position.At(c.Point) == usual.At(c.Point)
	}), othello.Name)
	switch {
	case step.Moved:
		s.Put(step.Move.Color.Letter(), othello.Name(step.Move.Point))
	case step.Passed != position.Empty:
		s.Put(step.Passed.Letter(), "")
	case len(n.Setup) == 0 && n.ToPlay != position.Empty && (step.MoveNumber > 0 || n.Passed != position.Empty):
		s.Put(n.ToPlay.Opponent().Letter(), "")
	case n.ToPlay != position.Empty:
		s.Put("PL", n.ToPlay.Letter())
	}
}

// writeGGF writes the main line of a game in GGF.
func writeGGF(w io.Writer, g *format.Written) error {
	replay, err := steps(g.Game)
	if err != nil {
		return err
	}
	lost := g.Lost
	if lost == nil {
		lost = func(format.Loss) {}
	}
	comments := format.Comments(g)
	start := othello.New(g.Game.Facts.Size.Cols)
	for n := range g.Game.Script.Contents() {
		for _, c := range n.Setup { // of the root, in which a move may stand, too
			start.Set(c.Point, c.Color)
		}
		break
	}
	var moves strings.Builder
	moved, over := position.Empty, false
	for step := range replay {
		switch {
		case !step.MainLine:
			lost(lostVariations)
			continue
		case over:
			continue
		}
		evaluation, time, plain := cutComment(comments(step.Node))
		if comments(step.Node) != "" && (!plain || !step.Moved) {
			lost(lostComments)
			evaluation, time = "", ""
		}
		switch {
		case step.Moved && !step.Fault.Possible():
			lost(lostMoves)
			over = true
		case step.Passed != position.Empty:
			moved = step.Passed
			fmt.Fprintf(&moves, "%s[pass]", moved.Letter())
		case !step.Moved && moves.Len() == 0:
			start = step.Position.Clone()
		case !step.Moved && !sameDiscs(step.Before, step.Position):
			return &format.UnfitError{Why: "discs are set up in the middle of the game"}
		case step.Moved:
			if moves.Len() == 0 {
				start.SetToPlay(step.Move.Color)
			}
			if moved == step.Move.Color {
				fmt.Fprintf(&moves, "%s[pass]", moved.Opponent().Letter())
			}
			moved = step.Move.Color
			fmt.Fprintf(&moves, "%s[%s%s]", moved.Letter(), othello.Name(step.Move.Point), aboutMove(evaluation, time))
		}
	}
	out := bufio.NewWriter(w)
	out.WriteString("(;GM[Othello]")
	writeFacts(out, g.Game, lost)
	text := start.String()
	board, turn, _ := strings.Cut(strings.ReplaceAll(text, "X", "*"), " ")
	side := start.Size().Cols
	fmt.Fprintf(out, "BO[%d", side)
	for y := range side {
		fmt.Fprintf(out, " %s", board[y*side:][:side])
	}
	fmt.Fprintf(out, " %s]%s;)\n", turn, moves.String())
	return out.Flush()
}

// sameDiscs reports whether the same discs lie on two boards.
func sameDiscs(p, q *othello.Position) bool {
	for i := range p.Size().Area() {
		if at := p.Size().At(i); p.At(at) != q.At(at) {
			return false
		}
	}
	return true
}

// aboutMove is what stands behind a move.
func aboutMove(evaluation, time string) string {
	switch {
	case time != "":
		return "/" + evaluation + "/" + time
	case evaluation != "":
		return "/" + evaluation
	}
	return ""
}

// factOrder are GGF's facts in its order, by SGF's identifiers.
var factOrder = []string{"PC", "DT", "PB", "PW", "BR", "WR", "TM", "TIMEBLACK", "TIMEWHITE", "TYPE", "KM", "RE"}

// writeFacts writes the facts of the game.
func writeFacts(out *bufio.Writer, g *store.Game, lost func(format.Loss)) {
	facts := map[string]string{}
	for _, v := range g.Info {
		switch {
		case !format.OfGame(v.Ident):
		case v.Ident == "STARTTIME" || slices.Contains(factOrder, v.Ident):
			if facts[v.Ident] == "" {
				facts[v.Ident] = v.Text
			}
		default:
			lost(format.Loss(v.Ident))
		}
	}
	if facts["TYPE"] == "" {
		facts["TYPE"] = strconv.Itoa(g.Facts.Size.Cols)
	}
	if date := gameinfo.ParseDate(facts["DT"]); date.Certainty != gameinfo.Unread && date.Lo == date.Hi {
		facts["DT"] = strings.ReplaceAll(date.String(), "-", ".")
		if facts["STARTTIME"] != "" {
			facts["DT"] += "_" + strings.Replace(facts["STARTTIME"], " ", ".", 1)
		}
	}
	if facts["RE"] != "" {
		facts["RE"] = resultInGGF(facts["RE"], lost)
	}
	for _, ident := range factOrder {
		name := ident
		for own, known := range ggfIdents {
			if known == ident {
				name = own
			}
		}
		if text := facts[ident]; text != "" || ident == "PB" || ident == "PW" {
			clean := strings.NewReplacer("[", "(", "]", ")", "\n", " ").Replace(text)
			if clean != text {
				lost("brackets in texts")
			}
			fmt.Fprintf(out, "%s[%s]", name, clean)
		}
	}
}

// resultInGGF writes a result as a number in Black's view.
func resultInGGF(text string, lost func(format.Loss)) string {
	r := gameinfo.ParseResult(text)
	sign, flag, margin := "+", "", float64(r.Margin)/100
	switch r.Winner {
	case gameinfo.Draw:
		return "+0.000"
	case gameinfo.WhiteWins:
		sign = "-"
	case gameinfo.BlackWins:
	default:
		if text != "?" {
			lost(lostResult)
		}
		return "?"
	}
	switch r.Ending {
	case gameinfo.ByPoints:
	case gameinfo.ByResign:
		flag, margin = ":r", 64
	case gameinfo.ByTime:
		flag, margin = ":t", 64
	default:
		lost(lostResult)
		margin = 64
	}
	return fmt.Sprintf("%s%.3f%s", sign, margin, flag)
}
