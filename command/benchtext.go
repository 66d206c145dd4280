package command

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"kifudb/archive/benchmark"
	"kifudb/command/phrase"
	"kifudb/command/table"
	"kifudb/internal/plaintext"
)

// printBenchmark prints what was measured, a line for each kind of question.
func printBenchmark(w io.Writer, b *benchmark.Benchmark) error {
	a, m := b.Archive, b.Machine
	fmt.Fprintf(w, "%s, an archive of %s in %s\n", plaintext.Printable(b.Program), phrase.Count(a.Games, "record"), phrase.Count(a.Segments, "segment"))
	machine := m.System
	if m.Processor != "" {
		machine += ", " + m.Processor
	}
	machine += ", " + phrase.Count(m.Processors, "processor")
	if m.Memory > 0 {
		machine += fmt.Sprintf(", %.0f GB of memory", float64(m.Memory)/(1<<30))
	}
	fmt.Fprintln(w, plaintext.Printable(machine))
	if b.Busy {
		fmt.Fprintf(w, "other programs were at work (load %.1f): times are longer than on a quiet machine\n", m.Load)
	}
	fmt.Fprintf(w, "milliseconds of processor time, shortest of %s; starting alone takes %.1f\n\n", phrase.Count(b.Runs, "run"), b.Start.CPU)

	t := table.New("question", "games", "page", "count", "next", "all", "shown after")
	t.AlignRight(1, 2, 3, 4, 5, 6)
	t.Whole(0) // kinds differ in their ends
	t.Spare(6, 3, 1, 4, 2)
	for i := 0; i < len(b.Questions); {
		n := i
		for n < len(b.Questions) && b.Questions[n].Kind == b.Questions[i].Kind {
			n++
		}
		some := b.Questions[i:n]
		i = n
		of := func(name string, get func(*benchmark.BenchmarkQuestion) *benchmark.BenchmarkTiming, value func(*benchmark.BenchmarkTiming) float64) string {
			var list []float64
			none := ""
			for k := range some {
				if timing := get(&some[k]); timing != nil {
					list = append(list, value(timing))
				} else if some[k].Unanswered[name] != "" {
					none = unanswered
				}
			}
			return cmp.Or(between(list, 0), none)
		}
		var games []float64
		for k := range some {
			if some[k].Unanswered["count"] == "" {
				games = append(games, float64(some[k].Games))
			}
		}
		page := func(q *benchmark.BenchmarkQuestion) *benchmark.BenchmarkTiming { return q.Page }
		all := func(q *benchmark.BenchmarkQuestion) *benchmark.BenchmarkTiming { return q.All }
		cpu := func(t *benchmark.BenchmarkTiming) float64 { return t.CPU }
		shown := func(t *benchmark.BenchmarkTiming) float64 { return t.Shown }
		first := cmp.Or(of("page", page, shown), of("all", all, shown))
		t.Row(some[0].Kind, cmp.Or(between(games, 0), unanswered), of("page", page, cpu), of("count", func(q *benchmark.BenchmarkQuestion) *benchmark.BenchmarkTiming { return q.Count }, cpu),
			of("next", func(q *benchmark.BenchmarkQuestion) *benchmark.BenchmarkTiming { return q.Next }, cpu), of("all", all, cpu), first)
	}
	if err := t.Print(w); err != nil {
		return err
	}
	if read := mostRead(b); read > 0 {
		fmt.Fprintf(w, "The disk was read for some first runs, up to %s bytes; the table is of runs after that.\n", phrase.Number(int(read)))
	}
	fmt.Fprintln(w)
	t = table.New("", "", "")
	t.AlignRight(1)
	t.Whole(0)
	if i := b.Import; i != nil && i.Games > 0 {
		t.Row("import", phrase.Number(int(float64(i.Games)/max(i.CPU, 1e-3)*1000)), "games a second of a processor, of "+phrase.Count(i.Games, "record")+" from a zip")
		t.Row("", phrase.Number(int(float64(i.Games)/max(i.Wall, 1e-3)*1000)), "games a second on a clock")
		t.RowIf(i.Peak > 0, "", phrase.Number(int(i.Peak>>20)), "MB of memory at most")
	}
	if b.AddOne != nil {
		t.Row("one game more", fmt.Sprintf("%.0f", b.AddOne.CPU), "ms of processor time, into a copy of the archive")
	}
	games := max(a.Games, 1)
	t.Row("bytes a game", phrase.Number(int(a.Bytes)/games), fmt.Sprintf("%.2f times the %s of the records as they came", float64(a.Bytes)/float64(max(a.RawBytes, 1)), phrase.Number(int(a.RawBytes)/games)))
	for _, part := range phrase.ByCount(a.PerGame) {
		t.RowIf(a.PerGame[part] > 0, "  "+part, phrase.Number(a.PerGame[part]), "")
	}
	if err := t.Print(w); err != nil {
		return err
	}
	if b.Against != nil {
		if err := printAgainst(w, b.Against); err != nil {
			return err
		}
	}
	for i, difference := range differencesOf(b.Questions) {
		if i == 0 {
			fmt.Fprintf(w, "\nThe counts of these questions are wrong:\n")
		}
		fmt.Fprintf(w, "  %s\n", plaintext.Printable(difference))
	}
	for i, reason := range reasonsOf(b.Questions) {
		if i == 0 {
			fmt.Fprintf(w, "\n%s marks questions that the program did not answer:\n", unanswered)
		}
		fmt.Fprintf(w, "  %s\n", plaintext.Printable(reason))
	}
	return nil
}

