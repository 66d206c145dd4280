package naming

import "kifudb/position/shogi"

// An opening is decided within this number of moves. A rook that moves later, or
// a later exchange of bishops, belongs to the middle game.
const (
	youngMoves   = 50 // of both sides: formations
	rookMoves    = 40 // where a rook settles
	bishopMoves  = 36 // bishops are exchanged
	firstMoves   = 10 // openings that are of the first moves
	staticMoves  = 12 // before that a rook whose pawn has left it may still go elsewhere
	settledMoves = 2  // of its own that a rook stays on a file that it went to
)

// sideway is what one side did.
type sideway struct {
	moves   int // of its own
	away    int // the file to which the rook went, 5 to 8 as the side sees it; 0 if it stays
	stands  int // the file where it stands so far
	since   int // its own moves since then
	visited int // the file 6 to 8 on which it stood before it came to another
	advance bool
	seen    map[string]bool // what came up, see look
}

// look notes what a position holds, after a move of the side.
func (w *sideway) look(v view, ply int) {
	w.moves++
	w.rook(v, ply)
	for _, f := range formations {
		if !w.seen[f.name] && ply <= f.until && v.hasAll(f.men) {
			w.seen[f.name] = true
		}
	}
}

// rook follows the rook while it stands on the eighth rank.
func (w *sideway) rook(v view, ply int) {
	w.advance = w.advance || !v.has(shogi.Pawn, shogi.SquareAt(2, 7))
	if w.away != 0 || ply > rookMoves {
		return
	}
	file := 0
	for f := 5; f <= 8; f++ {
		if v.has(shogi.Rook, shogi.SquareAt(f, 8)) {
			file = f
		}
	}
	if file == 0 || file != w.stands {
		if w.stands != 0 && file != 0 {
			w.visited = w.stands
		}
		w.stands, w.since = file, 0
		return
	}
	if w.since++; w.since >= settledMoves-1 {
		w.away = file
	}
}

// ranges reports whether the rook left its own half of the board, also just now.
func (w *sideway) ranges() bool { return w.away != 0 || w.stands != 0 }

// formations are what is looked for, as the side sees it, while the game is young.
var formations = func() (list []formation) {
	for _, f := range []struct {
		name, men string
		until     int
	}{
		{"fifth pawn", "P55 P76", 20},
		{"shut", "P66", 20},
		{"ishida", "P75 R78", youngMoves},
		{"ishida", "P75 R76", youngMoves},
		{"quick ishida", "P75 R78", firstMoves},
		{"fujii", "K59 R68 S38 N37", youngMoves},
		{"right fourth", "R48 P46 S56", youngMoves},
		{"right fourth", "R48 P45 S56", youngMoves},
		{"sleeve", "R38 P36", youngMoves},
		{"sleeve", "R38 P35", youngMoves},
		{"reclining", "S56", 60},
		{"rushing", "S46 P36", 60},
		{"rushing", "S46 P35", 60},
		{"climbing", "S26 R28", youngMoves},
		{"climbing", "S15 R28", youngMoves},
		{"yagura", "S77 P76 P66 G78", youngMoves},
		{"gangi", "S67 P76 P66 G78", youngMoves},
		{"ureshino", "S68 B79", firstMoves},
		{"demon", "N65", firstMoves},
		{"wrong diagonal", "B45", 12},
	} {
		list = append(list, formation{f.name, men(f.men), f.until})
	}
	return list
}()

type formation struct {
	name  string
	men   []man
	until int // the last move of the game after which it counts
}

