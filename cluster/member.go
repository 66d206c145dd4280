package cluster

import (
	"cmp"
	"encoding/json"
	"slices"
	"sync"
	"time"

	"github.com/klauspost/compress/s2"
)

// A Member is what a node says of itself, again and again.
type Member struct {
	ID       string   `json:"id"`   // of this run of it
	Name     string   `json:"name"` // by which it owns segments; the same when it comes again
	Protocol int      `json:"protocol"`
	Version  string   `json:"version"` // of the program
	State    uint64   `json:"state"`   // the newest that it answers for
	States   []uint64 `json:"states"`  // all of them

	Segments []string `json:"segments"`           // that it answers about
	Of       int      `json:"of"`                 // there are in the newest state that it knows
	Newest   uint64   `json:"newest"`             // which is this one
	Fetching int      `json:"fetching,omitempty"` // of its own that it does not have yet

	Cache   Cache  `json:"cache"`
	Load    Load   `json:"load"`
	Up      int64  `json:"up"`                // seconds since it joined
	Trouble string `json:"trouble,omitempty"` // what it could not do last
	Leaving bool   `json:"leaving,omitempty"`
}

// Cache is what a node keeps of segments that it fetched.
type Cache struct {
	Bytes int64 `json:"bytes"` // kept
	Size  int64 `json:"size"`  // at most; 0 for no bound
}

// Load is what a node is doing.
type Load struct {
	Running  int     `json:"running"`  // questions
	Waiting  int     `json:"waiting"`  // questions
	Answered uint64  `json:"answered"` // since it joined
	P50      float64 `json:"p50"`      // of what questions took lately, in milliseconds
	P95      float64 `json:"p95"`
}

// speaks reports whether a member can be asked.
func (m *Member) speaks() bool { return m.Protocol == Protocol }

// A heard member is one of whom something was heard some time ago.
type heard struct {
	Member
	Age int64 `json:"age"` // milliseconds
}

// A roster is who is there. Times are those at which something was heard here, by the
// clock of this process that only runs forward.
type roster struct {
	forget time.Duration // after which one of whom nothing is heard counts as gone
	now    func() time.Time

	mu      sync.Mutex // protects what follows
	members map[string]*entry
	changed chan struct{} // of length 1
}

type entry struct {
	Member
	last time.Time
}

func newRoster(forget time.Duration) *roster {
	return &roster{forget: forget, now: time.Now, members: map[string]*entry{}, changed: make(chan struct{}, 1)}
}

// hear takes in what a member said so long ago.
func (r *roster) hear(m Member, age time.Duration) {
	if m.ID == "" || m.Name == "" {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	last := r.now().Add(-age)
	before := r.members[m.ID]
	if before != nil && before.last.After(last) {
		return
	}
	r.members[m.ID] = &entry{m, last}
	if before == nil || before.Leaving != m.Leaving || before.State != m.State || !slices.Equal(before.Segments, m.Segments) {
		r.tell()
	}
}

// nudge makes who waits for changes look.
func (r *roster) nudge() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.tell()
}

// tell says that something changed. r.mu is held.
func (r *roster) tell() {
	select {
	case r.changed <- struct{}{}:
	default:
	}
}

// lose takes out a member that is known to be gone.
func (r *roster) lose(id string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.members[id] != nil {
		delete(r.members, id)
		r.tell()
	}
}

// list returns who is there, by name.
func (r *roster) list() []heard {
	r.mu.Lock()
	defer r.mu.Unlock()
	now := r.now()
	var list []heard
	for id, e := range r.members {
		age := now.Sub(e.last)
		if age > r.forget {
			delete(r.members, id)
			r.tell()
			continue
		}
		list = append(list, heard{e.Member, age.Milliseconds()})
	}
	slices.SortFunc(list, func(a, b heard) int { return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.ID, b.ID)) })
	return list
}

// packMembers and readMembers are what members look like on the wire.
func packMembers(list []heard) ([]byte, error) {
	data, err := json.Marshal(list)
	if err != nil {
		return nil, err
	}
	return s2.Encode(nil, data), nil
}

func readMembers(data []byte) (list []heard, err error) {
	if n, err := s2.DecodedLen(data); err != nil || n > 64<<20 {
		return nil, &sizeError{n, 64 << 20}
	}
	if data, err = s2.Decode(nil, data); err != nil {
		return nil, err
	}
	return list, json.Unmarshal(data, &list)
}
