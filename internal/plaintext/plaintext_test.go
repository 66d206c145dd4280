package plaintext

import "testing"

// What a record holds must not steer the terminal.
func TestPrintable(t *testing.T) {
	for in, want := range map[string]string{
		"Go Seigen":     "Go Seigen",
		"\x1b[2J":       "\uFFFD[2J",
		"a\r\nb\tc":     "a\uFFFD b c",
		"\u202Eevil":    "\uFFFDevil",
		"\u2066x\u2069": "\uFFFDx\uFFFD",
		"\u009b31m":     "\uFFFD31m",
		"本因坊\u3000秀策":   "本因坊\u3000秀策",
	} {
		if got := Printable(in); got != want {
			t.Errorf("printable(%q) is %q, want %q", in, got, want)
		}
	}
}
