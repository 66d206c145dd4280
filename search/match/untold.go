package match

import (
	"kifudb/game"
	"kifudb/query"
	"kifudb/store"
)

// Untold returns how many games of a segment may have values of a field that nobody looked
// for, as a version of the program added them that did not. Terms of the field are refused there; in
// lists and counts these games have no value.
func Untold(s *store.Segment, f query.Field) int {
	live := s.Live()
	any := func(marks store.Flags) bool { // all games of a segment were derived by the same version
		for local := range iterate(live) {
			if s.Facts(local).Flags&marks != 0 {
				return true
			}
		}
		return false
	}
	untold := false
	switch kind, _ := f.Time(); {
	case kind != 0 || f.Kind() == query.HasKind: // clocks are what a game may have
		untold = !any(store.ClocksRead)
	case f.OfNodes():
		untold = !any(store.PropertiesRead)
	case f.Kind() == query.GradeFieldKind:
		untold = !any(store.LossesRead)
	case f.AtPositions():
		untold = !any(store.HasValues | store.ClocksRead) // which came later
	case f.TitleKind() != "" && f.TitleKind() != game.HandicapName:
		return int(unnamedIn(s, f.TitleKind(), nil).GetCardinality())
	}
	if !untold {
		return 0
	}
	return int(live.GetCardinality())
}