// openings returns the openings of a game, each with its side.
func (n *Naming) openings() (found []Name) {
	add := func(side shogi.Color, japanese string) {
		found = append(found, Name{titleOf(Openings, japanese), side})
	}
	if !n.full {
		return nil
	}
	black, white := n.side(shogi.Black), n.side(shogi.White)
	for _, c := range []shogi.Color{shogi.Black, shogi.White} {
		if name := n.ranging(c); name != "" {
			add(c, name)
		}
		w := n.side(c)
		for _, first := range []struct{ seen, japanese string }{
			{"ureshino", "嬉野流"}, {"demon", "鬼殺し"}, {"wrong diagonal", "筋違い角"}, {"bishop head", "角頭歩"}, {"pacman", "パックマン"},
		} {
			if w.seen[first.seen] {
				add(c, first.japanese)
			}
		}
	}
	switch {
	case black.ranges() && white.ranges():
		add(shogi.Empty, "相振り飛車")
	case black.ranges() && n.stays(white):
		add(shogi.Empty, "対抗形")
		add(shogi.White, n.static(shogi.White))
	case white.ranges() && n.stays(black):
		add(shogi.Empty, "対抗形")
		add(shogi.Black, n.static(shogi.Black))
	case !black.ranges() && !white.ranges() && n.stays(black) && n.stays(white):
		found = append(found, n.doubleStatic()...)
	}
	return found
}

// ranging returns the opening of a side whose rook ranges, "" if it does not.
func (n *Naming) ranging(c shogi.Color) string {
	w := n.side(c)
	file := w.away
	if file == 0 {
		file = w.stands
	}
	switch {
	case file == 5 && w.seen["fifth pawn"] && !w.seen["shut"] && c == shogi.White:
		return "ゴキゲン中飛車"
	case file == 5:
		return "中飛車"
	case w.seen["quick ishida"]:
		return "早石田"
	case file == 7 && w.seen["ishida"]:
		return "石田流"
	case file == 7:
		return "三間飛車"
	case file == 6 && w.seen["fujii"]:
		return "藤井システム"
	case file == 6 && n.exchanged:
		return "角交換四間飛車"
	case file == 6:
		return "四間飛車"
	case file == 8 && n.exchanged && w.visited == 0:
		return "ダイレクト向かい飛車"
	case file == 8:
		return "向かい飛車"
	}
	return ""
}

// stays reports whether the rook of a side is meant to stay: its pawn has left it, the
// bishop's way is closed by a silver as in yagura, or the game is no longer young.
func (n *Naming) stays(w *sideway) bool {
	return n.ply >= staticMoves && (w.advance || w.seen["yagura"]) || n.ply >= rookMoves
}

// static returns the opening of a side whose rook stays.
func (n *Naming) static(c shogi.Color) string {
	w := n.side(c)
	switch {
	case w.seen["right fourth"]:
		return "右四間飛車"
	case w.seen["sleeve"]:
		return "袖飛車"
	case w.seen["climbing"]:
		return "棒銀"
	}
	return "居飛車"
}

// doubleStatic returns the opening of a game in which both rooks stay.
func (n *Naming) doubleStatic() (found []Name) {
	add := func(side shogi.Color, japanese string) {
		found = append(found, Name{titleOf(Openings, japanese), side})
	}
	either := func(seen string) bool { return n.side(shogi.Black).seen[seen] || n.side(shogi.White).seen[seen] }
	switch {
	case n.sidePawn:
		add(shogi.Empty, "横歩取り")
		return found
	case n.exchanged:
		if n.tempoLost {
			add(shogi.Empty, "一手損角換わり")
		}
		switch {
		case either("reclining"):
			add(shogi.Empty, "角換わり腰掛け銀")
		case either("rushing"):
			add(shogi.Empty, "角換わり早繰り銀")
		case either("climbing"):
			add(shogi.Empty, "角換わり棒銀")
		case !n.tempoLost:
			add(shogi.Empty, "角換わり")
		}
		return found
	case n.wings:
		add(shogi.Empty, "相掛かり")
	case either("yagura"):
		add(shogi.Empty, "矢倉")
	}
	for _, c := range []shogi.Color{shogi.Black, shogi.White} {
		w := n.side(c)
		if w.seen["gangi"] && !w.seen["yagura"] {
			add(c, "雁木")
		}
		if name := n.static(c); name != "居飛車" {
			add(c, name)
		}
	}
	if len(found) == 0 {
		add(shogi.Empty, "相居飛車")
	}
	return found
}
