package web

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// What may stand at the cursor is offered on every page, to the keyboard, the mouse and
// who does not see it.
func offers(t *testing.T, b *browser) {
	const (
		value    = `document.getElementById('q').value`
		expanded = `document.getElementById('q').getAttribute('aria-expanded')`
		// what a screen reader says of the offer that is active
		chosen = `(document.getElementById(document.getElementById('q').getAttribute('aria-activedescendant') ?? '')?.textContent ?? '')`
	)
	p := b.tab(t)
	for _, target := range []string{"/", "/search?q=*", "/game/1", "/players", "/archive"} {
		p.open(target)
		p.untilText(expanded, "false")
		p.press("/")
		p.until(`document.activeElement.id === 'q'`)
		p.text(`document.getElementById('q').select()`) // a test's / is typed, too
		p.press("pla")
		p.untilText(expanded, "true")
		p.press(kb.ArrowDown)
		p.until(chosen + `.startsWith('player:')`)
		p.enter() // takes the offer, and offers the players
		p.untilText(value, "player:")
		p.untilText(expanded, "true")
		p.press("sei")
		p.until(`document.querySelectorAll('#offers li').length > 0 && [...document.querySelectorAll('#offers li bdi')].every(e => /sei/i.test(e.textContent))`)
		p.press(kb.ArrowUp) // to the last
		p.until(`document.querySelector('#offers li:last-child').getAttribute('aria-selected') === 'true'`)
		p.press(kb.ArrowDown)
		p.until(chosen + `.startsWith('player:"Go Seigen"')`)
		p.press(kb.Escape) // closes the list, no more
		p.untilText(expanded, "false")
		p.untilText(value, "player:sei")
		p.until(`document.activeElement.id === 'q'`)
		p.press(kb.ArrowDown)
		p.untilText(expanded, "true")
		p.until(`document.querySelector('.search [role=status]').textContent.includes('suggestion')`)
		p.click(`#offers li`)
		p.untilText(value, `player:"Go Seigen" `)
		p.until(`document.activeElement.id === 'q'`)
	}
	p.open("/statistics/compare") // its boxes are for queries, too
	for _, set := range []string{"a", "b"} {
		p.click("#set-" + set)
		p.press("pla")
		p.untilText(`document.getElementById('set-`+set+`').getAttribute('aria-expanded')`, "true")
		p.untilText(expanded, "false")
		p.press(kb.ArrowDown)
		p.enter()
		p.untilText(`document.getElementById('set-`+set+`').value`, "player:")
		p.untilText(`document.querySelectorAll('#offers-set-`+set+` li').length > 1 ? 'offered' : ''`, "offered")
		p.press(kb.Escape)
	}
	p.open("/archive")
	p.click("#q")
	p.press(`player:"Go Seigen" `)
	p.enter() // asks, as nothing is offered
	p.until(`location.pathname === '/search' && document.querySelector('.sum strong')`)
	p.click("#q")
	p.text(`document.getElementById('q').select()`)
	p.press(`秀 pla`)
	p.untilText(expanded, "true")
	p.press(kb.ArrowDown)
	p.enter()
	p.untilText(value, "秀 player:")
	p.click(".explain") // what stands in the box by now
	p.until(`location.pathname === '/explain' && new URLSearchParams(location.search).get('q') === '秀 player:'`)
}

// held is the server behind one that answers some requests only when it is told to.
func (b *browser) held(t *testing.T, wait func(*http.Request) bool) (slow *browser, release func()) {
	hold := make(chan struct{})
	release = sync.OnceFunc(func() { close(hold) })
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if wait(r) {
			<-hold
		}
		b.server.Handler().ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	t.Cleanup(release)
	slow = new(browser)
	*slow = *b
	slow.root = server.URL
	return slow, release
}

// completes is a request for what may stand at the end of a word.
func completes(r *http.Request, word string) bool {
	return r.URL.Path == "/api/v1/complete" && strings.HasSuffix(r.FormValue("q"), word)
}

// An answer that offers nothing does not keep what was typed since from being asked for.
func offersLate(t *testing.T, b *browser) {
	slow, release := b.held(t, func(r *http.Request) bool { return completes(r, "qqq") })
	p := slow.tab(t)
	p.open("/archive")
	p.click("#q")
	p.press("qqq")
	// The key comes in the moment in which the answer to the one before is there.
	p.text(`(() => {
		const box = document.getElementById('q');
		const json = Response.prototype.json;
		Response.prototype.json = async function () {
			const answer = await json.call(this);
			if (this.url.includes('q=qqq')) {
				box.value = 'pla';
				box.dispatchEvent(new Event('input'));
			}
			return answer;
		};
	})()`)
	release()
	p.untilText(`document.getElementById('q').value`, "pla")
	p.untilText(`document.getElementById('q').getAttribute('aria-expanded')`, "true")
}

