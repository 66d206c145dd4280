package ask

import (
	"context"

	"kifudb/archive"
	"kifudb/search"
)

// An Exploration describes a position or pattern for the explorer: the moves played
// next, and some of the games with facets to narrow them down.
type Exploration struct {
	Next   *Next           `json:"next"`
	Page   *archive.Page   `json:"page"`
	Looked *archive.Looked `json:"looked,omitempty"` // while the answer grows
}

// Explore answers what [Views.Next] and [Views.Search] do, of one look at the games: the
// parts are of the same ones also while the answer grows, as watch is told now and then
// if it is not nil. The query needs a board term, see [FromStart].
func (vs *Views) Explore(ctx context.Context, s *archive.Search, o *NextOptions, watch func(sofar *Exploration)) (*Exploration, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	asking := *s
	asking.Also = withLosses(s.Query, withSizes(s.Query, map[string]search.Aggregation{askNext: o.continuations()}))
	q, err := vs.question(ctx, &asking, archive.PageParts(s)...)
	if err != nil {
		return nil, err
	}
	asked, _ := q.Asked()
	r := archive.Recipe[*Exploration]{
		Read: func(answer *search.Answer) (*Exploration, error) {
			page, err := q.Page(answer)
			return &Exploration{Next: q.continuations(o, asked, answer), Page: page}, err
		},
		Rest: func(e *Exploration, answer *search.Answer) error {
			q.noteSizesOf(answer)
			vs.NoteUngraded(&q.Notices, asked.Game)
			if err := vs.finishTable(ctx, s, o, e.Next, answer); err != nil {
				return err
			}
			err := vs.FinishPage(ctx, s, e.Page)
			e.Next.Note = q.Note(asked)
			e.Page.Note = e.Next.Note
			return err
		},
	}
	if watch != nil {
		r.Watch = func(sofar *Exploration) {
			sofar.Next.arrange(o)
			watch(sofar)
		}
	}
	return archive.Run(ctx, q.Question, r)
}

// SetLooked sets how far the parts have got.
func (e *Exploration) SetLooked(l *archive.Looked) { e.Looked, e.Next.Looked, e.Page.Looked = l, l, l }

// SetGaps sets what the parts leave out.
func (e *Exploration) SetGaps(n *archive.Notices) {
	e.Next.SetGaps(n)
	e.Page.SetGaps(n)
}
