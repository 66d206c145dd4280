package web

import (
	"cmp"
	"context"
	"strings"

	"kifudb/archive"
	"kifudb/ask"
)

// ask answers a question of a page from the archive as it is now: when its turn has
// come, in the time that an answer may take, and again if a writer of another process
// has taken away meanwhile what had not been read. So a question must change nothing.
func (s *Server) ask(ctx context.Context, do func(context.Context, *archive.View) error) error {
	return s.inTurn(ctx, s.lanes.long, s.archive.Ask, do)
}

// look is [Server.ask] for questions about one game or one position, which take no time to speak of: they
// do not wait for searches.
func (s *Server) look(ctx context.Context, do func(context.Context, *archive.View) error) error {
	return s.inTurn(ctx, s.lanes.quick, s.archive.Ask, do)
}

// lane returns [Server.look] for one position of a whole board, and [Server.ask] for other questions.
func (s *Server) lane(q archive.Query) func(context.Context, func(context.Context, *archive.View) error) error {
	if ask.IsOnePosition(q) {
		return s.look
	}
	return s.ask
}

// once makes a change with a view of the archive, when its turn has come. The change is
// never made again: part of it may have been made when the view turns out to be stale.
func (s *Server) once(ctx context.Context, do func(context.Context, *archive.View) error) error {
	return s.inTurn(ctx, s.lanes.long, func(do func(*archive.View) error) error {
		v, err := s.archive.View()
		if err != nil {
			return err
		}
		err = do(v)
		// The archive may have moved on after the change, which is no fault of the change.
		if closed := v.Close(); !archive.IsStale(closed) {
			err = cmp.Or(err, closed)
		}
		return err
	}, do)
}

// inTurn waits for a place in a lane, and hands a view on in the time that an answer may take.
func (s *Server) inTurn(ctx context.Context, lane *gate, with func(func(*archive.View) error) error, do func(context.Context, *archive.View) error) error {
	ctx, stop := context.WithTimeout(ctx, s.options.Timeout)
	defer stop()
	leave, err := lane.enter(ctx)
	if err != nil {
		return err
	}
	defer leave()
	return with(func(v *archive.View) error {
		s.seen.note(v)
		return do(ctx, v)
	})
}

// parseQuery reads a question. All games are asked for by nothing, or by a star.
func parseQuery(text string) (archive.Query, error) {
	if text = strings.TrimSpace(text); text == archive.EveryGame {
		text = ""
	}
	return archive.ParseQuery(text)
}
