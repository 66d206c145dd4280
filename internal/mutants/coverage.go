package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// blocks are the covered stretches of files, by base name: from and to, each a
// line and a column.
type blocks map[string][][4]int

// coverage runs short tests and returns what of a package they cover.
func coverage(pkg string, tests []string, path string) (blocks, error) {
	args := append([]string{"test", "-short", "-vet=off", "-coverprofile", path, "-coverpkg", pkg}, tests...)
	out, err := exec.Command("go", args...).CombinedOutput()
	if err != nil {
		return nil, fmt.Errorf("the tests fail without any change: %w\n%s", err, out)
	}
	profile, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	covered := blocks{}
	for line := range strings.Lines(string(profile)) {
		name, rest, ok := strings.Cut(strings.TrimSpace(line), ".go:")
		if !ok {
			continue // the mode
		}
		var b [4]int
		var statements, count int
		if _, err := fmt.Sscanf(rest, "%d.%d,%d.%d %d %d", &b[0], &b[1], &b[2], &b[3], &statements, &count); err != nil {
			return nil, fmt.Errorf("coverage %q: %w", line, err)
		}
		if count > 0 {
			name = filepath.Base(name) + ".go"
			covered[name] = append(covered[name], b)
		}
	}
	return covered, nil
}

// has reports whether a place is covered.
func (c blocks) has(file string, line, column int) bool {
	for _, b := range c[file] {
		if (line > b[0] || line == b[0] && column >= b[1]) && (line < b[2] || line == b[2] && column < b[3]) {
			return true
		}
	}
	return false
}
