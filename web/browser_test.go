package web

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"kifudb/archive"
	"kifudb/ask"
)

// The pages as people use them, in Chromium.
func TestBrowser(t *testing.T) {
	b := startBrowser(t)
	for _, test := range []struct {
		name string
		run  func(*testing.T, *browser)
		long bool // left out of short runs
	}{
		{"alternate", alternate, false},
		{"history", history, true},
		{"region and wildcards", regionAndWildcards, true},
		{"erase", eraseStones, true},
		{"put meanwhile", putMeanwhile, true},
		{"played meanwhile", playedMeanwhile, true},
		{"sequence", sequence, true},
		{"rows play", rowsPlay, true},
		{"fault", faultyQuery, true},
		{"corner", cornerInThreeClicks, false},
		{"side", sideOfTheBoard, true},
		{"views", otherViews, true},
		{"one term less", oneTermLess, true},
		{"toggles", togglesOfTheRegion, true},
		{"stretching", stretching, true},
		{"pasting", pasting, true},
		{"taken anywhere", takesAnywhere, false},
		{"copied", copies, true},
		{"own tree", ownTreeMarks, true},
		{"hovered games", hoveredGames, true},
		{"fingers", fingers, true},
		{"other games", otherGames, true},
		{"printed", printed, true},
		{"offers", offers, true},
		{"typed early", typedEarly, true},
		{"offers late", offersLate, true},
		{"offers while typing", offersWhileTyping, true},
		{"offers of another word", offersOfAnotherWord, true},
		{"marked fault", markedFault, true},
		{"keyboard", keyboardAlone, true},
		{"spoken", spoken, true},
		{"without scripts", withoutScripts, true},
		{"hostile", hostileRecords, false},
		{"first view", firstView, false},
		{"nothing moves", staysInPlace, true},
		{"large targets", largeTargets, true},
		{"games as cards", cardsOfGames, true},
		{"endless records", endlessRecords, true},
		{"widths", widths, true},
		{"dark", dark, true},
		{"languages", otherLanguages, true},
		{"game by keyboard", gameByKeyboard, false},
		{"game stepped through", gameSteppedThrough, true},
		{"game by pointer", gameByPointer, true},
		{"game beside the archive", gameBesideArchive, true},
		{"game tried", gameTried, true},
		{"pieces tried", piecesTried, true},
		{"game by touch", gameByTouch, true},
		{"game tree", gameTreeByKeyboard, true},
		{"game drawn twice", gameDrawnTwice, true},
		{"game against the archive", gameAnnotated, true},
		{"game of shogi", gameOfShogi, true},
		{"game without rules", gameWithoutRules, true},
		{"game recoded", gameRecoded, true},
		{"game printed", gamePrinted, true},
		{"policy", keepsPolicy, true},
		{"statistics", statisticsPages, false},
		{"spellings", spellingsInLists, true},
		{"growing answers", growingAnswers, true},
		{"given files", givesFiles, false},
		{"duplicates", decidesDuplicates, true},
		{"tags", tagsGames, true},
		{"notes", writesNotes, true},
		{"saved searches", savesSearches, true},
		{"read aloud: a position", readerExplores, true},
		{"read aloud: a game", readerSteps, true},
		{"read aloud: a player", readerFindsPlayer, true},
		{"accessible", accessible, true},
		{"archive for all", archiveForAll, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			if test.long && testing.Short() {
				t.Skip("only a sample is looked at")
			}
			test.run(t, b)
		})
	}
}

// tableText are the rows of the table of continuations as texts: move and games.
const tableText = `[...document.querySelectorAll('#continuations tbody tr')].map(tr => (tr.querySelector('.pt .link') ?? tr.querySelector('.pt')).textContent.trim() + ' ' + tr.querySelector('.games').textContent.trim()).join('; ')`

// shows waits until the page asks a query and shows the archive's answer to it.
func (p *tab) shows(text string) *ask.Next {
	p.t.Helper()
	p.until(fmt.Sprintf(`document.querySelector('kifu-board').board && (new URLSearchParams(location.search).get('q') ?? '') === %q`, text))
	next, want := p.figures(text)
	p.untilText(shownFigures, want)
	p.untilText(`document.getElementById('q').value`, text)
	return next
}

