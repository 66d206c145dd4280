package ladder_test

import (
	"io/fs"
	"slices"
	"strings"
	"testing"

	"kifudb/game/record"
	"kifudb/internal/testsize"
	"kifudb/position/ladder"
	"kifudb/testdata"
)

// TestTrackerGames follows the games of the repository.
func TestTrackerGames(t *testing.T) {
	follow, count := ladder.FollowAll(t)
	games := 0
	err := fs.WalkDir(testdata.Collection(), ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".sgf") {
			return err
		}
		text, err := fs.ReadFile(testdata.Collection(), path)
		if err != nil {
			return err
		}
		records, err := record.Read(text, nil)
		if err != nil {
			return err
		}
		for _, r := range records {
			if r.Game.About().Number == 1 && games < testsize.Of(1000, 8) {
				follow(r.Size, r.Script)
				games++
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if slices.Contains(count[ladder.Works:ladder.Unread], 0) && !testing.Short() {
		t.Errorf("%d games have too few words: %v", games, *count)
	}
	t.Log(games, *count)
}
