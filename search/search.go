package search

import (
	"context"
	"iter"
	"math"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/go-json-experiment/json/jsontext"

	"kifudb/book/duplicate"
	"kifudb/query"
	"kifudb/search/match"
	"kifudb/store"
)

// firstBlock is how many games are evaluated first. Blocks grow, so that the
// first hits come at once and long searches do not pay for it.
const firstBlock = 512

// A search is a question while some segments are asked it.
type search struct {
	question *Question
	part     *part
	root     match.Condition
	figures  []*match.Figures
	folding  *folding // nil if each record counts
	keep     match.Keep
	from     store.GameID // the first game to look at
	last     store.GameID // that matters, if enough is known
	size     int          // of the next block
	all      bool         // nothing less than all games is enough
	enough   atomic.Bool  // nothing more need be looked at
	partial  *Partial
	nothing  jsontext.Value // the states of no games; unless each record counts

	mu      sync.Mutex // guards filters
	filters map[*store.Segment]match.Filter
}

// newSearch prepares a question for a part of an archive.
func newSearch(q *Question, p *part, prepare func(query.Node) (match.Condition, error)) (*search, error) {
	root, err := prepare(q.filter)
	if err != nil {
		return nil, err
	}
	s := &search{question: q, part: p, size: firstBlock, partial: q.Empty(), filters: map[*store.Segment]match.Filter{}}
	s.figures = match.FiguresOf(root)
	if q.among != nil {
		root = match.Among(q.among, root)
	}
	s.root = root
	for _, a := range q.Aggregations {
		if k, ok := a.(Keeper); ok {
			s.keep = max(s.keep, k.Keep())
		}
	}
	s.all = !slices.ContainsFunc(s.partial.states, func(state State) bool { _, ok := state.(Satiable); return ok })
	s.from = q.from()
	if !q.records && p.clusters != nil && p.clusters.Len() > 0 {
		s.folding = newFolding(p, s.open)
		if len(p.spanning()) > 0 {
			if s.nothing, err = statesToJSON(q.Empty().states); err != nil {
				return nil, err
			}
		}
	}
	return s, nil
}

// open makes the question ready for a segment, once for all who ask.
func (s *search) open(g *store.Segment) match.Filter {
	s.mu.Lock()
	defer s.mu.Unlock()
	f := s.filters[g]
	if f == nil {
		f = s.root.Open(g)
		s.filters[g] = f
	}
	return f
}

// singled returns the games of a segment whose hits are looked at one by one.
func (s *search) singled(g *store.Segment) *roaring.Bitmap {
	games := roaring.New()
	for _, a := range s.question.Aggregations {
		if a, ok := a.(Singler); ok {
			games.Or(a.Singled(g))
		}
	}
	return games
}

// A gameRun is a run of games of a segment that are evaluated together.
type gameRun struct {
	search   *search
	segment  *store.Segment
	filter   match.Filter
	from, to int
	last     bool // of the segment
	ahead    bool // not all games before it have been looked at
	sample   bool // of some games from all over, and more of these follow
}

// light reports whether looking at the games takes little, as a rule.
func (p gameRun) light() bool { return match.IsLight(p.filter) }

// cut yields the spans of some games of a segment, until nothing more need be
// looked at.
func (s *search) cut(g *store.Segment, from, to int) iter.Seq[gameRun] {
	return func(yield func(gameRun) bool) {
		from = max(from, int(int64(s.from)-int64(g.Base())))
		if from >= to {
			return
		}
		f := s.open(g)
		keep := s.keep
		if keep == match.KeepSums && !s.singled(g).IsEmpty() {
			keep = match.KeepReplies // of many games
		}
		most := match.MostGames(f, keep, g)
		if s.size = min(s.size, most); s.all && most == g.Len() { // nothing is gained by the first games
			s.size = most
		}
		for from < to && !s.enough.Load() {
			end := min(from+s.size, to)
			if !yield(gameRun{search: s, segment: g, filter: f, from: from, to: end, last: end == g.Len()}) {
				return
			}
			from, s.size = end, min(2*s.size, most)
		}
	}
}

// An evaluated run is a block whose games were narrowed and folded.
type evaluated struct {
	gameRun
	block   *match.Block
	games   int // looked at
	folded  int
	guessed int
	pending map[store.GameID]pendingGame
	forks   []State // by Question.names, nil for those that add blocks themselves
	err     error
}

// evaluate narrows the games of a run, leaves one record of each cluster, and
// counts what can be counted without the others.
func (s *search) evaluate(ctx context.Context, p gameRun) *evaluated {
	mask := p.segment.Live() // which nobody changes
	if p.from > 0 || p.to < p.segment.Len() {
		mask = roaring.New()
		mask.AddRange(uint64(p.from), uint64(p.to))
		mask.And(p.segment.Live())
	}
	e := &evaluated{gameRun: p, games: int(mask.GetCardinality()), block: match.NewBlock(p.segment, p.filter, mask, s.keep)}
	b := e.block
	defer b.Release()
	b.Apart = func() *roaring.Bitmap {
		apart := s.singled(p.segment)
		if s.folding != nil {
			apart = roaring.Or(apart, s.folding.mayFold(b))
		}
		return apart
	}
	if e.err = b.Apply(ctx); e.err != nil {
		return e
	}
	if s.folding != nil {
		var waiting []waitingGame
		var preferred []store.GameID
		if e.folded, waiting, preferred, e.err = s.folding.fold(ctx, b, p.from, p.to); e.err != nil {
			return e
		}
		if e.pending, e.err = s.pend(ctx, b, waiting); e.err != nil {
			return e
		}
		if len(preferred) > 0 && e.pending == nil {
			e.pending = map[store.GameID]pendingGame{}
		}
		for _, cluster := range preferred {
			e.pending[cluster] = pendingGame{states: s.nothing}
		}
	}
	e.guessed = b.Guessed()
	for i, state := range s.partial.states {
		f, ok := state.(Forker)
		if !ok {
			continue
		}
		if e.forks == nil {
			e.forks = make([]State, len(s.partial.states))
		}
		e.forks[i] = f.Fork()
		if e.err = e.forks[i].Add(ctx, b); e.err != nil {
			return e
		}
	}
	return e
}

