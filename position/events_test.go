package position

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestEvents compares the events of a script with those of a Replayer, which
// executes it.
func TestEvents(t *testing.T) {
	var b ScriptBuilder
	b.Node()
	b.Add(Black, At(3, 3))
	b.ToPlay(White)
	b.Node()
	b.Move(Move{White, At(2, 2)})
	b.Open()
	b.Node()
	b.Move(Move{Black, At(4, 4)})
	b.Move(Move{White, Pass})
	b.Close()
	b.Open()
	b.Node()
	b.Add(Empty, At(3, 3))
	b.Move(Move{Black, At(0, 0)})
	b.Node()
	b.Close()
	script := b.Script()

	type event struct {
		Event Event
		Move  Move
	}
	var got, want []event
	for e, m := range script.Events() {
		got = append(got, event{e, m})
	}
	var r Replayer
	r.Start(Square(9), script)
	for e := r.Next(); e != End; e = r.Next() {
		next := event{Event: e}
		if e == AtNode && r.Step().Moved {
			next.Move = r.Step().Move
		}
		want = append(want, next)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("Events (-replayed +got):\n%s", diff)
	}
	if len(want) != 9 {
		t.Errorf("the script has %d events, want 9", len(want))
	}
}

func TestEventsEnd(t *testing.T) {
	var b ScriptBuilder
	for range 3 {
		b.Node()
	}
	seen := 0
	for range b.Script().Events() {
		if seen++; seen == 2 {
			break
		}
	}
	if seen != 2 {
		t.Errorf("saw %d events before the break, want 2", seen)
	}
}
