package archive

import (
	"context"
	"errors"
	"path/filepath"

	"kifudb/book/duplicate"
	"kifudb/indexer"
	"kifudb/internal/durable"
	"kifudb/store"
)

// A Repair says how damage is mended.
type Repair struct {
	GiveUp bool // games of which the records cannot be read, so that the rest can be mended

	// From are backups and archives, in folders or object stores, in which records are looked for that
	// cannot be read and are not in the files from which they came any more. Opening says how to open an archive.
	From    []string
	Opening *Options

	// AcceptLoss goes on without what no file holds any more that should hold it: what users
	// added, which games were removed, what imports noted.
	AcceptLoss bool

	Each   func(*SegmentRepair) // if set, is told of each part that was damaged, when that is done
	Report func(JobProgress)    // if set, is told how far the repair is
}

// Repaired says what was mended, and what is wrong still.
type Repaired struct {
	Besides  []string        `json:"besides"` // what was mended beside the segments, in words
	Faults   []string        `json:"faults"`  // what a check says afterwards
	Left     int             `json:"left"`    // parts that are not mended
	Mended   int             `json:"mended"`  // parts that are
	Segments []SegmentRepair `json:"segments"`
}

// A SegmentRepair says what was wrong with a segment, and what was done about it.
type SegmentRepair struct {
	Comments bool       `json:"comments,omitempty"` // only they were damaged, and are indexed again
	Error    string     `json:"error,omitempty"`    // why it is not mended
	Faults   []string   `json:"faults"`
	First    GameID     `json:"first"`
	Found    int        `json:"found,omitempty"` // games whose records were found in their files, or in other archives
	Last     GameID     `json:"last"`
	Lost     []LostGame `json:"lost,omitempty"` // games that were given up
	Mended   bool       `json:"mended"`
	Pages    int        `json:"pages,omitempty"` // damaged pages of records that were restored by their parity
	Segment  string     `json:"segment"`         // "" for the list of segments itself
}

// A LostGame is one of which the record cannot be read any more.
type LostGame struct {
	File string `json:"file"` // from which it came, "" if that is not known any more
	ID   GameID `json:"id"`
}

// Repair builds anew from the records what is damaged, also in an archive of an
// older format, mends what lies beside them, and checks everything again. Faults
// that are left are no error: that says what kept it from being done.
func (a *Archive) Repair(ctx context.Context, o *Repair) (*Repaired, error) {
	if a.mirror != nil {
		var r *Repaired
		err := a.change(ctx, func(a *Archive) (err error) {
			r, err = a.Repair(ctx, o)
			return err
		})
		return r, err
	}
	r := &Repaired{Besides: []string{}, Faults: []string{}, Segments: []SegmentRepair{}}
	_, stored, err := a.counts()
	if err != nil {
		stored = 0 // nobody knows how many there are of what is damaged
	}
	err = a.db.Repair(ctx, deriveCounted(indexer.Derive, "repairing", stored, o.Report), &store.RepairOptions{
		GiveUp: o.GiveUp, AcceptLoss: o.AcceptLoss, Find: o.findLost,
		Report: func(m store.SegmentRepair) { r.add(m, o.Each) },
	})
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil && r.Left == 0 { // not about records
		return nil, err
	}
	if err := a.repairBesides(ctx, r, o); err != nil && !(r.Left > 0 && errors.Is(err, store.ErrCorrupt)) { // which is said already
		r.Besides = append(r.Besides, err.Error())
	}
	for fault := range a.faults(ctx, deriveCounted(indexer.Derive, "checking", stored, o.Report)) {
		if ctx.Err() != nil {
			break
		}
		r.Faults = append(r.Faults, fault.Error())
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return r, nil
}

// StartRepair begins a repair as a job. Its result is a [Repaired].
func (a *Archive) StartRepair(o Repair) *Job {
	return startChange(a, JobRepair, func(ctx context.Context, report func(JobProgress)) (*Repaired, error) {
		o.Report = report
		return a.Repair(ctx, &o)
	})
}

func (r *Repaired) add(m store.SegmentRepair, tell func(*SegmentRepair)) {
	mending := SegmentRepair{
		Segment: m.Segment, First: m.First, Last: m.Last, Faults: []string{},
		Comments: m.Comments, Pages: m.Pages, Found: m.Found, Mended: m.Err == nil,
	}
	for _, fault := range m.Faults {
		mending.Faults = append(mending.Faults, fault.Error())
	}
	for _, lost := range m.Lost {
		mending.Lost = append(mending.Lost, LostGame{File: PathText(lost.File), ID: lost.ID})
	}
	if m.Err == nil {
		r.Mended++
	} else {
		r.Left++
		mending.Error = m.Err.Error()
	}
	r.Segments = append(r.Segments, mending)
	if tell != nil {
		tell(&mending)
	}
}

// repairBesides mends what lies beside the segments: what the user added, and the
// ledger of imports, of which nobody else may be the writer.
func (a *Archive) repairBesides(ctx context.Context, r *Repaired, o *Repair) (err error) {
	mended, err := a.user.Repair(o.AcceptLoss)
	r.Besides = append(r.Besides, mended...)
	if err != nil {
		return err
	}
	w, err := a.db.Writer(indexer.Derive)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, w.Close()) }()
	mended, err = a.ledgerHere().Repair(ctx, a.db, o.AcceptLoss)
	r.Besides = append(r.Besides, mended...)
	if err != nil {
		return err
	}
	if err := a.repairBoardIndex(ctx, w, r, o.Report); err != nil {
		return err
	}
	return a.repairDuplicates(ctx, r)
}

// repairDuplicates takes away what is kept of which records are of one game if it
// is wrong, and compares them again.
func (a *Archive) repairDuplicates(ctx context.Context, r *Repaired) error {
	fault := a.checkDuplicates(ctx)
	if fault == nil || r.Left > 0 || ctx.Err() != nil { // records that cannot be read are said already
		return nil
	}
	if err := (durable.Files{}).Remove(filepath.Join(a.Dir(), duplicate.FileName)); err != nil {
		return err
	}
	if _, err := a.duplicates(ctx); err != nil {
		return err
	}
	r.Besides = append(r.Besides, duplicate.FileName+": the records of each game were found again")
	return nil
}
