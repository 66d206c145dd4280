package archive

import (
	"context"

	"kifudb/search"
)

// An Exploration is what is known of a position or pattern at a look: what was played
// next, and some of the games with what narrows them down.
type Exploration struct {
	Next   *Continuations `json:"next"`
	Page   *Page          `json:"page"`
	Looked *Looked        `json:"looked,omitempty"` // while the answer grows
}

// Explore answers what [View.Next] and [View.Search] do, of one look at the games: the
// parts are of the same ones also while the answer grows, as watch is told now and then
// if it is not nil. The query needs a board term, see [FromStart].
func (v *View) Explore(ctx context.Context, s *Search, watch func(sofar *Exploration)) (*Exploration, error) {
	return v.alone().Explore(ctx, s, watch)
}

// Explore asks all archives, see [View.Explore].
func (vs *Views) Explore(ctx context.Context, s *Search, watch func(sofar *Exploration)) (*Exploration, error) {
	q, err := vs.question(ctx, s, append(pageParts(s), askNext)...)
	if err != nil {
		return nil, err
	}
	asked, _ := q.asked()
	parts := func(answer *search.Answer) (*Exploration, error) {
		page, err := q.answered(answer)
		return &Exploration{Next: q.continuations(asked, answer), Page: page}, err
	}
	var each func(*search.Answer)
	if watch != nil {
		each = func(answer *search.Answer) {
			if sofar, err := parts(answer); err == nil {
				sofar.Looked = looked(answer)
				sofar.Next.Looked, sofar.Page.Looked = sofar.Looked, sofar.Looked
				sofar.Next.arrange(&s.Table)
				watch(sofar)
			}
		}
	}
	answer, err := q.ask(ctx, each)
	if err != nil {
		return nil, err
	}
	e, err := parts(answer)
	if err != nil {
		return nil, err
	}
	if err := vs.finishTable(ctx, s, e.Next, answer); err != nil {
		return nil, err
	}
	if err := vs.finishPage(ctx, s, e.Page); err != nil {
		return nil, err
	}
	e.Next.Note = q.note(asked)
	e.Page.Note = e.Next.Note
	q.guessed(answer.Guessed)
	e.Next.Notices, e.Next.Complete = q.notes.told()
	e.Page.Notices, e.Page.Complete = e.Next.Notices, e.Next.Complete
	return e, nil
}
