package command

import (
	"bytes"
	"strings"
	"testing"

	"github.com/urfave/cli/v2"

	"kifudb/command/terminal"
)

func TestLayHelp(t *testing.T) {
	const text = `NAME:
   x - do it

USAGE:
   x one two three four
   x five

DESCRIPTION:
   A paragraph whose lines
   are of any length, of which one is too long here.

   Short ones
   stay.

   A list:
     first   which is explained at some length
     second  not

OPTIONS:
   --host NAME [ --host NAME ]  also answer to this NAME, wherever it is
   -n N                         N
   --help, -h                   show help
`
	const want = `NAME:
   x - do it

USAGE:
   x one two three four
   x five

DESCRIPTION:
   A paragraph whose lines are of any
   length, of which one is too long
   here.

   Short ones
   stay.

   A list:
     first   which is explained at some
             length
     second  not

OPTIONS:
   --host NAME ...  also answer to this
                    NAME, wherever it is
   -n N             N
   --help, -h       show help
`
	if got := layHelp(text, 40); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// Every help text fits a terminal of 80 columns, and breaks no example.
func TestHelpFitsTheTerminal(t *testing.T) {
	t.Setenv("COLUMNS", "")
	seen := 0
	var visit func(words []string, list []*cli.Command)
	visit = func(words []string, list []*cli.Command) {
		var b bytes.Buffer
		if err := printHelp(&b, words); err != nil {
			t.Fatal(err)
		}
		seen++
		for line := range strings.Lines(b.String()) {
			if terminal.TextWidth(strings.TrimSuffix(line, "\n")) > usualHelpWidth {
				t.Errorf("%s: too wide: %s", strings.Join(words, " "), line)
			}
		}
		for _, c := range list {
			visit(append(words[:len(words):len(words)], c.Name), c.Subcommands)
		}
	}
	visit(nil, commands())
	if seen < 80 {
		t.Errorf("only %d texts", seen)
	}
}
