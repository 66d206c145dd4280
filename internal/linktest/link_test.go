package linktest_test

import (
	"bytes"
	"errors"
	"io"
	"net"
	"os"
	"testing"
	"time"

	"kifudb/internal/linktest"
)

// echo is a server that says what it is told.
func echo(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				_, _ = io.Copy(c, c)
				_ = c.Close()
			}()
		}
	}()
	return l.Addr().String()
}

// say returns how long it takes until a text comes back.
func say(c net.Conn, text []byte, wait time.Duration) (time.Duration, error) {
	start := time.Now()
	_ = c.SetReadDeadline(start.Add(wait))
	if _, err := c.Write(text); err != nil {
		return 0, err
	}
	back := make([]byte, len(text))
	if _, err := io.ReadFull(c, back); err != nil {
		return 0, err
	}
	if !bytes.Equal(back, text) {
		return 0, errors.New("another text came back")
	}
	return time.Since(start), nil
}

func dial(t *testing.T, l *linktest.Link) net.Conn {
	t.Helper()
	c, err := net.Dial("tcp", l.Addr())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

func TestLink(t *testing.T) {
	const long = 20 * time.Second
	l := linktest.New(t, echo(t))
	c := dial(t, l)
	text := bytes.Repeat([]byte("kifu"), 50_000)
	if _, err := say(c, text, long); err != nil {
		t.Fatal(err)
	}
	l.Set(linktest.Quality{Delay: 50 * time.Millisecond})
	if took, err := say(c, text, long); err != nil || took < 100*time.Millisecond {
		t.Errorf("late: %v, %v", took, err)
	}
	l.Set(linktest.Quality{PerSec: 1 << 20})
	if took, err := say(c, text, long); err != nil || took < 150*time.Millisecond {
		t.Errorf("narrow: %v, %v", took, err)
	}
	l.Set(linktest.Quality{Silent: true})
	if _, err := say(c, []byte("later"), 100*time.Millisecond); !errors.Is(err, os.ErrDeadlineExceeded) {
		t.Errorf("silent: %v", err)
	}
	l.Set(linktest.Quality{Refuses: true})
	back := make([]byte, 5)
	_ = c.SetReadDeadline(time.Now().Add(long))
	if _, err := io.ReadFull(c, back); err != nil || string(back) != "later" {
		t.Errorf("not silent any more: %q, %v", back, err)
	}
	if _, err := say(dial(t, l), text[:9], long); err == nil {
		t.Error("a connection that is refused passes something on")
	}
	l.Set(linktest.Quality{Cut: true})
	if _, err := say(c, text[:9], long); err == nil {
		t.Error("a connection that is cut passes something on")
	}
	l.Set(linktest.Quality{Breaks: 1000})
	c = dial(t, l)
	if _, err := say(c, text[:1000], long); err != nil {
		t.Error(err)
	}
	if _, err := say(c, text[:1000], long); err == nil {
		t.Error("a connection that breaks after 1000 bytes passes 2000 on")
	}
	if l.Connections() != 2 {
		t.Errorf("%d connections", l.Connections())
	}
}
