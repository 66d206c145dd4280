package query

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"kifudb/game"
	"kifudb/position"
)

// A Board is a condition on what happened on the board: a whole position, a
// pattern, or a sequence of moves. The zero options are the defaults.
type Board struct {
	Kind       string         // "pos", "pat" or "seq"
	Text       string         // moves, setup, a diagram or ID@MOVE, as written; or the name of a file
	File       bool           // Text names a file that holds the text
	Anchor     string         // where a pattern may lie; "" is "drawn": as its text says, else anywhere
	Within     int            // how many moves later each move of a sequence comes at most; 0 for any
	Moves      Window         // at which move numbers
	Next       position.Color // whose move comes next; Empty for either
	SwapColors bool           // also with black and white exchanged
	Symmetry   string         // "on": also turned and mirrored, "off": only as given; "" is what is usual for the game
	MainLine   bool           // not in variations
	Every      bool           // every time it comes up, not just the first on its line
	Apart      bool           // terms for comments and moves beside it need not hold where the board is
	Stood      Window         // for how many moves a pattern stood
	Near       int            // points of a position or pattern that may differ
	Hands      string         // "exact": the players hold just what is said, "least": that at least; "" is what is usual: exact for positions, least for parts of them
	Ko         string         // what is barred by ko: "" for anything, "none", "same" as on the asked board, or a point of it

	// Game is SGF's number of the game that a game: beside the term names, see On;
	// 0 if there is none. It is told by the query as a whole, and not written.
	Game int

	// Written is what stood in the query where Resolve put the text of a file or
	// of a place in a game; nil in a Query.
	Written *Written

	// Found is the position that Text is of, where Resolve put it, so that it need not
	// be read again; nil in a Query.
	Found *Found
}

// Found is a position of a game with its text.
type Found struct {
	Text     string
	Position game.Position // which must not be changed
}

// Written keeps the text that the user wrote, if a board term now has another.
type Written struct {
	Text string
	File bool
	Ko   string
}

// A Window is a range of move numbers, or of numbers of moves, both ends
// included; a To of 0 is without end. The zero Window holds every number.
type Window struct{ From, To int }

// Contains reports whether a move number lies in the window.
func (w Window) Contains(move int) bool { return move >= w.From && (w.To == 0 || move <= w.To) }

// boardKinds are the names of the board terms.
var boardKinds = []string{"pos", "pat", "seq"}

// maxMove bounds the ends of a Window.
const maxMove = 1 << 20

// A BoardOption is an option of board terms.
type BoardOption struct {
	Name   string
	Kinds  []string // the terms that have it: pos, pat, seq, or moves for those of what moves do
	Values []string // as they are written
	About  string   // for help texts
}

// BoardOptions returns all options of board terms, in the order of the normal form.
func BoardOptions() []BoardOption {
	options := make([]BoardOption, len(boardOptions))
	for i, o := range boardOptions {
		options[i] = BoardOption{o.name, strings.Fields(o.kinds), strings.Fields(o.values), o.about}
	}
	return options
}

// An Anchor is a place where a pattern or a sequence may lie.
type Anchor struct{ Name, About string }

// Anchors returns the names of all places, in the order of help texts.
func Anchors() []Anchor {
	list := make([]Anchor, len(anchors), len(anchors)+2)
	for i, a := range anchors {
		list[i] = Anchor{a.name, a.about}
	}
	return append(list,
		Anchor{"@cd", "with its upper left at this point, in SGF's coordinates"},
		Anchor{"@cd:ef", "anywhere in the rectangle between these points"})
}

// A boardOption reads and prints one option of board terms. Print returns ""
// for what need not be written out.
type boardOption struct {
	name   string
	kinds  string // the board terms that have it, and "moves" for terms of what moves do
	values string // examples of all that may be written
	about  string
	parse  func(b *Board, s string) error
	print  func(b *Board) string
}

