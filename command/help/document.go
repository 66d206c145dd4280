package help

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"kifudb/command/run"
	"kifudb/command/terminal"
	"kifudb/doc"
	"kifudb/internal/plaintext"
)

// Topics returns the topics as documents, which pages show beside those of the program.
func Topics() []*doc.Document {
	var list []*doc.Document
	for _, t := range topics() {
		list = append(list, doc.FromHelp(t.name, strings.ToUpper(t.about[:1])+t.about[1:], t.text()))
	}
	return list
}

// commands returns what each command says of itself, as a document of one section. Of how games are named, which
// many say, it has nothing.
func (p Program) commands() (all []*doc.Document) {
	var visit func(parents string, list []*cli.Command)
	visit = func(parents string, list []*cli.Command) {
		for _, c := range list {
			if c.Name == "help" { // it would have all words of the list of documents
				continue
			}
			name := strings.TrimSpace(parents + " " + c.Name)
			text := c.UsageText + "\n" + strings.ReplaceAll(c.Description, run.GamesHelp, "") + "\n"
			for _, f := range c.Flags {
				if f, ok := f.(cli.DocGenerationFlag); ok {
					text += "--" + f.Names()[0] + " " + strings.ReplaceAll(f.GetUsage(), "`", "") + "\n"
				}
			}
			all = append(all, doc.FromLines(name, "kifudb "+name+": "+c.Usage, text))
			visit(name, c.Subcommands)
		}
	}
	visit("", p.App(io.Discard).Commands)
	return all
}

// helpWidth is how many columns help takes on a writer.
func helpWidth(w io.Writer) int {
	if columns := terminal.Width(w); columns > 0 {
		return min(columns, mostHelpWidth)
	}
	return usualHelpWidth
}

// documentName is what help calls a document: its file, or the topic.
func documentName(d *doc.Document) string {
	if strings.HasSuffix(d.Name, ".md") {
		return "doc/" + d.Name
	}
	return d.Name
}

// documentList lists the documents, one a line, with their titles.
func documentList() string {
	var b strings.Builder
	for _, d := range doc.Documents() {
		fmt.Fprintf(&b, "  %-23s %s\n", documentName(d), d.Title)
	}
	return b.String()
}

// printDocument prints a document.
func printDocument(w io.Writer, d *doc.Document) error {
	_, err := io.WriteString(w, d.Terminal(helpWidth(w)))
	return err
}

// mostSections are how many sections a search in the help prints.
const mostSections = 20

// search prints the sections that have all the words.
func (p Program) search(words string, s run.Streams) error {
	hits := doc.Search(slices.Concat(Topics(), p.commands(), doc.Documents()), words)
	if len(hits) == 0 {
		_, err := fmt.Fprintln(s.Out, "no section of the help has all of these words")
		return err
	}
	var b strings.Builder
	width := helpWidth(s.Out)
	for _, hit := range hits[:min(mostSections, len(hits))] {
		b.WriteString(plaintext.Wrapped(fmt.Sprintf("%s  (kifudb help %s)", hit.Heading, documentName(hit.Document)), width, ""))
		var line strings.Builder
		for _, piece := range hit.Line {
			line.WriteString(piece.Text)
		}
		b.WriteString(plaintext.Wrapped(line.String(), width, "    ") + "\n")
	}
	if more := len(hits) - mostSections; more > 0 {
		fmt.Fprintf(&b, "%d more sections; more words find fewer\n", more)
	}
	_, err := io.WriteString(s.Out, b.String())
	return err
}
