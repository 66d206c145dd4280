package katago

import (
	"fmt"

	"kifudb/position"
)

// A Proof finds out whose the values of an engine are: by two positions that Black has won
// beyond doubt, in which Black or White is to move.
type Proof struct {
	said [2]*float64 // by who is to move: Black, White
}

// proofSize is the size of the board of the proof.
const proofSize = 9

// Queries returns the two queries. Black holds the whole board but for two eyes and a few points, and White
// nothing; the komi is small.
func (*Proof) Queries(rules string, visits int) (list [2]*Query) {
	komi := 0.5
	for i, player := range [2]position.Color{position.Black, position.White} {
		q := &Query{ID: proofID(i), Size: position.Square(proofSize), Player: player, Komi: &komi, Rules: rules, Visits: visits}
		for x := range proofSize {
			for y := range proofSize {
				if x%2 == 1 && y%4 == 1 {
					continue // eyes
				}
				q.Stones = append(q.Stones, position.Change{Point: position.At(x, y), Color: position.Black})
			}
		}
		list[i] = q
	}
	return list
}

func proofID(i int) string { return fmt.Sprintf("kifudb-proof-%d", i) }

// Take takes a response to one of the queries, and reports whether it is one.
func (p *Proof) Take(r *Response) bool {
	for i := range p.said {
		if r.ID == proofID(i) && !r.Interim {
			p.said[i] = r.Chance
			return true
		}
	}
	return false
}

// sure is from which chance on a position is won beyond doubt.
const sure = 0.9

// View returns whose the engine's values are. The error says why that cannot be told.
func (p *Proof) View() (string, error) {
	if p.said[0] == nil || p.said[1] == nil {
		return "", fmt.Errorf("the engine does not say who wins a position that is won")
	}
	black, white := *p.said[0], *p.said[1] // Black or White to move
	switch {
	case black >= sure && white >= sure:
		return Black, nil
	case black <= 1-sure && white <= 1-sure:
		return White, nil
	case black >= sure && white <= 1-sure:
		return Mover, nil
	}
	return "", fmt.Errorf("the engine gives %.3f with Black to move and %.3f with White to move, in a position that Black has won; so nobody can tell whose its values are", black, white)
}

// BlackChance returns Black's chance of one in a view, nil if nobody can tell.
func BlackChance(x *float64, view string, toMove position.Color) *float64 {
	if x == nil || !blacks(view, toMove) && !whites(view, toMove) {
		return nil
	}
	y := *x
	if whites(view, toMove) {
		y = 1 - y
	}
	return &y
}

// BlackLead returns Black's lead of one in a view, nil if nobody can tell.
func BlackLead(x *float64, view string, toMove position.Color) *float64 {
	if x == nil || !blacks(view, toMove) && !whites(view, toMove) {
		return nil
	}
	y := *x
	if whites(view, toMove) {
		y = -y
	}
	return &y
}

func blacks(view string, toMove position.Color) bool {
	return view == Black || view == Mover && toMove == position.Black
}

func whites(view string, toMove position.Color) bool {
	return view == White || view == Mover && toMove == position.White
}
