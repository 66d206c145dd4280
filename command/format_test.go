package command

import (
	"testing"

	"github.com/urfave/cli/v2"

	"kifudb/command/nodes"
	"kifudb/command/run"
)

// leaves yields each command that does something, with the words that call it.
func leaves(visit func(name string, c *cli.Command)) {
	app := newApp(nodes.Elsewhere{}, nil, nil, nil)
	var walk func(prefix string, list []*cli.Command)
	walk = func(prefix string, list []*cli.Command) {
		for _, c := range list {
			if name := prefix + c.Name; len(c.Subcommands) > 0 {
				walk(name+" ", c.Subcommands)
			} else {
				visit(name, c)
			}
		}
	}
	walk("", app.Commands)
}

// A command that has a flag for a form of its output takes the form's name after
// --format, too.
func TestEachFormHasAFormat(t *testing.T) {
	found := 0
	leaves(func(name string, c *cli.Command) {
		for _, form := range forms {
			if _, ok := run.LookupFlag(c.Flags, form).(*cli.BoolFlag); !ok {
				continue
			}
			if found++; run.LookupFlag(c.Flags, "format") == nil {
				t.Errorf("%s --%s, but no --format", name, form)
			}
		}
	})
	if found < 60 {
		t.Errorf("only %d forms", found)
	}
}

// One thing has one name: flags that are explained in the same words have the same first
// name in all commands. Older names may follow it.
func TestFlagsHaveOneName(t *testing.T) {
	type use struct {
		command string
		names   []string
	}
	uses := map[string]use{} // by the explanation
	leaves(func(name string, c *cli.Command) {
		for _, flag := range c.Flags {
			explained, ok := flag.(cli.DocGenerationFlag)
			if !ok || explained.GetUsage() == "" {
				continue
			}
			first, known := uses[explained.GetUsage()]
			if !known {
				uses[explained.GetUsage()] = use{name, flag.Names()}
			} else if first.names[0] != flag.Names()[0] {
				t.Errorf("%q is %v of %s and %v of %s", explained.GetUsage(), first.names, first.command, flag.Names(), name)
			}
		}
	})
	if len(uses) < 100 {
		t.Errorf("only %d flags", len(uses))
	}
}

// The value of --format is what the flag of the form does, and two forms at once are refused.
func TestFormatChoosesTheForm(t *testing.T) {
	for _, c := range []struct {
		args []string
		form string // "" if it is refused
	}{
		{nil, plainForm},
		{[]string{"--format", "text"}, plainForm},
		{[]string{"--format", "csv"}, "csv"},
		{[]string{"--format", "json"}, "json"},
		{[]string{"--format", "json", "--json"}, "json"},
		{[]string{"--format", "json", "--csv"}, ""},
		{[]string{"--format", "text", "--csv"}, ""},
		{[]string{"--format", "xml"}, ""},
	} {
		got := ""
		command := &cli.Command{
			Name:  "c",
			Flags: []cli.Flag{&cli.BoolFlag{Name: "json"}, &cli.BoolFlag{Name: "csv"}},
			Action: func(c *cli.Context) error {
				got = plainForm
				for _, form := range []string{"json", "csv"} {
					if c.Bool(form) {
						got = form
					}
				}
				return nil
			},
		}
		giveFormat(command)
		app := &cli.App{Commands: []*cli.Command{command}, ExitErrHandler: func(*cli.Context, error) {}}
		if err := app.Run(append([]string{"kifudb", "c"}, c.args...)); got != c.form || (err == nil) != (c.form != "") {
			t.Errorf("%v: %q, %v; want %q", c.args, got, err, c.form)
		}
	}
}
