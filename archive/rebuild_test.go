package archive

import (
	"context"
	"errors"
	"testing"
)

// A job that rebuilds counts the games, and what was in the archive is in it.
func TestRebuild(t *testing.T) {
	a := emptyArchive(t)
	if _, err := a.Import(t.Context(), &Import{Paths: []string{manyGames(t, 40)}}); err != nil {
		t.Fatal(err)
	}
	state, err := a.StartRebuild().Wait(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	r, ok := state.Result.(*Rebuilt)
	if !ok || state.State != "done" || state.Kind != JobRebuild || r.Games != 40 || r.Archive != a.Dir() || r.Seconds <= 0 {
		t.Fatalf("%+v with %+v", state, r)
	}
	if p := state.Progress; p.Done != 40 || p.Total != 40 || p.Unit != "games" || p.Stage != "rebuilding" {
		t.Errorf("progress %+v", p)
	}
	v, err := a.View()
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	if v.Len() != 40 {
		t.Errorf("%d games", v.Len())
	}
}

func TestRebuildIsStopped(t *testing.T) {
	a := emptyArchive(t)
	if _, err := a.Import(t.Context(), &Import{Paths: []string{manyGames(t, 40)}}); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if r, err := a.Rebuild(ctx, nil); !errors.Is(err, context.Canceled) || r != nil {
		t.Fatalf("%+v, %v", r, err)
	}
}
