package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// A suite is a package whose tests are run, its folder and its test binary.
type suite struct {
	pkg, dir, binary string
	tests            []test
}

// A test is one of a suite: how long it took of the source, and which mutants it meets.
type test struct {
	name  string
	took  time.Duration
	meets map[int]bool
}

// A trial is where mutants are tried: the suites, and a folder.
type trial struct {
	suites  []*suite
	scratch string
	limit   time.Duration
}

func newTrial(pkgs []string, scratch string, limit time.Duration) (*trial, error) {
	b := &trial{scratch: scratch, limit: limit}
	for i, pkg := range pkgs {
		out, err := exec.Command("go", "list", "-f", "{{.Dir}}", pkg).Output()
		if err != nil {
			return nil, fmt.Errorf("go list %s: %w", pkg, err)
		}
		b.suites = append(b.suites, &suite{pkg: pkg, dir: strings.TrimSpace(string(out)), binary: filepath.Join(scratch, strconv.Itoa(i)+".test")})
	}
	return b, nil
}

// now and met are the files by which binaries with switches are told, and tell, of mutants.
func (b *trial) now() string { return filepath.Join(b.scratch, "now") }
func (b *trial) met() string { return filepath.Join(b.scratch, "met") }

// build builds the test binary of a suite, some files of which have other texts.
func (b *trial) build(s *suite, binary string, texts map[string]string) error {
	overlay := map[string]string{}
	for path, text := range texts {
		overlay[path] = filepath.Join(b.scratch, "overlay-"+filepath.Base(path))
		if err := write(overlay[path], text); err != nil {
			return err
		}
	}
	list, err := json.Marshal(map[string]map[string]string{"Replace": overlay})
	if err != nil {
		return err
	}
	path := filepath.Join(b.scratch, "overlay.json")
	if err := write(path, string(list)); err != nil {
		return err
	}
	if out, err := exec.Command("go", "test", "-vet=off", "-overlay", path, "-c", "-o", binary, s.pkg).CombinedOutput(); err != nil {
		return fmt.Errorf("go test -c %s: %w\n%s", s.pkg, err, out)
	}
	return nil
}

// meet runs each test of the suites alone, and notes which mutants it meets.
func (b *trial) meet() error {
	for _, s := range b.suites {
		out, err := b.command(context.Background(), s, s.binary, "-test.list", "^(Test|Example|Fuzz)").Output()
		if err != nil {
			return fmt.Errorf("%s: the list of tests: %w", s.pkg, err)
		}
		for name := range strings.Lines(string(out)) {
			t := test{name: strings.TrimSpace(name), meets: map[int]bool{}}
			if !regexp.MustCompile(`^(Test|Example|Fuzz)\w*$`).MatchString(t.name) {
				continue
			}
			if err := errors.Join(write(b.now(), "none"), write(b.met(), "")); err != nil {
				return err
			}
			start := time.Now()
			if !b.pass(s, s.binary, "^"+t.name+"$", b.limit) {
				return fmt.Errorf("%s: %s fails without any change if run alone, or takes more than %v", s.pkg, t.name, b.limit)
			}
			t.took = time.Since(start)
			text, err := os.ReadFile(b.met())
			if err != nil {
				return err
			}
			for line := range strings.Lines(string(text)) {
				n, err := strconv.Atoi(strings.TrimSpace(line))
				if err != nil {
					return err
				}
				t.meets[n] = true
			}
			s.tests = append(s.tests, t)
		}
	}
	return nil
}

// A result is what became of a mutant.
type result int

const (
	unbuilt result = iota // it does not compile
	dead                  // a test failed
	alive
	unmet // no test met it, though some cover its block
)

// quick is how long tests may take in all that are run together, before those that
// take longer are run one by one.
const quick = 2 * time.Second

// try runs the tests that meet a mutant, the quickest first, until one notices it.
func (b *trial) try(number int) (result, error) {
	if err := write(b.now(), strconv.Itoa(number)); err != nil {
		return 0, err
	}
	met := false
	for _, s := range b.suites {
		var tests []test
		for _, t := range s.tests {
			if t.meets[number] {
				tests = append(tests, t)
			}
		}
		slices.SortStableFunc(tests, func(a, b test) int { return int(a.took - b.took) })
		for len(tests) > 0 {
			met = true
			names, took := tests[0].name, tests[0].took
			for tests = tests[1:]; len(tests) > 0 && took+tests[0].took < quick; tests = tests[1:] {
				names, took = names+"|"+tests[0].name, took+tests[0].took
			}
			if !b.pass(s, s.binary, "^("+names+")$", min(b.limit, max(10*time.Second, 10*took))) {
				return dead, nil
			}
		}
	}
	if !met {
		return unmet, nil
	}
	return alive, nil
}

// tryAlone builds a mutant that cannot be switched on, and runs all tests on it.
func (b *trial) tryAlone(m mutant) (result, error) {
	binary := filepath.Join(b.scratch, "mutant.test")
	for _, s := range b.suites {
		if err := b.build(s, binary, map[string]string{m.path: m.mutated(0, len(m.source.text))}); err != nil {
			return unbuilt, nil //nolint:nilerr // what the types forbid was left out before, but not what the linker does
		}
		var took time.Duration
		for _, t := range s.tests {
			took += t.took
		}
		if !b.pass(s, binary, ".", min(b.limit, max(10*time.Second, 10*took))) {
			return dead, nil
		}
	}
	return alive, nil
}

// pass reports whether short tests of a suite, built as a binary, find nothing.
func (b *trial) pass(s *suite, binary, tests string, limit time.Duration) bool {
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	return b.command(ctx, s, binary, "-test.short", "-test.failfast", "-test.run", tests).Run() == nil
}

// command returns a run of a test binary, which leaves nothing behind but in the scratch folder.
func (b *trial) command(ctx context.Context, s *suite, binary string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, binary, args...)
	cmd.Dir = s.dir
	cmd.WaitDelay = time.Second
	return cmd
}

// write writes a scratch file.
func write(path, text string) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	_, err = f.WriteString(text)
	return errors.Join(err, f.Close())
}
