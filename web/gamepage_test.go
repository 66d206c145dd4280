package web

import (
	"fmt"
	"html"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"kifudb/archive"
	"kifudb/ask"
)

// studied is a record with variations, markup of every kind, clocks and estimates.
const studied = `(;GM[1]FF[4]SZ[19]PB[Student]PW[Teacher]DT[2003-03-03]KM[6.5]RE[W+R]C[At the start]
;B[pd]BL[600]SBKV[51];W[dp]WL[590]SBKV[49]
(;B[pp]BL[580]SBKV[55]LB[dd:A][pd:B]TR[dp]SQ[dq]CR[dr]MA[ds]SL[dn]TB[aa][ba]TW[sa]AR[aa:cc]LN[sa:qc]C[All kinds];W[dd]WL[30]OW[5]SBKV[20];B[qn]BL[570]SBKV[60]N[The end])
(;B[dd]C[Another];W[pp](;B[qq]DD[pd])(;B[qp]VW[pd][pp][qp];W[qq]))
(;B[qq]SBKV[20]))`

// playedShogi is a game of shogi with a piece in each hand.
const playedShogi = "V2.2\nN+Kiku\nN-Hana\n$START_TIME:2004/04/04\nPI\n+\n+7776FU\nT3\n-3334FU\nT65\n+8822UM\nT2\n-3122GI\nT4\n+0055KA\nT5\n%TORYO\n"

// plainHive is a game whose rules are not known.
const plainHive = `(;GM[40]FF[4]PB[One]PW[Two]DT[2005-05-05];B[xyz];W[abc](;B[def])(;B[ghi]))`

// withGames returns a server of these games, too, and their numbers.
func withGames(t *testing.T, change func(*Options)) (s *Server, game, shogi, hive string) {
	t.Helper()
	s, a := served(t, change)
	return s, importText(t, a, "studied.sgf", studied), importText(t, a, "played.csa", playedShogi), importText(t, a, "hive.sgf", plainHive)
}

// importText imports a file of one game and returns its number.
func importText(t *testing.T, a *archive.Archive, name, text string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := a.Import(t.Context(), &archive.Import{Paths: []string{file}}); err != nil {
		t.Fatal(err)
	}
	v, err := a.View()
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	q, err := archive.ParseQuery(`file:"` + name + `"`)
	if err != nil {
		t.Fatal(err)
	}
	ids, err := v.IDs(t.Context(), q, true)
	if err != nil || len(ids) != 1 {
		t.Fatal(name, ids, err)
	}
	return fmt.Sprint(ids[0])
}

// randomTree is a tree in the order of a record: every node follows one on the path to
// the latest.
func randomTree(random *rand.Rand, n int) []archive.RecordNode {
	nodes := []archive.RecordNode{{Parent: -1}}
	for i := 1; i < n; i++ {
		at := i - 1
		for random.IntN(4) == 0 && at > 0 { // a variation begins further up
			at = nodes[at].Parent
		}
		nodes = append(nodes, archive.RecordNode{Node: i, Parent: at, Move: nodes[at].Move + 1, Color: "B", Variation: at != i-1 || nodes[at].Variation})
	}
	return nodes
}

// No two nodes of a stretch lie at one place, lines stay in their rows, and no stroke
// from a line to its variation meets another line.
func TestTreeLayout(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for round := range 200 {
		nodes := randomTree(random, 1+random.IntN(120))
		column, columns := treeColumnsOf(nodes)
		left := random.IntN(columns)
		right := min(left+random.IntN(columns), columns-1)
		l := layTree(nodes, column, columns, left, right)
		at := map[[2]int]int{}
		for i, n := range nodes {
			if n.Parent >= 0 && (column[i] != column[n.Parent]+1 || n.Parent == i-1 && l.row[i] != l.row[n.Parent]) {
				t.Fatalf("round %d: node %d is not beside its parent", round, i)
			}
			if column[i] < left || column[i] > right {
				continue
			}
			place := [2]int{column[i], l.row[i]}
			if other, ok := at[place]; ok || l.row[i] < 0 || l.row[i] >= l.rows {
				t.Fatalf("round %d: nodes %d and %d at %v of %d rows", round, other, i, place, l.rows)
			}
			at[place] = i
		}
		for i, n := range nodes {
			if p := n.Parent; p >= 0 && p != i-1 && column[p] >= left && column[i] <= right {
				for r := l.row[p] + 1; r <= l.row[i]; r++ {
					if other, ok := at[[2]int{column[p], r}]; ok {
						t.Fatalf("round %d: the stroke from %d to %d meets %d", round, p, i, other)
					}
				}
				if l.row[i] <= l.row[p] {
					t.Fatalf("round %d: the variation %d is not below %d", round, i, p)
				}
			}
		}
	}
}

