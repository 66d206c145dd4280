package sgfread

import (
	"bytes"
	"cmp"
	"math/bits"
	"slices"
)

// An infoID numbers the properties of game-info, from 1.
type infoID uint8

// An infoSet is a set of infoIDs.
type infoSet uint64

func (s infoSet) has(id infoID) bool { return s>>id&1 != 0 }

func setOf(idents ...Ident) (s infoSet) {
	for _, id := range idents {
		s |= 1 << infoIDs[id]
	}
	return s
}

// telling are the properties that tell games apart.
var telling = [...]Ident{IdentPB, IdentPW, IdentBT, IdentWT, IdentRE, IdentDT, IdentRO, IdentEV, IdentPC, IdentGN}

// infoIDs has the numbers of all properties of game-info, those that tell games apart first.
var infoIDs = func() map[Ident]infoID {
	ids := map[Ident]infoID{}
	number := func(id Ident) {
		if ids[id] == 0 {
			ids[id] = infoID(len(ids) + 1)
		}
	}
	for _, id := range telling {
		number(id)
	}
	for _, t := range types {
		if t.Class == ClassGameInfo {
			number(ParseIdent(t.Name))
		}
	}
	return ids
}()

var (
	players  = [...]infoID{infoIDs[IdentPB], infoIDs[IdentPW]}
	teams    = [...]infoID{infoIDs[IdentBT], infoIDs[IdentWT]}
	result   = infoIDs[IdentRE]
	dates    = [...]infoID{infoIDs[IdentDT], infoIDs[IdentRO]} // by which a game is surely another one
	who      = setOf(IdentPB, IdentPW, IdentBT, IdentWT)
	occasion = setOf(IdentDT, IdentRO, IdentEV, IdentPC, IdentGN)
	alone    = setOf(IdentRE, IdentDT, IdentRO, IdentEV, IdentPC) // enough in the first node of a branch
	// What is true of any game from a position on, or of the record. A game that is
	// quoted has it from above.
	lasting = setOf(IdentHA, IdentKM, IdentRU, IdentSO, IdentUS, IdentAN, IdentCP)
)

// A context is the game-info of a branch: for each property that tells games apart
// the index in infos, or -1.
type context [len(telling) + 1]int32

// claims decides which branches are games.
type claims struct {
	*branchReader
	contexts []context
	firsts   map[int32]int   // by claim, how many branches complete it
	last     map[int32]int32 // by claim, the last branch that was merged into it
	plain    map[int32]bool  // by claim, whether it has branches with moves that nobody claims
	own      map[int32][]int32
	games    []int32 // claims that are games
	untidy   []bool  // by branch, see untidyBranches
	level    []int32 // by branch, where it is on the way to the latest line; noBranch if it is not
}

// find finds the branches that claim to be another game.
func (c *claims) find() {
	c.firsts, c.last = map[int32]int{}, map[int32]int32{}
	own := c.infosOf()
	root := context{}
	for i := range root {
		root[i] = -1
	}
	c.contexts = append(c.contexts, root)
	for i := range c.branches {
		b := &c.branches[i]
		above := int32(0)
		if b.parent != noBranch {
			above, b.claim = c.branches[b.parent].context, c.branches[b.parent].claim
		}
		b.context = above
		infos := own[int32(i)]
		if len(infos) == 0 {
			continue
		}
		if i > 0 {
			b.kind = c.kindOf(infos, &c.contexts[above])
		}
		now := c.contexts[above]
		if b.kind == contradicts {
			now = c.contexts[0]
		}
		said := infoSet(0)
		for _, k := range infos {
			id := c.infos[k].id
			if int(id) >= len(now) || said.has(id) || b.kind == noClaim && now[id] >= 0 && !c.placeholder(now[id]) {
				continue
			}
			said |= 1 << id
			now[id] = k
		}
		b.context = int32(len(c.contexts))
		c.contexts = append(c.contexts, now)
		if b.kind != noClaim {
			if b.kind == completes {
				c.firsts[b.claim]++
			}
			b.claim = int32(i)
			for at := int32(i); at != noBranch && !c.branches[at].claimed; at = c.branches[at].parent {
				c.branches[at].claimed = true
			}
		}
	}
}

// infosOf returns the values of game-info by their branches.
func (c *claims) infosOf() map[int32][]int32 {
	own := map[int32][]int32{}
	for k := range c.infos {
		own[c.infos[k].branch] = append(own[c.infos[k].branch], int32(k))
	}
	return own
}

// kindOf returns the claim of a game-info, given the context above it.
func (c *claims) kindOf(infos []int32, above *context) claimKind {
	var told, added, other, opens infoSet
	for _, k := range infos {
		v := &c.infos[k]
		bit := infoSet(1) << v.id
		if int(v.id) >= len(above) || told&bit != 0 || who&bit != 0 && c.placeholder(k) {
			continue // the first value counts
		}
		told |= bit
		if v.first {
			opens |= bit
		}
		switch was := above[v.id]; {
		case was < 0 || who&bit != 0 && c.placeholder(was):
			added |= bit
		case !c.same(was, k):
			other |= bit
		}
	}
	named := infoSet(0) // above
	for _, id := range [...]infoID{players[0], players[1], teams[0], teams[1]} {
		if above[id] >= 0 && !c.placeholder(above[id]) {
			named |= 1 << id
		}
	}
	of := func(ids [2]infoID) infoSet { return 1<<ids[0] | 1<<ids[1] }
	differs := (added | other) &^ (1 << result) // in what may tell games apart
	switch {
	case other&of(players) != 0, told&of(players) == 0 && other&of(teams) != 0:
		return contradicts
	case told.has(result) && other&of(dates) != 0 && above[result] >= 0:
		return contradicts
	case added&of(players) != 0, named == 0 && added&of(teams) != 0:
		return completes
	case added.has(result) && differs&occasion&alone != 0:
		return completes
	case named != 0:
		return noClaim
	}
	differs = differs&occasion | added&(1<<result)
	if opens&alone&differs != 0 || bits.OnesCount64(uint64(differs)) > 1 {
		return completes
	}
	return noClaim
}

