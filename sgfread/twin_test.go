package sgfread

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// twin reads SGF by its grammar, one character after the other, in the
// plainest way there is. It knows no recovery: ok is false for everything that
// is not exactly a collection. On what it accepts it must agree with Walk, and Walk
// must report no problem exactly where it accepts.
//
//	collection = space { tree space }
//	tree       = "(" space node { space node } { space tree } space ")"
//	node       = ";" { space property }
//	property   = letters, at least one of them a capital, { space value }
//	value      = "[" { any but "]" and "\" | "\" any } "]"
type twin struct {
	text string
	i    int
	out  transcript
	bad  bool
}

func (r *twin) peek() byte {
	for r.i < len(r.text) && strings.IndexByte(" \t\n\v\f\r", r.text[r.i]) >= 0 {
		r.i++
	}
	if r.i == len(r.text) {
		return 0
	}
	return r.text[r.i]
}

func (r *twin) take() byte {
	c := r.peek()
	if r.i < len(r.text) {
		r.i++
	}
	return c
}

func (r *twin) value() {
	r.take()
	from := r.i
	for r.i < len(r.text) && r.text[r.i] != ']' {
		if r.text[r.i] == '\\' {
			r.i++
		}
		r.i++
	}
	if r.i >= len(r.text) {
		r.bad = true
		r.i = len(r.text)
		return
	}
	fmt.Fprintf(&r.out, "[%s]", r.text[from:r.i])
	r.i++
}

func (r *twin) node() {
	r.take()
	r.out.WriteByte(';')
	for {
		name := ""
		for r.peek() != 0 && (r.text[r.i]|0x20) >= 'a' && (r.text[r.i]|0x20) <= 'z' {
			from := r.i
			for r.i < len(r.text) && (r.text[r.i]|0x20) >= 'a' && (r.text[r.i]|0x20) <= 'z' {
				r.i++
			}
			if name != "" {
				r.bad = true // letters, space, letters
			}
			name = r.text[from:r.i]
		}
		if name == "" {
			return
		}
		capitals := strings.Map(func(c rune) rune {
			if c >= 'a' {
				return -1
			}
			return c
		}, name)
		if capitals == "" || r.peek() != '[' {
			r.bad = true
			return
		}
		r.out.WriteString(capitals)
		for r.peek() == '[' {
			r.value()
		}
	}
}

// collection reads all. The depth is counted, as the twin must not recurse either.
func (r *twin) collection() bool {
	r.text = strings.TrimPrefix(r.text, "\ufeff")
	trees, depth, nodes := 0, 0, false // nodes: may nodes come, or must they: see after
	after := byte(')')
	for !r.bad {
		c := r.peek()
		switch {
		case c == 0 && r.i == len(r.text):
			return depth == 0 && trees > 0
		case c == '(' && after != '(':
			if depth == 0 {
				trees++
			}
			depth++
			r.take()
			r.out.WriteByte('(')
			nodes = true
		case c == ';' && nodes:
			r.node()
		case c == ')' && depth > 0 && after != '(':
			depth--
			r.take()
			r.out.WriteByte(')')
			nodes = false
		default:
			return false
		}
		after = c
	}
	return false
}

func checkAgainstTwin(t testing.TB, text []byte) {
	t.Helper()
	r := twin{text: string(text)}
	accepted := r.collection()
	got, problems := read(string(text), Options{})
	// A tree that FF or GM begins in the middle of another is good grammar, and
	// so is a text that contains one.
	if strings.Contains(problems, "game-in-game") || strings.Contains(problems, "missing-bracket") || strings.Contains(string(text), "\ufeff") {
		return
	}
	switch {
	case accepted && problems != "":
		t.Fatalf("problems %s in %q, which is good", problems, text)
	case !accepted && problems == "" && !strings.Contains(string(text), "\x1a"):
		t.Fatalf("no problems in %q, which is not good", text)
	case accepted && got != r.out.String():
		t.Fatalf("%q read as\n%s\nby the twin as\n%s", text, got, &r.out)
	}
}

// orderly pieces give good SGF often enough.
var orderly = []string{
	"(;", "(;", ")", ")", ";", ";B[aa]", ";W[bb]\n", ";B[cc];W[dd];B[ee];W[ff];B[gg]", "AB[aa] [bb]", "C[x]", "C[a [b\\] c\\\\]", " \r\n",
	"Comment[\x81\x00]", "ABCD[]", "B[cc]", ";B[hh]C[xx]", ";B[a]", ";W[AA]", ";B[\\]]", ";W [aa]",
}

func TestTwin(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	good := 0
	for range 20000 {
		text := "(;" + randomText(r, orderly) + strings.Repeat(")", r.IntN(4))
		checkAgainstTwin(t, []byte(text))
		if r := (&twin{text: text}); r.collection() {
			good++
		}
	}
	if good < 1000 {
		t.Errorf("only %d good texts among 20000", good)
	}
	for _, text := range seeds() {
		checkAgainstTwin(t, []byte(text))
	}
}
