package cluster

import (
	"bytes"
	"context"
	"errors"
	"strconv"
	"testing"
	"testing/synctest"
	"time"

	"github.com/nats-io/nats.go"
)

// Who waits looks once more when the time of silence is over, as it may be this process that
// was stopped for so long; silence beyond that is an error.
func TestSilence(t *testing.T) {
	const silence = 4 * time.Second
	part := &nats.Msg{Header: nats.Header{header: []string{(&frame{Protocol, kindWorking, 0, 1, "-", 0}).String()}}}
	for name, wait := range map[string]struct {
		waits func(*talk) error
		came  func(*talk)
	}{
		"hear": {
			func(t *talk) error { _, err := t.hear(context.Background()); return err },
			func(t *talk) { t.in <- part },
		},
		"acknowledged": {
			func(t *talk) error { return t.acknowledged(context.Background()) },
			func(t *talk) { t.acks <- struct{}{} },
		},
	} {
		for after, want := range map[time.Duration]error{silence + silence/8: nil, 2 * silence: errLate} {
			synctest.Test(t, func(t *testing.T) {
				talk := &talk{hub: &hub{silence: silence, most: 100}, in: make(chan *nats.Msg, 1), acks: make(chan struct{}, 1), gone: make(chan struct{})}
				time.AfterFunc(after, func() { wait.came(talk) })
				if err := wait.waits(talk); !errors.Is(err, want) {
					t.Errorf("%s: %v after %v of silence", name, err, after)
				}
				synctest.Wait()
				time.Sleep(2 * silence)
			})
		}
	}
}

// Headers are read as they are written, and what is none is refused; another version is told.
func TestFrames(t *testing.T) {
	f := frame{Protocol, kindAnswer, 2, 3, "s2", 99}
	if got, err := parseFrame(f.String()); err != nil || got != f {
		t.Errorf("%+v, %v; want %+v", got, err, f)
	}
	p := strconv.Itoa(Protocol)
	for text, ok := range map[string]bool{
		p + " ask 0 1 - 0": true, p + " ask 0 1 s2 0": true, p + " ask 1 1 - 0": false, p + " ask -1 1 - 0": false, p + " ask 0 0 - 0": false,
		p + " ask 0 1 - -1": false, p + " ask 0 1 gz 0": false, p + " ask 0 1 -": false, p + " ask": false, "": false, "x": false,
	} {
		if f, err := parseFrame(text); (err == nil) != ok {
			t.Errorf("%q: %+v, %v", text, f, err)
		}
	}
	var other *VersionError
	if _, err := parseFrame(strconv.Itoa(Protocol+1) + " whatever"); !errors.As(err, &other) || other.Spoken != Protocol+1 {
		t.Errorf("another version: %v", err)
	}
}

// A body is the same when it has travelled, and one of another size than was said is refused.
func TestBodiesTravel(t *testing.T) {
	for _, n := range []int{0, 1, packFrom - 1, packFrom, packFrom + 1} {
		body := bytes.Repeat([]byte("x"), n)
		packed, data := pack(body)
		if (packed == "s2") != (n >= packFrom) || packed == "s2" && len(data) >= n {
			t.Errorf("%d bytes travel as %d, %s", n, len(data), packed)
		}
		if got, err := unpack(frame{packed: packed, size: n}, data); err != nil || !bytes.Equal(got, body) {
			t.Errorf("%d bytes: %d, %v", n, len(got), err)
		}
		if got, err := unpack(frame{packed: packed, size: n + 1}, data); err == nil {
			t.Errorf("%d bytes instead of %d are taken", len(got), n+1)
		}
	}
}
