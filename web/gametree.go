package web

import (
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"kifudb/archive"
)

// drawTree draws the part of the game's tree that a place names, as "12,3" names the last
// column and a row, or that around the node. A game without variations needs no tree.
func (p *gamePage) drawTree(w words, around string) {
	if p.Node.Node >= len(p.Tree.Nodes) || len(p.children) == 0 {
		return
	}
	if !p.branched() {
		return
	}
	near := append(slices.Clone(p.children[p.Node.Node]), p.children[p.Tree.Nodes[p.Node.Node].Parent]...)
	t := layAround(p.Tree.Nodes, p.Node.Node, near)
	row := t.row[p.Node.Node] + treeRows/2 - 2
	var asked treePlace
	if n, err := fmt.Sscanf(around, "%d,%d", &asked.column, &asked.row); err == nil && n == 2 {
		right := min(max(asked.column, treeColumns-1), t.columns-1)
		t = layTree(p.Tree.Nodes, t.column, t.columns, max(right-treeColumns+1, 0), right)
		row = asked.row
	}
	elsewhere := func(to treePlace) string {
		here, values := p.link(p.Tree.Nodes[p.Node.Node]).Link, url.Values{"tree": {fmt.Sprintf("%d,%d", to.column, to.row)}}
		if strings.Contains(here, "?") {
			return here + "&" + values.Encode()
		}
		return here + "?" + values.Encode()
	}
	p.Variants = t.window(p.Tree.Nodes, row, p.Node.Node, p.link, elsewhere)
	for i := range p.Variants.Nodes {
		n := &p.Variants.Nodes[i]
		n.Label = p.treeLabel(w, n)
		if n.Here {
			p.Variants.Here = n
		}
	}
}

// branched reports whether the record has variations.
func (p *gamePage) branched() bool {
	for _, nodes := range p.children {
		if len(nodes) > 1 {
			return true
		}
	}
	return false
}

// treeLabel says a node of the tree in words.
func (p *gamePage) treeLabel(w words, n *treeSpot) string {
	text := w.say("tree.node", n.Number)
	if n.Color != "" {
		text = w.say("tree.move", w.say("color."+n.Color), n.Name, n.Number)
	}
	if n.Judged != "" {
		text += ", " + n.Judged
	}
	if n.Comment {
		text += ", " + w.say("game.comment")
	}
	if others := len(p.children[n.Node]); others > 1 {
		text += ", " + w.say("tree.branches", others)
	}
	return text
}

// A strip shows the line of the node from its start to its end: where it is, and
// where there are comments and branches.
type strip struct {
	Width    float64
	Here     float64 // x of the node
	End      float64 // and of the last
	Comments string  // path
	Branches string  // path
}

const stripWidth = 480

// strip draws that of the line.
func (p *gamePage) strip(here int) *strip {
	if len(p.line) < 2 {
		return nil
	}
	x := func(i int) float64 {
		return 8 + float64(i)*(stripWidth-16)/float64(len(p.line)-1)
	}
	var comments, branches strings.Builder
	for i, n := range p.line {
		at := strconv.FormatFloat(x(i), 'f', 1, 64)
		if n.Comment {
			comments.WriteString("M" + at + " 3v7")
		}
		if len(p.children[n.Node]) > 1 {
			branches.WriteString("M" + at + " 18v3")
		}
	}
	return &strip{stripWidth, x(here), x(len(p.line) - 1), comments.String(), branches.String()}
}

// sameGame are other records of the game.
type sameGame struct {
	Because string
	Records []namedLink
	Compare string // address of the comparison
}

// newSame links the other records of a cluster.
func newSame(w words, id archive.GameID, c archive.Cluster) *sameGame {
	s := &sameGame{Because: c.Because, Compare: duplicatesLink(id)}
	for _, m := range c.Records {
		if m.ID == id {
			continue
		}
		other := strconv.FormatUint(uint64(m.ID), 10)
		name := other
		if len(m.Kinds) > 0 {
			name = w.say("game.other", other, strings.Join(m.Kinds, ", "))
		}
		s.Records = append(s.Records, namedLink{name, gameLink(other)})
	}
	return s
}
