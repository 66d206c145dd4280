package filename

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"kifudb/internal/lazy"
)

// Default is the template of the names of files that records are written to.
const Default = "{date} {black} - {white}"

// maxBytes is how many bytes a name may have before its ending. File systems take
// 255 bytes or characters, and programs put something of their own behind a name.
const maxBytes = 120

// A Template makes names of files from games: text, and fields of search in
// braces. A slash in its text begins a folder; one in a value does not.
type Template struct {
	Fields []string // whose values it wants, in their order

	texts []string // around the fields
}

var fieldInBraces = lazy.Regexp(`\{([^{}]*)\}`)

// Parse reads a template.
func Parse(s string) (*Template, error) {
	t, at := &Template{}, 0
	for _, m := range fieldInBraces().FindAllStringSubmatchIndex(s, -1) {
		t.texts, at = append(t.texts, s[at:m[0]]), m[1]
		t.Fields = append(t.Fields, strings.TrimSpace(s[m[2]:m[3]]))
	}
	t.texts = append(t.texts, s[at:])
	for _, text := range t.texts {
		if strings.ContainsAny(text, "{}") {
			return nil, fmt.Errorf("%q has an unmatched brace; expected a template such as %q", s, Default)
		}
	}
	if len(t.Fields) == 0 {
		return nil, fmt.Errorf("%q has no field in braces, so all files would have the same name; expected a template such as %q", s, Default)
	}
	return t, nil
}

// Path returns the folders and the name, without its ending, that values make: safe on
// every system. What they leave empty is called by the last argument.
func (t *Template) Path(values []string, empty string) []string {
	var b strings.Builder
	for i, text := range t.texts {
		b.WriteString(strings.ReplaceAll(text, `\`, "/"))
		if i < len(values) {
			b.WriteString(strings.NewReplacer("/", "_", `\`, "_").Replace(values[i]))
		}
	}
	var path []string
	for _, part := range strings.Split(b.String(), "/") {
		if part = strings.Trim(Safe(part), " -"); part != "" {
			path = append(path, Safe(part))
		}
	}
	if len(path) == 0 {
		path = []string{empty}
	}
	return path
}

// reservedNames are those that Windows gives to devices, with any ending:
// https://learn.microsoft.com/windows/win32/fileio/naming-a-file
var reservedNames = lazy.Regexp(`(?i)^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9¹²³])$`)

// Safe makes a text the name of a file or folder that every system takes, that
// shows all of itself and that stays where it is put: "" if nothing of it is left.
func Safe(text string) string {
	text = strings.Map(func(r rune) rune {
		switch {
		case strings.ContainsRune(`<>:"/\|?*`, r), r == utf8.RuneError:
			return '_'
		case unicode.IsSpace(r):
			return ' '
		case !unicode.IsGraphic(r): // control characters, and those that turn the direction of text
			return -1
		}
		return r
	}, norm.NFC.String(strings.ToValidUTF8(text, "_")))
	text = strings.Join(strings.Fields(text), " ")
	if len(text) > maxBytes {
		cut := maxBytes
		for !utf8.RuneStart(text[cut]) {
			cut--
		}
		text = text[:cut]
	}
	// A dot at the beginning hides a file, two are another folder, and a hyphen begins
	// the options of a program; Windows takes away dots and spaces at the end.
	text = strings.TrimRight(strings.TrimLeft(text, ".- "), ". ")
	if base, _, _ := strings.Cut(text, "."); reservedNames().MatchString(strings.TrimRight(base, " ")) {
		text = "_" + text
	}
	return text
}

// Names gives each name once, as systems see it that do not tell capitals from
// small letters: "a", "a (2)".
type Names map[string]int

// Unique returns a name, without its ending, that was not given in the folder before.
func (names Names) Unique(folder []string, name, ending string) string {
	key := func(name string) string {
		path := strings.Join(append(slices.Clip(folder), name+ending), "/")
		return norm.NFKC.String(strings.ToLower(strings.ToUpper(path)))
	}
	n, taken := names[key(name)]
	if !taken {
		names[key(name)] = 1
		return name
	}
	for {
		n++
		other := fmt.Sprintf("%s (%d)", name, n)
		if _, taken := names[key(other)]; !taken {
			names[key(name)], names[key(other)] = n, 1
			return other
		}
	}
}
