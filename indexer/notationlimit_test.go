package indexer

import (
	"strings"
	"testing"

	"kifudb/store"
)

// A game of shogi of more than a record may have is refused by name; what stands
// before it is read.
func TestNotationLimit(t *testing.T) {
	const game = "V2.2\nN+First\nPI\n+\n+7776FU\n%TORYO\n"
	large := "/\nV2.2\nPI\n+\n" + strings.Repeat("'a comment\n", (4<<20)/10) + "+7776FU\n"
	db, err := store.Open(t.TempDir(), &store.Options{Create: true})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	w, err := db.Writer(Derive)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	var said []string
	summary, err := Import(t.Context(), w, []string{"-"}, &Options{
		Stdin:   strings.NewReader(game + large),
		Problem: func(p Problem) { said = append(said, p.Error()) },
	})
	if err != nil || summary.Added != 1 || summary.Failed != 1 {
		t.Fatalf("%+v, %v", summary, err)
	}
	if text := strings.Join(said, "\n"); !strings.Contains(text, "a game of more than 4194304 bytes") {
		t.Errorf("said %q", text)
	}
}
