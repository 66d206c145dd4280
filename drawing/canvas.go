package drawing

import (
	"strings"
)

// A Canvas is what a picture is drawn on: pixels, or a page. Places and lengths are in the
// units of the picture, 40 from one cell to the next.
type Canvas interface {
	// Fill fills what the closed lines of a path enclose. See [EachPart] for paths.
	Fill(path string, ink Ink)
	// Stroke draws the lines of a path.
	Stroke(path string, width float64, ink Ink)
	// Disc fills a circle, and Ring draws one.
	Disc(x, y, radius float64, ink Ink)
	Ring(x, y, radius, width float64, ink Ink)
	// Text writes a text around a place. The size is that of its font.
	Text(x, y, size float64, text string, ink Ink)
}

// An Ink is what something is drawn with. A canvas chooses the colour.
type Ink uint8

// The inks.
const (
	Black  Ink = iota // stones, letters
	White             // stones, letters on black ones
	Line              // of the grid, and the edges of pieces
	Paper             // what the board is drawn on
	Pale              // the grid beside what is asked about
	Tinted            // what is asked about
	Accent            // the last move, promoted pieces
	Grey              // names of rows, arrows, selected points
	Veil              // over what is dimmed: what is below shows
	inkCount
)

// A stamper is a canvas that draws what looks alike once.
type stamper interface {
	// stamp draws at a place what a function draws at 0, 0. What has the same key looks alike.
	stamp(key string, x, y float64, draw func(Canvas))
}

// A layered canvas is told what the next things lie on: the class of a spot, or "own" for what
// has a colour of its own, such as territory.
type layered interface{ over(class string) }

// Draw draws the picture.
func (p *Picture) Draw(c Canvas) {
	p.drawGround(c)
	p.drawPieces(c)
}

// drawGround draws the board without what lies on it.
func (p *Picture) drawGround(c Canvas) {
	if p.Tint != nil {
		c.Fill(p.Tint.path(), Tinted)
	}
	if p.hexes {
		c.Stroke(p.WhiteEdge, 7, Black)
		c.Stroke(p.WhiteEdge, 4.4, White)
		c.Stroke(p.BlackEdge, 7, Black)
		c.Stroke(p.Hexes, 1.1, Line)
	}
	c.Stroke(p.Pale, 1.1, Pale)
	c.Stroke(p.PaleEdge, 2.6, Pale)
	c.Stroke(p.Line, 1.1, Line)
	c.Stroke(p.Edge, 2.6, Line)
	for _, s := range p.Stars {
		c.Disc(s.X, s.Y, 3.6, Line)
	}
	for _, s := range p.Names {
		c.Text(s.X, s.Y-5, 14, s.Text, Grey)
	}
}

// drawPieces draws what lies on the board and what is marked.
func (p *Picture) drawPieces(c Canvas) {
	drawSpots(c, p.Stones, p.Pieces, p.Hands)
	p.drawMarks(c)
}

// drawSpots draws stones and pieces.
func drawSpots(c Canvas, lists ...[]Spot) {
	stamps, _ := c.(stamper)
	for _, list := range lists {
		for i := range list {
			s := &list[i]
			if stamps == nil {
				s.draw(c)
				continue
			}
			stamps.stamp(s.Class+"\x00"+s.Text+"\x00"+s.Kind, s.X, s.Y, func(c Canvas) {
				at := *s
				at.X, at.Y = 0, 0
				at.draw(c)
			})
		}
	}
}

