package archive

import (
	"encoding/json"
	"errors"
	"slices"
	"testing"
)

// chosen chooses games by their numbers.
func chosen(t *testing.T, words ...string) func(*View) ([]GameID, error) {
	t.Helper()
	return func(v *View) ([]GameID, error) { return v.Numbered(words) }
}

// chosenRemoved chooses removed games by their numbers.
func chosenRemoved(t *testing.T, words ...string) func(*View) ([]GameID, error) {
	t.Helper()
	return func(v *View) ([]GameID, error) { return v.NumberedRemoved(words) }
}

func TestRemoveAndBringBack(t *testing.T) {
	a := emptyArchive(t)
	if _, err := a.Import(t.Context(), &Import{Paths: []string{manyGames(t, 10)}}); err != nil {
		t.Fatal(err)
	}
	live := func(want int) {
		t.Helper()
		v, err := a.View()
		if err != nil {
			t.Fatal(err)
		}
		defer v.Close()
		if v.Len() != want {
			t.Errorf("%d games, want %d", v.Len(), want)
		}
	}
	r, err := a.Remove(t.Context(), chosen(t, "2", "5..7"))
	if err != nil || r.Games != 4 || !slices.Equal(r.IDs, []GameID{2, 5, 6, 7}) {
		t.Fatalf("%+v, %v", r, err)
	}
	live(6)
	if _, err := a.Remove(t.Context(), chosen(t, "5")); !errors.Is(err, ErrNoGame) {
		t.Errorf("removed twice: %v", err)
	}
	if none, err := a.Remove(t.Context(), chosen(t, "5..7")); err != nil || none.Records != 0 {
		t.Errorf("a range of what is removed: %+v, %v", none, err)
	} else if text, err := json.Marshal(none); err != nil || string(text) != `{"ids":[],"removed":0,"games":0}` {
		t.Errorf("%s, %v", text, err)
	}
	b, err := a.BringBack(t.Context(), chosenRemoved(t, "6"))
	if err != nil || b.Records != 1 || !slices.Equal(b.IDs, []GameID{6}) {
		t.Fatalf("%+v, %v", b, err)
	}
	live(7)
	b, err = a.BringBack(t.Context(), func(v *View) ([]GameID, error) { return v.LastRemoved(), nil })
	if err != nil || !slices.Equal(b.IDs, []GameID{2, 5, 7}) {
		t.Fatalf("the last removal: %+v, %v", b, err)
	}
	live(10)
}

// While games are chosen nobody else changes the archive, and what cannot be chosen
// changes nothing and does not stay locked.
func TestGamesAreChosenUnderTheLock(t *testing.T) {
	a := emptyArchive(t)
	if _, err := a.Import(t.Context(), &Import{Paths: []string{manyGames(t, 3)}}); err != nil {
		t.Fatal(err)
	}
	failed := errors.New("no choice")
	_, err := a.Remove(t.Context(), func(*View) ([]GameID, error) {
		if _, err := a.Remove(t.Context(), chosen(t, "1")); KindOf(err) != KindBusy {
			t.Errorf("removed meanwhile: %v", err)
		}
		return []GameID{1}, failed
	})
	if !errors.Is(err, failed) {
		t.Errorf("got %v", err)
	}
	if r, err := a.Remove(t.Context(), chosen(t, "1..3")); err != nil || r.Records != 3 {
		t.Errorf("%+v, %v", r, err)
	}
}
