package command

import (
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/urfave/cli/v2"

	"kifudb/command/nodes"
)

// Flags may stand anywhere, and what is no flag stays an argument.
func TestArrange(t *testing.T) {
	for _, test := range []struct{ in, want string }{
		{"kifudb", "kifudb"},
		{"kifudb --help", "kifudb --help"},
		{"kifudb search x", "kifudb search -- x"},
		{"kifudb search x --json", "kifudb search --json -- x"},
		{"kifudb search x -n 5 y", "kifudb search -n 5 -- x y"},
		{"kifudb search x --limit=5", "kifudb search --limit=5 -- x"},
		{"kifudb search -player:x --count", "kifudb search --count -- -player:x"},
		{"kifudb search --nonsense x", "kifudb search --nonsense -- x"},
		{"kifudb search -- --json", "kifudb search -- --json"},
		{"kifudb --archive a search x --json", "kifudb --archive a search --json -- x"},
		{"kifudb --archive=a search x", "kifudb --archive=a search -- x"},
		{"kifudb import - -q", "kifudb import -q -- -"},
		{"kifudb shogi convert a --bare", "kifudb shogi convert --bare -- a"},
		{"kifudb nonsense --json", "kifudb nonsense --json"},
		{"kifudb search x --limit", "kifudb search --limit"},
	} {
		app := newApp(nodes.Elsewhere{}, strings.NewReader(""), io.Discard, io.Discard)
		if got := arrange(app, strings.Fields(test.in)); !slices.Equal(got, strings.Fields(test.want)) {
			t.Errorf("arrange(%q) is %q, want %q", test.in, strings.Join(got, " "), test.want)
		}
	}
}

// Every command says first how it is usually called.
func TestHelp(t *testing.T) {
	for _, command := range commands(nodes.Elsewhere{}) {
		if !strings.HasPrefix(command.UsageText, "kifudb ") && command.Name != "completion" {
			t.Errorf("the help of %s does not open with the usual invocations", command.Name)
		}
		if command.Usage == "" {
			t.Errorf("%s has no usage line", command.Name)
		}
	}
}

// A command that writes a file which the user names can be told to replace it,
// and does not do so otherwise.
func TestCommandsThatWriteFilesHaveForce(t *testing.T) {
	found := 0
	var visit func(name string, list []*cli.Command)
	visit = func(name string, list []*cli.Command) {
		for _, command := range list {
			visit(name+command.Name+" ", command.Subcommands)
			has := func(flag string) bool {
				return slices.ContainsFunc(command.Flags, func(f cli.Flag) bool { return slices.Contains(f.Names(), flag) })
			}
			if !has("output") && (command.Name != "export" && command.Name != "backup" || command.ArgsUsage == "") {
				continue
			}
			found++
			if !has("force") {
				t.Errorf("%s%s writes a file and has no --force", name, command.Name)
			}
		}
	}
	visit("", commands(nodes.Elsewhere{}))
	if found < 8 {
		t.Errorf("%d commands write files, expected all", found)
	}
}
