package store

import (
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"kifudb/position"
	"kifudb/store/columns"
	"kifudb/store/disk"
	"kifudb/store/fulltext"
	"kifudb/store/postings"
)

// Tags of the sections of games.idx, the dictionary's apart.
const (
	tagFacts     = "facts"
	tagLines     = "lines"
	tagDigests   = "digests"
	tagByDigest  = "digests.order"
	tagScripts   = disk.Scripts
	tagScriptsAt = "scripts.at"
	tagCommented = "commented"
	tagPositions = disk.Positions
	tagVerified  = disk.Verified
	tagColumns   = disk.Columns            // and the board, see boardKind.tag: "columns/19x19"
	tagCorners   = tagColumns + "-corners" // likewise, see boardKind.cornersTag
	tagNames     = "names.words"
)

const (
	digestWidth = len(Digest{})
)

// A part of a segment is built by itself, beside the others, from all games;
// a nil game is one that is gone.
type part struct {
	name  string
	build func(ctx context.Context, games []*gatheredGame, w *disk.SectionWriter) error
}

// indexParts are the parts of games.idx, in the order of its sections.
// Those that take longest come first, so that all processors end together.
var indexParts = [...]part{
	{"positions", buildPositions},
	{"columns", buildColumns},
	{"lines", buildLines},
	{"scripts", buildScripts},
	{"facts", buildFacts},
	{"digests", buildDigests},
}

// buildSegment makes the files of a segment, without its comments, in the new
// directory dir.
func buildSegment(ctx context.Context, f disk.Files, dir string, s *pendingSegment) error {
	writers := make([]disk.SectionWriter, len(indexParts)+1)
	tasks := []func() error{
		func() error {
			blocks, err := s.blocks.finish()
			if err != nil {
				return err
			}
			if err := writeRecords(f, filepath.Join(dir, recordsName), blocks); err != nil {
				return err
			}
			return writeParity(f, dir)
		},
		func() error {
			w := &writers[len(indexParts)]
			return buildNames(ctx, f, filepath.Join(dir, namesName), buildDictionary(&s.values, w), w)
		},
	}
	for i, p := range indexParts {
		tasks = append(tasks, func() error { return p.build(ctx, s.games, &writers[i]) })
	}
	if err := parallel(ctx, tasks); err != nil {
		return err
	}
	var all disk.SectionWriter
	for _, w := range writers {
		all.Tags = append(all.Tags, w.Tags...)
		all.Data = append(all.Data, w.Data...)
	}
	return all.Write(f, filepath.Join(dir, indexName))
}

// parallel runs tasks on all processors and returns what went wrong.
func parallel(ctx context.Context, tasks []func() error) error {
	errs := make([]error, len(tasks))
	var next atomic.Int64
	var group sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(tasks)) {
		group.Go(func() {
			for {
				i := int(next.Add(1)) - 1
				if i >= len(tasks) || ctx.Err() != nil {
					return
				}
				errs[i] = tasks[i]()
			}
		})
	}
	group.Wait()
	return errors.Join(append(errs, ctx.Err())...)
}

func buildPositions(_ context.Context, games []*gatheredGame, w *disk.SectionWriter) error {
	var b postings.Builder
	for local, g := range games {
		if g != nil {
			b.Add(uint16(local), g.keys)
		}
	}
	data, err := b.Build()
	if err != nil {
		return err
	}
	w.Add(tagPositions, data)
	index, err := postings.Open(data, nil)
	if err != nil {
		return err
	}
	w.Add(tagVerified, postings.Verify(index, func(yield func(postings.Game) bool) {
		for local, g := range games {
			if g == nil {
				continue
			}
			if rules, ok := stonesOf(g.facts); ok && !yield(postings.Game{Local: uint16(local), Rules: rules, Size: g.facts.Size, Script: g.script, Keys: g.keys, Captures: g.captures}) {
				return
			}
		}
	}))
	return nil
}

// buildColumns writes one pattern index for each game whose stones stay and each
// size of board on which it is played in the segment.
func buildColumns(ctx context.Context, games []*gatheredGame, w *disk.SectionWriter) error {
	return addColumns(ctx, games, w, columns.Build)
}

