// Package ladder reads ladders in Go and finds the moves of a game that have to do with them.
//
// A [Reader] decides whether a group can be captured by an unbroken series of ataris. A [Tracker]
// follows a game with its variations and says which moves start a ladder that works, which chase
// in vain, and which break a ladder from afar.
package ladder

import (
	"slices"

	"kifudb/position"
)

// Outcome is what reading a ladder says about the chased group.
type Outcome uint8

// The outcomes, the better ones for the attacker later, but for Undecided.
const (
	Escapes   Outcome = iota // the group gets three liberties, or cannot be put into atari
	ByKo                     // a ko decides: somebody needs a move that would repeat a position
	Captured                 // the attacker captures the group
	Undecided                // the budget was spent before
)

// String returns "escapes", "ko", "captured" or "undecided".
func (o Outcome) String() string {
	return [...]string{"escapes", "ko", "captured", "undecided"}[o&3]
}

// Budget is a budget for Read with which nearly all ladders of real games are decided.
// A ladder across a 19×19 board takes about a tenth.
const Budget = 30_000

// Read reads a ladder: whether the attacker can capture the group that holds a point by
// putting it into atari with each move. The attacker plays only on liberties of the group, and
// only moves that leave it one. The other player, the defender, plays on that liberty or
// captures stones of the attacker's that touch the group and are in atari themselves. Read
// tries all these moves of both players.
//
// The group escapes once it has three liberties, or two and the turn. It is captured when the
// attacker takes its last liberty. The player to move first may not retake a ko that the board
// forbids. Nobody may repeat a position of the line that is being read. Such a move counts as
// ByKo: worse for the attacker than a capture, better than an escape.
//
// The budget limits the work: one unit for each stone that is looked at. Read returns Escapes
// if there is no stone on the point.
func Read(b *position.Board, group position.Point, toPlay position.Color, budget int) Outcome {
	return new(Reader).Read(b, group, toPlay, budget)
}

// A Reader reads ladders as [Read] does and keeps its memory from one to the next. The
// zero value is ready.
type Reader struct {
	board  plainBoard
	frames []frame
	moves  []uint16 // of all frames
	group  []uint16 // the chased group's cells
	cut    bool     // the limit of ataris ended a line
}

// frame is a position of the line that is being read.
type frame struct {
	key              uint64 // of the stones
	log              int32  // length of the board's log before the move that led here
	first, next, end int32  // the moves, those from next on not tried yet
	since            int32  // the first frame since the group grew last; no older position can come again
	ataris           int32  // how often the attacker put the group into atari
	move             int32  // the cell of the move that led here
	free             liberties
	attack           bool // the attacker is to move
	plain            bool // free is known from the frame before, since the move had no other effects
	best             Outcome
}

// Read does the same as [Read].
func (r *Reader) Read(b *position.Board, group position.Point, toPlay position.Color, budget int) Outcome {
	if b.At(group) == position.Empty || toPlay != position.Black && toPlay != position.White {
		return Escapes
	}
	r.board.reset(b)
	r.board.forget()
	return r.search(cellOf(group), toPlay != b.At(group), banned(b, toPlay), maxAtaris, budget)
}

// banned returns the cell on which a ko forbids a player to move, 0 if there is none.
func banned(b *position.Board, toPlay position.Color) int {
	if ko, ok := b.Ko(); ok && b.ToPlay() == toPlay {
		return cellOf(ko)
	}
	return 0
}

// maxAtaris is more than a ladder can have: a limit that limits nothing.
const maxAtaris = 1 << 30

// search reads the ladder of a stone's group on r.board, which is afterwards as before. Lines
// in which the attacker needs more than limit ataris count as escapes and set r.cut.
func (r *Reader) search(stone int, attack bool, ban, limit, budget int) Outcome {
	b := &r.board
	b.steps, b.log, r.frames, r.moves, r.cut = 0, b.log[:0], r.frames[:0], r.moves[:0], false
	defender := b.color(stone)
	if value, known := r.enter(stone, frame{attack: attack}, ban, limit); known {
		return value
	}
	for {
		f := &r.frames[len(r.frames)-1]
		done := f.next == f.end || f.attack && f.best == Captured || !f.attack && f.best == Escapes
		if done {
			value := f.best
			b.undo(int(f.log))
			r.frames = r.frames[:len(r.frames)-1]
			if len(r.frames) == 0 {
				return value
			}
			r.frames[len(r.frames)-1].choose(value)
			r.moves = r.moves[:r.frames[len(r.frames)-1].end]
			continue
		}
		if b.steps > budget {
			b.undo(0)
			return Undecided
		}
		move := int(r.moves[f.next])
		f.next++
		if len(r.frames) == 1 && move == ban {
			f.choose(ByKo)
			continue
		}
		color := defender
		if f.attack {
			color = 3 - defender
		}
		child := frame{log: int32(len(b.log)), since: f.since, ataris: f.ataris, move: int32(move), attack: !f.attack}
		extends := !f.attack && move == f.free.at[0]
		if f.attack {
			child.ataris++
		} else if extends {
			child.since = int32(len(r.frames))
		}
		if !b.try(move, color) {
			continue
		}
		if r.repeats(child.since) {
			b.undo(int(child.log))
			f.choose(ByKo)
			continue
		}
		switch captured := len(b.log) > int(child.log)+1; {
		case captured:
		case f.attack:
			child.plain, child.free.n = true, 1
			child.free.at[0] = f.free.at[0] + f.free.at[1] - move
		case extends:
			child.plain, child.free = b.freedom(move)
		}
		if value, known := r.enter(stone, child, 0, limit); known {
			b.undo(int(child.log))
			r.frames[len(r.frames)-1].choose(value)
		}
	}
}

