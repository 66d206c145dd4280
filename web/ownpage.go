package web

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"kifudb/archive"
	"kifudb/ask"
	"kifudb/drawing"
)

// An ownPage is what the user added: one of tags, notes and saved searches.
type ownPage struct {
	Tags     []tagRow
	Notes    []noteRow
	Searches []savedRow
	Notices  []archive.Notice
	ReadOnly bool
	Query    string // that a form begins with
	First    int
	Total    int
	Next     string
	Start    string
}

// A tagRow is a tag with its games.
type tagRow struct {
	archive.TagCount
	Link string
}

// A noteRow is a note with what it is on.
type noteRow struct {
	Text  string
	Field string // of forms: game or position
	On    string // the number of a game, or what stands for a position
	Link  string
	Game  *archive.Game
	Thumb *drawing.Thumb
	Place string // of a position: a game in which it comes up
}

// A savedRow is a saved search.
type savedRow struct {
	archive.SavedState
	Link, NewLink string
}

const listNotes = 50

// own shows a page of what the user added.
func (s *Server) own(name string, fill func(context.Context, *archive.View, *ownPage, url.Values) error) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		var f *frame
		err := s.ask(r.Context(), func(ctx context.Context, v *archive.View) error {
			f = s.frame(v, "archive", s.pages.words.say(name+".title"), "")
			p := &ownPage{ReadOnly: s.options.ReadOnly, Query: r.URL.Query().Get("q")}
			f.Body = p
			return fill(ctx, v, p, r.URL.Query())
		})
		if err != nil {
			s.fail(w, r, err)
			return
		}
		s.show(w, r, http.StatusOK, name+".html", f)
	}
}

func (s *Server) tags(ctx context.Context, v *archive.View, p *ownPage, _ url.Values) error {
	tags, notices, err := v.Tags(ctx, false)
	p.Notices = notices
	for _, t := range tags {
		p.Tags = append(p.Tags, tagRow{t, listLink("tag:" + strconv.Quote(t.Tag))})
	}
	return err
}

func (s *Server) notes(ctx context.Context, v *archive.View, p *ownPage, values url.Values) error {
	notes, err := v.Notes()
	if err != nil {
		return err
	}
	from, _ := strconv.Atoi(values.Get("from"))
	from = min(max(0, from), len(notes))
	p.First, p.Total = from+1, len(notes)
	if from > 0 {
		p.Start = "/notes"
	}
	if len(notes) > from+listNotes {
		p.Next = "/notes?from=" + strconv.Itoa(from+listNotes)
	}
	for _, n := range notes[from:min(from+listNotes, len(notes))] {
		row := noteRow{Text: n.Text, Field: "position", On: string(n.Position)}
		if n.Game != 0 {
			row.Field, row.On = "game", strconv.Itoa(int(n.Game))
			row.Link = gameLink(row.On)
			if g, err := v.Game(n.Game); err == nil { // of a game that was removed there is only its number
				row.Game = g
			}
		} else if err := row.place(ctx, v, n); err != nil {
			return err
		}
		p.Notes = append(p.Notes, row)
	}
	return nil
}

// place shows a position where it comes up first.
func (row *noteRow) place(ctx context.Context, v *archive.View, n archive.Note) error {
	row.Link = explorerLink("pos:" + strconv.Quote(string(n.Position)))
	_, ref, err := v.FirstAt(ctx, n.Position)
	if err != nil || ref == "" {
		return err
	}
	row.Place = ref
	node, err := v.Node(ref)
	if err != nil {
		return err
	}
	if board, err := node.Data(); err == nil {
		row.Thumb = drawing.SmallBoard(board, nil, -1)
	}
	return nil
}

func (s *Server) saved(ctx context.Context, v *archive.View, p *ownPage, _ url.Values) error {
	states, notices, err := v.SavedStates(ctx)
	p.Notices = notices
	for _, state := range states {
		p.Searches = append(p.Searches, savedRow{state, savedLink(state.Query), "/saved/" + url.PathEscape(state.Name)})
	}
	return err
}

// savedLink is the page of a saved search: the explorer if it asks for something on
// the board.
func savedLink(query string) string {
	if q, err := archive.ParseQuery(query); err == nil && ask.HasBoard(q) {
		return explorerLink(query)
	}
	return listLink(query)
}

// A newPage is what a saved search finds that it did not at the last look.
type newPage struct {
	Name, Link string
	Looked     string
	Games      []*archive.Game
	Rows       []listRow
	New, Total int
	Gone       int
	ReadOnly   bool
	IDs        string // of the games on the page
}

