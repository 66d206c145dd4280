package web

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// What a screen reader gets of the pages, in Chromium's accessibility tree. The walks below find
// everything by role and name, and act by the keyboard alone.

// A heard node is what a screen reader says of one.
type heard struct {
	role, name, value string
	node              cdp.BackendNodeID
}

// hears returns what a screen reader gets of the page, in order.
func (p *tab) hears() (list []heard) {
	p.t.Helper()
	tree := do(p, func(ctx context.Context, t *chromedp.Target) (accessibility.GetFullAXTreeResult, error) {
		return cdp.Call(ctx, t, accessibility.GetFullAXTree, accessibility.GetFullAXTreeParams{})
	})
	text := func(v *accessibility.Value) (s string) {
		if v != nil {
			_ = json.Unmarshal(v.Value, &s) // other kinds of values are not texts
		}
		return s
	}
	for _, n := range tree.Nodes {
		if !n.Ignored {
			list = append(list, heard{text(n.Role), text(n.Name), text(n.Value), n.BackendDOMNodeID})
		}
	}
	return list
}

// hear waits until there is something of a role whose name or value has a part.
func (p *tab) hear(role, part string) heard {
	p.t.Helper()
	end := time.Now().Add(patience)
	for {
		list := p.hears()
		for _, h := range list {
			if h.role == role && (strings.Contains(h.name, part) || strings.Contains(h.value, part)) {
				return h
			}
		}
		if time.Now().After(end) {
			p.t.Fatalf("nothing is heard of a %s %q among %+v", role, part, list)
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// focus moves the focus to what was heard.
func (p *tab) focus(h heard) {
	p.t.Helper()
	call(p, dom.Focus, dom.FocusParams{BackendNodeID: h.node})
}

// activate presses Enter on it.
func (p *tab) activate(h heard) {
	p.t.Helper()
	p.focus(h)
	p.enter()
}

// Who does not see the page asks a position, hears how often it came up and what was played,
// plays the move of the first row and opens a game.
func readerExplores(t *testing.T, b *browser) {
	p := b.tab(t)
	p.open("/")
	p.shows("")
	p.focus(p.hear("combobox", "Search"))
	p.press(`pos:"R16"`)
	p.enter()
	p.shows(`pos:"R16"`)
	p.hear("StaticText", " games, found ") // which the board says by itself
	p.hear("table", "Continuations")
	for _, column := range []string{"Move", "Games", "Share", "Black", "White"} {
		p.hear("columnheader", column)
	}
	p.hear("image", " decided games")
	first := p.hear("link", "White ")
	if !strings.HasSuffix(first.name, " games") {
		t.Errorf("a row says %q", first.name)
	}
	p.activate(first)
	p.until(`new URLSearchParams(location.search).get('q') !== 'pos:"R16"'`)
	p.shows(p.query())
	p.activate(p.hear("link", " and "))
	p.hear("button", "Play through")
}

// Who does not see the page steps through a game, and hears its moves and comments.
func readerSteps(t *testing.T, b *browser) {
	p := b.tab(t)
	p.open("/game/" + b.game + "@0")
	p.focus(p.hear("application", "board"))
	p.press(kb.ArrowRight)
	p.hear("StaticText", "Black ")
	p.hear("StaticText", "move 1 of ")
	p.press(kb.ArrowRight)
	p.hear("StaticText", "move 2 of ")
	p.press("c") // to the next comment
	p.hear("StaticText", "move 3 of ")
	p.until(`document.querySelector('blockquote.comment')`)
	comment := p.text(`document.querySelector('blockquote.comment').textContent.trim().slice(0, 20)`)
	p.hear("StaticText", comment)
	p.enter() // the cursor
	p.press(kb.ArrowLeft)
	p.until(`/^(empty|black|white) /.test(` + said + `)`)
	p.hear("StaticText", p.text(said))
}

// Who does not see the page goes from the list of players to one, and to a game of his.
func readerFindsPlayer(t *testing.T, b *browser) {
	p := b.tab(t)
	p.open("/")
	p.activate(p.hear("link", "Players"))
	p.hear("heading", "Players")
	p.hear("columnheader", "Games")
	p.activate(p.hear("link", "Go Seigen"))
	p.hear("heading", "Go Seigen")
	p.activate(p.hear("link", "games"))
	p.hear("table", "Games")
	p.activate(p.hear("link", "and Go Seigen"))
	p.hear("application", "board")
	p.hear("heading", "Go Seigen")
}
