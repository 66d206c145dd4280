package game

import (
	"fmt"
	"io"
	"strings"

	"kifudb/position"
	"kifudb/position/shogi"
)

// sketchSigns only stand in texts about shogi: whose men they are, and what is written
// on them.
const sketchSigns = "☗☖▲△▼▽玉王飛角金銀桂香歩龍竜馬"

// Sketches knows men in kanji, and the ranks of SFEN.
func (e *shogiEntry) Sketches(text string) bool {
	if strings.ContainsAny(text, sketchSigns) || e.Recognizes(text) {
		return true
	}
	words := strings.Fields(text)
	return len(words) > 0 && strings.Count(words[0], "/") == 8 && strings.Trim(words[0], "123456789/+?*AaplnsgbrkPLNSGBRK") == ""
}

// ReadPartial reads a sketch, see [shogi.ParseSketch], or a whole position, which may
// then be either player's turn unless it is in SFEN, and whose hands are held at least.
func (e *shogiEntry) ReadPartial(text string, o PartialOptions) (Partial, error) {
	k, err := shogi.ParseSketch(text)
	if err != nil && e.Recognizes(text) {
		if p, whole := e.ReadPosition(text); whole == nil {
			k, err = shogi.SketchOf(p.(Pieces).Shogi), nil
		}
	}
	switch {
	case err != nil:
		return nil, err
	case o.ToPlay == position.Empty:
	case k.ToPlay() == o.ToPlay.Opponent():
		return nil, fmt.Errorf("the text says that it is the turn of %s", k.ToPlay())
	default:
		k.SetToPlay(o.ToPlay)
	}
	k.SetExact(o.ExactHands)
	return partPieces{k, text}, nil
}

// partPieces is a part of a position of shogi.
type partPieces struct {
	sketch *shogi.Sketch
	text   string
}

func (partPieces) Game() Game               { return shogiGame }
func (p partPieces) ToPlay() position.Color { return p.sketch.ToPlay() }
func (p partPieces) Text() string           { return p.text }
func (partPieces) Subject() string          { return "" } // notes are on whole positions
func (partPieces) Canonical() position.Key  { return 0 }
func (p partPieces) Clone() Position        { return p }

// Equal reports whether two partial positions are the same.
func (p partPieces) Equal(other Position) bool {
	q, ok := other.(partPieces)
	return ok && *p.sketch == *q.sketch
}

// Fittings returns the sketch, with Swap also turned round, with Mirror also mirrored.
func (p partPieces) Fittings(o ImageOptions) (list []Fitting) {
	for _, s := range symmetriesOf(o) {
		k := p.sketch.Image(s)
		even := k.VisitFrom(evenStart)
		list = append(list, Fitting{
			Image: Image{Symmetry: onSquare[s], Swapped: s&2 != 0, Back: moveBack(s)},
			Fits:  func(q Position) bool { return k.Fits(q.(Pieces).Shogi) },
			Possible: func(start Position, script position.Script) bool {
				if from := start.(Pieces).Shogi; *from != *evenStart {
					return k.VisitFrom(from).Possible(script)
				}
				return even.Possible(script)
			},
		})
	}
	return list
}

var evenStart = shogi.New()

// symmetriesOf returns the symmetries that images may have.
func symmetriesOf(o ImageOptions) (list []shogi.Symmetry) {
	for s := range shogi.Symmetry(shogi.NumSymmetries) {
		if (s&1 == 0 || o.Mirror) && (s&2 == 0 || o.Swap) {
			list = append(list, s)
		}
	}
	return list
}

// moveBack returns what takes a move in an image back: every symmetry undoes itself.
func moveBack(s shogi.Symmetry) func(position.Point) position.Point {
	return func(code position.Point) position.Point {
		m, _ := shogi.MoveOf(uint16(code))
		return position.Point(s.Move(m).Code())
	}
}

// Draw draws the squares that the partial position describes.
func (p partPieces) Draw(d Drawing) string {
	return p.sketch.Draw(&shogi.DrawOptions{Kanji: d.Native && d.Style != position.ASCII})
}

// WriteSVG draws them as a picture.
func (p partPieces) WriteSVG(w io.Writer, _ Drawing) error { return p.sketch.WriteSVG(w) }
