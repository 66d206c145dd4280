package indexer

import (
	"context"
	"errors"
	"io"
	"runtime"
	"sync"
	"sync/atomic"

	"kifudb/store"
)

// Options say how to import. Nil is the default.
type Options struct {
	Workers  int            // records are extracted on so many goroutines; 0 is one per core
	Stdin    io.Reader      // what the path "-" stands for
	Progress func(Progress) // called from one goroutine, often
	Problem  func(Problem)  // every problem, in input order
}

// Progress says how far an import has come.
type Progress struct {
	Files, Games      int
	Bytes, TotalBytes int64 // of the files on disk, as far as known
}

// Summary accounts for everything an import has seen.
type Summary struct {
	Files    int            // files that were read, inside containers too
	Passed   int            // files passed over because they hold no game records and do not claim to
	Games    int            // games found: Added + Known
	Added    int            // games that are new
	Known    int            // games that the archive had already, byte for byte
	Failed   int            // files that could not be read, or hold no game though they claim to
	Problems map[string]int // deviations in records, by code
	Bytes    int64          // read from disk
}

// Import reads all records below the paths and adds them to the archive. What
// was added when the context is cancelled is committed. Any other error is one
// of the archive, and then the summary says what was meant to be in it.
func Import(ctx context.Context, w *store.Writer, paths []string, o *Options) (*Summary, error) {
	if o == nil {
		o = &Options{}
	}
	m := &importer{writer: w, options: *o, summary: &Summary{Problems: map[string]int{}}}
	if m.options.Workers <= 0 {
		m.options.Workers = runtime.GOMAXPROCS(0)
	}
	err := m.run(ctx, paths)
	if err == nil || ctx.Err() != nil { // what is there is kept even if the user has had enough
		err = errors.Join(err, w.Commit(context.WithoutCancel(ctx)))
	}
	return m.summary, err
}

type importer struct {
	writer  *store.Writer
	options Options
	summary *Summary
	walker  *walker
	total   atomic.Int64 // bytes of all files, once they have been listed
}

// run is the pipeline: one goroutine reads and cuts batches, many extract,
// this one adds them to the archive in the order in which they were read.
func (m *importer) run(ctx context.Context, paths []string) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()

	// The queue bounds how many batches are in memory at once.
	queue := make(chan *batch, 2*m.options.Workers)
	jobs := make(chan *batch)
	cut := newCutter(func(b *batch) error {
		for _, to := range []chan *batch{queue, jobs} {
			select {
			case to <- b:
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		return nil
	})
	m.walker = &walker{stdin: m.options.Stdin, visit: cut.member, report: cut.problem}

	var workers sync.WaitGroup
	for range m.options.Workers {
		workers.Go(func() {
			x := newExtractor()
			for b := range jobs {
				b.extract(x, m.known)
				close(b.extracted)
			}
		})
	}
	var readError error
	workers.Go(func() {
		defer close(queue)
		defer close(jobs)
		readError = m.read(ctx, paths, cut)
	})

	err := m.collect(ctx, queue)
	cancel()
	for range queue { // let the reader end
	}
	workers.Wait()
	if err == nil {
		err = readError
	}
	return err
}

// read is the reading stage. Listing belongs to it, because what it reports
// goes through the pipeline, too.
func (m *importer) read(ctx context.Context, paths []string, cut *cutter) error {
	sources, err := list(ctx, paths, cut.problem)
	if err != nil {
		return err
	}
	for _, s := range sources {
		m.total.Add(s.size)
	}
	for _, s := range sources {
		if err := m.walker.source(ctx, s); err != nil {
			return err
		}
	}
	return cut.flush()
}

// collect adds extracted batches to the archive, in input order.
func (m *importer) collect(ctx context.Context, queue <-chan *batch) error {
	for b := range queue {
		select {
		case <-b.extracted:
		case <-ctx.Done():
			return ctx.Err()
		}
		for i := range b.entries {
			if err := m.add(ctx, &b.entries[i]); err != nil {
				return err
			}
		}
		m.summary.Bytes = m.walker.read.Load()
		if m.options.Progress != nil {
			m.options.Progress(Progress{
				Files: m.summary.Files, Games: m.summary.Games,
				Bytes: m.summary.Bytes, TotalBytes: m.total.Load(),
			})
		}
	}
	return ctx.Err()
}

// add accounts for one entry of a batch.
func (m *importer) add(ctx context.Context, e *entry) error {
	switch e.kind {
	case fileFailed:
		m.summary.Failed++
		m.report(e.problem)
	case fileRead:
		m.summary.Files++
	case filePassed:
		m.summary.Passed++
	case recordFound:
		m.summary.Games++
		if e.game == nil || m.known(e.game.Digest) { // it may have been added since it was extracted
			m.summary.Known++
			return nil
		}
		if _, err := m.writer.Add(ctx, e.game); err != nil {
			return err
		}
		m.summary.Added++
		for _, p := range e.problems {
			m.summary.Problems[p.Code] += 1 + p.More
			m.report(p)
		}
	}
	return nil
}

// known reports whether the archive has a record or is about to.
func (m *importer) known(d store.Digest) bool {
	_, ok := m.writer.Known(d)
	return ok
}

func (m *importer) report(p Problem) {
	if m.options.Problem != nil {
		m.options.Problem(p)
	}
}
