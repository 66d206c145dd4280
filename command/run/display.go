package run

import (
	"os"
	"strings"

	"github.com/urfave/cli/v2"

	"kifudb/command/terminal"
)

// DisplayFlags are those of all commands that say how output is shown.
func DisplayFlags() []cli.Flag {
	return []cli.Flag{
		colorFlag(),
		&cli.BoolFlag{Name: "pager", DisableDefaultText: true, Usage: "show the output of any command in a pager (" + terminal.PagerVariable + ", PAGER, less), if it goes to a terminal"},
		&cli.BoolFlag{Name: "no-pager", DisableDefaultText: true, Usage: "do not use a pager"},
	}
}

func colorFlag() cli.Flag {
	return &cli.StringFlag{Name: "color", DefaultText: "auto", Usage: "show colors `WHEN`: always, never, or auto (on a terminal)"}
}

// unpaged are the commands whose output is not for a pager: they take long and say how
// far they are, ask for input, or print what is for a file.
var unpaged = map[string]bool{
	"import": true, "export": true, "recode": true, "remove": true, "compact": true, "copy": true, "check": true, "rebuild": true,
	"backup": true, "restore": true, "serve": true, "open": true, "drill": true, "service": true, "node": true, "cluster": true, "demo": true, "completion": true, "version": true,
	"bench": true, "mcp": true, "gtp": true, "usi": true, "uci": true,
}

// setUp does what flags and the environment say of colors and the pager.
func setUp(c *cli.Context, on *terminal.Screen) error {
	onTerminal := terminal.IsTerminal(on.Out)
	colored, err := terminal.WantsColor(globalFlag(c, "color"), onTerminal, os.Getenv)
	if err != nil {
		return Usage("%w", err)
	}
	always, never := globalFlag(c, "pager") == "true", globalFlag(c, "no-pager") == "true"
	if always && never {
		return Usage("--pager and --no-pager exclude each other")
	}
	wanted := always || pages(c.Command) && !c.Bool("open") && os.Getenv("TERM") != "dumb"
	on.SetUp(colored, onTerminal && wanted && !never)
	return nil
}

// pages reports whether a command's output goes through a pager. Commands below others
// that list or show do, those that change something do not.
func pages(c *cli.Command) bool {
	names := strings.Fields(c.HelpName)
	switch {
	case len(names) < 2 || unpaged[names[1]] || unpaged[c.Name]:
		return false
	case len(names) > 2:
		return c.Name == "list" || c.Name == "show" || c.Name == "suggest"
	}
	return true
}

// globalFlag returns what a flag says that may stand before or after the command's
// name, "" if it was not given.
func globalFlag(c *cli.Context, name string) string {
	for _, ctx := range c.Lineage() {
		if ctx.IsSet(name) {
			if text := ctx.String(name); text != "" {
				return text
			}
			return map[bool]string{true: "true", false: "false"}[ctx.Bool(name)]
		}
	}
	return ""
}
