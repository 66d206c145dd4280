package mirror

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"kifudb/archive/objects"
	"kifudb/store"
)

// Collected counts what was removed from the store.
type Collected struct {
	Objects int
	Bytes   int64
}

// Collect removes from the store what nothing has named for the grace time. Any number of
// programs may do so at once, while others read and write.
func (m *Mirror) Collect(ctx context.Context) (*Collected, error) {
	now, err := m.clock(ctx)
	if err != nil {
		return nil, err
	}
	over := now.Add(-m.options.Grace)
	c, err := newest(ctx, m.store, m.shown())
	if err != nil {
		return nil, err
	}
	// Before an old commit is deleted, all readers must look for the newest one after it.
	if err := raiseHint(ctx, m.store, c.Number); err != nil {
		return nil, err
	}
	live, commits, err := m.live(ctx, c, over)
	if err != nil {
		return nil, err
	}
	var gone []objects.Info
	for _, prefix := range []string{dataPrefix, objects.ProbePrefix} {
		for info, err := range m.store.List(ctx, prefix) {
			if err != nil {
				return nil, err
			}
			if !live[info.Key] && info.Modified.Before(over) {
				gone = append(gone, info)
			}
		}
	}
	gone = append(gone, commits...)
	done := &Collected{}
	err = each(ctx, len(gone), func(ctx context.Context, i int) error { return m.store.Delete(ctx, gone[i].Key) })
	if err != nil {
		return nil, err
	}
	for _, info := range gone {
		done.Objects++
		done.Bytes += info.Size
	}
	return done, nil
}

// clock returns the time of the store, as no other clock may be right.
func (m *Mirror) clock(ctx context.Context) (now time.Time, err error) {
	key := objects.ProbePrefix + "clock-" + objects.Nonce()
	if _, err := m.store.PutIfAbsent(ctx, key, objects.Text([]byte("what time is it?"))); err != nil && !errors.Is(err, objects.ErrExists) {
		return now, err
	}
	defer func() { err = errors.Join(err, m.store.Delete(context.WithoutCancel(ctx), key)) }()
	r, info, err := m.store.Get(ctx, key, 0, -1)
	if err != nil {
		return now, err
	}
	if info.Modified.IsZero() {
		return now, errors.Join(errors.New("the store does not say when an object was put"), r.Close())
	}
	return info.Modified, r.Close()
}

// live returns the objects that commits name which are the newest, or were within the grace
// time, and those commits that were not.
func (m *Mirror) live(ctx context.Context, head *commit, over time.Time) (live map[string]bool, dead []objects.Info, err error) {
	var listed []objects.Info
	var numbers []uint64
	for info, err := range m.store.List(ctx, commitPrefix) {
		if err != nil {
			return nil, nil, err
		}
		n, err := strconv.ParseUint(strings.TrimPrefix(info.Key, commitPrefix), 10, 64)
		if err != nil || n == 0 {
			continue
		}
		listed, numbers = append(listed, info), append(numbers, n)
	}
	live = map[string]bool{}
	name := func(c *commit) error {
		pages, err := m.readPagesOnly(ctx, c)
		if err != nil {
			return err
		}
		for b := range blobs(c, pages) {
			live[b.object()] = true
		}
		return nil
	}
	if err := name(head); err != nil {
		return nil, nil, err
	}
	for i, n := range numbers {
		if n >= head.Number {
			continue
		}
		// The next may be one that came later, where those between are gone.
		if i+1 < len(listed) && listed[i+1].Modified.Before(over) {
			dead = append(dead, listed[i])
			continue
		}
		c, err := readCommit(ctx, m.store, n)
		if err == nil {
			err = name(c)
		}
		if err != nil && !errors.Is(err, objects.ErrNotExist) { // somebody else has collected it
			return nil, nil, err
		}
	}
	return live, dead, nil
}

// readPagesOnly returns the pages of a commit that the folder need not show.
func (m *Mirror) readPagesOnly(ctx context.Context, c *commit) (map[string]*page, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.readPages(ctx, c)
}

// Checked says what is in the store.
type Checked struct {
	Objects int     // that the newest commit names
	Unnamed int     // contents that it does not name: of earlier commits, or of none
	Faults  []error // what is missing, or has another size
}

// Check looks whether everything that the newest commit names is in the store. Contents are
// compared with their digests when they are fetched.
func (m *Mirror) Check(ctx context.Context) (checked *Checked, err error) {
	if err := m.Refresh(ctx, 0); err != nil {
		return nil, err
	}
	c := m.shown()
	pages, err := m.readPagesOnly(ctx, c)
	if err != nil {
		return nil, err
	}
	sizes := map[string]int64{}
	for info, err := range m.store.List(ctx, dataPrefix) {
		if err != nil {
			return nil, err
		}
		sizes[info.Key] = info.Size
	}
	checked = &Checked{}
	for b := range blobs(c, pages) {
		size, ok := sizes[b.object()]
		delete(sizes, b.object())
		checked.Objects++
		if !ok { // lists may lag behind
			_, info, err := objects.ReadAll(ctx, m.store, b.object(), b.Size)
			if ok = err == nil; ok {
				size = info.Size
			} else if !errors.Is(err, objects.ErrNotExist) {
				return nil, err
			}
		}
		if !ok {
			checked.Faults = append(checked.Faults, fmt.Errorf("%s: %w: it is not in the store", b.object(), store.ErrCorrupt))
		} else if size != b.Size {
			checked.Faults = append(checked.Faults, fmt.Errorf("%s: %w: it has %d bytes instead of %d", b.object(), store.ErrCorrupt, size, b.Size))
		}
	}
	checked.Unnamed = len(sizes)
	return checked, nil
}
