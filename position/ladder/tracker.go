package ladder

import (
	"slices"

	"kifudb/position"
)

// A Word says what a move has to do with a ladder.
type Word uint8

// The words. A chase is a series of ataris against one group, one with each of a player's moves
// in a row. A ladder works if the group is captured whatever its owner does, and if the attacker
// needs at least LeastAtaris more ataris for that. It fails if the group escapes. Each word
// stands at most once in a chase, at the first move that it fits.
const (
	Works     Word = 1 + iota // an atari, and the ladder works
	Fails                     // at least the third atari of a chase, and the ladder fails
	Breaker                   // a move away from a group, whose ladder worked before and fails now
	Maker                     // a move of the attacker's away from a group, whose ladder failed before and works now
	Runs                      // an extension out of atari, though the ladder works
	Ko                        // an atari, and a ko decides the ladder
	Unread                    // an atari, and reading the ladder exceeded the budget
	firstWord = Works
	lastWord  = Unread
)

const (
	// LeastAtaris is the number of ataris after the present move that make a ladder. If fewer
	// are enough, the group is lost where it stands, and players do not speak of a ladder.
	LeastAtaris = 3

	// leastChase is the number of ataris from which on a chase in vain is a ladder that fails.
	// Shorter ones are often played for shape.
	leastChase = 3

	// farAway is the number of lines between a move that breaks or makes a ladder and the
	// nearest stone of the group, along the rows or along the columns. Nearer moves defend or
	// attack the group itself.
	farAway = 3

	// A game may spend so many units of reading for each node, and so many more at once. Real
	// games need 150 for each node; a game that is made to take long gets Unread.
	unitsPerNode = 2_000
	unitsAtOnce  = 2_000_000
)

// A Found is a word for a move.
type Found struct {
	Word Word
	// Points are the stones of the groups after the move. For Breaker and Maker the move's own
	// point comes last.
	Points []position.Point
}

// A Tracker follows a game and finds the moves that have to do with ladders. It keeps the result
// of each reading until a stone changes on a point that the reading looked at, and reads again only
// when a move comes that may have to do with the ladder. The zero value is ready for Start. A tracker may be used for one game after the other.
type Tracker struct {
	reader  Reader
	entries []entry
	present []bool      // by cell: an entry has this stone
	chases  [2]chases   // of the latest move and of the one before
	saved   [][2]chases // of open variations
	units   int         // of reading, left

	found  []Found
	points []position.Point
	marks  []mark
}

// entry is a group with two liberties, and what becomes of it if the attacker plays first.
type entry struct {
	stone  uint16 // its first cell
	color  uint8
	size   int // stones
	free   liberties
	stale  bool // it has to be read; what follows is not known
	status status
	looked [position.MaxSize + 2]uint64
}

// status is what reading says about a group.
type status uint8

const (
	escapes status = iota
	lost           // captured, or a ko, with too few ataris for a ladder
	works
	byKo
	unread
)

// chases are the chases that a move goes on with: one for each group that it puts into atari.
type chases struct {
	n     int
	depth int // of the move's node
	list  [4]chase
}

type chase struct {
	stone   uint16 // of the group
	liberty uint16 // its last one
	ataris  uint16 // so far
	told    uint16 // words that moves of the chase had, a bit each
	status  status
}

// mark is a word that was found, with its points as a part of Tracker.points.
type mark struct {
	word     Word
	from, to int
}

// Start begins a game at a position.
func (t *Tracker) Start(b *position.Board) {
	size := t.reader.board.size
	t.reader.board.reset(b)
	if size != b.Size() {
		t.present = make([]bool, len(t.reader.board.cells))
	}
	clear(t.present)
	t.entries, t.chases, t.saved, t.units = t.entries[:0], [2]chases{}, t.saved[:0], unitsAtOnce
	for i := range b.Size().Area() {
		t.add(cellOf(b.Size().At(i)))
	}
}

// Open begins a variation below the latest node.
func (t *Tracker) Open() { t.saved = append(t.saved, t.chases) }

// Close takes a variation back. The step is the replayer's after [position.Closed].
func (t *Tracker) Close(s *position.Step) {
	if last := len(t.saved) - 1; last >= 0 {
		t.chases, t.saved = t.saved[last], t.saved[:last]
	}
	t.apply(s.Changes)
	t.update(s.Changes, 0)
}

