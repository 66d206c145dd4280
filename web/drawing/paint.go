package drawing

import (
	"errors"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io"
	"math"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gomedium"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"
)

// The colours of paper and ink, those of the page by day.
var (
	paper  = color.RGBA{0xfb, 0xf9, 0xf4, 0xff}
	ink    = color.RGBA{0x1d, 0x1b, 0x17, 0xff}
	line   = color.RGBA{0x2b, 0x28, 0x23, 0xff}
	pale   = color.RGBA{0xcb, 0xc3, 0xb3, 0xff}
	tinted = color.RGBA{0xf2, 0xec, 0xde, 0xff}
	ivory  = color.RGBA{0xff, 0xfe, 0xfb, 0xff}
	accent = color.RGBA{0xb3, 0x34, 0x1b, 0xff}
	grey   = color.RGBA{0x5e, 0x59, 0x50, 0xff}
)

// The bounds of a painted picture, in pixels.
const (
	MinWidth   = 64
	MaxWidth   = 4096
	maxTall    = 4 * MaxWidth // of a board that is much higher than wide
	UsualWidth = 800
)

// ErrSize says that a picture is not painted so large or so small.
var ErrSize = errors.New("pictures are 64 to 4096 pixels wide, and at most four times as high")

// Paint paints a picture, so many pixels wide. Pieces have their figures and characters; a
// piece whose sign is not known here has the letters of its kind.
func (p *Picture) Paint(width int) (*image.RGBA, error) {
	t, err := newPainter(p, width)
	if err != nil {
		return nil, err
	}
	t.ground(p)
	t.pieces(p)
	return t.to, nil
}

// A painter paints pictures of one board.
type painter struct {
	to          *image.RGBA
	scale       float64
	left, top   float64 // of what is shown of the drawing
	stampsKnown map[string]*stamp
}

// A stamp is a piece that was painted before.
type stamp struct {
	image *image.RGBA
	half  int // pixels from its middle to its edges
}

func newPainter(p *Picture, width int) (*painter, error) {
	if width < MinWidth || width > MaxWidth || p.Width <= 0 {
		return nil, ErrSize
	}
	scale := float64(width) / p.Width
	height := int(math.Ceil(p.Height * scale))
	if height < 1 || height > maxTall {
		return nil, ErrSize
	}
	return &painter{to: image.NewRGBA(image.Rect(0, 0, width, height)), scale: scale, left: p.Left, top: p.Top, stampsKnown: map[string]*stamp{}}, nil
}

// ground paints the board without what lies on it.
func (t *painter) ground(p *Picture) {
	draw.Draw(t.to, t.to.Bounds(), image.NewUniform(paper), image.Point{}, draw.Src)
	if p.Tint != nil {
		t.rectangle(p.Tint.X, p.Tint.Y, p.Tint.Width, p.Tint.Height, tinted)
	}
	if p.hexes {
		t.strokes(p.WhiteEdge, 7, ink)
		t.strokes(p.WhiteEdge, 4.4, ivory)
		t.strokes(p.BlackEdge, 7, ink)
		t.strokes(p.Hexes, 1.1, line)
	}
	t.strokes(p.Pale, 1.1, pale)
	t.strokes(p.PaleEdge, 2.6, pale)
	t.strokes(p.Line, 1.1, line)
	t.strokes(p.Edge, 2.6, line)
	for _, s := range p.Stars {
		t.disc(s.X, s.Y, 3.6, line)
	}
	for _, s := range p.Names {
		t.text(s.X, s.Y-5, 14, s.Text, grey)
	}
}

