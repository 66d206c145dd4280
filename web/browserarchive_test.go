package web

import (
	"fmt"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"kifudb/archive"
)

// fresh is the same browser, which looks at an archive of its own that a test may change.
func (b *browser) fresh(t *testing.T) *browser {
	t.Helper()
	s, a := served(t, nil)
	server := httptest.NewServer(s.Handler())
	t.Cleanup(server.Close)
	return &browser{ctx: b.ctx, root: server.URL, a: a, server: s}
}

// fill types a text in place of what an input holds.
func (p *tab) fill(selector, text string) {
	p.t.Helper()
	p.click(selector)
	p.text(fmt.Sprintf(`document.querySelector(%q).select()`, selector))
	p.press(text)
	p.untilText(fmt.Sprintf(`document.querySelector(%q).value`, selector), text)
}

// said waits until the page says at its head what was done.
func (p *tab) said(text string) {
	p.t.Helper()
	p.untilText(`document.querySelector('.said p')?.textContent ?? ''`, text)
}

// Files that are dropped on the page are sent, imported, and each accounted for; then all
// is checked.
func givesFiles(t *testing.T, b *browser) {
	p := b.fresh(t).tab(t)
	p.open("/archive")
	p.until(`document.querySelector('form.drop button').hidden`) // the page takes files by now
	// What is said while files are sent is kept over the change of the page.
	do(p, chromedp.Evaluate[bool](`(() => {
		new MutationObserver(() => { sessionStorage.said = (sessionStorage.said ?? '') + document.querySelector('.sending [role=status]').textContent + ';'; })
			.observe(document.querySelector('.sending [role=status]'), { childList: true });
		const dropped = new DataTransfer();
		dropped.items.add(new File(['(;SZ[19]EV[Dropped]PB[Ann]PW[Ben];B[pd])'], 'one.sgf'));
		dropped.items.add(new File(['(;SZ[19]EV[Dropped]PB[Ann]PW[Cid];B[dd];W[pp])(;SZ[19]EV[Dropped]PB[Ann]PW[Dan];B[dc])'], 'two.sgf'));
		document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: dropped, bubbles: true, cancelable: true }));
		return true;
	})()`))
	p.until(`location.pathname === '/archive/jobs/1' && !document.querySelector('[data-running]')`)
	p.untilText(`document.querySelector('.archive.one dl.facts dd')?.textContent ?? ''`, "3")
	if said := p.text(`sessionStorage.said`); !strings.Contains(said, "2 of 2 files") {
		t.Errorf("while files were sent, the page said %q", said)
	}
	p.click(`a[href^="/archive/imports/"]`)
	p.untilText(`[...document.querySelectorAll('.outcomes tbody tr')].map(tr => tr.innerText.replace(/\s+/g, ' ').trim()).sort().join('; ')`, "one.sgf read 1 added; two.sgf read 2 added")
	p.click(`.outcomes a[href^="/game/"]`)
	p.until(`document.querySelector('h1')?.textContent.includes('Ann')`)

	p.open("/archive")
	p.click(`button[name=work][value=check]`)
	p.until(`location.pathname === '/archive/jobs/2' && /^All \d+ games, .* are sound\.$/.test(document.querySelector('.sum.none')?.textContent)`)
	// A page that watches a job shows the end of it in its place: a reload would undo that a link was followed.
	p.text(`globalThis.stayed = (() => {
		document.querySelector('.job').dataset.running = '';
		document.querySelector('.job a').focus();
		globalThis.EventSource = class { constructor() { setTimeout(() => this.onmessage({ data: '{"state":"done"}' })); } close() {} };
		import(performance.getEntriesByType('resource').find(e => e.name.includes('jobs')).name).then(jobs => jobs.watchJobs());
		return true;
	})()`)
	p.until(`document.querySelector('.sum.none') && !document.querySelector('[data-running]') && document.activeElement.id === 'job' && globalThis.stayed`)
	p.open("/archive")
	p.untilText(`[...document.querySelectorAll('ul.jobs a')].map(a => a.textContent).sort().join(' ')`, "Check Import")
}

// Records are set apart and joined, and the decision is taken back.
func decidesDuplicates(t *testing.T, b *browser) {
	p := b.fresh(t).tab(t)
	p.open("/archive/duplicates")
	games := p.text(`document.querySelector('.sum strong').textContent`)
	p.click(`.cluster .hd .act`)
	p.until(`document.querySelectorAll('table.compare thead th').length === 2`)
	compared := p.text(`location.pathname`)
	p.click(`button[name=kind][value=apart]`)
	p.until(`/^Record \d+ is of another game\.$/.test(document.querySelector('.said p')?.textContent)`)
	p.until(`document.querySelector('table.compare') === null && document.querySelector('.decided li').textContent.includes('are two games')`)
	p.click(`.said button`)
	p.said("Taken back.")
	p.untilText(`location.pathname`, compared)
	p.until(`document.querySelectorAll('table.compare thead th').length === 2 && document.querySelector('.decided') === null`)
	p.open("/archive/duplicates")
	p.untilText(`document.querySelector('.sum strong').textContent`, games)

	p.open("/archive/duplicates/1")
	p.until(`document.querySelector('.sum.none')`) // it has no other record
	p.fill("#dup-b", "2")
	p.click(`#dup-b + button`)
	p.said("Record 1 and the other one are one game.")
	p.until(`document.querySelectorAll('table.compare thead th').length === 2`)
	p.click(`.decided button`) // the decision is forgotten from the list, too
	p.said("The decision is forgotten.")
	p.until(`document.querySelector('table.compare') === null`)
}

