package second

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// generateProblems makes records of few diagrams, turned any way and with exchanged colors, with
// solutions of which some differ.
func generateProblems(random *rand.Rand, records int) string {
	var all strings.Builder
	diagrams := [][2][]int{
		{{0, 10, 11, 20}, {1, 2, 12}}, {{30, 31, 41}, {32, 22, 42}}, {{8, 17, 16}, {7, 6, 15}}, {{0, 10, 11, 20}, {1, 2, 12, 21}}, {{40}, {41}},
	}
	for k := range records {
		d := diagrams[random.IntN(len(diagrams))]
		kinds := turnings(9, 9)
		turn := kinds[random.IntN(len(kinds))]
		colors := "BW"
		if random.IntN(3) == 0 {
			colors = "WB"
		}
		fmt.Fprintf(&all, "(;GM[1]FF[4]SZ[9]SO[Book %d]", k)
		for i, list := range d {
			fmt.Fprintf(&all, "A%c", colors[i])
			for _, at := range list {
				to := turn.of(at, 9, 9)
				fmt.Fprintf(&all, "[%s]", letters(to%9, to/9))
			}
		}
		first := turn.of([]int{3, 3, 13, 50}[random.IntN(4)], 9, 9)
		mover := colors[min(random.IntN(2), random.IntN(2))]
		fmt.Fprintf(&all, "PL[%c]", mover)
		if random.IntN(8) > 0 {
			fmt.Fprintf(&all, ";%c[%s]", mover, letters(first%9, first/9))
		}
		all.WriteString(")\n")
	}
	return all.String()
}

// checkProblems compares which records have the same problem, and whether their solutions agree.
func (b *bench) checkProblems() {
	got, page := b.ask("problems", "--limit", "0")
	// A form is the diagram of which all images with both colors are one problem.
	forms := map[string][]*record{}
	lies := map[*record][]func(color byte, at int) string{} // how moves are to be read for the first image
	diagrams := 0
	for _, r := range b.records {
		cells := r.nodes[0].cells
		if !strings.Contains(cells, "X") || !strings.Contains(cells, "O") {
			continue
		}
		diagrams++
		least := ""
		for _, swap := range []bool{false, true} {
			for _, w := range turnings(r.rows, r.cols) {
				image := w.board(cells, r.rows, r.cols)
				if swap {
					image = exchanged(image)
				}
				if least == "" || image < least {
					least, lies[r] = image, nil
				}
				if image == least {
					lies[r] = append(lies[r], func(color byte, at int) string {
						if swap {
							color = other(color)
						}
						return fmt.Sprintf("%c%03d", color, w.of(at, r.rows, r.cols))
					})
				}
			}
		}
		forms[least] = append(forms[least], r)
	}
	solution := func(r *record) (color byte, move string) { // the first of the ways to read it
		if r.moves == 0 {
			return 0, ""
		}
		n := r.line[1]
		board := goban{rows: r.rows, cols: r.cols}
		for _, read := range lies[r] {
			if m := read(n.color, board.index(n.move)); move == "" || m < move {
				move = m
			}
		}
		return move[0], move
	}
	rows := map[string]object{}
	several := 0
	for _, list := range forms {
		if len(list) < 2 {
			continue
		}
		several++
		var ids []string
		records := map[string]object{}
		var against *record // the first record with a solution
		known, agree, colors := 0, true, true
		for _, r := range list {
			ids = append(ids, fmt.Sprint(r.id))
			o := object{
				"game": shown(r), "ref": fmt.Sprintf("%d@0", r.id), "name": nil, "symmetry": unchecked("number of the turning"), "swapped": unchecked("number of the turning"),
				"copy": unchecked("copies"), "to_play": r.nodes[0].value("PL"), "right": []any{}, "by": nil, "right_there": unchecked("number of the turning"),
				"line": unchecked("number of the turning"), "agrees": nil, "common_moves": unchecked("number of the turning"), "against": nil,
			}
			if color, move := solution(r); color != 0 {
				known++
				o["right"] = []any{object{"color": string(r.line[1].color), "point": r.line[1].move}}
				o["by"] = "main line"
				if against == nil {
					against = r
				} else {
					c, m := solution(against)
					o["against"] = fmt.Sprintf("%d@0", against.id)
					switch {
					case c != color:
						o["agrees"], colors = "color", false
					case m == move:
						o["agrees"] = "same"
					default:
						o["agrees"], agree = "differ", false
					}
				}
			} else {
				o["agrees"], o["against"] = unchecked("records without a solution"), unchecked("records without a solution")
			}
			records[fmt.Sprint(r.id)] = o
		}
		solutions := any("same")
		switch {
		case known < 2:
			solutions = "unknown"
		case !agree && !colors:
			solutions = unchecked("solutions of both colors")
		case !colors:
			solutions = "color"
		case !agree:
			solutions = "differ"
		}
		slices.Sort(ids)
		rows[strings.Join(ids, " ")] = object{
			"position": unchecked("text"), "games": len(list), "copies": unchecked("copies"), "solutions": solutions,
			"records": deferred(func(s *sheet, path string, got any) any { return s.matched(path, records, idOf, got) }),
		}
	}
	page.compare("", object{
		"query": unchecked("text"), "of": nil, "moved": false, "diagrams": diagrams, "distinct": len(forms), "several": several, "notices": unchecked("text"),
		"provenance": unchecked("provenance"),
		"problems": page.matched("problems", rows, func(o object) string {
			var ids []string
			list, _ := o["records"].([]any)
			for _, r := range list {
				ids = append(ids, idOf(r.(object)))
			}
			slices.Sort(ids)
			return strings.Join(ids, " ")
		}, got["problems"]),
	}, got)
}
