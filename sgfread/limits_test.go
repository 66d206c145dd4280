package sgfread

import (
	"bytes"
	"io"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"

	"kifudb/internal/testsize"
)

// repeat is a reader of the same text n times, so that a test can read a
// great deal without holding it.
type repeat struct {
	text string
	n    int
	rest string
}

func (r *repeat) Read(b []byte) (int, error) {
	n := 0
	for n < len(b) {
		if r.rest == "" {
			if r.n == 0 {
				break
			}
			r.n--
			r.rest = r.text
		}
		k := copy(b[n:], r.rest)
		n += k
		r.rest = r.rest[k:]
	}
	if n == 0 {
		return 0, io.EOF
	}
	return n, nil
}

// tally counts events.
type tally struct{ open, closed, nodes, properties, values, bytes int }

func (c *tally) Open(int64)  { c.open++ }
func (c *tally) Close(int64) { c.closed++ }
func (c *tally) Node(n *Node) {
	c.nodes++
	c.properties += n.Len()
	for p := range n.Properties() {
		c.values += p.Len()
		for v := range p.Values() {
			c.bytes += len(v)
		}
	}
}

// moveTally counts runs too.
type moveTally struct{ tally }

func (c *moveTally) Moves(run Run) { c.nodes += run.Len() }

// Inputs that bring recursive or quadratic readers down.
var hostile = []struct {
	name, before, text, after string
	want                      tally
}{
	{"deep nesting", "", "(;", "", tally{open: 1, closed: 1, nodes: 1}},
	{"deep nesting with moves", "", "(;B[aa]", "", tally{open: 1, closed: 1, nodes: 1, properties: 1, values: 1, bytes: 2}},
	{"empty nodes", "(", ";", ")", tally{nodes: 1}},
	{"moves", "(", ";B[aa]", ")", tally{nodes: 1, properties: 1, values: 1, bytes: 2}},
	{"values", "(;AB", "[aa]", ")", tally{values: 1, bytes: 2}},
	{"values with white space", "(;AB", " [aa]\n", ")", tally{values: 1, bytes: 2}},
	{"properties", "(;", "C[x]", ")", tally{properties: 1, values: 1, bytes: 1}},
	{"escapes", "(;C[", "\\]", "])", tally{bytes: 2}},
	{"open brackets", "(;C[", "[", "])", tally{bytes: 1}},
	{"brackets that are not escaped", "(;C[", "[x]y", "])", tally{bytes: 4}},
	{"brackets and structure", "(;C[[[", "x]y;", "])", tally{}},
	{"variations after nodes", "(;", "(;B[aa])", ")", tally{open: 1, closed: 1, nodes: 1, properties: 1, values: 1, bytes: 2}},
	{"nodes after variations", "(;", "(;);", ")", tally{open: 2, closed: 2, nodes: 2}},
	{"junk", "(;", "]", ")", tally{}},
	{"small letters", "(;", "a", ")", tally{}},
	{"capitals", "(;", "A", ")", tally{}},
	{"words", "(;", "Ab ", ")", tally{}},
	{"white space", "(", " ", ";)", tally{}},
	{"text before", "", "text [", "(;)", tally{}},
	{"letters before", "", "A", "(;)", tally{}},
	{"opening parentheses", "", "(", ";)", tally{}},
	{"closing parentheses", "(;)", ")", "", tally{}},
	{"empty variations", "(;", "()", ")", tally{}},
	{"lead bytes", "(;C[", "\xa6]", "])", tally{bytes: 2}},
	{"lead bytes and backslashes", "(;C[", "\xa6\\]", "])", tally{bytes: 3}},
	{"trees", "", "(;B[aa])", "", tally{open: 1, closed: 1, nodes: 1, properties: 1, values: 1, bytes: 2}},
}

