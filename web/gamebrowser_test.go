package web

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"kifudb/ask"
)

// said is what the board said last to those who do not see it.
const said = `document.querySelector('kifu-board + [aria-live=polite]').textContent`

// gameAt opens a game at a place and waits until the script shows its board.
func (p *tab) gameAt(game, place string) {
	p.t.Helper()
	p.open("/game/" + game + "@" + place)
	p.until(`document.querySelector('kifu-board svg[aria-hidden] .coordinates')`)
}

// node waits until the page is at a node.
func (p *tab) node(n int) {
	p.t.Helper()
	p.untilText(`JSON.parse(document.getElementById('scene').textContent).at`, fmt.Sprint(n))
}

// Every way through a game by keys, with what is said of it.
func gameByKeyboard(t *testing.T, b *browser) {
	p := b.tab(t)
	p.gameAt(b.game, "0")
	p.press(kb.PageDown)
	p.node(1)
	p.until(said + `.startsWith('Black Q16, move 1 of 5')`)
	p.wantStones("B Q16")
	p.press(kb.PageDown + kb.PageDown)
	p.node(3)
	p.until(said + `.includes('All kinds')`)
	p.until(`document.querySelector('#said .comment').textContent === 'All kinds' && document.querySelector('#state').textContent.includes('Black Q4')`)
	p.press(kb.End)
	p.node(5)
	p.press(kb.Home)
	p.node(0)
	p.press(kb.PageUp) // there is nothing before
	p.press(kb.PageDown)
	p.node(1)
	p.press(kb.Escape)
	p.until(`document.activeElement.tagName === 'KIFU-BOARD'`)
	p.press("c") // a column, too: after a moment it is the next comment
	p.node(3)
	p.press("]") // the other move at the place of the last branch
	p.node(6)
	p.press("]")
	p.node(11)
	p.press("[")
	p.node(6)
	// The line has one mistake, which keys lead to from both sides.
	p.press("]")
	p.node(11)
	p.until(`document.querySelector('#state').textContent.includes('lost 29 %, a blunder')`)
	p.press(kb.Home)
	p.node(0)
	p.click("#mistake-forward")
	p.node(11)
	p.until(`!document.getElementById('mistake-forward') && document.querySelector('.lost a[aria-current]')`)
	p.press(kb.Home)
	p.node(0)
	p.press(kb.Escape)
	p.press("m")
	p.node(11)
	p.press("[")
	p.node(6)
	p.press(kb.Escape)
	// The arrows move on the board, whose points have names; what is typed is played.
	p.press("p1" + "6")
	p.until(said + `.startsWith('empty P16')`)
	p.press(kb.ArrowRight)
	p.until(said + ` === 'black Q16'`)
	p.press("q4")
	p.until(said + `.startsWith('empty Q4')`)
	p.press(kb.Enter)
	p.node(7)
	p.until(said + `.startsWith('White Q4, move 4')`)
	p.press(kb.PageUp + kb.PageUp + kb.PageUp)
	p.node(1)
	p.press(kb.End) // along the variation
	p.node(8)
	p.press("d16" + kb.Enter) // what lies there came with its move
	p.node(6)
	p.press("p")
	p.until(`location.pathname === '/' && location.search.includes('pos')`)
	p.showsAsked()
}

