package second

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
)

// A filter is a condition of a query and what it means.
type filter struct {
	term string
	fits func(*record) bool
}

// filter chooses one.
func (b *bench) filter() filter {
	name := names[0]
	for range 20 {
		if r := b.records[b.random.IntN(len(b.records))]; r.black != "" {
			name = r.black
			break
		}
	}
	list := []filter{
		{"*", func(*record) bool { return true }},
		{"moves:>=12", func(r *record) bool { return r.moves >= 12 }},
		{"winner:black", func(r *record) bool { return r.winner == 'B' }},
		{`event="Spring Cup"`, func(r *record) bool { return r.event == "Spring Cup" }},
		{fmt.Sprintf("player=%q", name), func(r *record) bool { return r.black == name || r.white == name }},
		{"has:variations", func(r *record) bool { return len(r.nodes) > len(r.line) }},
	}
	return list[b.random.IntN(len(list))]
}

// matching returns the records that a filter finds.
func (b *bench) matching(f filter) (list []*record) {
	for _, r := range b.records {
		if f.fits(r) {
			list = append(list, r)
		}
	}
	return list
}

// both says that both sides count.
func both(*record) string { return "BW" }

// facetFields are what games are counted by.
var facetFields = []string{
	"year", "decade", "century", "player", "black", "white", "rank", "blackrank", "whiterank", "event", "komi", "handicap", "size", "result", "winner", "by", "moves",
}

// facet returns the games by the values of a field as search prints them; all of them.
func facet(field string, games []*record) any {
	return deferred(func(s *sheet, path string, got any) any {
		by := grouped(field, games, both)
		rows := map[string]object{}
		for value, list := range by {
			rows[value] = object{"value": value, "games": len(list), "won": count(list).results()}
		}
		printed, _ := got.(object)
		return object{"field": field, "distinct": len(by), "without": without(games, field), "values": s.matched(path+".values", rows, valueOf, printed["values"])}
	})
}

// without counts the games that have no value of some field.
func without(games []*record, fields ...string) (n int) {
	for _, r := range games {
		for _, f := range fields {
			if len(grouped(f, []*record{r}, both)) == 0 {
				n++
				break
			}
		}
	}
	return n
}

// valueOf names a row by its value.
func valueOf(o object) string { return fmt.Sprint(o["value"]) }

// pairs returns the games by pairs of values of two fields; if both are of a side and it is asked, of
// the same side.
func pairs(games []*record, first, second string, same bool) map[[2]string][]*record {
	by := map[[2]string][]*record{}
	for _, r := range games {
		seen := map[[2]string]bool{}
		add := func(movers func(*record) string) {
			for x := range grouped(first, []*record{r}, movers) {
				for y := range grouped(second, []*record{r}, movers) {
					if pair := [2]string{x, y}; !seen[pair] {
						seen[pair] = true
						by[pair] = append(by[pair], r)
					}
				}
			}
		}
		if same && sided[first] != "" && sided[second] != "" {
			for _, color := range []byte("BW") {
				if strings.Contains(sided[first], string(color)) && strings.Contains(sided[second], string(color)) {
					add(always(color))
				}
			}
		} else {
			add(both)
		}
	}
	return by
}

// sided are the fields whose values are those of a side, and of which.
var sided = map[string]string{"player": "BW", "rank": "BW", "black": "B", "white": "W", "blackrank": "B", "whiterank": "W"}

// checkFacet compares the facets of a search.
func (b *bench) checkFacet(questions int) {
	for range questions {
		f := b.filter()
		x, y := facetFields[b.random.IntN(len(facetFields))], facetFields[b.random.IntN(len(facetFields))]
		one := facetFields[b.random.IntN(len(facetFields))]
		args := []string{"search", f.term, "--only-facets", "--facet-limit", "0", "--facet", one}
		if x != y {
			args = append(args, "--facet", x+","+y)
		}
		got, page := b.askAs("facet", args...)
		matching := b.matching(f)
		games, folded := b.fold(matching)
		want := object{"query": unchecked("text"), "total": len(games), "games": []any{}, "folded": nil, "notices": unchecked("text"), "facets": []any{facet(one, games)}}
		if folded > 0 {
			want["folded"] = folded
		}
		if x != y {
			want["crosses"] = []any{deferred(func(s *sheet, path string, got any) any {
				rows := map[string]object{}
				by := pairs(games, x, y, false)
				lacking := 0
				for _, r := range games {
					if len(pairs([]*record{r}, x, y, false)) == 0 {
						lacking++
					}
				}
				for pair, list := range by {
					rows[pair[0]+"\n"+pair[1]] = object{"row": pair[0], "column": pair[1], "games": len(list), "won": count(list).results()}
				}
				printed, _ := got.(object)
				name := func(o object) string { return fmt.Sprint(o["row"], "\n", o["column"]) }
				return object{"rows": facet(x, games), "columns": facet(y, games), "without": lacking, "cells": s.matched(path+".cells", rows, name, printed["cells"])}
			})}
		}
		page.compare("", want, got)
	}
}

