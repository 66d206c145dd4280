package objects_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"kifudb/archive/objects"
	"kifudb/archive/objects/objectstest"
)

var quick = &objects.Patience{Tries: 6, First: time.Microsecond, Most: time.Millisecond, Silence: time.Minute}

// times lets an operation go wrong so many times.
func times(n int, operation string, fault objectstest.Fault) func(string, string) objectstest.Fault {
	return func(op, _ string) objectstest.Fault {
		if op != operation || n == 0 {
			return objectstest.None
		}
		n--
		return fault
	}
}

// What fails for a time is done in the end, and what fails for ever says so.
func TestRetry(t *testing.T) {
	text := bytes.Repeat([]byte("0123456789"), 1000)
	for _, c := range []struct {
		operation string
		fault     objectstest.Fault
	}{
		{"get", objectstest.Refused}, {"get", objectstest.CutOff}, {"get", objectstest.Short},
		{"put-if-absent", objectstest.Refused}, {"put-if-match", objectstest.Refused}, {"list", objectstest.Refused},
		{"delete", objectstest.Refused}, {"delete", objectstest.Lost},
	} {
		for _, n := range []int{3, 1000} {
			faulty := &objectstest.Faulty{Store: objects.NewFolder(t.TempDir()), Choose: times(n, c.operation, c.fault)}
			s := objects.Retry(faulty, quick)
			err := all(t.Context(), s, text)
			switch {
			case n == 3 && (err != nil || faulty.Count(c.fault) != 3):
				t.Errorf("%s, %s: %v after %d faults", c.operation, c.fault, err, faulty.Count(c.fault))
			case n == 1000 && !errors.Is(err, objects.ErrTemporary):
				t.Errorf("%s, always %s: %v", c.operation, c.fault, err)
			}
		}
	}
}

// all does every operation.
func all(ctx context.Context, s objects.Store, text []byte) error {
	tag, err := s.PutIfAbsent(ctx, "a", objects.Text([]byte("short")))
	if err != nil {
		return err
	}
	if _, err := s.PutIfMatch(ctx, "a", tag, objects.Text(text)); err != nil {
		return err
	}
	got, _, err := objects.ReadAll(ctx, s, "a", 1<<20)
	if err != nil {
		return err
	}
	if !bytes.Equal(got, text) {
		return fmt.Errorf("%d bytes were read, of %d", len(got), len(text))
	}
	n := 0
	for _, err := range s.List(ctx, "") {
		if n++; err != nil {
			return err
		}
	}
	if n != 1 {
		return fmt.Errorf("%d objects are listed", n)
	}
	return s.Delete(ctx, "a")
}

// A put that was done although it failed is found: the caller is told that it is there.
func TestRetryLostPut(t *testing.T) {
	s := objects.Retry(&objectstest.Faulty{Store: objects.NewFolder(t.TempDir()), Choose: times(1, "put-if-absent", objectstest.Lost)}, quick)
	if _, err := s.PutIfAbsent(t.Context(), "a", objects.Text([]byte("x"))); !errors.Is(err, objects.ErrExists) {
		t.Errorf("the second try: %v", err)
	}
}

// silent never sends the second half of an object.
type silent struct {
	objects.Store
	times int
}

func (s *silent) Get(ctx context.Context, key string, offset, length int64) (io.ReadCloser, objects.Info, error) {
	r, info, err := s.Store.Get(ctx, key, offset, length)
	if s.times--; err != nil || s.times < 0 {
		return r, info, err
	}
	return &silentBody{r, ctx, info.Size / 2}, info, nil
}

type silentBody struct {
	io.ReadCloser
	ctx  context.Context
	left int64
}

func (b *silentBody) Read(p []byte) (int, error) {
	if b.left == 0 {
		<-b.ctx.Done()
		return 0, b.ctx.Err()
	}
	n, err := b.ReadCloser.Read(p[:min(int64(len(p)), b.left)])
	b.left -= int64(n)
	return n, err
}

// An object of which nothing comes any more is asked for again, from where it ended.
func TestSilence(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		text := strings.Repeat("0123456789", 1000)
		s := objects.Retry(&silent{newMemory(map[string]string{"a": text}), 2}, quick)
		got, _, err := objects.ReadAll(t.Context(), s, "a", 1<<20)
		if err != nil || string(got) != text {
			t.Errorf("%d bytes, %v", len(got), err)
		}
	})
}

