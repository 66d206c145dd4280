package search

import (
	"context"
	"maps"
	"slices"

	"kifudb/query"
	"kifudb/store"
)

// Segments that are away, see [store.Segment.Visit], are asked one after the other, as there
// need not be room for two: each by a searcher of its own, whose answers are merged like those
// of searchers elsewhere. So nothing of what was found relies on files that may be gone.

// away reports whether files of segments may have to be brought.
func (p *part) away() bool { return slices.ContainsFunc(p.segments, (*store.Segment).IsAway) }

// inTurn answers questions by one segment after the other.
func (l *Local) inTurn(ctx context.Context, batch []*Question, watch func([]*Partial)) ([]*Partial, error) {
	all := make([]*Partial, len(batch))
	for i, q := range batch {
		if err := q.fits(l.moment); err != nil {
			return nil, err
		}
		all[i] = q.Empty()
	}
	done, total := 0, l.part.games()
	for _, g := range l.part.segments {
		found, err := l.visit(ctx, g, batch, done, total)
		if err != nil {
			return nil, err
		}
		for i, p := range found {
			all[i].Merge(p)
		}
		if watch != nil {
			watch(copies(batch, all))
		}
		done += int(g.Live().GetCardinality())
	}
	return all, nil
}

// visit answers questions by one segment.
func (l *Local) visit(ctx context.Context, g *store.Segment, batch []*Question, done, total int) ([]*Partial, error) {
	here, release, err := g.Visit(ctx)
	if err != nil {
		return nil, err
	}
	defer release()
	one := &Local{Workers: l.Workers, Every: l.Every, moment: l.moment}
	one.part = part{segments: []*store.Segment{here}, clusters: l.part.clusters, whole: l.part.whole && len(l.part.segments) == 1}
	if l.Progress != nil {
		one.Progress = func(n, _ int) { l.Progress(done+n, total) }
	}
	asked := make([]*Question, len(batch))
	for i, q := range batch {
		asked[i] = q.withTexts()
	}
	found, err := one.Search(ctx, asked, nil)
	if err != nil {
		return nil, err
	}
	data, err := query.WriteJSON(found) // as it may share memory with the files
	if err != nil {
		return nil, err
	}
	return ReadPartials(batch, data)
}

// withTexts returns a question whose pages have the texts of comments, as what a hit says of
// where to read one is of no use when the files are gone.
func (q *Question) withTexts() *Question {
	with := *q
	with.Aggregations = maps.Clone(q.Aggregations)
	for name, a := range q.Aggregations {
		if page, ok := a.(*Page); ok && !page.Texts {
			texts := *page
			texts.Texts = true
			with.Aggregations[name] = &texts
		}
	}
	return &with
}

// pageInTurn is how many games of a page are asked for at once where segments are away: each
// time all of them are asked.
const pageInTurn = 50_000

// eachInTurn yields the games of a page.
func (l *Local) eachInTurn(ctx context.Context, q *Question, page *Page, yield func(PageGame) error) (*Answer, error) {
	const name, count = only, "count"
	var first *Answer
	left, some := page.Limit, *page
	for {
		some.Limit = pageInTurn
		if page.Limit > 0 {
			some.Limit = min(some.Limit, left)
		}
		asked := *q
		asked.Aggregations = map[string]Aggregation{name: &some}
		if first == nil && page.Limit == 0 {
			asked.Aggregations[count] = &Count{} // so that it is known of all games what was folded
		}
		answer, err := Ask(ctx, l, &asked, nil)
		if err != nil {
			return first, err
		}
		if first == nil {
			first = answer
		}
		found := answer.Found[name].(*PageOfGames)
		for _, g := range found.Games {
			if err := yield(g); err != nil {
				return first, err
			}
		}
		left -= len(found.Games)
		if found.Next == nil || page.Limit > 0 && left <= 0 {
			return first, nil
		}
		some.After, some.Offset = found.Next, 0
	}
}