// showsAsked waits until the page shows the archive's answer to what it asks by then: the
// address follows what is set up on the board a moment later.
func (p *tab) showsAsked() {
	p.t.Helper()
	for end := time.Now().Add(patience); ; time.Sleep(20 * time.Millisecond) {
		asked := p.query()
		_, want := p.figures(asked)
		got := p.text(shownFigures)
		if got == want && p.query() == asked && p.text(`document.getElementById('q').value`) == asked {
			return
		}
		if time.Now().After(end) {
			p.t.Fatalf("asked %s\n got %s\nwant %s", asked, got, want)
		}
	}
}

// shownFigures are the games and the table that the page shows, as [tab.figures] writes them.
const shownFigures = `(document.querySelector('#figures .sum strong')?.textContent ?? 'none') + ': ' + ` + tableText

// figures is the archive's answer to a question, and as the page is to show it.
func (p *tab) figures(text string) (*ask.Next, string) {
	p.t.Helper()
	next, scene := p.answer(text)
	var rows []string
	for _, c := range next.Next[:min(shownMoves, len(next.Next))] {
		name := c.Point
		if m, err := scene.Continued(c.Move); err == nil {
			name = m.Name
		}
		rows = append(rows, name+" "+number(c.Games))
	}
	games := number(next.Games)
	if next.Games == 0 {
		games = "none"
	}
	return next, games + ": " + strings.Join(rows, "; ")
}

// answer is the archive's answer to a question.
func (p *tab) answer(text string) (*ask.Next, *ask.Scene) {
	p.t.Helper()
	q, err := parseQuery(text)
	if err == nil {
		q, err = ask.FromStart(q)
	}
	if err != nil {
		p.t.Fatalf("%s: %v", text, err)
	}
	v, err := p.b.a.View()
	if err != nil {
		p.t.Fatal(err)
	}
	defer v.Close()
	next, err := ask.Of(v.Views).Next(p.t.Context(), &archive.Search{Query: q}, &ask.NextOptions{Detail: true})
	if err != nil {
		p.t.Fatal(err)
	}
	scene, err := ask.Of(v.Views).Scene(p.t.Context(), q)
	if err != nil {
		p.t.Fatal(err)
	}
	return next, scene
}

// stones are the pieces on the board, as a browser shows them: "B R16, W D4".
func (p *tab) stones() string {
	p.t.Helper()
	return p.text(`[...document.querySelectorAll('kifu-board .pieces > g')].map(g => (g.classList.contains('B') ? 'B ' : 'W ') + (() => {
		const at = g.querySelector('circle').getBBox(); const m = g.transform.baseVal.consolidate()?.matrix;
		const x = at.x + at.width / 2 + (m?.e ?? 0), y = at.y + at.height / 2 + (m?.f ?? 0);
		return 'ABCDEFGHJKLMNOPQRST'[Math.round((x - 46) / 40)] + (19 - Math.round((y - 46) / 40)); })()).sort().join(', ')`)
}

func (p *tab) wantStones(want string) {
	p.t.Helper()
	for range 500 { // the board is drawn with the next frame
		if p.stones() == want {
			return
		}
	}
	p.t.Errorf("stones %s, want %s", p.stones(), want)
}

// Clicks set up stones alternately, and all that is shown follows.
func alternate(t *testing.T, b *browser) {
	p := b.tab(t)
	p.open("/")
	start := p.shows("")
	p.point("R16")
	one := p.shows(`pos:"R16"`)
	p.wantStones("B R16")
	p.point("D4")
	two := p.shows(`pos:"R16 D4"`)
	p.wantStones("B R16, W D4")
	if start.Games <= one.Games || one.Games <= two.Games || two.Games == 0 {
		t.Errorf("%d, %d, %d games: the collection is too small to show anything", start.Games, one.Games, two.Games)
	}
	p.until(`document.querySelectorAll('kifu-board .letters text').length > 0`)
	p.until(`document.querySelectorAll('#games .cards > li').length > 0`)
}

