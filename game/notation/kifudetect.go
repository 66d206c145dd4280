package notation

import (
	"strings"

	"kifudb/internal/lazy"
)

// A Look says how much a text looks like a format.
type Look uint8

// The looks.
const (
	Unlike Look = iota
	Faint       // there are parts that stand in prose about games, too
	Akin        // there are parts that belong to the format
	Alike       // there are parts that hardly belong to another
)

var (
	kifHeading = lazy.Regexp(`^手合割[：:]`)
	kifMove    = lazy.Regexp(`^[\s　]*[\d０-９]+[\s　]+[▲△▼▽☗☖]?([１-９1-9][一二三四五六七八九１-９1-9]|同[\s　]*)[歩香桂銀金角飛玉王と成馬龍竜].*(打|[(（][1-9１-９][1-9１-９][)）])`)
	ki2Moves   = lazy.Regexp(`^([\s　]*[▲△▼▽☗☖]([１-９1-9][一二三四五六七八九１-９1-9]|同)[\s　]*[歩香桂銀金角飛玉王と成馬龍竜][左右上行入引寄直打成不生]*)+[\s　]*$`)
)

// LooksLikeKIF tells how much a text, in UTF-8, looks like KIF.
func LooksLikeKIF(text string) Look {
	heading, moves, rows := false, 0, 0
	for line := range firstLines(text) {
		if strings.HasPrefix(line, "#KIF ") || strings.HasPrefix(line, "手数-") {
			return Alike
		}
		heading = heading || kifHeading().MatchString(line)
		if kifMove().MatchString(line) {
			moves++
		}
		if heading && moves > 0 || moves > 2 {
			return Alike
		}
		if b := newBOD(); strings.HasPrefix(line, "|") {
			if _, _, err := b.read(trimWide(line)); err == nil {
				rows++
			}
		}
	}
	if heading || rows == 9 {
		return Akin // a position, unless moves in the manner of KI2 follow
	}
	if moves > 0 {
		return Faint // the record has lost its heading, unless it is a text about a game
	}
	return Unlike
}

// IsKIFMove reports whether a line, in UTF-8, is a move with its number as KIF writes it.
func IsKIFMove(line string) bool { return kifMove().MatchString(line) }

// LooksLikeKI2 tells how much a text, in UTF-8, looks like KI2.
func LooksLikeKI2(text string) Look {
	for line := range firstLines(text) {
		if ki2Moves().MatchString(line) {
			return Alike
		}
	}
	return Unlike
}

// firstLines yields as many lines as are looked at.
func firstLines(text string) func(func(string) bool) {
	return func(yield func(string) bool) {
		n := 0
		for line := range strings.Lines(strings.ReplaceAll(strings.TrimPrefix(text, "\ufeff"), "\r", "\n")) {
			if n++; n > 2*detectLines || !yield(strings.TrimRight(line, "\n")) {
				return
			}
		}
	}
}
