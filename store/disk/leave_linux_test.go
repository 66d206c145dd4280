package disk

import (
	"bufio"
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Whoever has verified a segment does not keep what it read for that in memory.
func TestVerifiedLeavesMemory(t *testing.T) {
	path := filepath.Join(t.TempDir(), "index")
	facts := bytes.Repeat([]byte("kifudb"), 1<<16)
	w := &SectionWriter{}
	w.Add("facts", facts)
	if err := w.Write(Files{}, path); err != nil {
		t.Fatal(err)
	}
	s, err := OpenSections(path)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if err := s.VerifySmall(); err != nil {
		t.Fatal(err)
	}
	if resident(t, path) == "0 kB" {
		t.Fatal("a section was verified without being read")
	}
	s.Leave()
	if got := resident(t, path); got != "0 kB" {
		t.Errorf("%s are still in memory", got)
	}
	if !bytes.Equal(s.Raw("facts"), facts) {
		t.Error("the section reads otherwise")
	}
}

// resident returns how much of a mapped file this process has in memory.
func resident(t *testing.T, path string) string {
	t.Helper()
	f, err := os.Open("/proc/self/smaps")
	if err != nil {
		t.Skip(err)
	}
	defer f.Close()
	lines, found := bufio.NewScanner(f), false
	for lines.Scan() {
		found = found || strings.HasSuffix(lines.Text(), path)
		if rest, ok := strings.CutPrefix(lines.Text(), "Rss:"); ok && found {
			return strings.TrimSpace(rest)
		}
	}
	t.Fatalf("%s is not mapped: %v", path, lines.Err())
	return ""
}
