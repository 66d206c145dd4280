package web

import (
	"net/http"
	"strconv"
	"time"

	"kifudb/archive"
)

// A jobPage is a job with how far it is, or what it has done.
type jobPage struct {
	howFar
	Running  bool
	Imported *archive.Imported
	Checked  *archive.Checked
	Repaired *archive.Repaired
	Compact  *archive.Compacted
	Rebuilt  *archive.Rebuilt
	BackedUp *archive.BackedUp
	NotRead  []countLink
	Problems []countLink
	ReadOnly bool
}

// newJobPage says what a job has done by the kind of its result.
func newJobPage(j archive.JobState) *jobPage {
	p := &jobPage{howFar: newHowFar(j), Running: j.State == "running"}
	switch r := j.Result.(type) {
	case *archive.Imported:
		if r != nil {
			p.Imported = r
			p.NotRead, p.Problems = counted(r.NotRead, ""), problemCounts(r.Problems, r.ProblemGames)
		}
	case *archive.Checked:
		p.Checked = r
	case *archive.Repaired:
		p.Repaired = r
	case *archive.Compacted:
		p.Compact = r
	case *archive.Rebuilt:
		p.Rebuilt = r
	case *archive.BackedUp:
		p.BackedUp = r
	}
	return p
}

// jobPage shows a job. Browsers without scripts ask for it again while it works.
func (s *Server) jobPage(w http.ResponseWriter, r *http.Request) {
	id, err := strconv.Atoi(r.PathValue("id"))
	job, ok := s.archive.Job(id)
	if err != nil || !ok {
		s.fail(w, r, errNoJob)
		return
	}
	p := newJobPage(job.State())
	p.ReadOnly = s.options.ReadOnly
	f := s.frame(nil, "archive", s.pages.words.say("job."+string(p.Kind)), "")
	f.Body, f.Script = p, "archive.js"
	f.Refresh = p.Running
	s.show(w, r, http.StatusOK, "job.html", f)
}

// stopForm stops a job.
func (s *Server) stopForm(w http.ResponseWriter, r *http.Request) {
	id, err := strconv.Atoi(r.PathValue("id"))
	job, ok := s.archive.Job(id)
	if err != nil || !ok {
		s.fail(w, r, errNoJob)
		return
	}
	job.Stop()
	s.log.InfoContext(r.Context(), "stop", "job", id)
	http.Redirect(w, r, jobLink(id), http.StatusSeeOther)
}

// workForm begins the work that a button of the archive's page names.
func (s *Server) workForm(w http.ResponseWriter, r *http.Request) {
	if err := r.ParseForm(); err != nil {
		s.fail(w, r, errForm)
		return
	}
	var job *archive.Job
	switch work := r.PostForm.Get("work"); work {
	case "check":
		job = s.archive.StartCheck(archive.Check{})
	case "sample":
		job = s.archive.StartCheck(archive.Check{Sample: sampleGames})
	case "repair":
		job = s.archive.StartRepair(archive.Repair{})
	case "compact":
		job = s.archive.StartCompact()
	case "rebuild":
		job = s.archive.StartRebuild()
	case "backup":
		file, err := s.writable(r.PostForm.Get("file"))
		if err != nil {
			s.fail(w, r, err)
			return
		}
		job = s.archive.StartBackup(file, false)
	case "download":
		s.downloadBackup(w, r)
		return
	default:
		s.fail(w, r, errForm)
		return
	}
	http.Redirect(w, r, jobLink(s.begun(r.Context(), job).ID), http.StatusSeeOther)
}

// sampleGames is how many games a quick check looks at.
const sampleGames = 1000

// lasting writes a number of seconds for people: 12 s, 3:05, 1:02:03.
func lasting(seconds float64) string {
	d := time.Duration(seconds+0.5) * time.Second
	if seconds < 10 {
		return strconv.FormatFloat(seconds, 'f', 1, 64) + " s"
	}
	if d < time.Minute {
		return strconv.Itoa(int(d/time.Second)) + " s"
	}
	two := func(n time.Duration) string {
		if n < 10 {
			return "0" + strconv.Itoa(int(n))
		}
		return strconv.Itoa(int(n))
	}
	h, m, sec := d/time.Hour, d/time.Minute%60, d/time.Second%60
	if h == 0 {
		return strconv.Itoa(int(m)) + ":" + two(sec)
	}
	return strconv.Itoa(int(h)) + ":" + two(m) + ":" + two(sec)
}
