package search

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/google/go-cmp/cmp"

	"kifudb/book/alias"
	"kifudb/book/user"
	"kifudb/position"
	"kifudb/query"
	"kifudb/store"
)

// A question is read back as it was written, whatever was found out about its
// terms, and asks for nothing but segments any more.
func TestQuestionTravels(t *testing.T) {
	a := newTestArchive(t, 120)
	a.correct(rand.New(rand.NewPCG(3, 19)))
	db := user.Open(t.TempDir())
	group := func(table *alias.Table) error {
		_, _, err := table.Add("Cho Chikun", "趙治勲", "Kobayashi Satoru")
		return err
	}
	if err := db.ChangeAliases(alias.Players, "test", group); err != nil {
		t.Fatal(err)
	}
	if _, err := db.AddTag("read", []user.Game{{ID: 3}, {ID: 5}, {ID: 8}}); err != nil {
		t.Fatal(err)
	}
	if _, err := db.AddSearch(user.Search{Name: "mine", Query: "tag:read or player:cho"}, false); err != nil {
		t.Fatal(err)
	}
	o := &Options{
		User:     db,
		ReadFile: func(string) ([]byte, error) { return []byte("[XO/..]"), nil },
		Charset:  func(string) (string, bool) { return "gb18030", true },
	}
	for _, text := range []string{
		"", "saved:mine", `player:"cho chikun"`, "player:cho opponent:kobayashi", "(player:cho or tag:read) -opponent:shusaku", "-tag:read has:tag,note,variations",
		"pat:@x.txt colors:either", "pos:12@n4 ko:same", "pos:12@end", "then(pos:12@n2, within:9, pat:@x.txt)", "-charset:GBK", "dup:none",
		"date:1985..1999 -komi:6.5", "player:/^Ko.*i$/", "has:variations,tag,comments",
	} {
		q := mustParse(t, text)
		for _, records := range []bool{false, true} {
			o.Records = records
			question, err := Resolve(t.Context(), a.Snapshot, q, map[string]Aggregation{"all": &Page{Texts: true}, "f": &FacetCounts{Labels{Fields: []string{"tag", "player"}}}}, o)
			if err != nil {
				t.Fatalf("%s: %v", text, err)
			}
			data, err := json.Marshal(question)
			if err != nil {
				t.Fatal(err)
			}
			var read Question
			if err := json.Unmarshal(data, &read); err != nil {
				t.Fatalf("%s: %v\n%s", text, err, data)
			}
			again, err := json.Marshal(&read)
			if err != nil || string(again) != string(data) {
				t.Errorf("%s: written again it is\n%s\n%v, want\n%s", text, again, err, data)
			}
			l := NewLocal(a.Snapshot, nil)
			one, err := l.Search(t.Context(), []*Question{question}, nil)
			if err != nil {
				t.Fatal(err)
			}
			other, err := l.Search(t.Context(), []*Question{&read}, nil)
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(told(t, question, one[0]), told(t, &read, other[0])); d != "" {
				t.Errorf("%s: (-as asked +as read)\n%s", text, d)
			}
			ids, _ := collect(t, Run(t.Context(), a.Snapshot, q, o))
			if n := len(mustAsk(t, l, &read).Found["all"].(*PageOfGames).Games); n != len(ids) || n == 0 {
				t.Errorf("%s: %d games, want %d", text, n, len(ids))
			}
		}
	}
}