// Steps wait for no request: what they show has been brought before. Arrows, the wheel and
// the player step; the cursor of the board comes when it is asked for.
func gameSteppedThrough(t *testing.T, b *browser) {
	p := b.tab(t)
	p.gameAt("7", "0")
	pages := func() string { // of nodes that were waited for
		return p.text(`performance.getEntriesByType('resource').filter((e) => /\/game\/7@[^/]*$/.test(e.name)).length`)
	}
	batches := `performance.getEntriesByType('resource').map((e) => /\/steps\?.*from=(\d+)&to=(\d+)/.exec(e.name)).filter(Boolean).map(([, from, to]) => from + '-' + to).join(' ')`
	if list := p.text(batches); list != "" {
		t.Errorf("nodes were asked for before anybody stepped: %s", list)
	}
	p.press(kb.Shift) // somebody is there
	p.untilText(batches, "1-8")
	for n := range 60 {
		p.press(kb.ArrowRight)
		p.node(n + 1)
	}
	p.until(said + `.includes('move 60')`)
	p.until(`location.pathname === '/game/7@n60'`) // the address follows
	p.press(strings.Repeat(kb.ArrowLeft, 30))
	p.node(30)
	if n := pages(); n != "0" {
		t.Errorf("%s pages were asked for in 90 steps", n)
	}
	p.point("K10") // where nobody plays: a line of one's own, and back from it
	p.until(`document.querySelector('#trial section')`)
	p.press(kb.Escape)
	p.until(`!document.querySelector('#trial section')`)
	p.press(kb.ArrowRight)
	p.node(31)
	p.press(kb.Enter)
	p.until(`document.querySelector('kifu-board svg .cursor')`)
	p.press(kb.ArrowRight)
	p.until(said + `.includes('L10')`)
	p.press(kb.Escape)
	p.until(`!document.querySelector('kifu-board svg .cursor')`)
	p.press(kb.ArrowRight)
	p.node(32)
	x, y := p.cell("K10")
	for _, way := range []float64{100, 100, -100} {
		call(p, input.DispatchMouseEvent, input.DispatchMouseEventParams{Type: "mouseWheel", X: x, Y: y, DeltaX: 1, DeltaY: way}) // a delta of 0 would be left out
	}
	p.node(33)
	p.press(kb.Home)
	p.node(0)
	p.text(`(document.querySelector('#play select').value = '0.3')`)
	p.click(`#play button`)
	p.until(`JSON.parse(document.getElementById('scene').textContent).at >= 2`)
	p.click(`#play button`)
	p.until(`document.querySelector('#play button').getAttribute('aria-pressed') === 'false'`)
	p.click(`#step-last`)
	p.until(`document.querySelector('#step-first')`)
	p.press(kb.Home)
	p.node(0)
}

// Points, links, the strip and graphs lead through a game; back leads back.
func gameByPointer(t *testing.T, b *browser) {
	p := b.tab(t)
	p.gameAt(b.game, "2")
	p.point("R3")
	p.node(11)
	p.point("D4") // whose move it was
	p.node(2)
	p.click(`#said .branches a:nth-of-type(2)`)
	p.node(6)
	p.until(`document.querySelector('kifu-board svg[aria-hidden]')`)
	p.text(`history.back()`)
	p.node(2)
	p.click(`.tree a[data-node="9"]`)
	p.node(9)
	p.until(`document.querySelectorAll('kifu-board .hidden rect').length === 19 * 19 - 3`)
	p.click(`#step-back`)
	p.node(7)
	p.until(`document.activeElement.id === 'step-back'`)
	p.click(`#step-forward`)
	p.node(9) // not the first child
	p.click(`.tree a[data-node="3"]`)
	p.node(3)
	box := do(p, chromedp.Evaluate[[]float64](`(() => { const e = document.querySelector('.strip'); e.scrollIntoView({ block: 'nearest' }); const r = e.getBoundingClientRect(); return [r.x, r.y + r.height / 2, r.width]; })()`))
	do(p, chromedp.MouseClickXY(box[0]+box[2]*0.99, box[1]))
	p.node(5)
	p.until(`document.querySelector('#course svg .kc-here')`)
	dot := do(p, chromedp.Evaluate[[]float64](`(() => { const s = document.querySelector('#course svg'); s.scrollIntoView(); const r = s.querySelectorAll('a')[1].getBoundingClientRect(); return [r.x + r.width / 2 + 3, r.y + 20]; })()`))
	do(p, chromedp.MouseClickXY(dot[0], dot[1]))
	p.node(2)
	p.until(`new URL(document.querySelector('#searches a').href).search.includes('pos')`)
}

