package store

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"kifudb/store/disk"
)

// WitnessName is a file in an archive's directory that counts the changes which users have
// made. It is replaced after each of them, and every manifest repeats it. Without it, nobody
// could tell an archive whose user.log and user.copy are both gone, or both older, from one to
// which the user never added anything.
const WitnessName = "witness"

// Counts say how many changes there are by each writer of a user's log.
type Counts map[string]int

// Raise makes no count smaller than it is in others.
func (c Counts) Raise(others Counts) {
	for writer, n := range others {
		c[writer] = max(c[writer], n)
	}
}

type witness struct {
	Format  int    `json:"format"`
	Archive string `json:"archive"`
	User    Counts `json:"user"`
}

// WitnessText returns the text of the file for an archive with an identity.
func WitnessText(archive string, user Counts) ([]byte, error) {
	return seal(&witness{formatVersion, archive, user})
}

// ReadWitness reads the file in a directory, nil if there is none. The error wraps ErrCorrupt if it is
// damaged or that of another archive. The identity may be "" if nobody knows it.
func ReadWitness(dir, archive string) (Counts, error) {
	path := filepath.Join(dir, WitnessName)
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	w := &witness{User: Counts{}}
	if err := unseal(path, text, w); err != nil {
		return nil, err
	}
	if archive != "" && w.Archive != "" && w.Archive != archive {
		return nil, disk.Damaged(path, "it belongs to another archive, %s", w.Archive)
	}
	return w.User, nil
}

// Witnessed returns how many changes users had made by the last commit, as far as the manifest
// knows.
func (db *DB) Witnessed() (Counts, error) {
	m, err := db.last.read(db.dir)
	if err != nil {
		return nil, err
	}
	return m.User, nil
}

// A LedgerMark is a change of the ledger: its number, from 1, and a digest of all changes up to it, ""
// if the ledger was of a version that had none.
type LedgerMark struct {
	Number uint64
	Chain  string
}

// Later returns the mark with the greater number.
func (m LedgerMark) Later(o LedgerMark) LedgerMark {
	if o.Number > m.Number {
		return o
	}
	return m
}

// WitnessedLedger returns the last change that the ledger had by the last commit, as far as the
// manifest knows.
func (db *DB) WitnessedLedger() (LedgerMark, error) {
	m, err := db.last.look(db.dir)
	if err != nil {
		return LedgerMark{}, err
	}
	return m.ledgerMark(), nil
}

func (m *manifest) ledgerMark() LedgerMark { return LedgerMark{m.Ledger, m.LedgerChain} }

func (m *manifest) setLedger(mark LedgerMark) { m.Ledger, m.LedgerChain = mark.Number, mark.Chain }

// witness takes the counts of the file over into a manifest. If the file cannot be read, the
// manifest goes on with what it knows.
func (m *manifest) witness(dir string) {
	now, err := ReadWitness(dir, m.Archive)
	if err != nil || len(now) == 0 {
		return
	}
	all := Counts{}
	all.Raise(m.User)
	all.Raise(now)
	m.User = all
}