// What is not a question is an error, whoever wrote it.
func TestQuestionErrors(t *testing.T) {
	const rest = `"query": "", "aggregations": {}`
	for _, test := range []struct{ in, want string }{
		{`{"version": 9, "filter": {}, ` + rest + `}`, "version 9"},
		{`{"version": 3, "luck": 1, "filter": {}, ` + rest + `}`, "luck"},
		{`{"version": 3, "filter": {"pat": "x.txt", "file": true}, ` + rest + `}`, "not read yet"},
		{`{"version": 3, "filter": {"pos": "12@7"}, ` + rest + `}`, "pos"},
		{`{"version": 3, "filter": {"pat": "[X/..]"}, ` + rest + `}`, "row 2"},
		{`{"version": 3, "filter": {"field": "date", "values": ["soon"]}, ` + rest + `}`, "not a date"},
		{`{"version": 3, "filter": {"field": "luck", "values": ["x"]}, ` + rest + `}`, "unknown field"},
		{`{"version": 3, "filter": {"field": "tag", "values": ["a", "b"], "found": {}}, ` + rest + `}`, "one of 2 values"},
		{`{"version": 3, "filter": {"field": "tag", "values": ["a"], "found": {"games": "AAAA"}}, ` + rest + `}`, "set of games"},
		{`{"version": 3, "filter": {"field": "tag", "values": ["a"]}, ` + rest + `}`, "looked up"},
		{`{"version": 3, "filter": {"field": "saved", "values": ["a"]}, ` + rest + `}`, "looked up"},
		{`{"version": 3, "filter": {"field": "player", "values": ["a"], "found": {"side": "red"}}, ` + rest + `}`, "side"},
		{`{"version": 3, "filter": {}, "corrections": [{"game": 0}], ` + rest + `}`, "no game"},
		{`{"version": 3, "filter": {}, "corrections": [{"game": 1, "winner": 9}], ` + rest + `}`, "winner"},
		{`{"version": 3, "filter": {}, "corrections": [{"game": 1, "how": 9}], ` + rest + `}`, "end"},
		{`{"version": 3, "filter": {}, "corrections": [{"game": 1, "size": 9}], ` + rest + `}`, "size"},
		{`{"version": 3, "filter": {}, "corrections": [{"game": 1, "info": [["", "x"]]}], ` + rest + `}`, "identifier"},
		{`{"version": 3, "filter": {}, "query": "", "aggregations": {"n": {"kind": "luck", "parameters": {}}}}`, "unknown kind"},
		{`{"version": 3, "filter": {}, "query": "", "aggregations": {"n": {"kind": "count", "parameters": {"x": 1}}}}`, "unknown field"},
		{`{"version": 3, "filter": {}, "query": "", "aggregations": {"n": {"kind": "page", "parameters": {"Limit": -1}}}}`, "negative"},
		{`{"version": 3, "filter": {}, "query": "", "aggregations": {"n": {"kind": "page", "parameters": {"Sort": [{"Field": "luck"}]}}}}`, "luck"},
		{`{"version": 3, "filter": {}, "query": "", "aggregations": {"n": {"kind": "facets", "parameters": {"fields": ["luck"]}}}}`, "luck"},
		{`{"version": 3, "filter": {}, "query": "", "aggregations": {"n": {"kind": "facets", "parameters": {"fields": ["tag"], "tags": [{"name": "x"}]}}}}`, "no set"},
		{`{"version": 3, "filter": {}, "query": "", "aggregations": {"n": {"kind": "continuations", "parameters": {}}}}`, "exactly one"},
	} {
		var q Question
		if err := json.Unmarshal([]byte(test.in), &q); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, want %q", test.in, err, test.want)
		}
	}
	var q query.Query
	if err := json.Unmarshal([]byte(`{"field": "tag", "values": ["a"], "found": {"charset": "x"}}`), &q); err == nil {
		t.Error("a query with what belongs to a filter was read")
	}
}

// FuzzQuestion reads questions that nobody wrote, and asks those that can be.
func FuzzQuestion(f *testing.F) {
	s := openRecords(f, middleGames...)
	for _, text := range []string{"", "player:cho", "pos:[9x9 E5]", "then(pat:[X], pat:[O])", "dup:none -id:3"} {
		q, err := query.Parse(text)
		if err != nil {
			f.Fatal(err)
		}
		list := map[string]Aggregation{"page": &Page{Limit: 2, Texts: true}, "n": &Count{}, "f": &FacetCounts{Labels{Fields: []string{"player"}}}}
		if hasOneBoard(q) {
			list["next"] = &Continuations{}
		}
		question, err := Resolve(f.Context(), s, q, list, nil)
		if err != nil {
			f.Fatal(err)
		}
		data, err := json.Marshal(question)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var q Question
		if json.Unmarshal(data, &q) != nil {
			return
		}
		answers, err := NewLocal(s, nil).Search(t.Context(), []*Question{&q}, nil)
		if err != nil {
			return
		}
		if _, err := q.Finish(answers[0]); err != nil {
			t.Error(err)
		}
	})
}

