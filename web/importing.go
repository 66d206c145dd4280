package web

import (
	"context"
	"net/http"
	"os"
	"path/filepath"
	"strconv"

	"kifudb/archive"
)

// importForm begins to import the folder that a page's form names, and shows how far
// the import is.
func (s *Server) importForm(w http.ResponseWriter, r *http.Request) {
	if err := r.ParseForm(); err != nil {
		s.fail(w, r, errForm)
		return
	}
	job, err := s.importPaths(r.Context(), r.PostForm["path"], archive.Import{}, r.PostForm.Get("watch") != "")
	if err != nil {
		s.fail(w, r, err)
		return
	}
	http.Redirect(w, r, jobLink(job.ID), http.StatusSeeOther)
}

var errForm = &statusError{http.StatusBadRequest, "error.form"}

// importPaths begins to import paths of this machine, or to watch them.
func (s *Server) importPaths(ctx context.Context, paths []string, i archive.Import, watch bool) (archive.JobState, error) {
	if len(paths) == 0 {
		return archive.JobState{}, errPath
	}
	for _, path := range paths {
		path, err := s.readable(path)
		if err != nil {
			return archive.JobState{}, err
		}
		i.Paths = append(i.Paths, path)
	}
	start := s.archive.StartImport
	if watch {
		start = s.archive.StartWatch
	}
	job := start(i).State()
	s.log.InfoContext(ctx, "import", "paths", i.Paths, "watch", watch, "job", job.ID)
	return job, nil
}

// demoForm begins to import the collection that comes with the program.
func (s *Server) demoForm(w http.ResponseWriter, r *http.Request) {
	job := s.archive.StartChange(archive.JobImport, func(ctx context.Context, report func(archive.JobProgress)) (any, error) {
		return importDemo(ctx, s.archive, report)
	})
	http.Redirect(w, r, jobLink(job.State().ID), http.StatusSeeOther)
}

// jobLink is the address of a job's page.
func jobLink(id int) string { return "/archive/jobs/" + strconv.Itoa(id) }

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
