package search

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"golang.org/x/text/encoding/simplifiedchinese"

	"kifudb/indexer"
	"kifudb/query"
	"kifudb/search/match"
	"kifudb/sgfread"
	"kifudb/sgfread/charset"
	"kifudb/store"
)

// propertyTree generates a record whose nodes have properties of every kind, with
// variations and properties behind them.
func propertyTree(r *rand.Rand, n int) string {
	pieces := []string{
		"TE[1]", "TE[2]", "TE[]", "BM[1]", "DO[]", "IT[]", "GB[1]", "HO[2]", "LB[cc:A][dd:B]", "LB[ee:ladder \\: one]", "TR[aa][bb]",
		"FG[257:Dia. 4]", "FG[]", "FG[Dia. 5]", "VW[aa:cc]", "AB[gg]", "V[-3.5]",
		"C[a ladder]", "C[a good corner]", "N[ladder]",
	}
	private := []string{"PRIVATE[a ladder]", "XY[好手]", "PRIVATE[one][two]", "KT[x]"} // in a root they are of the game
	var b strings.Builder
	fmt.Fprintf(&b, "(;SZ[9]GN[%d]", n)
	depth := 1
	properties := func() {
		for range r.IntN(3) {
			if r.IntN(3) == 0 {
				b.WriteString(pieces[r.IntN(len(pieces))])
			}
		}
	}
	properties()
	pieces = append(pieces, private...)
	for range r.IntN(30) {
		switch r.IntN(6) {
		case 0:
			b.WriteString("(")
			depth++
			fallthrough
		default:
			fmt.Fprintf(&b, ";%c[%c%c]", "BW"[r.IntN(2)], 'a'+r.IntN(9), 'a'+r.IntN(9))
			properties()
		case 1:
			if depth > 1 && !strings.HasSuffix(b.String(), "(") {
				b.WriteString(")")
				depth--
				properties()
			}
		}
	}
	return b.String() + strings.Repeat(")", depth)
}

// propertyTerms are questions, each with the slow twin of its answer: whether a value of a
// property of a node is what is asked for.
var propertyTerms = []struct {
	term  string
	ident string
	is    func(value string) bool
}{
	{"has:TE", "TE", func(string) bool { return true }},
	{"TE=1", "TE", func(v string) bool { return v != "2" }},
	{"TE:2", "TE", func(v string) bool { return v == "2" }},
	{"has:DO", "DO", func(string) bool { return true }},
	{"LB=A", "LB", func(v string) bool { return v == "cc:A" }},
	{"LB:ladder", "LB", func(v string) bool { return strings.Contains(v, "ladder") }},
	{"LB=cc:A", "LB", func(v string) bool { return v == "cc:A" }},
	{`LB="ladder : one"`, "LB", func(v string) bool { return strings.Contains(v, "ladder") }},
	{"TR=bb", "TR", func(v string) bool { return v == "bb" }},
	{`FG:"dia 4"`, "FG", func(v string) bool { return v == "257:Dia. 4" }},
	{"FG:dia", "FG", func(v string) bool { return strings.Contains(v, "Dia") }},
	{"has:AB", "AB", func(string) bool { return true }},
	{"has:FG", "FG", func(string) bool { return true }},
	{"PRIVATE:ladder", "PRIVATE", func(v string) bool { return v == "a ladder" }},
	{"PRIVATE=one", "PRIVATE", func(v string) bool { return v == "one" }},
	{"PRIVATE:la*", "PRIVATE", func(v string) bool { return v == "a ladder" }},
	{"PRIVATE:/^t.o$/", "PRIVATE", func(v string) bool { return v == "two" }},
	{"has:PRIVATE", "PRIVATE", func(string) bool { return true }},
	{"XY:好手", "XY", func(string) bool { return true }},
	{"has:XX", "XX", func(string) bool { return true }},
	{"V=-3.5", "V", func(string) bool { return true }},
}

