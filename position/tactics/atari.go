package tactics

import (
	"kifudb/position"
	"kifudb/position/feature"
)

// The kinds of atari.
const (
	atari = iota
	doubleatari
	selfatari
	selfatariworks
	saves
	ignoresatari
)

// The values of selfatariworks.
const (
	works = 1 + iota
	worksAsKo
	worksUndecided
)

var atariKinds = []feature.Kind{
	atari: {
		Name: "atari", Also: []string{"アタリ", "当たり", "打吃", "叫吃", "단수"},
		About: "stones of the opponent that the move puts into atari: of groups that have one liberty after the move and had more before",
		From:  "Sensei's Library: Atari",
	},
	doubleatari: {
		Name: "doubleatari", Also: []string{"double-atari", "両アタリ", "両当たり", "双打吃", "双叫吃", "双打", "양단수"},
		About: "groups of the opponent that the move puts into atari, if there are two or more",
		From:  "Sensei's Library: Double atari",
	},
	selfatari: {
		Name: "selfatari", Also: []string{"self-atari", "自らアタリ", "送吃"},
		About: "stones of the player's group that has one liberty after a move that takes nothing; it does not matter how many it had before",
		From:  "Sensei's Library: Self-atari",
	},
	selfatariworks: {
		Name: "selfatariworks", Also: []string{"self-atari-works"},
		About: "whether a self-atari pays at once: what the player can take back as soon as the opponent takes the group",
		From:  "Sensei's Library: Snapback",
		Words: []feature.Word{
			works - 1: {
				Name: "yes", Also: []string{"snapback", "ウッテガエシ", "打って返し", "倒扑", "倒撲"},
				About: "if the opponent takes the group, the player can take the stone that took it at once, and so at least as many stones as he lost",
			},
			worksAsKo - 1: {
				Name: "ko", Also: []string{"コウ", "劫"},
				About: "if the opponent takes the stone, there is a ko, which the player may not retake at once",
			},
			worksUndecided - 1: {
				Name: "undecided", Also: []string{"unclear"},
				About: "if the opponent takes the group, the player can take back fewer stones at once, or none; the stones may still have done their work",
			},
		},
	},
	saves: {
		Name: "saves", Also: []string{"save", "逃げ", "アタリから逃げる", "逃子"},
		About: "stones of the player's groups that were in atari before the move and have two or more liberties after it: by extending, connecting or taking",
		From:  "Sensei's Library: Extend",
	},
	ignoresatari: {
		Name: "ignoresatari", Also: []string{"ignores-atari", "leavesatari", "アタリ放置"},
		About: "stones of the player's groups that touch the stone that the opponent put last, and are in atari before the move and after it, and that it does not join",
		From:  "Sensei's Library: Tenuki",
	},
}

func seeAtari(r *report) {
	if r.suicide {
		return
	}
	if r.wants(atari) || r.wants(doubleatari) {
		r.seeOpponents()
	}
	if len(r.taken) == 0 && (r.wants(selfatari) || r.wants(selfatariworks)) {
		r.seeSelfAtari()
	}
	if r.wants(saves) {
		r.seeSaved()
	}
	if r.wants(ignoresatari) {
		r.seeIgnored()
	}
}

// seeOpponents finds the atari. Only the groups that the stone touches lost a liberty. They had two
// before, because a group that had one was taken.
func (r *report) seeOpponents() {
	opponent, list, groups := r.color.Opponent(), r.list[:0], 0
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
	r.list = list
	if groups > 0 {
		r.add(atari, len(list), list)
	}
	if groups > 1 {
		r.add(doubleatari, groups, list)
	}
}

func (r *report) seeSelfAtari() {
	if r.after.read(r.at, 1); len(r.after.liberties) != 1 {
		return
	}
	r.list = append(r.list[:0], r.after.stones...)
	r.add(selfatari, len(r.list), r.list)
	if r.wants(selfatariworks) {
		r.add(selfatariworks, r.sacrifice(r.after.liberties[0]), r.list)
	}
}

