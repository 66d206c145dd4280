package archive

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"kifudb/search"
)

// An Engine answers questions about archives elsewhere, as this process answers those
// without one. It is safe for concurrent use.
type Engine interface {
	// Searcher returns who answers about some segments of an archive, of which only names
	// and games are said. What it cannot answer about it says in the cover of the answer.
	Searcher(ctx context.Context, archive string, segments []SegmentState) (search.Searcher, error)
}

// ErrUnanswered is wrapped where games are chosen and not all of the archive was asked:
// what is done with them would be done with too few.
var ErrUnanswered = errors.New("part of the archive did not answer")

// Searcher returns who answers questions about the view, and the searcher of this process
// if it is that.
func (v *View) Searcher(ctx context.Context, o *search.Options) (search.Searcher, *search.Local, error) {
	if v.archive.engine == nil {
		local := search.NewLocal(v.snapshot, o.Clusters)
		return local, local, nil
	}
	var segments []SegmentState
	for _, g := range v.snapshot.Segments() {
		segments = append(segments, SegmentState{Name: g.Name(), Base: g.Base(), Games: g.Len(), Live: int(g.Live().GetCardinality())})
	}
	s, err := v.archive.engine.Searcher(ctx, v.snapshot.ID(), segments)
	return s, nil, err
}

// reporting is a searcher elsewhere whose progress somebody wants to know.
type reporting struct {
	search.Searcher
	report func(done, total int)
}

// WithProgress returns a searcher elsewhere that tells how many games were looked at, and of
// how many.
func WithProgress(s search.Searcher, report func(done, total int)) search.Searcher {
	return &reporting{s, report}
}

// Search answers as the searcher elsewhere does.
func (r *reporting) Search(ctx context.Context, batch []*search.Question, watch func([]*search.Partial)) ([]*search.Partial, error) {
	return r.Searcher.Search(ctx, batch, func(sofar []*search.Partial) {
		done, total := 0, 0
		for _, p := range sofar {
			done, total = done+p.Cover.Games, total+p.Cover.OfGames
		}
		r.report(done, total)
		if watch != nil {
			watch(sofar)
		}
	})
}

// Incomplete notes that not all of the archive was asked.
func (n *Notices) Incomplete(c *search.Cover) {
	if len(c.Missing) > 0 {
		n.Say(NoticeIncomplete, "%d of %d segments answered; games in the others are missing (%s)", c.Segments, c.OfSegments, strings.Join(c.Missing, "; "))
	}
}

// Incomplete reports whether notices say that not all of the archive was asked, or that it may have changed since.
func Incomplete(list []Notice) bool { return slices.ContainsFunc(list, Notice.Incomplete) }

// Incomplete reports whether the notice says that not all of the archive was asked, or that it may have changed since.
func (n Notice) Incomplete() bool { return n.Code == NoticeIncomplete || n.Code == NoticeAsOf }

// told returns what is to be said, and false if not all of the archive was asked.
func (n *Notices) told() ([]Notice, *bool) {
	list := n.said()
	return list, Completeness(list)
}

// Completeness is what an answer says of itself in JSON: nothing if it is about all games.
func Completeness(list []Notice) *bool {
	if Incomplete(list) {
		return new(bool)
	}
	return nil
}

// pageOfMany is how many games are asked for at once where they are given away one after
// the other.
const pageOfMany = 2000

// pages yields the games of a page that is answered elsewhere, some at a time.
func (q *Question) pages(ctx context.Context, m *search.Member, tell func(*search.Answer), yield func(search.PageGame) error) error {
	page := *m.Question.Aggregations[AskPage].(*search.Page)
	left := page.Limit
	for first := true; ; first = false {
		some := page
		some.Limit = pageOfMany
		if page.Limit > 0 {
			some.Limit = min(some.Limit, left)
		}
		asked := *m.Question
		asked.Aggregations = map[string]search.Aggregation{AskPage: &some}
		if first && page.Limit == 0 {
			asked.Aggregations[AskCount] = &search.Count{} // so that all are looked at, and it is known of all what was folded
		}
		answer, err := search.Ask(ctx, m.Searcher, &asked, nil)
		if err != nil {
			return err
		}
		q.Notices.Incomplete(&answer.Cover)
		if first {
			tell(answer)
		}
		found := answer.Found[AskPage].(*search.PageOfGames)
		for _, g := range found.Games {
			if err := yield(g); err != nil {
				return err
			}
		}
		left -= len(found.Games)
		if found.Next == nil || page.Limit > 0 && left <= 0 {
			return nil
		}
		page.After, page.Offset = found.Next, 0
	}
}

// chosen is an error unless all of the archive was asked for the games that were chosen.
func (n *Notices) chosen() error {
	for _, one := range n.said() {
		if one.Code == NoticeAsOf {
			return &chosenAsOf{one.Text}
		}
		if one.Code == NoticeIncomplete {
			return fmt.Errorf("%w: %s", ErrUnanswered, one.Text)
		}
	}
	return nil
}
