package notation

import (
	"strings"

	"kifudb/position/shogi"
)

// readGame reads what follows GAME:
//
//	= ( START [ , HANDICAP = handicap ] )
//	= ( TSUME , POSITION = list )
//	= ( side , POSITION = list )
//	= ( side , DIAGRAM )
//
// After a list the last parenthesis may be missing. After an error no position
// is known.
func (r *reader) readGame(start int) bool {
	s, ok := r.readStart(start)
	if !ok {
		r.dropNumber()
		r.started = true
		r.state.unknown = true
		return false
	}
	r.startGame(s)
	return true
}

func (r *reader) readStart(start int) (s Start, ok bool) {
	if !r.expect("=") || !r.expect("(") {
		return s, false
	}
	if t := r.peek(); t.text == ")" {
		r.problem(start, ParameterMissing, "GAME without START, TSUME or a side")
		return s, false
	}
	t, ok := r.expectWord("START, TSUME or a side")
	if !ok {
		return s, false
	}
	side := sideOf(t.text)
	switch {
	case t.text == "START":
		return r.readHandicap()
	case t.text == "TSUME":
		s.Tsume = true
		side = shogi.Black
	case side == shogi.Empty:
		r.problem(t.at, BadValue, "%s is not START, TSUME or a side", t)
		return s, false
	}
	if t := r.peek(); t.text == ")" {
		r.problem(start, ParameterMissing, "the position is missing")
		return s, false
	}
	if !r.expect(",") {
		return s, false
	}
	if t, ok = r.expectWord("POSITION"); !ok {
		return s, false
	}
	switch {
	case t.text == "POSITION":
		s.Position, ok = r.readPosition(start, s.Tsume)
	case t.text == "DIAGRAM" && !s.Tsume:
		s.Position, ok = r.readDiagram()
	case t.text == "DIAGRAM" || t.text == "HANDICAP":
		r.problem(t.at, NotAllowed, "%s is not for this kind of game", t.text)
		return s, false
	default:
		r.problem(t.at, BadValue, "unknown parameter %s", t)
		return s, false
	}
	if ok {
		s.Position.SetToPlay(side)
	}
	return s, ok
}

// readHandicap reads [ , HANDICAP = handicap ] ) after START.
func (r *reader) readHandicap() (s Start, ok bool) {
	s.Handicap = shogi.NoHandicap
	if t := r.peek(); t.text == "," {
		r.next()
		t, ok := r.expectWord("HANDICAP")
		if !ok {
			return s, false
		}
		switch t.text {
		case "HANDICAP":
		case "POSITION", "DIAGRAM":
			r.problem(t.at, NotAllowed, "%s is not for START", t.text)
			return s, false
		default:
			r.problem(t.at, BadValue, "unknown parameter %s", t)
			return s, false
		}
		if !r.expect("=") {
			return s, false
		}
		if t, ok = r.expectWord("a handicap"); !ok {
			return s, false
		}
		name := t.text
		for strings.HasSuffix(name, "+") || strings.HasPrefix(r.peek().text, "+") {
			more := r.peek()
			if !more.isWord() || len(name) > 2*longestWord {
				break
			}
			name += more.text
			r.at = more.end
		}
		if s.Handicap, ok = handicapOf(name); !ok {
			r.problem(t.at, BadValue, "%q is not a handicap", cut(name))
			return s, false
		}
	}
	s.Position, _ = shogi.NewHandicap(s.Handicap)
	return s, r.expect(")")
}

// handicapOf returns the handicap of a name: NONE, a number of pieces, or the
// names of the pieces.
func handicapOf(name string) (shogi.Handicap, bool) {
	switch h := shogi.Handicap(name); h {
	case shogi.NoHandicap, shogi.TwoPieces, shogi.FourPieces, shogi.SixPieces, shogi.EightPieces, shogi.TenPieces:
		return h, true
	}
	first, second, two := strings.Cut(name, "+")
	a, b := pieceOf(first), pieceOf(second)
	switch {
	case !two && a == shogi.Lance:
		return shogi.LanceGiven, true
	case !two && a == shogi.Bishop:
		return shogi.BishopGiven, true
	case !two && a == shogi.Rook:
		return shogi.RookGiven, true
	case a == shogi.Rook && b == shogi.Lance, a == shogi.Lance && b == shogi.Rook:
		return shogi.RookLance, true
	}
	return "", false
}

