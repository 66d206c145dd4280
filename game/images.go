package game

import "kifudb/position"

// The images of positions on square boards, whose rules know no direction: Othello's and
// those of other games with discs.

// allImages returns the images of a position under the eight symmetries of its board, equal
// ones included. Move is what a symmetry does to the code of a move.
func allImages(p Imager, o ImageOptions, move func(s position.Symmetry, code position.Point) position.Point) []Image {
	by := func(s position.Symmetry) func(position.Point) position.Point {
		return func(code position.Point) position.Point { return move(s, code) }
	}
	var images []Image
	for _, swapped := range []bool{false, true} {
		for s := range position.Symmetry(8) {
			if swapped && !o.Swap || s != 0 && !o.Mirror {
				continue
			}
			images = append(images, Image{s, swapped, p.Image(s, swapped), by(s.Inverse()), by(s)})
		}
	}
	return images
}

// different returns the first of each set of images that equal each other.
func different(images []Image) []Image {
	var list []Image
next:
	for _, image := range images {
		for _, other := range list {
			if other.Position.Equal(image.Position) {
				continue next
			}
		}
		list = append(list, image)
	}
	return list
}

// selvesOf returns the images that equal a position.
func selvesOf(p Position, images []Image) []Image {
	var selves []Image
	for _, image := range images {
		if image.Position.Equal(p) {
			selves = append(selves, image)
		}
	}
	return selves
}

// leastText returns the text of the image, colors as they are, that comes first.
func leastText(p Imager) string {
	least := p.Image(0, false).Text()
	for s := position.Symmetry(1); s < 8; s++ {
		least = min(least, p.Image(s, false).Text())
	}
	return least
}
