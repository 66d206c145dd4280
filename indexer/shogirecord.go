package indexer

import (
	"errors"
	"strings"

	"kifudb/notation"
	"kifudb/position/shogi"
	"kifudb/sgfread"
	"kifudb/store"
)

// Dialect returns the notation of shogi's in which a record is, which is unknown
// if it is SGF.
func Dialect(r store.Record) notation.Dialect { return dialectOf(tree(&r)) }

// ErrNotShogi is the error of Shogi for games other than shogi.
var ErrNotShogi = errors.New("not a game of shogi")

// Shogi returns the game of a record as the package notation knows it. It fails
// if the record is not one of shogi, or if nobody knows how the game starts.
// Lost, which may be nil, is told of what the record has and the game has not.
func Shogi(r store.Record, lost func(notation.Loss)) (*notation.Record, error) {
	if lost == nil {
		lost = func(notation.Loss) {}
	}
	if Dialect(r) != notation.UnknownDialect {
		game := readShogi(&r, func(p notation.Problem) {
			if p.Code.Loses() {
				lost(notation.LostUnread)
			}
		})
		if game == nil {
			return nil, errors.New("its start cannot be read")
		}
		return game, nil
	}
	g, err := Derive(r)
	if err != nil {
		return nil, err
	}
	if g.Facts.Game != gameShogi {
		return nil, ErrNotShogi
	}
	return shogiRecord(g, lost)
}

// shogiRecord makes a record of a game that came in SGF. Nodes without a move
// become part of those before them, and moves that cannot be made are left
// out with all that follows.
func shogiRecord(g *store.Game, lost func(notation.Loss)) (*notation.Record, error) {
	start, err := StartOf(g.Info)
	if err != nil {
		return nil, err
	}
	r := notation.NewRecord(notation.StartAt(start))
	result := ""
	var facts notation.FieldList
	for _, v := range g.Info {
		switch v.Ident {
		case "GM", "FF", "CA", "AP", "ST", "SZ", "HA", identStart, identCharset, identFile, identProblem,
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