// Back and forward go through what was asked; a page that is loaded again asks the same.
func history(t *testing.T, b *browser) {
	p := b.tab(t)
	p.open("/")
	p.shows("")
	p.point("R16")
	p.shows(`pos:"R16"`)
	p.point("D17")
	p.shows(`pos:"R16 D17"`)
	p.text(`history.back()`)
	p.shows(`pos:"R16"`)
	p.wantStones("B R16")
	p.text(`history.back()`)
	p.shows("")
	p.wantStones("")
	p.text(`history.go(2)`)
	p.shows(`pos:"R16 D17"`)
	p.wantStones("B R16, W D17")
	do(p, chromedp.Reload())
	p.shows(`pos:"R16 D17"`)
	p.wantStones("B R16, W D17")
	p.point("Q3")
	p.shows(`pos:"R16 D17 Q3"`)
}

// Dragging marks a region; wildcards say that several things may lie on a point.
func regionAndWildcards(t *testing.T, b *browser) {
	p := b.tab(t)
	p.open("/?q=" + `pos:%22R16+D4%22`)
	p.shows(`pos:"R16 D4"`)
	p.tool("region")
	p.drag("P14", "T19")
	corner := p.shows(`pat:NE[.....|.....|.....|..X..|.....|.....]`)
	if corner.Games == 0 {
		t.Error("the corner is in no game")
	}
	p.until(`document.querySelector('kifu-board .frame')`)
	p.tool("any")
	p.point("Q16")
	open := p.shows(`pat:NE[.....|.....|.....|.*X..|.....|.....]`)
	if open.Games < corner.Games {
		t.Error("a wildcard finds less")
	}
	p.tool("black_or_empty")
	p.point("Q17")
	p.shows(`pat:NE[.....|.....|.x...|.*X..|.....|.....]`)
	p.tool("white_or_empty")
	p.point("Q15")
	p.shows(`pat:NE[.....|.....|.x...|.*X..|.o...|.....]`)
	p.point("Q15") // again: as it was
	p.shows(`pat:NE[.....|.....|.x...|.*X..|.....|.....]`)
	// Of what may lie anywhere the board stays where it was made, which the archive does
	// not know: the points have other names, and as many games.
	p.click(`[data-key="e"]`)
	floating := `pat:[.....|.....|.x...|.*X..|.....|.....]`
	p.until(fmt.Sprintf(`new URLSearchParams(location.search).get('q') === %q`, floating))
	found, _ := p.answer(floating)
	p.untilText(`document.querySelector('#figures .sum strong')?.textContent`, number(found.Games))
	p.untilText(`document.querySelector('#continuations .games')?.textContent`, number(found.Next[0].Games))
	p.click(`[data-scope="board"]`)
	p.showsAsked()
	p.wantStones("B R16, W D4")
}

func eraseStones(t *testing.T, b *browser) {
	p := b.tab(t)
	p.open("/")
	p.shows("")
	p.tool("black")
	p.point("R16")
	p.wantStones("B R16")
	p.point("D4")
	p.wantStones("B D4, B R16")
	p.showsAsked()
	p.tool("white")
	p.point("Q3")
	p.wantStones("B D4, B R16, W Q3")
	p.tool("erase")
	p.point("D4")
	p.wantStones("B R16, W Q3")
	p.showsAsked()
	p.point("R16")
	p.wantStones("W Q3")
	p.point("Q3")
	p.wantStones("")
	p.showsAsked()
}

// A sequence is moves in their order, which are numbered.
func sequence(t *testing.T, b *browser) {
	p := b.tab(t)
	p.open("/")
	p.shows("")
	p.tool("sequence")
	p.point("R16")
	p.shows(`seq:"B R16"`)
	p.point("D4")
	p.shows(`seq:"B R16 W D4"`)
	p.until(`[...document.querySelectorAll('kifu-board .pieces text')].map(e => e.textContent).sort().join() === '1,2'`)
	p.point("D4")
	p.shows(`seq:"B R16"`)
}

