package command

import (
	"context"
	"fmt"
	"io"
	"os"
	"strconv"
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"

	"kifudb/archive"
)

// isTerminal reports whether w is a terminal that a person looks at.
func isTerminal(w io.Writer) bool {
	f, ok := osFile(w)
	return ok && term.IsTerminal(int(f.Fd()))
}

// terminalWidth returns the columns of the terminal behind w, or 0 if w is not
// one. The variable COLUMNS, where it is set, says it for any writer.
func terminalWidth(w io.Writer) int {
	if columns, err := strconv.Atoi(os.Getenv("COLUMNS")); err == nil && columns > 0 {
		return columns
	}
	f, ok := osFile(w)
	if !ok {
		return 0
	}
	width, _, err := term.GetSize(int(f.Fd()))
	if err != nil {
		return 0
	}
	return width
}

// jobProgress draws on a terminal how far a job is: how much of what it is at is
// done; of an import also files, games and their rate, and the slowest part of the
// work. Anywhere else it does nothing. If the process is interrupted, it says at once
// that it is stopping, in the words for the job.
func jobProgress(ctx context.Context, s streams, stopping string) (report func(archive.JobProgress), finish func()) {
	if s.quiet {
		return func(archive.JobProgress) {}, func() {}
	}
	var mu sync.Mutex // work reports from goroutines of its own
	stopped := false
	var bar *progressbar.ProgressBar
	stage, start := "", time.Now()
	end := func() {
		if bar != nil {
			_ = bar.Finish()
			bar = nil
		}
	}
	onInterrupt(ctx, func() {
		mu.Lock()
		defer mu.Unlock()
		end()
		stopped = true
		fmt.Fprintf(s.err, "kifudb: %s; interrupt again to end at once\n", stopping)
	})
	if !isTerminal(s.err) {
		return func(archive.JobProgress) {}, func() {}
	}
	return func(p archive.JobProgress) {
			mu.Lock()
			defer mu.Unlock()
			if stopped {
				return
			}
			if p.Stage != stage {
				end()
				stage, start = p.Stage, time.Now()
			}
			if bar == nil {
				options := []progressbar.Option{progressbar.OptionShowBytes(p.Unit == "bytes")}
				if p.Stage == "copy" || p.Stage == "backup" || p.Stage == "restore" { // an import's files and games say it
					options = append(options, progressbar.OptionShowCount())
				}
				bar = newBar(s.err, p.Stage, options...)
			}
			if p.Files > 0 {
				rate := float64(p.Games) / time.Since(start).Seconds()
				bar.Describe(fmt.Sprintf("%d files, %d games, %.0f games/s, mostly %s", p.Files, p.Games, rate, p.Slowest))
			}
			bar.ChangeMax64(max(p.Total, 1))
			_ = bar.Set64(min(p.Done, max(p.Total, 1)))
		}, func() {
			mu.Lock()
			defer mu.Unlock()
			end()
		}
}

// newBar makes a progress bar that disappears when it is finished.
func newBar(w io.Writer, what string, more ...progressbar.Option) *progressbar.ProgressBar {
	if s, ok := w.(*stream); ok {
		w = s.screen.bar()
	}
	return progressbar.NewOptions64(1, append([]progressbar.Option{
		progressbar.OptionSetWriter(w),
		progressbar.OptionSetDescription(what),
		progressbar.OptionSetPredictTime(true),
		progressbar.OptionSetWidth(20),
		progressbar.OptionThrottle(100 * time.Millisecond),
		progressbar.OptionClearOnFinish(),
	}, more...)...)
}
