package indexer

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"kifudb/indexer/ledger"
	"kifudb/internal/wall"
	"kifudb/store"
)

// An account is the end of the pipeline: it decides what becomes of each record,
// gives it to the archive, and enters it in the ledger once it is committed
// there. Sources and their members come one after the other.
type account struct {
	writer  *store.Writer
	ledger  *ledger.DB // nil: only the totals are kept
	reader  *ledger.Reader
	run     ledger.Run // as it is in the ledger
	options *Options
	totals  ledger.Totals // of all outcomes, entered or not
	x       *extractor    // for the few records that a worker thought were known

	source  *openSource
	member  *openMember
	pending []pendingOutcome // not yet in the ledger
	next    int              // sequence of the next outcome

	shared bool             // other computers import, too
	others *ledger.Comparer // with what they have imported; nil if that is nothing
	began  ledger.At        // the state in which the run began

	accepted  map[ledger.Accepted]bool // files, see isAccepted
	holdings  *ledger.Holdings         // of all sources; nil until it is needed
	changes   store.Changes            // that wait: records and places
	restores  []store.GameID
	placed    map[store.Digest]store.GameID // of changes and restores
	weight    int                           // bytes of the changes, about
	pruned    map[store.GameID]bool         // by earlier runs; nil until it is needed
	vanished  map[string]bool               // whether files are there no more, by path
	committed store.GameID                  // games below are
}

// A pendingOutcome waits until the archive has what it names. It is an outcome,
// or the end of a source.
type pendingOutcome struct {
	outcome *ledger.Outcome
	until   store.GameID // the games that it adds are below
	settle  bool         // it waits for rewrites or restores
	ends    *openSource
}

// An openSource is the source that is being read.
type openSource struct {
	*source
	lo      int                     // sequence of its first outcome
	earlier map[string][]*oldMember // what it held, by member; those that were met again are taken out
	entry   ledger.Source           // once it has ended
	failed  int                     // of its files
	judged  string                  // as in ledger.Source
	lost    []ledger.Gone           // games that it does not hold any more
	lostAt  map[string]int          // index in lost, by member
}

// An openMember is the member that is being read.
type openMember struct {
	path    string // as in records
	outcome *ledger.Outcome
	games   int          // found so far
	more    int          // of them than trees: several games may share one
	until   store.GameID // as in pendingOutcome
	settle  bool
	change  *change // if the source held the member before
}

func openAccount(w *store.Writer, paths []string, o *Options) (*account, error) {
	a := &account{writer: w, ledger: o.Ledger, options: o, committed: w.Next(),
		placed: map[store.Digest]store.GameID{}}
	a.changes.Records, a.changes.Places = map[store.GameID]store.Record{}, map[store.GameID]store.Source{}
	a.totals.Problems = map[string]int{}
	if a.ledger == nil {
		return a, nil
	}
	run := ledger.Run{Started: wall.Now().Round(time.Millisecond), Reread: o.Reread, Prune: o.Prune}
	for _, path := range paths {
		run.Paths = append(run.Paths, absolute(path))
	}
	a.reader, a.began, a.shared = a.ledger.NewReader(), stateOf(w), a.ledger.Shared()
	var err error
	if a.others, err = a.ledger.NewComparer(); err != nil {
		return nil, err
	}
	if a.run, err = a.ledger.Begin(run, stateOf(w)); err != nil {
		return a, err
	}
	w.Witness(a.ledger.Mark())
	files, err := a.ledger.Accepted()
	a.accepted = make(map[ledger.Accepted]bool, len(files))
	for i := range files {
		a.accepted[files[i].File()] = true
	}
	return a, err
}

// stateOf returns the state of the archive that a writer has made.
func stateOf(w *store.Writer) ledger.At {
	return ledger.At{Archive: w.ID(), Generation: w.Generation(), Next: w.Next()}
}

