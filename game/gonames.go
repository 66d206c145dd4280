package game

import (
	"slices"
	"sync"

	"kifudb/position"
)

// Openings of Go have names for how the first stones of one player lie on the whole board, and
// joseki for the first moves in a corner. Only names with a definition that is public and exact are here.
//
// The formations are those of Sensei's Library, "Fuseki", and of Charles Matthews, "On Your Side".
// A name holds however the board is turned or mirrored, for Black as for White.

// A formation is an opening that one player has when his first stones include some points.
type formation struct {
	text string
	also []string

	own   []position.Point // on a board of 19 lines
	other []position.Point // of the opponent
	first int              // the number of each player's first moves that count; 1 means the first move of the game
	// unless are formations that include this one and take its place.
	unless []string
}

// goPoints are points by their columns and rows, counted from 1 at the upper left.
func goPoints(at ...[2]int) (list []position.Point) {
	for _, p := range at {
		list = append(list, position.At(p[0]-1, p[1]-1))
	}
	return list
}

const (
	sanrensei = "三連星 sanrensei"
	yonrensei = "四連星 yonrensei"
	tasuki    = "タスキ星 tasuki-boshi"
)

var formations = []formation{
	{
		text: yonrensei, also: []string{"四連星", "四连星", "yonrensei", "four stars in a row", "사연성"},
		own: goPoints([2]int{4, 10}, [2]int{4, 4}, [2]int{10, 4}, [2]int{16, 4}), first: 5,
	},
	{
		text: sanrensei, also: []string{"三連星", "三连星", "sanrensei", "three stars in a row", "삼연성"},
		own: goPoints([2]int{4, 4}, [2]int{10, 4}, [2]int{16, 4}), first: 4, unless: []string{yonrensei},
	},
	{
		text: "二連星 nirensei", also: []string{"二連星", "二连星", "nirensei", "two stars in a row", "이연성"},
		own: goPoints([2]int{4, 4}, [2]int{16, 4}), first: 2, unless: []string{yonrensei, sanrensei},
	},
	{
		text: "低中国流 low Chinese opening", also: []string{"低中国流", "低い中国流", "中国流", "chinese opening", "low chinese opening", "low chinese", "chugokuryu", "中國流", "중국식"},
		own: goPoints([2]int{4, 4}, [2]int{17, 4}, [2]int{11, 3}), first: 4,
	},
	{
		text: "高中国流 high Chinese opening", also: []string{"高中国流", "高い中国流", "high chinese opening", "high chinese", "높은중국식"},
		own: goPoints([2]int{4, 4}, [2]int{17, 4}, [2]int{11, 4}), first: 4,
	},
	{
		text: "ミニ中国流 mini-Chinese opening", also: []string{"ミニ中国流", "迷你中国流", "变相中国流", "mini-chinese opening", "mini chinese", "mini-chinese", "미니중국식"},
		own: goPoints([2]int{16, 3}, [2]int{17, 14}, [2]int{17, 9}), other: goPoints([2]int{16, 16}), first: 5,
	},
	{
		text: "マイクロ中国流 micro-Chinese opening", also: []string{"マイクロ中国流", "micro-chinese opening", "micro chinese", "micro-chinese"},
		own: goPoints([2]int{16, 3}, [2]int{17, 14}, [2]int{17, 8}), other: goPoints([2]int{16, 16}), first: 5,
	},
	{
		text: "小林流 Kobayashi opening", also: []string{"小林流", "kobayashi opening", "kobayashi", "고바야시류"},
		own: goPoints([2]int{17, 4}, [2]int{17, 14}, [2]int{16, 10}), other: goPoints([2]int{16, 16}), first: 5,
	},
	{
		text: "秀策流 Shusaku opening", also: []string{"秀策流", "shusaku opening", "shusaku", "1-3-5", "수책류"},
		own: goPoints([2]int{17, 4}, [2]int{16, 17}, [2]int{3, 16}), first: 3,
	},
	{
		text: tasuki, also: []string{"タスキ星", "襷星", "对角星", "tasuki-boshi", "tasukiboshi", "diagonal stars"},
		own: goPoints([2]int{4, 4}, [2]int{16, 16}), first: 2,
	},
	{
		text: "初手天元 tengen opening", also: []string{"初手天元", "天元", "tengen opening", "tengen", "천원"},
		own: goPoints([2]int{10, 10}), first: 1,
	},
	{
		text: "初手三々 3-3 opening", also: []string{"初手三々", "三々", "三三", "3-3 opening", "san-san opening", "삼삼"},
		own: goPoints([2]int{3, 3}), first: 1,
	},
	{
		text: "初手目外し 5-3 opening", also: []string{"初手目外し", "目外し", "目外", "5-3 opening", "mokuhazushi opening", "mokuhazushi", "외목"},
		own: goPoints([2]int{3, 5}), first: 1,
	},
	{
		text: "初手高目 5-4 opening", also: []string{"初手高目", "高目", "5-4 opening", "takamoku opening", "takamoku", "고목"},
		own: goPoints([2]int{4, 5}), first: 1,
	},
}