func TestHostile(t *testing.T) {
	n := testsize.Of(100_000, 20_000)
	for _, c := range hostile {
		t.Run(c.name, func(t *testing.T) {
			text := []byte(c.before + strings.Repeat(c.text, n) + c.after)
			o := &Options{Problem: func(Problem) {}}
			if strings.HasPrefix(c.name, "lead") {
				o.Lead = Big5
			}
			var got, streamed tally
			if err := Walk(text, &got, o); err != nil {
				t.Fatal(err)
			}
			if c.want != (tally{}) && (got.nodes < n*c.want.nodes || got.nodes > n*c.want.nodes+2 ||
				got.open < n*c.want.open || got.properties < n*c.want.properties || got.values < n*c.want.values || got.bytes < n*c.want.bytes) {
				t.Errorf("got %+v for %d times %+v", got, n, c.want)
			}
			if got.open != got.closed {
				t.Errorf("%d opened, %d closed", got.open, got.closed)
			}
			if err := WalkReader(&repeat{text: string(text), n: 1}, &streamed, o); err != nil {
				t.Fatal(err)
			}
			if streamed != got {
				t.Errorf("streamed: %+v, want %+v", streamed, got)
			}
			trees, err := Parse(text, o)
			if err != nil {
				t.Fatal(err)
			}
			var b bytes.Buffer
			if err := FormatNormalized(&b, nil, trees...); err != nil {
				t.Fatal(err)
			}
			Check(text, o)
		})
	}
}

// A reader that gives little at a time must not make a long node cost its
// square.
func TestLongNodeInSmallReads(t *testing.T) {
	text := "(;C[" + strings.Repeat("a long comment ", 200_000) + "])"
	var counts tally
	if err := WalkReader(&chunks{[]byte(text), 64}, &counts, nil); err != nil {
		t.Fatal(err)
	}
	if want := len(text) - len("(;C[])"); counts.bytes != want {
		t.Errorf("%d bytes of comment, want %d", counts.bytes, want)
	}
}

func TestLimits(t *testing.T) {
	const limit = 100
	long := strings.Repeat("x", 500)
	for _, c := range []struct{ name, in, streamed, problems string }{
		{"a long comment is cut", "(;N[a];C[" + long + "\\]]N[b];B[aa])(;N[c])",
			"", "value-too-long@6"},
		{"many short nodes are none of a stream's business", "(;" + strings.Repeat(";B[aa]", 100) + ")(;N[c])",
			same, ""},
		{"a point outside", "see [aa] (;N[c])", "(;N[c])", "text-outside@0 values-outside@4"},
		{"text outside", strings.Repeat("text", 100) + "(;N[c])", "(;N[c])", "text-outside@0"},
	} {
		var events transcript
		var problems list
		o := &Options{MaxTree: limit, Problem: problems.add}
		if err := WalkReader(iotest.OneByteReader(strings.NewReader(c.in)), &events, o); err != nil {
			t.Fatal(err)
		}
		if got := events.String(); c.streamed == same && got != c.in || len(c.streamed) > 1 && got != c.streamed {
			t.Errorf("%s: %s", c.name, got)
		}
		if got := events.String(); c.streamed == "" &&
			(!strings.HasPrefix(got, "(;N[a];C[xxxx") || !strings.HasSuffix(got, ";B[aa])(;N[c])") || len(got) > 300) {
			t.Errorf("%s: %s", c.name, got)
		}
		if got := problems.String(); got != c.problems {
			t.Errorf("%s: problems %s, want %s", c.name, got, c.problems)
		}

		// A scanner cuts what is longer, keeps all bytes, and finds what follows.
		var rest, last []byte
		most := 0
		problems = nil
		s := NewScanner(iotest.OneByteReader(strings.NewReader(c.in)), o)
		for s.Scan() {
			r := s.Record()
			rest = append(append(rest, r.Lead...), r.Tree...)
			most = max(most, len(r.Lead)+len(r.Tree))
			if r.Tree != nil {
				last = append(last[:0], r.Tree...)
			}
		}
		if string(rest) != c.in {
			t.Errorf("%s: scanned %q", c.name, rest)
		}
		if got := string(last); got != "(;N[c])" {
			t.Errorf("%s: the last tree is %q", c.name, got)
		}
		if most > 3*limit {
			t.Errorf("%s: a record of %d bytes", c.name, most)
		}
	}
}