const listNew = 200

// savedPage shows what is new in a saved search.
func (s *Server) savedPage(w http.ResponseWriter, r *http.Request) {
	var f *frame
	err := s.ask(r.Context(), func(ctx context.Context, v *archive.View) error {
		f = s.frame(v, "archive", r.PathValue("name"), "")
		saved, _, err := v.Saved(ctx, r.PathValue("name"))
		if err != nil {
			return err
		}
		ids := archive.IDsIn(saved.New)
		p := &newPage{
			Name: saved.Search.Name, Link: savedLink(saved.Search.Query), New: len(ids), ReadOnly: s.options.ReadOnly,
			Total: int(saved.Games.GetCardinality()), Gone: int(saved.Gone.GetCardinality()),
		}
		if !saved.Search.Looked.IsZero() {
			p.Looked = saved.Search.Looked.Local().Format("2006-01-02 15:04")
		}
		games, err := v.Games(ids[:min(listNew, len(ids))])
		for _, g := range games {
			p.Rows = append(p.Rows, newListRow(g))
			p.IDs = joinTerms(p.IDs, strconv.Itoa(int(g.ID)))
		}
		f.Body = p
		return err
	})
	if err != nil {
		s.fail(w, r, err)
		return
	}
	s.show(w, r, http.StatusOK, "new.html", f)
}

// lookedForm notes that the new games on the page were looked at.
func (s *Server) lookedForm(w http.ResponseWriter, r *http.Request) {
	s.form(w, r, func(v *archive.View, f fields) (flash, error) {
		saved, _, err := v.Saved(r.Context(), r.PathValue("name"))
		if err != nil {
			return flash{}, err
		}
		shown, err := gameIDs(f.get("games"))
		if err != nil {
			return flash{}, err
		}
		return flash{Key: "said.looked", N: len(shown)}, v.Looked(saved, shown)
	})
}

// gameIDs reads numbers of games with spaces between.
func gameIDs(text string) ([]archive.GameID, error) {
	ids := []archive.GameID{}
	for word := range strings.FieldsSeq(text) {
		id, err := strconv.ParseUint(word, 10, 32)
		if err != nil {
			return nil, &statusError{http.StatusUnprocessableEntity, "error.game"}
		}
		ids = append(ids, archive.GameID(id))
	}
	return ids, nil
}

// meant are the games that a form is about: one, or all that a query finds, each of
// their records.
func meant(ctx context.Context, v *archive.View, f fields) ([]archive.GameID, error) {
	if text := f.get("game"); text != "" {
		ids, err := gameIDs(text)
		if err != nil {
			return nil, err
		}
		_, err = v.Games(ids)
		return ids, err
	}
	q, err := parseQuery(f.get("q"))
	if err != nil {
		return nil, err
	}
	if q.Root == nil && f.get("q") == "" {
		return nil, &statusError{http.StatusUnprocessableEntity, "error.whichgames"}
	}
	return v.IDs(ctx, q, true)
}

// tagForm puts a tag on games or takes it from them.
func (s *Server) tagForm(w http.ResponseWriter, r *http.Request) {
	s.form(w, r, func(v *archive.View, f fields) (flash, error) {
		name := f.get("tag")
		if err := archive.CheckTag(name); err != nil {
			return flash{}, err
		}
		do, back, key := v.Tag, (*archive.View).Untag, "said.tagged"
		var ids []archive.GameID
		var err error
		if f.get("do") == "all" {
			do, back, key = v.Untag, (*archive.View).Tag, "said.untagged" // of all that have it
		} else if ids, err = meant(r.Context(), v, f); err != nil {
			return flash{}, err
		} else if f.get("do") == "remove" {
			do, back, key = v.Untag, (*archive.View).Tag, "said.untagged"
		}
		changed, err := do(name, ids)
		if err != nil {
			return flash{}, err
		}
		say := flash{Key: key, N: len(changed), Args: []string{name}}
		if len(changed) > 0 {
			say.Undo = s.undos.add(func(v *archive.View) error {
				_, err := back(v, name, changed)
				return err
			})
		}
		return say, nil
	})
}

// renameForm gives a tag another name.
func (s *Server) renameForm(w http.ResponseWriter, r *http.Request) {
	s.form(w, r, func(v *archive.View, f fields) (flash, error) {
		from, to := f.get("tag"), f.get("to")
		if err := v.RenameTag(from, to, false); err != nil {
			return flash{}, err
		}
		return flash{Key: "said.renamed", Args: []string{from, to}, Undo: s.undos.add(func(v *archive.View) error { return v.RenameTag(to, from, false) })}, nil
	})
}

