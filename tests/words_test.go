package tests

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// TestLibrariesNameNoCommands demands that no text of a package below the command
// line names its commands or flags: another front end shows the same errors. What
// to do about an error is said by the table in command/run/status.go.
func TestLibrariesNameNoCommands(t *testing.T) {
	commands := commandNames(t)
	named := regexp.MustCompile(`\bkifudb (` + strings.Join(commands, "|") + `)\b|(^|[^\w-])--[a-z]`)
	styled := regexp.MustCompile(`var\(--\w+(-\w+)*\)`) // a variable of CSS
	texts := 0
	for file := range sources(t) {
		if slashed := filepath.ToSlash(file); strings.HasPrefix(slashed, "command/") || strings.HasPrefix(slashed, "bench/") {
			continue
		}
		set := token.NewFileSet()
		f, err := parser.ParseFile(set, file, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(f, func(n ast.Node) bool {
			l, ok := n.(*ast.BasicLit)
			if !ok || l.Kind != token.STRING {
				return true
			}
			text, err := strconv.Unquote(l.Value)
			if err != nil {
				t.Fatal(err)
			}
			texts++
			if strings.HasPrefix(text, "# kifudb ") { // the head of a file says what the file is
				return true
			}
			if name := named.FindString(styled.ReplaceAllString(text, "")); name != "" {
				t.Errorf("%s: %q names %q", set.Position(l.Pos()), text, strings.TrimSpace(name))
			}
			return true
		})
	}
	if len(commands) < 20 || texts < 2000 {
		t.Errorf("%d commands and %d texts: nothing was tested", len(commands), texts)
	}
	for text, want := range map[string]bool{"see 'kifudb check --repair'": true, "go on with --force": true, "kifudb has no rules of chess": false, "a -- b": false} {
		if named.MatchString(text) != want {
			t.Errorf("%q names a command: %t, want %t", text, !want, want)
		}
	}
}

var commandName = regexp.MustCompile(`cli\.Command\{\s*Name:\s*"([a-z-]+)"`)

// commandNames returns the names of all commands and of the commands below them.
func commandNames(t *testing.T) (names []string) {
	t.Helper()
	for file := range sources(t) {
		if !strings.HasPrefix(filepath.ToSlash(file), "command/") {
			continue
		}
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range commandName.FindAllSubmatch(data, -1) {
			names = append(names, string(m[1]))
		}
	}
	return names
}