// Beside the game stands what the archive knows of the position, when steps come to rest.
func gameBesideArchive(t *testing.T, b *browser) {
	p := b.tab(t)
	p.gameAt("7", "1")
	asked := `performance.getEntriesByType('resource').filter((e) => /@n\d+\/next/.test(e.name)).length`
	p.until(`document.querySelector('#next table') && document.querySelector('#next').getAttribute('aria-busy') === 'false'`)
	next := p.figuresAt("7@1")
	p.until(fmt.Sprintf(`document.querySelector('#next .bits').textContent.trim() === '%s games'`, number(next.Games)))
	p.untilText(`document.querySelectorAll('#next tr.own-move').length`, "1")
	p.until(`document.querySelector('#next .own-move .own-mark').textContent.startsWith('this game')`)
	p.until(`document.querySelector('#next .own-move a').getAttribute('href').startsWith('/game/7@2')`)
	// Who goes on is not held up: what is asked no longer is given up.
	before := p.text(asked)
	p.press(strings.Repeat(kb.ArrowRight, 20))
	p.node(21)
	p.until(`document.querySelector('#next').getAttribute('aria-busy') === 'false' && document.querySelector('#next .bits').textContent.trim() === 'Only this game has it.'`)
	if n, m := p.text(asked), before; n == m {
		t.Errorf("%s questions, and %s before", n, m)
	}
	p.press(kb.Home)
	p.node(0)
	p.until(`document.querySelectorAll('#next tbody tr').length > 1`)
	p.text(`document.querySelector('#next tbody tr:not(.own-move) a').focus()`)
	p.until(`document.querySelector('kifu-board svg .ghost')`)
	move := p.text(`document.querySelector('#next tbody tr:not(.own-move) a').textContent`)
	p.press(kb.Enter) // what others played is tried
	p.until(fmt.Sprintf(`new URLSearchParams(location.search).get('play') && document.querySelector('#trial .moves').textContent.includes(%q)`, move))
	hive := b.tab(t)
	hive.open("/game/" + b.hive)
	hive.until(`document.querySelector('#next').textContent.includes('Not asked here: The rules of')`)
}

// figuresAt is what the archive knows of a position.
func (p *tab) figuresAt(ref string) *ask.Next {
	p.t.Helper()
	next, _ := p.answer("pos:" + ref)
	return next
}