// pend finds out what each of some games of a block alone adds to the answer.
func (s *search) pend(ctx context.Context, b *match.Block, waiting []waitingGame) (map[store.GameID]pendingGame, error) {
	if len(waiting) == 0 {
		return nil, nil
	}
	pending := map[store.GameID]pendingGame{}
	for _, w := range waiting {
		alone := b.Alone(w.local)
		var states []State
		for _, name := range s.question.names() {
			state := s.question.Aggregations[name].Empty(s.question)
			if err := state.Add(ctx, alone); err != nil {
				return nil, err
			}
			if settler, ok := state.(settler); ok {
				if err := settler.settle(ctx, s); err != nil {
					return nil, err
				}
			}
			states = append(states, state)
		}
		data, err := statesToJSON(states)
		if err != nil {
			return nil, err
		}
		for _, state := range states {
			if f, ok := state.(Forker); ok {
				f.Spare()
			}
		}
		pending[w.cluster] = pendingGame{w.rank, alone.Guessed(), data, nil}
	}
	return pending, nil
}

// take adds an evaluated run to what is known.
func (s *search) take(ctx context.Context, e *evaluated) error {
	if e.err != nil {
		return e.err
	}
	p := s.partial
	p.Folded += e.folded
	p.Guessed += e.guessed
	p.Cover.Games += e.games
	if e.last {
		p.Cover.Segments++
	}
	for cluster, g := range e.pending {
		p.await(cluster, g)
	}
	enough, last := len(p.states) > 0, store.GameID(0)
	for i, state := range p.states {
		if e.forks != nil && e.forks[i] != nil {
			state.Merge(e.forks[i])
			e.forks[i].(Forker).Spare()
		} else if err := state.Add(ctx, e.block); err != nil {
			return err
		}
		if st, ok := state.(Satiable); ok {
			to, sated := st.Sated()
			enough, last = enough && sated, max(last, to)
		} else {
			enough = false
		}
	}
	if enough && e.reaches(last) {
		s.last = last
		s.enough.Store(true)
	}
	return e.segment.Err() // before anybody is shown what there is so far
}

// reaches reports whether all games up to one have been looked at: what comes in order is
// enough when no game before the last one is still to come.
func (e *evaluated) reaches(last store.GameID) bool {
	return !e.ahead && last <= e.segment.Base()+store.GameID(e.to)
}

// certain reports whether the question has a page which no game still to come is on,
// after a run was taken.
func (s *search) certain(e *evaluated) bool {
	for _, state := range s.partial.states {
		if page, ok := state.(*pageState); ok {
			last, sated := page.Sated()
			return sated && e.reaches(last)
		}
	}
	return false
}

// settlePage looks up the hits of the games on the page.
func (s *search) settlePage(ctx context.Context) error {
	for _, state := range s.partial.states {
		if page, ok := state.(*pageState); ok {
			return page.settle(ctx, s)
		}
	}
	return nil
}

// finish looks up what is left to know when all games were seen.
func (s *search) finish(ctx context.Context) error {
	p := s.partial
	if err := s.speak(ctx); err != nil {
		return err
	}
	for _, state := range p.states {
		if settler, ok := state.(settler); ok {
			if err := settler.settle(ctx, s); err != nil {
				return err
			}
		}
	}
	p.Terms = s.figures
	p.Cover.Segments, p.Cover.OfSegments = len(s.part.segments), len(s.part.segments)
	for _, g := range s.part.segments {
		if err := g.Err(); err != nil {
			return err
		}
		if !g.CommentsIndexed() && s.incomplete() {
			p.Cover.Unindexed++
		}
	}
	return nil
}

// speak reports the records that were not looked at and are better than some that
// may have been found elsewhere. They add nothing to the answer themselves.
func (s *search) speak(ctx context.Context) error {
	last := store.GameID(math.MaxUint32)
	if s.enough.Load() {
		last = s.last
	} else if s.from == 0 {
		return nil // all were looked at
	}
	if s.folding == nil {
		return nil
	}
	for _, number := range s.part.spanning() {
		members := s.part.clusters.Cluster(number).Members
		cluster := members[0].ID
		if _, ok := s.partial.pending[cluster]; ok {
			continue
		}
		if !slices.ContainsFunc(members, func(m duplicate.Member) bool {
			_, _, here := s.part.segment(m.ID)
			return !here && m.ID >= s.from && m.ID <= last
		}) {
			continue
		}
		best, err := s.folding.bestOf(ctx, []int{number})
		if err != nil {
			return err
		}
		if rank := slices.IndexFunc(members, func(m duplicate.Member) bool { return m.ID == best[0] }); rank >= 0 {
			s.partial.pending[cluster] = pendingGame{rank, 0, s.nothing, nil}
		}
	}
	return nil
}

// incomplete reports whether comments were left out that are not indexed yet.
func (s *search) incomplete() bool {
	for _, f := range s.figures {
		if f.Incomplete() {
			return true
		}
	}
	return false
}