// A tag is put on a game, taken off, and put back.
func tagsGames(t *testing.T, b *browser) {
	const tags = `[...document.querySelectorAll('ul.tags a')].map(a => a.textContent).join(' ')`
	p := b.fresh(t).tab(t)
	p.open("/game/1")
	p.fill("#own-tag", "opening/slow")
	p.enter()
	p.said("1 game now has the tag opening/slow.")
	p.untilText(tags, "opening/slow")
	p.open("/tags")
	p.untilText(`document.querySelector('.own-table tbody td').textContent + document.querySelector('.own-table .games').textContent`, "opening/slow1")
	p.click(`.own-table a`)
	p.untilText(`new URLSearchParams(location.search).get('q')`, `tag:"opening/slow"`)
	p.open("/game/1")
	p.click(`ul.tags button`)
	p.said("1 game no longer has the tag opening/slow.")
	p.untilText(tags, "")
	p.click(`.said button`)
	p.said("Taken back.")
	p.untilText(tags, "opening/slow")
}

// A note is written, changed and removed.
func writesNotes(t *testing.T, b *browser) {
	const note = `document.querySelector('#own p.own')?.textContent ?? ''`
	p := b.fresh(t).tab(t)
	p.open("/game/1")
	for _, text := range []string{"the ear-reddening move <b>", "looked at twice"} {
		p.click(`#own details summary`)
		p.fill(`#own textarea`, text)
		p.click(`#own .note-form button`)
		p.said("The note is saved.")
		p.untilText(note, text)
	}
	p.open("/notes")
	p.untilText(`document.querySelector('.note p.own').textContent`, "looked at twice")
	p.click(`.note details summary`)
	p.click(`.note button.act`)
	p.said("The note is removed.")
	p.until(`document.querySelector('.note') === null && document.querySelector('.sum.none')`)
	p.open("/game/1")
	p.untilText(note, "")
}

// A search that is saved says what is new, until it is looked at.
func savesSearches(t *testing.T, b *browser) {
	const row = `[...document.querySelectorAll('.own-table tbody td')].slice(0, 3).map(td => td.textContent).join(' ')`
	b = b.fresh(t)
	p := b.tab(t)
	p.open("/saved")
	p.fill("#save-q", "event:Later")
	p.fill("#save-n", "later")
	p.enter()
	p.said("The search is saved as later.")
	p.untilText(row, "later 0 0")
	file := filepath.Join(t.TempDir(), "later.sgf")
	if err := os.WriteFile(file, []byte("(;SZ[19]EV[Later]PB[Ann]PW[Ben];B[pd])"), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := b.a.Import(t.Context(), &archive.Import{Paths: []string{file}}); err != nil {
		t.Fatal(err)
	}
	p.open("/saved")
	p.untilText(row, "later 1 1")
	p.click(`.own-table a.notice`)
	p.until(`location.pathname === '/saved/later' && document.querySelector('main').textContent.includes('Ann')`)
	p.click(`form[action$="/looked"] button`)
	p.said("1 game is noted as seen.")
	p.open("/saved")
	p.untilText(row, "later 0 1")
}

// The archive's pages with something on each of them can be used by everybody, and do not
// reach beyond a phone.
func archiveForAll(t *testing.T, b *browser) {
	b = b.fresh(t)
	for _, own := range []struct {
		target string
		values url.Values
	}{
		{"/tags", url.Values{"game": {"1"}, "tag": {"a-long-name/" + strings.Repeat("of-a-tag-", 8) + "x"}}},
		{"/notes", url.Values{"game": {"1"}, "text": {"a note " + strings.Repeat("w", 300)}}},
		{"/notes", url.Values{"on": {"asked"}, "q": {`pos:"Q16 D4"`}, "text": {"on a position"}}},
		{"/saved", url.Values{"name": {"mine"}, "q": {"player:shusaku"}}},
		{"/archive/duplicates", url.Values{"kind": {"same"}, "game": {"1"}, "other": {"2"}}},
		{"/archive/work", url.Values{"work": {"check"}}},
	} {
		if w := form(b.server, own.target, own.values); w.Code != 303 {
			t.Fatalf("%s: %d %s", own.target, w.Code, w.Body)
		}
	}
	job, _ := b.a.Job(1)
	if _, err := job.Wait(t.Context()); err != nil {
		t.Fatal(err)
	}
	b.list = []string{"/archive", "/archive/imports/1", "/archive/jobs/1", "/archive/duplicates", "/archive/duplicates/1", "/tags", "/notes", "/saved", "/saved/mine", "/game/1"}
	p := b.tab(t)
	for _, width := range []int64{390, 1280} {
		p.size(width, 900)
		for _, target := range b.list {
			p.open(target)
			if wide := p.text(`document.documentElement.scrollWidth`); wide != fmt.Sprint(width) {
				t.Errorf("%s is %s wide on a screen of %d", target, wide, width)
			}
			// Records of a game are read without pushing them sideways.
			if wider := p.text(`[...document.querySelectorAll('.cluster .scroll')].filter(e => e.scrollWidth > e.clientWidth).length`); wider != "0" {
				t.Errorf("%s, %d wide: %s lists of records scroll", target, width, wider)
			}
			// A form's words and buttons do not lie on one another.
			if over := p.text(`[...document.querySelectorAll('form.narrow')].filter(f => [...f.children].some(e => e.offsetWidth && [...f.children].some(o => { const a = e.getBoundingClientRect(), b = o.getBoundingClientRect();
				return o !== e && b.width > 0 && Math.max(e.scrollWidth, a.width) + a.left > b.left + 1 && a.left < b.left && a.top < b.bottom && b.top < a.bottom; }))).length`); over != "0" {
				t.Errorf("%s, %d wide: %s forms overlap", target, width, over)
			}
		}
	}
	accessible(t, b)
}
