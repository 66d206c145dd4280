package search

import (
	stdcmp "cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"kifudb/position"
	"kifudb/query"
	"kifudb/search/match"
	"kifudb/store"
	"kifudb/store/fulltext"
)

// scan is the slow twin of evaluation: it asks every game about every
// condition, without any index.
func (a *testArchive) scan(t testing.TB, n query.Node) map[store.GameID]bool {
	t.Helper()
	found := make(map[store.GameID]bool)
	switch n := n.(type) {
	case query.And:
		for id := range a.games {
			found[id] = true
		}
		for _, child := range n {
			these := a.scan(t, child)
			maps.DeleteFunc(found, func(id store.GameID, _ bool) bool { return !these[id] })
		}
	case query.Or:
		for _, child := range n {
			maps.Copy(found, a.scan(t, child))
		}
	case query.Not:
		these := a.scan(t, n.Node)
		for id := range a.games {
			if !these[id] {
				found[id] = true
			}
		}
	default:
		for id, g := range a.games {
			if a.holds(t, id, g, n) {
				found[id] = true
			}
		}
	}
	return found
}

// holds asks one game about one term.
func (a *testArchive) holds(t testing.TB, id store.GameID, g *store.Game, n query.Node) bool {
	t.Helper()
	switch n := n.(type) {
	case *query.Term:
		return slices.ContainsFunc(n.Values, func(v query.Value) bool {
			record, corrected := a.recorded[id]
			switch {
			case n.Field == "has" && v.Text == "correction":
				return corrected
			case corrected && (n.Field == "raw" || v.Kind == query.Exact):
				return fits(t, id, record, n.Field, v)
			}
			return fits(t, id, g, n.Field, v)
		})
	case *query.Then:
		return g.Facts.Game == goNumber && len(a.scanThen(t, g, n)) > 0
	case *query.Board:
		if g.Facts.Game != goNumber {
			return false
		}
		if n.Kind == "pos" {
			return len(a.scanPosition(t, g, n)) > 0
		}
		return len(a.scanPattern(t, g, n)) > 0
	}
	t.Fatalf("unknown node %T", n)
	return false
}

// fits compares one value with what the record says.
func fits(t testing.TB, id store.GameID, g *store.Game, name string, v query.Value) bool {
	t.Helper()
	f := g.Facts
	within := func(n int64, unit string) bool {
		lo, hi := testNumber(v.Text, unit), testNumber(v.To, unit)
		switch v.Kind {
		case query.Between:
			return lo <= n && n <= hi
		case query.Less:
			return n < lo
		case query.AtMost:
			return n <= lo
		case query.More:
			return n > lo
		case query.AtLeast:
			return n >= lo
		}
		return n == lo
	}
	if v.Kind != query.Exact {
		switch name {
		case "moves":
			return within(int64(f.Moves), "")
		case "handicap":
			return within(int64(f.Handicap), "")
		case "id":
			return within(int64(id), "")
		case "komi":
			return f.Komi != store.NoKomi && within(int64(f.Komi), "points")
		case "margin":
			return f.How == store.ByPoints && within(int64(f.Margin), "points")
		case "rank":
			return f.BlackRank != 0 && within(int64(f.BlackRank), "rank") || f.WhiteRank != 0 && within(int64(f.WhiteRank), "rank")
		case "size":
			if v.Kind == query.Word {
				return f.Size.String() == v.Text || fmt.Sprintf("%d %d", f.Size.Cols, f.Size.Rows) == v.Text+" "+v.Text
			}
			return within(int64(f.Size.Cols), "") && within(int64(f.Size.Rows), "")
		case "date":
			return fitsDate(f, v)
		case "winner":
			return map[store.Winner]string{store.WinnerBlack: "black", store.WinnerWhite: "white", store.WinnerNone: "draw",
				store.WinnerVoid: "void", store.WinnerUnknown: "unknown"}[f.Winner] == v.Text
		case "by":
			return map[store.How]string{store.ByPoints: "points", store.ByResign: "resign", store.ByTime: "time",
				store.ByForfeit: "forfeit"}[f.How] == v.Text
		case "has":
			return v.Text == "variations" && g.Script.Branched() || (v.Text == "comments" || v.Text == "C") && len(g.Comments) > 0 ||
				slices.ContainsFunc(g.Info, func(i store.Value) bool { return i.Ident == v.Text })
		case "game":
			return f.Game == map[string]uint8{"go": 1, "othello": 2}[v.Text]
		}
	}
	idents := map[string][]string{
		"": {"PB", "PW", "EV"}, "player": {"PB", "PW"}, "black": {"PB"}, "white": {"PW"}, "event": {"EV"}, "result": {"RE"}, "date": {"DT"}, "komi": {"KM"},
		"raw": {"PB", "PW", "EV", "RE", "DT", "KM", "BR", "WR"},
	}[name]
	kind := map[query.Kind]fulltext.Kind{query.Word: fulltext.Words, query.Phrase: fulltext.Phrase, query.Prefix: fulltext.Prefix, query.Fuzzy: fulltext.Fuzzy,
		query.Exact: fulltext.Exact, query.Regexp: fulltext.Regexp}[v.Kind]
	m, err := fulltext.Query{Text: v.Text, Kind: kind}.Matcher()
	if err != nil {
		t.Fatal(err)
	}
	for _, i := range g.Info {
		switch {
		case !slices.Contains(idents, i.Ident):
		case name == "result" && v.Kind == query.Word && v.Text == i.Text, // the forms of SGF mean the same
			name == "result" && v.Text == "B+" && strings.HasPrefix(i.Text, "B+"):
			return true
		case (name != "result" || v.Kind == query.Exact) && m.Match(i.Text):
			return true
		}
	}
	for _, c := range g.Comments {
		if (name == "" || name == "comment") && m.Match(c.Text) {
			return true
		}
	}
	return false
}

