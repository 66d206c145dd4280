package bench

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"kifudb/internal/testsize"
	"kifudb/position"
	"kifudb/query"
	"kifudb/search"
	"kifudb/sgfread"
	"kifudb/sgfread/gameinfo"
	"kifudb/store"
)

var archiveFlag = flag.String("archive", "", "ask the archive in this `directory` instead of one of generated games")

// An answer is what was found in which games, and the time it took.
type answer struct {
	games map[store.GameID][]finding
	took  time.Duration
}

// scan answers questions without an index: it reads the raw record of every
// game, and plays it. The time of a question is what it would take alone: for
// reading and parsing all records, for playing them if it is about the board,
// and for looking.
//
// With a limit it ends after so many games, and tells the time that the whole
// archive would have taken.
func scan(t testing.TB, s *store.Snapshot, questions []question, limit int) []answer {
	answers := make([]answer, len(questions))
	for i := range answers {
		answers[i].games = make(map[store.GameID][]finding)
	}
	start, asking := time.Now(), time.Duration(0)
	games := 0
	if limit <= 0 {
		limit = s.Len()
	}
search:
	for _, segment := range s.Segments() {
		for stored, err := range segment.Records(nil) {
			if err != nil {
				t.Fatal(err)
			}
			id := segment.Base() + store.GameID(stored.Local)
			r, err := read(id, stored.Record)
			if err != nil {
				t.Fatalf("game %d: %v", id, err)
			}
			if games++; games > limit {
				games--
				break search
			}
			played := time.Now()
			if slices.ContainsFunc(questions, question.plays) {
				r.play()
			}
			playing := time.Since(played)
			for i, q := range questions {
				begin := time.Now()
				if f := q.ask(r); f != nil {
					answers[i].games[id] = sorted(f)
				}
				took := time.Since(begin)
				answers[i].took += took
				asking += took
				if q.plays() {
					answers[i].took += playing
				}
			}
			asking += playing
		}
	}
	if games == 0 || games != min(limit, s.Len()) {
		t.Fatalf("scanned %d games of %d", games, s.Len())
	}
	reading := time.Since(start) - asking
	for i := range answers {
		answers[i].took = (answers[i].took + reading) * time.Duration(s.Len()) / time.Duration(games)
	}
	return answers
}

// answerTo answers a question through the indexes.
func answerTo(t testing.TB, s *store.Snapshot, q question) answer {
	start := time.Now()
	parsed, err := query.Parse(q.query)
	if err != nil {
		t.Fatalf("%s: %v", q.query, err)
	}
	a := answer{games: make(map[store.GameID][]finding)}
	for hit, err := range search.Run(context.Background(), s, parsed, nil) {
		if err != nil {
			t.Fatalf("%s: %v", q.query, err)
		}
		a.games[hit.Game] = append(a.games[hit.Game], hitFinding(hit))
	}
	a.took = time.Since(start)
	for _, f := range a.games {
		sorted(f)
	}
	return a
}

// differences lists the games in which two answers are not the same.
func differences(q question, indexed, scanned answer) []string {
	var list []string
	ids := make(map[store.GameID]bool)
	for id := range indexed.games {
		ids[id] = true
	}
	for id := range scanned.games {
		ids[id] = true
	}
	for id := range ids {
		got, want := indexed.games[id], scanned.games[id]
		if q.games && (got == nil) == (want == nil) {
			continue
		}
		if !slices.Equal(got, want) {
			list = append(list, fmt.Sprintf("game %6d: query %v, scan %v", id, got, want))
		}
	}
	slices.Sort(list)
	return list
}

// build imports n generated games into a new archive.
func build(t testing.TB, n int) *store.Snapshot {
	dir := t.TempDir()
	file := dir + "/games.sgf"
	writeGames(t, file, n)
	importFile(t, dir+"/archive", file)
	return open(t, dir+"/archive")
}

