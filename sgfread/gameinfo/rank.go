package gameinfo

import (
	"strconv"
	"strings"
)

// A Rank is a player's strength, ordered: 30k < 1k < 1d < 9d < 1p < 9p. The
// zero value is no rank.
type Rank int16

// The bases of the three ranges: n kyu is kyuBase-n, the others add n.
const (
	kyuBase          Rank = 100
	danBase          Rank = 100
	professionalBase Rank = 200
)

// Kyu returns the rank of n kyu, Dan and Professional those of n dan. For n
// outside 1 to 99 they return no rank.
func Kyu(n int) Rank { return rankOf(n, kyuBase, -1) }

// Dan returns the rank of n dan, amateur or not told.
func Dan(n int) Rank { return rankOf(n, danBase, 1) }

// Professional returns the rank of n dan professional.
func Professional(n int) Rank { return rankOf(n, professionalBase, 1) }

func rankOf(n int, base, sign Rank) Rank {
	if n < 1 || n > 99 {
		return 0
	}
	return base + sign*Rank(n)
}

// String returns "12k", "5d", "9p" or "".
func (r Rank) String() string {
	switch {
	case r <= 0:
		return ""
	case r < kyuBase:
		return strconv.Itoa(int(kyuBase-r)) + "k"
	case r < professionalBase:
		return strconv.Itoa(int(r-danBase)) + "d"
	}
	return strconv.Itoa(int(r-professionalBase)) + "p"
}

// ParseRank reads the value of BR or WR, in UTF-8: "9d", "5k?", "3 kyu", "9p",
// P9段 (professional), 9段 and 九段 (which do not tell professionals from
// amateurs and are read as dan), 1級, 3급, "9 dan, Judan", "6d ama". A list ("5p &
// 8p") gives its first rank. Titles and ratings are no ranks. It never fails:
// what cannot be read is Unread and 0.
func ParseRank(text string) (Rank, Certainty) {
	if r, ok := formalRank(text); ok {
		return r, Exact
	}
	s := plainText(text)
	team := strings.IndexByte(s, '&') >= 0
	for first := true; s != ""; first = false {
		part := s
		if i := strings.IndexAny(s, ",&;(/"); i >= 0 {
			part, s = s[:i], s[i+1:]
		} else {
			s = ""
		}
		if r, c := rankPart(strings.TrimSpace(part)); c != Unread {
			if !first || team || doubtfulRest(s) {
				c.lower(Guessed)
			}
			return r, c
		}
	}
	return 0, Unread
}

// formalRank reads "9d", "12k" and "9p".
func formalRank(s string) (Rank, bool) {
	if len(s) < 2 || len(s) > 3 || !isDigit(s[0]) {
		return 0, false
	}
	n := int(s[0] - '0')
	if len(s) == 3 {
		if !isDigit(s[1]) {
			return 0, false
		}
		n = n*10 + int(s[1]-'0')
	}
	var r Rank
	switch s[len(s)-1] {
	case 'k':
		r = Kyu(n)
	case 'd':
		r = Dan(n)
	case 'p':
		r = Professional(n)
	}
	return r, r != 0
}

// rankPart reads one rank with the words around it.
func rankPart(s string) (Rank, Certainty) {
	c := Clear
	professional, amateur := false, false
	// Words before the number.
	for {
		switch w := rankPrefix(s); {
		case w.width == 0:
			return rankNumber(s, professional, amateur, c)
		default:
			professional = professional || w.professional
			amateur = amateur || w.amateur
			if w.doubtful {
				c.lower(Guessed)
			}
			s = strings.TrimLeft(s[w.width:], " .:")
		}
	}
}

// A rankWord is a word that may stand beside a rank.
type rankWord struct {
	text                            string
	width                           int
	professional, amateur, doubtful bool
}

