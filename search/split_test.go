package search

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"kifudb/book/duplicate"
	"kifudb/book/user"
	"kifudb/position"
	"kifudb/query"
	"kifudb/search/match"
	"kifudb/store"
)

// bytesOnly is a searcher that is reached by bytes alone.
func bytesOnly(s Searcher) Searcher {
	return &Remote{Call: func(ctx context.Context, batch []byte, watch func([]byte)) ([]byte, error) {
		return Serve(ctx, s, batch, watch)
	}}
}

// split divides the segments of an archive at random among so many searchers,
// each of which opens only its own and gets and gives bytes. Some may have none.
func split(r *rand.Rand, s *store.Snapshot, clusters *duplicate.Clusters, parts int) []Searcher {
	segments := make([][]*store.Segment, parts)
	for _, g := range s.Segments() {
		i := r.IntN(parts)
		segments[i] = append(segments[i], g.Recorded()) // corrections come with the question
	}
	var list []Searcher
	for _, some := range segments {
		l := NewLocalPart(s, some, clusters)
		l.Every = 0 // for those who watch
		list = append(list, bytesOnly(l))
	}
	return list
}

// StartNodes starts nodes of package cluster and returns who asks them about an archive
// with certain clusters. See nodes_test.go.
var StartNodes func(t testing.TB, s *store.Snapshot, replicas int) func(*duplicate.Clusters) Searcher

// OneAtATime returns a snapshot of a copy of an archive of which there is one segment at a time.
var OneAtATime func(t testing.TB, s *store.Snapshot) *store.Snapshot

// joined asks searchers one after the other and merges what they answer in a
// random order and grouping.
func joined(t *testing.T, r *rand.Rand, searchers []Searcher, q *Question) *Partial {
	t.Helper()
	var heap []*Partial
	for _, s := range searchers {
		answer, err := s.Search(t.Context(), []*Question{q}, nil)
		if err != nil {
			t.Fatal(err)
		}
		heap = append(heap, answer[0])
	}
	for len(heap) > 1 {
		r.Shuffle(len(heap), func(i, j int) { heap[i], heap[j] = heap[j], heap[i] })
		sum := q.Empty()
		sum.Merge(heap[0])
		sum.Merge(heap[1])
		heap = append(heap[2:], sum)
	}
	return heap[0]
}

