package tactics

import (
	"cmp"
	"slices"
	"sync"

	"kifudb/position"
	"kifudb/position/feature"
)

// The kinds that look back on the line of play: kos and recaptures.
const (
	ko = iota
	kothreat
	koends
	kos
	superko
	recapture
	snapback
	underthestones
	sendtwo
)

// The words of koends.
const (
	koFilled = iota + 1
	koCaptured
	koUnanswered
)

var koKinds = []feature.Kind{
	ko: {
		Name: "ko", Also: []string{"コウ", "劫", "打劫", "提劫", "패"},
		About: "the move takes a ko: one stone takes one stone, and could be taken back at once if the rules allowed it. " +
			"The number says which taking of the fight it is, from 1 on. A fight is about the same two points, on one line of play, " +
			"and lasts until one player fills the ko, a capture ends it, or setup changes the board",
		From: "Sensei's Library: Ko",
	},
	kothreat: {
		Name: "kothreat", Also: []string{"threat", "コウ材", "コウダテ", "コウ立て", "劫材", "找劫", "팻감"},
		About: "the move is a ko threat that was answered: the opponent has just taken a ko, the player puts a stone elsewhere, " +
			"the opponent answers with a stone that does not end the ko, and the player takes the ko back with his next move. " +
			"The number says which threat of the fight it is, those of both players together. Taking another ko may be a threat, too",
		From: "Sensei's Library: Ko threat",
	},
	koends: {
		Name: "koends", Also: []string{"kowins", "コウ解消", "劫争终", "消劫", "解劫"},
		About: "the move ends a ko that was taken at least twice, and its player wins it",
		From:  "Sensei's Library: Ko fight",
		Words: []feature.Word{
			{Name: "filled", Also: []string{"connected", "connects", "fills", "つぎ", "ツギ", "継ぎ", "粘劫", "粘"}, About: "the winner fills the ko"},
			{Name: "captured", Also: []string{"captures", "抜き", "提", "提通"}, About: "the winner captures more than the stone of the ko, or stones around his own, so that it is no ko any longer"},
			{Name: "unanswered", Also: []string{"ignored", "コウ材無視", "不应", "不應"}, About: "the winner had just taken the ko, and ends it instead of answering the stone that the loser put elsewhere"},
		},
	},
	kos: {
		Name: "kos", Also: []string{"doubleko", "両コウ", "二段コウ", "連環劫", "连环劫", "三コウ", "三劫"},
		About: "how many kos are fought when the move takes one, if there are two or more: those that were taken on this line of play and are still open",
		From:  "Sensei's Library: Double ko",
	},
	superko: {
		Name: "superko", Also: []string{"cycle", "同形反復", "同型反復", "全局同形", "全局同形再现", "长生", "長生"},
		About: "the move repeats the whole board as it stood earlier on this line of play, whoever was to move then. " +
			"The number is the length of the cycle: the moves, passes included, since the board last became that one. " +
			"A search goes back to the latest setup and no further",
		From: "Sensei's Library: Superko",
	},
	recapture: {
		Name: "recapture", Also: []string{"recaptures", "取り返し", "反提", "回提", "되따냄"},
		About: "stones that the move takes, one of which has just made a capture; a ko is none",
		From:  "Sensei's Library: Capture two, recapture one",
	},
	snapback: {
		Name: "snapback", Also: []string{"uttegaeshi", "ウッテガエシ", "打って返し", "倒扑", "倒撲", "환격"},
		About: "stones that the player wins for a single one: if the opponent takes the stone that the move puts in atari, the player takes " +
			"back two stones or more on its point, among them the one that took it; or the move is the one that takes them",
		From: "Sensei's Library: Snapback", Version: 1,
	},
	underthestones: {
		Name: "underthestones", Also: []string{"ishinoshita", "石の下", "倒脱靴", "倒脫靴", "후절수"},
		About: "how many stones the opponent has just taken, two or more, if the move is on one of their points and captures or gives atari. " +
			"Taking one stone back for two is none",
		From: "Sensei's Library: Under the stones",
	},
	sendtwo: {
		Name: "sendtwo", Also: []string{"sendingtwo", "打二还一", "打二還一", "送二收一"},
		About: "how many stones, two or more, the player gave up for one: his move before made a group of so many, the opponent took it with one stone, and the move takes that stone alone",
		From:  "Sensei's Library: Sending two, returning one",
	},
}

