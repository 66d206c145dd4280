package tactics

import "kifudb/position/feature"

// The kinds of atari.
const (
	atari = iota
	doubleatari
)

var atariKinds = []feature.Kind{
	atari: {
		Name: "atari", Also: []string{"アタリ", "当たり", "打吃", "叫吃", "단수"},
		About: "stones of the opponent that the move puts into atari: of groups that have one liberty after the move and had more before",
		From:  "Sensei's Library: Atari",
	},
	doubleatari: {
		Name: "doubleatari", Also: []string{"両アタリ", "両当たり", "双打吃", "双叫吃", "双打", "양단수"},
		About: "groups of the opponent that the move puts into atari, if there are two or more",
		From:  "Sensei's Library: Double atari",
	},
}

// seeAtari looks at the groups that the stone touches: they lost a liberty, and no others did. They
// had two before, because a group that had one is captured.
func seeAtari(r *report) {
	if r.suicide {
		return
	}
	opponent, list, groups := r.color.Opponent(), r.observer.list[:0], 0
	began := r.after.begin()
	for _, c := range beside(r.at) {
		if r.after.at(c) != opponent || r.after.seen(c, began) {
			continue
		}
		if r.after.read(c, 1); len(r.after.liberties) == 1 {
			list = append(list, r.after.stones...)
			groups++
		}
	}
	r.observer.list = list
	if groups > 0 {
		r.add(atari, len(list), list)
	}
	if groups > 1 {
		r.add(doubleatari, groups, list)
	}
}
