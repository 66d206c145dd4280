package help

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/urfave/cli/v2"

	"kifudb/archive"
	"kifudb/command/phrase"
	"kifudb/command/run"
	"kifudb/internal/plaintext"
)

// writeManPages writes the help texts as pages for man: kifudb(1), one page for
// each command, and the topics in section 7. Pages are what help prints, set as it
// stands, since its lines are made for terminals.
func (p Program) writeManPages(dir string, s run.Streams) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	written := 0
	page := func(words []string, section int, text string) error {
		name := fmt.Sprintf("%s.%d", strings.Join(words, "-"), section)
		_, err := archive.WriteFile(filepath.Join(dir, name), true, func(w io.Writer) error {
			_, err := io.WriteString(w, ManPage(words, section, text))
			return err
		})
		written++
		return err
	}
	var visit func(words []string, list []*cli.Command) error
	visit = func(words []string, list []*cli.Command) error {
		var b bytes.Buffer
		if err := p.printHelp(&b, words[1:]); err != nil {
			return err
		}
		if err := page(words, 1, b.String()); err != nil {
			return err
		}
		for _, c := range list {
			if c.Name == "help" { // its page would be that of the program
				continue
			}
			if err := visit(append(words[:len(words):len(words)], c.Name), c.Subcommands); err != nil {
				return err
			}
		}
		return nil
	}
	if err := visit([]string{"kifudb"}, p.App(io.Discard).Commands); err != nil {
		return err
	}
	for _, t := range topics() {
		text := fmt.Sprintf("NAME:\n   kifudb %s - %s\n\nDESCRIPTION:\n%s", t.name, t.about, t.text())
		if err := page([]string{"kifudb", t.name}, 7, text); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintf(s.Out, "%s written to %s\n", phrase.Count(written, "page"), plaintext.Printable(dir))
	return err
}

// ManPage sets a help text in the language of man, see groff_man(7): lines such as
// "OPTIONS:" are heads of sections, all others stay as they are.
func ManPage(words []string, section int, text string) string {
	title := strings.Join(words, "-")
	var b strings.Builder
	fmt.Fprintf(&b, ".TH %s %d \"\" \"kifudb\" \"kifudb\"\n", strings.ToUpper(title), section)
	name := false
	for _, line := range strings.Split(strings.TrimRight(text, "\n"), "\n") {
		head, isHead := strings.CutSuffix(line, ":")
		switch {
		case isHead && head != "" && strings.ToUpper(head) == head && !strings.HasPrefix(head, " "):
			if !name && b.Len() > 0 && strings.Contains(b.String(), ".nf\n") {
				b.WriteString(".fi\n")
			}
			fmt.Fprintf(&b, ".SH %s\n", head)
			if name = head == "NAME"; !name {
				b.WriteString(".nf\n")
			}
		case name && strings.TrimSpace(line) == "":
		case name: // what apropos and whatis read: "kifudb-search \- find games"
			command, about, _ := strings.Cut(strings.TrimSpace(line), " - ")
			fmt.Fprintf(&b, "%s \\- %s\n", roff(strings.ReplaceAll(command, " ", "-")), roff(about))
		default:
			b.WriteString(roff(strings.TrimPrefix(line, "   ")) + "\n")
		}
	}
	return b.String() + ".fi\n"
}

// roff writes a line so that it means itself.
func roff(line string) string {
	line = strings.NewReplacer(`\`, `\e`, "-", `\-`, "'", `\(aq`, "^", `\(ha`, "~", `\(ti`, "`", `\(ga`).Replace(line)
	if strings.HasPrefix(line, ".") {
		line = `\&` + line
	}
	return line
}
