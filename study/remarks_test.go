package study_test

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"kifudb/position"
	"kifudb/store"
	"kifudb/study"
)

// The remarks on positions are what a scan of all comments finds where they stand.
func TestRemarks(t *testing.T) {
	a := newRandomArchive(t, 6, 160)
	every := 4
	if testing.Short() {
		every = 10
	}
	asked, remarks, again, behind := 0, 0, 0, 0
	for i, g := range a.games {
		if i%every != 0 {
			continue
		}
		for node := range min(3, g.script.Nodes()) {
			limit := []int{0, 2}[node%2]
			text := fmt.Sprintf("pos:%d@n%d hits:every", g.id, node)
			got := a.ask(t, text, &study.Remarks{Limit: limit}, nil).(*study.RemarksFound)
			want, idle := a.remarks(g.boardAt(node), limit)
			sortTies(got.Remarks)
			own := map[store.GameID]bool{}
			for _, r := range got.Remarks {
				for _, p := range r.Places {
					own[p.Game] = true
				}
			}
			if len(own)+len(got.Others) != got.Records || slices.ContainsFunc(got.Others, func(id store.GameID) bool { return own[id] }) {
				t.Errorf("%s: %d records and %v others, want %d", text, len(own), got.Others, got.Records)
			}
			if limit > 0 { // which of the same length are shown is not told here
				got.Remarks, want.Remarks = withoutLast(got.Remarks), withoutLast(want.Remarks)
			}
			got.Others = nil
			if d := gocmp.Diff(want, got); d != "" {
				t.Fatalf("%s, limit %d (-want +got):\n%s", text, limit, d)
			}
			asked++
			behind += idle
			remarks += got.Total
			for _, r := range got.Remarks {
				if len(r.Places) > 1 {
					again++
				}
			}
		}
	}
	if asked < 100/every || remarks < 100/every || again < 50/every || behind < 5 {
		t.Errorf("%d questions, %d remarks, %d several times, %d behind the node are no test", asked, remarks, again, behind)
	}
}

// sortTies puts remarks of the same length in an order of the test's own.
func sortTies(list []study.Remark) {
	slices.SortFunc(list, func(a, b study.Remark) int {
		return cmp.Or(b.Length-a.Length, strings.Compare(a.Ident+a.Text, b.Ident+b.Text))
	})
}

// withoutLast leaves out the remarks of the least length.
func withoutLast(list []study.Remark) []study.Remark {
	return slices.DeleteFunc(slices.Clone(list), func(r study.Remark) bool { return r.Length == list[len(list)-1].Length })
}

// remarks is the slow twin. It returns how many texts stand behind the node at which the
// position came up, too.
func (a *randomArchive) remarks(asked *position.Board, limit int) (want *study.RemarksFound, behind int) {
	want = &study.RemarksFound{}
	of := map[string]*study.Remark{}
	records := map[string]bool{}
	for _, g := range a.games {
		stands := map[int]bool{}
		g.nodes(func(b *position.Board, s *position.Step) bool {
			// It stands where the board is like it, unless a pass led there.
			came := len(s.Changes) > 0 || s.Parent < 0
			stands[s.Node] = len(mapsTo(asked, b)) > 0 && (came || !s.Moved && stands[s.Parent])
			for _, c := range g.comments {
				if c.Node != s.Node || !stands[s.Node] {
					continue
				}
				words := strings.Join(strings.Fields(c.Text), " ")
				if words == "" {
					continue
				}
				if !came {
					behind++
				}
				length := len([]rune(words))
				if words == "好手" {
					length = 4
				}
				r := of[c.Ident+" "+words]
				if r == nil {
					r = &study.Remark{Ident: c.Ident, Text: c.Text, Length: length}
					of[c.Ident+" "+words] = r
				}
				r.Places = append(r.Places, study.RemarkPlace{Game: g.id, Node: c.Node})
				records[fmt.Sprint(g.id)] = true
			}
			return true
		})
	}
	for _, r := range of {
		want.Remarks = append(want.Remarks, *r)
	}
	want.Total, want.Records = len(want.Remarks), len(records)
	sortTies(want.Remarks)
	if limit > 0 && len(want.Remarks) > limit {
		want.Remarks = want.Remarks[:limit]
	}
	return want, behind
}