func rankPrefix(s string) rankWord {
	for _, w := range [...]rankWord{
		{text: "professional", professional: true}, {text: "pro ", professional: true}, {text: "プロ", professional: true},
		{text: "職業", professional: true}, {text: "职业", professional: true}, {text: "프로", professional: true},
		{text: "amateur", amateur: true}, {text: "ama", amateur: true}, {text: "アマ", amateur: true}, {text: "业余", amateur: true},
		{text: "業餘", amateur: true}, {text: "아마", amateur: true},
		{text: "provisional", doubtful: true}, {text: "approx", doubtful: true}, {text: "~", doubtful: true}, {text: "ca", doubtful: true}, {text: "[", doubtful: true},
	} {
		if strings.HasPrefix(s, w.text) {
			w.width = len(w.text)
			return w
		}
	}
	if len(s) >= 2 && s[0] == 'p' && isDigit(s[1]) { // P9段
		return rankWord{width: 1, professional: true}
	}
	return rankWord{}
}

// rankWords may stand behind a rank; they tell no other.
var rankWords = newVocabulary(map[meaning]string{
	filler: `and, p, pro, professional, ama, amas, amateur, amateurs, am, aga, egf, igs, kgs, ogs, dgs, fox, tygem, wbaduk, cyberoro, certified, certificate, server, rank, rated,
		プロ, アマ, 職業, 职业, 业余, 業餘, 프로, 아마, 신예, women's, lady, title, holder,
		honinbo, meijin, kisei, judan, tengen, oza, gosei, kuksu, guksu, 本因坊, 名人, 棋聖, 棋圣, 十段, 天元, 王座, 碁聖, 国手, 國手`,
	doubtful: `honorary, former, ex, emeritus, posthumous, provisional, approx, about, ca, weak, strong, 名誉, 名譽, 追贈, 追赠, 元, 準, 准, 명예`,
})

// doubtfulRest reports whether what stands behind a rank, in brackets or behind a comma, may
// be about it: a word that is not known, another number, or a word such as "honorary".
func doubtfulRest(rest string) bool {
	return has(rankWords.scan(rest), unknownWord, anAmount, doubtful)
}

// rankNumber reads the number and what it counts.
func rankNumber(s string, professional, amateur bool, c Certainty) (Rank, Certainty) {
	n, _, width := readNumber(s)
	spoken := width > 0 && !isDigit(s[0])
	rest := s[width:]
	if width == 0 {
		switch {
		case strings.HasPrefix(s, "初段"), strings.HasPrefix(s, "초단"):
			n, rest, spoken = 1, s[len("初"):], true
		case strings.HasPrefix(s, "shodan"):
			n, rest = 1, "dan"+s[len("shodan"):]
		default:
			return 0, Unread
		}
	} else if digitAt(rest, 1) && rest[0] == '.' { // 16.1k: a rating between two ranks
		_, w, _ := readDecimals(rest)
		rest = rest[w:]
		c.lower(Guessed)
	}
	rest = strings.TrimLeft(rest, " .-")
	var r Rank
	word := rest[:wordWidth(rest)]
	switch {
	case strings.HasPrefix(rest, "段"), strings.HasPrefix(rest, "단"):
		if spoken && n == 10 {
			return 0, Unread // 十段 is the title Judan
		}
		rest = rest[len("段"):]
		r = Dan(n)
		professional = professional || strings.Contains(rest, "プロ")
		if spoken && !professional && !amateur {
			c.lower(Guessed) // as professionals write it, and others
		}
	case strings.HasPrefix(rest, "級"), strings.HasPrefix(rest, "级"), strings.HasPrefix(rest, "급"):
		rest = rest[len("級"):]
		r = Kyu(n)
	case word == "k" || word == "kyu" || word == "kyuu" || word == "kyus" || word == "gup":
		rest = rest[len(word):]
		r = Kyu(n)
	case word == "d" || word == "dan" || word == "dans":
		rest = rest[len(word):]
		r = Dan(n)
		after := strings.TrimLeft(rest, " ")
		professional = professional || strings.HasPrefix(after, "pro") && !strings.HasPrefix(after, "prov") || after == "p"
	case word == "p" || word == "pro" || word == "professional":
		rest = rest[len(word):]
		r = Professional(n)
	case word == "" && rest == "" && professional: // P5
		r = Professional(n)
	default:
		return 0, Unread
	}
	switch {
	case r == 0:
		return 0, Unread
	case professional && r < kyuBase:
		c.lower(Guessed)
	case professional && r < professionalBase && !amateur:
		r += professionalBase - danBase
	}
	if strings.HasPrefix(rest, "?") || doubtfulRest(rest) {
		c.lower(Guessed)
	}
	return r, c
}
