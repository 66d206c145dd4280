package position

import (
	"math/rand/v2"
	"testing"

	"kifudb/internal/testsize"
)

// naiveIndexKey computes the key from nothing but the words above openingStones.
func naiveIndexKey(b *Board) Key {
	opening := 40
	if min(b.Size().Cols, b.Size().Rows) >= 19 {
		opening = 24
	}
	return naiveKeyAfter(b, opening)
}

// naiveKeyAfter is naiveIndexKey after an opening of so many stones.
func naiveKeyAfter(b *Board, opening int) Key {
	size := b.Size()
	if b.Stones(Black)+b.Stones(White) <= opening || min(size.Cols, size.Rows) < 9 {
		return naiveCanonical(b)
	}
	line := NewBoard(size)
	for i := range size.Area() {
		p := size.At(i)
		x, y := p.X()+1, p.Y()+1
		if min(x, y, size.Cols+1-x, size.Rows+1-y) == 3 {
			line.Set(p, b.At(p))
		}
	}
	h := ^uint64(0)
	for s := range Symmetries(size) {
		h = min(h, naiveHash(line, Symmetry(s), false), naiveHash(line, Symmetry(s), true))
	}
	return Key(mix(h ^ KeySeed(1, size) ^ 0x6C61_7465_206B_6579))
}

func TestIndexKeys(t *testing.T) {
	r := rand.New(rand.NewPCG(18, 3))
	for _, size := range []Size{Square(8), Square(9), {9, 13}, {40, 8}, Square(19), Square(52)} {
		late, same := 0, 0
		for range testsize.Of(8, 3) {
			b := NewBoard(size)
			if r.IntN(2) == 0 {
				b.IndexKey() // and keeps keys from here on
			}
			last := Key(0)
			for range 60 + r.IntN(60) {
				p := size.At(r.IntN(size.Area()))
				if r.IntN(8) == 0 {
					b.Set(p, Color(r.IntN(3)))
				} else {
					b.Play(Move{Black + Color(r.IntN(2)), p})
				}
				if r.IntN(4) > 0 {
					continue
				}
				got := b.IndexKey()
				if want := naiveIndexKey(b); got != want {
					t.Fatalf("index key of\n%s is %016x, naively %016x", rows(b), got, want)
				}
				if image := b.image(Symmetry(r.IntN(Symmetries(size))), r.IntN(2) == 0); image.IndexKey() != got {
					t.Fatalf("an image of\n%s has another index key", rows(b))
				}
				if got != b.Canonical() {
					late++
					if got == last {
						same++
					}
					last = got
				}
			}
		}
		if want := min(size.Cols, size.Rows) >= 9; want != (late > 0) || want && size.Cols > 9 && same == 0 {
			t.Errorf("%v: %d late keys, %d as before", size, late, same)
		}
	}
	keep := Rules{Game: 4, Keep: true}.NewBoard(Square(19))
	for i := range 200 {
		keep.Set(keep.Size().At(i), Black+Color(i%2))
	}
	if keep.IndexKey() != keep.Canonical() {
		t.Error("a game without captures has late keys")
	}
}

// A position taken back is the one it was.
func TestIndexKeysOfVariations(t *testing.T) {
	rnd := rand.New(rand.NewPCG(18, 4))
	var r Replayer
	late := 0
	for range testsize.Of(60, 20) {
		s := randomScript(rnd, Square(9), 150)
		r.Replay(Square(9), s, func(b *Board, _ *Step) bool {
			if got, want := b.IndexKey(), naiveIndexKey(b); got != want {
				t.Fatalf("index key of\n%s is %016x, naively %016x", rows(b), got, want)
			}
			if b.IndexKey() != b.Canonical() {
				late++
			}
			return true
		})
	}
	if late < 100 {
		t.Errorf("only %d late positions", late)
	}
}

// The keys are in the archives' files and never change.
func TestIndexKeyPinned(t *testing.T) {
	b := NewBoard(Square(19))
	for i := range 41 {
		switch n := b.Stones(Black) + b.Stones(White); n {
		case 24, 25, 40: // the last of the opening, and two with late keys
			if late := b.IndexKey() != b.Canonical(); late != (n > 24) {
				t.Errorf("%d stones: a late key: %t", n, late)
			}
		}
		b.Set(At(3*i%19, 2+7*i%17), Black+Color(i%2))
	}
	if n := b.Stones(Black) + b.Stones(White); n != 41 {
		t.Fatalf("%d stones", n)
	}
	if got := b.IndexKey(); got != 0xC5B4E08CA3603389 {
		t.Errorf("index key %#x has changed", uint64(got))
	}
}
