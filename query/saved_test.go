package query

import (
	"errors"
	"strings"
	"testing"

	"kifudb/book/user"
)

// TestSaved: a saved search stands for its query, in others, too, and never for itself.
func TestSaved(t *testing.T) {
	db := user.Open(t.TempDir())
	save := func(name, query string) {
		t.Helper()
		if _, err := db.AddSearch(user.Search{Name: name, Query: query}, false); err != nil {
			t.Fatal(err)
		}
	}
	save("cho", "player:cho or player:趙治勲")
	save("late", "saved:cho date:>1990")
	save("all", "")
	save("round", "saved:trip x")
	save("trip", "a or saved:Round")
	save("faulty", "plaer:x")
	for text, want := range map[string]string{
		"x":              "x",
		"saved:cho x":    "(player:cho or player:趙治勲) x",
		"-saved:Late":    "-((player:cho or player:趙治勲) date:>1990)",
		"saved:cho,late": "player:cho or player:趙治勲 or (player:cho or player:趙治勲) date:>1990",
		"saved:all x":    "x",
		strings.Repeat("saved:all ", maxSaved) + "x": "x", // as many as there may be
		strings.Repeat("saved:all ", maxSaved+1):     "more than 100 saved searches",
		"saved:round":                                "saved:Round contains itself: round → trip → Round",
		"saved:nobody":                               "nobody",
		"saved:faulty":                               `saved:faulty: column 1: unknown field "plaer"`,
	} {
		q, err := Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		opened, err := q.Opened(db)
		if err != nil && strings.Contains(err.Error(), want) {
			continue
		}
		if got := opened.String(); err != nil || got != want {
			t.Errorf("%s: %s, %v; want %s", text, got, err, want)
		}
	}
	q, err := Parse("saved:cho or x")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := q.Opened(nil); !errors.Is(err, user.ErrNoSearch) {
		t.Errorf("without a user: %v", err)
	}
	for name, want := range map[string]bool{"new": true, "cho": false, "CHO": false, "late": true} {
		if err := q.CheckSavedAs(name, db); (err == nil) != want {
			t.Errorf("saved as %s: %v", name, err)
		}
	}
}

// TestInline: the texts of files stand in their places, if they are texts.
func TestInline(t *testing.T) {
	q, err := Parse("then(pat:@a, pat:[O]) pos:@b x")
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{"a": "[X]", "b": "Q16 D4"}
	read := func(name string) ([]byte, error) {
		text, ok := files[name]
		if !ok {
			return nil, errors.New("there is no file " + name)
		}
		return []byte(text), nil
	}
	inlined, err := q.Inline(read)
	if err != nil {
		t.Fatal(err)
	}
	want, err := Parse(`then(pat:[X], pat:[O]) pos:"Q16 D4" x`)
	if err != nil {
		t.Fatal(err)
	}
	again, err := Parse(inlined.String())
	if err != nil || again.String() != want.String() || !strings.Contains(q.String(), "@a") {
		t.Errorf("%s, %v; want %s", inlined, err, want)
	}
	for text, want := range map[string]string{"\xff": "is not the text of a position", strings.Repeat("x", maxQuery+1): "is not the text of a position"} {
		files["b"] = text
		if _, err := q.Inline(read); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.9q: %v", text, err)
		}
	}
	delete(files, "a")
	if _, err := q.Inline(read); err == nil || !strings.Contains(err.Error(), "pat: there is no file a") {
		t.Error(err)
	}
}
