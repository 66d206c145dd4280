package terminal

import (
	"fmt"
	"io"
	"os"
	"strings"

	"kifudb/internal/lazy"
)

// colorsVariable sets the color of what was found, as in "match=1;33".
const colorsVariable = "KIFUDB_COLORS"

// ColorHelp says when there is color, in the order in which it is asked.
const ColorHelp = `COLORS mark what was found in lists, and the stones on boards. The first of these that
is set decides:
  --color always|never   colors everywhere, or nowhere
  NO_COLOR               no colors (see no-color.org)
  CLICOLOR_FORCE         unless it is 0: colors, even in files and pipes
  TERM=dumb              no colors
If none is set, there are colors when standard output is a terminal. JSON, CSV, records,
pictures and the files that kifudb itself writes never contain any. Matches are red;
KIFUDB_COLORS=match=1;33 makes them yellow (the numbers of an SGR escape sequence).
`

// WantsColor reports whether output has colors, see ColorHelp; when is the flag's value,
// "" if it was not given.
func WantsColor(when string, terminal bool, environment func(string) string) (bool, error) {
	switch when {
	case "always":
		return true, nil
	case "never":
		return false, nil
	case "", "auto":
	default:
		return false, fmt.Errorf("--color: there is no %q; expected always, never or auto", when)
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

// MatchColor is the color of what was found on a writer, see [ink.painted]; "" is none.
func MatchColor(w io.Writer) string {
	if !Colored(w) {
		return ""
	}
	for _, setting := range strings.Split(os.Getenv(colorsVariable), ":") {
		if name, color, _ := strings.Cut(setting, "="); name == "match" && sgr().MatchString(color) {
			return color
		}
	}
	return "1;31" // as grep has it
}

// Colored reports whether what is found and drawn has colors on a writer.
func Colored(w io.Writer) bool {
	s, ok := StreamOf(w)
	return ok && s.colored
}
