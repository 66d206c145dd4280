package openingbook

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"math"
	"slices"

	"kifudb/game"
	"kifudb/position"
	"kifudb/position/othello"
)

// A book of Edax's as text is what its command "book import" reads (src/book.c of Edax 4.6): a line for
// each position with 64 squares from a1 row by row, X for discs of the player to move and O for the
// others, the level of the search, and one move with its score in discs. Of the images of a
// position the book has the one whose discs make the least number. Moves to positions that are in the book
// as well are not written: Edax finds these links by itself. The one move of a line is the
// best of the others.
//
// The score is the mean of the final differences of discs in the games with the move, for its
// player. The level is 0: nobody has searched. A position in which a player must pass is not
// in the book.
var edax = Format{
	Name: "edax", ending: ".txt", Number: 2, weight: ByGames,
	key: func(dst []byte, p game.Position) ([]byte, bool) {
		d := p.(game.Discs).Othello
		if d.Size() != position.Square(edaxSize) || d.Over() {
			return dst, false
		}
		least, _ := leastImages(discsOf(d))
		return least.append(dst), true
	},
	code: func(p game.Position, m position.Point) uint16 {
		_, images := leastImages(discsOf(p.(game.Discs).Othello))
		code := uint16(math.MaxUint16)
		for _, s := range images {
			at := s.Apply(m, position.Square(edaxSize))
			code = min(code, uint16(at.Y()*edaxSize+at.X()))
		}
		return code
	},
	begin: func(w *bufio.Writer, _ *Options) positionWriter { return &edaxWriter{w: w} },
}

const (
	edaxSize     = 8
	edaxMaxScore = 64
)

// discs are those of the player to move and of the other, a bit for each square from a1, row
// by row.
type discs struct{ own, other uint64 }

func discsOf(p *othello.Position) (d discs) {
	for i := range edaxSize * edaxSize {
		switch p.At(position.At(i%edaxSize, i/edaxSize)) {
		case position.Empty:
		case p.ToPlay():
			d.own |= 1 << i
		default:
			d.other |= 1 << i
		}
	}
	return d
}

// position returns the position with Black to move.
func (d discs) position() *othello.Position {
	p := othello.NewEmpty(edaxSize)
	for i := range edaxSize * edaxSize {
		at := position.At(i%edaxSize, i/edaxSize)
		switch {
		case d.own>>i&1 != 0:
			p.Set(at, position.Black)
		case d.other>>i&1 != 0:
			p.Set(at, position.White)
		}
	}
	p.SetToPlay(position.Black)
	return p
}

// image returns the discs under a symmetry.
func (d discs) image(s position.Symmetry) (to discs) {
	for i := range edaxSize * edaxSize {
		at := s.Apply(position.At(i%edaxSize, i/edaxSize), position.Square(edaxSize))
		n := at.Y()*edaxSize + at.X()
		to.own |= d.own >> i & 1 << n
		to.other |= d.other >> i & 1 << n
	}
	return to
}

func (d discs) less(e discs) bool {
	return d.own < e.own || d.own == e.own && d.other < e.other
}

func (d discs) append(dst []byte) []byte {
	return binary.BigEndian.AppendUint64(binary.BigEndian.AppendUint64(dst, d.own), d.other)
}

// leastImages returns the least of the images of a position, and the symmetries that lead to it.
func leastImages(d discs) (least discs, by []position.Symmetry) {
	for s := range position.Symmetry(8) {
		image := d.image(s)
		switch {
		case by == nil || image.less(least):
			least, by = image, append(by[:0], s)
		case image == least:
			by = append(by, s)
		}
	}
	return least, by
}

type edaxWriter struct {
	w    *bufio.Writer
	keys [][16]byte // of the positions in the book, ascending
}

func (*edaxWriter) twice() bool { return true }

func (e *edaxWriter) look(key []byte, _ []move) { e.keys = append(e.keys, [16]byte(key)) }

// leads reports whether a move leads to a position in the book.
func (e *edaxWriter) leads(d discs, code uint16) bool {
	p := d.position()
	p.Play(position.Move{Color: position.Black, Point: position.At(int(code)%edaxSize, int(code)/edaxSize)})
	least, _ := leastImages(discsOf(p))
	_, ok := slices.BinarySearchFunc(e.keys, [16]byte(least.append(nil)), func(a, b [16]byte) int { return slices.Compare(a[:], b[:]) })
	return ok
}

func (e *edaxWriter) write(key []byte, moves []move) error {
	d := discs{binary.BigEndian.Uint64(key), binary.BigEndian.Uint64(key[8:])}
	board := make([]byte, 0, edaxSize*edaxSize)
	for i := range edaxSize * edaxSize {
		switch {
		case d.own>>i&1 != 0:
			board = append(board, 'X')
		case d.other>>i&1 != 0:
			board = append(board, 'O')
		default:
			board = append(board, '-')
		}
	}
	if _, err := fmt.Fprintf(e.w, "%s X,0", board); err != nil {
		return err
	}
	best, leaf, found := 0, uint16(0), false
	for i := range moves {
		m := &moves[i]
		if m.scored == 0 || e.leads(d, m.code) {
			continue
		}
		score := max(-edaxMaxScore, min(edaxMaxScore, int(math.Round(float64(m.margins)/float64(m.scored)))))
		if !found || score > best {
			best, leaf, found = score, m.code, true
		}
	}
	if found {
		at := position.At(int(leaf)%edaxSize, int(leaf)/edaxSize)
		if _, err := fmt.Fprintf(e.w, ",%c%d,%d", 'a'+at.X(), at.Y()+1, best); err != nil {
			return err
		}
	}
	return e.w.WriteByte('\n')
}
