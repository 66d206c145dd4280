package archive

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	registry "kifudb/game"
	"kifudb/query"
	"kifudb/search"
)

// The names of the parts of a question: each is an aggregation.
const (
	AskPage   = "page"
	AskCount  = "count"
	askFacets = "facets"
	askAny    = "any" // whether any game is found, for notices
)

// A Question is a search that was made ready for each of the archives: their
// aliases, tags and clusters were looked up, once.
type Question struct {
	views   *Views
	Search  *Search
	page    *search.Page // nil if none is asked for
	members []search.Member
	locals  []*search.Local // the searchers of the members, nil for those elsewhere
	listed  []string        // the fields whose values are told of games
	before  *askedBefore    // of several archives, the games that count in an earlier one; nil if none are left out
	assumed registry.Game   // of its board terms that name no game; nil if it has none
	Notices Notices
}

// Question makes a search ready, with what is to be found out about the games.
func (vs *Views) Question(ctx context.Context, s *Search, wanted ...string) (*Question, error) {
	if err := s.Check(); err != nil {
		return nil, err
	}
	q := &Question{views: vs, Search: s}
	asked := map[string]search.Aggregation{}
	var after *search.Cursor
	for _, name := range wanted {
		switch name {
		case AskPage:
			order, err := search.ParseOrder(s.Sort)
			if err != nil {
				return nil, err
			}
			if after, err = vs.cursor(s, order); err != nil {
				return nil, err
			}
			q.page = &search.Page{Sort: order, After: after, Offset: s.Offset, Limit: s.Limit, PerGame: s.PerGame, Texts: !s.bare}
			if !s.bare {
				q.page.Matches = slices.Sorted(maps.Keys(shownTexts))
			}
			asked[name] = q.page
		case AskCount:
			asked[name] = &search.Count{}
		case askFacets:
			askFacetsOf(s, asked)
		}
	}
	maps.Copy(asked, s.Also)
	_, counts := asked[AskCount]
	if !counts && q.page == nil && query.HasBoards(s.Query.Root) {
		asked[askAny] = &search.Count{}
	}
	q.listed = listed(s, asked)
	assumed := sync.OnceValue(vs.AssumedGame)
	options := func(i int, n *Notices) *search.Options {
		o := vs.list[i].Options(ctx, s.Records, n)
		o.Sure, o.Game, o.Held = s.Sure, assumed, vs.holds
		if len(vs.list) > 1 {
			o.Together = vs.snapshots()
		}
		return o
	}
	if len(vs.list) > 1 && !s.Records {
		var err error
		if q.before, err = q.askBefore(ctx, options); err != nil {
			return nil, err
		}
		q.Notices.Say(NoticeAcross, "a game of several archives counts once if a record of it is byte for byte in both; other records of different archives are not compared")
	}
	report := q.progress()
	for i, v := range vs.list {
		if after != nil {
			page, own := *q.page, after.Lower(FirstID(i), IDRoom)
			page.After = &own
			asked[AskPage] = &page
		}
		o := options(i, &q.Notices)
		o.Among = q.before.without(i, s.Among.In(i))
		resolved, err := search.Resolve(ctx, v.snapshot, s.Query, asked, o)
		if err != nil {
			return nil, vs.ErrorIn(i, err)
		}
		if resolved.Assumes() {
			q.assumed = assumed()
			q.assumes(q.assumed)
		}
		searcher, local, err := v.Searcher(ctx, o)
		if err != nil {
			return nil, vs.ErrorIn(i, err)
		}
		if local != nil {
			local.Every = cmp.Or(s.Every, local.Every)
		}
		if report != nil {
			tell := func(done, total int) { report(i, done, total) }
			if local != nil {
				local.Progress = tell
			} else {
				searcher = WithProgress(searcher, tell)
			}
		}
		q.locals = append(q.locals, local)
		q.members = append(q.members, search.Member{Searcher: searcher, Question: resolved, First: FirstID(i)})
	}
	if n := vs.Unindexed(); n > 0 {
		games := "1 game"
		if n > 1 {
			games = fmt.Sprintf("%d games", n)
		}
		q.Notices.Say(NoticeUnindexed, "comments of %s are not indexed yet", games)
	}
	return q, ctx.Err()
}

// Resolved returns the question as it was made ready for the first of the archives.
func (q *Question) Resolved() *search.Question { return q.members[0].Question }

