package store

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	registry "kifudb/game"
	"kifudb/position"
	"kifudb/position/feature"
	"kifudb/store/disk"
	"kifudb/store/features"
)

// FeatureProgress says for how many games there is an index of features, of all.
type FeatureProgress struct{ Indexed, Games int }

// FeatureStats says what the indexes of features of an archive hold and cost.
type FeatureStats struct {
	FeatureProgress
	Bytes int64
}

// observerOf returns the game of SGF's number if it reports features.
func observerOf(number int) registry.Observer {
	o, _ := registry.Of(number).(registry.Observer)
	return o
}

// HasFeatures reports whether the archive keeps indexes of features. Then an import brings them up
// to date.
func (db *DB) HasFeatures() bool {
	info, err := os.Stat(filepath.Join(db.dir, FeaturesName))
	return err == nil && info.IsDir()
}

// HasFeatures is [DB.HasFeatures].
func (w *Writer) HasFeatures() bool { return w.db.HasFeatures() }

// FeatureStats returns for how many games there are indexes of features that hold all kinds as they
// are defined now, and their bytes.
func (s *Snapshot) FeatureStats() FeatureStats {
	var stats FeatureStats
	for _, g := range s.segments {
		stats.Games += g.Len()
		if g.remote != nil {
			continue
		}
		f := g.files.features(g.Stamp())
		if f.index.Complete(s.db.observer) {
			stats.Indexed += g.Len()
		}
		if f.info != nil {
			stats.Bytes += f.info.Size()
		}
	}
	return stats
}

// WithoutFeatures returns how many games are not in the index of features with some kinds as they are defined
// now, by SGF's numbers of the games. Games of other numbers do not count, nor kinds that the index omits.
func (s *Snapshot) WithoutFeatures(wanted map[int][]*feature.Kind) (missing int) {
	for _, g := range s.segments {
		var index *features.Index
		if g.remote == nil {
			index = g.files.features(g.Stamp()).index
		}
		var lacks [256]bool // by number
		some := false
		for number, kinds := range wanted {
			if number >= 0 && number < len(lacks) && slices.ContainsFunc(kinds, func(k *feature.Kind) bool { return !k.Everywhere && !index.Holds(number, k) }) {
				lacks[number], some = true, true
			}
		}
		if !some {
			continue
		}
		for local := range g.Len() {
			if lacks[uint8(g.Facts(local).Game)] {
				missing++
			}
		}
	}
	return missing
}

// FeatureColumns returns what the indexes of features hold, added up over the segments, in the order of
// games and kinds.
func (s *Snapshot) FeatureColumns() []features.Held {
	type kind struct {
		game int
		name string
	}
	sums := map[kind]features.Held{}
	for _, g := range s.segments {
		for h := range g.Features().Held() {
			sum := sums[kind{h.Game, h.Kind}]
			h.Games += sum.Games
			h.Instances += sum.Instances
			h.Bytes += sum.Bytes
			sums[kind{h.Game, h.Kind}] = h
		}
	}
	return slices.SortedFunc(maps.Values(sums), func(a, b features.Held) int {
		return cmp.Or(cmp.Compare(a.Game, b.Game), cmp.Compare(a.Kind, b.Kind))
	})
}

// featureBlock is the number of games that one processor replays at a time.
const featureBlock = 256

// IndexFeatures makes an index of features for each segment that has none, or one that is damaged or
// of another version of the program, and tells progress (which may be nil) how far it is. It can be
// canceled, or killed, at any time: segments that are indexed by then stay indexed. All processors
// work on one segment after the other; that takes the memory of the segment's index.
func (w *Writer) IndexFeatures(ctx context.Context, progress func(FeatureProgress)) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if err := w.ready(); err != nil {
		return err
	}
	if err := w.db.files.MkdirAll(filepath.Join(w.db.dir, FeaturesName)); err != nil {
		return err
	}
	w.cleanFeatures()
	p := FeatureProgress{}
	var due []*Segment
	for _, g := range w.snapshot.segments {
		p.Games += g.Len()
		if g.remote == nil && w.featuresSound(g) {
			p.Indexed += g.Len()
		} else {
			due = append(due, g)
		}
	}
	report := func(games int) {
		if progress != nil {
			progress(FeatureProgress{p.Indexed + games, p.Games})
		}
	}
	report(0)
	for _, g := range due {
		if err := w.indexFeatures(ctx, g, report); err != nil {
			return fmt.Errorf("segment %s: %w", g.Name(), err)
		}
		p.Indexed += g.Len()
	}
	return nil
}

