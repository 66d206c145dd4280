package ask

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"kifudb/archive"
	"kifudb/archive/archivetest"
	"kifudb/position"
	"kifudb/sgfread"
	"kifudb/store"
)

// annotated is what a test compares: of each move the number, how it stands, and the
// earlier games with the position and with the move.
func annotated(a *Annotation) (list []string) {
	for _, m := range a.Moves {
		list = append(list, fmt.Sprint(m.Number, m.Name, " ", m.Standing, " ", m.Known.Earlier, " ", m.Played.Earlier, " ", m.Reached.Earlier, " ", m.Doubtful))
	}
	return list
}

// The standings, with mirrored games, other orders of moves, and games of which nobody
// knows whether they were earlier.
func TestAnnotate(t *testing.T) {
	records := []string{"(;SZ[9]DT[2000-06-15]PB[Own];B[gc]C[own];W[cg];B[gg];W[cc];B[eb];W[ec];B[fc])"}
	for i := range 24 { // lying in all ways
		moves := []string{"B[gc];W[cg];B[gg]", "B[gg];W[cc];B[cg]", "B[cc];W[gg];B[gc]"}[i%3]
		records = append(records, fmt.Sprintf("(;SZ[9]DT[199%d]PB[P%d]RE[B+R];%s;W[ee])", i%10, i, moves))
	}
	records = append(records,
		"(;SZ[9]DT[1999]RE[W+R];B[gc];W[cg];B[gg];W[cc])",                // rare: one of 25
		"(;SZ[9]DT[1980];B[gc];W[cc];B[eb];W[ec];B[gg];W[cg])",           // other moves to what follows move 6
		"(;SZ[9]DT[2000-06-15];B[gc];W[cg];B[gg];W[cc];B[eb])",           // of the same day
		"(;SZ[9]DT[2000];B[gc];W[cg];B[gg];W[cc];B[eb])",                 // of any day of the year
		"(;SZ[9];B[gc];W[cg];B[gg];W[cc];B[eb])",                         // undated
		"(;SZ[9]DT[2001];B[gc];W[cg];B[gg];W[cc];B[eb])",                 // later
		"(;SZ[9]DT[1970];B[gc];W[cg](;B[ac];W[aa])(;B[gg];W[cc];B[eb]))", // only in a variation
		"(;SZ[13]DT[1970];B[gc];W[cg])",                                  // another board
	)
	v := archivetest.Of(t, records...)
	a, err := Of(v.Views).Annotate(t.Context(), &archive.Search{Records: true}, &AnnotateOptions{Game: "1", Limit: 2})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"1G7 usual 27 27 27 false", "2C3 usual 27 26 26 false", "3G3 usual 26 25 25 false", "4C7 rare 25 1 1 true",
		"5E8 new 1 0 0 true", "6E7 return 0 0 1 false", "7F7 new 1 0 0 false",
	}
	if d := cmp.Diff(want, annotated(a)); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	if want := (ByTime{27, 2, 1, 1}); a.Games != want || a.AsOf != "2000-06-15" || a.AsOfFrom != "game" {
		t.Errorf("%+v of %s, from %s; want %+v", a.Games, a.AsOf, a.AsOfFrom, want)
	}
	if fmt.Sprint(a.Departures, a.Returns, a.LastKnown, a.Left) != "[5 7] [6] 6 [1]" {
		t.Errorf("departures %v, returns %v, last known %d, left %v", a.Departures, a.Returns, a.LastKnown, a.Left)
	}
	if m := a.Moves[1]; m.Rank != 1 || m.Of != 2 {
		t.Errorf("move 2: %d of %d", m.Rank, m.Of)
	}
	m := a.Moves[4]
	if want := (ByTime{0, 2, 1, 1}); m.Played != want || len(m.Maybe) != 2 || m.Last == nil || m.Last.Game.ID != 26 {
		t.Errorf("move 5: played %+v, maybe in %v, last %v", m.Played, m.Maybe, m.Last)
	}
	m = a.Moves[3]
	if m.Rank != 2 || m.Of != 2 || m.Usually == nil || m.Usually.Name != "E5" || m.Usually.Games != 24 || m.Won.White != 1 || m.Won.Decided != 1 {
		t.Errorf("move 4: %d of %d, usually %+v, won %+v", m.Rank, m.Of, m.Usually, m.Won)
	}
	if len(a.Nearest) != 1 || a.Nearest[0].Game.ID != 27 || a.Nearest[0].Ref != "27@6" || a.Nearest[0].Date != "1980" {
		t.Errorf("nearest %+v", a.Nearest)
	}

	// As of now all games count as earlier, and of some day those before it.
	for asof, want := range map[string]ByTime{AsOfNow: {31, 0, 0, 0}, "1975": {1, 0, 1, 29}, "1999-01-01": {24, 3, 1, 3}} {
		a, err := Of(v.Views).Annotate(t.Context(), &archive.Search{Records: true}, &AnnotateOptions{Game: "1", AsOf: asof})
		if err != nil {
			t.Fatal(err)
		}
		if a.Games != want {
			t.Errorf("as of %s: %+v, want %+v", asof, a.Games, want)
		}
	}
	if a, err = Of(v.Views).Annotate(t.Context(), &archive.Search{Records: true}, &AnnotateOptions{Game: "30"}); err != nil || a.AsOfFrom != "undated" || a.Games.Earlier != 31 {
		t.Errorf("undated: %+v from %s, %v", a.Games, a.AsOfFrom, err)
	}
	if _, err := Of(v.Views).Annotate(t.Context(), &archive.Search{}, &AnnotateOptions{Game: "1", AsOf: "soon"}); !errors.Is(err, archive.ErrRequest) {
		t.Errorf("as of soon: %v", err)
	}
	if a, err = Of(v.Views).Annotate(t.Context(), &archive.Search{Query: archivetest.Query(t, "result:W+"), Records: true}, &AnnotateOptions{Game: "1"}); err != nil || a.Games.Earlier != 1 || a.Moves[3].Known.Earlier != 1 {
		t.Errorf("among few: %+v, %v", a, err)
	}
}

