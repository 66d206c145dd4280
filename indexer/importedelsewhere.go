package indexer

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"os"

	"kifudb/indexer/ledger"
	"kifudb/store"
)

// Several computers may import into one archive. A file that is new here may equal, byte for
// byte, a file that another computer has imported under any name. Then it is not read again,
// because its games are known. Only its digest proves that; names, sizes and times do not.

// compare finds the twins of the sources of a group that are to be read.
func (m *importer) compare(ctx context.Context, group []source) error {
	a := m.account
	if a.ledger == nil || !a.shared {
		return nil
	}
	var digests []string
	for i := range group {
		s := &group[i]
		if !s.keep && s.path != stdinName {
			if err := ctx.Err(); err != nil {
				return err
			}
			s.digest = digestOf(s.path)
		}
		digests = append(digests, s.digest)
	}
	if a.others == nil || m.options.Reread {
		return nil
	}
	twins, err := a.others.Find(digests, a.began)
	if err != nil {
		return err
	}
	for i := range group {
		s, t := &group[i], twins[i]
		// A file that was read here before and has changed is compared game by game.
		if s.keep || t == nil || s.known != nil || len(s.gone) > 0 || t.Size != s.size || t.Judged != "" && t.Judged != formats.Version() {
			continue
		}
		if s.members, err = a.live(t); err != nil {
			return err
		}
		if s.members == nil {
			continue
		}
		s.twin, s.keep = t, true
		m.walker.read.Add(s.size) // which was not read, but is done
	}
	return nil
}

// digestOf returns the digest of a file as a ledger has it, "" if it cannot be read.
func digestOf(path string) string {
	f, err := os.Open(path)
	if err != nil {
		return ""
	}
	defer f.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, f); err != nil {
		return ""
	}
	return hex.EncodeToString(sum.Sum(nil))
}

// stillDigest returns the digest of a source after it was read, unless it has changed meanwhile.
func (s *source) stillDigest() string {
	if s.digest == "" {
		return ""
	}
	info, err := os.Stat(s.path)
	if err != nil || info.Size() != s.size || !info.ModTime().Equal(s.modTime) {
		return ""
	}
	return s.digest
}

// live returns the outcomes of a twin, or nil if the archive lacks any of its games. If the
// user removed some, only reading the file decides about them.
func (a *account) live(t *ledger.Twin) ([]*ledger.Outcome, error) {
	members, err := t.Members()
	for _, o := range members {
		if err == nil && o.What != ledger.Read && o.What != ledger.Same && o.What != ledger.Passed {
			return nil, nil
		}
		for id := range each(o.Games) {
			if !a.writer.Live(id) {
				return nil, err
			}
		}
	}
	return members, err
}

// keepTwin accounts for a source as if it had been read: its games are those of its twin.
func (a *account) keepTwin(ctx context.Context, s *source) error {
	a.source = &openSource{source: s, lo: a.next, judged: s.twin.Judged, lostAt: map[string]int{}}
	s.container = s.twin.Container
	for _, o := range s.members {
		own := &ledger.Outcome{Source: s.abs, Member: o.Member, What: ledger.Same, Reason: o.Reason, Format: o.Format}
		if o.What == ledger.Passed {
			own.What = ledger.Passed
		}
		for _, span := range o.Games {
			for i := range span.Count {
				own.Add(int(span.From+i), span.ID+store.GameID(i), ledger.Known)
			}
		}
		if a.holdings != nil {
			a.holdings.Add(own.Games)
		}
		if err := a.put(ctx, pendingOutcome{outcome: own}); err != nil {
			return err
		}
	}
	return a.end(ctx)
}
