package drawing_test

import (
	"bytes"
	"image"
	"image/color"
	"image/gif"
	"iter"
	"math"
	"testing"

	"kifudb/ask"
	"kifudb/drawing"
	"kifudb/game"
)

// start is the board of a game at its start.
func start(t *testing.T, name string) *ask.Board {
	t.Helper()
	g, ok := game.Named(name)
	if !ok {
		t.Fatal(name)
	}
	p, err := game.Start(g)
	if err != nil {
		t.Fatal(err)
	}
	return p.(game.Shown).Data()
}

// Stones are painted where the board has them, and nothing else is.
func TestPaint(t *testing.T) {
	b := start(t, "go")
	paint := func(m drawing.Marks) (*drawing.Picture, *image.RGBA) {
		p := drawing.Board(b, m, "")
		img, err := p.Paint(1000)
		if err != nil || img.Bounds().Dx() != 1000 {
			t.Fatal(err)
		}
		return p, img
	}
	_, empty := paint(drawing.Marks{Last: -1})
	black, white := color.RGBA{0x1d, 0x1b, 0x17, 0xff}, color.RGBA{0xff, 0xfe, 0xfb, 0xff}
	stones := map[int]color.RGBA{0: black, 19*9 + 9: white, 19*19 - 1: black}
	for cell, c := range stones {
		b.Pieces = append(b.Pieces, ask.Piece{Cell: cell, Color: map[color.RGBA]string{black: "B", white: "W"}[c], Kind: "stone"})
	}
	p, img := paint(drawing.Marks{Last: 0, Numbers: map[int]int{0: 7}})
	scale := 1000 / p.Width
	for cell, want := range stones { // a little above what is written on the stone
		x, y := p.FirstX()+40*float64(cell%19), p.FirstY()+40*float64(cell/19)-14
		if got := img.RGBAAt(int(x*scale), int(y*scale)); got != want {
			t.Errorf("cell %d is %v, want %v", cell, got, want)
		}
	}
	for y := range img.Bounds().Dy() {
		for x := range 1000 {
			if img.RGBAAt(x, y) == empty.RGBAAt(x, y) {
				continue
			}
			near := false
			for cell := range stones {
				dx, dy := float64(x)/scale-p.FirstX()-40*float64(cell%19), float64(y)/scale-p.FirstY()-40*float64(cell/19)
				near = near || math.Hypot(dx, dy) < 23
			}
			if !near {
				t.Fatalf("something is painted at %d, %d", x, y)
			}
		}
	}
	for _, width := range []int{0, drawing.MinWidth - 1, drawing.MaxWidth + 1} {
		if _, err := p.Paint(width); err == nil {
			t.Errorf("a picture of %d pixels", width)
		}
	}
}

// Boards of all games can be painted.
func TestPaintGames(t *testing.T) {
	for _, g := range game.All() {
		p, err := game.Start(g)
		if err != nil {
			continue // its rules are not known
		}
		shown, ok := p.(game.Shown)
		if !ok {
			continue
		}
		img, err := drawing.Board(shown.Data(), drawing.Marks{Last: 0}, "").Paint(400)
		if err != nil || img.Bounds().Dx() != 400 {
			t.Errorf("%s: %v", g.About().Name, err)
		}
	}
}

// A film shows picture after picture, and only what changes.
func TestFilm(t *testing.T) {
	b := start(t, "go")
	film := func(n int) iter.Seq2[*drawing.Picture, error] {
		return func(yield func(*drawing.Picture, error) bool) {
			for i := range n {
				one := *b
				for cell := range min(i, 361) {
					one.Pieces = append(one.Pieces, ask.Piece{Cell: cell, Color: "BW"[cell%2 : cell%2+1], Kind: "stone"})
				}
				if !yield(drawing.Board(&one, drawing.Marks{Last: min(i, 361) - 1}, ""), nil) {
					return
				}
			}
		}
	}
	var out bytes.Buffer
	frames, err := drawing.Film(&out, 300, 50, film(6))
	if err != nil || frames != 6 {
		t.Fatal(frames, err)
	}
	g, err := gif.DecodeAll(&out)
	if err != nil || len(g.Image) != 6 || g.Delay[0] != 50 || g.Delay[5] != 300 {
		t.Fatal(err, g)
	}
	if whole, part := g.Image[0].Bounds(), g.Image[2].Bounds(); whole.Dx() != 300 || part.Dx() > 100 || part.Dy() > 60 {
		t.Errorf("the third picture takes %v of %v", part, whole)
	}
	// What is shown at last is the picture of the last board.
	canvas := image.NewRGBA(g.Image[0].Bounds())
	for _, f := range g.Image {
		for y := f.Bounds().Min.Y; y < f.Bounds().Max.Y; y++ {
			for x := f.Bounds().Min.X; x < f.Bounds().Max.X; x++ {
				canvas.Set(x, y, f.At(x, y))
			}
		}
	}
	var last *drawing.Picture
	for p := range film(6) {
		last = p
	}
	want, err := last.Paint(300)
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(want.Pix); i++ {
		if math.Abs(float64(want.Pix[i])-float64(canvas.Pix[i])) > 40 { // few inks
			t.Fatalf("pixel %d is %d, want %d", i/4, canvas.Pix[i], want.Pix[i])
		}
	}
	out.Reset()
	if frames, err = drawing.Film(&out, drawing.MinWidth, 5, film(drawing.MaxFrames+9)); err != nil || frames != drawing.MaxFrames {
		t.Errorf("%d pictures, %v", frames, err)
	}
}
