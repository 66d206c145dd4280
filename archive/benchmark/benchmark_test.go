package benchmark

import (
	"archive/zip"
	"bytes"
	"context"
	"io"
	"slices"
	"strings"
	"testing"

	"kifudb/archive"
	"kifudb/archive/archivetest"
)

// Each question that is cut out of games finds at least the game it was cut out of, and
// all kinds are there; the same seed gives the same questions.
func TestQuestions(t *testing.T) {
	ctx := context.Background()
	v := archivetest.Collection(t)
	questions, err := Cut(ctx, v, 1, 2)
	if err != nil {
		t.Fatal(err)
	}
	kinds := map[string]int{}
	for _, q := range questions {
		kinds[q.Kind]++
		parsed, err := archive.ParseQuery(q.Query)
		if err != nil {
			t.Fatalf("%s: %s: %v", q.Kind, q.Query, err)
		}
		p, err := v.Count(ctx, &archive.Search{Query: parsed})
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
	again, err := Cut(ctx, v, 1, 2)
	if err != nil {
		t.Fatal(err)
	}
	others, err := Cut(ctx, v, 2, 2)
	if err != nil {
		t.Fatal(err)
	}
	same := func(a, b BenchmarkQuestion) bool { return a.Query == b.Query }
	if !slices.EqualFunc(questions, again, same) || slices.EqualFunc(questions, others, same) {
		t.Error("the seed does not choose the questions")
	}
}

// A sample has different records, as they came.
func TestSample(t *testing.T) {
	v := archivetest.Collection(t)
	var b bytes.Buffer
	games, total, err := Sample(context.Background(), v, 1, 20, &b)
	if err != nil || games != 20 {
		t.Fatalf("got %d games, %v", games, err)
	}
	z, err := zip.NewReader(bytes.NewReader(b.Bytes()), int64(b.Len()))
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		record, err := io.ReadAll(r)
		if err != nil || seen[f.Name] || !bytes.Contains(record, []byte("(")) {
			t.Errorf("%s: seen %v, %.20q, %v", f.Name, seen[f.Name], record, err)
		}
		seen[f.Name] = true
		total -= int64(len(record))
	}
	if len(seen) != games || total != 0 {
		t.Errorf("%d records, %d bytes more are said than are there", len(seen), total)
	}
	if games, _, err := Sample(context.Background(), v, 1, 1_000_000, io.Discard); err != nil || games < 20 || games > v.Len() {
		t.Errorf("of all: %d games of %d, %v", games, v.Len(), err)
	}
}