// metrics are what stats measures here.
var metrics = []string{
	"games", "share", "bwin", "wwin", "draw", "bscore", "win", "score", "open", "resign", "points", "timeout", "margin", "komi", "handicap", "moves",
}

// reason is how a game was won, "" if it is not known.
func (r *record) reason() string {
	_, how, _ := strings.Cut(r.result, "+")
	switch {
	case r.winner != 'B' && r.winner != 'W' || how == "":
		return ""
	case how == "R" || how == "Resign":
		return "resign"
	case how == "T" || how == "Time":
		return "time"
	case how == "F" || how == "Forfeit":
		return "forfeit"
	}
	return "points"
}

// measured returns the metrics of some games. Own are the results as the sides with the value see
// them; all are the games of which shares are.
func measured(metrics []string, games, all []*record, own tally) (list []any) {
	w := count(games)
	share := func(k, n int) object {
		o := object{"of": n, "value": nil, "low": nil, "high": nil}
		if n > 0 {
			maps.Copy(o, wilson(k, n).(object))
		}
		return o
	}
	score := func(w tally) object {
		o := object{"of": w.decided(), "value": nil, "low": nil, "high": nil}
		if w.decided() > 0 {
			maps.Copy(o, trinomial(w).(object))
		}
		return o
	}
	reasons := map[string]int{}
	known := 0
	var margins, komis, handicaps, moves []float64
	for _, r := range games {
		if why := r.reason(); why != "" {
			reasons[why]++
			known++
			if why == "points" {
				_, how, _ := strings.Cut(r.result, "+")
				margin, _ := strconv.ParseFloat(how, 64)
				margins = append(margins, margin)
			}
		}
		if r.komi != "" {
			komi, _ := strconv.ParseFloat(r.komi, 64)
			komis = append(komis, komi)
		}
		handicaps, moves = append(handicaps, float64(r.handicap)), append(moves, float64(r.moves))
	}
	for _, m := range metrics {
		var o object
		switch m {
		case "games":
			o = object{"of": len(games), "value": len(games)}
		case "share":
			o = share(len(games), len(all))
		case "bwin":
			o = share(w.black, w.decided())
		case "wwin":
			o = share(w.white, w.decided())
		case "draw":
			o = share(w.draw, w.decided())
		case "bscore":
			o = score(w)
		case "win":
			o = share(own.black, own.decided())
		case "score":
			o = score(own)
		case "open":
			o = share(w.other, len(games))
		case "resign", "points":
			o = share(reasons[m], known)
		case "timeout":
			o = share(reasons["time"], known)
		case "margin":
			o = mean(margins)
		case "komi":
			o = mean(komis)
		case "handicap":
			o = mean(handicaps)
		case "moves":
			o = mean(moves)
		}
		list = append(list, o)
	}
	return list
}

// mean returns a mean with Student's interval, the standard deviation and quartiles.
func mean(values []float64) object {
	n := float64(len(values))
	o := object{"of": len(values), "value": nil, "low": nil, "high": nil, "deviation": nil, "quartiles": nil}
	if n == 0 {
		return o
	}
	sum := 0.0
	for _, v := range values {
		sum += v
	}
	m := sum / n
	o["value"] = m
	slices.Sort(values)
	var quartiles []any
	for q := range 3 {
		quartiles = append(quartiles, test(func(got any) string {
			g, _ := got.(float64)
			below, above := 0, 0
			for _, v := range values {
				if v <= g+1e-9 {
					below++
				}
				if v >= g-1e-9 {
					above++
				}
			}
			if share := float64(q+1) / 4; float64(below) < share*n-1e-9 || float64(above) < (1-share)*n-1e-9 {
				return fmt.Sprintf("is %v, which is no quartile %d of %v", got, q+1, values)
			}
			return ""
		}))
	}
	o["quartiles"] = quartiles
	if n == 1 {
		return o
	}
	squares := 0.0
	for _, v := range values {
		squares += (v - m) * (v - m)
	}
	deviation := math.Sqrt(squares / (n - 1))
	o["deviation"] = deviation
	half := student(n-1) * deviation / math.Sqrt(n)
	o["low"], o["high"] = m-half, m+half
	return o
}

