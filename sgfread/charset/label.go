package charset

import (
	"strings"
	"sync"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/encoding/unicode/utf32"
)

// Names of encodings that the package treats specially.
const (
	UTF8        = "utf-8"
	UTF16LE     = "utf-16le"
	UTF16BE     = "utf-16be"
	UTF32LE     = "utf-32le"
	UTF32BE     = "utf-32be"
	ISO2022JP   = "iso-2022-jp"
	ISO2022KR   = "iso-2022-kr"
	ISO2022CN   = "iso-2022-cn"
	HZ          = "hz-gb-2312"
	Johab       = "johab"
	EUCTW       = "euc-tw"
	GB18030     = "gb18030"
	Big5        = "big5"
	ShiftJIS    = "shift_jis"
	EUCJP       = "euc-jp"
	EUCKR       = "euc-kr"
	Windows1250 = "windows-1250"
	Windows1251 = "windows-1251"
	Windows1252 = "windows-1252"
	Windows1253 = "windows-1253"
	Windows1254 = "windows-1254"
	Windows1257 = "windows-1257"
	Latin2      = "iso-8859-2"
	Greek       = "iso-8859-7"
	KOI8R       = "koi8-r"
	KOI8U       = "koi8-u"
	CP437       = "cp437"
	CP850       = "cp850"
	CP852       = "ibm852"
	CP855       = "ibm855"
	CP865       = "ibm865"
	CP866       = "ibm866"
	Macintosh   = "macintosh"
	MacCentral  = "x-mac-ce"
	VISCII      = "viscii"
)

// Lookup returns the canonical name of the encoding that a label, the value of
// a CA property, means: "GB2312", "x-sjis", "CP949", "Latin-1". Case, spaces,
// hyphens and underscores do not matter. Encodings that are a subset of another
// give the larger one: files that say GB2312 use GBK, files that say ISO-8859-1
// use windows-1252. It reports false for a label it does not know.
func Lookup(label string) (name string, ok bool) {
	label = strings.ToLower(strings.TrimSpace(label))
	if name, ok := lookupWay(label); ok {
		return name, true
	}
	if name, ok := lookupMix(label); ok {
		return name, true
	}
	if label == "" || len(label) > 40 {
		return "", false
	}
	if name, ok := aliases()[bare(label)]; ok {
		return name, true
	}
	for _, l := range []string{label, strings.ReplaceAll(label, "_", "-"), strings.ReplaceAll(label, " ", "-")} {
		enc, err := htmlindex.Get(l)
		if err != nil {
			continue
		}
		name, err := htmlindex.Name(enc)
		if err != nil || name == "replacement" || name == "x-user-defined" {
			return "", false
		}
		if name == "gbk" {
			name = GB18030
		}
		return name, true
	}
	return "", false
}

// bare drops everything but letters and digits.
func bare(label string) string {
	return strings.Map(func(r rune) rune {
		if '0' <= r && r <= '9' || 'a' <= r && r <= 'z' {
			return r
		}
		return -1
	}, label)
}

