package position

import (
	"encoding/csv"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"kifudb/internal/testsize"
)

// naiveHash computes the hash of a position from nothing but the words above
// Key: it draws the numbers anew.
func naiveHash(b *Board, s Symmetry, swapped bool) uint64 {
	size := b.Size()
	random := splitmix64(KeySeed(1, size))
	numbers := map[Point]uint64{}
	for i := range size.Area() {
		numbers[size.At(i)] = random.next()
	}
	h := uint64(0)
	for i := range size.Area() {
		p := size.At(i)
		z := numbers[s.Apply(p, size)]
		switch c := b.At(p); {
		case c == Empty:
		case (c == Black) != swapped:
			h ^= z
		default:
			h ^= z<<1 | z>>63
		}
	}
	return h
}

func naiveCanonical(b *Board) Key {
	h := ^uint64(0)
	for s := range Symmetries(b.Size()) {
		h = min(h, naiveHash(b, Symmetry(s), false), naiveHash(b, Symmetry(s), true))
	}
	return Key(mix(h ^ KeySeed(1, b.Size())))
}

// image returns the board turned, mirrored and with swapped colors.
func (b *Board) image(s Symmetry, swapped bool) *Board {
	c := NewBoard(s.Size(b.size))
	for i := range b.size.Area() {
		p := b.size.At(i)
		color := b.At(p)
		if swapped {
			color = color.Opponent()
		}
		c.Set(s.Apply(p, b.size), color)
	}
	return c
}

func TestKeys(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	seen := map[Key]string{}
	for _, size := range []Size{{1, 1}, {2, 2}, {3, 3}, {5, 3}, {3, 5}, {9, 9}, {13, 13}, {19, 19}, {52, 52}} {
		b := NewBoard(size)
		for range testsize.Of(40, 15) {
			if got, want := b.Key(), Key(mix(naiveHash(b, Identity, false)^KeySeed(1, size))); got != want {
				t.Fatalf("key of\n%s is %016x, naively %016x", rows(b), got, want)
			}
			canonical := b.Canonical()
			if want := naiveCanonical(b); canonical != want {
				t.Fatalf("canonical key of\n%s is %016x, naively %016x", rows(b), canonical, want)
			}
			for s := range Symmetries(size) {
				for _, swapped := range []bool{false, true} {
					if got := b.image(Symmetry(s), swapped).Canonical(); got != canonical {
						t.Fatalf("image %d %v of\n%s has canonical key %016x, want %016x", s, swapped, rows(b), got, canonical)
					}
				}
			}
			position := size.String() + "\n" + rows(b)
			if other, ok := seen[b.Key()]; ok && other != position {
				t.Fatalf("the same key for\n%s and\n%s", position, other)
			}
			seen[b.Key()] = position
			b.Play(Move{Black + Color(r.IntN(2)), size.At(r.IntN(size.Area()))})
		}
	}
}

// Keys are in the archives' files: this table may grow but never change.
func TestKeysPinned(t *testing.T) {
	f, err := os.Open("testdata/keys.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	records, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if len(records) < 20 {
		t.Fatalf("%d rows in the table, want at least 20", len(records))
	}
	for _, r := range records[1:] {
		b := mustBoard(t, r[0])
		if got := fmt.Sprintf("%016x", uint64(b.Key())); got != r[1] {
			t.Errorf("%s: key %s, pinned is %s", r[0], got, r[1])
		}
		if got := fmt.Sprintf("%016x", uint64(b.Canonical())); got != r[2] {
			t.Errorf("%s: canonical key %s, pinned is %s", r[0], got, r[2])
		}
	}
}

func TestKeysOfImages(t *testing.T) {
	for _, tt := range [][2]string{
		{"Q16", "D4"},
		{"Q16 D4", "D17 D16 pass A1"},
		{"9x9 C3 G7", "9x9 G7 C3"},
		{"B Q16; W D4", "B D4; W Q16"},
		{"B Q16 R16 W Q17", "W Q16 Q17 B R16"},
	} {
		a, b := mustBoard(t, tt[0]), mustBoard(t, tt[1])
		same := a.Canonical() == b.Canonical()
		if want := !strings.Contains(tt[1], "A1"); same != want {
			t.Errorf("%q and %q: same canonical key is %v, want %v", tt[0], tt[1], same, want)
		}
	}
	if mustBoard(t, "9x9").Key() == mustBoard(t, "13x13").Key() {
		t.Error("empty boards of different sizes have the same key")
	}
}
