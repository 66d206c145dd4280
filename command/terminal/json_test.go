package terminal

import (
	"bytes"
	"encoding/json"
	"testing"

	"kifudb/internal/plaintext"
)

// TestJSONIsHarmless writes texts that would disturb a terminal. Read back,
// they are the same.
func TestJSONIsHarmless(t *testing.T) {
	for _, text := range []string{
		"plain", "<b>&", "line\nbreak\ttab", "\x1b[31mred", "a\u202eb", "\u2066\u2069\u200f\u061c", "\u009b31m", `\u202e`, `\`, "\u2028", "名人\u202a",
	} {
		for _, print := range map[string]func(*bytes.Buffer, any) error{
			"indented": func(b *bytes.Buffer, v any) error { return PrintJSON(b, v) },
			"line":     func(b *bytes.Buffer, v any) error { return PrintJSONLine(b, v) },
		} {
			var b bytes.Buffer
			if err := print(&b, map[string]string{"text": text}); err != nil {
				t.Fatal(err)
			}
			for _, r := range b.String() {
				if r != '\n' && plaintext.Disturbs(r) {
					t.Errorf("%q is written with %U", text, r)
				}
			}
			var back map[string]string
			if err := json.Unmarshal(b.Bytes(), &back); err != nil || back["text"] != text {
				t.Errorf("%q reads back as %q, %v", text, back["text"], err)
			}
		}
	}
}
