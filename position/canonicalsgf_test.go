package position

import (
	"math/rand/v2"
	"testing"
)

func TestCanonicalSGF(t *testing.T) {
	for _, test := range []struct{ position, want string }{
		{"9x9", "SZ[9]"},
		{"9x13 A1", "SZ[9:13]AB[aa]"},
		{"Q16", "SZ[19]AB[dd]"},
		{"R14 D17", "SZ[19]AB[cf]AW[pc]"},
		{"9x9 A9 B9", "SZ[9]AB[aa]AW[ab]"},
	} {
		setup, err := ParsePosition(test.position)
		if err != nil {
			t.Fatal(err)
		}
		if got := setup.Board().CanonicalSGF(); got != test.want {
			t.Errorf("%s: got %s, want %s", test.position, got, test.want)
		}
	}
}

// All images of a position have its text, another position has another, and
// the text is that position again.
func TestCanonicalSGFOfImages(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	texts := map[string]Key{}
	for range 200 {
		size := []Size{Square(3), Square(19), {9, 5}, Square(MaxSize)}[r.IntN(4)]
		b := NewBoard(size)
		for range r.IntN(30) {
			b.Set(size.At(r.IntN(size.Area())), Color(r.IntN(3)))
		}
		text := b.CanonicalSGF()
		setup, err := ParsePosition(text)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		if again := setup.Board(); again.Canonical() != b.Canonical() || again.CanonicalSGF() != text {
			t.Errorf("%s is read as %s", text, again.CanonicalSGF())
		}
		least := b.Key() // of the images, colors as they are
		for s := range Symmetry(Symmetries(size)) {
			image := NewBoard(s.Size(size))
			for i := range size.Area() {
				image.Set(s.Apply(size.At(i), size), b.At(size.At(i)))
			}
			if got := image.CanonicalSGF(); got != text {
				t.Errorf("symmetry %d: got %s, want %s", s, got, text)
			}
			least = min(least, image.Key())
		}
		if other, ok := texts[text]; ok && other != least {
			t.Errorf("%s stands for two positions", text)
		}
		texts[text] = least
	}
	keys := map[Key]bool{}
	for _, key := range texts {
		if keys[key] {
			t.Error("a position has two texts")
		}
		keys[key] = true
	}
}
