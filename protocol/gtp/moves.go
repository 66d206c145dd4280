package gtp

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"kifudb/archive"
	"kifudb/position"
	"kifudb/protocol/choice"
)

// errUnknown is the error of genmove where no move is known.
var errUnknown = errors.New("no move known")

// mayPlay reports whether a move of the archive is one by the rules of the session. A record
// may have moves that are not.
func (s *Session) mayPlay(m *choice.Move) bool {
	_, err := s.track.after(m.Played)
	return err == nil
}

// ask returns what the archive knows about the position, without the moves that the session does not allow.
func (s *Session) ask(ctx context.Context, color position.Color, watch func(*choice.Answer)) (*choice.Answer, error) {
	tell := watch
	if watch != nil {
		tell = func(a *choice.Answer) {
			s.keepLegal(a)
			watch(a)
		}
	}
	a, err := s.book.At(ctx, s.term(), color, tell)
	if err != nil {
		return nil, err
	}
	s.keepLegal(a)
	return a, nil
}

func (s *Session) keepLegal(a *choice.Answer) {
	a.Moves = slices.DeleteFunc(a.Moves, func(m choice.Move) bool { return !s.mayPlay(&m) })
}

// choose returns the move that the session would play, and says why if there is none.
func (s *Session) choose(a *choice.Answer) (m position.Move, word string, err error) {
	chosen, ok := s.book.Pick(a)
	if ok {
		return chosen.Played, vertex(s.track.now().Size(), chosen.Played.Point), nil
	}
	s.say("no move known: %s", s.unknown(a))
	s.notices(a.Notices)
	switch s.o.Unknown {
	case Error:
		return m, "", errUnknown
	case Pass:
		return position.Move{Point: position.Pass}, Pass, nil
	}
	return m, Resign, nil
}

// unknown says in words why there is no move.
func (s *Session) unknown(a *choice.Answer) string {
	switch {
	case a.Games == 0:
		return "no game has this position"
	case s.book.MinGames > 1:
		return fmt.Sprintf("%s this position, and no move of this color is in %d", have(a.Games), s.book.MinGames)
	}
	return have(a.Games) + " this position, and none goes on with a move of this color"
}

// notices tells the user what an answer leaves out.
func (s *Session) notices(list []archive.Notice) {
	for _, n := range list {
		if n.Incomplete() {
			s.say("%s", n.Text)
		}
	}
}

func genMove(s *Session, ctx context.Context, args []string) (answer, error) {
	if len(args) != 1 {
		return answer{}, errSyntax
	}
	color, ok := parseColor(args[0])
	if !ok {
		return answer{}, errSyntax
	}
	a, err := s.ask(ctx, color, nil)
	if err != nil {
		return answer{}, err
	}
	word, err := s.playChosen(a, color)
	return answer{text: word}, err
}

// playChosen chooses a move and plays it, unless it resigns.
func (s *Session) playChosen(a *choice.Answer, color position.Color) (string, error) {
	m, word, err := s.choose(a)
	if err != nil || word == Resign {
		return word, err
	}
	m.Color = color
	return word, s.track.play(m)
}

// regGenMove is genmove without a move that is played. It has a color like that.
func regGenMove(s *Session, ctx context.Context, args []string) (answer, error) {
	if len(args) != 1 {
		return answer{}, errSyntax
	}
	color, ok := parseColor(args[0])
	if !ok {
		return answer{}, errSyntax
	}
	a, err := s.ask(ctx, color, nil)
	if err != nil {
		return answer{}, err
	}
	_, word, err := s.choose(a)
	return answer{text: word}, err
}

// player reads the color of a command that may name one.
func (s *Session) player(args []string) (position.Color, error) {
	switch len(args) {
	case 0:
		return s.track.now().ToPlay(), nil
	case 1:
		if color, ok := parseColor(args[0]); ok {
			return color, nil
		}
	}
	return position.Empty, errSyntax
}

// showNext lists the moves with their figures.
func showNext(s *Session, ctx context.Context, args []string) (answer, error) {
	color, err := s.player(args)
	if err != nil {
		return answer{}, err
	}
	a, err := s.ask(ctx, color, nil)
	if err != nil {
		return answer{}, err
	}
	if len(a.Moves) == 0 {
		return answer{text: "no move known: " + s.unknown(a) + noted(a.Notices)}, nil
	}
	lines := []string{games(a.Games)}
	for i := range a.Moves {
		m := &a.Moves[i]
		text := fmt.Sprintf("%s %s share %s", vertex(s.track.now().Size(), m.Played.Point), games(m.Games), percent(m.Share))
		if m.Won.Decided == 0 {
			text += " score unknown"
		} else {
			text += fmt.Sprintf(" score %s low %s decided %d", percent(m.Score), percent(m.Low), m.Won.Decided)
		}
		lines = append(lines, text)
	}
	return answer{text: strings.Join(lines, "\n") + noted(a.Notices)}, nil
}

