package naming

import (
	"sync"

	"kifudb/position/shogi"
)

// handicapTable are the handicaps that have a name, with the squares, as file and
// rank, that are emptied of White's men. Right and left are White's. See the description
// of KIF, http://kakinoki.o.oo7.jp/kif_format.html
var handicapTable = []struct {
	japanese, code string
	empty          []int
	also           []string
}{
	{"香落ち", "L", []int{11}, []string{"左香落ち", "kyoochi", "lance"}},
	{"右香落ち", "L right", []int{91}, []string{"migikyoochi", "right lance"}},
	{"角落ち", "B", []int{22}, []string{"kakuochi", "bishop"}},
	{"飛車落ち", "R", []int{82}, []string{"飛落ち", "hishaochi", "rook"}},
	{"飛香落ち", "R+L", []int{82, 11}, []string{"飛車香落ち", "hikyoochi", "rook and lance", "rook lance"}},
	{"二枚落ち", "2P", []int{82, 22}, []string{"飛角落ち", "nimaiochi", "two pieces", "two piece"}},
	{"三枚落ち", "3P", []int{82, 22, 11}, []string{"sanmaiochi", "three pieces", "three piece"}},
	{"四枚落ち", "4P", []int{82, 22, 11, 91}, []string{"yonmaiochi", "four pieces", "four piece"}},
	{"五枚落ち", "5P", []int{82, 22, 11, 91, 81}, []string{"gomaiochi", "five pieces", "five piece"}},
	{"左五枚落ち", "5P left", []int{82, 22, 11, 91, 21}, []string{"hidarigomaiochi"}},
	{"六枚落ち", "6P", []int{82, 22, 11, 91, 21, 81}, []string{"rokumaiochi", "six pieces", "six piece"}},
	{"左七枚落ち", "7P left", []int{82, 22, 11, 91, 21, 81, 31}, []string{"hidarinanamaiochi"}},
	{"右七枚落ち", "7P right", []int{82, 22, 11, 91, 21, 81, 71}, []string{"七枚落ち", "7P", "nanamaiochi", "seven pieces", "seven piece"}},
	{"八枚落ち", "8P", []int{82, 22, 11, 91, 21, 81, 31, 71}, []string{"hachimaiochi", "eight pieces", "eight piece"}},
	{"十枚落ち", "10P", []int{82, 22, 11, 91, 21, 81, 31, 71, 41, 61}, []string{"jumaiochi", "ten pieces", "ten piece"}},
}

// A handicap is a start at which men were given.
type handicap struct {
	title *Title
	given int
}

// handicaps are the handicaps by their starts.
var handicaps = sync.OnceValue(func() map[shogi.Position]handicap {
	by := map[shogi.Position]handicap{}
	for i, row := range handicapTable {
		p := shogi.New()
		for _, square := range row.empty {
			p.Set(shogi.SquareAt(square/10, square%10), shogi.NoPiece)
		}
		p.SetToPlay(shogi.White)
		by[*p] = handicap{Handicaps[i], len(row.empty)}
	}
	return by
})

func handicapTitles() (list []*Title) {
	digits := map[byte]string{'2': "２枚落ち", '3': "３枚落ち", '4': "４枚落ち", '5': "５枚落ち", '6': "６枚落ち", '8': "８枚落ち"}
	for _, row := range handicapTable {
		also := row.also
		if wide, ok := digits[row.code[0]]; ok && len(row.code) == 2 {
			also = append(also, wide)
		}
		list = append(list, &Title{row.japanese, row.code, also})
	}
	return list
}

// Given returns how many men White has given in the start of a game, 0 for none, and
// for positions that are not the start of a game.
func Given(start *shogi.Position) int { return handicaps()[*start].given }
