package study_test

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"kifudb/bench"
	"kifudb/indexer"
	"kifudb/internal/testsize"
	"kifudb/position"
	"kifudb/query"
	"kifudb/search"
	"kifudb/search/statistics"
	"kifudb/store"
	"kifudb/study"
)

// newGamesArchive imports generated games, with draws, jigos without komi and ranks of
// every kind among them, in small segments.
func newGamesArchive(t *testing.T, games int) *store.Snapshot {
	t.Helper()
	var b []byte
	for i := range games {
		b = append(bench.AppendGame(b, 15, i), '\n')
	}
	b = append(b, "(;GM[1]SZ[19]PB[Ann]PW[Ann]BR[3d]WR[3d]RE[0]DT[1985-03-01];B[aa])(;GM[1]SZ[9]PB[Ann]PW[Ben]BR[2p]RE[B+T]DT[1985])(;GM[1]SZ[19]PW[Ben]WR[1d]RE[Void];B[aa];W[bb])"...)
	late := "(;GM[1]SZ[19]PB[Late]PW[Corners]" // in which the corners are opened after 32 moves
	for i := range 32 {
		late += fmt.Sprintf(";%s[%c%c]", []string{"B", "W"}[i%2], 'g'+i%7, 'g'+i/7)
	}
	b = append(b, late+";B[dd];W[pp])"...)
	name := filepath.Join(t.TempDir(), "games.sgf")
	if err := os.WriteFile(name, b, 0o666); err != nil {
		t.Fatal(err)
	}
	db, err := store.Open(filepath.Join(t.TempDir(), "archive"), &store.Options{Create: true, MaxGames: 60})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	w, err := db.Writer(indexer.Derive)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := indexer.Import(t.Context(), w, []string{name}, nil); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	s, err := db.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// A read game is a game as its raw record is read again.
type readGame struct {
	facts store.Facts
	info  map[string]string
}

func readAll(t *testing.T, s *store.Snapshot, text string) (games []readGame) {
	t.Helper()
	q, err := query.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	last := store.GameID(0)
	for h, err := range search.Run(t.Context(), s, q, &search.Options{Records: true}) {
		if err != nil {
			t.Fatal(err)
		}
		if h.Game == last {
			continue
		}
		last = h.Game
		segment, local, _ := s.Segment(h.Game)
		record, err := segment.Record(local)
		if err != nil {
			t.Fatal(err)
		}
		g, err := indexer.Derive(record)
		if err != nil {
			t.Fatal(err)
		}
		one := readGame{g.Facts, map[string]string{}}
		for _, v := range g.Info {
			one.info[v.Ident] = strings.TrimSpace(v.Text)
		}
		games = append(games, one)
	}
	return games
}

// has says whether a side of a game has a value of a field; of no side, "game".
func (g *readGame) has(field, value, side string) bool {
	other := map[string]string{"B": "W", "W": "B"}[side]
	switch field {
	case "player":
		return g.info["P"+side] == value
	case "opponent":
		return g.info["P"+other] == value
	case "rank":
		rank := map[string]int16{"B": g.facts.BlackRank, "W": g.facts.WhiteRank}[side]
		return rank != 0 && query.RankName(rank) == value
	case "decade":
		lo, hi := int(g.facts.DateLo)/10000, int(g.facts.DateHi)/10000
		return lo > 0 && fmt.Sprintf("%ds", lo/10*10) == value && (hi <= lo+1 || hi/10 == lo/10)
	case "winner":
		return query.WinnerName(g.facts.Winner) == value
	}
	panic(field)
}

// slowScore counts games for a side.
func slowScore(games []*readGame, side store.Winner) (s study.Served) {
	for _, g := range games {
		switch w := g.facts.Winner; {
		case w == side:
			s.Won++
		case w == store.WinnerNone:
			s.Drawn++
		case w == store.WinnerBlack || w == store.WinnerWhite:
			s.Lost++
		default:
			s.Unknown++
		}
	}
	return s
}

// slowGroup counts the games that have some values by reading each.
func slowGroup(games []readGame, fields, values []string) (c study.Counts) {
	sided := slices.ContainsFunc(fields, func(f string) bool { return slices.Contains([]string{"player", "opponent", "rank"}, f) })
	var all, black, white []*readGame
	c.Hows, c.Numbers = map[store.How]int{}, []statistics.Sample{{}, {}, {}, {}}
	for i := range games {
		g := &games[i]
		fulfils := func(side string) bool {
			for i, f := range fields {
				if !g.has(f, values[i], side) {
					return false
				}
			}
			return true
		}
		asBlack, asWhite := fulfils("B"), fulfils("W")
		if !asBlack && !asWhite {
			continue
		}
		all = append(all, g)
		if sided && asBlack {
			black = append(black, g)
			c.Lowest, c.Highest = widen(c.Lowest, c.Highest, g.facts.BlackRank)
		}
		if sided && asWhite {
			white = append(white, g)
			c.Lowest, c.Highest = widen(c.Lowest, c.Highest, g.facts.WhiteRank)
		}
		f := &g.facts
		c.Numbers[3][int32(f.Moves)]++
		if f.Winner == store.WinnerBlack || f.Winner == store.WinnerWhite {
			c.Hows[f.How]++
			if f.How == store.ByPoints {
				c.Numbers[0][f.Margin]++
			}
		}
		if f.Komi != store.NoKomi {
			c.Numbers[1][f.Komi]++
		}
		c.Numbers[2][int32(f.Handicap)]++
		if f.DateLo > 0 && f.DateHi/10000-f.DateLo/10000 <= 1 {
			if c.First == 0 || f.DateLo < c.First {
				c.First = f.DateLo
			}
			c.Last = max(c.Last, f.DateHi)
		}
	}
	c.Games = len(all)
	c.Black = slowScore(all, store.WinnerBlack)
	c.Own = [2]study.Served{slowScore(black, store.WinnerBlack), slowScore(white, store.WinnerWhite)}
	return c
}

func widen(lowest, highest, rank int16) (int16, int16) {
	if rank == 0 {
		return lowest, highest
	}
	if lowest == 0 {
		return rank, rank
	}
	return min(lowest, rank), max(highest, rank)
}

// valuesOf are the values that games may have of a field.
func valuesOf(games []readGame, field string) []string {
	found := map[string]bool{}
	for _, g := range games {
		switch field {
		case "player", "opponent":
			found[g.info["PB"]], found[g.info["PW"]] = true, true
		case "rank":
			found[query.RankName(g.facts.BlackRank)], found[query.RankName(g.facts.WhiteRank)] = true, true
		case "decade":
			found[fmt.Sprintf("%ds", g.facts.DateLo/10000/10*10)] = true
		case "winner":
			found[query.WinnerName(g.facts.Winner)] = true
		}
	}
	delete(found, "")
	var list []string
	for v := range found {
		list = append(list, v)
	}
	slices.Sort(list)
	return list
}

// Groups are those that reading every record finds.
func TestGroups(t *testing.T) {
	s := newGamesArchive(t, testsize.Of(240, 100))
	compared, drawn, twice := 0, 0, 0
	for _, fields := range [][]string{{}, {"decade"}, {"player"}, {"rank"}, {"player", "opponent"}, {"player", "rank"}, {"decade", "winner"}, {"rank", "winner"}} {
		for _, text := range []string{"", "date:1970..1999", "player:nobody"} {
			games := readAll(t, s, text)
			want := &study.GroupsFound{Groups: []study.Group{}}
			in := map[*readGame]bool{}
			first, second := []string{""}, []string{""}
			if len(fields) > 0 {
				first = valuesOf(games, fields[0])
			}
			if len(fields) > 1 {
				second = valuesOf(games, fields[1])
			}
			for _, a := range first {
				for _, b := range second {
					values := []string{a, b}[:len(fields)]
					c := slowGroup(games, fields, values)
					if len(fields) == 0 {
						continue
					}
					if c.Games > 0 {
						want.Groups = append(want.Groups, study.Group{Values: values, Counts: c})
						drawn += c.Black.Drawn
						if c.Games < c.Own[0].Games()+c.Own[1].Games() {
							twice++
						}
					}
				}
			}
			want.All.Counts = slowGroup(games, nil, nil)
			for i := range games {
				for _, g := range want.Groups {
					if one := slowGroup(games[i:i+1], fields, g.Values); one.Games > 0 {
						in[&games[i]] = true
						break
					}
				}
			}
			if len(fields) > 0 {
				want.Without = len(games) - len(in)
			}
			q, err := query.Parse(text)
			if err != nil {
				t.Fatal(err)
			}
			what := &study.Groups{Labels: search.Labels{Fields: fields}, Measures: study.Measures()}
			question, err := search.Resolve(t.Context(), s, q, map[string]search.Aggregation{"it": what}, &search.Options{Records: true})
			if err != nil {
				t.Fatal(err)
			}
			answer, err := search.Ask(t.Context(), search.NewLocal(s, nil), question, nil)
			if err != nil {
				t.Fatal(err)
			}
			slices.SortFunc(want.Groups, func(a, b study.Group) int { return slices.CompareFunc(a.Values, b.Values, cmp.Compare[string]) })
			if d := gocmp.Diff(want, answer.Found["it"]); d != "" {
				t.Fatalf("%q by %v (-slow +got)\n%s", text, fields, d)
			}
			compared += len(want.Groups)
			strictly(t, s, question)
		}
	}
	if compared < testsize.Of(1000, 300) || drawn == 0 || twice == 0 {
		t.Errorf("only %d groups were compared, %d drawn games, %d games of a group with itself", compared, drawn, twice)
	}
}

// strictly reads the states that a question gives, and refuses those that are no
// states of it.
func strictly(t *testing.T, s *store.Snapshot, question *search.Question) {
	t.Helper()
	partials, err := search.NewLocal(s, nil).Search(t.Context(), []*search.Question{question}, nil)
	if err != nil {
		t.Fatal(err)
	}
	data, err := json.Marshal(partials[0])
	if err != nil {
		t.Fatal(err)
	}
	again, err := question.ReadPartial(data)
	if err != nil {
		t.Fatal(err)
	}
	if second, err := json.Marshal(again); err != nil || !bytes.Equal(second, data) {
		t.Fatalf("read back as\n%s\nwant\n%s (%v)", second, data, err)
	}
	for _, bad := range [][2]string{{`"all":{`, `"all":{"surprise":1,`}, {`"without":`, `"without":-`}, {`"won":`, `"won":-1`}, {`"numbers":[`, `"numbers":[{},`}} {
		changed := strings.Replace(string(data), bad[0], bad[1], 1)
		if changed == string(data) || bad[0] == `"without":` && strings.Contains(string(data), `"without":0`) {
			continue
		}
		if _, err := question.ReadPartial([]byte(changed)); err == nil {
			t.Errorf("a state with %s is read", bad[1])
		}
	}
}

// slowCorners finds with which points a side opened corners by looking at the board
// after each move of the main line: the first stone in a square of six lines.
func slowCorners(size position.Size, script position.Script, side position.Color) string {
	var opened []string
	taken := map[[2]bool]bool{}
	var r position.Replayer
	r.Replay(size, script, func(_ *position.Board, s *position.Step) bool {
		if !s.MainLine || s.MoveNumber > 30 {
			return !s.MainLine
		}
		for _, stone := range s.Placed {
			x, y := stone.Point.X()+1, stone.Point.Y()+1
			far := [2]bool{x > size.Cols/2, y > size.Rows/2}
			if far[0] {
				x = size.Cols + 1 - x
			}
			if far[1] {
				y = size.Rows + 1 - y
			}
			if max(x, y) > 6 || taken[far] {
				continue
			}
			if taken[far] = true; s.Moved && s.Move.Point == stone.Point && stone.Color == side {
				opened = append(opened, fmt.Sprintf("%d-%d", min(x, y), max(x, y)))
			}
		}
		return true
	})
	slices.Sort(opened)
	return strings.Join(opened, " ")
}

// Corners are those that a replay shows, and only the values that are asked for count.
func TestGroupsByCorners(t *testing.T) {
	s := newGamesArchive(t, 120)
	want := map[string]*study.Counts{}
	for _, g := range s.Segments() {
		for local := range g.Len() {
			f := g.Facts(local)
			if f.Game != 1 || min(f.Size.Cols, f.Size.Rows) < 13 {
				continue
			}
			script, err := g.Script(local)
			if err != nil {
				t.Fatal(err)
			}
			seen := map[string]bool{}
			for i, side := range []position.Color{position.Black, position.White} {
				value := slowCorners(f.Size, script, side)
				if value == "" {
					continue
				}
				if want[value] == nil {
					want[value] = &study.Counts{}
				}
				if c := want[value]; !seen[value] {
					seen[value] = true
					c.Games++
				}
				score := slowScore([]*readGame{{facts: f}}, []store.Winner{store.WinnerBlack, store.WinnerWhite}[i])
				own := &want[value].Own[i]
				own.Won, own.Drawn, own.Lost, own.Unknown = own.Won+score.Won, own.Drawn+score.Drawn, own.Lost+score.Lost, own.Unknown+score.Unknown
			}
		}
	}
	ask := func(labels search.Labels) *study.GroupsFound {
		question, err := search.Resolve(t.Context(), s, query.Query{}, map[string]search.Aggregation{"it": &study.Groups{Labels: labels}}, nil)
		if err != nil {
			t.Fatal(err)
		}
		answer, err := search.Ask(t.Context(), search.NewLocal(s, nil), question, nil)
		if err != nil {
			t.Fatal(err)
		}
		return answer.Found["it"].(*study.GroupsFound)
	}
	all := ask(search.Labels{Fields: []string{"corners"}})
	if len(all.Groups) != len(want) || len(want) < 10 {
		t.Errorf("%d groups, want %d", len(all.Groups), len(want))
	}
	for _, g := range all.Groups {
		if w := want[g.Values[0]]; w == nil || w.Games != g.Games || w.Own != g.Own {
			t.Errorf("%s: %+v, want %+v", g.Values[0], g.Counts, w)
		}
	}
	some := ask(search.Labels{Fields: []string{"corners"}, Only: []string{all.Groups[0].Values[0], "nowhere"}})
	if len(some.Groups) != 1 || gocmp.Diff(some.Groups[0], all.Groups[0]) != "" || some.Without != some.All.Games-some.Groups[0].Games {
		t.Errorf("only one value: %+v", some)
	}
}

// What cannot be grouped is refused.
func TestGroupsCheck(t *testing.T) {
	for _, g := range []*study.Groups{
		{Labels: search.Labels{Fields: []string{"id"}}}, {Labels: search.Labels{Fields: []string{"plyer"}}},
		{Labels: search.Labels{Fields: []string{"year", "rank", "player"}}}, {Measures: []string{"happiness"}},
	} {
		if err := g.Check(nil); err == nil {
			t.Errorf("%+v is no error", g)
		}
	}
}

func ExampleServed() {
	black, white := study.Served{Won: 7, Lost: 2, Unknown: 1}, study.Served{Won: 3, Drawn: 1, Lost: 5}
	both := black.Decided().Add(white.Decided())
	fmt.Printf("%.1f of %d games\n", both.Score()*18, both.Games())
	// Output: 10.5 of 18 games
}
