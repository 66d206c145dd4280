package command

import (
	"context"
	"fmt"
	"strings"
	"time"

	"kifudb/archive"
	"kifudb/command/phrase"
	"kifudb/command/run"
	"kifudb/command/terminal"
	"kifudb/internal/plaintext"
)

// watch imports whenever something has changed, and prints a line each time, until
// it is interrupted, which is how it is meant to end.
func watch(ctx context.Context, a *archive.Archive, i *archive.Import, finish func(), s run.Streams) error {
	if !s.Quiet {
		fmt.Fprintf(s.Out, "Watching %s; interrupt to end\n", plaintext.Printable(strings.Join(i.Paths, ", ")))
	}
	return a.Watch(ctx, i, func(w *archive.Watched, err error) error {
		finish()
		switch {
		case err != nil:
			fmt.Fprintf(s.Err, "kifudb: %v\n", err)
			return nil
		case s.Quiet:
			return nil
		case s.JSON:
			return terminal.PrintJSONLine(s.Out, w)
		}
		return printWatched(w, s)
	})
}

func printWatched(s *archive.Watched, to run.Streams) error {
	var parts []string
	for _, part := range []struct {
		n    int
		what string
	}{
		{s.Files, "file read"}, {s.Failed, "file failed"}, {s.Passed, "file passed over"},
		{s.Added, "game added"}, {s.Changed, "game changed"}, {s.Known, "game known"},
		{s.Missing, "game missing from its file"}, {s.Pruned, "game pruned"},
	} {
		what := part.what
		if part.n > 1 {
			noun, rest, _ := strings.Cut(what, " ")
			what = noun + "s " + strings.Replace(rest, "its file", "their files", 1)
		}
		if part.n > 0 {
			parts = append(parts, phrase.Number(part.n)+" "+what)
		}
	}
	_, err := fmt.Fprintf(to.Out, "%s  run %d: %s\n", s.Time.Format(time.TimeOnly), s.Run, strings.Join(parts, ", "))
	return err
}
