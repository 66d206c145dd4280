package query

import (
	"strings"
	"testing"

	"kifudb/book/alias"
)

func TestNames(t *testing.T) {
	for _, tt := range []struct{ in, want string }{
		{"player:kitami", "player:kitami"},
		{"player:kitami,shuwa date:1930", "player:kitami player:shuwa"},
		{`black:"cho chikum" -white:x event:honinbu`, `black:"cho chikum" event:honinbu`},
		{"cho chikum", `cho_chikum cho chikum`},
		{"(cho or chikum) komi:6.5", "cho chikum"},
		{"player=x player:/x/ player:x* player:x~ comment:x place:x", ""},
		{"", ""},
	} {
		q, err := Parse(tt.in)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, n := range q.Names() {
			term := n.Term
			if n.field == "" {
				term = strings.ReplaceAll(n.Text, " ", "_")
			}
			got = append(got, term)
		}
		if strings.Join(got, " ") != tt.want {
			t.Errorf("%q: %q, want %q", tt.in, strings.Join(got, " "), tt.want)
		}
	}
	q, err := Parse("kitami")
	if err != nil {
		t.Fatal(err)
	}
	n := q.Names()[0]
	if got := n.Alone().String() + " | " + n.Instead(alias.Events, "Old Cup").String(); got != `"kitami" | event:"Old Cup"` {
		t.Errorf("got %s", got)
	}
}
