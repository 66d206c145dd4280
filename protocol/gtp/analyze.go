package gtp

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"kifudb/position"
	"kifudb/protocol/choice"
)

// A dialect is how an engine writes its analysis.
type dialect struct {
	name  string
	parts bool // shares as parts of 1, not as ten-thousandths
	keys  map[string]bool
}

// The dialects. The keys are those that say something about what is printed; their values are words.
var (
	leela = &dialect{name: "lz", keys: map[string]bool{}}
	kata  = &dialect{name: "kata", parts: true, keys: map[string]bool{
		"ownership": true, "ownershipStdev": true, "movesOwnership": true, "movesOwnershipStdev": true,
		"pvVisits": true, "pvEdgeVisits": true, "noResultValue": true, "rootInfo": true,
	}}
)

// An analysis is what a controller wants to be shown.
type analysis struct {
	color    position.Color
	most     int // moves, 0 for all
	restrict bool
	allowed  map[position.Point]bool // if restrict is set
	avoided  map[position.Point]bool
}

// parseAnalysis reads the arguments of lz-analyze and kata-analyze: a color, an interval in hundredths of a second, and pairs
// of a key and its value. Figures come as often as the search has new ones, so intervals are read only.
// Of allow and avoid, what is about the move after the position counts.
func (s *Session) parseAnalysis(d *dialect, args []string) (*analysis, error) {
	a := &analysis{color: s.track.now().ToPlay(), avoided: map[position.Point]bool{}, allowed: map[position.Point]bool{}}
	if len(args) > 0 {
		if color, ok := parseColor(args[0]); ok {
			a.color, args = color, args[1:]
		}
	}
	if len(args) > 0 {
		if n, ok := number(args[0]); ok && n >= 0 {
			args = args[1:]
		}
	}
	for len(args) > 0 {
		if len(args) < 2 {
			return nil, errSyntax
		}
		key, value := args[0], args[1]
		args = args[2:]
		switch {
		case key == "interval":
			if n, ok := number(value); !ok || n < 0 {
				return nil, errSyntax
			}
		case key == "minmoves" || key == "maxmoves":
			n, err := strconv.Atoi(value)
			if err != nil || n < 0 {
				return nil, errSyntax
			}
			if key == "maxmoves" {
				a.most = n
			}
		case key == "allow" || key == "avoid":
			if len(args) < 2 {
				return nil, errSyntax
			}
			if err := s.restrict(a, key == "allow", value, args[0], args[1]); err != nil {
				return nil, err
			}
			args = args[2:]
		case d.keys[key]:
			if value != "true" && value != "false" {
				return nil, errSyntax
			}
		default:
			return nil, errSyntax
		}
	}
	return a, nil
}

// restrict reads the values of allow and avoid: a color, vertices with commas between, and for how many moves.
func (s *Session) restrict(a *analysis, allow bool, color, list, until string) error {
	c, ok := parseColor(color)
	n, err := strconv.Atoi(until)
	if !ok || err != nil || n < 1 {
		return errSyntax
	}
	for word := range strings.SplitSeq(list, ",") {
		p, err := parseVertex(s.track.now().Size(), word)
		switch {
		case err != nil:
			return err
		case c != a.color: // it is about replies
		case allow:
			a.restrict, a.allowed[p] = true, true
		default:
			a.avoided[p] = true
		}
	}
	return nil
}

// shows reports whether a move is to be shown.
func (a *analysis) shows(p position.Point) bool {
	return !a.avoided[p] && (!a.restrict || a.allowed[p])
}

// shown returns the moves that are to be shown. The archive counts moves together that are the same by symmetry
// and names one of them. Where that is not wanted, another one is shown that is.
func (a *analysis) shown(b *position.Board, moves []choice.Move) (list []choice.Move) {
	same := symmetries(b)
	for _, m := range moves {
		for _, s := range same {
			if p := turn(s, m.Played.Point, b.Size()); a.shows(p) {
				m.Played.Point = p
				m.Line = slices.Clone(m.Line)
				for i := range m.Line {
					m.Line[i].Point = turn(s, m.Line[i].Point, b.Size())
				}
				list = append(list, m)
				break
			}
		}
	}
	if a.most > 0 && len(list) > a.most {
		list = list[:a.most]
	}
	return list
}