// A move that nobody played opens a line of one's own, with its captures and figures; one
// key leads back.
func gameTried(t *testing.T, b *browser) {
	p := b.tab(t)
	p.gameAt(b.game, "2") // Q16 D4
	tried := func(want string) {
		t.Helper()
		p.untilText(`[...document.querySelectorAll('#trial .moves a')].map((a) => a.textContent.trim()).join(', ')`, want)
		p.until(`document.getElementById('next').getAttribute('aria-busy') === 'false' && !document.querySelector('#next table')`)
	}
	p.point("D3")
	tried("1 D3")
	p.wantStones("B D3, B Q16, W D4")
	p.until(`location.search === '?play=D3' && document.querySelector('#next').textContent.includes('No game in the archive')`)
	for _, point := range []string{"K10", "D5", "K11", "C4", "K12"} {
		p.point(point)
	}
	tried("1 D3, 2 K10, 3 D5, 4 K11, 5 C4, 6 K12")
	p.point("E4") // captures
	tried("1 D3, 2 K10, 3 D5, 4 K11, 5 C4, 6 K12, 7 E4")
	p.wantStones("B C4, B D3, B D5, B E4, B Q16, W K10, W K11, W K12")
	p.until(`document.querySelector('#state').textContent.includes('captured by Black 1, by White 0')`)
	p.point("D4") // has no liberty
	p.until(`document.getElementById('hint').textContent.includes('D4')`)
	p.wantStones("B C4, B D3, B D5, B E4, B Q16, W K10, W K11, W K12")
	// Keys take moves back and make them again, and so do the pages before.
	p.press(kb.ArrowLeft + kb.ArrowLeft)
	tried("1 D3, 2 K10, 3 D5, 4 K11, 5 C4")
	p.press(kb.ArrowRight)
	tried("1 D3, 2 K10, 3 D5, 4 K11, 5 C4, 6 K12")
	p.text(`history.back()`)
	tried("1 D3, 2 K10, 3 D5, 4 K11, 5 C4")
	p.open(p.text(`location.pathname + location.search`))
	tried("1 D3, 2 K10, 3 D5, 4 K11, 5 C4")
	p.until(`document.querySelector('kifu-board svg[aria-hidden] .coordinates')`)
	p.click(`#trial .moves a:nth-of-type(2)`)
	tried("1 D3, 2 K10")
	if name := p.text(`(a => a.download + new URL(a.href).pathname)(document.querySelector('#trial [download]'))`); !strings.HasSuffix(name, "/line.sgf") {
		t.Errorf("the line is saved from %s", name)
	}
	// By keyboard: the cursor comes with Enter; Escape leads back at once.
	p.text(`document.querySelector('kifu-board').focus()`)
	p.press(kb.Enter)
	p.until(`document.querySelector('kifu-board svg .cursor')`)
	p.press("r3" + kb.Enter)
	tried("1 D3, 2 K10, 3 R3")
	p.press(kb.Backspace)
	tried("1 D3, 2 K10")
	p.press(kb.Escape)
	p.node(2)
	p.until(`!document.querySelector('#trial section') && !location.search.includes('play')`)
	p.wantStones("B Q16, W D4")
	p.point("D3")
	tried("1 D3")
	p.click(`#trial form button`)
	p.until(`document.querySelector('#said .own')?.textContent.includes('Own line: Black D3')`) // at the node, as the note stands there
}

// Pieces are tried by the same rules: the piece first, then where it goes.
func piecesTried(t *testing.T, b *browser) {
	p := b.tab(t)
	p.gameAt(b.shogi, "0")
	p.press(kb.Escape + "2g" + kb.Enter)
	p.until(`document.querySelector('kifu-board .target')`)
	p.press("2f" + kb.Enter)
	p.until(`document.querySelector('#trial .moves')?.textContent.includes('P-2f') && location.search.includes('play=2g2f')`)
	p.press(kb.Escape)
	p.until(`!document.querySelector('#trial section')`)
	p.press("7g" + kb.Enter)
	p.until(`document.querySelector('kifu-board .target')`)
	p.press("7f" + kb.Enter) // as in the record
	p.node(1)
	p.until(`!location.search`)
}

// A finger plays, and one that rests names the point.
func gameByTouch(t *testing.T, b *browser) {
	p := b.tab(t)
	p.size(390, 844)
	call(p, emulation.SetTouchEmulationEnabled, emulation.SetTouchEmulationEnabledParams{Enabled: true})
	p.gameAt(b.game, "0")
	p.noSidewaysScroll("a game on a phone")
	touch := func(kind input.DispatchTouchEventType, points ...*input.TouchPoint) {
		call(p, input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: kind, TouchPoints: points})
	}
	x, y := p.cell("Q16")
	touch("touchStart", &input.TouchPoint{X: x, Y: y})
	touch("touchEnd")
	p.node(1)
	x, y = p.cell("D4")
	touch("touchStart", &input.TouchPoint{X: x, Y: y})
	p.until(said + `.startsWith('empty D4')`)
	touch("touchEnd")
	p.node(2)
	x, y = p.at("#step-forward")
	touch("touchStart", &input.TouchPoint{X: x, Y: y})
	touch("touchEnd")
	p.node(3)
	swipe := func(way, down float64) {
		x, y := p.cell("K10")
		touch("touchStart", &input.TouchPoint{X: x, Y: y})
		for i := 1.0; i <= 5; i++ {
			touch("touchMove", &input.TouchPoint{X: x + way*i/5, Y: y + down*i/5})
		}
		touch("touchEnd")
	}
	swipe(-100, 5)
	p.node(4)
	swipe(-100, 5)
	p.node(5)
	swipe(100, -5)
	p.node(4)
	swipe(20, 5) // too short, which plays nothing either
	swipe(100, 0)
	p.node(3)
	for _, control := range []string{"#step-back", "#step-forward", "#step-first"} {
		if size := p.text(fmt.Sprintf(`(r => Math.min(r.width, r.height))(document.querySelector(%q).getBoundingClientRect())`, control)); size != "44" {
			t.Errorf("%s is %s pixels large", control, size)
		}
	}
}

