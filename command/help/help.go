package help

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"kifudb/command/phrase"
	"kifudb/command/run"
	"kifudb/doc"
)

// A Program is what help explains.
type Program struct {
	App  func(w io.Writer) *cli.App                            // that prints its help there
	Near func(list []*cli.Command, name string) (try []string) // commands that may be meant by a name
}

// HelpCommand is the command that explains a program.
func HelpCommand(p Program) *cli.Command {
	return &cli.Command{
		Name: "help", Aliases: []string{"h"},
		Usage:     "explain a command, or a topic: " + topicNames(),
		ArgsUsage: "[TOPIC|DOCUMENT|COMMAND...]",
		UsageText: `kifudb help                    all commands
kifudb help query              the query language
kifudb help imports show       a command, as by --help
kifudb help doc/BOARD.md       a document; also help tour
kifudb help --search komi      commands, and sections of documents
kifudb help --man FOLDER       all help as man pages`,
		Description: "Topics:\n" + TopicList() + `
Every example in them finds something in the collection of 'kifudb demo', except those
about games that it does not contain.

Documents, which the pages of 'kifudb serve' show at /help, too:
` + documentList() + `
A document needs neither the folder nor the ending in its name, unless a topic or a command
has that name. --search finds words that begin like the given ones.`,
		Flags: []cli.Flag{
			&cli.BoolFlag{Name: "search", DisableDefaultText: true, Usage: "list the commands and the sections of topics and documents that have all the words"},
			&cli.StringFlag{Name: "man", Usage: "write man pages to `FOLDER`: kifudb(1), one for each command, and the topics in section 7"},
		},
		Action: run.Action(p.helpOptions, runHelp),
	}
}

// helpOptions say what is to be explained.
type helpOptions struct {
	text func(io.Writer) error
	man  string // a folder for pages, "" for none
	find string // words to search for, "" for none

	program Program // whose pages these are
}

func (p Program) helpOptions(c *cli.Context) (o helpOptions, err error) {
	o.man = c.String("man")
	args := c.Args().Slice()
	switch {
	case c.Bool("search") && c.IsSet("man"):
		return o, run.Usage("help takes --search or --man, not both")
	case c.Bool("search"):
		if o.find = strings.Join(args, " "); strings.TrimSpace(o.find) == "" {
			return o, run.Usage("help --search takes words to search for")
		}
		o.program = p
		return o, nil
	case c.IsSet("man") && (o.man == "" || len(args) > 0):
		return o, run.Usage("help --man takes a folder and nothing else")
	case o.man != "":
		o.program = p
		return o, nil
	case len(args) == 1:
		if i := slices.IndexFunc(topics(), func(t topic) bool { return t.name == strings.ToLower(args[0]) }); i >= 0 {
			o.text = topics()[i].print
			return o, nil
		}
	}
	list := p.App(io.Discard).Commands
	for i, name := range args {
		at := slices.IndexFunc(list, func(c *cli.Command) bool { return c.HasName(name) })
		if at < 0 && len(args) == 1 {
			if d := doc.Find(doc.Documents(), name); d != nil {
				o.text = func(w io.Writer) error { return printDocument(w, d) }
				return o, nil
			}
		}
		if at < 0 {
			return o, p.noHelpOn(args[:i], list, name)
		}
		list = list[at].Subcommands
	}
	o.text = func(w io.Writer) error { return p.printHelp(w, args) }
	return o, nil
}

// noHelpOn is the error of a word that is neither a topic nor a command.
func (p Program) noHelpOn(parents []string, list []*cli.Command, name string) error {
	near := p.Near(list, name)
	if len(parents) == 0 {
		for _, t := range topics() {
			if phrase.OneSlip(strings.ToLower(name), t.name) {
				near = append(near, t.name)
			}
		}
		for _, d := range doc.Documents() {
			if short := strings.ToLower(strings.TrimSuffix(d.Name, ".md")); phrase.OneSlip(strings.ToLower(strings.TrimSuffix(strings.TrimPrefix(name, "doc/"), ".md")), short) {
				near = append(near, documentName(d))
			}
		}
	}
	if len(near) > 0 {
		words := append(slices.Clone(parents), strings.Fields(near[0])[0])
		return run.Usage("there is no help on %q; perhaps \"kifudb help %s\"", name, strings.Join(words, " "))
	}
	if words := strings.Join(append(slices.Clone(parents), name), " "); len(doc.Search(append(Topics(), doc.Documents()...), words)) > 0 {
		return run.Usage("there is no help on %q; \"kifudb help --search %s\" lists where it has these words", words, words)
	}
	return run.Usage("there is no help on %q; the topics are %s, and 'kifudb help' lists the commands", name, topicNames())
}

// printHelp prints what a command, or the program, says of itself.
func (p Program) printHelp(w io.Writer, command []string) error {
	return p.App(w).Run(slices.Concat([]string{"kifudb"}, command, []string{"--help"}))
}

func runHelp(_ context.Context, o helpOptions, s run.Streams) error {
	if o.man != "" {
		return o.program.writeManPages(o.man, s)
	}
	if o.find != "" {
		return o.program.search(o.find, s)
	}
	return o.text(s.Out)
}

// A topic is something to be explained that is not one command.
type topic struct {
	name, about string
	text        func() string
}

// topics are all of them, in the order of help texts. Their examples are lines that
// begin with two spaces and "kifudb"; what follows two more spaces is no part of one. A
// test runs each of them.
func topics() []topic {
	return []topic{
		{"query", "the query language", queryTopic},
		{"patterns", "positions, patterns and sequences of moves", patternsTopic},
		{"board", "what moves do on the board", boardTopic},
		{"formats", "formats that are read, printed and written", formatsTopic},
		{"numbers", "what shares, intervals and comparisons mean, and how they are computed", numbersTopic},
		{"scripting", "exit statuses, JSON, lists of games, colors and the pager", scriptingTopic},
	}
}

// Topic returns the text of a topic, "" if there is none of the name.
func Topic(name string) string {
	for _, t := range topics() {
		if t.name == name {
			return t.text()
		}
	}
	return ""
}

func (t topic) print(w io.Writer) error {
	_, err := fmt.Fprintf(w, "%s: %s\n\n%s", strings.ToUpper(t.name), t.about, t.text())
	return err
}

func topicNames() string {
	var names []string
	for _, t := range topics() {
		names = append(names, t.name)
	}
	return strings.Join(names, ", ")
}

// TopicList lists the topics, one a line, with what each is about.
func TopicList() string {
	var b strings.Builder
	for _, t := range topics() {
		fmt.Fprintf(&b, "  %-10s %s\n", t.name, t.about)
	}
	return b.String()
}
