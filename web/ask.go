package web

import (
	"context"
	"strings"

	"kifudb/archive"
)

// ask answers a question of a page from the archive as it is now: when its turn has
// come, in the time that an answer may take, and again if a writer of another process
// has taken away meanwhile what had not been read.
func (s *Server) ask(ctx context.Context, do func(context.Context, *archive.View) error) error {
	ctx, stop := context.WithTimeout(ctx, s.options.Timeout)
	defer stop()
	leave, err := s.gate.enter(ctx)
	if err != nil {
		return err
	}
	defer leave()
	return s.archive.Ask(func(v *archive.View) error { return do(ctx, v) })
}

// parseQuery reads a question. All games are asked for by nothing, or by a star.
func parseQuery(text string) (archive.Query, error) {
	if text = strings.TrimSpace(text); text == archive.EveryGame {
		text = ""
	}
	return archive.ParseQuery(text)
}