// boardOptions are all options, in the order of the normal form.
var boardOptions = []boardOption{
	{"anchor", "pat seq", "corner side center anywhere NE @cd", "where it may lie", (*Board).parseAnchor, (*Board).printAnchor},
	{"within", "seq", "5", "how many moves later each move may come; gap:<=4 is the same", (*Board).parseWithin, (*Board).printWithin},
	{"move", "pos pat seq moves", "<=50 40..120", "at which move numbers it comes up", (*Board).parseMoves, (*Board).printMoves},
	{"next", "pos pat seq", "b w", "whose move comes next, in the colors that are asked", (*Board).parseNext, (*Board).printNext},
	{"colors", "pos pat seq", "fixed either", "either: also with black and white exchanged", choice("fixed", "either", func(b *Board) *bool { return &b.SwapColors }), func(b *Board) string { return pick(b.SwapColors, "fixed", "either") }},
	{"symmetry", "pos pat seq", "on off", "off: only as given, not turned or mirrored; in some games the usual", (*Board).parseSymmetry, (*Board).printSymmetry},
	{"variations", "pos pat seq moves", "on off", "off: on main lines only", choice("on", "off", func(b *Board) *bool { return &b.MainLine }), func(b *Board) string { return pick(b.MainLine, "on", "off") }},
	{"hits", "pos pat seq", "first every", "every: each time it comes up, not just the first", choice("first", "every", func(b *Board) *bool { return &b.Every }), func(b *Board) string { return pick(b.Every, "", "every") }},
	{"terms", "pos pat seq", "here anywhere", "anywhere: terms for moves and comments beside it need not hold where it comes up", choice("here", "anywhere", func(b *Board) *bool { return &b.Apart }), func(b *Board) string { return pick(b.Apart, "", "anywhere") }},
	{"near", "pos pat", "2", "how many points may differ; it is found where the fewest do", (*Board).parseNear, (*Board).printNear},
	{"stood", "pat", ">=10", "how many moves it stood", (*Board).parseStood, (*Board).printStood},
	{"hands", "pos pat", "exact least", "least: the players have these pieces in hand and maybe more, as is usual in pat:", (*Board).parseHands, func(b *Board) string { return b.Hands }},
	{"at", "moves", "Q16 A1-G7 pattern", "points of which the move of a term such as captures: takes or threatens one, or those of the board term beside it", nil, nil},
	{"ko", "pos", "none same cd", "what ko forbids: nothing, the same as in the position asked for, or this point", (*Board).parseKo, func(b *Board) string { return b.Ko }},
}

// findOption returns the option of a name.
func findOption(name string) (boardOption, bool) {
	switch name {
	case "tomove":
		name = "next"
	case "gap":
		name = "within" // see withinOf
	}
	for _, o := range boardOptions {
		if o.name == name {
			return o, true
		}
	}
	return boardOption{}, false
}

func (b *Board) print(out *strings.Builder) {
	if b.Written != nil {
		written := *b
		written.Text, written.File, written.Ko, written.Written = b.Written.Text, b.Written.File, b.Written.Ko, nil
		b = &written
	}
	b.printHead(out)
	for _, o := range boardOptions {
		if !strings.Contains(o.kinds, b.Kind) {
			continue
		}
		if s := o.print(b); s != "" {
			out.WriteByte(' ')
			out.WriteString(o.name)
			out.WriteByte(':')
			out.WriteString(s)
		}
	}
}

// printHead appends the term without its options.
func (b *Board) printHead(out *strings.Builder) {
	out.WriteString(b.Kind)
	out.WriteByte(':')
	if b.File {
		out.WriteByte('@')
		printText(out, b.Text, true)
	} else {
		printQuoted(out, b.Text)
	}
}

// HeadText returns the term without its options.
func (b *Board) HeadText() string {
	var out strings.Builder
	b.printHead(&out)
	return out.String()
}

// OptionText returns the options that say something, as they are written behind the
// term, but for where it may lie.
func (b *Board) OptionText() string {
	usual := Board{Kind: b.Kind, Game: b.Game}
	var list []string
	for _, o := range boardOptions {
		if o.name == "anchor" || !strings.Contains(o.kinds, b.Kind) {
			continue
		}
		if s := o.print(b); s != "" && s != o.print(&usual) {
			list = append(list, o.name+":"+s)
		}
	}
	return strings.Join(list, " ")
}

// choice makes the parser of an option that is either as by default or not.
func choice(usual, other string, field func(*Board) *bool) func(*Board, string) error {
	return func(b *Board, s string) error {
		switch strings.ToLower(s) {
		case usual:
			*field(b) = false
		case other:
			*field(b) = true
		default:
			return fmt.Errorf("expected %q or %q, not %q", usual, other, s)
		}
		return nil
	}
}

