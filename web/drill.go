package web

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"kifudb/archive"
	"kifudb/ask"
	"kifudb/drawing"
)

// A drillPage asks for the next move of a position, or says how good a guess was.
type drillPage struct {
	*ask.Drill
	Card     *ask.DrillCard // nil if there is none
	Q, Side  string
	Sides    []string
	Seed     int
	ReadOnly bool // answers are not kept
	At       int  // how many positions that are due come before; for servers that keep no answers
	Picture  *drawing.Picture
	Plays    string          // moves by the cell where one clicks, as JSON; "" if moves need more than a point
	Choices  []ask.DrillMove // if the reader asks for help
	Help     string          // address of the same with choices
	Fault    string          // why the guess cannot be read

	Answer *ask.DrillAnswer // of the guess, nil for a question
	Helped bool
	Next   string // address of the next position
	Again  string // address of the game at the move
}

// drillAsked are the values that every address of a drill has.
func (s *Server) drillAsked(values url.Values) (p *drillPage, err error) {
	p = &drillPage{ReadOnly: s.options.ReadOnly, Sides: []string{"", "black", "white", "winner"}, Q: strings.TrimSpace(values.Get("q")), Side: values.Get("side"), Helped: values.Get("helped") != ""}
	for _, number := range []struct {
		name string
		to   *int
	}{{"seed", &p.Seed}, {"at", &p.At}} {
		if text := values.Get(number.name); text != "" {
			if *number.to, err = strconv.Atoi(text); err != nil || *number.to < 0 || *number.to >= drillMost {
				return nil, &statusError{http.StatusBadRequest, "error.form"}
			}
		}
	}
	return p, nil
}

// drillMost bounds the number by which positions are chosen.
const drillMost = 1_000_000

// drillSample is how many positions are looked for, of which the first is asked.
const drillSample = 3

// values are those of the page's own address.
func (p *drillPage) values() url.Values {
	values := url.Values{}
	for name, value := range map[string]string{"q": p.Q, "side": p.Side} {
		if value != "" {
			values.Set(name, value)
		}
	}
	for name, n := range map[string]int{"seed": p.Seed, "at": p.At} {
		if n > 0 {
			values.Set(name, strconv.Itoa(n))
		}
	}
	return values
}

// drill asks for a move.
func (s *Server) drill(w http.ResponseWriter, r *http.Request) {
	p, err := s.drillAsked(r.URL.Query())
	if err != nil {
		s.fail(w, r, err)
		return
	}
	var f *frame
	err = s.ask(r.Context(), func(ctx context.Context, v *archive.View) error {
		f = s.frame(v, "archive", s.pages.words.say("drill.title"), p.Q)
		f.Body, f.Script = p, "drill.js"
		q, err := parseQuery(p.Q)
		if err != nil {
			f.Fault = faultOf(p.Q, err)
			return nil
		}
		o := &ask.DrillOptions{Due: p.Q == "", Side: p.Side, From: 1, Seed: p.Seed, Limit: drillSample}
		if o.Due {
			o.Limit = min(p.At+1, mostDrawn)
		}
		vs := ask.Of(v.Views)
		if p.Drill, err = vs.Drill(ctx, &archive.Choice{Query: q}, o); err != nil {
			return err
		}
		if at := min(p.At, len(p.Cards)); o.Due {
			p.Cards = p.Cards[at:]
		}
		if len(p.Cards) == 0 {
			if p.Games > 0 {
				p.Next = p.following()
			}
			return nil
		}
		p.Card = &p.Cards[0]
		return s.drillQuestion(ctx, vs, p, r.URL.Query().Get("help") != "")
	})
	if err != nil {
		s.fail(w, r, err)
		return
	}
	s.show(w, r, http.StatusOK, "drill.html", f)
}