// A store that ignores a condition, or refuses it, is found out.
func TestProbe(t *testing.T) {
	for name, s := range map[string]objects.Store{
		"ignores absent": &careless{Store: objects.NewFolder(t.TempDir()), absent: true},
		"ignores match":  &careless{Store: objects.NewFolder(t.TempDir()), match: true},
	} {
		if err := objects.Probe(t.Context(), s); !errors.Is(err, objects.ErrUnconditional) {
			t.Errorf("%s: %v", name, err)
		}
	}
	refusing := &objectstest.Faulty{Store: objects.NewFolder(t.TempDir()), Choose: times(1000, "put-if-match", objectstest.Refused)}
	if err := objects.Probe(t.Context(), refusing); err == nil {
		t.Error("a store that refuses conditions passes")
	}
}

type careless struct {
	objects.Store
	absent, match bool
}

func (c *careless) PutIfAbsent(ctx context.Context, key string, body objects.Body) (string, error) {
	tag, err := c.Store.PutIfAbsent(ctx, key, body)
	if c.absent && errors.Is(err, objects.ErrExists) {
		return "tag", nil
	}
	return tag, err
}

func (c *careless) PutIfMatch(ctx context.Context, key, tag string, body objects.Body) (string, error) {
	newTag, err := c.Store.PutIfMatch(ctx, key, tag, body)
	if c.match && errors.Is(err, objects.ErrChanged) {
		return "tag", nil
	}
	return newTag, err
}

// narrow takes a byte of what is put each time a pause is over.
type narrow struct {
	objects.Store
	pause time.Duration
	puts  int
}

func (s *narrow) PutIfAbsent(ctx context.Context, key string, body objects.Body) (string, error) {
	s.puts++
	for i := range body.Size() {
		if _, err := body.ReadAt(make([]byte, 1), i); err != nil {
			return "", err
		}
		select {
		case <-ctx.Done():
			return "", ctx.Err()
		case <-time.After(s.pause):
		}
	}
	return s.Store.PutIfAbsent(ctx, key, body)
}

// followed is told how much was sent.
type followed struct {
	objects.Body
	sent int64
}

func (f *followed) Sent(bytes int64) { f.sent = bytes }

// telling tells a body that all of it was sent.
type telling struct{ objects.Store }

func (s telling) PutIfAbsent(ctx context.Context, key string, body objects.Body) (string, error) {
	if f, ok := body.(objects.FollowedBody); ok {
		f.Sent(body.Size())
	}
	return s.Store.PutIfAbsent(ctx, key, body)
}

// What is taken slowly is not given up; of what nothing is taken the next try begins after a
// minute. Who follows what is sent is told through it.
func TestPutSilence(t *testing.T) {
	for _, test := range []struct {
		pause time.Duration
		puts  int
	}{{59 * time.Second, 1}, {61 * time.Second, 8}} {
		synctest.Test(t, func(t *testing.T) {
			s := &narrow{Store: newMemory(nil), pause: test.pause}
			_, err := objects.Retry(s, nil).PutIfAbsent(t.Context(), "a", objects.Text([]byte("0123456789")))
			if s.puts != test.puts || (err == nil) != (test.puts == 1) || err != nil && !errors.Is(err, objects.ErrTemporary) {
				t.Errorf("%v: %d tries, %v", test.pause, s.puts, err)
			}
		})
	}
	synctest.Test(t, func(t *testing.T) { // who gives up is not told of a time-out
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		s := &narrow{Store: newMemory(nil), pause: time.Hour}
		if _, err := objects.Retry(s, nil).PutIfAbsent(ctx, "a", objects.Text([]byte("x"))); !errors.Is(err, context.DeadlineExceeded) || s.puts != 1 {
			t.Errorf("%d tries, %v", s.puts, err)
		}
	})
	body := &followed{Body: objects.Text([]byte("0123456789"))}
	if _, err := objects.Retry(telling{newMemory(nil)}, nil).PutIfAbsent(t.Context(), "a", body); err != nil || body.sent != 10 {
		t.Errorf("%d bytes are said to be sent, %v", body.sent, err)
	}
}
