package query

import (
	"errors"
	"fmt"

	"kifudb/position"
)

// parsePattern returns the pattern that the text of a pat: or seq: term
// describes.
func parsePattern(b *Board, rules position.Rules, text string) (*position.Pattern, error) {
	p, err := position.ParsePattern(text)
	switch {
	case b.Kind == "seq" && (err != nil || len(p.Sequence) == 0):
		if p, err = parseSequence(b, rules, text); err != nil {
			return nil, err
		}
	case err != nil:
		return nil, err
	case b.Anchor != "":
		_, asked, err := anchorOf(b.Anchor)
		if err != nil {
			return nil, err
		}
		if p.Place, err = p.Place.In(asked); err != nil {
			return nil, fmt.Errorf("anchor:%s: %w%s", b.Anchor, err, adviceOnPlace(p))
		}
	}
	if b.Within > 0 {
		p.Within = b.Within
	}
	return p, p.Check()
}

// adviceOnPlace says what to write instead of a pattern that is drawn elsewhere
// than it is asked for.
func adviceOnPlace(p *position.Pattern) string {
	if p.Place.Edges == position.AllEdges {
		return "; cut a part out of the position by its place and size, as in NE7x7 Q16 R14"
	}
	return "; leave one of the two out"
}

// parseSequence makes a pattern of moves: an empty region, reaching from the
// moves to the edges that the anchor names, into which these moves are played
// in this order.
func parseSequence(b *Board, rules position.Rules, text string) (*position.Pattern, error) {
	setup, err := rules.ParsePosition(unwrap(text))
	if err != nil {
		return nil, err
	}
	var stones []position.Change
	r := position.Replayer{Rules: rules}
	r.Replay(setup.Size, setup.Script, func(_ *position.Board, step *position.Step) bool {
		if step.Moved {
			stones = append(stones, step.Placed...)
		}
		return true
	})
	if len(stones) == 0 {
		return nil, errors.New("a sequence has at least one move")
	}
	_, place, err := anchorOf(b.printAnchor())
	if err != nil {
		return nil, err
	}
	left, right, top, bottom := setup.Size.Cols, 0, setup.Size.Rows, 0
	for _, s := range stones {
		left, right = min(left, s.Point.X()), max(right, s.Point.X())
		top, bottom = min(top, s.Point.Y()), max(bottom, s.Point.Y())
	}
	if b.Anchor == "" {
		place = position.Place{Kind: position.InRectangle, From: position.At(left, top), To: position.At(left, top)}
	}
	if b.Anchor == "corner" || b.Anchor == "side" {
		place.Kind, place.Edges = position.AtEdges, nearest(b.Anchor, setup.Size, left+right, top+bottom)
	}
	if place.Kind == position.AtEdges {
		if place.Edges&position.West != 0 {
			left = 0
		}
		if place.Edges&position.East != 0 {
			right = setup.Size.Cols - 1
		}
		if place.Edges&position.North != 0 {
			top = 0
		}
		if place.Edges&position.South != 0 {
			bottom = setup.Size.Rows - 1
		}
	}
	p := &position.Pattern{Cols: right - left + 1, Rows: bottom - top + 1, Place: place}
	for range p.Cols * p.Rows {
		p.Cells = append(p.Cells, position.OnlyEmpty)
	}
	for _, s := range stones {
		at := position.At(s.Point.X()-left, s.Point.Y()-top)
		p.Sequence = append(p.Sequence, position.Change{Point: at, Color: s.Color})
	}
	return p, nil
}

// nearest returns the edges of the corner or side that is nearest to the
// middle of a region, given twice the middle's column and row.
func nearest(anchor string, size position.Size, x, y int) position.Edges {
	horizontal, dx := position.West, x
	if x > size.Cols-1 {
		horizontal, dx = position.East, 2*(size.Cols-1)-x
	}
	vertical, dy := position.North, y
	if y > size.Rows-1 {
		vertical, dy = position.South, 2*(size.Rows-1)-y
	}
	switch {
	case anchor == "corner":
		return horizontal | vertical
	case dx < dy:
		return horizontal
	}
	return vertical
}
