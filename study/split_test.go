package study_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"kifudb/book/duplicate"
	"kifudb/cluster/nodetest"
	"kifudb/query"
	"kifudb/search"
	"kifudb/study"
)

// exhaustive are aggregations of every kind of the package, to be asked about a
// position on 7 lines.
func exhaustive() []search.Aggregation {
	return []search.Aggregation{
		&study.Groups{Labels: search.Labels{Fields: []string{"player", "opponent"}}, Measures: study.Measures(), Graded: true}, &study.Groups{},
		&study.First{Limit: 2}, &study.SimilarPositions{Limit: 2}, &study.SimilarGames{Positions: []string{"SZ[7]AB[bb]"}, Game: 1, Limit: 2},
		&study.Annotation{Lo: 18460911, Hi: 18460911, Limit: 2}, &study.Annotation{Moves: true}, &study.Remarks{Limit: 2},
		&study.Problems{Moved: true}, &study.Orders{Last: 3}, &study.Orders{},
		&study.Tree{Depth: 4, MinGames: 2, MaxMoves: 3}, &study.Tree{Depth: 3, Merge: true}, &study.Losses{},
		&study.Mistakes{From: 300, Least: 2}, &study.Mistakes{From: 100, Least: 1, ByCount: true, Limit: 3},
		&study.MistakesMet{Mistakes: study.Mistakes{From: 100}, Regions: []study.MetRegion{{Key: 4014834532318340587}, {Key: 7624121776929129115}, {Kind: study.Around5, Key: 1}}}, // the first are whole boards of the games
		&study.Follow{Positions: []study.FollowPosition{{Leaf: true}}, Games: 3},
	}
}

// ofSearch are the kinds whose split is proved by the tests of package search.
var ofSearch = []search.Aggregation{
	&search.Count{}, &search.Page{}, &search.FacetCounts{}, &search.CrossCounts{}, &search.Continuations{}, &search.Pairings{}, &search.IDs{},
}

// Every kind of aggregation is in a proof that parts of an archive answer as one.
func TestAggregationsAreSplit(t *testing.T) {
	proved := map[string]bool{}
	for _, a := range append(exhaustive(), ofSearch...) {
		proved[a.Kind()] = true
	}
	for _, kind := range search.AggregationKinds() {
		if !proved[kind] {
			t.Errorf("aggregation %q is not in exhaustive", kind)
		}
	}
}

// The segments of an archive, divided among searchers that see nothing else and are
// reached by bytes, answer as one, whatever is asked.
func TestSplit(t *testing.T) {
	a := newRandomArchive(t, 21, 160)
	nodes := nodetest.Start(t, a.Snapshot, 3, 2)
	a.nodes = func(clusters *duplicate.Clusters) search.Searcher { return nodes.Searcher(a.Snapshot, clusters) }
	away := nodetest.NewRoom(t, a.Snapshot)
	a.away = func(clusters *duplicate.Clusters) search.Searcher { return search.NewLocal(away.Snapshot, clusters) }
	asked := []string{"pos:[7x7]", "player:ann pos:[7x7]"}
	for _, i := range []int{0, 7, 50} {
		asked = append(asked, fmt.Sprintf("pos:%d@1", a.games[i].id))
	}
	for _, what := range exhaustive() {
		for _, text := range asked {
			for _, clusters := range []*duplicate.Clusters{nil, a.clusters} {
				a.ask(t, text, what, clusters)
			}
		}
	}
}

// A state that has what nobody knows, or is cut off, is refused, and one that was read
// is what was written.
func TestStatesAreStrict(t *testing.T) {
	a := newRandomArchive(t, 3, 120)
	type asked struct {
		text string
		what search.Aggregation
	}
	list := []asked{{"pat:[OX.] game:othello", &study.Losses{}}}
	for _, what := range exhaustive() {
		list = append(list, asked{fmt.Sprintf("pos:%d@1", a.games[0].id), what})
	}
	for _, one := range list {
		what := one.what
		q, err := query.Parse(one.text)
		if err != nil {
			t.Fatal(err)
		}
		question, err := search.Resolve(t.Context(), a.Snapshot, q, map[string]search.Aggregation{"it": what}, nil)
		if err != nil {
			t.Fatal(err)
		}
		partials, err := search.NewLocal(a.Snapshot, nil).Search(t.Context(), []*search.Question{question}, nil)
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
		if second, err := json.Marshal(again); err != nil || string(second) != string(data) {
			t.Errorf("%s: read back as\n%s\nwant\n%s (%v)", what.Kind(), second, data, err)
		}
		bad := strings.Replace(string(data), `"states":[{`, `"states":[{"surprise":1,`, 1)
		if bad == string(data) {
			t.Fatalf("%s has no state in %s", what.Kind(), data)
		}
		if _, err := question.ReadPartial([]byte(bad)); err == nil {
			t.Errorf("%s: a state with a surprise is read", what.Kind())
		}
	}
}
