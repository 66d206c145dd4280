package game

import (
	"math"
	"strconv"
	"strings"

	"kifudb/game/estimate"
	"kifudb/internal/lazy"
)

// An Estimator is a game of which programs write into comments what they think of a
// position, in ways of their own.
type Estimator interface {
	Game
	estimate.Reader
}

// Shogi programs write evaluations in these forms, in hundredths of a pawn for Black:
//
//   - -48 -3334FU ...                      floodgate, as '** in CSA
//     *評価値=50, #評価値=50, *詰み=先手勝ち:5手   ShogiHome; with # in an analysis
//     *対局 時間 00:01.0 深さ 14 評価値 50 読み筋 ...  Shogidokoro and ShogiGUI, below the names in
//     *解析 0 候補1 深さ 14/20 評価値 +50 読み筋 ...    "*Engines 1 ..."; +詰 and -詰 are mates
//
// The comment does not include the first star of KIF and of CSA. Engines without a word for
// mates write numbers beyond all others.
var (
	shogiWritten = lazy.Regexp(`(?m)^\*?#?評価値[=＝:： ] *([+-]?\d{1,9})`)
	shogiMate    = lazy.Regexp(`(?m)^[*#]+詰み=(先手|後手)勝ち`)
	shogiThought = lazy.Regexp(`(?m)^\*(?:対局|解析|検討)[^\n]{0,200}?評価値 *([+-]?)(\d{1,9}|詰)`)
	shogiServed  = lazy.Regexp(`^\*+ *([+-]?\d{1,9})(?:\s|$)`)
)

// shogiMates is the value from which on engines mean a mate.
const shogiMates = 20000

// ReadEstimate reads what engines of shogi write.
func (*shogiEntry) ReadEstimate(comment, _ string) (said estimate.Remark, ok bool) {
	if strings.Contains(comment, "詰み=") {
		if m := shogiMate().FindStringSubmatch(comment); m != nil {
			return estimate.Remark{Lead: signed(math.Inf(1), m[1] == "後手")}, true
		}
	}
	value := ""
	own := strings.HasPrefix(comment, "*対局")
	if strings.Contains(comment, "評価値") {
		if m := shogiWritten().FindStringSubmatch(comment); m != nil {
			value = m[1]
		} else if m := shogiThought().FindStringSubmatch(comment); m != nil {
			if value = m[1] + m[2]; m[2] == "詰" {
				return estimate.Remark{Lead: signed(math.Inf(1), m[1] == "-"), Own: own}, true
			}
		}
	} else if m := shogiServed().FindStringSubmatch(comment); m != nil {
		value, own = m[1], true
	}
	x, err := strconv.ParseFloat(value, 64)
	if err != nil {
		return said, false
	}
	if math.Abs(x) >= shogiMates {
		x = signed(math.Inf(1), x < 0)
	}
	return estimate.Remark{Lead: x, Own: own}, true
}

// Chess programs write evaluations in pawns. Servers write White's lead, [%eval 0.25] or
// [%eval #-3]. Cutechess and others write the lead of the player who moved, +0.25/12 0.5s or
// -M4/20. TCEC writes White's lead among other values, "d=20, mt=1000, wv=0.25," or wv=-M4.
var (
	chessServed = lazy.Regexp(`\[%eval (#?)([+-]?\d{1,6}(?:\.\d{1,6})?)`)
	chessNamed  = lazy.Regexp(`(?:^|[ ,])wv=([+-]?)(M?)(\d{1,6}(?:\.\d{1,6})?)(?:[, ]|$)`)
	chessPlayed = lazy.Regexp(`^([+-]?)(M?)(\d{1,6}(?:\.\d{1,6})?)/\d{1,3}(?:\s|$)`)
)

// ReadEstimate reads what engines of chess write.
func (*chessEntry) ReadEstimate(comment, by string) (said estimate.Remark, ok bool) {
	var number, mate string
	forWhite, own := true, true
	if strings.Contains(comment, "[%eval ") {
		if m := chessServed().FindStringSubmatch(comment); m != nil {
			mate, number, own = m[1], m[2], false
		}
	} else if strings.Contains(comment, "wv=") {
		if m := chessNamed().FindStringSubmatch(comment); m != nil {
			mate, number = m[2], m[1]+m[3]
		}
	} else if m := chessPlayed().FindStringSubmatch(comment); m != nil && by != "" {
		mate, number, forWhite = m[2], m[1]+m[3], by == "W"
	}
	x, err := strconv.ParseFloat(number, 64)
	if err != nil {
		return said, false
	}
	if mate != "" {
		x = signed(math.Inf(1), strings.HasPrefix(number, "-"))
	}
	return estimate.Remark{Lead: signed(x, forWhite), Own: own}, true
}

// Othello programs write evaluations with their moves in GGF, which its reader turns into a
// comment (see format/othello): the lead in discs of the player who moved, as in NBoard's
// charts.
var othelloPlayed = lazy.Regexp(`^evaluation ([+-]?\d{1,4}(?:\.\d{1,9})?)(?:, time |$)`)

// ReadEstimate reads what engines of Othello write.
func (*othelloEntry) ReadEstimate(comment, by string) (said estimate.Remark, ok bool) {
	m := othelloPlayed().FindStringSubmatch(comment)
	if m == nil || by == "" {
		return said, false
	}
	x, err := strconv.ParseFloat(m[1], 64)
	return estimate.Remark{Lead: signed(x, by == "W"), Own: true}, err == nil
}

// signed returns a number, or minus that.
func signed(x float64, minus bool) float64 {
	if minus {
		return -x
	}
	return x
}

// A Chancer is a game with a known formula for the chance to win: it turns a lead, in the unit
// that programs use, into a chance.
type Chancer interface {
	Game
	// ChanceOf returns Black's chance to win with a lead, from 0 to 1.
	ChanceOf(lead float64) float64
}

// ChanceOf returns the chance by Lichess's curve, 1/(1+exp(-0.00368208·centipawns)), which
// was fitted to games of players (lila, WinPercent).
func (*chessEntry) ChanceOf(lead float64) float64 { return logistic(0.368208 * lead) }

// ChanceOf returns the chance by the curve that programs of shogi draw, with a scale of 600
// hundredths of a pawn, as ShogiHome does if nobody sets another.
func (*shogiEntry) ChanceOf(lead float64) float64 { return logistic(lead / 600) }

func logistic(x float64) float64 { return 1 / (1 + math.Exp(-x)) }
