package help

import (
	"bytes"
	"io"
	"regexp"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"kifudb/command/terminal"
	"kifudb/internal/plaintext"
)

// The columns of a help text: of any that is not shown on a terminal, and at most, as
// long lines are hard to read.
const (
	usualHelpWidth = 80
	mostHelpWidth  = 100
)

// init replaces cli.HelpPrinter, the only place where the library lets us lay out help.
func init() {
	cli.HelpPrinter = func(w io.Writer, template string, data any) {
		var b bytes.Buffer
		cli.HelpPrinterCustom(&b, template, data, nil)
		width := usualHelpWidth
		if columns := terminal.Width(w); columns > 0 {
			width = min(columns, mostHelpWidth)
		}
		_, _ = io.WriteString(w, layHelp(b.String(), width)) // like the library's own, which cannot say that it failed
	}
}

// repeated is how the library writes a flag that may be repeated: --host NAME [ --host NAME ].
var repeated = regexp.MustCompile(`(--\S+ \S+) \[ .*? \]`)

// optionLine is an option and what it does.
var optionLine = regexp.MustCompile(`^ {3}(-.*?)(?: {2,}(.*))?$`)

// layHelp lays out a help text: paragraphs and lists fit the width, and options are
// explained in one column, wherever the library's writing allows.
func layHelp(text string, width int) string {
	text = repeated.ReplaceAllString(text, "$1 ...")
	text = strings.ReplaceAll(text, "Shows a list of commands or help for one command", "explain one of these commands")
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	options := slices.IndexFunc(lines, func(line string) bool { return strings.HasSuffix(line, "OPTIONS:") })
	if options < 0 {
		options = len(lines)
	}
	var b strings.Builder
	section := ""
	for before := lines[:options]; len(before) > 0; {
		n := 0
		if section == "DESCRIPTION:" { // what stands elsewhere are rows
			n = paragraph(before)
		}
		if n == 0 {
			if before[0] != "" && indent(before[0]) == "" {
				section = before[0]
			}
			b.WriteString(hung(before[0], width))
			before = before[1:]
			continue
		}
		if slices.ContainsFunc(before[:n], func(line string) bool { return plaintext.Width(line) > width }) {
			b.WriteString(hung(indent(before[0])+strings.Join(strings.Fields(strings.Join(before[:n], " ")), " "), width))
		} else {
			b.WriteString(strings.Join(before[:n], "\n") + "\n")
		}
		before = before[n:]
	}
	names := 0
	for _, line := range lines[options:] {
		if m := optionLine.FindStringSubmatch(line); m != nil {
			names = max(names, plaintext.Width(m[1]))
		}
	}
	for _, line := range lines[options:] {
		if m := optionLine.FindStringSubmatch(line); m != nil {
			line = "   " + m[1] + strings.Repeat(" ", names-plaintext.Width(m[1])+2) + m[2]
		}
		b.WriteString(hung(strings.TrimRight(line, " "), width))
	}
	return b.String()
}

// indent returns the spaces before a line.
func indent(line string) string { return line[:len(line)-len(strings.TrimLeft(line, " "))] }

// paragraph returns how many lines there are in the paragraph that begins a list of lines;
// 0 if the first is no part of one, but a row of a list or blank.
func paragraph(lines []string) int {
	for n, line := range lines {
		if line == "" || indent(line) == "" || indent(line) != indent(lines[0]) || secondColumn.MatchString(line) {
			return n
		}
	}
	return len(lines)
}

// secondColumn is where what is explained ends, and the explanation begins.
var secondColumn = regexp.MustCompile(`^ *\S.*? {2,}`)

// hung breaks a line where it is too long, and puts what does not fit below its last
// column.
func hung(line string, width int) string {
	if plaintext.Width(line) <= width {
		return line + "\n"
	}
	head := indent(line)
	if first := secondColumn.FindString(line); first != "" {
		head = first
	}
	below := strings.Repeat(" ", plaintext.Width(head))
	return head + strings.TrimPrefix(plaintext.Wrapped(line[len(head):], width, below), below)
}
