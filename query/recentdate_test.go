package query

import (
	"strings"
	"testing"
	"time"
)

// Days told from today become days of the calendar.
func TestDated(t *testing.T) {
	today := time.Date(2026, 3, 31, 23, 59, 0, 0, time.UTC)
	for text, want := range map[string]string{
		"date:today":          "date:2026-03-31",
		"date:Yesterday":      "date:2026-03-30",
		"date:-30d":           "date:2026-03-01..2026-03-31",
		"date:-0d":            "date:2026-03-31..2026-03-31",
		"date:-2w":            "date:2026-03-17..2026-03-31",
		"date:-1m":            "date:2026-02-28..2026-03-31",
		"date:-13m":           "date:2025-02-28..2026-03-31",
		"date:-1y":            "date:2025-03-31..2026-03-31",
		"date:>=-1y":          "date:>=2025-03-31",
		"date:<-2w":           "date:<2026-03-17",
		"date:<=yesterday":    "date:<=2026-03-30",
		"date:-2y..-1y":       "date:2024-03-31..2025-03-31",
		"date:1985..today":    "date:1985..2026-03-31",
		"date:1985":           "date:1985",
		"date:1985-03-01":     "date:1985-03-01",
		"date:1985,today,-1d": "date:1985,2026-03-31,2026-03-30..2026-03-31",
	} {
		root, err := Parse(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		term := root.Root.(*Term)
		got := Term{Field: term.Field}
		for _, v := range term.Values {
			if v, err = v.Dated(today); err != nil {
				t.Errorf("%s: %v", text, err)
			}
			if _, err := v.Days(); err != nil {
				t.Errorf("%s: %v", text, err)
			}
			got.Values = append(got.Values, v)
		}
		if got := (Query{Root: &got}).String(); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
	for text, want := range map[string]string{
		"date:-30":      "expected -30d",
		"date:-d":       "expected -30d",
		"date:-3x":      "expected -30d",
		"date:-1..":     "expected -30d",
		"date:-99999y":  "expected -30d",
		"date:-300000w": "before the year 1",
		"date:19--85":   "is not a date",
	} {
		if _, err := Parse(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}
