package objects

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"math/rand/v2"
	"time"
)

// Patience says how often an operation is tried, and how long to wait between: First, then
// twice as long each time, up to Most; less by chance, so that programs that were refused
// together do not come back together.
type Patience struct {
	Tries       int           // 0: 8
	First, Most time.Duration // 0: 100 ms, 10 s
	// Silence is how long nothing may come of an object that is being read, and nothing be taken
	// of one that is being put, before it is tried again; 0: a minute.
	Silence time.Duration
}

func (p *Patience) orDefault() Patience {
	d := Patience{8, 100 * time.Millisecond, 10 * time.Second, time.Minute}
	if p == nil {
		return d
	}
	if p.Tries > 0 {
		d.Tries = p.Tries
	}
	if p.First > 0 {
		d.First = p.First
	}
	if p.Most > 0 {
		d.Most = p.Most
	}
	if p.Silence > 0 {
		d.Silence = p.Silence
	}
	return d
}

// Retry returns a store that tries again what failed with [ErrTemporary]. An object that was
// cut off is read on from where it ended. PutIfAbsent may return ErrExists for an object that
// an earlier try of the same call has made, and PutIfMatch ErrChanged: who must know reads
// it. Nil is the default patience.
func Retry(s Store, p *Patience) Store { return &retrying{s, p.orDefault()} }

type retrying struct {
	s Store
	Patience
}

// again calls an operation until it does not fail for a time only.
func (r *retrying) again(ctx context.Context, operation func() error) error {
	for try := 1; ; try++ {
		err := operation()
		if !errors.Is(err, ErrTemporary) {
			return err
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if try == r.Tries {
			return fmt.Errorf("after %d tries: %w", try, err)
		}
		if err := r.wait(ctx, try); err != nil {
			return err
		}
	}
}

func (r *retrying) wait(ctx context.Context, try int) error {
	pause := min(r.Most, r.First<<min(try-1, 20))
	pause = pause/2 + rand.N(pause/2+1)
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(pause):
		return nil
	}
}

func (r *retrying) Get(ctx context.Context, key string, offset, length int64) (io.ReadCloser, Info, error) {
	body := &resumed{r: r, ctx: ctx, key: key, at: offset, end: -1}
	err := r.again(ctx, func() error { return body.open(length) })
	if err != nil {
		return nil, Info{}, err
	}
	return body, body.info, nil
}

// resumed is an object that is read on where it was cut off.
type resumed struct {
	r       *retrying
	ctx     context.Context
	key     string
	at, end int64 // what is to come; end is -1 until that is known
	info    Info
	tries   int
	body    io.ReadCloser
	cancel  context.CancelFunc
	silence *time.Timer
}

func (b *resumed) open(length int64) error {
	if b.end >= 0 {
		length = b.end - b.at
	}
	ctx, cancel := context.WithCancel(b.ctx)
	silence := time.AfterFunc(b.r.Silence, cancel)
	body, info, err := b.r.s.Get(ctx, b.key, b.at, length)
	if err != nil {
		silent := !silence.Stop() && b.ctx.Err() == nil
		cancel()
		if silent {
			return fmt.Errorf("%s: %w", b.key, ErrTemporary)
		}
		return err
	}
	if b.end >= 0 && info.Tag != b.info.Tag {
		err := errors.Join(fmt.Errorf("%s: %w", b.key, ErrChanged), body.Close())
		cancel()
		return err
	}
	b.body, b.info, b.cancel, b.silence = body, info, cancel, silence
	if b.end < 0 {
		b.end = info.Size
		if length >= 0 {
			b.end = min(b.end, b.at+length)
		}
	}
	return nil
}

func (b *resumed) Read(p []byte) (int, error) {
	for {
		if b.at >= b.end {
			return 0, io.EOF
		}
		if b.body == nil {
			if err := b.r.again(b.ctx, func() error { return b.open(0) }); err != nil {
				return 0, err
			}
		}
		n, err := b.body.Read(p[:min(int64(len(p)), b.end-b.at)])
		b.at += int64(n)
		b.silence.Reset(b.r.Silence)
		if n > 0 {
			return n, nil // an error comes again
		}
		if err == nil {
			continue
		}
		if b.ctx.Err() != nil {
			return 0, b.ctx.Err()
		}
		// Cut off, or silent: any error of a body is one of the way here.
		b.let()
		if b.tries++; b.tries >= b.r.Tries {
			return 0, fmt.Errorf("%s: cut off %d times at byte %d of %d: %w", b.key, b.tries, b.at, b.end, ErrTemporary)
		}
		if err := b.r.wait(b.ctx, b.tries); err != nil {
			return 0, err
		}
	}
}

// let closes what is being read. That it is closed before its end is no error.
func (b *resumed) let() {
	if b.body != nil {
		b.silence.Stop()
		b.cancel()
		_ = b.body.Close()
		b.body = nil
	}
}

func (b *resumed) Close() error {
	b.let()
	return nil
}

func (r *retrying) PutIfAbsent(ctx context.Context, key string, body Body) (string, error) {
	return r.put(ctx, key, body, func(ctx context.Context, body Body) (string, error) { return r.s.PutIfAbsent(ctx, key, body) })
}

func (r *retrying) PutIfMatch(ctx context.Context, key, tag string, body Body) (string, error) {
	return r.put(ctx, key, body, func(ctx context.Context, body Body) (string, error) { return r.s.PutIfMatch(ctx, key, tag, body) })
}

// put puts an object, again if nothing is taken of it for too long: a connection of which
// nothing is heard any more takes what the system keeps for it, and then a quarter of an hour
// to fail.
func (r *retrying) put(ctx context.Context, key string, body Body, put func(context.Context, Body) (string, error)) (tag string, err error) {
	err = r.again(ctx, func() error {
		one, cancel := context.WithCancel(ctx)
		defer cancel()
		silence := time.AfterFunc(r.Silence, cancel)
		defer silence.Stop()
		tag, err = put(one, taken(body, func() { silence.Reset(r.Silence) }))
		if err != nil && one.Err() != nil && ctx.Err() == nil {
			err = fmt.Errorf("%s: %w (it accepts nothing)", key, ErrTemporary)
		}
		return err
	})
	return tag, err
}

// takenBody tells when it is read.
type takenBody struct {
	Body
	read func()
}

func (b *takenBody) ReadAt(p []byte, at int64) (int, error) {
	b.read()
	return b.Body.ReadAt(p, at)
}

type takenFollowedBody struct {
	*takenBody
	followed FollowedBody
}

func (b takenFollowedBody) Sent(bytes int64) { b.followed.Sent(bytes) }

func taken(body Body, read func()) Body {
	b := &takenBody{body, read}
	if f, ok := body.(FollowedBody); ok {
		return takenFollowedBody{b, f}
	}
	return b
}

func (r *retrying) List(ctx context.Context, prefix string) iter.Seq2[Info, error] {
	return func(yield func(Info, error) bool) {
		last, stopped := "", false
		err := r.again(ctx, func() error {
			for info, err := range r.s.List(ctx, prefix) {
				if err != nil {
					return err
				}
				if info.Key <= last {
					continue // it came before
				}
				last = info.Key
				if stopped = !yield(info, nil); stopped {
					return nil
				}
			}
			return nil
		})
		if err != nil && !stopped {
			yield(Info{}, err)
		}
	}
}

func (r *retrying) Delete(ctx context.Context, key string) error {
	return r.again(ctx, func() error { return r.s.Delete(ctx, key) })
}
