package notations

import (
	"errors"
	"slices"
	"strings"

	"kifudb/format"
	"kifudb/notation"
	"kifudb/position/shogi"
	"kifudb/sgfread"
	"kifudb/store"
)

// Record returns a game of shogi as package notation knows it. It fails if
// the game is another one, and if nobody knows how it starts. Lost, which may be nil, is told of what the game has and the record has
// not.
func Record(g *store.Game, lost func(notation.Loss)) (*notation.Record, error) {
	if lost == nil {
		lost = func(notation.Loss) {}
	}
	h := format.NewHead(format.Game(&g.Record), int64(len(g.Record.Raw)))
	if slices.ContainsFunc(Formats(), func(f *format.Format) bool { return f.Is(h) }) {
		game := read(&g.Record, func(p notation.Problem) {
			if p.Code.Loses() {
				lost(notation.LostUnread)
			}
		})
		if game == nil {
			return nil, errors.New("its start cannot be read")
		}
		return game, nil
	}
	if g.Facts.Game != Shogi {
		return nil, errors.New("not games of shogi")
	}
	return fromSGF(g, lost)
}

// fromSGF makes a record of a game that came in SGF. Nodes without a move
// become part of those before them, and moves that cannot be made are left
// out with all that follows.
func fromSGF(g *store.Game, lost func(notation.Loss)) (*notation.Record, error) {
	start, err := StartOf(g.Info)
	if err != nil {
		return nil, err
	}
	r := notation.NewRecord(notation.StartAt(start))
	result := ""
	var facts notation.FieldList
	for _, v := range g.Info {
		switch v.Ident {
		case "GM", "FF", "CA", "AP", "ST", "SZ", "HA", IdentStart, format.IdentCharset, format.IdentFile, format.IdentProblem,
			identElapsed, identEnding, identMarks:
			// of the record, not of the game, or known already
		case "RE":
			result = v.Text
		default:
			facts.Add(v.Ident, v.Text)
		}
	}
	var nodes []*notation.Node // by their number; nil if left out
	last, white := r.Root, start.ToPlay() == shogi.White
	for step := range shogi.Replay(start, g.Script) {
		above := r.Root
		if step.Parent >= 0 {
			above = nodes[step.Parent]
		}
		node := above
		switch {
		case above == nil:
		case !step.Moved:
		case !step.Fault.Possible():
			node = nil
			lost(notation.LostMoves)
		default:
			node = &notation.Node{Move: step.Move}
			above.Children = append(above.Children, node)
		}
		if step.MainLine && node != nil {
			last, white = node, step.Position.ToPlay() == shogi.White
		}
		nodes = append(nodes, node)
	}
	comments := make(map[*notation.Node][]string)
	for _, c := range g.Comments {
		if node := nodes[c.Node]; node != nil {
			comments[node] = append(comments[node], c.Text)
		}
	}
	for node, texts := range comments {
		node.Comment = strings.Join(texts, "\n")
	}
	addMoveFacts(&g.Record, nodes, lost)
	if r.LastEnding() == notation.NoEnding {
		last.Ending = endingOf(result, white)
	}
	if result != r.Result() {
		facts.Add("RE", result)
	}
	r.Info = facts.Fields()
	return r, nil
}

// endingOf returns the ending that a result tells, given whether White is to
// move. Of draws it says only that they are.
func endingOf(result string, white bool) notation.Ending {
	want := sgfread.ParseResult(result)
	if want.Winner == sgfread.NoWinner {
		return notation.NoEnding
	}
	for _, e := range []notation.Ending{
		notation.Resigns, notation.TimeUp, notation.Illegal, notation.BlackFoul, notation.WhiteFoul,
		notation.Draw, notation.Adjourned,
	} {
		if got := sgfread.ParseResult(e.Result(white)); got.Winner == want.Winner && got.Ending == want.Ending {
			return e
		}
	}
	return notation.NoEnding
}
