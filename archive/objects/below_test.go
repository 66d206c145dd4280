package objects

import (
	"context"
	"errors"
	"io"
	"iter"
	"testing"
)

var errTouched = errors.New("the whole store was asked")

// touched is a store that takes any key, as servers do that clean paths.
type touched struct{}

func (touched) Get(context.Context, string, int64, int64) (io.ReadCloser, Info, error) {
	return nil, Info{}, errTouched
}
func (touched) PutIfAbsent(context.Context, string, Body) (string, error) { return "", errTouched }
func (touched) PutIfMatch(context.Context, string, string, Body) (string, error) {
	return "", errTouched
}
func (touched) Delete(context.Context, string) error { return errTouched }
func (touched) List(context.Context, string) iter.Seq2[Info, error] {
	return func(yield func(Info, error) bool) { yield(Info{}, errTouched) }
}

// Keys that lead out of a part of a store are refused by every operation; others are not.
func TestBelowStaysBelow(t *testing.T) {
	for key, refused := range map[string]bool{
		"../b/head": true, "x/../../b/head": true, "./head": true, "x/.": true, "..": true,
		"head": false, "data/a..b": false, "...": false, "": false,
	} {
		s := Below(touched{}, "a")
		_, _, get := s.Get(t.Context(), key, 0, -1)
		_, put := s.PutIfAbsent(t.Context(), key, nil)
		_, replace := s.PutIfMatch(t.Context(), key, "", nil)
		var list error
		for _, err := range s.List(t.Context(), key) {
			list = err
		}
		for operation, err := range map[string]error{"get": get, "put": put, "replace": replace, "list": list, "delete": s.Delete(t.Context(), key)} {
			if err == nil || errors.Is(err, errTouched) == refused {
				t.Errorf("%s of %q: %v", operation, key, err)
			}
		}
	}
}
