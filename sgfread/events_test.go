package sgfread

import (
	"fmt"
	"strings"
	"testing"
)

func TestEvents(t *testing.T) {
	text := []byte("(;N[a](;B[aa])(;B[bb]))(;N[b])")
	var b strings.Builder
	for ev := range Events(text, nil) {
		fmt.Fprintf(&b, "%c%d@%d ", "(;)"[ev.Kind], ev.Depth, ev.Offset)
	}
	if got, want := b.String(), "(0@0 ;1@1 (1@6 ;2@7 )1@13 (1@14 ;2@15 )1@21 )0@22 (0@23 ;1@24 )0@29 "; got != want {
		t.Errorf("events = %s\nwant %s", got, want)
	}
	for stop := range 12 {
		n := 0
		for range Events(text, nil) {
			if n++; n > stop {
				break
			}
		}
		if n != stop+1 {
			t.Errorf("%d events before stopping at %d", n, stop)
		}
	}
}

// calls writes down the calls of a Listener.
type calls struct{ strings.Builder }

func (c *calls) TreeStart(at int64)  { fmt.Fprintf(c, "(%d ", at) }
func (c *calls) TreeEnd(at int64)    { fmt.Fprintf(c, ")%d ", at) }
func (c *calls) NodeStart(at int64)  { fmt.Fprintf(c, "{%d ", at) }
func (c *calls) NodeEnd()            { c.WriteString("} ") }
func (c *calls) Property(p Property) { fmt.Fprintf(c, "%v%q ", p.Ident(), p.Value(0)) }

func TestListener(t *testing.T) {
	var c calls
	if err := Walk([]byte("(;B[aa]C[x](;))"), Listen(&c), nil); err != nil {
		t.Fatal(err)
	}
	if got, want := c.String(), `(0 {1 B"aa" C"x" } (11 {12 } )13 )14 `; got != want {
		t.Errorf("calls = %s, want %s", got, want)
	}
}
