package shogi

import "kifudb/position"

// Color is a player, Black (Sente) or White (Gote); Empty means nobody.
type Color = position.Color

// The players, under the names all games share.
const (
	Empty = position.Empty
	Black = position.Black
	White = position.White
)

// side numbers the players for arrays: 0 Black, 1 White.
func side(c Color) int { return int(c) - 1 }

// Kind is the kind of a piece, of either side. The promoted kinds are the others
// with promotedBit set; there is no promoted gold and no promoted king.
type Kind uint8

// The kinds. Pawn to Rook may be held in hand.
const (
	NoKind         Kind = 0
	Pawn           Kind = 1
	Lance          Kind = 2
	Knight         Kind = 3
	Silver         Kind = 4
	Gold           Kind = 5
	Bishop         Kind = 6
	Rook           Kind = 7
	King           Kind = 8
	PromotedPawn   Kind = 9
	PromotedLance  Kind = 10
	PromotedKnight Kind = 11
	PromotedSilver Kind = 12
	Horse          Kind = 14
	Dragon         Kind = 15
)

const promotedBit = 8

// numKinds bounds arrays indexed by Kind, handKinds those of kinds in hand.
const (
	numKinds  = 16
	handKinds = 8
)

// complement is how many pieces of each kind one set of men has.
var complement = [handKinds + 1]int{Pawn: 18, Lance: 4, Knight: 4, Silver: 4, Gold: 4, Bishop: 2, Rook: 2, King: 2}

// Promoted reports whether k is a promoted kind.
func (k Kind) Promoted() bool { return k > King }

// Demoted returns the kind k had before it was promoted, as which it is held in
// hand after its capture; other kinds stay as they are.
func (k Kind) Demoted() Kind {
	if k.Promoted() {
		return k &^ promotedBit
	}
	return k
}

// CanPromote reports whether k has a promoted kind.
func (k Kind) CanPromote() bool { return k >= Pawn && k <= Rook && k != Gold }

// Promote returns the promoted kind of k, or k if there is none.
func (k Kind) Promote() Kind {
	if k.CanPromote() {
		return k | promotedBit
	}
	return k
}

// Complement returns how many pieces of kind k, promoted or not, a game has in
// all: 18 pawns, 2 kings.
func (k Kind) Complement() int { return complement[k.Demoted()] }

const kindLetters = "?PLNSGBRK"

// Letter returns the capital letter of the kind before promotion: P L N S G B R K.
func (k Kind) Letter() byte { return kindLetters[k.Demoted()] }

// String returns the kind in SFEN's capitals: "P", "+B".
func (k Kind) String() string {
	if k.Promoted() {
		return "+" + string(k.Letter())
	}
	return string(k.Letter())
}

// kindOfLetter returns the kind of a letter in either case, NoKind if it is none.
func kindOfLetter(c byte) Kind {
	c &^= 'a' - 'A'
	for k := Pawn; k <= King; k++ {
		if kindLetters[k] == c {
			return k
		}
	}
	return NoKind
}

// Piece is a kind with its owner; 0 is an empty square.
type Piece uint8

// NoPiece is what lies on an empty square.
const NoPiece Piece = 0

const numPieces = 3 << 4

// NewPiece returns a piece of c's.
func NewPiece(c Color, k Kind) Piece { return Piece(c)<<4 | Piece(k) }

// Color returns the owner, Empty for NoPiece.
func (p Piece) Color() Color { return Color(p >> 4) }

// Kind returns what the piece is, NoKind for NoPiece.
func (p Piece) Kind() Kind { return Kind(p & 15) }

// String returns the piece as SFEN writes it: "P", "+p", and "" for NoPiece.
func (p Piece) String() string {
	if p == NoPiece {
		return ""
	}
	s := p.Kind().String()
	if p.Color() == White {
		b := []byte(s)
		b[len(b)-1] += 'a' - 'A'
		return string(b)
	}
	return s
}
