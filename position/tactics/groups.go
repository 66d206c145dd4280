package tactics

import "kifudb/position/feature"

// The kinds of groups and their liberties.
const (
	liberties = iota
	groupsize
	connects
	cuts
)

var groupKinds = []feature.Kind{
	liberties: {
		Name: "liberties", Also: []string{"liberty", "呼吸点", "ダメの数", "气", "氣", "气数", "활로"},
		About: "liberties of the player's group after the move",
		From:  "Sensei's Library: Liberty", Everywhere: true,
	},
	groupsize: {
		Name: "groupsize", Also: []string{"group-size", "chainsize", "石数", "子数"},
		About: "stones of the player's group after the move: those that lines of the board connect with the stone",
		From:  "Sensei's Library: Chain", Everywhere: true,
	},
	connects: {
		Name: "connects", Also: []string{"connect", "ツギ", "継ぎ", "接", "粘", "连接", "連接", "이음"},
		About: "groups of the player that the stone joins into one, if there are two or more",
		From:  "Sensei's Library: Solid connection", Common: []int32{2},
	},
	cuts: {
		Name: "cuts", Also: []string{"cut", "キリ", "切り", "切る", "断", "斷", "끊음"},
		About: "parts into which the stone cuts the opponent's groups that it touches: two groups stay in one part if they still have a common liberty; only if there are two parts or more, and the stone's own group is not in atari",
		From:  "Sensei's Library: Cut",
	},
}

func seeGroups(r *report) {
	if r.suicide {
		return
	}
	if r.wants(liberties) || r.wants(groupsize) {
		r.after.read(r.at, all)
		r.add(liberties, len(r.after.liberties), r.after.liberties)
		r.add(groupsize, len(r.after.stones), r.after.stones)
	}
	if r.wants(connects) && r.before.beside(r.at, r.color) > 1 {
		r.seeConnected()
	}
	if r.wants(cuts) && r.after.beside(r.at, r.color.Opponent()) > 1 {
		r.seeCut()
	}
}

// seeConnected counts the groups that the stone joins.
func (r *report) seeConnected() {
	r.list = r.list[:0]
	groups, began := 0, r.before.begin()
	for _, c := range beside(r.at) {
		if r.before.at(c) == r.color && !r.before.seen(c, began) {
			r.before.read(c, all)
			r.list = append(r.list, r.before.stones...)
			groups++
		}
	}
	if groups > 1 {
		r.add(connects, groups, r.list)
	}
}

// seeCut counts the parts of the opponent's groups at the stone.
func (r *report) seeCut() {
	if r.after.read(r.at, 1); len(r.after.liberties) < 2 {
		return
	}
	const most = 4 // groups that a stone touches
	var (
		part [most]int // by group
		ends [most]int // by group, where its liberties end in the list
	)
	opponent, stones := r.color.Opponent(), r.stones[:0]
	r.list = r.list[:0]
	groups, parts, began := 0, 0, r.after.begin()
	for _, c := range beside(r.at) {
		if r.after.at(c) != opponent || r.after.seen(c, began) {
			continue
		}
		r.after.read(c, all)
		stones = append(stones, r.after.stones...)
		part[groups] = groups
		parts++
		from := 0
		for other := range groups {
			if part[other] != part[groups] && r.after.shares(r.list[from:ends[other]]) {
				parts--
				for i, joined := 0, part[other]; i < groups; i++ {
					if part[i] == joined {
						part[i] = groups
					}
				}
			}
			from = ends[other]
		}
		r.list = append(r.list, r.after.liberties...)
		ends[groups] = len(r.list)
		groups++
	}
	r.stones = stones
	if parts > 1 {
		r.add(cuts, parts, stones)
	}
}
