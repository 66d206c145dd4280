package gameinfo

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// A Player is one of those whom a value of PB or PW names.
type Player struct {
	Name  string   // without titles, ranks and remarks
	Also  []string // other names that the text gives to the same player
	Title string   // "Honinbo", "名人", "Honinbo Meijin"; "" if there is none
	Rank  Rank     // 0 if there is none
	Sure  Certainty

	marked int // words before the first mark of a server; 0 for none
}

// maxPlayers bounds the text that is read. A relay of thirty players takes six
// hundred bytes.
const maxPlayers = 4096

// ParsePlayers reads a value of PB, PW or of another property that names
// people, in UTF-8. It understands
//
//	Iyama Yuta 9p             ranks, in all forms that ParseRank reads and behind the name
//	Honinbo Shusai Meijin     titles, before the name and behind it, in four scripts
//	秀哉名人, 武宮正樹九段         the same in Chinese, Japanese and Korean
//	Hane Naoki & Kato Keiko   pairs, and relays of any number: & ; / + and 、
//	Segoe Kensaku 7d, Kitani Minoru 7d and Go Seigen 5d
//	Kita Fumiko 5d (6 etc)    which moves of a relay were whose
//	Tamura Hoju (later Shusai), Cho Chikun (趙治勲)   other names
//	閃電 kmomo1, 閃電(P) kmomo1(P)    the nickname and the account on a server
//
// What tells players of the same name apart stays in the name, as in "Liu Xi
// (2)" and "Inoue Inseki (15th Inoue)". "Cho, Chikun" is one player. A text
// that names nobody, such as "?", gives none. It never fails.
func ParsePlayers(text string) []Player {
	if len(text) > maxPlayers {
		text = text[:maxPlayers]
		for len(text) > 0 && !utf8.ValidString(text[len(text)-1:]) { // of a character that was cut
			text = text[:len(text)-1]
		}
	}
	var players []Player
	parts, sure := splitPlayers(text)
	for _, part := range parts {
		p, ok := parsePlayer(part)
		if !ok {
			continue
		}
		p.Sure.lower(sure)
		players = append(players, p)
	}
	return players
}

// parsePlayer reads the name of one player. It reports false if there is none.
func parsePlayer(s string) (Player, bool) {
	p := Player{Sure: Exact}
	whole := strings.TrimSpace(s)
	words := strings.Fields(p.takeRemarks(whole))
	words = p.takeRank(words)
	words = p.takeTitles(words)
	words = p.takeRank(words) // Shusai 8d Meijin
	if len(words) == 1 {
		words[0] = p.takeIdeographs(words[0])
	}
	p.Name = strings.Join(words, " ")
	if !isNamed(p.Name) {
		return Player{}, false
	}
	if a, b, ok := twoNames(words, p.marked); ok {
		p.Also = append(p.Also, a, b)
	}
	if p.Name != whole {
		p.Sure.lower(Clear)
	}
	return p, true
}

// takeRank takes a rank off the end.
func (p *Player) takeRank(words []string) []string {
	for n := 1; n <= 3 && n < len(words); n++ { // 9p; 9 dan; 9 dan pro
		at := len(words) - n
		if n > 1 && !isRankWord(words[len(words)-1]) {
			continue
		}
		if r, ok := rankOfName(strings.Join(words[at:], " ")); ok {
			if p.Rank == 0 {
				p.Rank = r
			}
			return words[:at]
		}
	}
	return words
}

// isRankWord reports whether a rank may end with this word.
func isRankWord(word string) bool {
	switch word = strings.Trim(strings.ToLower(word), "-.?*"); word {
	case "d", "dan", "k", "kyu", "p", "pro", "professional", "ama", "amateur", "shodan":
		return true
	}
	return strings.HasSuffix(word, "段") || strings.HasSuffix(word, "단") ||
		strings.HasSuffix(word, "級") || strings.HasSuffix(word, "级") || strings.HasSuffix(word, "급")
}

// rankOfName reads a rank that nobody would take for a part of a name.
func rankOfName(s string) (Rank, bool) {
	first, _ := utf8.DecodeRuneInString(plainText(s))
	if !unicode.IsDigit(first) && !strings.ContainsRune("初一二三四五六七八九", first) {
		if lower := strings.ToLower(s); lower != "shodan" && !strings.HasPrefix(lower, "pro ") {
			return 0, false
		}
	}
	words := strings.ToLower(s)
	if strings.ContainsAny(words, ",&;/(") || !isRankWord(words[strings.LastIndexAny(words, "0123456789 ")+1:]) {
		return 0, false // 9D10yi
	}
	r, _ := ParseRank(s)
	switch {
	case r == 0, r < Kyu(30), r > Dan(10) && r < Professional(1), r > Professional(10):
		return 0, false
	}
	return r, true
}

// takeTitles takes titles off both ends, and the number of the holder before
// them. One word stays in any case: somebody is called Meijin.
func (p *Player) takeTitles(words []string) []string {
	var before, after []string
	for len(words) > 1 {
		n := 0
		if isOrdinal(words[0]) {
			n++
		}
		if n+1 < len(words) && isTitle(words[n]) {
			n++
		}
		if n == 0 {
			break
		}
		before = append(before, words[:n]...)
		words = words[n:]
	}
	for len(words) > 1 && isTitle(words[len(words)-1]) {
		after = append([]string{words[len(words)-1]}, after...)
		words = words[:len(words)-1]
	}
	p.addTitle(strings.TrimRight(strings.Join(append(before, after...), " "), ","))
	return words
}

