package drawing

import (
	"context"
	"io"

	"kifudb/archive"
)

// The measures of a film.
const (
	filmWidth = 480
	filmSpeed = 60 // hundredths of a second for a move
)

// OfNode draws the board of a game at a node as its page shows it, without numbers.
func OfNode(n *archive.Node) (*Picture, error) {
	board, err := n.Data()
	if err != nil {
		return nil, err
	}
	m := &Marks{Letters: map[int]string{}, Shapes: map[int]string{}, Last: -1}
	m.MarkUp(board, &n.Markup)
	if len(n.Tried) > 0 {
		m.Last = n.Tried[len(n.Tried)-1].Cell
	} else if n.Last != nil {
		if cell, ok := CellOf(board, archive.RecordNode{Color: n.Last.Color, Point: n.Last.Point}); ok {
			m.Last = cell
		}
	}
	return Board(board, *m, ""), nil
}

// filmed returns the nodes of the line to a node that a film shows: the last ones, if there are
// more than [MaxFrames], and how many it leaves out.
func filmed(line []archive.RecordNode, n *archive.Node) (numbers []int, cut int) {
	for _, at := range line {
		if at.Node <= n.Node {
			numbers = append(numbers, at.Node)
		}
	}
	most := MaxFrames
	if len(n.Tried) > 0 {
		most-- // for the board after them
	}
	cut = max(0, len(numbers)-most)
	return numbers[cut:], cut
}

// FilmCut returns how many positions the film of the line to a node leaves out at its beginning.
func FilmCut(line []archive.RecordNode, n *archive.Node) int {
	_, cut := filmed(line, n)
	return cut
}

// filmChunk is how many nodes are replayed at once.
const filmChunk = 50

// WriteFilm writes the boards of the line to a node, and after moves that are tried from it the
// board after them. It writes the last [MaxFrames] positions, and returns how many it leaves out.
func WriteFilm(ctx context.Context, w io.Writer, v *archive.View, n *archive.Node) (cut int, err error) {
	tree, err := v.GameTree(n.Game.ID, 0, n.Node+1)
	if err != nil {
		return 0, err
	}
	numbers, cut := filmed(tree.Line(n.Node), n)
	_, err = Film(w, filmWidth, filmSpeed, func(yield func(*Picture, error) bool) {
		for len(numbers) > 0 {
			some := numbers[:min(len(numbers), filmChunk)]
			numbers = numbers[len(some):]
			nodes, err := v.Nodes(n.Game.ID, some)
			if err == nil {
				err = ctx.Err()
			}
			if err != nil {
				yield(nil, err)
				return
			}
			for _, at := range nodes {
				if !yield(OfNode(at)) {
					return
				}
			}
		}
		if len(n.Tried) > 0 {
			yield(OfNode(n))
		}
	})
	return cut, err
}
