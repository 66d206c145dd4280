package sgfread

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
)

// records writes about a given number of bytes of records as programs of
// different habits do.
func records(style string, size int) []byte {
	r := rand.New(rand.NewPCG(7, 8))
	var b strings.Builder
	for b.Len() < size {
		b.WriteString("(;GM[1]FF[4]SZ[19]DT[2017-03-04]EV[Some Cup, round 3]PB[Player of Black]BR[9d]PW[Player of White]WR[8d]KM[6.5]RE[W+R]RU[Japanese]\n")
		for i := range 220 {
			c, x, y := "BW"[i%2], 'a'+r.IntN(19), 'a'+r.IntN(19)
			fmt.Fprintf(&b, ";%c[%c%c]", c, x, y)
			switch style {
			case "lines":
				b.WriteByte('\n')
			case "ten-a-line":
				if i%10 == 9 {
					b.WriteByte('\n')
				}
			case "clocks":
				fmt.Fprintf(&b, "%cL[%.3f]O%c[%d]", c, 600*r.Float64(), c, 1+r.IntN(9))
				if i%9 == 0 {
					b.WriteString("C[Player [3k\\]: a nice move, thank you\n]")
				}
			case "variations":
				if i%12 == 0 {
					fmt.Fprintf(&b, "C[What about %c%c?]LB[aa:a][bb:b](;B[cc];W[dd];B[ee])(;W[ff];B[gg]TR[hh])", x, y)
				}
			}
		}
		b.WriteString(")\n")
	}
	return []byte(b.String())
}

var sink int

// BenchmarkWalk reads records of several styles, each next to a plain loop over
// the same bytes: what counts are the ratios within one run.
func BenchmarkWalk(b *testing.B) {
	for _, style := range []string{"run", "ten-a-line", "lines", "clocks", "variations"} {
		text := records(style, 8<<20)
		var w Walker
		run := func(name string, f func()) {
			b.Run(style+"/"+name, func(b *testing.B) {
				b.SetBytes(int64(len(text)))
				b.ReportAllocs()
				for b.Loop() {
					f()
				}
			})
		}
		run("bytes", func() {
			sink += addBytes(text)
		})
		var c runCount
		run("nodes", func() {
			w.Walk(text, &c.nodeCount, nil)
		})
		run("moves", func() {
			w.Walk(text, &c, nil)
		})
		checker := NewChecker(func(Problem) { sink++ })
		run("check", func() {
			w.Walk(text, checker, nil)
		})
		r := bytes.NewReader(nil)
		run("stream", func() {
			r.Reset(text)
			w.WalkReader(r, &c, nil)
		})
		run("scan", func() {
			for s := ScanBytes(text, nil); s.Scan(); {
				sink += len(s.Record().Tree)
			}
		})
		run("parse", func() {
			trees, _ := Parse(text, nil)
			sink += len(trees)
		})
	}
}

// addBytes is the loop that reading is measured against. It is a function of
// its own because where a loop that small begins decides how fast it is: within
// another function it may take twice the time.
//
//go:noinline
func addBytes(text []byte) int {
	sum := 0
	for _, c := range text {
		sum += int(c)
	}
	return sum
}

// nodeCount is the least that a handler can do.
type nodeCount struct{ nodes, properties int }

func (c *nodeCount) Open(int64)   {}
func (c *nodeCount) Close(int64)  {}
func (c *nodeCount) Node(n *Node) { c.nodes++; c.properties += n.Len() }

type runCount struct{ nodeCount }

func (c *runCount) Moves(run Run) { c.nodes += run.Len() }

// BenchmarkHostile reads what recursion, quadratic time or unbounded memory
// would not survive. The sizes are those promised: ten million levels, ten
// million nodes, a million values, a comment of a gigabyte (streamed, with
// KIFUDB_BENCH_GIGABYTE set, as it takes its time).
func BenchmarkHostile(b *testing.B) {
	for _, c := range []struct {
		name, before, text, after string
		n                         int
	}{
		{"levels", "", "(;", "", 10_000_000},
		{"nodes", "(", ";", ")", 10_000_000},
		{"values", "(;AB", "[aa]", ")", 1_000_000},
		{"escapes", "(;C[", "\\]", "])", 10_000_000},
		{"comment", "(;C[", "a comment that goes on and on; ", "])", 32_000_000},
	} {
		b.Run(c.name, func(b *testing.B) {
			if c.name == "comment" && os.Getenv("KIFUDB_BENCH_GIGABYTE") == "" {
				b.Skip("KIFUDB_BENCH_GIGABYTE is not set")
			}
			b.SetBytes(int64(len(c.text)) * int64(c.n))
			b.ReportAllocs()
			var w Walker
			for b.Loop() {
				var counts nodeCount
				r := &sequence{&repeat{text: c.before, n: 1}, &repeat{text: c.text, n: c.n}, &repeat{text: c.after, n: 1}}
				if err := w.WalkReader(r, &counts, nil); err != nil {
					b.Fatal(err)
				}
				sink += counts.nodes
			}
		})
	}
}

// sequence reads one repeat after the other.
type sequence []*repeat

func (s *sequence) Read(p []byte) (int, error) {
	for len(*s) > 1 {
		if n, err := (*s)[0].Read(p); err == nil {
			return n, nil
		}
		*s = (*s)[1:]
	}
	return (*s)[0].Read(p)
}
