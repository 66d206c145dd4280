package web

import (
	"html/template"
	"strconv"

	"kifudb/archive"
)

// figureFunctions write numbers in templates.
var figureFunctions = template.FuncMap{
	"percent": percent,
	"bytes":   byteText,
}

// percent writes a share with one decimal, with none of few games, or – if it is not
// known.
func percent(n, of int) string {
	if of < fewGames {
		return wholePercent(n, of)
	}
	return strconv.FormatFloat(100*float64(n)/float64(of), 'f', 1, 64)
}

func wholePercent(n, of int) string {
	if of == 0 {
		return "–"
	}
	return strconv.FormatFloat(100*float64(n)/float64(of), 'f', 0, 64)
}

// Below so many games shares have no decimals, and below so many there are only
// counts.
const (
	fewGames     = 30
	veryFewGames = 10
)

// A bar shows results: Black from the left, draws, White, with the interval of
// Black's share. Places are those of the template "bar".
type bar struct {
	Black, Draw float64
	Low, High   float64
	Decided     int
	BlackText   string
	WhiteText   string
	DrawText    string
	Few         bool // a share would say more than is known
	Own         bool // a player's: won, drawn, lost
}

const barWidth = 200

// newBar makes the bar of some results.
func newBar(r archive.Results) *bar {
	if r.Decided == 0 || r.BlackShare == nil {
		return &bar{BlackText: "–", WhiteText: "–", DrawText: "–"}
	}
	b := &bar{
		Black: barWidth * r.BlackShare.Value, Draw: barWidth * r.DrawShare.Value,
		Low: barWidth * r.BlackShare.Low, High: barWidth * r.BlackShare.High, Decided: r.Decided,
	}
	switch {
	case r.Decided < veryFewGames:
		b.Few = true
		b.BlackText, b.WhiteText, b.DrawText = strconv.Itoa(r.Black), strconv.Itoa(r.White), strconv.Itoa(r.Draw)
	default:
		b.BlackText, b.WhiteText, b.DrawText = percent(r.Black, r.Decided), percent(r.White, r.Decided), percent(r.Draw, r.Decided)
	}
	return b
}

// Says is the key of the words for a bar with figures.
func (b *bar) Says() string {
	key := "bar.label"
	if b.Own {
		key = "bar.own"
	}
	if b.Few {
		key += ".few"
	}
	return key
}

// round leaves out decimals, as of figures that grow.
func (b *bar) round(r archive.Results) {
	if !b.Few && r.Decided > 0 {
		b.BlackText, b.WhiteText, b.DrawText = wholePercent(r.Black, r.Decided), wholePercent(r.White, r.Decided), wholePercent(r.Draw, r.Decided)
	}
}

// letterOf returns the letter of the i-th continuation, A to Z, then a to z; "" for
// those behind.
func letterOf(i int) string {
	const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
	if i >= len(letters) {
		return ""
	}
	return letters[i : i+1]
}

// byteText writes a number of bytes for people.
func byteText(n int64) string {
	units := []string{"bytes", "kB", "MB", "GB", "TB"}
	size, i := float64(n), 0
	for size >= 1000 && i < len(units)-1 {
		size /= 1000
		i++
	}
	if i == 0 {
		return strconv.FormatInt(n, 10) + " " + units[0]
	}
	return strconv.FormatFloat(size, 'f', 1, 64) + " " + units[i]
}

// yearText writes a year without commas.
func yearText(year int) string { return strconv.Itoa(year) }