func pick(is bool, usual, other string) string {
	if is {
		return other
	}
	return usual
}

// parseWithin reads the number of moves; with 1 nobody plays elsewhere.
func (b *Board) parseWithin(s string) error {
	if s == "any" {
		b.Within = 0
		return nil
	}
	n, err := strconv.Atoi(s)
	if err != nil || n < 1 || n > maxMove {
		return fmt.Errorf(`expected a number of moves from 1, or "any", not %q`, s)
	}
	b.Within = n
	return nil
}

func (b *Board) printWithin() string {
	if b.Within == 0 {
		return "any"
	}
	return strconv.Itoa(b.Within)
}

func (b *Board) parseNext(s string) error {
	switch strings.ToLower(s) {
	case "b", "black":
		b.Next = position.Black
	case "w", "white":
		b.Next = position.White
	case "any", "either":
		b.Next = position.Empty
	default:
		return fmt.Errorf(`expected "b", "w" or "any", not %q`, s)
	}
	return nil
}

func (b *Board) printNext() string {
	switch b.Next {
	case position.Black:
		return "b"
	case position.White:
		return "w"
	}
	return "any"
}

func (b *Board) parseSymmetry(s string) error {
	off := false
	err := choice("on", "off", func(*Board) *bool { return &off })(b, s)
	if err != nil {
		return err
	}
	b.Symmetry = pick(off, "on", "off")
	if b.Symmetry == "on" && !b.asItLies() {
		b.Symmetry = ""
	}
	return nil
}

// printSymmetry leaves out what depends on the game.
func (b *Board) printSymmetry() string {
	if b.Symmetry == "" && !b.asItLies() {
		return "on"
	}
	return b.Symmetry
}

func (b *Board) parseMoves(s string) (err error) {
	b.Moves, err = parseWindow(s)
	return err
}

func (b *Board) printMoves() string { return b.Moves.String() }

func (b *Board) parseStood(s string) (err error) {
	b.Stood, err = parseWindow(s)
	return err
}

// printStood leaves out what asks for nothing.
func (b *Board) printStood() string {
	if b.Stood == (Window{}) {
		return ""
	}
	return b.Stood.String()
}

// parseNear reads the number of points.
func (b *Board) parseNear(s string) error {
	n, err := strconv.Atoi(strings.TrimPrefix(s, "<="))
	if err != nil || n < 0 || n > position.MaxSize*position.MaxSize {
		return fmt.Errorf("expected how many points may differ, such as 2, not %q", s)
	}
	b.Near = n
	return nil
}

// printNear leaves out what asks for nothing.
func (b *Board) printNear() string {
	if b.Near == 0 {
		return ""
	}
	return strconv.Itoa(b.Near)
}

func (b *Board) parseHands(s string) error {
	s = strings.ToLower(s)
	if s != "exact" && s != "least" {
		return fmt.Errorf(`expected "exact" or "least", not %q`, s)
	}
	b.Hands = s
	return nil
}

// parseKo reads any, none, same, or a point as SGF or GTP writes it.
func (b *Board) parseKo(s string) error {
	switch s {
	case "any":
		b.Ko = ""
	case "none", "same":
		b.Ko = s
	default:
		if _, err := position.ParsePoint(s); err != nil {
			return fmt.Errorf(`expected "any", "none", "same" or a point such as cd, not %q`, s)
		}
		b.Ko = s
	}
	return nil
}

// parseWindow reads 60, 40..120, <=50, <50, >=40, >40 or any.
func parseWindow(s string) (Window, error) {
	if s == "any" {
		return Window{}, nil
	}
	r, err := number{}.span(rangeValue(s))
	if err != nil {
		return Window{}, err
	}
	if r.Hi < 0 || r.Lo > maxMove {
		return Window{}, errors.New("no game has so many moves")
	}
	w := Window{From: int(max(r.Lo, 0)), To: int(min(r.Hi, maxMove))}
	if w.To == maxMove {
		w.To = 0
	} else if w.To == 0 {
		return Window{}, errors.New("moves are numbered from 1")
	}
	return w, nil
}

