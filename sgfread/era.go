package sgfread

import (
	"strings"
	"unicode/utf8"
)

// An era counts years from 1 under a name. Before 1873 its months are lunar.
type era struct {
	han, latin string // the name, the Latin form without diacritics and with n before b, m, p
	first      int    // the Gregorian year of its year 1
}

// gregorianSince is the first year with Gregorian months in Japan, Meiji 6.
const gregorianSince = 1873

// eras are the Japanese eras in which games were recorded, and the counts of
// years of the Republic of China and of Korea (Dangi).
var eras = [...]era{
	{"建長", "kencho", 1249}, {"永禄", "eiroku", 1558}, {"元亀", "genki", 1570}, {"天正", "tensho", 1573},
	{"文禄", "bunroku", 1592}, {"慶長", "keicho", 1596}, {"元和", "genna", 1615}, {"寛永", "kanei", 1624},
	{"正保", "shoho", 1644}, {"慶安", "keian", 1648}, {"承応", "joo", 1652}, {"明暦", "meireki", 1655},
	{"万治", "manji", 1658}, {"寛文", "kanbun", 1661}, {"延宝", "enpo", 1673}, {"天和", "tenna", 1681},
	{"貞享", "jokyo", 1684}, {"元禄", "genroku", 1688}, {"宝永", "hoei", 1704}, {"正徳", "shotoku", 1711},
	{"享保", "kyoho", 1716}, {"元文", "genbun", 1736}, {"寛保", "kanpo", 1741}, {"延享", "enkyo", 1744},
	{"寛延", "kanen", 1748}, {"宝暦", "horeki", 1751}, {"明和", "meiwa", 1764}, {"安永", "anei", 1772},
	{"天明", "tenmei", 1781}, {"寛政", "kansei", 1789}, {"享和", "kyowa", 1801}, {"文化", "bunka", 1804},
	{"文政", "bunsei", 1818}, {"天保", "tenpo", 1830}, {"弘化", "koka", 1844}, {"嘉永", "kaei", 1848},
	{"安政", "ansei", 1854}, {"万延", "manen", 1860}, {"文久", "bunkyu", 1861}, {"元治", "genji", 1864},
	{"慶応", "keio", 1865}, {"明治", "meiji", 1868}, {"大正", "taisho", 1912}, {"昭和", "showa", 1926},
	{"平成", "heisei", 1989}, {"令和", "reiwa", 2019}, {"民国", "minguo", 1912},
	{"檀紀", "dangi", -2332}, {"단기", "dangi", -2332},
}

// hanEra returns the era whose Han name s starts with, and the name's length.
func hanEra(s string) (era, int) {
	r, size := utf8.DecodeRuneInString(s)
	if r < utf8.RuneSelf {
		return era{}, 0
	}
	first := modernHan(r)
	for _, e := range eras {
		r, n := utf8.DecodeRuneInString(e.han)
		if r != first || size >= len(s) {
			continue
		}
		want, _ := utf8.DecodeRuneInString(e.han[n:])
		got, gotSize := utf8.DecodeRuneInString(s[size:])
		if modernHan(got) == want {
			return e, size + gotSize
		}
	}
	return era{}, 0
}

// latinEra returns the era that a word of plain text names.
func latinEra(word string) (era, bool) {
	if len(word) < 3 || len(word) > 10 {
		return era{}, false
	}
	word = strings.ReplaceAll(word, "'", "")
	for _, pair := range [...][2]string{{"mp", "np"}, {"mb", "nb"}, {"mm", "nm"}, {"ou", "o"}} {
		word = strings.Replace(word, pair[0], pair[1], 1)
	}
	for _, e := range eras {
		if e.latin == word {
			return e, true
		}
	}
	return era{}, false
}

// modernHan maps older and Chinese forms of the characters in era names to
// those of the table.
func modernHan(r rune) rune {
	switch r {
	case '祿':
		return '禄'
	case '龜':
		return '亀'
	case '寬', '宽':
		return '寛'
	case '應', '应':
		return '応'
	case '曆', '歷', '历':
		return '暦'
	case '萬':
		return '万'
	case '寶', '宝':
		return '宝'
	case '德':
		return '徳'
	case '國':
		return '国'
	case '长':
		return '長'
	case '庆':
		return '慶'
	case '贞':
		return '貞'
	}
	return r
}

// lunarWindow bounds where a date of the Japanese lunar calendar lies in the
// Gregorian one. Month m holds the day on which the sun enters the m-th of its
// twelve signs after the first, about the 21st of Gregorian month m+1, so it
// begins in the 30 days before that; a leap month holds no such day and
// follows the month of its number. Four days of slack cover the drift of the
// signs (19th to 24th) and of the older calendar. Day 0 means the whole month,
// month 0 the whole year.
func lunarWindow(year, month, day int, leap bool) (lo, hi int) {
	const slack = 4
	if month == 0 {
		return dayOf(dayNumber(year, 1, 21) - slack), dayOf(dayNumber(year+1, 2, 20) + slack)
	}
	sign := dayNumber(year, month+1, 21)
	first, last := sign-29, sign // of the month's first day
	if leap {
		first, last = sign+1, sign+30
	}
	if day == 0 {
		return dayOf(first - slack), dayOf(last + 29 + slack)
	}
	return dayOf(first + day - 1 - slack), dayOf(last + day - 1 + slack)
}
