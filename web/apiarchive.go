package web

import (
	"context"
	"net/http"
	"reflect"

	"github.com/danielgtaylor/huma/v2"

	"kifudb/archive"
)

// An importInput says what to import.
type importInput struct {
	Body struct {
		Paths  []string `json:"paths" minItems:"1" maxItems:"1000" doc:"Absolute paths of files and folders on the server's machine."`
		Reread bool     `json:"reread,omitempty" doc:"Also read files that have not changed."`
		Prune  bool     `json:"prune,omitempty" doc:"Remove games that their files no longer hold."`
		Watch  bool     `json:"watch,omitempty" doc:"Import again whenever something changes, until the job is stopped."`
	}
}

// A jobNumber names a job.
type jobNumber struct {
	ID int `path:"id" minimum:"1" doc:"Number of the job."`
}

// archiveOperations are those about the archive as a whole.
func (s *Server) archiveOperations(api huma.API) {
	get(s, api, "/info", "info", "Describe the archive. The answer counts games, boards, encodings and faults, and says how much space each part takes.", func(_ context.Context, v *archive.View, _ *struct{}) (*archive.Inventory, error) {
		i, err := v.Inventory()
		if err == nil {
			i.Version = archive.Version()
		}
		return i, err
	})
	act(s, api, http.MethodGet, "/imports", "imports", "List the imports. The first import comes first.", func(_ context.Context, _ *struct{}) ([]archive.ImportRun, error) {
		runs, err := s.archive.Imports()
		if runs == nil {
			runs = []archive.ImportRun{}
		}
		return runs, err
	}, isStateless)
	s.outcomes(api)
	act(s, api, http.MethodPost, "/imports", "start-import", "Start an import of files and folders on the server's machine. The answer is the job; GET /jobs/{id} reports its progress.", func(ctx context.Context, in *importInput) (archive.JobState, error) {
		return s.importPaths(ctx, in.Body.Paths, archive.Import{Reread: in.Body.Reread, Prune: in.Body.Prune}, in.Body.Watch)
	}, accepted)
	act(s, api, http.MethodGet, "/jobs", "jobs", "List the jobs. They are the imports and other long work since the server started.", func(_ context.Context, _ *struct{}) ([]archive.JobState, error) {
		return s.archive.Jobs(), nil
	}, isStateless)
	act(s, api, http.MethodGet, "/jobs/{id}", "job", "Report a job. The answer has its progress, and its result when it is done.", func(_ context.Context, in *jobNumber) (archive.JobState, error) {
		job, ok := s.archive.Job(in.ID)
		if !ok {
			return archive.JobState{}, errNoJob
		}
		return job.State(), nil
	}, isStateless)
	act(s, api, http.MethodDelete, "/jobs/{id}", "stop-job", "Stop a job. It ends at the next safe moment and leaves a sound archive.", func(_ context.Context, in *jobNumber) (archive.JobState, error) {
		job, ok := s.archive.Job(in.ID)
		if !ok {
			return archive.JobState{}, errNoJob
		}
		job.Stop()
		return job.State(), nil
	})
}

var errNoJob = &statusError{http.StatusNotFound, "error.job"}

// outcomes adds the operation that says what became of each file of an import.
func (s *Server) outcomes(api huma.API) {
	op := operation(http.MethodGet, "/imports/{number}/files", "import-files", "List the files of an import. Each line of the answer is a JSON object that says what happened to one file.", []func(*huma.Operation){isStateless})
	streamed(api, &op, reflect.TypeFor[archive.FileOutcome](), true)
	huma.Register(api, op, func(ctx context.Context, in *struct {
		Number int  `path:"number" minimum:"0" doc:"Number of the import. 0 for the last one."`
		Failed bool `query:"failed" doc:"Only files that could not be read."`
		Passed bool `query:"passed" doc:"Only files that were passed over, each with the reason."`
	}) (*huma.StreamResponse, error) {
		return &huma.StreamResponse{Body: func(c huma.Context) {
			l := newLineWriter(c)
			for outcome, err := range s.archive.Outcomes(ctx, in.Number, outcomesOf(in.Failed, in.Passed)) {
				if err == nil {
					err = l.write(outcome)
				}
				if err != nil {
					l.end(ctx, s, err)
					return
				}
			}
			if !l.said {
				c.SetHeader("Content-Type", ndjson) // nothing is an answer, too
			}
		}}, nil
	})
}
