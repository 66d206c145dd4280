package mirror

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"kifudb/archive/objects"
	"kifudb/internal/durable"
)

// While the store cannot be reached, nodes give what their mirrors have of it: the commit that they show, its
// pages and files, and the segments that they hold. What they give are objects, by the names that they
// have in the store, so a mirror reads them as it reads the store, and compares the same digests.

// Newest returns the number that the newest commit of a store has at least. It is what a program that wants to know
// whether the store can be reached reads.
func Newest(ctx context.Context, s objects.Store) (uint64, error) {
	h, _, err := readHint(ctx, s)
	if err == nil && h.Number == 0 {
		err = fmt.Errorf("%s: %w", headKey, objects.ErrNotExist)
	}
	return h.Number, err
}

// Shown returns which archive the cache has of a store, and the commit that its folder shows, without asking the
// store. The identity is "" if there is nothing. The cache may know it from a folder of another size, whose commit does
// not count.
func Shown(location string, o Options) (archive string, commit uint64) {
	a := newMirror(nil, location, o).written()
	for _, size := range []int64{0, 1} {
		if a.Archive == "" {
			a = newMirror(nil, location, Options{Cache: o.Cache, Size: size}).written()
			a.Commit = 0
		}
	}
	return a.Archive, a.Commit
}

// written returns what mirror.json says, nothing if it cannot be read.
func (m *Mirror) written() (a about) {
	text, err := os.ReadFile(filepath.Join(m.root, aboutName))
	if err != nil || json.Unmarshal(text, &a) != nil {
		return about{}
	}
	return a
}

// besideSeed returns the usual folder for one aside, which has most segments; otherwise "".
func (m *Mirror) besideSeed() string {
	if !m.options.Aside || m.options.partial() {
		return ""
	}
	usual := m.options
	usual.Aside = false
	beside := newMirror(nil, m.about.Location, usual)
	a := beside.written()
	if a.Commit == 0 {
		return ""
	}
	return filepath.Join(beside.root, a.Folder)
}

// Committed returns when the commit that the folder shows was made, by the clock of the machine that made it.
func (m *Mirror) Committed() time.Time { return m.shown().Time }

// Known reports whether the folder was known to show the newest commit within a time.
func (m *Mirror) Known(within time.Duration) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.commit != nil && time.Since(m.checked) < within
}

// An Object is what a mirror has of an object: a text or a file.
type Object struct {
	Text []byte
	File string // if there is no text
}

// Object returns an object that belongs to the commit that the folder shows, as far as the folder has it. Otherwise
// the error wraps [objects.ErrNotExist].
func (m *Mirror) Object(key string) (Object, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	c := m.commit
	switch key {
	case headKey:
		text, err := encode(hint{format, c.Number})
		return Object{Text: text}, err
	case commitKey(c.Number):
		text, err := encode(c)
		return Object{Text: text}, err
	}
	if m.objects == nil || m.objectsOf != c.Number {
		m.objects, m.objectsOf = m.files(), c.Number
	}
	name, ok := m.objects[strings.TrimPrefix(key, dataPrefix)]
	if !ok {
		return Object{}, fmt.Errorf("%s: %w", key, objects.ErrNotExist)
	}
	return Object{File: name}, nil
}

// files returns where contents of the commit are in the folder, by the ends of their keys. Not all need be there.
// m.mu is held.
func (m *Mirror) files() map[string]string {
	list := map[string]string{}
	add := func(b blob, name ...string) {
		if b.Key != "" {
			list[b.Key[:2]+"/"+b.Key] = filepath.Join(append([]string{m.root}, name...)...)
		}
	}
	for _, ref := range m.commit.Pages {
		add(ref.blob, "pages", ref.Key)
	}
	for _, chunks := range m.commit.texts() {
		for _, b := range chunks {
			add(b, textsName, b.Key)
		}
	}
	named := m.commit.Files
	for _, s := range segments(m.commit, m.pages) {
		named = append(named[:len(named):len(named)], s.Files...)
	}
	for _, f := range named {
		add(f.blob, m.about.Folder, filepath.FromSlash(f.Path))
	}
	return list
}

// texts are the contents of a commit that the folder does not have as files of their own.
func (c *commit) texts() [][]blob { return [][]blob{c.User, c.Found, c.Decided} }

// text returns contents of a commit that were stored in chunks. A sparse mirror keeps the chunks, since others may
// ask for them, see [Mirror.Object].
func (m *Mirror) text(ctx context.Context, chunks []blob) ([]byte, error) {
	if !m.options.Sparse {
		return fetchChunks(ctx, m.store, chunks)
	}
	parts := make([][]byte, len(chunks))
	err := each(ctx, len(chunks), func(ctx context.Context, i int) (err error) {
		parts[i], err = m.keptText(ctx, chunks[i])
		return err
	})
	return bytes.Join(parts, nil), err
}

// keptText returns contents, from the folder if it has them whole.
func (m *Mirror) keptText(ctx context.Context, b blob) ([]byte, error) {
	folder := filepath.Join(m.root, textsName)
	name := filepath.Join(folder, b.Key)
	text, err := os.ReadFile(name)
	if sum := sha256.Sum256(text); err == nil && hex.EncodeToString(sum[:]) == b.digest() {
		return text, nil
	}
	if text, err = fetchText(ctx, m.store, b); err != nil {
		return nil, err
	}
	if err := os.MkdirAll(folder, durable.PrivateDir); err != nil {
		return nil, err
	}
	return text, putText(name, text)
}

// textsName is the folder of the mirror that has texts.
const textsName = "texts"

// keepTexts keeps the texts of a commit, and removes those of others. The lock is held.
func (m *Mirror) keepTexts(ctx context.Context, c *commit) error {
	if !m.options.Sparse {
		return nil
	}
	wanted := map[string]bool{}
	for _, chunks := range c.texts() {
		if _, err := m.text(ctx, chunks); err != nil {
			return err
		}
		for _, b := range chunks {
			wanted[b.Key] = true
		}
	}
	entries, err := os.ReadDir(filepath.Join(m.root, textsName))
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	for _, e := range entries {
		if !wanted[e.Name()] {
			_ = os.Remove(filepath.Join(m.root, textsName, e.Name())) // or the next program does
		}
	}
	return nil
}
