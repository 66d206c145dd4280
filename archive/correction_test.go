package archive

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"
)

// first returns the number of the only game that a query finds.
func only(t *testing.T, v *View, text string) GameID {
	t.Helper()
	ids, err := v.IDs(t.Context(), parse(t, text), true)
	if err != nil || len(ids) != 1 {
		t.Fatalf("%s finds %v, %v; want one game", text, ids, err)
	}
	return ids[0]
}

// want makes a Wanted of field=value.
func wantedOf(t *testing.T, words ...string) []Wanted {
	t.Helper()
	var list []Wanted
	for _, word := range words {
		field, text, _ := strings.Cut(word, "=")
		w, err := NewWanted(field, text, false)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, w)
	}
	return list
}

// correct corrects a game, and returns a view of the archive after that.
func correct(t *testing.T, v *View, id GameID, words ...string) (*View, []CorrectionChange) {
	t.Helper()
	plan, err := v.PlanCorrections([]GameID{id}, wantedOf(t, words...))
	if err != nil {
		t.Fatal(err)
	}
	if err := v.Correct(plan.Changes); err != nil {
		t.Fatal(err)
	}
	now, err := v.archive.View()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { now.Close() })
	return now, plan.Changes
}

// gamesWith returns how many games have values of fields, by an audit.
func gamesWith(t *testing.T, v *View, fields string) (games []int) {
	t.Helper()
	answer, err := AskQuestion(t.Context(), v.Views, "audit", nil, fields)
	if err != nil {
		t.Fatal(err)
	}
	data, err := json.Marshal(answer)
	if err != nil {
		t.Fatal(err)
	}
	var audit struct{ Fields []struct{ Games int } }
	if err := json.Unmarshal(data, &audit); err != nil {
		t.Fatal(err)
	}
	for _, f := range audit.Fields {
		games = append(games, f.Games)
	}
	return games
}

// A corrected game is found, listed, counted and shown as the user says; its record
// is what literal values and raw: find.
func TestCorrectedEverywhere(t *testing.T) {
	v := collection(t)
	id := only(t, v, "player:branch")
	before := gamesWith(t, v, "date komi")
	v, changes := correct(t, v, id, "date=1846-09-11", "black=Honinbo Shusaku", "RE=W+R", "komi=", "handicap=3", "AN=nobody")
	if len(changes) != 6 {
		t.Fatalf("%d changes: %+v", len(changes), changes)
	}
	for text, want := range map[string]bool{
		"player:shusaku": true, "black:shusaku": true, "player:branch": false, "raw:branch": true, "raw:shusaku": false, `black=Branch`: true,
		`black="Honinbo Shusaku"`: false, "date:1846-09": true, "date:1840s": true, "date=1846-09-11": false, "winner:white": true, "by:resign": true,
		"by:points": false, "result:W+R": true, "result=W+R": false, "result=B+2.5": true, "komi:6.5": false, "komi=6.5": true, "has:komi": false,
		"handicap:3": true, "handicap=3": false, "handicap=2": true, "annotator:nobody": true, "has:AN": true, "has:correction": true, "shusaku": true,
		"comment:trunk": true, "moves:4": true,
	} {
		ids, err := v.IDs(t.Context(), parse(t, "id:"+idWords(id)+" "+text), true)
		if err != nil || (len(ids) == 1) != want {
			t.Errorf("%s: found %v, %v; want %v", text, ids, err, want)
		}
	}
	page, err := v.Search(t.Context(), &Search{Query: parse(t, "has:correction"), Facets: []string{"black", "year", "winner", "komi"}})
	if err != nil || page.Total != 1 {
		t.Fatalf("%v games, %v", page.Total, err)
	}
	g := page.Games[0]
	if got := strings.Join(g.Corrected, " "); g.Black != "Honinbo Shusaku" || g.Date != "1846-09-11" || g.Result != "W+R" || g.Komi != nil || g.Handicap != 3 ||
		got != "black handicap result annotator date komi" {
		t.Errorf("%+v is listed", g)
	}
	var facets []string
	for _, f := range page.Facets {
		for _, value := range f.Values {
			facets = append(facets, f.Field+" "+value.Value)
		}
	}
	if want := []string{"black Honinbo Shusaku", "year 1846", "winner white"}; !slices.Equal(facets, want) {
		t.Errorf("facets are %q, want %q", facets, want)
	}
	var next struct{ Won Results }
	if err := askedInto(t.Context(), v.Views, "next", &Search{Query: parse(t, "pos:"+idWords(id)+"@1"), Records: true}, "", &next); err != nil || next.Won.White != 1 || next.Won.Black != 0 {
		t.Errorf("%+v, %v: the game that White won is counted otherwise", next, err)
	}
	n, err := v.Node(idWords(id))
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(n.Corrections, func(c CorrectedValue) bool { return c.Field == "black" })
	if i < 0 || n.Corrections[i] != (CorrectedValue{"black", "PB", "Honinbo Shusaku", "Branch"}) || !slices.Contains(n.Info, Value{"PB", "Honinbo Shusaku"}) || !strings.Contains(string(n.Tree()), "PB[Branch]") {
		t.Errorf("%+v is shown, %+v", n.Corrections, n.Info)
	}
	if now := gamesWith(t, v, "date komi"); now[0] != before[0]+1 || now[1] != before[1]-1 {
		t.Errorf("%d games have dates and komi, before %d", now, before)
	}
	columns, err := v.Columns("black,DT,KM,corrected")
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(Cells(columns, g), "|"); got != "Honinbo Shusaku|1846-09-11||black; handicap; result; annotator; date; komi" {
		t.Errorf("columns are %s", got)
	}
}