// A scanner that cuts a tree keeps all that came before the limit, and finds
// the end of the tree as if it had not been cut.
func TestCutKeeps(t *testing.T) {
	const limit = 100 << 10
	long := strings.Repeat("a long story ", 700<<10/13)
	text := func(n int) string { return strings.Repeat("text ", n/5) }
	moves := strings.Repeat(";B[aa];W[bb]", 5000) // 60 KB
	for _, c := range []struct {
		name, in string
		kept     string // how the first tree begins
		cut      bool
	}{
		{"a long first node", "(;PB[A]C[" + long + "];B[aa])", "(;PB[A]C[" + long[:limit-9], true},
		{"a long node after others", "(;PB[A]" + moves + ";W[cc]C[" + long + "];B[aa])", "(;PB[A]" + moves + ";W[cc]C[a long story ", true},
		{"a long second value", "(;LB[aa:x][bb:" + long + "];B[aa])", "(;LB[aa:x][bb:a long story", true},
		{"the limit between a backslash and its bracket", "(;C[" + strings.Repeat("\\]", 4*limit) + "];B[aa])", "(;C[\\]\\]", true},
		{"the same, a byte later", "(;GC[" + strings.Repeat("\\]", 4*limit) + "];B[aa])", "(;GC[\\]\\]", true},
		{"many short nodes", "(;PB[A]" + strings.Repeat(moves, 4) + ")", "(;PB[A]" + moves, true},
		{"a bracket that was lost, in a long tree", "(;PB[A]C[" + long + "\n(;W[dd](;B[ee])))", "(;PB[A]C[a long story", true},
		{"a long text before a game", text(90<<10) + "(;PB[A]" + moves + ")", "(;PB[A]" + moves + ")", false},
		{"a longer text before a game", text(900<<10) + "(;PB[A]" + moves + ")", "(;PB[A]" + moves + ")", false},
	} {
		for _, reads := range []int{1 << 10, 64 << 10, 1 << 20} {
			in := c.in + "\n(;N[next])"
			var rest []byte
			var trees []string
			cut := false
			s := NewScanner(&chunks{[]byte(in), reads}, &Options{MaxTree: limit})
			for s.Scan() {
				r := s.Record()
				rest = append(append(rest, r.Lead...), r.Tree...)
				if r.Tree != nil {
					trees = append(trees, string(r.Tree))
					cut = cut || r.Cut
				}
			}
			if string(rest) != in {
				t.Errorf("%s, read by %d: %d bytes of %d came back", c.name, reads, len(rest), len(in))
			}
			if len(trees) != 2 || trees[1] != "(;N[next])" || cut != c.cut {
				t.Errorf("%s, read by %d: %d trees, the last is %.20q, cut = %v", c.name, reads, len(trees), trees[len(trees)-1], cut)
				continue
			}
			if kept := trees[0]; !strings.HasPrefix(kept, c.kept) || c.cut && len(kept) < limit-1 || len(kept) > 3*limit {
				t.Errorf("%s, read by %d: %d bytes are kept, %.20q", c.name, reads, len(kept), kept)
			}
		}
	}
}

func TestMaxDepth(t *testing.T) {
	text := "(;N[1](;N[2](;N[3](;N[4])(;N[5])))(;N[6]))(;N[7])"
	events, problems := read(text, Options{MaxDepth: 2})
	if want := "(;N[1](;N[2])(;N[6]))(;N[7])"; events != want {
		t.Errorf("events = %s, want %s", events, want)
	}
	if want := "too-deep@12"; problems != want {
		t.Errorf("problems = %s, want %s", problems, want)
	}
}

func TestWalkerAllocates(t *testing.T) {
	text := []byte(strings.Repeat("(;GM[1]AB[aa][bb]C[x\\]y];B[aa];W[bb];B[cc];W[dd];B[ee](;W[ff]BL[3])(;W[gg]))\n", 50))
	var w Walker
	var counts moveTally
	for name, walk := range map[string]func(){
		"text":   func() { w.Walk(text, &counts, nil) },
		"stream": func() { w.WalkReader(bytes.NewReader(text), &counts, nil) },
	} {
		walk()
		most := map[string]float64{"text": 0, "stream": 1}[name] // the reader itself
		if n := testing.AllocsPerRun(10, walk); n > most {
			t.Errorf("%s: %v allocations", name, n)
		}
	}
}

