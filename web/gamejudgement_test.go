package web

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
)

// judgedGame has every judgement, one node each, and a figure with a hostile name; then
// what is dimmed, shown and marked with strokes.
const judgedGame = `(;FF[4]GM[1]SZ[9]PB[Judged]
;B[aa]TE[1];W[ab]TE[2];B[ac]BM[1];W[ad]BM[2];B[ae]DO[];W[af]IT[];B[ag]GB[1];W[ah]GB[2];B[ba]GW[1];W[bb]GW[2]
;B[bc]DM[1];W[bd]DM[2];B[be]UC[1];W[bf]UC[2];B[bg]HO[1];W[bh]HO[2];B[ca]FG[];W[cb]FG[257:<script>alert(1)</script> {0\}]
;B[cc]DD[dd];W[cd]VW[aa:dd];B[ce]AR[aa:cc];W[cf]LN[aa:cc];B[cg]TB[ii]TW[ia];W[ch])`

// judgedWords is what the page says at each of these nodes, from the first move on.
var judgedWords = []string{
	"! Tesuji", "!! Very good tesuji", "? Bad move", "?? Very bad move", "?! Doubtful move", "!? Interesting move",
	"Good for Black", "Very good for Black", "Good for White", "Very good for White",
	"Even position", "Quite even position", "Unclear position", "Very unclear position", "Hotspot", "Hotspot that decides the game",
	"A figure begins here", "Figure: &lt;script&gt;alert(1)&lt;/script&gt; {0}",
}

var tagIn = regexp.MustCompile(`<[^>]*>`)

// Lists of moves and the tree have the signs, and all of it in words.
func TestJudgedMoves(t *testing.T) {
	s, a := served(t, nil)
	game := importText(t, a, "signs.sgf", `(;SZ[9];B[aa]TE[2]GB[1](;W[ab]BM[1];B[ac]HO[1])(;W[ad]FG[1:<b>Dia.])(;W[ae]DO[]))`)
	for _, l := range languages {
		w := request(s, "GET", fmt.Sprintf("/game/%s@1", game), header("Accept-Language", l.Tag))
		page := w.Body.String()
		_, list, _ := strings.Cut(page, `<p class="moves num branches">`)
		list, _, _ = strings.Cut(list, "</p>")
		_, tree, _ := strings.Cut(page, `<svg class="tree"`)
		tree, _, _ = strings.Cut(tree, "</svg>")
		for _, sign := range []string{">?<", ">*<", ">?!<"} {
			if !strings.Contains(list, sign) || !strings.Contains(tree, sign) {
				t.Errorf("%s: no %q in %s\n%s", l.Tag, sign, list, tree)
			}
		}
		if !strings.Contains(tree, ">!!<") || !strings.Contains(page, ">!!</b>") || strings.Contains(page, "<b>Dia") {
			t.Errorf("%s: %s", l.Tag, tree)
		}
		if l.Tag == "en" && (!strings.Contains(tree, "Very good tesuji, Good for Black, 3 variations") || !strings.Contains(list, `title="Figure: &lt;b&gt;Dia."`)) {
			t.Errorf("%s\n%s", tree, list)
		}
	}
}

// What nodes say stands on their pages in words and signs, in every language, and names
// of figures are no markup.
func TestJudgedNodes(t *testing.T) {
	s, a := served(t, nil)
	game := importText(t, a, "judged.sgf", judgedGame)
	for _, l := range languages {
		get := func(move int) string {
			w := request(s, "GET", fmt.Sprintf("/game/%s@%d", game, move), header("Accept-Language", l.Tag))
			return w.Body.String()
		}
		for i, want := range judgedWords {
			page := get(i + 1)
			_, said, _ := strings.Cut(page, `<ul class="judged">`)
			said, _, _ = strings.Cut(said, "</ul>")
			bare := tagIn.ReplaceAllString(said, "")
			sign, _, _ := strings.Cut(want, " ")
			switch {
			case strings.Contains(page, "⟨") || strings.Contains(page, "<script>alert"):
				t.Errorf("%s, move %d: %s", l.Tag, i+1, said)
			case l.Tag == "en" && bare != want:
				t.Errorf("move %d: %q, not %q", i+1, bare, want)
			case !strings.Contains(said, "<bdi") || strings.Trim(sign, "!?") == "" && !strings.HasPrefix(bare, sign+" "):
				t.Errorf("%s, move %d: %q lacks %q", l.Tag, i+1, bare, sign)
			}
		}
		for move, part := range map[int]string{19: `class="dim"`, 20: `class="hidden"`, 21: `class="arrow"`, 22: `class="arrow"`, 23: `class="territory"`} {
			board, _, _ := strings.Cut(get(move), `<div id="said"`)
			if !strings.Contains(board, part) {
				t.Errorf("move %d: the board has no %s", move, part)
			}
		}
		if page := get(24); strings.Contains(page, `class="judged"`) {
			t.Error("a node that says nothing is said to say something")
		}
	}
}
