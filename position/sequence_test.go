package position

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// script builds a main line of "B pd", "W" (a pass), "AB dd", "AE dd" and ";"
// for a new node; each move begins a node of its own.
func lineScript(t testing.TB, text string) Script {
	t.Helper()
	var b ScriptBuilder
	b.Node()
	words := strings.Fields(text)
	for i := 0; i < len(words); i++ {
		kind, p := words[i], Pass
		if i+1 < len(words) && strings.ToLower(words[i+1]) == words[i+1] && words[i+1] != ";" {
			var err error
			if p, err = ParsePoint(words[i+1]); err != nil {
				t.Fatal(err)
			}
			i++
		}
		switch kind {
		case ";":
			b.Node()
		case "AB":
			b.Add(Black, p)
		case "AW":
			b.Add(White, p)
		case "AE":
			b.Add(Empty, p)
		case "B", "W":
			b.Node()
			b.Move(Move{map[string]Color{"B": Black, "W": White}[kind], p})
		}
	}
	return b.Script()
}

// lineText writes a sequence as lineScript reads it.
func lineText(q Sequence) string {
	var words []string
	for i := range q {
		m, played := q.At(i)
		kind := m.Color.Letter()
		if !played {
			kind = map[Color]string{Black: "AB", White: "AW", Empty: "AE"}[m.Color]
		}
		words = append(words, kind)
		if m.Point != Pass {
			words = append(words, m.Point.String())
		}
	}
	return strings.Join(words, " ")
}

