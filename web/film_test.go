package web

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/gif"
	"image/png"
	"os"
	"slices"
	"testing"

	"github.com/chromedp/chromedp"

	"kifudb/archive"
)

// mostFilm is how many bytes the film on the front page has at most.
const mostFilm = 500_000

// A film is what somebody sees who uses a page.
type film struct {
	*tab
	frames []*image.RGBA
	delays []int // in hundredths of a second
}

// look adds what the page shows now, for a time in hundredths of a second.
func (f *film) look(delay int) {
	f.t.Helper()
	data := do[[]byte](f.tab, chromedp.CaptureScreenshot())
	shot, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		f.t.Fatal(err)
	}
	frame := image.NewRGBA(shot.Bounds())
	draw.Draw(frame, frame.Bounds(), shot, shot.Bounds().Min, draw.Src)
	f.frames, f.delays = append(f.frames, frame), append(f.delays, delay)
}

// hand shows where the mouse is about to click, which screenshots leave out.
func (f *film) hand(x, y float64) {
	f.t.Helper()
	f.text(fmt.Sprintf(`(() => { let h = document.getElementById('hand'); if (!h) { h = document.createElement('div'); h.id = 'hand'; document.body.append(h); }
		const s = h.style; s.position = 'fixed'; s.zIndex = 9; s.width = s.height = '22px'; s.borderRadius = '50%%'; s.border = '3px solid #c0392b'; s.background = 'rgba(192,57,43,.25)';
		s.pointerEvents = 'none'; s.left = '%.0fpx'; s.top = '%.0fpx'; return ''; })()`, x-14, y-14))
	f.look(70)
	f.text(`(document.getElementById('hand').remove(), '')`)
}

// colors returns the colors that are most frequent, at most 256.
func (f *film) colors() color.Palette {
	counts := map[color.RGBA]int{}
	for _, frame := range f.frames {
		for i := 0; i < len(frame.Pix); i += 4 {
			counts[color.RGBA{frame.Pix[i], frame.Pix[i+1], frame.Pix[i+2], 255}]++
		}
	}
	var list []color.RGBA
	for c := range counts {
		list = append(list, c)
	}
	slices.SortFunc(list, func(a, b color.RGBA) int {
		return cmp.Or(counts[b]-counts[a], cmp.Compare(uint32(a.R)<<16|uint32(a.G)<<8|uint32(a.B), uint32(b.R)<<16|uint32(b.G)<<8|uint32(b.B)))
	})
	var palette color.Palette
	for _, c := range list[:min(len(list), 256)] {
		palette = append(palette, c)
	}
	return palette
}

// encode returns the film as a GIF, of which each frame has what differs from the one before.
func (f *film) encode() []byte {
	f.t.Helper()
	palette := f.colors()
	known := map[color.RGBA]uint8{}
	index := func(c color.RGBA) uint8 {
		i, ok := known[c]
		if !ok {
			i = uint8(palette.Index(c))
			known[c] = i
		}
		return i
	}
	all := &gif.GIF{}
	for n, frame := range f.frames {
		part := frame.Bounds()
		if n > 0 {
			part = changed(f.frames[n-1], frame)
		}
		shown := image.NewPaletted(part, palette)
		for y := part.Min.Y; y < part.Max.Y; y++ {
			for x := part.Min.X; x < part.Max.X; x++ {
				shown.SetColorIndex(x, y, index(frame.RGBAAt(x, y)))
			}
		}
		all.Image, all.Delay, all.Disposal = append(all.Image, shown), append(all.Delay, f.delays[n]), append(all.Disposal, gif.DisposalNone)
	}
	var out bytes.Buffer
	if err := gif.EncodeAll(&out, all); err != nil {
		f.t.Fatal(err)
	}
	return out.Bytes()
}

// changed returns the rectangle in which two frames differ, one point if they do not.
func changed(a, b *image.RGBA) image.Rectangle {
	var part image.Rectangle
	for y := range b.Rect.Dy() {
		for x := range b.Rect.Dx() {
			if a.RGBAAt(x, y) != b.RGBAAt(x, y) {
				part = part.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	if part.Empty() {
		return image.Rect(0, 0, 1, 1)
	}
	return part
}

// The film on the front page is made from pages as they are: KIFUDB_FILM names the file to write, and KIFUDB_FILM_ARCHIVE
// an archive of many games of Go.
func TestFilm(t *testing.T) {
	to, of := os.Getenv("KIFUDB_FILM"), os.Getenv("KIFUDB_FILM_ARCHIVE")
	if to == "" || of == "" {
		t.Skip("KIFUDB_FILM and KIFUDB_FILM_ARCHIVE are not set: the film on the front page is not made anew")
	}
	a, err := archive.Open(of, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { a.Close() })
	s, err := New(a, &Options{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	b := &browser{a: a, server: s}
	b.start(t, chromium(t))
	f := &film{tab: b.tab(t)}
	f.size(1280, 880)
	f.open("/")
	f.answered("")
	f.look(150)
	click := func(selector, query string) {
		x, y := f.at(selector)
		f.hand(x, y)
		f.click(selector)
		f.answered(query)
	}
	play := func(point, query string) {
		x, y := f.cell(point)
		f.hand(x, y)
		f.point(point)
		f.answered(query)
		f.look(120)
	}
	click(`[data-scope=corner]`, "")
	play("R16", `pat:NE[.........|.........|.........|......X..|.........|.........|.........|.........|.........]`)
	play("P17", `pat:NE[.........|.........|....O....|......X..|.........|.........|.........|.........|.........]`)
	click(`[data-key=i]`, `pat:NE[.........|.........|....O....|......X..|.........|.........|.........|.........|.........] colors:either`)
	f.look(200)
	row := `#continuations tbody tr:nth-child(1) .games`
	x, y := f.at(row)
	do(f.tab, chromedp.MouseEvent("mouseMoved", x, y))
	f.until(`document.querySelector('kifu-board .ghost')`)
	f.hand(x, y)
	before := f.query()
	f.click(row)
	f.until(fmt.Sprintf(`new URLSearchParams(location.search).get('q') !== %q`, before))
	f.answered(f.query())
	f.look(300)
	data := f.encode()
	if len(data) > mostFilm {
		t.Errorf("the film has %d bytes, and %d are for it", len(data), mostFilm)
	}
	if err := os.WriteFile(to, data, 0o666); err != nil {
		t.Fatal(err)
	}
	t.Logf("%d frames, %d bytes", len(f.frames), len(data))
}

// answered waits until the page shows the answer to a question, and its pictures are there.
func (f *film) answered(query string) {
	f.t.Helper()
	f.untilText(`new URLSearchParams(location.search).get('q') ?? ''`, query)
	f.showsAsked()
	ctx, cancel := context.WithTimeout(f.ctx, patience)
	defer cancel()
	_, _ = chromedp.Run(ctx, chromedp.Evaluate[string](`document.fonts.ready.then(() => '')`))
}
