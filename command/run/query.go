package run

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/urfave/cli/v2"

	"kifudb/archive"
	"kifudb/internal/plaintext"
)

// ParseQuery reads the arguments as one query.
func ParseQuery(args []string) (archive.Query, error) {
	text := strings.Join(args, " ")
	q, err := archive.ParseQuery(text)
	if err == nil {
		return q, nil
	}
	if e, ok := errors.AsType[*archive.QueryError](err); ok {
		return q, Usage("the query cannot be understood\n%s\n%s", pointAt(text, e.Column), plaintext.Printable(e.Message))
	}
	return q, Usage("%v", err)
}

// OnlyQuery reads the arguments of a command that takes a query and no games.
func OnlyQuery(c *cli.Context, args []string) (archive.Query, error) {
	references, words := Selection{Words: args}.Split()
	for _, word := range references {
		if word != archive.EveryGame {
			return archive.Query{}, Usage("%s takes a query; write id:7 for game 7, since an argument of digits such as %q is the number of a game", CommandName(c), word)
		}
	}
	return ParseQuery(words)
}

// pointAt returns a line of a query and one below it with an arrow at a column,
// counted in characters from 1. Of a long query it shows what is near.
func pointAt(query string, column int) string {
	const before, after = 60, 40
	runes := []rune(query)
	at := min(max(column-1, 0), len(runes))
	head, tail := runes[:at], runes[at:]
	left, right := "", ""
	if len(head) > before {
		head, left = head[len(head)-before:], "…"
	}
	if len(tail) > after {
		tail, right = tail[:after], "…"
	}
	start := left + plaintext.Printable(string(head))
	return fmt.Sprintf("  %s%s%s\n  %s^", start, plaintext.Printable(string(tail)), right, strings.Repeat(" ", plaintext.Width(start)))
}

// ReadPatternFile reads the files that queries name with @; "-" is standard
// input. Each is read once.
func ReadPatternFile(stdin io.Reader) func(string) ([]byte, error) {
	const most = 1 << 20
	texts := map[string][]byte{}
	return func(name string) ([]byte, error) {
		if text, ok := texts[name]; ok {
			return text, nil
		}
		r := stdin
		if name != "-" {
			f, err := os.Open(name)
			if err != nil {
				return nil, err
			}
			defer f.Close()
			r = f
		}
		b, err := io.ReadAll(io.LimitReader(r, most+1))
		if len(b) > most {
			return nil, fmt.Errorf("%s is too large for a position: over %d bytes", name, most)
		}
		if err == nil {
			texts[name] = b
		}
		return b, err
	}
}