// told is an answer as a test compares it: everything but times.
func told(t *testing.T, q *Question, p *Partial) string {
	t.Helper()
	a, err := q.Finish(p)
	if err != nil {
		t.Fatal(err)
	}
	for name, found := range a.Found {
		if page, ok := found.(*PageOfGames); ok && page.Next != nil {
			a.Found[name] = []any{page.Games, page.Next.String()}
		}
	}
	text := struct {
		Found           map[string]any
		Cover           Cover
		Folded, Guessed int
		Terms           []string
	}{Found: a.Found, Cover: a.Cover, Folded: a.Folded, Guessed: a.Guessed}
	for _, f := range a.Terms {
		text.Terms = append(text.Terms, fmt.Sprint(f.Term, f.Index, f.Also, f.Candidates(), f.Verified(), f.Incomplete()))
	}
	data, err := json.MarshalIndent(text, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// hasOneBoard reports whether the continuations of a query can be asked for.
func hasOneBoard(q query.Query) bool {
	_, err := query.OneBoard(q.Root)
	return err == nil
}

// exhaustive are aggregations for which all games are looked at, of every kind.
func exhaustive(r *rand.Rand, board bool) map[string]Aggregation {
	sort := []string{"date", "-black,event", "-moves,id", "margin,-rank", "-id", "place,size"}[r.IntN(6)]
	order, err := ParseOrder(sort)
	if err != nil {
		panic(err)
	}
	list := map[string]Aggregation{
		"all":    &Page{Texts: true, Matches: []string{"PB", "PW", "EV", "RE"}},
		"sorted": &Page{Sort: order, Limit: 1 + r.IntN(20), Offset: r.IntN(3) * r.IntN(10), PerGame: r.IntN(3), Texts: true},
		"count":  &Count{},
		"ids":    &IDs{},
		"cross":  &CrossCounts{FacetCounts{Labels{Fields: [][]string{{"decade", "winner"}, {"player", "tag"}, {"result", "rank"}}[r.IntN(3)]}}},
		"facets": &FacetCounts{Labels{Fields: []string{"player", "decade", "result", "rank", "size", "folder", "tag"}}},
	}
	list["pairings"] = &Pairings{Game: goNumber, Size: position.Square(9 + 10*r.IntN(2))}
	if board {
		list["next"] = &Continuations{}
		list["detailed"] = &Continuations{Detail: r.IntN(3) > 0, By: []string{"", "rank", "player", "decade", "event", "tag", "komi"}[r.IntN(7)]}
	}
	return list
}

// The segments of an archive, divided among searchers that see nothing else and
// are reached by bytes, answer as one.
func TestSplit(t *testing.T) {
	a := newArchiveOf(t, testGames(350), 25)
	if n := len(a.Segments()); n < 10 {
		t.Fatalf("%d segments are no test", n)
	}
	r := &randomQuery{rand.New(rand.NewPCG(21, 4)), a, a.ids()}
	questions, boards, pending, settled, folded := rounds(60), 0, 0, 0, 0
	nodes := StartNodes(t, a.Snapshot, 2)
	away := OneAtATime(t, a.Snapshot)
	for i := range questions {
		if a.Correct(nil); i%2 == 1 {
			a.correct(r.Rand)
		}
		away.Correct(a.Corrections())
		clusters := someClusters(r.Rand, a, 80)
		text := r.query(i % 3)
		if i%4 == 0 {
			text = r.pick("", "-player:nobody ", "date:<=1985 ") + r.pick(r.pattern(), r.position(), r.then())
		}
		q, err := query.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		o := &Options{Clusters: clusters, Records: i%5 == 4}
		list := exhaustive(r.Rand, hasOneBoard(q))
		if list["next"] != nil {
			boards++
		}
		question, err := Resolve(t.Context(), a.Snapshot, q, list, o)
		if err != nil {
			t.Fatal(err)
		}
		whole, err := NewLocal(a.Snapshot, clusters).Search(t.Context(), []*Question{question}, nil)
		if err != nil {
			t.Fatal(err)
		}
		want := told(t, question, whole[0])
		checkWhole(t, a, q, o, question, whole[0])
		for _, parts := range []int{1, 2, 3, 7} {
			searchers := split(r.Rand, a.Snapshot, clusters, parts)
			sum := joined(t, r.Rand, searchers, question)
			if d := cmp.Diff(want, told(t, question, sum)); d != "" {
				t.Fatalf("%s among %d searchers (-one +many):\n%s", text, parts, d)
			}
			several, err := (&Several{Searchers: searchers}).Search(t.Context(), []*Question{question}, nil)
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(want, told(t, question, several[0])); d != "" {
				t.Fatalf("%s among several of %d (-one +many):\n%s", text, parts, d)
			}
			n, _ := sum.Pending()
			pending += n
			settled += settledIn(t, question, sum, text)
		}
		folded += whole[0].Folded
		over, err := nodes(clusters).Search(t.Context(), []*Question{question}, func([]*Partial) {})
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(want, told(t, question, over[0])); d != "" {
			t.Fatalf("%s over nodes (-one +nodes):\n%s", text, d)
		}
		if i%3 == 0 {
			inTurn(t, away, q, o, list, want)
		}
	}
	if boards < questions/5 || pending < questions+settled || settled < questions || folded < questions {
		t.Errorf("only %d questions about continuations, %d pending games of which %d are settled, %d folded ones", boards, pending, settled, folded)
	}
}

// settledIn counts the preferred records among pending games. They are in the states of the answer,
// so that they must not come with states of their own.
func settledIn(t *testing.T, q *Question, p *Partial, text string) (n int) {
	nothing, err := statesToJSON(q.Empty().states)
	if err != nil {
		t.Fatal(err)
	}
	for cluster, g := range p.pending {
		if g.rank > 0 {
			continue
		}
		n++
		states := g.states
		if states == nil {
			if states, err = statesToJSON(g.read); err != nil {
				t.Fatal(err)
			}
		}
		if string(states) != string(nothing) {
			t.Fatalf("%s: game %d is the preferred record of its cluster, and pending with %s", text, cluster, states)
		}
	}
	return n
}

// inTurn fails unless an archive of which segments come one at a time answers as wanted, also
// if the question is resolved there, and gives the same games one after the other.
func inTurn(t *testing.T, away *store.Snapshot, q query.Query, o *Options, list map[string]Aggregation, want string) {
	t.Helper()
	question, err := Resolve(t.Context(), away, q, list, o)
	if err != nil {
		t.Fatal(err)
	}
	watched := 0
	found, err := NewLocal(away, o.Clusters).Search(t.Context(), []*Question{question}, func([]*Partial) { watched++ })
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(want, told(t, question, found[0])); d != "" || watched == 0 {
		t.Fatalf("%s by segments in turn, watched %d times (-one +turn):\n%s", q, watched, d)
	}
	answer, err := question.Finish(found[0])
	if err != nil {
		t.Fatal(err)
	}
	ids, _ := collect(t, Run(t.Context(), away, q, o))
	var page []store.GameID
	for _, g := range answer.Found["all"].(*PageOfGames).Games {
		page = append(page, g.ID)
	}
	if !slices.Equal(ids, page) {
		t.Fatalf("%s: %v one after the other, %v on a page", q, ids, page)
	}
}

// checkWhole compares the answer of a whole archive with those that are found
// without aggregations.
func checkWhole(t *testing.T, a *testArchive, q query.Query, o *Options, question *Question, p *Partial) {
	t.Helper()
	answer, err := question.Finish(p)
	if err != nil {
		t.Fatal(err)
	}
	ids, hits := collect(t, Run(t.Context(), a.Snapshot, q, o))
	all := answer.Found["all"].(*PageOfGames)
	if len(all.Games) != len(ids) || answer.Found["count"].(int) != len(ids) || answer.Found["facets"].(*FacetsOfGames).Games != len(ids) {
		t.Fatalf("%s: %d games on the page, %d counted; want %d", q, len(all.Games), answer.Found["count"], len(ids))
	}
	for i, g := range all.Games {
		if want, got := fmt.Sprint(places(hits[ids[i]])), fmt.Sprint(places(g.Hits)); g.ID != ids[i] || want != got {
			t.Fatalf("%s: game %d with %s; want %d with %s", q, g.ID, got, ids[i], want)
		}
	}
	page := question.Aggregations["sorted"].(*Page)
	sorted := *o
	sorted.Sort, sorted.Limit, sorted.Offset, sorted.PerGame = page.Sort, page.Limit, page.Offset, page.PerGame
	want, _ := collect(t, Run(t.Context(), a.Snapshot, q, &sorted))
	var got []store.GameID
	for _, g := range answer.Found["sorted"].(*PageOfGames).Games {
		got = append(got, g.ID)
	}
	if !slices.Equal(want, got) {
		t.Fatalf("%s by %v: %v, want %v", q, page.Sort, got, want)
	}
}

// places are the nodes of hits.
func places(hits []match.Hit) (list []string) {
	for _, h := range hits {
		list = append(list, fmt.Sprint(h.Game, h.Node, h.MoveNumber))
	}
	return list
}

// Pages that begin at the cursor behind the one before are the whole answer, also
// if the games are divided among searchers.
func TestSplitPages(t *testing.T) {
	a := newArchiveOf(t, testGames(300), 25)
	r := &randomQuery{rand.New(rand.NewPCG(22, 4)), a, a.ids()}
	nodes := StartNodes(t, a.Snapshot, 1)
	for i, text := range []string{"", "player:cho", "comment:ladder", "pat:[XO/..]", "date:1985 or winner:white"} {
		if testing.Short() && i%2 == 1 {
			continue
		}
		q := mustParse(t, text)
		clusters := someClusters(r.Rand, a, 80)
		for _, sort := range []string{"", "date", "-black,-rank", "event,-id"} {
			order, err := ParseOrder(sort)
			if err != nil {
				t.Fatal(err)
			}
			want, _ := collect(t, Run(t.Context(), a.Snapshot, q, &Options{Sort: order, Clusters: clusters}))
			var searcher Searcher = &Several{Searchers: split(r.Rand, a.Snapshot, clusters, 1+i%3)}
			if i == 2 {
				searcher = nodes(clusters)
			}
			var got []store.GameID
			page := &Page{Sort: order, Limit: 7, PerGame: 1, Texts: true}
			for pages := 0; ; pages++ {
				question, err := Resolve(t.Context(), a.Snapshot, q, map[string]Aggregation{"page": page}, &Options{Clusters: clusters})
				if err != nil {
					t.Fatal(err)
				}
				var watch func(*Partial)
				if pages%2 == 0 {
					watch = func(*Partial) {} // games are looked at in another order then
				}
				answer, err := Ask(t.Context(), searcher, question, watch)
				if err != nil {
					t.Fatal(err)
				}
				found := answer.Found["page"].(*PageOfGames)
				for _, g := range found.Games {
					if len(g.Hits) != 1 || g.Hits[0].Game != g.ID {
						t.Fatalf("%q: game %d has hits %v", text, g.ID, g.Hits)
					}
					got = append(got, g.ID)
				}
				if found.Next == nil || pages > 100 {
					break
				}
				next := *page
				next.After = found.Next
				page = &next
			}
			if d := cmp.Diff(want, got); d != "" || len(want) < 8 {
				t.Errorf("%q sorted by %q: pages differ from the whole (-whole +pages)\n%s", text, sort, d)
			}
		}
	}
}

// broken is a searcher that fails.
type broken struct{ err error }

func (b broken) Search(context.Context, []*Question, func([]*Partial)) ([]*Partial, error) {
	return nil, b.err
}

// What a searcher does not answer is missed, and said if that is allowed.
func TestSeveralMissing(t *testing.T) {
	a := newArchiveOf(t, testGames(100), 25)
	question, err := Resolve(t.Context(), a.Snapshot, query.Query{}, map[string]Aggregation{"n": &Count{}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	off := errors.New("switched off")
	parts := []Searcher{NewLocalPart(a.Snapshot, a.Segments()[:2], nil), broken{off}}
	if _, err := Ask(t.Context(), &Several{Searchers: parts}, question, nil); !errors.Is(err, off) {
		t.Errorf("got %v, want the error of the part", err)
	}
	answer, err := Ask(t.Context(), &Several{Searchers: parts, Lenient: true}, question, nil)
	if err != nil {
		t.Fatal(err)
	}
	if c := answer.Cover; c.Whole() || len(c.Missing) != 1 || c.Segments != 2 || answer.Found["n"].(int) != c.Games {
		t.Errorf("got %+v, %v games", c, answer.Found["n"])
	}
	if c := mustAsk(t, NewLocal(a.Snapshot, nil), question).Cover; !c.Whole() || c.Games != a.Len() || c.OfGames != a.Len() {
		t.Errorf("of the whole archive: %+v", c)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, s := range []Searcher{NewLocal(a.Snapshot, nil), &Several{Searchers: parts, Lenient: true}} {
		if _, err := s.Search(ctx, []*Question{question}, nil); !errors.Is(err, context.Canceled) {
			t.Errorf("%T, cancelled: %v", s, err)
		}
	}
}

func mustAsk(t *testing.T, s Searcher, q *Question) *Answer {
	t.Helper()
	a, err := Ask(t.Context(), s, q, nil)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// Parts say how many games were guessed, of clusters that span them once.
func TestSplitGuesses(t *testing.T) {
	s := newNamedArchive(t, 1, []namedGame{
		{"小林\ufffd一", "Cho U", ""}, {"小林光一", "Ke Jie", ""}, {"小林\ufffd一", "Cho U", ""}, {"Lee", "小林\ufffd一", ""}, {"小林光\ufffd", "小林光一", ""},
	})
	clusters := new(duplicate.Clusters).Decided(s, []user.Decision{{Kind: user.Same, Games: []store.GameID{1, 3}}})
	question, err := Resolve(t.Context(), s, mustParse(t, "player:小林光一"), map[string]Aggregation{"n": &Count{}, "all": &Page{Texts: true}}, &Options{Clusters: clusters})
	if err != nil {
		t.Fatal(err)
	}
	if len(s.Segments()) != 5 {
		t.Fatalf("%d segments", len(s.Segments()))
	}
	var parts []Searcher
	for _, g := range s.Segments() {
		parts = append(parts, bytesOnly(NewLocalPart(s, []*store.Segment{g}, clusters)))
	}
	for _, searcher := range []Searcher{NewLocal(s, clusters), &Several{Searchers: parts}} {
		a := mustAsk(t, searcher, question)
		damaged := 0
		for _, g := range a.Found["all"].(*PageOfGames).Games {
			for _, h := range g.Hits {
				if h.Comment != nil && h.Comment.Damaged {
					damaged++
				}
			}
		}
		if a.Found["n"].(int) != 4 || a.Guessed != 2 || a.Folded != 1 || damaged != 2 {
			t.Errorf("%T: %v games, %d guessed, %d hits say so, %d folded; want 4, 2, 2, 1", searcher, a.Found["n"], a.Guessed, damaged, a.Folded)
		}
	}
}

// An answer that lacks comments which are not indexed yet is not whole.
func TestCoverUnindexed(t *testing.T) {
	db, err := store.Open(filepath.Join(t.TempDir(), "archive"), &store.Options{Create: true, MaxGames: 2})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	w, err := db.Writer(func(store.Record) (*store.Game, error) { return nil, errors.New("not needed") })
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range middleGames {
		if _, err := w.Add(t.Context(), r.game(t, i)); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(w.Commit(t.Context()), w.Close()); err != nil {
		t.Fatal(err)
	}
	s, err := db.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	segments := s.Segments()
	parts := &Several{Searchers: []Searcher{bytesOnly(NewLocalPart(s, segments[:1], nil)), bytesOnly(NewLocalPart(s, segments[1:], nil))}}
	for text, want := range map[string]int{"ladder": 2, "player:cho": 0} { // the second one has no comments
		question, err := Resolve(t.Context(), s, mustParse(t, text), map[string]Aggregation{"n": &Count{}}, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, searcher := range []Searcher{NewLocal(s, nil), parts} {
			if c := mustAsk(t, searcher, question).Cover; c.Unindexed != want || c.Whole() != (want == 0) {
				t.Errorf("%s, %T: %+v, want %d segments unindexed", text, searcher, c, want)
			}
		}
	}
}

// A searcher refuses a question about another archive, another change of it or
// other clusters, also through bytes and among several; where each record counts,
// clusters do not matter.
func TestSplitOfAnotherMoment(t *testing.T) {
	a, b := newArchiveOf(t, testGames(60), 25), newArchiveOf(t, testGames(60), 25)
	r := rand.New(rand.NewPCG(3, 5))
	clusters, others := someClusters(r, a, 8), someClusters(r, a, 8)
	if clusters.Digest() == others.Digest() || clusters.Digest() == "" {
		t.Fatalf("the digests of two tables are %q and %q", clusters.Digest(), others.Digest())
	}
	ask := func(clusters *duplicate.Clusters, records bool, aggregation Aggregation) *Question {
		q, err := Resolve(t.Context(), a.Snapshot, mustParse(t, "winner:black"), map[string]Aggregation{"it": aggregation}, &Options{Clusters: clusters, Records: records})
		if err != nil {
			t.Fatal(err)
		}
		data, err := json.Marshal(q)
		if err != nil {
			t.Fatal(err)
		}
		read := new(Question)
		if err := json.Unmarshal(data, read); err != nil || read.Moment() != q.Moment() {
			t.Fatalf("%v read back as %v, %v", q.Moment(), read.Moment(), err)
		}
		return read
	}
	older := ask(clusters, false, &Count{})
	older.moment.Generation--
	for name, test := range map[string]struct {
		local *Local
		q     *Question
		want  bool // it is refused
	}{
		"the same":                     {NewLocal(a.Snapshot, clusters), ask(clusters, false, &Count{}), false},
		"another archive":              {NewLocal(b.Snapshot, clusters), ask(clusters, false, &Count{}), true},
		"a part of another archive":    {NewLocalPart(b.Snapshot, b.Segments()[:1], clusters), ask(clusters, false, &Count{}), true},
		"another change":               {NewLocal(a.Snapshot, clusters), older, true},
		"other clusters":               {NewLocal(a.Snapshot, others), ask(clusters, false, &Count{}), true},
		"no clusters here":             {NewLocal(a.Snapshot, nil), ask(clusters, false, &Count{}), true},
		"no clusters in the question":  {NewLocal(a.Snapshot, clusters), ask(nil, false, &Count{}), true},
		"other clusters, all records":  {NewLocal(a.Snapshot, others), ask(clusters, true, &Count{}), false},
		"another archive, all records": {NewLocal(b.Snapshot, nil), ask(nil, true, &Count{}), true},
	} {
		for how, s := range map[string]Searcher{"": test.local, "by bytes": bytesOnly(test.local), "among several": &Several{Searchers: []Searcher{bytesOnly(test.local)}}} {
			_, err := s.Search(t.Context(), []*Question{test.q}, nil)
			stale, ok := errors.AsType[*StaleError](err)
			if ok != test.want || ok && (!errors.Is(err, ErrStale) || stale.Asked == stale.Here) || err != nil && !ok {
				t.Errorf("%s %s: %v", name, how, err)
			}
		}
	}
	stream := ask(clusters, false, &Page{})
	if _, err := NewLocal(b.Snapshot, clusters).Each(t.Context(), stream, func(PageGame) error { return nil }); !errors.Is(err, ErrStale) {
		t.Errorf("a stream of another archive: %v", err)
	}
}
