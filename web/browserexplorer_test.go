package web

import (
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// is waits until the page asks a query: one that the archive does not draw as the page
// does, so that shows cannot compare them.
func (p *tab) is(text string) {
	p.t.Helper()
	p.untilText(`new URLSearchParams(location.search).get('q')`, text)
	found, _ := p.answer(text)
	p.untilText(`document.querySelector('#figures .sum strong')?.textContent ?? 'none'`, number(found.Games))
}

// Colors may be exchanged, edges may count or not, and the buttons say which it is.
func togglesOfTheRegion(t *testing.T, b *browser) {
	p := b.tab(t)
	p.open("/?q=" + `pat:NE%5B.....%7C.....%7C.....%7C..X..%7C.....%7C.....%5D`)
	fixed := p.shows(`pat:NE[.....|.....|.....|..X..|.....|.....]`)
	p.click(`[data-key=i]`)
	either := p.shows(`pat:NE[.....|.....|.....|..X..|.....|.....] colors:either`)
	if either.Games <= fixed.Games {
		t.Errorf("%d games with either colors, %d with these", either.Games, fixed.Games)
	}
	const pressed = `document.querySelector('[data-key=%s]').getAttribute('aria-pressed')`
	p.untilText(fmt.Sprintf(pressed, "i"), "true")
	p.press(kb.Escape)
	p.until(`document.activeElement.tagName === 'KIFU-BOARD'`)
	p.press("i")
	p.shows(`pat:NE[.....|.....|.....|..X..|.....|.....]`)
	p.untilText(fmt.Sprintf(pressed, "i"), "false")
	p.untilText(fmt.Sprintf(pressed, "e"), "true")
	// What may lie anywhere stays where it was made, also when the page is loaded again.
	p.click(`[data-key=e]`)
	p.is(`pat:[.....|.....|.....|..X..|.....|.....]`)
	p.untilText(fmt.Sprintf(pressed, "e"), "false")
	const frame = `(() => { const p = document.querySelector('kifu-board .frame polygon')?.points[0]; return p ? p.x + ' ' + p.y : 'no frame'; })()`
	const upperRight = "586 26" // half a cell before P19
	p.untilText(frame, upperRight)
	p.wantStones("B R16")
	do(p, chromedp.Reload())
	p.is(`pat:[.....|.....|.....|..X..|.....|.....]`)
	p.untilText(frame, upperRight)
	p.wantStones("B R16")
	p.text(`history.back()`)
	p.shows(`pat:NE[.....|.....|.....|..X..|.....|.....]`)
	p.text(`history.forward()`)
	p.is(`pat:[.....|.....|.....|..X..|.....|.....]`)
	p.untilText(frame, upperRight)
}

// The region is stretched by its corners and by the keyboard.
func stretching(t *testing.T, b *browser) {
	p := b.tab(t)
	p.open("/?q=" + `pat:NE%5B.....%7C.....%7C.....%7C..X..%7C.....%5D`)
	p.shows(`pat:NE[.....|.....|.....|..X..|.....]`)
	x, y := p.at(`kifu-board [data-grip=sw]`)
	tox, toy := p.cell("O14")
	do(p, chromedp.MouseEvent(input.DispatchMouseEventTypeMousePressed, x, y, chromedp.ButtonLeft, chromedp.ClickCount(1)))
	do(p, chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, (x+tox)/2, (y+toy)/2, chromedp.ButtonLeft))
	do(p, chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, tox, toy, chromedp.ButtonLeft))
	do(p, chromedp.MouseEvent(input.DispatchMouseEventTypeMouseReleased, tox, toy, chromedp.ButtonLeft, chromedp.ClickCount(1)))
	p.shows(`pat:NE[......|......|......|...X..|......|......]`)
	// Shift and arrows stretch it from the cursor.
	p.press(kb.Escape)
	p.until(`document.activeElement.tagName === 'KIFU-BOARD'`)
	shift := func(key string) { do(p, chromedp.KeyEvent(key, chromedp.KeyModifiers(chromedp.ModifierShift))) }
	p.press("t16")
	p.until(`document.querySelector('kifu-board').dataset.typed === 'T16'`)
	p.press(kb.Escape)
	shift(kb.ArrowLeft)
	p.shows(`pat:NE[.......|.......|.......|....X..|.......|.......]`)
	p.until(`document.querySelector('kifu-board + [aria-live]').textContent.length > 0`)
	shift(kb.ArrowDown)
	p.shows(`pat:NE[.......|.......|.......|....X..|.......|.......|.......]`)
}

