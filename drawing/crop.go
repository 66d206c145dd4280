package drawing

// Crop leaves of a picture the part of the board where something lies, with the edges
// that are near: a problem is shown as a book prints it.
func (p *Picture) Crop() {
	const near, around = 3, 1 // cells to an edge that is shown, and around what lies there
	left, top, right, bottom := p.board.Cols, p.board.Rows, -1, -1
	seen := func(cell int) {
		x, y := cell%p.board.Cols, cell/p.board.Cols
		left, top, right, bottom = min(left, x), min(top, y), max(right, x), max(bottom, y)
	}
	for _, piece := range p.board.Pieces {
		seen(piece.Cell)
	}
	for cell := range p.marks.Letters {
		seen(cell)
	}
	if r := p.marks.Region; r != nil {
		seen(r.Top*p.board.Cols + r.Left)
		seen(r.Bottom*p.board.Cols + r.Right)
	}
	if right < 0 || len(p.board.Hands) > 0 {
		return
	}
	p.cut(left, top, right, bottom, near, around)
}

// View leaves of a picture the part of the board that is not hidden, if some of it is.
func (p *Picture) View() {
	if len(p.marks.Hidden) == 0 || len(p.board.Hands) > 0 {
		return
	}
	hidden := make([]bool, p.board.Cols*p.board.Rows)
	for _, cell := range p.marks.Hidden {
		hidden[cell] = true
	}
	left, top, right, bottom := p.board.Cols, p.board.Rows, -1, -1
	for cell := range hidden {
		if x, y := cell%p.board.Cols, cell/p.board.Cols; !hidden[cell] {
			left, top, right, bottom = min(left, x), min(top, y), max(right, x), max(bottom, y)
		}
	}
	if right >= 0 {
		p.cut(left, top, right, bottom, 0, 0)
	}
}

// cut leaves a rectangle of cells, with so many around it. Edges of the board are shown if they are
// so near.
func (p *Picture) cut(left, top, right, bottom, near, around int) {
	x0, y0, x1, y1 := 0.0, 0.0, p.Width, p.Height
	if left > near {
		x0 = p.x(left-around) - unit/2
	}
	if top > near {
		y0 = p.y(top-around) - unit/2
	}
	if right < p.board.Cols-1-near {
		x1 = p.x(right+around) + unit/2
	}
	if bottom < p.board.Rows-1-near {
		y1 = p.y(bottom+around) + unit/2
	}
	p.Left, p.Top, p.Width, p.Height = x0, y0, x1-x0, y1-y0
	within := func(list []Spot) (kept []Spot) {
		for _, s := range list {
			if s.X > x0 && s.X < x1 && s.Y > y0 && s.Y < y1 {
				kept = append(kept, s)
			}
		}
		return kept
	}
	p.Names, p.Stars, p.Hidden = within(p.Names), within(p.Stars), within(p.Hidden)
}

// Bare leaves out the names of columns and rows and the space that they need.
func (p *Picture) Bare() {
	p.Names = nil
	if p.hexes || len(p.board.Hands) > 0 {
		return
	}
	const thin = 26.0 // from the outermost cells to the edge
	x0, y0 := max(p.Left, p.left-thin-p.half()), max(p.Top, p.top-thin-p.half())
	x1 := min(p.Left+p.Width, p.x(p.board.Cols-1)+thin+p.half())
	y1 := min(p.Top+p.Height, p.y(p.board.Rows-1)+thin+p.half())
	p.Left, p.Top, p.Width, p.Height = x0, y0, x1-x0, y1-y0
}

// half is how far the edge of the board is from the middle of its outermost cells.
func (p *Picture) half() float64 {
	if p.squares {
		return unit / 2
	}
	return 0
}
