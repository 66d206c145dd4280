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

func looked(a *search.Answer) *Looked { return &Looked{a.Cover.Games, a.Cover.OfGames} }

// A result is an answer in its envelope.
type result interface {
	look(*Looked)  // sets how far it has got
	tell(*notices) // sets what it leaves out
}

func (e *Extent) look(l *Looked) { e.Looked = l }

func (g *Gaps) tell(n *notices) { g.Notices, g.Complete = n.told() }

// look does nothing, for results that nobody can watch.
func (g *Gaps) look(*Looked) {}

// envelope returns the beginning of an answer about so many games and hits.
func (q *question) envelope(answer *search.Answer, games, hits int) Envelope {
	return Envelope{Provenance: q.provenance(answer, games, hits)}
}

// A recipe says how the result of a question is made of its answer.
type recipe[R result] struct {
	watch func(sofar R)                   // if set, is called now and then with the result so far
	read  func(*search.Answer) (R, error) // also of answers that are not finished
	rest  func(R, *search.Answer) error   // if set, adds what is found out at the end only
}

// run asks a question and returns its result.
func run[R result](ctx context.Context, q *question, r recipe[R]) (R, error) {
	var none R
	var each func(*search.Answer)
	if r.watch != nil {
		each = func(sofar *search.Answer) {
			if found, err := r.read(sofar); err == nil {
				found.look(looked(sofar))
				r.watch(found)
			}
		}
	}
	answer, err := q.ask(ctx, each)
	if err != nil {
		return none, err
	}
	found, err := r.read(answer)
	if err != nil {
		return none, err
	}
	if r.rest != nil {
		if err := r.rest(found, answer); err != nil {
			return none, err
		}
	}
	q.guessed(answer.Guessed)
	found.tell(&q.notes)
	return found, nil
}
