package notation

import "kifudb/position/shogi"

// description is what the text of a move says, in either notation.
type description struct {
	kind       shogi.Kind // of the piece before the move
	to         shogi.Square
	file, rank int // of the origin; 0 if not told
	drop       dropSense
	promotes   byte // '+', '=' or 0
	capture    byte // 'x', '-' or 0
	words      directionWords
	side       shogi.Color // whose move, if told
}

// promotedKind returns the kind that a '+' before a piece's name means: one that
// no piece has if the piece does not promote, so that no move fits.
func promotedKind(k shogi.Kind) shogi.Kind {
	if !k.CanPromote() {
		return shogi.NoKind
	}
	return k.Promote()
}

// dropSense says whether a text means a drop.
type dropSense uint8

const (
	noDrop    dropSense = iota
	dropIfNot           // a drop if no piece of the kind reaches the square
	isDrop
)

// directionWords is a set of the Japanese words for where a piece comes from,
// seen by the mover.
type directionWords uint8

const (
	wordUp       directionWords = 1 << iota // AGARU
	wordSide                                // YORU
	wordDown                                // HIKU
	wordStraight                            // SUGU
	wordRight                               // MIGI
	wordLeft                                // HIDARI
)

// approach is the way from an origin to a destination, seen by the mover.
type approach struct {
	vertical   int // 1 towards the enemy, 0 along the rank, -1 back
	horizontal int // where the origin lies: -1 left, 0 same file, 1 right
}

func approachOf(c shogi.Color, from, to shogi.Square) approach {
	a := approach{sign(from.Rank() - to.Rank()), sign(to.File() - from.File())}
	if c == shogi.White {
		a.vertical, a.horizontal = -a.vertical, -a.horizontal
	}
	return a
}

func sign(n int) int {
	switch {
	case n > 0:
		return 1
	case n < 0:
		return -1
	}
	return 0
}

// verticalWord returns AGARU, YORU or HIKU.
func (a approach) verticalWord() directionWords {
	switch a.vertical {
	case 1:
		return wordUp
	case -1:
		return wordDown
	}
	return wordSide
}

// origins returns the squares of the mover's pieces of a kind that reach a
// square, pins ignored.
func origins(p *shogi.Position, kind shogi.Kind, to shogi.Square) (list []shogi.Square) {
	piece := shogi.NewPiece(p.ToPlay(), kind)
	for s := range shogi.Square(81) {
		if p.At(s) == piece && p.Reaches(s, to) {
			list = append(list, s)
		}
	}
	return list
}

// matched returns the origins that the direction words leave.
func (d *description) matched(c shogi.Color, from []shogi.Square) (list []shogi.Square) {
	const vertical = wordUp | wordSide | wordDown
	for _, s := range from {
		a := approachOf(c, s, d.to)
		if w := d.words & vertical; w != 0 && w != a.verticalWord() {
			continue
		}
		if d.words&wordStraight != 0 && (a.vertical != 1 || a.horizontal != 0) {
			continue
		}
		list = append(list, s)
	}
	sides := d.words & (wordLeft | wordRight)
	if sides == 0 {
		return list
	}
	if farMover(d.kind) {
		return outermost(c, list, sides)
	}
	kept := list[:0]
	for _, s := range list {
		h := approachOf(c, s, d.to).horizontal
		if (sides&wordRight == 0 || h > 0) && (sides&wordLeft == 0 || h < 0) {
			kept = append(kept, s)
		}
	}
	return kept
}

// farMover reports whether left and right compare the pieces of a kind with
// each other and not with the destination.
func farMover(k shogi.Kind) bool {
	return k == shogi.Rook || k == shogi.Bishop || k == shogi.Dragon || k == shogi.Horse
}

