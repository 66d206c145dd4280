package run

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"time"

	"kifudb/archive"
	"kifudb/command/phrase"
	"kifudb/command/terminal"
)

// A progress shows how far a command is, of a search also what is known so far, in one line
// on the terminal. If the process is interrupted, it says at once that it is stopping.
type progress struct {
	line   *terminal.Line
	forget func() // what is said when the process is interrupted

	mu    sync.Mutex // several archives are searched at the same time
	known string     // of the answer
	stage string     // of a job
	since time.Time  // when the stage began
}

// NewProgress begins to show how far a command is. When it is interrupted, it says so in
// the words for its work.
func NewProgress(ctx context.Context, s Streams, stopping string) *progress {
	if s.Quiet {
		return &progress{line: &terminal.Line{}, forget: func() {}}
	}
	p := &progress{line: terminal.NewLine(s.Err), since: time.Now()}
	terminal.OnInterrupt(ctx, func() {
		if s.JSON && !p.line.Seen() { // the error is JSON, and all that programs read
			return
		}
		p.line.Stop(func() { fmt.Fprintf(s.Err, "kifudb: %s; interrupt again to end at once\n", stopping) })
	})
	p.forget = func() { terminal.OnInterrupt(ctx, nil) }
	return p
}

// Finish wipes the line. Nothing is shown or said any more.
func (p *progress) Finish() {
	p.forget()
	p.line.Stop(nil)
}

// Wipe wipes the line, which comes back when there is more to say.
func (p *progress) Wipe() { p.line.Wipe() }

// Looked is told now and then of how many of all games a search has looked at.
func (p *progress) Looked(done, total int) {
	p.line.Say(func() string {
		p.mu.Lock()
		defer p.mu.Unlock()
		text := percentDone(int64(done), int64(total)) + " searched"
		if p.known != "" {
			text += " · " + p.known
		}
		return text
	})
}

// Job is told now and then how far a job is. What it is at is shown as soon as it begins.
func (p *progress) Job(j archive.JobProgress) {
	p.mu.Lock()
	begins := j.Stage != p.stage
	if begins {
		p.stage, p.since = j.Stage, time.Now()
	}
	took := time.Since(p.since)
	p.mu.Unlock()
	if begins {
		p.line.SayNow(jobWords(j, took))
		return
	}
	p.line.Say(func() string { return jobWords(j, took) })
}

// surelyAfter is after how long a rate tells something of what is left.
const surelyAfter = time.Second

// jobWords says how far the stage of a job is that began so long ago: of an import files,
// games and their rate, and the slowest part of the work; of others how much of what is
// done, and how fast; of all how long it will take.
func jobWords(j archive.JobProgress, took time.Duration) string {
	text := fmt.Sprintf("%s %s", j.Stage, percentDone(j.Done, j.Total))
	sure := took >= surelyAfter
	switch {
	case j.Files > 0:
		text += fmt.Sprintf(" · %s, %s", phrase.Count(j.Files, "file"), phrase.Games(j.Games))
		if sure {
			text += fmt.Sprintf(", %s games/s, mostly %s", phrase.Number(int(float64(j.Games)/took.Seconds())), j.Slowest)
		}
	case j.Unit == "bytes":
		text += fmt.Sprintf(" · %s of %s", phrase.Bytes(j.Done), phrase.Bytes(j.Total))
		if sure {
			text += fmt.Sprintf(", %s/s", phrase.Bytes(int64(float64(j.Done)/took.Seconds())))
		}
	case j.Unit == archive.UnitPositions:
		text += fmt.Sprintf(" · %s of %s", phrase.Number(int(j.Done)), phrase.Count(int(j.Total), "position"))
		if sure {
			text += fmt.Sprintf(", %.1f/s", float64(j.Done)/took.Seconds())
		}
	case j.Total > 0:
		text += fmt.Sprintf(" · %s of %s", phrase.Number(int(j.Done)), phrase.Number(int(j.Total)))
	}
	if sure && j.Done > 0 && j.Total > j.Done {
		left := time.Duration(float64(took) * float64(j.Total-j.Done) / float64(j.Done))
		text += fmt.Sprintf(" · %s left", left.Round(time.Second))
	}
	return text
}

func percentDone(done, total int64) string {
	return fmt.Sprintf("%d %%", min(100, 100*done/max(total, 1)))
}

// Watched returns what is to be called with an answer while it grows, of which say tells
// the most important: nil if nobody looks, since making such answers takes time.
func Watched[A any](p *progress, say func(A) string) func(A) {
	if !p.line.Seen() {
		return nil
	}
	return func(sofar A) {
		text := say(sofar)
		p.mu.Lock()
		defer p.mu.Unlock()
		p.known = text
	}
}

// SoFar is what a growing answer says of its games, and then of its greatest parts.
func SoFar(games int, parts []string) string {
	text := phrase.Games(games) + " so far"
	if len(parts) > 0 {
		text += ": " + strings.Join(parts, ", ")
	}
	return text
}

// ManyParts is how many parts of an answer fill the widest line.
const ManyParts = 16

// PartShare names a part of an answer with its share.
func PartShare(name string, share *archive.Share) string {
	if share == nil {
		return name
	}
	return fmt.Sprintf("%s %.0f %%", name, 100*share.Value)
}
