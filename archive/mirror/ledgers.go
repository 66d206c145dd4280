package mirror

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"kifudb/archive/objects"
	"kifudb/indexer/ledger"
	"kifudb/internal/durable"
)

// A ledgerRef names the contents of one machine's ledger of imports. Only that machine
// adds to its ledger, and all machines read it.
type ledgerRef struct {
	Machine string `json:"machine"`
	Host    string `json:"host"`             // for people
	Chunks  []blob `json:"chunks,omitempty"` // the whole file, as programs of format 1 put it
	Parts   []blob `json:"parts,omitempty"`  // what was entered after that, see [ledger.Diff]
}

// blobs returns all contents of a ledger.
func (l *ledgerRef) blobs() []blob { return slices.Concat(l.Chunks, l.Parts) }

// These limits decide when small parts at the end of a ledger are replaced by one. So a
// commit writes little more than the new entries, and even a long ledger has only a few
// dozen parts.
const (
	manyParts = 16
	smallPart = 256 << 10 // bytes
)

// ledgerFile returns where the ledger of a machine is in the folder of the archive.
func (m *Mirror) ledgerFile(machine string) string {
	if machine == m.about.Machine {
		return filepath.Join(m.folder(), ledger.Name)
	}
	return filepath.Join(m.folder(), ledger.OthersName, machine+".db")
}

// Ledgers brings the ledgers of imports of all machines into the folder of the archive, which
// has those of the commit then that it shows.
func (m *Mirror) Ledgers(ctx context.Context) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	lock, err := m.lock(ctx, "lock")
	if err != nil {
		return err
	}
	defer lock.Unlock()
	return m.bringLedgers(ctx, m.commit)
}

// bringLedgers brings the ledgers of a commit. The lock is held.
func (m *Mirror) bringLedgers(ctx context.Context, c *commit) error {
	folder := filepath.Join(m.folder(), ledger.OthersName)
	if err := os.MkdirAll(folder, durable.PrivateDir); err != nil {
		return err
	}
	kept := map[string]bool{}
	for i := range c.Ledgers {
		name := m.ledgerFile(c.Ledgers[i].Machine)
		kept[filepath.Base(name)] = true
		if err := m.bringLedger(ctx, &c.Ledgers[i], name); err != nil {
			return err
		}
	}
	entries, err := os.ReadDir(folder)
	for _, e := range entries {
		if !kept[e.Name()] {
			_ = os.Remove(filepath.Join(folder, e.Name())) // or the next program does
		}
	}
	return err
}

// bringLedger makes a file a ledger as of a commit: what it lacks is added in a copy, so that
// who has the file open, or a link to it, sees what it was.
func (m *Mirror) bringLedger(ctx context.Context, l *ledgerRef, name string) error {
	var wanted []string
	for _, b := range l.blobs() {
		wanted = append(wanted, b.Key)
	}
	have, err := ledger.Parts(name)
	if err != nil {
		have, err = nil, nil // what cannot be read is made again
	}
	if slices.Equal(have, wanted) && len(wanted) > 0 {
		return nil
	}
	common := 0
	for common < min(len(have), len(wanted)) && have[common] == wanted[common] {
		common++
	}
	temp := name + "-" + objects.Nonce()
	defer os.Remove(temp)
	switch {
	// The parts after the common ones contain everything that the other parts of the file had.
	case common > 0 && common >= len(l.Chunks):
		err = copyFile(name, temp)
	case len(l.Chunks) > 0:
		var text []byte
		if text, err = fetchChunks(ctx, m.store, l.Chunks); err == nil {
			err = putText(temp, text)
		}
		common = len(l.Chunks)
	}
	if err != nil {
		return err
	}
	texts := make([][]byte, len(wanted)-common)
	err = each(ctx, len(texts), func(ctx context.Context, i int) (err error) {
		texts[i], err = m.fetchPart(ctx, l.blobs()[common+i])
		return err
	})
	if err != nil {
		return err
	}
	if err := ledger.Apply(temp, texts, wanted); err != nil {
		return err
	}
	return durable.Files{}.Rename(temp, name)
}

