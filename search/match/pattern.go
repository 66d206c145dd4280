package match

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/RoaringBitmap/roaring/v2"

	"kifudb/game"
	"kifudb/position"
	"kifudb/query"
	"kifudb/store"
	"kifudb/store/columns"
)

// patternCondition is the condition that a pattern came up in a game.
type patternCondition struct {
	board   *query.Board
	game    game.Game
	pattern *position.Pattern
	options position.MatchOptions
	figures Figures

	mu    sync.Mutex // guards plans
	plans map[position.Size]*patternPlan

	matchers sync.Pool // of those that look for all hits
	deciders sync.Pool // of those that look for one
}

// A patternPlan is what a pattern comes to on boards of one size.
type patternPlan struct {
	size    position.Size
	images  []position.Image
	folding position.Folding
	swaps   bool // the pattern is its own image with the colors exchanged
	replies replyTable
	scans   *columns.Plans // nil until an index is scanned
}

func newPatternCondition(b *query.Board, asked query.Asked) *patternCondition {
	var rules position.Rules
	if stones, ok := asked.Game.(game.Stones); ok {
		rules = stones.Rules()
	}
	return &patternCondition{
		board:   b,
		game:    asked.Game,
		pattern: asked.Pattern,
		options: position.MatchOptions{
			ImageOptions: position.ImageOptions{NoSymmetry: b.Symmetry == "off", SwapColors: b.SwapColors, Hexes: rules.Hexes},
			Rules:        rules,
			MainLine:     b.MainLine,
			MinMove:      b.Moves.From,
			MaxMove:      b.Moves.To,
			Next:         b.Next,
			Every:        b.Every,
			MinStood:     b.Stood.From,
			MaxStood:     b.Stood.To,
			Near:         b.Near,
		},
		figures: Figures{Term: query.Print(b), Index: "columns"},
		plans:   make(map[position.Size]*patternPlan),
	}
}

// plan returns the plan for boards of a size.
func (c *patternCondition) plan(size position.Size) *patternPlan {
	c.mu.Lock()
	defer c.mu.Unlock()
	p := c.plans[size]
	if p == nil {
		p = &patternPlan{size: size}
		p.images, p.folding = c.pattern.ImagesFolded(size, c.options.ImageOptions)
		p.swaps = isOwnSwap(&p.folding)
		c.plans[size] = p
	}
	return p
}

// isOwnSwap reports whether a pattern is its own image with the colors
// exchanged, so that the color of a continuation means nothing: it is folded to
// black.
func isOwnSwap(f *position.Folding) bool {
	return f.Fold(position.Change{Point: position.Pass, Color: position.White}).Color == position.Black
}

func (c *patternCondition) atoms(list []*Figures) []*Figures { return append(list, &c.figures) }

func (c *patternCondition) Open(s *store.Segment) Filter {
	return &patternFilter{patternCondition: c, segment: s}
}

// patternFilter scans the columns and replays the games that these cannot
// decide.
type patternFilter struct {
	*patternCondition
	segment *store.Segment

	derivedOnce sync.Once // guards underived
	underived   error
}

// scanPlans returns the images made ready for an index, as a rule those that another
// segment's index has made.
func (c *patternCondition) scanPlans(plan *patternPlan, index *columns.Index) (*columns.Plans, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !plan.scans.Suits(index) {
		scans, err := index.Plan(plan.images)
		if err != nil {
			return nil, err
		}
		plan.scans = scans
	}
	return plan.scans, nil
}

func (*patternFilter) cost() cost { return costPattern }

func (f *patternFilter) narrow(ctx context.Context, b *Block, mask *roaring.Bitmap) (*roaring.Bitmap, error) {
	start := time.Now()
	search := patternSearch{patternFilter: f, result: spareGameSet(), found: make(boardHits), keep: b.keep, last: -1}
	if b.keep == KeepSums || b.keep == KeepCounts {
		search.keep = KeepReplies
		search.counts = b.after == 0 && search.simple() && len(f.pattern.Sequence) == 0 && f.options.Near == 0 && !f.board.Every
	}
	if search.keep == KeepReplies {
		spare := spareReplies.Get().(*hitReplies)
		search.replies, search.ranges = spare.list[:0], spare.ranges[:0]
	}
	defer search.end()
	f.derivedOnce.Do(func() { f.underived = derived(f.segment, f.game) })
	if f.underived != nil {
		return nil, f.underived
	}
	for _, size := range f.segment.Sizes(f.game.About().Number) {
		if err := search.scan(ctx, b, size, mask); err != nil {
			return nil, err
		}
	}
	switch search.keep {
	case KeepReplies:
		b.replies, b.ranges = search.replies, search.ranges
	case KeepAll:
		b.keepHits(f, search.found)
	}
	result := search.result.take()
	b.figure(&f.figures, search.candidates, result.GetCardinality(), start)
	return result, nil
}

