package web

import (
	"context"
	"net/http"
	"os"
	"path/filepath"
	"strings"

	"kifudb/archive"
)

// importForm begins to import the folder that a page's form names, and shows the
// archive, where the import says how far it is.
func (s *Server) importForm(w http.ResponseWriter, r *http.Request) {
	if err := r.ParseForm(); err != nil {
		s.fail(w, r, &statusError{http.StatusBadRequest, "error.form"})
		return
	}
	path := strings.TrimSpace(r.PostForm.Get("path"))
	if rest, ok := strings.CutPrefix(path, "~"); ok {
		if home, err := os.UserHomeDir(); err == nil && (rest == "" || os.IsPathSeparator(rest[0])) {
			path = filepath.Join(home, rest)
		}
	}
	if !filepath.IsAbs(path) {
		s.fail(w, r, &statusError{http.StatusUnprocessableEntity, "error.path"})
		return
	}
	if _, err := os.Stat(path); err != nil {
		s.fail(w, r, &statusError{http.StatusUnprocessableEntity, "error.nopath"})
		return
	}
	job := s.archive.StartImport(archive.Import{Paths: []string{path}})
	s.log.Info("import", "path", path, "job", job.State().ID)
	http.Redirect(w, r, "/archive", http.StatusSeeOther)
}

// demoForm begins to import the collection that comes with the program.
func (s *Server) demoForm(w http.ResponseWriter, r *http.Request) {
	s.archive.Start(archive.JobImport, func(ctx context.Context, report func(archive.JobProgress)) (any, error) {
		return importDemo(ctx, s.archive, report)
	})
	http.Redirect(w, r, "/archive", http.StatusSeeOther)
}

// importDemo imports the collection from a folder that is gone afterwards: the archive
// has the records.
func importDemo(ctx context.Context, a *archive.Archive, report func(archive.JobProgress)) (*archive.Imported, error) {
	dir, err := os.MkdirTemp("", "kifudb-demo")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	folder := filepath.Join(dir, "demo")
	if err := os.CopyFS(folder, archive.DemoCollection()); err != nil {
		return nil, err
	}
	return a.Import(ctx, &archive.Import{Paths: []string{folder}, Report: report})
}
