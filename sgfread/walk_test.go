package sgfread

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"kifudb/internal/testsize"
)

// ledger is a handler that writes every event down with its offset, runs of
// moves as single nodes, and checks that the events are balanced.
type ledger struct {
	strings.Builder
	depth  int
	opened bool // the last event was Open
	faults []string
}

func (l *ledger) Open(offset int64) {
	if l.opened {
		l.faults = append(l.faults, "Open after Open")
	}
	l.depth++
	l.opened = true
	fmt.Fprintf(l, "(%d", offset)
}

func (l *ledger) Close(offset int64) {
	if l.opened || l.depth == 0 {
		l.faults = append(l.faults, "Close of nothing")
	}
	l.depth--
	fmt.Fprintf(l, ")%d", offset)
}

func (l *ledger) Node(n *Node) {
	if l.depth == 0 {
		l.faults = append(l.faults, "Node outside")
	}
	l.opened = false
	l.properties(';', n)
}

func (l *ledger) Late(n *Node) {
	if l.depth == 0 || l.opened || !n.Late || n.Len() == 0 {
		l.faults = append(l.faults, "Late where there is no variation before")
	}
	l.properties('~', n)
}

func (l *ledger) properties(sign byte, n *Node) {
	fmt.Fprintf(l, "\n%c%d", sign, n.Offset)
	for p := range n.Properties() {
		fmt.Fprintf(l, " %s%d", p.AppendName(nil), p.Offset())
		for v := range p.Values() {
			fmt.Fprintf(l, "[%q]", v)
		}
		if p.Flags()&^NonASCII != 0 {
			fmt.Fprintf(l, "/%d", p.Flags()&^NonASCII)
		}
		for v := range p.Values() {
			if p.Flags()&NonASCII == 0 && bytes.IndexFunc(v, func(r rune) bool { return r >= 0x80 }) >= 0 {
				l.faults = append(l.faults, "NonASCII is not set")
			}
			if p.Flags()&Escaped == 0 && bytes.IndexByte(v, '\\') >= 0 {
				l.faults = append(l.faults, "Escaped is not set")
			}
		}
	}
}

// runLedger is a ledger that wants runs.
type runLedger struct{ ledger }

func (l *runLedger) Moves(run Run) {
	nodes := 0
	for i := 0; i < len(run.Text); i += run.Stride {
		l.opened = false
		nodes++
		node := run.Text[i:][:MoveLen]
		at := run.Offset + int64(i)
		fmt.Fprintf(l, "\n;%d %c%d[%q]", at, node[1], at+1, node[3:5])
	}
	if nodes == 0 || run.Len() != nodes || len(run.Text) != (nodes-1)*run.Stride+MoveLen {
		l.faults = append(l.faults, fmt.Sprintf("a run of %d bytes, stride %d, has %d nodes, Len = %d", len(run.Text), run.Stride, nodes, run.Len()))
	}
}

// events reads a text and returns its ledger and problems, in one string each.
func events(t testing.TB, h interface {
	Handler
	ledgerOf() *ledger
}, walk func(h Handler, o *Options) error, o Options) (string, string) {
	t.Helper()
	var problems strings.Builder
	o.Problem = func(p Problem) { fmt.Fprintf(&problems, "%d %v\n", p.Offset, p) }
	if err := walk(h, &o); err != nil {
		t.Fatalf("error = %v without Strict", err)
	}
	l := h.ledgerOf()
	if l.depth != 0 || l.faults != nil {
		t.Fatalf("unbalanced events: depth %d, %v in %s", l.depth, l.faults, l)
	}
	return l.String(), problems.String()
}

func (l *ledger) ledgerOf() *ledger { return l }

// chunks is a reader that gives a few bytes at a time.
type chunks struct {
	text []byte
	size int
}

func (c *chunks) Read(b []byte) (int, error) {
	if len(c.text) == 0 {
		return 0, io.EOF
	}
	n := copy(b[:min(len(b), c.size)], c.text)
	c.text = c.text[n:]
	return n, nil
}

