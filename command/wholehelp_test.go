package command

import (
	"bytes"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/urfave/cli/v2"

	"kifudb/command/nodes"
	"kifudb/command/run"
	"kifudb/internal/plaintext"
)

// Every help text fits a terminal of 80 columns, and breaks no example.
func TestHelpFitsTheTerminal(t *testing.T) {
	t.Setenv("COLUMNS", "")
	seen := 0
	var visit func(words []string, list []*cli.Command)
	visit = func(words []string, list []*cli.Command) {
		var b bytes.Buffer
		if err := newApp(nodes.Elsewhere{}, strings.NewReader(""), &b, io.Discard).Run(slices.Concat([]string{"kifudb"}, words, []string{"--help"})); err != nil {
			t.Fatal(err)
		}
		seen++
		for line := range strings.Lines(b.String()) {
			if plaintext.Width(strings.TrimSuffix(line, "\n")) > 80 {
				t.Errorf("%s: too wide: %s", strings.Join(words, " "), line)
			}
		}
		for _, c := range list {
			visit(append(words[:len(words):len(words)], c.Name), c.Subcommands)
		}
	}
	visit(nil, commands(nodes.Elsewhere{}))
	if seen < 80 {
		t.Errorf("only %d texts", seen)
	}
}

// Every command that takes games says how they are named in the same words, and one
// that takes a query takes games, too, but for those of which a query is kept or
// asked for a position.
func TestCommandsThatTakeGamesSayHow(t *testing.T) {
	queriesOnly := []string{"next", "trend", "players", "events", "collections", "first", "orders", "annotate", "remarks", "tree", "follow", "similar", "problems", "examples", "mistakes", "saved add", "gtp", "usi", "uci", "book", "drill"}
	taking := 0
	var walk func(prefix string, list []*cli.Command)
	walk = func(prefix string, list []*cli.Command) {
		for _, c := range list {
			name := strings.TrimSpace(prefix + " " + c.Name)
			walk(name, c.Subcommands)
			asks, says := strings.Contains(c.ArgsUsage, "QUERY"), strings.Contains(c.Description, run.GamesHelp)
			only := false
			for _, q := range queriesOnly {
				only = only || q == name
			}
			if asks != (says || only) {
				t.Errorf("%s: takes a query: %v, but says how games are named: %v", name, asks, says)
			}
			if says {
				taking++
			}
		}
	}
	walk("", commands(nodes.Elsewhere{}))
	if taking < 8 {
		t.Errorf("only %d commands take games", taking)
	}
}
