package archive

import (
	"context"

	"kifudb/search"
)

// An Exploration is what is known of a position or pattern at a look: what was played
// next, and some of the games with what narrows them down.
type Exploration struct {
	Next   *Next   `json:"next"`
	Page   *Page   `json:"page"`
	Looked *Looked `json:"looked,omitempty"` // while the answer grows
}

// Explore answers what [Views.Next] and [Views.Search] do, of one look at the games: the
// parts are of the same ones also while the answer grows, as watch is told now and then
// if it is not nil. The query needs a board term, see [FromStart].
func (vs *Views) Explore(ctx context.Context, s *Search, o *NextOptions, watch func(sofar *Exploration)) (*Exploration, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	asking := *s
	asking.also = map[string]search.Aggregation{askNext: o.continuations()}
	q, err := vs.question(ctx, &asking, pageParts(s)...)
	if err != nil {
		return nil, err
	}
	asked, _ := q.asked()
	r := recipe[*Exploration]{
		read: func(answer *search.Answer) (*Exploration, error) {
			page, err := q.answered(answer)
			return &Exploration{Next: q.continuations(o, asked, answer), Page: page}, err
		},
		rest: func(e *Exploration, answer *search.Answer) error {
			if err := vs.finishTable(ctx, s, o, e.Next, answer); err != nil {
				return err
			}
			err := vs.finishPage(ctx, s, e.Page)
			e.Next.Note = q.note(asked)
			e.Page.Note = e.Next.Note
			return err
		},
	}
	if watch != nil {
		r.watch = func(sofar *Exploration) {
			sofar.Next.arrange(o)
			watch(sofar)
		}
	}
	return run(ctx, q, r)
}

func (e *Exploration) look(l *Looked) { e.Looked, e.Next.Looked, e.Page.Looked = l, l, l }

func (e *Exploration) tell(n *notices) {
	e.Next.tell(n)
	e.Page.tell(n)
}