// Answers that do not fit the question are errors.
func TestReadPartialErrors(t *testing.T) {
	s := openRecords(t, middleGames...)
	question, err := Resolve(t.Context(), s, mustParse(t, "pos:[9x9 E5]"), map[string]Aggregation{
		"a": &Count{}, "b": &FacetCounts{Labels{Fields: []string{"player"}}}, "c": &Continuations{}, "d": &Page{Texts: true},
	}, nil)
	if err != nil {
		t.Fatal(err)
	}
	good := `{"version": 3, "cover": {}, "states": [{"games": 1}, {"games": 1, "fields": [{"known": 1, "games": {"x": {"games": 1, "won": {}}}}]}, {"Games": 1}, {"games": [{"id": 7}]}]}`
	if _, err := question.ReadPartial([]byte(good)); err != nil {
		t.Fatal(err)
	}
	for _, change := range [][2]string{
		{`"version": 3`, `"version": 2`},
		{`[{"id": 7}]`, `[{"id": 7, "matches": {"PB": [[5, 2]]}}]`},
		{`[{"id": 7}]`, `[{"id": 7, "matches": {"PB": [[1, 4], [3, 6]]}}]`},
		{`[{"id": 7}]`, `[{"id": 7, "matches": {"PB": [[-1, 4]]}}]`},
		{`"games": {"x": {"games": 1, "won": {}}}`, `"games": {"x": "many"}`},
		{`[{"games": 1}, `, `[`},
		{`"fields": [{"known": 1, "games": {"x": {"games": 1, "won": {}}}}]`, `"fields": []`},
		{`"fields": [{"known": 1, "games": {"x": {"games": 1, "won": {}}}}]`, `"fields": [null]`},
		{`{"Games": 1}`, `{"Games": 1, "Continuations": [{"Move": {"Color": 7}}]}`},
		{`"states"`, `"pending": [{"cluster": 1, "rank": 0, "states": [{}]}], "states"`},
		{`[{"id": 7}]`, `[{"id": 7, "hits": [{"comment": {"ident": "C", "text": "a", "found": [[0, 5]]}}]}]`},
		{`[{"id": 7}]`, `[{"id": 7, "key": [{"number": 3}]}]`},
		{`"cover": {}`, `"cover": {"luck": 1}`},
	} {
		bad := strings.Replace(good, change[0], change[1], 1)
		if bad == good {
			t.Fatalf("%q is not there", change[0])
		}
		if _, err := question.ReadPartial([]byte(bad)); err == nil {
			t.Errorf("%s was read", bad)
		}
	}
}

// Questions of a batch are answered as each would be alone, and share what they
// have in common.
func TestBatch(t *testing.T) {
	a := newArchiveOf(t, testGames(200), 25)
	r := &randomQuery{rand.New(rand.NewPCG(23, 4)), a, a.ids()}
	clusters := someClusters(r.Rand, a, 40)
	l := NewLocal(a.Snapshot, clusters)
	for range rounds(5) {
		var batch []*Question
		common := r.pick("player:cho", "date:>=1985 ", "comment:ladder", "winner:white -komi:6.5")
		for range 12 {
			q := mustParse(t, common+" "+r.pick(r.position(), r.pattern(), r.condition()))
			question, err := Resolve(t.Context(), a.Snapshot, q, exhaustive(r.Rand, hasOneBoard(q)), &Options{Clusters: clusters})
			if err != nil {
				t.Fatal(err)
			}
			batch = append(batch, question)
		}
		s := Searcher(l)
		if r.IntN(2) == 0 {
			s = &Several{Searchers: split(r.Rand, a.Snapshot, clusters, 3)}
		}
		together, err := s.Search(t.Context(), batch, nil)
		if err != nil {
			t.Fatal(err)
		}
		for i, q := range batch {
			alone, err := l.Search(t.Context(), []*Question{q}, nil)
			if err != nil {
				t.Fatal(err)
			}
			// Figures are of all who share a term.
			alone[0].Terms, together[i].Terms = nil, nil
			if d := cmp.Diff(told(t, q, alone[0]), told(t, q, together[i])); d != "" {
				t.Fatalf("%s (-alone +in a batch):\n%s", q.Query, d)
			}
		}
	}
}