// merge merges claims that alone complete what stands above them with it.
func (c *claims) merge() {
	into := map[int32]int32{}
	for i := range c.branches {
		b := &c.branches[i]
		if b.kind == noClaim {
			if to, ok := into[b.claim]; ok {
				b.claim = to
			}
			continue
		}
		above := c.above(int32(i))
		if b.kind == completes && c.firsts[above] == 1 {
			into[int32(i)], b.claim = above, above
			c.firsts[above], c.last[above] = c.firsts[int32(i)], int32(i)
		}
	}
}

// above returns the claim that a claim comes from, after those above it were merged.
func (c *claims) above(claim int32) int32 { return c.branches[c.branches[claim].parent].claim }

// assign finds the games, and gives each its lines.
func (c *claims) assign() {
	c.plain, c.own = map[int32]bool{}, map[int32][]int32{}
	for i := range c.branches {
		b := &c.branches[i]
		if b.moves && !b.claimed && c.branches[i].parent != noBranch {
			c.plain[b.claim] = true
		}
		if b.first == noBranch {
			c.own[b.claim] = append(c.own[b.claim], int32(i))
		}
	}
	var left []int32 // lines of stems that are no games
	for i := range c.branches {
		b := &c.branches[i]
		at := int32(i)
		if b.claim != at {
			continue
		}
		if c.firsts[at] > 0 && !c.plain[at] {
			left = append(left, c.own[at]...)
			delete(c.own, at)
			continue
		}
		if len(c.own[at]) == 0 { // it only quotes others
			end := at
			if merged, ok := c.last[at]; ok {
				end = merged
			}
			c.own[at] = []int32{end}
		}
		c.games = append(c.games, at)
	}
	slices.SortFunc(c.games, func(a, b int32) int { return cmp.Compare(c.own[a][0], c.own[b][0]) })
	c.give(left)
}

// give gives the lines of stems that are no games to the first games below these.
func (c *claims) give(lines []int32) {
	if len(lines) == 0 {
		return
	}
	to := map[int32]int32{} // the first game of a claim
	for _, game := range c.games {
		for at := game; ; at = c.above(at) {
			if _, ok := to[at]; ok {
				break
			}
			to[at] = game
			if c.branches[at].parent == noBranch {
				break
			}
		}
	}
	given := map[int32]bool{}
	for _, line := range lines {
		game := to[c.branches[line].claim]
		c.own[game] = append(c.own[game], line)
		given[game] = true
	}
	for game := range given {
		slices.Sort(c.own[game])
	}
}

// same reports whether two values say the same, as far as bytes of any encoding show it: names with
// and without a title, a rank or a first name are the same, and so are dates of which one says less.
func (c *claims) same(a, b int32) bool {
	x, y := c.words(a), c.words(b)
	if len(x) > len(y) {
		x, y = y, x
	}
	if c.infos[a].id == infoIDs[IdentDT] {
		n := len(x)
		return n > 0 && slices.EqualFunc(x, y[:n], bytes.Equal)
	}
	inside := true
	for _, word := range x {
		inside = inside && slices.ContainsFunc(y, func(other []byte) bool { return bytes.Equal(word, other) })
	}
	if inside {
		return true
	}
	one, other := bytes.Join(x, nil), bytes.Join(y, nil)
	if len(one) > len(other) {
		one, other = other, one
	}
	// Names of scripts that do not put spaces between words.
	return len(one) > 0 && one[0] >= 0x80 && bytes.Contains(other, one)
}

// placeholders are names that editors write where nobody was named.
var placeholders = map[string]bool{
	"": true, "black": true, "white": true, "blackplayer": true, "whiteplayer": true,
	"playerblack": true, "playerwhite": true, "player1": true, "player2": true, "player": true, "unknown": true,
	"anonymous": true, "noname": true, "none": true, "na": true, "黑": true, "白": true, "黑方": true, "白方": true,
	"黑棋": true, "白棋": true, "黒": true, "黒番": true, "白番": true, "흑": true, "백": true,
}

func (c *claims) placeholder(k int32) bool {
	v := c.infos[k]
	if !who.has(v.id) {
		return false
	}
	return placeholders[string(bytes.Join(c.words(k), nil))]
}

// maxSharedWords bounds the text by which values are compared.
const maxSharedWords = 128

// words returns the words of a value in small letters.
func (c *claims) words(k int32) [][]byte {
	v := c.infos[k]
	var text []byte
	for _, b := range c.text[v.from:min(v.to, v.from+maxSharedWords)] {
		switch {
		case 'A' <= b && b <= 'Z':
			b |= 0x20
		case 'a' <= b && b <= 'z', '0' <= b && b <= '9', b >= 0x80:
		default:
			b = ' '
		}
		text = append(text, b)
	}
	return bytes.Fields(text)
}
