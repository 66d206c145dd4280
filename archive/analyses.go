package archive

import (
	"context"
	"fmt"
	"slices"

	"kifudb/book/evaluation"
	"kifudb/store"
)

// An Analysis is an analysis that an archive keeps beside its records.
type Analysis struct {
	evaluation.Source
	Games  int `json:"games" doc:"Number of records with evaluations from this analysis."`
	Absent int `json:"absent,omitempty" doc:"Number of these records that no game of the archive has. Missing if there are none."`
}

// Analyses are those that an archive keeps.
type Analyses struct {
	Analyses []Analysis `json:"analyses" doc:"The analyses, the newest first."`
	Bytes    int64      `json:"bytes" doc:"Bytes that they take on the disk."`
	Damage   []string   `json:"damage,omitempty" doc:"What cannot be read. Missing if there is nothing."`
}

// Analyses returns the analyses that are kept beside the records.
func (v *View) Analyses() (*Analyses, error) {
	list := &Analyses{Analyses: []Analysis{}}
	if v.archive.evaluations == nil {
		return list, nil
	}
	s, err := v.archive.evaluations.State()
	if err != nil {
		return nil, err
	}
	games, absent := map[int]int{}, map[int]int{}
	for d := range s.Digests() {
		_, here := v.snapshot.Known(d)
		for _, number := range s.SourcesOf(d) {
			games[number]++
			if !here {
				absent[number]++
			}
		}
	}
	for _, source := range slices.Backward(s.Sources()) {
		list.Analyses = append(list.Analyses, Analysis{*source, games[source.Number], absent[source.Number]})
	}
	list.Bytes, list.Damage = s.Size(), s.Damage()
	return list, nil
}

// AnalysesRemoved says what was removed.
type AnalysesRemoved struct {
	Analyses []int `json:"analyses" doc:"Numbers of the analyses."`
	Games    int   `json:"games" doc:"Number of records that had evaluations from them."`
}

// RemoveAnalyses removes analyses by number. The games are shown with older ones, or with what
// their records say.
func (v *View) RemoveAnalyses(numbers []int) (*AnalysesRemoved, error) {
	if v.archive.evaluations == nil {
		return nil, errNoBeside
	}
	s, err := v.archive.evaluations.State()
	if err != nil {
		return nil, err
	}
	for _, n := range numbers {
		if !slices.ContainsFunc(s.Sources(), func(o *evaluation.Source) bool { return o.Number == n }) {
			return nil, badRequest("", "there is no analysis %d", n)
		}
	}
	b := &beside{segment: v.recordedSegment}
	games, err := v.archive.evaluations.Remove(numbers, func(left *evaluation.State, d store.Digest) (*evaluation.Game, error) {
		id, ok := v.snapshot.Known(d)
		if !ok {
			return nil, nil
		}
		return b.show(left, d, id, nil)
	})
	return &AnalysesRemoved{Analyses: numbers, Games: games}, err
}

// evaluationFaults yields what is wrong with the evaluations beside the records.
func (a *Archive) evaluationFaults(ctx context.Context) (faults []error) {
	if a.evaluations == nil {
		return nil
	}
	faults, err := a.evaluations.Check()
	if err != nil {
		return []error{err}
	}
	s, err := a.db.Snapshot()
	if err != nil {
		return append(faults, err)
	}
	defer s.Close()
	state, err := a.evaluations.State()
	if err != nil {
		return append(faults, err)
	}
	for d := range state.Digests() {
		if ctx.Err() != nil {
			return append(faults, ctx.Err())
		}
		for _, id := range s.Holding(d) {
			g, local, _ := s.Segment(id)
			script, err := g.Script(local)
			if err != nil {
				continue // the check of segments says so
			}
			shown, err := state.Shown(d)
			if err == nil && shown.Version != 0 && shown.Nodes != script.Nodes() {
				faults = append(faults, fmt.Errorf("%s: game %d has %d nodes, but its evaluations are of %d", a.evaluations.Path(), id, script.Nodes(), shown.Nodes))
			}
		}
	}
	return faults
}
