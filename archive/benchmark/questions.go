package benchmark

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"kifudb/archive"
	"kifudb/position"
	"kifudb/query"
)

// Questions is a file of questions, with the counts that its data gives. Any program may read
// it: lines of "key: value", an empty line between questions, and "#" before comments.
// bench/questions/README.md describes the format.
type Questions struct {
	About   string // what the questions are for
	Data    string // the games that the counts are from, and where to get them
	Digest  string // of the file of these games
	Records int    // in an archive of these games; 0 if the file does not say
	List    []BenchmarkQuestion
}

// BenchmarkCounts holds numbers of hits that a file of questions expects. What it does not say is nil.
type BenchmarkCounts struct {
	Games   *int `json:"games,omitempty"`   // with the records of one game counted once
	Records *int `json:"records,omitempty"` // all records
	Hits    *int `json:"hits,omitempty"`    // in these records
}

// questionsHead is the first line of a file of questions.
const questionsHead = "# kifudb questions, version 1"

// The most that a file of questions may hold.
const (
	maxQuestions    = 100_000
	maxQuestionLine = 1 << 20
)

// WriteQuestions writes a file of questions. Boards are drawn below their query, and each question
// has the counts of Games, Records and Hits.
func WriteQuestions(w io.Writer, q *Questions) error {
	out := bufio.NewWriter(w)
	line := func(key, value string) {
		if value != "" {
			fmt.Fprintf(out, "%s: %s\n", key, value)
		}
	}
	fmt.Fprintln(out, questionsHead)
	line("about", q.About)
	line("data", q.Data)
	line("digest", q.Digest)
	if q.Records > 0 {
		line("archive", strconv.Itoa(q.Records))
	}
	for i := range q.List {
		b := &q.List[i]
		if strings.ContainsAny(b.Name+b.Kind+b.Query, "\r\n") {
			return fmt.Errorf("the question %q has more than one line", b.Query)
		}
		fmt.Fprintln(out)
		line("name", b.Name)
		line("kind", b.Kind)
		line("query", b.Query)
		line("sort", b.Sort)
		line("facet", b.Facet)
		line("format", b.Format)
		line("games", strconv.Itoa(b.Games))
		line("records", strconv.Itoa(b.Records))
		if b.Hits != nil {
			line("hits", strconv.Itoa(*b.Hits))
		}
		for i, row := range drawn(b.Query) {
			if i == 0 {
				fmt.Fprintln(out, "board:")
			}
			fmt.Fprintln(out, "    "+row)
		}
	}
	return out.Flush()
}

// ReadQuestions reads a file of questions. It fails where a drawn board is not that of the query,
// as other programs may read the drawing.
func ReadQuestions(r io.Reader) (*Questions, error) {
	f := &Questions{}
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, maxQuestionLine)
	var q *BenchmarkQuestion // nil before the first question
	var board []string
	names := map[string]bool{}
	end := func() error {
		switch {
		case q == nil:
			return nil
		case q.Name == "" || q.Query == "":
			return errors.New("a question needs a name and a query")
		case names[q.Name]:
			return fmt.Errorf("two questions have the name %q", q.Name)
		case len(f.List) == maxQuestions:
			return fmt.Errorf("more than %d questions", maxQuestions)
		}
		if board != nil && !slices.Equal(board, drawn(q.Query)) {
			return fmt.Errorf("the board of %q is not that of its query", q.Name)
		}
		names[q.Name], board = true, nil
		q.Kind = cmp.Or(q.Kind, q.Name)
		f.List = append(f.List, *q)
		q = nil
		return nil
	}
	number := 0
	fail := func(err error) error { return fmt.Errorf("line %d of the questions: %w", number, err) }
	for lines.Scan() {
		number++
		text := strings.TrimSuffix(lines.Text(), "\r")
		if number == 1 {
			if text != questionsHead {
				return nil, fail(fmt.Errorf("want %q", questionsHead))
			}
			continue
		}
		if row, ok := strings.CutPrefix(text, "    "); ok && board != nil {
			board = append(board, row)
			continue
		}
		text = strings.TrimSpace(text)
		if strings.HasPrefix(text, "#") {
			continue
		}
		if text == "" {
			if err := end(); err != nil {
				return nil, fail(err)
			}
			continue
		}
		key, value, ok := strings.Cut(text, ":")
		if !ok {
			return nil, fail(fmt.Errorf("%q is not a key and a value", text))
		}
		value = strings.TrimSpace(value)
		if key == "name" && q == nil {
			q = &BenchmarkQuestion{Expected: &BenchmarkCounts{}}
		}
		if key == "board" && q != nil {
			board = []string{}
			continue
		}
		if err := f.set(q, key, value); err != nil {
			return nil, fail(err)
		}
	}
	if err := errors.Join(lines.Err(), end()); err != nil {
		return nil, fail(err)
	}
	if len(f.List) == 0 {
		return nil, errors.New("the file has no questions")
	}
	return f, nil
}

// set puts a value into a question, or into the file where there is none.
func (f *Questions) set(q *BenchmarkQuestion, key, value string) error {
	var text map[string]*string
	var count map[string]**int
	if q == nil {
		text = map[string]*string{"about": &f.About, "data": &f.Data, "digest": &f.Digest}
	} else {
		text = map[string]*string{"name": &q.Name, "kind": &q.Kind, "query": &q.Query, "sort": &q.Sort, "facet": &q.Facet, "format": &q.Format}
		count = map[string]**int{"games": &q.Expected.Games, "records": &q.Expected.Records, "hits": &q.Expected.Hits}
	}
	if into := text[key]; into != nil {
		if *into != "" {
			return fmt.Errorf("a second %s", key)
		}
		*into = value
		return nil
	}
	n, err := strconv.Atoi(value)
	if into := count[key]; into != nil && err == nil && n >= 0 {
		*into = &n
		return nil
	} else if q == nil && key == "archive" && err == nil && n > 0 {
		f.Records = n
		return nil
	}
	return fmt.Errorf("cannot read %q: %q", key, value)
}

