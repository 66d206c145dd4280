package web

import (
	"context"
	"crypto/rand"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"kifudb/archive"
)

// The limits of uploads. What they hold is read like any other file, with the limits
// that imports have.
const (
	usualUpload    = 8 << 30 // bytes
	maxUploadFiles = 250_000
	maxUploads     = 8                // at once
	uploadRequests = 4                // that are received at once, others wait
	uploadIdle     = 10 * time.Minute // after which one that nothing is added to makes room for another

	// A client may take so long before anything has come, and must then be at least so fast.
	uploadPatience = 30 * time.Second
	uploadRate     = 16 << 10 // bytes/s
)

// uploads are those that have begun and are not imported yet.
type uploads struct {
	gate     *gate
	patience time.Duration // see uploadPatience

	mu   sync.Mutex // protects what follows
	list map[string]*archive.Upload
}

func newUploads() *uploads {
	return &uploads{gate: newGate(uploadRequests), patience: uploadPatience, list: map[string]*archive.Upload{}}
}

var (
	errNoUpload   = &statusError{http.StatusNotFound, "error.upload"}
	errUploads    = &statusError{http.StatusTooManyRequests, "error.uploads"}
	errUploadFull = &statusError{http.StatusRequestEntityTooLarge, "error.uploadfull"}
	errUploadForm = &statusError{http.StatusBadRequest, "error.uploadform"}
)

// begin begins an upload.
func (u *uploads) begin(a *archive.Archive, limit int64) (id string, up *archive.Upload, err error) {
	u.mu.Lock()
	defer u.mu.Unlock()
	for id, up := range u.list {
		if _, _, last := up.Size(); time.Since(last) > uploadIdle && up.Discard() == nil {
			delete(u.list, id)
		}
	}
	if len(u.list) >= maxUploads {
		return "", nil, errUploads
	}
	if up, err = a.NewUpload(archive.UploadLimits{Files: maxUploadFiles, Bytes: limit}); err != nil {
		return "", nil, err
	}
	id = rand.Text()
	u.list[id] = up
	return id, up, nil
}

func (u *uploads) get(id string) (*archive.Upload, error) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if up, ok := u.list[id]; ok {
		return up, nil
	}
	return nil, errNoUpload
}

// end forgets an upload when a function has ended it.
func (u *uploads) end(id string, end func(*archive.Upload) error) error {
	up, err := u.get(id)
	if err != nil {
		return err
	}
	if err := end(up); err != nil {
		return err
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	delete(u.list, id)
	return nil
}

// discard discards all, when the server stops.
func (u *uploads) discard() {
	u.mu.Lock()
	defer u.mu.Unlock()
	for id, up := range u.list {
		_ = up.Discard() // what a request is writing still is removed when it is old
		delete(u.list, id)
	}
}

// An uploadedFile says what became of a file that was sent.
type uploadedFile struct {
	Sent  string `json:"sent" doc:"Path that the sender gave."`
	Path  string `json:"path,omitempty" doc:"Path under which the server kept the file. Missing if it did not."`
	Bytes int64  `json:"bytes" doc:"Size of the file, in bytes."`
	Error string `json:"error,omitempty" doc:"Why the server did not keep the file. Missing if it did."`
}

// receive adds the files of a form to an upload as they come, and says what became of
// each. With encoded the name of each part is the file's path, with what is not ASCII
// in percent, unless it is [fileField]; otherwise the path is what browsers call the file's name.
func (s *Server) receive(w http.ResponseWriter, r *http.Request, up *archive.Upload, encoded bool) ([]uploadedFile, error) {
	leave, err := s.uploads.gate.enter(r.Context())
	if err != nil {
		return nil, err
	}
	defer leave()
	body := &pacedBody{r: r.Body, c: http.NewResponseController(w), begun: time.Now(), patience: s.uploads.patience}
	r.Body = body
	parts, err := r.MultipartReader()
	if err != nil {
		return nil, errUploadForm
	}
	done := []uploadedFile{}
	for {
		part, err := parts.NextRawPart()
		if errors.Is(err, io.EOF) {
			return done, body.answer()
		}
		if err != nil {
			return done, receiving(err)
		}
		sent := sentPath(part, encoded)
		if sent == "" {
			continue // a field without a file
		}
		file := uploadedFile{Sent: sent}
		kept, err := up.Add(sent, part)
		switch {
		case err == nil:
			file.Path, file.Bytes = kept.Path, kept.Bytes
		case errors.Is(err, archive.ErrUploadFull):
			return done, errUploadFull
		case archive.KindOf(err) == archive.KindUsage:
			file.Error = err.Error() // of this one; the others are not to suffer
		default:
			return done, receiving(err)
		}
		done = append(done, file)
	}
}

// receiving says which errors are those of the sender.
func receiving(err error) error {
	if _, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return errUploadFull
	}
	if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, multipart.ErrMessageTooLarge) || strings.HasPrefix(err.Error(), "multipart:") {
		return errUploadForm
	}
	return err
}

