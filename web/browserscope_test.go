package web

import (
	"fmt"
	"net/url"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"

	"kifudb/archive"
	"kifudb/archive/archivetest"
)

const askedWordsShown = `document.querySelector('#figures .asked').textContent.trim().replace(/\s+/g, ' ')`

// A corner with a stone of each color takes three clicks, and the page says what is asked.
func cornerInThreeClicks(t *testing.T, b *browser) {
	p := b.tab(t)
	p.open("/")
	p.shows("")
	p.untilText(askedWordsShown, "the start of the game")
	p.click(`[data-scope=corner]`)
	p.point("R16")
	p.shows(`pat:NE[.........|.........|.........|......X..|.........|.........|.........|.........|.........]`)
	p.point("P17")
	p.shows(`pat:NE[.........|.........|....O....|......X..|.........|.........|.........|.........|.........]`)
	p.wantStones("B R16, W P17")
	p.untilText(askedWordsShown, "a corner, 9 by 9 points these colors every symmetry")
	const pressed = `[...document.querySelectorAll('[data-scope][aria-pressed=true]')].map((e) => e.dataset.scope).join()`
	p.untilText(pressed, "corner")
	p.click(`[data-key=i]`)
	p.shows(`pat:NE[.........|.........|....O....|......X..|.........|.........|.........|.........|.........] colors:either`)
	p.untilText(askedWordsShown, "a corner, 9 by 9 points either color every symmetry")
	p.click(`[data-scope=board]`)
	p.untilText(pressed, "board")
	p.showsAsked()
	p.wantStones("B R16, W P17")
	// The first stone says which corner it is.
	p.open("/")
	p.shows("")
	p.click(`[data-scope=corner]`)
	p.point("C4")
	p.shows(`pat:SW[.........|.........|.........|.........|.........|..X......|.........|.........|.........]`)
}

// So does it with a side, of which the part around it counts.
func sideOfTheBoard(t *testing.T, b *browser) {
	p := b.tab(t)
	p.open("/")
	p.shows("")
	p.click(`[data-scope=side]`)
	p.point("R10")
	p.shows(`pat:E[.........|.........|.........|.........|......X..|.........|.........|.........|.........]`)
	p.untilText(askedWordsShown, "a side, 9 by 9 points these colors every symmetry")
	p.open("/?q=" + url.QueryEscape(`pos:"R16 D4 K3"`))
	p.shows(`pos:"R16 D4 K3"`)
	p.click(`[data-scope=side]`) // where the last stone lies
	p.shows(`pat:S[.........|.........|.........|.........|.........|.........|....X....|.........|.........]`)
}

// Whose moves are shown, how many, and in which order games come are links, which stay in the
// address.
func otherViews(t *testing.T, b *browser) {
	p := b.tab(t)
	p.open("/?q=" + url.QueryEscape(`pos:"R16"`))
	next := p.shows(`pos:"R16"`)
	for _, sort := range []string{"-date", "date", "id"} {
		p.click(fmt.Sprintf(`#games a[data-view][href*="sort=%s"]`, sort))
		p.untilText(`new URLSearchParams(location.search).get('sort')`, sort)
		v, err := b.a.View()
		if err != nil {
			t.Fatal(err)
		}
		found, err := v.Search(t.Context(), &archive.Search{Query: archivetest.Query(t, `pos:"R16"`), Sort: sort, Limit: shownGames, PerGame: 1})
		v.Close()
		if err != nil || len(found.Games) < 2 {
			t.Fatal(found, err)
		}
		want := ""
		for _, g := range found.Games {
			want += gameLink(g.Hits[0].Ref) + " "
		}
		p.untilText(`[...document.querySelectorAll('#games .dia')].map((a) => a.getAttribute('href') + ' ').join('')`, want)
		p.untilText(`document.querySelector('#games a[data-view][aria-current]').getAttribute('href').includes('sort=`+sort+`')`, "true")
	}
	white := 0
	for _, c := range next.Next {
		if c.Color == "W" {
			white++
		}
	}
	p.click(`#continuations a[data-view][href*="side=W"]`)
	p.untilText(`String(document.querySelectorAll('#continuations tbody tr').length)`, fmt.Sprint(min(white, shownMoves)))
	p.click(`#continuations a[data-view][href*="side=B"]`)
	p.untilText(`String(document.querySelectorAll('#continuations tbody tr').length)`, fmt.Sprint(min(len(next.Next)-white, shownMoves)))
	p.untilText(`new URLSearchParams(location.search).get('sort')`, "id")
	p.text(`history.back()`)
	p.untilText(`String(document.querySelectorAll('#continuations tbody tr').length)`, fmt.Sprint(min(white, shownMoves)))
	// A link is a link: with the key for another tab the page stays as it is.
	x, y := p.at(`#continuations a[data-view][href*="side=B"]`)
	before := p.text(`location.href`)
	do(p, chromedp.MouseEvent(input.DispatchMouseEventTypeMousePressed, x, y, chromedp.ButtonMiddle, chromedp.ClickCount(1)))
	do(p, chromedp.MouseEvent(input.DispatchMouseEventTypeMouseReleased, x, y, chromedp.ButtonMiddle, chromedp.ClickCount(1)))
	if after := p.text(`location.href`); after != before {
		t.Errorf("a click for another tab leads this one to %s", after)
	}
	p.untilText(`document.getElementById('keep').href === location.href || (document.getElementById('keep').focus(), document.getElementById('keep').href === location.href)`, "true")
}

// When nothing is found, links ask with one term less.
func oneTermLess(t *testing.T, b *browser) {
	p := b.tab(t)
	p.open("/?q=" + url.QueryEscape(`pos:"R16" player:nobodyatall`))
	p.shows(`pos:"R16" player:nobodyatall`)
	p.until(`document.querySelectorAll('#figures .why a').length > 0`)
	less := p.text(`new URL(document.querySelector('#figures .why a').href).searchParams.get('q')`)
	found, _ := p.answer(less)
	p.untilText(`document.querySelector('#figures .why li').textContent.includes('`+number(found.Games)+`')`, "true")
	p.click(`#figures .why a`)
	p.shows(less)
	if p.text(`document.querySelectorAll('#figures .why').length`) != "0" {
		t.Error("something is found, and the page offers less")
	}
}
