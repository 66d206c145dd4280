package renlib_test

import (
	"bufio"
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"kifudb/format"
	"kifudb/indexer"
	"kifudb/store"
)

// A branch is a move of a library with what follows, as a test makes it.
type branch struct {
	point         byte // 16 times the row and the column, 0 for a pass
	comment, text string
	mark, label   bool // label: it only carries the text
	next          []*branch
}

// heading begins a library.
var heading = "\xFFRenLib\xFF\x03\x04" + strings.Repeat("\xFF", 10)

// library writes the root and its branches as RenLib does.
func library(root *branch) []byte {
	b := bytes.NewBufferString(heading)
	write(b, root, false)
	return b.Bytes()
}

func write(b *bytes.Buffer, n *branch, sibling bool) {
	flags := 0
	set := func(bit int, is bool) {
		if is {
			flags |= bit
		}
	}
	set(0x80, sibling)
	set(0x40, len(n.next) == 0)
	set(0x10, n.mark)
	set(0x08, n.comment != "")
	set(0x02, n.label)
	set(0x101, n.text != "")
	b.Write([]byte{n.point, byte(flags)})
	if n.text != "" {
		b.Write([]byte{0, byte(flags >> 8)})
	}
	for _, text := range []string{strings.Replace(n.comment, "\n", "\b", 1), n.text} {
		if text != "" {
			b.WriteString(text + "\x00")
			if len(text)%2 == 0 {
				b.WriteByte(0)
			}
		}
	}
	for i, next := range n.next {
		write(b, next, i < len(n.next)-1)
	}
}

// sgf is the slow twin: a tree in SGF, written by recursion from what a library was made of.
func sgf(b *strings.Builder, n *branch, moves int) {
	for _, next := range n.next {
		if len(n.next) > 1 {
			b.WriteString("\n(")
		}
		b.WriteString(";")
		after := moves
		comment := next.comment
		switch {
		case next.label:
			comment = fmt.Sprintf("%c%d: %s", 'A'+next.point%16-1, 15-next.point/16, next.text)
			if next.comment != "" {
				comment += "\n" + next.comment
			}
		case next.point == 0:
			fmt.Fprintf(b, "%s[]", [...]string{"B", "W"}[moves%2])
			after++
		default:
			fmt.Fprintf(b, "%s[%c%c]", [...]string{"B", "W"}[moves%2], 'a'+next.point%16-1, 'a'+next.point/16)
			after++
		}
		if next.text != "" && !next.label {
			fmt.Fprintf(b, "N[%s]", next.text)
		}
		if next.mark {
			b.WriteString("HO[1]")
		}
		if comment != "" {
			fmt.Fprintf(b, "C[%s]", comment)
		}
		sgf(b, next, after)
		if len(n.next) > 1 {
			b.WriteString(")")
		}
	}
}

// random makes a tree.
func random(rng *rand.Rand, depth int) []*branch {
	var list []*branch
	for range min(rng.IntN(4), depth) {
		n := &branch{point: byte(rng.IntN(15)<<4 | 1 + rng.IntN(15)), mark: rng.IntN(5) == 0}
		if rng.IntN(15) == 0 {
			n.point = 0
		}
		if rng.IntN(3) == 0 {
			n.comment = strings.Repeat("x", 1+rng.IntN(4)) + "\nmore"
		}
		if rng.IntN(3) == 0 {
			n.text = strings.Repeat("t", 1+rng.IntN(3))
			n.label = rng.IntN(2) == 0 && n.point != 0
		}
		n.next = random(rng, depth-1)
		list = append(list, n)
	}
	return list
}

// derived cuts a library and derives its game.
func derived(t testing.TB, file []byte) (*store.Game, error) {
	t.Helper()
	head := format.NewHead(file, int64(len(file)))
	f := indexer.Formats().Recognise("x", head)
	if f == nil || f.Name != "renlib" {
		t.Fatal("not recognised")
	}
	s := f.Split(&format.File{Head: head, R: bufio.NewReader(bytes.NewReader(file)), Most: 1 << 20})
	if !s.Scan() {
		return nil, s.Err()
	}
	raw := bytes.Clone(s.Piece().Game)
	if s.Scan() || !bytes.Equal(raw, file) {
		t.Fatal("a library is not kept as it is")
	}
	g, err := indexer.Derive(store.Record{Raw: raw, Tree: [2]int{0, len(raw)}, Format: "renlib", Charset: store.Charset{Name: "utf-8"}})
	if err != nil {
		t.Fatal(err)
	}
	return g, s.Err()
}

