package othello

import (
	"sync"

	"kifudb/position"
)

// An Opening is a position that has a name.
type Opening struct {
	Name  string
	Moves string   // that lead there, in an order that is usual
	Also  []string // other names
}

// Openings are those that have names, the shorter ones first. The English names and
// their moves are those that R. Gatliff collected and many sites and programs repeat
// (samsoft.org.uk/reversi/openings.htm; Zebra has them, too); the Japanese ones are those of
// the four great openings, rabbit, tiger, cow and mouse, and of White's three replies
// (bassy84.net). The tests play all of them.
var Openings = []Opening{
	{"Perpendicular Opening", "f5d6", []string{"縦取り"}},
	{"Parallel Opening", "f5f4", []string{"並び取り", "鼠定石", "鼠", "Mouse"}},
	{"Diagonal Opening", "f5f6", []string{"斜め取り"}},
	{"Rabbit", "f5d6c5", []string{"兎定石", "兎", "うさぎ"}},
	{"Bent Ganglion", "f5d6c3g5", nil},
	{"Ganglion", "f5d6c4g5", []string{"No-Cat"}},
	{"Semi-Wing Variation", "f5f6c4f4", nil},
	{"Wing Variation", "f5f6d3f4", nil},
	{"Tiger", "f5d6c3d3c4", []string{"虎定石", "虎"}},
	{"Cat", "f5d6c4d3c5", nil},
	{"Italian", "f5d6c4d3e6", nil},
	{"Swallow", "f5d6c4g5c6", nil},
	{"Horse", "f5d6c5f4d3", nil},
	{"Buffalo", "f5f6e6f4c3", []string{"Kenichi Variation", "バッファロー"}},
	{"Cow", "f5f6e6f4e3", []string{"牛定石", "牛"}},
	{"Rocket", "f5f6e6f4g3", nil},
	{"Raccoon Dog", "f5f6e6f4g4", nil},
	{"Heath", "f5f6e6f4g5", []string{"Tobidashi"}},
	{"Snake", "f5f6e6f4g6", []string{"Peasant", "蛇定石"}},
	{"X-square Opening", "f5f6e6f4g7", nil},
	{"Aubrey", "f5d6c3d3c4b3", []string{"Tanaka"}},
	{"Mimura", "f5d6c5f4e3d3", nil},
	{"Hokuriku Buffalo", "f5f6e6f4c3c4", nil},
	{"Chimney", "f5f6e6f4e3d6", nil},
	{"Lollipop", "f5f6e6f4g3d6", nil},
	{"Heath-Chimney", "f5f6e6f4g5d6", nil},
	{"Lysons", "f5f6e6f4g6c6", nil},
	{"Brightwell", "f5d6c3d3c4f4e3", nil},
	{"Leader's Tiger", "f5d6c3d3c4f4e6", nil},
	{"Stephenson", "f5d6c3d3c4f4f6", nil},
	{"Bhagat", "f5d6c5f4e3c6d7", nil},
	{"Inoue", "f5d6c5f4e3c6e6", nil},
	{"Shaman", "f5d6c5f4e3c6f3", []string{"Danish"}},
	{"Maruoka Buffalo", "f5f6e6f4c3d7f3", nil},
	{"Rose-v-Toth", "f5f6e6f4e3c5c4", nil},
	{"Cow Bat", "f5f6e6f4e3c5g5", []string{"Bat", "Cambridge"}},
	{"Hamilton", "f5f6e6f4g3f3g4", nil},
	{"Iwasaki Variation", "f5f6e6f4g5e7d7", nil},
	{"Heath-Bat", "f5f6e6f4g5e7e3", nil},
	{"Aubrey (Feldborg Continuation)", "f5d6c3d3c4b3d2f4", nil},
	{"Kung", "f5d6c3d3c4f4f6b4", nil},
	{"Comp'Oth", "f5d6c3d3c4f4f6f3", nil},
	{"No-Kung", "f5d6c3d3c4f4f6g5", nil},
	{"Ralle", "f5d6c5f4e3c6d3f3", nil},
	{"Iago", "f5d6c5f4e3c6e6f6", nil},
	{"Tanida", "f5f6e6f4e3c5c4e7", nil},
	{"Rose-Bill", "f5d6c3d3c4f4c5b3c2", nil},
	{"Lightning Bolt", "f5d6c3d3c4f4f6f3e3", nil},
	{"Landau", "f5f6e6f4e3c5c4d3c3", nil},
	{"Aircraft", "f5f6e6f4e3c5c4e7g4", []string{"Feldborg"}},
	{"Bat (Kling Alternative)", "f5f6e6f4e3c5g5d6g6", nil},
	{"Central Rose-Bill", "f5d6c3d3c4f4c5b3c2b4", []string{"Dead Draw"}},
	{"Tamenori", "f5d6c3d3c4f4c5b3c2e6", nil},
	{"Sakaguchi", "f5d6c4d3c5f4e3f3c2c6", nil},
	{"Rose", "f5d6c5f4e3c6d3f6e6d7", nil},
	{"Tanida Buffalo", "f5f6e6f4c3d6f3c4c5b4", nil},
	{"Maruoka", "f5f6e6f4e3c5c4d3f3e2", nil},
	{"Sailboat", "f5f6e6f4e3c5c4e7b5e2", nil},
	{"Berner", "f5d6c4d3c5f4e3f3c2b4b3", nil},
	{"Greenberg", "f5d6c5f4e3c6d3f6e6d7e7", []string{"Dawg"}},
	{"Flat", "f5d6c5f4e3c6d3f6e6d7g4", nil},
	{"Melnikov", "f5f6e6f4e3c5g5g3g4f3c4", []string{"Bat (Piau Continuation 1)"}},
	{"Bat (Piau Continuation 2)", "f5f6e6f4e3c5g5g3g4f3g6", nil},
	{"Pyramid", "f5f6e6f4g6c5g4g5f3e3c4", []string{"Checkerboarding Peasant"}},
	{"No-Cat (Continuation)", "f5d6c4g5c6c5d7d3b4c3e3f3", nil},
	{"Rose-Birth", "f5d6c5f4e3c6d3f6e6d7g3c4", nil},
	{"Rotating Flat", "f5d6c5f4e3c6d3f6e6d7g4c4", nil},
	{"Ishii", "f5d6c3d3c4f4c5b4b5c6f3e6e3", nil},
	{"Rose-Birdie", "f5d6c5f4e3c6d3f6e6d7g3c4b4", []string{"Rose-Tamenori"}},
	{"Murakami Variation", "f5d6c5f4e3c6d3f6e6d7g4c4g6", nil},
	{"Mimura Variation II", "f5f6e6f4g5e7f7c5e3f3c4d3c2", nil},
	{"No-Kung (Continuation)", "f5d6c3d3c4f4f6g5e3f3g4h3g3f2", nil},
	{"Rose-Tamenori-Kling", "f5d6c5f4e3c6d3f6e6d7g3c4b4c3", nil},
	{"Brightstein", "f5d6c5f4e3c6d3f6e6d7g3c4g5c3b4e2", nil},
	{"Bat (Kling Continuation)", "f5f6e6f4e3c5g5f3g4g6g3d6f7h5h4h3e7", nil},
	{"Mainline Tiger", "f5d6c3d3c4f4c5b4b5c6f3e6e3g6f6g5d7g3", nil},
	{"Rotating Flat (Kling Continuation)", "f5d6c5f4e3c6d3f6e6d7g4c4g5c3f7d2e7f2", nil},
	{"F.A.T. Draw", "f5d6c3d3c4f4f6f3e6e7d7g6f8f7g5h6h4g4h3h5h7", nil},
}

// openingsAt are the openings by the keys of their positions, which their images share.
var openingsAt = sync.OnceValue(func() map[uint64][]named {
	at := map[uint64][]named{}
	for i := range Openings {
		p, err := ParseMoves(Openings[i].Moves)
		if err != nil {
			panic(err) // a constant
		}
		key := uint64(p.Canonical())
		at[key] = append(at[key], named{&Openings[i], p})
	}
	return at
})

type named struct {
	opening  *Opening
	position *Position
}

// OpeningAt returns the opening of a position, in any orientation and with any order of its
// moves; nil for none.
func OpeningAt(p *Position) *Opening {
	for _, n := range openingsAt()[uint64(p.Canonical())] {
		for s := range position.Symmetry(8) {
			if n.position.Image(s, false).Equal(p) {
				return n.opening
			}
		}
	}
	return nil
}