func TestNodeProperties(t *testing.T) {
	r := rand.New(rand.NewPCG(21, 22))
	var games []*store.Game
	var trees []*sgfread.Tree
	for n := range rounds(400) {
		text, encoding := []byte(propertyTree(r, n)), "utf-8"
		if n%3 == 0 {
			encoding = "gb18030"
			text, _ = simplifiedchinese.GB18030.NewEncoder().Bytes(text)
		}
		g, err := indexer.Derive(store.Record{Raw: text, Tree: [2]int{0, len(text)}, Charset: store.Charset{Name: encoding, Confidence: 1}})
		if err != nil {
			t.Fatal(err)
		}
		parsed, err := sgfread.Parse(text, nil)
		if err != nil || len(parsed) != 1 {
			t.Fatalf("%d trees in %s: %v", len(parsed), text, err)
		}
		games, trees = append(games, g), append(trees, parsed[0])
	}
	a := newArchiveOf(t, games, 100)
	found := 0
	for _, c := range propertyTerms {
		for _, term := range []string{c.term, "not " + c.term} {
			q, err := query.Parse(term)
			if err != nil {
				t.Fatal(err)
			}
			var want []string
			for i, tree := range trees {
				if a.games[store.GameID(i+1)] == nil {
					continue // it was removed
				}
				nodes := propertyNodes(tree, games[i].Record.Charset.Name, c.ident, c.is)
				if len(nodes) > 1 && nodes[0] == 0 && ofGame(c.ident) {
					nodes = nodes[1:] // the root's stands behind a variation; it has no place then
				}
				switch {
				case term != c.term && len(nodes) == 0:
					want = append(want, fmt.Sprintf("%d [0]", i+1))
				case term == c.term && len(nodes) > 0:
					want = append(want, strings.TrimSpace(fmt.Sprintln(i+1, nodes)))
				}
			}
			if got := placesFound(t, a.Snapshot, q); !slices.Equal(got, want) {
				t.Errorf("%s: found %v\nwant %v", term, got, want)
			}
			if term == c.term {
				found += len(want)
			}
		}
	}
	if found < 200 {
		t.Errorf("only %d games have what is asked for", found)
	}
}

// ofGame reports whether a property says something about the game in a root.
func ofGame(ident string) bool {
	return strings.HasPrefix(ident, "P") || ident == "XY" || ident == "XX"
}

// propertyNodes is the slow twin: it looks at every property of every node.
func propertyNodes(tree *sgfread.Tree, encoding, ident string, is func(string) bool) (nodes []int) {
	for id := range sgfread.NodeID(tree.Len()) {
		for _, v := range tree.Values(id, ident) {
			if is(string(charset.Decode(nil, sgfread.AppendText(nil, v, sgfread.NoLead), encoding))) {
				nodes = append(nodes, int(id))
				break
			}
		}
	}
	return nodes
}

// placesFound returns the games that are found, each with the nodes of its hits.
func placesFound(t *testing.T, s *store.Snapshot, q query.Query) (list []string) {
	nodes := map[store.GameID][]int{}
	for hit, err := range Run(context.Background(), s, q, nil) {
		if err != nil {
			t.Fatal(err)
		}
		nodes[hit.Game] = append(nodes[hit.Game], hit.Node)
	}
	for _, id := range slices.Sorted(maps.Keys(nodes)) {
		slices.Sort(nodes[id])
		list = append(list, strings.TrimSpace(fmt.Sprintln(id, nodes[id])))
	}
	return list
}

// Nobody answers for the properties of games that an earlier version added.
func TestNodePropertiesNotKept(t *testing.T) {
	games := titledGames(true)
	games[0].Facts.Flags |= store.PropertiesRead
	games[0].Info = append(games[0].Info, store.Value{Ident: "properties", Text: "LB TE"})
	a := newArchiveOf(t, games, 1)
	for text, refused := range map[string]bool{"has:TE": true, "TE=1": true, "not has:TE": true, "has:TE id:1": false, "has:TEX id:1": false} {
		q, err := query.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		ids, err := gamesFound(a.Snapshot, q)
		if errors.Is(err, match.ErrNoProperties) != refused || err != nil && !refused {
			t.Errorf("%s: %v", text, err)
		}
		if want := text == "has:TE id:1"; !refused && (len(ids) == 1) != want {
			t.Errorf("%s: found %v", text, ids)
		}
	}
}