// fileField is the name that clients such as curl -F file=@x.zip give a part. It says nothing
// of the file, whose name is beside it.
const fileField = "file"

// sentPath is the path that a sender gives a file, "" for what is no file.
func sentPath(part *multipart.Part, encoded bool) string {
	_, values, err := mime.ParseMediaType(part.Header.Get("Content-Disposition"))
	if err != nil {
		return ""
	}
	if encoded && (values["name"] != fileField || values["filename"] == "") {
		path, err := url.PathUnescape(values["name"])
		if err != nil {
			return values["name"]
		}
		return path
	}
	// https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#multipart-form-data
	return strings.NewReplacer("%22", `"`, "%0D", "\r", "%0A", "\n").Replace(values["filename"])
}

// A pacedBody is what a client sends: it may take its time, but not for ever.
type pacedBody struct {
	r     io.ReadCloser
	c     *http.ResponseController
	begun time.Time
	n     int64

	patience time.Duration
}

func (b *pacedBody) Read(p []byte) (int, error) {
	end := b.begun.Add(b.patience + time.Duration(b.n)*time.Second/uploadRate)
	// Tests have bodies without deadlines.
	if err := b.c.SetReadDeadline(end); err != nil && !errors.Is(err, http.ErrNotSupported) {
		return 0, err
	}
	n, err := b.r.Read(p)
	b.n += int64(n)
	return n, err
}

func (b *pacedBody) Close() error { return b.r.Close() }

// answer gives the answer its time, however long the request took.
func (b *pacedBody) answer() error {
	if err := b.c.SetWriteDeadline(time.Now().Add(lineTime)); err != nil && !errors.Is(err, http.ErrNotSupported) {
		return err
	}
	return nil
}

// isUpload reports whether a request sends files, which may be larger than others.
func isUpload(r *http.Request) bool {
	return r.Method == http.MethodPost &&
		(r.URL.Path == "/archive/upload" || strings.HasPrefix(r.URL.Path, apiRoot+"/uploads/") && strings.HasSuffix(r.URL.Path, "/files"))
}

// bodyLimit is how many bytes a request may send.
func (s *Server) bodyLimit(r *http.Request) int64 {
	if isUpload(r) {
		return s.options.MaxUpload + s.options.MaxUpload/16 + maxBody // with what stands between files
	}
	return maxBody
}

// uploadForm takes the files of a page's form, for browsers without scripts, and
// begins to import them.
func (s *Server) uploadForm(w http.ResponseWriter, r *http.Request) {
	job, err := s.importUploaded(w, r)
	if err != nil {
		s.fail(w, r, err)
		return
	}
	http.Redirect(w, r, jobLink(job.State().ID), http.StatusSeeOther)
}

func (s *Server) importUploaded(w http.ResponseWriter, r *http.Request) (job *archive.Job, err error) {
	id, up, err := s.uploads.begin(s.archive, s.options.MaxUpload)
	if err != nil {
		return nil, err
	}
	files, err := s.receive(w, r, up, false)
	if err == nil {
		for _, f := range files {
			if f.Error != "" {
				// There is no place to say it later.
				err = &archive.RequestError{Part: "files", Err: errors.New(f.Sent + ": " + f.Error)}
			}
		}
	}
	if err == nil && len(files) == 0 {
		err = &statusError{http.StatusUnprocessableEntity, "error.nofiles"}
	}
	if err != nil {
		return nil, errors.Join(err, s.uploads.end(id, (*archive.Upload).Discard))
	}
	return job, s.uploads.end(id, func(up *archive.Upload) (err error) {
		job, err = s.importUpload(r.Context(), up)
		return err
	})
}

// importUpload begins to import an upload.
func (s *Server) importUpload(ctx context.Context, up *archive.Upload) (*archive.Job, error) {
	files, size, _ := up.Size()
	job, err := up.Import()
	if err == nil {
		s.log.InfoContext(ctx, "import of an upload", "files", files, "bytes", size, "job", job.State().ID)
	}
	return job, err
}