// pieces paints what lies on the board and what is marked.
func (t *painter) pieces(p *Picture) {
	for _, list := range [][]Spot{p.Stones, p.Pieces, p.Hands} {
		for i := range list {
			t.stamp(&list[i])
		}
	}
	for _, s := range p.Counts {
		t.text(s.X, s.Y-5, 15, s.Text, ink)
	}
	for _, s := range p.Territory {
		t.rectangle(s.X-6.5, s.Y-6.5, 13, 13, ink)
		if s.Class == "W" {
			t.rectangle(s.X-5.2, s.Y-5.2, 10.4, 10.4, ivory)
		}
	}
	for _, s := range p.Dim {
		t.rectangle(s.X-20, s.Y-20, 40, 40, color.RGBA{0xa3, 0xa2, 0x9f, 0xa6})
	}
	for _, s := range p.Letters {
		if s.OnEmpty() {
			t.disc(s.X, s.Y, 14, paper)
		}
		size := 22.0
		if n := len([]rune(s.Text)); n > 1 {
			size = 24 - 4*float64(n)
		}
		t.text(s.X, s.Y, size, s.Text, onto(s.Class))
	}
	for _, s := range p.Shapes {
		t.shape(&s)
	}
	t.strokes(p.Arrow, 2, grey)
	t.fill(p.Head, grey)
	if p.Last != nil && p.squares {
		t.strokes(box{p.Last.X - 18.8, p.Last.Y - 18.8, 37.6, 37.6}.path(), 2.4, accent)
	} else if p.Last != nil {
		t.ring(p.Last.X, p.Last.Y, 19.8, 2.4, accent)
	}
	for _, s := range p.Hidden {
		t.rectangle(s.X-20, s.Y-20, 40, 40, paper)
	}
	if p.Tint != nil {
		t.strokes(p.Tint.path(), 1.2, accent)
	}
}

// onto returns the colour of what stands on a piece, or on none.
func onto(class string) color.RGBA {
	if strings.Contains(class, "on-B") {
		return ivory
	}
	return ink
}

func (b box) path() string {
	return "M" + decimal(b.X) + " " + decimal(b.Y) + "H" + decimal(b.X+b.Width) + "V" + decimal(b.Y+b.Height) + "H" + decimal(b.X) + "Z"
}

func decimal(v float64) string { return strconv.FormatFloat(v, 'f', 2, 64) }

// shape paints a sign of markup.
func (t *painter) shape(s *Spot) {
	c := onto(s.Class)
	switch s.Sign() {
	case "TR":
		t.strokes(moved("M0 -11L9.5 6L-9.5 6Z", s.X, s.Y), 2, c)
	case "SQ":
		t.strokes(box{s.X - 8, s.Y - 8, 16, 16}.path(), 2, c)
	case "CR":
		t.ring(s.X, s.Y, 9.3, 2, c)
	case "MA":
		t.strokes(moved("M-8 -8L8 8M8 -8L-8 8", s.X, s.Y), 2, c)
	case "SL":
		t.rectangle(s.X-6, s.Y-6, 12, 12, grey)
	}
}

// stamp puts a piece on the board; those that look alike are painted once.
func (t *painter) stamp(s *Spot) {
	key := s.Class + "\x00" + s.Text + "\x00" + s.Kind
	st := t.stampsKnown[key]
	if st == nil {
		half := int(math.Ceil(22*t.scale)) + 1
		st = &stamp{image.NewRGBA(image.Rect(-half, -half, half, half)), half}
		small := painter{to: st.image, scale: t.scale}
		at := *s
		at.X, at.Y = 0, 0
		small.piece(&at)
		t.stampsKnown[key] = st
	}
	x, y := t.point(s.X, s.Y)
	corner := image.Pt(int(math.Round(x)), int(math.Round(y)))
	draw.Draw(t.to, st.image.Bounds().Add(corner), st.image, st.image.Bounds().Min, draw.Over)
}

