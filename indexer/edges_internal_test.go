package indexer

import (
	"archive/tar"
	"bufio"
	"bytes"
	"strings"
	"testing"
)

// A tar file is known by its magic, where it is whole, or by its name.
func TestIdentifyTar(t *testing.T) {
	var file bytes.Buffer
	w := tar.NewWriter(&file)
	if err := w.WriteHeader(&tar.Header{Name: "a.sgf", Mode: 0o644, Size: 0}); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	head := file.Bytes()[:tarMagicAt+len(tarMagic)]
	other := append(bytes.Clone(head[:len(head)-1]), 'x')
	for _, test := range []struct {
		name string
		head []byte
		want bool
	}{
		{"x", file.Bytes(), true},
		{"x", head, true},
		{"x", head[:len(head)-1], false},
		{"x", other, false},
		{"x.TAR", head[:10], true},
		{"x.tar.sgf", head[:10], false},
	} {
		c, err := identify(test.name, bufio.NewReader(bytes.NewReader(test.head)))
		if err != nil || (c != nil && c.tar) != test.want {
			t.Errorf("%s, %d bytes: %+v, %v", test.name, len(test.head), c, err)
		}
	}
}

// What compresses a single file leaves the file's own name behind its suffix, in capitals or not.
func TestIdentifySuffix(t *testing.T) {
	for name, want := range map[string]string{"a.sgf.gz": ".gz", "a.SGF.GZ": ".gz", "a.sgf": "", "gz": ""} {
		c, err := identify(name, bufio.NewReader(strings.NewReader("\x1f\x8b\x08\x00")))
		if err != nil || c == nil || c.suffix != want {
			t.Errorf("%s: %+v, %v", name, c, err)
		}
	}
}

// A record begins with a node and a property that has a value.
func TestBeginsRecord(t *testing.T) {
	for text, want := range map[string]bool{
		"(;GM[1]": true, "( ; \nGM[": true, "(;;AA[": true, "(;gM[": true, "(;Z[": true, "(;A[": true, "(;a[": true, "(;z[": true,
		"(": false, "(;": false, "(GM[1]": false, "(;GM": false, "(;[1]": false, "(;GM 1]": false, "(;@[": false, "(;{[": false, "(;`[": false, "(;[[": false, "(;G1[": false,
	} {
		if got := beginsRecord([]byte(text)); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}
