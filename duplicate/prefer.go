package duplicate

import (
	"cmp"
	"slices"
	"strings"

	"kifudb/store"
)

// A Reason says why a record is preferred to the next best of its cluster.
type Reason uint8

// The reasons, the strongest first.
const (
	Chosen       Reason = iota // by the user
	MoreMoves                  // of the main line
	KnownResult                // who won is known
	KnownDate                  // as a day, or at all
	KnownPlayers               // both, or one
	Undamaged                  // fewer characters that could not be read
	Commented                  // there are comments
	Sounder                    // fewer problems
	MoreInfo                   // more game-info values
	Earlier                    // the lower id
)

var reasonTexts = [...]string{
	"was chosen by you", "has more moves", "has a result", "has the better date", "names the players", "has no damaged text",
	"has comments", "has fewer problems", "has more information", "was imported first",
}

// String returns the reason as what is said of the record: "has more moves".
func (r Reason) String() string {
	if int(r) < len(reasonTexts) {
		return reasonTexts[r]
	}
	return "unknown"
}

// merits are what records are preferred by: for each reason from MoreMoves on a
// number, the greater the better.
type merits [Earlier]int

// meritsOf judges a record.
func meritsOf(g *store.Segment, local int) merits {
	f := g.Facts(local)
	var m merits
	m[MoreMoves] = int(f.Moves)
	if f.Winner != store.WinnerUnknown {
		m[KnownResult] = 1
	}
	switch {
	case f.DateLo == 0:
	case f.DateLo == f.DateHi:
		m[KnownDate] = 2
	default:
		m[KnownDate] = 1
	}
	if f.Flags&store.HasComments != 0 {
		m[Commented] = 1
	}
	for _, v := range g.Info(local) {
		switch v.Ident {
		case "PB", "PW":
			if strings.Trim(v.Text, " ?") != "" {
				m[KnownPlayers]++
			}
		case "problem":
			m[Sounder]--
		}
		if v.Ident == strings.ToUpper(v.Ident) {
			m[MoreInfo]++
		}
		m[Undamaged] -= strings.Count(v.Text, "\uFFFD")
	}
	return m
}

// judge returns a function that judges records by their ids.
func judge(s *store.Snapshot) func(store.GameID) merits {
	return func(id store.GameID) merits {
		g, local, ok := s.Segment(id)
		if !ok {
			return merits{}
		}
		return meritsOf(g, local)
	}
}

// prefer sorts the members of a cluster by their merits and says why each comes
// before the next.
func prefer(members []Member, judge func(store.GameID) merits) {
	judged := make(map[store.GameID]merits, len(members))
	for _, m := range members {
		judged[m.ID] = judge(m.ID)
	}
	slices.SortFunc(members, func(a, b Member) int {
		_, c := better(judged[a.ID], judged[b.ID])
		return cmp.Or(c, cmp.Compare(a.ID, b.ID))
	})
	for i := range members {
		members[i].Reason = Earlier
		if i+1 < len(members) {
			members[i].Reason, _ = better(judged[members[i].ID], judged[members[i+1].ID])
		}
	}
}

// better compares two records: it returns the reason that decides, and a
// number below zero if a is the better one.
func better(a, b merits) (Reason, int) {
	for r := MoreMoves; r < Earlier; r++ {
		if a[r] != b[r] {
			return r, cmp.Compare(b[r], a[r])
		}
	}
	return Earlier, 0
}
