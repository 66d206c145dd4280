package run

import (
	"testing"
	"time"

	"kifudb/archive"
)

// How far a job is is said in the terms of its work, and of what is left when that is sure.
func TestJobWords(t *testing.T) {
	for _, test := range []struct {
		job  archive.JobProgress
		took time.Duration
		want string
	}{
		{archive.JobProgress{Stage: "copy", Unit: "bytes", Total: 1500}, 0, "copy 0 % · 0 B of 1.5 kB"},
		{archive.JobProgress{Stage: "copy", Unit: "bytes", Done: 1_000_000, Total: 4_000_000}, 2 * time.Second, "copy 25 % · 1.0 MB of 4.0 MB, 500.0 kB/s · 6s left"},
		{archive.JobProgress{Stage: "reading", Unit: "bytes", Done: 1, Total: 3, Files: 1, Games: 1200}, 0, "reading 33 % · 1 file, 1,200 games"},
		{archive.JobProgress{Stage: "reading", Unit: "bytes", Done: 1, Total: 2, Files: 3, Games: 1, Slowest: "parsing"}, 2 * time.Second, "reading 50 % · 3 files, 1 game, 0 games/s, mostly parsing · 2s left"},
		{archive.JobProgress{Stage: "checking", Unit: "games", Done: 2000, Total: 2000}, time.Minute, "checking 100 % · 2,000 of 2,000"},
		{archive.JobProgress{Stage: "opening"}, time.Minute, "opening 0 %"},
	} {
		if got := jobWords(test.job, test.took); got != test.want {
			t.Errorf("%+v after %v: %q, want %q", test.job, test.took, got, test.want)
		}
	}
}
