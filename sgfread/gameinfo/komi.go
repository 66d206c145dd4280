package gameinfo

import (
	"strconv"
	"strings"
)

// A Komi is the value of KM.
type Komi struct {
	Points    int  // in hundredths of a point, negative if Black gets them
	Zi        bool // the text counts zi, of which one makes two points
	Certainty Certainty
}

// String returns the komi in points as FF[4] writes it, "6.5", or "" if it is
// Unread.
func (k Komi) String() string {
	if k.Certainty == Unread {
		return ""
	}
	return strconv.FormatFloat(float64(k.Points)/100, 'f', -1, 64)
}

// maxKomi is the largest komi taken for one, in hundredths: a whole board.
const maxKomi = 52 * 52 * 100

// ParseKomi reads the value of KM, in UTF-8. Besides numbers it reads decimal
// commas, fractions, units (目, 子, 집, points) and two habits of servers: komi
// times one hundred (750, 375), and zi where points are meant. Quarters occur
// only in zi: 3.75 is 3¾ zi, which makes 7.5 points. It never fails: what
// cannot be read is Unread.
func ParseKomi(text string) Komi {
	s := plainText(text)
	if len(text) > maxInfoText {
		return Komi{}
	}
	if k, ok := plainKomi(s); ok {
		if k.Certainty == Exact && len(s) != len(text) {
			k.Certainty = Clear
		}
		return k
	}
	return komiInWords(s)
}

// plainKomi reads a number and nothing else.
func plainKomi(s string) (Komi, bool) {
	number, sign := s, 1
	if s != "" && (s[0] == '+' || s[0] == '-') {
		number = s[1:]
		if s[0] == '-' {
			sign = -1
		}
	}
	a := readAmount(number)
	if a.width == 0 || a.bad || a.width != len(number) || a.hundredths > maxKomi || a.unit == moveUnit || a.unit == stoneUnit {
		return Komi{}, false
	}
	k := Komi{Certainty: Exact}
	if number[0] == '.' || strings.IndexFunc(number, func(r rune) bool { return r != '.' && (r < '0' || r > '9') }) >= 0 {
		k.Certainty = Clear
	}
	if strings.IndexByte(number, '.') < 0 && a.unit == noUnit {
		if h, zi, ok := hundredfold(a.hundredths / 100); ok {
			return Komi{sign * h, zi, Calculated}, true
		}
	}
	k.Points, k.Zi = a.points()
	if k.Zi && a.unit == noUnit {
		k.Certainty = Calculated
	}
	k.Points *= sign
	return k, true
}

// hundredfold undoes the multiplication by one hundred that some servers
// apply: 750 is 7.5 points, 375 is 3.75 zi. The small numbers that end in 50
// are ambiguous; 350 stands for the 3.5 zi of a komi of 7 points.
func hundredfold(n int) (hundredths int, zi, ok bool) {
	switch {
	case n < 200 || n > 2000 || n%25 != 0:
		return 0, false, false
	case n%50 == 25, n == 350:
		return 2 * n, true, true
	}
	return n, false, true
}

// komiWords are those of komi.
var komiWords = newVocabulary(map[meaning]string{
	sayBlack: `black, b, 黑, 黑方, 黑棋, 黒, 黒番, 先番, 黑番, 先手, 흑, 흑이, schwarz, noir, negro, черные`,
	sayWhite: `white, w, 白, 白方, 白棋, 白番, 後手, 백, 백이, weiss, blanc, blanco, белые`,
	sayGives: `gives, give, 出し, 出, 贴, 貼, 贴目, 貼目, 贴子, 貼子, 贴还, 贴出, 还, 還, 공제, 준다, gibt`,
	sayNone: `none, no, no komi, nokomi, without, without komi, nil, なし, 無し, 無, ナシ, 无, 没有, 沒有, 不贴, 不貼, 不贴目, 不貼目, 不贴子, 无贴, 無貼, 无贴目, 無貼目, 无贴子,
		없음, 없다, 없이, 없는, ohne, ohne komi, kein, keine, kein komi, keine komi, sans, sans komi, aucun, sin, sin komi, нет, без, без коми`,
	sayReverse: `reverse, reversed, reverse komi, negative, minus, to black, for black, 逆, 逆コミ, 倒, 倒贴, 倒貼, 倒贴目, 倒贴子, 역덤, 역`,
	doubtful:   `about, approx, approximately, probably, maybe, ca, c, 约, 約, 약`,
	filler: `komi, コミ, こみ, 込み, 込, ハンデ, 덤, 덤은, 중국룰, 룰, коми, the, a, of, is, to, for, with, by, and, to white, for white, gets, receives, points, value, even, even game, rules,
		互先, 分先, 定先, 호선, 정선, の, は, が, で, し, 目, 子, 方, 每, 수, 로, 으로, 를, 을, de, en, mit, von`,
})

// komiInWords reads a phrase: "黑贴3又3/4子", "コミ4目半", "no komi". All its words are known,
// and it names one amount, or says that there is none.
func komiInWords(s string) Komi {
	tokens, harmless := withoutRemarks(komiWords.scan(s))
	if has(tokens, unknownWord) {
		return Komi{}
	}
	k := Komi{Certainty: Clear}
	at := first(tokens, anAmount)
	switch none := has(tokens, sayNone); {
	case at < 0 && none:
	case at < 0 || none || margins(tokens) > 1 || has(tokens[at+1:], anAmount):
		return Komi{}
	default:
		a := tokens[at].amount
		if a.unit == moveUnit || a.unit == stoneUnit || a.hundredths > maxKomi {
			return Komi{}
		}
		k.Points, k.Zi = a.points()
		if k.Zi && a.unit == noUnit {
			k.Certainty = Calculated
		}
		if tokens[at].minus || has(tokens, sayReverse) || has(tokens, sayGives) && has(tokens, sayWhite) && !has(tokens, sayBlack) {
			k.Points = -k.Points
		}
	}
	if !harmless || has(tokens, doubtful) {
		k.Certainty.lower(Guessed)
	}
	return k
}
