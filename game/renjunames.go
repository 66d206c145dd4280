package game

import (
	"fmt"
	"sync"

	"kifudb/position"
)

// The openings of renju: Black's first stone lies in the middle, White's above it in the
// direct ones and above to the right in the indirect ones. Black's second lies a number of
// columns to the right and of rows below the middle. Turned and mirrored they are the
// same. The numbers are those of the Renju International Federation.
var renjuOpenings = [2][]renjuOpening{
	{
		{"寒星", "Kansei", 0, -2}, {"渓月", "Keigetsu", 1, -2}, {"疎星", "Sosei", 2, -2}, {"花月", "Kagetsu", 1, -1}, {"残月", "Zangetsu", 2, -1},
		{"雨月", "Ugetsu", 1, 0}, {"金星", "Kinsei", 2, 0}, {"松月", "Shogetsu", 0, 1}, {"丘月", "Kyugetsu", 1, 1}, {"新月", "Shingetsu", 2, 1},
		{"瑞星", "Zuisei", 0, 2}, {"山月", "Sangetsu", 1, 2}, {"遊星", "Yusei", 2, 2},
	},
	{
		{"長星", "Chosei", 2, -2}, {"峡月", "Kyogetsu", 2, -1}, {"恒星", "Kosei", 2, 0}, {"水月", "Suigetsu", 2, 1}, {"流星", "Ryusei", 2, 2},
		{"雲月", "Ungetsu", 1, 0}, {"浦月", "Hogetsu", 1, 1}, {"嵐月", "Rangetsu", 1, 2}, {"銀月", "Gingetsu", 0, 1}, {"明星", "Myojo", 0, 2},
		{"斜月", "Shagetsu", -1, 1}, {"名月", "Meigetsu", -1, 2}, {"彗星", "Suisei", -2, 2},
	},
}

type renjuOpening struct {
	kanji, romaji string
	x, y          int
}

// renjuTitle returns the title of an opening, direct or indirect, by its place in the list.
func renjuTitle(kind, i int) Title {
	o := renjuOpenings[kind][i]
	letter := [2]string{"D", "I"}[kind]
	number := fmt.Sprint(i+1) + letter
	return Title{OpeningName, o.kanji + " " + o.romaji + " " + number, []string{o.kanji, o.romaji, number, letter + fmt.Sprint(i+1)}}
}

var renjuTitles = sync.OnceValue(func() (list []Title) {
	for kind := range renjuOpenings {
		for i := range renjuOpenings[kind] {
			list = append(list, renjuTitle(kind, i))
		}
	}
	return list
})

// Titles returns the openings of renju, which players of gomoku use as well.
func (*gomoku) Titles() []Title { return renjuTitles() }

// Naming names a game of gomoku.
func (*gomoku) Naming() Naming { return &renjuNaming{} }

// renjuNaming looks at the first three moves.
type renjuNaming struct {
	places [3][2]int // from the middle
	lost   bool      // it does not begin as openings do
	name   string
}

// See looks at a step.
func (n *renjuNaming) See(s *Step) {
	if n.lost || n.name != "" || !s.Moved || s.MoveNumber > 3 {
		return
	}
	size := s.Position.(*Points).Goban.Size()
	color := [2]position.Color{position.Black, position.White}[(s.MoveNumber-1)%2]
	if n.lost = !s.Done || s.Move.Point == position.Pass || s.Move.Color != color || size.Cols != size.Rows || size.Cols%2 == 0; n.lost {
		return
	}
	n.places[s.MoveNumber-1] = [2]int{s.Move.Point.X() - size.Cols/2, s.Move.Point.Y() - size.Rows/2}
	if s.MoveNumber == 3 {
		n.name = renjuName(n.places)
	}
}

// Over reports whether the opening is decided.
func (n *renjuNaming) Over() bool { return n.lost || n.name != "" }

// renjuName names the opening of three stones, by their columns and rows from the middle.
func renjuName(places [3][2]int) string {
	if places[0] != [2]int{} {
		return ""
	}
	for turn := range 8 {
		second, third := turned(places[1], turn), turned(places[2], turn)
		for kind, o := range renjuOpenings {
			if second != [2]int{kind, -1} {
				continue
			}
			for i := range o {
				if third == [2]int{o[i].x, o[i].y} {
					return renjuTitle(kind, i).Text
				}
			}
		}
	}
	return ""
}

// turned turns and mirrors a place around the middle, in one of eight ways.
func turned(at [2]int, way int) [2]int {
	if way&1 != 0 {
		at[0] = -at[0]
	}
	if way&2 != 0 {
		at[1] = -at[1]
	}
	if way&4 != 0 {
		at[0], at[1] = at[1], at[0]
	}
	return at
}

// Names returns the opening.
func (n *renjuNaming) Names() []Name {
	if n.name == "" {
		return nil
	}
	return []Name{{Kind: OpeningName, Text: n.name}}
}