// testNumber reads the few forms of numbers that random queries have.
func testNumber(s, unit string) int64 {
	var n int64
	var rest string
	fmt.Sscanf(s, "%d%s", &n, &rest)
	switch {
	case unit == "points":
		var x float64
		fmt.Sscanf(s, "%f", &x)
		return int64(x * 100)
	case unit == "rank" && rest == "k":
		return -n
	case unit == "rank" && rest == "p":
		return n + 100
	}
	return n
}

// fitsDate says whether the game may have been played on a day that fits, by
// trying some days.
func fitsDate(f store.Facts, v query.Value) bool {
	if f.DateLo == 0 {
		return false
	}
	for _, day := range []int32{f.DateLo, f.DateHi, (f.DateLo + f.DateHi) / 2, 19850312} {
		if day < f.DateLo || day > f.DateHi {
			continue
		}
		s := fmt.Sprintf("%04d-%02d-%02d", day/10000, day/100%100, day%100)
		before := func(t string) bool { return s < t } // "1985-03-12" is after "1985"
		starts := strings.HasPrefix(s, v.Text)
		ok := false
		switch v.Kind {
		case query.Word:
			ok = starts
		case query.Between:
			ok = !before(v.Text) && (before(v.To) || strings.HasPrefix(s, v.To))
		case query.Less:
			ok = before(v.Text)
		case query.AtMost:
			ok = before(v.Text) || starts
		case query.More:
			ok = !before(v.Text) && !starts
		case query.AtLeast:
			ok = !before(v.Text)
		}
		if ok {
			return true
		}
	}
	return false
}

// A scanHit is a hit of the slow twins: the node, and how it lies.
type scanHit struct {
	node     int
	anchor   position.Point
	symmetry position.Symmetry
	swapped  bool
	then     string // move number, moves it stood, continuations; of patterns only
	next     []match.Reply
}

func (h scanHit) compare(other scanHit) int {
	swaps := map[bool]int{true: 1}
	return stdcmp.Or(h.node-other.node, int(h.anchor)-int(other.anchor), int(h.symmetry)-int(other.symmetry), strings.Compare(h.then, other.then), swaps[h.swapped]-swaps[other.swapped])
}

// boardAt returns the board at a place in a game of Go.
func (a *testArchive) boardAt(id store.GameID, at query.MoveRef) (*position.Board, error) {
	g := a.games[id]
	var found *position.Board
	var r position.Replayer
	r.Replay(g.Facts.Size, g.Script, func(b *position.Board, step *position.Step) bool {
		if at.Node == step.Node || at.Node < 0 && step.MainLine && (at.Move < 0 || step.MoveNumber <= at.Move) {
			found = b.Clone()
		}
		return true
	})
	if found == nil {
		return nil, fmt.Errorf("game %d has no %v", id, at)
	}
	return found, nil
}

// askedBoard returns the board that a pos: term asks for.
func (a *testArchive) askedBoard(t testing.TB, b *query.Board) *position.Board {
	t.Helper()
	if id, at, ok := query.ParsePlace(b.Text); ok {
		asked, err := a.boardAt(id, at)
		if err != nil {
			t.Fatal(err)
		}
		return asked
	}
	return mustAskFor(t, b).Goban()
}

