package archive

import (
	"os"
	"path/filepath"
	"testing"
)

// The demo's records can all be imported.
func TestDemoCollection(t *testing.T) {
	a, games := emptyArchive(t), filepath.Join(t.TempDir(), "games")
	if err := os.CopyFS(games, DemoCollection()); err != nil {
		t.Fatal(err)
	}
	done, err := a.Import(t.Context(), &Import{Paths: []string{games}})
	if err != nil || done.Added < 20 {
		t.Errorf("%+v, %v", done, err)
	}
}
