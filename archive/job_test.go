package archive

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

// emptyArchive makes one in a folder of the test.
func emptyArchive(t *testing.T) *Archive {
	t.Helper()
	a, err := Open(filepath.Join(t.TempDir(), "archive"), &Options{Create: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { a.Close() })
	return a
}

// manyGames writes a file of different games.
func manyGames(t *testing.T, n int) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "many.sgf")
	var b []byte
	for i := range n {
		b = fmt.Appendf(b, "(;GM[1]SZ[19]PB[Player %d]C[game %d];B[%c%c];W[dd];B[pp])\n", i, i, 'a'+i%19, 'a'+i/19%19)
	}
	if err := os.WriteFile(file, b, 0o666); err != nil {
		t.Fatal(err)
	}
	return file
}

// An import as a job ends with what became of it, and is remembered.
func TestImportJob(t *testing.T) {
	a := emptyArchive(t)
	j := a.StartImport(Import{Paths: []string{manyGames(t, 300)}})
	state, err := j.Wait(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	done, ok := state.Result.(*Imported)
	if state.State != "done" || !ok || done.Added != 300 || state.Ended.IsZero() || state.Error != "" {
		t.Fatalf("%+v with %+v", state, done)
	}
	list := a.Jobs()
	if len(list) != 1 || list[0].ID != state.ID || list[0].Kind != JobImport {
		t.Errorf("jobs: %+v", list)
	}
	if again, ok := a.Job(state.ID); !ok || again != j {
		t.Errorf("job %d is not found again", state.ID)
	}
	v, err := a.View()
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	if v.Len() != 300 || v.Unindexed() != 0 {
		t.Errorf("%d games, %d of them not indexed", v.Len(), v.Unindexed())
	}
}

// A job that is stopped says so, and the archive can be used at once.
func TestStopJob(t *testing.T) {
	a := emptyArchive(t)
	begun := make(chan struct{})
	j := a.Start(JobCheck, func(ctx context.Context, report func(JobProgress)) (any, error) {
		report(JobProgress{Stage: "waiting", Done: 1, Total: 2, Unit: "games"})
		close(begun)
		<-ctx.Done()
		return "half", ctx.Err()
	})
	<-begun
	if s := j.State(); s.State != "running" || s.Progress.Done != 1 || !s.Ended.IsZero() {
		t.Errorf("a running job: %+v", s)
	}
	impatient, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := j.Wait(impatient); !errors.Is(err, context.Canceled) {
		t.Errorf("waiting without patience: %v", err)
	}
	j.Stop()
	state, err := j.Wait(t.Context())
	if err != nil || state.State != "stopped" || state.Result != "half" {
		t.Errorf("%+v, %v", state, err)
	}
	failed := a.Start(JobCheck, func(context.Context, func(JobProgress)) (any, error) { return nil, errors.New("no luck") })
	if state, err := failed.Wait(t.Context()); err != nil || state.State != "failed" || state.Error != "no luck" || state.ID <= j.State().ID {
		t.Errorf("%+v, %v", state, err)
	}
}

// Closing an archive ends its jobs.
func TestCloseStopsJobs(t *testing.T) {
	a := emptyArchive(t)
	ended := false
	a.Start(JobCheck, func(ctx context.Context, _ func(JobProgress)) (any, error) {
		<-ctx.Done()
		ended = true
		return nil, ctx.Err()
	})
	if err := a.Close(); err != nil || !ended {
		t.Errorf("closed while a job runs: ended %t, %v", ended, err)
	}
}

// Jobs that have ended are forgotten beyond a number, those that run never.
func TestOldJobs(t *testing.T) {
	a := emptyArchive(t)
	stay := a.Start(JobCheck, func(ctx context.Context, _ func(JobProgress)) (any, error) {
		<-ctx.Done()
		return nil, nil
	})
	for range 2 * maxJobs {
		if _, err := a.Start(JobCheck, func(context.Context, func(JobProgress)) (any, error) { return nil, nil }).Wait(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	list := a.Jobs()
	if len(list) > maxJobs+1 || list[0].ID != stay.State().ID || list[len(list)-1].ID != 2*maxJobs+1 {
		t.Errorf("%d jobs from %d to %d", len(list), list[0].ID, list[len(list)-1].ID)
	}
}
