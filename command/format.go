package command

import (
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"kifudb/command/run"
)

// forms are the flags that choose the form of what a command prints. Each has its
// own flag since it is short, and --format takes its name since people guess it.
var forms = []string{"json", "csv", "sgf", "dot", "svg", "png", "gif"}

// plainForm is what a command prints without a flag.
const plainForm = "text"

// giveFormat gives a command that prints in several forms the flag --format, unless
// it has one of its own.
func giveFormat(command *cli.Command) {
	if run.LookupFlag(command.Flags, "format") != nil {
		return
	}
	var names []string
	for _, form := range forms {
		if _, ok := run.LookupFlag(command.Flags, form).(*cli.BoolFlag); ok {
			names = append(names, form)
		}
	}
	if len(names) == 0 {
		return
	}
	command.Flags = append(command.Flags, &cli.StringFlag{
		Name: "format", DefaultText: plainForm, Usage: "print in `FORMAT`: " + strings.Join(append([]string{plainForm}, names...), ", "),
	})
	before := command.Before
	command.Before = func(c *cli.Context) error {
		if err := chooseForm(c, names); err != nil || before == nil {
			return err
		}
		return before(c)
	}
}

// chooseForm sets the flag that the value of --format names.
func chooseForm(c *cli.Context, names []string) error {
	chosen := c.String("format")
	if !c.IsSet("format") {
		return nil
	}
	for _, other := range names {
		if other != chosen && c.Bool(other) {
			return run.Usage("--format %s and --%s exclude each other", chosen, other)
		}
	}
	switch {
	case chosen == plainForm:
		return nil
	case !slices.Contains(names, chosen):
		return run.Usage("--format: there is no format %q; expected %s", chosen, strings.Join(append([]string{plainForm}, names...), ", "))
	}
	return c.Set(chosen, "true")
}
