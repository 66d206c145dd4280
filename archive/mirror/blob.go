package mirror

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"

	"kifudb/archive/objects"
	"kifudb/internal/durable"
	"kifudb/store"
)

// together is how many objects are put or fetched at once.
const together = 8

// chunkSize is what files are cut into that grow or change in places: what stays the same is
// not put again.
const chunkSize = 1 << 20

// each calls a function for each of n things, several at once, until one fails.
func each(ctx context.Context, n int, do func(ctx context.Context, i int) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var group sync.WaitGroup
	next := make(chan int)
	for range min(together, n) {
		group.Go(func() {
			for i := range next {
				if err := do(ctx, i); err != nil {
					cancel(err)
				}
			}
		})
	}
feed:
	for i := range n {
		if ctx.Err() != nil { // also if somebody waits for the next, as select takes either
			break
		}
		select {
		case next <- i:
		case <-ctx.Done():
			break feed
		}
	}
	close(next)
	group.Wait()
	return context.Cause(ctx)
}

// put puts contents into the store, unless they are among those that are known to be there.
func put(ctx context.Context, s objects.Store, body objects.Body, known map[string]blob) (blob, error) {
	b := blob{Size: body.Size()}
	if b.Size == 0 {
		return b, nil
	}
	sum := sha256.New()
	if _, err := io.Copy(sum, io.NewSectionReader(body, 0, b.Size)); err != nil {
		return b, err
	}
	digest := hex.EncodeToString(sum.Sum(nil))
	if there, ok := known[digest]; ok && there.Size == b.Size {
		return there, nil
	}
	b.Key = digest + "-" + objects.Nonce()
	_, err := s.PutIfAbsent(ctx, b.object(), body)
	if errors.Is(err, objects.ErrExists) { // by a try of ours that was lost
		err = nil
	}
	return b, err
}

// putFile puts a file, and counts that.
func putFile(ctx context.Context, s objects.Store, name string, known map[string]blob, t *tally) (b blob, err error) {
	file, err := os.Open(name)
	if err != nil {
		return b, err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	info, err := file.Stat()
	if err != nil {
		return b, err
	}
	p := t.of(info.Size())
	if b, err = put(ctx, s, counted{io.NewSectionReader(file, 0, info.Size()), p}, known); err == nil {
		p.Sent(b.Size) // it may have been there
	}
	return b, err
}

// putChunks puts contents in chunks.
func putChunks(ctx context.Context, s objects.Store, r io.ReaderAt, size int64, known map[string]blob) ([]blob, error) {
	chunks := make([]blob, (size+chunkSize-1)/chunkSize)
	err := each(ctx, len(chunks), func(ctx context.Context, i int) (err error) {
		from := int64(i) * chunkSize
		chunks[i], err = put(ctx, s, io.NewSectionReader(r, from, min(chunkSize, size-from)), known)
		return err
	})
	return chunks, err
}

// fetch writes contents. If they do not match their digest, the error wraps
// store.ErrCorrupt, and the caller must not use what was written.
func fetch(ctx context.Context, s objects.Store, b blob, w io.Writer) (err error) {
	if b.Size == 0 {
		return nil
	}
	r, _, err := s.Get(ctx, b.object(), 0, -1)
	if err != nil {
		return fmt.Errorf("%s: %w", b.object(), err)
	}
	defer func() { err = errors.Join(err, r.Close()) }()
	sum := sha256.New()
	n, err := io.Copy(io.MultiWriter(w, sum), io.LimitReader(r, b.Size+1))
	if err != nil {
		return fmt.Errorf("%s: %w", b.object(), err)
	}
	if digest := hex.EncodeToString(sum.Sum(nil)); n != b.Size || digest != b.digest() {
		return fmt.Errorf("%s: %w: %d bytes with the digest %.8s came instead of %d with %.8s", b.object(), store.ErrCorrupt, n, digest, b.Size, b.digest())
	}
	return nil
}

// fetchText returns contents.
func fetchText(ctx context.Context, s objects.Store, b blob) (text []byte, err error) {
	err = again(ctx, func() error {
		var w bytes.Buffer
		err := fetch(ctx, s, b, &w)
		text = w.Bytes()
		return err
	})
	return text, err
}

// fetchChunks returns contents that were stored in chunks.
func fetchChunks(ctx context.Context, s objects.Store, chunks []blob) ([]byte, error) {
	parts := make([][]byte, len(chunks))
	err := each(ctx, len(chunks), func(ctx context.Context, i int) (err error) {
		parts[i], err = fetchText(ctx, s, chunks[i])
		return err
	})
	return bytes.Join(parts, nil), err
}

// fetchFile writes contents to a file, which gets its name when it is whole, and counts that.
func fetchFile(ctx context.Context, s objects.Store, b blob, name string, t *tally) error {
	p := t.of(b.Size)
	return again(ctx, func() error {
		p.Sent(0)
		_, err := durable.Files{}.Write(name, true, func(w io.Writer) error { return fetch(ctx, s, b, io.MultiWriter(w, p)) })
		return err
	})
}

// putText writes a small file.
func putText(name string, text []byte) error {
	_, err := durable.Files{}.Write(name, true, func(w io.Writer) error {
		_, err := w.Write(text)
		return err
	})
	return err
}
