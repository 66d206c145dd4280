// Mutants tells how well the tests of a package would notice a small fault: it
// changes one token or statement at a time in what the tests cover, and runs the
// short tests on each such mutant.
//
//	make mutants N=25 PKG=book/alias
//	make mutants N=25 PKG=search/match WITH=./search
//
// The tests are those of the package and of the packages named after it. A mutant
// meets those of them that reach what it changes, the quickest first.
//
// Of all mutants that compile a sample is taken, the same one each time for
// the same seed and source. What the tests did not notice is listed with its place;
// each is a test to write, unless the mutant does the same as the source. The files
// themselves are not touched: the go command is given an overlay.
//
// Programs that are to be had for this, such as gremlins 0.6, try every mutant of
// a package and build each on its own, which takes hours where a test binary takes
// seconds to link, and have no option for a sample.
package main

import (
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"time"
)

// leastKilled is the share of mutants, in percent, that tests are to notice.
const leastKilled = 80

// options are how many mutants to try, and which.
type options struct {
	n      int
	seed   uint64
	at     string        // a regular expression that a mutant's place or change matches
	limit  time.Duration // of tests
	within time.Duration
}

func main() {
	var o options
	flag.IntVar(&o.n, "n", 150, "how many mutants to try")
	flag.Uint64Var(&o.seed, "seed", 1, "which sample")
	flag.StringVar(&o.at, "at", "", "of the sample, try only mutants that match a regular expression as they are listed, such as '^alias.go:12:'")
	flag.DurationVar(&o.limit, "timeout", 2*time.Minute, "the longest that a mutant's tests may run, and never more than ten times what they take of the source; those that run longer are taken to hang, and the mutant to be noticed")
	flag.DurationVar(&o.within, "within", 0, "how long to try mutants, those that were tried by then being the sample; 0: until there are n")
	flag.Parse()
	if flag.NArg() == 0 {
		fmt.Fprintln(os.Stderr, "usage: mutants [-n 150] [-seed 1] [-at REGEXP] [-timeout 2m] [-within 10m] ./package [./package-whose-tests-count-too ...]")
		os.Exit(2)
	}
	killed, tried, err := run(flag.Arg(0), flag.Args(), o)
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
func run(pkg string, tests []string, o options) (killed, tried int, err error) {
	at, err := regexp.Compile(o.at)
	if err != nil {
		return 0, 0, err
	}
	scratch, err := os.MkdirTemp("", "mutants")
	if err != nil {
		return 0, 0, err
	}
	defer os.RemoveAll(scratch)
	u, err := load(pkg)
	if err != nil {
		return 0, 0, err
	}
	b, err := newTrial(tests, scratch, o.limit)
	if err != nil {
		return 0, 0, err
	}
	covered, err := coverage(pkg, tests, filepath.Join(scratch, "coverage"))
	if err != nil {
		return 0, 0, err
	}
	// All are shuffled, so that another test that covers more changes little of the sample.
	var all []mutant
	for _, s := range u.sources {
		all = append(all, s.mutants(u.set)...)
	}
	rand.New(rand.NewPCG(o.seed, 0)).Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	reached := 0
	var sample []mutant
	for _, m := range all {
		if !covered.has(m.name(), m.at.Line, m.at.Column) {
			continue
		}
		if reached++; len(sample) < o.n && u.compiles(m.source, m.mutated(0, len(m.source.text))) {
			sample = append(sample, m)
		}
	}
	switches, err := b.buildSwitched(u, sample)
	if err != nil {
		return 0, 0, err
	}
	if err := b.meet(); err != nil {
		return 0, 0, err
	}
	start := time.Now()
	for i, m := range sample {
		if o.within > 0 && time.Since(start) > o.within {
			break
		}
		if !at.MatchString(m.String()) {
			continue
		}
		var result result
		if switches[i] {
			result, err = b.try(i)
		} else {
			result, err = b.tryAlone(m)
		}
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
		met := ""
		if result == unmet {
			met = " (which no test meets)"
		}
		fmt.Printf("survived %v%s\n", m, met)
	}
	if tried == 0 {
		return 0, 0, fmt.Errorf("%s: there is nothing to change in what its tests cover", pkg)
	}
	fmt.Printf("%s: %d of %d mutants killed, %d %%; of %d covered and %d not covered\n",
		pkg, killed, tried, killed*100/tried, reached, len(all)-reached)
	return killed, tried, nil
}

// buildSwitched builds the suites with those mutants of the sample in them that can be
// switched on, and reports which.
func (b *trial) buildSwitched(u *unit, sample []mutant) ([]bool, error) {
	run := runtime(u.name, b.now(), b.met(), len(sample))
	can := make([]bool, len(sample))
	lists := map[*source][]switched{}
	for i, m := range sample {
		s, ok := m.switched(u, i)
		if ok && u.compiles(m.source, m.withSwitches([]switched{s}), run) {
			can[i] = true
			lists[m.source] = append(lists[m.source], s)
		}
	}
	texts := map[string]string{filepath.Join(u.dir, "mutantswitches.go"): run}
	for s, list := range lists {
		texts[s.path] = s.withSwitches(list)
	}
	for _, s := range b.suites {
		if err := b.build(s, s.binary, texts); err != nil {
			return nil, errors.Join(err, fmt.Errorf("%s with all mutants in it does not compile", u.pkg))
		}
	}
	return can, nil
}
