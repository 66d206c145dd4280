package drawing

import (
	"image"
	"image/color"
	"image/draw"
	"image/gif"
	"io"
	"iter"
)

// MaxFrames is how many pictures a film has at most.
const MaxFrames = 600

// Film writes pictures of one board as an animated GIF, so many pixels wide, each for so many
// hundredths of a second and the last one for three seconds. It writes the parts that differ from
// the picture before. Of more than MaxFrames pictures it writes the first; frames is how many it
// wrote.
func Film(w io.Writer, width, hundredths int, pictures iter.Seq2[*Picture, error]) (frames int, err error) {
	film := &gif.GIF{}
	var t *painter
	var ground *image.RGBA
	var shown *image.Paletted
	for p, err := range pictures {
		if err != nil {
			return 0, err
		}
		if len(film.Image) == MaxFrames {
			break
		}
		if t == nil {
			if t, err = newPainter(p, width); err != nil {
				return 0, err
			}
			t.ground(p)
			ground = t.to
			t.to = image.NewRGBA(ground.Bounds())
		}
		draw.Draw(t.to, t.to.Bounds(), ground, image.Point{}, draw.Src)
		p.drawPieces(t)
		next := image.NewPaletted(t.to.Bounds(), inks)
		palettize(next, t.to)
		part := next
		if shown != nil {
			part = image.NewPaletted(differ(shown, next), inks) // which does not hold all of next
			draw.Draw(part, part.Rect, next, part.Rect.Min, draw.Src)
		}
		shown = next
		film.Image = append(film.Image, part)
		film.Delay = append(film.Delay, hundredths)
		film.Disposal = append(film.Disposal, gif.DisposalNone)
	}
	if len(film.Image) == 0 {
		return 0, ErrSize
	}
	film.Delay[len(film.Delay)-1] = 300
	return len(film.Image), gif.EncodeAll(w, film)
}

// inks are the colours of films: those of pictures, and what lies between them where they meet.
var inks = mixed(paper, []color.RGBA{ink, ivory, pale, accent, grey, tinted})

// mixed returns colours with mixtures of each pair of the base and them, and of the first of
// them with the others.
func mixed(base color.RGBA, others []color.RGBA) (palette color.Palette) {
	const steps = 12
	mix := func(a, b color.RGBA) {
		for i := range steps + 1 {
			part := func(a, b uint8) uint8 { return uint8((int(a)*(steps-i) + int(b)*i) / steps) }
			palette = append(palette, color.RGBA{part(a.R, b.R), part(a.G, b.G), part(a.B, b.B), 0xff})
		}
	}
	for _, c := range others {
		mix(base, c)
	}
	for _, c := range others[1:5] {
		mix(others[0], c)
	}
	mix(ivory, accent)
	return palette
}

// palettize sets the pixels of a picture to the nearest inks. Few colours come again and again.
func palettize(to *image.Paletted, from *image.RGBA) {
	known := map[[3]uint8]uint8{}
	for i, n := 0, len(to.Pix); i < n; i++ {
		p := from.Pix[4*i : 4*i+3 : 4*i+3]
		key := [3]uint8{p[0], p[1], p[2]}
		at, ok := known[key]
		if !ok {
			at = uint8(inks.Index(color.RGBA{p[0], p[1], p[2], 0xff}))
			known[key] = at
		}
		to.Pix[i] = at
	}
}

// differ returns where two pictures of a size differ, one pixel if nowhere.
func differ(a, b *image.Paletted) image.Rectangle {
	bounds := a.Bounds()
	r := image.Rectangle{Min: bounds.Max, Max: bounds.Min}
	for y := bounds.Min.Y; y < bounds.Max.Y; y++ {
		for x := bounds.Min.X; x < bounds.Max.X; x++ {
			if a.Pix[a.PixOffset(x, y)] != b.Pix[b.PixOffset(x, y)] {
				r.Min.X, r.Min.Y = min(r.Min.X, x), min(r.Min.Y, y)
				r.Max.X, r.Max.Y = max(r.Max.X, x+1), max(r.Max.Y, y+1)
			}
		}
	}
	if r.Empty() {
		return image.Rect(0, 0, 1, 1)
	}
	return r
}
