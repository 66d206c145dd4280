package objects

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"
	"time"
)

// Errors that tell the caller what to do. Others are for people.
var (
	// ErrNotExist is returned for an object that is not there.
	ErrNotExist = errors.New("the object is not there")
	// ErrExists is returned by PutIfAbsent for an object that is there already.
	ErrExists = errors.New("the object is there already")
	// ErrChanged is returned by PutIfMatch for an object that is another one by now, or gone.
	ErrChanged = errors.New("the object was changed meanwhile")
	// ErrTemporary is returned if trying again may help: the store is overloaded, or an
	// answer did not come or was cut off. The operation may or may not have been done.
	ErrTemporary = errors.New("the store does not answer as it should")
	// ErrDenied is returned where the store refuses the credentials, or there are none.
	ErrDenied = errors.New("the store refuses access")
	// ErrExpired is an ErrDenied for credentials that were good for a time only.
	ErrExpired = fmt.Errorf("%w: the credentials have expired", ErrDenied)
	// ErrClock is an ErrDenied since requests have a time, and that of this computer is wrong.
	ErrClock = fmt.Errorf("%w: its clock and this computer's differ too much (usually by more than 15 minutes); set the clock", ErrDenied)
	// ErrUnconditional is returned by Probe for a store that ignores conditions.
	ErrUnconditional = errors.New("the store ignores the conditions of conditional writes (If-None-Match, If-Match), so two programs that write at once would lose data; use a store that supports them")
)

// A Body is what is put into an object. It can be read more than once, as an attempt may
// fail; bytes.Reader and io.SectionReader are two.
type Body interface {
	io.ReaderAt
	Size() int64 // in bytes, at least 1: some servers know no empty objects
}

// A FollowedBody receives the number of bytes sent so far, from stores that know it.
type FollowedBody interface {
	Body
	Sent(bytes int64) // since the attempt began, of which there may be several
}

// Text returns the body of an object that holds a text.
func Text(text []byte) Body { return bytes.NewReader(text) }

// Info is what a store knows of an object.
type Info struct {
	Key  string
	Size int64  // in bytes, of the whole object
	Tag  string // tells the object from what it was before; not given by List
	// Modified is when it was put, by the clock of the store, to a second or better.
	Modified time.Time
}

// A Store holds objects by their keys: paths with slashes, made of letters, digits, '.', '-'
// and '_'. Any number of programs may use it at once. After a put, all programs get the new
// object; lists may lag behind.
type Store interface {
	// Get returns length bytes of an object from an offset on, all that follow if length is
	// negative; fewer if the object ends before. Close the reader. Errors wrap ErrNotExist,
	// ErrTemporary or ErrDenied; so may those of the reader, also where too few bytes came.
	Get(ctx context.Context, key string, offset, length int64) (io.ReadCloser, Info, error)

	// PutIfAbsent makes an object, or returns ErrExists. After ErrTemporary it may be there.
	PutIfAbsent(ctx context.Context, key string, body Body) (tag string, err error)

	// PutIfMatch replaces an object that has a tag, or returns ErrChanged. After ErrTemporary
	// it may have been replaced.
	PutIfMatch(ctx context.Context, key, tag string, body Body) (newTag string, err error)

	// List yields the objects whose keys begin with a prefix, in the order of their keys. An
	// error is the last that it yields.
	List(ctx context.Context, prefix string) iter.Seq2[Info, error]

	// Delete removes an object, which need not be there.
	Delete(ctx context.Context, key string) error
}

// ReadAll returns an object with a limit on its bytes.
func ReadAll(ctx context.Context, s Store, key string, most int64) (text []byte, info Info, err error) {
	r, info, err := s.Get(ctx, key, 0, -1)
	if err != nil {
		return nil, info, err
	}
	defer func() { err = errors.Join(err, r.Close()) }()
	text, err = io.ReadAll(io.LimitReader(r, most+1))
	switch {
	case err != nil:
		return nil, info, err
	case int64(len(text)) > most:
		return nil, info, errors.New(key + ": the object is too large")
	}
	return text, info, nil
}

// Below returns the part of a store whose keys begin with a prefix, which is left out of
// them.
func Below(s Store, prefix string) Store {
	if prefix = strings.Trim(prefix, "/"); prefix == "" {
		return s
	}
	return &below{s, prefix + "/"}
}

type below struct {
	s      Store
	prefix string
}

// key returns the key in the whole store. One that leads out of the part is refused: some servers clean paths.
func (b *below) key(key string) (string, error) {
	if IsUnclean(key) {
		return "", fmt.Errorf("%q is not the key of an object", key)
	}
	return b.prefix + key, nil
}

// IsUnclean reports whether a key or prefix has parts such as "..", which may lead elsewhere.
func IsUnclean(key string) bool {
	for part := range strings.SplitSeq(key, "/") {
		if part == "." || part == ".." {
			return true
		}
	}
	return false
}

func (b *below) Get(ctx context.Context, key string, offset, length int64) (io.ReadCloser, Info, error) {
	whole, err := b.key(key)
	if err != nil {
		return nil, Info{}, err
	}
	r, info, err := b.s.Get(ctx, whole, offset, length)
	info.Key = key
	return r, info, err
}

func (b *below) PutIfAbsent(ctx context.Context, key string, body Body) (string, error) {
	whole, err := b.key(key)
	if err != nil {
		return "", err
	}
	return b.s.PutIfAbsent(ctx, whole, body)
}

func (b *below) PutIfMatch(ctx context.Context, key, tag string, body Body) (string, error) {
	whole, err := b.key(key)
	if err != nil {
		return "", err
	}
	return b.s.PutIfMatch(ctx, whole, tag, body)
}

func (b *below) List(ctx context.Context, prefix string) iter.Seq2[Info, error] {
	return func(yield func(Info, error) bool) {
		whole, err := b.key(prefix)
		if err != nil {
			yield(Info{}, err)
			return
		}
		for info, err := range b.s.List(ctx, whole) {
			info.Key = strings.TrimPrefix(info.Key, b.prefix)
			if !yield(info, err) {
				return
			}
		}
	}
}

func (b *below) Delete(ctx context.Context, key string) error {
	whole, err := b.key(key)
	if err != nil {
		return err
	}
	return b.s.Delete(ctx, whole)
}
