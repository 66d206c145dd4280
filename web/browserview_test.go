package web

import (
	"fmt"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
)

// phone makes the tab that of a phone that is used with fingers.
func (p *tab) phone(width int64) {
	p.t.Helper()
	call(p, emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{Width: width, Height: 844, DeviceScaleFactor: 1, Mobile: true})
	call(p, emulation.SetTouchEmulationEnabled, emulation.SetTouchEmulationEnabledParams{Enabled: true})
}

// The first view of the explorer is small, and has the answer with it: its script asks nothing again.
func firstView(t *testing.T, b *browser) {
	p := b.tab(t)
	call(p, network.SetCacheDisabled, network.SetCacheDisabledParams{CacheDisabled: true})
	p.open("/")
	p.until(`document.querySelector('kifu-board').board`)
	const files = `[...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]`
	n, err := strconv.Atoi(p.text(files + `.reduce((sum, e) => sum + e.transferSize, 0)`))
	if err != nil || n < 20_000 || n > 80_000 {
		t.Errorf("the first view has %d bytes (%v)", n, err)
	}
	if asked := p.text(`performance.getEntriesByType('resource').filter((e) => !e.name.includes('/static/')).map((e) => e.name).join(' ')`); asked != "" {
		t.Errorf("the page asks for %s", asked)
	}
	p.point("R16") // and it works with what it has
	p.shows(`pos:"R16"`)
}

// What is on a page stays in its place while the rest comes.
func staysInPlace(t *testing.T, b *browser) {
	p := b.tab(t)
	call(p, network.SetCacheDisabled, network.SetCacheDisabledParams{CacheDisabled: true})
	for _, width := range []int64{1440, 390} {
		p.size(width, 844)
		for _, target := range b.list {
			p.open(target)
			p.until(`document.readyState === 'complete'`)
			p.text(`(() => { window.moved = -1; new PerformanceObserver((list) => { window.moved = Math.max(window.moved, 0) + list.getEntries().filter((e) => !e.hadRecentInput).reduce((sum, e) => sum + e.value, 0); }).observe({ type: 'layout-shift', buffered: true });
				requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => { window.moved = Math.max(window.moved, 0); }))); return ''; })()`)
			p.until(`window.moved >= 0`)
			if moved, err := strconv.ParseFloat(p.text(`window.moved`), 64); err != nil || moved >= .05 {
				t.Errorf("%s at %d pixels moves by %v (%v)", target, width, moved, err)
			}
		}
	}
}

// smallTargets are the controls of a page that a finger does not hit well, with their sizes. The size of
// a box to tick is that of its label.
const smallTargets = `[...document.querySelectorAll('button, select, textarea, summary, input:not([type=hidden]), nav a')].filter((e) => e.checkVisibility() && !e.closest('.visually-hidden, svg'))
	.map((e) => [e, (e.matches('[type=checkbox], [type=radio], [type=file]') ? e.closest('label') ?? e : e).getBoundingClientRect()]).filter(([, r]) => r.width > 0 && (r.height < 43.5 || r.width < 43.5))
	.map(([e, r]) => e.tagName + '.' + e.className + ' ' + e.textContent.trim().slice(0, 20) + ' ' + Math.round(r.width) + '×' + Math.round(r.height)).slice(0, 8).join('; ')`

// On phones all controls are large enough for fingers, and what one plays with lies at the lower edge.
func largeTargets(t *testing.T, b *browser) {
	p := b.tab(t)
	p.phone(390)
	for _, target := range b.list {
		p.open(target)
		p.until(`document.readyState === 'complete'`)
		if target == "/" && p.text(`matchMedia('(pointer: coarse)').matches`) != "true" {
			t.Fatal("the browser has a fine pointer")
		}
		p.text(`document.querySelectorAll('details').forEach((d) => { d.open = true; })`)
		if small := p.text(smallTargets); small != "" {
			t.Errorf("%s: %s", target, small)
		}
		p.noSidewaysScroll(target)
	}
	for target, bar := range map[string]string{"/": ".tools", "/game/" + b.game + "@3": "#steps"} {
		p.open(target)
		for _, scroll := range []string{"0", "200"} {
			p.text(`scrollTo(0, ` + scroll + `)`)
			p.untilText(fmt.Sprintf(`(() => { const r = document.querySelector(%q).getBoundingClientRect(); return [r.left, r.right, r.bottom].join(); })()`, bar), "0,390,844")
		}
		// Nothing is hidden behind it.
		p.until(fmt.Sprintf(`(scrollTo(0, document.documentElement.scrollHeight), document.querySelector('.bottom').getBoundingClientRect().bottom <= document.querySelector(%q).getBoundingClientRect().top)`, bar))
	}
}

// On phones the games of a list are cards, which say in words who won.
func cardsOfGames(t *testing.T, b *browser) {
	p := b.tab(t)
	p.phone(390)
	p.open("/search")
	p.until(`document.querySelectorAll('.gl tbody tr').length > 20`)
	const bad = `[...document.querySelectorAll('.gl tbody tr:not(.snippets)')].filter((tr) => { const [black, white, result] = [2, 3, 4].map((i) => tr.cells[i]);
		const right = (cell, begin) => { const won = cell.querySelector('.won'), bold = Number(getComputedStyle(cell.querySelector('a')).fontWeight) >= 600;
			return result.textContent.startsWith(begin) ? won?.checkVisibility() && won.textContent === 'won' && bold : !won && !bold; };
		return !(right(black, 'B+') && right(white, 'W+') && black.getBoundingClientRect().bottom <= white.getBoundingClientRect().top + 1 && tr.getBoundingClientRect().right <= innerWidth); })`
	if got := p.text(bad + `.map((tr) => tr.textContent).join('; ')`); got != "" {
		t.Errorf("not as cards: %s", got)
	}
	p.until(`document.querySelectorAll('.gl .won').length > 10`)
	p.text(`document.querySelector('.gl tbody tr').scrollIntoView()`)
	x, y := p.at(".gl tbody tr td.ev") // anywhere on the card
	do(p, chromedp.MouseClickXY(x, y))
	p.until(`location.pathname.startsWith('/game/')`)
}

// Records whose texts have no end leave all pages as they are: none is wider than its screen, none has a
// fault, and no title turns around what stands behind it.
func endlessRecords(t *testing.T, b *browser) {
	s, a := served(t, nil)
	game, crowded := importEndless(t, a)
	server := httptest.NewServer(s.Handler())
	t.Cleanup(server.Close)
	p := (&browser{ctx: b.ctx, root: server.URL}).tab(t)
	slowest, longest := "", 0.0
	for _, target := range endlessPages(t, a, game, crowded) {
		for _, width := range []int64{390, 320} {
			p.size(width, 844)
			if width == 390 {
				p.open(target)
				p.until(`document.readyState === 'complete'`)
			}
			p.noSidewaysScroll(target)
		}
		if took, err := strconv.ParseFloat(p.text(`performance.getEntriesByType('navigation')[0].duration`), 64); err == nil && took > longest {
			slowest, longest = target, took
		}
		if title := p.text(`document.title`); title == "" || strings.ContainsAny(title, "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f") || len([]rune(title)) > 3*longestName {
			t.Errorf("%.60s: the title is %q", target, title)
		}
	}
	t.Logf("the slowest page is loaded after %.0f ms: %.80s", longest, slowest)
}
