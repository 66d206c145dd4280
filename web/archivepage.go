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
	All      int                 // imports, if they are not all there
	Waiting  []string            // uploads that were never imported
	Running  []*jobPage
	Ended    []*jobPage // since the server began, the last one first
	Same     *archive.Duplicates
	Drop     *dropPlace // nil for reading only
	ReadOnly bool
	Boards   []countLink
	Charsets []countLink
	Problems []countLink
}

// A countLink is a value with its games.
type countLink struct {
	Name, Link string
	Games      int
	In         int // problems: in how many games they are; 0 if that is not known
}

// titled is a list of counts under its heading.
type titled struct {
	Title string // the key of its words
	List  []countLink
}

// shownImports is how many imports the archive's page lists.
const shownImports = 12

// archivePage shows what is in the archive, and where it came from.
func (s *Server) archivePage(w http.ResponseWriter, r *http.Request) {
	var f *frame
	err := s.ask(r.Context(), func(ctx context.Context, v *archive.View) error {
		f = s.frame(v, "archive", s.pages.words.say("archive.title"), "")
		f.Script = "archive.js"
		inventory, err := v.Inventory()
		if err != nil {
			return err
		}
		inventory.Version = archive.Version()
		p := &infoPage{Inventory: inventory, ReadOnly: s.options.ReadOnly, Drop: s.dropPlace()}
		if p.Imports, err = s.archive.Imports(); err != nil {
			return err
		}
		slices.Reverse(p.Imports)
		if !r.URL.Query().Has("all") && len(p.Imports) > shownImports {
			p.Imports, p.All = p.Imports[:shownImports], len(p.Imports)
		}
		if !p.ReadOnly {
			if p.Waiting, err = s.archive.WaitingUploads(); err != nil {
				return err
			}
		}
		for _, j := range s.archive.Jobs() {
			row := newJobPage(j)
			row.ReadOnly = p.ReadOnly
			if j.State == "running" {
				f.Refresh = true
				p.Running = append(p.Running, row)
			} else {
				p.Ended = append(p.Ended, row)
			}
		}
		slices.Reverse(p.Ended)
		p.Ended = p.Ended[:min(shownJobs, len(p.Ended))]
		if len(p.Running) > 0 { // an upload that waits for its turn is one of them
			p.Waiting = nil
		}
		p.Boards = counted(inventory.Boards, "")
		p.Charsets = counted(inventory.Charsets, "charset")
		p.Problems = counted(inventory.Problems, "problem")
		p.Same, err = v.Duplicates(ctx, nil, 0, 1)
		if err != nil {
			p.Same = nil // its own page says what is wrong
		}
		f.Body = p
		return nil
	})
	if err != nil {
		s.fail(w, r, err)
		return
	}
	s.show(w, r, http.StatusOK, "archive.html", f)
}

// shownJobs is how many jobs that have ended the archive's page lists.
const shownJobs = 8

// A dropPlace is where files can be given to the archive.
type dropPlace struct {
	Paths bool     // of this machine may be named
	Below []string // folders below which they must lie, if any
	Limit int64    // bytes of what is sent at once
	Files int
}

func (s *Server) dropPlace() *dropPlace {
	if s.options.ReadOnly {
		return nil
	}
	return &dropPlace{Paths: s.takesPaths(), Below: s.options.Folders, Limit: s.options.MaxUpload, Files: maxUploadFiles}
}

// problemCounts lists the problems of an import, and in how many games each is.
func problemCounts(problems, games map[string]int) []countLink {
	list := counted(problems, "problem")
	for i := range list {
		list[i].In = games[list[i].Name]
	}
	return list
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
