package drawing

import (
	"errors"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io"
	"math"
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

// colors are those of the inks.
var colors = [inkCount]color.RGBA{ink, ivory, line, paper, pale, tinted, accent, grey, {0xa3, 0xa2, 0x9f, 0xa6}}

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
	p.drawPieces(t)
	return t.to, nil
}

// A painter is a canvas of pixels, for pictures of one board.
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

// ground paints the board without what lies on it.
func (t *painter) ground(p *Picture) {
	draw.Draw(t.to, t.to.Bounds(), image.NewUniform(paper), image.Point{}, draw.Src)
	p.drawGround(t)
}

// stamp implements stamper: it paints what looks alike once.
func (t *painter) stamp(key string, x, y float64, paint func(Canvas)) {
	st := t.stampsKnown[key]
	if st == nil {
		half := int(math.Ceil(22*t.scale)) + 1
		st = &stamp{image.NewRGBA(image.Rect(-half, -half, half, half)), half}
		paint(&painter{to: st.image, scale: t.scale})
		t.stampsKnown[key] = st
	}
	px, py := t.point(x, y)
	corner := image.Pt(int(math.Round(px)), int(math.Round(py)))
	draw.Draw(t.to, st.image.Bounds().Add(corner), st.image, st.image.Bounds().Min, draw.Over)
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

// Disc implements [Canvas].
func (t *painter) Disc(x, y, r float64, ink Ink) { t.polygon(colors[ink], circle(x, y, r, false)) }

// Ring implements [Canvas].
func (t *painter) Ring(x, y, r, width float64, ink Ink) {
	t.polygon(colors[ink], circle(x, y, r+width/2, false), circle(x, y, r-width/2, true))
}

// Stroke implements [Canvas].
func (t *painter) Stroke(path string, width float64, ink Ink) {
	width = max(width, 1/t.scale) // at least a pixel
	eachLine(path, func(from, to [2]float64) {
		dx, dy := to[0]-from[0], to[1]-from[1]
		length := math.Hypot(dx, dy)
		if length == 0 {
			return
		}
		// Square ends join lines that meet.
		ux, uy := dx/length*width/2, dy/length*width/2
		t.polygon(colors[ink], [][2]float64{
			{from[0] - ux - uy, from[1] - uy + ux}, {to[0] + ux - uy, to[1] + uy + ux},
			{to[0] + ux + uy, to[1] + uy - ux}, {from[0] - ux + uy, from[1] - uy - ux},
		})
	})
}

// Fill implements [Canvas].
func (t *painter) Fill(path string, ink Ink) {
	for _, part := range strings.SplitAfter(path, "Z") {
		var outline [][2]float64
		eachLine(part, func(from, _ [2]float64) { outline = append(outline, from) })
		if len(outline) > 2 {
			t.polygon(colors[ink], outline)
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

// Text implements [Canvas].
func (t *painter) Text(x, y, size float64, text string, ink Ink) {
	if text == "" || size*t.scale < 4 { // nobody could read it
		return
	}
	face, err := opentype.NewFace(letters(), &opentype.FaceOptions{Size: size * t.scale, DPI: 72})
	if err != nil {
		return
	}
	defer face.Close()
	d := font.Drawer{Dst: t.to, Src: image.NewUniform(colors[ink]), Face: face}
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