// Moves of real games stand as a replay of all others says.
func TestAnnotateScan(t *testing.T) {
	v := archivetest.Collection(t)
	known, corners := 0, 0
	lineOf := map[archive.GameID][]linePosition{}
	games := []archive.GameID{earReddening(t, v), 16, 19, 28, 34}
	if testing.Short() {
		games = games[:3]
	}
	for _, id := range games {
		a, err := Of(v.Views).Annotate(t.Context(), &archive.Search{Records: true}, &AnnotateOptions{Game: fmt.Sprint(id), Limit: 3})
		if err != nil {
			t.Fatal(err)
		}
		lines := linesBefore(t, v, a, lineOf)
		own := mainLine(t, v, id)
		if len(own) != len(a.Moves)+1 {
			t.Fatalf("game %d: %d moves, want %d", id, len(a.Moves), len(own)-1)
		}
		for i, m := range a.Moves {
			var want [3]int
			for _, line := range lines {
				at := slices.IndexFunc(line, func(p linePosition) bool { return p.text == own[i].text })
				if at >= 0 && (at+1 < len(line) && line[at+1].by == own[i+1].by || at+1 == len(line) && line[at].next == own[i+1].by) {
					want[0]++
					if at+1 < len(line) && line[at+1].text == own[i+1].text {
						want[1]++
					}
				}
				at = slices.IndexFunc(line, func(p linePosition) bool { return p.text == own[i+1].text })
				next := own[i+1].by.Opponent()
				if at >= 0 && (at+1 < len(line) && line[at+1].by == next || at+1 == len(line) && line[at].next == next) {
					want[2]++
				}
			}
			if got := [3]int{m.Known.Earlier, m.Played.Earlier, m.Reached.Earlier}; got != want {
				t.Errorf("game %d, move %d: known, played and reached %v, want %v", id, m.Number, got, want)
			}
			known += want[1]
		}
		for number, c := range a.Corners {
			if at := slices.IndexFunc(cornersOf[:], func(of struct {
				name  string
				edges position.Edges
			}) bool {
				return of.name == c.Corner
			}); c.Left > 0 && own[c.Left].corners[at] == own[c.Left-1].corners[at] {
				t.Errorf("game %d, corner %d: move %d does not change it", id, number, c.Left)
			}
			for _, m := range c.Moves {
				want := 0
				for _, line := range lines {
					if slices.ContainsFunc(line, func(p linePosition) bool {
						return slices.Contains(p.corners[:], cornerText(own[m.Number].board, c.Corner))
					}) {
						want++
					}
				}
				if m.Games.Earlier != want {
					t.Errorf("game %d, corner %s, move %d: %d games, want %d", id, c.Corner, m.Number, m.Games.Earlier, want)
				}
				corners += want
			}
		}
	}
	if known < 5*len(games) || corners < 50 {
		t.Errorf("%d known moves and %d known corners are no test", known, corners)
	}
}

