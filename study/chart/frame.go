package chart

import (
	"cmp"
	"slices"
	"strconv"
)

// A frame is the axes of a picture whose places are numbers, such as years. Long
// stretches of places without values are cut out, which two strokes on the axis show:
// a game of the year 196 must not leave the others no room.
type frame struct {
	p                        *picture
	unit                     Unit
	scale                    scale
	by                       int // from one place to the next
	left, right, top, bottom float64
	each                     float64 // the width of a place
	stretches                []stretch
}

// A stretch is places that are drawn side by side.
type stretch struct {
	first, last int     // places
	at          float64 // where the first is, in widths of places
}

const (
	frameHeight = 200
	longGap     = 12  // places without values that are cut out, if there are many places
	manyPlaces  = 40  // of which it is worth it
	breakWidth  = 2.5 // of a cut, in widths of places
)

func newFrame(p *picture, u Unit, s scale, points []Point, by int, right float64) *frame {
	f := &frame{p: p, unit: u, scale: s, by: by, right: right, top: p.top()}
	for _, v := range s.ticks() {
		f.left = max(f.left, drawnWidth(u.tick(v))+16)
	}
	f.bottom = f.top + frameHeight
	width := f.divide(points)
	f.each = (f.right - f.left) / max(width, 1)
	p.height = f.bottom + 30
	return f
}

// divide finds the stretches, and returns how wide all are, in widths of places.
func (f *frame) divide(points []Point) float64 {
	var places []int
	for i := range points {
		places = append(places, points[i].At)
	}
	slices.Sort(places)
	places = slices.Compact(places)
	if len(places) == 0 {
		return 1
	}
	_, count := span(points, f.by)
	s := stretch{first: places[0], last: places[0]}
	width := func() float64 { return float64((s.last-s.first)/f.by + 1) }
	for _, at := range places[1:] {
		if count >= manyPlaces && (at-s.last)/f.by > longGap {
			f.stretches = append(f.stretches, s)
			s = stretch{at, at, s.at + width() + breakWidth}
		}
		s.last = at
	}
	f.stretches = append(f.stretches, s)
	return s.at + width()
}

// x is the middle of a place that is in a stretch.
func (f *frame) x(at int) float64 {
	i, found := slices.BinarySearchFunc(f.stretches, at, func(s stretch, at int) int { return cmp.Compare(s.first, at) })
	if !found {
		i--
	}
	s := f.stretches[max(i, 0)]
	return f.left + (s.at+float64(at-s.first)/float64(f.by)+0.5)*f.each
}

func (f *frame) y(v float64) float64 { return f.bottom - f.scale.part(v)*(f.bottom-f.top) }

// grid draws the background of the values, and names both axes.
func (f *frame) grid() {
	for _, v := range f.scale.ticks() {
		f.p.line(f.left, f.y(v), f.right, f.y(v), "kc-grid")
		f.p.text(f.left-8, f.y(v)+4, "kc-tick", "end", f.unit.tick(v))
	}
	const apart = 40 // two names
	places := 0
	for _, s := range f.stretches {
		places += (s.last-s.first)/f.by + 1
	}
	every := axisStep(f.by, places, int((f.right-f.left)/48))
	last := -float64(apart)
	for _, s := range f.stretches {
		named := false
		for at := s.first; at <= s.last; at += f.by {
			if x := f.x(at); at%every == 0 && x-last >= apart {
				f.name(at)
				last, named = x, true
			}
		}
		if x := f.x(s.first); !named && x-last >= apart {
			f.name(s.first)
			last = x
		}
	}
}

// name writes the name of a place below the axis.
func (f *frame) name(at int) {
	f.p.line(f.x(at), f.bottom, f.x(at), f.bottom+4, "kc-axis")
	f.p.text(f.x(at), f.bottom+18, "kc-tick", "middle", strconv.Itoa(at))
}

// base draws the line on which values stand, with strokes where places are cut out.
func (f *frame) base() {
	f.p.line(f.left, f.bottom, f.right, f.bottom, "kc-axis")
	for _, s := range f.stretches[min(1, len(f.stretches)):] {
		x := f.left + (s.at-breakWidth/2)*f.each
		f.p.line(x-4, f.bottom+5, x, f.bottom-5, "kc-axis")
		f.p.line(x, f.bottom+5, x+4, f.bottom-5, "kc-axis")
	}
}