// readPosition reads = ( [ entry { , entry } ] ) ), where an entry is
// piece = ( place { , place } ).
func (r *reader) readPosition(start int, tsume bool) (*shogi.Position, bool) {
	if !r.expect("=") || !r.expect("(") {
		return nil, false
	}
	p := shogi.NewEmpty()
	if r.peek().text == ")" {
		r.next()
	} else {
		for {
			if !r.readEntry(p) {
				return nil, false
			}
			if r.peek().text == ")" {
				r.next()
				break
			}
			if !r.expect(",") {
				return nil, false
			}
		}
	}
	if t := r.peek(); t.text == ")" {
		r.at = t.end
	} else {
		r.problem(r.at, ParenMissing, "closing ')' of GAME is missing")
	}
	if tsume {
		if !p.King(shogi.White).Valid() {
			r.problem(start, KingMissing, "TSUME without White's king")
			return nil, false
		}
		fillHand(p)
	}
	return p, true
}

// fillHand gives White all pieces that are not in the game.
func fillHand(p *shogi.Position) {
	for k := shogi.Pawn; k <= shogi.Rook; k++ {
		p.SetHand(shogi.White, k, p.Hand(shogi.White, k)+k.Complement()-count(p, k))
	}
}

// count returns how many pieces of a kind, promoted or not, the position has.
func count(p *shogi.Position, k shogi.Kind) int {
	n := p.Hand(shogi.Black, k) + p.Hand(shogi.White, k)
	for s := range shogi.Square(81) {
		if piece := p.At(s); piece != shogi.NoPiece && piece.Kind().Demoted() == k {
			n++
		}
	}
	return n
}

func (r *reader) readEntry(p *shogi.Position) bool {
	t, ok := r.expectWord("a piece")
	if !ok {
		return false
	}
	kind := pieceOf(t.text)
	if kind == shogi.NoKind {
		r.problem(t.at, BadPlace, "%s is not a piece", t)
		return false
	}
	if !r.expect("=") || !r.expect("(") {
		return false
	}
	for {
		if t, ok = r.expectWord("a place"); !ok {
			return false
		}
		if code, text := place(p, kind, t.text); code != "" {
			r.problem(t.at, code, "%s: %s", t, text)
			return false
		}
		if r.peek().text == ")" {
			r.next()
			return true
		}
		if !r.expect(",") {
			return false
		}
	}
}

// place puts a piece where a word says, as 59S, 52G+, or S for in hand, and
// returns a code and what is wrong if it cannot.
func place(p *shogi.Position, kind shogi.Kind, word string) (Code, string) {
	word, promoted := strings.CutSuffix(word, "+")
	square := shogi.NoSquare
	if len(word) > 2 && word[0] >= '0' && word[0] <= '9' {
		if square = squareOf(word[:2]); !square.Valid() {
			return BadPlace, "no such square"
		}
		word = word[2:]
	}
	owner := sideOf(word)
	switch {
	case owner == shogi.Empty:
		return BadPlace, "not a place"
	case promoted && !square.Valid():
		return BadPlace, "promoted pieces are not in hand"
	case promoted && !kind.CanPromote():
		return BadPlace, "the piece does not promote"
	case kind == shogi.King && !square.Valid():
		return BadPlace, "kings are not in hand"
	case kind == shogi.King && p.King(owner).Valid():
		return TooMany, "a second king of the side"
	case square.Valid() && p.At(square) != shogi.NoPiece:
		return TooMany, "a second piece on the square"
	case count(p, kind) >= kind.Complement():
		return TooMany, "more than there are of this piece"
	case !square.Valid():
		p.SetHand(owner, kind, p.Hand(owner, kind)+1)
		return "", ""
	case promoted:
		kind = kind.Promote()
	}
	p.Set(square, shogi.NewPiece(owner, kind))
	return "", ""
}