// earReddening is the number of the game in the collection.
func earReddening(t *testing.T, v *archive.View) archive.GameID {
	t.Helper()
	page, err := v.Search(t.Context(), &archive.Search{Query: archivetest.Query(t, `pos:"R16 D17 Q3 P17 C4" title:ear`), Records: true})
	if err != nil || page.Total != 1 {
		t.Fatalf("%d games, %v", page.Total, err)
	}
	return page.Games[0].ID
}

// A linePosition is a position of a main line.
type linePosition struct {
	text    string         // the same for all images
	by      position.Color // who made the move that led to it
	next    position.Color
	board   *position.Board
	corners [4]string // as cornerText writes them
}

// linesBefore returns the main lines of the games that an annotated game is compared with, and
// that were earlier.
func linesBefore(t *testing.T, v *archive.View, a *Annotation, of map[archive.GameID][]linePosition) (lines [][]linePosition) {
	t.Helper()
	facts := a.Game.Segment().Facts(a.Game.Local())
	for _, g := range v.Snapshot().Segments() {
		for local := range g.Len() {
			f := g.Facts(local)
			id := g.Base() + store.GameID(local)
			if f.Game == 1 && f.Size == facts.Size && f.DateHi != 0 && f.DateHi < facts.DateLo && !slices.Contains(a.Left, id) {
				if of[id] == nil {
					of[id] = mainLine(t, v, id)
				}
				lines = append(lines, of[id])
			}
		}
	}
	return lines
}

func mainLine(t *testing.T, v *archive.View, id archive.GameID) (line []linePosition) {
	t.Helper()
	g, local, _ := v.Snapshot().Segment(id)
	script, err := g.Script(local)
	if err != nil {
		t.Fatal(err)
	}
	var r position.Replayer
	r.Replay(g.Facts(local).Size, script, func(b *position.Board, s *position.Step) bool {
		if s.MainLine && (s.Moved || s.Parent < 0) {
			p := linePosition{text: b.CanonicalSGF(), by: s.Move.Color, next: b.ToPlay(), board: b.Clone()}
			for i, c := range cornersOf {
				p.corners[i] = cornerText(b, c.name)
			}
			line = append(line, p)
		}
		return s.MainLine
	})
	return line
}

// cornerTexts has what cornerText made of corners as they lie.
var cornerTexts = map[string]string{}

// cornerText writes a corner of a board, the same for all that are alike.
func cornerText(b *position.Board, name string) string {
	size, n := b.Size(), (b.Size().Cols-1)/2
	lies := make([]byte, n*n) // counted from the corner
	for i := range lies {
		x, y := i%n, i/n
		if strings.Contains(name, "E") {
			x = size.Cols - 1 - x
		}
		if strings.Contains(name, "S") {
			y = size.Rows - 1 - y
		}
		lies[i] = ".BW"[b.At(position.At(x, y))]
	}
	if text, ok := cornerTexts[string(lies)]; ok {
		return text
	}
	best := string(lies)
	for _, swap := range []string{".BW", ".WB"} {
		straight, flipped := make([]byte, n*n), make([]byte, n*n)
		for i, c := range lies {
			c = swap[strings.IndexByte(".BW", c)]
			straight[i], flipped[i%n*n+i/n] = c, c
		}
		best = min(best, string(straight), string(flipped))
	}
	cornerTexts[string(lies)] = best
	return best
}

// The record keeps its own content, byte for byte but for the comments, and is clean.
func TestAnnotateSGF(t *testing.T) {
	v := archivetest.Collection(t)
	ear := fmt.Sprint(earReddening(t, v))
	a, err := Of(v.Views).Annotate(t.Context(), &archive.Search{}, &AnnotateOptions{Game: ear, Limit: 3})
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := a.WriteSGF(&out); err != nil {
		t.Fatal(err)
	}
	if problems := sgfread.Check(out.Bytes(), nil); len(problems) > 0 {
		t.Errorf("problems: %v", problems)
	}
	n, err := v.Node(ear)
	if err != nil {
		t.Fatal(err)
	}
	read := func(text []byte) *sgfread.Tree {
		trees, err := sgfread.Parse(text, nil)
		if err != nil || len(trees) != 1 {
			t.Fatalf("%d trees, %v", len(trees), err)
		}
		return trees[0]
	}
	before, after := read(n.Tree()), read(out.Bytes())
	if before.Len() != after.Len() {
		t.Fatalf("%d nodes, want %d", after.Len(), before.Len())
	}
	comments := 0
	for id := range before.All() {
		was, is := map[string][][]byte{}, map[string][][]byte{}
		for _, p := range before.Properties(id) {
			was[p.Name] = p.Values
		}
		for _, p := range after.Properties(id) {
			is[p.Name] = p.Values
		}
		if text := is["C"]; len(text) > 0 {
			_, own, found := strings.Cut(string(text[0]), "kifudb: ")
			if found {
				comments++
			}
			if c := was["C"]; len(c) > 0 && !strings.HasPrefix(string(text[0]), strings.TrimRight(string(c[0]), " \n")) {
				t.Errorf("node %d: %q does not begin with %q (%s)", id, text[0], c[0], own)
			}
		}
		delete(was, "C")
		delete(is, "C")
		delete(was, "CA")
		delete(is, "CA")
		if d := cmp.Diff(was, is); d != "" {
			t.Errorf("node %d (-was +is):\n%s", id, d)
		}
	}
	if comments < len(a.Departures)+3 {
		t.Errorf("%d comments", comments)
	}
}