func TestSequence(t *testing.T) {
	tests := []struct{ name, script, want string }{
		{"moves and passes", "B pd W dd B W", "B pd W dd B W"},
		{"empty nodes do not count", "; ; B pd ; W dd ;", "B pd W dd"},
		{"setup is a set", "AW aa AB dd AB cc", "AB cc AB dd AW aa"},
		{"setup over several nodes, too", "AB dd ; AB cc", "AB cc AB dd"},
		{"the last stone on a point counts", "AB dd AW dd AB cc AE cc", "AW dd AE cc"},
		{"moves divide setup", "AB dd B aa ; AB cc AB bb", "AB dd B aa AB bb AB cc"},
		{"moves that are a handicap", "B pd B dd B dp W cf", "AB dd AB pd AB dp W cf"},
		{"the rest of a handicap", "AB pp B pd B dd W cf", "AB dd AB pd AB pp W cf"},
		{"colors exchanged", "W pd W dd B cf", "AW dd AW pd B cf"},
		{"moves of one color alone", "B pd B dd", "B pd B dd"},
		{"a pass is no stone of a handicap", "B B dd W cf", "B B dd W cf"},
		{"nothing", "", ""},
	}
	for _, test := range tests {
		q, nodes := lineScript(t, test.script).SequenceNodes()
		if got := lineText(q); got != test.want {
			t.Errorf("%s: %q gives %q, want %q", test.name, test.script, got, test.want)
		}
		if len(nodes) != len(q) {
			t.Errorf("%s: %d nodes for %d words", test.name, len(nodes), len(q))
		}
	}
	_, nodes := lineScript(t, "AB dd AB cc ; B pd W dd").SequenceNodes()
	if diff := cmp.Diff([]int32{0, 0, 2, 3}, nodes); diff != "" {
		t.Errorf("nodes (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(lineScript(t, "B pd W dd").Sequence(), smallLine().Sequence()); diff != "" {
		t.Errorf("variations are not left out (-want +got):\n%s", diff)
	}
}

// smallLine is a line with a variation.
func smallLine() Script {
	var b ScriptBuilder
	b.Node()
	b.Move(Move{Black, At(15, 3)})
	for _, p := range []Point{At(3, 3), At(2, 2)} {
		b.Open()
		b.Node()
		b.Move(Move{White, p})
		b.Close()
	}
	return b.Script()
}

// randomLine is a main line with all that there is; few points, so that
// symmetric lines come up.
func randomLine(r *rand.Rand, size Size) Script {
	var b ScriptBuilder
	point := func() Point {
		if r.IntN(2) == 0 { // on the diagonal or in the middle
			x := r.IntN(min(size.Cols, size.Rows))
			return At(x, x)
		}
		return At(r.IntN(size.Cols), r.IntN(size.Rows))
	}
	color := Black
	for range r.IntN(12) {
		b.Node()
		for range r.IntN(8) - 4 {
			b.Add(Color(r.IntN(3)), point())
		}
		m := Move{color, point()}
		if r.IntN(10) == 0 {
			m.Point = Pass
		}
		if r.IntN(8) > 0 {
			b.Move(m)
		}
		if r.IntN(10) > 0 {
			color = color.Opponent()
		}
	}
	return b.Script()
}

// imageOf turns a script stone by stone.
func imageOf(s Script, m Orientation, size Size) Script {
	var b ScriptBuilder
	turn := func(c Color) Color {
		if m.Swapped {
			return c.Opponent()
		}
		return c
	}
	for _, w := range s {
		if startsNode(w) {
			b.Node()
		}
		p := m.Symmetry.Apply(Point(w&wordData), size)
		switch {
		case w < wordNode:
			b.Move(Move{turn(Black + Color(w>>14)), p})
		case w&wordKind == wordAddBlack:
			b.Add(turn(Black), p)
		case w&wordKind == wordAddWhite:
			b.Add(turn(White), p)
		case w&wordKind == wordAddEmpty:
			b.Add(Empty, p)
		case w&wordKind == wordMoreBlack:
			b.Move(Move{turn(Black), p})
		case w&wordKind == wordMoreWhite:
			b.Move(Move{turn(White), p})
		}
	}
	return b.Script()
}

// The canonical sequence is the least of all images of the script.
func TestCanonicalSequence(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	symmetric := 0
	for range 3000 {
		size := []Size{Square(19), Square(5), {9, 5}}[r.IntN(3)]
		s := randomLine(r, size)
		var want Sequence
		same := 0
		for i, m := range Orientations(size) {
			image := imageOf(s, m, size).Sequence()
			if got := s.Sequence().Image(m, size); !slices.Equal(got, image) {
				t.Fatalf("%q under %v: got %q, want %q", lineText(s.Sequence()), m, lineText(got), lineText(image))
			}
			switch c := slices.Compare(image, want); {
			case i == 0 || c < 0:
				want, same = image, 0
			case c == 0:
				same++
			}
		}
		if same > 0 && len(want) > 0 {
			symmetric++
		}
		got, m := s.Sequence().Canonical(size)
		if !slices.Equal(got, want) || !slices.Equal(s.Sequence().Image(m, size), want) {
			t.Fatalf("%v: Canonical(%q) = %q, %v, want %q", size, lineText(s.Sequence()), lineText(got), m, lineText(want))
		}
	}
	if symmetric < 10 {
		t.Errorf("only %d lines are images of themselves", symmetric)
	}
}

func TestSequenceDigest(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	size := Square(19)
	seed := KeySeed(1, size)
	seen := map[uint64]string{}
	for range 3000 {
		s := randomLine(r, size)
		line, _ := s.Sequence().Canonical(size)
		digest := line.Digest(seed, len(line))
		text := lineText(line)
		if other, ok := seen[digest]; ok && other != text {
			t.Fatalf("%q and %q have the digest %016x", text, other, digest)
		}
		seen[digest] = text
		for _, m := range Orientations(size) {
			other, _ := imageOf(s, m, size).Sequence().Canonical(size)
			if got := other.Digest(seed, len(other)); got != digest {
				t.Fatalf("%q under %v: digest %016x, want %016x", text, m, got, digest)
			}
		}
	}
	// The digest of a beginning is that of the record that ends there.
	long, _ := lineScript(t, "AB dd B pd W dp ; AB cc B qq W fc").Sequence().Canonical(size)
	short, _ := lineScript(t, "AB dd B pd W dp ; AB cc").Sequence().Canonical(size)
	if got, want := long.Digest(seed, 2), short.Digest(seed, 2); got != want {
		t.Errorf("digest of two moves is %016x, of a record of two %016x", got, want)
	}
	// It is on the disk of archives: a change is one of the file format.
	if got, want := long.Digest(seed, 100), uint64(0xa09b17ce88a7037d); got != want {
		t.Errorf("digest of %q is %#x, want %#x", lineText(long), got, want)
	}
}

func TestDyer(t *testing.T) {
	var moves strings.Builder
	r := rand.New(rand.NewPCG(5, 6))
	var want []string
	for n := 1; n <= 71; n++ {
		p := At(r.IntN(19), r.IntN(19)).String()
		moves.WriteString([]string{"W ", "B "}[n%2] + p + " ")
		want = append(want, p)
	}
	pick := func(numbers ...int) (s string) {
		for _, n := range numbers {
			s += want[n-1]
		}
		return s
	}
	full := pick(20, 40, 60, 31, 51, 71)
	if got := lineScript(t, moves.String()).Sequence().Dyer().String(); got != full {
		t.Errorf("got %q, want %q", got, full)
	}
	// Stones of a handicap are not counted.
	for _, handicap := range []string{"AB dd AB pp ", "W dd W pp "} {
		if got := lineScript(t, handicap+moves.String()).Sequence().Dyer().String(); got != full {
			t.Errorf("after %q: got %q, want %q", handicap, got, full)
		}
	}
	cut := lineScript(t, strings.Join(strings.Fields(moves.String())[:2*50], " ")).Sequence().Dyer()
	if got, want := cut.String(), pick(20, 40)+"??"+pick(31)+"????"; got != want {
		t.Errorf("of 50 moves: got %q, want %q", got, want)
	}
}

func TestDyerPattern(t *testing.T) {
	size := Square(19)
	r := rand.New(rand.NewPCG(7, 8))
	for range 500 {
		var d Dyer
		for i := range d {
			d[i] = At(r.IntN(19), r.IntN(19))
			if r.IntN(8) == 0 {
				d[i] = Pass
			}
		}
		var texts []string
		for s := range Symmetries(size) {
			texts = append(texts, d.Image(Symmetry(s), size).String())
		}
		if got, want := d.Canonical(size).String(), slices.Min(texts); got != want {
			t.Fatalf("Canonical of %v is %v, want %v", d, got, want)
		}
		for s, text := range texts {
			forgotten := []byte(text)
			for i := range forgotten {
				if r.IntN(3) == 0 {
					forgotten[i] = '?'
				}
			}
			p, err := ParseDyer(string(forgotten))
			if err != nil {
				t.Fatal(err)
			}
			if !p.Match(d, size) {
				t.Errorf("%s does not match %v, whose image %d is %s", forgotten, d, s, text)
			}
		}
		other := d
		other[r.IntN(6)] = At(r.IntN(19), r.IntN(19))
		p, err := ParseDyer(other.String())
		if err != nil {
			t.Fatal(err)
		}
		want := false
		for _, text := range texts {
			fits := true
			for i, c := range []byte(other.String()) {
				fits = fits && (c == '?' || c == text[i])
			}
			want = want || fits
		}
		if got := p.Match(d, size); got != want {
			t.Errorf("%v matches %v: %v, want %v", other, d, got, want)
		}
	}
	for _, bad := range []string{"", "a", "abc", "12345678", "pd pd ", "aaaaaaaaaaaaaa"} {
		if _, err := ParseDyer(bad); err == nil {
			t.Errorf("ParseDyer(%q) has no error", bad)
		}
	}
}

func BenchmarkCanonicalSequence(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 1))
	var script ScriptBuilder
	for i := range 250 {
		script.Node()
		script.Move(Move{Black + Color(i%2), At(r.IntN(19), r.IntN(19))})
	}
	s, size := script.Script(), Square(19)
	for b.Loop() {
		q, _ := s.Sequence().Canonical(size)
		q.Digest(1, len(q))
	}
}

