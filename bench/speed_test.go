package bench

import (
	"context"
	"flag"
	"fmt"
	"iter"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"text/tabwriter"
	"time"

	"kifudb/internal/cputime"
	"kifudb/internal/testsize"
	"kifudb/position"
	"kifudb/query"
	"kifudb/search"
	"kifudb/store"
	"kifudb/store/columns"
	"kifudb/store/postings"
)

var (
	coldFlag   = flag.Bool("cold", false, "in TestSpeed, ask each question also with nothing of the indexes in memory")
	budgetFlag = flag.Duration("budget", time.Second, "in TestSpeed, repeat each question for so long, at least three times")
)

// speedQuestions are the kinds of board questions, from a whole board to shapes
// that lie anywhere. Those that are made of games of the archive find something
// in any.
func speedQuestions(t testing.TB, s *store.Snapshot) []question {
	var list []question
	add := func(kind string, q question) {
		q.kind = kind
		list = append(list, q)
	}
	moves := "B[pd];W[dp];B[pp];W[dd]"
	opening, err := position.ParsePosition(moves)
	if err != nil {
		t.Fatal(err)
	}
	add("whole board, 4 moves", whole(moves, opening.Size, cellsOf(opening.Board(), 0, 0, opening.Size.Cols, opening.Size.Rows), options{}))
	for _, node := range []int{10, 20, 30, 50} {
		r := gameWith(t, s, store.GameID(1+s.Len()/2+node), node)
		add(fmt.Sprintf("whole board, %d moves", node), whole(fmt.Sprintf("%d@n%d", r.id, node), r.size, cut(r, node, 0, 0, r.size.Cols, r.size.Rows).cells, options{}))
	}
	pattern := func(kind, place, rows string, o options) {
		lines := strings.Fields(rows)
		add(kind, shape("", place, region{cols: len(lines[0]), rows: len(lines), cells: strings.Join(lines, "")}, o))
	}
	pattern("corner 7×7, joseki", "NW", "....... ....... ..OX... ..OX... ..X.... ....... .......", options{swaps: true})
	pattern("corner 9×9, joseki", "NW", "......... ......... .....O... ...X..... ......... ......... ......... ......... .........", options{swaps: true})
	pattern("corner 9×9, lone stone", "NW", "......... ......... ......... ...X..... ......... ......... ......... ......... .........", options{})
	pattern("corner 7×7, rare", "NW", "....... ...X... ..XO... ..O.... ....... ....... .......", options{})
	pattern("corner 9×9, rare", "NW", "......... ..X...... ....O.... ......O.. ...X..... ......... ...O..... ......... .........", options{})
	pattern("side 7×4", "N", "....... ....... ..X..O. .......", options{swaps: true})
	pattern("side 7×4, approach", "N", "....... ....... .X.X.O. .......", options{swaps: true})
	pattern("floating 2×2", "", "XO OX", options{})
	pattern("floating 3×3", "", ".X. X.X .X.", options{})
	pattern("floating 3×3, given", "", "XXO .XO OO.", options{swaps: true})
	pattern("floating 4×4, wild", "", "*X** X.X* *X*O ***!", options{swaps: true})
	pattern("floating 5×5, wild", "", "*.X.* .XOX. .OXO. ..O.. *...*", options{swaps: true})
	pattern("floating 5×5, rare", "", ".X.O. X.O.X .OXO. ..X.. .O.X.", options{})
	return list
}

// A speed is what a question took.
type speed struct {
	games, hits, next         int
	page, count, continued    time.Duration // medians: the first fifty games, counting games, and all continuations
	pageCPU, countCPU, allCPU time.Duration
}