// outermost returns the squares that lie furthest on the mover's left or right.
func outermost(c shogi.Color, list []shogi.Square, sides directionWords) (kept []shogi.Square) {
	// The left is where files are high for Black and low for White.
	wantHigh := (sides&wordLeft != 0) == (c == shogi.Black)
	for _, s := range list {
		switch {
		case len(kept) == 0 || s.File() == kept[0].File():
			kept = append(kept, s)
		case (s.File() > kept[0].File()) == wantHigh:
			kept = append(kept[:0], s)
		}
	}
	return kept
}

// resolve finds the move that is meant: the only legal one that fits, or, if no
// legal one does, the only one that breaks none but the rules of
// [shogi.Fault.Slip]. The code is "" or IllegalMove if there is a move, else
// NoSuchMove or Ambiguous, then with the moves that fit.
func (d *description) resolve(p *shogi.Position) (m shogi.Move, code Code, fitting []shogi.Move) {
	var reaching []shogi.Square
	drops := d.drop == isDrop
	if !drops {
		all := origins(p, d.kind, d.to)
		drops = d.drop == dropIfNot && len(all) == 0 && d.words == 0
		reaching = d.matched(p.ToPlay(), all)
	}
	var buffer [600]shogi.Move
	fitting = d.fitting(p, p.Moves(buffer[:0]), reaching, drops)
	switch len(fitting) {
	case 1:
		return fitting[0], "", nil
	case 0:
	default:
		return m, Ambiguous, fitting
	}
	if fitting = d.fitting(p, p.Attempts(buffer[:0]), reaching, drops); len(fitting) == 1 {
		return fitting[0], IllegalMove, nil
	}
	return m, NoSuchMove, nil
}

// foul returns the move against the rules that the text of a record tells without
// doubt, as it says where the piece comes from: games were lost by such.
func (d *description) foul(p *shogi.Position) (m shogi.Move, ok bool) {
	from := shogi.NoSquare
	if d.file != 0 && d.rank != 0 {
		from = shogi.SquareAt(d.file, d.rank)
	}
	switch {
	case d.drop == isDrop && d.file == 0 && d.promotes == 0:
		m = shogi.NewDrop(d.kind, d.to)
	case d.drop != isDrop && from.Valid() && p.At(from).Kind() == d.kind:
		m = shogi.Move{From: from, To: d.to, Promote: d.promotes == '+'}
	default:
		return m, false
	}
	return m, p.Judge(m).Possible()
}

// fitting returns those of moves that the description fits.
func (d *description) fitting(p *shogi.Position, moves []shogi.Move, reaching []shogi.Square, drops bool) (list []shogi.Move) {
	for _, m := range moves {
		if m.To != d.to || m.IsDrop() != drops {
			continue
		}
		if drops {
			if m.Drop == d.kind && d.promotes == 0 && d.file == 0 {
				list = append(list, m)
			}
			continue
		}
		if d.file != 0 && m.From.File() != d.file || d.rank != 0 && m.From.Rank() != d.rank || !contains(reaching, m.From) {
			continue
		}
		// Unmarked is unpromoted, unless the piece must promote.
		promotes := d.promotes == '+' || d.promotes == 0 && shogi.MustPromote(p.ToPlay(), d.kind, d.to)
		if m.Promote == promotes {
			list = append(list, m)
		}
	}
	return list
}

func contains(list []shogi.Square, s shogi.Square) bool {
	for _, t := range list {
		if s == t {
			return true
		}
	}
	return false
}

// rivals returns the origins, other than the move's, of like pieces that reach
// its destination.
func rivals(p *shogi.Position, m shogi.Move) (list []shogi.Square) {
	for _, s := range origins(p, p.At(m.From).Kind(), m.To) {
		if s != m.From {
			list = append(list, s)
		}
	}
	return list
}

// declines reports whether a move could promote and does not.
func declines(p *shogi.Position, m shogi.Move) bool {
	return !m.IsDrop() && !m.Promote && shogi.MayPromote(p.ToPlay(), p.At(m.From).Kind(), m.From, m.To)
}