// close ends the account of a run that has ended with an error or without.
// What is there is kept even if the user has had enough.
func (a *account) close(ctx context.Context, p *plan, err error) error {
	state := ledger.Done
	switch {
	case err == nil:
		if err = a.settle(context.WithoutCancel(ctx)); err == nil && a.ledger != nil {
			err = a.lookForGone(p)
		}
	case ctx.Err() != nil:
		a.cut()
		err = errors.Join(err, a.settle(context.WithoutCancel(ctx)))
	}
	if a.ledger == nil {
		return err
	}
	switch {
	case err != nil && ctx.Err() != nil:
		state = ledger.Interrupted
	case err != nil:
		state = ledger.Failed
		a.run.Error = err.Error()
	}
	a.run.State, a.run.Ended = state, wall.Now().Round(time.Millisecond)
	if a.run.Ended.Before(a.run.Started) { // the clock was set back meanwhile
		a.run.Ended = a.run.Started
	}
	return errors.Join(err, a.enterBatch(&ledger.Batch{Commit: a.writer.Generation()}))
}

// enterBatch enters a batch in the ledger; the next commit bears witness to it.
func (a *account) enterBatch(b *ledger.Batch) error {
	err := a.ledger.Enter(&a.run, b)
	a.writer.Witness(a.ledger.Mark())
	return err
}

func (a *account) summary() *Summary {
	a.totals.Bytes = a.run.Totals.Bytes
	return &Summary{Totals: a.totals, Run: a.run.Number, Dropped: a.run.Dropped}
}

// enter accounts for one entry of a batch.
func (a *account) enter(ctx context.Context, e *entry) error {
	switch e.kind {
	case sourceBegun:
		return a.begin(e.source)
	case sourceEnded:
		return a.end(ctx)
	case sourceKept:
		return a.keep(ctx, e.source)
	case recordFound:
		return a.records(ctx, e)
	case fileRead:
		return a.endMember(ctx, e.path, ledger.Read, "", true)
	case filePassed:
		if e.named { // a word on it: whoever names a file expects games in it
			a.report(Problem{Path: e.path, Passed: true, Err: e.problem.Err})
		}
		return a.endMember(ctx, e.path, ledger.Passed, e.problem.Err.Error(), true)
	case fileFailed:
		if a.source == nil || !a.isAccepted(a.source.source, a.source.member(e.problem.Path)) {
			a.report(e.problem)
		}
		if e.problem.Format != "" {
			a.open(e.problem.Path).outcome.Format = e.problem.Format
		}
		return a.endMember(ctx, e.problem.Path, ledger.Refused, e.problem.Err.Error(), e.whole)
	}
	return nil
}

func (a *account) report(p Problem) {
	if a.options.Problem != nil {
		a.options.Problem(p)
	}
}

// begin opens a source.
func (a *account) begin(s *source) error {
	a.source = &openSource{source: s, lo: a.next, lostAt: map[string]int{}}
	if a.ledger == nil {
		return nil
	}
	return a.readEarlier(a.source)
}

// keep enters the outcomes of a source that has not changed. Of its failed files it reports
// those that the user has not accepted.
func (a *account) keep(ctx context.Context, s *source) error {
	if s.twin != nil {
		return a.keepTwin(ctx, s)
	}
	unchanged := true
	if s.known.Failed > 0 {
		members, err := a.reader.Members(s.known)
		if err != nil {
			return err
		}
		for _, o := range members {
			if o.What != ledger.Refused && o.What != ledger.AsKnown || a.isAccepted(s, o.Member) {
				continue
			}
			unchanged = unchanged && o.Member != ""
			still := &ledger.Outcome{Source: s.abs, Member: o.Member, What: ledger.Still, Reason: o.Reason, Format: o.Format}
			if err := a.put(ctx, pendingOutcome{outcome: still}); err != nil {
				return err
			}
		}
	}
	if !unchanged {
		return nil
	}
	return a.put(ctx, pendingOutcome{outcome: &ledger.Outcome{Source: s.abs, What: ledger.Unchanged}})
}

// isAccepted reports whether the user knows that a file of a source cannot be
// read, as it is now.
func (a *account) isAccepted(s *source, member string) bool {
	return a.accepted[ledger.Accepted{Source: s.abs, Member: member, Size: s.size, ModTime: s.modTime.UnixNano()}]
}

