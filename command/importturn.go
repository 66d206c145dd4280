package command

import (
	"context"
	"fmt"
	"time"

	"kifudb/archive"
	"kifudb/command/run"
	"kifudb/internal/plaintext"
)

// turnPause is how long an import waits before it tries again whether another program
// has let go of the archive.
const turnPause = 300 * time.Millisecond

// openInTurn opens the archive of an import, if need be when another program has made it.
func openInTurn(ctx context.Context, path string, wait bool) (*archive.Archive, error) {
	for {
		a, err := run.OpenArchive(path, &archive.Options{Create: true})
		if !wait || archive.KindOf(err) != archive.KindBusy {
			return a, err
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(turnPause):
		}
	}
}

// importInTurn imports, if need be when another program has ended what it writes.
func importInTurn(ctx context.Context, a *archive.Archive, i *archive.Import, wait bool, s run.Streams) (*archive.Imported, error) {
	for said := false; ; {
		done, err := a.Import(ctx, i)
		if done != nil || archive.KindOf(err) != archive.KindBusy {
			return done, err
		}
		if !wait {
			return nil, fmt.Errorf("%w%s", err, busyWith(a))
		}
		if !said && !s.Quiet {
			fmt.Fprintf(s.Err, "waiting for another program to end its work on the archive%s\n", plaintext.Printable(busyWith(a)))
			said = true
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(turnPause):
		}
	}
}

// busyWith says which import is at work, "" if none is.
func busyWith(a *archive.Archive) string {
	runs, err := a.Imports()
	if err != nil || len(runs) == 0 {
		return "" // the other error is the one to be told
	}
	last := runs[len(runs)-1]
	if !last.Ended.IsZero() || len(last.Paths) == 0 {
		return ""
	}
	more := ""
	if n := len(last.Paths) - 1; n > 0 {
		more = fmt.Sprintf(" and %d more", n)
	}
	return fmt.Sprintf(" (import %d of %s%s, since %s)", last.Number, last.Paths[0], more, last.Started.Local().Format("15:04:05"))
}
