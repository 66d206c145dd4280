package tests

import (
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// maxArchitectureWords is how long ARCHITECTURE.md may be, so that people read all of it.
// Details belong above the code, and experiments into doc/lab.md.
const maxArchitectureWords = 3000

// TestArchitectureIsShortAndComplete checks that ARCHITECTURE.md is short, and names
// every top folder and the reason for every direct dependency.
func TestArchitectureIsShortAndComplete(t *testing.T) {
	text := readText(t, "ARCHITECTURE.md")
	if words := len(strings.Fields(text)); words > maxArchitectureWords {
		t.Errorf("ARCHITECTURE.md has %d words, want at most %d", words, maxArchitectureWords)
	}
	folders := map[string]bool{}
	for file := range sources(t) {
		if folder, _, below := strings.Cut(filepath.ToSlash(file), "/"); below && folder != "doc" {
			folders[folder] = true
		}
	}
	for folder := range folders {
		if !strings.Contains(text, "`"+folder+"`") {
			t.Errorf("ARCHITECTURE.md does not name the folder %s", folder)
		}
	}
	modules := regexp.MustCompile(`(?m)^(?:\t|require )(\S+) v\S+$`).FindAllStringSubmatch(readText(t, "go.mod"), -1)
	for _, m := range modules {
		if !strings.Contains(text, "`"+m[1]+"`") {
			t.Errorf("ARCHITECTURE.md has no reason for the dependency %s", m[1])
		}
	}
	if len(folders) < 10 || len(modules) < 20 {
		t.Errorf("%d folders and %d modules: nothing was tested", len(folders), len(modules))
	}
}

var (
	aFile = regexp.MustCompile("`((?:[a-z0-9]+/)+[a-zA-Z0-9_-]+\\.(?:go|html|json|txtar|md))`")
	aLink = regexp.MustCompile(`\]\(([^)#:]+)(?:#[^)]*)?\)`)
)

// TestDocumentsNameFilesThatExist checks the files that the documents for
// developers name, and the links of all documents.
func TestDocumentsNameFilesThatExist(t *testing.T) {
	documents, err := filepath.Glob("doc/*.md")
	if err != nil {
		t.Fatal(err)
	}
	documents = append(documents, "README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "BENCHMARKS.md")
	files, links := 0, 0
	for _, document := range documents {
		text := readText(t, document)
		for _, m := range aLink.FindAllStringSubmatch(text, -1) {
			links++
			if _, err := os.Stat(path.Join(path.Dir(filepath.ToSlash(document)), m[1])); err != nil {
				t.Errorf("%s: the link %s leads nowhere", document, m[1])
			}
		}
		if document != "ARCHITECTURE.md" && document != "CONTRIBUTING.md" && document != filepath.Join("doc", "lab.md") {
			continue
		}
		for _, m := range aFile.FindAllStringSubmatch(text, -1) {
			files++
			if _, err := os.Stat(m[1]); err != nil {
				t.Errorf("%s names %s, which does not exist", document, m[1])
			}
		}
	}
	if files < 50 || links < 30 {
		t.Errorf("%d files and %d links: nothing was tested", files, links)
	}
}

// readText returns a file of the module as text.
func readText(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