// Every node is in a window or counted beside it, whichever is shown; ways lead to all.
func TestTreeWindows(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for _, size := range []int{1, 2, 50, 1000, 10_000} {
		nodes := randomTree(random, size)
		tree := newRecordTree(&archive.GameTree{Nodes: nodes, Total: size})
		p := &gamePage{Node: &archive.Node{Game: &archive.Game{ID: 7}}, ID: "7", Tree: tree.GameTree, children: tree.children}
		p.Node.Node = random.IntN(size)
		p.recordLine = tree.through(p.Node.Node)
		seen := map[int]bool{}
		queue, asked := []string{""}, map[string]bool{}
		w, err := readWords("en")
		if err != nil {
			t.Fatal(err)
		}
		for len(queue) > 0 {
			around := queue[0]
			queue = queue[1:]
			if asked[around] {
				continue
			}
			asked[around] = true
			p.Variants = nil
			p.drawTree(w, around)
			if !p.branched() {
				if p.Variants != nil {
					t.Errorf("%d nodes in one line are drawn as a tree", size)
				}
				continue
			}
			v := p.Variants
			count := len(v.Nodes)
			for _, way := range v.Ways {
				count += way.Nodes
				u, err := url.Parse(way.Link)
				if err != nil {
					t.Fatal(err)
				}
				queue = append(queue, u.Query().Get("tree"))
			}
			if count != size || v.Shown != len(v.Nodes) || v.Total != size || len(v.Nodes) > treeColumns*treeRows || len(v.Nodes) == 0 {
				t.Fatalf("%d nodes: %d in the window %q and beside it, %d shown", size, count, around, len(v.Nodes))
			}
			here := false
			for _, n := range v.Nodes {
				seen[n.Node] = true
				here = here || n.Here
				if n.X < 0 || n.X > v.Width || n.Y < 0 || n.Y > v.Height || n.Label == "" {
					t.Fatalf("%d nodes: %+v in %v×%v", size, n, v.Width, v.Height)
				}
			}
			if around == "" && !here {
				t.Errorf("%d nodes: the node itself is not shown", size)
			}
		}
		if p.branched() && len(seen) != size {
			t.Errorf("ways lead to %d of %d nodes", len(seen), size)
		}
	}
}

// Markup is drawn, and said.
func TestMarkupOfPage(t *testing.T) {
	s, game, _, _ := withGames(t, nil)
	page := get200(t, s, "/game/"+game+"@3")
	for _, want := range []string{
		`class="letter" x="166" y="166"`, `class="letter on-B"`, `class="shape TR on-W"`, `class="shape SQ"`, `class="shape CR"`, `class="shape MA"`, `class="shape SL"`,
		`<rect class="B" x="46" y="46"`, `<rect class="W" x="766" y="46"`, `class="arrow" d="M59.2 59.2L112.8 112.8M`, `class="head" d="M112.8`,
		"Labels: D16 A, Q16 B", "Triangles: D4", "Squares: D3", "Circles: D2", "Crosses: D1", "Selected: D6", "Black’s territory: A19, B19", "White’s territory: T19", "Arrows: A19–C17", "Lines: T19–R17",
		"All kinds", "Black wins 55 % (SBKV)", ">9:40<", ">9:50<",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page has no %s", want)
		}
	}
	page = get200(t, s, "/game/"+game+"@4")
	if !strings.Contains(page, ">0:30, 5 moves<") || strings.Contains(page, "Labels: D16") {
		t.Error("the clock in overtime, or the markup of another node")
	}
	if page := get200(t, s, "/game/"+game+"@n8"); strings.Count(page, `<g class="dim"><rect`) != 1 || !strings.Contains(page, "Grayed out: Q16") {
		t.Error("nothing is gray")
	}
	for _, ref := range []string{"@n9", "@n10"} { // it holds for the nodes below
		if page := get200(t, s, "/game/"+game+ref); !strings.Contains(page, `<g class="hidden"><rect`) || !strings.Contains(page, "Only shown: Q16, Q4, R4") {
			t.Errorf("%s: all is shown", ref)
		}
	}
}

