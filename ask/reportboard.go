package ask

import (
	"fmt"
	"io"

	registry "kifudb/game"
	"kifudb/position"
	"kifudb/query"
)

// labelled are the letters of the first continuations, by their points.
func labelled(next []NextMove, of query.Asked) map[position.Point]string {
	labels := map[position.Point]string{}
	if of.Position != nil && of.Goban() == nil {
		return labels // moves that are no points
	}
	for _, c := range next {
		if p := c.Played.Point; p < position.SwapsStone && labels[p] == "" && len(labels) < 26 {
			labels[p] = string(rune('A' + len(labels)))
		}
	}
	return labels
}

// MoveName writes a move's point as the board's coordinates do; on a pattern, which may
// lie anywhere, by column and row from its upper left.
func MoveName(m position.Move, asked query.Asked) string {
	switch {
	case asked.Position != nil:
		if mover, ok := asked.Position.(registry.Mover); ok {
			return mover.Name(m.Point, false)
		}
		if reader, ok := asked.Game.(registry.MoveReader); ok { // after a part of a position
			return reader.MoveText(m.Point)
		}
		return "?"
	case m.Point == position.Pass:
		return "pass"
	}
	return fmt.Sprintf("%d,%d", m.Point.X()+1, m.Point.Y()+1)
}

// writeAsked draws what was asked for as SVG, with labels in its coordinates. Of a
// pattern it draws the part of the board where it lies: cells that may hold several
// things show the character that stands for them in patterns, and sequences their
// numbers. It draws nothing if the game has no pictures.
func writeAsked(w io.Writer, asked query.Asked, labels map[position.Point]string) error {
	if asked.Position != nil {
		if picture, ok := asked.Position.(registry.Pictured); ok {
			return picture.WriteSVG(w, registry.Drawing{Labels: labels})
		}
		return nil
	}
	if asked.Pattern == nil {
		return nil
	}
	board, lies, corner, err := layPattern(asked)
	if err != nil {
		return err
	}
	d := position.NewDiagram(board)
	size := board.Size()
	d.Labels = map[position.Point]string{}
	for i, cell := range lies.Cells {
		switch cell {
		case position.OnlyEmpty, position.CellOf(position.Black), position.CellOf(position.White):
		default:
			d.Labels[beside(corner, lies.Size().At(i))] = cell.Letter()
		}
	}
	for i, c := range asked.Pattern.Sequence {
		point := beside(corner, c.Point)
		board.Set(point, c.Color)
		d.Labels[point] = fmt.Sprint(i + 1)
	}
	left, top := corner.X(), corner.Y()
	right, bottom := left+asked.Pattern.Cols-1, top+asked.Pattern.Rows-1
	for p, text := range labels {
		if at := beside(corner, p); size.Contains(at) {
			d.Labels[at] = text
			left, top, right, bottom = min(left, at.X()), min(top, at.Y()), max(right, at.X()), max(bottom, at.Y())
		}
	}
	d.From, d.To, d.NoCoordinates = position.At(left, top), position.At(right, bottom), true
	return d.WriteSVG(w)
}

// writeOpening draws the position that moves on 19 lines lead to, as the field fuseki
// names it.
func writeOpening(w io.Writer, moves string) error {
	q, err := query.Parse(fmt.Sprintf("pos:%q", moves))
	if err != nil {
		return err
	}
	board, err := query.OneBoard(q.Root)
	if err != nil {
		return err
	}
	asked, err := board.Asked()
	if err != nil {
		return err
	}
	goban := asked.Goban()
	if goban == nil {
		return registry.ErrNoRules
	}
	d := position.NewDiagram(goban)
	d.NoCoordinates = true
	return d.WriteSVG(w)
}
