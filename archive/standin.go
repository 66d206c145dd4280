package archive

import (
	"context"
	"fmt"
	"io"
	"iter"
	"sync/atomic"

	"kifudb/archive/objects"
)

// A standIn is a store, and what is read instead while it is away.
type standIn struct {
	objects.Store
	instead atomic.Pointer[objects.Store]
}

// reads returns what is read.
func (s *standIn) reads() objects.Store {
	if instead := s.instead.Load(); instead != nil {
		return *instead
	}
	return s.Store
}

// writes is an error while the store is away: what is read then may not be the newest.
func (s *standIn) writes() error {
	if s.instead.Load() != nil {
		return fmt.Errorf("nothing can be changed now: %w", ErrAway)
	}
	return nil
}

func (s *standIn) Get(ctx context.Context, key string, offset, length int64) (io.ReadCloser, objects.Info, error) {
	return s.reads().Get(ctx, key, offset, length)
}

func (s *standIn) List(ctx context.Context, prefix string) iter.Seq2[objects.Info, error] {
	return s.reads().List(ctx, prefix)
}

func (s *standIn) PutIfAbsent(ctx context.Context, key string, body objects.Body) (string, error) {
	if err := s.writes(); err != nil {
		return "", err
	}
	return s.Store.PutIfAbsent(ctx, key, body)
}

func (s *standIn) PutIfMatch(ctx context.Context, key, tag string, body objects.Body) (string, error) {
	if err := s.writes(); err != nil {
		return "", err
	}
	return s.Store.PutIfMatch(ctx, key, tag, body)
}

func (s *standIn) Delete(ctx context.Context, key string) error {
	if err := s.writes(); err != nil {
		return err
	}
	return s.Store.Delete(ctx, key)
}