func (p *Player) addTitle(title string) {
	if title != "" {
		p.Title = strings.TrimSpace(p.Title + " " + title)
	}
}

// titles are those of Go, as they stand in names.
var titles = [...]string{
	"honinbo", "hon'inbo", "honinbou", "meijin", "kisei", "judan", "gosei", "oza", "tengen", "kuksu", "guksu", "myeongin", "myungin",
	"mingren", "tianyuan", "qisheng", "sensei",
}

// isTitle reports whether a word is a title in Latin letters or stands for one
// in another script.
func isTitle(word string) bool {
	plain := strings.TrimRight(plainText(word), ",")
	for _, t := range titles {
		if plain == t {
			return true
		}
	}
	for _, t := range ideographTitles {
		if plain == t {
			return true
		}
	}
	return false
}

// ideographTitles are the same in Chinese, Japanese and Korean, where they
// stand right beside the name.
var ideographTitles = [...]string{
	"本因坊", "名人", "棋聖", "棋圣", "十段", "碁聖", "小碁聖", "王座", "天元", "国手", "國手", "先生", "老师", "老師",
	"본인방", "명인", "기성", "국수", "십단", "왕좌", "천원", "사범",
}

// takeIdeographs takes ranks and titles off a name that is written without
// spaces. Two characters are left at least.
func (p *Player) takeIdeographs(name string) string {
	if first, _ := utf8.DecodeRuneInString(name); !isIdeographic(first) {
		return name
	}
	if at := ideographRank(name); at > 0 && plausibleIdeographs(name[:at]) {
		if r, ok := rankOfName(name[at:]); ok {
			if p.Rank == 0 {
				p.Rank = r
			}
			name = name[:at]
		}
	}
	for _, t := range ideographTitles {
		if rest, ok := strings.CutPrefix(name, t); ok && plausibleIdeographs(rest) {
			p.addTitle(t)
			name = rest
			break
		}
	}
	for _, t := range ideographTitles {
		if rest, ok := strings.CutSuffix(name, t); ok && plausibleIdeographs(rest) {
			p.addTitle(t)
			return rest
		}
	}
	return name
}

// ideographRank returns where a rank at the end of a name begins, or 0.
func ideographRank(name string) int {
	rest := name
	for _, unit := range [...]string{"段", "단", "級", "级", "급"} {
		if r, ok := strings.CutSuffix(name, unit); ok {
			rest = r
		}
	}
	if rest == name {
		return 0
	}
	number, width := utf8.DecodeLastRuneInString(rest)
	switch {
	case number >= '1' && number <= '9', number >= '１' && number <= '９', strings.ContainsRune("初一二三四五六七八九", number):
		return len(rest) - width
	}
	return 0
}

// plausibleIdeographs reports whether a text can be a whole name in Chinese,
// Japanese or Korean.
func plausibleIdeographs(s string) bool {
	n := 0
	for _, r := range s {
		if !isIdeographic(r) {
			return false
		}
		n++
	}
	return n >= 2 && n <= 6
}

func isIdeographic(r rune) bool {
	return r >= 0x1100 && (r == 'ー' || r == '々' || unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul))
}

// isOrdinal reports whether a word is 1st, 2nd, 25th.
func isOrdinal(word string) bool {
	digits := 0
	for digits < len(word) && isDigit(word[digits]) {
		digits++
	}
	switch strings.ToLower(word[digits:]) {
	case "st", "nd", "rd", "th":
		return digits > 0 && digits <= 3
	}
	return false
}

// twoNames cuts a name of words in Chinese, Japanese or Korean and then words
// in letters, each of which is a name of its own: 閃電 kmomo1. So does the mark
// of a server: Ace(P) AceP.
func twoNames(words []string, marked int) (a, b string, ok bool) {
	if len(words) < 2 {
		return "", "", false
	}
	at := 0
	for at < len(words) && strings.ContainsFunc(words[at], isIdeographic) {
		at++
	}
	for _, w := range words[at:] {
		if strings.ContainsFunc(w, isIdeographic) {
			return "", "", false
		}
	}
	if at == 0 {
		at = min(marked, len(words))
	}
	a, b = strings.Join(words[:at], " "), strings.Join(words[at:], " ")
	return a, b, isNamed(a) && isNamed(b) && letters(a) > 1 && letters(b) > 1
}

// isNamed reports whether a text names somebody: it has letters or digits, and
// is no word for someone unknown or for a color.
func isNamed(name string) bool {
	if !strings.ContainsFunc(name, func(r rune) bool { return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r)) }) {
		return false
	}
	switch plainText(name) {
	case "unknown", "anonymous", "n.n.", "nn", "black", "white", "不明", "不詳", "黑", "黒", "白", "黑方", "白方", "黑棋", "白棋", "흑", "백":
		return false
	}
	return true
}

// letters returns the number of letters and digits in a text.
func letters(s string) int {
	n := 0
	for _, r := range s {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			n++
		}
	}
	return n
}