// Arrows go from node to node of the tree, and Enter opens one; only one node is in the
// order of Tab.
func gameTreeByKeyboard(t *testing.T, b *browser) {
	p := b.tab(t)
	p.gameAt(b.game, "2")
	p.text(`document.querySelector('.tree [aria-current]').focus()`)
	focused := func(n int) {
		t.Helper()
		p.untilText(`document.activeElement.dataset.node`, fmt.Sprint(n))
		p.untilText(`document.querySelectorAll('.tree a:not([tabindex="-1"])').length`, "1")
	}
	focused(2)
	p.press(kb.ArrowRight)
	focused(3)
	p.press(kb.ArrowDown)
	focused(6)
	p.press(kb.ArrowRight)
	focused(7)
	p.press(kb.ArrowRight)
	focused(8)
	p.press(kb.ArrowDown)
	focused(9)
	p.press(kb.ArrowLeft)
	focused(7)
	p.press(kb.ArrowUp)
	focused(4)
	p.press(kb.ArrowDown + kb.Enter)
	p.node(7)
	p.until(`document.activeElement.dataset.node === '7' && document.activeElement.getAttribute('aria-current') === 'true'`)
	if label := p.text(`document.activeElement.getAttribute('aria-label')`); label != "White Q4, move 4, 2 variations follow" {
		t.Errorf("the node is called %s", label)
	}
}

// What the server draws and what the script draws is the same.
func gameDrawnTwice(t *testing.T, b *browser) {
	const drawn = `(() => { const svg = document.querySelector('#board svg'); const round = (v) => String(Math.round(Number(v)));
		const at = (e) => { const r = e.getBoundingClientRect(); const s = svg.getBoundingClientRect(); const k = Number(svg.viewBox.baseVal.width) / s.width;
			return [(r.x - s.x) * k, (r.y - s.y) * k, r.width * k, r.height * k].map(round).join(' '); };
		return ['.stone circle', '.stone text', '.piece path', '.piece text', '.count', '.letter', '.shape', '.arrows:not(:empty)', '.territory rect', '.dim rect', '.hidden rect', '.last', '.star', '.coordinates text', '.line:not(.pale)', '.edge:not(.pale)', '.hex']
			.map((name) => name + ': ' + [...svg.querySelectorAll(name)].filter((e) => name !== '.hidden rect' || e).map((e) => (e.textContent || '') + '@' + at(e)).sort().join(', ')).join('\n'); })()`
	for _, target := range []string{b.game + "@3", b.game + "@4", b.game + "@n8", b.game + "@n10", b.shogi + "@5", "7@60"} {
		static := b.tab(t)
		call(static, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true})
		static.open("/game/" + target)
		want := static.text(drawn)
		live := b.tab(t)
		live.open("/game/" + target)
		live.until(`document.querySelector('kifu-board svg[aria-hidden] .coordinates')`)
		got := live.text(drawn)
		wanted := strings.Split(want, "\n")
		for i, line := range strings.Split(got, "\n") {
			if line != wanted[i] {
				t.Errorf("%s\nwith scripts    %s\nwithout scripts %s", target, line, wanted[i])
			}
		}
		if len(want) < 1000 {
			t.Errorf("%s: nothing is drawn: %s", target, want)
		}
	}
}

