package indexer

import (
	"context"
	"io"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"kifudb/indexer/ledger"
	"kifudb/store"
)

// Options say how to import. Nil is the default.
type Options struct {
	Workers  int            // records are extracted on so many goroutines; 0 is one per core
	Stdin    io.Reader      // what the path "-" stands for
	Progress func(Progress) // called from one goroutine, often
	Problem  func(Problem)  // every problem, in input order

	// Ledger is that of the archive. Without it every file is read, and nobody
	// knows afterwards what became of it.
	Ledger *ledger.DB
	Reread bool          // files too that are as they were when they were last read
	Prune  bool          // remove the games that their files do not hold any more
	Settle time.Duration // leave files alone that were changed so recently: they may still be written

	// Committed, if set, is called whenever games of an import that goes on were committed and
	// entered in the ledger: what is there then is whole.
	Committed func(context.Context) error
}

// Progress says how far an import has come.
type Progress struct {
	Files, Games      int
	Bytes, TotalBytes int64 // of the files on disk that are to be read, as far as known
	Slowest           Stage // what the others have been waiting for
}

// Summary accounts for everything an import has seen.
type Summary struct {
	ledger.Totals
	Run     int // its number in the ledger, 0 without one
	Dropped int // files that the ledger knew of another state of the archive: they were read again
}

// Import reads all records below the paths and adds them to the archive. With a ledger,
// it skips files that have not changed, and replaces the games of changed files under
// their ids. If the context is cancelled, it commits the games added so far. Any other
// error is one of the archive; the summary then reports what the import meant to add.
func Import(ctx context.Context, w *store.Writer, paths []string, o *Options) (*Summary, error) {
	if o == nil {
		o = &Options{}
	}
	m := &importer{options: *o}
	if m.options.Workers <= 0 {
		m.options.Workers = runtime.GOMAXPROCS(0)
	}
	account, err := openAccount(w, paths, &m.options)
	if err != nil {
		return nil, err
	}
	m.account = account
	err = m.run(ctx, paths)
	if m.walker != nil {
		account.run.Totals.Bytes = m.walker.read.Load()
	}
	err = account.close(ctx, m.plan, err)
	return account.summary(), err
}

type importer struct {
	options Options
	account *account
	walker  *walker
	plan    *plan        // once the files have been listed
	total   atomic.Int64 // bytes of all files that are to be read, once they have been listed
}

// run is the pipeline: one goroutine reads and cuts batches, many extract,
// this one adds them to the archive in the order in which they were read.
func (m *importer) run(ctx context.Context, paths []string) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()

	// The queue bounds how many batches are in memory at once.
	queue := make(chan *batch, 2*m.options.Workers)
	jobs := make(chan *batch)
	// Large records make large batches: what bounds them together.
	room := make(chan struct{}, maxInFlight>>20)
	cut := newCutter(func(b *batch) error {
		b.room = min(1+b.bytes>>20, cap(room))
		for range b.room {
			select {
			case room <- struct{}{}:
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		for _, to := range []chan *batch{queue, jobs} {
			select {
			case to <- b:
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		return nil
	})
	spare := make(chan []entry, cap(queue))
	cut.spare = spare
	m.walker = &walker{stdin: m.options.Stdin, visit: cut.member, report: cut.problem, border: cut.flush}

	var workers sync.WaitGroup
	for range m.options.Workers {
		workers.Go(func() {
			x := newExtractor()
			x.inRuns = true
			for b := range jobs {
				b.extract(x, m.account.stored)
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

	err := m.collect(ctx, queue, room, spare)
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
	p, err := makePlan(ctx, paths, &m.options, stateOf(m.account.writer), cut.problem)
	if err != nil {
		return err
	}
	m.plan = p
	for i := range p.sources {
		if !p.sources[i].keep {
			m.total.Add(p.sources[i].size)
		}
	}
	for i := 0; i < len(p.sources); {
		end := p.group(i)
		if err := m.readGroup(ctx, p.sources[i:end], cut); err != nil {
			return err
		}
		i = end
	}
	return cut.flush()
}

// readGroup reads the sources of a group, in batches of their own. Those that
// are kept are read as evidence for the charset of the others.
func (m *importer) readGroup(ctx context.Context, group []source, cut *cutter) error {
	if err := m.compare(ctx, group); err != nil {
		return err
	}
	toRead := false
	for i := range group {
		toRead = toRead || !group[i].keep
	}
	if toRead {
		if err := cut.flush(); err != nil {
			return err
		}
	}
	neighbors := &walker{visit: cut.member, report: func(Problem) {}}
	for i := range group {
		s := &group[i]
		if s.keep {
			if err := cut.put(entry{kind: sourceKept, source: s}); err != nil {
				return err
			}
			switch {
			case !toRead:
			case s.holds().Container:
				if err := cut.flush(); err != nil { // as when it is read
					return err
				}
			default:
				cut.neighbor = true
				again := *s
				err := neighbors.source(ctx, &again)
				cut.neighbor = false
				if err != nil {
					return err
				}
			}
			continue
		}
		if err := cut.put(entry{kind: sourceBegun, source: s}); err != nil {
			return err
		}
		if err := m.walker.source(ctx, s); err != nil {
			return err
		}
		if err := cut.put(entry{kind: sourceEnded, source: s}); err != nil {
			return err
		}
	}
	return nil
}

// maxInFlight is about how many bytes of records are in the pipeline at once.
// While they are there, what is derived of them may be several times as large.
const maxInFlight = 32 << 20

// collect adds extracted batches to the archive, in input order. room has a
// place taken for each MiB of a batch. The memory of its entries goes back to spare.
func (m *importer) collect(ctx context.Context, queue <-chan *batch, room <-chan struct{}, spare chan<- []entry) error {
	var watch stopwatch
	for {
		watch.start()
		b, ok := <-queue
		watch.stop(Reading)
		if !ok {
			return ctx.Err()
		}
		select {
		case <-b.extracted:
		case <-ctx.Done():
			return ctx.Err()
		}
		watch.stop(Extracting)
		m.account.run.Totals.Bytes = m.walker.read.Load()
		for i := range b.entries {
			if err := m.account.enter(ctx, &b.entries[i]); err != nil {
				return err
			}
		}
		for range b.room {
			<-room
		}
		clear(b.entries)
		select {
		case spare <- b.entries[:0]:
		default:
		}
		watch.stop(Writing)
		if m.options.Progress != nil {
			totals := &m.account.totals
			m.options.Progress(Progress{
				Files: totals.Files, Games: totals.Games,
				Bytes: m.walker.read.Load(), TotalBytes: m.total.Load(),
				Slowest: watch.slowest(),
			})
		}
	}
}
