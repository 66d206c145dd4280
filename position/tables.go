package position

import "sync/atomic"

// A sizedTable keeps what boards of a game and a size have in common and never write to, as
// boards are made more often than their sizes differ. It is safe for concurrent use, and
// bounded: of two that share a place the later one stays.
type sizedTable[T any] struct {
	places [16]atomic.Pointer[sizedEntry[T]]
}

type sizedEntry[T any] struct {
	rules Rules
	size  Size
	of    T
}

// get returns the kept value, or makes it now.
func (t *sizedTable[T]) get(rules Rules, size Size, made func(Rules, Size) T) T {
	place := &t.places[(rules.Number()*31+size.Cols*7+size.Rows)%len(t.places)]
	if e := place.Load(); e != nil && e.size == size && e.rules == rules {
		return e.of
	}
	e := &sizedEntry[T]{rules, size, made(rules, size)}
	place.Store(e)
	return e.of
}

var (
	keyTables   sizedTable[*keyTable]
	emptyBoards sizedTable[[]uint8]
)
