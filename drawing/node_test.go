package drawing_test

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/gif"
	"image/png"
	"math"
	"strings"
	"testing"

	"kifudb/archive"
	"kifudb/archive/archivetest"
	"kifudb/drawing"
)

// looksLike compares what was painted with the board that it shows: each cell has a stone of the color,
// or there is something on it.
func looksLike(t *testing.T, img image.Image, n *archive.Node) {
	t.Helper()
	p, err := drawing.OfNode(n)
	if err != nil {
		t.Fatal(err)
	}
	b, err := n.Data()
	if err != nil {
		t.Fatal(err)
	}
	colors := map[int]string{}
	for _, piece := range b.Pieces {
		colors[piece.Cell] = piece.Color
	}
	scale := float64(img.Bounds().Dx()) / p.Width
	stones := n.Game.Game == "go" || n.Game.Game == "othello"
	for cell := range b.Cols * b.Rows {
		x, y := (p.FirstX()-p.Left+40*float64(cell%b.Cols))*scale, (p.FirstY()-p.Top+40*float64(cell/b.Cols))*scale
		var dark, light, all int
		for dy := -11 * scale; dy < 11*scale; dy++ {
			for dx := -11 * scale; dx < 11*scale; dx++ {
				c := color.GrayModel.Convert(img.At(int(math.Round(x+dx)), int(math.Round(y+dy)))).(color.Gray).Y
				all++
				if c < 0x60 {
					dark++
				} else if c >= 0xfd {
					light++
				}
			}
		}
		want, got := colors[cell], ""
		switch {
		case !stones && dark > all/50, stones && dark > all/2:
			got = "B"
		case stones && light > all/2:
			got = "W"
		}
		if !stones && want != "" {
			want = "B" // ink
		}
		if got != want {
			t.Fatalf("%s: cell %d is %q, want %q (%d dark, %d light of %d)", n.Ref, cell, got, want, dark, light, all)
		}
	}
}

// Pictures show the pieces that the board has, and a film each position of a line.
func TestPicturesOfNodes(t *testing.T) {
	v := archivetest.OfFiles(t,
		"(;GM[1]SZ[9]PB[A]AB[aa]AW[ii];B[cc];W[bb];B[];W[gg](;B[cg];W[gc])(;B[ba];W[ab];B[gc]))",
		"V2.2\nN+Kiku\nN-Hana\nPI\n+\n+7776FU\n-3334FU\n+8822UM\n-3122GI\n+0055KA\n%TORYO\n",
		"(;GM[2]SZ[8]PB[B];B[d3];W[c3];B[c4])",
		"[White \"A\"]\n[Black \"B\"]\n[Result \"*\"]\n\n1. e4 d5 2. exd5 Qxd5 3. Nc3 *\n")
	for _, test := range []struct {
		ref    string
		frames int
	}{{"1@n9", 8}, {"1@0", 1}, {"1@n6", 7}, {"2@5", 6}, {"3@3", 4}, {"4@5", 6}} {
		n, err := v.Node(test.ref)
		if err != nil {
			t.Fatal(err)
		}
		p, err := drawing.OfNode(n)
		if err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		if err := p.WritePNG(&out, drawing.UsualWidth); err != nil {
			t.Fatal(test.ref, err)
		}
		img, err := png.Decode(&out)
		if err != nil {
			t.Fatal(test.ref, err)
		}
		looksLike(t, img, n)

		out.Reset()
		if cut, err := drawing.WriteFilm(t.Context(), &out, v, n); err != nil || cut != 0 {
			t.Fatal(test.ref, cut, err)
		}
		g, err := gif.DecodeAll(&out)
		if err != nil || len(g.Image) != test.frames {
			t.Fatal(test.ref, err, len(g.Image))
		}
		tree, err := v.GameTree(n.Game.ID, 0, 0)
		if err != nil {
			t.Fatal(err)
		}
		screen, line := image.NewRGBA(g.Image[0].Rect), tree.Line(n.Node)
		for i, frame := range g.Image {
			draw.Draw(screen, frame.Rect, frame, frame.Rect.Min, draw.Over)
			at, err := v.Node(fmt.Sprintf("%d@n%d", n.Game.ID, line[i].Node))
			if err != nil {
				t.Fatal(err)
			}
			looksLike(t, screen, at)
		}
	}
}

// Of a line of many moves the last positions are shown. Labels of records are written as
// far as the font has them.
func TestFilmOfLongLine(t *testing.T) {
	var long strings.Builder
	long.WriteString("(;GM[1]SZ[52]LB[aa:<b>][bb:囲碁][cc:&amp;]")
	const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
	for i := range 620 {
		fmt.Fprintf(&long, ";%c[%c%c]", "BW"[i%2], letters[i%52], letters[i/52*3])
	}
	v := archivetest.OfFiles(t, long.String()+")", "(;GM[40]PB[One];B[xyz])")
	n, err := v.Node("1@620")
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	cut, err := drawing.WriteFilm(t.Context(), &out, v, n)
	if err != nil || cut != 21 {
		t.Fatal(cut, err)
	}
	size := out.Len()
	g, err := gif.DecodeAll(&out)
	if err != nil || len(g.Image) != drawing.MaxFrames || size > 8<<20 || g.Config.Width > 1000 || g.Config.Height > 1000 {
		t.Errorf("%v, %d pictures of %d by %d, %d bytes", err, len(g.Image), g.Config.Width, g.Config.Height, size)
	}
	first, err := v.Node("1@21")
	if err != nil {
		t.Fatal(err)
	}
	tree, err := v.GameTree(1, 0, 0)
	if err != nil {
		t.Fatal(err)
	}
	if drawing.FilmCut(tree.Line(n.Node), n) != 21 || drawing.FilmCut(tree.Line(first.Node), first) != 0 {
		t.Error("what is left out is not said")
	}
	looksLike(t, g.Image[0], first)
	if n, err = v.Node("2@1"); err != nil {
		t.Fatal(err)
	}
	if _, err := drawing.WriteFilm(t.Context(), &out, v, n); err == nil {
		t.Error("a game whose rules are not known has a film")
	}
}