// piece paints a stone, or a piece that is written on: with the letter of its kind, White's on
// its head as the sign is.
func (t *painter) piece(s *Spot) {
	black := strings.Contains(s.Class, " B")
	body, sign := ivory, ink
	if black {
		body, sign = ink, ivory
	}
	if strings.Contains(s.Class, "figure") && t.sign(s.X, s.Y, 36, s.Text, false, ink) {
		return
	}
	if strings.HasPrefix(s.Class, "stone") || strings.Contains(s.Class, "figure") {
		t.disc(s.X, s.Y, stoneRadius, ink)
		t.disc(s.X, s.Y, stoneRadius-1.3, body)
		text, size := s.Text, 20.0
		if strings.Contains(s.Class, "figure") {
			text = letterOf(s.Kind)
		}
		if len(text) > 2 {
			size = 16
		}
		t.text(s.X, s.Y, size, text, sign)
		return
	}
	outline := "M0 -18L12 -12L15.5 17L-15.5 17L-12 -12Z"
	if s.Turn == 180 {
		outline = "M0 18L-12 12L-15.5 -17L15.5 -17L12 12Z"
	}
	t.fill(moved(outline, s.X, s.Y), paper)
	t.strokes(moved(outline, s.X, s.Y), 1.3, line)
	c := ink
	if strings.Contains(s.Class, "promoted") {
		c = accent
	}
	below := 2.0
	if s.Turn == 180 {
		below = -2
	}
	if !t.sign(s.X, s.Y+below, 22, s.Text, s.Turn == 180, c) {
		t.text(s.X, s.Y+2, 18, letterOf(s.Kind), c)
	}
}

// letterOf returns the letters of a kind of pieces, as move notations have them: +R, N.
func letterOf(kind string) string {
	return strings.ToUpper(kind[:min(len(kind), 2)])
}

// point returns where a place of the drawing is in pixels.
func (t *painter) point(x, y float64) (float64, float64) {
	return (x - t.left) * t.scale, (y - t.top) * t.scale
}

// polygon fills what closed lines enclose, given in units of the drawing.
func (t *painter) polygon(c color.RGBA, outlines ...[][2]float64) {
	lowX, lowY, highX, highY := math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)
	for _, outline := range outlines {
		for i, p := range outline {
			x, y := t.point(p[0], p[1])
			outline[i] = [2]float64{x, y}
			lowX, lowY, highX, highY = min(lowX, x), min(lowY, y), max(highX, x), max(highY, y)
		}
	}
	bounds := image.Rect(int(math.Floor(lowX)), int(math.Floor(lowY)), int(math.Ceil(highX))+1, int(math.Ceil(highY))+1)
	if bounds.Intersect(t.to.Bounds()).Empty() || bounds.Dx() > 2*MaxWidth || bounds.Dy() > 2*maxTall {
		return
	}
	z := vector.NewRasterizer(bounds.Dx(), bounds.Dy())
	for _, outline := range outlines {
		for i, p := range outline {
			x, y := float32(p[0])-float32(bounds.Min.X), float32(p[1])-float32(bounds.Min.Y)
			if i == 0 {
				z.MoveTo(x, y)
			} else {
				z.LineTo(x, y)
			}
		}
		z.ClosePath()
	}
	z.Draw(t.to, bounds, image.NewUniform(c), image.Point{})
}

func (t *painter) rectangle(x, y, width, height float64, c color.RGBA) {
	t.polygon(c, [][2]float64{{x, y}, {x + width, y}, {x + width, y + height}, {x, y + height}})
}

// circle returns a circle as a polygon of corners that nobody sees.
func circle(x, y, r float64, backwards bool) (outline [][2]float64) {
	const corners = 48
	for i := range corners {
		angle := float64(i) * 2 * math.Pi / corners
		if backwards {
			angle = -angle
		}
		outline = append(outline, [2]float64{x + r*math.Cos(angle), y + r*math.Sin(angle)})
	}
	return outline
}

func (t *painter) disc(x, y, r float64, c color.RGBA) { t.polygon(c, circle(x, y, r, false)) }

func (t *painter) ring(x, y, r, width float64, c color.RGBA) {
	t.polygon(c, circle(x, y, r+width/2, false), circle(x, y, r-width/2, true))
}

// pathPart is a command of the paths that this package makes.
var pathPart = regexp.MustCompile(`([MLHVCZ])([^MLHVCZ]*)`)

