package terminal

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"unicode/utf8"

	"kifudb/internal/plaintext"
)

// PrintJSON prints an object on indented lines.
func PrintJSON(w io.Writer, v any) error { return writeJSON(w, v, "  ") }

// PrintJSONLine prints an object on one line.
func PrintJSONLine(w io.Writer, v any) error { return writeJSON(w, v, "") }

func writeJSON(w io.Writer, v any, indent string) error {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", indent)
	if err := e.Encode(v); err != nil {
		return err
	}
	_, err := w.Write(EscapeJSON(b.Bytes()))
	return err
}

// EscapeJSON writes what could disturb a terminal as an escape such as \u202e:
// the value is the same, and nothing is lost.
func EscapeJSON(encoded []byte) []byte {
	disturbing := func(r rune) bool { return r != '\n' && plaintext.Disturbs(r) }
	at := bytes.IndexFunc(encoded, disturbing)
	if at < 0 {
		return encoded
	}
	escaped := append([]byte{}, encoded[:at]...)
	for _, r := range string(encoded[at:]) {
		if disturbing(r) {
			escaped = fmt.Appendf(escaped, "\\u%04x", r)
		} else {
			escaped = utf8.AppendRune(escaped, r)
		}
	}
	return escaped
}