// printAgainst prints how many times as fast as in an earlier run questions were answered.
func printAgainst(w io.Writer, c *benchmark.BenchmarkComparison) error {
	fmt.Fprintf(w, "\nTimes as fast as %s with an archive of %s:\n\n", plaintext.Printable(c.Program), phrase.Count(c.Games, "record"))
	t := table.New("question", "page", "count", "next", "all")
	t.AlignRight(1, 2, 3, 4)
	t.Whole(0)
	ratio := func(n float64) string {
		if n == 0 {
			return ""
		}
		return fmt.Sprintf("%.2f", n)
	}
	for _, r := range append(slices.Clone(c.Ratios), c.Mean) {
		t.Row(r.Name, ratio(r.Page), ratio(r.Count), ratio(r.Next), ratio(r.All))
	}
	if err := t.Print(w); err != nil {
		return err
	}
	if c.Missing > 0 {
		fmt.Fprintf(w, "The earlier run was not asked %s of these.\n", phrase.Number(c.Missing))
	}
	if c.Import > 0 {
		fmt.Fprintf(w, "A record was imported %.2f times as fast.\n", c.Import)
	}
	return nil
}

// differencesOf returns the counts that are not the expected ones.
func differencesOf(questions []benchmark.BenchmarkQuestion) (list []string) {
	for _, q := range questions {
		for _, d := range q.Differs {
			list = append(list, fmt.Sprintf("%s: %s: %s", cmp.Or(q.Name, q.Kind), d, q.Query))
		}
	}
	return list
}

// unanswered stands for a time that was not measured, as there was no answer.
const unanswered = "–"

// reasonsOf returns what the program said in place of answers.
func reasonsOf(questions []benchmark.BenchmarkQuestion) (reasons []string) {
	for _, q := range questions {
		for _, name := range slices.Sorted(maps.Keys(q.Unanswered)) {
			reasons = append(reasons, q.Kind+": "+q.Unanswered[name])
		}
	}
	return reasons
}

// mostRead returns how much a question read from the disk at most.
func mostRead(b *benchmark.Benchmark) (most int64) {
	for _, q := range b.Questions {
		for _, t := range []*benchmark.BenchmarkTiming{q.Page, q.Count, q.Next, q.All} {
			if t != nil {
				most = max(most, t.FirstRead)
			}
		}
	}
	return most
}

// between writes the least and the greatest of some numbers.
func between(list []float64, decimals int) string {
	if len(list) == 0 {
		return ""
	}
	least, most := list[0], list[0]
	for _, n := range list {
		least, most = min(least, n), max(most, n)
	}
	write := func(n float64) string {
		if decimals == 0 {
			return phrase.Number(int(n + 0.5))
		}
		return fmt.Sprintf("%.*f", decimals, n)
	}
	a, b := write(least), write(most)
	if a == b {
		return a
	}
	return strings.Join([]string{a, b}, "–")
}
