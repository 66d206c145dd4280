package paper

import (
	"fmt"
	"strconv"
	"strings"

	"kifudb/game"
)

// terms are the words of a language.
type terms struct {
	pass string
	at   func(number int, place string) string // a move where another one is: "80 at 53"

	figure, diagram                  func(n int) string
	instead                          func(n, diagram int) string // of a diagram that leaves the main line, or another one
	moves                            func(from, to int) string
	move                             string // head of a column
	black, white                     string
	labels                           map[string]string // of facts, by SGF's properties
	firsts                           map[string]string // those of games whose sides are called by who begins, such as shogi
	units                            [3][2]string      // one hour and more, minutes, seconds
	number                           string
	games                            func(n int) string // title of a book
	players, events, openings, years string

	contents, problems, solutions string
	toPlay                        func(black bool) string
	unsolved                      string
	unmarked                      func(lines int) string // that an answer is merely the first of several lines
	lost                          func(move, loss string) string
	points, percent               string                  // of a loss
	better                        string                  // before the move of an engine
	firstToPlay                   func(first bool) string // of such games; nil as toPlay
}

var words = map[Language]*terms{
	English: {
		pass: "pass", at: func(n int, place string) string { return strconv.Itoa(n) + " at " + place },
		figure: func(n int) string { return fmt.Sprintf("Figure %d", n) }, diagram: func(n int) string { return fmt.Sprintf("Dia. %d", n) },
		instead: func(n, dia int) string {
			return choose(dia == 0, fmt.Sprintf(" (instead of %d)", n), fmt.Sprintf(" (instead of %d in Dia. %d)", n, dia))
		},
		moves: rangeOf, move: "Move", black: "Black", white: "White", number: "No.",
		games: func(n int) string { return fmt.Sprintf("%d games", n) }, players: "Players", events: "Events", openings: "Openings", years: "Years",
		contents: "Contents", problems: "Problems", solutions: "Solutions", toPlay: func(black bool) string { return choose(black, "Black to play", "White to play") },
		unsolved: "The record has no solution.",
		unmarked: func(n int) string {
			return fmt.Sprintf("The first of %d lines, none of which the record marks as right.", n)
		},
		lost: func(move, loss string) string { return move + " lost " + loss }, points: " points", percent: " %",
		better: "; better: ",
		units:  [3][2]string{{" hour", " hours"}, {" minute", " minutes"}, {" second", " seconds"}},
		labels: map[string]string{"PB": "Black", "PW": "White", "BT": "Black’s team", "WT": "White’s team", "EV": "Event", "RO": "Round", "DT": "Date", "PC": "Place", "KM": "Komi", "HA": "Handicap", "RU": "Rules", "TM": "Time", "OT": "Overtime", "RE": "Result", "AN": "Comments by", "SO": "Source", "GN": "Game", "ON": "Opening", "CP": "Copyright", "GC": "About the game"},
	},
	Japanese: {
		pass: "パス", at: func(n int, place string) string { return fmt.Sprintf("%d（%s）", n, place) },
		figure: func(n int) string { return fmt.Sprintf("第%d譜", n) }, diagram: func(n int) string { return fmt.Sprintf("参考図%d", n) },
		instead: func(n, dia int) string {
			return choose(dia == 0, fmt.Sprintf("（%dの変化）", n), fmt.Sprintf("（参考図%[2]dの%[1]dの変化）", n, dia))
		},
		moves: rangeOf, move: "手", black: "黒", white: "白", number: "手数",
		games: func(n int) string { return fmt.Sprintf("棋譜%d局", n) }, players: "対局者", events: "棋戦", openings: "布石・戦型", years: "年",
		contents: "目次", problems: "問題集", solutions: "解答", toPlay: func(black bool) string { return choose(black, "黒先", "白先") },
		unsolved: "記録に解答なし",
		unmarked: func(n int) string {
			return fmt.Sprintf("記録の%d手順のうち最初のもの。正解の印はない", n)
		},
		lost: func(move, loss string) string { return move + "は" + loss + "の損" }, points: "目", percent: "%",
		better:      "、最善は ",
		units:       [3][2]string{{"時間", "時間"}, {"分", "分"}, {"秒", "秒"}},
		firstToPlay: func(first bool) string { return choose(first, "先手番", "後手番") },
		firsts:      map[string]string{"PB": "先手", "PW": "後手", "BT": "先手のチーム", "WT": "後手のチーム"},
		labels:      map[string]string{"PB": "黒番", "PW": "白番", "BT": "黒のチーム", "WT": "白のチーム", "EV": "棋戦", "RO": "回戦", "DT": "対局日", "PC": "場所", "KM": "コミ", "HA": "置石", "RU": "ルール", "TM": "持時間", "OT": "秒読み", "RE": "結果", "AN": "解説", "SO": "出典", "GN": "対局", "ON": "戦型", "CP": "著作権", "GC": "備考"},
	},
	Chinese: {
		pass: "停一手", at: func(n int, place string) string { return fmt.Sprintf("%d（%s）", n, place) },
		figure: func(n int) string { return fmt.Sprintf("第%d谱", n) }, diagram: func(n int) string { return fmt.Sprintf("参考图%d", n) },
		instead: func(n, dia int) string {
			return choose(dia == 0, fmt.Sprintf("（%d的变化）", n), fmt.Sprintf("（参考图%[2]d中%[1]d的变化）", n, dia))
		},
		moves: rangeOf, move: "着法", black: "黑", white: "白", number: "手数",
		games: func(n int) string { return fmt.Sprintf("棋谱%d局", n) }, players: "棋手", events: "比赛", openings: "布局", years: "年份",
		contents: "目录", problems: "习题", solutions: "解答", toPlay: func(black bool) string { return choose(black, "黑先", "白先") },
		unsolved: "记录中没有解答",
		unmarked: func(n int) string { return fmt.Sprintf("记录中%d个变化的第一个，均未标明正解", n) },
		lost:     func(move, loss string) string { return move + " 亏 " + loss }, points: " 目", percent: "%",
		better:      "；更好的是 ",
		units:       [3][2]string{{"小时", "小时"}, {"分", "分"}, {"秒", "秒"}},
		firstToPlay: func(first bool) string { return choose(first, "先手走", "后手走") },
		firsts:      map[string]string{"PB": "先手", "PW": "后手", "BT": "先手队", "WT": "后手队"},
		labels:      map[string]string{"PB": "黑方", "PW": "白方", "BT": "黑队", "WT": "白队", "EV": "比赛", "RO": "轮次", "DT": "日期", "PC": "地点", "KM": "贴目", "HA": "让子", "RU": "规则", "TM": "用时", "OT": "读秒", "RE": "结果", "AN": "讲解", "SO": "来源", "GN": "对局", "ON": "布局", "CP": "版权", "GC": "备注"},
	},
}

