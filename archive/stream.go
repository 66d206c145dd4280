package archive

import (
	"context"
	"errors"
	"iter"

	"kifudb/search"
	"kifudb/store"
)

// A Stream is what is known when all games of a page have been given away.
type Stream struct {
	Games   int
	Folded  int
	Next    string
	Notices []Notice
}

// Each gives away the games of a page one after the other, as they are found.
// The total and the facets are not looked for.
func (vs *Views) Each(ctx context.Context, s *Search, yield func(*Game) error) (*Stream, error) {
	end := &Stream{}
	var reader store.InfoReader
	q, err := vs.stream(ctx, s, end, func(g search.PageGame) error {
		game, err := vs.gameBy(g, reader.Info)
		if err == nil {
			end.Games++
			err = yield(game)
		}
		return err
	})
	if q != nil {
		end.Notices = q.Notices.said()
	}
	return end, err
}

// errWhole ends a stream whose page is whole.
var errWhole = errors.New("the page is whole")

// stream yields the games of a page as they are found. There is a question unless
// the search cannot be made ready.
func (vs *Views) stream(ctx context.Context, s *Search, end *Stream, yield func(search.PageGame) error) (*Question, error) {
	wanted := *s
	if s.Limit > 0 {
		wanted.Limit++ // whether there is a next page
	}
	if len(vs.list) > 1 { // what is left out of one archive is not known before
		wanted.Offset = 0
		if s.Limit > 0 {
			wanted.Limit += s.Offset
		}
	}
	q, err := vs.Question(ctx, &wanted, AskPage)
	if err != nil {
		return nil, err
	}
	if q.before != nil {
		end.Folded += q.before.records
	}
	skip, n := s.Offset-wanted.Offset, 0
	var last search.PageGame
	guessed := 0
	err = q.each(ctx, func(a *search.Answer) {
		end.Folded += a.Folded
		guessed += a.Guessed
	}, func(g search.PageGame) error {
		if skip > 0 {
			skip--
			return nil
		}
		if s.Limit > 0 && n == s.Limit {
			cursor := q.page.CursorAfter(q.members[0].Question, last)
			end.Next = vs.cursorAfter(&cursor)
			return errWhole
		}
		n, last = n+1, g
		return yield(g)
	})
	if errors.Is(err, errWhole) {
		err = nil
	}
	q.NoteGuesses(guessed)
	if err == nil && n == 0 && s.Cursor == "" && s.Offset == 0 {
		q.foundNone()
	}
	if err == nil {
		err = q.gaps(ctx)
	}
	return q, err
}

// each yields the games of all archives in the order of the page, and tells what is
// known of each archive when it was asked.
func (q *Question) each(ctx context.Context, tell func(*search.Answer), yield func(search.PageGame) error) error {
	if len(q.page.Sort) == 0 || len(q.locals) == 1 {
		for i := range q.locals {
			if err := q.eachOf(ctx, i, tell, yield); err != nil {
				return err
			}
		}
		return nil
	}
	return q.merged(ctx, tell, yield)
}

// eachOf yields the games of one archive, with raised ids.
func (q *Question) eachOf(ctx context.Context, i int, tell func(*search.Answer), yield func(search.PageGame) error) error {
	raised := func(g search.PageGame) error {
		if i > 0 {
			g = g.Raise(FirstID(i))
		}
		return yield(g)
	}
	if q.locals[i] == nil {
		return q.pages(ctx, &q.members[i], tell, raised)
	}
	answer, err := q.locals[i].Each(ctx, q.members[i].Question, raised)
	if answer != nil {
		tell(answer)
	}
	return err
}

// merged yields the games of several archives in order. Each archive goes on when
// its next game is wanted.
func (q *Question) merged(ctx context.Context, tell func(*search.Answer), yield func(search.PageGame) error) error {
	type source struct {
		next func() (search.PageGame, error, bool)
		game search.PageGame
	}
	var sources []*source
	advance := func(s *source) (ok bool, err error) {
		s.game, err, ok = s.next()
		return ok && err == nil, err
	}
	for i := range q.locals {
		next, stop := iter.Pull2(q.pull(ctx, i, tell))
		defer stop()
		s := &source{next: next}
		ok, err := advance(s)
		if err != nil {
			return err
		}
		if ok {
			sources = append(sources, s)
		}
	}
	for len(sources) > 0 {
		least := 0
		for i, s := range sources {
			if q.page.Compare(s.game, sources[least].game) < 0 {
				least = i
			}
		}
		if err := yield(sources[least].game); err != nil {
			return err
		}
		ok, err := advance(sources[least])
		if err != nil {
			return err
		}
		if !ok {
			sources = append(sources[:least], sources[least+1:]...)
		}
	}
	return nil
}

// errLeft ends the search of an archive whose games nobody wants any more.
var errLeft = errors.New("no more games are wanted")

// pull yields the games of one archive to whoever asks for one after the other.
func (q *Question) pull(ctx context.Context, i int, tell func(*search.Answer)) iter.Seq2[search.PageGame, error] {
	return func(yield func(search.PageGame, error) bool) {
		err := q.eachOf(ctx, i, tell, func(g search.PageGame) error {
			if !yield(g, nil) {
				return errLeft
			}
			return nil
		})
		if err != nil && !errors.Is(err, errLeft) {
			yield(search.PageGame{}, err)
		}
	}
}