// addColumns writes the pattern indexes that build makes.
func addColumns(ctx context.Context, games []*gatheredGame, w *disk.SectionWriter, build func(position.Rules, position.Size, []columns.Game) (data, corners []byte, err error)) error {
	byKind := map[boardKind][]columns.Game{}
	for local, g := range games {
		if g == nil || !g.facts.Size.Valid() {
			continue
		}
		if _, ok := stonesOf(g.facts); ok {
			kind := boardKind{g.facts.Game, g.facts.Size}
			byKind[kind] = append(byKind[kind], columns.Game{Local: uint16(local), Script: g.script, Captures: g.captures})
		}
	}
	for _, kind := range slices.SortedFunc(maps.Keys(byKind), boardKind.compare) {
		if err := ctx.Err(); err != nil {
			return err
		}
		data, corners, err := build(kind.rules(), kind.size, byKind[kind])
		if err != nil {
			return err
		}
		w.Add(kind.tag(), data)
		if corners != nil {
			w.Add(kind.cornersTag(), corners)
		}
	}
	return nil
}

func buildScripts(_ context.Context, games []*gatheredGame, w *disk.SectionWriter) error {
	addScripts(games, w, tagScripts, func(dst []byte, g *gatheredGame) []byte { return g.script.AppendPacked(dst, g.facts.Size) })
	return nil
}

// addScripts writes the scripts of games in the form that add appends.
func addScripts(games []*gatheredGame, w *disk.SectionWriter, tag string, add func(dst []byte, g *gatheredGame) []byte) {
	size := 0
	for _, g := range games {
		if g != nil {
			size += g.script.PackedSize(g.facts.Size)
		}
	}
	scripts := disk.Offsets{Data: make([]byte, 0, size), At: make([]byte, 0, 4*len(games)+4)}
	for _, g := range games {
		scripts.End()
		if g != nil {
			scripts.Data = add(scripts.Data, g)
		}
	}
	scripts.End()
	w.Add(tag, scripts.Data)
	w.Add(tagScriptsAt, scripts.At)
}

func buildFacts(_ context.Context, games []*gatheredGame, w *disk.SectionWriter) error {
	facts := make([]byte, 0, factsWidth*len(games))
	var commented bitset
	for local, g := range games {
		if g == nil {
			facts = append(facts, make([]byte, factsWidth)...)
			continue
		}
		facts = appendFacts(facts, g.facts)
		if g.commented {
			commented.add(local)
		}
	}
	w.Add(tagFacts, facts)
	buildFactColumns(games, w)
	var words []byte
	for _, word := range commented[:(len(games)+63)/64] {
		words = binary.LittleEndian.AppendUint64(words, word)
	}
	w.Add(tagCommented, words)
	return nil
}

// A digestEntry is a game to be sorted by its digest. The first eight bytes usually decide.
type digestEntry struct {
	begins uint64
	local  uint16
}

func buildDigests(_ context.Context, games []*gatheredGame, w *disk.SectionWriter) error {
	digests := make([]byte, 0, digestWidth*len(games))
	order := make([]digestEntry, 0, len(games))
	for local, g := range games {
		if g == nil {
			digests = append(digests, make([]byte, digestWidth)...)
			continue
		}
		digests = append(digests, g.digest[:]...)
		order = append(order, digestEntry{binary.BigEndian.Uint64(g.digest[:]), uint16(local)})
	}
	slices.SortFunc(order, func(a, b digestEntry) int {
		if c := cmp.Compare(a.begins, b.begins); c != 0 {
			return c
		}
		if c := bytes.Compare(games[a.local].digest[:], games[b.local].digest[:]); c != 0 {
			return c
		}
		return int(a.local) - int(b.local)
	})
	sorted := make([]byte, 0, 2*len(order))
	for _, d := range order {
		sorted = binary.LittleEndian.AppendUint16(sorted, d.local)
	}
	w.Add(tagDigests, digests)
	w.Add(tagByDigest, sorted)
	return nil
}

// buildNames indexes the words of the distinct values, if they are many. One
// document for each distinct value instead of one for each game makes this
// part a hundred times cheaper: a thousand games share their players' names.
func buildNames(ctx context.Context, f disk.Files, dir string, values []Value, w *disk.SectionWriter) error {
	if !indexesNames(values) {
		return nil
	}
	table, err := fulltext.BuildIndex(ctx, f, dir, func(yield func(int, string) bool) {
		for i, v := range values {
			if !ownIdent(v.Ident) && !fulltext.IsSerial(v.Text) && !yield(i, v.Text) {
				return
			}
		}
	})
	if err != nil {
		return fmt.Errorf("index of names: %w", err)
	}
	w.Add(tagNames, table)
	return nil
}

// indexesNames reports whether values have an index of names: if they are many, and
// not serial numbers alone.
func indexesNames(values []Value) bool {
	size, words := 0, false
	for _, v := range values {
		if !ownIdent(v.Ident) {
			size += len(v.Text)
			words = words || !fulltext.IsSerial(v.Text)
		}
	}
	return size >= fulltext.ScanBytes && words
}
