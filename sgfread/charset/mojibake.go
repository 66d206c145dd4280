package charset

import (
	"bytes"
	"math"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/encoding/simplifiedchinese"
)

// Text that was encoded twice
//
// A program reads text in another encoding than it is in, and saves what it sees in
// UTF-8: "æŸ¯æ½”" is 柯潔 in UTF-8 that was read as windows-1252. Such a text has a way
// back: in the encoding that it was read as, it is the bytes that it was. The way is
// written like the name of an encoding, "utf-8-as-windows-1252", and [Decode] and
// [Lookup] know it: each value that goes that way without loss, and makes a likelier
// text so, is decoded by it, and any other is UTF-8. Several steps are written
// one after the other, the last one behind.

// asWord stands in the name of a way before the encoding that bytes were read as.
const asWord = "-as-"

// A way is how bytes were read that were in another encoding.
type way struct{ in, as string }

// name returns the way's name, which Decode knows.
func (w way) name() string { return w.in + asWord + w.as }

// wayOf returns the last step of a way by its name.
func wayOf(name string) (w way, ok bool) {
	i := strings.LastIndex(name, asWord)
	if i <= 0 {
		return way{}, false
	}
	return way{name[:i], name[i+len(asWord):]}, true
}

// IsWay reports whether a canonical name is a way, and not an encoding.
func IsWay(name string) bool { return strings.Contains(name, asWord) }

// lookupWay returns the canonical name of a way.
func lookupWay(label string) (string, bool) {
	w, ok := wayOf(label)
	if !ok || len(label) > maxWay {
		return "", false
	}
	in, known := Lookup(w.in)
	as, also := Lookup(w.as)
	if _, twice := wayOf(as); !known || !also || twice {
		return "", false
	}
	return way{in, as}.name(), true
}

// maxWay bounds the length of a way, and so how often texts were encoded.
const maxWay = 120

// decode returns the text that a value was, false if it did not come that way.
func (w way) decode(text []byte) ([]byte, bool) {
	raw, exact := back(text, w.as)
	if !exact || !w.enough(text) {
		return nil, false
	}
	was := Decode(nil, raw, w.in)
	if bytes.Contains(was, []byte("\uFFFD")) || bytes.Equal(raw, was) && w.in == UTF8 && isASCII(raw) {
		return nil, false
	}
	if again, ok := back(was, w.in); !IsWay(w.in) && (!ok || !bytes.Equal(again, raw)) {
		return nil, false
	}
	return was, proseScore(was) > max(proseScore(text), listScore(text))
}

// back returns the bytes that were read as an encoding. Characters that were lost become
// question marks, and the bytes are not exact.
func back(text []byte, as string) (raw []byte, exact bool) {
	exact = true
	if as == UTF8 {
		return text, utf8.Valid(text)
	}
	cm := table(as)
	if cm == nil {
		enc := lookupEncoding(as)
		if enc == nil {
			return nil, false
		}
		return backPairs(text, as)
	}
	for _, r := range string(text) {
		c, known := byte(r), r < utf8.RuneSelf
		if !known {
			c, known = cm.EncodeRune(r)
		}
		if !known && r <= 0xFF && (as == Windows1252 || cm.DecodeByte(byte(r)) == utf8.RuneError) {
			c, known = byte(r), true // as in ISO-8859-1, control characters included
		}
		switch {
		case r == utf8.RuneError:
			c, exact = '?', false
		case !known:
			return nil, false
		}
		raw = append(raw, c)
	}
	return raw, exact
}

// backPairs is back for encodings with characters of two bytes.
func backPairs(text []byte, as string) (raw []byte, exact bool) {
	enc := lookupEncoding(as).NewEncoder()
	if as == GB18030 {
		enc = simplifiedchinese.GBK.NewEncoder() // without characters of four bytes, which are in no text
	}
	exact = true
	for i, part := range bytes.Split(text, []byte("\uFFFD")) {
		if i > 0 {
			raw, exact = append(raw, '?'), false
		}
		b, err := enc.Bytes(part)
		if err != nil {
			return nil, false
		}
		raw = append(raw, b...)
	}
	return raw, exact
}

