package objectstest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"math/rand/v2"
	"sync"
	"time"

	"kifudb/archive/objects"
)

// A Fault is what goes wrong with an operation.
type Fault int

// The faults.
const (
	None    Fault = iota
	Refused       // 500, 503 SlowDown: nothing was done
	Lost          // a time-out: it was done, but nobody is told
	CutOff        // of an object that is read, less than all comes, and then an error
	Short         // the same without an error
	Corrupt       // of an object that is read, a byte is another one
	Killed        // the program ends: nothing was done, and nothing is from then on
	faults
)

func (f Fault) String() string {
	return [...]string{"none", "refused", "lost", "cut off", "short", "corrupt", "killed"}[f]
}

// ErrKilled is the error of every operation of a program that has ended.
var ErrKilled = errors.New("the program was killed")

// Faulty is a store in which things go wrong.
type Faulty struct {
	objects.Store
	// Choose says what goes wrong with an operation: get, put-if-absent, put-if-match, list or
	// delete. It is called by several goroutines, one at a time.
	Choose func(operation, key string) Fault
	// ListDelay is how long lists lag behind puts.
	ListDelay time.Duration

	mu     sync.Mutex // protects what follows
	killed bool
	count  [faults]int
}

// Randomly returns a Choose that makes some of a thousand operations fail, in any of the ways
// except Killed.
func Randomly(seed uint64, perMille int) func(operation, key string) Fault {
	r := rand.New(rand.NewPCG(seed, seed))
	return func(operation, _ string) Fault {
		if r.IntN(1000) >= perMille {
			return None
		}
		if operation == "get" {
			return []Fault{Refused, CutOff, Short, Corrupt}[r.IntN(4)]
		}
		return []Fault{Refused, Lost}[r.IntN(2)]
	}
}

// Count returns how often a fault was injected.
func (f *Faulty) Count(fault Fault) int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.count[fault]
}

func (f *Faulty) choose(operation, key string) (Fault, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.killed {
		return Killed, ErrKilled
	}
	fault := None
	if f.Choose != nil {
		fault = f.Choose(operation, key)
	}
	f.count[fault]++
	switch fault {
	case Killed:
		f.killed = true
		return fault, ErrKilled
	case Refused:
		return fault, fmt.Errorf("%s: %w (SlowDown)", key, objects.ErrTemporary)
	}
	return fault, nil
}

func lost(fault Fault, key string, err error) error {
	if fault == Lost && err == nil {
		return fmt.Errorf("%s: %w (time-out)", key, objects.ErrTemporary)
	}
	return err
}

// Get is that of the store, or goes wrong.
func (f *Faulty) Get(ctx context.Context, key string, offset, length int64) (io.ReadCloser, objects.Info, error) {
	fault, err := f.choose("get", key)
	if err != nil {
		return nil, objects.Info{}, err
	}
	r, info, err := f.Store.Get(ctx, key, offset, length)
	if err != nil || info.Size == 0 {
		return r, info, err
	}
	return &faultyBody{ReadCloser: r, fault: fault, at: max(0, info.Size-offset) / 2}, info, nil
}

type faultyBody struct {
	io.ReadCloser
	fault Fault
	at    int64 // where it happens
}

func (b *faultyBody) Read(p []byte) (int, error) {
	if (b.fault == CutOff || b.fault == Short) && b.at < int64(len(p)) {
		p = p[:b.at]
	}
	if len(p) == 0 && b.fault == CutOff {
		return 0, fmt.Errorf("%w (cut off)", objects.ErrTemporary)
	} else if len(p) == 0 && b.fault == Short {
		return 0, io.EOF
	}
	n, err := b.ReadCloser.Read(p)
	if b.fault == Corrupt && b.at >= 0 && b.at < int64(n) {
		p[b.at] ^= 0x40
	}
	b.at -= int64(n)
	return n, err
}

// PutIfAbsent is that of the store, or goes wrong.
func (f *Faulty) PutIfAbsent(ctx context.Context, key string, body objects.Body) (string, error) {
	fault, err := f.choose("put-if-absent", key)
	if err != nil {
		return "", err
	}
	tag, err := f.Store.PutIfAbsent(ctx, key, body)
	return tag, lost(fault, key, err)
}

// PutIfMatch is that of the store, or goes wrong.
func (f *Faulty) PutIfMatch(ctx context.Context, key, tag string, body objects.Body) (string, error) {
	fault, err := f.choose("put-if-match", key)
	if err != nil {
		return "", err
	}
	newTag, err := f.Store.PutIfMatch(ctx, key, tag, body)
	return newTag, lost(fault, key, err)
}

// List is that of the store without what is new, or goes wrong.
func (f *Faulty) List(ctx context.Context, prefix string) iter.Seq2[objects.Info, error] {
	return func(yield func(objects.Info, error) bool) {
		if _, err := f.choose("list", prefix); err != nil {
			yield(objects.Info{}, err)
			return
		}
		for info, err := range f.Store.List(ctx, prefix) {
			if err == nil && time.Since(info.Modified) < f.ListDelay {
				continue
			}
			if !yield(info, err) {
				return
			}
		}
	}
}

// Delete is that of the store, or goes wrong.
func (f *Faulty) Delete(ctx context.Context, key string) error {
	fault, err := f.choose("delete", key)
	if err != nil {
		return err
	}
	return lost(fault, key, f.Store.Delete(ctx, key))
}