// The row under the pointer is shown on the board; a click plays its move.
func rowsPlay(t *testing.T, b *browser) {
	p := b.tab(t)
	p.open("/")
	next := p.shows("")
	_, scene := p.answer("")
	move, err := scene.Continued(next.Next[1].Move)
	if err != nil {
		t.Fatal(err)
	}
	row := `#continuations tbody tr:nth-child(2)`
	x, y := p.at(row + " .games")
	do(p, chromedp.MouseEvent("mouseMoved", x, y))
	p.until(`document.querySelector('kifu-board .ghost')`)
	p.click(row + " .games")
	p.shows(`pos:"` + move.Name + `"`)
	p.wantStones("B " + move.Name)
	p.click(`#continuations tbody tr:nth-child(1) a`)
	p.until(`new URLSearchParams(location.search).get('q').startsWith('pos:"` + move.Name + ` ')`)
	p.showsAsked()
}

// What cannot be understood is said; the last answer stays.
func faultyQuery(t *testing.T, b *browser) {
	p := b.tab(t)
	p.open("/?q=" + `pos:%22R16%22`)
	p.shows(`pos:"R16"`)
	before := p.text(tableText)
	p.press("/")
	p.until(`document.activeElement.id === 'q'`)
	p.text(`document.getElementById('q').select()`)
	p.press(`dat:2015` + kb.Enter)
	p.until(`!document.getElementById('fault').hidden && document.getElementById('fault').textContent.includes('dat')`)
	p.until(`document.getElementById('q').getAttribute('aria-invalid') === 'true'`)
	if got := p.text(tableText); got != before {
		t.Errorf("the last answer is gone: %s", got)
	}
	p.text(`document.getElementById('q').select()`)
	p.press(`pos:"R16 D4"` + kb.Enter)
	p.shows(`pos:"R16 D4"`)
	p.until(`document.getElementById('fault').hidden && document.getElementById('q').getAttribute('aria-invalid') !== 'true'`)
}

// All of it can be done without a mouse.
func keyboardAlone(t *testing.T, b *browser) {
	p := b.tab(t)
	p.open("/")
	p.shows("")
	p.press(kb.Escape)
	p.until(`document.activeElement.tagName === 'KIFU-BOARD'`)
	p.press("r16")
	p.until(`document.querySelector('kifu-board').dataset.typed === 'R16'`)
	p.press(kb.Enter)
	p.shows(`pos:"R16"`)
	p.press("d4" + kb.Enter)
	p.shows(`pos:"R16 D4"`)
	p.press(kb.ArrowUp + kb.ArrowLeft + kb.Enter) // from D4
	p.shows(`pos:"R16 D4 C5"`)
	p.press(kb.Backspace)
	p.wantStones("B R16, W D4")
	p.press("2")
	p.until(`document.querySelector('[data-tool=black]').getAttribute('aria-pressed') === 'true'`)
	p.press(kb.ArrowDown + kb.ArrowDown + kb.Enter)
	p.wantStones("B C3, B R16, W D4")
	p.press("5" + kb.ArrowRight + kb.Enter)
	p.until(`document.querySelector('kifu-board .open circle') && new URLSearchParams(location.search).get('q').startsWith('pat:board[')`)
	p.showsAsked()
	p.press("/")
	p.until(`document.activeElement.id === 'q'`)
	p.text(`document.getElementById('q').select()`)
	p.press("player:shusaku" + kb.Enter)
	p.shows("player:shusaku")
	p.press(kb.Escape)
	p.until(`document.activeElement.tagName === 'KIFU-BOARD'`)
	// Tab leads on to the rows, of which Enter plays the move.
	for range 40 {
		p.press(kb.Tab)
		if p.text(`Boolean(document.activeElement.closest('#continuations tbody'))`) == "true" {
			break
		}
	}
	p.until(`document.activeElement.closest('#continuations tbody')`)
	p.press(kb.Enter)
	p.until(`new URLSearchParams(location.search).get('q').includes('pos:')`)
	p.showsAsked()
}

