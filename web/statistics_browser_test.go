package web

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// From a position on the board to its tree, into the tree and back to the board; and
// from there to the other studies, which keep the question.
func statisticsPages(t *testing.T, b *browser) {
	p := b.tab(t)
	p.open("/")
	p.shows("")
	p.point("R16")
	p.shows(`pos:"R16"`)
	p.click(`.further a[href*="/statistics/tree"]`)
	p.until(`location.pathname === '/statistics/tree' && new URLSearchParams(location.search).get('q') === 'pos:"R16"'`)
	next, _ := p.answer(`pos:"R16"`)
	first := next.Next[0]
	p.untilText(`document.querySelector('.movetree .tr .games').textContent.trim()`, number(first.Games))
	p.until(`document.querySelectorAll('#here .stone').length === 1`)
	p.click(`.movetree .go`)
	p.until(`new URLSearchParams(location.search).get('open') && document.querySelectorAll('#here .stone').length === 2`)
	p.until(`document.querySelectorAll('.movetree .go[aria-current]').length === 1 && document.querySelector('.movetree .here')`)
	shown := p.text(`document.querySelectorAll('.movetree .tr').length`)
	p.text(`document.querySelector('.movetree summary').focus()`)
	p.press(kb.Enter) // closes the branch
	p.until(`!document.querySelector('.movetree details').open`)
	p.press(kb.Enter)
	p.until(`document.querySelector('.movetree details').open`)
	if shown == "0" {
		t.Error("the tree is empty")
	}
	for _, name := range []string{"first", "trend", "remarks", "compare", "groups", "overview"} {
		p.click(`.rail a[href^="` + studyAddress(name, nil) + `?q="], .rail a[href="` + studyAddress(name, nil) + `"]`)
		p.until(fmt.Sprintf(`location.pathname === %q && document.querySelector('.rail [aria-current]').href === location.href && document.getElementById('fault').hidden`, studyAddress(name, nil)))
	}
	// Another query in the box asks the same study.
	p.open("/statistics/groups?by=player")
	p.click("#q")
	p.press("player:shusaku" + kb.Enter)
	p.until(`location.pathname === '/statistics/groups' && new URLSearchParams(location.search).get('q') === 'player:shusaku' && new URLSearchParams(location.search).get('by') === 'player'`)
	p.until(`[...document.querySelectorAll('tbody th')].some(e => e.textContent.includes('秀策') || e.textContent.includes('Shusaku'))`)
	p.text(`document.querySelector('.ask select[name=by]').value = 'decade'`)
	p.click(`.ask button[type=submit]`)
	p.until(`new URLSearchParams(location.search).get('by') === 'decade' && [...document.querySelectorAll('tbody th')].some(e => e.textContent === '1840s')`)
}

// Names that are ticked in the list are one, on their page they are parted, and each
// change is taken back.
func spellingsInLists(t *testing.T, b *browser) {
	p := b.tab(t)
	const names = `[...document.querySelectorAll('.names-table .nm')].map(e => e.textContent).join(', ')`
	p.open("/players?all=1")
	before := p.text(names)
	two := []string{"Go Seigen", "Kitani Minoru"}
	for _, name := range two {
		p.click(fmt.Sprintf(`.names-table input[value=%q]`, name))
	}
	p.click(`.ticked button`)
	p.until(`document.querySelector('.quiet button') && !document.querySelector('.tick input:checked')`)
	if after := p.text(names); !strings.Contains(before, two[1]) || strings.Contains(after, two[1]) || !strings.Contains(after, two[0]) {
		t.Errorf("before %s\nafter  %s", before, after)
	}
	p.open(nameLink("players", two[0]))
	p.untilText(`document.querySelectorAll('.own-names li').length`, "2")
	p.click(`.own-names li button`)
	p.untilText(`document.querySelectorAll('.own-names li form').length`, "0")
	p.click(`.quiet button`) // they are one again
	p.untilText(`document.querySelectorAll('.own-names li').length`, "2")
	p.click(`.quiet button`) // and two
	p.untilText(`document.querySelectorAll('.own-names li').length`, "0")
	p.open("/players?all=1")
	p.untilText(names, before)
}

// An answer that is not whole when the page is made goes on there, until it is or
// somebody stops it.
func growingAnswers(t *testing.T, b *browser) {
	p := b.tab(t)
	page := get200(t, b.server, "/statistics/groups")
	const begun = `<div id="growing"><p><span>512 of 1024</span> <button type="button" id="stop" hidden>stop</button></p><progress class="looked" value="512" max="1024"></progress></div><p id="sofar">so far</p>`
	page = strings.Replace(page, `<div id="answer">`, `<div id="answer" data-growing>`+begun+`<!--`, 1)
	page = strings.Replace(page, `<p class="more num"><span></span>`, `--></div><p class="more num"><span></span>`, 1)
	more := make(chan string)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.URL.Path != "/statistics/groups":
			b.server.Handler().ServeHTTP(w, r)
		case r.Header.Get("Accept") != ndjson:
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			fmt.Fprint(w, page)
		default:
			w.Header().Set("Content-Type", ndjson)
			for {
				select {
				case line, ok := <-more:
					if !ok {
						return
					}
					fmt.Fprintln(w, line)
					w.(http.Flusher).Flush()
				case <-r.Context().Done():
					more <- "gone"
					return
				}
			}
		}
	}))
	defer server.Close()
	root := p.b.root
	p.b.root = server.URL
	defer func() { p.b.root = root }()
	p.open("/statistics/groups")
	p.until(`!document.getElementById('stop').hidden`)
	more <- `{"looked":{"games":700,"of":1000}}`
	p.until(`document.querySelector('#growing span').textContent.includes('700') && document.querySelector('#growing progress').value === 700 && document.getElementById('sofar')`)
	more <- `{"looked":{"games":800,"of":1000},"html":"<p id=\"later\">later</p>"}`
	p.until(`document.getElementById('later') && !document.getElementById('sofar') && document.getElementById('growing')`)
	p.click("#stop")
	if said := <-more; said != "gone" {
		t.Errorf("stopped: %s", said)
	}
	p.until(`document.getElementById('stop').hidden && document.getElementById('later')`)
	do(p, chromedp.Reload())
	p.until(`document.getElementById('stop') && !document.getElementById('stop').hidden`)
	more <- `{"html":"<p id=\"whole\">whole</p>"}`
	close(more)
	p.until(`document.getElementById('whole') && !document.getElementById('growing') && !document.getElementById('answer').hasAttribute('data-growing')`)
}
