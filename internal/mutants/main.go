// Mutants tells how well the tests of a package would notice a small fault: it
// changes one token or statement at a time in what the tests cover, and runs the
// short tests on each such mutant.
//
//	go run ./internal/mutants -n 25 ./alias
//	go run ./internal/mutants -n 25 ./search/match ./search
//
// The tests are those of the package and of the packages named after it, which a
// mutant that is still alive meets in this order.
//
// Of all mutants that can be made a sample is taken, the same one each time for
// the same seed and source. Those that do not compile are passed over. What the
// tests did not notice is listed with its place; each is a test to write, unless
// the mutant does the same as the source. The files themselves are not touched:
// the go command is given the mutant as an overlay.
//
// Programs that are to be had for this, such as gremlins 0.6, try every mutant of
// a package, which takes hours where a test binary takes seconds to link, and have
// no option for a sample.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// leastKilled is the share of mutants, in percent, that tests are to notice.
const leastKilled = 80

func main() {
	n := flag.Int("n", 150, "how many mutants to try")
	seed := flag.Uint64("seed", 1, "which sample")
	limit := flag.Duration("timeout", 2*time.Minute, "the longest that a mutant's tests may run, and never more than ten times what they take of the source; those that run longer are taken to hang, and the mutant to be noticed")
	within := flag.Duration("within", 0, "how long to try mutants, those that were tried by then being the sample; 0: until there are n")
	flag.Parse()
	if flag.NArg() == 0 {
		fmt.Fprintln(os.Stderr, "usage: mutants [-n 150] [-seed 1] [-timeout 2m] [-within 10m] ./package [./package-whose-tests-count-too ...]")
		os.Exit(2)
	}
	killed, tried, err := run(flag.Arg(0), flag.Args(), *n, *seed, *limit, *within)
	if err != nil {
		fmt.Fprintln(os.Stderr, "mutants:", err)
		os.Exit(2)
	}
	if killed*100 < tried*leastKilled {
		os.Exit(1)
	}
}

// run tries a sample of the mutants of a package on the tests of some packages,
// and prints what came of it.
func run(pkg string, tests []string, n int, seed uint64, limit, within time.Duration) (killed, tried int, err error) {
	scratch, err := os.MkdirTemp("", "mutants")
	if err != nil {
		return 0, 0, err
	}
	defer os.RemoveAll(scratch)
	files, err := sources(pkg)
	if err != nil {
		return 0, 0, err
	}
	covered, err := coverage(pkg, tests, filepath.Join(scratch, "coverage"))
	if err != nil {
		return 0, 0, err
	}
	suites, err := suitesOf(tests, scratch, limit)
	if err != nil {
		return 0, 0, err
	}
	var all []mutant
	uncovered := 0
	for _, path := range files {
		list, err := mutants(path)
		if err != nil {
			return 0, 0, err
		}
		for _, m := range list {
			if covered.has(filepath.Base(path), m.at.Line, m.at.Column) {
				all = append(all, m)
			} else {
				uncovered++
			}
		}
	}
	rand.New(rand.NewPCG(seed, 0)).Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	start := time.Now()
	for _, m := range all {
		if tried == n || within > 0 && time.Since(start) > within {
			break
		}
		result, err := m.try(suites, scratch)
		if err != nil {
			return 0, 0, err
		}
		if result == unbuilt {
			continue
		}
		if tried++; result == dead {
			killed++
			continue
		}
		fmt.Printf("survived %s:%d:%d: %s\n", filepath.Base(m.path), m.at.Line, m.at.Column, m.what)
	}
	if tried == 0 {
		return 0, 0, fmt.Errorf("%s: there is nothing to change in what its tests cover", pkg)
	}
	fmt.Printf("%s: %d of %d mutants killed, %d %%; of %d covered and %d not covered\n",
		pkg, killed, tried, killed*100/tried, len(all), uncovered)
	return killed, tried, nil
}

// sources returns the files of a package that are built here, tests aside.
func sources(pkg string) ([]string, error) {
	out, err := exec.Command("go", "list", "-json=Dir,GoFiles", pkg).Output()
	if err != nil {
		return nil, fmt.Errorf("go list %s: %w", pkg, err)
	}
	var p struct {
		Dir     string
		GoFiles []string
	}
	if err := json.Unmarshal(out, &p); err != nil {
		return nil, err
	}
	for i, name := range p.GoFiles {
		p.GoFiles[i] = filepath.Join(p.Dir, name)
	}
	return p.GoFiles, nil
}

// A result is what became of a mutant.
type result int

const (
	unbuilt result = iota // it does not compile
	dead                  // a test failed
	alive
)

// A suite is a package whose tests are run, its folder, and when they are taken to hang.
type suite struct {
	pkg, dir string
	limit    time.Duration
}

// suitesOf finds the folders of packages, and how long their tests may take: ten times
// what they take of the source, but five seconds at least, and no more than the limit.
func suitesOf(pkgs []string, scratch string, limit time.Duration) ([]suite, error) {
	binary := filepath.Join(scratch, "source.test")
	list := make([]suite, len(pkgs))
	for i, pkg := range pkgs {
		out, err := exec.Command("go", "list", "-f", "{{.Dir}}", pkg).Output()
		if err != nil {
			return nil, fmt.Errorf("go list %s: %w", pkg, err)
		}
		list[i] = suite{pkg, strings.TrimSpace(string(out)), limit}
		if err := exec.Command("go", "test", "-vet=off", "-c", "-o", binary, pkg).Run(); err != nil {
			return nil, fmt.Errorf("go test -c %s: %w", pkg, err)
		}
		start := time.Now()
		if !list[i].pass(binary) {
			return nil, fmt.Errorf("%s: the tests fail without any change, or take more than %v", pkg, limit)
		}
		list[i].limit = min(limit, max(5*time.Second, 10*time.Since(start)))
	}
	return list, nil
}

// try runs the suites on the mutant until one notices it.
func (m mutant) try(suites []suite, scratch string) (result, error) {
	source, err := os.ReadFile(m.path)
	if err != nil {
		return 0, err
	}
	changed := filepath.Join(scratch, "mutant.go")
	text := string(source[:m.from]) + m.text + string(source[m.to:])
	overlay, err := json.Marshal(map[string]map[string]string{"Replace": {m.path: changed}})
	if err != nil {
		return 0, err
	}
	list := filepath.Join(scratch, "overlay.json")
	if err := errors.Join(write(changed, text), write(list, string(overlay))); err != nil {
		return 0, err
	}
	binary := filepath.Join(scratch, "mutant.test")
	for _, suite := range suites {
		if err := exec.Command("go", "test", "-vet=off", "-overlay", list, "-c", "-o", binary, suite.pkg).Run(); err != nil {
			return unbuilt, nil //nolint:nilerr // most changes of a type do not compile
		}
		if !suite.pass(binary) {
			return dead, nil
		}
	}
	return alive, nil
}

// pass reports whether the short tests of a suite, built as a binary, find nothing.
func (s suite) pass(binary string) bool {
	ctx, cancel := context.WithTimeout(context.Background(), s.limit)
	defer cancel()
	test := exec.CommandContext(ctx, binary, "-test.short", "-test.failfast")
	test.Dir = s.dir
	return test.Run() == nil
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

// blocks are the covered stretches of files, by base name: from and to, each a
// line and a column.
type blocks map[string][][4]int

// coverage runs short tests and returns what of a package they cover.
func coverage(pkg string, tests []string, path string) (blocks, error) {
	args := append([]string{"test", "-short", "-coverprofile", path, "-coverpkg", pkg}, tests...)
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
