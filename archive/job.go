package archive

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"kifudb/store"
)

// A Job is work on an archive that takes longer than an answer: an import, a check.
// It goes on when the one who started it has gone, can be watched by anyone, and
// stopped. It is safe for concurrent use.
type Job struct {
	id     int
	kind   JobKind
	cancel context.CancelFunc
	done   chan struct{}

	mu    sync.Mutex // protects what follows
	state JobState
}

// A JobKind says what a job does.
type JobKind string

// The kinds of jobs.
const (
	JobImport  JobKind = "import"
	JobWatch   JobKind = "watch"
	JobRebuild JobKind = "rebuild"
	JobCompact JobKind = "compact"
	JobRecode  JobKind = "recode"
	JobCheck   JobKind = "check"
	JobRepair  JobKind = "repair"
	JobBackup  JobKind = "backup"
	JobRestore JobKind = "restore"
)

// StageWaiting is that of a job that waits until others, of this program or another
// one, have changed the archive.
const StageWaiting = "waiting"

// A JobState is what is known of a job at a moment.
type JobState struct {
	ID       int         `json:"id" doc:"Number of the job, from 1. Numbers start again when the server does."`
	Kind     JobKind     `json:"kind" doc:"What the job does: import, watch, rebuild, compact, recode, check, repair, backup or restore."`
	State    string      `json:"state" doc:"How it stands: running, done, failed or stopped."`
	Progress JobProgress `json:"progress" doc:"How far the job is."`
	Started  time.Time   `json:"started" doc:"Time at which the job began."`
	Since    time.Time   `json:"since" doc:"Time at which the present stage began."`
	Ended    time.Time   `json:"ended,omitzero" doc:"Time at which the job ended. Missing while it runs."`
	Error    string      `json:"error,omitempty" doc:"Why the job failed. Missing if it did not."`
	Result   any         `json:"result,omitempty" doc:"What the job did, once it is done or was stopped; the kind of job decides the form. Missing until then."`
}

// JobProgress says how far a job is.
type JobProgress struct {
	Stage string `json:"stage,omitempty" doc:"What the job is doing, such as reading. Missing before it begins."`
	Done  int64  `json:"done" doc:"Number of units done in this stage."`
	Total int64  `json:"total" doc:"Number of units of this stage, as far as known. 0 if unknown."`
	Unit  string `json:"unit" doc:"Unit of done and total: bytes, games or positions."`
	Games int    `json:"games,omitempty" doc:"Number of games read so far. Missing if none."`
	Files int    `json:"files,omitempty" doc:"Number of files read so far. Missing if none."`

	Slowest string `json:"slowest,omitempty" doc:"The step for which the others wait most. Missing if unknown."`
}

// reporter is a function that tells how far work is, also for who does not ask.
func reporter(report func(JobProgress)) func(JobProgress) {
	if report == nil {
		return func(JobProgress) {}
	}
	return report
}

// The units of progress.
const (
	UnitBytes = "bytes"
	UnitGames = "games"

	UnitPositions = "positions"
)

// jobs are those of an open archive.
type jobs struct {
	writing turn // of the job that changes the archive

	mu   sync.Mutex // protects what follows
	list []*Job
}

// maxJobs is how many ended jobs are remembered.
const maxJobs = 100

// Start begins a job and returns at once. What it does gets a context of its own,
// that of Job.Stop, and reports how far it is.
func (a *Archive) Start(kind JobKind, do func(ctx context.Context, report func(JobProgress)) (any, error)) *Job {
	a.jobs.mu.Lock()
	defer a.jobs.mu.Unlock()
	id := 1
	if n := len(a.jobs.list); n > 0 {
		id = a.jobs.list[n-1].id + 1
	}
	j := begin(id, kind, do)
	a.jobs.list = append(a.jobs.list, j)
	a.jobs.forget()
	return j
}

// begin begins a job that nobody keeps in a list.
func begin(id int, kind JobKind, do func(context.Context, func(JobProgress)) (any, error)) *Job {
	ctx, cancel := context.WithCancel(context.Background())
	j := &Job{id: id, kind: kind, cancel: cancel, done: make(chan struct{})}
	now := time.Now().UTC()
	j.state = JobState{ID: id, Kind: kind, State: "running", Started: now, Since: now}
	go j.run(ctx, do)
	return j
}

// lockedPause is how long a job waits before it tries again whether another program has
// let go of the archive.
const lockedPause = 500 * time.Millisecond