// A koFight is the state of a ko after somebody took it. It does not change: the next taking
// makes another one.
type koFight struct {
	empty, stone int32          // the cells: of the stone that was taken, and of the one that took it
	holder       position.Color // who took it last
	takes        int32          // on this line
	threats      int32          // that were answered
	node         int32          // of the last taking, an index of the path
}

// koState is what a node of the path adds to the state of the fights. The next node begins
// with it.
type koState struct {
	fights, undo int32 // how many there were before the node
	taken        int32 // the fight of which the move took the ko, from 1 on; 0 if it took none
	open         int32 // fights that are open after the node
	since        int32 // number of the first fight since setup changed the board

	threat bool // the move may be a threat
	told   bool // it is one, and was reported
}

// A koTracker knows the kos of the line of play. Setup ends them all.
type koTracker struct {
	path koPath

	fights []koFight // of the line, also those that ended
	at     []int32   // by cell: the fight about it, from 1 on; 0 if there is none
	undo   []koUndo  // what at was

	threats bool      // whether somebody asks for them
	frames  []koFrame // of the open variations
	waiting int       // those of them from which a threat of the line may yet be answered

	removed []int32 // of emptied
	early   []found // instances of earlier nodes, which became known at the present one
}

// A koUndo is what a cell of koTracker.at was.
type koUndo struct{ cell, fight int32 }

// A koFrame is a variation: how long the line was where it began, and whether a threat before
// it may yet be answered after it.
type koFrame struct {
	nodes   int
	waiting bool
}

// koTrackers are memory for trackers.
var koTrackers = sync.Pool{New: func() any { return new(koTracker) }}

// startKo gives the observer a tracker. First is the first of the tracker's kinds.
func (o *observer) startKo(first int) {
	k, empty := koTrackers.Get().(*koTracker), o.move.before
	k.path.start(empty, o.want.Kinds.Has(first+superko))
	k.threats = o.want.Kinds.Has(first + kothreat)
	k.at = slices.Grow(k.at[:0], len(empty.cells))[:len(empty.cells)]
	clear(k.at)
	k.fights, k.undo, k.frames, k.early, k.waiting = k.fights[:0], k.undo[:0], k.frames[:0], k.early[:0], 0
	o.ko = k
}

// free gives the tracker's memory to others, unless it is much. The tracker is not used after that.
func (k *koTracker) free() {
	const usual = 1 << 12 // nodes of a line
	if k != nil && cap(k.path.nodes) <= usual && cap(k.path.snapshots) < 1<<20 {
		koTrackers.Put(k)
	}
}

// open begins a variation.
func (k *koTracker) open() {
	if k == nil {
		return
	}
	waiting := k.waits()
	if waiting {
		k.waiting++
	}
	k.frames = append(k.frames, koFrame{len(k.path.nodes), waiting})
}

// close takes a variation back.
func (k *koTracker) close() {
	if k == nil {
		return
	}
	frame := k.frames[len(k.frames)-1]
	k.frames = k.frames[:len(k.frames)-1]
	if frame.waiting {
		k.waiting--
	}
	for len(k.path.nodes) > frame.nodes {
		n := k.path.last().ko
		for i := len(k.undo) - 1; i >= int(n.undo); i-- {
			k.at[k.undo[i].cell] = k.undo[i].fight
		}
		k.undo, k.fights = k.undo[:n.undo], k.fights[:n.fights]
		k.path.pop()
	}
}

// waits reports whether a threat among the last two moves may yet be answered.
func (k *koTracker) waits() bool {
	last, before := &k.path.last().ko, &k.path.above(1).ko
	return last.threat && !last.told || before.threat && !before.told
}

// pending reports whether an instance of an earlier node may become known later.
func (k *koTracker) pending() bool { return k != nil && k.threats && (k.waiting > 0 || k.waits()) }

