package format

import (
	"bytes"
	"strings"
)

// others are what files are that hold no records, by their first bytes.
var others = []struct{ magic, is string }{
	{"\x89PNG\r\n", "a picture (PNG)"},
	{"\xFF\xD8\xFF", "a picture (JPEG)"},
	{"GIF8", "a picture (GIF)"},
	{"RIFF", "a picture or a sound (RIFF)"},
	{"II*\x00", "a picture (TIFF)"},
	{"MM\x00*", "a picture (TIFF)"},
	{"%PDF", "a document (PDF)"},
	{"%!PS", "a document (PostScript)"},
	{"{\\rtf", "a document (RTF)"},
	{"\xD0\xCF\x11\xE0", "a document of an old office program"},
	{"\x7FELF", "a program"},
	{"SQLite format 3\x00", "a database (SQLite)"},
	{"PAR1", "a table (Parquet) with no column of records"},
	{"ID3", "a sound (MP3)"},
	{"OggS", "a sound (Ogg)"},
	{"version https://git-lfs", "a pointer of Git LFS to a file that was not fetched: git lfs pull"},
}

// Other says what a file is that holds no records, for people, by the head that shows it; "" if
// it shows nothing.
func Other(h *Head) string {
	for _, other := range others {
		if bytes.HasPrefix(h.Bytes, []byte(other.magic)) {
			return other.is
		}
	}
	text := bytes.TrimLeft(bytes.TrimPrefix(h.text, []byte("\ufeff")), " \t\r\n")
	switch {
	case bytes.IndexByte(h.Bytes, 0) >= 0 && h.whole == "":
		return "not a text"
	case len(text) == 0:
		return "nothing but white space"
	case text[0] == '<':
		begins := strings.ToLower(string(text[:min(len(text), 4<<10)]))
		switch {
		case strings.HasPrefix(begins, "<!doctype html"), strings.Contains(begins, "<html"):
			return "a web page (HTML)"
		case strings.HasPrefix(begins, "<?xml"), strings.HasPrefix(begins, "<svg"):
			return "a document (XML)"
		}
	case text[0] == '{', text[0] == '[' && bytes.IndexByte([]byte("\"{[]-0123456789"), first(text[1:])) >= 0:
		return "JSON without records"
	case mostlyCode(h.Text()):
		return "source code or markup"
	}
	return ""
}

// mostlyCode reports whether more than half of the lines of a text are source code.
func mostlyCode(text []byte) bool {
	lines, code := 0, 0
	for line := range Lines(string(text), wholeLines) {
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		if lines++; isCode(line) {
			code++
		}
	}
	return 2*code > lines
}

// first returns the first character of a text that is no space, 0 if there is none.
func first(text []byte) byte {
	if text = bytes.TrimLeft(text, " \t\r\n"); len(text) == 0 {
		return 0
	}
	return text[0]
}
