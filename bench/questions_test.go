package bench_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kifudb/archive"
	"kifudb/archive/benchmark"
	"kifudb/bench"
)

// Every file of questions can be read, draws the boards that it asks for, and is written again
// as it was.
func TestQuestionFiles(t *testing.T) {
	names, err := filepath.Glob("questions/*.txt")
	if err != nil || len(names) == 0 {
		t.Fatalf("%d files, %v", len(names), err)
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		q := readQuestions(t, name)
		if q.Records == 0 || q.Data == "" || !strings.HasPrefix(q.Digest, "sha256 ") {
			t.Errorf("%s does not say of which games its counts are", name)
		}
		for i := range q.List {
			b := &q.List[i]
			if b.Expected.Games == nil || b.Expected.Records == nil {
				t.Fatalf("%s: %s has no counts", name, b.Name)
			}
			b.Games, b.Records, b.Hits = *b.Expected.Games, *b.Expected.Records, b.Expected.Hits
		}
		var again bytes.Buffer
		if err := benchmark.WriteQuestions(&again, q); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(again.Bytes(), bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))) {
			t.Errorf("%s is written otherwise", name)
		}
	}
}

// The file for 500 generated games has their digest and the counts of an archive of them.
func TestQuestionCounts(t *testing.T) {
	q := readQuestions(t, "questions/generated-500.txt")
	dir := t.TempDir()
	var games bytes.Buffer
	if err := bench.Write(&games, 1, 500); err != nil {
		t.Fatal(err)
	}
	if digest := fmt.Sprintf("sha256 %x", sha256.Sum256(games.Bytes())); digest != q.Digest {
		t.Fatalf("the generated games have the digest %s, and the file has %s: write the questions anew", digest, q.Digest)
	}
	file := filepath.Join(dir, "games.sgf")
	if err := os.WriteFile(file, games.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	ctx := context.Background()
	a, err := archive.Open(filepath.Join(dir, "archive"), &archive.Options{Create: true})
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	if _, err := a.Import(ctx, &archive.Import{Paths: []string{file}}); err != nil {
		t.Fatal(err)
	}
	v, err := a.View()
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	if v.Len() != q.Records {
		t.Fatalf("%d records, want %d", v.Len(), q.Records)
	}
	found := 0
	for _, b := range q.List {
		parsed, err := archive.ParseQuery(b.Query)
		if err != nil {
			t.Fatalf("%s: %v", b.Name, err)
		}
		once, err := v.Search(ctx, &archive.Search{Query: parsed})
		if err != nil {
			t.Fatalf("%s: %v", b.Name, err)
		}
		all, err := v.Search(ctx, &archive.Search{Query: parsed, Records: true})
		if err != nil {
			t.Fatalf("%s: %v", b.Name, err)
		}
		hits := 0
		for _, g := range all.Games {
			hits += len(g.Hits)
		}
		found += all.Total
		b.Games, b.Records = once.Total, all.Total
		if b.Expected.Hits != nil {
			b.Hits = &hits
		}
		b.Check(*b.Expected)
		if len(b.Differs) > 0 {
			t.Errorf("%s: %s: %v", b.Name, b.Query, b.Differs)
		}
	}
	if found == 0 {
		t.Error("nothing is found")
	}
}

func readQuestions(t *testing.T, name string) *benchmark.Questions {
	file, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	q, err := benchmark.ReadQuestions(file)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return q
}
