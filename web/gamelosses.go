package web

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"kifudb/archive"
	"kifudb/study/chart"
)

// What the moves of a line lost, by an engine's values.

// gameLosses are the mistakes of a line, and the costliest moves.
type gameLosses struct {
	Back, Forward string // addresses of the mistakes before and behind the node, "" for none
	Worst         []lostMove
	More          int // further moves that lost something
	OtherUnit     int // moves whose loss is known in points only, while that of others is known in percent
}

// A lostMove is a move with what it lost.
type lostMove struct {
	moveLink
	Lost string
}

// mostLost is how many of the costliest moves are listed.
const mostLost = 10

// isMistake reports whether charts mark a move and keys step to it.
func isMistake(n *archive.RecordNode) bool {
	return n.Loss != nil && (n.Loss.Class == "mistake" || n.Loss.Class == "blunder")
}

// losses notes what is known of the moves of the line; nil if nothing is.
func (p *gamePage) losses(w words) *gameLosses {
	here, known := p.place[p.Node.Node]
	l := &gameLosses{}
	inPercent := slices.ContainsFunc(p.line, func(n archive.RecordNode) bool { return n.Loss != nil && n.Loss.Percent != nil })
	type lost struct {
		at    int
		value float64
	}
	var list []lost
	found := false
	for i := range p.line {
		n := &p.line[i]
		if n.Loss == nil {
			continue
		}
		found = true
		switch value := n.Loss.Percent; {
		case inPercent && value != nil, !inPercent && n.Loss.Points != nil:
			if !inPercent {
				value = n.Loss.Points
			}
			if *value > 0 {
				list = append(list, lost{i, *value})
			}
		case n.Loss.Points != nil:
			l.OtherUnit++
		}
		if known && isMistake(n) {
			switch {
			case i < here:
				l.Back = p.link(*n).Link
			case i > here && l.Forward == "":
				l.Forward = p.link(*n).Link
			}
		}
	}
	if !found {
		return nil
	}
	slices.SortStableFunc(list, func(a, b lost) int { return cmp.Compare(b.value, a.value) })
	for i, x := range list {
		if i == mostLost {
			l.More = len(list) - i
			break
		}
		n := p.line[x.at]
		l.Worst = append(l.Worst, lostMove{p.link(n), lossText(w, n.Loss)})
	}
	return l
}

// lossText says what a move lost, in every unit that is known: "12.3 %, 3.5 points".
func lossText(w words, l *archive.MoveLoss) string {
	text := ""
	for _, of := range []struct {
		value *float64
		key   string
	}{{l.Percent, "lost.percent"}, {l.Points, "lost.points"}} {
		if of.value == nil {
			continue
		}
		if text != "" {
			text += ", "
		}
		text += w.say(of.key, chart.Decimal.Format(math.Round(10**of.value)/10))
	}
	return text
}

// lostHere says in words what the node's move lost, "" if nothing is known of it.
func (p *gamePage) lostHere(w words) string {
	l := p.Node.Loss
	if l == nil {
		return ""
	}
	var parts []string
	if text := lossText(w, l); text != "" {
		parts = append(parts, w.say("lost.here", text))
	}
	if l.Class != "" {
		parts = append(parts, w.say("lost."+l.Class))
	}
	switch {
	case l.Best != "":
		parts = append(parts, w.say("lost.best", l.Best))
	case l.Choice == "first":
		parts = append(parts, w.say("lost.first"))
	}
	return strings.Join(parts, ", ")
}

// mistakeMarks are the mistakes of the line as its charts mark them.
func (p *gamePage) mistakeMarks(w words) (list []chart.Mark) {
	for i := range p.line {
		n := &p.line[i]
		if !isMistake(n) {
			continue
		}
		words := w.say("tree.move", w.say("color."+n.Color), p.link(*n).Name, n.Move) + ": " + lossText(w, n.Loss)
		list = append(list, chart.Mark{At: n.Move, Words: words, Hollow: n.Color == "W", Large: n.Loss.Class == "blunder"})
	}
	return list
}