// Mojibake reports whether text, a value in UTF-8, was encoded twice, and by which way: the
// name of an encoding that Decode knows. Mended is what it was; if characters were lost on
// the way, it is exact no longer. Text is left alone unless that is nearly certain;
// a single accented letter never is.
func Mojibake(text []byte) (mended []byte, name string, exact, ok bool) {
	if len(suspects(text)) == 0 {
		return nil, "", false, false
	}
	text = text[:min(len(text), maxProse)]
	for len(text) > 0 && !utf8.Valid(text) {
		text = text[:len(text)-1]
	}
	found := unread(text, text, maxTwice)
	if found.ahead <= 0 {
		return nil, "", false, false
	}
	return found.text, found.name, found.exact, true
}

// maxTwice is how often a text may have been read as another encoding.
const maxTwice = 3

// misreading is the original of a text that was encoded twice, and the encodings on the way.
type misreading struct {
	text  []byte
	name  string
	exact bool
	ahead float64 // by how much it is likelier, beyond what doubt asks for
}

// unread returns the likeliest original of a text, after a limited number of steps back. Seen is
// the text in the record.
func unread(text, seen []byte, steps int) (best misreading) {
	before := max(proseScore(seen), listScore(seen))
	for _, w := range suspects(text) {
		raw, whole := back(text, w.as)
		if raw == nil || !w.enough(text) || w.in == UTF8 && !nearlyUTF8(raw) {
			continue
		}
		was := Decode(nil, raw, w.in)
		lost := bytes.Count(was, []byte("\uFFFD"))
		if w.in != UTF8 && lost > 0 || lost*4 > utf8.RuneCount(was) || mixed(was) {
			continue
		}
		found := misreading{was, w.name(), whole && lost == 0, w.score(raw, was) - before - w.doubt(text)}
		if w.in == UTF8 && steps > 1 {
			if inner := unread(was, seen, steps-1); inner.ahead > found.ahead {
				inner.name += asWord + w.as
				inner.exact = inner.exact && found.exact
				found = inner
			}
		}
		if found.ahead > best.ahead {
			best = found
		}
	}
	return best
}

// enough reports whether a text is long enough that its bytes are hardly those of another
// text by chance. Pairs of bytes often are, such as those of a name of one character
// that appears twice.
func (w way) enough(text []byte) bool {
	const few = 3
	if table(w.as) != nil {
		return true
	}
	var seen []rune
	for _, r := range string(text) {
		if r >= utf8.RuneSelf && !slices.Contains(seen, r) {
			if seen = append(seen, r); len(seen) == few {
				return true
			}
		}
	}
	return false
}

// score returns how probable a text is, as a logarithm.
func (w way) score(raw, was []byte) float64 {
	if w.in == UTF8 {
		return proseScore(was)
	}
	best, evidence := math.Inf(-1), sample(nil, raw)
	for _, m := range models {
		if m.name == w.in {
			best = max(best, m.prior+m.score(evidence, best))
		}
	}
	return best
}

// mixed reports whether letters outside ASCII are of several alphabets, which no text has.
func mixed(text []byte) bool {
	var script *unicode.RangeTable
	for _, r := range string(text) {
		if r < utf8.RuneSelf || !unicode.IsLetter(r) {
			continue
		}
		for _, s := range []*unicode.RangeTable{unicode.Latin, unicode.Cyrillic, unicode.Greek, unicode.Hebrew, unicode.Arabic, unicode.Thai, unicode.Han} {
			if unicode.Is(s, r) {
				if script != nil && script != s {
					return true
				}
				script = s
			}
		}
	}
	return false
}

// maxProse is how many bytes of a value are examined.
const maxProse = 1 << 10

// doubt is by how much, as a logarithm, a text must be likelier as it was than as it is.
// Bytes that are UTF-8 are so hardly ever by chance.
func (w way) doubt(text []byte) float64 {
	const (
		least, leastUTF8     = 14.0, 5.0
		each, eachUTF8, wide = 1.0, 0.3, 2.0 // of each character outside ASCII
	)
	n := 0.0
	for _, r := range string(text) {
		if r >= utf8.RuneSelf {
			n++
		}
	}
	if w.in == UTF8 {
		return leastUTF8 + eachUTF8*n
	}
	if table(w.as) == nil {
		return least + wide*n // one pair of bytes is as likely as another
	}
	return least + each*n
}

