package main

import (
	"context"
	"errors"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

const most = `package p

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
	if err := write(path, most); err != nil {
		t.Fatal(err)
	}
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, path, nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, m := range (&source{path, most, file}).mutants(set) {
		line := strings.Split(m.mutated(0, len(most)), "\n")[m.at.Line-1]
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

// inModule makes a module p of some files the current folder.
func inModule(t *testing.T, files map[string]string) {
	dir := t.TempDir()
	files["go.mod"] = "module p\n\ngo 1.26\n"
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o777), os.WriteFile(path, []byte(text), 0o666)); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(dir)
}

func TestMutantsThatTestsDoNotNoticeSurvive(t *testing.T) {
	const source = "package p\n\nfunc Less(a, b int) bool { return a < b }\n\nfunc Unused() int { return 1 }\n"
	inModule(t, map[string]string{
		"p.go": source,
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
	})
	for _, test := range []struct {
		name          string
		tests         []string
		killed, tried int
	}{
		{"<= survives, >= does not", []string{"."}, 1, 2},
		{"the tests of another package count, and what they cover", []string{".", "./user"}, 3, 3},
	} {
		killed, tried, err := run(".", test.tests, options{n: 100, seed: 1, limit: time.Minute})
		if err != nil || tried != test.tried || killed != test.killed {
			t.Errorf("%s: %d of %d killed, %v", test.name, killed, tried, err)
		}
	}
	if text, err := os.ReadFile("p.go"); err != nil || string(text) != source {
		t.Errorf("the source has changed: %v", err)
	}
}

// everyKind has a mutant of each kind, and of those that are hard to switch.
const everyKind = `package p

import "time"

const base = 40 + 2

var table = [...]int{base: 1, 2}

type kind uint8

type pair struct{ a, b int }

func (p pair) all(x uint8, y float64, names map[string]int, step time.Duration) (list []any) {
	note := func(v any) { list = append(list, v) }
	note(len(table))
	for i := 0; i < 3 && p.a != 7; i++ {
		if !(i <= 1) || x&1 == 0 && x|2 > 4 {
			continue
		}
		note(i + p.b*2 - p.a%3)
	}
	for i := 3; i > 0; i-- {
		if i == 2 {
			break
		}
		note(x<<1 + 1<<(x%4) - x>>2)
		names["a"]++
		names["b"] += i
	}
	p.b -= p.a
	note(p.b)
	note(y/2 + 0.5)
	note(kind(3) + kind(x))
	note(step + 2*time.Second)
	if s := "a" + time.Duration(x).String(); s >= "a5" {
		note(s)
	}
	switch {
	case p.a > 1<<3:
		note(true)
	}
	return list
}
`

// Each mutant that is switched on does what it does alone, and with none on all do as the source.
func TestSwitches(t *testing.T) {
	inModule(t, map[string]string{"p.go": everyKind, "p_test.go": `package p

import (
	"fmt"
	"os"
	"testing"
	"time"
)

func Test(t *testing.T) {
	names := map[string]int{}
	for _, p := range []pair{{9, 4}, {8, 3}, {7, 5}} {
		for _, x := range []uint8{5, 6, 3} {
			fmt.Fprintln(os.Stderr, p.all(x, 3, names, time.Second), names)
		}
	}
}
`})
	u, err := load(".")
	if err != nil {
		t.Fatal(err)
	}
	b, err := newTrial([]string{"."}, t.TempDir(), time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	var sample []mutant
	for _, m := range u.sources[0].mutants(u.set) {
		if u.compiles(m.source, m.mutated(0, len(m.source.text))) {
			sample = append(sample, m)
		}
	}
	can, err := b.buildSwitched(u, sample)
	if err != nil {
		t.Fatal(err)
	}
	says := func(binary string, within time.Duration) string {
		ctx, cancel := context.WithTimeout(t.Context(), within)
		defer cancel()
		cmd := b.command(ctx, b.suites[0], binary, "-test.run", "^Test$", "-test.v=false")
		var text strings.Builder
		cmd.Stderr = &text
		if cmd.Run(); ctx.Err() != nil {
			return "hangs"
		}
		lines, _, _ := strings.Cut(text.String(), "goroutine ") // of a panic
		return lines
	}
	if err := write(b.now(), "none"); err != nil {
		t.Fatal(err)
	}
	const soon = 5 * time.Second // in which a machine that is not busy knows that it hangs
	source := says(b.suites[0].binary, time.Minute)
	if !strings.Contains(source, "map[a:") {
		t.Fatalf("the source says %q", source)
	}
	switches, differ, alone := 0, 0, 0
	for i, m := range sample {
		if !can[i] {
			t.Logf("cannot be switched: %v", m)
			continue
		}
		if err := write(b.now(), strconv.Itoa(i)); err != nil {
			t.Fatal(err)
		}
		got := says(b.suites[0].binary, soon)
		if got != source {
			differ++
		}
		if switches++; switches%4 != 0 {
			continue // to build each takes long
		}
		alone++
		binary := filepath.Join(b.scratch, "alone.test")
		if err := b.build(b.suites[0], binary, map[string]string{m.path: m.mutated(0, len(m.source.text))}); err != nil {
			t.Fatal(err)
		}
		want := says(binary, soon)
		if got != want {
			got, want = says(b.suites[0].binary, time.Minute), says(binary, time.Minute)
		}
		if got != want {
			t.Errorf("%v: switched on\n%s\nalone\n%s", m, got, want)
		}
	}
	t.Logf("%d of %d switched on, of which %d do not do as the source; %d compared", switches, len(sample), differ, alone)
	if switches < 80 || differ < 65 || alone < 5 {
		t.Error("too few")
	}
}
