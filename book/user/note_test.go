package user

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestNotes(t *testing.T) {
	db := openAt(t.TempDir())
	day := time.Unix(1_700_000_000, 0)
	const place = Position("SZ[19]AB[dd]")
	if _, err := db.NoteOn(5); !errors.Is(err, ErrNoNote) {
		t.Errorf("got %v, want ErrNoNote", err)
	}
	for _, n := range []Note{
		{Game: 5, Text: "slow", Changed: day},
		{Game: 5, Text: "but thick\nand good", Changed: day.Add(time.Hour)},
		{Game: 70_000, Text: "\x1b[31m controls are kept", Changed: day},
		{Position: place, Text: "the usual", Changed: day},
	} {
		if _, err := db.AppendNote(n, []Game{game(n.Game)}); err != nil {
			t.Fatal(err)
		}
	}
	five := Note{Game: 5, Text: "slow\nbut thick\nand good", Changed: day.Add(time.Hour)}
	got, err := db.NoteOn(5)
	if diff := cmp.Diff(five, got); diff != "" || err != nil {
		t.Error(diff, err)
	}
	games, err := db.GameNotes()
	if diff := cmp.Diff([]Note{five, {Game: 70_000, Text: "\x1b[31m controls are kept", Changed: day}}, games); diff != "" || err != nil {
		t.Error(diff, err)
	}
	onPosition := Note{Position: place, Text: "the usual", Changed: day}
	positions, err := db.PositionNotes()
	if diff := cmp.Diff([]Note{onPosition}, positions); diff != "" || err != nil {
		t.Error(diff, err)
	}
	if got, err := db.NoteOnPosition(place); err != nil || got != onPosition {
		t.Errorf("got %v, %v", got, err)
	}
	if removed, err := db.RemoveNote(Note{Position: place}); err != nil || removed != onPosition {
		t.Errorf("removed %v, %v", removed, err)
	}
	if _, err := db.RemoveNote(Note{Position: place}); !errors.Is(err, ErrNoNote) {
		t.Errorf("got %v, want ErrNoNote", err)
	}
	if err := db.PutNotes([]Note{{Game: 5, Text: "new", Changed: day}}, nil); err != nil {
		t.Fatal(err)
	}
	if got, err := db.NoteOn(5); err != nil || got.Text != "new" {
		t.Errorf("got %v, %v", got, err)
	}
}

func TestNotesThatCannotBeKept(t *testing.T) {
	db := openAt(t.TempDir())
	for name, n := range map[string]Note{
		"of nothing":    {Text: "x"},
		"of two things": {Game: 1, Position: "SZ[19]", Text: "x"},
		"empty":         {Game: 1, Text: " \n"},
		"too long":      {Game: 1, Text: strings.Repeat("x", maxNote+1)},
		"not UTF-8":     {Game: 1, Text: "a\xff"},
		"large place":   {Position: Position(strings.Repeat("x", maxPosition+1)), Text: "x"},
	} {
		if err := db.PutNotes([]Note{n}, nil); err == nil {
			t.Errorf("%s: PutNotes takes it", name)
		}
		if _, err := db.AppendNote(n, nil); err == nil {
			t.Errorf("%s: AppendNote takes it", name)
		}
	}
	large := Note{Position: Position(strings.Repeat("x", maxPosition)), Text: strings.Repeat("x", maxNote)}
	if _, err := db.AppendNote(large, nil); err != nil {
		t.Error(err)
	}
	if _, err := db.AppendNote(large, nil); err == nil {
		t.Error("a note grows beyond what may be written at once")
	}
}
