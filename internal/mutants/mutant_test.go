package main

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

const source = `package p

func Most(list []int) int {
	most := 0
	for i, v := range list {
		if i == 0 || v > most {
			most = v
		}
	}
	return most
}
`

func TestEachMutantDiffersFromTheSourceInOnePlace(t *testing.T) {
	path := filepath.Join(t.TempDir(), "p.go")
	if err := write(path, source); err != nil {
		t.Fatal(err)
	}
	list, err := mutants(path)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, m := range list {
		line := strings.Split(source[:m.from]+m.text+source[m.to:], "\n")[m.at.Line-1]
		got = append(got, strings.TrimSpace(line))
	}
	want := []string{
		"most := 1", "if i == 0 && v > most {", "if i != 0 || v > most {", "if i == 1 || v > most {",
		"if i == 0 || v >= most {", "if i == 0 || v <= most {", "",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestMutantsThatTestsDoNotNoticeSurvive(t *testing.T) {
	dir := t.TempDir()
	const source = "package p\n\nfunc Less(a, b int) bool { return a < b }\n\nfunc Unused() int { return 1 }\n"
	for name, text := range map[string]string{
		"go.mod": "module p\n\ngo 1.26\n",
		"p.go":   source,
		"p_test.go": `package p

import "testing"

func TestLess(t *testing.T) {
	if !Less(1, 2) {
		t.Error("1 is not less than 2")
	}
}
`,
		"user/user_test.go": `package user

import (
	"p"
	"testing"
)

func TestEqual(t *testing.T) {
	if p.Less(1, 1) || p.Unused() != 1 {
		t.Error("1 is less than 1, or not 1")
	}
}
`,
	} {
		path := filepath.Join(dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o777), os.WriteFile(path, []byte(text), 0o666)); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(dir)
	for _, test := range []struct {
		name          string
		tests         []string
		killed, tried int
	}{
		{"<= survives, >= does not", []string{"."}, 1, 2},
		{"the tests of another package count, and what they cover", []string{".", "./user"}, 3, 3},
	} {
		killed, tried, err := run(".", test.tests, 100, 1, time.Minute, 0)
		if err != nil || tried != test.tried || killed != test.killed {
			t.Errorf("%s: %d of %d killed, %v", test.name, killed, tried, err)
		}
	}
	if text, err := os.ReadFile("p.go"); err != nil || string(text) != source {
		t.Errorf("the source has changed: %v", err)
	}
}