// String returns the window as parseWindow reads it.
func (w Window) String() string {
	switch {
	case w.From == 0 && w.To == 0:
		return "any"
	case w.From == 0:
		return "<=" + strconv.Itoa(w.To)
	case w.To == 0:
		return ">=" + strconv.Itoa(w.From)
	case w.From == w.To:
		return strconv.Itoa(w.From)
	default:
		return fmt.Sprintf("%d..%d", w.From, w.To)
	}
}

// anchors are the places where a pattern may lie, besides @cd for a fixed
// upper left point and @cd:ef for a rectangle of them. A corner or a side is the
// one in which the pattern is drawn, or any of them if it is drawn without edges;
// anywhere is anywhere, whatever is drawn.
var anchors = []struct {
	name  string
	place position.Place
	about string
}{
	{"drawn", position.Place{}, "where the edges that are drawn say; the default"},
	{"anywhere", position.Place{}, "anywhere, whatever is drawn"},
	{"corner", position.Place{Kind: position.AnyCorner}, "in the corner that is drawn, or in any"},
	{"NW", position.Place{Kind: position.AtEdges, Edges: position.North | position.West}, "in the upper left corner"},
	{"NE", position.Place{Kind: position.AtEdges, Edges: position.North | position.East}, "in the upper right corner"},
	{"SW", position.Place{Kind: position.AtEdges, Edges: position.South | position.West}, "in the lower left corner"},
	{"SE", position.Place{Kind: position.AtEdges, Edges: position.South | position.East}, "in the lower right corner"},
	{"side", position.Place{Kind: position.AnySide}, "at the side that is drawn, or at any, away from corners"},
	{"N", position.Place{Kind: position.AtEdges, Edges: position.North}, "at the upper side"},
	{"E", position.Place{Kind: position.AtEdges, Edges: position.East}, "at the right side"},
	{"S", position.Place{Kind: position.AtEdges, Edges: position.South}, "at the lower side"},
	{"W", position.Place{Kind: position.AtEdges, Edges: position.West}, "at the left side"},
	{"center", position.Place{Kind: position.AtEdges}, "touching no edge"},
	{"board", position.Place{Kind: position.AtEdges, Edges: position.AllEdges}, "the whole board"},
}

// parseAnchor reads the name of a place, @cd or @cd:ef.
func (b *Board) parseAnchor(s string) error {
	name, _, err := anchorOf(s)
	if err != nil {
		return err
	}
	b.Anchor = name
	if name == "drawn" {
		b.Anchor = ""
	}
	return nil
}

// anchorOf returns the name of a place in normal form, and the place.
func anchorOf(s string) (string, position.Place, error) {
	names := make([]string, len(anchors))
	for i, a := range anchors {
		if strings.EqualFold(a.name, s) {
			return a.name, a.place, nil
		}
		names[i] = a.name
	}
	if strings.HasPrefix(s, "@") {
		if p, err := position.ParsePattern(s + "[.]"); err == nil && p.Place.Kind == position.InRectangle {
			return p.Place.String(), p.Place, nil
		}
	}
	return "", position.Place{}, fmt.Errorf("%q is not a place; expected one of %s, @cd or @cd:ef", s, strings.Join(names, ", "))
}

// settle says what is wrong with a pattern or a sequence of which the text is
// known, and names the corner or the side in which it is drawn, so that it need
// not be read to know where it lies.
func (b *Board) settle() error {
	asked, err := b.askedPattern()
	if p := asked.Pattern; err == nil && (b.Anchor == "corner" || b.Anchor == "side") && p.Place.Kind == position.AtEdges {
		b.Anchor = p.Place.String()
	}
	return err
}

func (b *Board) printAnchor() string {
	if b.Anchor == "" {
		return "drawn"
	}
	return b.Anchor
}

// rangeValue reads the forms of ranges: lo..hi, lo.., ..hi, <x, <=x, >x, >=x.
// Anything else is a word.
func rangeValue(s string) Value {
	for _, kind := range [...]Kind{AtMost, AtLeast, Less, More} {
		if rest, ok := strings.CutPrefix(s, comparisons[kind]); ok {
			return Value{Kind: kind, Text: rest}
		}
	}
	switch lo, hi, ok := strings.Cut(s, ".."); {
	case !ok:
		return Value{Text: s}
	case lo == "":
		return Value{Kind: AtMost, Text: hi}
	case hi == "":
		return Value{Kind: AtLeast, Text: lo}
	default:
		return Value{Kind: Between, Text: lo, To: hi}
	}
}
