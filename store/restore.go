package store

import (
	"context"
	"errors"
	"fmt"
	"io"

	"kifudb/internal/durable"
)

// Restore makes an archive of a backup in a directory that is empty or missing.
// It is there when it is whole and on the disk: until then all is in a temporary
// folder beside it, which the next program that writes there removes if this one
// is killed. Files that were damaged when the backup was written, or are now, are
// restored as they are, and named in an error that wraps [ErrCorrupt].
func Restore(ctx context.Context, r io.Reader, dir string) error {
	return RestoreWith(ctx, r, dir, func(string) error { return nil })
}

// RestoreWith is a [Restore] that puts more into the temporary folder. Beside writes it, and flushes it.
func RestoreWith(ctx context.Context, r io.Reader, dir string, beside func(temp string) error) error {
	return restore(ctx, r, dir, beside, durable.Files{})
}

func restore(ctx context.Context, r io.Reader, dir string, beside func(temp string) error, f durable.Files) error {
	var faults error
	err := f.Folder(dir, func(temp string) error {
		err := Unpack(ctx, r, temp)
		if whole, openErr := Open(temp, &Options{Damaged: true}); openErr == nil && errors.Is(err, ErrCorrupt) {
			faults, err = err, whole.Close()
		} else if openErr == nil {
			err = errors.Join(err, whole.Close())
		}
		if err != nil {
			return err
		}
		return beside(temp)
	})
	if errors.Is(err, durable.ErrExists) {
		return fmt.Errorf("%s: %w", dir, ErrNotEmpty)
	}
	return errors.Join(err, faults)
}
