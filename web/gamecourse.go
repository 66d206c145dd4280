package web

import (
	"context"
	"fmt"
	"html/template"
	"math"
	"strings"

	"kifudb/archive"
	"kifudb/study/chart"
)

// What a record says along the line of a node: clocks, and who was ahead.

// clockText writes seconds as people read clocks: 0:09, 1:02:03.
func clockText(seconds float64) string {
	sign := ""
	if seconds < 0 {
		sign, seconds = "−", -seconds
	}
	if seconds > 1e9 || math.IsNaN(seconds) {
		return "?"
	}
	s := int(seconds)
	if s >= 3600 {
		return fmt.Sprintf("%s%d:%02d:%02d", sign, s/3600, s/60%60, s%60)
	}
	return fmt.Sprintf("%s%d:%02d", sign, s/60, s%60)
}

// A course is what is known at the places of a line.
type course struct {
	left, used  [2][]chart.Point // of Black and of White, in seconds
	black, lead []chart.Point
	behind      []chart.Point // White's lead
	clocks      [2]string     // at the node
	estimate    *archive.Estimate
}

// follow reads a line up to its end, and notes how things stand at a node.
func (c *course) follow(w words, line []archive.RecordNode, here int) {
	var left, spent [2]float64
	var moves [2]*int
	known := [2]bool{}
	timed := false
	for _, n := range line {
		if k := n.Clock; k != nil {
			for i, at := range []*float64{k.BlackLeft, k.WhiteLeft} {
				if at != nil {
					left[i], known[i], moves[i] = *at, true, nil
				}
			}
			for i, m := range []*int{k.BlackMoves, k.WhiteMoves} {
				if m != nil {
					moves[i] = m
				}
			}
			if k.Used != nil {
				timed = true
				spent[sideOf(n.Color)] += *k.Used
			}
		}
		if n.Color != "" {
			for i := range 2 {
				if known[i] {
					c.left[i] = append(c.left[i], chart.Point{At: n.Move, Number: chart.Number{Value: max(left[i], 0), Note: clockText(left[i])}})
				}
				if timed {
					c.used[i] = append(c.used[i], chart.Point{At: n.Move, Number: chart.Number{Value: spent[i], Note: clockText(spent[i])}})
				}
			}
		}
		if e := n.Estimate; e != nil {
			move := n.Move
			if e.Before && move > 0 {
				move--
			}
			if e.Black != nil {
				c.black = add(c.black, move, *e.Black, strings.Join(e.From, " "))
			}
			if e.Lead != nil && !e.Unclear {
				c.lead = add(c.lead, move, max(*e.Lead, 0), strings.Join(e.From, " "))
				c.behind = add(c.behind, move, max(-*e.Lead, 0), strings.Join(e.From, " "))
			}
		}
		if n.Node != here {
			continue
		}
		c.estimate = n.Estimate
		for i := range 2 {
			switch {
			case known[i] && moves[i] != nil:
				c.clocks[i] = w.count("clock.moves", *moves[i], clockText(left[i]))
			case known[i]:
				c.clocks[i] = clockText(left[i])
			case timed:
				c.clocks[i] = w.say("clock.used", clockText(spent[i]))
			}
		}
	}
}

// add adds a value at a move; a later one at the same move is the one that counts.
func add(points []chart.Point, move int, value float64, note string) []chart.Point {
	if n := len(points); n > 0 && points[n-1].At == move {
		points = points[:n-1]
	}
	return append(points, chart.Point{At: move, Number: chart.Number{Value: value, Note: note}})
}

func sideOf(color string) int {
	if color == "W" {
		return 1
	}
	return 0
}

// leastPoints is how many values it takes to draw their course.
const leastPoints = 3

// course draws what the record says along the line, and notes what it says here.
func (p *gamePage) course(w words) {
	var c course
	c.follow(w, p.line, p.Node.Node)
	p.Clocks = c.clocks
	if e := c.estimate; e != nil {
		var list []string
		if e.Black != nil {
			list = append(list, w.say("course.black", wholePercent(int(math.Round(1000**e.Black)), 1000)))
		}
		switch {
		case e.Unclear && e.Lead == nil:
			list = append(list, w.say("course.unclear", "?"))
		case e.Unclear:
			list = append(list, w.say("course.unclear", chart.Decimal.Format(*e.Lead)))
		case e.Lead != nil:
			color := "B"
			if *e.Lead < 0 {
				color = "W"
			}
			list = append(list, w.say("course.ahead", w.say("color."+color), chart.Decimal.Format(math.Abs(*e.Lead))))
		}
		if e.Mate != "" {
			list = append(list, w.say("course.mate", w.say("color."+e.Mate)))
		}
		says := "course.says"
		if e.Beside {
			says = "course.beside"
		}
		p.Estimated = w.say(says, strings.Join(list, ", "), strings.Join(e.From, ", "))
	}
	links := map[int]string{}
	for _, n := range p.line {
		if _, ok := links[n.Move]; !ok || n.Color != "" {
			links[n.Move] = p.link(n).Link
		}
	}
	p.Lost, p.Losses = p.lostHere(w), p.losses(w)
	linked := chart.Linked{Here: p.Move, Link: func(at int) string { return links[at] }, Marks: p.mistakeMarks(w)}
	draw := func(title string, unit chart.Unit, full bool, series ...chart.Series) {
		points := 0
		for _, s := range series {
			points = max(points, len(s.Points))
		}
		if points < leastPoints {
			return
		}
		lines := &chart.Lines{Head: chart.Head{Title: w.say(title), Unit: unit, Full: full}, Series: series}
		p.Course = append(p.Course, template.HTML(lines.LinkedFigure(linked))) // which escapes its texts
	}
	black, white := w.say("color.B"), w.say("color.W")
	draw("course.chance", chart.Share, true, chart.Series{Points: c.black})
	draw("course.lead", chart.Decimal, false, chart.Series{Name: black, Points: c.lead}, chart.Series{Name: white, Points: c.behind})
	linked.Marks = nil // time is another matter
	draw("course.left", chart.Count, false, chart.Series{Name: black, Points: c.left[0]}, chart.Series{Name: white, Points: c.left[1]})
	draw("course.used", chart.Count, false, chart.Series{Name: black, Points: c.used[0]}, chart.Series{Name: white, Points: c.used[1]})
}

// about finds what the archive knows of the record.
func (p *gamePage) about(ctx context.Context, v *archive.View, w words) error {
	c, ok, err := v.ClusterOf(ctx, p.Game.ID)
	if err != nil {
		return err
	}
	if ok {
		p.Same = newSame(w, p.Game.ID, c)
	}
	q, err := archive.ParseQuery("id:" + p.ID)
	if err != nil {
		return err
	}
	found, err := v.Count(ctx, &archive.Search{Query: q, Records: true, Facets: []string{"problem"}})
	if err != nil {
		return err
	}
	for _, f := range found.Facets {
		for _, value := range f.Values {
			p.Problems = append(p.Problems, namedLink{value.Value, listLink("problem:" + value.Value)})
		}
	}
	return nil
}