// aliases are the labels that the Encoding Standard lacks or reads otherwise,
// reduced by bare.
var aliases = sync.OnceValue(func() map[string]string {
	return map[string]string{
		"utf8":         UTF8,
		"utf8n":        UTF8,
		"utf8bom":      UTF8,
		"unicode":      UTF8, // written by editors that save UTF-8
		"utf16":        UTF16LE,
		"utf16le":      UTF16LE,
		"utf16be":      UTF16BE,
		"ucs2":         UTF16LE,
		"utf32":        UTF32LE,
		"utf32le":      UTF32LE,
		"utf32be":      UTF32BE,
		"gb":           GB18030,
		"gb2312":       GB18030,
		"gb231280":     GB18030,
		"gbk":          GB18030,
		"gb18030":      GB18030,
		"euccn":        GB18030,
		"cp936":        GB18030,
		"ms936":        GB18030,
		"936":          GB18030,
		"windows936":   GB18030,
		"iso2022kr":    ISO2022KR,
		"csiso2022kr":  ISO2022KR,
		"iso2022cn":    ISO2022CN,
		"iso2022cnext": ISO2022CN,
		"euctw":        EUCTW,
		"cns11643":     EUCTW,
		"johab":        Johab,
		"cp1361":       Johab,
		"ms1361":       Johab,
		"1361":         Johab,
		"ksc5601johab": Johab,
		"hz":           HZ,
		"hzgb2312":     HZ,
		"cp950":        Big5,
		"ms950":        Big5,
		"950":          Big5,
		"windows950":   Big5,
		"big5eten":     Big5,
		"big5hkscs":    Big5,
		"cp932":        ShiftJIS,
		"ms932":        ShiftJIS,
		"932":          ShiftJIS,
		"windows932":   ShiftJIS,
		"windows31j":   ShiftJIS,
		"mskanji":      ShiftJIS,
		"sjis":         ShiftJIS,
		"eucjp":        EUCJP,
		"eucjpms":      EUCJP,
		"ujis":         EUCJP,
		"jis":          ISO2022JP,
		"cp949":        EUCKR,
		"ms949":        EUCKR,
		"949":          EUCKR,
		"windows949":   EUCKR,
		"uhc":          EUCKR,
		"ksc5601":      EUCKR,
		"ksc56011987":  EUCKR,
		"ksx1001":      EUCKR,
		"euckr":        EUCKR,
		"1250":         Windows1250,
		"1251":         Windows1251,
		"1252":         Windows1252,
		"cp1250":       Windows1250,
		"cp1251":       Windows1251,
		"cp1252":       Windows1252,
		"latin1":       Windows1252,
		"latin2":       Latin2,
		"iso88591":     Windows1252,
		"iso885911":    "windows-874",
		"ascii":        Windows1252,
		"usascii":      Windows1252,
		"ansi":         Windows1252,
		"western":      Windows1252,
		"cp437":        CP437,
		"ibm437":       CP437,
		"437":          CP437,
		"cp850":        CP850,
		"ibm850":       CP850,
		"850":          CP850,
		"cp852":        CP852,
		"ibm852":       CP852,
		"852":          CP852,
		"cp855":        CP855,
		"ibm855":       CP855,
		"855":          CP855,
		"cp865":        CP865,
		"ibm865":       CP865,
		"865":          CP865,
		"cp866":        CP866,
		"ibm866":       CP866,
		"866":          CP866,
		"mac":          Macintosh,
		"macroman":     Macintosh,
		"macintosh":    Macintosh,
		"xmacroman":    Macintosh,

		"macce":            MacCentral,
		"xmacce":           MacCentral,
		"maccentraleurope": MacCentral,
		"viscii":           VISCII,
		"viscii111":        VISCII,
		"csviscii":         VISCII,
		"tis620":           "windows-874",
	}
})

// lookupEncoding returns the tables for a canonical name, nil for UTF-8 and for
// names that Lookup does not give.
func lookupEncoding(name string) encoding.Encoding {
	switch name {
	case UTF8, "":
		return nil
	case HZ:
		return simplifiedchinese.HZGB2312
	case ISO2022KR:
		return iso2022KR
	case ISO2022CN:
		return iso2022CN
	case Johab:
		return johabEncoding{}
	case EUCTW:
		return eucTWEncoding{}
	case CP437:
		return charmap.CodePage437
	case CP850:
		return charmap.CodePage850
	case CP852:
		return charmap.CodePage852
	case CP855:
		return charmap.CodePage855
	case CP865:
		return charmap.CodePage865
	case UTF16LE:
		return unicode.UTF16(unicode.LittleEndian, unicode.UseBOM)
	case UTF16BE:
		return unicode.UTF16(unicode.BigEndian, unicode.UseBOM)
	case UTF32LE:
		return utf32.UTF32(utf32.LittleEndian, utf32.UseBOM)
	case UTF32BE:
		return utf32.UTF32(utf32.BigEndian, utf32.UseBOM)
	}
	enc, err := htmlindex.Get(name)
	if err != nil || enc == encoding.Replacement {
		return nil
	}
	return enc
}

// LeadClass says which bytes begin a two-byte character whose second byte may
// be an ASCII byte, in particular "[", "\" or "]". The scanner of SGF must then
// read values by character. The values are stable.
type LeadClass uint8

const (
	// NoLead: every byte below 0x80 stands for itself.
	NoLead LeadClass = 0
	// LeadGBK: lead 81-FE, second byte 40-7E and 80-FE. GB18030's four-byte
	// characters have digits in second and fourth place, which disturb nothing.
	LeadGBK LeadClass = 1
	// LeadBig5: lead 81-FE, second byte 40-7E and A1-FE.
	LeadBig5 LeadClass = 2
	// LeadShiftJIS: lead 81-9F and E0-FC, second byte 40-7E and 80-FC.
	LeadShiftJIS LeadClass = 3
)

// TrailBytes returns the lead-byte class of a canonical name. In EUC-KR as
// windows knows it (CP949), second bytes may be ASCII letters, which is harmless.
func TrailBytes(name string) LeadClass {
	switch name {
	case GB18030, Johab:
		return LeadGBK
	case Big5:
		return LeadBig5
	case ShiftJIS:
		return LeadShiftJIS
	}
	for _, member := range Members(name) {
		if lead := TrailBytes(member); lead != NoLead {
			return lead
		}
	}
	return NoLead
}
