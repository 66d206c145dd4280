package ask

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"

	"kifudb/archive"
)

// Says returns what the tree is about, in lines: the question, what was counted, and
// the state of the archive.
func (t *Tree) Says() string {
	var b strings.Builder
	fmt.Fprintf(&b, "What was played in %s found by\n%s\n", countedGames(t.Games), t.Query)
	fmt.Fprintf(&b, "%s deep", plural(t.Depth, "move", "moves"))
	if t.MinGames > 1 {
		fmt.Fprintf(&b, "; lines in fewer than %d games are left out", t.MinGames)
	}
	if t.MaxMoves > 0 {
		fmt.Fprintf(&b, "; at most %s after each position", plural(t.MaxMoves, "move", "moves"))
	}
	if t.Merged {
		b.WriteString("; positions reached in several orders are shown once")
	}
	if t.Pattern != "" {
		if t.Local {
			b.WriteString("; moves elsewhere are ignored")
		} else {
			b.WriteString("; a pass is a move elsewhere (tenuki)")
		}
	}
	b.WriteString("\n")
	if t.Pattern != "" {
		fmt.Fprintf(&b, "Pattern %s\n", t.Pattern)
	}
	if t.Folded > 0 {
		fmt.Fprintf(&b, "%s of the same games are not counted\n", plural(t.Folded, "record", "records"))
	}
	for _, a := range t.Provenance.Archives {
		fmt.Fprintf(&b, "Archive %s, state %d\n", a.ID, a.Generation)
	}
	fmt.Fprintf(&b, "kifudb %s", t.Provenance.Program)
	return b.String()
}

// Comment returns what is known of a node in lines of text: games, results, and the
// moves after it, which are its children.
func (t *Tree) Comment(node int, children []int) string {
	n := &t.Nodes[node]
	var b strings.Builder
	b.WriteString(countedGames(n.Here))
	if n.Share != nil {
		fmt.Fprintf(&b, ", %s", percentOf(n.Share.Value))
	}
	b.WriteString("\n")
	switch {
	case n.NotShown:
		fmt.Fprintf(&b, "Reached in other orders, too: %s in all, which are left out here\n", countedGames(n.Games))
		return strings.TrimRight(b.String(), "\n")
	case n.SameAs != nil:
		fmt.Fprintf(&b, "The same position as after %s, with what follows there: %s in all\n", strings.Join(t.Line(*n.SameAs), " "), countedGames(n.Games))
		return strings.TrimRight(b.String(), "\n")
	case n.Games != n.Here:
		fmt.Fprintf(&b, "With other orders of moves: %s\n", countedGames(n.Games))
	}
	b.WriteString(resultWords(n.Won))
	for i, child := range children {
		if i == 0 {
			b.WriteString("Next:\n")
		}
		c := &t.Nodes[child]
		name := strings.TrimSpace(c.Label + " " + c.Move.Color + " " + c.Name)
		fmt.Fprintf(&b, "%s: %s", name, countedGames(c.Here))
		if c.Share != nil {
			fmt.Fprintf(&b, ", %s", percentOf(c.Share.Value))
		}
		b.WriteString("\n")
	}
	if n.More > 0 {
		fmt.Fprintf(&b, "%s in %s left out\n", plural(n.More, "other move", "other moves"), countedGames(n.MoreGames))
	}
	if n.Ended > 0 {
		fmt.Fprintf(&b, "The record ended here %s\n", times(n.Ended))
	}
	if n.Example != "" {
		fmt.Fprintf(&b, "For example game %s", n.Example)
	}
	return strings.TrimRight(b.String(), "\n")
}

// resultWords says how games ended, in a line; none if none were decided.
func resultWords(r archive.Results) string {
	if r.Decided == 0 {
		return ""
	}
	share := func(s *archive.Share) string {
		return fmt.Sprintf("%s (%s to %s)", percentOf(s.Value), percentOf(s.Low), percentOf(s.High))
	}
	text := fmt.Sprintf("Black won %s, White %s", share(r.BlackShare), share(r.WhiteShare))
	if r.Draw > 0 {
		text += fmt.Sprintf(", draw %s", share(r.DrawShare))
	}
	return fmt.Sprintf("%s, of %d decided\n", text, r.Decided)
}

func percentOf(share float64) string { return strconv.FormatFloat(100*share, 'f', 1, 64) + " %" }

func plural(n int, one, several string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.Itoa(n) + " " + several
}

func countedGames(n int) string { return plural(n, "game", "games") }

func times(n int) string {
	if n == 1 {
		return "once"
	}
	return strconv.Itoa(n) + " times"
}

// WriteDOT writes the tree in the language of Graphviz: a node for each position, an
// edge for each move, as thick as its share. Positions that are merged have several
// edges that lead to them.
func (t *Tree) WriteDOT(w io.Writer) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "digraph kifudb {\n\tlabel=%s;\n\trankdir=LR;\n\tnode [shape=box];\n", dotText(t.Says()))
	for i := range t.Nodes {
		n := &t.Nodes[i]
		if n.SameAs != nil && !n.NotShown {
			continue
		}
		text := countedGames(n.Games)
		if n.Won.Decided > 0 {
			text += fmt.Sprintf("\nB %s of %d", percentOf(n.Won.BlackShare.Value), n.Won.Decided)
		}
		if n.NotShown {
			text += "\n(what follows is left out)"
		}
		fmt.Fprintf(b, "\tn%d [label=%s];\n", i, dotText(text))
	}
	for i := 1; i < len(t.Nodes); i++ {
		n := &t.Nodes[i]
		to := i
		if n.SameAs != nil && !n.NotShown {
			to = *n.SameAs
		}
		width := 1.0
		if n.Share != nil {
			width += 5 * n.Share.Value
		}
		fmt.Fprintf(b, "\tn%d -> n%d [label=%s, penwidth=%.1f];\n", n.Parent, to, dotText(fmt.Sprintf("%s %s\n%d", n.Move.Color, n.Name, n.Here)), width)
	}
	b.WriteString("}\n")
	return b.Flush()
}

// dotText writes a text as DOT does, its lines flush left.
func dotText(text string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`).Replace(text) + `"`
}
