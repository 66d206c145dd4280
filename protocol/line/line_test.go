package line_test

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"kifudb/protocol/line"
)

// all reads all lines of an input.
func all(r io.Reader, most int) (lines []line.Line, err error) {
	in, failed := line.Read(context.Background(), r, most)
	for l := range in {
		lines = append(lines, l)
	}
	return lines, failed()
}

func TestRead(t *testing.T) {
	long := strings.Repeat("x", 10_000)
	for _, one := range []struct {
		in   string
		most int
		want []line.Line
	}{
		{"", 5, nil},
		{"\n", 5, []line.Line{{}}},
		{"a\nb", 5, []line.Line{{Text: "a"}, {Text: "b"}}},
		{"a\n\nb\n", 5, []line.Line{{Text: "a"}, {}, {Text: "b"}}},
		{"12345\n123456\n1\n", 5, []line.Line{{Text: "12345"}, {Text: "12345", Cut: true}, {Text: "1"}}},
		{long + "\nend\n", 5, []line.Line{{Text: "xxxxx", Cut: true}, {Text: "end"}}},
		{long + "\nend\n", 10_000, []line.Line{{Text: long}, {Text: "end"}}},
		{long + "\nend", 9_999, []line.Line{{Text: long[:9_999], Cut: true}, {Text: "end"}}},
	} {
		for _, r := range []io.Reader{strings.NewReader(one.in), iotest.OneByteReader(strings.NewReader(one.in)), iotest.DataErrReader(strings.NewReader(one.in))} {
			got, err := all(r, one.most)
			if err != nil {
				t.Fatal(err)
			}
			if len(got) != len(one.want) {
				t.Fatalf("%.20q: got %d lines, want %d", one.in, len(got), len(one.want))
			}
			for i := range got {
				if got[i] != one.want[i] {
					t.Errorf("%.20q: line %d is %.20q (%v), want %.20q (%v)", one.in, i, got[i].Text, got[i].Cut, one.want[i].Text, one.want[i].Cut)
				}
			}
		}
	}
}

func TestReadFails(t *testing.T) {
	broken := errors.New("broken")
	lines, err := all(io.MultiReader(strings.NewReader("a\nb"), iotest.ErrReader(broken)), 5)
	if !errors.Is(err, broken) || len(lines) != 2 {
		t.Errorf("got %v and %v", lines, err)
	}
}

func TestReadIsStopped(t *testing.T) {
	ctx, stop := context.WithCancel(context.Background())
	r, w := io.Pipe()
	defer w.Close()
	in, failed := line.Read(ctx, r, 5)
	if _, err := w.Write([]byte("a\n")); err != nil {
		t.Fatal(err)
	}
	if l := <-in; l.Text != "a" {
		t.Errorf("got %q", l.Text)
	}
	stop()
	if _, err := w.Write([]byte("b\n")); err != nil { // nobody takes it
		t.Fatal(err)
	}
	for range in {
	}
	if err := failed(); err != nil {
		t.Error(err)
	}
}