// checkReading holds all ways to read a text against each other.
func checkReading(t testing.TB, text []byte, lead Lead) {
	t.Helper()
	o := Options{Lead: lead}
	whole := func(h Handler, o *Options) error { return Walk(text, h, o) }
	want, wantProblems := events(t, &ledger{}, whole, o)

	compare := func(way, got, problems string) {
		t.Helper()
		if got != want {
			t.Fatalf("%s of %q:\n%s\nwant:\n%s", way, text, got, want)
		}
		if problems != wantProblems {
			t.Fatalf("problems, %s of %q:\n%s\nwant:\n%s", way, text, problems, wantProblems)
		}
	}
	got, problems := events(t, &runLedger{}, whole, o)
	compare("runs", got, problems)
	got, problems = events(t, &ledger{}, func(h Handler, o *Options) error {
		return WalkReader(iotest.OneByteReader(bytes.NewReader(text)), h, o)
	}, o)
	compare("stream", got, problems)
	for size := 1; size <= 7; size += 2 {
		got, problems = events(t, &runLedger{}, func(h Handler, o *Options) error {
			return WalkReader(&chunks{text, size}, h, o)
		}, o)
		compare("stream of runs", got, problems)
	}

	// Records in turn are the whole, and their trees the same trees.
	for _, way := range []string{"scan", "stream of records"} {
		var rest []byte
		line := 1
		l := &ledger{}
		s := ScanBytes(text, &o)
		if way != "scan" {
			s = &usedScanner
			s.Reset(iotest.OneByteReader(bytes.NewReader(text)), &o)
		}
		for s.Scan() {
			r := s.Record()
			line += lineBreaks(r.Lead)
			rest = append(rest, r.Lead...)
			if r.Tree != nil {
				if r.Offset != int64(len(rest)) {
					t.Fatalf("%s: offset %d of a tree, want %d", way, r.Offset, len(rest))
				}
				inner := o
				inner.Offset = r.Offset
				n := 0
				inner.Problem = func(p Problem) {
					switch p.Code {
					case TextOutside, NodesOutside, ExtraClose, NoTree, EmptyTree, DoubleOpen, UTF16:
						if p.Offset < r.Offset || p.Code != DoubleOpen {
							t.Fatalf("%s of %q: %v in the tree %q", way, text, p, r.Tree)
						}
					}
					n++
				}
				if err := Walk(r.Tree, l, &inner); err != nil {
					t.Fatal(err)
				}
			}
			rest = append(rest, r.Tree...)
		}
		if s.Err() != nil {
			t.Fatal(s.Err())
		}
		if !bytes.Equal(rest, text) {
			t.Fatalf("%s: records in turn are %q, want %q", way, rest, text)
		}
		if l.String() != want {
			t.Fatalf("%s: trees of %q:\n%s\nwant:\n%s", way, text, l, want)
		}
	}
}

// seeds are all texts of the tables.
func seeds() (texts []string) {
	for _, c := range structureCases {
		texts = append(texts, c.in)
	}
	for _, c := range leadCases {
		texts = append(texts, c.in)
	}
	return append(texts, runTexts...)
}

// runTexts are of plain moves, broken into lines in several ways.
var runTexts = []string{
	"(;GM[1];B[aa];W[bb];B[cc];W[dd];B[ee];W[ff])",
	"(;GM[1]\n;B[aa]\n;W[bb]\n;B[cc]\n;W[dd]\n;B[ee])",
	"(;GM[1]\r\n;B[aa]\r\n;W[bb]\r\n;B[cc]\r\n;W[dd]\r\n(;B[ee]\r\n)\r\n(;B[ff]))",
	"(;GM[1]\n;B[aa]\n;W[bb]\n\n;B[cc]\n;W[dd]\r\n;B[ee]\r;W[ff]\r;B[gg]\n\r;W[hh]\n\r;B[ii])",
	"(;GM[1]\n;B[aa]\n;W[bb]\n;B[cc]\nC[x]\n;W[dd]\n;B[ee]\n[ff]\n;W[gg]\n;B[hh]\nx;W[ii]\n;B[]\n;W[jj]\n",
	"(;B[aa];W[bb]\n;B[cc];W[dd]\n;B[ee]\n;W[ff];B[gg] ;W[hh] ;B[ii] (;W[jj]\n;B[kk]\n)(;W[ll];B[mm]\n))",
}

// Moves on lines of their own come as runs too. The last one of a text may
// stand alone.
func TestRunsOfLines(t *testing.T) {
	for _, c := range []struct {
		text string
		want string
	}{
		{runTexts[0], "5/6"},
		{runTexts[1], "4/7"},
		{runTexts[2], "4/8 1/8 1/6"},
		{"(;B[aa]\n;W[bb]\n;B[cc];W[dd];B[ee]\n;W[ff]\n)", "2/7 3/6 1/7"},
		{"(;B[aa]\n;W[bb]\nBL[9];B[cc]\n;W[dd]\n)", "1/7 2/7"},
	} {
		var runs []string
		err := Walk([]byte(c.text), listRuns{&runs}, nil)
		if got := strings.Join(runs, " "); err != nil || got != c.want {
			t.Errorf("%q: runs %s, error %v; want %s", c.text, got, err, c.want)
		}
	}
}

