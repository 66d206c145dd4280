package web

import (
	"cmp"
	"context"
	"net/http"
	"net/url"
	"strconv"

	"kifudb/archive"
)

// An importPage is what became of the files of an import.
type importPage struct {
	archive.ImportRun
	Files    []outcomeRow
	First    int // number of the first one on the page
	Of       archive.OutcomesOf
	Kind     string        // its word
	Kinds    []outcomeKind // pages with all files, and with those that failed or were passed over
	Next     string
	Start    string
	Again    bool // can be imported again from here
	NotRead  []countLink
	Problems []countLink
	ReadOnly bool
}

// An outcomeKind is a page of some of the files.
type outcomeKind struct {
	Name, Link string
	Current    bool
}

// An outcomeRow is a file with what became of it and of its games.
type outcomeRow struct {
	*archive.FileOutcome
	Short string // the path below what was imported
	Games []spanLink
	More  int // spans that are not shown
}

// A spanLink is a run of games of one fate.
type spanLink struct {
	Fate, Link string
	Games      int
	Of         string
	Other      []namedLink // older records of the same games
}

const (
	importFiles = 200 // on a page
	importSpans = 6   // of a file
)

// importPage shows what became of each file of an import.
func (s *Server) importPage(w http.ResponseWriter, r *http.Request) {
	number, err := strconv.Atoi(r.PathValue("number"))
	if err != nil || number < 1 {
		s.fail(w, r, errNoPage)
		return
	}
	p := &importPage{Of: outcomesOf(r.URL.Query().Has("failed"), r.URL.Query().Has("passed")), ReadOnly: s.options.ReadOnly}
	from, _ := strconv.Atoi(r.URL.Query().Get("from"))
	from = max(0, from)
	var f *frame
	err = s.ask(r.Context(), func(ctx context.Context, v *archive.View) error {
		f = s.frame(v, "archive", s.pages.words.say("imports.one", strconv.Itoa(number)), "")
		runs, err := s.archive.Imports()
		if err != nil {
			return err
		}
		found := false
		for _, run := range runs {
			if run.Number == number {
				p.ImportRun, found = run, true
			}
		}
		if !found {
			return archive.ErrNoImport
		}
		p.NotRead, p.Problems = counted(p.Totals.NotRead, ""), problemCounts(p.Totals.Problems, p.Totals.ProblemGames)
		p.Files = nil
		i := 0
		for o, err := range s.archive.Outcomes(ctx, number, p.Of) {
			if err != nil {
				return err
			}
			if i++; i <= from {
				continue
			}
			if len(p.Files) == importFiles {
				p.Next = importLink(number, p.Of, from+importFiles)
				break
			}
			p.Files = append(p.Files, newOutcomeRow(o, p.Paths))
		}
		return nil
	})
	if err != nil {
		s.fail(w, r, err)
		return
	}
	p.First = from + 1
	if from > 0 {
		p.Start = importLink(number, p.Of, 0)
	}
	for _, of := range []archive.OutcomesOf{archive.EveryFile, archive.FailedFiles, archive.PassedFiles} {
		kind := outcomeKind{cmp.Or(string(of), "all"), importLink(number, of, 0), of == p.Of}
		if p.Kinds = append(p.Kinds, kind); kind.Current {
			p.Kind = kind.Name
		}
	}
	p.Again = !s.options.ReadOnly && s.readableAll(p.Paths)
	f.Body = p
	s.show(w, r, http.StatusOK, "import.html", f)
}

// readableAll reports whether paths could be imported from here.
func (s *Server) readableAll(paths []string) bool {
	for _, path := range paths {
		if _, err := s.readable(path); err != nil {
			return false
		}
	}
	return len(paths) > 0
}

// outcomesOf returns which files are asked for.
func outcomesOf(failed, passed bool) archive.OutcomesOf {
	switch {
	case failed:
		return archive.FailedFiles
	case passed:
		return archive.PassedFiles
	}
	return archive.EveryFile
}

func importLink(number int, of archive.OutcomesOf, from int) string {
	q := url.Values{}
	if of != archive.EveryFile {
		q.Set(string(of), "1")
	}
	if from > 0 {
		q.Set("from", strconv.Itoa(from))
	}
	link := "/archive/imports/" + strconv.Itoa(number)
	if len(q) > 0 {
		link += "?" + q.Encode()
	}
	return link
}

func newOutcomeRow(o *archive.FileOutcome, roots []string) outcomeRow {
	row := outcomeRow{FileOutcome: o, Short: shortPath(o.Path, roots)}
	for i, span := range o.Games {
		if i == importSpans {
			row.More = len(o.Games) - i
			break
		}
		l := spanLink{Fate: span.Fate, Games: span.Count, Of: shortPath(span.Of, roots)}
		id := strconv.Itoa(int(span.ID))
		switch {
		case span.Count == 1:
			l.Link = gameLink(id)
		default:
			l.Link = listLink("id:" + id + ".." + strconv.Itoa(int(span.ID)+span.Count-1))
		}
		for k, d := range span.Duplicates {
			if k == 3 {
				break
			}
			l.Other = append(l.Other, namedLink{strconv.Itoa(int(d.Of)), "/archive/duplicates/" + strconv.Itoa(int(d.Of))})
		}
		row.Games = append(row.Games, l)
	}
	return row
}

// shortPath is a path below one of those that were imported, as it is otherwise.
func shortPath(path string, roots []string) string {
	for _, root := range roots {
		if len(path) > len(root)+1 && path[:len(root)] == root && (path[len(root)] == '/' || path[len(root)] == '\\') {
			return path[len(root)+1:]
		}
	}
	return path
}