// nearlyUTF8 reports whether bytes are UTF-8, but for some that became question marks, and
// a character that was cut off at the end. If any were lost, two others must be whole.
func nearlyUTF8(raw []byte) bool {
	whole, lost := 0, 0
	for i := nextHigh(raw, 0); i < len(raw); {
		_, n := utf8.DecodeRune(raw[i:])
		if whole++; n == 1 {
			whole--
			lost++
			if n = damaged(raw[i:]); promised(raw[i]) == 1 || n < promised(raw[i]) && i+n < len(raw) {
				return false
			}
		}
		i = nextHigh(raw, i+n)
	}
	return lost == 0 || whole >= 2
}

// suspects returns the ways by which a text may have come, judged by its first characters
// outside ASCII. Most texts have none: what comes first must be the beginning of
// characters, and two of them must stand side by side.
func suspects(text []byte) (ways []way) {
	i := nextHigh(text, 0)
	if i == len(text) {
		return nil
	}
	r, n := utf8.DecodeRune(text[i:])
	var list []way
	switch {
	case r >= 0x3000:
		if !unusual(text[i:]) {
			return nil
		}
		list = wideWays[:]
	case !unicode.Is(unicode.Cyrillic, r) && !beside(text, i, n):
		return nil
	case bytes.ContainsFunc(text, func(r rune) bool { return unicode.Is(unicode.Cyrillic, r) }):
		list = cyrillicWays[:]
	default:
		list = latinWays[:]
	}
	for _, w := range list {
		if w.in != UTF8 || w.begins(text[i:]) {
			ways = append(ways, w)
		}
	}
	return ways
}

// beside reports whether two characters outside ASCII stand side by side somewhere.
func beside(text []byte, i, n int) bool {
	for i < len(text) {
		if i += n; i < len(text) && text[i] >= utf8.RuneSelf {
			return true
		}
		i = nextHigh(text, i)
		_, n = utf8.DecodeRune(text[min(i, len(text)):])
	}
	return false
}

// begins reports whether the first characters of a text may be bytes of UTF-8.
func (w way) begins(text []byte) bool {
	const few = 3
	end := 0
	for n := 0; n < few && end < len(text) && text[end] >= utf8.RuneSelf; n++ {
		_, size := utf8.DecodeRune(text[end:])
		end += size
	}
	raw, _ := back(text[:end], w.as)
	if len(raw) < 2 || promised(raw[0]) == 1 {
		return false
	}
	for i := 0; i < len(raw); {
		_, n := utf8.DecodeRune(raw[i:])
		if n == 1 && raw[i] >= utf8.RuneSelf {
			n = damaged(raw[i:])
			if promised(raw[i]) == 1 || i+n < len(raw) && raw[i+n] >= utf8.RuneSelf && n < promised(raw[i]) {
				return false
			}
		}
		i += n
	}
	return true
}

// The ways that are met, by the script that the text seems to be in.
var (
	latinWays = [...]way{
		{UTF8, Windows1252}, {GB18030, Windows1252}, {Big5, Windows1252}, {ShiftJIS, Windows1252}, {EUCJP, Windows1252}, {EUCKR, Windows1252},
		{Windows1251, Windows1252}, {KOI8R, Windows1252}, {Windows1253, Windows1252}, {CP866, Windows1252},
		{"iso-8859-5", Windows1252}, {"windows-874", Windows1252}, {"windows-1255", Windows1252}, {"windows-1256", Windows1252}, {"windows-1258", Windows1252}, {Windows1250, Windows1252},
		{UTF8, Windows1250}, {UTF8, Windows1254}, {UTF8, Windows1257}, {UTF8, Macintosh}, {UTF8, CP437}, {UTF8, CP850}, {UTF8, KOI8R}, {UTF8, CP866}, {UTF8, Latin2},
		{GB18030, Windows1250}, {GB18030, Macintosh}, {GB18030, CP437}, {ShiftJIS, Macintosh}, {EUCKR, Macintosh},
	}
	cyrillicWays = [...]way{
		{UTF8, Windows1251}, {UTF8, KOI8R}, {UTF8, CP866}, {UTF8, "iso-8859-5"}, {UTF8, "x-mac-cyrillic"},
		{KOI8R, Windows1251}, {Windows1251, KOI8R}, {CP866, Windows1251}, {Windows1251, CP866}, {KOI8R, CP866}, {CP866, KOI8R},
		{"iso-8859-5", Windows1251}, {"iso-8859-5", KOI8R}, {"iso-8859-5", CP866}, {Windows1251, "iso-8859-5"}, {KOI8R, "iso-8859-5"},
		{KOI8U, Windows1251}, {GB18030, Windows1251}, {ShiftJIS, Windows1251}, {EUCKR, Windows1251}, {Big5, Windows1251},
	}
	wideWays = [...]way{
		{UTF8, GB18030}, {UTF8, ShiftJIS}, {UTF8, Big5}, {UTF8, EUCKR}, {UTF8, EUCJP},
		{Big5, GB18030}, {ShiftJIS, GB18030}, {EUCJP, GB18030}, {EUCKR, GB18030},
		{GB18030, Big5}, {ShiftJIS, Big5}, {GB18030, ShiftJIS}, {EUCJP, ShiftJIS}, {GB18030, EUCKR}, {EUCJP, EUCKR},
	}
)

