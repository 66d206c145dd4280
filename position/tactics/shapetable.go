package tactics

import (
	"slices"
	"strings"

	"kifudb/position/feature"
)

// A shape is a name that players give to a move for how it stands to the stones around it.
//
// Drawings define most shapes. They show the board after the move, and hold in all eight ways to
// turn and mirror them, for Black and for White:
//
//   - the move                      O  a stone of the opponent
//     X  a stone of the player         o  no stone of the player, perhaps off the board
//     .  an empty point                x  no stone of the opponent, perhaps off the board
//     ?  anything                      _  an empty point or off the board
type shape struct {
	name  string // a hyphen stands for a space, which people may type as well
	also  []string
	about string // its definition, in one sentence
	from  string // the title of the page of Sensei's Library that explains it, or of a book

	drawings []string
	// lines are the first and the last line on which the move may be, counted from the edge below
	// the drawing. 0 and 0 mean any.
	lines [2]int
	// check is a further condition, nil if there is none.
	check func(*surroundings, view) bool
	// find is for shapes without drawings, which corners and sides make.
	find func(*sideNames) bool

	// unless are more exact names, which take the place of this one.
	unless []string

	// common is set for names of more than 3 % of the moves of games, see [feature.Kind].
	common bool
}

// shapes are all of them in the order of their values, which archives keep: new ones come last.
var shapes = []shape{
	{
		name: "hane", common: true, also: words("hane, ハネ, 扳, 젖힘"), from: "Hane",
		about: "reaches around a stone of the opponent, diagonally from a stone of the player",
		drawings: []string{`
			? o ?
			. * o
			X O ?`},
	},
	{
		name: "double-hane", also: words("nidan-bane, nidanbane, 二段バネ, 二段ハネ, 连扳, 이단젖힘"), from: "Two-Step Hane",
		about: "a hane from a stone that has just reached around another stone in the same way",
		drawings: []string{`
			X O ? ?
			. X O ?
			? . * o
			? ? o ?`},
	},
	{
		name: "hane-at-head-of-two", also: words("head of two, two-stone head, nimoku no atama, 二目の頭, 二子头, 두점머리"), from: "Hane at the Head of Two Stones",
		about: "a hane in front of exactly two stones that stand side by side with two of the player",
		drawings: []string{`
			? X X . ?
			x O O * o
			? ? ? o ?`},
	},
	{
		name: "hane-at-head-of-three", also: words("head of three, sanmoku no atama, 三目の頭, 三子头, 석점머리"), from: "Hane at the Head of Three Stones",
		about: "a hane in front of exactly three stones that stand side by side with three of the player",
		drawings: []string{`
			X X X . ?
			O O O * o
			? ? ? o ?`},
		check: func(s *surroundings, v view) bool { return s.color(v, -4, 0) != s.opponent },
	},
	{
		name: "stretch", common: true, also: words("nobi, ノビ, 伸び, 长, 뻗음"), from: "Stretch",
		about: "extends solidly, straight away from contact with the opponent, into the open",
		drawings: []string{`
			O . ?
			X * .
			? . ?`},
		unless: []string{"descent"},
	},
	{
		name: "descent", common: true, also: words("sagari, サガリ, 下がり, 立, 내려섬"), from: "Descent",
		about: "extends solidly and straight toward the edge, to the first or second line",
		lines: [2]int{1, 2},
		drawings: []string{`
			? X ?
			o * o
			? o ?`},
	},
	{
		name: "turn", common: true, also: words("magari, マガリ, 曲がり, 拐, 꼬부림"), from: "Turn",
		about: "bends around a stone of the opponent, solidly from a line of two stones",
		drawings: []string{`
			? o ?
			X * o
			X O ?`},
	},
	{
		name: "push", common: true, also: words("oshi, オシ, 押し, 压, 밀기"), from: "Push Along",
		about: "extends solidly along two stones of the opponent, with an open point ahead",
		drawings: []string{`
			? . ?
			X * .
			O O ?`},
		unless: []string{"crawl"},
	},
	{
		name: "crawl", also: words("hai, ハイ, 這い, 爬, 기기"), from: "Crawl",
		about: "extends solidly on the second or third line, below two stones of the opponent",
		lines: [2]int{2, 3},
		drawings: []string{`
			O O ?
			X * .
			? . ?`},
	},
	{
		name: "push-through", also: words("de, 出, デ, 冲, 찌름"), from: "Push Through",
		about: "moves between two stones of the opponent from a stone of the player behind, toward an open point",
		drawings: []string{`
			? X ?
			O * O
			? . ?`},
	},
	{
		name: "block", common: true, also: words("osae, オサエ, 押さえ, 挡, 막음"), from: "Block",
		about: "stops a stone of the opponent, solidly from a stone of the player that stands diagonally to it",
		drawings: []string{`
			? o ?
			O * o
			. X ?`},
	},
	{
		name: "bump", also: words("tsukiatari, butsukari, ツキアタリ, ブツカリ, 顶, 치받음"), from: "Bump",
		about: "extends solidly and straight into a stone of the opponent, with both sides open",
		drawings: []string{`
			? . ?
			X * O
			? . ?`},
	},
	{
		name: "cut", common: true, also: words("kiri, キリ, 切り, 断, 끊음"), from: "Cut",
		about: "separates two stones of the opponent that touch diagonally or are one point apart, and that are not connected nearby",
		drawings: []string{`
			O *
			X O`, `
			? X ?
			O * O
			? X ?`},
		check: func(s *surroundings, v view) bool {
			second := [2]uint64{s.bit(v, 0, 1), s.bit(v, 1, 0)}[v.drawing]
			return !joined(s.other, s.bit(v, -1, 0), second)
		},
	},
	{
		name: "cross-cut", also: words("crosscut, kirichigai, 切り違い, 扭十字, 맞끊음"), from: "Crosscut",
		about: "cuts so that two single stones of each player cross",
		drawings: []string{`
			? x o ?
			x O * o
			o X O x
			? o x ?`},
	},
	{
		name: "peep", common: true, also: words("nozoki, ノゾキ, 覗き, 刺, 들여다봄"), from: "Peep",
		about: "stands at the open side of a one-point jump of the opponent and threatens to cut there",
		drawings: []string{`
			? _ ?
			O . O
			? * ?`},
		check: func(s *surroundings, v view) bool { return !joined(s.other, s.bit(v, -1, -1), s.bit(v, 1, -1)) },
	},
	{
		name: "wedge", also: words("warikomi, ワリコミ, 割り込み, 挖, 끼움"), from: "Wedge",
		about: "stands between two stones of the opponent that are one point apart, without a stone of the player beside it",
		drawings: []string{`
			? . ?
			O * O
			? . ?`},
	},
	{
		name: "angle-wedge", also: words("atekomi, アテコミ"), from: "A Survey of the Basic Tesujis (atekomi)",
		about: "stands in the angle of two diagonal stones of the opponent, away from the edge and without a stone of the player near it",
		drawings: []string{`
			o O .
			. * O
			o . o`},
	},
	{
		name: "attachment", common: true, also: words("tsuke, contact play, ツケ, 付け, 靠, 붙임"), from: "Contact Play",
		about: "touches a stone of the opponent, without a stone of the player next to it",
		drawings: []string{`
			o _ o
			_ * O
			o _ o`},
		unless: []string{"clamp"},
	},
	{
		name: "clamp", also: words("hasami-tsuke, hasamitsuke, ハサミツケ, 挟み付け"), from: "Clamp",
		about: "touches a stone of the opponent from the side that is opposite to a stone of the player",
		drawings: []string{`
			? o _ o
			X O * _
			? o _ o`},
	},
	{
		name: "diagonal", common: true, also: words("kosumi, コスミ, 尖, 입구자"), from: "Diagonal",
		about: "stands diagonally to a stone of the player, with both points between open, and touches no stone",
		drawings: []string{`
			? _ ?
			. * _
			X . ?`},
	},
	{
		name: "diagonal-attachment", common: true, also: words("kosumitsuke, コスミツケ, 尖顶, 마늘모붙임"), from: "Diagonal Attachment",
		about: "a diagonal that touches a stone of the opponent on its far side",
		drawings: []string{`
			? _ ?
			. * O
			X . ?`},
	},
	{
		name: "one-point-jump", common: true, also: words("one-space jump, tobi, ikken-tobi, 一間トビ, 一間飛び, 单关, 한칸뜀"), from: "One-Point Jump",
		about: "stands in line with a stone of the player, one open point apart, and touches no stone",
		drawings: []string{`
			? o _ o
			X . * _
			? o _ o`},
	},
	{
		name: "two-point-jump", also: words("two-space jump, niken-tobi, 二間トビ, 二間飛び, 大跳, 두칸뜀"), from: "Two-Point Jump",
		about: "stands in line with a stone of the player, two open points apart, with none nearer",
		drawings: []string{`
			? o o o o o
			? o o _ o o
			X . . * _ o
			? o o _ o o
			? o o o o o`},
		unless: []string{"extension"},
	},
	{
		name: "keima", common: true, also: words("knight's move, small knight's move, small knight, kogeima, ケイマ, 桂馬, 小ゲイマ, 小飞, 날일자"), from: "Small Knight's Move",
		about: "stands a knight's move away from a stone of the player, with open points between and none nearer",
		drawings: []string{`
			? ? o ? ?
			? o _ o ?
			. . * _ o
			X . . o ?
			? ? o ? ?`},
	},
	{
		name: "ogeima", also: words("large knight's move, large knight, 大ゲイマ, 大桂馬, 大飞, 눈목자"), from: "Large Knight's Move",
		about: "stands three points along and one across from a stone of the player, with open points between and none nearer",
		drawings: []string{`
			? o o o o o
			? o o _ o o
			. . . * _ o
			X . . . o o
			? o o o o o`},
	},
	{
		name: "elephant-jump", also: words("elephant's move, hazama-tobi, ハザマトビ, 象飞, 象步, 밭전자"), from: "Elephant Jump",
		about: "stands two points diagonally away from a stone of the player, with open points between and none nearer",
		drawings: []string{`
			o o o o ?
			o o _ o o
			. . * _ o
			. . . o o
			X . . o o`},
	},
	{
		name: "tiger's-mouth", common: true, also: words("tiger mouth, tiger, hanging connection, kaketsugi, カケツギ, 掛け継ぎ, 虎, 虎口, 호구"), from: "Tiger's Mouth",
		about: "makes three stones around an open point whose last side is open, without touching the other two",
		drawings: []string{`
			? o ?
			o * o
			X . X
			? . ?`, `
			? o X ?
			o * . X
			? o . ?`},
	},
	{
		name: "bamboo-joint", also: words("bamboo, takefu, タケフ, 竹節, 双, 쌍립"), from: "Bamboo Joint",
		about: "makes two pairs of stones that face each other with two open points between",
		drawings: []string{`
			X . *
			X . X`},
	},
	{
		name: "solid-connection", common: true, also: words("solid tie, katatsugi, tsugi, カタツギ, 堅継ぎ, 粘, 꽉이음"), from: "Solid Connection",
		about: "joins two stones of the player at a point where a stone of the opponent could cut them, and that are not connected nearby",
		drawings: []string{`
			X *
			O X`, `
			? O ?
			X * X`},
		check: func(s *surroundings, v view) bool {
			second := [2]uint64{s.bit(v, 0, 1), s.bit(v, 1, 0)}[v.drawing]
			return !joined(s.own&^s.bit(v, 0, 0), s.bit(v, -1, 0), second)
		},
	},
	{
		name: "ponnuki", also: words("ポン抜き, ポンヌキ, 拔花, 빵때림"), from: "Ponnuki",
		about: "captures a single stone and leaves four stones around its point, with none at their corners",
		drawings: []string{`
			o X o
			X . *
			o X o`},
		check: func(s *surroundings, v view) bool {
			return len(s.taken) == 1 && s.taken[0] == s.at+s.step(v, -1, 0)
		},
	},
	{
		name: "empty-triangle", common: true, also: words("aki-sankaku, akisankaku, アキ三角, 空き三角, 空三角, 빈삼각"), from: "Empty Triangle",
		about: "makes three stones in a right angle whose fourth point is open",
		drawings: []string{`
			* X
			X .`, `
			X X
			* .`},
	},
	{
		name: "shoulder-hit", also: words("katatsuki, カタツキ, 肩ツキ, 尖冲, 어깨짚음"), from: "Shoulder Hit",
		about: "stands above a stone of the opponent on the third or fourth line, diagonally to it and without a stone of the player near",
		lines: [2]int{4, 5},
		drawings: []string{`
			o o o o o
			o . . . o
			o . * . o
			? O . o o
			? ? o ? ?`},
	},
	{
		name: "cap", also: words("capping play, boshi, ボウシ, 帽子, 镇, 모자"), from: "Capping Play",
		about: "stands one open point above a stone of the opponent on the third to fifth line, without a stone of the player near",
		lines: [2]int{5, 7},
		drawings: []string{`
			o o o o o
			o o . o o
			o . * . o
			o . . . o
			? ? O ? ?`},
		unless: []string{"approach"},
	},
	{
		name: "slide", also: words("suberi, スベリ, 滑り, 미끄러짐"), from: "Slide",
		about: "moves along the edge to the second line, a small or large knight's move from a stone on the third",
		lines: [2]int{2, 2},
		drawings: []string{`
			X . . o
			. . * o
			? . . ?`, `
			X . . . o
			. . . * o
			? . . . ?`},
	},
	{
		name: "monkey-jump", also: words("saru-suberi, sarusuberi, 猿滑り, サルスベリ, 大伸腿, 비마"), from: "Monkey Jump",
		about: "jumps along the edge from the second line to the first, a large knight's move, below stones of the opponent",
		lines: [2]int{1, 1},
		drawings: []string{`
			X . . ? ?
			. . . * o`},
		check: func(s *surroundings, v view) bool {
			for x := -2; x <= 2; x++ {
				if s.other&(s.bit(v, x, -1)|s.bit(v, x, -2)) != 0 {
					return true
				}
			}
			return false
		},
	},
	{
		name: "san-san-invasion", also: words("3-3 invasion, three-three invasion, 三々入り, 点三三, 삼삼침입"), from: "3-3 Point Invasion",
		about: "stands on the 3-3 point below a stone of the opponent on 4-4, without a stone of the player in the corner",
		find:  func(n *sideNames) bool { return n.invasion },
	},
	{
		name: "approach", also: words("kakari, カカリ, 掛かり, 挂角, 걸침"), from: "Approach",
		about: "stands one or two points along the side from the only stone of the opponent in a corner, in line with it or one line beside",
		find:  func(n *sideNames) bool { return n.approach != 0 },
	},
	{
		name: "small-knight-approach", also: words("keima-gakari, kogeima-gakari, ケイマガカリ, 小ゲイマガカリ, 小飞挂, 날일자걸침"), from: "Approach",
		about: "an approach that is a small knight's move away",
		find:  func(n *sideNames) bool { return n.approach&smallKnight != 0 },
	},
	{
		name: "one-space-approach", also: words("one-space high approach, ikken-takagakari, 一間高ガカリ, 一间高挂, 한칸걸침"), from: "Approach",
		about: "an approach in line with the corner stone, one point apart",
		find:  func(n *sideNames) bool { return n.approach&oneSpace != 0 },
	},
	{
		name: "large-knight-approach", also: words("ogeima-gakari, 大ゲイマガカリ, 大飞挂, 눈목자걸침"), from: "Approach",
		about: "an approach that is a large knight's move away",
		find:  func(n *sideNames) bool { return n.approach&largeKnight != 0 },
	},
	{
		name: "two-space-approach", also: words("two-space high approach, niken-takagakari, 二間高ガカリ, 二间高挂, 두칸걸침"), from: "Approach",
		about: "an approach in line with the corner stone, two points apart",
		find:  func(n *sideNames) bool { return n.approach&twoSpace != 0 },
	},
	{
		name: "enclosure", also: words("shimari, シマリ, 締まり, 守角, 缔角, 굳힘"), from: "Corner Enclosure",
		about: "adds a second stone to the only one in a corner, one or two points along the side, in line with it or one line beside",
		find:  func(n *sideNames) bool { return n.enclosure != 0 },
	},
	{
		name: "small-knight-enclosure", also: words("keima-jimari, kogeima-jimari, ケイマジマリ, 小ゲイマジマリ, 小飞守角, 无忧角, 날일자굳힘"), from: "Small Knight Enclosure",
		about: "an enclosure that is a small knight's move",
		find:  func(n *sideNames) bool { return n.enclosure&smallKnight != 0 },
	},
	{
		name: "one-space-enclosure", also: words("ikken-jimari, 一間ジマリ, 单关守角, 한칸굳힘"), from: "One-Space Enclosure",
		about: "an enclosure in line with the corner stone, one point apart",
		find:  func(n *sideNames) bool { return n.enclosure&oneSpace != 0 },
	},
	{
		name: "large-knight-enclosure", also: words("ogeima-jimari, 大ゲイマジマリ, 大飞守角, 눈목자굳힘"), from: "Large Knight Enclosure",
		about: "an enclosure that is a large knight's move",
		find:  func(n *sideNames) bool { return n.enclosure&largeKnight != 0 },
	},
	{
		name: "two-space-enclosure", also: words("niken-jimari, 二間ジマリ, 二间守角, 두칸굳힘"), from: "Two-Space Enclosure",
		about: "an enclosure in line with the corner stone, two points apart",
		find:  func(n *sideNames) bool { return n.enclosure&twoSpace != 0 },
	},
	{
		name: "pincer", also: words("hasami, ハサミ, 挟み, 夹攻, 협공"), from: "Pincer",
		about: "stands on the third or fourth line, one to three points from a stone with which the opponent approached a corner of the player, on its other side",
		find:  func(n *sideNames) bool { return n.pincers != 0 },
	},
	{
		name: "one-space-low-pincer", also: words("ikken-basami, 一間バサミ, 一间低夹, 한칸협공"), from: "Pincer",
		about: "a pincer on the third line, one point apart",
		find:  func(n *sideNames) bool { return n.pincers.has(1, 3) },
	},
	{
		name: "one-space-high-pincer", also: words("ikken-takabasami, 一間高バサミ, 一间高夹, 한칸높은협공"), from: "Pincer",
		about: "a pincer on the fourth line, one point apart",
		find:  func(n *sideNames) bool { return n.pincers.has(1, 4) },
	},
	{
		name: "two-space-low-pincer", also: words("niken-basami, 二間バサミ, 二间低夹, 두칸협공"), from: "Pincer",
		about: "a pincer on the third line, two points apart",
		find:  func(n *sideNames) bool { return n.pincers.has(2, 3) },
	},
	{
		name: "two-space-high-pincer", also: words("niken-takabasami, 二間高バサミ, 二间高夹, 두칸높은협공"), from: "Pincer",
		about: "a pincer on the fourth line, two points apart",
		find:  func(n *sideNames) bool { return n.pincers.has(2, 4) },
	},
	{
		name: "three-space-low-pincer", also: words("sangen-basami, 三間バサミ, 三间低夹, 세칸협공"), from: "Pincer",
		about: "a pincer on the third line, three points apart",
		find:  func(n *sideNames) bool { return n.pincers.has(3, 3) },
	},
	{
		name: "three-space-high-pincer", also: words("sangen-takabasami, 三間高バサミ, 三间高夹, 세칸높은협공"), from: "Pincer",
		about: "a pincer on the fourth line, three points apart",
		find:  func(n *sideNames) bool { return n.pincers.has(3, 4) },
	},
	{
		name: "extension", also: words("side extension, hiraki, ヒラキ, 開き, 拆, 벌림"), from: "Extension",
		about: "stands on the third or fourth line, two to six points along the side from a stone of the player on these lines, with nothing between",
		find:  func(n *sideNames) bool { return n.extensions != 0 }, unless: []string{"enclosure"},
	},
	{
		name: "two-space-extension", also: words("niken-biraki, 二間ビラキ, 二間開き, 拆二, 두칸벌림"), from: "Two-Space Extension",
		about: "an extension with two points between",
		find:  func(n *sideNames) bool { return n.extensions>>2&1 != 0 }, unless: []string{"enclosure"},
	},
	{
		name: "three-space-extension", also: words("sangen-biraki, 三間ビラキ, 三間開き, 拆三, 세칸벌림"), from: "Three-Space Extension",
		about: "an extension with three points between",
		find:  func(n *sideNames) bool { return n.extensions>>3&1 != 0 }, unless: []string{"enclosure"},
	},
	{
		name: "star-point", also: words("4-4 point, hoshi, 星, 화점"), from: "4-4 Point",
		about: "the first stone in a corner, on the 4-4 point",
		find:  func(n *sideNames) bool { return n.first == [2]int{4, 4} },
	},
	{
		name: "komoku", also: words("3-4 point, 小目, 소목"), from: "3-4 Point",
		about: "the first stone in a corner, on the 3-4 point",
		find:  func(n *sideNames) bool { return n.first == [2]int{3, 4} },
	},
	{
		name: "san-san", also: words("3-3 point, 三々, 三三, 삼삼"), from: "3-3 Point",
		about: "the first stone in a corner, on the 3-3 point",
		find:  func(n *sideNames) bool { return n.first == [2]int{3, 3} },
	},
	{
		name: "mokuhazushi", also: words("5-3 point, 目外し, 目外, 외목"), from: "5-3 Point",
		about: "the first stone in a corner, on the 5-3 point",
		find:  func(n *sideNames) bool { return n.first == [2]int{3, 5} },
	},
	{
		name: "takamoku", also: words("5-4 point, 高目, 고목"), from: "5-4 Point",
		about: "the first stone in a corner, on the 5-4 point",
		find:  func(n *sideNames) bool { return n.first == [2]int{4, 5} },
	},
}

// words splits a list at its commas.
func words(list string) []string { return strings.Split(list, ", ") }

// shapeWords are the values of the kind.
var shapeWords = func() (list []feature.Word) {
	for i := range shapes {
		s := &shapes[i]
		w := feature.Word{Name: s.name, About: s.about + " (" + s.from + ")"}
		for _, name := range append([]string{s.name}, s.also...) {
			for _, spelling := range []string{name, strings.ReplaceAll(name, "-", " "), strings.ReplaceAll(name, " ", "-")} {
				if spelling != s.name && !slices.Contains(w.Also, spelling) {
					w.Also = append(w.Also, spelling)
				}
			}
		}
		list = append(list, w)
	}
	return list
}()

// shapeKinds has the kind of this family.
var shapeKinds = []feature.Kind{{
	Name: "shape", Also: []string{"suji", "katachi", "筋", "形", "棋形", "행마"},
	About: "what players call the move for how it stands to the stones around it",
	From:  "Sensei's Library, the page that each word names",
	Words: shapeWords, Common: commonShapes(),
}}

// commonShapes returns the values of the common shapes.
func commonShapes() (common []int32) {
	for i := range shapes {
		if shapes[i].common {
			common = append(common, int32(i+1))
		}
	}
	return common
}
