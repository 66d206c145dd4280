package ask

import (
	"fmt"
	"strings"
	"testing"

	"kifudb/archive"
	"kifudb/archive/archivetest"
)

// told writes a scene in a line.
func told(s *Scene) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s|%s|%s|", s.Kind, s.Rest, s.Options)
	for _, p := range s.Board.Pieces {
		fmt.Fprintf(&b, " %s%d", p.Color, p.Cell)
	}
	if r := s.Region; r != nil {
		fmt.Fprintf(&b, "|%d,%d-%d,%d %s %s", r.Left, r.Top, r.Right, r.Bottom, r.Place, r.Edges)
	}
	for _, o := range s.Open {
		fmt.Fprintf(&b, "|%d%s", o.Cell, o.Admits)
	}
	for _, m := range s.Moves {
		fmt.Fprintf(&b, "|%s%d", m.Color, m.Cell)
	}
	return b.String()
}

// What a query asks for comes to lie where it says, in whatever form it is written.
func TestScene(t *testing.T) {
	vs := Of(archivetest.Collection(t).Views)
	for _, c := range []struct{ query, want string }{
		{"honinbo", "|honinbo||"},
		{"", "|||"},
		{"pat:[X] or pat:[O]", "|" + `pat:"[X]" anchor:drawn move:any next:any colors:fixed symmetry:on variations:on or pat:"[O]" anchor:drawn move:any next:any colors:fixed symmetry:on variations:on` + "||"},
		{`pos:"Q16 D4" date:1900 next:b`, "pos|date:1900|next:b| B72 W288"},
		{`pos:"Q16 D4" next:b colors:either`, "pos||next:b colors:either| B72 W288"},
		{`pos:"startpos moves 7g7f"`, "pos|||" + shogiPieces},
		{"pat:NE[...|.X.|.O.]", "pat||| B36 W55|16,0-18,2 NE NE"},
		{"pat:NE[...|.X.|.*.] colors:either player:jowa", "pat|player:jowa|colors:either| B36|16,0-18,2 NE NE|55*"},
		{"pat:[X.|xO]", "pat||| B160 W180|8,8-9,9 anywhere |179x"},
		{"pat:S[X.]", "pat||| B350|8,18-9,18 S S"},
		{`pat:"[X.]" anchor:@cd`, "pat||| B59|2,3-3,3 @cd "},
		{"pat:[X.|.O] anchor:corner", "pat||| B0 W20|0,0-1,1 corner NW"},
		{"pat:[X.|.O] anchor:side", "pat||| B8 W28|8,0-9,1 side N"},
		{`pat:"Q16" anchor:board`, "pat||| B72"},
		{`seq:"B Q16 W O17" anchor:NE within:3`, "seq||within:3||13,0-18,3 NE NE|B72|W51"},
		{"pat:[" + strings.Repeat(".", 20) + "X]", "pat||| B209|0,9-20,9 anywhere "}, // larger than the usual board
		{`then(pos:"Q16 D4", within:20, pat:[X]) date:1900`, "then|date:1900|| B180|9,9-9,9 anywhere "},
	} {
		q, err := archive.ParseQuery(c.query)
		if err != nil {
			t.Fatalf("%s: %v", c.query, err)
		}
		s, err := vs.Scene(t.Context(), q)
		if err != nil {
			t.Fatalf("%s: %v", c.query, err)
		}
		if got := told(s); got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.query, got, c.want)
		}
	}
}

// shogiPieces are the cells of the pieces after the first move.
const shogiPieces = " W0 W1 W2 W3 W4 W5 W6 W7 W8 W10 W16 W18 W19 W20 W21 W22 W23 W24 W25 W26" +
	" B47 B54 B55 B57 B58 B59 B60 B61 B62 B64 B70 B72 B73 B74 B75 B76 B77 B78 B79 B80"

// A text that describes nothing is an error, as in a search.
func TestSceneOfAFaultyQuery(t *testing.T) {
	q, err := archive.ParseQuery("pos:999@1")
	if err != nil {
		t.Fatal(err)
	}
	if s, err := Of(archivetest.Collection(t).Views).Scene(t.Context(), q); err == nil {
		t.Errorf("a game that is not there has the scene %s", told(s))
	}
}