// A joseki is a name for how play in a corner begins. Points are counted from the corner. The
// player whose stone comes first and his opponent alternate.
type joseki struct {
	text  string
	also  []string
	lines [][][2]int
}

var josekis = []joseki{
	{
		text: "三々入り 3-3 invasion", also: []string{"三々入り", "点三三", "點三三", "3-3 invasion", "san-san invasion", "삼삼침입"},
		lines: [][][2]int{{{4, 4}, {3, 3}}},
	},
	{
		text: "ツケノビ定石 tsuke-nobi", also: []string{"ツケノビ定石", "ツケノビ", "tsuke-nobi", "tsukenobi", "attach and extend"},
		lines: [][][2]int{{{4, 4}, {6, 3}, {6, 4}, {7, 4}, {6, 5}}},
	},
	{
		text: "ツケヒキ定石 tsuke-hiki", also: []string{"ツケヒキ定石", "ツケヒキ", "托退", "tsuke-hiki", "tsukehiki", "attach and draw back"},
		lines: [][][2]int{{{3, 4}, {5, 4}, {5, 3}, {6, 3}, {4, 3}}},
	},
	{
		text: "ナダレ定石 avalanche", also: []string{"ナダレ定石", "ナダレ", "雪崩", "雪崩型", "avalanche", "nadare", "눈사태"},
		lines: [][][2]int{{{3, 4}, {5, 4}, {5, 3}, {4, 4}}},
	},
	{
		text: "大斜定石 taisha", also: []string{"大斜定石", "大斜", "taisha", "대사"},
		lines: [][][2]int{{{5, 3}, {3, 4}, {4, 6}}},
	},
	{
		text: "村正の妖刀 magic sword", also: []string{"村正の妖刀", "妖刀", "妖刀定石", "magic sword", "magic sword of muramasa", "yoto", "요도"},
		lines: [][][2]int{{{3, 4}, {5, 4}, {8, 4}}},
	},
}

const mirrorGo = "マネ碁 mirror go"

var goTitles = sync.OnceValue(func() (list []Title) {
	for _, f := range formations {
		list = append(list, Title{OpeningName, f.text, f.also})
	}
	list = append(list, Title{OpeningName, mirrorGo, []string{"マネ碁", "真似碁", "模仿棋", "mirror go", "manego", "흉내바둑"}})
	for _, j := range josekis {
		list = append(list, Title{OpeningName, j.text, j.also})
	}
	return list
})

// Titles returns the openings and joseki of Go.
func (*goStones) Titles() []Title { return goTitles() }

// Naming names a game of Go.
func (*goStones) Naming() Naming { return &goNaming{} }

const (
	goSide      = 19 // lines of the board
	goMoves     = 60 // moves that names depend on
	goCorner    = 9  // lines that belong to a corner
	mirrorPairs = 10 // moves that a player answers at the opposite point
)

// goNaming collects the first moves of a game that begins on an empty board of 19 lines, as long as
// the players alternate.
type goNaming struct {
	moves [goMoves]position.Move
	count int
	over  bool // later moves do not matter
}

// See looks at a step.
func (n *goNaming) See(s *Step) {
	if n.over {
		return
	}
	if s.Node == 0 || !s.Moved { // stones may be set up
		b := s.Position.(*Points).Goban
		most := n.count
		if s.Moved {
			most++
		}
		n.over = b.Size() != position.Square(goSide) || b.Stones(position.Black)+b.Stones(position.White) > most
	}
	if n.over || !s.Moved {
		return
	}
	n.add(s.Move, s.MoveNumber, s.Done)
}

// add takes in a move by its number, and whether it could be executed.
func (n *goNaming) add(m position.Move, number int, done bool) {
	n.over = !done || m.Point == position.Pass || number != n.count+1 || n.count > 0 && m.Color == n.moves[n.count-1].Color
	if n.over {
		return
	}
	n.moves[n.count] = m
	n.count++
	n.over = n.count == goMoves
}

// NamesOf names a game by its moves alone, which takes less time than a replay.
func (*goStones) NamesOf(size position.Size, s position.Script) []Name {
	if size != position.Square(goSide) {
		return nil
	}
	var n goNaming
	number := 0
	for w := range s.MainLine() {
		word := position.Word(w)
		stone := word.Stone()
		if word.IsMove() {
			number++
			n.add(position.Move{Color: stone.Color, Point: stone.Point}, number, size.Contains(stone.Point))
		} else if stone.Color != position.Empty {
			n.over = true // stones are set up
		}
		if n.over {
			break
		}
	}
	return n.Names()
}

// Over reports whether later steps change nothing.
func (n *goNaming) Over() bool { return n.over }

