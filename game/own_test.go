package game

import "testing"

// Games are told from records without GM where the event or the server betrays them.
func TestLittleGolem(t *testing.T) {
	const lg = "http://www.littlegolem.com"
	for _, c := range []struct{ event, source, size, want string }{
		{"twixt.ld.tourn1.1.1", lg, "24", "twixt"},
		{"twixt", "https://www.littlegolem.net", "24", "twixt"},
		{"Twixt.ch.23.1.1", "", "24", "twixt"},
		{"hex.mc.2010.oct.1.11", lg, "13", "hex"},
		{"null", lg, "13", "hex"},
		{"", "http://www.littlegolem.net", "11", "hex"},
		{"null", lg, "24", "twixt"},
		{"havannah.in.size4.4", lg, "4", "havannah"},
		{"connect6.ch.26.1.1", lg, "19", "connect6"},
		{"dvonn.ch.1.1.1", lg, "", "dvonn"},
		{"reversi.ch.1.1.1", lg, "8", "othello"},
		{"gomoku.ch.1.1", lg, "15", "gomoku"},
		{"ewn.ch.1.1", lg, "5", "einstein würfelt nicht"},
		{"go19.ch.10.4.3", lg, "19", ""},
		{"go", lg, "9", ""},
		{"dots.ch.1.1", lg, "5", "unknown game"},
		{"streetsoccer.ch.1", lg, "", "unknown game"},
		{"12.1", lg, "", "unknown game"},
		{"My tournament", lg, "19", ""},
		{"dvonn.ch.1", "elsewhere", "", ""},
		{"Go.Cup", "", "19", ""},
		{"", "", "24", ""},
	} {
		g, other := WithoutNumber(func(ident string) string {
			return map[string]string{"EV": c.event, "SO": c.source, "SZ": c.size}[ident]
		})
		got := ""
		if g != nil {
			got = g.About().Name
		}
		if got != c.want || other != (got == "hex") {
			t.Errorf("%+v is %q, the other's colors: %t", c, got, other)
		}
	}
}

// A game may be named in words in place of its number.
func TestCalled(t *testing.T) {
	for text, want := range map[string]string{
		"Othello": "othello", "game of go": "go", "GO ": "go", "Igo": "go", "The Game of Hex!": "hex", "Havannah": "havannah", "Slither": "unknown game", "囲碁": "go",
		"1l": "", "": "", "??": "", "x": "", "250": "", "12": "jungle",
	} {
		g, ok := Called(text)
		got := ""
		if ok {
			got = g.About().Name
		}
		if got != want {
			t.Errorf("GM[%s] is %q, not %q", text, got, want)
		}
	}
}
