package gameinfo

import (
	"strings"
	"unicode/utf8"
)

// An era counts years from 1 under a name: of an era proper, or of a king.
type era struct {
	// The name as modernHan gives it, in Hangul where Koreans date by it, and
	// in Latin letters without diacritics and with n before b, m, p.
	han, hangul, latin string
	first              int // the Gregorian year of its year 1
	last               int // its last year, in its own count; 0 if it has not ended
	calendar           calendar
}

// calendar says how the months of an era are counted.
type calendar uint8

const (
	japanese  calendar = iota // lunar until 1872
	korean                    // lunar until 1895
	lunar                     // always
	gregorian                 // always
)

// lunarIn reports whether the months of a Gregorian year are lunar.
func (e era) lunarIn(year int) bool {
	switch e.calendar {
	case japanese:
		return e.first != 0 && year < 1873 // Meiji 6
	case korean:
		return year < 1896 // Geonyang 1
	}
	return e.calendar == lunar
}

// holds reports whether the era has such a year. Records go on counting for a
// while after the end of an era.
func (e era) holds(n int) bool {
	const habit = 1
	return n >= 1 && (e.last == 0 || n <= e.last+habit)
}

// eras are the Japanese eras in which games were recorded; those of the Ming
// and the Qing, from the time of the first Chinese records on; the kings of
// Korea by whose years Koreans date, and their eras; the counts of years of the
// Republic of China and of Korea (Dangi).
var eras = [...]era{
	{"建長", "", "kencho", 1249, 7, japanese}, {"永禄", "", "eiroku", 1558, 13, japanese}, {"元亀", "", "genki", 1570, 4, japanese},
	{"天正", "", "tensho", 1573, 20, japanese}, {"文禄", "", "bunroku", 1592, 5, japanese}, {"慶長", "", "keicho", 1596, 20, japanese},
	{"元和", "", "genna", 1615, 10, japanese}, {"寛永", "", "kanei", 1624, 21, japanese}, {"正保", "", "shoho", 1644, 5, japanese},
	{"慶安", "", "keian", 1648, 5, japanese}, {"承応", "", "joo", 1652, 4, japanese}, {"明暦", "", "meireki", 1655, 4, japanese},
	{"万治", "", "manji", 1658, 4, japanese}, {"寛文", "", "kanbun", 1661, 13, japanese}, {"延宝", "", "enpo", 1673, 9, japanese},
	{"天和", "", "tenna", 1681, 4, japanese}, {"貞享", "", "jokyo", 1684, 5, japanese}, {"元禄", "", "genroku", 1688, 17, japanese},
	{"宝永", "", "hoei", 1704, 8, japanese}, {"正徳", "", "shotoku", 1711, 6, japanese}, {"享保", "", "kyoho", 1716, 21, japanese},
	{"元文", "", "genbun", 1736, 6, japanese}, {"寛保", "", "kanpo", 1741, 4, japanese}, {"延享", "", "enkyo", 1744, 5, japanese},
	{"寛延", "", "kanen", 1748, 4, japanese}, {"宝暦", "", "horeki", 1751, 14, japanese}, {"明和", "", "meiwa", 1764, 9, japanese},
	{"安永", "", "anei", 1772, 10, japanese}, {"天明", "", "tenmei", 1781, 9, japanese}, {"寛政", "", "kansei", 1789, 13, japanese},
	{"享和", "", "kyowa", 1801, 4, japanese}, {"文化", "", "bunka", 1804, 15, japanese}, {"文政", "", "bunsei", 1818, 13, japanese},
	{"天保", "", "tenpo", 1830, 15, japanese}, {"弘化", "", "koka", 1844, 5, japanese}, {"嘉永", "", "kaei", 1848, 7, japanese},
	{"安政", "", "ansei", 1854, 7, japanese}, {"万延", "", "manen", 1860, 2, japanese}, {"文久", "", "bunkyu", 1861, 4, japanese},
	{"元治", "", "genji", 1864, 2, japanese}, {"慶応", "", "keio", 1865, 4, japanese}, {"明治", "", "meiji", 1868, 45, japanese},
	{"大正", "", "taisho", 1912, 15, japanese}, {"昭和", "", "showa", 1926, 64, japanese}, {"平成", "", "heisei", 1989, 31, japanese},
	{"令和", "", "reiwa", 2019, 0, japanese},

	{"万暦", "", "wanli", 1573, 48, lunar}, {"天啓", "", "tianqi", 1621, 7, lunar}, {"崇禎", "", "chongzhen", 1628, 17, lunar},
	{"順治", "", "shunzhi", 1644, 18, lunar}, {"康熙", "", "kangxi", 1662, 61, lunar}, {"雍正", "", "yongzheng", 1723, 13, lunar},
	{"乾隆", "", "qianlong", 1736, 60, lunar}, {"嘉慶", "", "jiaqing", 1796, 25, lunar}, {"道光", "", "daoguang", 1821, 30, lunar},
	{"咸豊", "", "xianfeng", 1851, 11, lunar}, {"同治", "", "tongzhi", 1862, 13, lunar}, {"光緒", "", "guangxu", 1875, 34, lunar},
	{"宣統", "", "xuantong", 1909, 3, lunar}, {"民国", "민국", "minguo", 1912, 0, gregorian},

	{"太祖", "태조", "taejo", 1392, 7, korean}, {"定宗", "정종", "jeongjong", 1399, 2, korean}, {"太宗", "태종", "taejong", 1401, 18, korean},
	{"世宗", "세종", "sejong", 1419, 32, korean}, {"文宗", "문종", "munjong", 1451, 2, korean}, {"端宗", "단종", "danjong", 1453, 3, korean},
	{"世祖", "세조", "sejo", 1455, 14, korean}, {"睿宗", "예종", "yejong", 1469, 1, korean}, {"成宗", "성종", "seongjong", 1470, 25, korean},
	{"燕山君", "연산군", "yeonsangun", 1495, 12, korean}, {"中宗", "중종", "jungjong", 1506, 39, korean}, {"仁宗", "인종", "injong", 1545, 1, korean},
	{"明宗", "명종", "myeongjong", 1546, 22, korean}, {"宣祖", "선조", "seonjo", 1568, 41, korean}, {"光海君", "광해군", "gwanghaegun", 1609, 15, korean},
	{"仁祖", "인조", "injo", 1623, 27, korean}, {"孝宗", "효종", "hyojong", 1650, 10, korean}, {"顕宗", "현종", "hyeonjong", 1660, 15, korean},
	{"粛宗", "숙종", "sukjong", 1675, 46, korean}, {"景宗", "경종", "gyeongjong", 1721, 4, korean}, {"英祖", "영조", "yeongjo", 1725, 52, korean},
	{"正祖", "정조", "jeongjo", 1777, 24, korean}, {"純祖", "순조", "sunjo", 1801, 34, korean}, {"憲宗", "헌종", "heonjong", 1835, 15, korean},
	{"哲宗", "철종", "cheoljong", 1850, 14, korean}, {"高宗", "고종", "gojong", 1864, 44, korean}, {"純宗", "순종", "sunjong", 1907, 4, korean},
	{"建陽", "건양", "geonyang", 1896, 2, korean}, {"光武", "광무", "gwangmu", 1897, 11, korean}, {"隆熙", "융희", "yunghui", 1907, 4, korean},
	{"檀紀", "단기", "dangi", -2332, 0, gregorian}, {"檀君紀元", "단군기원", "", -2332, 0, gregorian},
	{"皇紀", "", "koki", -659, 0, japanese}, {"主体", "주체", "juche", 1912, 0, gregorian},
}