// choose makes a value the position's one if the player to move likes it better.
func (f *frame) choose(value Outcome) {
	if f.attack == (value > f.best) {
		f.best = value
	}
}

// repeats reports whether the board is as it was before in the line, in a frame since the given one.
func (r *Reader) repeats(since int32) bool {
	for i := len(r.frames) - 1; i >= int(since); i-- {
		if r.frames[i].key == r.board.key {
			return true
		}
	}
	return false
}

// enter returns the value of the present position if it is known at once, and otherwise adds a
// frame for it with the moves to try.
func (r *Reader) enter(stone int, f frame, ban, limit int) (value Outcome, known bool) {
	b := &r.board
	if !f.plain {
		f.free = b.walkChain(stone)
	}
	n, first, second := f.free.n, f.free.at[0], f.free.at[1]
	switch {
	case f.attack && n == 1 && first == ban:
		return ByKo, true
	case f.attack && n <= 1: // without any it stood on the board like that
		return Captured, true
	case n > 2 || !f.attack && n == 2:
		return Escapes, true
	case f.attack && int(f.ataris) >= limit:
		r.cut = true
		return Escapes, true
	case !f.attack && n == 1 && b.empties(first) > 2: // an extension gets three liberties
		return Escapes, true
	}
	f.key, f.first, f.next = b.key, int32(len(r.moves)), int32(len(r.moves))
	if f.attack {
		f.best = Escapes
		// The defender is given the liberty that is worth less to him.
		if b.empties(first) < b.empties(second) {
			first, second = second, first
		}
		r.moves = append(r.moves, uint16(first), uint16(second))
	} else {
		f.best = Captured
		r.addCaptures(stone, &f) // first, since most captures decide at once
		if n == 1 {
			r.moves = append(r.moves, uint16(first))
		}
	}
	f.end = int32(len(r.moves))
	r.frames = append(r.frames, f)
	return 0, false
}

// addCaptures adds the defender's moves that capture chains of the attacker's which touch the group.
func (r *Reader) addCaptures(stone int, f *frame) {
	b := &r.board
	attacker := 3 - b.color(stone)
	start := b.walk // lastLiberty needs to know which marks are newer
	if start > 1<<31 {
		clear(b.seen)
		b.walk, start = 1, 1
	}
	if last := len(r.frames) - 1; f.plain && last > 0 && r.frames[last].plain {
		// Since the defender was to move, one stone of each color was put on the board. Only chains
		// beside the defender's can be in atari now and not before: the attacker's stone is there too.
		parent, before := &r.frames[last], &r.frames[last-1]
		for _, c := range r.moves[before.first : before.end-1] {
			if b.color(int(c)) == 0 {
				r.moves = append(r.moves, c)
			}
		}
		for _, n := range around(int(parent.move)) {
			if b.color(n) == attacker {
				r.addCapture(n, start, f)
			}
		}
		return
	}
	if f.plain {
		b.walkChain(stone)
		start = b.walk
	}
	r.group = append(r.group[:0], b.chain...)
	for _, at := range r.group {
		for _, n := range around(int(at)) {
			if b.color(n) == attacker {
				r.addCapture(n, start, f)
			}
		}
	}
}

// addCapture adds the move that captures the attacker's chain on a cell, if that is in atari. A
// move on the group's last liberty is added by enter.
func (r *Reader) addCapture(cell int, start uint32, f *frame) {
	b := &r.board
	if b.seen[cell] > start || b.empties(cell) > 1 {
		return
	}
	liberty, ok := b.lastLiberty(cell, start)
	if ok && liberty != f.free.at[0] && !slices.Contains(r.moves[f.first:], uint16(liberty)) {
		r.moves = append(r.moves, uint16(liberty))
	}
}

// lastLiberty returns the only liberty of a chain, or false if it has several. A stone that a
// walk after start has found belongs to a chain for which lastLiberty was called before and
// gave up, since it would have found all stones of the chain otherwise.
func (b *plainBoard) lastLiberty(cell int, start uint32) (liberty int, ok bool) {
	walk, color := b.newWalk(), b.color(cell)
	b.seen[cell] = walk
	b.chain = append(b.chain[:0], uint16(cell))
	for i := 0; i < len(b.chain); i++ {
		at := int(b.chain[i])
		b.look(at)
		for _, n := range around(at) {
			switch b.color(n) {
			case color:
				if b.seen[n] == walk {
					continue
				}
				if b.seen[n] > start {
					return 0, false
				}
				b.seen[n] = walk
				b.chain = append(b.chain, uint16(n))
			case 0:
				if liberty != 0 && liberty != n {
					return 0, false
				}
				liberty = n
			}
		}
	}
	return liberty, liberty != 0
}
