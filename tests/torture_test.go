package tests

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestAccidents compares what `make torture` runs with the tests that there are: no package is named
// without a test of accidents, none that has some is left out, and each part of the pattern is the
// name of a test.
func TestAccidents(t *testing.T) {
	makefile, err := os.ReadFile("Makefile")
	if err != nil {
		t.Fatal(err)
	}
	value := func(name string) string {
		found := regexp.MustCompile(`(?m)^` + name + ` *= *(.*)$`).FindSubmatch(makefile)
		if found == nil {
			t.Fatalf("the Makefile has no %s", name)
		}
		return string(found[1])
	}
	if !strings.Contains(string(makefile), "-run '$(ACCIDENTS)' $(TORTURED)") {
		t.Error("make torture does not run the tests of these names in these packages")
	}
	pattern := value("ACCIDENTS")
	accidents, test := regexp.MustCompile(pattern), regexp.MustCompile(`(?m)^func (Test\w+)\(`)
	matched := map[string]int{} // tests, by folder
	var names, dangerous []string
	err = filepath.WalkDir(".", func(file string, e os.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(file, "_test.go") {
			return err
		}
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		dir := filepath.ToSlash(filepath.Dir(file))
		if regexp.MustCompile(`"kifudb/(archive/objects/objectstest|internal/linktest)"|Getenv\("KIFUDB_(TORTURE|KILLS|RACES|STORE_TORTURE)"\)`).Match(text) {
			dangerous = append(dangerous, dir)
		}
		for _, found := range test.FindAllSubmatch(text, -1) {
			name := string(found[1])
			names = append(names, name)
			if accidents.MatchString(name) {
				matched[dir]++
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	var named []string
	for _, p := range strings.Fields(value("TORTURED")) {
		dir := filepath.ToSlash(filepath.Clean(p))
		named = append(named, dir)
		if matched[dir] == 0 {
			t.Errorf("%s has no test whose name matches ACCIDENTS", p)
		}
	}
	slices.Sort(dangerous)
	for _, dir := range slices.Compact(dangerous) {
		if strings.HasPrefix(dir, "internal/") || dir == "archive/objects/objectstest" { // what makes accidents
			continue
		}
		if !slices.Contains(named, dir) {
			t.Errorf("%s has tests of accidents, and is not in TORTURED", dir)
		}
	}
	if len(dangerous) < 5 {
		t.Errorf("only %q have tests of accidents", dangerous)
	}
	for part := range strings.SplitSeq(pattern, "|") {
		if !slices.ContainsFunc(names, regexp.MustCompile(part).MatchString) {
			t.Errorf("no test is called %s", part)
		}
	}
}
