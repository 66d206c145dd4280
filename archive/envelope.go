package archive

import (
	"context"

	"kifudb/search"
)

// An Envelope is what every statistic says besides its numbers: what it is about, how far it
// has got, and what it leaves out.
type Envelope struct {
	Provenance Provenance `json:"provenance" doc:"What the answer is about: archives, query, and numbers of games, records and hits."`
	Extent
}

// An Extent says which games an answer is about, of those that it should be about.
type Extent struct {
	Looked *Looked `json:"looked,omitempty" doc:"How many games the server has looked at. Missing in the final answer."`
	Gaps
}

// Gaps are what an answer leaves out.
type Gaps struct {
	Notices  []Notice `json:"notices,omitempty" doc:"What the answer leaves out or does not know. Missing if there is nothing to say."`
	Complete *bool    `json:"complete,omitempty" doc:"False if part of the archive could not be asked. Otherwise missing."`
}

// Looked is the number of games that an unfinished answer tells about.
type Looked struct {
	Games int `json:"games" doc:"Number of games that the answer covers so far."`
	Of    int `json:"of" doc:"Number of games that the final answer will cover."`
}

// LookedOf returns how far an answer has got.
func LookedOf(a *search.Answer) *Looked { return &Looked{a.Cover.Games, a.Cover.OfGames} }

// A Result is an answer in its envelope.
type Result interface {
	SetLooked(*Looked) // sets how far it has got
	SetGaps(*Notices)  // sets what it leaves out
}

// SetLooked sets how far the answer has got.
func (e *Extent) SetLooked(l *Looked) { e.Looked = l }

// SetGaps sets what the answer leaves out.
func (g *Gaps) SetGaps(n *Notices) { g.Notices, g.Complete = n.told() }

// LeftOut returns the notices.
func (g *Gaps) LeftOut() []Notice { return g.Notices }

// SetLooked does nothing, for results that nobody can watch.
func (g *Gaps) SetLooked(*Looked) {}

// Envelope returns the beginning of an answer about so many games and hits.
func (q *Question) Envelope(answer *search.Answer, games, hits int) Envelope {
	return Envelope{Provenance: q.Provenance(answer, games, hits)}
}

// A Recipe says how the result of a question is made of its answer.
type Recipe[R Result] struct {
	Watch func(sofar R)                   // if set, is called now and then with the result so far
	Read  func(*search.Answer) (R, error) // also of answers that are not finished
	Rest  func(R, *search.Answer) error   // if set, adds what is found out at the end only
}

// Run asks a question and returns its result.
func Run[R Result](ctx context.Context, q *Question, r Recipe[R]) (R, error) {
	var none R
	var each func(*search.Answer)
	if r.Watch != nil {
		each = func(sofar *search.Answer) {
			if found, err := r.Read(sofar); err == nil {
				found.SetLooked(LookedOf(sofar))
				r.Watch(found)
			}
		}
	}
	answer, err := q.Ask(ctx, each)
	if err != nil {
		return none, err
	}
	found, err := r.Read(answer)
	if err != nil {
		return none, err
	}
	if r.Rest != nil {
		if err := r.Rest(found, answer); err != nil {
			return none, err
		}
	}
	q.NoteGuesses(answer.Guessed)
	found.SetGaps(&q.Notices)
	return found, nil
}