var stepLink = regexp.MustCompile(`<a href="([^"]+)" aria-label="one move (back|forward)"`)

// Who goes back in a variation goes forward in it again.
func TestVia(t *testing.T) {
	s, game, _, _ := withGames(t, nil)
	at, trace := "/game/"+game+"@n10", []string{}
	for _, direction := range []string{"back", "back", "back", "back", "forward", "forward", "forward", "forward"} {
		page := get200(t, s, at)
		for _, m := range stepLink.FindAllStringSubmatch(page, -1) {
			if m[2] == direction {
				at = html.UnescapeString(m[1])
			}
		}
		trace = append(trace, strings.TrimPrefix(at, "/game/"+game+"@"))
	}
	want := []string{"n9", "n7?via=9", "n6?via=9", "2?via=9", "n6?via=9", "n7?via=9", "n9", "n10"}
	if !slices.Equal(trace, want) {
		t.Errorf("%q, want %q", trace, want)
	}
	if page := get200(t, s, "/game/"+game+"@2?via=999999"); !strings.Contains(page, `href="/game/`+game+`@3" aria-label="one move forward"`) {
		t.Error("a line that is not there leads elsewhere than the main line")
	}
}

// A graph is drawn of what the record says, and its dots lead to the moves.
func TestCourse(t *testing.T) {
	s, game, shogi, _ := withGames(t, nil)
	page := get200(t, s, "/game/"+game+"@3")
	for _, want := range []string{"Black’s chance to win, by evaluations", "Time left, seconds", `<a href="/game/` + game + `@4" tabindex="-1"><circle class="kc-dot"`, "4: 20.0 % SBKV", "White, 4: 30 0:30"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page has no %s", want)
		}
	}
	page = get200(t, s, "/game/"+shogi+"@4")
	for _, want := range []string{"Time used, seconds", ">used 0:05<", ">used 1:09<", "White, 2: 65 1:05"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page of shogi has no %s", want)
		}
	}
	if page := get200(t, s, "/game/1@3"); strings.Contains(page, "kc-line") {
		t.Error("a graph of nothing")
	}
}

// Without rules there is no board, and all else.
func TestGameWithoutRules(t *testing.T) {
	s, _, _, hive := withGames(t, nil)
	page := get200(t, s, "/game/"+hive+"@2")
	for _, want := range []string{"so there is no board", `<svg class="tree"`, "1 variations, 5 nodes", ">One<", "one move forward"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page has no %s", want)
		}
	}
	if w := request(s, "GET", "/game/"+hive+"/annotate", nil); w.Code < 400 || !strings.Contains(w.Body.String(), "rules kifudb does not know") {
		t.Errorf("annotated: %d", w.Code)
	}
}

func post(s *Server, target string, values url.Values, change ...func(*http.Request)) *httptest.ResponseRecorder {
	r := httptest.NewRequest(http.MethodPost, "http://localhost:8080"+target, strings.NewReader(values.Encode()))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	for _, c := range change {
		c(r)
	}
	w := httptest.NewRecorder()
	s.Handler().ServeHTTP(w, r)
	return w
}

