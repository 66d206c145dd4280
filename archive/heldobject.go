package archive

import (
	"errors"
	"fmt"
	"os"

	"kifudb/archive/objects"
)

// Object returns part of an object that belongs to the commit of an archive in a store, as far as the cache has it, and
// the size of the whole; see [Keeper].
func (a *Archive) Object(key string, offset, length int64) (data []byte, size int64, err error) {
	if a.mirror == nil {
		return nil, 0, fmt.Errorf("%s: %w", key, objects.ErrNotExist)
	}
	o, err := a.mirror.Object(key)
	if err != nil {
		return nil, 0, err
	}
	if o.File == "" {
		offset = min(offset, int64(len(o.Text)))
		return o.Text[offset:min(int64(len(o.Text)), offset+length)], int64(len(o.Text)), nil
	}
	file, err := os.Open(o.File)
	if errors.Is(err, os.ErrNotExist) {
		err = fmt.Errorf("%s: %w", key, objects.ErrNotExist)
	}
	if err != nil {
		return nil, 0, err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	info, err := file.Stat()
	if err != nil {
		return nil, 0, err
	}
	data = make([]byte, max(0, min(length, info.Size()-offset)))
	_, err = file.ReadAt(data, offset)
	return data, info.Size(), err
}
