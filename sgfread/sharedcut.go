package sgfread

import (
	"cmp"
	"slices"
)

// cut finds what to cut out for each game.
func (c *claims) cut() Sharing {
	s := Sharing{Count: len(c.games)}
	c.untidy = c.untidyBranches()
	c.level = slices.Repeat([]int32{noBranch}, len(c.branches))
	own := c.infosOf()
	limit := maxSharedTimes*len(c.text) + maxSharedMore
	bytes, weight := 0, 0
	for _, game := range c.games {
		others, forks := c.outside(c.own[game])
		others = joined(append(others, c.overruled(game, own)...))
		cuts := slices.Clone(others)
		for _, at := range forks {
			cuts = append(cuts, Cut{at, at + 1})
		}
		cuts = joined(cuts)
		size := len(c.text)
		for _, cut := range cuts {
			size -= cut.To - cut.From
		}
		bytes += size + sharedCut*len(cuts)
		weight += size + sharedCut*len(cuts) + sharedWeight
		if bytes > limit || weight > maxSharedBytes || len(cuts) > maxSharedCuts {
			return Sharing{Count: s.Count}
		}
		slices.Sort(forks)
		s.Games = append(s.Games, SharedGame{cuts, forks})
		if len(s.Games) == 1 {
			s.Orphans = others
		} else {
			s.Orphans = common(s.Orphans, others)
		}
	}
	return s
}

// A kept branch is one on the way to the line of a game that was looked at last.
type kept struct {
	branch   int32
	children int
	last     int32 // the last of them
}

// outside returns the branches that do not belong to a game with some lines, and where the
// parentheses of branches are that have none beside them any more.
func (c *claims) outside(lines []int32) (cuts []Cut, forks []int) {
	between := func(from, to int32) { // branches beside each other, with the space before them
		if from != noBranch && to != noBranch {
			cut := Cut{c.branches[from].open, c.branches[to].end}
			for cut.From > 0 && classes[c.text[cut.From-1]] == space {
				cut.From-- // so that a game is the same whatever others are there
			}
			cuts = append(cuts, cut)
		}
	}
	var way []kept
	var path []int32
	leave := func() {
		k := way[len(way)-1]
		way = way[:len(way)-1]
		c.level[k.branch] = noBranch
		b := &c.branches[k.branch]
		if k.children == 0 {
			between(b.first, b.last)
			return
		}
		if k.last != b.last {
			between(c.branches[k.last].next, b.last)
		}
		if only := &c.branches[k.last]; k.children == 1 && b.first != b.last && !c.untidy[k.branch] && c.bracketed(only) {
			forks = append(forks, only.open, only.end-1)
		}
	}
	for _, line := range lines {
		path = path[:0] // from the line up to where it leaves the way to the one before
		at := line
		for ; at != noBranch && c.level[at] == noBranch; at = c.branches[at].parent {
			path = append(path, at)
		}
		for at != noBranch && len(way) > int(c.level[at])+1 {
			leave()
		}
		for _, branch := range slices.Backward(path) {
			if n := len(way) - 1; n >= 0 {
				above := &way[n]
				b, from := &c.branches[branch], c.branches[above.branch].first
				if above.children > 0 {
					from = c.branches[above.last].next
				}
				if from != branch {
					between(from, b.prev)
				}
				above.children++
				above.last = branch
			}
			c.level[branch] = int32(len(way))
			way = append(way, kept{branch: branch})
		}
	}
	for len(way) > 0 {
		leave()
	}
	return cuts, forks
}

// bracketed reports whether a branch has both of its parentheses.
func (c *claims) bracketed(b *branch) bool {
	return c.text[b.open] == '(' && b.end-1 > b.open && c.text[b.end-1] == ')'
}

// untidyBranches returns the branches behind whose forks something stands but spaces: without the
// parentheses of the fork, it would be read as a part of its last line.
func (c *claims) untidyBranches() []bool {
	untidy := make([]bool, len(c.branches))
	for i := range c.branches {
		b := &c.branches[i]
		if b.parent == noBranch {
			continue
		}
		above := &c.branches[b.parent]
		end := above.end
		if b.next != noBranch {
			end = c.branches[b.next].open
		} else if c.bracketed(above) {
			end--
		}
		if b.end > end || !blank(c.text[b.end:end]) {
			untidy[b.parent] = true
		}
	}
	return untidy
}

// overruled returns the game-info above a game that it does not have.
func (c *claims) overruled(game int32, own map[int32][]int32) (cuts []Cut) {
	gone := infoSet(0)
	for at := game; at != noBranch; at = c.branches[at].parent {
		b := &c.branches[at]
		for _, k := range own[at] {
			if gone.has(c.infos[k].id) {
				cuts = append(cuts, c.infos[k].whole)
			}
		}
		if b.claim != at || b.parent == noBranch {
			continue // it was merged, or claims nothing
		}
		if b.kind == contradicts {
			gone |= ^lasting
		}
		for _, k := range own[at] {
			gone |= 1 << c.infos[k].id
		}
	}
	return cuts
}

// joined sorts cuts and joins those that touch.
func joined(cuts []Cut) []Cut {
	slices.SortFunc(cuts, func(a, b Cut) int { return cmp.Compare(a.From, b.From) })
	n := 0
	for _, cut := range cuts {
		if n > 0 && cut.From <= cuts[n-1].To {
			cuts[n-1].To = max(cuts[n-1].To, cut.To)
			continue
		}
		cuts[n] = cut
		n++
	}
	return cuts[:n]
}

// common returns what two lists of cuts have in common.
func common(a, b []Cut) []Cut {
	both := make([]Cut, 0, min(len(a), len(b)))
	for len(a) > 0 && len(b) > 0 {
		if from, to := max(a[0].From, b[0].From), min(a[0].To, b[0].To); from < to {
			both = append(both, Cut{from, to})
		}
		if a[0].To < b[0].To {
			a = a[1:]
		} else {
			b = b[1:]
		}
	}
	return both
}