// end closes the source: the last of its outcomes brings it into the ledger.
func (a *account) end(ctx context.Context) error {
	s := a.source
	a.source = nil
	if err := a.endEarlier(ctx, s); err != nil {
		return err
	}
	if a.next == s.lo {
		o := &ledger.Outcome{Source: s.abs, What: ledger.Passed, Reason: errNoFiles.Error()}
		if formats.Claimed(s.path) != nil { // a container under the name of a record
			o.What = ledger.Refused
			s.failed++
			a.report(Problem{Path: s.path, Err: errNoFiles})
		}
		if err := a.put(ctx, pendingOutcome{outcome: o}); err != nil {
			return err
		}
	}
	if a.ledger == nil || s.path == stdinName {
		return nil
	}
	s.entry = ledger.Source{
		Size: s.size, ModTime: s.modTime.UnixNano(),
		Run: a.run.Number, Lo: s.lo, Hi: a.next,
		Failed: s.failed, Judged: s.judged, Beside: s.beside, Container: s.container, Unread: s.unread,
		Digest: s.stillDigest(),
	}
	a.pending = append(a.pending, pendingOutcome{ends: s})
	return nil
}

// open returns the member with a path, which is opened by the first of its
// records, or by its end if it has none.
func (a *account) open(path string) *openMember {
	if a.member == nil {
		o := new(ledger.Outcome)
		m := &openMember{path: path, outcome: o}
		if a.source != nil {
			o.Source, o.Member = a.source.abs, a.source.member(path)
			m.change = a.source.meet(o.Member)
		} else {
			o.Source = absolute(path)
		}
		a.member = m
	}
	return a.member
}

// member returns the member of the source that has a path.
func (s *source) member(path string) string {
	return strings.TrimPrefix(strings.TrimPrefix(path, s.path), "!/")
}

// endMember closes the member with a path, or says what became of a file that
// was not read as a member. whole says that it was read to its end.
func (a *account) endMember(ctx context.Context, path string, what ledger.What, reason string, whole bool) error {
	if a.member != nil && a.member.path != path {
		// The enclosing container ended early.
		if err := a.closeMember(ctx, ledger.Refused, reason, false); err != nil {
			return err
		}
	}
	a.open(path)
	return a.closeMember(ctx, what, reason, whole)
}

func (a *account) closeMember(ctx context.Context, what ledger.What, reason string, whole bool) error {
	m := a.member
	a.member = nil
	if a.source != nil && (what == ledger.Refused || what == ledger.Passed) {
		a.source.judged = formats.Version()
	}
	if a.source != nil && what == ledger.Refused {
		a.source.failed++
		if a.isAccepted(a.source.source, m.outcome.Member) {
			what = ledger.AsKnown
		}
	}
	m.outcome.What, m.outcome.Reason = what, reason
	if m.change != nil {
		if err := a.decide(ctx, m, whole); err != nil {
			return err
		}
	}
	if a.holdings != nil {
		a.holdings.Add(m.outcome.Games)
	}
	return a.put(ctx, pendingOutcome{outcome: m.outcome, until: m.until, settle: m.settle})
}

// cut closes a member that the user has interrupted. Its source does not end.
func (a *account) cut() {
	if m := a.member; m != nil && a.ledger != nil {
		m.outcome.What = ledger.Cut
		if m.change != nil {
			m.change.tell(m.outcome)
		}
		a.totals.Count(m.outcome)
		a.pending = append(a.pending, pendingOutcome{outcome: m.outcome, until: m.until, settle: m.settle})
	}
	a.member = nil
}

// records accounts for a record, or for those of the games that share it.
func (a *account) records(ctx context.Context, e *entry) error {
	if e.parts == nil {
		return a.record(ctx, e)
	}
	m := a.open(e.record.Source.Path)
	for i := range e.parts {
		if err := a.record(ctx, &e.parts[i]); err != nil {
			return err
		}
	}
	m.more += len(e.parts) - 1
	return nil
}

