package columns

import (
	"math/rand/v2"
	"testing"

	"kifudb/position"
)

// An index is written into memory that has room for all of it: a copy would be half of the
// memory that an import of records with variations needs.
func TestBuildCopiesNothing(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 1))
	size := position.Square(9)
	var games []Game
	for local := range 200 {
		var b position.ScriptBuilder
		b.Node()
		for node := range 400 {
			switch node {
			case 60:
				b.Open()
			case 200:
				b.Close()
				b.Open()
			}
			b.Node()
			b.Move(position.Move{Color: position.Black + position.Color(node%2), Point: size.At(r.IntN(size.Area()))})
		}
		b.Close()
		games = append(games, Game{Local: uint16(local), Script: b.Script()})
	}
	data, _, err := Build(position.Rules{}, size, games)
	if err != nil {
		t.Fatal(err)
	}
	x, err := Open(data, nil)
	if err != nil {
		t.Fatal(err)
	}
	if x.stretches < 1000 {
		t.Fatalf("only %d stretches", x.stretches)
	}
	if room := roomFor(size, games); len(data) > room || cap(data) != room {
		t.Errorf("%d bytes were copied, as there was room for %d: there is for %d now", len(data), room, cap(data))
	}
}
