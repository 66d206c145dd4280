package charset_test

import (
	"bytes"
	"io"
	"strings"
	"testing"
	"unicode/utf8"

	"kifudb/sgfread/charset"
)

// FuzzCharset checks what holds for any bytes and any CA: guesses are known
// names, decoding gives UTF-8, damage to UTF-8 is
// foretold, valid UTF-8 comes back as it is, pools do not hurt.
func FuzzCharset(f *testing.F) {
	for _, l := range languages {
		for _, enc := range l.encodings {
			for _, text := range l.records("comment")[:2] {
				if raw, ok := encode(text, enc); ok {
					f.Add([]byte(raw), enc)
					f.Add([]byte(raw), "ISO-8859-1")
				}
			}
		}
	}
	for _, s := range []string{"(;PB[\xE6\x9F\xAF\xE6\xB4?])", "(;PB[\xE6])", "\xFF\xFE(\x00;\x00", "\x1b$B1):,\x1b(B", "~{<:~}", "\x81\x30\x81\x30", "\xA6]", "\xB3\\"} {
		f.Add([]byte(s), "")
	}
	f.Fuzz(func(t *testing.T, tree []byte, declared string) {
		var pool charset.Pool
		pool.Add(tree)
		for _, p := range []*charset.Pool{nil, &pool} {
			g := charset.Detect(tree, declared, p)
			if name, ok := charset.Lookup(g.Name); !ok || name != g.Name {
				t.Fatalf("unknown name %+v", g)
			}
			if !(g.Confidence >= 0 && g.Confidence <= 1) || g.Damaged < 0 || g.Damaged > len(tree) || g.Reason == "" {
				t.Fatalf("impossible %+v", g)
			}
			text := charset.Decode(nil, tree, g.Name)
			if !utf8.Valid(text) {
				t.Fatalf("%s: %q is not UTF-8", g.Name, text)
			}
			if g.Reason == charset.ReasonValid && !bytes.Equal(text, tree) {
				t.Fatalf("valid UTF-8 %q became %q", tree, text)
			}
			if mark := []byte("\uFFFD"); g.Name == charset.UTF8 && g.Damaged != bytes.Count(text, mark)-bytes.Count(tree, mark) {
				t.Fatalf("%d damaged foretold, %q became %q", g.Damaged, tree, text)
			}
			if again := charset.Detect(tree, declared, p); again != g {
				t.Fatalf("first %+v, then %+v", g, again)
			}
		}
		if declared, ok := charset.Lookup(declared); ok {
			if text := charset.Decode(nil, tree, declared); !utf8.Valid(text) {
				t.Fatalf("%s: %q is not UTF-8", declared, text)
			}
		}
		charset.Declared(tree)
		r, name := charset.NewReader(bytes.NewReader(tree))
		text, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		if name == "" && !bytes.Equal(text, tree) {
			t.Fatalf("a stream that needs nothing was changed: %q to %q", tree, text)
		}
		if name != "" && !utf8.Valid(text) {
			t.Fatalf("%s gives %q", name, text)
		}
	})
}

// Detect must not take more than linear time for trees of nothing but high
// bytes, the worst for the search of stretches.
func TestDetectLarge(t *testing.T) {
	for _, unit := range []string{"\xFF", "\xFFa", "\xE6\xB4?", "\xE6\x9F\xAF", "\xB0\xA1", "é ", "\x1b$B"} {
		tree := []byte(strings.Repeat(unit, 4<<20/len(unit)))
		g := charset.Detect(tree, "big5", nil)
		if g.Name == "" {
			t.Errorf("%q: %+v", unit, g)
		}
	}
}
