package archive

import (
	"fmt"
	"strings"
	"testing"
)

// A page without games says which names may be meant, with as many games as a
// search for them finds.
func TestMeant(t *testing.T) {
	v := collection(t)
	for _, tt := range []struct{ query, want string }{
		{"player:kitami", "player:kitami: player Kitani Minoru spelling"},
		{"kitami minoro", "kitami minoro: player Kitani Minoru spelling; kitami: player Kitani Minoru spelling; minoro: player Kitani Minoru spelling"},
		{"player:kitami date:1999", "player:kitami: player Kitani Minoru spelling"},
		{"event:honimbo", "event:honimbo: event Honinbo title spelling"},
		{"player:xyzzy", ""},
		{"-player:kitami date:1200", ""},
		{"player:\"go seigen\" date:1200", ""}, // is there
	} {
		p, err := v.Search(t.Context(), &Search{Query: parse(t, tt.query), Limit: 1})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, m := range p.Meant {
			n := m.Names[0]
			got = append(got, fmt.Sprintf("%s: %s %s %s", m.Term, n.Kind, n.Name, n.Differs))
			again, err := v.Count(t.Context(), &Search{Query: parse(t, fmt.Sprintf("%s:%q", n.Kind, n.Name))})
			if err != nil || again.Total != n.Games || n.Games == 0 {
				t.Errorf("%s: %d games, a search finds %d: %v", n.Name, n.Games, again.Total, err)
			}
		}
		if strings.Join(got, "; ") != tt.want {
			t.Errorf("%s: %q, want %q", tt.query, strings.Join(got, "; "), tt.want)
		}
	}
}
