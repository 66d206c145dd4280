package web

import (
	"context"
	"html"
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

// shownRecord is how many bytes of a page a record takes; all of it can be saved.
const shownRecord = 150_000

// shownOf returns how many bytes of a text a page shows, which writes some characters as entities.
func shownOf(text []byte) (shown int) {
	taken := 0
	for shown < len(text) {
		_, size := utf8.DecodeRune(text[shown:])
		if taken += len(html.EscapeString(string(text[shown : shown+size]))); taken > shownRecord {
			break
		}
		shown += size
	}
	return shown
}

// record shows the text of a record.
func (s *Server) record(w http.ResponseWriter, r *http.Request) {
	s.gamePart(w, r, "record.html", "game.record", func(_ context.Context, v *archive.View) (any, error) {
		n, err := v.Node(r.PathValue("id"))
		if err != nil {
			return nil, err
		}
		text := n.Text()
		p := &recordPage{ID: n.Game.Name(), Game: n.Game, Charset: n.Charset, Bytes: len(text), Shown: shownOf(text)}
		p.Text = string(text[:p.Shown])
		return p, nil
	})
}

// gamePart shows a page about a game.
func (s *Server) gamePart(w http.ResponseWriter, r *http.Request, name, title string, do func(context.Context, *archive.View) (any, error)) {
	var f *frame
	err := s.look(r.Context(), func(ctx context.Context, v *archive.View) error {
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

// Raw is the address of the record as it came.
func (p *charsetPage) Raw() string { return gameLink(p.ID) + "/raw" }

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
	err := s.once(r.Context(), func(ctx context.Context, v *archive.View) error {
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
	s.log.InfoContext(r.Context(), "recode", "game", r.PathValue("id"), "charset", to)
	http.Redirect(w, r, link, http.StatusSeeOther)
}

// records leads from an address that others may have kept to the records of a game side
// by side.
func (s *Server) records(w http.ResponseWriter, r *http.Request) {
	id, err := strconv.ParseUint(r.PathValue("id"), 10, 32)
	if err != nil {
		s.fail(w, r, errNoPage)
		return
	}
	http.Redirect(w, r, duplicatesLink(archive.GameID(id)), http.StatusMovedPermanently)
}
