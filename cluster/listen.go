package cluster

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
)

// Heard is an archive that nodes search, as these say.
type Heard struct {
	Archive string   // its identity
	Nodes   []Member // by name
}

// Listen collects for a while which nodes announce their segments, for all archives, by their
// identities. Nodes do so once a second. A node that is gone announces nothing.
func Listen(ctx context.Context, nc *nats.Conn, wait time.Duration) ([]Heard, error) {
	sub, err := nc.SubscribeSync(subject("*", "beat"))
	if err != nil {
		return nil, err
	}
	defer sub.Unsubscribe()
	until, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	archives := map[string]*roster{}
	for {
		m, err := sub.NextMsgWithContext(until)
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case until.Err() != nil:
			return heardOf(archives), nil
		case err != nil && !errors.Is(err, nats.ErrSlowConsumer):
			return nil, err
		case err != nil:
			continue
		}
		list, err := readMembers(m.Data)
		parts := strings.Split(m.Subject, ".")
		if err != nil || len(parts) != 3 {
			continue
		}
		for _, one := range list {
			if archives[parts[1]] == nil {
				archives[parts[1]] = newRoster(2 * wait)
			}
			archives[parts[1]].hear(one.Member, 0)
		}
	}
}

func heardOf(archives map[string]*roster) (all []Heard) {
	for archive, r := range archives {
		h := Heard{Archive: archive}
		for _, one := range r.list() {
			h.Nodes = append(h.Nodes, one.Member)
		}
		all = append(all, h)
	}
	slices.SortFunc(all, func(a, b Heard) int { return cmp.Compare(a.Archive, b.Archive) })
	return all
}
