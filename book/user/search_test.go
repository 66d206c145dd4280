package user

import (
	"errors"
	"testing"
	"time"

	"github.com/RoaringBitmap/roaring/v2"
)

func TestSearches(t *testing.T) {
	db := openAt(t.TempDir())
	if _, err := db.Search("ladders"); !errors.Is(err, ErrNoSearch) {
		t.Errorf("got %v, want ErrNoSearch", err)
	}
	if _, err := db.AddSearch(Search{Name: "Ladders", Query: "comment:ladder"}, false); err != nil {
		t.Fatal(err)
	}
	if _, err := db.AddSearch(Search{Name: "ladders", Query: "x"}, false); !errors.Is(err, ErrSearchExists) {
		t.Errorf("got %v, want ErrSearchExists", err)
	}
	s, err := db.Search("LADDERS")
	if err != nil || s.Name != "Ladders" || s.Query != "comment:ladder" || !s.Looked.IsZero() || !s.Seen.IsEmpty() {
		t.Fatalf("got %+v, %v", s, err)
	}
	s.Seen, s.Looked, s.Generation = roaring.BitmapOf(1, 70_000), time.Unix(1_700_000_000, 0), 9
	if err := db.Looked(s); err != nil {
		t.Fatal(err)
	}
	list, err := db.Searches()
	if err != nil || len(list) != 1 || !list[0].Seen.Equals(s.Seen) || !list[0].Looked.Equal(s.Looked) || list[0].Generation != 9 {
		t.Fatalf("got %+v, %v", list, err)
	}
	// What was looked at is not the search that is saved now.
	before, err := db.AddSearch(Search{Name: "ladders", Query: "comment:geta"}, true)
	if err != nil || before == nil || before.Query != "comment:ladder" {
		t.Errorf("replaced %+v, %v", before, err)
	}
	if err := db.Looked(s); err != nil {
		t.Fatal(err)
	}
	if s, err = db.Search("ladders"); err != nil || s.Query != "comment:geta" || !s.Looked.IsZero() {
		t.Errorf("got %+v, %v", s, err)
	}
	if removed, err := db.RemoveSearch("Ladders"); err != nil || removed.Query != "comment:geta" {
		t.Errorf("removed %+v, %v", removed, err)
	}
	if _, err := db.RemoveSearch("ladders"); !errors.Is(err, ErrNoSearch) {
		t.Errorf("got %v, want ErrNoSearch", err)
	}
}
