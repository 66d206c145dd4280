package othello

import "kifudb/position"

// A Fault says how a move is against the rules.
type Fault uint8

// The faults. All but the last three leave nothing that could be executed.
const (
	OK        Fault = iota
	OffBoard        // there is no such square
	Taken           // a disc lies there
	Idle            // it turns no disc
	Lost            // it comes after a move that could not be made
	NotTurn         // the other side was to move, and could not move there; it was made
	Miscalled       // it was the other side's move, and was made as that
	MayNot          // a pass of a player who has moves; the other side goes on
)

// String returns the fault in words that continue "a move", "" for none.
func (f Fault) String() string {
	return [...]string{
		"", "it is not on the board", "a disc lies there", "it turns no disc",
		"it comes after a move that cannot be made", "the other side was to move",
		"it was the other side's move", "a player with moves may not pass",
	}[f]
}

// Possible reports whether the move was executed.
func (f Fault) Possible() bool { return f == OK || f >= NotTurn }

// turns returns how many discs a move would turn in a direction.
func (p *Position) turns(at, step int, c position.Color) int {
	other, n := c.Opponent(), 0
	for at += step; p.cells[at] == other; at += step {
		n++
	}
	if p.cells[at] != c {
		return 0
	}
	return n
}

// legal reports whether a move would turn a disc.
func (p *Position) legal(at int, c position.Color) bool {
	if p.cells[at] != position.Empty {
		return false
	}
	other := c.Opponent()
	for _, step := range directions {
		if p.cells[at+step] == other && p.turns(at, step, c) > 0 {
			return true
		}
	}
	return false
}

// CanMove reports whether a player has a move.
func (p *Position) CanMove(c position.Color) bool {
	for at := stride + 1; at <= int(p.size)*(stride+1); at++ {
		if p.legal(at, c) {
			return true
		}
	}
	return false
}

// Moves appends the squares on which a player can move, row by row.
func (p *Position) Moves(c position.Color, list []position.Point) []position.Point {
	for at := stride + 1; at <= int(p.size)*(stride+1); at++ {
		if p.legal(at, c) {
			list = append(list, pointOf(at))
		}
	}
	return list
}

// place puts a disc on a square and turns those of the other color in rows between it
// and others of its own. It returns how many were turned; if none could be, nothing
// was done.
func (p *Position) place(at int, c position.Color) int {
	turned := 0
	for _, step := range directions {
		n := p.turns(at, step, c)
		turned += n
		for i := range n {
			p.put(at+(i+1)*step, c)
		}
	}
	if turned > 0 {
		p.put(at, c)
	}
	return turned
}

// Judge says what is wrong with a move of a player's, without making it.
func (p *Position) Judge(m position.Move) Fault {
	switch {
	case m.Point == position.Pass && p.CanMove(m.Color):
		return MayNot
	case m.Point == position.Pass:
		return OK
	case !p.Size().Contains(m.Point):
		return OffBoard
	case p.cells[cell(m.Point)] != position.Empty:
		return Taken
	case p.turn != m.Color && p.legal(cell(m.Point), p.turn):
		return Miscalled
	case !p.legal(cell(m.Point), m.Color):
		return Idle
	case p.turn != m.Color:
		return NotTurn
	}
	return OK
}

// Play makes a move as far as it can be made. If a move names the wrong player, it counts for
// the player who is to move, if it is possible for him. Some programs change colors with each
// move although somebody has passed.
func (p *Position) Play(m position.Move) Fault {
	fault := p.Judge(m)
	switch {
	case !fault.Possible():
	case m.Point == position.Pass:
		if fault == MayNot {
			p.SetToPlay(m.Color.Opponent())
		}
	default:
		if fault == Miscalled {
			m.Color = p.turn
		}
		p.place(cell(m.Point), m.Color)
		p.SetToPlay(m.Color.Opponent())
	}
	return fault
}