// written returns a game in SGF without the first node's beginning.
func written(t testing.TB, g *store.Game) string {
	t.Helper()
	_, w := indexer.Formats().Writer("sgf")
	var b strings.Builder
	if err := w.Write(&b, &format.Written{Game: g, From: indexer.FormatOf(&g.Record)}); err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(b.String(), "SZ[15]")
	return strings.TrimSuffix(strings.TrimSuffix(rest, "\n"), ")")
}

// problems are the codes of what was wrong with a game.
func problems(g *store.Game) (list []string) {
	for _, v := range g.Info {
		if v.Ident == format.IdentProblem {
			list = append(list, v.Text)
		}
	}
	return list
}

func TestLibrariesOfRandomTrees(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 5))
	for i := range 300 {
		root := &branch{next: random(rng, 6), comment: [...]string{"", "a library"}[i%2]}
		var want strings.Builder
		if root.comment != "" {
			fmt.Fprintf(&want, "C[%s]", root.comment)
		}
		sgf(&want, root, 0)
		g, err := derived(t, library(root))
		if err != nil {
			t.Fatal(err)
		}
		if got := written(t, g); got != want.String() {
			t.Fatalf("tree %d\ngot  %s\nwant %s", i, got, want.String())
		}
		for _, code := range problems(g) {
			if code == format.BadRecord {
				t.Errorf("tree %d is said to be bad", i)
			}
		}
	}
}

// A library that is cut off, or goes on behind its tree, is kept and said to be so.
func TestDamagedLibraries(t *testing.T) {
	root := &branch{next: []*branch{{point: 0x78, comment: "a\nb", next: []*branch{{point: 0x68}, {point: 0x69, text: "here", next: []*branch{{point: 0x79}}}}}}}
	whole := library(root)
	for cut := len(heading) + 1; cut < len(whole)-1; cut++ {
		g, _ := derived(t, whole[:cut])
		if !strings.Contains(strings.Join(problems(g), " "), format.BadRecord) {
			t.Errorf("nothing is said of a library of %d bytes of %d", cut, len(whole))
		}
	}
	for _, tail := range []string{"\x79\x40", "x"} {
		g, _ := derived(t, append(bytes.Clone(whole), tail...))
		if !strings.Contains(strings.Join(problems(g), " "), format.BadRecord) {
			t.Errorf("nothing is said of %q behind a library", tail)
		}
	}
	off := bytes.Replace(bytes.Clone(whole), []byte{0x68, 0xC0}, []byte{0x60, 0xC0}, 1) // column 0
	if bytes.Equal(off, whole) {
		t.Fatal("the library has no such move")
	}
	g, _ := derived(t, off)
	if got := written(t, g); !strings.Contains(got, "(;)") || !strings.Contains(got, "W[ig]") || len(problems(g)) == 0 {
		t.Errorf("a point off the board: %s %v", got, problems(g))
	}
	if _, err := derived(t, append(bytes.Clone(whole), make([]byte, 2<<20)...)); err == nil {
		t.Error("nothing is said of a library that is too large")
	}
}

// A library of version 3.00 has comments that end with a byte above 127, and no root here.
func TestOldComments(t *testing.T) {
	for _, test := range []struct{ bytes, want string }{
		{"\x78\x20goo\xE4\x68\x40", ";B[hh]C[good];W[hg]"},
		{"\x78\x20goodb\xE9\x68\x40", ";B[hh]C[goodbi];W[hg]"},
		{"\x78\x20go\xEF\x00\x68\x40", ";B[hh]C[goo];W[hg]"},
	} {
		g, err := derived(t, []byte(strings.Replace(heading, "\x03\x04", "\x03\x00", 1)+test.bytes))
		if err != nil {
			t.Fatal(err)
		}
		if got := written(t, g); got != test.want {
			t.Errorf("%q: got %s, want %s", test.bytes, got, test.want)
		}
	}
}

func FuzzLibrary(f *testing.F) {
	f.Add([]byte("\x00\x00\x78\x08ab\x00\x00\x68\xC1\x00\x01t\x00\x69\x40"))
	f.Fuzz(func(t *testing.T, tree []byte) {
		g, err := derived(t, append([]byte(heading), append(tree, 0)...))
		if err == nil {
			written(t, g)
		}
	})
}