// Node follows a node that the replayer has executed, and returns the words of its move by their
// order, each at most once. A node with setup or several moves has none. The result is valid
// until the next call.
func (t *Tracker) Node(b *position.Board, s *position.Step) []Found {
	t.units = min(t.units+unitsPerNode, unitsAtOnce)
	t.found, t.points, t.marks = t.found[:0], t.points[:0], t.marks[:0]
	mover := uint8(0)
	if s.Moved && len(s.Placed) == 1 && !s.Cleared && s.Fault&position.Occupied == 0 &&
		s.Placed[0] == (position.Change{Point: s.Move.Point, Color: s.Move.Color}) && b.At(s.Move.Point) == s.Move.Color {
		mover = uint8(s.Move.Color)
	}
	if mover != 0 {
		t.refresh(cellOf(s.Move.Point))
	}
	t.apply(s.Changes)
	if mover == 0 {
		t.chases = [2]chases{}
		t.update(s.Changes, 0)
		return nil
	}
	at := cellOf(s.Move.Point)
	t.extend(at, mover, s.Depth)
	t.chase(b, at, mover, s.Depth)
	t.update(s.Changes, at)
	return t.collect(s.Move.Point)
}

// apply takes over changes of the board.
func (t *Tracker) apply(changes []position.Change) {
	for _, c := range changes {
		t.reader.board.set(cellOf(c.Point), uint8(c.Color))
	}
}

// tell notes a word with the stones of the chain that was walked last.
func (t *Tracker) tell(word Word) {
	from := len(t.points)
	for _, c := range t.reader.board.chain {
		t.points = append(t.points, pointOf(int(c)))
	}
	t.marks = append(t.marks, mark{word, from, len(t.points)})
}

// collect makes the result of what was told.
func (t *Tracker) collect(move position.Point) []Found {
	if len(t.marks) == 0 {
		return nil
	}
	for word := firstWord; word <= lastWord; word++ {
		var points []position.Point
		for _, m := range t.marks {
			if m.word == word {
				points = append(points, t.points[m.from:m.to]...)
			}
		}
		if points == nil {
			continue
		}
		if word == Breaker || word == Maker {
			points = append(points, move)
		}
		t.found = append(t.found, Found{word, points})
	}
	return t.found
}

// read reads the ladder against a stone's group. The points that it depends on are then in
// t.reader.board.rows.
func (t *Tracker) read(stone int, attack bool, ban int) status {
	r := &t.reader
	r.board.forget()
	short := LeastAtaris - 1
	if attack {
		short++
	}
	// Most groups are lost or escape within a few moves.
	near := t.search(stone, attack, ban, short)
	if near == Captured {
		return lost
	}
	outcome := near
	if r.cut && near != Undecided {
		outcome = t.search(stone, attack, ban, maxAtaris)
	}
	switch {
	case outcome == Captured:
		return works
	case outcome == Undecided:
		return unread
	case outcome == Escapes:
		return escapes
	case near == ByKo:
		return lost
	}
	return byKo
}

// search reads as far as the game's units allow.
func (t *Tracker) search(stone int, attack bool, ban, limit int) Outcome {
	outcome := t.reader.search(stone, attack, ban, limit, min(Budget, t.units))
	t.units -= t.reader.board.steps
	return outcome
}

// refresh reads the groups that are stale and that a move is far away from, before it is executed. A
// nearer move has no words for them.
func (t *Tracker) refresh(move int) {
	for i := range t.entries {
		e := &t.entries[i]
		if !e.stale {
			continue
		}
		if t.reader.board.walkChain(int(e.stone)); far(move, t.reader.board.chain) {
			t.readEntry(e)
		}
	}
}

// readEntry reads a group.
func (t *Tracker) readEntry(e *entry) {
	e.status = t.read(int(e.stone), true, 0)
	e.looked, e.stale = t.reader.board.rows, false
}