// hits returns what was kept, or replays the game.
func (f *patternFilter) hits(ctx context.Context, b *Block, local int, list []Hit) ([]Hit, error) {
	found := b.found[f][local]
	if b.keep == KeepNone {
		search := patternSearch{patternFilter: f, result: spareGameSet(), found: make(boardHits), keep: KeepAll, last: -1}
		defer search.end()
		if err := search.replay(ctx, f.segment.Facts(local).Size, local, nil, nil); err != nil {
			return nil, err
		}
		found = search.found[local]
	}
	for _, h := range found {
		h.Game = b.ID(local)
		list = append(list, h)
	}
	return list, nil
}

// places makes hits of those of a matcher.
func (f *patternFilter) places(m *position.Matcher, size position.Size, found []position.Hit) []Hit {
	images := m.Images(size)
	list := make([]Hit, len(found))
	for i, h := range found {
		place := &Place{Term: f.figures.Term, Anchor: h.Anchor, Symmetry: images[h.Image].Symmetry, Swapped: images[h.Image].Swapped, Stood: h.Stood, Differs: slices.Clone(h.Differs)}
		for _, c := range h.Next {
			place.Next = append(place.Next, Reply{Move: position.Move{Color: c.Stone.Color, Point: c.Stone.Point}, Tenuki: c.Tenuki(), Node: c.Node})
		}
		list[i] = Hit{Node: h.Node, MoveNumber: h.MoveNumber, Board: place}
	}
	return list
}

// A patternSearch looks for the pattern in some games of a segment.
type patternSearch struct {
	*patternFilter
	matcher    *position.Matcher // nil until a game is replayed
	script     position.ScriptBuffer
	keep       Keep
	candidates uint64
	result     gameSet
	last       int       // the latest game in the result
	found      boardHits // with KeepAll
	replies    []HitReply
	ranges     []replyRange // with KeepReplies
	counts     bool         // with KeepReplies: what can be counted is counted
	line       line         // of the latest game whose script was read
	replayer   columns.Replay
}

// free is where the matchers are that nobody uses.
func (s *patternSearch) free() *sync.Pool {
	if s.keep == KeepNone {
		return &s.deciders
	}
	return &s.matchers
}

// end gives back the matcher and the set.
func (s *patternSearch) end() {
	s.result.end()
	if s.matcher != nil {
		s.free().Put(s.matcher)
		s.matcher = nil
	}
}

// add puts a game into the result.
func (s *patternSearch) add(local int) {
	if local != s.last {
		s.last = local
		s.result.add(uint16(local))
	}
}

// addReplies puts what was appended to the list since it had a length down as
// hits of a game, after those that it has. Nothing was appended for other games
// in between.
func (s *patternSearch) addReplies(local, length int) {
	if len(s.replies) == length {
		return
	}
	if n := len(s.ranges); n > 0 && s.ranges[n-1].local == local {
		s.ranges[n-1].to = len(s.replies)
		return
	}
	s.ranges = append(s.ranges, replyRange{local, length, len(s.replies)})
	s.add(local)
}

// simple reports whether a decided candidate is a hit as it is: nothing is
// asked about the moves.
func (s *patternSearch) simple() bool {
	return s.board.Moves == query.Window{} && s.board.Next == position.Empty && s.board.Stood == query.Window{}
}

// scripted reports whether the script without a replay tells all that is asked
// about a decided candidate.
func (s *patternSearch) scripted() bool {
	return s.keep != KeepAll && s.board.Stood == query.Window{} && !s.board.Every
}

