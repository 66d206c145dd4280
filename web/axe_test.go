package web

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// An axeFault is a rule of axe-core that a page breaks.
type axeFault struct {
	ID, Impact, Help string
	Nodes            []struct {
		HTML           string `json:"html"`
		FailureSummary string
		Target         []any
	}
}

// accessible has axe-core look at every page, light and dark, on a desktop and on a
// phone: no page may have a fault. KIFUDB_AXE names its file axe.min.js, which npm installs with axe-core.
func accessible(t *testing.T, b *browser) {
	file := os.Getenv("KIFUDB_AXE")
	if file == "" {
		without(t, "KIFUDB_AXE does not name axe-core's axe.min.js: pages are not checked for accessibility")
	}
	axe, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	p := b.tab(t)
	for _, target := range b.list {
		p.open(target) // once, as a page takes another scheme and width as it is
		p.until(`document.readyState === 'complete'`)
		if q := p.query(); p.text(`Boolean(document.querySelector('script[src*="explorer.js"]')) && document.getElementById('fault').hidden`) == "true" {
			p.shows(q)
		}
		do(p, chromedp.Evaluate[chromedp.Void](string(axe)))
		for _, look := range []struct {
			scheme string
			widths []int64
		}{{"light", []int64{1440, 390}}, {"dark", []int64{1440}}} { // colors are the same at each width
			scheme := look.scheme
			call(p, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}})
			for _, width := range look.widths {
				p.size(width, 900)
				for _, f := range p.axe(scheme == "dark") {
					t.Errorf("%s, %s, %d wide: %s (%s): %s", target, scheme, width, f.ID, f.Impact, f.Help)
					for i, n := range f.Nodes {
						if i == 3 {
							break
						}
						t.Logf("  %v %.200s\n%s", n.Target, n.HTML, n.FailureSummary)
					}
				}
			}
		}
	}
}

// axe runs axe-core, which is in the page, and returns what it finds. Of a page that was looked at
// in other colors, only the rules about colors can say something else.
func (p *tab) axe(colors bool) []axeFault {
	p.t.Helper()
	rules, least := "", 10
	if colors {
		rules, least = "runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] }, ", 1
	}
	wait := func(e *runtime.EvaluateParams) { e.AwaitPromise = new(true) }
	text := do(p, chromedp.Evaluate[string](`axe.run(document, { `+rules+`resultTypes: ['violations'] }).then(r => JSON.stringify({ faults: r.violations, passed: r.passes.length }))`, wait))
	var found struct {
		Faults []axeFault
		Passed int
	}
	if err := json.NewDecoder(strings.NewReader(text)).Decode(&found); err != nil {
		p.t.Fatal(err)
	}
	if found.Passed < least {
		p.t.Errorf("axe-core looked at %d rules only", found.Passed)
	}
	return found.Faults
}
