package indexer

import (
	"kifudb/notation"
	"kifudb/position/shogi"
	"kifudb/store"
)

// Dialect returns the notation of shogi's in which a record is, which is unknown
// if it is SGF.
func Dialect(r store.Record) notation.Dialect { return dialectOf(tree(&r)) }

// Shogi returns the game of a record as the package notation knows it, and
// false if it is not one of shogi.
func Shogi(r store.Record) (*notation.Record, bool) {
	if Dialect(r) != notation.UnknownDialect {
		game := readShogi(&r, nil)
		return game, game != nil
	}
	g, err := Derive(r)
	if err != nil || g.Facts.Game != gameShogi {
		return nil, false
	}
	game, err := shogiRecord(g)
	return game, err == nil
}

// shogiRecord makes a record of a game that came in SGF. Nodes without a move
// become part of those before them, and moves that cannot be made are left
// out with all that follows.
func shogiRecord(g *store.Game) (*notation.Record, error) {
	start, err := StartOf(g.Info)
	if err != nil {
		return nil, err
	}
	r := notation.NewRecord(notation.StartAt(start))
	result := ""
	for _, v := range g.Info {
		switch v.Ident {
		case "GM", "FF", "CA", "AP", "ST", "SZ", "HA", identStart, identCharset, identFile, identProblem:
			// of the record, not of the game, or known already
		default:
			r.Info = append(r.Info, notation.Field{Ident: v.Ident, Text: v.Text})
		}
		if v.Ident == "RE" {
			result = v.Text
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
		case !step.Moved || above == nil:
		case !step.Fault.Possible():
			node = nil
		default:
			node = &notation.Node{Move: step.Move}
			above.Children = append(above.Children, node)
		}
		if step.MainLine && node != nil {
			last, white = node, step.Position.ToPlay() == shogi.White
		}
		nodes = append(nodes, node)
	}
	for _, c := range g.Comments {
		if node := nodes[c.Node]; node != nil {
			if node.Comment != "" {
				node.Comment += "\n"
			}
			node.Comment += c.Text
		}
	}
	// A draw does not say of which kind it is.
	for _, e := range []notation.Ending{notation.Resigns, notation.TimeUp, notation.Illegal} {
		if e.Result(white) == result {
			last.Ending = e
		}
	}
	return r, nil
}
