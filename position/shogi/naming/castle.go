package naming

import (
	"slices"
	"strings"
	"sync"

	"kifudb/position/shogi"
)

// A man is a kind on a square.
type man struct {
	kind   shogi.Kind
	square shogi.Square
}

// men reads men on their squares: "K28 S38".
func men(text string) (list []man) {
	for _, word := range strings.Fields(text) {
		m := man{shogi.NoKind, shogi.NoSquare}
		if len(word) == 3 {
			m = man{kinds[word[0]], shogi.SquareAt(int(word[1]-'0'), int(word[2]-'0'))}
		}
		if m.kind == shogi.NoKind || !m.square.Valid() {
			panic("naming: bad man " + word) // of a table
		}
		list = append(list, m)
	}
	return list
}

var kinds = map[byte]shogi.Kind{
	'P': shogi.Pawn, 'L': shogi.Lance, 'N': shogi.Knight, 'S': shogi.Silver,
	'G': shogi.Gold, 'B': shogi.Bishop, 'R': shogi.Rook, 'K': shogi.King,
}

// A view is a position as one side sees it.
type view struct {
	*shogi.Position
	side shogi.Color
}

// has reports whether a man of the side stands on a square, which is written as Black
// sees it.
func (v view) has(k shogi.Kind, s shogi.Square) bool {
	if v.side == shogi.White {
		s = s.Rotate()
	}
	return v.At(s) == shogi.NewPiece(v.side, k)
}

// hasAll reports whether all men stand where they should.
func (v view) hasAll(list []man) bool {
	return !slices.ContainsFunc(list, func(m man) bool { return !v.has(m.kind, m.square) })
}

// A form is one of the ways in which a castle is built.
type form struct {
	title *Title
	men   []man // the king first
}

// forms are those of all castles, by the square of the king.
var forms = sync.OnceValue(func() *[81][]form {
	by := new([81][]form)
	for _, row := range castleTable {
		f := form{titleOf(Castles, row.japanese), men(row.men)}
		king := f.men[0].square
		by[king] = append(by[king], f)
	}
	return by
})

// forms returns the castles that a side has in a position.
func (v view) forms() (found []form) {
	king := v.King(v.side)
	if !king.Valid() {
		return nil
	}
	if v.side == shogi.White {
		king = king.Rotate()
	}
	for _, f := range forms()[king] {
		if v.hasAll(f.men[1:]) {
			found = append(found, f)
		}
	}
	return found
}

// within reports whether a castle is a stage of another: a player who builds the larger one
// passes through it.
func (f form) within(o form) bool {
	return len(f.men) < len(o.men) && !slices.ContainsFunc(f.men, func(m man) bool { return !slices.Contains(o.men, m) })
}
