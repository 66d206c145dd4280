package filename

import (
	"path/filepath"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

// hostileNames are what records may say where a player's name is expected.
var hostileNames = []string{
	"", " ", ".", "..", "...", "../../etc/passwd", `..\..\windows`, "/etc/passwd", `C:\x`, "a/b", "a:b", "CON", "con.txt", "nul .x", "COM1", "lpt¹",
	"CONIN$", "a\x00b", "a\nb", "\x1b[31mred", "a\u202egfs.exe", "trailing. . ", "-rf", ".hidden", "a\xffb", "<>:\"|?*", "~", "$HOME", "a\u200db", "\ufeffx",
	strings.Repeat("x", 5000), strings.Repeat("本因坊", 500), strings.Repeat("é", 119) + ".", strings.Repeat("x", 119) + " y",
}

// No name of a file hides, is refused by a system, or leads elsewhere.
func checkSafe(t *testing.T, what, name string) {
	t.Helper()
	base, _, _ := strings.Cut(name, ".")
	switch {
	case name == "":
		t.Errorf("%q: nothing is left", what)
	case !utf8.ValidString(name), len(name) > maxBytes+1, strings.ContainsAny(name, `<>:"/\|?*`), !filepath.IsLocal(name),
		strings.HasPrefix(name, "."), strings.HasPrefix(name, "-"), strings.HasPrefix(name, " "), strings.TrimRight(name, ". ") != name,
		reservedNames().MatchString(strings.TrimSpace(base)),
		strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsGraphic(r) }):
		t.Errorf("%q: %q is not safe", what, name)
	}
}

func TestNamesAreSafe(t *testing.T) {
	for _, template := range []string{Default, "{black}", "{event}/{black}", "../{black}/{white}", `..\{black}`, "/{black}", "CON/{black}.", "-{black}"} {
		parsed, err := Parse(template)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range hostileNames {
			values := make([]string, len(parsed.Fields))
			for i := range values {
				values[i] = name
			}
			for _, part := range parsed.Path(values, "game 7") {
				checkSafe(t, template+" of "+name, part)
			}
		}
	}
	for _, name := range hostileNames {
		if safe := Safe(name); safe != "" {
			checkSafe(t, name, safe)
		}
	}
}

func TestNamesSayWhatTheyCan(t *testing.T) {
	for _, c := range []struct{ template, values, want string }{
		{Default, "1846-09-11|桑原秀策|井上幻庵因碩", "1846-09-11 桑原秀策 - 井上幻庵因碩"},
		{Default, "|Cho|Ota", "Cho - Ota"},
		{Default, "1990||", "1990"},
		{Default, "||", "game 7"},
		{"{event}/{black} vs. {white}", "Honinbo/45|Cho|Ota", "Honinbo_45/Cho vs. Ota"},
		{"{event}/{black}", "|Cho", "Cho"},
	} {
		parsed, err := Parse(c.template)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(parsed.Path(strings.Split(c.values, "|"), "game 7"), "/"); got != c.want {
			t.Errorf("%s of %s: %q, want %q", c.template, c.values, got, c.want)
		}
	}
	for _, bad := range []string{"games", "{black", "black}", "{{black}}"} {
		if _, err := Parse(bad); err == nil {
			t.Errorf("%q is no template", bad)
		}
	}
}

// Names are given once, as systems tell them apart that tell least.
func TestNamesAreUnique(t *testing.T) {
	names, seen := Names{}, map[string]bool{}
	for _, name := range []string{"a", "A", "a", "a (2)", "A (2)", "e\u0301", "\u00e9", "ß", "SS", "b"} {
		got := names.Unique(nil, name, ".sgf")
		key := strings.ToUpper(Safe(got))
		if seen[key] {
			t.Errorf("%q is given twice", got)
		}
		seen[key] = true
	}
	if got := names.Unique([]string{"f"}, "a", ".sgf"); got != "a" {
		t.Errorf("in another folder: %q", got)
	}
}