// Contents is the heading over the list of parts.
func (l Language) Contents() string { return l.terms().contents }

func (l Language) terms() *terms {
	if t, ok := words[l]; ok {
		return t
	}
	return words[English]
}

// duration writes a time, which records have in seconds, as people say it. Other texts stay.
func (t *terms) duration(text string) string {
	whole, rest, _ := strings.Cut(text, ".")
	n, err := strconv.Atoi(whole)
	if err != nil || n < 0 || strings.Trim(rest, "0") != "" {
		return text
	}
	var parts []string
	for i, size := range []int{3600, 60, 1} {
		count := n / size
		n %= size
		if count > 0 || i == 2 && len(parts) == 0 {
			parts = append(parts, strconv.Itoa(count)+choose(count == 1, t.units[i][0], t.units[i][1]))
		}
	}
	return strings.Join(parts, choose(strings.HasPrefix(t.units[0][0], " "), " ", ""))
}

// turn says who is to play on a board.
func (t *terms) turn(b *game.Board, black bool) string {
	if len(b.Signs) > 0 && t.firstToPlay != nil {
		return t.firstToPlay(black)
	}
	return t.toPlay(black)
}

// rangeOf writes the numbers of a figure's moves.
func rangeOf(from, to int) string {
	if from == to {
		return fmt.Sprintf(" (%d)", from)
	}
	return fmt.Sprintf(" (%d–%d)", from, to)
}

func choose[T any](is bool, a, b T) T {
	if is {
		return a
	}
	return b
}
