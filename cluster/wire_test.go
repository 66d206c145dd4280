package cluster

import (
	"context"
	"errors"
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
