package web

import (
	"reflect"
	"time"

	"kifudb/archive"
)

// A howFar is a job with what follows from how far it is.
type howFar struct {
	archive.JobState
	Share     float64 `json:"share" doc:"Part of the stage that is done, from 0 to 1. 0 if unknown."`
	Rate      float64 `json:"rate" doc:"Units per second since the stage began."`
	PerSecond float64 `json:"games_rate" doc:"Games per second since the stage began."`
	Left      float64 `json:"left" doc:"Estimated seconds until the stage is done. 0 if unknown."`
	Elapsed   float64 `json:"elapsed" doc:"Seconds since the job began."`
}

var howFarType = reflect.TypeFor[howFar]()

// surelyAfter is after how long a rate says something of what is left.
const surelyAfter = time.Second

// newHowFar says how far a job is now.
func newHowFar(j archive.JobState) howFar {
	now := time.Now()
	if !j.Ended.IsZero() {
		now = j.Ended
	}
	p := howFar{JobState: j, Elapsed: max(0, now.Sub(j.Started).Seconds())}
	done, total := float64(j.Progress.Done), float64(j.Progress.Total)
	if total > 0 {
		p.Share = min(1, done/total)
	}
	if took := now.Sub(j.Since); took >= surelyAfter {
		p.Rate = done / took.Seconds()
		p.PerSecond = float64(j.Progress.Games) / took.Seconds()
		if p.Rate > 0 && total > done && j.State == "running" {
			p.Left = (total - done) / p.Rate
		}
	}
	return p
}