// Names returns the openings of Black, those of White, and then the joseki.
func (n *goNaming) Names() (list []Name) {
	moves := n.moves[:n.count]
	if n.count == 0 {
		return nil
	}
	for _, side := range [2]position.Color{position.Black, position.White} {
		var room [2][2 * longestFormation]position.Point
		own, other := room[0][:0], room[1][:0]
		for _, m := range moves[:min(2*longestFormation, n.count)] {
			if m.Color == side {
				own = append(own, m.Point)
			} else {
				other = append(other, m.Point)
			}
		}
		from := len(list)
		all := turnedFormations()
		for i := range all {
			f := &all[i]
			included := slices.ContainsFunc(list[from:], func(name Name) bool { return slices.Contains(f.unless, name.Text) })
			if !included && (f.first > 1 || moves[0].Color == side) && f.in(own, other) {
				list = append(list, Name{OpeningName, f.text, side})
			}
		}
		if mirrors(moves, side) {
			list = append(list, Name{OpeningName, mirrorGo, side})
		}
	}
	from := len(list)
	for _, c := range cornersOf(moves) {
		for i := range josekis {
			j := &josekis[i]
			name := Name{Kind: OpeningName, Text: j.text}
			if j.in(&c) && !slices.Contains(list[from:], name) {
				list = append(list, name)
			}
		}
	}
	return list
}

// longestFormation is the largest number of first moves of a player that formations look at.
const longestFormation = 5

// in reports whether stones include the formation, turned or mirrored in any way.
func (f *turnedFormation) in(own, other []position.Point) bool {
	own, other = own[:min(f.first, len(own))], other[:min(f.first, len(other))]
	if len(own) < len(f.own) || len(other) < len(f.other) {
		return false
	}
	for way := range f.turned {
		if includes(own, f.turned[way].own) && includes(other, f.turned[way].other) {
			return true
		}
	}
	return false
}

// includes reports whether all points are among the moves.
func includes(moves, points []position.Point) bool {
	for _, p := range points {
		if !slices.Contains(moves, p) {
			return false
		}
	}
	return true
}

// A turnedFormation is a formation with its points turned and mirrored in all ways.
type turnedFormation struct {
	*formation
	turned [8]struct{ own, other []position.Point }
}

var turnedFormations = sync.OnceValue(func() []turnedFormation {
	list := make([]turnedFormation, len(formations))
	for i := range list {
		t := &list[i]
		t.formation = &formations[i]
		for way := range t.turned {
			for _, p := range t.own {
				t.turned[way].own = append(t.turned[way].own, position.Symmetry(way).Apply(p, position.Square(goSide)))
			}
			for _, p := range t.other {
				t.turned[way].other = append(t.turned[way].other, position.Symmetry(way).Apply(p, position.Square(goSide)))
			}
		}
	}
	return list
})

// mirrors reports whether a player answers the other's first moves at the points opposite to them.
// A player who moves first begins in the middle.
func mirrors(moves []position.Move, side position.Color) bool {
	if len(moves) > 0 && moves[0].Color == side {
		if moves[0].Point != position.At(goSide/2, goSide/2) {
			return false
		}
		moves = moves[1:]
	}
	if len(moves) < 2*mirrorPairs {
		return false
	}
	for i := 0; i < 2*mirrorPairs; i += 2 {
		if moves[i+1].Point != position.Symmetry(3).Apply(moves[i].Point, position.Square(goSide)) {
			return false
		}
	}
	return true
}

// A cornerLine is how play in a corner began: by whom, and at which places.
type cornerLine struct {
	places [longestJoseki][2]int // columns and rows from the corner, from 1
	first  [longestJoseki]bool   // whether the player who came first there moved
	count  int
	color  position.Color // his
}

const longestJoseki = 5

// cornersOf returns how play began in the four corners: the upper left, upper right, lower left and
// lower right one.
func cornersOf(moves []position.Move) (list [4]cornerLine) {
	for _, m := range moves {
		x, y, corner := m.Point.X()+1, m.Point.Y()+1, 0
		if x > goSide/2 {
			x, corner = goSide+1-x, 1
		}
		if y > goSide/2 {
			y, corner = goSide+1-y, corner+2
		}
		c := &list[corner]
		if max(x, y) > goCorner || c.count == longestJoseki {
			continue
		}
		if c.count == 0 {
			c.color = m.Color
		}
		c.places[c.count], c.first[c.count] = [2]int{x, y}, m.Color == c.color
		c.count++
	}
	return list
}

// in reports whether play in a corner begins with one of the joseki's lines, or its mirror image.
func (j *joseki) in(c *cornerLine) bool {
	return slices.ContainsFunc(j.lines, func(line [][2]int) bool { return c.begins(line, 0) || c.begins(line, 1) })
}

// begins reports whether play begins with a line. With swap 1, columns and rows are exchanged.
func (c *cornerLine) begins(line [][2]int, swap int) bool {
	if c.count < len(line) {
		return false
	}
	for i, p := range line {
		if c.places[i] != [2]int{p[swap], p[1-swap]} || c.first[i] != (i%2 == 0) {
			return false
		}
	}
	return true
}