// TestSequenceOverlay compares with laying every image over the line, one after the other: the
// first of the best is the answer.
func TestSequenceOverlay(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 1))
	var under Underlay
	for i := range 600 {
		size := []Size{Square(19), {9, 5}, Square(3), Square(MaxSize), {1, 7}}[i%5]
		a, b := randomLine(r, size).Sequence(), randomLine(r, size).Sequence()
		if r.IntN(2) == 0 { // mostly the same
			b = slices.Concat(b[:len(b)/2], a)
		}
		there := map[uint16]bool{}
		for _, w := range a {
			there[w] = true
		}
		most, best := -1, Orientation{}
		for s := range Symmetries(size) {
			for _, swap := range []bool{false, true} {
				count := 0
				o := Orientation{Symmetry(s), swap}
				for _, w := range b.Image(o, size) {
					if there[w] {
						count++
					}
				}
				if count > most {
					most, best = count, o
				}
			}
		}
		if o, words := a.Overlay(b, size); words != most || o != best {
			t.Fatalf("%v: %q over %q: got %d in %v, want %d in %v", size, lineText(b), lineText(a), words, o, most, best)
		}
		under.Lay(b, size) // after another line, perhaps on another board
		if _, words := under.Overlay(a); words+under.Repeated() < most {
			t.Fatalf("%v: %d words of %q lie over %q, of which %d are repeated, and the other way round %d", size, words, lineText(a), lineText(b), under.Repeated(), most)
		}
	}
	long := rowsOver(400) // more than a byte can count
	if _, words := long.Overlay(long, Square(19)); words != len(long) {
		t.Errorf("%d words of %d lie over themselves", words, len(long))
	}
}