// other takes in a node without a move on the board.
func (k *koTracker) other(step *position.Step) {
	switch {
	case k == nil:
	case len(step.Changes) > 0:
		k.setup(koNode{color: position.Empty, at: -1}, step)
	case step.Moved:
		n := koNode{node: step.Node, moveNumber: step.MoveNumber, color: step.Move.Color, at: -1, base: k.path.last().base}
		n.ko = k.next()
		k.path.push(n, nil, nil)
	}
}

// next returns the state with which a node begins.
func (k *koTracker) next() koState {
	s := &k.path.last().ko
	return koState{fights: int32(len(k.fights)), undo: int32(len(k.undo)), open: s.open, since: s.since}
}

// setup takes in a node that changes the board by more than one move. What was before is
// forgotten.
func (k *koTracker) setup(n koNode, step *position.Step) {
	n.node, n.moveNumber, n.base = step.Node, step.MoveNumber, int32(len(k.path.nodes))
	n.ko = k.next()
	n.ko.since, n.ko.open = int32(len(k.fights)), 0
	k.path.push(n, step.Changes, nil)
	k.path.enter(nil)
}

// fight returns the number of the open fight about a cell, 0 if there is none.
func (k *koTracker) fight(cell int32) int32 {
	if f := k.at[cell]; f > k.path.last().ko.since {
		return f
	}
	return 0
}

// set notes that a fight, or none, is about a cell.
func (k *koTracker) set(cell, fight int32) {
	k.undo = append(k.undo, koUndo{cell, k.at[cell]})
	k.at[cell] = fight
}

// end ends a fight.
func (k *koTracker) end(fight int32) {
	f := &k.fights[fight-1]
	k.set(f.empty, 0)
	k.set(f.stone, 0)
	k.path.last().ko.open--
}

// seeKo looks at the kos, then puts the move on the line.
func seeKo(r *report) {
	k, step := r.observer.ko, r.observer.replay.Step()
	k.early = k.early[:0]
	n := koNode{node: r.node, moveNumber: r.number, color: r.color, at: r.at, captured: int32(len(r.taken)), suicide: r.suicide}
	plain := len(step.Placed) == 1 && !step.Cleared && step.Fault&position.Occupied == 0 && r.number == k.path.last().moveNumber+1
	if !plain {
		k.setup(n, step)
	} else {
		seeRecaptures(r, &k.path)
		n.base, n.ko = k.path.last().base, k.next()
		k.path.push(n, step.Changes, r.before)
		k.ends(r, step)
		k.threatens(r)
	}
	k.takes(r)
	r.seeThrowIn()
	if !plain {
		return
	}
	if i := k.path.enter(r.after); i >= 0 {
		r.add(superko, r.number-k.path.nodes[i].moveNumber, []int32{r.at})
	}
}

// takesKo reports whether the move takes a ko.
func (m *move) takesKo() bool {
	if len(m.taken) != 1 || m.suicide {
		return false
	}
	for _, c := range beside(m.at) {
		if s := m.after.at(c); s == m.color || s == position.Empty && c != m.taken[0] {
			return false
		}
	}
	return true
}

// takes looks whether the last node takes a ko.
func (k *koTracker) takes(r *report) {
	if !r.takesKo() {
		return
	}
	s := &k.path.last().ko
	f := koFight{empty: r.taken[0], stone: r.at, holder: r.color, takes: 1, node: int32(len(k.path.nodes) - 1)}
	if i := k.fight(r.at); i > 0 {
		before := &k.fights[i-1]
		f.takes, f.threats = before.takes+1, before.threats
		k.answered(r, before, &f)
	} else {
		s.open++
	}
	k.fights = append(k.fights, f)
	s.taken = int32(len(k.fights))
	k.set(f.empty, s.taken)
	k.set(f.stone, s.taken)
	r.add(ko, int(f.takes), []int32{f.stone, f.empty})
	if s.open > 1 && r.wants(kos) {
		r.add(kos, int(s.open), k.cells(r))
	}
}

// cells returns the cells of all open fights, if they are to be marked.
func (k *koTracker) cells(r *report) []int32 {
	if !r.observer.want.Points {
		return nil
	}
	list := r.list[:0]
	for c := range k.at {
		if k.fight(int32(c)) > 0 {
			list = append(list, int32(c))
		}
	}
	r.list = list
	return list
}

