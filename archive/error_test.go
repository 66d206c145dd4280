package archive

import (
	"errors"
	"testing"

	"kifudb/query"
)

// The errors are those that the comments of the functions name.
func TestErrorsAreAsDocumented(t *testing.T) {
	v := collection(t)
	_, noReference := v.Node("x@y")
	_, noGame := v.Node("9999")
	_, noNumber := v.Game(9999)
	_, noBoard := AskQuestion(t.Context(), v.Views, "next", &Search{Query: parse(t, "player:cho")}, "")
	_, noOrder := v.Search(t.Context(), &Search{Query: parse(t, "player:cho"), Sort: "nonsense"})
	_, noArchive := Open(t.TempDir(), nil)
	for _, c := range []struct {
		name      string
		got, want error
		kind      Kind
	}{
		{"a reference", noReference, ErrRequest, KindUsage},
		{"a node of no game", noGame, ErrNoGame, KindNotFound},
		{"no game", noNumber, ErrNoGame, KindNotFound},
		{"no board term", noBoard, query.ErrNoBoard, KindUsage},
		{"an order", noOrder, ErrRequest, KindUsage},
		{"no archive", noArchive, ErrNoArchive, KindNotFound},
	} {
		if !errors.Is(c.got, c.want) || KindOf(c.got) != c.kind {
			t.Errorf("%s: %v of the kind %q, want %v of the kind %q", c.name, c.got, KindOf(c.got), c.want, c.kind)
		}
	}
	var e *QueryError
	if _, err := ParseQuery("player:("); !errors.As(err, &e) || KindOf(err) != KindUsage {
		t.Errorf("a query: %v", err)
	}
}