// student returns the quantile of Student's distribution for intervals of 95 %: where its density,
// summed up by Simpson's rule, reaches 97.5 %.
func student(freedom float64) float64 {
	if t, ok := students[freedom]; ok {
		return t
	}
	a, _ := math.Lgamma((freedom + 1) / 2)
	b, _ := math.Lgamma(freedom / 2)
	factor := math.Exp(a-b) / math.Sqrt(freedom*math.Pi)
	// With t = tan(angle) the integral has a finite range.
	density := func(angle float64) float64 {
		t := math.Tan(angle)
		return factor * math.Pow(1+t*t/freedom, -(freedom+1)/2) * (1 + t*t)
	}
	area := func(to float64) float64 {
		const steps = 2000
		h := to / steps
		sum := density(0) + density(to)
		for k := 1; k < steps; k++ {
			sum += density(float64(k)*h) * float64(2+2*(k%2))
		}
		return sum * h / 3
	}
	low, high := 0.0, math.Atan(13)
	for range 60 {
		if middle := (low + high) / 2; area(middle) < 0.475 {
			low = middle
		} else {
			high = middle
		}
	}
	students[freedom] = math.Tan(low)
	return students[freedom]
}

// students are the quantiles that were computed.
var students = map[float64]float64{}

// ownResults counts how games ended for the sides that have the values.
func ownResults(games []*record, has func(r *record, color byte) bool) (w tally) {
	for _, r := range games {
		for _, color := range []byte("BW") {
			if has(r, color) {
				w = w.plus(count([]*record{r}).by(color))
			}
		}
	}
	return w
}

// hasValue reports whether a side of a record has a value of a field.
func hasValue(field, value string) func(*record, byte) bool {
	return func(r *record, color byte) bool {
		return strings.Contains(sided[field], string(color)) && len(grouped(field, []*record{r}, always(color))[value]) > 0
	}
}

// checkStats compares groups with their metrics.
func (b *bench) checkStats(questions int) {
	for range questions {
		f := b.filter()
		fields := []string{facetFields[b.random.IntN(len(facetFields))]}
		if second := facetFields[b.random.IntN(len(facetFields))]; b.random.IntN(2) == 0 && second != fields[0] {
			fields = append(fields, second)
		}
		metrics := metrics
		if !slices.ContainsFunc(fields, func(f string) bool { return sided[f] != "" }) {
			metrics = slices.DeleteFunc(slices.Clone(metrics), func(m string) bool { return m == "win" || m == "score" })
		}
		if slices.Contains(fields, "winner") || slices.Contains(fields, "result") { // shares of results are refused there
			metrics = []string{"games", "share", "komi", "handicap", "moves"}
		}
		got, page := b.ask("stats", f.term, "--by", strings.Join(fields, ","), "--metric", strings.Join(metrics, ","), "--limit", "0")
		matching := b.matching(f)
		games, _ := b.fold(matching)
		var named []any
		for _, m := range metrics {
			named = append(named, object{"name": m, "label": unchecked("text"), "about": unchecked("text"), "kind": unchecked("text")})
		}
		by := []any{}
		for _, f := range fields {
			by = append(by, f)
		}
		groups := func(field string) any {
			return deferred(func(s *sheet, path string, got any) any {
				rows := map[string]object{}
				values := grouped(field, games, both)
				for value, list := range values {
					rows[value] = object{"values": []any{value}, "measured": measured(metrics, list, games, ownResults(list, hasValue(field, value)))}
				}
				printed, _ := got.(object)
				return object{
					"field": field, "distinct": len(values), "few": 0, "without": without(games, field), "shrunken": false,
					"groups": s.matched(path+".groups", rows, groupOf, printed["groups"]),
				}
			})
		}
		want := object{
			"provenance": provenance(len(games), len(matching), 0, len(b.records)), "notices": unchecked("text"), "by": by, "metrics": named,
			"all": measured(metrics, games, games, tally{}), "groups": groups(fields[0]), "without": without(games, fields[0]),
		}
		if len(fields) == 2 {
			want["columns"] = groups(fields[1])
			lacking := 0
			for _, r := range games {
				if len(pairs([]*record{r}, fields[0], fields[1], true)) == 0 {
					lacking++
				}
			}
			want["without"] = lacking
			want["cells"] = nil
			if lacking < len(games) {
				want["cells"] = deferred(func(s *sheet, path string, got any) any {
					rows := map[string]object{}
					for pair, list := range pairs(games, fields[0], fields[1], true) {
						own := ownResults(list, func(r *record, color byte) bool {
							for i, f := range fields {
								if sided[f] != "" && !hasValue(f, pair[i])(r, color) {
									return false
								}
							}
							return sided[fields[0]] != "" || sided[fields[1]] != ""
						})
						rows[pair[0]+"\n"+pair[1]] = object{"values": []any{pair[0], pair[1]}, "measured": measured(metrics, list, games, own)}
					}
					return s.matched(path, rows, groupOf, got)
				})
			}
		}
		page.compare("", want, got)
	}
}

// groupOf names a group by its values.
func groupOf(o object) string {
	values, _ := o["values"].([]any)
	var words []string
	for _, v := range values {
		words = append(words, fmt.Sprint(v))
	}
	return strings.Join(words, "\n")
}
