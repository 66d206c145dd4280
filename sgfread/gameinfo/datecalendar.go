package gameinfo

import (
	"slices"
	"strings"
)

// Dates contain more than days, months and years: the names of other calendars, quarters,
// times of day and time zones.

// lastYear is the last year that a date may have. Later ones come from another
// calendar, or from nowhere.
const lastYear = 2100

// foreignYears are the signs of counts of years that this package does not
// convert, because their years begin on other days than ours, or because
// countries disagree about the first year. Each stands behind a year, the
// first ones before it as well.
var foreignYears = [...]string{
	"a.h.", "a.h", "ah", "anno hegirae", "hijri", "saka", "samvat", // before a year, too
	"h.", "h", "s.h.", "s.h", "sh", "h.s.", "hs", "a.p.", "ap", "b.s.", "b.s", "bs", "هـ",
}

const foreignBefore = 7

// foreignHan are such signs in front of a year in Chinese, Japanese and Korean.
// The Buddhist era begins in 544 or 543 BC.
var foreignHan = [...]string{
	"回曆", "回暦", "回历", "伊斯兰历", "伊斯蘭曆", "ヒジュラ暦", "イスラム暦", "이슬람력",
	"佛曆", "佛暦", "佛历", "佛紀", "佛纪", "仏暦", "仏紀", "佛誕", "불기", "農曆", "农历", "農暦",
}

// buddhistThai are the signs of the Buddhist era of Thailand. Its years begin
// on 1 January since 2484 (1941).
var buddhistThai = [...]string{"พุทธศักราช", "พ.ศ.", "พ.ศ", "พศ"}

// buddhistLatin are its signs elsewhere, where other countries may count a
// year more.
var buddhistLatin = [...]string{"b.e.", "b.e", "be"}

const (
	buddhistAhead = 543
	buddhistFirst = 2484
)

// signFollows returns the length of the first of the signs that s starts with,
// perhaps behind spaces, as whole words.
func signFollows(s string, signs []string) int {
	trimmed := strings.TrimLeft(s, " ")
	for _, sign := range signs {
		if w := wholeWord(trimmed, sign); w > 0 {
			return len(s) - len(trimmed) + w
		}
	}
	return 0
}

// foreignYear reads the year n if the sign after it names another calendar.
func (p *dateReader) foreignYear(n int) bool {
	if w := signFollows(p.rest(), foreignYears[:]); w > 0 {
		p.at += w
		p.notUnderstood()
		p.passOver()
		return true
	}
	thai, latin := signFollows(p.rest(), buddhistThai[:]), signFollows(p.rest(), buddhistLatin[:])
	if max(thai, latin) == 0 {
		return false
	}
	p.at += max(thai, latin)
	p.buddhist(n, thai > 0)
	return true
}

// foreignSign reads the sign of another calendar and the year after it.
func (p *dateReader) foreignSign() bool {
	rest := p.rest()
	thai := prefixAny(rest, buddhistThai[:]...)
	latin := signFollows(rest, buddhistLatin[:])
	other := max(signFollows(rest, foreignYears[:foreignBefore]), prefixAny(rest, foreignHan[:]...))
	width := max(thai, latin, other)
	if width == 0 {
		return false
	}
	year := strings.TrimLeft(rest[width:], " .")
	n, digits, w := readNumber(year)
	if digits < 3 && other == 0 {
		return false
	}
	p.at = len(p.text) - len(year) + w
	if other > 0 {
		p.notUnderstood()
		p.passOver()
		return true
	}
	p.buddhist(n, thai > 0)
	return true
}

// buddhist reads what follows a year of the Buddhist era.
func (p *dateReader) buddhist(n int, sure bool) {
	if n < buddhistFirst {
		p.notUnderstood()
		p.passOver()
		return
	}
	if !sure {
		p.certainty.lower(Guessed)
	}
	p.certainty.lower(Clear)
	p.yearFirst(n-buddhistAhead, 4)
}

// quarterSign returns the number of the quarter whose name s starts with, as
// Q1 or 1Q, and the name's length.
func quarterSign(s string) (quarter, width int) {
	if len(s) < 2 {
		return 0, 0
	}
	digit, letter := s[0], s[1]
	if digit == 'q' {
		digit, letter = letter, digit
		if digitAt(s, 2) {
			return 0, 0
		}
	}
	if letter != 'q' || digit < '1' || digit > '4' || len(s) > 2 && s[2] >= 'a' && s[2] <= 'z' {
		return 0, 0
	}
	return int(digit - '0'), 2
}

// quarterFirst reads a quarter and the year after it.
func (p *dateReader) quarterFirst() bool {
	quarter, width := quarterSign(p.rest())
	if width == 0 {
		return false
	}
	year := strings.TrimLeft(p.rest()[width:], " -/.'")
	n, digits, w := readNumber(year)
	if digits != 2 && digits != 4 || w != digits {
		return false
	}
	p.at = len(p.text) - len(year) + w
	if digits == 2 {
		n = fullYear(n)
	}
	p.quarter(n, quarter)
	return true
}

// quarterBehind reads a quarter behind a year.
func (p *dateReader) quarterBehind(year int) bool {
	rest := strings.TrimLeft(p.rest(), " -/.")
	quarter, width := quarterSign(rest)
	if width == 0 || digitAt(rest, width) {
		return false
	}
	p.at = len(p.text) - len(rest) + width
	p.quarter(year, quarter)
	return true
}

func (p *dateReader) quarter(year, quarter int) {
	p.certainty.lower(Clear)
	if year < 1 || year > lastYear {
		return
	}
	p.year, p.month, p.day = year, 0, 0
	last := 3 * quarter
	p.add(Span{year*10000 + (last-2)*100 + 1, year*10000 + last*100 + monthDays(year, last), ToMonth})
}

// meridiemSign returns the length of what makes an hour of the number before it.
func meridiemSign(s string) int {
	return signFollows(s, []string{"a.m.", "p.m.", "a.m", "p.m", "am", "pm", "uhr", "o'clock", "час", "часа", "часов"})
}

// timesOfDay are signs in front of an hour.
var timesOfDay = [...]string{"午前", "午後", "午后", "正午", "上午", "下午", "中午", "晚上", "夕方", "오전", "오후"}

// zoneNames are names of time zones.
const zoneNames = " t z ut utc gmt jst kst cst est pst mst edt cdt mdt pdt cet cest mez mesz eet eest wet bst ist msk hkt sgt aest aedt nzst nzdt akst hst "

// seasons tell no days.
const seasons = " spring summer autumn fall winter fruhling fruhjahr sommer herbst printemps ete automne hiver primavera verano otono invierno" +
	" estate autunno inverno lente zomer herfst весна весной лето летом осень осенью зима зимой "

// seasonSign returns the length of the Korean name of a season.
func seasonSign(s string) int { return prefixAny(s, "봄", "여름", "가을", "겨울") }

// shortEraDate reads a date that begins with the first character of the name of
// a Japanese era: 令5.7.9, 昭60年.
func (p *dateReader) shortEraDate() bool {
	shorts := []string{"明", "大", "昭", "平", "令"}
	at := slices.IndexFunc(shorts, func(s string) bool { return strings.HasPrefix(p.rest(), s) })
	return at >= 0 && p.abbreviatedEra("mtshr"[at], len(shorts[at]))
}

// quarterFrom is quarterFirst from a digit that was read at start already.
func (p *dateReader) quarterFrom(start int) bool {
	end := p.at
	p.at = start
	if p.quarterFirst() {
		return true
	}
	p.at = end
	return false
}
