package mirror

import (
	"sync"
	"testing"
)

// Who looks for the segments that are in use does not stumble over those that others let go of.
func TestPinnedWhileOthersLetGo(t *testing.T) {
	m := &Mirror{root: t.TempDir()}
	keep, err := m.pin([]string{"kept"})
	if err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	stop := make(chan struct{})
	var pins sync.Mutex // as the lock of the folder: nobody looks while one is written
	for range 4 {
		wg.Go(func() {
			for {
				select {
				case <-stop:
					return
				default:
				}
				pins.Lock()
				release, err := m.pin([]string{"other"})
				pins.Unlock()
				if err == nil {
					err = release()
				}
				if err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	for range 3000 {
		pins.Lock()
		pinned, err := m.pinned()
		pins.Unlock()
		if err != nil {
			t.Error(err)
			break
		}
		if !pinned["kept"] {
			t.Error("a segment that is in use is not told")
			break
		}
	}
	close(stop)
	wg.Wait()
	if err := keep(); err != nil {
		t.Error(err)
	}
}
