package bench

import (
	"context"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"
	"text/tabwriter"
	"time"
	"unicode"

	"kifudb/internal/testsize"
	"kifudb/query"
	"kifudb/search"
	"kifudb/store"
)

// textKinds are the kinds of questions about texts, each with a way to make one
// from what stands in an archive. They return "" if the text is not fit for it.
var textKinds = []struct {
	kind string
	make func(v *vocabulary) string
}{
	{"word anywhere", func(v *vocabulary) string { return v.word(v.any()) }},
	{"name", func(v *vocabulary) string { return field("player", v.word(v.names)) }},
	{"full name", func(v *vocabulary) string { return field("player", `"`+v.pick(v.names)+`"`) }},
	{"event", func(v *vocabulary) string { return field("event", v.word(v.events)) }},
	{"comment word", func(v *vocabulary) string { return field("comment", v.word(v.comments)) }},
	{"comment phrase", func(v *vocabulary) string { return field("comment", v.phrase(v.comments)) }},
	{"one Han", func(v *vocabulary) string { return field("comment", v.ideographs(1)) }},
	{"Han, kana, Hangul", func(v *vocabulary) string { return field("comment", v.ideographs(2+v.IntN(2))) }},
	{"prefix", func(v *vocabulary) string { return v.part(v.any(), 3, "*") }},
	{"fuzzy", func(v *vocabulary) string { return v.misspelt(v.any()) }},
	{"regexp on names", func(v *vocabulary) string { return field("player", "/"+v.part(v.names, 3, "..")+"/") }},
	{"regexp on comments", func(v *vocabulary) string { return field("comment", "/"+v.part(v.comments, 4, ".*")+"/") }},
	{"facts", func(v *vocabulary) string { return v.facts() }},
	{"name, date, result", func(v *vocabulary) string { return field("player", v.word(v.names)) + v.facts() }},
	{"pattern alone", func(v *vocabulary) string { return v.pattern() }},
	{"word and pattern", func(v *vocabulary) string { return v.word(v.any()) + v.pattern() }},
}

// A vocabulary is some texts of an archive, from which questions are made.
type vocabulary struct {
	*rand.Rand
	names, events, comments []string
}

func (v *vocabulary) pick(texts []string) string {
	if len(texts) == 0 {
		return ""
	}
	return strings.ReplaceAll(texts[v.IntN(len(texts))], `"`, "")
}

func (v *vocabulary) any() []string {
	return [][]string{v.names, v.events, v.comments}[v.IntN(3)]
}

func (v *vocabulary) word(texts []string) string {
	words := strings.FieldsFunc(v.pick(texts), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	if len(words) == 0 {
		return ""
	}
	return `"` + words[v.IntN(len(words))] + `"`
}

func (v *vocabulary) phrase(texts []string) string {
	words := strings.Fields(v.pick(texts))
	if len(words) < 2 {
		return ""
	}
	i := v.IntN(len(words) - 1)
	return `"` + words[i] + " " + words[i+1] + `"`
}

// ideographs returns some characters that follow one another in a comment.
func (v *vocabulary) ideographs(n int) string {
	runs := strings.FieldsFunc(v.pick(v.comments), func(r rune) bool { return !isIdeograph(r) })
	if len(runs) == 0 {
		return ""
	}
	run := []rune(runs[v.IntN(len(runs))])
	if len(run) < n {
		return ""
	}
	i := v.IntN(len(run) - n + 1)
	return string(run[i : i+n])
}

// part returns the beginning of a Latin word with something behind it.
func (v *vocabulary) part(texts []string, n int, behind string) string {
	word := strings.Trim(v.word(texts), `"`)
	if len(word) <= n || strings.ContainsFunc(word, func(r rune) bool { return r > unicode.MaxASCII }) {
		return ""
	}
	return word[:n] + behind
}

func (v *vocabulary) misspelt(texts []string) string {
	word := v.part(texts, 4, "")
	if word == "" {
		return ""
	}
	return word[:2] + "x" + word[3:] + "~"
}

func (v *vocabulary) facts() string {
	year := 1600 + v.IntN(420)
	return fmt.Sprintf(" date:%d..%d%s", year, year+1+v.IntN(30), []string{"", " result:B+R", " winner:white", " moves:>200", " komi:<6"}[v.IntN(5)])
}

func (v *vocabulary) pattern() string {
	return " pat:" + []string{
		"NW[......./......./..OX.../..OX.../..X..../......./.......]", "N[......./......./..X..O./.......] colors:either",
		"[XO/OX]", "NE[....../....../...X../....../....../......]",
	}[v.IntN(4)]
}

func field(name, value string) string {
	if value == "" || value == `""` || value == "//" {
		return ""
	}
	return name + ":" + value
}

// readVocabulary takes texts from games all over an archive.
func readVocabulary(t testing.TB, s *store.Snapshot, games int) *vocabulary {
	v := &vocabulary{Rand: rand.New(rand.NewPCG(7, 11))}
	commented, err := query.Parse("has:comments")
	if err != nil {
		t.Fatal(err)
	}
	var ids []store.GameID
	for hit, err := range search.Run(context.Background(), s, commented, nil) {
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, hit.Game)
	}
	last := s.Segments()[len(s.Segments())-1]
	for range games {
		id := 1 + store.GameID(v.IntN(int(last.Base())+last.Len()-1))
		if len(ids) > 0 && v.IntN(2) == 0 {
			id = ids[v.IntN(len(ids))]
		}
		segment, local, ok := s.Segment(id)
		if !ok || !segment.Live().ContainsInt(local) {
			continue
		}
		for _, value := range segment.Info(local) {
			switch value.Ident {
			case "PB", "PW":
				v.names = append(v.names, value.Text)
			case "EV":
				v.events = append(v.events, value.Text)
			}
		}
		raw, err := segment.Record(local)
		if err != nil {
			t.Fatal(err)
		}
		r, err := read(id, raw)
		if err != nil {
			continue
		}
		for _, text := range r.texts("C") {
			v.comments = append(v.comments, text)
		}
	}
	return v
}

