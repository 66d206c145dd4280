package study

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/urfave/cli/v2"

	"kifudb/archive"
	"kifudb/archive/export"
	"kifudb/ask"
	"kifudb/command/answer"
	"kifudb/command/phrase"
	"kifudb/command/run"
	"kifudb/command/table"
	"kifudb/command/terminal"
	"kifudb/position"
)

// TreeCommand is the command tree.
func TreeCommand() *cli.Command {
	return run.Reaching(run.Nodes, &cli.Command{
		Name:      "tree",
		Usage:     "show the tree of moves that were played from a position or pattern",
		ArgsUsage: "[QUERY...]",
		UsageText: `kifudb tree player:dosaku                        from the empty board
kifudb tree --depth 12 --min 20 -o fuseki.sgf 'date:<1900'
kifudb tree --merge 'pos:"Q16 D4"' -o fuseki.dot
kifudb tree pat:@corner.txt -o joseki.sgf        a corner, with tenuki
kifudb tree --into mine.sgf -o counted.sgf player:takemiya`,
		Description: `The query may contain one pos:, pat: or seq:, from which the tree grows, and
otherwise it grows from the start of the game; its other terms choose the games.
Lines that are the same by symmetry are merged.

Below a pattern, the tree has the moves within its region. A move elsewhere
appears in the tree as tenuki, which is a pass in SGF; with --local such moves are
skipped instead.

With --merge the tree counts a position once, even if several orders of moves reach
it. It shows the position at the order that most games followed; the others refer to it.

-o writes a file: SGF, or by its extension JSON or DOT, the language of Graphviz.
In SGF, counts and results are comments, and moves are lettered; a file whose name
ends in .kif, .ki2, .jkf, .pgn or the like is written in that format. --into adds the
counts to a tree of your own instead: after your comments, also for moves that
nobody played, and without changing anything else; --new-moves also adds the
moves that it lacks. The tree may be in any format that kifudb imports.`,
		Flags: append(run.FlagsOf(ask.TreeOptions{}),
			&cli.StringFlag{Name: "into", Usage: "add counts to the tree in `FILE`"},
			&cli.BoolFlag{Name: "new-moves", Usage: "with --into, add the moves that the file lacks"},
			run.RecordsFlag(),
			run.OutputFlag(), run.ForceFlag(),
			&cli.BoolFlag{Name: "sgf", Usage: "print SGF"},
			&cli.BoolFlag{Name: "dot", Usage: "print DOT, for Graphviz"},
			&cli.BoolFlag{Name: "json", Usage: "print JSON"},
		),
		Action: run.Action(newTreeOptions, runTree),
	})
}

type treeOptions struct {
	archives []string
	search   archive.Search
	tree     ask.TreeOptions
	form     string               // "", "sgf", "dot" or "json"
	format   *export.RecordFormat // another than SGF, in which a record is written
	output   run.Output
	into     string
	sgf      bool // even if the tree came in another format
	grow     bool
}

func newTreeOptions(c *cli.Context) (o treeOptions, err error) {
	if o.search.Query, err = run.OnlyQuery(c, c.Args().Slice()); err != nil {
		return o, err
	}
	o.search.Records = c.Bool("records")
	run.SetOptions(c, &o.tree)
	o.output, o.into, o.grow, o.sgf = run.ChosenOutput(c), c.String("into"), c.Bool("new-moves"), c.Bool("sgf")
	if o.form, err = treeForm(c, o.output.Name); err != nil {
		return o, err
	}
	if f := export.RecordFormatOf(o.output.Name); o.form == "sgf" && !c.Bool("sgf") && f != nil && f.Name() != "sgf" {
		o.format = f
	}
	switch {
	case o.grow && o.into == "":
		return o, run.Usage("--new-moves goes with --into")
	case o.grow && o.tree.Merge:
		return o, run.Usage("--new-moves needs the order of moves, which --merge does not keep; leave out one of them")
	case o.into != "" && o.form == "":
		o.form = "sgf"
	case o.into != "" && o.form == "dot":
		return o, run.Usage("--into adds counts to SGF; leave --dot out")
	}
	o.archives, err = run.ArchivePaths(c)
	return o, err
}

// treeForm returns the form in which a tree is written: that of a flag, or that of
// the extension of a file.
func treeForm(c *cli.Context, file string) (form string, err error) {
	for _, name := range []string{"sgf", "dot", "json"} {
		if !c.Bool(name) {
			continue
		}
		if form != "" {
			return "", run.Usage("--%s or --%s, not both", form, name)
		}
		form = name
	}
	if form != "" || file == "" {
		return form, nil
	}
	switch strings.ToLower(filepath.Ext(file)) {
	case ".dot", ".gv":
		return "dot", nil
	case ".json":
		return "json", nil
	case ".txt":
		return "", nil
	}
	return "sgf", nil
}

func runTree(ctx context.Context, o treeOptions, s run.Streams) error {
	var mine *ask.OwnTree
	tree, done, err := run.Ask(ctx, s, run.Question[*ask.Tree]{
		Archives: o.archives, Search: &o.search, Watch: &o.tree.Watch, SoFar: treeSoFar,
		Ask: func(vs *ask.Views) (_ *ask.Tree, err error) {
			if o.into == "" {
				return vs.Tree(ctx, &o.search, &o.tree)
			}
			if mine, err = ask.ReadOwnTree(o.into); err != nil {
				return nil, err
			}
			if o.output.Name == "" && !o.sgf && mine.Format != "sgf" {
				if o.format, err = export.RecordFormatNamed(mine.Format, 0); err != nil {
					return nil, err
				}
			}
			return vs.TreeInto(ctx, &o.search, &o.tree, mine, o.grow)
		},
	})
	if err != nil {
		return err
	}
	defer done()
	return o.output.Write(s, func(w io.Writer) error {
		w = terminal.UntilStop(ctx, w)
		switch {
		case o.form == "json":
			return terminal.PrintJSON(w, tree)
		case o.form == "dot":
			return tree.WriteDOT(w)
		case mine != nil:
			return o.record(w, s, mine.Write)
		case o.form == "sgf":
			return o.record(w, s, tree.WriteSGF)
		}
		return printTree(w, tree)
	})
}

