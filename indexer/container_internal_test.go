package indexer

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/klauspost/compress/zip"
)

// A file of a 7z ends well if it has its length and its checksum.
func TestCheckedFiles(t *testing.T) {
	const sum = 0x352441C2 // of "abc"
	tests := []struct {
		left int64
		want uint32
		err  bool
	}{{3, sum, false}, {3, 0, false}, {3, sum + 1, true}, {4, sum, true}}
	for _, test := range tests {
		_, err := io.ReadAll(&checksumReader{r: strings.NewReader("abc"), left: test.left, want: test.want})
		if (err != nil) != test.err {
			t.Errorf("%+v: got %v", test, err)
		}
	}
}

// What is UTF-8 beyond doubt, and what may be something else.
func TestPlainNames(t *testing.T) {
	for name, want := range map[string]bool{"": true, "a.sgf": true, "é": false, "ßé": false, "\u07FF": false, "\u0800": true, "柯": true, "\xBF\xC2": false} {
		if got := plainly(name); got != want {
			t.Errorf("%q: got %v", name, got)
		}
	}
	f := &zip.File{FileHeader: zip.FileHeader{Name: "\xBF\xC2\xBD\xE0\xB6\xD4\xC4\xF4\xCE\xC0\xC6\xBD.sgf", Flags: zipUTF8}}
	if decodeZipNames([]*zip.File{f}); f.Name != "柯洁对聂卫平.sgf" {
		t.Errorf("a name that is not the UTF-8 that it is said to be: got %q", f.Name)
	}
}

func TestExtraFields(t *testing.T) {
	for extra, want := range map[string]string{
		"\x01\x00\x02\x00ab":                  "ab",
		"\x02\x00\x01\x00x\x01\x00\x02\x00ab": "ab",
		"\x01\x00\x03\x00ab":                  "none", // longer than what there is
		"\x02\x00\x05\x00x\x01\x00\x02\x00ab": "none",
		"\x01\x00\x02":                        "none",
		"\x02\x00\x00\x00\x01\x00\x00\x00":    "",
	} {
		got, ok := extraField([]byte(extra), 1)
		if !ok {
			got = []byte("none")
		}
		if string(got) != want {
			t.Errorf("%q: got %q, want %q", extra, got, want)
		}
	}
}

// Signatures are found where blocks of reading meet, too.
func TestFindSignature(t *testing.T) {
	for _, at := range []int64{0, 1, 64<<10 - 4, 64<<10 - 3, 64<<10 - 1, 64 << 10, 128<<10 - 5} {
		b := make([]byte, 200<<10)
		copy(b[at:], localHeader)
		got, err := find(bytes.NewReader(b), localHeader, 0, int64(len(b)))
		if got != at || err != nil {
			t.Errorf("got %d and %v, want %d", got, err, at)
		}
		if got, _ = find(bytes.NewReader(b), localHeader, 0, at+3); got != -1 {
			t.Errorf("got %d before the end at %d", got, at+3)
		}
	}
}

// A descriptor is the one that tells the length at which it stands.
func TestDescriptorsInsideOfData(t *testing.T) {
	le := binary.LittleEndian
	describe := func(size uint32) string {
		b := append([]byte(descriptor), 1, 2, 3, 4)
		return string(le.AppendUint32(le.AppendUint32(b, size), size))
	}
	data := "abc" + describe(2) + "def" + describe(99) + "ghi"
	header := make([]byte, localLen)
	copy(header, localHeader)
	header[4], header[6], header[26] = 20, zipDescriptor, 1
	file := string(header) + "n" + data + describe(uint32(len(data))) + "PK\x01\x02 and more than a descriptor"
	s := localReader{strings.NewReader(file), int64(len(file)), 1 << 20}
	l, err := s.read(0)
	if err != nil || l == nil || l.packed != int64(len(data)) || l.size != int64(len(data)) || l.crc != 0x04030201 {
		t.Errorf("got %+v and %v, want %d bytes", l, err, len(data))
	}
	s.left = 10 // nobody looks any further
	if l, err = s.read(0); err != nil || l == nil || l.size != unknownLength {
		t.Errorf("got %+v and %v, want a file of unknown length", l, err)
	}
}

// The border of a region is its byte order mark, wherever that stands.
func TestWideBorders(t *testing.T) {
	const tree = "(\x00;\x00"
	for text, want := range map[string]int{tree: 0, "\xFF\xFE" + tree: 0, "x\xFF\xFE" + tree: 1, "\xFE" + tree: 1, "xyz" + tree: 3, "(;)": -1} {
		s := &regions{begun: true}
		if got, _ := s.wideBorder([]byte(text), 0); got != want {
			t.Errorf("%q: got %d, want %d", text, got, want)
		}
	}
}

// errBehind is said once where the next file cannot be reached.
func TestOursIsSaidPlainly(t *testing.T) {
	for _, err := range []error{errEncrypted, errBomb, errBehind} {
		if got := ours(errors.Join(io.ErrUnexpectedEOF, err)); got != err {
			t.Errorf("got %v, want %v", got, err)
		}
	}
	if got := ours(io.ErrUnexpectedEOF); got != nil {
		t.Errorf("got %v", got)
	}
}
