package command

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"kifudb/archive"
	"kifudb/ledger"
)

// The pause between two rounds of watching: at least minPause, and so long that
// looking takes no more than a twentieth of the time.
const (
	minPause  = 2 * time.Second
	pauseEach = 20
)

// settleTime is for how long a file must not have been written to.
const settleTime = time.Second

// watch imports the paths whenever something below them has changed. Folders
// are listed and compared with the ledger: that works on every system and every
// file system, and finds what changed while nobody watched. Between the rounds
// others may write to the archive.
func watch(c *cli.Context, a *archive.Archive) error {
	for _, path := range c.Args().Slice() {
		if _, err := os.Stat(path); err != nil {
			return err // a typing error would be watched for ever
		}
	}
	if !c.Bool("quiet") {
		fmt.Fprintf(c.App.Writer, "Watching %s; interrupt to end\n", printable(strings.Join(c.Args().Slice(), ", ")))
	}
	first := true
	for c.Context.Err() == nil {
		start := time.Now()
		changes, err := a.Changes(c.Context, c.Args().Slice(), settleTime)
		looked := time.Since(start)
		if err == nil && (changes > 0 || first) {
			if err = watchRound(c, a); err == nil {
				first = false
			}
		}
		switch {
		case c.Context.Err() != nil:
		case archive.KindOf(err) == archive.KindBusy:
			fmt.Fprintf(c.App.ErrWriter, "kifudb: %v\n", err)
		case err != nil:
			return err
		}
		select {
		case <-c.Context.Done():
		case <-time.After(max(minPause, pauseEach*looked)):
		}
	}
	return nil // it was meant to be interrupted
}

// watchRound imports once and prints a line if something has changed.
func watchRound(c *cli.Context, a *archive.Archive) error {
	start := time.Now()
	s, err := importPaths(c, a, &archive.Import{Settle: settleTime})
	if _, ok := errors.AsType[*archive.CompareError](err); ok || errors.Is(err, context.Canceled) {
		err = nil
	}
	if err != nil || s == nil {
		return err
	}
	if c.Bool("quiet") || s.Files+s.Failed+s.Passed+s.Missing+s.Pruned == 0 {
		return nil
	}
	if c.Bool("json") {
		return printJSONLine(c.App.Writer, struct {
			Time time.Time `json:"time"`
			Run  int       `json:"run"`
			ledger.Totals
		}{start.Round(time.Second), s.Run, s.Totals})
	}
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
			parts = append(parts, number(part.n)+" "+what)
		}
	}
	_, err = fmt.Fprintf(c.App.Writer, "%s  run %d: %s\n", start.Format(time.TimeOnly), s.Run, strings.Join(parts, ", "))
	return err
}