// TestSpeed prints how long questions of all kinds take: beside a scan of the
// records, whose first answers are compared; what the indexes cost in bytes and
// time; and the memory beside mapped files.
func TestSpeed(t *testing.T) {
	dir, budget := *archiveFlag, *budgetFlag
	if dir == "" { // only to see that it runs
		dir, budget = filepath.Join(t.TempDir(), "archive"), 0
		file := filepath.Join(t.TempDir(), "games.sgf")
		writeGames(t, file, testsize.Of(150, 110))
		importFile(t, dir, file)
	}
	db, err := store.Open(dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	s, err := db.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	list := speedQuestions(t, s)
	speeds := make([]speed, len(list))
	before, _ := ownMemory()
	most := before
	for i, q := range list {
		speeds[i] = measure(t, s, q, budget)
		now, _ := ownMemory()
		most = max(most, now)
	}
	after, known := ownMemory()
	answers := scan(t, s, list, scannedGames)

	var out strings.Builder
	w := tabwriter.NewWriter(&out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "kind\tgames\thits\tfirst page\tcount\tcontinuations\tCPU of count\tof continuations\tscan\tscan/count\tscan/continuations\t")
	for i, q := range list {
		v, scanned := speeds[i], answers[i].took
		fmt.Fprintf(w, "%s\t%d\t%d\t%s\t%s\t%s\t%s\t%s\t%s\t%.0f\t%.0f\t\n", q.kind, v.games, v.hits,
			ms(v.page), ms(v.count), ms(v.continued), ms(v.countCPU), ms(v.allCPU), ms(scanned),
			float64(scanned)/float64(v.count), float64(scanned)/float64(v.continued))
		if d := firstDifferences(t, s, q, answers[i]); len(d) > 0 {
			t.Errorf("%s\n%d games differ from the scan's:\n%s", q.query, len(d), strings.Join(d[:min(len(d), 3)], "\n"))
		}
	}
	w.Flush()
	fmt.Fprintf(&out, "\n%d games, %d processors; medians; the scan is of %d games, for all of them as it would take one processor\n", s.Len(), runtime.GOMAXPROCS(0), min(scannedGames, s.Len()))
	if known {
		fmt.Fprintf(&out, "memory beside mapped files: %d MB before, %d MB after, at most %d MB after any question\n", before>>20, after>>20, most>>20)
	}
	writeCosts(t, &out, s)
	if *coldFlag {
		s.Close()
		db.Close() // what is mapped cannot be forgotten
		writeCold(t, &out, dir, list, speeds)
	}
	t.Log("\n" + out.String())
}

func ms(d time.Duration) string {
	return fmt.Sprintf("%.*f ms", max(0, 2-int(math.Log10(max(1, d.Seconds()*1e3)))), d.Seconds()*1e3)
}

// measure asks a question in three ways, several times each.
func measure(t testing.TB, s *store.Snapshot, q question, budget time.Duration) speed {
	ctx := context.Background()
	parsed, err := query.Parse(q.query)
	if err != nil {
		t.Fatalf("%s: %v", q.query, err)
	}
	var v speed
	v.page, v.pageCPU = median(budget, func() {
		for _, err := range search.Run(ctx, s, parsed, &search.Options{Limit: 50}) {
			if err != nil {
				t.Fatal(err)
			}
		}
	})
	v.count, v.countCPU = median(budget, func() {
		if v.games, err = search.CountGames(ctx, s, parsed, nil); err != nil {
			t.Fatal(err)
		}
	})
	v.continued, v.allCPU = median(budget, func() {
		table, err := search.Next(ctx, s, parsed, nil)
		if err != nil {
			t.Fatal(err)
		}
		if table.Games != v.games {
			t.Fatalf("%s: %d games, with continuations %d", q.query, v.games, table.Games)
		}
		v.hits, v.next = table.Hits, len(table.Continuations)
	})
	return v
}

// median runs something, once to warm up and then 3 to 51 times, as often as a
// budget of time lasts. It returns the medians of its time and of the
// processors' time.
func median(budget time.Duration, run func()) (wall, cpu time.Duration) {
	var walls, cpus []time.Duration
	for began := time.Now(); len(walls) < 4 || len(walls) < 52 && time.Since(began) < budget; {
		start, used := time.Now(), cputime.Now()
		run()
		walls, cpus = append(walls, time.Since(start)), append(cpus, cputime.Now()-used)
	}
	slices.Sort(walls[1:])
	slices.Sort(cpus[1:])
	return walls[1:][len(walls[1:])/2], cpus[1:][len(cpus[1:])/2]
}

// firstDifferences compares the answer of a question with a scan's in the games
// that the scan has read: the first ones.
func firstDifferences(t testing.TB, s *store.Snapshot, q question, scanned answer) []string {
	last := store.GameID(0)
	left := min(scannedGames, s.Len())
	for id := range liveGames(s) {
		if last = id; left == 1 {
			break
		}
		left--
	}
	indexed := answer{games: make(map[store.GameID][]finding)}
	parsed, err := query.Parse(q.query)
	if err != nil {
		t.Fatal(err)
	}
	for hit, err := range search.Run(context.Background(), s, parsed, nil) {
		if err != nil {
			t.Fatal(err)
		}
		if hit.Game > last {
			break
		}
		indexed.games[hit.Game] = append(indexed.games[hit.Game], hitFinding(hit))
	}
	for _, f := range indexed.games {
		sorted(f)
	}
	return differences(q, indexed, scanned)
}

// liveGames yields the ids of the games that were not removed, ascending.
func liveGames(s *store.Snapshot) iter.Seq[store.GameID] {
	return func(yield func(store.GameID) bool) {
		for _, segment := range s.Segments() {
			for it := segment.Live().Iterator(); it.HasNext(); {
				if !yield(segment.Base() + store.GameID(it.Next())) {
					return
				}
			}
		}
	}
}

// writeCosts tells what the indexes take, on the disk and to be made of the
// scripts.
func writeCosts(t testing.TB, out *strings.Builder, s *store.Snapshot) {
	var positions, patterns, scripts, games int
	var sample []columns.Game
	for _, segment := range s.Segments() {
		games += segment.Len()
		positions += segment.PositionStats().Bytes + segment.VerifiedBytes()
		for _, size := range segment.Sizes(1) {
			patterns += len(segment.Columns(1, size).Bytes())
		}
		for local := range segment.Len() {
			script, err := segment.Script(local)
			if err != nil {
				t.Fatal(err)
			}
			scripts += 2*len(script) + 4
			if f := segment.Facts(local); len(sample) < 8192 && f.Game == 1 && f.Size == position.Square(19) {
				sample = append(sample, columns.Game{Local: uint16(len(sample)), Script: script})
			}
		}
	}
	each := func(n int) int { return (n + games/2) / games }
	fmt.Fprintf(out, "bytes a game: positions %d, patterns %d, together %d; scripts %d\n", each(positions), each(patterns), each(positions+patterns), each(scripts))

	start := cputime.Now()
	var r position.Replayer
	var b postings.Builder
	var list []postings.Game
	for _, g := range sample {
		var keys []position.Key
		r.Replay(position.Square(19), g.Script, func(b *position.Board, step *position.Step) bool {
			if step.Node == 0 || len(step.Changes) > 0 {
				keys = append(keys, b.IndexKey())
			}
			return true
		})
		b.Add(g.Local, postings.KeysOf(keys...))
		list = append(list, postings.Game{Local: g.Local, Size: position.Square(19), Script: g.Script, Keys: postings.KeysOf(keys...)})
	}
	data, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	found := cputime.Now()
	index, err := postings.Open(data, nil)
	if err != nil {
		t.Fatal(err)
	}
	postings.Verify(index, slices.Values(list))
	made := cputime.Now()
	if _, _, err := columns.Build(position.Rules{}, position.Square(19), sample); err != nil {
		t.Fatal(err)
	}
	per := func(d time.Duration) float64 { return d.Seconds() * 1e6 / float64(len(sample)) }
	fmt.Fprintf(out, "microseconds of a processor a game to build, of %d games: positions %.1f, of which %.1f to verify them, patterns %.1f\n", len(sample), per(made-start), per(made-found), per(cputime.Now()-made))
}

// writeCold asks questions of an archive of which nothing is in memory, and
// compares with reading the pattern index once from the disk.
func writeCold(t testing.TB, out *strings.Builder, dir string, list []question, warm []speed) {
	var indexes []string
	var size, patterns int64
	err := asked(dir, "id:1", func(s *store.Snapshot, _ query.Query) error {
		for _, segment := range s.Segments() {
			for _, board := range segment.Sizes(1) {
				patterns += int64(len(segment.Columns(1, board).Bytes()))
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	err = filepath.WalkDir(dir, func(path string, entry os.DirEntry, err error) error {
		if err == nil && entry.Name() == "games.idx" {
			indexes = append(indexes, path)
			if info, err := entry.Info(); err == nil {
				size += info.Size()
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if err = forgetFiles(indexes); err != nil {
		fmt.Fprintf(out, "\nno cold times: %v\n", err)
		return
	}
	start := time.Now()
	buffer := make([]byte, 1<<20)
	for _, name := range indexes {
		f, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		for err == nil {
			_, err = f.Read(buffer)
		}
		f.Close()
	}
	read := time.Duration(float64(time.Since(start)) * float64(patterns) / float64(size))
	fmt.Fprintf(out, "\nnothing in memory; to read the pattern index once, %d MB, takes %s\n", patterns>>20, ms(read))
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "kind\tfirst page\tcontinuations\twarm\tallowed\t")
	for i, q := range list {
		cold := func(ask func(*store.Snapshot, query.Query) error) time.Duration {
			var times []time.Duration
			for began := time.Now(); len(times) < 3 && (len(times) == 0 || time.Since(began) < 5*time.Second); {
				if err := forgetFiles(indexes); err != nil {
					t.Fatal(err)
				}
				start := time.Now()
				err := asked(dir, q.query, ask)
				if err != nil {
					t.Fatal(err)
				}
				times = append(times, time.Since(start))
			}
			slices.Sort(times)
			return times[len(times)/2]
		}
		page := cold(func(s *store.Snapshot, q query.Query) error {
			for _, err := range search.Run(context.Background(), s, q, &search.Options{Limit: 50}) {
				if err != nil {
					return err
				}
			}
			return nil
		})
		all := cold(func(s *store.Snapshot, q query.Query) error {
			_, err := search.Next(context.Background(), s, q, nil)
			return err
		})
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t\n", q.kind, ms(page), ms(all), ms(warm[i].continued), ms(2*read+warm[i].continued))
	}
	w.Flush()
}

// asked opens an archive, asks it a question and closes it.
func asked(dir, text string, ask func(*store.Snapshot, query.Query) error) error {
	q, err := query.Parse(text)
	if err != nil {
		return err
	}
	db, err := store.Open(dir, nil)
	if err != nil {
		return err
	}
	defer db.Close()
	s, err := db.Snapshot()
	if err != nil {
		return err
	}
	defer s.Close()
	return ask(s, q)
}
