package command

import (
	"io"
	"os"
	"strings"

	"github.com/urfave/cli/v2"

	"kifudb/internal/lazy"
	"kifudb/position"
)

// colorsVariable sets the color of what was found, as in "match=1;33".
const colorsVariable = "KIFUDB_COLORS"

// colorHelp says when there is color, in the order in which it is asked.
const colorHelp = `COLORS mark what was found in lists, and the stones on boards. The first of these that
is set decides:
  --color always|never   colors everywhere, or nowhere
  NO_COLOR               no colors (see no-color.org)
  CLICOLOR_FORCE         unless it is 0: colors, even in files and pipes
  TERM=dumb              no colors
If none is set, there are colors when standard output is a terminal. JSON, CSV, records,
pictures and the files that kifudb itself writes never contain any. Matches are red;
KIFUDB_COLORS=match=1;33 makes them yellow (the numbers of an SGR escape sequence).
`

func colorFlag() cli.Flag {
	return &cli.StringFlag{Name: "color", DefaultText: "auto", Usage: "show colors `WHEN`: always, never, or auto (on a terminal)"}
}

// wantsColor reports whether output has colors, see colorHelp; when is the flag's value,
// "" if it was not given.
func wantsColor(when string, terminal bool, environment func(string) string) (bool, error) {
	switch when {
	case "always":
		return true, nil
	case "never":
		return false, nil
	case "", "auto":
	default:
		return false, usage("--color: there is no %q; expected always, never or auto", when)
	}
	force := environment("CLICOLOR_FORCE")
	switch {
	case environment("NO_COLOR") != "":
		return false, nil
	case force != "" && force != "0":
		return true, nil
	case environment("TERM") == "dumb":
		return false, nil
	}
	return terminal, nil
}

// sgr are the parameters of an escape sequence that sets colors.
var sgr = lazy.Regexp(`^[0-9]{1,3}(;[0-9]{1,3})*$`)

// matchColor is the color of what was found on a writer, see [ink.painted]; "" is none.
func matchColor(w io.Writer) string {
	if s, ok := streamOf(w); !ok || !s.colored {
		return ""
	}
	for _, setting := range strings.Split(os.Getenv(colorsVariable), ":") {
		if name, color, _ := strings.Cut(setting, "="); name == "match" && sgr().MatchString(color) {
			return color
		}
	}
	return "1;31" // as grep has it
}

// styleFor is how to draw a board.
func styleFor(w io.Writer, ascii bool) position.Style {
	s, ok := streamOf(w)
	switch {
	case ascii:
		return position.ASCII
	case ok && s.colored:
		return position.ANSI
	}
	return position.Unicode
}
