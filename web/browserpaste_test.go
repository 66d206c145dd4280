package web

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
)

// drops drops files on a page, as a browser tells of it; each is its name and its text.
func (p *tab) drops(target string, files ...string) {
	p.t.Helper()
	list := ""
	for i := 0; i < len(files); i += 2 {
		list += fmt.Sprintf("data.items.add(new File([%s], %s));", strconv.Quote(files[i+1]), strconv.Quote(files[i]))
	}
	p.text(fmt.Sprintf(`(() => { const data = new DataTransfer(); %s document.querySelector(%q).dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true })); })()`, list, target))
}

// pastes pastes a text.
func (p *tab) pastes(target, text string) {
	p.t.Helper()
	p.text(fmt.Sprintf(`(() => { const data = new DataTransfer(); data.setData('text/plain', %q); document.querySelector(%q).dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })); })()`, text, target))
}

// What is dropped or pasted on a page that has no place for it is asked for, or offered to be
// imported, or imported.
func takesAnywhere(t *testing.T, b *browser) {
	p := b.tab(t)
	ready := func(page string) {
		p.open(page)
		p.until(fmt.Sprintf(`location.pathname === %q && document.readyState === 'complete' && globalThis.kifudbWords`, page))
	}
	const offered = `document.getElementById('anywhere').open && document.querySelector('#anywhere .what').textContent`
	kif := "手合割：平手\n先手：a\n後手：b\n手数----指手---------消費時間--\n1 ７六歩(77)\n2 ３四歩(33)\n"
	for _, record := range []string{"(;GM[1]SZ[19];B[qd];W[dp])", kif, "[Event \"E\"]\n[Site \"S\"]\n[Date \"2001.01.01\"]\n[Round \"1\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n1. e4 e5 1-0\n", "V2.2\nN+a\nN-b\nPI\n+\n+7776FU\n-3334FU\n%TORYO\n"} {
		ready("/players")
		p.drops("main", "one.txt", record)
		p.until(offered + `.includes('Read as a record')`)
		p.click("#anywhere [data-find]")
		p.until(`location.pathname === '/' && new URLSearchParams(location.search).get('q').startsWith('pos:') && document.querySelector('kifu-board').board?.pieces.length > 1 && document.readyState === 'complete'`)
	}
	// A position or a question is asked for at once, words in the list of games.
	for text, want := range map[string]string{
		"Q16 D4": "/", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1": "/", "+----\n|. . . .\n|. . X .\n|. O . .": "/", "player:shusaku": "/search",
	} {
		ready("/statistics")
		p.pastes("body", text)
		p.until(fmt.Sprintf(`location.pathname === %q && new URLSearchParams(location.search).has('q') && document.readyState === 'complete' && document.getElementById('anywhere-read').textContent.startsWith('Read as a ')`, want))
	}
	// A record that the archive has leads to its game, several games are no position, and one of a game
	// whose rules are not known has none.
	for _, test := range []struct{ text, says, shown string }{
		{studied, "Read as a record (SGF).", "[data-held][href='/game/" + b.game + "'], [data-find], [data-take]"},
		{"(;GM[1];B[aa])(;GM[1];B[bb])", "Read as a record with 2 games (SGF). It has no position that can be asked for.", "[data-take]"},
		{"(;GM[40];B[xyz])", "Read as a record (SGF). It has no position that can be asked for.", "[data-take]"},
	} {
		ready("/events")
		p.pastes("body", test.text)
		p.untilText(`document.querySelector('#anywhere .what').textContent`, test.says)
		shown := p.text(`[...document.querySelectorAll('#anywhere .acts :is([data-held], [data-find], [data-take])')].filter(e => e.checkVisibility()).every(e => e.matches(` + strconv.Quote(test.shown) + `))`)
		count := p.text(`[...document.querySelectorAll('#anywhere .acts :is([data-held], [data-find], [data-take])')].filter(e => e.checkVisibility()).length`)
		if shown != "true" || count != strconv.Itoa(strings.Count(test.shown, ",")+1) {
			t.Errorf("%s: %s of what is offered", test.says, count)
		}
	}
	ready("/players") // in a field it is typed
	p.pastes("#q", "Q16 D4")
	ready("/game/" + b.game)
	p.pastes("body", "one\ntwo")
	p.until(offered)
	p.click("#anywhere [data-close]")
	// A record that is wanted is imported, and so are several files.
	ready("/events")
	p.pastes("body", "(;GM[1]SZ[19]PB[Pasted here];B[qd];W[dp])")
	p.until(offered)
	p.click("#anywhere [data-take]")
	p.until(`location.pathname.startsWith('/archive/jobs/') && document.readyState === 'complete'`)
	ready("/tags")
	p.drops("main", "a.sgf", "(;GM[1]SZ[19]PB[Dropped a];B[qd])", "b.sgf", "(;GM[1]SZ[19]PB[Dropped b];B[dd])")
	p.until(`location.pathname.startsWith('/archive/jobs/') && document.readyState === 'complete'`)
	for _, name := range []string{"Pasted here", "Dropped a", "Dropped b"} {
		p.until(fmt.Sprintf(`fetch('/search?q=' + encodeURIComponent('black:"%s"')).then(r => r.text()).then(t => { globalThis.found_ = t.includes('<strong>1</strong>'); }) && globalThis.found_`, name))
		p.text(`globalThis.found_ = false`)
	}
}

// Buttons copy the position, a diagram and the link.
func copies(t *testing.T, b *browser) {
	p := b.tab(t)
	p.open("/")
	p.shows("")
	p.text(`navigator.clipboard.writeText = async (text) => { globalThis.copied = text; }`)
	p.pastes("kifu-board", "Q16 D4")
	p.wantStones("B Q16, W D4")
	for what, want := range map[string]string{"position": "[pd]", "diagram": "A B C", "link": "q="} {
		p.text(`globalThis.copied = ''`)
		p.click(`[data-copy=` + what + `]`)
		p.until(fmt.Sprintf(`globalThis.copied.includes(%q) && document.querySelector('.copies [role=status]').textContent.includes('copied')`, want))
	}
	p.open("/game/" + b.shogi + "@2")
	p.until(`document.querySelector('kifu-board').board`)
	p.text(`navigator.clipboard.writeText = async (text) => { globalThis.copied = text; }`)
	p.click(`[data-copy=position]`)
	p.until(`globalThis.copied?.startsWith('sfen ')`)
}
