package bench

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"kifudb/book/duplicate"
	"kifudb/indexer"
	"kifudb/internal/testsize"
	"kifudb/query"
	"kifudb/search"
	"kifudb/store"
	"kifudb/study"
)

// splitQuestions find something in games as they are played.
var splitQuestions = []string{
	"", "date:1985..1999", "player:tanaka", "event:cup winner:white", "-result:B+R size:19",
	`pos:"B[pd];W[dp];B[pp];W[dd]"`, "pos:2@n12 ko:none", "pat:[XO/OX]", "pat:NW[......./......./..OX.../..OX.../..X..../......./.......] colors:either",
	"seq:corner[B[qd];W[oc];B[pc]]", `then(pat:"N[XO/.X]", within:40, pat:"[XO/OX]")`,
}

// TestSplit divides the segments of an archive at random among searchers that see
// nothing else and are reached by bytes, and compares what they say together with
// what one says. The archive is made of generated games, each of them a second
// time with another root; with KIFUDB_DATA, of all records of a file or
// folder.
func TestSplit(t *testing.T) {
	ctx := context.Background()
	data, most := os.Getenv("KIFUDB_DATA"), 1000
	if data == "" {
		data, most = filepath.Join(t.TempDir(), "games"), 20
		if err := os.Mkdir(data, 0o777); err != nil {
			t.Fatal(err)
		}
		writeGames(t, filepath.Join(data, "a.sgf"), testsize.Of(60, 50))
		writeAgain(t, filepath.Join(data, "a.sgf"), filepath.Join(data, "b.sgf"))
	}
	db, err := store.Open(filepath.Join(t.TempDir(), "archive"), &store.Options{Create: true, MaxGames: most})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	w, err := db.Writer(indexer.Derive)
	if err != nil {
		t.Fatal(err)
	}
	_, err = indexer.Import(ctx, w, []string{data}, nil)
	if err := errors.Join(err, w.Close()); err != nil {
		t.Fatal(err)
	}
	s, err := db.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	clusters, err := duplicate.Open(ctx, s, nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(s.Segments()) < 5 || clusters.Len() < 10 {
		t.Fatalf("%d segments and %d clusters are no test", len(s.Segments()), clusters.Len())
	}
	r := rand.New(rand.NewPCG(seed, 7))
	waited, room := 0, 0
	for _, text := range splitQuestions {
		q, err := query.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		order, err := search.ParseOrder([]string{"date,-black", "-moves", "event,id", "-rank"}[r.IntN(4)])
		if err != nil {
			t.Fatal(err)
		}
		list := map[string]search.Aggregation{
			"first": &search.Page{Limit: 30, PerGame: 3, Texts: true}, "sorted": &search.Page{Sort: order, Limit: 30, Offset: r.IntN(9), Texts: true},
			"ids": &search.Page{PerGame: 1, Texts: true}, "count": &search.Count{}, "facets": &search.FacetCounts{Labels: search.Labels{Fields: []string{"player", "decade", "result"}}},
			"next":   &search.Continuations{},
			"groups": &study.Groups{Labels: search.Labels{Fields: []string{"player", "opponent"}}, Measures: study.Measures()},
			"years":  &study.Groups{Labels: search.Labels{Fields: []string{"year"}}, Measures: []string{"moves"}},
			"all":    &study.Groups{},
			"opened": &study.Groups{Labels: search.Labels{Fields: []string{"corners", "fuseki"}}},
			"only":   &study.Groups{Labels: search.Labels{Fields: []string{"decade", "player"}, Only: []string{"1980s", "nobody"}}},
		}
		for _, o := range []*search.Options{{Clusters: clusters}, {Clusters: clusters, Records: true}} {
			question, err := search.Resolve(ctx, s, q, list, o)
			if errors.Is(err, query.ErrNoBoard) {
				delete(list, "next")
				question, err = search.Resolve(ctx, s, q, list, o)
			}
			if err != nil {
				t.Fatal(err)
			}
			want := answerOf(t, search.NewLocal(s, clusters), question)
			for _, parts := range []int{1, 2, 3, 7} {
				segments := make([][]*store.Segment, parts)
				for _, g := range s.Segments() {
					i := r.IntN(parts)
					segments[i] = append(segments[i], g)
				}
				all := &search.Several{}
				for _, some := range segments {
					local := search.NewLocalPart(s, some, clusters)
					all.Searchers = append(all.Searchers, &search.Remote{Call: func(ctx context.Context, batch []byte, watch func([]byte)) ([]byte, error) {
						return search.Serve(ctx, local, batch, watch)
					}})
				}
				if got := answerOf(t, all, question); got != want {
					t.Errorf("%q, records %v, among %d searchers:\n%.2000s\nwant\n%.2000s", text, o.Records, parts, got, want)
				}
				answer, err := all.Search(ctx, []*search.Question{question}, nil)
				if err != nil {
					t.Fatal(err)
				}
				n, size := answer[0].Pending()
				waited, room = max(waited, n), max(room, size)
			}
		}
	}
	t.Logf("%d games in %d segments, %d clusters; at most %d games pending, in %d bytes", s.Len(), len(s.Segments()), clusters.Len(), waited, room)
	if waited == 0 {
		t.Error("no cluster spans parts")
	}
}

// answerOf is what a searcher finds, as JSON.
func answerOf(t *testing.T, s search.Searcher, q *search.Question) string {
	t.Helper()
	answer, err := search.Ask(t.Context(), s, q, nil)
	if err != nil {
		t.Fatal(err)
	}
	answer.Cover.Games = 0 // first pages need not look at all
	data, err := json.Marshal([]any{answer.Found, answer.Cover, answer.Guessed})
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// writeAgain writes the records of a file once more, each with another text in
// its root: other records of the same games.
func writeAgain(t *testing.T, from, to string) {
	t.Helper()
	data, err := os.ReadFile(from)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(to, bytes.ReplaceAll(data, []byte("GM[1]"), []byte("GM[1]US[somebody else]")), 0o666); err != nil {
		t.Fatal(err)
	}
}
