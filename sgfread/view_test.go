package sgfread

import (
	"fmt"
	"testing"
)

// Two points are corners up to FF[3], in whatever order; all else stays.
func TestView(t *testing.T) {
	for _, c := range []struct {
		ff     int
		values []string
		want   string
	}{
		{1, []string{"aa", "jj"}, "[aa:jj]"},
		{3, []string{"jj", "aa"}, "[jj:aa]"},
		{0, []string{"aa", "jj"}, "[aa:jj]"},
		{4, []string{"aa", "jj"}, "[aa jj]"},
		{1, []string{"aa"}, "[aa]"},
		{1, []string{"aa", "bb", "cc"}, "[aa bb cc]"},
		{3, []string{"aa:cc", "ee"}, "[aa:cc ee]"},
		{1, []string{""}, "[]"},
	} {
		var values [][]byte
		for _, v := range c.values {
			values = append(values, []byte(v))
		}
		if got := fmt.Sprintf("%s", View(c.ff, values)); got != c.want {
			t.Errorf("FF[%d] VW%q views %s, want %s", c.ff, c.values, got, c.want)
		}
	}
	if got := string([]byte{Letter(0), Letter(25), Letter(26), Letter(51)}); got != "AZaz" {
		t.Errorf("letters %s", got)
	}
}

func TestFigureName(t *testing.T) {
	for value, want := range map[string]string{
		"257:Dia. 4": "Dia. 4", "": "-", "257": "-", "257:": "-", "Dia. 5": "Dia. 5", ":name": "name", "Ito: Honda": "Ito: Honda",
	} {
		name, ok := FigureName([]byte(value), NoLead)
		if got := string(name); ok != (want != "-") || ok && got != want {
			t.Errorf("FG[%s]: %q, %v, want %s", value, got, ok, want)
		}
	}
}