// StartChange begins a job that changes the archive, as [Archive.Start] does. There is
// one writer: such jobs wait for each other and for other programs, instead of failing
// with an error that wraps store.ErrLocked, which must say that nothing was done.
func (a *Archive) StartChange(kind JobKind, do func(context.Context, func(JobProgress)) (any, error)) *Job {
	return a.Start(kind, func(ctx context.Context, report func(JobProgress)) (any, error) {
		if !a.jobs.writing.TryLock() {
			report(JobProgress{Stage: StageWaiting})
			if err := a.jobs.writing.wait(ctx); err != nil {
				return nil, err
			}
		}
		defer a.jobs.writing.Unlock()
		for {
			result, err := do(ctx, report)
			if !errors.Is(err, store.ErrLocked) { // which says that nothing was done
				return result, err
			}
			report(JobProgress{Stage: StageWaiting})
			select {
			case <-ctx.Done():
				return nil, ctx.Err()
			case <-time.After(lockedPause):
			}
		}
	})
}

// A turn is a lock that can be waited for until a context ends. The zero turn is free.
type turn struct {
	once sync.Once
	free chan struct{}
}

func (t *turn) place() chan struct{} {
	t.once.Do(func() { t.free = make(chan struct{}, 1) })
	return t.free
}

func (t *turn) TryLock() bool {
	select {
	case t.place() <- struct{}{}:
		return true
	default:
		return false
	}
}

func (t *turn) wait(ctx context.Context) error {
	select {
	case t.place() <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (t *turn) Unlock() { <-t.place() }

// start begins a job of which the work returns an answer of one kind.
func start[R any](a *Archive, kind JobKind, do func(context.Context, func(JobProgress)) (*R, error)) *Job {
	return a.Start(kind, untyped(do))
}

// startChange begins a job that changes the archive, see [Archive.StartChange].
func startChange[R any](a *Archive, kind JobKind, do func(context.Context, func(JobProgress)) (*R, error)) *Job {
	return a.StartChange(kind, untyped(do))
}

func untyped[R any](do func(context.Context, func(JobProgress)) (*R, error)) func(context.Context, func(JobProgress)) (any, error) {
	return func(ctx context.Context, report func(JobProgress)) (any, error) {
		r, err := do(ctx, report)
		if r == nil {
			return nil, err // not a pointer that is nil in an interface that is not
		}
		return r, err
	}
}

// forget drops the oldest of the jobs that have ended, beyond a number.
func (l *jobs) forget() {
	for more := len(l.list) - maxJobs; more > 0; more-- {
		i := slices.IndexFunc(l.list, func(j *Job) bool { return j.State().State != "running" })
		if i < 0 {
			return
		}
		l.list = slices.Delete(l.list, i, i+1)
	}
}

func (j *Job) run(ctx context.Context, do func(context.Context, func(JobProgress)) (any, error)) {
	defer close(j.done)
	defer j.cancel()
	result, err := do(ctx, func(p JobProgress) {
		j.mu.Lock()
		if p.Stage != j.state.Progress.Stage {
			j.state.Since = time.Now().UTC()
		}
		j.state.Progress = p
		j.mu.Unlock()
	})
	j.mu.Lock()
	defer j.mu.Unlock()
	j.state.Ended, j.state.Result = time.Now().UTC(), result
	switch {
	case err == nil:
		j.state.State = "done"
	case errors.Is(err, context.Canceled):
		j.state.State = "stopped"
	default:
		j.state.State, j.state.Error = "failed", err.Error()
	}
}

// Jobs returns what is known of all jobs, in the order in which they began.
func (a *Archive) Jobs() []JobState {
	a.jobs.mu.Lock()
	list := slices.Clone(a.jobs.list)
	a.jobs.mu.Unlock()
	states := []JobState{}
	for _, j := range list {
		states = append(states, j.State())
	}
	return states
}

// Job returns a job by its number.
func (a *Archive) Job(id int) (*Job, bool) {
	a.jobs.mu.Lock()
	defer a.jobs.mu.Unlock()
	i := slices.IndexFunc(a.jobs.list, func(j *Job) bool { return j.id == id })
	if i < 0 {
		return nil, false
	}
	return a.jobs.list[i], true
}

// stop stops all jobs and waits until they have ended.
func (l *jobs) stop() {
	l.mu.Lock()
	list := slices.Clone(l.list)
	l.mu.Unlock()
	for _, j := range list {
		j.Stop()
	}
	for _, j := range list {
		<-j.done
	}
}

// State returns what is known of the job now.
func (j *Job) State() JobState {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.state
}

// Stop asks the job to end. It does so soon and leaves a whole archive; Wait waits
// for that.
func (j *Job) Stop() { j.cancel() }

// Wait waits until the job has ended, and returns its last state.
func (j *Job) Wait(ctx context.Context) (JobState, error) {
	select {
	case <-j.done:
		return j.State(), nil
	case <-ctx.Done():
		return j.State(), ctx.Err()
	}
}