// drillQuestion draws the position of a page, with choices for who asks for help.
func (s *Server) drillQuestion(ctx context.Context, vs *ask.Views, p *drillPage, help bool) error {
	board := p.Card.Board()
	p.Picture = drawing.Board(board, lastMove(board, p.Card.Node), s.pages.words.say("board.thumbnail", p.Card.Move))
	if plays := p.Card.Plays(); plays != nil {
		text, err := json.Marshal(plays)
		if err != nil {
			return err
		}
		p.Plays = string(text)
	}
	p.Next = p.following()
	if !help {
		values := p.values()
		values.Set("help", "1")
		p.Help = "/drill?" + values.Encode()
		return nil
	}
	a, err := vs.Answer(ctx, p.Card, "", false, false)
	if err == nil {
		p.Choices, p.Helped = p.Card.Choices(a), true
	}
	return err
}

// lastMove marks the move of a node.
func lastMove(b *ask.Board, n *archive.Node) drawing.Marks {
	m := drawing.Marks{Last: -1}
	if n.Last != nil {
		if cell, ok := drawing.CellOf(b, archive.RecordNode{Color: n.Last.Color, Point: n.Last.Point}); ok {
			m.Last = cell
		}
	}
	return m
}

// following is the address of the position after this one: another by chance, or the next that is due.
func (p *drillPage) following() string {
	next := *p
	if p.Q == "" {
		next.At++
	} else {
		next.Seed = (next.Seed + 1) % drillMost
	}
	return "/drill?" + next.values().Encode()
}

// drillForm keeps what a guess was worth, and leads to the answer.
func (s *Server) drillForm(w http.ResponseWriter, r *http.Request) {
	if err := r.ParseForm(); err != nil {
		s.fail(w, r, &statusError{http.StatusBadRequest, "error.form"})
		return
	}
	s.answerDrill(w, r, r.PostForm, true)
}

// drillAnswer shows how good a guess was.
func (s *Server) drillAnswer(w http.ResponseWriter, r *http.Request) {
	s.answerDrill(w, r, r.URL.Query(), false)
}

// answerDrill judges a guess. One that is kept leads to its answer by another address, so that who loads that
// again does not answer twice.
func (s *Server) answerDrill(w http.ResponseWriter, r *http.Request, values url.Values, keep bool) {
	p, err := s.drillAsked(values)
	next := 0
	if err == nil {
		if next, err = strconv.Atoi(values.Get("next")); err != nil || next < 0 {
			err = &statusError{http.StatusBadRequest, "error.form"}
		}
	}
	if err != nil {
		s.fail(w, r, err)
		return
	}
	var f *frame
	do := func(ctx context.Context, v *archive.View) error {
		f = s.frame(v, "archive", s.pages.words.say("drill.title"), p.Q)
		f.Body, f.Script = p, "drill.js"
		vs := ask.Of(v.Views)
		if p.Card, err = vs.DrillCardAt(ctx, values.Get("ref"), next); err != nil {
			return err
		}
		p.Answer, err = vs.Answer(ctx, p.Card, values.Get("move"), p.Helped, keep)
		if bad, ok := errors.AsType[*archive.RequestError](err); ok && bad.Part == "move" {
			p.Fault = bad.Error()
			return s.drillQuestion(ctx, vs, p, false)
		}
		if err != nil {
			return err
		}
		board, at := p.Card.Board(), p.Card.Node
		if after := p.Answer.Board(); after != nil {
			board, at = after, p.Answer.After
		}
		p.Picture = drawing.Board(board, lastMove(board, at), s.pages.words.say("board.thumbnail", p.Card.Move))
		p.Again = gameLink(p.Answer.Played)
		if p.Next = p.following(); p.Q == "" && !s.options.ReadOnly && p.Answer.Verdict == ask.DrillRight {
			p.Next = "/drill?" + p.values().Encode() // what was due is not due any more
		}
		return nil
	}
	if keep {
		err = s.once(r.Context(), do)
	} else {
		err = s.ask(r.Context(), do)
	}
	switch {
	case err != nil:
		s.fail(w, r, err)
	case p.Fault != "":
		s.show(w, r, http.StatusBadRequest, "drill.html", f)
	case keep:
		to := p.values()
		for _, name := range []string{"ref", "next", "move", "helped"} {
			if value := values.Get(name); value != "" {
				to.Set(name, value)
			}
		}
		http.Redirect(w, r, "/drill/answer?"+to.Encode(), http.StatusSeeOther)
	default:
		s.show(w, r, http.StatusOK, "drill.html", f)
	}
}
