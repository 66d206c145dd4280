package web

import (
	"cmp"
	"context"
	"net/http"
	"slices"
	"strconv"

	"kifudb/archive"
)

// An infoPage is what is known of the archive as a whole.
type infoPage struct {
	*archive.Inventory
	Imports  []archive.ImportRun // the last one first
	Running  []archive.JobState
	Failed   []archive.JobState // since the server began
	ReadOnly bool
	Boards   []countLink
	Charsets []countLink
	Problems []countLink
}

// A countLink is a value with its games.
type countLink struct {
	Name, Link string
	Games      int
}

// titled is a list of counts under its heading.
type titled struct {
	Title string // the key of its words
	List  []countLink
}

// archivePage shows what is in the archive, and where it came from.
func (s *Server) archivePage(w http.ResponseWriter, r *http.Request) {
	var f *frame
	err := s.ask(r.Context(), func(_ context.Context, v *archive.View) error {
		f = s.frame(v, "archive", s.pages.words.say("archive.title"), "")
		inventory, err := v.Inventory()
		if err != nil {
			return err
		}
		inventory.Version = archive.Version()
		p := &infoPage{Inventory: inventory, ReadOnly: s.options.ReadOnly}
		if p.Imports, err = s.archive.Imports(); err != nil {
			return err
		}
		slices.Reverse(p.Imports)
		for _, j := range s.archive.Jobs() {
			switch j.State {
			case "running":
				p.Running = append(p.Running, j)
				f.Refresh = true
			case "failed":
				p.Failed = append(p.Failed, j)
			}
		}
		p.Boards = counted(inventory.Boards, "")
		p.Charsets = counted(inventory.Charsets, "charset")
		p.Problems = counted(inventory.Problems, "problem")
		f.Body = p
		return nil
	})
	if err != nil {
		s.fail(w, r, err)
		return
	}
	s.show(w, r, http.StatusOK, "archive.html", f)
}

// counted lists values by their games, with what finds them.
func counted(counts map[string]int, field string) []countLink {
	var list []countLink
	for name, games := range counts {
		l := countLink{Name: name, Games: games}
		if field != "" {
			l.Link = listLink(field + ":" + strconv.Quote(name))
		}
		list = append(list, l)
	}
	slices.SortFunc(list, func(a, b countLink) int { return cmp.Or(b.Games-a.Games, cmp.Compare(a.Name, b.Name)) })
	return list
}
