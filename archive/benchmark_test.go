package archive

import (
	"bytes"
	"context"
	"slices"
	"strings"
	"testing"
)

// Each question that is cut out of games finds at least the game it was cut out of, and
// all kinds are there; the same seed gives the same questions.
func TestBenchmarkQuestions(t *testing.T) {
	ctx := context.Background()
	v := collection(t)
	questions, err := v.BenchmarkQuestions(ctx, 1, 2)
	if err != nil {
		t.Fatal(err)
	}
	kinds := map[string]int{}
	for _, q := range questions {
		kinds[q.Kind]++
		parsed, err := ParseQuery(strings.TrimPrefix(q.Query, EveryGame))
		if err != nil {
			t.Fatalf("%s: %s: %v", q.Kind, q.Query, err)
		}
		p, err := v.Count(ctx, &Search{Query: parsed})
		if err != nil {
			t.Fatalf("%s: %s: %v", q.Kind, q.Query, err)
		}
		if p.Total == 0 && !strings.HasPrefix(q.Kind, "not so") { // which the game need not be
			t.Errorf("%s: %s finds nothing", q.Kind, q.Query)
		}
	}
	for _, k := range cutKinds {
		if kinds[k.name] == 0 {
			t.Errorf("no question: %s", k.name)
		}
	}
	again, err := v.BenchmarkQuestions(ctx, 1, 2)
	if err != nil {
		t.Fatal(err)
	}
	others, err := v.BenchmarkQuestions(ctx, 2, 2)
	if err != nil {
		t.Fatal(err)
	}
	same := func(a, b BenchmarkQuestion) bool { return a.Query == b.Query }
	if !slices.EqualFunc(questions, again, same) || slices.EqualFunc(questions, others, same) {
		t.Error("the seed does not choose the questions")
	}
}

// A sample has different records, as they came.
func TestBenchmarkSample(t *testing.T) {
	v := collection(t)
	seen := map[string]bool{}
	size := int64(0)
	games, total, err := v.BenchmarkSample(context.Background(), 1, 20, func(name string, record []byte) error {
		if seen[name] || !bytes.Contains(record, []byte("(")) {
			t.Errorf("%s: seen %v, %.20q", name, seen[name], record)
		}
		seen[name] = true
		size += int64(len(record))
		return nil
	})
	if err != nil || games != 20 || len(seen) != games || total != size {
		t.Errorf("got %d games, %d bytes, %v; %d and %d were written", games, total, err, len(seen), size)
	}
	if games, _, err := v.BenchmarkSample(context.Background(), 1, 1_000_000, func(string, []byte) error { return nil }); err != nil || games < 20 || games > v.Len() {
		t.Errorf("of all: %d games of %d, %v", games, v.Len(), err)
	}
}