// A question that was read is asked again and again, alone and with others, and says each
// time what that time cost: what was prepared when it was read serves one search.
func TestReadQuestionIsAskedAgain(t *testing.T) {
	a := newArchiveOf(t, testGames(100), 25)
	question, err := Resolve(t.Context(), a.Snapshot, mustParse(t, "player:cho pat:[XO/..]"), map[string]Aggregation{"n": &Count{}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	data, err := json.Marshal(question)
	if err != nil {
		t.Fatal(err)
	}
	l := NewLocal(a.Snapshot, nil)
	want, err := l.Search(t.Context(), []*Question{question}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(want[0].Terms) < 2 || want[0].Terms[0].Candidates() == 0 {
		t.Fatalf("the terms have no figures: %+v", want[0].Terms)
	}
	candidates := func(p *Partial) (list []uint64) {
		for _, f := range p.Terms {
			list = append(list, f.Candidates())
		}
		return list
	}
	for _, others := range []int{0, 2} {
		var read Question
		if err := json.Unmarshal(data, &read); err != nil {
			t.Fatal(err)
		}
		batch := []*Question{&read}
		for range others {
			batch = append(batch, &read)
		}
		for i := range 3 {
			got, err := l.Search(t.Context(), batch, nil)
			if err != nil {
				t.Fatal(err)
			}
			if others == 0 && !slices.Equal(candidates(got[0]), candidates(want[0])) {
				t.Errorf("time %d: %v candidates instead of %v", i+1, candidates(got[0]), candidates(want[0]))
			}
			for _, p := range got {
				if told(t, question, p) == "" || !cmp.Equal(p.Cover, want[0].Cover) {
					t.Errorf("time %d with %d others: %+v", i+1, others, p.Cover)
				}
			}
		}
	}
}

// A batch looks up what its questions share once.
func TestBatchShares(t *testing.T) {
	a := newArchiveOf(t, testGames(100), 25)
	var batch []*Question
	for i := range 10 {
		question, err := Resolve(t.Context(), a.Snapshot, mustParse(t, fmt.Sprintf("player:cho date:1985 id:>%d", i)), map[string]Aggregation{"n": &Count{}}, nil)
		if err != nil {
			t.Fatal(err)
		}
		batch = append(batch, question)
	}
	l := NewLocal(a.Snapshot, nil)
	candidates := func(answers []*Partial) (text, facts uint64) {
		for _, f := range answers[0].Terms {
			switch f.Index {
			case "values":
				text = f.Candidates()
			case "facts":
				facts = f.Candidates()
			}
		}
		return text, facts
	}
	alone, err := l.Search(t.Context(), batch[:1], nil)
	if err != nil {
		t.Fatal(err)
	}
	together, err := l.Search(t.Context(), batch, nil)
	if err != nil {
		t.Fatal(err)
	}
	text, _ := candidates(alone)
	sharedText, sharedFacts := candidates(together)
	if text == 0 || sharedText != text || sharedFacts != uint64(a.Len()) {
		t.Errorf("texts gave %d candidates alone and %d shared, facts %d of %d games", text, sharedText, sharedFacts, a.Len())
	}
}

// An answer that is watched grows, begins with games from all over, is exact at
// the end and is the one of those who do not watch; watching may stop it.
func TestWatch(t *testing.T) {
	a := newArchiveOf(t, testGames(300), 25)
	r := &randomQuery{rand.New(rand.NewPCG(24, 4)), a, a.ids()}
	clusters := someClusters(r.Rand, a, 40)
	question, err := Resolve(t.Context(), a.Snapshot, mustParse(t, "pat:[XO/..]"), exhaustive(r.Rand, true), &Options{Clusters: clusters})
	if err != nil {
		t.Fatal(err)
	}
	l := NewLocal(a.Snapshot, clusters)
	l.Every = 0
	want, err := l.Search(t.Context(), []*Question{question}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for name, s := range map[string]Searcher{"local": l, "several": &Several{Searchers: split(r.Rand, a.Snapshot, clusters, 3)}} {
		seen, games, begun := 0, 0, 0
		last, err := s.Search(t.Context(), []*Question{question}, func(sofar []*Partial) {
			answer, err := question.Finish(sofar[0])
			if err != nil {
				t.Fatal(err)
			}
			c := answer.Cover
			if c.Games < games || c.Games > a.Len() || answer.Found["count"].(int) > c.Games {
				t.Errorf("%s: %+v after %d games", name, c, games)
			}
			if seen++; seen == len(a.Segments()) {
				begun = c.Games
			}
			games = c.Games
		})
		if err != nil {
			t.Fatal(err)
		}
		if games != a.Len() || name == "local" && begun > len(a.Segments()) {
			t.Errorf("%s: %d games looked at in the end, %d when each segment could have been begun", name, games, begun)
		}
		if d := cmp.Diff(told(t, question, want[0]), told(t, question, last[0])); d != "" {
			t.Errorf("%s (-unwatched +watched):\n%s", name, d)
		}
		ctx, cancel := context.WithCancel(t.Context())
		if _, err := s.Search(ctx, []*Question{question}, func([]*Partial) { cancel() }); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: stopped by its watcher with %v", name, err)
		}
	}
}

// Questions about sides in sides come to many terms, and to an error in time.
func TestNestedSides(t *testing.T) {
	text := "player:a opponent:b"
	for range 40 {
		text = "(" + text + " or player:c) opponent:d"
	}
	_, err := Resolve(t.Context(), openRecords(t, middleGames...), mustParse(t, text), nil, nil)
	if err == nil || !strings.Contains(err.Error(), "nested too deep") {
		t.Errorf("got %v", err)
	}
}

// Whoever resolves can be stopped, also where clusters must be found first.
func TestResolveStops(t *testing.T) {
	s := openRecords(t, middleGames...)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, text := range []string{"dup:any", "player:cho"} {
		if _, err := Resolve(ctx, s, mustParse(t, text), nil, nil); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// Every kind of aggregation is in the proof that parts answer as one.
func TestAggregationsAreSplit(t *testing.T) {
	tested := map[string]bool{}
	for _, a := range exhaustive(rand.New(rand.NewPCG(1, 1)), true) {
		tested[a.Kind()] = true
	}
	for _, kind := range AggregationKinds() {
		// Those of other packages, which the nodes of these tests register, are tested there.
		if reflect.TypeOf(kinds[kind]()).Elem().PkgPath() != reflect.TypeFor[Count]().PkgPath() {
			continue
		}
		if !tested[kind] {
			t.Errorf("aggregation %q is not in exhaustive", kind)
		}
	}
	defer func() {
		if recover() == nil {
			t.Error("two kinds of aggregations have one name")
		}
	}()
	Register(func() Aggregation { return new(Count) })
}

// What is asked is drawn as before when a place in a game has become a position.
func TestAskedOfQuestion(t *testing.T) {
	a := newTestArchive(t, 60)
	for id, g := range a.games {
		if g.Facts.Game != goNumber {
			continue
		}
		question, err := Resolve(t.Context(), a.Snapshot, mustParse(t, fmt.Sprintf("pos:%d@end", id)), map[string]Aggregation{"next": &Continuations{}}, nil)
		if err != nil {
			t.Fatal(err)
		}
		asked, err := question.Asked()
		if err != nil {
			t.Fatal(err)
		}
		board, err := a.boardAt(store.GameID(id), query.MoveRef{Move: -1, Node: -1})
		if err != nil {
			t.Fatal(err)
		}
		if got, want := position.NewDiagram(asked.Goban()).Format(position.ASCII), position.NewDiagram(board).Format(position.ASCII); got != want {
			t.Fatalf("game %d: got\n%s\nwant\n%s", id, got, want)
		}
	}
}

// What is barred by ko at a place in a game is asked for as it is there, though a
// position that travels is a setup, which has no ko.
func TestKoOfPlaceTravels(t *testing.T) {
	s := openRecords(t,
		testRecord{"a", "b", "B+R", "ba ca ab db bc cc -- bb cb", nil}, // takes a ko
		testRecord{"c", "d", "B+R", "ba ca ab db bc cc cb", nil},       // the same board without
	)
	for text, want := range map[string]string{
		"pos:1@9": "[1 2]", "pos:1@9 ko:same": "[1]", "pos:2@7 ko:same": "[2]", "pos:1@9 ko:none": "[2]", "pos:2@7 ko:bb": "[1]", "pos:2@7 ko:hh": "[]",
	} {
		question, err := Resolve(t.Context(), s, mustParse(t, text), map[string]Aggregation{"page": &Page{Texts: true}}, nil)
		if err != nil {
			t.Fatal(err)
		}
		ids := []store.GameID{}
		for _, g := range mustAsk(t, bytesOnly(NewLocal(s, nil)), question).Found["page"].(*PageOfGames).Games {
			ids = append(ids, g.ID)
		}
		if got := fmt.Sprint(ids); got != want {
			t.Errorf("%s: games %s, want %s", text, got, want)
		}
	}
}

// A question says whether a game was assumed for one of its board terms.
func TestAssumes(t *testing.T) {
	s := openRecords(t, middleGames...)
	for text, want := range map[string]bool{"": false, "size:9": false, "pat:[XO]": true, "pat:[XO] game:go": false, "player:a or -pat:[XO]": true} {
		question, err := Resolve(t.Context(), s, mustParse(t, text), nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		if question.Assumes() != want {
			t.Errorf("%s: a game was assumed: %t", text, !want)
		}
	}
}

// The games to choose from travel with a question.
func TestAmongTravels(t *testing.T) {
	s := openRecords(t, middleGames...)
	question, err := Resolve(t.Context(), s, query.Query{}, map[string]Aggregation{"n": &Count{}}, &Options{Among: roaring.BitmapOf(2, 4, 99)})
	if err != nil {
		t.Fatal(err)
	}
	for _, searcher := range []Searcher{NewLocal(s, nil), bytesOnly(NewLocal(s, nil))} {
		if n := mustAsk(t, searcher, question).Found["n"].(int); n != 2 {
			t.Errorf("%T: %d games of two", searcher, n)
		}
	}
}
