package run

import (
	"strings"
	"testing"
)

func TestPointAt(t *testing.T) {
	tests := []struct {
		query  string
		column int
		want   string
	}{
		{"player:x plyer:y", 10, "  player:x plyer:y\n           ^"},
		{"player:趙治勲 plyer:y", 12, "  player:趙治勲 plyer:y\n                ^"},
		{"", 1, "  \n  ^"},
		{strings.Repeat("a", 200) + "!", 201, "  …" + strings.Repeat("a", 60) + "!\n  " + strings.Repeat(" ", 61) + "^"},
		{"!" + strings.Repeat("a", 200), 1, "  !" + strings.Repeat("a", 39) + "…\n  ^"},
	}
	for _, test := range tests {
		if got := pointAt(test.query, test.column); got != test.want {
			t.Errorf("%q at %d: got\n%s\nwant\n%s", test.query, test.column, got, test.want)
		}
	}
}
