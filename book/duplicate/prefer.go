package duplicate

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"kifudb/store"
)

// A Reason says why a record is preferred to the next best of its cluster.
type Reason uint8

// The reasons, the strongest first.
const (
	Chosen       Reason = iota // by the user
	Original                   // played first, if the records are of days far apart: others have played it again
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
	"was chosen by you", "was played first", "has more moves", "has a result", "has the better date", "names the players", "has no damaged text",
	"has comments", "has fewer problems", "has more information", "was imported first",
}

// String returns the reason as a phrase about the record: "has more moves".
func (r Reason) String() string {
	if int(r) < len(reasonTexts) {
		return reasonTexts[r]
	}
	return "unknown"
}

// merits are what records are preferred by: for each reason from Original on a
// number, the greater the better.
type merits [Earlier]int

// A judgment is the merits of a record and when its game was played.
type judgment struct {
	merits
	dateLo, dateHi int32 // see [store.Facts]
}

// judgmentOf judges a record.
func judgmentOf(g *store.Segment, local int) judgment {
	f := g.Facts(local)
	m := judgment{dateLo: f.DateLo, dateHi: f.DateHi}
	m.merits[MoreMoves] = int(f.Moves)
	if f.Winner != store.WinnerUnknown {
		m.merits[KnownResult] = 1
	}
	switch {
	case f.DateLo == 0:
	case f.DateLo == f.DateHi:
		m.merits[KnownDate] = 2
	default:
		m.merits[KnownDate] = 1
	}
	if f.Flags&store.HasComments != 0 {
		m.merits[Commented] = 1
	}
	for _, v := range g.Info(local) {
		switch v.Ident {
		case "PB", "PW":
			if strings.Trim(v.Text, " ?") != "" {
				m.merits[KnownPlayers]++
			}
		case "problem":
			m.merits[Sounder]--
		}
		if v.Ident == strings.ToUpper(v.Ident) {
			m.merits[MoreInfo]++
		}
		m.merits[Undamaged] -= strings.Count(v.Text, "\uFFFD")
	}
	return m
}

// judge returns a function that judges records by their ids.
func judge(s *store.Snapshot) func(store.GameID) judgment {
	return func(id store.GameID) judgment {
		g, local, ok := s.Segment(id)
		if !ok {
			return judgment{}
		}
		return judgmentOf(g.Recorded(), local)
	}
}

// prefer sorts the members of a cluster by their merits and says why each comes
// before the next.
func prefer(members []Member, judge func(store.GameID) judgment) {
	judged := make(map[store.GameID]judgment, len(members))
	latest, earliest := int32(math.MinInt32), int32(math.MaxInt32)
	for _, m := range members {
		j := judge(m.ID)
		judged[m.ID] = j
		if j.dateLo != 0 {
			latest, earliest = max(latest, dayNumber(j.dateLo)), min(earliest, dayNumber(j.dateHi))
		}
	}
	if earliest < math.MaxInt32 && int64(latest)-int64(earliest) > season {
		for id, j := range judged {
			j.merits[Original] = math.MinInt32 // a record that does not say when
			if j.dateLo != 0 {
				j.merits[Original] = -int(dayNumber(j.dateHi))
			}
			judged[id] = j
		}
	}
	slices.SortFunc(members, func(a, b Member) int {
		_, c := better(judged[a.ID].merits, judged[b.ID].merits)
		return cmp.Or(c, cmp.Compare(a.ID, b.ID))
	})
	for i := range members {
		members[i].Reason = Earlier
		if i+1 < len(members) {
			members[i].Reason, _ = better(judged[members[i].ID].merits, judged[members[i+1].ID].merits)
		}
	}
}

// better compares two records: it returns the reason that decides, and a
// number below zero if a is the better one.
func better(a, b merits) (Reason, int) {
	for r := Original; r < Earlier; r++ {
		if a[r] != b[r] {
			return r, cmp.Compare(b[r], a[r])
		}
	}
	return Earlier, 0
}
