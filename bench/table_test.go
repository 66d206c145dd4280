package bench

import (
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"
	"text/tabwriter"
	"time"

	"kifudb/internal/testsize"
	"kifudb/position"
	"kifudb/sgfread/gameinfo"
	"kifudb/store"
)

// tableQuestions are questions of every kind that find something in generated
// games and in real ones. Positions are taken from games of the archive.
func tableQuestions(t testing.TB, s *store.Snapshot) []question {
	list := []question{
		word("player:", "tanaka", "PB", "PW", "BT", "WT"),
		word("player:", "李", "PB", "PW", "BT", "WT"),
		word("event:", "cup", "EV"),
		word("comment:", "ladder", "C", "GC"),
		word("", "black is alive", "PB", "PW", "BT", "WT", "EV", "RO", "GN", "PC", "AN", "GC", "C", "N"),
		fact("date:1985..1999", func(r *record) bool {
			text, _ := r.info("DT")
			d := gameinfo.ParseDate(text)
			return d.Lo != 0 && d.Lo <= 19991231 && d.Hi >= 19850101
		}),
	}
	for _, moves := range []string{"B[pd];W[dp];B[pp]", "B[pd];W[dp];B[pp];W[dd];B[fq]"} {
		asked, err := position.ParsePosition(moves)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, whole(moves, asked.Size, cellsOf(asked.Board(), 0, 0, asked.Size.Cols, asked.Size.Rows), options{}))
	}
	for i, node := range []int{12, 60, 140} {
		r := gameWith(t, s, store.GameID(2+i), node)
		g := cut(r, node, 0, 0, r.size.Cols, r.size.Rows)
		list = append(list, whole(fmt.Sprintf("%d@n%d", r.id, node), r.size, g.cells, options{}))
	}
	pattern := func(kind, place, rows string, o options) {
		lines := strings.Fields(rows)
		list = append(list, shape(kind, place, region{cols: len(lines[0]), rows: len(lines), cells: strings.Join(lines, "")}, o))
	}
	pattern("corner", "NW", "....... ....... ..OX... ..OX... ..X.... ....... .......", options{swaps: true})
	pattern("corner", "NW", "......... ......... ......... ...X..... ......... ..O...... ......... ......... .........", options{})
	pattern("side", "N", "....... ....... ..X..O. .......", options{swaps: true})
	pattern("floating", "", "XO OX", options{})
	pattern("floating", "", "*X** X.X* *X*O ***!", options{swaps: true})
	a, b := list[2], list[len(list)-3]
	return append(list, both(a, b))
}

// gameWith returns a game of a 19×19 board that has a node, the one with the
// given number among those of its size, or a later one.
func gameWith(t testing.TB, s *store.Snapshot, id store.GameID, node int) *record {
	for ; ; id++ {
		segment, local, ok := s.Segment(id)
		if !ok {
			t.Fatalf("no game has %d nodes", node)
		}
		raw, err := segment.Record(local)
		switch {
		case errors.Is(err, store.ErrGone):
			continue
		case err != nil:
			t.Fatal(err)
		}
		r, err := read(id, raw)
		if err != nil {
			t.Fatal(err)
		}
		if r.game == inGo && r.size == position.Square(19) && r.tree.Len() > node {
			return r
		}
	}
}

// TestTable asks questions of every kind, compares each answer with the scan's,
// and prints the times of both.
func TestTable(t *testing.T) {
	var s *store.Snapshot
	if *archiveFlag != "" {
		s = open(t, *archiveFlag)
	} else {
		s = build(t, testsize.Of(200, 60))
	}
	list := tableQuestions(t, s)
	answers := scan(t, s, list, 0)
	var table strings.Builder
	w := tabwriter.NewWriter(&table, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "kind\tgames\thits\tindex\tscan\tscan/index\tdiffer\t query")
	for i, scanned := range answers {
		q := list[i]
		var times []time.Duration
		var indexed answer
		for range 3 {
			indexed = answerTo(t, s, q)
			times = append(times, indexed.took)
		}
		slices.Sort(times)
		hits := 0
		for _, f := range indexed.games {
			hits += len(f)
		}
		d := differences(q, indexed, scanned)
		fmt.Fprintf(w, "%s\t%d\t%d\t%v\t%v\t%.0f\t%d\t %s\n", q.kind, len(indexed.games), hits,
			times[1].Round(10*time.Microsecond), scanned.took.Round(time.Millisecond), float64(scanned.took)/float64(times[1]), len(d), q.query)
		if len(d) > 0 {
			t.Errorf("%s: query %d games, scan %d, differ in %d:\n%s", q.query, len(indexed.games), len(scanned.games), len(d),
				strings.Join(d[:min(len(d), 20)], "\n"))
		}
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	t.Logf("%d games, %d goroutines\n%s", s.Len(), runtime.GOMAXPROCS(0), table.String())
}