// Whatever is pasted becomes a question.
func pasting(t *testing.T, b *browser) {
	p := b.tab(t)
	p.open("/")
	p.shows("")
	paste := func(target, text string) {
		p.text(fmt.Sprintf(`(() => { const data = new DataTransfer(); data.setData('text/plain', %q); const to = document.querySelector(%q); to.focus(); to.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })); })()`, text, target))
	}
	paste("kifu-board", "(;GM[1]SZ[19];B[qd];W[dp])")
	p.wantStones("B R16, W D4")
	p.showsAsked()
	paste("kifu-board", "+----\n|. . . .\n|. . X .\n|. O . .")
	p.shows(`pat:NW[....|..X.|.O..]`)
	paste("#q", "(;GM[1]SZ[19];B[qd])")
	p.wantStones("B R16")
	paste("body", "1@3")
	p.shows(`pos:"1@3"`)
	paste("kifu-board", "Q16 D4")
	p.wantStones("B Q16, W D4")
	paste("kifu-board", "one\ntwo")
	p.until(`!document.getElementById('fault').hidden`)
	p.wantStones("B Q16, W D4")
	// Without a clipboard there is a place to put it.
	p.click(".bring summary")
	p.click("#paste-text")
	p.press("R16 D17")
	p.click("#paste button")
	p.wantStones("B R16, W D17")
	p.until(`document.getElementById('fault').hidden`)
}

// The moves of one's own tree are marked, also after the page was loaded again and the
// server started again.
func ownTreeMarks(t *testing.T, b *browser) {
	p := b.tab(t)
	p.open("/")
	p.shows("")
	p.text(`(() => { const data = new DataTransfer(); data.items.add(new File(['(;GM[1]SZ[19](;B[qd];W[dc])(;B[ab])(;B[pd]))'], 'mine.sgf')); const f = document.getElementById('own-file'); f.files = data.files; f.dispatchEvent(new Event('change', { bubbles: true })); })()`)
	const marked = `[...document.querySelectorAll('.own-move .pt .link')].map(e => e.textContent).sort().join()`
	p.untilText(marked, "Q16,R16")
	p.until(`document.querySelector('#own-tree output').textContent === 'mine.sgf: 5 nodes'`)
	p.until(`document.querySelectorAll('.own-moves a').length === 1`) // nobody began so
	p.point("R16")
	p.shows(`pos:"R16"`)
	p.untilText(marked, "D17")
	b.server.trees.mu.Lock()
	b.server.trees.list = nil
	b.server.trees.mu.Unlock()
	do(p, chromedp.Reload())
	p.shows(`pos:"R16"`)
	p.untilText(marked, "D17")
	p.until(`document.querySelector('#own-tree button').getClientRects().length > 0`)
	p.click(`#own-tree button`)
	p.untilText(marked, "")
	do(p, chromedp.Reload())
	p.shows(`pos:"R16"`)
	p.untilText(marked, "")
}

// Hovering a game shows its next move.
func hoveredGames(t *testing.T, b *browser) {
	p := b.tab(t)
	p.open("/?q=pos:%22R16%22")
	p.shows(`pos:"R16"`)
	x, y := p.at("#games .cards li .pl")
	do(p, chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, x, y))
	p.until(`document.querySelector('kifu-board .ghost.W')`)
	x, y = p.at("#facets")
	do(p, chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, x, y))
	p.until(`!document.querySelector('kifu-board .ghost')`)
}

