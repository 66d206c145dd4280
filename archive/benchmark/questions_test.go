package benchmark

import (
	"bytes"
	"strings"
	"testing"
)

const someQuestions = questionsHead + `
about: three questions
data: games.sgf
archive: 500

name: corner
kind: corners
query: pat:NE[..|.X] move:<=50
games: 3
records: 4
hits: 5
board:
    ---+
    . .|
    . X|

name: board
kind: whole board
query: pos:"A1 C3" size:3x3

# A comment.
name: all
query: id:>=1
sort: date
`

// What is read is written again with the counts that were found.
func TestReadQuestions(t *testing.T) {
	q, err := ReadQuestions(strings.NewReader(someQuestions))
	if err != nil {
		t.Fatal(err)
	}
	if q.About != "three questions" || q.Records != 500 || len(q.List) != 3 {
		t.Fatalf("got %+v", q)
	}
	corner := &q.List[0]
	if corner.Name != "corner" || corner.Kind != "corners" || *corner.Expected.Games != 3 || *corner.Expected.Records != 4 || *corner.Expected.Hits != 5 {
		t.Errorf("got %+v", corner)
	}
	if e := q.List[1].Expected; e.Games != nil || e.Hits != nil || q.List[2].Sort != "date" || q.List[2].Kind != "all" {
		t.Errorf("got %+v, %+v", q.List[1], q.List[2])
	}
	hits := 7
	corner.Games, corner.Records, corner.Hits = 3, 6, &hits
	corner.Check(*corner.Expected)
	if got := strings.Join(corner.Differs, "; "); got != "6 records, not 4; 7 hits, not 5" {
		t.Errorf("got %q", got)
	}
	q.List[1].Games = 9
	q.List[1].Check(*q.List[1].Expected)
	if len(q.List[1].Differs) > 0 {
		t.Error("what the file does not say is compared")
	}
	var out bytes.Buffer
	if err := WriteQuestions(&out, q); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"hits: 7\nboard:\n    ---+\n    . .|\n    . X|\n", "games: 9\n", "archive: 500\n", "sort: date\n"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is missing in\n%s", want, out.String())
		}
	}
	if _, err := ReadQuestions(&out); err != nil {
		t.Error(err)
	}
}

// Files that are no questions, or whose drawing is of something else, are refused with the line.
func TestReadBadQuestions(t *testing.T) {
	for _, test := range []struct{ from, to, want string }{
		{questionsHead, "# something", "line 1 of the questions: want"},
		{". X|\n\nname: board", "X .|\n\nname: board", `the board of "corner" is not that of its query`},
		{"name: board", "name: corner", `two questions have the name "corner"`},
		{"games: 3", "games: three", `line 9 of the questions: cannot read "games": "three"`},
		{"kind: corners", "kind: corners\nkind: more", "a second kind"},
		{"kind: corners", "nonsense", "is not a key and a value"},
		{"kind: corners", "color: red", `cannot read "color"`},
		{"query: id:>=1\n", "", "a question needs a name and a query"},
		{"archive: 500", "archive: -1", `cannot read "archive"`},
		{someQuestions, "", "no questions"},
		{someQuestions, questionsHead + "\nabout: x\n", "no questions"},
	} {
		text := strings.Replace(someQuestions, test.from, test.to, 1)
		if text == someQuestions {
			t.Fatalf("%q is not replaced", test.from)
		}
		if _, err := ReadQuestions(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%q: got %v, want %q", test.to, err, test.want)
		}
	}
}

// Ratios are of the same questions, means are geometric, and other counts are noted.
func TestCompare(t *testing.T) {
	timing := func(ms float64) *BenchmarkTiming { return &BenchmarkTiming{CPU: ms} }
	old := &Benchmark{Program: "old", Archive: BenchmarkArchive{Games: 5}, Import: &BenchmarkImport{Games: 10, CPU: 100}, Questions: []BenchmarkQuestion{
		{Kind: "a", Query: "a", Games: 1, Count: timing(40)},
		{Kind: "b", Query: "b", Games: 2, Count: timing(10), Next: timing(8)},
		{Kind: "c", Query: "c", Games: 3, Unanswered: map[string]string{"count": "no"}},
	}}
	now := &Benchmark{Import: &BenchmarkImport{Games: 20, CPU: 50}, Questions: []BenchmarkQuestion{
		{Name: "a-1", Kind: "a", Query: "a", Games: 1, Count: timing(10)},
		{Kind: "b", Query: "b", Games: 7, Count: timing(10), Next: timing(2)},
		{Kind: "c", Query: "c", Games: 4, Count: timing(1)},
		{Kind: "a", Query: "a", Sort: "date", Games: 1, All: timing(10)},
	}}
	c := now.Compare(old)
	if len(c.Ratios) != 3 || c.Missing != 1 || c.Ratios[0].Count != 4 || c.Ratios[0].Name != "a-1" || c.Ratios[1].Next != 4 || c.Ratios[2].Count != 0 {
		t.Errorf("got %+v", c)
	}
	if c.Mean.Count < 1.999 || c.Mean.Count > 2.001 || c.Mean.Page != 0 || c.Import != 4 || c.Games != 5 {
		t.Errorf("got %+v", c)
	}
	if len(now.Questions[0].Differs) != 0 || len(now.Questions[1].Differs) != 1 || len(now.Questions[2].Differs) != 0 {
		t.Errorf("got %+v", now.Questions)
	}
}