// open opens an archive.
func open(t testing.TB, dir string) *store.Snapshot {
	db, err := store.Open(dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	s, err := db.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// TestQueryAgreesWithScan asks questions at random, made of what lies in games
// of the archive, so that most of them find something.
func TestQueryAgreesWithScan(t *testing.T) {
	games, questions := testsize.Of(200, 80), testsize.Of(240, 80)
	s := build(t, games)
	rng := rand.New(rand.NewPCG(seed, 0))
	list := fixedQuestions()
	for len(list) < questions {
		list = append(list, randomQuestion(t, rng, s))
	}
	kinds, answered := map[string]int{}, map[string]int{}
	for i, want := range scan(t, s, list, 0) {
		q := list[i]
		got := answerTo(t, s, q)
		kinds[q.kind]++
		if len(want.games) > 0 {
			answered[q.kind]++
		}
		if d := differences(q, got, want); len(d) > 0 {
			t.Errorf("%s\n%d games, scan %d; %d differ:\n%s", q.query, len(got.games), len(want.games), len(d),
				strings.Join(d[:min(len(d), 3)], "\n"))
		}
	}
	for kind, n := range kinds {
		if answered[kind] == 0 {
			t.Errorf("none of %d questions of kind %s found anything", n, kind)
		}
	}
	t.Logf("questions by kind: %v; of these found something: %v", kinds, answered)
}

// TestNextAgreesWithScan counts the continuations of patterns and positions by
// hand.
func TestNextAgreesWithScan(t *testing.T) {
	s := build(t, testsize.Of(150, 60))
	rng := rand.New(rand.NewPCG(seed, 1))
	var list []question
	for len(list) < testsize.Of(50, 20) {
		if q := randomQuestion(t, rng, s); strings.HasPrefix(q.query, "pos:") || strings.HasPrefix(q.query, "pat:") {
			list = append(list, q)
		}
	}
	compared := 0
	for i, scanned := range scan(t, s, list, 0) {
		compared += compareNext(t, s, list[i], scanned)
	}
	if compared == 0 {
		t.Error("no continuation was compared")
	}
}

var reply = regexp.MustCompile(` ([BW]\[\w+\])t?`)

// compareNext compares the continuations of a question with those of the scan, and
// returns how many there are.
func compareNext(t *testing.T, s *store.Snapshot, q question, scanned answer) int {
	t.Helper()
	want := map[string][2]int{} // games and hits by move
	hits := 0
	for _, places := range scanned.games {
		seen := map[string]bool{}
		for _, f := range places {
			hits++
			for _, m := range reply.FindAllStringSubmatch(f.place, -1) {
				n := want[m[1]]
				n[1]++
				if !seen[m[1]] {
					seen[m[1]] = true
					n[0]++
				}
				want[m[1]] = n
			}
		}
	}
	parsed, err := query.Parse(q.query)
	if err != nil {
		t.Fatal(err)
	}
	table, err := search.Next(context.Background(), s, parsed, nil)
	if err != nil {
		t.Fatalf("%s: %v", q.query, err)
	}
	got := map[string][2]int{}
	for _, c := range table.Continuations {
		got[strings.TrimSpace(replyText(c.Move, false))] = [2]int{c.Games, c.Hits}
	}
	if d := cmp.Diff(want, got); d != "" || table.Games != len(scanned.games) || table.Hits != hits {
		t.Errorf("%s: %d games, %d hits, want %d and %d\n%s", q.query, table.Games, table.Hits, len(scanned.games), hits, d)
	}
	return len(got)
}

// randomQuestion makes a question about what lies in some game.
func randomQuestion(t testing.TB, rng *rand.Rand, s *store.Snapshot) question {
	r, node := randomNode(t, rng, s)
	o := randomOptions(rng)
	switch n := rng.IntN(10); {
	case n < 1:
		ident := [...]string{"PB", "PW", "EV", "PC"}[rng.IntN(4)]
		text, ok := r.info(ident)
		if !ok {
			return randomQuestion(t, rng, s)
		}
		if words := strings.Fields(text); rng.IntN(2) == 0 {
			text = strings.Trim(words[rng.IntN(len(words))], ".")
		}
		return word(ident+":", text, ident)
	case n < 9:
		if q, ok := randomBoard(rng, r, node, o, n); ok {
			return q
		}
		return randomQuestion(t, rng, s)
	}
	text, ok := r.info("PB")
	if !ok {
		return randomQuestion(t, rng, s)
	}
	g := cut(r, node, 0, 0, min(5, r.size.Cols), min(5, r.size.Rows))
	return both(word("PB:", strings.Fields(text)[0], "PB"), shape("corner", "NW", g, options{}))
}

// randomBoard makes a question about what lies on the board after a node, of a kind
// from 1 to 8; false if it would be found almost everywhere.
func randomBoard(rng *rand.Rand, r *record, node int, o options, kind int) (question, bool) {
	switch n := kind; {
	case n < 3:
		g := cut(r, node, 0, 0, r.size.Cols, r.size.Rows)
		if rng.IntN(3) > 0 {
			o.from, o.to, o.next = 0, 0, position.Empty
		}
		return whole(setup(r.size, g.cells), r.size, g.cells, o), true
	case n < 5:
		side := min(r.size.Cols, r.size.Rows, 3+rng.IntN(7))
		g := blur(rng, cut(r, node, 0, 0, side, min(r.size.Rows, side+rng.IntN(2))), 8)
		return shape("corner", "NW", g, o), true
	case n < 6:
		cols := min(r.size.Cols, 2+rng.IntN(6))
		rows := min(r.size.Rows, 2+rng.IntN(4))
		g := blur(rng, cut(r, node, rng.IntN(r.size.Cols-cols+1), 0, cols, rows), 6)
		return shape("side", "N", g, o), true
	default:
		cols := min(r.size.Cols, 2+rng.IntN(4))
		rows := min(r.size.Rows, 1+rng.IntN(5))
		x, y := rng.IntN(r.size.Cols-cols+1), rng.IntN(r.size.Rows-rows+1)
		g := blur(rng, cut(r, node, x, y, cols, rows), 5)
		if strings.Count(g.cells, "X")+strings.Count(g.cells, "O") < 2 { // is almost everywhere
			return question{}, false
		}
		place, kind := "", "floating"
		switch rng.IntN(5) {
		case 0:
			place, kind = fmt.Sprintf("@%s", position.At(x, y)), "fixed"
		case 1:
			place, kind = fmt.Sprintf("@%s:%s", position.At(x, y), position.At(min(x+2, 20), min(y+3, 20))), "rectangle"
		case 2:
			place = "center"
		}
		return shape(kind, place, g, o), true
	}
}

// randomNode returns the record of a game and a node somewhere in it, mostly
// early.
func randomNode(t testing.TB, rng *rand.Rand, s *store.Snapshot) (*record, int) {
	id := store.GameID(1 + rng.IntN(s.Len()))
	segment, local, ok := s.Segment(id)
	if !ok {
		t.Fatalf("there is no game %d", id)
	}
	raw, err := segment.Record(local)
	if err != nil {
		t.Fatal(err)
	}
	r, err := read(id, raw)
	if err != nil {
		t.Fatal(err)
	}
	f := rng.Float64()
	return r, int(f * f * float64(r.tree.Len()))
}

func randomOptions(rng *rand.Rand) options {
	var o options
	if rng.IntN(4) == 0 {
		o.from = rng.IntN(60)
	}
	if rng.IntN(4) == 0 {
		o.to = o.from + 1 + rng.IntN(80)
	}
	if rng.IntN(4) == 0 {
		o.next = position.Color(1 + rng.IntN(2))
	}
	o.swaps = rng.IntN(3) == 0
	o.fixed = rng.IntN(4) == 0
	o.mainLine = rng.IntN(5) == 0
	return o
}

// cut returns what lies on a part of the board after a node.
func cut(r *record, node, x, y, cols, rows int) region {
	r.play()
	return region{cols: cols, rows: rows, cells: cellsOf(r.boards[node], x, y, cols, rows)}
}

// cellsOf writes a part of a board in letters.
func cellsOf(b *position.Board, x, y, cols, rows int) string {
	cells := make([]byte, cols*rows)
	for i := range cells {
		cells[i] = ".XO"[b.At(position.At(x+i%cols, y+i/cols))]
	}
	return string(cells)
}

// blur puts wildcards that fit in the place of some cells, one of n.
func blur(rng *rand.Rand, g region, n int) region {
	cells := []byte(g.cells)
	for i, c := range cells {
		if rng.IntN(n) > 0 {
			continue
		}
		for {
			w := "*xo!_"[rng.IntN(5)]
			if letters[w]&letters[c] != 0 {
				cells[i] = w
				break
			}
		}
	}
	if strings.Trim(string(cells), "_") == "" {
		cells[0] = '*'
	}
	g.cells = string(cells)
	return g
}

// setup writes a position as SGF.
func setup(size position.Size, cells string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "(;SZ[%d:%d]", size.Cols, size.Rows)
	if size.Cols == size.Rows {
		b.Reset()
		fmt.Fprintf(&b, "(;SZ[%d]", size.Cols)
	}
	for _, c := range "XO" {
		ident := map[rune]string{'X': "AB", 'O': "AW"}[c]
		for i := range cells {
			if rune(cells[i]) == c {
				b.WriteString(ident + "[" + size.At(i).String() + "]")
				ident = ""
			}
		}
	}
	b.WriteByte(')')
	return b.String()
}

// fixedQuestions are questions about texts and facts.
func fixedQuestions() []question {
	anywhere := []string{"PB", "PW", "BT", "WT", "EV", "RO", "GN", "PC", "AN", "GC", "C", "N"}
	result := func(r *record) gameinfo.Result {
		text, _ := r.info("RE")
		return gameinfo.ParseResult(text)
	}
	moves := func(r *record) int {
		n := 0
		r.play()
		for _, s := range r.steps {
			if s.mainLine {
				n = s.moveNumber
			}
		}
		return n
	}
	return []question{
		word("", "ladder", anywhere...),
		word("", "好手", anywhere...),
		word("", "corner was urgent", anywhere...),
		word("", "tanaka", anywhere...),
		word("", "muller", anywhere...),
		word("", "Хороший", anywhere...),
		word("player:", "kim", "PB", "PW", "BT", "WT"),
		word("player:", "田中", "PB", "PW", "BT", "WT"),
		word("white:", "Lee Min", "PW"),
		word("event:", "castle cup", "EV"),
		word("place:", "tokyo", "PC"),
		word("comment:", "this is a ladder", "C", "GC"),
		word("comment:", "흑의", "C", "GC"),
		fact("date:1985..1999", func(r *record) bool {
			text, _ := r.info("DT")
			d := gameinfo.ParseDate(text)
			return d.Lo != 0 && d.Lo <= 19991231 && d.Hi >= 19850101
		}),
		fact("date:<1960", func(r *record) bool {
			text, _ := r.info("DT")
			d := gameinfo.ParseDate(text)
			return d.Lo != 0 && d.Lo < 19600101
		}),
		fact("result:B+R", func(r *record) bool {
			return result(r).Winner == gameinfo.BlackWins && result(r).Ending == gameinfo.ByResign
		}),
		fact("winner:white", func(r *record) bool { return result(r).Winner == gameinfo.WhiteWins }),
		fact("margin:<=3", func(r *record) bool { return result(r).Ending == gameinfo.ByPoints && result(r).Margin <= 300 }),
		fact("komi:6.5", func(r *record) bool {
			text, ok := r.info("KM")
			k := gameinfo.ParseKomi(text)
			return ok && k.Certainty != gameinfo.Unread && k.Points == 650
		}),
		fact("handicap:>=2", func(r *record) bool {
			text, _ := r.info("HA")
			n, _ := gameinfo.ParseHandicap(text)
			return n >= 2
		}),
		fact("moves:>200", func(r *record) bool { return moves(r) > 200 }),
		fact("size:9x7", func(r *record) bool { return r.size == position.Size{Cols: 9, Rows: 7} }),
		fact("size:<=9", func(r *record) bool { return max(r.size.Cols, r.size.Rows) <= 9 }),
		fact("blackrank:>=1p", func(r *record) bool {
			text, _ := r.info("BR")
			rank, c := gameinfo.ParseRank(text)
			return c != gameinfo.Unread && rank >= gameinfo.Professional(1)
		}),
		fact("has:variations", func(r *record) bool {
			for id := range r.tree.All() {
				if c := r.tree.Child(id); c != sgfread.NoNode && r.tree.Next(c) != sgfread.NoNode {
					return true
				}
			}
			return false
		}),
		both(word("player:", "kim", "PB", "PW", "BT", "WT"), fact("date:>=2000", func(r *record) bool {
			text, _ := r.info("DT")
			d := gameinfo.ParseDate(text)
			return d.Lo != 0 && d.Hi >= 20000101
		})),
	}
}