// A finger that taps plays; one that rests sees where it is, and corrects itself.
func fingers(t *testing.T, b *browser) {
	p := b.tab(t)
	p.size(390, 844)
	call(p, emulation.SetTouchEmulationEnabled, emulation.SetTouchEmulationEnabledParams{Enabled: true})
	p.open("/")
	p.shows("")
	touch := func(kind input.DispatchTouchEventType, points ...*input.TouchPoint) {
		call(p, input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: kind, TouchPoints: points})
	}
	at := func(name string) *input.TouchPoint {
		x, y := p.cell(name)
		return &input.TouchPoint{X: x, Y: y}
	}
	touch(input.DispatchTouchEventTypeTouchStart, at("R16"))
	touch(input.DispatchTouchEventTypeTouchEnd)
	p.shows(`pos:"R16"`)
	touch(input.DispatchTouchEventTypeTouchStart, at("D5"))
	p.until(`document.querySelector('kifu-board + [aria-live]').textContent.startsWith('empty D5')`)
	touch(input.DispatchTouchEventTypeTouchMove, at("D4"))
	p.until(`document.querySelector('kifu-board + [aria-live]').textContent.startsWith('empty D4')`)
	p.until(`document.querySelector('kifu-board .ghost')`)
	touch(input.DispatchTouchEventTypeTouchEnd)
	p.shows(`pos:"R16 D4"`)
	p.noSidewaysScroll("a phone")
}

// Games whose pieces move, or that have other boards, are played by what the server says
// of them.
func otherGames(t *testing.T, b *browser) {
	p := b.tab(t)
	square := func(cell int) (x, y float64) { // of a board of nine by nine squares
		p.until(`document.querySelector('kifu-board svg[aria-hidden] .coordinates') && document.querySelector('kifu-board').board.cells === 'squares'`)
		xy := do(p, chromedp.Evaluate[[]float64](fmt.Sprintf(`(() => { const s = document.querySelector('kifu-board svg'); s.scrollIntoView({ block: 'nearest' }); const hands = document.querySelector('kifu-board').board.hands.length > 0 ? 80 : 0;
			const to = new DOMPoint(46 + hands + 20 + 40 * %d, 46 + 20 + 40 * %d).matrixTransform(s.getScreenCTM()); return [to.x, to.y]; })()`, cell%9, cell/9)))
		return xy[0], xy[1]
	}
	click := func(cell int) {
		x, y := square(cell)
		do(p, chromedp.MouseClickXY(x, y))
	}
	sfen := func(want string) {
		t.Helper()
		p.untilText(`(document.querySelector('kifu-board').board?.text ?? '').replace(/ \d+$/, '')`, "sfen "+want) // moves are not counted
		p.until(`document.getElementById('fault').hidden && !document.querySelector('#figures.old')`)
	}
	p.open("/?q=game:shogi")
	sfen("lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b -")
	p.until(`document.querySelector('#continuations .koma.B') && document.querySelector('#games .pl .koma.W') && !document.querySelector('#continuations .stone')`)
	click(6*9 + 2) // the pawn before the bishop
	p.until(`document.querySelectorAll('kifu-board .target').length === 1`)
	click(5*9 + 2)
	sfen("lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w -")
	if !strings.Contains(p.query(), "game:shogi") && !strings.Contains(p.query(), "sfen") {
		t.Errorf("asked is %s", p.query())
	}
	p.press(kb.Escape)
	p.press("3c" + kb.Enter)
	p.press("3d" + kb.Enter)
	sfen("lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b -")
	// The bishop takes the other one and is promoted: there is a choice, which is asked.
	click(7*9 + 1)
	click(1*9 + 7)
	p.until(`document.querySelectorAll('#choice button').length === 2 && document.activeElement.closest('#choice')`)
	p.click(`#choice button:first-of-type`)
	sfen("lnsgkgsnl/1r5+B1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/7R1/LNSGKGSNL w B")
	// A piece in hand is put on the board.
	p.open("/?q=" + `pos:%22sfen+4k4/9/9/9/9/9/9/9/4K4+b+2P+1%22`)
	sfen("4k4/9/9/9/9/9/9/9/4K4 b 2P")
	p.click(`kifu-board [data-hand=BP]`)
	p.until(`document.querySelectorAll('kifu-board .target').length > 50`)
	click(4*9 + 4)
	sfen("4k4/9/9/9/4P4/9/9/9/4K4 w P")

	p.open("/?q=game:gomoku")
	p.until(`document.querySelector('kifu-board').board?.game === 'gomoku' && document.querySelector('kifu-board').board.cols === 15`)
	p.press(kb.Escape)
	p.press("h8" + kb.Enter)
	p.until(`document.querySelector('kifu-board').board.pieces.length === 1 && new URLSearchParams(location.search).get('q').includes('pos:')`)
	p.press("i9" + kb.Enter)
	p.until(`document.querySelector('kifu-board').board.pieces.length === 2 && document.querySelector('kifu-board').board.pieces.some(p => p.color === 'W')`)
	do(p, chromedp.Reload())
	p.until(`document.querySelector('kifu-board').board?.game === 'gomoku' && document.querySelector('kifu-board').board.pieces.length === 2`)
	p.until(`document.getElementById('fault').hidden`)
}