// ErrorIn says in which of several archives something went wrong.
func (vs *Views) ErrorIn(i int, err error) error {
	if len(vs.list) == 1 {
		return err
	}
	return fmt.Errorf("archive %d: %w", i+1, err)
}

// progress returns what sums up how far the searches in the archives are, nil if
// nobody wants to know.
func (q *Question) progress() func(i, done, total int) {
	if q.Search.Progress == nil {
		return nil
	}
	var mu sync.Mutex // guards done and total, and progress is called under it
	done, total := make([]int, len(q.views.list)), 0
	for _, v := range q.views.list {
		total += v.Len()
	}
	return func(i, n, _ int) {
		mu.Lock()
		defer mu.Unlock()
		done[i] = n
		sum := 0
		for _, n := range done {
			sum += n
		}
		q.Search.Progress(sum, total)
	}
}

// Ask asks all archives. If watch is not nil, it is called now and then with what
// is known so far.
func (q *Question) Ask(ctx context.Context, watch func(*search.Answer)) (*search.Answer, error) {
	answer, err := q.askMembers(ctx, watch)
	if err == nil {
		q.Notices.Incomplete(&answer.Cover)
		for _, name := range []string{AskCount, askAny} {
			if n, ok := answer.Found[name].(int); ok && n == 0 {
				q.foundNone()
			}
		}
		err = q.gaps(ctx)
	}
	return answer, err
}

// gaps says what is not known of games that the question is about.
func (q *Question) gaps(ctx context.Context) error {
	q.untold()
	q.onlySGF()
	q.withoutBeside()
	q.withoutBoardIndex()
	if err := q.evaluated(ctx); err != nil {
		return err
	}
	return q.timed(ctx)
}

// manyReplayed is from how many games on it takes long enough to replay them that somebody asks why.
const manyReplayed = 1000

// withoutBoardIndex says how many games may have to be replayed, if the question is about what moves do.
func (q *Question) withoutBoardIndex() {
	if missing := q.views.WithoutFeatures(q.Search.Query); missing >= manyReplayed {
		q.Notices.Say(NoticeReplayed, "%d games are not in the index of the board, so what their moves do is found by replaying them, which is slow", missing)
	}
}

// WithoutFeatures returns of how many games the index of what moves do lacks something that a query asks for. Those of
// archives that nodes search are not counted.
func (vs *Views) WithoutFeatures(of Query) (missing int) {
	kinds := query.KindsOfMoves(of.Root)
	if kinds == nil {
		return 0
	}
	for _, v := range vs.list {
		if v.archive.engine == nil {
			missing += v.snapshot.WithoutFeatures(kinds)
		}
	}
	return missing
}

// withoutBeside says that those who answer elsewhere know no evaluations beside the records.
func (q *Question) withoutBeside() {
	for _, v := range q.views.list {
		if v.archive.engine != nil && v.beside != nil && len(v.beside.games) > 0 {
			q.Notices.Say(NoticeBeside, "nodes do not know the evaluations that are kept beside the records of %d games", len(v.beside.games))
		}
	}
}

// evaluated says of how many games it is known what moves lost, if the question is about that: all
// others are not found.
func (q *Question) evaluated(ctx context.Context) error {
	var asked, said []string
	for n := range query.Terms(q.Search.Query.Root) {
		t, ok := n.(*query.Term)
		if !ok {
			continue
		}
		known, ok := t.GradesKnown()
		if !ok || slices.Contains(asked, query.Print(known)) {
			continue
		}
		asked = append(asked, query.Print(known))
		with, err := q.views.Question(ctx, &Search{Query: Query{Root: known}, Records: true}, AskCount)
		if err != nil {
			return err
		}
		answer, err := with.Ask(ctx, nil)
		if err != nil {
			return err
		}
		said = append(said, EvaluatedText(t.Field, answer.Found[AskCount].(int), q.views.Len()))
	}
	if len(said) > 0 {
		q.Notices.Say(NoticeEvaluated, "%s", strings.Join(said, "; "))
	}
	return nil
}