// update forgets the results that may be different after changes, and notes what a move has
// changed. The move is 0 if no player is to be told.
func (t *Tracker) update(changes []position.Change, move int) {
	b := &t.reader.board
	for i := 0; i < len(t.entries); i++ {
		e := &t.entries[i]
		if !e.stale && !e.touched(changes) {
			continue
		}
		b.forget()
		same := b.color(int(e.stone)) == e.color
		if same {
			free := b.walkChain(int(e.stone))
			same = free == e.free && len(b.chain) == e.size
		}
		if !same { // the group is another one now
			t.present[e.stone] = false
			last := len(t.entries) - 1
			t.entries[i] = t.entries[last]
			t.entries = t.entries[:last]
			i--
			continue
		}
		word, before, after := Breaker, works, escapes
		if move != 0 && b.color(move) != e.color {
			word, before, after = Maker, escapes, works
		}
		if move == 0 || e.stale || e.status != before || !far(move, b.chain) {
			e.stale = true
			continue
		}
		if t.readEntry(e); e.status == after {
			b.walkChain(int(e.stone))
			t.tell(word)
		}
	}
	for _, c := range changes {
		cell := cellOf(c.Point)
		t.add(cell)
		for _, n := range around(cell) {
			t.add(n)
		}
	}
}

// far reports whether a cell is at least farAway lines away from all stones of a chain.
func far(cell int, chain []uint16) bool {
	p := pointOf(cell)
	for _, c := range chain {
		q := pointOf(int(c))
		if max(p.X()-q.X(), q.X()-p.X(), p.Y()-q.Y(), q.Y()-p.Y()) < farAway {
			return false
		}
	}
	return true
}

// touched reports whether a change matters to the entry.
func (e *entry) touched(changes []position.Change) bool {
	for _, c := range changes {
		cell := cellOf(c.Point)
		if e.looked[cell/stride]>>(cell%stride)&1 != 0 {
			return true
		}
	}
	return false
}

// add adds an entry for the group on a cell if it has two liberties and no entry.
func (t *Tracker) add(cell int) {
	b := &t.reader.board
	color := b.color(cell)
	if color == 0 || color == edge {
		return
	}
	b.forget()
	free := b.walkChain(cell)
	if free.n != 2 {
		return
	}
	stone := slices.Min(b.chain)
	if t.present[stone] {
		return
	}
	e := entry{stone: stone, color: color, size: len(b.chain), stale: true}
	e.free = b.walkChain(int(stone)) // in the order in which it will be found again
	t.present[stone] = true
	t.entries = append(t.entries, e)
}

// extend looks whether a move runs out of the latest atari.
func (t *Tracker) extend(move int, mover uint8, depth int) {
	b := &t.reader.board
	latest := &t.chases[0]
	if latest.depth+1 != depth {
		return
	}
	for i := range latest.list[:latest.n] {
		c := &latest.list[i]
		if c.status == works && int(c.liberty) == move && b.color(int(c.stone)) == mover && !c.has(Runs) {
			c.told |= 1 << Runs
			b.walkChain(int(c.stone))
			if !slices.Contains(t.points, pointOf(int(c.stone))) { // two chased groups may be one now
				t.tell(Runs)
			}
		}
	}
}

// has reports whether a move of the chase had a word.
func (c *chase) has(w Word) bool { return c.told>>w&1 != 0 }

// of returns the chase of a group, nil if there is none.
func (c *chases) of(chain []uint16) *chase {
	for i := range c.list[:c.n] {
		if slices.Contains(chain, c.list[i].stone) {
			return &c.list[i]
		}
	}
	return nil
}

// chase looks at the groups that a move puts into atari.
func (t *Tracker) chase(b *position.Board, move int, mover uint8, depth int) {
	board, opponent := &t.reader.board, 3-mover
	before := t.chases[1]
	next := chases{depth: depth}
	for _, n := range around(move) {
		if board.color(n) != opponent {
			continue
		}
		free := board.walkChain(n)
		if free.n != 1 || next.of(board.chain) != nil {
			continue
		}
		c := chase{}
		if old := before.of(board.chain); old != nil && before.depth+2 == depth {
			c = *old
		}
		c.stone, c.liberty = uint16(n), uint16(free.at[0])
		c.ataris++
		c.status = t.read(n, false, banned(b, position.Color(opponent)))
		word := [...]Word{works: Works, byKo: Ko, unread: Unread}[c.status]
		if c.status == escapes && c.ataris >= leastChase {
			word = Fails
		}
		if word != 0 && !c.has(word) {
			c.told |= 1 << word
			board.walkChain(n)
			t.tell(word)
		}
		next.list[next.n] = c
		next.n++
	}
	t.chases = [2]chases{next, t.chases[0]}
}
