package mirror

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"

	"kifudb/book/user"
)

func compare(a, b string) int { return cmp.Compare(a, b) }

func marshal(v any) ([]byte, error) { return json.Marshal(v) }

// Shared returns what makes a log of a user's that of the archive in the store.
func (m *Mirror) Shared() user.Shared { return shared{m} }

type shared struct{ m *Mirror }

// Refresh implements [user.Shared].
func (s shared) Refresh() error {
	ctx := context.Background()
	if err := s.m.probe(ctx); err != nil {
		return err
	}
	return s.m.Refresh(ctx, 0)
}

// Publish implements [user.Shared]. Afterwards the log in the store has all lines, including
// those of other machines. Logs are merged by appending one to the other.
func (s shared) Publish(text []byte) error {
	ctx := context.Background()
	return s.m.amend(ctx, func(c *commit) error {
		theirs, err := fetchChunks(ctx, s.m.store, c.User)
		if err != nil {
			return err
		}
		all, err := user.Union(theirs, text)
		if err != nil {
			return err
		}
		c.User, err = putBytes(ctx, s.m.store, all, chunksOf(c.User))
		return err
	})
}

// Published implements [user.Shared]: what the user decided of records of one game counts
// for those, too, who have not all segments to see it.
func (s shared) Published() error {
	ctx := context.Background()
	if err := s.m.Refresh(ctx, 0); err != nil {
		return err
	}
	if s.m.options.Sparse {
		return nil
	}
	decided, digest, err := s.m.options.Settle(ctx, s.m.Work())
	if err != nil || digest == s.m.shown().Clusters {
		return err
	}
	generation := s.m.shown().Generation
	err = s.m.amend(ctx, func(c *commit) (err error) {
		if c.Generation != generation {
			return errLost // who has committed has settled it
		}
		c.Clusters = digest
		c.Decided, err = putBytes(ctx, s.m.store, decided, chunksOf(c.Decided))
		return err
	})
	if errors.Is(err, errLost) {
		err = nil
	}
	if err != nil {
		return err
	}
	return s.m.Refresh(ctx, 0)
}

func chunksOf(list []blob) map[string]blob {
	all := map[string]blob{}
	for _, b := range list {
		all[b.digest()] = b
	}
	return all
}

// amend commits the newest commit with something changed that is beside the games.
func (m *Mirror) amend(ctx context.Context, change func(*commit) error) error {
	from := m.shown()
	for range maxLost {
		c, err := newest(ctx, m.store, from)
		if err != nil {
			return err
		}
		next := *c
		next.Number++
		if err := change(&next); err != nil {
			return err
		}
		if sameBlobs(c, &next) {
			return nil
		}
		if err := next.put(ctx, m.store); !errors.Is(err, errLost) {
			return err
		}
		from = c
	}
	return ErrContended
}
