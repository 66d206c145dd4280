package store

import (
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	index "github.com/blevesearch/bleve_index_api"
)

// TestWordsMerged writes words in one go and in so many small files that some are merged
// twice: the terms are in the same texts, and nothing is left behind.
func TestWordsMerged(t *testing.T) {
	const texts = 2*mostMerged*mostMerged + 3
	textOf := func(i int) string { return fmt.Sprintf("all n%d third%d", i, i%3) }
	want := invertedTexts{}
	for i := range texts {
		want.add(uint32(i), textOf(i))
	}
	for _, atATime := range []int{texts + 1, texts, 100, 2} {
		dir := filepath.Join(t.TempDir(), "words")
		err := writeWords(t.Context(), dir, func(yield func(index.Document) bool) {
			for i := range texts {
				if !yield(newTextDocument(i, 0, textOf(i))) {
					return
				}
			}
		}, atATime)
		if err != nil {
			t.Fatal(err)
		}
		if left, err := filepath.Glob(filepath.Join(filepath.Dir(dir), "*")); err != nil || len(left) != 1 {
			t.Errorf("%d at a time: %q beside the index, %v", atATime, left, err)
		}
		x, err := openWords(dir, nil)
		if err != nil {
			t.Fatal(err)
		}
		terms, err := x.terms()
		if err != nil {
			t.Fatal(err)
		}
		found := 0
		for term, list := range want {
			postings, err := terms.PostingsList([]byte(term), nil, nil)
			if err != nil {
				t.Fatal(err)
			}
			var got []uint32
			for docs := postings.Iterator(false, false, false, nil); ; {
				next, err := docs.Next()
				if err != nil {
					t.Fatal(err)
				}
				if next == nil {
					break
				}
				id, err := x.words.DocID(next.Number())
				if err != nil {
					t.Fatal(err)
				}
				got = append(got, binary.BigEndian.Uint32(id))
			}
			if slices.Sort(got); !slices.Equal(got, list) {
				t.Errorf("%d at a time: %q is in %v, want %v", atATime, term, got, list)
			}
			found++
		}
		if found != texts+4 || x.words.Count() != texts {
			t.Errorf("%d at a time: %d terms of %d texts", atATime, found, x.words.Count())
		}
		if err := x.close(); err != nil {
			t.Error(err)
		}
	}
}

// TestWordsEnd: an index that cannot be written is an error, and leaves nothing.
func TestWordsEnd(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "words"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	err := writeWords(t.Context(), filepath.Join(dir, "words"), func(yield func(index.Document) bool) {
		yield(newTextDocument(0, 0, "word"))
	}, 1)
	if err == nil {
		t.Error("a file is no directory, and no error")
	}
	if left, err := filepath.Glob(filepath.Join(dir, "*")); err != nil || len(left) != 1 {
		t.Errorf("left behind: %q, %v", left, err)
	}
}

func TestEndOfPrefix(t *testing.T) {
	for prefix, want := range map[string]string{"a": "b", "ab\xff": "ac", "\xff\xff": ""} {
		if got := endOfPrefix(prefix); string(got) != want {
			t.Errorf("after all that begin with %q: %q, want %q", prefix, got, want)
		}
	}
}

// TestNoWords: an index of no texts at all has no words.
func TestNoWords(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "words")
	if err := writeWords(t.Context(), dir, func(func(index.Document) bool) {}, 10); err != nil {
		t.Fatal(err)
	}
	x, err := openWords(dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer x.close()
	found, err := x.indexed(t.Context(), "word")
	if err != nil || !found.IsEmpty() || x.words.Count() != 0 {
		t.Errorf("%d texts, %d with a word, %v", x.words.Count(), found.GetCardinality(), err)
	}
}