// scan looks through those games that are on boards of one size.
func (s *patternSearch) scan(ctx context.Context, b *Block, size position.Size, games *roaring.Bitmap) error {
	plan := s.plan(size)
	if len(plan.images) == 0 {
		return nil
	}
	index := s.segment.Columns(s.game.About().Number, size)
	if index == nil { // it is damaged: the segment has an error from now on, which is asked for
		return nil
	}
	if s.options.Near == 0 && index.Lacks(plan.images) {
		return nil
	}
	plans, err := s.scanPlans(plan, index)
	if err != nil {
		return err
	}
	q := columns.Query{Images: plan.images, Plans: plans, Games: games, MainLine: s.options.MainLine}
	q.Near = s.options.Near
	q.Once = s.keep == KeepNone && s.simple() && len(s.pattern.Sequence) == 0
	q.Next = !q.Once && len(s.pattern.Sequence) == 0 && s.scripted()
	var counter *replyCounter
	if s.counts {
		counter = newReplyCounter(s.segment, plan, b.apart, b.keep == KeepCounts)
		q.Tally = &counter.tally
	}
	sequence, firstOnly := len(s.pattern.Sequence) > 0, s.board.Stood == query.Window{} && !s.board.Every
	last, done := -1, false // the latest game, and whether all is known about it
	var failed error
	err = index.Scan(ctx, &q, func(c columns.Candidate) bool {
		local := int(c.Local)
		if local != last {
			last, done = local, false
			s.candidates++
		}
		switch {
		case done:
		case !c.Decided || sequence && !firstOnly:
			done = true
			failed = s.replay(ctx, size, local, c.Parts, c.Stages)
		case !sequence && s.keep == KeepNone && s.simple():
			done = true
			s.add(local)
		default:
			var after aftermath
			known := true
			switch {
			case sequence:
				var played columns.Played
				if played, known = s.replayer.Played(index, c, &plan.images[c.Image], s.pattern.Within); known && played.Node == 0 {
					return true
				}
				c.Node = played.Node
				after = aftermath{move: c.Node, next: played.Next, node: played.NextNode, tenuki: played.NextNode > c.Node+1}
			case c.Known: // in such games nodes are numbered as moves
				after = aftermath{move: c.Node, next: c.Next, node: c.NextNode, tenuki: c.NextNode > c.Node+1}
			case q.Next:
				if failed = s.line.read(s.segment, local); failed != nil {
					return false
				}
				after = plan.fromLine(&s.line, c)
			default:
				after, known = plan.fromIndex(index, c, s.board.Every)
			}
			switch {
			case !known:
				done = true
				failed = s.replay(ctx, size, local, nil, nil)
			case s.keep == KeepAll:
				if hit, ok := s.hit(plan, c, after); ok {
					s.add(local)
					s.found[local] = append(s.found[local], hit)
				}
			default:
				if one, ok := s.reply(plan, c, after); ok && s.keep == KeepNone {
					done = true
					s.add(local)
				} else if ok {
					s.replies = append(s.replies, one)
					s.addReplies(local, len(s.replies)-1)
				}
			}
		}
		return failed == nil
	})
	if failed != nil {
		return failed
	}
	if counter != nil && counter.found > 0 {
		s.candidates += counter.found
		s.result.or(counter.set)
		clear(counter.set)
		if b.counts == nil {
			b.counts = new(Counts)
		}
		b.counts.merge(&counter.Counts)
	}
	return err
}

// replay finds the hits in one game, or in the parts, and at the sites of the stages, where they may be.
func (s *patternSearch) replay(ctx context.Context, size position.Size, local int, parts []position.Span, stages []position.Stage) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if s.matcher == nil {
		var ok bool
		if s.matcher, ok = s.free().Get().(*position.Matcher); !ok {
			options := s.options
			if s.keep == KeepNone {
				options.MaxHits = 1
			}
			var err error
			if s.matcher, err = position.NewMatcher(s.pattern, options); err != nil {
				return err
			}
		}
	}
	excerpt, err := s.segment.Excerpt(&s.script, local, parts)
	if err != nil {
		return err
	}
	excerpt.Stages = stages
	if s.keep == KeepNone {
		if s.matcher.Any(size, &excerpt) {
			s.add(local)
		}
		return nil
	}
	found := s.matcher.FindIn(size, &excerpt)
	switch {
	case len(found) == 0:
	case s.keep == KeepReplies:
		if n := len(s.ranges); n > 0 && s.ranges[n-1].local == local { // those known from the index are among them
			s.replies = s.replies[:s.ranges[n-1].from]
			s.ranges = s.ranges[:n-1]
		}
		length := len(s.replies)
		s.replies = s.appendReplies(s.replies, s.matcher, size, found)
		s.addReplies(local, length)
	default:
		s.add(local)
		if s.keep == KeepAll {
			s.found[local] = s.places(s.matcher, size, found)
		}
	}
	return nil
}