// fetchPart returns a part of a ledger, which this machine may just have put into the store.
func (m *Mirror) fetchPart(ctx context.Context, b blob) ([]byte, error) {
	if text, ok := m.parts.Load(b.Key); ok {
		return text.([]byte), nil
	}
	return fetchText(ctx, m.store, b)
}

// putLedger puts what this machine has entered since the base, and returns the ledgers of the
// commit to come.
func (p *pushing) putLedger(ctx context.Context) ([]ledgerRef, error) {
	var list []ledgerRef
	own := ledgerRef{Machine: p.m.about.Machine}
	if p.base != nil {
		list = slices.Clone(p.base.Ledgers)
	}
	i := slices.IndexFunc(list, func(l ledgerRef) bool { return l.Machine == own.Machine })
	if i >= 0 {
		own = list[i]
	}
	older := p.ledger
	if len(own.Chunks) > 0 { // from now on in parts
		own.Chunks, own.Parts, older = nil, nil, ""
	}
	added, err := p.putDiff(ctx, older, filepath.Join(p.Dir, ledger.Name))
	if err != nil || len(added) == 0 {
		return list, err
	}
	own.Host, _ = os.Hostname() // for people
	if own.Parts, err = p.m.joinParts(ctx, slices.Concat(own.Parts, added), p.known); err != nil {
		return nil, err
	}
	p.m.parts.Range(func(key, _ any) bool {
		if !slices.ContainsFunc(own.Parts, func(b blob) bool { return b.Key == key }) {
			p.m.parts.Delete(key)
		}
		return true
	})
	if i < 0 {
		return append(list, own), nil
	}
	list[i] = own
	return list, nil
}

// putOthers puts the ledgers of other computers that the folder of an archive has, into a store
// that has none.
func (p *pushing) putOthers(ctx context.Context) (list []ledgerRef, err error) {
	entries, err := os.ReadDir(filepath.Join(p.Dir, ledger.OthersName))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	for _, e := range entries {
		l := ledgerRef{Machine: strings.TrimSuffix(e.Name(), ".db")}
		if err != nil || !isHex(l.Machine, 16) || l.Machine == p.m.about.Machine {
			continue
		}
		if l.Parts, err = p.putDiff(ctx, "", filepath.Join(p.Dir, ledger.OthersName, e.Name())); len(l.Parts) > 0 {
			list = append(list, l)
		}
	}
	return list, err
}

// putDiff puts what a ledger has that an older state of it has not.
func (p *pushing) putDiff(ctx context.Context, older, newer string) (added []blob, err error) {
	err = ledger.Diff(older, newer, func(part []byte) error {
		b, err := p.m.putPart(ctx, part, p.known)
		added = append(added, b)
		return err
	})
	return added, err
}

func (m *Mirror) putPart(ctx context.Context, part []byte, known map[string]blob) (blob, error) {
	b, err := put(ctx, m.store, objects.Text(part), known)
	if err == nil && b.Size < smallPart { // it is wanted again
		m.parts.Store(b.Key, part)
	}
	return b, err
}

// joinParts replaces the parts at the end of a ledger by one if they are many and small.
func (m *Mirror) joinParts(ctx context.Context, parts []blob, known map[string]blob) ([]blob, error) {
	first := len(parts)
	for first > 0 && parts[first-1].Size < smallPart {
		first--
	}
	if len(parts)-first < manyParts {
		return parts, nil
	}
	texts := make([][]byte, len(parts)-first)
	err := each(ctx, len(texts), func(ctx context.Context, i int) (err error) {
		texts[i], err = m.fetchPart(ctx, parts[first+i])
		return err
	})
	if err != nil {
		return nil, err
	}
	joined := slices.Clone(parts[:first])
	err = ledger.Merge(texts, func(part []byte) error {
		b, err := m.putPart(ctx, part, known)
		joined = append(joined, b)
		return err
	})
	return joined, err
}

// sameOthers reports whether the ledgers of other machines are the same in two commits.
func (m *Mirror) sameOthers(a, b *commit) bool {
	others := func(c *commit) []byte {
		list := slices.DeleteFunc(slices.Clone(c.Ledgers), func(l ledgerRef) bool { return l.Machine == m.about.Machine })
		text, _ := marshal(list) // what was read as JSON
		return text
	}
	return bytes.Equal(others(a), others(b))
}
