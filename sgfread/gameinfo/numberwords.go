package gameinfo

import "strings"

// numberWords are numbers in words, in English, German, French, Spanish and Russian.
var numberWords = [...]string{
	0:  " zero ноль ",
	1:  " one eins un une uno una один одно одну ",
	2:  " two zwei deux dos два две ",
	3:  " three drei trois tres три ",
	4:  " four vier quatre cuatro четыре ",
	5:  " five funf cinq cinco пять ",
	6:  " six sechs seis шесть ",
	7:  " seven sieben sept siete семь ",
	8:  " eight acht huit ocho восемь ",
	9:  " nine neun neuf nueve девять ",
	10: " ten zehn dix diez десять ",
	11: " eleven elf onze once ",
	12: " twelve zwolf douze doce ",
	13: " thirteen dreizehn treize trece ",
	14: " fourteen vierzehn quatorze catorce ",
	15: " fifteen funfzehn quinze quince ",
	16: " sixteen sechzehn seize dieciseis ",
	17: " seventeen siebzehn ",
	18: " eighteen achtzehn ",
	19: " nineteen neunzehn ",
	20: " twenty zwanzig vingt veinte двадцать ",
	30: " thirty dreissig trente treinta тридцать ",
	40: " forty vierzig ",
	50: " fifty funfzig ",
	60: " sixty sechzig ",
	90: " ninety neunzig ",
}

// afterHalves stand behind a number, halves for themselves.
var (
	afterHalves = [...]string{
		"and a half", "and one half", "and half", "& a half", "-and-a-half", "and-a-half", "a half", "und ein halber", "und ein halb", "und einen halben",
		"ein halb", "einhalb", "et demie", "et demi", "y medio", "y media", "с половиной", "с пол",
	}
	halves       = [...]string{"half of a", "half a", "one half", "a half", "half", "einen halben", "ein halber", "halber", "halben", "halb", "un demi", "demi", "medio", "media", "половина", "пол-", "пол", "절반"}
	quarterWords = [...]struct {
		text       string
		hundredths int
	}{
		{"three quarters", 75}, {"three-quarters", 75}, {"one quarter", 25}, {"a quarter", 25}, {"quarter", 25},
		{"三クォーター", 75},
	}
)

// readNumberWord reads a number in words at the start of plain text. Korean numbers,
// which may also be other words, count only in front of a unit.
func readNumberWord(s string) (n, width int) {
	if n, width = koreanNumber(s); width > 0 {
		if _, w := readUnit(s[width:]); w > 0 {
			return n, width
		}
		if _, w := timeUnit(s[width:]); w > 0 {
			return n, width
		}
		return 0, 0
	}
	n, width = numberNamed(s)
	if width == 0 || n < 20 {
		return n, width
	}
	if rest := s[width:]; rest != "" && (rest[0] == '-' || rest[0] == ' ') { // twenty-one
		if one, w := numberNamed(rest[1:]); w > 0 && one > 0 && one < 10 {
			return n + one, width + 1 + w
		}
	}
	return n, width
}

// numberNamed reads one word.
func numberNamed(s string) (n, width int) {
	width = wordLetters(s)
	if width < 2 || width > 20 {
		return 0, 0
	}
	for n, names := range numberWords {
		if at := strings.Index(names, s[:width]); at > 0 && names[at-1] == ' ' && names[at+width] == ' ' {
			return n, width
		}
	}
	return 0, 0
}

// wordLetters returns the length of the word at the start of s.
func wordLetters(s string) int {
	for i, r := range s {
		if !alphabetic(r) {
			return i
		}
	}
	return len(s)
}

// readMixedWord reads German words for a number and a half: zweieinhalb, anderthalb.
func readMixedWord(s string) (hundredths, width int) {
	word := s[:wordLetters(s)]
	if word == "anderthalb" || word == "eineinhalb" || word == "полтора" {
		return 150, len(word)
	}
	if number, ok := strings.CutSuffix(word, "einhalb"); ok {
		if n, w := numberNamed(number); w > 0 {
			return n*100 + 50, len(word)
		}
	}
	return 0, 0
}

// koreanNumber reads a number in Hangul: 여섯, 열두, 스물세, 육, 십이.
func koreanNumber(s string) (n, width int) {
	for _, t := range [...]struct {
		word string
		n    int
	}{{"스물", 20}, {"스무", 20}, {"서른", 30}, {"마흔", 40}, {"열", 10}} {
		if strings.HasPrefix(s, t.word) {
			n, width = t.n, len(t.word)
			break
		}
	}
	for _, one := range [...]struct {
		word string
		n    int
	}{
		{"하나", 1}, {"한", 1}, {"두", 2}, {"둘", 2}, {"세", 3}, {"셋", 3}, {"네", 4}, {"넷", 4}, {"다섯", 5}, {"여섯", 6}, {"일곱", 7}, {"여덟", 8}, {"아홉", 9},
	} {
		if strings.HasPrefix(s[width:], one.word) {
			return n + one.n, width + len(one.word)
		}
	}
	if width > 0 {
		return n, width
	}
	last := 0 // the digit that has no ten yet
	for width < len(s) {
		const size = len("일")
		digit := -1
		if width+size <= len(s) {
			digit = strings.Index("영일이삼사오육칠팔구", s[width:width+size])
		}
		switch {
		case strings.HasPrefix(s[width:], "십"):
			n += max(last, 1) * 10
			last = 0
		case digit >= 0 && digit%size == 0 && last == 0:
			last = digit / size
		default:
			return n + last, width
		}
		width += size
	}
	return n + last, width
}