// noteForm writes the note on a game or on a position, in place of the one that is
// there; an empty text removes it.
func (s *Server) noteForm(w http.ResponseWriter, r *http.Request) {
	s.form(w, r, func(v *archive.View, f fields) (flash, error) {
		on := archive.Note{Text: strings.ReplaceAll(f.get("text"), "\r\n", "\n")} // as forms send lines
		if f.get("on") == "asked" {
			if err := onAsked(r.Context(), v, &on, f.get("q")); err != nil {
				return flash{}, err
			}
		} else if place := f.get("position"); place != "" {
			var err error
			if on.Position, err = v.PositionOf(r.Context(), place); err != nil {
				return flash{}, err
			}
			if before, err := v.NoteOf(on); err == nil && f.get("add") != "" {
				on.Text = before.Text + "\n" + on.Text
			}
		} else {
			id, err := strconv.ParseUint(f.get("game"), 10, 32)
			if err != nil {
				return flash{}, &statusError{http.StatusUnprocessableEntity, "error.game"}
			}
			on.Game = archive.GameID(id)
			// A game that was removed may have a note still, to be removed.
			if _, err := v.Game(on.Game); err != nil && on.Text != "" {
				return flash{}, err
			}
		}
		before, err := v.NoteOf(on)
		had := err == nil
		if err != nil && !errors.Is(err, archive.ErrNoNote) {
			return flash{}, err
		}
		return s.putNote(v, on, before, had)
	})
}

// onAsked makes a text one on the position that a question asks for, behind the note
// that is there: who writes it may not have seen that.
func onAsked(ctx context.Context, v *archive.View, on *archive.Note, query string) error {
	q, err := parseQuery(query)
	if err == nil {
		q, err = ask.FromStart(q)
	}
	if err != nil {
		return err
	}
	scene, err := ask.Of(v.Views).Scene(ctx, q)
	if err != nil {
		return err
	}
	if on.Position = scene.Subject(); on.Position == "" {
		return &statusError{http.StatusUnprocessableEntity, "error.noposition"}
	}
	if on.Text == "" {
		return &statusError{http.StatusUnprocessableEntity, "error.notext"}
	}
	if before, err := v.NoteOf(*on); err == nil {
		on.Text = before.Text + "\n" + on.Text
	}
	return nil
}

func (s *Server) putNote(v *archive.View, on, before archive.Note, had bool) (flash, error) {
	if on.Text == "" {
		if _, err := v.RemoveNote(on); err != nil {
			return flash{}, err
		}
	} else if _, _, err := v.PutNote(on, false); err != nil {
		return flash{}, err
	}
	key := "said.noted"
	if on.Text == "" {
		key = "said.unnoted"
	}
	return flash{Key: key, Undo: s.undos.add(func(v *archive.View) error {
		if had {
			_, _, err := v.PutNote(before, false)
			return err
		}
		_, err := v.RemoveNote(on)
		return err
	})}, nil
}

// saveForm saves a search.
func (s *Server) saveForm(w http.ResponseWriter, r *http.Request) {
	s.form(w, r, func(v *archive.View, f fields) (flash, error) {
		name := f.get("name")
		if err := archive.CheckSearchName(name); err != nil {
			return flash{}, err
		}
		q, err := parseQuery(f.get("q"))
		if err != nil {
			return flash{}, err
		}
		saved, before, _, err := v.Save(r.Context(), name, q, f.get("replace") != "")
		if err != nil {
			return flash{}, err
		}
		return flash{Key: "said.saved", Args: []string{name}, Undo: s.undos.add(func(v *archive.View) error {
			_, err := v.RemoveSearch(saved.Name)
			if err == nil && before != nil {
				err = v.PutBack(*before)
			}
			return err
		})}, nil
	})
}

// forgetForm removes a saved search.
func (s *Server) forgetForm(w http.ResponseWriter, r *http.Request) {
	s.form(w, r, func(v *archive.View, f fields) (flash, error) {
		gone, err := v.RemoveSearch(r.PathValue("name"))
		if err != nil {
			return flash{}, err
		}
		return flash{Key: "said.unsaved", Args: []string{gone.Name}, Undo: s.undos.add(func(v *archive.View) error { return v.PutBack(gone) })}, nil
	})
}