// sacrifice returns the value of selfatariworks. The opponent takes the group on its last liberty.
func (r *report) sacrifice(last int32) int {
	switch e := r.exchange(last); {
	case e.alone && e.lost == 1:
		return worksAsKo
	case len(e.back) > 0 && len(e.back) >= e.lost:
		return works
	}
	return worksUndecided
}

// An exchange is what happens if the opponent takes a group in atari, and is taken back at once.
type exchange struct {
	lost  int     // stones of the group
	back  []int32 // the stones that are taken back, none unless those that took have one liberty then
	alone bool    // a single stone took, and can be taken back
}

// exchange plays one on the board after the move. The result is valid until the next call.
func (r *report) exchange(last int32) (e exchange) {
	g, opponent := r.after, r.color.Opponent()
	g.cells[last] = uint8(opponent)
	lost := append(r.stones[:0], g.lose(last, r.color)...)
	for _, c := range lost {
		g.cells[c] = empty
	}
	e.lost = len(lost)
	if g.read(last, 1); len(g.liberties) == 1 {
		e.alone = len(g.stones) == 1
		point := g.liberties[0]
		g.cells[point] = uint8(r.color)
		e.back = append(lost, g.lose(point, opponent)...)[len(lost):]
		g.cells[point] = empty
	}
	for _, c := range lost {
		g.cells[c] = uint8(r.color)
	}
	g.cells[last] = empty
	r.stones = lost
	return e
}

// seeSaved finds the groups that are out of atari. A group can gain liberties at the stone that extends
// or connects it, or where its neighbors were taken.
func (r *report) seeSaved() {
	r.list = r.list[:0]
	began := r.before.begin()
	r.addSaved(r.at, began)
	for _, c := range r.taken {
		r.addSaved(c, began)
	}
	if len(r.list) > 0 {
		r.add(saves, len(r.list), r.list)
	}
}

// addSaved adds the stones of the saved groups beside a cell to the list.
func (r *report) addSaved(cell int32, began uint32) {
	for _, c := range beside(cell) {
		if r.before.at(c) != r.color || r.before.seen(c, began) {
			continue
		}
		if r.before.read(c, 1); len(r.before.liberties) != 1 {
			continue
		}
		if r.after.read(c, 1); len(r.after.liberties) > 1 {
			r.list = append(r.list, r.before.stones...)
		}
	}
}

// seeIgnored finds the groups that stay in atari. A move that joins them and leaves them in atari is a
// self-atari, and has not ignored them.
func (r *report) seeIgnored() {
	last := r.observer.previous.last
	if last.color != r.color.Opponent() {
		return
	}
	r.list = r.list[:0]
	began := r.before.begin()
	for _, c := range beside(last.cell) {
		if r.before.at(c) != r.color || r.before.seen(c, began) {
			continue
		}
		if r.before.read(c, 1); len(r.before.liberties) != 1 || r.before.liberties[0] == r.at {
			continue
		}
		if r.after.read(c, 1); len(r.after.liberties) == 1 {
			r.list = append(r.list, r.before.stones...)
		}
	}
	if len(r.list) > 0 {
		r.add(ignoresatari, len(r.list), r.list)
	}
}

// previous knows the move before the one at hand. Variations are taken back.
type previous struct {
	last placed
	open []placed // for each open variation, the last move before it
}

// placed is a stone that a move put. Its color is empty if there is none.
type placed struct {
	cell  int32
	color position.Color
}

// note takes in a node. Nodes that change nothing, such as those with a comment, lie between no moves.
func (p *previous) note(s *position.Step, size position.Size) {
	switch {
	case s.Moved && size.Contains(s.Move.Point):
		p.last = placed{cellOf(s.Move.Point), s.Move.Color}
	case s.Moved || len(s.Placed) > 0 || s.Cleared:
		p.last = placed{}
	}
}

func (p *previous) opened() { p.open = append(p.open, p.last) }

func (p *previous) closed() {
	end := len(p.open) - 1
	p.last, p.open = p.open[end], p.open[:end]
}