// A run is read eight bytes at a time: whatever byte stands in a place of it, it is read
// as it is node by node.
func TestEveryByteWithinARun(t *testing.T) {
	const run = ";B[aa];W[bb];B[cc];W[dd]"
	plain, runs := 0, 0
	for at := range run {
		for c := range 256 {
			text := []byte("(;GM[1]SZ[52]" + run + ";B[ee];W[ff])")
			text[len("(;GM[1]SZ[52]")+at] = byte(c)
			var slow, fast nodeList
			if err := Walk(text, &slow, nil); err != nil {
				t.Fatal(err)
			}
			if err := Walk(text, &runList{&fast, &runs}, nil); err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(slow, fast) {
				t.Fatalf("%q: node by node\n%v, in runs\n%v", text, slow, fast)
			}
			if len(slow) == 7 {
				plain++
			}
		}
	}
	if plain < 500 || runs < 10000 {
		t.Errorf("%d texts of seven nodes and %d moves in runs are too few to mean anything", plain, runs)
	}
}

// nodeList lists nodes with their properties.
type nodeList []string

func (*nodeList) Open(int64)  {}
func (*nodeList) Close(int64) {}

func (l *nodeList) Node(n *Node) {
	var b strings.Builder
	for p := range n.Properties() {
		fmt.Fprintf(&b, "%s@%d", p.Ident(), p.Offset())
		for v := range p.Values() {
			fmt.Fprintf(&b, "[%s]", v)
		}
	}
	*l = append(*l, b.String())
}

// runList takes moves in runs, and counts them.
type runList struct {
	*nodeList
	moves *int
}

func (l *runList) Moves(r Run) {
	for i := 0; i < len(r.Text); i += r.Stride {
		m := r.Text[i:][:MoveLen]
		var id Ident
		if id = IdentB; m[1] == 'W' {
			id = IdentW
		}
		*l.nodeList = append(*l.nodeList, fmt.Sprintf("%s@%d[%s]", id, r.Offset+int64(i)+1, m[3:5]))
		*l.moves++
	}
}

// listRuns lists runs as their number of nodes and their stride.
type listRuns struct{ runs *[]string }

func (listRuns) Open(int64)    {}
func (listRuns) Close(int64)   {}
func (listRuns) Node(*Node)    {}
func (l listRuns) Moves(r Run) { *l.runs = append(*l.runs, fmt.Sprintf("%d/%d", r.Len(), r.Stride)) }

func TestAllWaysAgree(t *testing.T) {
	// Where brackets are not escaped they are counted, in small windows again and again.
	checkReading(t, []byte("RE[x]RE[B[aW+R]B\xafR]:WE[x]RE[[bb]\x10\xbeaQ\xf5\xcaj\xf5(;B\xa7\xaf+]C"), NoLead)
	for _, text := range seeds() {
		for lead := NoLead; lead <= ShiftJIS; lead++ {
			checkReading(t, []byte(text), lead)
		}
	}
}

// Cutting a text anywhere, and changing any byte, must neither panic nor lose
// a tree that was complete before.
func TestCutAndFlip(t *testing.T) {
	first := "(;SZ[9]C[one];B[aa];W[bb](;B[cc])(;B[dd]))"
	for _, text := range seeds() {
		whole := first + "\n" + text
		for i := len(first); i <= len(whole); i++ {
			got, _ := read(whole[:i], Options{})
			if !strings.HasPrefix(got, first) {
				t.Fatalf("%q cut at %d lost the first tree: %q", whole, i, got)
			}
		}
		for i := len(first); i < len(whole); i += testsize.Of(1, 5) {
			for _, c := range []byte{0, ' ', ';', '(', ')', '[', ']', '\\', 'A', 'a', whole[i] ^ 1, whole[i] ^ 0x80} {
				flipped := []byte(whole)
				flipped[i] = c
				got, _ := read(string(flipped), Options{})
				if !strings.HasPrefix(got, first) {
					t.Fatalf("%q lost the first tree: %q", flipped, got)
				}
			}
		}
	}
}

// randomText strings pieces of SGF and of dirt together.
func randomText(r *rand.Rand, pieces []string) string {
	var b strings.Builder
	for range r.IntN(40) {
		b.WriteString(pieces[r.IntN(len(pieces))])
	}
	return b.String()
}

