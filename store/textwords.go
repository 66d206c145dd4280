package store

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"sync"

	"github.com/RoaringBitmap/roaring/v2"
	index "github.com/blevesearch/bleve_index_api"
	segment "github.com/blevesearch/scorch_segment_api/v2"
	"github.com/blevesearch/vellum/levenshtein"
	zap "github.com/blevesearch/zapx/v17"
)

// The words of texts are in one file of Bleve's format zap, which its package zapx
// reads and writes: for each term the documents that have it. Bleve itself is not asked. It
// keeps track of files that come and go while documents are added, where ours never change,
// and to be part of a program at all takes 2 ms whenever that starts, which is more than
// most questions need.

// wordsName is the file in the directory of an index; Bleve called it so. Older
// versions had a root.bolt beside it, which said no more than that.
const wordsName = "000000000002.zap"

// mostMerged is how many files are merged at a time.
const mostMerged = 16

// zapFiles reads and writes files of words.
var zapFiles zap.ZapPlugin

// writeWords writes the file of words of some documents into a new directory, so many
// documents at a time. Their order in the file may be another one.
func writeWords(ctx context.Context, dir string, docs iter.Seq[index.Document], atATime int) (err error) {
	work, err := os.MkdirTemp(filepath.Dir(dir), "words-*")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(work)) }()
	var files []string
	next := func() string { return filepath.Join(work, fmt.Sprintf("%d.zap", len(files))) }
	batch := make([]index.Document, 0, atATime)
	flush := func() error {
		if err := ctx.Err(); err != nil {
			return err
		}
		words, _, err := zapFiles.New(batch)
		if err != nil {
			return err
		}
		file, ok := words.(segment.UnpersistedSegment)
		if !ok {
			return fmt.Errorf("words of type %T cannot be written", words)
		}
		path := next()
		files, batch = append(files, path), batch[:0]
		return errors.Join(file.Persist(path), file.Close())
	}
	for doc := range docs {
		doc.VisitFields(func(field index.Field) {
			if field.Options().IsIndexed() {
				field.Analyze()
			}
		})
		if batch = append(batch, doc); len(batch) == atATime {
			if err := flush(); err != nil {
				return err
			}
		}
	}
	if len(batch) > 0 || len(files) == 0 {
		if err := flush(); err != nil {
			return err
		}
	}
	done := 0
	for len(files)-done > 1 {
		some := files[done:min(done+mostMerged, len(files))]
		path := next()
		if err := mergeWords(ctx, path, some); err != nil {
			return err
		}
		done += len(some)
		files = append(files, path)
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	return os.Rename(files[done], filepath.Join(dir, wordsName))
}

// mergeWords merges files of words into a new one, and removes them.
func mergeWords(ctx context.Context, path string, from []string) (err error) {
	if err := ctx.Err(); err != nil {
		return err
	}
	parts := make([]segment.Segment, 0, len(from))
	defer func() {
		for i, part := range parts {
			err = errors.Join(err, part.Close(), os.Remove(from[i]))
		}
	}()
	for _, name := range from {
		part, err := zapFiles.Open(name)
		if err != nil {
			return err
		}
		parts = append(parts, part)
	}
	_, _, err = zapFiles.Merge(parts, make([]*roaring.Bitmap, len(parts)), path, nil, nil)
	return err
}

// automata are what recognises words with so many letters different, less one, made when
// the first is looked for.
var automata = [...]func() (*levenshtein.LevenshteinAutomatonBuilder, error){
	sync.OnceValues(func() (*levenshtein.LevenshteinAutomatonBuilder, error) {
		return levenshtein.NewLevenshteinAutomatonBuilder(1, true)
	}),
	sync.OnceValues(func() (*levenshtein.LevenshteinAutomatonBuilder, error) {
		return levenshtein.NewLevenshteinAutomatonBuilder(2, true)
	}),
}

// similarWords returns the terms of a dictionary that begin like a wanted word, or are
// nearly it.
func similarWords(terms segment.TermDictionary, w *wanted) (segment.DictionaryIterator, error) {
	if w.prefix {
		return terms.AutomatonIterator(nil, []byte(w.text), endOfPrefix(w.text)), nil
	}
	if w.edits < 1 || w.edits > len(automata) {
		return terms.AutomatonIterator(nil, nil, nil), nil
	}
	builder, err := automata[w.edits-1]()
	if err != nil {
		return nil, err
	}
	automaton, err := builder.BuildDfa(w.text, uint8(w.edits))
	if err != nil {
		return nil, err
	}
	return terms.AutomatonIterator(automaton, nil, nil), nil
}

// endOfPrefix returns the least text after all those that begin so, or nil if there
// is none.
func endOfPrefix(prefix string) []byte {
	end := []byte(prefix)
	for i := len(end) - 1; i >= 0; i-- {
		if end[i]++; end[i] != 0 {
			return end[:i+1]
		}
	}
	return nil
}
