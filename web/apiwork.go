package web

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"kifudb/archive"
)

// A uploadState is an upload that has begun.
type uploadState struct {
	ID       string `json:"id" doc:"Id of the upload."`
	Files    int    `json:"files" doc:"Number of files that have arrived."`
	Bytes    int64  `json:"bytes" doc:"Size of these files, in bytes."`
	MaxFiles int    `json:"max_files" doc:"Number of files that an upload may have."`
	MaxBytes int64  `json:"max_bytes" doc:"Size that an upload may have, in bytes."`
}

// An uploadID names an upload.
type uploadID struct {
	ID string `path:"id" maxLength:"64" doc:"Id of the upload."`
}

// An uploadInput is files, which are read as they come.
type uploadInput struct {
	ID  string `path:"id" maxLength:"64" doc:"Id of the upload."`
	ctx huma.Context
}

// Resolve implements [huma.Resolver].
func (in *uploadInput) Resolve(ctx huma.Context) []error {
	in.ctx = ctx
	return nil
}

// uploadedFiles say what became of files that were sent.
type uploadedFiles struct {
	Files []uploadedFile `json:"files" doc:"The files, in the order in which they arrived."`
}

func accepted(op *huma.Operation) { op.DefaultStatus = http.StatusAccepted }
func created(op *huma.Operation)  { op.DefaultStatus = http.StatusCreated }

func (s *Server) uploadState(id string, up *archive.Upload) uploadState {
	files, bytes, _ := up.Size()
	return uploadState{id, files, bytes, maxUploadFiles, s.options.MaxUpload}
}

// uploadOperations are those that import files which clients send.
func (s *Server) uploadOperations(api huma.API) {
	act(s, api, http.MethodPost, "/uploads", "begin-upload", "Begin an upload. The server imports nothing before the client asks for it.", func(_ context.Context, _ *struct{}) (uploadState, error) {
		id, up, err := s.uploads.begin(s.archive, s.options.MaxUpload)
		if err != nil {
			return uploadState{}, err
		}
		return s.uploadState(id, up), nil
	}, created)
	act(s, api, http.MethodGet, "/uploads/{id}", "upload", "Report an upload. The answer counts the files that have arrived.", func(_ context.Context, in *uploadID) (uploadState, error) {
		up, err := s.uploads.get(in.ID)
		if err != nil {
			return uploadState{}, err
		}
		return s.uploadState(in.ID, up), nil
	}, isStateless)
	act(s, api, http.MethodPost, "/uploads/{id}/files", "send-files", "Upload files. The body is a form (multipart/form-data). The name of each part is the path of the file, percent-encoded, with slashes between folders. A part with the name \"file\" has the path that its filename says, as from curl -F file=@games.zip.", func(ctx context.Context, in *uploadInput) (uploadedFiles, error) {
		up, err := s.uploads.get(in.ID)
		if err != nil {
			return uploadedFiles{}, err
		}
		r, w := humago.Unwrap(in.ctx)
		files, err := s.receive(w, r.WithContext(ctx), up, true)
		return uploadedFiles{files}, err
	})
	// Said afterwards, so that huma does not read the body: it is read as it comes.
	api.OpenAPI().Paths[apiRoot+"/uploads/{id}/files"].Post.RequestBody = &huma.RequestBody{Required: true, Content: map[string]*huma.MediaType{
		"multipart/form-data": {Schema: &huma.Schema{Type: huma.TypeObject, AdditionalProperties: &huma.Schema{Type: huma.TypeString, Format: "binary"}}},
	}}
	act(s, api, http.MethodPost, "/uploads/{id}/import", "import-upload", "Start the import of an upload. The answer is the job; GET /jobs/{id} reports its progress. The files stay in the archive's folder, as the source of their games.", func(ctx context.Context, in *uploadID) (job archive.JobState, err error) {
		return job, s.uploads.end(in.ID, func(up *archive.Upload) error {
			begun, err := s.importUpload(ctx, up)
			if err == nil {
				job = begun.State()
			}
			return err
		})
	}, accepted)
	act(s, api, http.MethodDelete, "/uploads/{id}", "discard-upload", "Discard an upload. The server deletes its files.", func(_ context.Context, in *uploadID) (state uploadState, err error) {
		return state, s.uploads.end(in.ID, func(up *archive.Upload) error {
			state = s.uploadState(in.ID, up)
			return up.Discard()
		})
	})
}

// workOperations are those that check the archive and put it in order, as jobs.
func (s *Server) workOperations(api huma.API) {
	work := func(path, id, about string, start func() *archive.Job) {
		act(s, api, http.MethodPost, path, id, about+" The answer is the job; GET /jobs/{id} reports its progress.", func(ctx context.Context, _ *struct{}) (archive.JobState, error) {
			return s.begun(ctx, start()), nil
		}, accepted)
	}
	act(s, api, http.MethodPost, "/check", "check", "Start a check. It derives everything again from the records and compares it with the archive. The answer is the job; GET /jobs/{id} reports its progress.", func(ctx context.Context, in *struct {
		Body struct {
			Sample int `json:"sample,omitempty" minimum:"0" doc:"Number of games to check, chosen at random. 0 for all."`
		}
	}) (archive.JobState, error) {
		return s.begun(ctx, s.archive.StartCheck(archive.Check{Sample: in.Body.Sample})), nil
	}, accepted)
	work("/repair", "repair", "Start a repair. It rebuilds damaged parts from the records.", func() *archive.Job { return s.archive.StartRepair(archive.Repair{}) })
	work("/compact", "compact", "Start to compact the archive. This deletes removed games for good and joins small segments.", s.archive.StartCompact)
	work("/rebuild", "rebuild", "Start to rebuild the archive. This derives everything again from the records.", s.archive.StartRebuild)
	act(s, api, http.MethodPost, "/backup", "backup", "Start a backup to a file on the server's machine. The answer is the job; GET /jobs/{id} reports its progress.", func(ctx context.Context, in *struct {
		Body struct {
			File    string `json:"file" minLength:"1" maxLength:"4096" doc:"Absolute path of the file on the server's machine."`
			Replace bool   `json:"replace,omitempty" doc:"Overwrite an existing file. Without it the request fails if there is one."`
		}
	}) (archive.JobState, error) {
		file, err := s.writable(in.Body.File)
		if err != nil {
			return archive.JobState{}, err
		}
		return s.begun(ctx, s.archive.StartBackup(file, in.Body.Replace)), nil
	}, accepted)
	s.backupDownload(api)
	s.jobEvents(api)
}

