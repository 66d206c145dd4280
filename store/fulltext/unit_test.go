package fulltext

import (
	"strings"
	"testing"
)

func TestFold(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"Hon'inbō  SHUSAKU", "honinbo|shusaku"},
		{"Yi Se-tol", "yi|setol"},
		{"趙 治勲九段", "赵治勋九段"},
		{"閃電kmomo1(P)", "閃电|kmomo1|p"},
		{"O'Brien, Ch’ang-ho", "obrien|changho"},
		{"a-b-c-d e", "abcd|e"},
		{"a-b-c-d-e", "a|b|c|d|e"}, // more than the index joins
		{"Ｃｈｏ-Ｕ", "chou"},
		{"조훈현-국수", "조훈현국수"},
		{"?!", ""},
	} {
		if got := strings.Join(Fold(tt.text), "|"); got != tt.want {
			t.Errorf("Fold(%q) = %s, want %s", tt.text, got, tt.want)
		}
	}
}