// A record is read in another encoding once the form says so, and not before; of an
// archive that is only read it never is.
func TestCharsetForm(t *testing.T) {
	name := "\xc9\xf1\xb5\xc0" // 神道 in GBK, something else in Big5
	for _, readOnly := range []bool{false, true} {
		s, a := served(t, func(o *Options) { o.ReadOnly = readOnly })
		id := importText(t, a, "legacy.sgf", "(;GM[1]SZ[19]CA[gb2312]PB["+name+"]PW[x];B[pd])")
		page := get200(t, s, "/game/"+id)
		if !strings.Contains(page, "神道") || strings.Contains(page, `<select id="charset"`) == readOnly {
			t.Fatalf("read only %t: before", readOnly)
		}
		preview := get200(t, s, "/game/"+id+"/charset?to=big5")
		if !strings.Contains(preview, "神道") || !strings.Contains(preview, "朸耋") || strings.Contains(preview, `method="post"`) == readOnly {
			t.Errorf("read only %t: the preview does not show both readings", readOnly)
		}
		if page := get200(t, s, "/game/"+id); !strings.Contains(page, "神道") {
			t.Error("the preview changed the record")
		}
		if w := post(s, "/game/"+id+"/charset", url.Values{"to": {"big5"}}, header("Origin", "http://evil.example")); w.Code != http.StatusForbidden {
			t.Errorf("from another site: %d", w.Code)
		}
		if w := post(s, "/game/"+id+"/charset", url.Values{"to": {"klingon"}}); w.Code < 400 {
			t.Errorf("an encoding that is none: %d", w.Code)
		}
		w := post(s, "/game/"+id+"/charset", url.Values{"to": {"big5"}})
		page = get200(t, s, "/game/"+id)
		if readOnly {
			if w.Code != http.StatusForbidden || !strings.Contains(page, "神道") {
				t.Errorf("read only: %d", w.Code)
			}
			continue
		}
		if w.Code != http.StatusSeeOther || w.Header().Get("Location") != "/game/"+id || !strings.Contains(page, "朸耋") || !strings.Contains(page, "set by the user") {
			t.Errorf("changed: %d %v", w.Code, w.Header())
		}
	}
}

// The page of a game says which one of a merged tree it is.
func TestGameOfMergedTree(t *testing.T) {
	s, a := served(t, nil)
	file := filepath.Join(t.TempDir(), "merged.sgf")
	tree := "(;GM[1]SZ[9];B[ee](;W[cc]PB[Ann]PW[Bo]RE[B+R])(;W[gg]PB[Carl]PW[Dora]RE[W+R])(;W[cg]PB[Eve]PW[Finn]RE[W+1]))"
	if err := os.WriteFile(file, []byte(tree), 0o666); err != nil {
		t.Fatal(err)
	}
	result, err := a.Import(t.Context(), &archive.Import{Paths: []string{file}})
	if err != nil || result.Added != 3 {
		t.Fatal(result, err)
	}
	v, err := a.View()
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	q, err := archive.ParseQuery("player:carl")
	if err != nil {
		t.Fatal(err)
	}
	ids, err := v.IDs(t.Context(), q, true)
	if err != nil || len(ids) != 1 {
		t.Fatal(ids, err)
	}
	if page, want := get200(t, s, fmt.Sprintf("/game/%d", ids[0])), "<dt>Merged tree</dt><dd>game 2 of 3</dd>"; !strings.Contains(page, want) {
		t.Errorf("%q is missing from the page", want)
	}
	if page := get200(t, s, "/game/"+importText(t, a, "plain.sgf", "(;GM[1]SZ[9];B[ee];W[ce])")); strings.Contains(page, "<dt>Merged tree</dt>") {
		t.Error("the page of a game by itself speaks of a merged tree")
	}
}

// Records of one game stand side by side; the text of a record is a text.
func TestRecords(t *testing.T) {
	s, a := served(t, nil)
	moves := ""
	for i := range 60 {
		moves += fmt.Sprintf(";%c[%c%c]", "BW"[i%2], 'a'+i%19, 'a'+(i*7+i/19)%19)
	}
	one := importText(t, a, "one.sgf", "(;GM[1]SZ[19]PB[Same Player]PW[Other]DT[2001-09-09]"+moves+")")
	two := importText(t, a, "two.sgf", "(;GM[1]SZ[19]PB[Same Player]PW[Otherwise]DT[2001-09-09]C[<b>more</b>]"+moves+";B[sa])")
	page := get200(t, s, "/game/"+one)
	if !strings.Contains(page, `href="/game/`+two+`"`) || !strings.Contains(page, `href="/archive/duplicates/`+one+`"`) {
		t.Fatal("the other record is not linked")
	}
	if w := request(s, "GET", "/game/"+one+"/records", nil); w.Code != http.StatusMovedPermanently || w.Header().Get("Location") != "/archive/duplicates/"+one {
		t.Errorf("the old address of the comparison: %d %v", w.Code, w.Header())
	}
	page = get200(t, s, "/archive/duplicates/"+one)
	for _, want := range []string{`href="/game/` + one + `"`, `href="/game/` + two + `"`, `href="/game/` + two + `@60">differs from move 61`, "Otherwise", `<tr class="differ"><th scope="row">White<`} {
		if !strings.Contains(page, want) {
			t.Errorf("the comparison has no %s", want)
		}
	}
	page = get200(t, s, "/archive/duplicates?kind=prefix")
	if _, row, _ := strings.Cut(page, `<a href="/game/`+two+`">`+two+"</a>"); !strings.HasPrefix(row, `</td><td class="nb"><b>preferred</b>`) {
		t.Errorf("the list does not say which record is preferred: %.200s", row)
	}
	if page := get200(t, s, "/game/"+two+"/record"); !strings.Contains(page, "C[&lt;b&gt;more&lt;/b&gt;]") || !strings.Contains(page, "bytes in UTF-8") {
		t.Error("the text of the record")
	}
}

