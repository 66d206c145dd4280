package ask

import (
	"reflect"
	"testing"

	"kifudb/archive"
	"kifudb/archive/archivetest"
)

// Names, trends and reports that somebody watches grow to what they are for those who do
// not: no list has more than the last.
func TestGrowing(t *testing.T) {
	v := archivetest.Collection(t)
	seen := 0
	see := func(l *archive.Looked, games, all int) {
		t.Helper()
		seen++
		if l == nil || l.Games > l.Of || games > all {
			t.Errorf("%d of %d games, looked at %+v", games, all, l)
		}
	}
	whole := func(what string, got, want any, err error) {
		t.Helper()
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: watched %+v, otherwise %+v, %v", what, got, want, err)
		}
		if seen == 0 {
			t.Errorf("%s: nothing was seen", what)
		}
		seen = 0
	}
	search := func(text string) *archive.Search { return &archive.Search{Query: archivetest.Query(t, text), Every: 1} }

	names, err := Of(v.Views).Names(t.Context(), search(""), &NamesOptions{Kind: PlayerNames})
	if err != nil {
		t.Fatal(err)
	}
	gotNames, err := Of(v.Views).Names(t.Context(), search(""), &NamesOptions{Kind: PlayerNames, Watch: func(sofar *NameList) {
		see(sofar.Looked, sofar.Provenance.Games, names.Provenance.Games)
	}})
	whole("names", gotNames, names, err)

	trend, err := Of(v.Views).Trend(t.Context(), search("pat:[X] hits:every"), &TrendOptions{})
	if err != nil {
		t.Fatal(err)
	}
	gotTrend, err := Of(v.Views).Trend(t.Context(), search("pat:[X] hits:every"), &TrendOptions{Watch: func(sofar *Trend) {
		see(sofar.Looked, sofar.Lines[len(sofar.Lines)-1].Games, trend.Lines[0].Games)
	}})
	whole("trend", gotTrend, trend, err)

	report, err := Of(v.Views).Report(t.Context(), search(""), &ReportOptions{})
	if err != nil {
		t.Fatal(err)
	}
	gotReport, err := Of(v.Views).Report(t.Context(), search(""), &ReportOptions{Watch: func(sofar *Report) {
		if seen++; sofar.Provenance.Games != report.Provenance.Games {
			t.Errorf("a report on %d games, at the end %d", sofar.Provenance.Games, report.Provenance.Games)
		}
	}})
	whole("report", gotReport, report, err)
}