// timed says of how many games anything is known about time, if the question is about
// that: all others are not found, whatever they took.
func (q *Question) timed(ctx context.Context) error {
	field := ""
	for n := range query.Terms(q.Search.Query.Root) {
		if t, ok := n.(*query.Term); ok && field == "" {
			if f, ok := query.FindField(t.Field); ok {
				if kind, _ := f.Time(); kind != 0 {
					field = f.Name
				}
			}
		}
	}
	if field == "" {
		return nil
	}
	with, err := q.views.Question(ctx, &Search{Query: Query{Root: query.HasClocksTerm()}, Records: true}, AskCount)
	if err != nil {
		return err
	}
	answer, err := with.Ask(ctx, nil)
	if err != nil {
		return err
	}
	total := q.views.Len()
	switch n := answer.Found[AskCount].(int); {
	case n == 0:
		q.Notices.Say(NoticeClocks, "no record has clocks, so %s: finds nothing", field)
	case n < total:
		q.Notices.Say(NoticeClocks, "%s: covers only games with clocks in their records, %d of %d", field, n, total)
	}
	return nil
}

func (q *Question) askMembers(ctx context.Context, watch func(*search.Answer)) (*search.Answer, error) {
	if len(q.members) > 1 {
		answer, err := search.AskTogether(ctx, q.members, watch)
		if err == nil && q.before != nil {
			answer.Folded += q.before.records
		}
		return answer, err
	}
	m := q.members[0]
	var each func(*search.Partial)
	if watch != nil {
		each = func(sofar *search.Partial) {
			if answer, err := m.Question.Finish(sofar); err == nil {
				watch(answer)
			}
		}
	}
	return search.Ask(ctx, m.Searcher, m.Question, each)
}

// Asked returns the position or pattern that the question is about; ok is false
// if it is about none, or several.
func (q *Question) Asked() (query.Asked, bool) {
	asked, err := q.members[0].Question.Asked()
	return asked, err == nil
}

// noted returns what the user noted on the position that is asked for, "" if the question
// is about none.
func (q *Question) noted() string {
	// Which position that is takes longer to find out than whether there are any notes.
	if !slices.ContainsFunc(q.views.list, (*View).mayHaveNotes) {
		return ""
	}
	if asked, ok := q.Asked(); ok {
		return q.Note(asked)
	}
	return ""
}

// Note returns what the user noted on the position that is asked for.
func (q *Question) Note(asked query.Asked) string {
	var texts []string
	for i, v := range q.views.list {
		if text := v.noteAt(asked, &q.Notices); text != "" {
			if len(q.views.list) > 1 {
				text = fmt.Sprintf("archive %d: %s", i+1, text)
			}
			texts = append(texts, text)
		}
	}
	return strings.Join(texts, "\n")
}

// wider returns the terms that find more than they say.
func (q *Question) wider() []search.Wider {
	var list []search.Wider
	at := map[string]int{}
	for _, m := range q.members {
		for _, w := range m.Question.Widened() {
			i, ok := at[w.Term]
			if !ok {
				i = len(list)
				at[w.Term] = i
				list = append(list, search.Wider{Term: w.Term})
			}
			list[i].Also = union(list[i].Also, w.Also)
		}
	}
	return list
}

// union returns a list with those of another that it has not.
func union(list, more []string) []string {
	seen := map[string]bool{}
	for _, s := range list {
		seen[s] = true
	}
	for _, s := range more {
		if !seen[s] {
			seen[s] = true
			list = append(list, s)
		}
	}
	return list
}

// cursor reads the cursor of a search, nil if there is none. One of several
// archives begins with their mark and a dot.
func (vs *Views) cursor(s *Search, order []search.Order) (*search.Cursor, error) {
	if s.Cursor == "" {
		return nil, nil
	}
	mark, token := cutCursor(s.Cursor)
	if mark != vs.mark() {
		return nil, &RequestError{"cursor", fmt.Errorf("%w: it comes from a search in other archives, or in these in another order", search.ErrCursor)}
	}
	c, err := search.ParseCursor(token, s.Query, &search.Options{Sort: order})
	if err != nil {
		return nil, &RequestError{"cursor", err}
	}
	return &c, nil
}

// cutCursor cuts the mark of several archives from a cursor.
func cutCursor(text string) (mark, token string) {
	if mark, token, ok := strings.Cut(text, "."); ok {
		return mark, token
	}
	return "", text
}

// cursorAfter writes a place in the answer, "" if there is none.
func (vs *Views) cursorAfter(c *search.Cursor) string {
	if c == nil {
		return ""
	}
	if mark := vs.mark(); mark != "" {
		return mark + "." + c.String()
	}
	return c.String()
}