// An offer that is chosen while a longer word is asked for stays chosen, and replaces the
// whole word.
func offersWhileTyping(t *testing.T, b *browser) {
	slow, release := b.held(t, func(r *http.Request) bool { return completes(r, "pla") })
	p := slow.tab(t)
	p.open("/archive")
	const (
		first  = `document.querySelector('.offers:not([hidden]) li bdi')?.textContent === 'player:'`
		chosen = `document.querySelector('#offers li[aria-selected=true] bdi')?.textContent === 'player:'`
	)
	choose := func() {
		p.click("#q")
		p.text(`document.getElementById('q').select()`)
		p.press("秀 pl")
		p.until(first)
		p.press("a")
		p.press(kb.ArrowDown)
		p.until(chosen)
	}
	choose()
	p.enter()
	p.untilText(`document.getElementById('q').value`, "秀 player:")
	p.press(kb.Escape)

	choose()
	p.text(`document.querySelectorAll('#offers li').forEach(e => e.dataset.before = 'yes')`)
	release()
	p.until(`document.querySelector('#offers li') && !document.querySelector('#offers li').dataset.before`)
	p.until(chosen)
	p.enter()
	p.untilText(`document.getElementById('q').value`, "秀 player:")
}

// What was offered for a word is not offered for the next one, nor for another in its place.
func offersOfAnotherWord(t *testing.T, b *browser) {
	slow, release := b.held(t, func(r *http.Request) bool { return r.URL.Path == "/api/v1/complete" && !completes(r, "pl") })
	defer release()
	p := slow.tab(t)
	p.open("/archive")
	for _, test := range []struct {
		first, then string
		instead     bool
		want        string
	}{
		{"pl", " dat", false, "pl dat"},
		{"秀 pl", "dat", true, "dat"},
	} {
		p.click("#q")
		p.text(`document.getElementById('q').select()`)
		p.press(test.first)
		p.until(`document.querySelector('.offers:not([hidden]) li bdi')?.textContent === 'player:'`)
		if test.instead {
			p.text(`document.getElementById('q').select()`)
		}
		p.press(test.then)
		p.untilText(`document.getElementById('q').value`, test.want)
		p.untilText(`document.getElementById('q').getAttribute('aria-expanded')`, "false")
	}
}

// What is typed before the page's last script has come stays, and is offered for.
func typedEarly(t *testing.T, b *browser) {
	var asked atomic.Bool
	slow, release := b.held(t, func(r *http.Request) bool {
		late := strings.Contains(r.URL.Path, "explorer.js")
		if late {
			asked.Store(true)
		}
		return late
	})
	p := slow.tab(t)
	p.text(`location.assign('` + slow.root + `/')`) // open waits for all scripts
	p.until(`document.getElementById('q')?.getAttribute('aria-expanded') === 'false'`)
	p.press("/")
	p.text(`document.getElementById('q').select()`) // a test's / is typed, too
	p.press("pla")
	p.untilText(`document.getElementById('q').value`, "pla")
	if !asked.Load() {
		t.Error("the page's script was not asked for: nothing is tested")
	}
	release()
	p.until(`document.querySelector('kifu-board').board`)
	p.untilText(`document.getElementById('q').value`, "pla")
	p.untilText(`document.getElementById('q').getAttribute('aria-expanded')`, "true")
}

// What is wrong in a question is marked where it stands, with what was perhaps meant.
func markedFault(t *testing.T, b *browser) {
	p := b.tab(t)
	for _, target := range []string{"/", "/?q=x+dat:1846", "/search?q=x+dat:1846"} {
		p.open(target)
		if target == "/" {
			p.shows("")
			p.click("#q")
			p.press("x dat:1846" + kb.Enter)
		}
		p.until(`document.querySelector('#fault .wrong')?.textContent === 'dat:1846' && document.querySelector('#fault code').textContent === 'x dat:1846'`)
		p.until(`document.getElementById('q').getAttribute('aria-describedby') === 'fault'`)
		p.until(`document.querySelector('#fault p').textContent.includes('unknown field')`)
	}
	p.click("#fault a")
	p.until(`new URLSearchParams(location.search).get('q') === 'x date:1846' && document.getElementById('fault').hidden`)
}