// featuresSound reports whether a segment's index of features is whole and up to date.
func (w *Writer) featuresSound(g *Segment) bool {
	f := g.files.features(g.Stamp())
	return f.index.Complete(w.db.observer) && f.index.Verify() == nil && f.damage() == nil
}

// indexFeatures makes the index of features of a segment.
func (w *Writer) indexFeatures(ctx context.Context, g *Segment, progress func(games int)) error {
	g, release, err := g.Visit(ctx)
	if err != nil {
		return err
	}
	defer release()
	directory, columns, err := g.observe(ctx, w.db.observer, progress)
	if err != nil {
		return err
	}
	var s disk.SectionWriter
	s.Add(tagStamp, []byte(g.Stamp()))
	s.Add(tagDirectory, directory)
	s.Add(tagFeatures, columns)
	path := featuresPath(w.db.dir, g.Name())
	temp := filepath.Join(filepath.Dir(path), disk.TempPrefix+filepath.Base(path))
	if err := s.Write(w.db.files, temp); err != nil {
		return err
	}
	return w.db.files.Rename(temp, path)
}

// observe replays all games of a segment on all processors and returns the index of their features.
func (g *Segment) observe(ctx context.Context, observer func(number int) registry.Observer, progress func(games int)) (directory, columns []byte, err error) {
	g = g.Recorded()
	blocks := (g.Len() + featureBlock - 1) / featureBlock
	parts, errs := make([]*features.Part, blocks), make([]error, blocks)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var started atomic.Int64
	var group sync.WaitGroup
	var mu sync.Mutex // protects done and the order of progress
	done := 0
	for range min(runtime.GOMAXPROCS(0), blocks) {
		group.Go(func() {
			for ctx.Err() == nil {
				i := int(started.Add(1)) - 1
				if i >= blocks {
					return
				}
				from, to := i*featureBlock, min((i+1)*featureBlock, g.Len())
				if parts[i], errs[i] = g.observeBlock(ctx, observer, from, to); errs[i] != nil {
					cancel()
					return
				}
				mu.Lock()
				done += to - from
				progress(done)
				mu.Unlock()
			}
		})
	}
	group.Wait()
	for _, err := range errs {
		if err != nil {
			return nil, nil, err
		}
	}
	if err := ctx.Err(); err != nil {
		return nil, nil, err
	}
	if err := g.Err(); err != nil { // damaged bytes have read as empty
		return nil, nil, err
	}
	directory, columns = features.Encode(g.Len(), parts)
	return directory, columns, nil
}

// observeBlock replays some games.
func (g *Segment) observeBlock(ctx context.Context, observer func(number int) registry.Observer, from, to int) (*features.Part, error) {
	part := new(features.Part)
	var memory position.ScriptBuffer
	for local := from; local < to; local++ {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if !g.present(local) {
			continue
		}
		facts := g.Facts(local)
		o := observer(int(facts.Game))
		if o == nil {
			part.Include(int(facts.Game), nil)
			continue
		}
		part.Include(int(facts.Game), o.Features())
		start, err := o.Start(g.GameRecord(local))
		if err != nil {
			continue // nobody knows its positions
		}
		script, _, err := g.ScriptHead(&memory, local, math.MaxInt)
		if err == nil {
			err = part.Add(ctx, local, o, start, script)
		}
		if err != nil {
			return nil, fmt.Errorf("game %d: %w", g.id(local), err)
		}
	}
	return part, nil
}

// DropFeatures deletes all indexes of features.
func (w *Writer) DropFeatures() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if err := w.ready(); err != nil {
		return err
	}
	return w.db.files.RemoveIfThere(filepath.Join(w.db.dir, FeaturesName))
}

// cleanFeatures deletes the indexes of features of segments that are gone, and unfinished ones.
func (w *Writer) cleanFeatures() {
	entries, err := os.ReadDir(filepath.Join(w.db.dir, FeaturesName))
	if err != nil {
		return // usually there are none
	}
	for _, entry := range entries {
		segment, ok := strings.CutSuffix(entry.Name(), featuresSuffix)
		if ok && (w.manifest.names(segment) || w.db.inUse(segment)) {
			continue
		}
		if !ok && !strings.HasPrefix(entry.Name(), disk.TempPrefix) {
			continue // not ours
		}
		w.db.files.Discard(filepath.Join(w.db.dir, FeaturesName, entry.Name()))
	}
}
