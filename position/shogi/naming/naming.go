package naming

import (
	"slices"

	"kifudb/position/shogi"
)

// A Name is a name that a game has, such as its opening.
type Name struct {
	Title *Title
	Side  shogi.Color // whose it is; Empty if it is the game's
}

// A Naming names one game while it is replayed.
type Naming struct {
	game bool // it starts as games do: even, or with pieces given
	full bool // both sides start with all men, so that openings mean something
	ply  int

	handicap *Title
	course   course
	ways     [2]sideway
	held     [2][]form // the castles of each side

	exchanged bool // bishops
	tempoLost bool // by whoever took the other's bishop where it starts
	sidePawn  bool // a rook took the pawn at the side of the bishop's
	wings     bool // both rooks' pawns went ahead before a bishop could look
}

// New names a game that starts from a position. Problems and other setups have no
// openings, and no castles, since nobody built them.
func New(start *shogi.Position) *Naming {
	even := *start == *evenStart
	n := &Naming{game: even || Given(start) > 0, full: even, handicap: handicaps()[*start].title, course: startCourse(start)}
	for i := range n.ways {
		n.ways[i].seen = map[string]bool{}
	}
	return n
}

var evenStart = shogi.New()

// Handicap returns the name of the handicap, nil if there is none.
func (n *Naming) Handicap() *Title { return n.handicap }

func (n *Naming) side(c shogi.Color) *sideway { return &n.ways[c-shogi.Black] }

// Move looks at a move that was made, and at the positions before and after it.
func (n *Naming) Move(m shogi.Move, before, after *shogi.Position) {
	n.course.move(after)
	if !n.game {
		return
	}
	n.ply++
	c := before.ToPlay()
	v := view{after, c}
	if !n.full || n.ply > 60 {
		n.castle(v)
		return
	}
	n.side(c).look(v, n.ply)
	n.bishops(m, before, after)
	n.pawns(m, before, v)
	n.castle(v)
}

// castle notes the castles that the side has which moved.
func (n *Naming) castle(v view) {
	held := &n.held[v.side-shogi.Black]
	for _, f := range v.forms() {
		if !slices.ContainsFunc(*held, func(h form) bool { return h.title == f.title && slices.Equal(h.men, f.men) }) {
			*held = append(*held, f)
		}
	}
}

// bishops notes when both have the other's bishop in hand.
func (n *Naming) bishops(m shogi.Move, before, after *shogi.Position) {
	if n.exchanged || n.ply > bishopMoves || after.Hand(shogi.Black, shogi.Bishop) == 0 && after.Hand(shogi.White, shogi.Bishop) == 0 {
		return
	}
	c := before.ToPlay()
	if !m.IsDrop() && before.At(m.From).Kind() == shogi.Bishop && before.At(m.To).Kind() == shogi.Bishop {
		there := view{before, c.Opponent()}
		n.tempoLost = there.has(shogi.Bishop, shogi.SquareAt(8, 8)) && n.ply <= 12
	}
	n.exchanged = after.Hand(shogi.Black, shogi.Bishop) > 0 && after.Hand(shogi.White, shogi.Bishop) > 0
}

// pawns notes which pawns are taken and pushed.
func (n *Naming) pawns(m shogi.Move, before *shogi.Position, v view) {
	if m.IsDrop() {
		return
	}
	from, to := m.From, m.To
	if v.side == shogi.White {
		from, to = from.Rotate(), to.Rotate()
	}
	kind := before.At(m.From).Kind()
	if kind == shogi.Rook && to == shogi.SquareAt(3, 4) && before.At(m.To).Kind() == shogi.Pawn && n.ply <= rookMoves {
		n.sidePawn = true
	}
	w := n.side(v.side)
	switch {
	case kind != shogi.Pawn:
	case n.ply <= 6 && from == shogi.SquareAt(8, 7) && before.At(m.To) == shogi.NoPiece && v.has(shogi.Bishop, shogi.SquareAt(8, 8)):
		w.seen["bishop head"] = true
	case n.ply == 2 && to == shogi.SquareAt(6, 6) && (view{before, shogi.Black}).has(shogi.Pawn, shogi.SquareAt(7, 6)):
		w.seen["pacman"] = true
	}
	if kind == shogi.Pawn && from == shogi.SquareAt(2, 5) && n.ply <= 20 && !n.exchanged {
		for _, c := range []shogi.Color{shogi.Black, shogi.White} {
			n.wings = n.wings || view{before, c}.has(shogi.Pawn, shogi.SquareAt(7, 7))
		}
	}
}

// Openings returns the openings of the game.
func (n *Naming) Openings() []Name { return n.openings() }

// Castles returns the castles of both sides in the order in which they were built,
// Black's first. If a castle became a larger one, it names only the larger.
func (n *Naming) Castles() (found []Name) {
	for i, held := range n.held {
		for _, f := range held {
			name := Name{f.title, shogi.Color(i) + shogi.Black}
			part := slices.ContainsFunc(held, func(o form) bool { return f.title != o.title && f.within(o) })
			if !part && !slices.Contains(found, name) {
				found = append(found, name)
			}
		}
	}
	return found
}
