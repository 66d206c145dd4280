package web

import (
	"context"

	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// browser is a page of a browser without a window, which notes what goes wrong on it.
type browser struct {
	ctx  context.Context
	root string

	mu       sync.Mutex // protects what follows
	faults   []string
	requests int
}

// browse opens a browser at a server. Without one the test is skipped, unless
// KIFUDB_BROWSER says that there must be one.
func browse(t *testing.T, s *Server) *browser {
	t.Helper()
	path := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "chrome"} {
		if found, err := exec.LookPath(name); err == nil {
			path = found
			break
		}
	}
	if path == "" {
		if os.Getenv("KIFUDB_BROWSER") != "" {
			t.Fatal("there is no Chromium on this machine, and KIFUDB_BROWSER wants one")
		}
		t.Skip("there is no Chromium on this machine: what pages do in a browser is not tested")
	}
	server := httptest.NewServer(s.Handler())
	t.Cleanup(server.Close)
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.UserDataDir(t.TempDir()), chromedp.NoSandbox)
	allocated, stop := chromedp.NewExecAllocator(t.Context(), options...)
	t.Cleanup(stop)
	ctx, cancel := chromedp.NewContext(allocated)
	t.Cleanup(cancel)
	b := &browser{ctx: ctx, root: strings.Replace(server.URL, "127.0.0.1", "localhost", 1)}
	err := chromedp.Do(ctx, chromedp.Navigate("about:blank")) // opens it
	for _, step := range []func() error{
		func() error { return chromedp.Listen(ctx, b.note) },
		func() error { _, err := chromedp.Call(ctx, network.Enable, network.EnableParams{}); return err },
		func() error { _, err := chromedp.Call(ctx, log.Enable, cdp.Empty{}); return err },
		func() error { _, err := chromedp.Call(ctx, page.Enable, page.EnableParams{}); return err },
	} {
		if err == nil {
			err = step()
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// note notes what must not happen on any page.
func (b *browser) note(event any) {
	fault := ""
	b.mu.Lock()
	defer b.mu.Unlock()
	switch e := event.(type) {
	case *network.EventRequestWillBeSent:
		b.requests++
		if u, err := url.Parse(e.Request.URL); err != nil || u.Scheme+"://"+u.Host != b.root && u.Scheme != "data" && u.Scheme != "about" {
			fault = "request of " + e.Request.URL
		}
	case *page.EventJavascriptDialogOpening:
		fault = "dialog: " + e.Message
	case *runtime.EventExceptionThrown:
		fault = "exception: " + e.ExceptionDetails.Text
	case *log.EventEntryAdded:
		if e.Entry.Level == log.EntryLevelError && !strings.Contains(e.Entry.Text, "the server responded with a status of") {
			fault = "log: " + e.Entry.Text
		}
	}
	if fault != "" {
		b.faults = append(b.faults, fault)
	}
}

// do does some actions within a time.
func (b *browser) do(t *testing.T, actions ...chromedp.Action[chromedp.Void]) {
	t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, 60*time.Second)
	defer cancel()
	if err := chromedp.Do(ctx, actions...); err != nil {
		t.Fatal(err)
	}
}

// value returns what an action gives.
func value[T any](t *testing.T, b *browser, action chromedp.Action[T]) T {
	t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, 60*time.Second)
	defer cancel()
	v, err := chromedp.Run(ctx, action)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// command sends a command of the protocol.
func command[P any](t *testing.T, b *browser, c cdp.Command[P, cdp.Empty], params P) {
	t.Helper()
	if _, err := chromedp.Call(b.ctx, c, params); err != nil {
		t.Fatal(err)
	}
}

// said returns what went wrong since it was last asked.
func (b *browser) said() []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	list := b.faults
	b.faults = nil
	return list
}

// settled waits until scripts of a page have asked what they ask.
func settled() chromedp.Action[chromedp.Void] { return chromedp.Sleep(150 * time.Millisecond) }