// record accounts for one record.
func (a *account) record(ctx context.Context, e *entry) error {
	m := a.open(e.record.Source.Path)
	if m.games == ledger.MaxGames {
		return fmt.Errorf("%s: the file has more than %d games; split it into several", m.path, ledger.MaxGames)
	}
	m.games++
	e.renumber(m.more)
	if id, ok := a.known(e.digest); ok {
		m.is(m.games, id, ledger.Known)
		if err := a.reshare(ctx, m, id, e); err != nil {
			return err
		}
		return a.move(ctx, m, id, e)
	}
	id, ok, err := a.removed(e.digest)
	if err != nil {
		return err
	}
	if ok && !a.pruned[id] {
		m.is(m.games, id, ledger.Removed)
		return nil
	}
	if ok {
		a.restores = append(a.restores, id)
		a.placed[e.digest] = id
		m.settle = true
		m.is(m.games, id, ledger.Restored)
		return nil
	}
	if e.game == nil { // the game that it equals is about to become another one
		if a.x == nil {
			a.x = newExtractor()
		}
		e.game = new(store.Game)
		e.extract(a.x, nil)
	}
	m.count(e.problems)
	for _, p := range e.problems {
		a.report(p)
	}
	if m.change != nil {
		return a.later(ctx, m, e.game)
	}
	return a.add(ctx, m, m.games, e.game)
}

// count counts the problems of a new game.
func (m *openMember) count(problems []Problem) {
	for i, p := range problems {
		if m.outcome.Problems == nil {
			m.outcome.Problems = map[string]int{}
		}
		before := m.outcome.Problems[p.Code]
		m.outcome.Problems[p.Code] += 1 + p.More
		if before == 0 || slices.ContainsFunc(problems[:i], func(other Problem) bool { return other.Code == p.Code }) {
			continue
		}
		if m.outcome.ProblemGames == nil {
			m.outcome.ProblemGames = map[string]int{}
		}
		m.outcome.ProblemGames[p.Code] = max(m.outcome.ProblemGames[p.Code], 1) + 1
	}
}

// renumber counts the games before a record that share trees.
func (e *entry) renumber(more int) {
	if more == 0 {
		return
	}
	e.record.Source.Game += more
	if e.game != nil {
		e.game.Record.Source.Game += more
	}
	for i := range e.problems {
		e.problems[i].Game += more
	}
}

// is notes what became of a game of the member.
func (m *openMember) is(number int, id store.GameID, f ledger.Fate) {
	if m.change != nil {
		m.change.meet(number, id, f)
		return
	}
	m.outcome.Add(number, id, f)
}

// add adds a game to the archive.
func (a *account) add(ctx context.Context, m *openMember, number int, g *store.Game) error {
	id, err := a.writer.Add(ctx, g)
	if err != nil {
		return err
	}
	m.until = id + 1
	m.is(number, id, ledger.Added)
	if next := a.writer.Next(); next != a.committed {
		a.committed = next
		if err := a.flush(); err != nil || a.options.Committed == nil {
			return err
		}
		return a.options.Committed(ctx)
	}
	return nil
}

// known returns the game that has a digest, in the archive or about to be in it.
func (a *account) known(d store.Digest) (store.GameID, bool) {
	if id, ok := a.placed[d]; ok {
		return id, true
	}
	id, ok := a.writer.Known(d)
	if ok {
		if _, other := a.changes.Records[id]; other {
			return 0, false // not for long
		}
	}
	return id, ok
}

// stored reports whether a record need not be extracted, as far as a worker can
// tell: what it says may change until it is the record's turn.
func (a *account) stored(d store.Digest) bool {
	_, ok := a.writer.Known(d)
	return ok
}

// removed returns the removed game that has a digest. A pruned game comes back with its
// file; a game that the user removed stays removed.
func (a *account) removed(d store.Digest) (id store.GameID, ok bool, err error) {
	if a.ledger == nil {
		return 0, false, nil
	}
	if id, ok = a.writer.Removed(d); ok && a.pruned == nil {
		a.pruned, err = a.ledger.Pruned()
	}
	return id, ok, err
}
