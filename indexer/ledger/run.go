package ledger

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"time"

	"go.etcd.io/bbolt"
)

// A Run is one import.
type Run struct {
	Number  int       `json:"number" doc:"Number of the import, from 1."`
	Host    string    `json:"host,omitempty" doc:"Name of the computer, where several import into the archive. Otherwise missing."`
	Started time.Time `json:"started" doc:"Time at which the import began."`
	Ended   time.Time `json:"ended,omitzero" doc:"Time at which the import ended. Missing while it runs."`
	State   State     `json:"state" doc:"How it stands: running, done, interrupted, failed or undone (the archive went back to an earlier state)."`
	Error   string    `json:"error,omitempty" doc:"Why the import failed. Missing if it did not."`
	Paths   []string  `json:"paths" doc:"Absolute paths of what was imported. A minus sign is standard input."`
	Reread  bool      `json:"reread,omitempty" doc:"True if unchanged files were read again. Otherwise missing."`
	Prune   bool      `json:"prune,omitempty" doc:"True if games that their files no longer hold were removed. Otherwise missing."`

	Commit   uint64 `json:"commit,omitempty" doc:"Number of the archive's commit when the import last wrote its results. Missing if it wrote none."`
	Dropped  int    `json:"dropped,omitempty" doc:"Number of earlier files forgotten, because the archive went back to an earlier state. Missing if none."`
	Outcomes int    `json:"outcomes" doc:"Number of files and members with a result so far."`
	Totals   Totals `json:"totals" doc:"Sums over these results."`
}

// State says how far a run has come.
type State string

// The states of a run.
const (
	Running     State = "running"
	Done        State = "done"
	Interrupted State = "interrupted" // by the user, or the process was killed
	Failed      State = "failed"      // the archive could not be written
	Undone      State = "undone"      // the archive was put back to what it was before: not all that it did is there
)

// ErrNoRun is returned for the number of a run that was never given.
var ErrNoRun = errors.New("there is no such run")

// Begin enters a new run with what it was asked for, and returns it with its
// number. A run that has not ended by now never will: it is marked interrupted.
// What is not true of the archive's state is dropped. Only who holds the
// archive's writer may call it.
func (db *DB) Begin(r Run, at At) (Run, error) {
	others, err := db.lastOfOthers()
	if err != nil {
		return r, err
	}
	if db.Shared() {
		r.Host, _ = os.Hostname() // for people
	}
	err = db.update(func(tx *loggedTx) error {
		dropped, err := db.settle(tx, &at)
		if err != nil {
			return err
		}
		r.Dropped = dropped
		last, err := db.lastRun(tx.Tx)
		if err != nil {
			return err
		}
		if last.State == Running {
			last.State = Interrupted
			if err := putJSON(tx.Bucket(bucketRuns), runKey(last.Number), last); err != nil {
				return err
			}
		}
		r.Number, r.State = max(last.Number, others)+1, Running
		return putJSON(tx.Bucket(bucketRuns), runKey(r.Number), r)
	})
	return r, err
}

// Runs returns all runs of this computer, the oldest first.
func (db *DB) Runs() (runs []Run, err error) {
	err = db.view(func(tx *bbolt.Tx) error {
		return tx.Bucket(bucketRuns).ForEach(func(k, v []byte) error {
			var r Run
			if err := db.openJSON(k, v, &r); err != nil {
				return err
			}
			runs = append(runs, r)
			return nil
		})
	})
	return runs, err
}

// Run returns a run of this computer by its number, or the last one for 0; ErrNoRun if there
// is none.
func (db *DB) Run(number int) (r Run, err error) {
	found := false
	err = db.view(func(tx *bbolt.Tx) (err error) {
		if number == 0 {
			r, err = db.lastRun(tx)
		} else {
			r, err = db.run(tx, number)
		}
		found = r.Number > 0
		return err
	})
	if err == nil && !found {
		err = fmt.Errorf("run %d: %w", number, ErrNoRun)
		if number == 0 {
			err = ErrNoRun
		}
	}
	return r, err
}

// run returns a run; its number is 0 if there is none.
func (db *DB) run(tx *bbolt.Tx, number int) (r Run, err error) {
	key := runKey(number)
	if v := tx.Bucket(bucketRuns).Get(key); v != nil {
		err = db.openJSON(key, v, &r)
	}
	return r, err
}

func (db *DB) lastRun(tx *bbolt.Tx) (r Run, err error) {
	if k, v := tx.Bucket(bucketRuns).Cursor().Last(); k != nil {
		err = db.openJSON(k, v, &r)
	}
	return r, err
}

func runKey(number int) []byte { return binary.BigEndian.AppendUint32(nil, uint32(number)) }

func putJSON(bucket putter, key []byte, v any) error {
	data, err := json.Marshal(v)
	if err != nil {
		return err
	}
	return put(bucket, key, data)
}

func (db *DB) openJSON(key, value []byte, to any) error {
	data, err := db.open(key, value)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(data, to); err != nil {
		return db.damaged("%q: %v", key, err)
	}
	return nil
}