// noted returns what an answer leaves out, a line each.
func noted(list []archive.Notice) (text string) {
	for _, n := range list {
		text += "\nnote: " + oneLine(n.Text)
	}
	return text
}

// games says how many there are.
func games(n int) string {
	if n == 1 {
		return "1 game"
	}
	return strconv.Itoa(n) + " games"
}

// have says how many games have something.
func have(n int) string {
	if n == 1 {
		return "1 game has"
	}
	return games(n) + " have"
}

func percent(part float64) string { return strconv.FormatFloat(100*part, 'f', 1, 64) + "%" }

// showGraphics draws the moves on the board of GoGui, by its analyze command of type gfx.
func showGraphics(s *Session, ctx context.Context, args []string) (answer, error) {
	color, err := s.player(args)
	if err != nil {
		return answer{}, err
	}
	a, err := s.ask(ctx, color, nil)
	if err != nil {
		return answer{}, err
	}
	text := "no move known: " + s.unknown(a)
	if len(a.Moves) > 0 {
		text = games(a.Games)
	}
	var labels, influence strings.Builder
	for i := range a.Moves {
		m := &a.Moves[i]
		if m.Played.Point == position.Pass {
			continue
		}
		name := vertex(s.track.now().Size(), m.Played.Point)
		fmt.Fprintf(&labels, "LABEL %s %.0f%%\n", name, 100*m.Share)
		fmt.Fprintf(&influence, " %s %.3f", name, m.Share)
	}
	if influence.Len() > 0 {
		labels.WriteString("INFLUENCE" + influence.String() + "\n")
	}
	return answer{text: labels.String() + "TEXT " + text + strings.ReplaceAll(noted(a.Notices), "\n", " ")}, nil
}

// showGames lists the first games with the position.
func showGames(s *Session, ctx context.Context, args []string) (answer, error) {
	const usual, most = 10, 1000
	limit := usual
	if len(args) == 1 {
		n, err := strconv.Atoi(args[0])
		if err != nil || n < 1 || n > most {
			return answer{}, errSyntax
		}
		limit, args = n, nil
	}
	if len(args) > 0 {
		return answer{}, errSyntax
	}
	page, err := s.book.Games(ctx, s.term(), 0, limit)
	if err != nil {
		return answer{}, err
	}
	if page.Total == 0 {
		return answer{text: "no game has this position" + noted(page.Notices)}, nil
	}
	lines := []string{games(page.Total)}
	for _, g := range page.Games {
		lines = append(lines, placeOf(g)+" "+titleOf(g))
	}
	return answer{text: strings.Join(lines, "\n") + noted(page.Notices)}, nil
}

// placeOf returns where a game has the position.
func placeOf(g *archive.Game) string {
	if len(g.Hits) > 0 {
		return g.Hits[0].Ref
	}
	return g.Name()
}

// titleOf returns who played a game, when, and how it ended, in one line.
func titleOf(g *archive.Game) string {
	known := func(text string) string {
		if text = oneLine(text); text == "" {
			return "?"
		}
		return text
	}
	title := known(g.Black) + " – " + known(g.White)
	for _, more := range []string{g.Date, g.Event, g.Result} {
		if more = oneLine(more); more != "" {
			title += ", " + more
		}
	}
	return title
}

// showPage says the address of the page of a game with the position, of the first if no number is given.
func showPage(s *Session, ctx context.Context, args []string) (answer, error) {
	n := 1
	if len(args) == 1 {
		var err error
		if n, err = strconv.Atoi(args[0]); err != nil || n < 1 {
			return answer{}, errSyntax
		}
		args = nil
	}
	if len(args) > 0 {
		return answer{}, errSyntax
	}
	page, err := s.book.Games(ctx, s.term(), n-1, 1)
	switch {
	case err != nil:
		return answer{}, err
	case page.Total == 0:
		return fail("no game has this position"), nil
	case len(page.Games) == 0:
		return fail("%s this position", have(page.Total)), nil
	}
	address, err := s.o.Page(placeOf(page.Games[0]))
	return answer{text: address}, err
}