// usual are the characters of Chinese and Korean that the models know by name.
var usual = sync.OnceValue(func() *[1 << 10]uint64 {
	set := new([1 << 10]uint64)
	for _, text := range []string{simplifiedText, simplifiedCommon, traditionalText, traditionalCommon, japaneseText, japaneseCommon, koreanText, koreanCommon} {
		for _, r := range text {
			if r >= 0x3000 {
				set[r>>6] |= 1 << (r & 63)
			}
		}
	}
	return set
})

// unusual reports whether many of the first Chinese or Korean characters of a text are none that
// names and remarks are usually made of, as those are not that bytes make by chance.
func unusual(text []byte) bool {
	const looked, share = 24, 0.7
	all, known, set := 0, 0, usual()
	for _, r := range string(text[:min(len(text), 4*looked)]) {
		if 0x3400 <= r && r < 0xA000 || 0xAC00 <= r && r < 0xD7A4 {
			if all++; set[r>>6]>>(r&63)&1 != 0 {
				known++
			}
		}
	}
	return all > 2 && float64(known) < share*float64(all)
}

// proses are the models by which a text in UTF-8 is judged, one for each script and its
// languages.
var proses = [...]string{
	GB18030, Big5, ShiftJIS, EUCKR, Windows1252, Windows1250, Windows1254, Windows1257,
	Windows1251, Windows1253, "windows-1255", "windows-1256", "windows-874", VISCII,
}

// proseScore returns how probable a text in UTF-8 is, as a logarithm, in the language that it is
// likeliest in.
func proseScore(text []byte) float64 {
	text = bytes.ReplaceAll(text, []byte("\uFFFD"), nil)
	if isASCII(text) {
		return 0
	}
	best := -costRare * float64(utf8.RuneCount(text))
	for _, name := range proses {
		raw, ok := back(text, name)
		if !ok {
			continue
		}
		evidence := sample(nil, raw)
		for _, m := range models {
			if m.name == name {
				best = max(best, m.score(evidence, best))
			}
		}
	}
	return best
}

// IsLetterList reports whether the letters outside ASCII of a text may be a list, each of which is
// there once: "äöüÄÖÜß".
func IsLetterList(text []byte) bool { return !math.IsInf(listScore(text), -1) }

// listScore is the score of a list of accented letters, each of which is there once, or in both
// cases: each costs alike.
func listScore(text []byte) float64 {
	n, turns, last, seen := 0, 0, ' ', map[rune]bool{}
	for _, r := range string(text) {
		if r >= utf8.RuneSelf && !unicode.Is(unicode.Sc, r) { // prices are no letters
			if !unicode.Is(unicode.Latin, r) || classOf(r) == other || seen[r] {
				return math.Inf(-1)
			}
			seen[r] = true
			n++
		}
		if unicode.IsUpper(r) && unicode.IsLower(last) {
			turns++
		}
		last = r
	}
	if turns > 1 {
		return math.Inf(-1)
	}
	return -costLetter * float64(n)
}