// Check notes which counts of a question are not the expected ones.
func (q *BenchmarkQuestion) Check(want BenchmarkCounts) {
	for _, c := range []struct {
		name      string
		got, want *int
	}{{"games", &q.Games, want.Games}, {"records", &q.Records, want.Records}, {"hits", q.Hits, want.Hits}} {
		if c.got != nil && c.want != nil && *c.got != *c.want {
			q.Differs = append(q.Differs, fmt.Sprintf("%d %s, not %d", *c.got, c.name, *c.want))
		}
	}
}

// drawn returns the drawing of the first position or pattern of Go in a query, row by row, and
// nil if it has none.
func drawn(text string) []string {
	q, err := archive.ParseQuery(text)
	if err != nil || q.Root == nil {
		return nil
	}
	for n := range query.Terms(q.Root) {
		b, ok := n.(*query.Board)
		if !ok || b.File {
			continue
		}
		picture := ""
		switch b.Kind {
		case "pat":
			if p, err := position.ParsePattern(b.Text); err == nil {
				picture = p.Format(nil)
			}
		case "pos":
			if s, err := position.ParsePosition(b.Text); err == nil && s.Size.Valid() {
				picture = s.Board().String()
			}
		}
		if picture == "" {
			return nil
		}
		rows := strings.Split(strings.TrimRight(picture, "\n"), "\n")
		for i, row := range rows {
			rows[i] = strings.TrimRight(row, " ")
		}
		return rows
	}
	return nil
}

// A BenchmarkRatio tells how much faster than in an earlier run a question was answered.
type BenchmarkRatio struct {
	Name  string  `json:"name"`
	Query string  `json:"query"`
	Page  float64 `json:"page,omitempty"` // the earlier processor time by the present one; 0 if one is unknown
	Count float64 `json:"count,omitempty"`
	Next  float64 `json:"next,omitempty"`
	All   float64 `json:"all,omitempty"`
}

// A BenchmarkComparison is a comparison with an earlier run.
type BenchmarkComparison struct {
	Program string           `json:"program"` // of the earlier run
	Games   int              `json:"games"`   // of its archive
	Ratios  []BenchmarkRatio `json:"ratios"`
	Mean    BenchmarkRatio   `json:"mean"`             // geometric means
	Missing int              `json:"missing"`          // questions that the earlier run was not asked
	Import  float64          `json:"import,omitempty"` // the same ratio of a game's import
}

// Compare compares a run with an earlier one and notes the questions whose counts were others.
func (b *Benchmark) Compare(old *Benchmark) *BenchmarkComparison {
	c := &BenchmarkComparison{Program: old.Program, Games: old.Archive.Games, Mean: BenchmarkRatio{Name: "geometric mean"}}
	type asked struct{ query, sort, facet, format string }
	earlier := map[asked]*BenchmarkQuestion{}
	for i := range old.Questions {
		q := &old.Questions[i]
		earlier[asked{q.Query, q.Sort, q.Facet, q.Format}] = q
	}
	var logs [4]float64
	var n [4]int
	for i := range b.Questions {
		q := &b.Questions[i]
		o := earlier[asked{q.Query, q.Sort, q.Facet, q.Format}]
		if o == nil {
			c.Missing++
			continue
		}
		if q.Unanswered["count"] == "" && o.Unanswered["count"] == "" && q.Games != o.Games {
			q.Differs = append(q.Differs, fmt.Sprintf("%d games, not %d as in the earlier run", q.Games, o.Games))
		}
		if q.Hits != nil && o.Hits != nil && *q.Hits != *o.Hits {
			q.Differs = append(q.Differs, fmt.Sprintf("%d hits, not %d as in the earlier run", *q.Hits, *o.Hits))
		}
		r := BenchmarkRatio{Name: cmp.Or(q.Name, q.Kind), Query: q.Query}
		for k, pair := range [4][2]*BenchmarkTiming{{o.Page, q.Page}, {o.Count, q.Count}, {o.Next, q.Next}, {o.All, q.All}} {
			if pair[0] == nil || pair[1] == nil || pair[0].CPU <= 0 || pair[1].CPU <= 0 {
				continue
			}
			ratio := pair[0].CPU / pair[1].CPU
			*r.parts()[k] = ratio
			logs[k], n[k] = logs[k]+math.Log(ratio), n[k]+1
		}
		c.Ratios = append(c.Ratios, r)
	}
	for k, into := range c.Mean.parts() {
		if n[k] > 0 {
			*into = math.Exp(logs[k] / float64(n[k]))
		}
	}
	if b.Import != nil && old.Import != nil && b.Import.CPU > 0 && old.Import.Games > 0 {
		c.Import = old.Import.CPU / float64(old.Import.Games) / (b.Import.CPU / float64(max(b.Import.Games, 1)))
	}
	return c
}

func (r *BenchmarkRatio) parts() [4]*float64 { return [4]*float64{&r.Page, &r.Count, &r.Next, &r.All} }

// Name gives each question without a name one: its kind and a number.
func Name(list []BenchmarkQuestion) {
	used := map[string]int{}
	for i := range list {
		if q := &list[i]; q.Name == "" {
			used[q.Kind]++
			q.Name = strings.Join(strings.FieldsFunc(strings.ToLower(q.Kind), func(r rune) bool { return !isWordRune(r) }), "-") + "-" + strconv.Itoa(used[q.Kind])
		}
	}
}
