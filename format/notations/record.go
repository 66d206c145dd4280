package notations

import (
	"errors"
	"slices"
	"strings"

	"kifudb/format"
	"kifudb/game/notation"
	"kifudb/position"
	"kifudb/position/shogi"
	"kifudb/sgfread/gameinfo"
	"kifudb/store"
)

// Record converts a game of shogi to a record of package notation. It fails if
// the game is another one, or if its start is unknown. Lost, which may be nil, is called
// for everything in the game that the record cannot hold.
func Record(g *store.Game, lost func(notation.Loss)) (*notation.Record, error) {
	if lost == nil {
		lost = func(notation.Loss) {}
	}
	if read := readerOf(&g.Record); read != nil {
		game, _ := read.game(&g.Record, func(p notation.Problem) {
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
// become part of those before them, unless they are mere endings among other ways to
// go on, and moves that cannot be made are left out with all that follows.
func fromSGF(g *store.Game, lost func(notation.Loss)) (*notation.Record, error) {
	start, err := StartOf(g.Info)
	if err != nil {
		return nil, err
	}
	r := notation.NewRecord(notation.StartAt(start))
	result := ""
	var facts notation.FieldList
	for _, v := range g.Info {
		if format.Own(v.Ident) {
			continue
		}
		switch v.Ident {
		case "GM", "FF", "CA", "AP", "ST", "SZ", "HA", IdentStart,
			identElapsed, identEnding, identMarks:
			// of the record, not of the game, or known already
		case "RE":
			result = v.Text
		default:
			facts.Add(v.Ident, v.Text)
		}
	}
	ways := waysOn(g.Script)
	var nodes, stops []*notation.Node // by their number, nil if left out; those that may be mere endings
	parents := map[*notation.Node]*notation.Node{}
	last, white := r.Root, start.ToPlay() == shogi.White
	for step := range shogi.Replay(start, g.Script) {
		above := r.Root
		if step.Parent >= 0 {
			above = nodes[step.Parent]
		}
		node := above
		switch {
		case above == nil:
		case !step.Moved && step.Parent >= 0 && ways[step.Parent] > 1 && ways[step.Node] == 0:
			node = &notation.Node{}
			above.Children = append(above.Children, node)
			stops, parents[node] = append(stops, node), above
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
		node := nodes[c.Node]
		if above := parents[node]; above != nil {
			node = above
		}
		switch {
		case node == nil:
		case c.Ident == "N" && node.Bookmark == "":
			node.Bookmark = c.Text
		default:
			comments[node] = append(comments[node], c.Text)
		}
	}
	for node, texts := range comments {
		node.Comment = strings.Join(texts, "\n")
	}
	addMoveFacts(&g.Record, nodes, lost)
	for _, stop := range stops {
		if stop.Ending == notation.NoEnding {
			above := parents[stop]
			above.Children = slices.DeleteFunc(above.Children, func(n *notation.Node) bool { return n == stop })
			if last == stop {
				last = above
			}
		}
	}
	if r.Ending() == notation.NoEnding {
		last.Ending = endingOf(result, white)
	}
	if result != r.Result() {
		facts.Add("RE", result)
	}
	r.Info = facts.Fields()
	return r, nil
}

// waysOn counts, for each node of a script by its number, the nodes that follow it.
func waysOn(s position.Script) (ways []int) {
	var open []int
	node := -1
	for event := range s.Events() {
		switch event {
		case position.Opened:
			open = append(open, node)
		case position.Closed:
			if n := len(open) - 1; n >= 0 {
				node, open = open[n], open[:n]
			}
		default:
			if node >= 0 {
				ways[node]++
			}
			node = len(ways)
			ways = append(ways, 0)
		}
	}
	return ways
}

// endingOf returns the ending for a result, given whether White is to
// move. It does not tell kinds of draws apart.
func endingOf(result string, white bool) notation.Ending {
	want := gameinfo.ParseResult(result)
	if want.Winner == gameinfo.NoWinner {
		return notation.NoEnding
	}
	for _, e := range []notation.Ending{
		notation.Resigns, notation.TimeUp, notation.Illegal, notation.BlackFoul, notation.WhiteFoul,
		notation.Draw, notation.Adjourned,
	} {
		if got := gameinfo.ParseResult(e.Result(white)); got.Winner == want.Winner && got.Ending == want.Ending {
			return e
		}
	}
	return notation.NoEnding
}
