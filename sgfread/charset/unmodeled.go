package charset

import (
	"sync"
	"unicode"

	"golang.org/x/text/encoding/charmap"
)

// unmodeled is how the single-byte encodings score that have no model of their
// own, because hardly any record is in them: as those that have one, with
// letters of which each is as likely as the next. They are candidates where
// they are declared.
var unmodeled = sync.OnceValue(func() map[string]func(sample []byte) float64 {
	scores := make(map[string]func([]byte) float64)
	for _, name := range []string{
		CP850, "iso-8859-3", "iso-8859-4", "iso-8859-5", "iso-8859-6", "iso-8859-8",
		"iso-8859-10", "iso-8859-13", "iso-8859-14", "iso-8859-15", "iso-8859-16",
		"koi8-u", "windows-874", "windows-1255", "windows-1256", "windows-1258", "x-mac-cyrillic",
	} {
		cm := lookupEncoding(name).(*charmap.Charmap)
		if script := scriptOf(cm); script == unicode.Latin {
			scores[name] = latin(cm, "")
		} else {
			scores[name] = alphabet(cm, script, "")
		}
	}
	scores["iso-8859-8-i"] = scores["iso-8859-8"] // differs in nothing but the order of display
	return scores
})

// scriptOf returns the script that most letters outside ASCII belong to.
func scriptOf(cm *charmap.Charmap) *unicode.RangeTable {
	scripts := []*unicode.RangeTable{
		unicode.Latin, unicode.Cyrillic, unicode.Hebrew, unicode.Arabic, unicode.Thai,
	}
	counts := make([]int, len(scripts))
	most := 0
	for c := 0x80; c < 256; c++ {
		for i, script := range scripts {
			if unicode.Is(script, cm.DecodeByte(byte(c))) {
				counts[i]++
			}
			if counts[i] > counts[most] {
				most = i
			}
		}
	}
	return scripts[most]
}