// Long values are looked for in another way than short ones: wherever their
// escapes and brackets are, both must find the same.
func TestLongValues(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	for range testsize.Of(2000, 500) {
		var text strings.Builder
		for range r.IntN(5) {
			text.WriteString(strings.Repeat("x", r.IntN(3*shortValue)))
			text.WriteString([]string{"\\]", "\\\\", "\\", "é", "[", ";B[aa\\]", "\\\xff"}[r.IntN(7)])
		}
		in := "(;N[a]C[" + text.String() + "]KM[6.5];B[aa])"
		checkReading(t, []byte(in), NoLead)
		checkAgainstTwin(t, []byte(in))
	}
}

// What a node has beyond MaxValues is passed over and said, whatever it is made
// of; what comes behind the node is read.
func TestLargeNodes(t *testing.T) {
	const n = MaxValues + 1000
	for _, c := range []struct{ name, before, item, after string }{
		{"values", "(;AB", "[aa]", ";N[end])"},
		{"values with white space", "(;AB", "[aa] ", ";N[end])"},
		{"texts", "(;C[x]", "[a text of some length]", ";N[end])"},
		{"properties", "(;", "C[x]", ";N[end])"},
		{"properties with white space", "(;", "C [x]\n", ";N[end])"},
		{"long properties", "(;", "Comment[x]", ";N[end])"},
		{"texts that go on behind a bracket", "(;C[]", "[x]y]", ";N[end])"},
		{"without end", "(;", "C[x]", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := c.before + strings.Repeat(c.item, n) + c.after
			codes := map[Code]int{}
			var got, streamed tally
			o := &Options{Problem: func(p Problem) { codes[p.Code]++ }}
			_ = Walk([]byte(text), &got, o)
			if codes[NodeTooLarge] != 1 {
				t.Errorf("said %d times that the node is too large", codes[NodeTooLarge])
			}
			if got.values > MaxValues+1 || got.values < MaxValues || got.properties > got.values || c.after != "" && got.nodes != 2 {
				t.Errorf("got %+v", got)
			}
			if err := WalkReader(&repeat{text: text, n: 1}, &streamed, o); err != nil || streamed != got {
				t.Errorf("streamed: %+v, want %+v", streamed, got)
			}
			var whole bytes.Buffer
			s := NewScanner(strings.NewReader(text), nil)
			for s.Scan() {
				whole.Write(s.Record().Lead)
				whole.Write(s.Record().Tree)
			}
			if whole.String() != text {
				t.Error("the scanner does not give all bytes")
			}
			whole.Reset()
			if err := Edit(&whole, []byte(text), nil, func(*Node, bool) []TreeProperty { return nil }); err != nil || whole.String() != text {
				t.Error("an edit that changes nothing does not give all bytes")
			}
		})
	}
	// As many as the limit are no problem.
	for _, p := range Check([]byte("(;AB"+strings.Repeat("[aa]", MaxValues)+")"), nil) {
		if p.Code == NodeTooLarge {
			t.Error(p)
		}
	}
}

// A node with millions of problems tells of some, and how many there are more.
func TestProblemsOfANodeAreBounded(t *testing.T) {
	const n = 3 * maxNodeFinds
	told, more := 0, ""
	_ = Walk([]byte("(;C["+strings.Repeat("[x]y", n)+"])"), &tally{}, &Options{Problem: func(p Problem) {
		told++
		if p.Code == MoreProblems {
			more = p.Detail
		}
	}})
	if want := strconv.Itoa(n - maxNodeFinds); told != maxNodeFinds+1 || more != want {
		t.Errorf("%d problems told, %q more; want %d and %s", told, more, maxNodeFinds+1, want)
	}
}

// More nodes than a tree may have are an error, never a tree that lacks some.
func TestTooManyNodes(t *testing.T) {
	for _, item := range []string{";", "(B[aa])", "(;)", ";B[aa]"}[:testsize.Of(4, 2)] {
		text := []byte("(;" + strings.Repeat(item, MaxNodes) + ")")
		if trees, err := Parse(text, nil); err != ErrTooManyNodes || trees != nil {
			t.Errorf("%q: %d trees, error %v", item, len(trees), err)
		}
	}
	text := []byte("(;" + strings.Repeat(";", MaxNodes-1) + ")")
	if trees, err := Parse(text, nil); err != nil || trees[0].Len() != MaxNodes {
		t.Errorf("error %v for a tree of as many nodes as there may be", err)
	}
}
