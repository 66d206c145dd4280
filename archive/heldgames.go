package archive

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	registry "kifudb/game"
	"kifudb/query"
)

// A heldGame is a kind of game with the number of its games in the archives.
type heldGame struct {
	game  registry.Game
	games int
}

// held returns the kinds of games that the archives hold, those with the most games first.
// They are counted once for a view.
func (vs *Views) held() []heldGame {
	var counts [1 << 8]int
	for _, v := range vs.list {
		v.count.Do(v.countKinds)
		for number, games := range v.counts {
			counts[number] += games
		}
	}
	var list []heldGame
	for number, games := range counts {
		if games > 0 {
			list = append(list, heldGame{registry.Of(number), games})
		}
	}
	slices.SortStableFunc(list, func(a, b heldGame) int { return cmp.Compare(b.games, a.games) })
	return list
}

// countKinds counts the games of each kind.
func (v *View) countKinds() {
	for _, s := range v.snapshot.Segments() {
		for number, games := range s.KindCounts() {
			v.counts[number] += games
		}
	}
}

// holds reports whether any game of the archives is of a kind. In an archive of that kind it
// looks at one game.
func (vs *Views) holds(g registry.Game) bool {
	for _, v := range vs.list {
		for _, s := range v.snapshot.Segments() {
			live := s.Live().Iterator()
			for live.HasNext() {
				if int(s.Facts(int(live.Next())).Game) == g.About().Number {
					return true
				}
			}
		}
	}
	return false
}

// AssumedGame returns the game that board terms are about where a question names none: the only
// one with rules in the archives, or else the default.
func (vs *Views) AssumedGame() registry.Game {
	if vs.holds(registry.Default()) {
		return registry.Default()
	}
	var only registry.Game
	for _, h := range vs.held() {
		switch {
		case registry.HasRules(h.game) != nil:
		case only != nil:
			return registry.Default()
		default:
			only = h.game
		}
	}
	if only == nil {
		return registry.Default()
	}
	return only
}

// gamesHeld lists what the archives hold: "18 games of chess, 9 of go".
func gamesHeld(list []heldGame) string {
	const most = 8
	var b strings.Builder
	for i, h := range list {
		switch {
		case i == most:
			fmt.Fprintf(&b, " and of %d other games", len(list)-most)
			return b.String()
		case i > 0:
			fmt.Fprintf(&b, ", %d of %s", h.games, h.game.About().Name)
		case h.games == 1:
			fmt.Fprintf(&b, "1 game of %s", h.game.About().Name)
		default:
			fmt.Fprintf(&b, "%d games of %s", h.games, h.game.About().Name)
		}
	}
	return b.String()
}

// assumes says which game was assumed for board terms that name none, if it is not the
// default.
func (q *Question) assumes(g registry.Game) {
	if g != registry.Default() {
		n := AssumedNotice(g)
		q.Notices.Say(n.Code, "%s", n.Text)
	}
}

// AssumedNotice says which game was assumed.
func AssumedNotice(g registry.Game) Notice {
	return Notice{NoticeAssumed, fmt.Sprintf("the query names no game; kifudb assumed %s, the only game here with searchable positions", g.About().Name)}
}

// foundNoMoves says which term for what moves do is about games of which the archives have none, and
// reports whether there is one.
func (q *Question) foundNoMoves() bool {
	held := q.views.held()
	if len(held) == 0 {
		return false
	}
	all, ok := q.Search.Query.Root.(query.And)
	if !ok {
		all = query.And{q.Search.Query.Root}
	}
	for _, n := range all { // others need not hold
		list := []query.Node{n}
		if then, ok := n.(*query.Then); ok {
			list = []query.Node{then.First, then.Second}
		}
		for _, n := range list {
			t, ok := n.(*query.Term)
			if !ok || !t.OfMoves() {
				continue
			}
			games := t.GamesOfMoves()
			if slices.ContainsFunc(held, func(h heldGame) bool { return slices.Contains(games, h.game) }) {
				continue
			}
			var names []string
			for _, g := range games {
				names = append(names, g.About().Name)
			}
			q.Notices.Say(NoticeNoMoves, "%s is about moves of %s; the archive has %s", query.Print(t), strings.Join(names, ", "), gamesHeld(held))
			return true
		}
	}
	return false
}

// foundNone says, of a question that names no game, which games are here, and which one was
// assumed for its board terms. Archives of the default game alone have nothing to say.
func (q *Question) foundNone() {
	if q.foundNoMoves() {
		return
	}
	if q.assumed == nil && (q.Search.Query.Root == nil || query.NamesGame(q.Search.Query.Root)) {
		return
	}
	held := q.views.held()
	switch {
	case len(held) == 0:
		return
	case len(held) == 1 && (q.assumed == nil || held[0].game == q.assumed):
		if held[0].game != registry.Default() {
			q.Notices.Say(NoticeHeld, "nothing found; the archive has %s", gamesHeld(held))
		}
		return
	case q.assumed == nil:
		q.Notices.Say(NoticeHeld, "nothing found in any game; the archive has %s", gamesHeld(held))
		return
	}
	name, advice := q.assumed.About().Name, ""
	for _, h := range held {
		if h.game != q.assumed && registry.HasRules(h.game) == nil {
			advice = fmt.Sprintf("; add %s if you mean that", query.GameTerm(h.game.About().Number))
			break
		}
	}
	q.Notices.Say(NoticeHeld, "nothing found; the query names no game, so kifudb assumed %s; the archive has %s%s", name, gamesHeld(held), advice)
}