// ends looks for fights that the last node ends, where a retaking does not. A ko ends in one of three
// ways: with a stone on its empty point; with the capture of stones around its stone, which has more
// liberties then; or, by a suicide, with the loss of stones around it, and then nobody wins.
func (k *koTracker) ends(r *report, step *position.Step) {
	var words [koUnanswered + 1]bool
	cells := r.list[:0]
	end := func(i int32, how int) {
		f := k.fights[i-1]
		k.end(i)
		if f.takes < 2 || how == 0 {
			return
		}
		words[how] = true
		cells = append(cells, f.stone, f.empty)
		last := k.path.above(1)
		words[koUnanswered] = words[koUnanswered] || f.holder == r.color && int(f.node) == len(k.path.nodes)-3 && last.color == r.color.Opponent() && last.at >= 0
	}
	if i := k.fight(r.at); i > 0 {
		switch f := &k.fights[i-1]; {
		case r.suicide:
			end(i, 0)
		case f.holder == r.color:
			end(i, koFilled)
		case !r.takesKo():
			end(i, koCaptured)
		}
	}
	removed := r.taken
	how, holder := koCaptured, r.color
	if r.suicide {
		removed, how, holder = k.emptied(r, step), 0, r.color.Opponent()
	}
	for _, c := range removed {
		for _, b := range beside(c) {
			// The empty point of a ko touches stones of its holder alone: b is the stone.
			if i := k.fight(b); i > 0 && k.fights[i-1].holder == holder {
				end(i, how)
			}
		}
	}
	r.list = cells
	for word, is := range words {
		if is {
			r.add(koends, word, cells)
		}
	}
}

// emptied returns the cells that a suicide emptied. The result is valid until the next call.
func (k *koTracker) emptied(r *report, step *position.Step) []int32 {
	list := append(k.removed[:0], r.at)
	for _, c := range step.Changes {
		if c.Color == position.Empty {
			list = append(list, cellOf(c.Point))
		}
	}
	k.removed = list
	return list
}

// threatens notes whether the last node may be a threat.
func (k *koTracker) threatens(r *report) {
	t := &k.path.above(1).ko
	if t.taken > 0 && k.path.above(1).color != r.color && k.fight(k.fights[t.taken-1].empty) == t.taken {
		k.path.last().ko.threat = true
	}
}

// answered reports the threat before a retaking, if it was one.
func (k *koTracker) answered(r *report, before, now *koFight) {
	answer, threat := k.path.above(1), k.path.above(2)
	if int(before.node) != len(k.path.nodes)-4 || answer.color != before.holder || answer.at < 0 || threat.color != r.color || threat.at < 0 {
		return
	}
	now.threats++
	if threat.ko.told {
		return
	}
	threat.ko.told = true
	if r.wants(kothreat) {
		o := r.observer
		from := len(o.cells)
		if o.want.Points {
			o.cells = append(o.cells, threat.at)
		}
		k.early = append(k.early, found{feature.Instance{
			Kind: r.first + kothreat, Node: threat.node, By: r.color, Value: now.threats,
		}, from, len(o.cells)})
	}
}

// held are instances that wait, because one of an earlier node may yet become known.
type held struct {
	found []found
	cells []int32
}

// release hands over the instances that nothing earlier can precede any longer: o.found are those
// of the node at hand, and become those that were released. At the end nothing waits.
func (o *observer) release(end bool) {
	if o.ko == nil || !o.ko.threats {
		return
	}
	waits := !end && o.ko.pending()
	h := &o.held
	if !waits && len(h.found) == 0 && len(o.ko.early) == 0 {
		return
	}
	add := func(list []found) {
		for _, f := range list {
			from := len(h.cells)
			h.cells = append(h.cells, o.cells[f.from:f.to]...)
			f.from, f.to = from, len(h.cells)
			h.found = append(h.found, f)
		}
	}
	add(o.found)
	add(o.ko.early)
	o.ko.early = o.ko.early[:0]
	o.found, o.cells = o.found[:0], o.cells[:0]
	if waits {
		return
	}
	slices.SortStableFunc(h.found, func(a, b found) int { return cmp.Or(cmp.Compare(a.Node, b.Node), cmp.Compare(a.Kind, b.Kind)) })
	o.found, h.found = h.found, o.found
	o.cells, h.cells = h.cells, o.cells
}