// drawMarks draws what lies over stones and pieces.
func (p *Picture) drawMarks(c Canvas) {
	over := func(string) {}
	if l, ok := c.(layered); ok {
		over = l.over
	}
	for _, s := range p.Counts {
		c.Text(s.X, s.Y-5, 15, s.Text, Black)
	}
	over("own")
	for _, s := range p.Territory {
		c.Fill(box{s.X - 6.5, s.Y - 6.5, 13, 13}.path(), Black)
		if s.Class == "W" {
			c.Fill(box{s.X - 5.2, s.Y - 5.2, 10.4, 10.4}.path(), White)
		}
	}
	over("")
	for _, s := range p.Dim {
		c.Fill(box{s.X - 20, s.Y - 20, 40, 40}.path(), Veil)
	}
	for _, s := range p.Letters {
		if s.OnEmpty() {
			c.Disc(s.X, s.Y, 14, Paper)
		}
		size := 22.0
		if n := len([]rune(s.Text)); n > 1 {
			size = 24 - 4*float64(n)
		}
		over(s.Class)
		c.Text(s.X, s.Y, size, s.Text, onto(s.Class))
	}
	for _, s := range p.Shapes {
		over(s.Class)
		s.drawShape(c)
	}
	over("")
	c.Stroke(p.Arrow, 2, Grey)
	c.Fill(p.Head, Grey)
	if p.Last != nil && p.squares {
		c.Stroke(box{p.Last.X - 18.8, p.Last.Y - 18.8, 37.6, 37.6}.path(), 2.4, Accent)
	} else if p.Last != nil {
		c.Ring(p.Last.X, p.Last.Y, 19.8, 2.4, Accent)
	}
	for _, s := range p.Hidden {
		c.Fill(box{s.X - 20, s.Y - 20, 40, 40}.path(), Paper)
	}
	if p.Tint != nil {
		c.Stroke(p.Tint.path(), 1.2, Accent)
	}
}

// onto returns the ink of what stands on a piece, or on none.
func onto(class string) Ink {
	if strings.Contains(class, "on-B") {
		return White
	}
	return Black
}

// drawShape draws a sign of markup.
func (s *Spot) drawShape(c Canvas) {
	ink := onto(s.Class)
	switch s.Sign() {
	case "TR":
		c.Stroke(moved("M0 -11L9.5 6L-9.5 6Z", s.X, s.Y), 2, ink)
	case "SQ":
		c.Stroke(box{s.X - 8, s.Y - 8, 16, 16}.path(), 2, ink)
	case "CR":
		c.Ring(s.X, s.Y, 9.3, 2, ink)
	case "MA":
		c.Stroke(moved("M-8 -8L8 8M8 -8L-8 8", s.X, s.Y), 2, ink)
	case "SL":
		c.Fill(box{s.X - 6, s.Y - 6, 12, 12}.path(), Grey)
	}
}

// draw draws a stone, or a piece that is written on: with the letter of its kind, White's on
// its head as the sign is.
func (s *Spot) draw(c Canvas) {
	black := strings.Contains(s.Class, " B")
	body, sign := White, Black
	if black {
		body, sign = Black, White
	}
	if strings.Contains(s.Class, "figure") && drawSign(c, s.X, s.Y, 36, s.Text, false, Black) {
		return
	}
	if strings.HasPrefix(s.Class, "stone") || strings.Contains(s.Class, "figure") {
		c.Disc(s.X, s.Y, stoneRadius, Black)
		c.Disc(s.X, s.Y, stoneRadius-1.3, body)
		text, size := s.Text, 20.0
		if strings.Contains(s.Class, "figure") {
			text = letterOf(s.Kind)
		}
		if len(text) > 2 {
			size = 16
		}
		if text != "" {
			c.Text(s.X, s.Y, size, text, sign)
		}
		return
	}
	outline := "M0 -18L12 -12L15.5 17L-15.5 17L-12 -12Z"
	if s.Turn == 180 {
		outline = "M0 18L-12 12L-15.5 -17L15.5 -17L12 12Z"
	}
	c.Fill(moved(outline, s.X, s.Y), Paper)
	c.Stroke(moved(outline, s.X, s.Y), 1.3, Line)
	ink := Black
	if strings.Contains(s.Class, "promoted") {
		ink = Accent
	}
	below := 2.0
	if s.Turn == 180 {
		below = -2
	}
	if !drawSign(c, s.X, s.Y+below, 22, s.Text, s.Turn == 180, ink) {
		c.Text(s.X, s.Y+2, 18, letterOf(s.Kind), ink)
	}
}

// letterOf returns the letters of a kind of pieces, as move notations have them: +R, N.
func letterOf(kind string) string {
	return strings.ToUpper(kind[:min(len(kind), 2)])
}
