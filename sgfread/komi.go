package sgfread

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// A Komi is what the value of KM says.
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
	if a.width == 0 || a.width != len(number) || a.hundredths > maxKomi {
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

// komiInWords finds an amount in a phrase: "黑贴3又3/4子", "コミ4目半", "no komi".
func komiInWords(s string) Komi {
	for i := 0; i < len(s); {
		if a := readAmount(s[i:]); a.width > 0 && a.unit != moveUnit && a.hundredths <= maxKomi {
			k := Komi{Certainty: Clear}
			k.Points, k.Zi = a.points()
			if k.Zi && a.unit == noUnit {
				k.Certainty = Calculated
			}
			if i > 0 && s[i-1] == '-' || strings.Contains(s, "reverse") || strings.Contains(s, "逆") || strings.Contains(s, "to black") || strings.Contains(s, "倒") || strings.Contains(s, "역덤") {
				k.Points = -k.Points
			}
			if strings.Contains(s, "?") || strings.Contains(s, "/") && a.hundredths%100 == 0 {
				k.Certainty.lower(Guessed)
			}
			return k
		}
		_, size := utf8.DecodeRuneInString(s[i:])
		i += size
	}
	if (words{"none", "no komi", "without", "コミなし", "コミ無", "不贴", "不貼", "无贴", "無貼", "덤 없", "덤없"}).in(s) {
		return Komi{Certainty: Clear}
	}
	return Komi{}
}