// The page of a game against the archive says what the API says; scripts get it with
// how far it is.
func TestAnnotationPage(t *testing.T) {
	s, a := served(t, nil)
	v, err := a.View()
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	found, err := ask.Of(v.Views).Annotate(t.Context(), &archive.Search{}, &ask.AnnotateOptions{Game: "7", AsOf: ask.AsOfNow})
	if err != nil {
		t.Fatal(err)
	}
	page := get200(t, s, "/game/7/annotate?as_of=now")
	row := regexp.MustCompile(`(?s)<tr class="(\w+)"><td class="pt">.*?</small> ([^<]+)</a></td>\s*<td class="r">([\d,]+)</td><td class="r games">([\d,]+)</td>`)
	rows := row.FindAllStringSubmatch(page, -1)
	if len(rows) < 4 {
		t.Fatalf("%d rows", len(rows))
	}
	for i, m := range rows {
		move := found.Moves[i]
		if want := []string{string(move.Standing), move.Name, number(move.Known.Earlier), number(move.Played.Earlier)}; !slices.Equal(m[1:], want) {
			t.Errorf("row %d: %q, want %q", i, m[1:], want)
		}
	}
	for _, move := range found.Moves[len(rows):] {
		if move.Standing != ask.Unknown {
			t.Errorf("move %d, %s, is not listed", move.Number, move.Standing)
		}
	}
	if !strings.Contains(page, strconv.Itoa(len(found.Moves)-len(rows))+" further moves") {
		t.Error("moves that are left out are not counted")
	}
	w := request(s, "GET", "/game/7/annotate?as_of=now", nil, header("Accept", ndjson))
	lines := strings.Split(strings.TrimSpace(w.Body.String()), "\n")
	if last := lines[len(lines)-1]; w.Code != 200 || !strings.HasPrefix(last, `{"html":`) || !strings.Contains(last, `R16`) {
		t.Errorf("%d %.200s", w.Code, w.Body)
	}
	if w := request(s, "GET", "/game/99999/annotate", nil, header("Accept", ndjson)); w.Code != http.StatusNotFound {
		t.Errorf("a game that is not there: %d", w.Code)
	}
}

func TestClockText(t *testing.T) {
	for seconds, want := range map[float64]string{0: "0:00", 9.7: "0:09", 60: "1:00", 3599: "59:59", 3600: "1:00:00", 36061: "10:01:01", -5: "−0:05", 1e300: "?"} {
		if got := clockText(seconds); got != want {
			t.Errorf("%v: %s, want %s", seconds, got, want)
		}
	}
}

// A page names moves as the players of its game do, what a game is called, and that it is
// over.
func TestGamePageOfChess(t *testing.T) {
	s, a := served(t, nil)
	id := importText(t, a, "fool.pgn", "[White \"Hana\"]\n[Black \"Kiku\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n")
	over := get200(t, s, "/game/"+id)
	for _, want := range []string{"<span>Black Qh4#</span>", "The game is over: Black has won", "Opening by the moves"} {
		if !strings.Contains(over, want) {
			t.Errorf("the page does not say %q", want)
		}
	}
	if strings.Contains(over, "<span>White to play") {
		t.Error("after the end somebody is to play")
	}
	if before := get200(t, s, "/game/"+id+"@3"); !strings.Contains(before, "<span>White g4</span> <span>Black to play</span>") || strings.Contains(before, "<span>The game is over") {
		t.Error("before the end the page does not say whose turn it is")
	}
}