// record writes what is written in SGF in the format that is asked for.
func (o *treeOptions) record(w io.Writer, s run.Streams, write func(io.Writer) error) error {
	if o.format == nil {
		return write(w)
	}
	written, err := export.WriteAs(w, o.format, write)
	if err != nil {
		return err
	}
	for _, unfit := range written.Unfit {
		return fmt.Errorf("%s cannot hold the tree: %s", o.format.Name(), unfit.What)
	}
	for _, loss := range written.Losses {
		fmt.Fprintf(s.Err, "kifudb: left out, as %s cannot hold it: %s\n", o.format.Name(), loss.What)
	}
	return nil
}

func treeSoFar(tree *ask.Tree) string {
	var parts []string
	for _, i := range tree.Order() {
		if n := &tree.Nodes[i]; n.Depth == 1 && len(parts) < run.ManyParts {
			parts = append(parts, run.PartShare(n.Name, n.Share))
		}
	}
	return run.SoFar(tree.Games, parts)
}

// printTree draws what the tree begins with, and lists its moves indented.
func printTree(w io.Writer, tree *ask.Tree) error {
	if tree.Games == 0 {
		_, err := fmt.Fprintln(w, "nothing found")
		return err
	}
	if goban := tree.Asked.Goban(); goban == nil || goban.Stones(position.Black)+goban.Stones(position.White) > 0 {
		if err := answer.DrawAsked(w, tree.Asked, nil); err != nil {
			return err
		}
	}
	t := table.New("move", "games", "share", "black won", "white won", "draw", "decided", "")
	t.AlignRight(1, 2, 3, 4, 5, 6)
	t.Whole(0)
	t.Spare(7, 5, 4, 6, 3)
	deep := deepest(tree)
	for _, i := range tree.Order() {
		n := &tree.Nodes[i]
		won := n.Won
		name, remark := "", treeRemark(n)
		if i == 0 {
			name = "(all)"
		} else {
			name = lineName(n.Depth, deep, n.Move.Color, n.Name)
		}
		if n.SameAs != nil {
			remark = "as after " + strings.Join(tree.Line(*n.SameAs), " ")
			t.Row(name, phrase.Number(n.Here), percentShare(n.Share), "", "", "", "", remark)
			continue
		}
		if n.Games != n.Here {
			remark = strings.TrimPrefix(remark+"; "+phrase.Number(n.Games)+" with other orders", "; ")
		}
		t.Row(name, phrase.Number(n.Here), percentShare(n.Share), phrase.Percent(won.Black, won.Decided), phrase.Percent(won.White, won.Decided), phrase.Percent(won.Draw, won.Decided), phrase.Number(won.Decided), remark)
	}
	if err := t.Print(w); err != nil {
		return err
	}
	if tree.Shown != "" {
		fmt.Fprintln(w, tree.Shown)
	}
	_, err := fmt.Fprintf(w, "%s, %s%s\n", phrase.Games(tree.Games), treeSize(tree), foldedSuffix(tree.Folded))
	return err
}

// deepest returns how many moves the longest line has.
func deepest(tree *ask.Tree) int {
	most := 0
	for i := range tree.Nodes {
		most = max(most, tree.Nodes[i].Depth)
	}
	return most
}

// treeSize says how many moves a tree lists, and how many it leaves out.
func treeSize(tree *ask.Tree) string {
	more := 0
	for i := range tree.Nodes {
		more += tree.Nodes[i].More
	}
	text := phrase.Count(len(tree.Nodes)-1, "move") + " shown, " + phrase.Count(tree.Depth, "move") + " deep"
	if more > 0 {
		text += "; " + phrase.Count(more, "other move") + " after these left out"
		if tree.MinGames > 1 {
			text += fmt.Sprintf(" (--min %d)", tree.MinGames)
		}
	}
	return text
}

func foldedSuffix(folded int) string {
	if folded == 0 {
		return ""
	}
	return "; " + answer.FoldedWords(folded)
}

// lineName names a move of a tree, indented by how deep it is. Where trees are too deep
// for that, its number says it.
func lineName(depth, deepest int, color, name string) string {
	const most = 12
	switch {
	case deepest <= most:
		return strings.Repeat("  ", depth-1) + color + " " + name
	case deepest <= 2*most:
		return strings.Repeat(" ", depth-1) + color + " " + name
	}
	return fmt.Sprintf("%s%d. %s %s", strings.Repeat(" ", min(depth-1, most)), depth, color, name)
}

// percentShare writes a share of games.
func percentShare(s *archive.Share) string {
	if s == nil {
		return ""
	}
	return fmt.Sprintf("%.1f %%", 100*s.Value)
}

// treeRemark says of a node what is in no column.
func treeRemark(n *ask.TreeNode) string {
	var words []string
	if n.NotShown {
		words = append(words, "also in other orders, left out")
	}
	return strings.Join(words, "; ")
}
