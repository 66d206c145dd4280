package unread

import (
	"strings"

	"kifudb/format"
	"kifudb/internal/lazy"
	"kifudb/sgfread/charset"
)

// kif is KIF, the format of Kifu for Windows: a heading, and a move a line with its
// number, or the first part of it, a diagram with its heading.
func kif() *format.Format {
	return &format.Format{
		Name: "kif", Title: "KIF", Extensions: []string{".kif", ".kifu"}, Games: []int{gameShogi},
		Recognise: func(h *format.Head) format.Certainty { return japanese(h, isKIF) },
		// A comment begins with an asterisk, what a program says with a number sign.
		Owns: func(h *format.Head) bool { return h.TreeInLine("*", "#", "&") },
		Why:  save("KIF", "CSA"),
	}
}

// ki2 is KI2, in which people write moves: ▲７六歩 △３四歩.
func ki2() *format.Format {
	return &format.Format{
		Name: "ki2", Title: "KI2", Extensions: []string{".ki2", ".ki2u"}, Games: []int{gameShogi},
		Recognise: func(h *format.Head) format.Certainty { return japanese(h, isKI2) },
		Owns:      func(h *format.Head) bool { return h.TreeInLine("*", "#", "&") },
		Why:       save("KI2", "CSA"),
	}
}

// japanese returns how sure something is of a text that has Japanese characters, in
// any of the encodings in which Japanese texts are.
func japanese(h *format.Head, sure func(string) format.Certainty) format.Certainty {
	best, ascii := format.No, true
	for _, c := range h.Text() {
		ascii = ascii && c < 0x80
	}
	if ascii {
		return format.No
	}
	for _, encoding := range []string{charset.UTF8, charset.ShiftJIS, charset.EUCJP} {
		best = max(best, sure(h.In(encoding)))
	}
	return best
}

var (
	kifHeading = lazy.Regexp(`^手合割[：:]`)
	kifMove    = lazy.Regexp(`^[\s　]*[\d０-９]+[\s　]+([１-９1-9][一二三四五六七八九]|同[\s　]*)[歩香桂銀金角飛玉王と成馬龍竜].*(打|[(（][1-9][1-9][)）])`)
	ki2Moves   = lazy.Regexp(`^([\s　]*[▲△▼▽☗☖]([１-９1-9][一二三四五六七八九]|同)[\s　]*[歩香桂銀金角飛玉王と成馬龍竜][左右上行入引寄直打成不生]*)+[\s　]*$`)
)

func isKIF(text string) format.Certainty {
	heading, moves := false, 0
	for line := range format.Lines(strings.TrimPrefix(text, "\ufeff"), mostLines) {
		if strings.HasPrefix(line, "#KIF ") || strings.HasPrefix(line, "手数-") {
			return format.Sure
		}
		heading = heading || kifHeading().MatchString(line)
		if kifMove().MatchString(line) {
			moves++
		}
		if heading && moves > 0 || moves > 2 {
			return format.Sure
		}
		if heading && strings.HasPrefix(line, "+---------------------------+") {
			return format.Likely // a position, unless moves in the manner of KI2 follow
		}
	}
	return format.No
}

func isKI2(text string) format.Certainty {
	for line := range format.Lines(strings.TrimPrefix(text, "\ufeff"), mostLines) {
		if ki2Moves().MatchString(line) {
			return format.Sure
		}
	}
	return format.No
}
