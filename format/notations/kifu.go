package notations

import (
	"bytes"
	"slices"
	"unicode/utf8"

	"kifudb/format"
	"kifudb/game/notation"
	"kifudb/sgfread/charset"
	"kifudb/store"
)

// kif is KIF, the format of Kifu for Windows, and a diagram in BOD by itself.
func kif() *format.Format {
	return kifu(&format.Format{
		Name: "kif", Title: "KIF", Extensions: []string{".kifu", ".kif", ".bod"},
		Recognise: func(h *format.Head) format.Certainty { return inJapanese(h, notation.LooksLikeKIF) },
		Writers:   []format.Writer{writer("kif", notation.WriteKIF)},
	})
}

// ki2 is KI2, in which people write moves.
func ki2() *format.Format {
	return kifu(&format.Format{
		Name: "ki2", Title: "KI2", Extensions: []string{".ki2u", ".ki2"},
		Recognise: func(h *format.Head) format.Certainty { return inJapanese(h, notation.LooksLikeKI2) },
		Writers:   []format.Writer{writer("ki2", notation.WriteKI2)},
	})
}

// kifu completes the entry of KIF or KI2.
func kifu(f *format.Format) *format.Format {
	f.Games = []int{Shogi}
	// A comment begins with an asterisk, what a program says with a number sign.
	f.Owns = func(h *format.Head) bool { return h.TreeInLine("*", "#", "&") }
	f.Whole = isWhole
	f.Charset = charsetOfKIF
	f.Split = func(file *format.File) format.Splitter {
		r, in := file.Text()
		s := notation.NewScanner(r, notation.Kifu, maxPiece)
		s.Readings = readings
		return splitter{s, in}
	}
	return f
}

// encodings are those in which Japanese texts are.
var encodings = []string{charset.UTF8, charset.ShiftJIS, charset.EUCJP}

// inJapanese returns how sure something is of a text that has Japanese characters.
func inJapanese(h *format.Head, looks func(string) notation.Look) format.Certainty {
	if !slices.ContainsFunc(h.Text(), func(c byte) bool { return c >= 0x80 }) {
		return format.No
	}
	best := notation.Unlike
	for _, encoding := range encodings {
		best = max(best, looks(h.In(encoding)))
	}
	return [...]format.Certainty{notation.Unlike: format.No, notation.Faint: format.Maybe, notation.Akin: format.Likely, notation.Alike: format.Sure}[best]
}

// isWhole reports whether a text is a record in KIF or KI2 throughout, in one of the encodings.
func isWhole(h *format.Head) bool {
	return slices.ContainsFunc(encodings, func(encoding string) bool {
		return format.WholeLines(h.In(encoding), notation.IsKifuLine)
	})
}

// readings returns how bytes read in each of the encodings.
func readings(line []byte) (list []string) {
	for _, encoding := range encodings {
		list = append(list, string(charset.Decode(nil, line, encoding)))
	}
	return list
}

// charsetOfKIF returns the charset of a record in KIF or KI2, which may be declared
// in its first line. Programs declare one and write another.
func charsetOfKIF(text []byte, pool *charset.Pool) charset.Guess {
	declared := ""
	head := text[:min(len(text), 1<<10)]
	if bytes.HasPrefix(bytes.TrimPrefix(head, []byte("\ufeff")), []byte("#KIF")) {
		if _, rest, ok := bytes.Cut(head, []byte("encoding=")); ok {
			if end := bytes.IndexAny(rest, " \t\r\n"); end >= 0 {
				declared = string(rest[:end])
			}
		}
	}
	return japanese(text, declared, pool)
}

// textOf returns the text of a record in UTF-8. If it does not read as a whole, or has lines
// that can hardly be in another encoding than theirs, it is read line by line, each in the
// encoding that fits: programs add lines of their own to a file. It reports whether that
// helped.
func textOf(r *store.Record) (text []byte, mixed bool) {
	text = format.Text(r)
	damage := bytes.Count(text, []byte("\uFFFD"))
	encoding := format.Encoding(r)
	each := damage > 0 || encoding != charset.UTF8 && hasUTF8(format.Game(r))
	if !slices.Contains(encodings, encoding) || !each && encoding != charset.ShiftJIS {
		return text, false
	}
	var lines []byte
	for line := range bytes.Lines(format.Game(r)) {
		in := encoding
		if each {
			in = encodingOf(line, encoding)
		}
		if in == charset.ShiftJIS && inEUC(line) {
			in = charset.EUCJP
		}
		lines = charset.Decode(lines, line, in)
	}
	if after := bytes.Count(lines, []byte("\uFFFD")); after > damage || after == damage && bytes.Equal(lines, text) {
		return text, false
	}
	return lines, true
}

// encodingOf returns the encoding in which a line reads, that of the record if none does.
func encodingOf(line []byte, encoding string) string {
	for _, other := range []string{charset.UTF8, encoding, charset.ShiftJIS, charset.EUCJP} {
		if format.Damage(line, other) == 0 {
			return other
		}
	}
	return encoding
}

// surelyEUC is how much likelier a line must be in EUC-JP, as a logarithm. Of more than a
// hundred names and words in katakana of half width none is by more than 12.3, and words in
// EUC-JP mostly are by 15 and more: two characters that are used every day, where katakana
// would be four that make no word.
const surelyEUC = 13

// inEUC reports whether a line of a record in Shift_JIS is in EUC-JP instead. What EUC-JP
// has for most characters reads as katakana of half width in Shift_JIS, which is
// rare, but is written in names. What reads as a move is one, however short.
func inEUC(line []byte) bool {
	high := false
	for _, c := range line {
		if c >= 0x80 && c < 0xA1 { // Shift_JIS begins most characters so, EUC-JP none of note
			return false
		}
		high = high || c >= 0x80
	}
	if !high || format.Damage(line, charset.EUCJP) > 0 {
		return false
	}
	return charset.Compare(line, charset.EUCJP, charset.ShiftJIS) > surelyEUC || notation.IsKIFMove(string(charset.Decode(nil, line, charset.EUCJP)))
}

// hasUTF8 reports whether a text has a line with several characters in UTF-8.
func hasUTF8(text []byte) bool {
	for line := range bytes.Lines(text) {
		if n := utf8.RuneCount(line); len(line) >= n+4 && utf8.Valid(line) {
			return true
		}
	}
	return false
}