func idWords(id GameID) string { return (&Game{ID: id}).Name() }

// Swapped colors exchange players, ranks, teams and winner; swapped again they are
// what the record says, and nothing is corrected.
func TestSwappedColors(t *testing.T) {
	v := collection(t)
	id := only(t, v, "player:branch")
	v, _ = correct(t, v, id, "blackrank=3d", "whiterank=5k")
	v, changes := correct(t, v, id, "colors=swap", "event=Cup")
	g, err := v.Game(id)
	if err != nil || g.Black != "Leaf" || g.White != "Branch" || g.BlackRank != "5k" || g.WhiteRank != "3d" || g.Result != "W+2.5" || g.Event != "Cup" || len(changes) != 6 {
		t.Fatalf("%+v, %v after %+v", g, err, changes)
	}
	v, _ = correct(t, v, id, "colors=swap", "event=")
	v, _ = correct(t, v, id, "blackrank=", "whiterank=")
	if list, err := v.Corrections(nil); err != nil || len(list) > 0 {
		t.Errorf("%+v, %v: corrections are left that say what the record says", list, err)
	}
	if _, err := v.UndoCorrections(); err != nil {
		t.Fatal(err)
	}
	if list, err := v.Corrections([]GameID{id}); err != nil || len(list) != 2 || list[0].Text != "3d" {
		t.Errorf("%+v, %v after undoing", list, err)
	}
}

func TestSwappedResult(t *testing.T) {
	for text, want := range map[string]string{
		"B+R": "W+R", "W+3.5": "B+3.5", "b+T": "w+T", "0": "0", "Void": "Void", "": "", "Black wins by resignation": "W+R", "白中押し勝": "B+R", "黒二目勝": "W+2",
	} {
		if got := swappedResult(text); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
}

// What cannot be corrected is refused with what to do instead, and what is not
// understood unless it is meant.
func TestCorrectionsThatAreRefused(t *testing.T) {
	for _, tt := range []struct{ field, text, want string }{
		{"dat", "1846", `did you mean "date"`},
		{"xyzzy", "1", "no field"},
		{"player", "Shusaku", "black or white"},
		{"rank", "1d", "blackrank"},
		{"winner", "black", "from the result"},
		{"size", "9", "how the record is written"},
		{"FF", "4", "how the record is written"},
		{"file", "x", "how the record is written"},
		{"moves", "9", "how the record is written"},
		{"comment", "x", "GC"},
		{"AB", "dd", "belongs to a move"},
		{"colors", "red", "colors=swap"},
		{"date", "the day before", "not understood as a date"},
		{"date", "1846-02-31", "would read 1846-02"},
		{"result", "sad", "not understood as a result"},
		{"KM", "much", "not understood as a komi"},
		{"blackrank", "great", "not understood as a rank"},
		{"black", "two\nlines", "several lines"},
		{"black", strings.Repeat("x", 5000), "at most"},
	} {
		_, err := NewWanted(tt.field, tt.text, false)
		if err == nil || !strings.Contains(err.Error(), tt.want) || KindOf(err) != KindUsage {
			t.Errorf("%s=%s: %v, want %q", tt.field, tt.text, err, tt.want)
		}
		if _, meant := NewWanted(tt.field, tt.text, true); errors.Is(err, ErrNotUnderstood) != (meant == nil) {
			t.Errorf("%s=%s, meant: %v", tt.field, tt.text, meant)
		}
	}
	for _, word := range []string{"date=", "date=ca. 1846", "result=?", "GC=two\nlines", "XY=own", "title=x", "event=x", "round=1", "place=Edo", "rules=x"} {
		wantedOf(t, word)
	}
}