// What is written into a record says in words how each move stands, and where corners leave
// what was known, if they do.
func TestAnnotationWords(t *testing.T) {
	game := &archive.Game{Black: "Ann", White: "Bob"}
	share := &archive.Share{Value: 0.5}
	won := archive.Results{Decided: 1, Black: 1}
	a := &Annotation{
		AsOfFrom: "asked", AsOf: "1999", Query: "winner:black", Games: ByTime{Earlier: 2000},
		record: store.Record{Raw: []byte("(;SZ[19];B[pd];W[dp];B[pp];W[dd];B[aa];W[bb];B[cc])"), Tree: [2]int{0, 51}, Charset: store.Charset{Name: "UTF-8"}},
		Moves: []AnnotationMove{
			{Node: 1, Standing: Usual, Known: ByTime{Earlier: 4}, Played: ByTime{Earlier: 2, Later: 1}, Share: share, Rank: 1, Of: 2, Won: won, Usually: &UsualMove{Name: "D4", Games: 1}},
			{Node: 2, Standing: Usual, Known: ByTime{Earlier: 4}, Played: ByTime{Earlier: 2}, Share: share, Rank: 2, Of: 2, Usually: &UsualMove{Name: "D4", Games: 3}, Last: &Seen{Game: game, Ref: "7@3", Date: "1990"}},
			{Node: 3, Standing: Rare, Known: ByTime{Earlier: 4}, Played: ByTime{Earlier: 1}, Share: share, Rank: 1, Of: 1, Usually: &UsualMove{Name: "D4", Games: 3}},
			{Node: 4, Standing: New, Known: ByTime{Earlier: 1}, Played: ByTime{Meanwhile: 1, Undated: 1}, Doubtful: true, Won: won, Last: &Seen{Game: game, Ref: "7@3"}},
			{Node: 5, Standing: Transposed, Known: ByTime{Earlier: 1}, Reached: ByTime{Earlier: 2}},
			{Node: 6, Standing: Return, Reached: ByTime{Earlier: 1}},
			{Node: 7, Standing: Unknown},
		},
		Corners: []AnnotationCorner{{Corner: "NE", LastKnown: 1, Left: 7, Games: ByTime{Earlier: 1}}, {Corner: "NW", LastKnown: 3}, {Corner: "SE", Left: 6}},
	}
	var out bytes.Buffer
	if err := a.WriteSGF(&out); err != nil {
		t.Fatal(err)
	}
	trees, err := sgfread.Parse(out.Bytes(), nil)
	if err != nil || len(trees) != 1 {
		t.Fatalf("%d trees, %v", len(trees), err)
	}
	var got []string
	for id := range trees[0].All() {
		got = append(got, string(bytes.Join(trees[0].Values(id, "C"), nil)))
	}
	want := []string{
		"kifudb: compared with 2,000 earlier games, before 1999: winner:black.",
		"kifudb: played in 2 of 4 earlier games with the position (50.0 %), number 1 of 2 moves. Of 1 decided one Black won 1, White 0. Later in 1 game.",
		"kifudb: played in 2 of 4 earlier games with the position (50.0 %), number 2 of 2 moves. Most often: D4, in 3 games. Last: 1990 Ann – Bob (7@3).",
		"kifudb: played in 1 of 4 earlier games with the position (50.0 %), number 1 of 1 move: rare. Most often: D4, in 3 games.",
		"kifudb: new. 1 earlier game had the position. But it is in 2 games that may have been earlier. The position last: Ann – Bob (7@3).",
		"kifudb: new here, in 1 earlier game with the position; 2 earlier games reached the next position by other moves.",
		"kifudb: back to a position of 1 earlier game.",
		"kifudb: the upper right corner leaves what was known; it was as in 1 earlier game after move 1.",
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

// A game in a file is compared as if it were in the archive, and records of it there are
// left out.
func TestAnnotateFile(t *testing.T) {
	v := archivetest.Collection(t)
	ear := fmt.Sprint(earReddening(t, v))
	want, err := Of(v.Views).Annotate(t.Context(), &archive.Search{}, &AnnotateOptions{Game: ear, Limit: 3})
	if err != nil {
		t.Fatal(err)
	}
	n, err := v.Node(ear)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "game.sgf")
	if err := os.WriteFile(file, n.Tree(), 0o666); err != nil {
		t.Fatal(err)
	}
	got, err := Of(v.Views).Annotate(t.Context(), &archive.Search{}, &AnnotateOptions{File: file, Limit: 3})
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(annotated(want), annotated(got)); d != "" {
		t.Errorf("(-number +file):\n%s", d)
	}
	if d := cmp.Diff(want.Left, got.Left); d != "" || want.Games != got.Games {
		t.Errorf("left %v of %+v, want %v of %+v", got.Left, got.Games, want.Left, want.Games)
	}
	for name, text := range map[string]string{"two": "(;B[aa])(;B[bb])", "none": "no game here"} {
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := Of(v.Views).Annotate(t.Context(), &archive.Search{}, &AnnotateOptions{File: file}); err == nil || !strings.Contains(err.Error(), "game.sgf") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Two archives together know what each of them does.
func TestAnnotateTogether(t *testing.T) {
	v := archivetest.Collection(t)
	other := archivetest.Of(t, "(;SZ[19]DT[1800]PB[X]PW[Y];B[qd];W[dc];B[pq])", "(;SZ[19]DT[1801]PB[X]PW[Z];B[dp];W[pq];B[dd])")
	ear := fmt.Sprint(earReddening(t, v))
	alone, err := Of(v.Views).Annotate(t.Context(), &archive.Search{}, &AnnotateOptions{Game: ear, Limit: 3})
	if err != nil {
		t.Fatal(err)
	}
	watched := 0
	all, err := archive.OpenAll([]string{v.Archive().Dir(), other.Archive().Dir()}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer all.Close()
	views, err := all.View()
	if err != nil {
		t.Fatal(err)
	}
	defer views.Close()
	vs := Of(views)
	both, err := vs.Annotate(t.Context(), &archive.Search{}, &AnnotateOptions{Game: "1:" + ear, Limit: 3, Watch: func(sofar *Annotation) {
		watched++
		if sofar.Looked == nil || len(sofar.Moves) != len(alone.Moves) {
			t.Errorf("so far: %+v", sofar.Looked)
		}
	}})
	if err != nil {
		t.Fatal(err)
	}
	if both.Moves[0].Known.Earlier != alone.Moves[0].Known.Earlier+2 || both.Games.Earlier != alone.Games.Earlier+2 || len(both.Provenance.Archives) != 2 {
		t.Errorf("known %+v, want two more than %+v", both.Moves[0].Known, alone.Moves[0].Known)
	}
	if last := both.Moves[2].Last; last == nil || last.Ref != "2:1@2" {
		t.Errorf("move 3 was played last in %+v", last)
	}
	if both.Moves[2].Played.Earlier != alone.Moves[2].Played.Earlier+1 {
		t.Errorf("move 3 played %+v, want one more than %+v", both.Moves[2].Played, alone.Moves[2].Played)
	}
}

// A point lies in a corner from its first line to its last, counted from its upper left.
func TestInCorner(t *testing.T) {
	at := position.At
	board, part := position.Size{Cols: 19, Rows: 17}, position.Size{Cols: 9, Rows: 8}
	for name, c := range map[string]struct{ inside, want, beside, below position.Point }{
		"NW": {at(8, 7), at(8, 7), at(9, 7), at(8, 8)},
		"NE": {at(10, 7), at(0, 7), at(9, 7), at(10, 8)},
		"SW": {at(8, 9), at(8, 0), at(9, 9), at(8, 8)},
		"SE": {at(10, 9), at(0, 0), at(9, 9), at(10, 8)},
	} {
		i := slices.IndexFunc(cornersOf[:], func(of struct {
			name  string
			edges position.Edges
		}) bool {
			return of.name == name
		})
		edges := cornersOf[i].edges
		if got := inCorner(c.inside, edges, part, board); got != c.want {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
		for _, p := range []position.Point{c.beside, c.below, position.Pass} {
			if got := inCorner(p, edges, part, board); got != position.Pass {
				t.Errorf("%s: %v lies in it, at %v", name, p, got)
			}
		}
	}
}