// symmetries returns those under which a board stays the same, the identity first.
func symmetries(b *position.Board) (same []position.Symmetry) {
	size := b.Size()
	for s := range position.Symmetry(8) {
		if s.Size(size) != size {
			continue
		}
		stays := true
		for i := range size.Area() {
			p := size.At(i)
			stays = stays && b.At(p) == b.At(s.Apply(p, size))
		}
		if stays {
			same = append(same, s)
		}
	}
	return same
}

// turn returns where a point comes to lie; a pass stays one.
func turn(s position.Symmetry, p position.Point, size position.Size) position.Point {
	if p == position.Pass {
		return p
	}
	return s.Apply(p, size)
}

// analyzing returns a command that shows moves until the next one comes.
func analyzing(d *dialect) stream {
	return func(s *Session, ctx context.Context, c command) error {
		a, err := s.parseAnalysis(d, c.args)
		if err != nil {
			return s.print(fail("%v", err).write(c.id))
		}
		if err := s.print("=" + c.id + "\n"); err != nil {
			return err
		}
		ctx, stop := context.WithCancel(ctx)
		defer stop()
		searched := make(chan error, 1)
		go func() { searched <- s.analyze(ctx, d, a) }()
		lines, ended := s.lines, searched
		for lines != nil {
			select {
			case l, ok := <-lines:
				if ok {
					s.held = &l
					stop()
				}
				lines = nil
			case err = <-ended:
				ended = nil
			case <-ctx.Done():
				lines = nil
			}
		}
		if ended != nil {
			err = <-ended
		}
		if s.held == nil && ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil && ctx.Err() == nil {
			s.say("%v", err)
		}
		return s.print("\n")
	}
}

// analyze prints what the archive knows, first as soon as there is something, and then whenever it knows more.
func (s *Session) analyze(ctx context.Context, d *dialect, a *analysis) error {
	last := ""
	var failed error
	show := func(found *choice.Answer) {
		if text := s.infos(d, a, found); text != "" && text != last && ctx.Err() == nil && failed == nil {
			last = text
			failed = s.print(text + "\n")
		}
	}
	found, err := s.ask(ctx, a.color, show)
	if err != nil {
		return err
	}
	show(found)
	s.notices(found.Notices)
	if len(found.Moves) == 0 {
		s.say("no move known: %s", s.unknown(found))
	}
	if err := s.book.Lines(ctx, s.term(), found); err != nil {
		return err
	}
	show(found)
	return failed
}

// generating returns a command that shows moves and plays one.
func generating(d *dialect) stream {
	return func(s *Session, ctx context.Context, c command) error {
		a, err := s.parseAnalysis(d, c.args)
		if err != nil {
			return s.print(fail("%v", err).write(c.id))
		}
		found, err := s.ask(ctx, a.color, nil)
		if err == nil {
			err = s.book.Lines(ctx, s.term(), found)
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		word := ""
		text := ""
		if err == nil {
			text = s.infos(d, a, found) // before the move is on the board
			found.Moves = a.shown(s.track.now(), found.Moves)
			word, err = s.playChosen(found, a.color)
		}
		if err != nil {
			return s.print(fail("%s", oneLine(err.Error())).write(c.id))
		}
		if text != "" {
			text += "\n"
		}
		return s.print("=" + c.id + "\n" + text + "play " + word + "\n\n")
	}
}

// infos returns the line about the moves of an answer, "" if there are none.
func (s *Session) infos(d *dialect, a *analysis, found *choice.Answer) string {
	moves := a.shown(s.track.now(), found.Moves)
	size := s.track.now().Size()
	var text strings.Builder
	for i := range moves {
		m := &moves[i]
		rate := m.Score
		if s.o.Estimate {
			rate = m.Estimate
		}
		if i > 0 {
			text.WriteByte(' ')
		}
		fmt.Fprintf(&text, "info move %s visits %d winrate %s prior %s", vertex(size, m.Played.Point), m.Games, d.part(rate), d.part(m.Share))
		if m.Won.Decided > 0 {
			text.WriteString(" lcb " + d.part(m.Low))
		}
		fmt.Fprintf(&text, " order %d pv", i)
		for _, p := range m.Line {
			text.WriteString(" " + vertex(size, p.Point))
		}
	}
	return text.String()
}

// part writes a part of 1.
func (d *dialect) part(x float64) string {
	if d.parts {
		return strconv.FormatFloat(x, 'f', 6, 64)
	}
	return strconv.Itoa(int(math.Round(10000 * x)))
}