// On no page, whatever a record says, does a script run that is not ours, does a
// request leave the server, or does the browser complain.
func TestBrowserHostileRecord(t *testing.T) {
	s, a := served(t, nil)
	b := browse(t, s)
	for _, target := range append(pagesOf(t, a), "/?q=date:2001-01-01+pos:Q16", "/?q=%3Cimg+src=x+onerror=alert(1)%3E") {
		b.do(t, chromedp.Navigate(b.root+target), settled())
		for _, fault := range b.said() {
			t.Errorf("%s: %s", target, fault)
		}
	}
	b.do(t, chromedp.Navigate(b.root+"/"), settled(), chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
		_, err := chromedp.Run(ctx, chromedp.Evaluate[any](`document.body.append(Object.assign(document.createElement("img"), {src: "http://192.0.2.1/x.png"})); 1`))
		return err
	}), settled())
	if faults := b.said(); b.requests < 100 || len(faults) == 0 {
		t.Errorf("%d requests were seen, and nothing of a picture from elsewhere", b.requests)
	}
}

// On the width of a phone no page is wider than the screen, nor on a wide one.
func TestBrowserWidths(t *testing.T) {
	s, a := served(t, nil)
	b := browse(t, s)
	for _, width := range []int64{360, 1024} {
		b.do(t, chromedp.EmulateViewport(width, 800))
		for _, target := range pagesOf(t, a) {
			b.do(t, chromedp.Navigate(b.root+target), settled())
			if wide := value(t, b, chromedp.Evaluate[int64](`document.documentElement.scrollWidth`)); wide > width {
				t.Errorf("%s is %d wide on a screen of %d", target, wide, width)
			}
		}
		if testing.Short() {
			break
		}
	}
}

// What is set up is asked, and back leads back.
func TestBrowserExplorer(t *testing.T) {
	s, _ := served(t, nil)
	b := browse(t, s)
	sum := chromedp.Text(chromedp.CSS(`#figures strong`))
	b.do(t, chromedp.Navigate(b.root+"/?q=pos:%22Q16+D4%22"), chromedp.WaitVisible(chromedp.CSS(`#continuations tbody tr .link`)), settled())
	before := value(t, b, sum)
	b.do(t, chromedp.Click(chromedp.CSS(`#continuations tbody tr .link`)), settled(), settled())
	after, address := value(t, b, sum), value(t, b, chromedp.Location())
	b.do(t, chromedp.NavigateBack(), settled(), settled())
	again := value(t, b, sum)
	if after == before || after == "" || again != before || address == b.root+"/?q=pos:%22Q16+D4%22" {
		t.Errorf("%s games, after a move %s at %s, back %s", before, after, address, again)
	}
	for _, fault := range b.said() {
		t.Error(fault)
	}
}

// Dark and light have their own paper.
func TestBrowserDark(t *testing.T) {
	s, _ := served(t, nil)
	b := browse(t, s)
	for scheme, want := range map[string]string{"light": "rgb(251, 249, 244)", "dark": "rgb(24, 23, 20)"} {
		command(t, b, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}})
		b.do(t, chromedp.Navigate(b.root+"/"))
		paper := value(t, b, chromedp.Evaluate[string](`getComputedStyle(document.documentElement).backgroundColor`))
		if paper != want {
			t.Errorf("%s: %s, want %s", scheme, paper, want)
		}
	}
}

// Without scripts everything is there to be read, and forms work.
func TestBrowserWithoutScripts(t *testing.T) {
	s, _ := served(t, nil)
	b := browse(t, s)
	command(t, b, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true})
	b.do(t, chromedp.Navigate(b.root+"/?q=pos:%22Q16+D4%22"))
	figures := value(t, b, chromedp.Text(chromedp.CSS(`#figures strong`)))
	b.do(t, chromedp.Navigate(b.root+"/search"), chromedp.SendKeys(chromedp.CSS(`#q`), "player:shusaku\r"), settled())
	address, found := value(t, b, chromedp.Location()), value(t, b, chromedp.Text(chromedp.CSS(`.sum strong`)))
	if figures == "" || figures == "0" || !strings.HasSuffix(address, "/search?q=player%3Ashusaku") || found == "" || found == "0" {
		t.Errorf("%q at %s %q", figures, address, found)
	}
}