// scanPosition replays a game and compares the board at each node with all
// images of the asked one. It asks for no next player.
func (a *testArchive) scanPosition(t testing.TB, g *store.Game, b *query.Board) []scanHit {
	t.Helper()
	if b.Near > 0 {
		return a.scanPattern(t, g, b)
	}
	if a.board != b {
		asked := a.askedBoard(t, b)
		pattern := position.BoardPattern(asked)
		a.board, a.size = b, asked.Size()
		a.ko, _ = asked.Ko()
		a.images = pattern.Images(asked.Size(), position.ImageOptions{NoSymmetry: b.Symmetry == "off", SwapColors: b.SwapColors})
	}
	if a.size != g.Facts.Size {
		return nil
	}
	var hits []scanHit
	came := make(map[int]bool) // whether it came up at a node or above
	var r position.Replayer
	r.Replay(g.Facts.Size, g.Script, func(board *position.Board, step *position.Step) bool {
		came[step.Node] = came[step.Parent]
		if b.MainLine && !step.MainLine || step.Parent >= 0 && len(step.Changes) == 0 {
			return true
		}
		for _, m := range a.images {
			if !m.Fits(board, 0) {
				continue
			}
			first := !came[step.Node]
			came[step.Node] = true
			ko, is := board.Ko()
			if is {
				ko = m.Back(0, position.Change{Point: ko}).Point
			}
			if b.Ko == "none" && is || b.Ko == "same" && ko != a.ko {
				continue
			}
			if (first || b.Every) && b.Moves.Contains(step.MoveNumber) {
				hits = append(hits, scanHit{node: step.Node, symmetry: m.Symmetry, swapped: m.Swapped})
			}
		}
		return true
	})
	return hits
}

// scanPattern finds a pattern by the exact matcher, without an index.
func (a *testArchive) scanPattern(t testing.TB, g *store.Game, b *query.Board) []scanHit {
	t.Helper()
	if a.board != b {
		a.board = b
		var pattern *position.Pattern
		if b.Kind == "pos" {
			pattern = position.BoardPattern(a.askedBoard(t, b))
		} else {
			pattern = mustAskFor(t, b).Pattern
		}
		var err error
		a.matcher, err = position.NewMatcher(pattern, position.MatchOptions{
			ImageOptions: position.ImageOptions{NoSymmetry: b.Symmetry == "off", SwapColors: b.SwapColors},
			MainLine:     b.MainLine, MinMove: b.Moves.From, MaxMove: b.Moves.To, Next: b.Next,
			Every: b.Every, MinStood: b.Stood.From, MaxStood: b.Stood.To, Near: b.Near, Moves: b.Kind == "pos",
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	var hits []scanHit
	for _, h := range a.matcher.Find(g.Facts.Size, g.Script) {
		image := a.matcher.Images(g.Facts.Size)[h.Image]
		var next []match.Reply
		for _, c := range h.Next {
			next = append(next, match.Reply{Move: position.Move{Color: c.Stone.Color, Point: c.Stone.Point}, Tenuki: c.Tenuki(), Node: c.Node})
		}
		hits = append(hits, scanHit{h.Node, h.Anchor, image.Symmetry, image.Swapped, fmt.Sprint(h.MoveNumber, h.Stood, next, h.Differs), next})
	}
	return hits
}

// scanThen compares every hit of the first term with every hit of the second,
// and walks up from each of these.
func (a *testArchive) scanThen(t testing.TB, g *store.Game, n *query.Then) []scanHit {
	t.Helper()
	var parents, moves []int
	var r position.Replayer
	r.Replay(g.Facts.Size, g.Script, func(_ *position.Board, step *position.Step) bool {
		parents, moves = append(parents, step.Parent), append(moves, step.MoveNumber)
		return true
	})
	scan := func(b *query.Board) []scanHit {
		if b.Kind == "pos" {
			return a.scanPosition(t, g, b)
		}
		return a.scanPattern(t, g, b)
	}
	first := make(map[int]bool)
	for _, h := range scan(n.First.(*query.Board)) {
		first[h.node] = true
	}
	every := *n.Second.(*query.Board)
	every.Every = true
	second := make(map[int]bool)
	all := scan(&every)
	for _, h := range all {
		second[h.node] = true
	}
	var hits []scanHit
	for _, h := range all {
		for at := parents[h.node]; at >= 0; at = parents[at] {
			if first[at] {
				if n.Within == 0 || moves[h.node]-moves[at] <= n.Within {
					hits = append(hits, h)
				}
				break
			}
			if second[at] && !n.Second.(*query.Board).Every {
				break
			}
		}
	}
	return hits
}
