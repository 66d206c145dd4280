package indexer

import (
	"bytes"
	"slices"

	"kifudb/format"
	"kifudb/sgfread/charset"
	"kifudb/store"
)

// ReasonUser is the reason of an encoding that a user has set.
const ReasonUser = "set by the user"

// doubtfulBelow is the confidence below which an encoding is doubtful. It was measured on
// names in all encodings, in records without CA and without neighbors: a fifth of the
// guesses below it are wrong, and one in a thousand of those above.
const doubtfulBelow = 0.9

// charsetDoubtful is the value of the charset by which such records are found.
const charsetDoubtful = "doubtful"

// IsDoubtful reports whether a record may be read in the wrong encoding, so
// that a person should look at it.
func IsDoubtful(c store.Charset) bool { return c.Confidence < doubtfulBelow }

// Charsets returns the names that [FindCharset] gives, the frequent ones first.
func Charsets() []string {
	return []string{
		charset.UTF8, charset.GB18030, charset.Big5, charset.ShiftJIS, charset.EUCJP, charset.EUCKR,
		charset.Windows1252, charset.Windows1250, charset.Windows1251, charset.KOI8R, charset.CP866,
		charset.Latin2, "windows-1253", "windows-1254", "windows-1255", "windows-1256", "windows-1257", "windows-1258",
		"windows-874", "iso-8859-3", "iso-8859-4", "iso-8859-5", "iso-8859-6", "iso-8859-7", "iso-8859-8",
		"iso-8859-10", "iso-8859-13", "iso-8859-14", "iso-8859-15", "iso-8859-16", "koi8-u",
		charset.CP437, charset.CP850, charset.CP852, charset.CP855, charset.CP865, charset.Macintosh, charset.MacCentral, "x-mac-cyrillic",
		charset.VISCII, charset.Johab, charset.EUCTW, charset.HZ, charset.ISO2022JP, charset.ISO2022KR, charset.ISO2022CN,
	}
}

// FindCharset returns the canonical name of the encoding that a name means:
// "gbk", "sjis", "Latin-1". It reports false for a name that it does not know,
// and for encodings in which no record can be, as their files are converted
// before they are cut into records.
func FindCharset(name string) (canonical string, ok bool) {
	canonical, ok = charset.Lookup(name)
	return canonical, ok && (slices.Contains(Charsets(), canonical) || charset.IsWay(canonical) || charset.Members(canonical) != nil)
}

// Recode returns the game of a record that is read in another encoding, and
// how many of its characters the encoding does not define; they become U+FFFD.
func Recode(r store.Record, name string) (g *store.Game, undefined int) {
	r.Charset = store.Charset{Name: name, Confidence: 1, Reason: ReasonUser}
	g = new(store.Game)
	newExtractor().extract(g, &r, r.Digest(), 1)
	return g, undefinedIn(format.Game(&r), name)
}

// undefinedIn counts the characters that an encoding does not define, but for
// those that were lost before the record came here.
func undefinedIn(text []byte, name string) int {
	n := format.Damage(text, name)
	// Those which can have U+FFFD themselves.
	if charset.Includes(name, charset.UTF8) {
		n -= bytes.Count(text, []byte("\uFFFD"))
	}
	if charset.Includes(name, charset.GB18030) {
		n -= bytes.Count(text, []byte("\x84\x31\xA4\x37"))
	}
	return max(n, 0)
}

// ReadsAlike reports whether a record reads the same in all encodings, because
// it is ASCII.
func ReadsAlike(r store.Record) bool {
	return !notASCII(format.Game(&r))
}

// Guesses guesses the encodings of records anew, as an import does: those of
// one folder give evidence for each other.
func Guesses(records []store.Record) []store.Charset {
	pools := map[string]*charset.Pool{}
	for i := range records {
		folder := folder(records[i].Source.Path)
		if pools[folder] == nil {
			pools[folder] = &charset.Pool{}
		}
		if isEvidence(&records[i]) {
			pools[folder].Add(format.Game(&records[i]))
		}
	}
	guesses := make([]store.Charset, len(records))
	for i := range records {
		r := &records[i]
		guess := detect(FormatOf(r), r, pools[folder(r.Source.Path)])
		guesses[i] = store.Charset{Name: guess.Name, Confidence: float32(guess.Confidence), Reason: guess.Reason}
	}
	return guesses
}