// What happens on the board is said to those who do not see it.
func spoken(t *testing.T, b *browser) {
	p := b.tab(t)
	p.open("/")
	p.shows("")
	p.press(kb.Escape)
	const said = `document.querySelector('kifu-board + [aria-live=polite]').textContent`
	p.press("r16")
	p.until(said + `.startsWith('empty R16')`)
	p.press(kb.Enter)
	p.shows(`pos:"R16"`)
	p.until(said + `.includes('games, found ')`)
	p.press(kb.ArrowLeft + kb.ArrowRight)
	p.untilText(said, "black R16")
	p.text(`document.querySelector('kifu-board').announce('')`)
	p.press("h8")
	p.until(said + `.startsWith('empty H8')`)
}

// Without scripts the pages say the same.
func withoutScripts(t *testing.T, b *browser) {
	const all = `['#figures .sum', '#figures .whole', '#figures .bits', '#continuations tbody td', '#games .pl', '#facets li'].map(s =>
		[...document.querySelectorAll(s)].map(e => e.textContent.replace(/\s+/g, '')).join('|')).join('\n')`
	for _, target := range []string{"/", "/?q=pos:%22R16+D4%22", "/?q=pat:NE[.....|.....|.....|..X..|.....]", "/?q=player:shusaku"} {
		static := b.tab(t)
		call(static, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true})
		static.open(target)
		want := static.text(all)
		live := b.tab(t)
		live.open(target)
		live.shows(live.query())
		for i := range 50 {
			if live.text(all) == want {
				break
			}
			if i == 49 {
				t.Errorf("%s\nwith scripts    %s\nwithout scripts %s", target, live.text(all), want)
			}
		}
		if strings.Count(want, "|") < 20 {
			t.Errorf("%s: %s", target, want)
		}
	}
	form := b.tab(t)
	call(form, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true})
	form.open("/search")
	form.click("#q")
	form.press("player:shusaku" + kb.Enter)
	form.until(`location.search === '?q=player%3Ashusaku' && Number(document.querySelector('.sum strong').textContent) > 0`)
}

// Texts of records are shown and do nothing. That no script of theirs ran, no dialog
// opened and no other server was asked is looked at in each test when its tab is closed, of all
// pages in [staysInPlace].
func hostileRecords(t *testing.T, b *browser) {
	p := b.tab(t)
	call(p, network.SetCacheDisabled, network.SetCacheDisabledParams{CacheDisabled: true}) // all of a page is got, and under its policy
	for _, target := range hostilePages {
		p.open(target)
		p.until(`document.readyState === 'complete'`)
	}
	p.open("/?q=date:2001-01-01")
	p.shows("date:2001-01-01")
	p.until(`document.querySelector('#games').textContent.includes('<script>alert(1)</script>')`)
	p.until(`document.querySelectorAll('main img, main iframe, main svg[onload], main a[href^="javascript:"]').length === 0`)
	p.open("/?q=date:2001-01-02")
	p.shows("date:2001-01-02")
	p.until(`document.querySelectorAll('#games .cards li').length === 1`)
	p.noSidewaysScroll("/?q=date:2001-01-02")
}

// hostilePages list the hostile records.
var hostilePages = []string{"/?q=date:2001-01-01", "/?q=date:2001-01-02", "/search?q=date:2001-01-02", "/?q=%3Cscript%3Ealert(9)%3C/script%3E"}

func (p *tab) noSidewaysScroll(target string) {
	p.t.Helper()
	if wide := p.text(`document.documentElement.scrollWidth - document.documentElement.clientWidth`); wide != "0" {
		p.t.Errorf("%s is %s pixels too wide: %s", target, wide, p.text(`[...document.querySelectorAll('body *')].filter(e => { const r = e.getBoundingClientRect(); return !e.closest('.rail, .scroll') && r.width > 0 && r.right > document.documentElement.clientWidth + 1; }).map(e => e.tagName + '.' + e.getAttribute('class') + ' ' + e.getBoundingClientRect().right).slice(0, 6).join(', ')`))
	}
}