// The comparison with the archive comes into the page, and its moves lead there.
func gameAnnotated(t *testing.T, b *browser) {
	p := b.tab(t)
	p.gameAt("7", "20")
	p.click(`#annotate`)
	p.until(`document.querySelector('#annotation .annotation') && !document.querySelector('#annotation progress')`)
	p.click(`#annotation p a[href$="as_of=now"]`)
	p.until(`document.querySelector('#annotation .annotation')?.textContent.includes('whenever they were played')`)
	p.until(`location.pathname === '/game/7@20'`)
	p.click(`#annotation tbody tr:nth-child(2) a`)
	p.until(`location.pathname === '/game/7@2'`)
	p.node(2)
	p.until(`document.querySelectorAll('#annotation tbody tr').length > 3`) // it stays
}

// A game of shogi: pieces, hands, and the same ways through it.
func gameOfShogi(t *testing.T, b *browser) {
	p := b.tab(t)
	p.gameAt(b.shogi, "0")
	p.press(kb.PageDown + kb.PageDown + kb.PageDown + kb.PageDown)
	p.node(4)
	p.untilText(`[...document.querySelectorAll('kifu-board .hands .piece text')].map(e => e.textContent).join()`, "角,角")
	p.press(kb.PageDown)
	p.node(5)
	p.untilText(`[...document.querySelectorAll('kifu-board .hands .piece text')].map(e => e.textContent).join()`, "角")
	p.until(said + `.startsWith("Black B'5e, move 5 of 5")`)
	p.until(`document.querySelectorAll('kifu-board .pieces .piece').length === 39 && document.querySelector('kifu-board rect.last')`)
	p.press(kb.Home)
	p.node(0)
	p.press(kb.Escape + "7f" + kb.Enter) // the piece goes there next
	p.node(1)
	p.noSidewaysScroll("shogi")
	p.size(390, 844)
	p.noSidewaysScroll("shogi on a phone")
}

// Of a game without rules the tree leads through the record.
func gameWithoutRules(t *testing.T, b *browser) {
	p := b.tab(t)
	p.open("/game/" + b.hive + "@1")
	p.until(`document.querySelector('main').textContent.includes('so there is no board') && !document.querySelector('kifu-board')`)
	p.click(`.tree a[data-node="4"]`)
	p.until(`document.querySelector('.tree [aria-current]').dataset.node === '4' && location.pathname.endsWith('@n4')`)
	p.press(kb.PageUp)
	p.until(`document.querySelector('.tree [aria-current]').dataset.node === '2'`)
}

// A record is read in another encoding by the form of its page.
func gameRecoded(t *testing.T, b *browser) {
	id := importText(t, b.a, "legacy.sgf", "(;GM[1]SZ[19]CA[gb2312]PB[\xc9\xf1\xb5\xc0]PW[x];B[pd])")
	p := b.tab(t)
	p.gameAt(id, "1")
	p.until(`document.querySelector('h1').textContent.includes('神道') && document.getElementById('next').hasChildNodes() && document.getElementById('next').getAttribute('aria-busy') === 'false'`) // what comes later moves what is below
	p.text(`(document.getElementById('charset').value = 'big5')`)
	p.click(`.charset button`)
	p.until(`location.pathname.endsWith('/charset') && document.querySelector('.reading').textContent.includes('朸耋')`)
	p.click(`button.action`)
	p.until(`location.pathname === '/game/` + id + `' && document.querySelector('h1').textContent.includes('朸耋')`)
}

// On paper there is the board, and nothing to click.
func gamePrinted(t *testing.T, b *browser) {
	p := b.tab(t)
	call(p, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: "print"})
	p.gameAt("7", "40")
	for selector, want := range map[string]string{"kifu-board svg": "true", ".steps a": "false", ".menu": "false", ".searches": "false", "h1": "true", "#said": "true"} {
		if got := p.text(fmt.Sprintf(`document.querySelector(%q).checkVisibility()`, selector)); got != want {
			t.Errorf("%s is printed: %s", selector, got)
		}
	}
	if background := p.text(`getComputedStyle(document.body).getPropertyValue('--page')`); background != "#fff" {
		t.Errorf("paper is %s", background)
	}
}