// TestText asks questions of every kind about texts, made of what stands in the
// archive, and prints how long the first page and the count of all games take.
//
//	go test ./bench -run TestText -v -args -archive DIR
func TestText(t *testing.T) {
	questions := testsize.Of(8, 2)
	var s *store.Snapshot
	if *archiveFlag != "" {
		s, questions = open(t, *archiveFlag), 60
	} else {
		s = build(t, testsize.Of(200, 60))
	}
	v := readVocabulary(t, s, testsize.Of(4000, 200))
	var table strings.Builder
	w := tabwriter.NewWriter(&table, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "kind\tqueries\tgames p50\tpage p50\tp95\tmost\tcount p50\tp95\t slowest page")
	for _, k := range textKinds {
		var pages, counts []time.Duration
		var games []int
		slowest := ""
		for range 50 * questions {
			if len(pages) == questions {
				break
			}
			text := strings.TrimSpace(k.make(v))
			q, err := query.Parse(text)
			if text == "" || err != nil {
				continue // no word in it
			}
			page(t, s, q) // warm
			start := time.Now()
			page(t, s, q)
			took := time.Since(start)
			start = time.Now()
			n, err := search.CountGames(context.Background(), s, q, nil)
			if err != nil {
				t.Fatal(err)
			}
			counts = append(counts, time.Since(start))
			if len(pages) == 0 || took > slices.Max(pages) {
				slowest = text
			}
			pages, games = append(pages, took), append(games, n)
		}
		if len(pages) == 0 {
			fmt.Fprintf(w, "%s\t0\t\t\t\t\t\t\t\n", k.kind)
			continue
		}
		slices.Sort(pages)
		slices.Sort(counts)
		slices.Sort(games)
		at := func(list []time.Duration, share float64) time.Duration {
			return list[int(share*float64(len(list)-1))].Round(10 * time.Microsecond)
		}
		fmt.Fprintf(w, "%s\t%d\t%d\t%v\t%v\t%v\t%v\t%v\t %s\n", k.kind, len(pages), games[len(games)/2],
			at(pages, 0.5), at(pages, 0.95), at(pages, 1), at(counts, 0.5), at(counts, 0.95), slowest)
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	t.Logf("%d games, %d processors\n%s", s.Len(), runtime.GOMAXPROCS(0), table.String())
	if len(v.names) == 0 || len(v.comments) == 0 {
		t.Errorf("%d names and %d comments to make questions of", len(v.names), len(v.comments))
	}
}

// page asks for the first games of an answer, as a list for people does.
func page(t testing.TB, s *store.Snapshot, q query.Query) {
	last, games := store.GameID(0), 0
	for hit, err := range search.Run(context.Background(), s, q, &search.Options{Limit: 30}) {
		if err != nil {
			t.Fatal(err)
		}
		if hit.Game != last {
			last, games = hit.Game, games+1
		}
	}
	if games > 30 {
		t.Errorf("%s: a page of %d games", q, games)
	}
}
