package web

import (
	"context"
	"net/http"
	"strconv"
	"unicode/utf8"

	"kifudb/archive"
)

// A recordPage is the text of a record as it came.
type recordPage struct {
	ID      string
	Game    *archive.Game
	Charset archive.Charset
	Text    string
	Bytes   int // of the record
	Shown   int // of them
}

// shownRecord is how many bytes of a record a page shows; all of it can be saved.
const shownRecord = 200_000

// record shows the text of a record.
func (s *Server) record(w http.ResponseWriter, r *http.Request) {
	s.gamePart(w, r, "record.html", "game.record", func(_ context.Context, v *archive.View) (any, error) {
		n, err := v.Node(r.PathValue("id"))
		if err != nil {
			return nil, err
		}
		text := n.Text()
		p := &recordPage{ID: n.Game.Name(), Game: n.Game, Charset: n.Charset, Bytes: len(text), Shown: len(text)}
		if p.Shown > shownRecord {
			p.Shown = shownRecord
			for p.Shown > 0 && !utf8.RuneStart(text[p.Shown]) {
				p.Shown--
			}
		}
		p.Text = string(text[:p.Shown])
		return p, nil
	})
}

// gamePart shows a page about a game.
func (s *Server) gamePart(w http.ResponseWriter, r *http.Request, name, title string, do func(context.Context, *archive.View) (any, error)) {
	var f *frame
	err := s.ask(r.Context(), func(ctx context.Context, v *archive.View) error {
		body, err := do(ctx, v)
		if err != nil {
			return err
		}
		f = s.frame(v, "games", s.pages.words.say(title), "")
		f.Body = body
		return nil
	})
	if err != nil {
		s.fail(w, r, err)
		return
	}
	s.show(w, r, http.StatusOK, name, f)
}

// A charsetPage shows how a record reads in another encoding, before it is changed.
type charsetPage struct {
	ID       string
	Game     *archive.Game
	Now      archive.Charset
	To       string // "" if it is guessed
	Recoded  *archive.Recoded
	Names    []string
	ReadOnly bool
}

// charset shows what a record would be in another encoding.
func (s *Server) charset(w http.ResponseWriter, r *http.Request) {
	to := r.URL.Query().Get("to")
	s.gamePart(w, r, "charset.html", "game.charset", func(ctx context.Context, v *archive.View) (any, error) {
		n, err := v.Node(r.PathValue("id"))
		if err != nil {
			return nil, err
		}
		p := &charsetPage{ID: n.Game.Name(), Game: n.Game, Now: n.Charset, To: to, Names: archive.Charsets(), ReadOnly: s.options.ReadOnly}
		p.Recoded, err = v.Recode(ctx, []archive.GameID{n.Game.ID}, &archive.RecodeOptions{Charset: to, DryRun: true, Force: true})
		return p, err
	})
}

// charsetForm reads a record in another encoding from now on.
func (s *Server) charsetForm(w http.ResponseWriter, r *http.Request) {
	if err := r.ParseForm(); err != nil {
		s.fail(w, r, &statusError{http.StatusBadRequest, "error.form"})
		return
	}
	to, link := r.PostForm.Get("to"), ""
	err := s.ask(r.Context(), func(ctx context.Context, v *archive.View) error {
		n, err := v.Node(r.PathValue("id"))
		if err != nil {
			return err
		}
		link = gameLink(n.Game.Name())
		_, err = v.Recode(ctx, []archive.GameID{n.Game.ID}, &archive.RecodeOptions{Charset: to, Force: true})
		return err
	})
	if err != nil {
		s.fail(w, r, err)
		return
	}
	s.log.Info("recode", "game", r.PathValue("id"), "charset", to)
	http.Redirect(w, r, link, http.StatusSeeOther)
}

// A comparisonPage is the records of a game side by side.
type comparisonPage struct {
	*archive.Comparison
	Columns []comparedColumn
	Rows    []comparedRow
}

// A comparedColumn is a record.
type comparedColumn struct {
	*archive.ComparedRecord
	Link    string
	Here    bool
	Picture *thumb // before the first difference
	DiffAt  string // link to it
}

// A comparedRow is a property of all records.
type comparedRow struct {
	Property string
	Texts    []string
	Differs  bool
}

// comparedRecords is how many records are shown side by side.
const comparedRecords = 8

// records compares the records of a game.
func (s *Server) records(w http.ResponseWriter, r *http.Request) {
	s.gamePart(w, r, "records.html", "records.title", func(ctx context.Context, v *archive.View) (any, error) {
		n, err := v.Node(r.PathValue("id"))
		if err != nil {
			return nil, err
		}
		c, ok, err := v.Compare(ctx, n.Game.ID, comparedRecords)
		if err != nil {
			return nil, err
		}
		if !ok {
			return &comparisonPage{Comparison: &archive.Comparison{Preferred: n.Game.ID, Total: 1}}, nil
		}
		return newComparison(v, c, n.Game.ID)
	})
}

func newComparison(v *archive.View, c *archive.Comparison, here archive.GameID) (*comparisonPage, error) {
	p := &comparisonPage{Comparison: c}
	rows := map[string]int{}
	for i, record := range c.Records {
		id := strconv.FormatUint(uint64(record.ID), 10)
		column := comparedColumn{ComparedRecord: record, Link: gameLink(id), Here: record.ID == here}
		if d := record.Difference; d != nil && d.Move > 0 {
			ref := strconv.FormatUint(uint64(c.Preferred), 10) + "@" + strconv.Itoa(d.Move-1)
			column.DiffAt = gameLink(ref)
			if n, err := v.Node(ref); err == nil { // the other may be shorter, and its game without a board
				if board, err := n.Data(); err == nil {
					column.Picture = drawThumb(board, nil, -1)
				}
			}
		}
		p.Columns = append(p.Columns, column)
		for _, value := range record.Info {
			at, ok := rows[value.Property]
			if !ok {
				at = len(p.Rows)
				rows[value.Property] = at
				p.Rows = append(p.Rows, comparedRow{Property: value.Property, Texts: make([]string, len(c.Records))})
			}
			text := &p.Rows[at].Texts[i]
			*text = joinTerms(*text, value.Text)
		}
	}
	for i := range p.Rows {
		for _, text := range p.Rows[i].Texts {
			p.Rows[i].Differs = p.Rows[i].Differs || text != p.Rows[i].Texts[0]
		}
	}
	return p, nil
}
