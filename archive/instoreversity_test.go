package archive

import (
	"errors"
	"testing"
	"time"

	"kifudb/archive/objects"
	"kifudb/archive/objects/objectstest"
	"kifudb/archive/objects/s3"
	"kifudb/internal/testsize"
)

// A server of S3 as a process, on plain files, that is killed in the middle of imports and
// started again: an import that is patient goes on, one that is not says what is wrong; each
// game is there once, and nothing is damaged.
func TestStoreServerKilled(t *testing.T) {
	t.Setenv("AWS_ACCESS_KEY_ID", "kifudb-test")
	t.Setenv("AWS_SECRET_ACCESS_KEY", nobodyKnows)
	server := objectstest.StartVersity(t, "kifudb-test", nobodyKnows)
	open := func() objects.Store {
		s, err := s3.Open("s3://games/archive?region=us-east-1&endpoint=http://" + server.Address)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	m := newMachine(t, open())
	m.patience = &objects.Patience{Tries: 400, First: 10 * time.Millisecond, Most: 200 * time.Millisecond}
	a, err := m.open(Options{Create: true, maxGames: 16})
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	impatient, err := newMachine(t, open()).open(Options{maxGames: 16})
	if err != nil {
		t.Fatal(err)
	}
	defer impatient.Close()
	failed := 0
	files := 0
	for i := range testsize.Of(20, 4) {
		games := records(t, files, files+20)
		who := a
		if i%4 == 3 {
			who = impatient
		}
		stopped := make(chan struct{})
		go func() {
			defer close(stopped)
			time.Sleep(time.Duration(20+37*i%200) * time.Millisecond)
			server.Kill()
			time.Sleep(500 * time.Millisecond)
			server.Start()
		}()
		_, err := who.Import(t.Context(), &Import{Paths: []string{games}})
		<-stopped
		if err != nil {
			failed++
			if who == a || !errors.Is(err, objects.ErrTemporary) {
				t.Errorf("import %d: %v", i, err)
			}
			importedFrom(t, who, games)
		}
		files += 20
		expectGames(t, newMachine(t, open()).archive(t), 0, files)
	}
	t.Logf("the server was killed %d times, %d impatient imports failed", testsize.Of(20, 4), failed)
	sound(t, newMachine(t, open()).archive(t))
}
