package shogi

import "kifudb/position"

// The key of a position is the exclusive or of one number for each piece on
// its square, one for each kind in a hand *with its count*, and one if White is
// to move. A number per piece in hand would not do: two pawns would cancel. Move
// numbers and history stay out, so transpositions meet.
//
// The numbers are splitmix64's from keySeed, drawn in the order written in
// makeKeys. They are kept on disk and never change; keys of other games come
// from other seeds.
const keySeed = 0x0053484F47490001

// canonicalSeed keeps canonical keys apart from others: SGF's number for shogi,
// GM[8], and the board's size.
var canonicalSeed = position.KeySeed(8, size)

type keyTable struct {
	pieces [numPieces][numSquares]position.Key
	hands  [2][handKinds][19]position.Key // by count, 0 for a count of 0
	turn   position.Key
}

var keys = makeKeys()

func makeKeys() *keyTable {
	state := uint64(keySeed)
	draw := func() position.Key {
		state += 0x9E3779B97F4A7C15
		return position.Key(mix(state))
	}
	t := new(keyTable)
	for _, c := range []Color{Black, White} {
		for k := Pawn; k <= Dragon; k++ {
			if k == Gold|promotedBit {
				continue
			}
			for s := range t.pieces[0] {
				t.pieces[NewPiece(c, k)][s] = draw()
			}
		}
	}
	for i := range t.hands {
		for k := Pawn; k < handKinds; k++ {
			for n := 1; n <= complement[k]; n++ {
				t.hands[i][k][n] = draw()
			}
		}
	}
	t.turn = draw()
	return t
}

// mix is splitmix64's finalizer, a bijection.
func mix(z uint64) uint64 {
	z = (z ^ z>>30) * 0xBF58476D1CE4E5B9
	z = (z ^ z>>27) * 0x94D049BB133111EB
	return z ^ z>>31
}

// Key returns the position's key, side to move included.
func (p *Position) Key() position.Key { return p.key }

// BoardKey returns the key without the side to move, to find a board with either side
// to move. It is the key of the position with Black to move.
func (p *Position) BoardKey() position.Key {
	if p.turn == White {
		return p.key ^ keys.turn
	}
	return p.key
}

// Canonical returns a key that the position shares with its four images, see
// Symmetry, and with no other position's Key: the least of the images' keys,
// which is a small number, is spread over all values again by a bijection that
// depends on the game.
func (p *Position) Canonical() position.Key {
	least := p.key
	for s := Symmetry(1); s < NumSymmetries; s++ {
		least = min(least, p.imageKey(s))
	}
	return position.Key(mix(uint64(least) ^ canonicalSeed))
}

// imageKey is the key of p.Image(s), made without the board.
func (p *Position) imageKey(s Symmetry) (key position.Key) {
	for q, piece := range p.board {
		if piece != NoPiece {
			key ^= keys.pieces[s.piece(piece)][s.Square(Square(q))]
		}
	}
	for i := range p.hands {
		for k, n := range p.hands[i] {
			key ^= keys.hands[side(s.Color(Color(i+1)))][k][n]
		}
	}
	if s.Color(p.turn) == White {
		key ^= keys.turn
	}
	return key
}