// rowsOver is a line of so many moves along the rows of the board, again and again.
func rowsOver(n int) Sequence {
	var b ScriptBuilder
	for i := range n {
		b.Node()
		b.Move(Move{Black + Color(i%2), At(i%19, i/19%19)})
	}
	return b.Script().Sequence()
}

// No script is too strange to be compared, and images of what lies on the board
// have the same canonical sequence.
func FuzzSequence(f *testing.F) {
	r := rand.New(rand.NewPCG(2, 9))
	for range 5 {
		f.Add(uint8(19), uint8(19), randomLine(r, Square(19)).AppendBytes(nil))
	}
	f.Add(uint8(9), uint8(5), smallTree().AppendBytes(nil))
	f.Fuzz(func(t *testing.T, cols, rows uint8, b []byte) {
		size := Size{int(cols), int(rows)}.Clamp()
		s, err := ParseScript(b)
		if err != nil {
			return
		}
		q, nodes := s.SequenceNodes()
		if len(q) != len(nodes) || len(q) > len(s) {
			t.Fatalf("%d words of %d, %d nodes", len(q), len(s), len(nodes))
		}
		canonical, o := q.Canonical(size)
		canonical.Dyer().Canonical(size)
		if !slices.Equal(q.Image(o, size), canonical) {
			t.Fatalf("%v does not make %v of %v", o, canonical, q)
		}
		for i := range q {
			if m, _ := q.At(i); m.Point != Pass && !size.Contains(m.Point) {
				return
			}
		}
		for _, o := range Orientations(size) {
			image := q.Image(o, size)
			if got, _ := image.Canonical(size); !slices.Equal(got, canonical) {
				t.Fatalf("%v under %v: canonical %v, want %v", q, o, got, canonical)
			}
			if _, n := q.Overlay(image, size); n < len(q) {
				t.Fatalf("%v over its image under %v: only %d words", q, o, n)
			}
		}
	})
}