// eraNamed returns the era whose name in Han characters or Hangul s starts with,
// and the name's length.
func eraNamed(s string) (era, int) {
	if r, _ := utf8.DecodeRuneInString(s); r < utf8.RuneSelf {
		return era{}, 0
	}
	for _, e := range eras {
		for _, name := range [...]string{e.han, e.hangul} {
			if width := startsLike(s, name); width > 0 {
				return e, width
			}
		}
	}
	return era{}, 0
}

// startsLike returns the length of the name, in other forms of its characters,
// at the start of s.
func startsLike(s, name string) (width int) {
	for _, want := range name {
		r, size := utf8.DecodeRuneInString(s[width:])
		if modernHan(r) != want {
			return 0
		}
		width += size
	}
	return width
}

// latinEra returns the era that a word of plain text names.
func latinEra(word string) (era, bool) {
	if len(word) < 3 || len(word) > 12 {
		return era{}, false
	}
	word = strings.ReplaceAll(word, "'", "")
	japanese := word
	for _, pair := range [...][2]string{{"mp", "np"}, {"mb", "nb"}, {"mm", "nm"}, {"ou", "o"}} {
		japanese = strings.Replace(japanese, pair[0], pair[1], 1)
	}
	for _, e := range eras {
		if e.latin == word || e.latin == japanese {
			return e, true
		}
	}
	return era{}, false
}

// letterEra returns the Japanese era that a small letter stands for, as in S60.
func letterEra(c byte) (era, bool) {
	name := map[byte]string{'m': "meiji", 't': "taisho", 's': "showa", 'h': "heisei", 'r': "reiwa"}[c]
	if name == "" {
		return era{}, false
	}
	return latinEra(name)
}

// modernHan maps older and Chinese forms of the characters in era names to
// those of the table.
func modernHan(r rune) rune {
	switch r {
	case '祿':
		return '禄'
	case '龜', '龟':
		return '亀'
	case '寬', '宽':
		return '寛'
	case '應', '应':
		return '応'
	case '曆', '歷', '历':
		return '暦'
	case '萬':
		return '万'
	case '寶':
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
	case '啟', '启':
		return '啓'
	case '祯':
		return '禎'
	case '顺':
		return '順'
	case '豐', '丰':
		return '豊'
	case '绪':
		return '緒'
	case '统':
		return '統'
	case '顯', '显':
		return '顕'
	case '肅', '肃':
		return '粛'
	case '纯':
		return '純'
	case '宪':
		return '憲'
	case '阳':
		return '陽'
	case '纪':
		return '紀'
	}
	return r
}

// lunarWindow bounds where a date of the lunar calendar of China, Korea and
// Japan lies in the Gregorian one. Month m holds the day on which the sun enters
// the m-th of its twelve signs after the first, about the 21st of Gregorian
// month m+1, so it begins in the 30 days before that; a leap month holds no such
// day and follows the month of its number. Four days of slack cover the drift of the
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