// On paper there is the board and the table, and no tools.
func printed(t *testing.T, b *browser) {
	p := b.tab(t)
	p.open("/?q=pos:%22R16%22")
	p.shows(`pos:"R16"`)
	call(p, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: "print"})
	p.untilText(`getComputedStyle(document.documentElement).backgroundColor`, "rgb(255, 255, 255)")
	for selector, shown := range map[string]bool{"kifu-board svg": true, "#continuations table": true, ".tools": false, ".menu": false, ".bottom": false, ".bring": false, ".printed": true} {
		p.untilText(fmt.Sprintf(`(document.querySelector(%q)?.getClientRects().length ?? 0) > 0`, selector), fmt.Sprint(shown))
	}
	p.until(`document.querySelector('.printed').textContent.includes('pos:"R16"') && /\d{4}/.test(document.querySelector('.printed').textContent)`)
}

// firstBoard holds the first request that has the server settle or play on a board; begun waits
// until it is there.
func (b *browser) firstBoard(t *testing.T) (slow *browser, begun, release func(), asked *atomic.Int32) {
	asked = new(atomic.Int32)
	came := make(chan struct{})
	slow, release = b.held(t, func(r *http.Request) bool {
		first := r.URL.Path == "/api/v1/board" && asked.Add(1) == 1
		if first {
			close(came)
		}
		return first
	})
	begun = func() {
		t.Helper()
		select {
		case <-came:
		case <-time.After(patience):
			t.Fatal("no board was settled")
		}
	}
	return slow, begun, release, asked
}

// A stone that is put while the server settles another one stays, also if that is answered last.
func putMeanwhile(t *testing.T, b *browser) {
	slow, begun, release, _ := b.firstBoard(t)
	p := slow.tab(t)
	p.open("/")
	p.shows("")
	p.tool("black")
	p.point("R16")
	begun()
	p.point("D4")
	p.until(`new URLSearchParams(location.search).has('q')`) // as the other one is settled
	p.wantStones("B D4, B R16")
	release()
	p.until(`performance.getEntriesByType('resource').filter((e) => e.name.includes('/api/v1/board')).length === 2`)
	p.showsAsked()
	p.wantStones("B D4, B R16")
}

// A move that is played while the server plays another one is played on the board after that
// one, and by the other side.
func playedMeanwhile(t *testing.T, b *browser) {
	slow, begun, release, asked := b.firstBoard(t)
	p := slow.tab(t)
	p.open("/")
	p.shows("")
	p.point("R16")
	begun()
	p.point("D4")
	p.point("R16") // which is taken by then
	release()
	p.shows(`pos:"R16 D4"`)
	p.wantStones("B R16, W D4")
	if n := asked.Load(); n != 2 {
		t.Errorf("%d moves were played, want 2", n)
	}
}