// eachPoint calls a function for each place of a path: begin if a line begins there, end for
// the place where it began. A curve becomes short lines.
func eachPoint(path string, do func(begin, end bool, at [2]float64)) {
	var begin, at [2]float64
	for _, m := range pathPart.FindAllStringSubmatch(path, -1) {
		var n [6]float64
		for i, text := range strings.Fields(strings.ReplaceAll(m[2], ",", " ")) {
			if i < len(n) {
				n[i], _ = strconv.ParseFloat(text, 64) // made by this package
			}
		}
		from := at
		switch m[1] {
		case "M":
			begin, at = [2]float64{n[0], n[1]}, [2]float64{n[0], n[1]}
			do(true, false, at)
			continue
		case "L":
			at = [2]float64{n[0], n[1]}
		case "H":
			at[0] = n[0]
		case "V":
			at[1] = n[0]
		case "C":
			const parts = 8
			for i := 1; i < parts; i++ {
				v := float64(i) / parts
				u := 1 - v
				mix := func(k int) float64 { return u*u*u*from[k] + 3*u*u*v*n[k] + 3*u*v*v*n[2+k] + v*v*v*n[4+k] }
				do(false, false, [2]float64{mix(0), mix(1)})
			}
			at = [2]float64{n[4], n[5]}
		case "Z":
			at = begin
		}
		do(false, m[1] == "Z", at)
	}
}

// eachLine calls a function for each straight piece of a path.
func eachLine(path string, do func(from, to [2]float64)) {
	var last [2]float64
	eachPoint(path, func(begin, _ bool, at [2]float64) {
		if !begin {
			do(last, at)
		}
		last = at
	})
}

// moved returns a path with each of its places moved. It must have only M, L and Z.
func moved(path string, dx, dy float64) string {
	return pathPart.ReplaceAllStringFunc(path, func(part string) string {
		f := strings.Fields(part[1:])
		if len(f) < 2 {
			return part
		}
		x, _ := strconv.ParseFloat(f[0], 64)
		y, _ := strconv.ParseFloat(f[1], 64)
		return part[:1] + decimal(x+dx) + " " + decimal(y+dy)
	})
}

// strokes paints the lines of a path.
func (t *painter) strokes(path string, width float64, c color.RGBA) {
	width = max(width, 1/t.scale) // at least a pixel
	eachLine(path, func(from, to [2]float64) {
		dx, dy := to[0]-from[0], to[1]-from[1]
		length := math.Hypot(dx, dy)
		if length == 0 {
			return
		}
		// Square ends join lines that meet.
		ux, uy := dx/length*width/2, dy/length*width/2
		t.polygon(c, [][2]float64{
			{from[0] - ux - uy, from[1] - uy + ux}, {to[0] + ux - uy, to[1] + uy + ux},
			{to[0] + ux + uy, to[1] + uy - ux}, {from[0] - ux + uy, from[1] - uy - ux},
		})
	})
}

// fill fills the closed parts of a path.
func (t *painter) fill(path string, c color.RGBA) {
	for _, part := range strings.SplitAfter(path, "Z") {
		var outline [][2]float64
		eachLine(part, func(from, _ [2]float64) { outline = append(outline, from) })
		if len(outline) > 2 {
			t.polygon(c, outline)
		}
	}
}

// letters is the font of pictures.
var letters = sync.OnceValue(func() *opentype.Font {
	f, err := opentype.Parse(gomedium.TTF)
	if err != nil {
		panic("the font of this program: " + err.Error())
	}
	return f
})

// text writes a text around a place.
func (t *painter) text(x, y, size float64, text string, c color.RGBA) {
	if text == "" || size*t.scale < 4 { // nobody could read it
		return
	}
	face, err := opentype.NewFace(letters(), &opentype.FaceOptions{Size: size * t.scale, DPI: 72})
	if err != nil {
		return
	}
	defer face.Close()
	d := font.Drawer{Dst: t.to, Src: image.NewUniform(c), Face: face}
	px, py := t.point(x, y)
	bounds, _ := d.BoundString(text)
	d.Dot = fixed.Point26_6{
		X: fixed.Int26_6(px*64) - (bounds.Max.X+bounds.Min.X)/2,
		Y: fixed.Int26_6(py*64) - (bounds.Max.Y+bounds.Min.Y)/2,
	}
	d.DrawString(text)
}

// WritePNG paints a picture and writes it as PNG. The errors are those of [Picture.Paint] and of
// the writer.
func (p *Picture) WritePNG(w io.Writer, width int) error {
	painted, err := p.Paint(width)
	if err != nil {
		return err
	}
	return png.Encode(w, painted)
}
