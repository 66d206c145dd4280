package indexer

import (
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"testing"
)

// countedCalls counts the calls of a reader.
type countedCalls struct {
	io.ReaderAt
	calls int
}

func (c *countedCalls) ReadAt(b []byte, off int64) (int, error) {
	c.calls++
	return c.ReaderAt.ReadAt(b, off)
}

// A readAhead returns what the file itself would, wherever it is asked for.
func TestReadAhead(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 1))
	content := make([]byte, 3*readAheadBytes+77)
	for i := range content {
		content[i] = byte(r.Uint32())
	}
	file := bytes.NewReader(content)
	var ahead readAhead
	at := 0
	for i := range 4000 {
		n := r.IntN(5000)
		switch r.IntN(12) {
		case 0:
			at = r.IntN(len(content) + 10)
		case 1:
			at = max(0, at-r.IntN(9000))
		case 2:
			at += r.IntN(2 * readAheadBytes)
		case 3:
			n = r.IntN(2 * readAheadBytes)
		}
		got, want := make([]byte, n), make([]byte, n)
		gotN, gotErr := ahead.readAt(file, got, int64(at))
		wantN, wantErr := file.ReadAt(want, int64(at))
		if gotN != wantN || !bytes.Equal(got[:gotN], want[:wantN]) || (gotN < n) != (gotErr != nil) || gotN < n && !errors.Is(gotErr, wantErr) {
			t.Fatalf("%d: %d bytes at %d: %d, %v; the file has %d, %v", i, n, at, gotN, gotErr, wantN, wantErr)
		}
		if at += n; at > len(content) {
			at = 0
		}
	}
}

// What is read in order takes few calls, and what is not takes no more than it asks for.
func TestReadAheadCalls(t *testing.T) {
	file := &countedCalls{ReaderAt: bytes.NewReader(make([]byte, 8*readAheadBytes))}
	var ahead readAhead
	b := make([]byte, 100)
	for at := int64(0); at < 8*readAheadBytes-100; at += 150 {
		if _, err := ahead.readAt(file, b, at); err != nil {
			t.Fatal(err)
		}
	}
	if file.calls > 9 {
		t.Errorf("%d calls for 8 pieces of readAheadBytes", file.calls)
	}
	ahead, file.calls = readAhead{}, 0
	for at := int64(7 * readAheadBytes); at >= 0; at -= 2 * readAheadBytes {
		if _, err := ahead.readAt(file, b, at); err != nil {
			t.Fatal(err)
		}
	}
	if len(ahead.data) > 0 || file.calls != 4 {
		t.Errorf("backwards: %d calls, %d bytes read ahead", file.calls, len(ahead.data))
	}
}