var dirty = []string{
	"(", ")", ";", "(;", "[", "]", "\\", "\n", " ", ";B[aa]", ";W[bb]", ";B[cc];W[dd];B[ee];W[ff];B[gg]", "AB[aa][bb]", "C[x]", "C[a [b] c]",
	"PB[", "x", ":", "7", "\x00", "\x81", "\xa6", "\xef\xbb\xbf", "GM[1]", "FF", "foo", "(;GM[1]", "\r\n", ";B[a]", ";B[AA]", ";B[\\]]",
}

func TestRandomText(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range testsize.Of(3000, 600) {
		checkReading(t, []byte(randomText(r, dirty)), Lead(r.IntN(4)))
	}
}

func FuzzDecode(f *testing.F) {
	for _, text := range seeds() {
		f.Add([]byte(text), byte(0))
		f.Add([]byte(text), byte(1))
	}
	for _, c := range checkCases {
		f.Add([]byte("(;"+c.in+")"), byte(0))
	}
	f.Fuzz(func(t *testing.T, text []byte, lead byte) {
		checkReading(t, text, Lead(lead%4))
		checkAgainstTwin(t, text)
		checkBothWays(t, text)
	})
}

func TestSkipAndStop(t *testing.T) {
	text := "(;N[a];B[cc];B[dd](;N[skip];W[aa];C[no](;B[bb]))(;N[b];W[cc]))(;N[c](;B[ff])(;N[stop];W[gg](;B[hh]))(;N[d]))(;N[e])"
	want := "(;N[a];B[cc];B[dd](;N[skip])(;N[b];W[cc]))(;N[c](;B[ff])(;N[stop]))"
	for _, way := range []string{"walk", "stream"} {
		h := &director{}
		var err error
		if way == "walk" {
			err = Walk([]byte(text), h, nil)
		} else {
			err = WalkReader(iotest.OneByteReader(strings.NewReader(text)), h, nil)
		}
		if err != nil || h.String() != want {
			t.Errorf("%s: %q, %v, want %q", way, h, err, want)
		}
	}
}

// director skips and stops where the names of nodes say so.
type director struct{ transcript }

func (d *director) Node(n *Node) {
	d.transcript.Node(n)
	if p, ok := n.Find(IdentN); ok {
		switch string(p.Value(0)) {
		case "skip":
			n.SkipVariation()
		case "stop":
			n.Stop()
		}
	}
}

// usedScanner has read other texts before.
var usedScanner Scanner

// What a scanner keeps from one input to the next is its own memory, and little
// of it.
func TestReset(t *testing.T) {
	text := []byte("(;B[aa];W[bb])")
	s := ScanBytes(text, nil)
	read := func(in string) {
		s.Reset(strings.NewReader(in), nil)
		if !s.Scan() || string(s.Record().Tree) != in || s.Record().Line != 1 || s.Scan() || s.Err() != nil {
			t.Errorf("%.20q: got %.20q, error %v", in, s.Record().Tree, s.Err())
		}
	}
	read("(;B[cc];W[dd];B[ee])")
	if string(text) != "(;B[aa];W[bb])" {
		t.Errorf("the text of another scan has become %q", text)
	}
	read("(;C[" + strings.Repeat("long ", maxKept/4) + "])")
	read("(;B[cc])")
	if n := cap(s.e.buf); n > maxKept {
		t.Errorf("%d bytes were kept", n)
	}
	s.Reset(iotest.ErrReader(io.ErrUnexpectedEOF), nil)
	if s.Scan() || s.Err() != io.ErrUnexpectedEOF {
		t.Errorf("error = %v", s.Err())
	}
	read("(;B[cc])")
}

func TestReaderFails(t *testing.T) {
	text := "(;B[aa];W[bb])(;B[cc]"
	var l transcript
	err := WalkReader(io.MultiReader(strings.NewReader(text), iotest.ErrReader(io.ErrUnexpectedEOF)), &l, nil)
	if err != io.ErrUnexpectedEOF {
		t.Errorf("error = %v", err)
	}
	if got, want := l.String(), "(;B[aa];W[bb])(;B[cc])"; got != want {
		t.Errorf("events = %q, want %q", got, want)
	}
	s := NewScanner(io.MultiReader(strings.NewReader(text), iotest.ErrReader(io.ErrUnexpectedEOF)), nil)
	n := 0
	for s.Scan() {
		n++
	}
	if n != 2 || s.Err() != io.ErrUnexpectedEOF {
		t.Errorf("%d records, error %v", n, s.Err())
	}
}