// begun notes that a job has begun and returns its state.
func (s *Server) begun(ctx context.Context, job *archive.Job) archive.JobState {
	state := job.State()
	s.log.InfoContext(ctx, "job", "kind", state.Kind, "id", state.ID)
	return state
}

// backupDownload adds the operation that gives a backup as the answer.
func (s *Server) backupDownload(api huma.API) {
	op := operation(http.MethodPost, "/backup/download", "download-backup", "Download a backup. The answer is a tar file packed with zstd. An incomplete file cannot be restored.", nil)
	op.Responses = map[string]*huma.Response{"200": {Description: "OK", Content: map[string]*huma.MediaType{"application/zstd": {Schema: &huma.Schema{Type: huma.TypeString, Format: "binary"}}}}}
	huma.Register(api, op, func(ctx context.Context, _ *struct{}) (*huma.StreamResponse, error) {
		return &huma.StreamResponse{Body: func(c huma.Context) {
			r, w := humago.Unwrap(c)
			s.downloadBackup(w, r)
		}}, nil
	})
}

// downloadBackup writes a backup as a file to be kept. If it cannot be finished the
// connection is cut, so that nobody takes it for a whole one.
func (s *Server) downloadBackup(w http.ResponseWriter, r *http.Request) {
	name := "kifudb-" + time.Now().Format("2006-01-02-1504") + ".tar.zst"
	w.Header().Set("Content-Type", "application/zstd")
	w.Header().Set("Content-Disposition", `attachment; filename="`+name+`"`)
	out := &patientWriter{w: w, c: http.NewResponseController(w)}
	if err := s.archive.Backup(r.Context(), out, nil); err != nil {
		s.log.ErrorContext(r.Context(), "backup", "error", err)
		if !errors.Is(err, archive.ErrIncomplete) || out.n == 0 {
			panic(http.ErrAbortHandler)
		}
	}
}

// A patientWriter gives a client its time for each piece, however many there are.
type patientWriter struct {
	w http.ResponseWriter
	c *http.ResponseController
	n int64
}

func (p *patientWriter) Write(data []byte) (int, error) {
	if err := p.c.SetWriteDeadline(time.Now().Add(lineTime)); err != nil && !errors.Is(err, http.ErrNotSupported) {
		return 0, err
	}
	n, err := p.w.Write(data)
	p.n += int64(n)
	return n, err
}

// eventStream is the type of answers in events:
// https://html.spec.whatwg.org/multipage/server-sent-events.html
const eventStream = "text/event-stream"

// How often a job's state is looked at, and after what time without a change a comment
// shows that the server is there.
const (
	eventPause = 150 * time.Millisecond
	eventAlive = 15 * time.Second
)

// jobEvents adds the operation that tells of a job while it works.
func (s *Server) jobEvents(api huma.API) {
	op := operation(http.MethodGet, "/jobs/{id}/events", "job-events", "Watch a job. The answer is a stream of server-sent events. Each is the state of the job, and the last one comes when it has ended.", []func(*huma.Operation){isStateless})
	schema := api.OpenAPI().Components.Schemas.Schema(howFarType, true, "")
	op.Responses = map[string]*huma.Response{"200": {Description: "OK", Content: map[string]*huma.MediaType{eventStream: {Schema: schema}}}}
	huma.Register(api, op, func(ctx context.Context, in *jobNumber) (*huma.StreamResponse, error) {
		job, ok := s.archive.Job(in.ID)
		if !ok {
			return nil, s.problemOf(ctx, errNoJob)
		}
		return &huma.StreamResponse{Body: func(c huma.Context) {
			_, w := humago.Unwrap(c)
			w.Header().Set("Content-Type", eventStream)
			out := &patientWriter{w: w, c: http.NewResponseController(w)}
			ctx, cancel := s.drain.until(ctx)
			defer cancel()
			if err := sendEvents(ctx, job, out); err != nil {
				s.log.DebugContext(ctx, "the client has gone", "job", in.ID)
			}
		}}, nil
	})
}

// sendEvents writes what is known of a job whenever that has changed, until it has
// ended or the context has.
func sendEvents(ctx context.Context, job *archive.Job, out *patientWriter) error {
	last, sent := "", time.Now()
	ticks := time.NewTicker(eventPause)
	defer ticks.Stop()
	for {
		state := job.State()
		data, err := json.Marshal(newHowFar(state))
		if err != nil {
			return err
		}
		text := ""
		switch {
		case string(data) != last:
			text = "data: " + string(data) + "\n\n" // JSON has no line breaks
			last = string(data)
		case time.Since(sent) > eventAlive:
			text = ": at work\n\n"
		}
		if text != "" {
			if _, err := fmt.Fprint(out, text); err != nil {
				return err
			}
			if err := out.c.Flush(); err != nil && !errors.Is(err, http.ErrNotSupported) {
				return err
			}
			sent = time.Now()
		}
		if state.State != "running" {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-ticks.C:
		}
	}
}