// No page scrolls sideways, neither on a phone nor on a desktop.
func widths(t *testing.T, b *browser) {
	p := b.tab(t)
	all := []int64{390, 320, 360, 700, 1024, 1200, 1440}
	for i, target := range append([]string{"/?q=date:2001-01-02", "/search?q=date:2001-01-02"}, b.list...) {
		p.size(all[i%len(all)], 844) // pages are loaded at any width, and then made wider and narrower
		p.open(target)
		p.until(`document.readyState === 'complete'`)
		for k := range all {
			p.size(all[(i+k)%len(all)], 844)
			p.noSidewaysScroll(target)
		}
	}
	for _, width := range all {
		p.size(width, 844)
		p.treeFits()
		p.open("/")
		p.shows("")
		p.noSidewaysScroll("/")
		p.point("R16")
		p.shows(`pos:"R16"`)
	}
}

// treeFits looks at a tree of moves, whose rows lie beside a board or below it: none may reach
// beyond the tree, where the board is.
func (p *tab) treeFits() {
	p.t.Helper()
	for _, q := range []string{"game:go", "game:shogi"} {
		p.open("/statistics/tree?min_games=1&q=" + q)
		p.until(`document.querySelectorAll('.movetree details[open] .tr').length > 2`)
		if got := p.text(`(() => { const edge = document.querySelector('.movetree').getBoundingClientRect().right + 1;
			return [...document.querySelectorAll('.movetree .tr > *')].filter((e) => e.checkVisibility() && e.getBoundingClientRect().right > edge).map((e) => e.textContent).slice(0, 3).join('; '); })()`); got != "" {
			p.t.Errorf("the tree of %s goes on below its board: %s", q, got)
		}
	}
}

// Dark and light have their own paper.
func dark(t *testing.T, b *browser) {
	p := b.tab(t)
	for scheme, want := range map[string]string{"light": "rgb(251, 249, 244)", "dark": "rgb(24, 23, 20)"} {
		call(p, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}})
		p.open("/")
		p.untilText(`getComputedStyle(document.documentElement).backgroundColor`, want)
	}
}

// A language that is chosen in the footer comes back to the question, and stays.
func otherLanguages(t *testing.T, b *browser) {
	p := b.tab(t)
	for tag, continuations := range map[string]string{"zh": "后续着手", "ja": "次の一手"} {
		p.size(1440, 900)
		p.open("/")
		p.shows("")
		p.point("R16")
		p.shows(`pos:"R16"`)
		p.click(fmt.Sprintf(`.languages [value=%s]`, tag))
		p.until(fmt.Sprintf(`document.documentElement.lang === %q`, tag))
		p.shows(`pos:"R16"`)
		p.until(fmt.Sprintf(`document.querySelector('#continuations h2').textContent === %q`, continuations))
		p.size(390, 844)
		for i, target := range b.list {
			if i%2 == 0 != (tag == "ja") { // each page in one of the languages, and neighbors, which are of one kind, in both
				continue
			}
			p.open(target)
			p.until(fmt.Sprintf(`document.documentElement.lang === %q`, tag))
			p.noSidewaysScroll(target)
		}
	}
	p.click(`.languages [value=en]`) // the tabs of a browser share its cookies
	p.until(`document.documentElement.lang === 'en'`)
}

// Pages ask for nothing that they may not have. Violations of the policy are looked at when a tab
// is closed, of all pages in [staysInPlace].
func keepsPolicy(t *testing.T, b *browser) {
	if len(b.list) < 10 {
		t.Errorf("only %d pages", len(b.list))
	}
	// What is looked at is there to be seen: a script in the page is refused, and noted.
	other := b.tab(t)
	other.open("/")
	other.text(`(() => { const s = document.createElement('script'); s.textContent = 'window.ran = 1'; document.body.append(s); return ''; })()`)
	other.until(`window.ran === undefined`)
	other.mu.Lock()
	defer other.mu.Unlock()
	if len(other.faults) != 1 || !strings.Contains(other.faults[0], "Content Security Policy") {
		t.Errorf("a script inside of a page was noted as %q", other.faults)
	}
	other.faults = nil
}
