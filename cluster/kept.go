package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strconv"

	"github.com/nats-io/nats.go"

	"kifudb/archive/objects"
)

// While the object store is away, askers read from nodes what these have of it. Nodes know objects by
// the names that they have in the store. Readers compare digests, as they do with the store itself.

// An objectKeeper is an [Archive] that can give objects of its store.
type objectKeeper interface {
	// Object returns at most length bytes of an object and its size. Errors wrap objects.ErrNotExist if it is not here.
	Object(key string, offset, length int64) (data []byte, size int64, err error)
}

// An objectAsk asks for part of an object.
type objectAsk struct {
	Key    string `json:"key"`
	Offset int64  `json:"offset"`
}

// The headers of an answer with part of an object: its size, or what went wrong.
const (
	objectSize  = "Kifudb-Size"
	objectError = "Kifudb-Error"
)

// noObject is what a node says that does not have an object.
const noObject = "not here"

// askedObject answers with part of an object.
func (n *Node) askedObject(m *nats.Msg) {
	answer := nats.NewMsg(m.Reply)
	var q objectAsk
	keeper, ok := n.o.Archive.(objectKeeper)
	err := readJSON(m.Data, &q)
	switch {
	case err != nil:
	case !ok:
		err = objects.ErrNotExist
	case q.Offset < 0:
		err = fmt.Errorf("the byte %d of an object", q.Offset)
	default:
		var size int64
		answer.Data, size, err = keeper.Object(q.Key, q.Offset, chunk)
		answer.Header.Set(objectSize, strconv.FormatInt(size, 10))
	}
	if err != nil {
		answer.Data = nil
		answer.Header.Set(objectError, err.Error())
		if errors.Is(err, objects.ErrNotExist) {
			answer.Header.Set(objectError, noObject)
		}
	}
	if err := m.RespondMsg(answer); err != nil {
		n.o.Log.Debug("part of an object could not be sent", "error", err)
	}
}

// kept returns a store with what the nodes have, see archive.Keeper.
func (a *Asker) kept(ctx context.Context) (objects.Store, error) {
	if len(a.roster.list()) == 0 {
		if err := a.meetAll(ctx, 0); err != nil {
			return nil, err
		}
	}
	var members []Member
	for _, m := range a.roster.list() {
		if m.speaks() && m.State > 0 {
			members = append(members, m.Member)
		}
	}
	generation, ok := commonGeneration(members)
	if !ok {
		return nil, fmt.Errorf("%w about its segments yet", ErrNoNodes)
	}
	k := &keptStore{asker: a}
	for _, m := range members {
		if m.State == generation {
			k.first = append(k.first, m.ID)
		} else {
			k.others = append(k.others, m.ID)
		}
	}
	return k, nil
}

// commonGeneration returns the newest generation that all members answer for, or, if there is none, the newest that
// most of them do. It is the newest one of at least one member, which can say what it consists of.
func commonGeneration(members []Member) (generation uint64, ok bool) {
	most := 0
	for _, m := range members {
		count := 0
		for _, o := range members {
			if slices.Contains(o.States, m.State) {
				count++
			}
		}
		if count > most || count == most && m.State > generation {
			generation, most = m.State, count
		}
	}
	return generation, most > 0
}

// keptStore reads from nodes. Those of the commit that it has come first.
type keptStore struct {
	asker         *Asker
	first, others []string // their ids
}

// part asks nodes for part of an object, one after the other until one has it.
func (k *keptStore) part(ctx context.Context, key string, offset int64) ([]byte, int64, error) {
	missing, failed := error(nil), error(nil)
	for _, node := range slices.Concat(k.first, k.others) {
		data, size, err := k.partOf(ctx, node, key, offset)
		switch {
		case err == nil:
			return data, size, nil
		case ctx.Err() != nil:
			return nil, 0, ctx.Err()
		case errors.Is(err, objects.ErrNotExist):
			missing = err
		default:
			failed = fmt.Errorf("%s: %w: %w", key, objects.ErrTemporary, err)
		}
	}
	if failed != nil {
		return nil, 0, failed
	}
	return nil, 0, missing
}

func (k *keptStore) partOf(ctx context.Context, node, key string, offset int64) ([]byte, int64, error) {
	q, err := json.Marshal(objectAsk{key, offset})
	if err != nil {
		return nil, 0, err
	}
	ctx, cancel := context.WithTimeout(ctx, k.asker.o.Silence)
	defer cancel()
	m, err := k.asker.o.Conn.RequestWithContext(ctx, subject(k.asker.o.Archive, "object", node), q)
	if err != nil {
		return nil, 0, err
	}
	switch said := m.Header.Get(objectError); said {
	case "":
	case noObject:
		return nil, 0, fmt.Errorf("%s: %w on any node", key, objects.ErrNotExist)
	default:
		return nil, 0, errors.New(said)
	}
	size, err := strconv.ParseInt(m.Header.Get(objectSize), 10, 64)
	if err == nil && (size < offset || len(m.Data) == 0 && size > offset) {
		err = fmt.Errorf("%d bytes at %d of an object of %d", len(m.Data), offset, size)
	}
	return m.Data, size, err
}

// Get implements objects.Store.
func (k *keptStore) Get(ctx context.Context, key string, offset, length int64) (io.ReadCloser, objects.Info, error) {
	data, size, err := k.part(ctx, key, offset)
	if err != nil {
		return nil, objects.Info{}, err
	}
	end := size
	if length >= 0 {
		end = min(size, offset+length)
	}
	r := &keptObject{ctx: ctx, store: k, key: key, data: data, at: offset, end: end}
	return r, objects.Info{Key: key, Size: size, Tag: key}, nil
}

// keptObject is an object that is read part by part.
type keptObject struct {
	ctx     context.Context
	store   *keptStore
	key     string
	data    []byte // of the part that is at hand
	at, end int64
}

func (r *keptObject) Read(p []byte) (int, error) {
	if r.at >= r.end {
		return 0, io.EOF
	}
	if len(r.data) == 0 {
		data, _, err := r.store.part(r.ctx, r.key, r.at)
		if err != nil {
			return 0, err
		}
		r.data = data
	}
	n := copy(p[:min(int64(len(p)), r.end-r.at)], r.data)
	r.data, r.at = r.data[n:], r.at+int64(n)
	return n, nil
}

func (r *keptObject) Close() error { return nil }

// List implements objects.Store: nodes cannot list.
func (k *keptStore) List(context.Context, string) iter.Seq2[objects.Info, error] {
	return func(yield func(objects.Info, error) bool) { yield(objects.Info{}, errKept) }
}

// errKept is what a store says that is only read.
var errKept = fmt.Errorf("%w: nodes only give what they have", objects.ErrTemporary)

// PutIfAbsent implements objects.Store: nodes take nothing.
func (k *keptStore) PutIfAbsent(context.Context, string, objects.Body) (string, error) {
	return "", errKept
}

// PutIfMatch implements objects.Store: nodes take nothing.
func (k *keptStore) PutIfMatch(context.Context, string, string, objects.Body) (string, error) {
	return "", errKept
}

// Delete implements objects.Store: nodes take nothing.
func (k *keptStore) Delete(context.Context, string) error { return errKept }
