package web

import (
	"context"
	"fmt"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/input"
	logevents "github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"kifudb/archive"
)

// patience is how long a page may take until it shows what it should: long, as the
// machine may be busy; a page that is right is waited for no longer than it needs.
const patience = 90 * time.Second

// needed reports whether a test that lacks something outside of this module fails, as
// it does in continuous integration, or is left out.
func needed() bool { return os.Getenv("KIFUDB_BROWSER") == "required" }

// without leaves a test out, or fails it where everything should be there.
func without(t *testing.T, what string) {
	t.Helper()
	if needed() {
		t.Fatal(what)
	}
	t.Skip(what)
}

// A browser is Chromium without a window, and the server that it looks at.
type browser struct {
	ctx  context.Context
	root string // address of the server, without "/" at its end
	a    *archive.Archive
	list []string // addresses of all pages

	server            *Server
	game, shogi, hive string // numbers of the games studied, playedShogi and plainHive
}

// startBrowser starts a browser and a server of the demo's games and of hostile records.
// All tests of pages share them, as starting takes longer than most tests.
func startBrowser(t *testing.T) *browser {
	t.Helper()
	program := chromium(t)
	s, a := served(t, nil)
	long := filepath.Join(t.TempDir(), "long.sgf")
	if err := os.WriteFile(long, []byte(hostileLong), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := a.Import(t.Context(), &archive.Import{Paths: []string{long}}); err != nil {
		t.Fatal(err)
	}
	b := &browser{a: a, server: s}
	b.game, b.shogi, b.hive = importText(t, a, "studied.sgf", studied), importText(t, a, "played.csa", playedShogi), importText(t, a, "hive.sgf", plainHive)
	b.start(t, program)
	b.list = append(pagesOf(t, a), "/game/"+b.game+"@3", "/game/"+b.shogi+"@4", "/game/"+b.hive+"@1")
	return b
}

// chromium returns the path of the program.
func chromium(t *testing.T) (program string) {
	t.Helper()
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "headless-shell"} {
		if path, err := exec.LookPath(name); err == nil {
			program = path
			break
		}
	}
	if program == "" {
		without(t, "there is no Chromium here: pages are not looked at")
	}
	return program
}

// start starts the browser, and a server for it.
func (b *browser) start(t *testing.T, program string) {
	t.Helper()
	server := httptest.NewServer(b.server.Handler())
	t.Cleanup(server.Close)
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(program), chromedp.NoSandbox, chromedp.WSURLReadTimeout(patience), chromedp.Flag("disable-gpu", true), chromedp.Flag("lang", "en"))
	allocated, stop := chromedp.NewExecAllocator(context.Background(), options...)
	t.Cleanup(stop)
	ctx, end := chromedp.NewContext(allocated)
	t.Cleanup(end)
	if err := chromedp.Do(ctx, chromedp.Navigate("about:blank")); err != nil {
		t.Fatal("Chromium does not start: ", err)
	}
	b.ctx, b.root = ctx, server.URL
}

// hostileLong is a record whose texts have no end and no place to break.
var hostileLong = `(;GM[1]SZ[19]PB[` + strings.Repeat("W", 10000) + `]PW[` + strings.Repeat("\u202e碁<", 3000) + `]EV[` + strings.Repeat("E", 5000) + `]RE[B+R]DT[2001-01-02]C[` +
	strings.Repeat("C", 10000) + `];B[pd];W[dp];B[pp];W[dd])`

// A tab is a page that a test looks at. When the test ends, it fails if the page wrote
// an error to the console, broke its policy, opened a dialog or asked another server.
type tab struct {
	t   *testing.T
	b   *browser
	ctx context.Context

	mu     sync.Mutex // guards faults, which are noted from another goroutine
	faults []string
}

// tab opens a tab of a desktop's size.
func (b *browser) tab(t *testing.T) *tab {
	t.Helper()
	ctx, closeTab := chromedp.NewContext(b.ctx)
	t.Cleanup(closeTab)
	p := &tab{t: t, b: b, ctx: ctx}
	if err := chromedp.Listen(ctx, p.watch); err != nil {
		t.Fatal(err)
	}
	p.size(1440, 1100)
	t.Cleanup(func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		for _, f := range p.faults {
			t.Error("the page: ", f)
		}
	})
	return p
}

func (p *tab) fault(format string, values ...any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.faults = append(p.faults, fmt.Sprintf(format, values...))
}

// watch notes what no page may do.
func (p *tab) watch(event any) {
	switch e := event.(type) {
	case *runtime.EventExceptionThrown:
		p.fault("exception: %s %v", e.ExceptionDetails.Text, e.ExceptionDetails.Exception)
	case *runtime.EventConsoleAPICalled:
		p.fault("console: %s %v", e.Type, e.Args)
	case *logevents.EventEntryAdded:
		// Pages that say what is wrong with a question have a status of their own.
		if e.Entry.Level == "error" && !strings.Contains(e.Entry.Text, "the server responded with a status of 40") {
			p.fault("%s: %s %s", e.Entry.Source, e.Entry.Text, e.Entry.URL)
		}
	case *page.EventJavascriptDialogOpening:
		p.fault("dialog: %s", e.Message)
		go func() {
			_ = chromedp.Do(p.ctx, chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
				_, err := cdp.Call(ctx, t, page.HandleJavaScriptDialog, page.HandleJavaScriptDialogParams{Accept: true})
				return err
			}))
		}()
	case *network.EventRequestWillBeSent:
		if u := e.Request.URL; !strings.HasPrefix(u, p.b.root+"/") && !strings.HasPrefix(u, "about:") && !strings.HasPrefix(u, "data:") {
			p.fault("request to %s", u)
		}
	}
}

// do runs an action, and ends the test if it fails.
func do[T any](p *tab, action chromedp.Action[T]) T {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	value, err := chromedp.Run(ctx, action)
	if err != nil {
		p.t.Fatal(err)
	}
	return value
}

// call sends a command of the protocol whose answer is of no interest.
func call[P, R any](p *tab, command cdp.Command[P, R], values P) {
	p.t.Helper()
	do(p, chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, command, values)
		return err
	}))
}

// size makes the page so many pixels large.
func (p *tab) size(width, height int64) {
	p.t.Helper()
	do(p, chromedp.EmulateViewport(width, height))
}

// open goes to a page of the server and waits until it is loaded.
func (p *tab) open(target string) {
	p.t.Helper()
	do(p, chromedp.Navigate(p.b.root+target))
}

// text returns the value of an expression in the page, as a text.
func (p *tab) text(expression string) string {
	p.t.Helper()
	return do(p, chromedp.Evaluate[string]("String("+expression+")"))
}

// until waits until an expression in the page is true.
func (p *tab) until(expression string) {
	p.t.Helper()
	end := time.Now().Add(patience)
	for {
		ctx, cancel := context.WithTimeout(p.ctx, patience)
		ok, err := chromedp.Run(ctx, chromedp.Evaluate[bool]("Boolean("+expression+")"))
		cancel()
		if err == nil && ok {
			return
		}
		// A page that is being left has nothing to ask; the next one is asked again.
		if time.Now().After(end) {
			p.t.Fatalf("never: %s (%v)\n%s\n%s", expression, err, p.query(), p.text(`document.querySelector("#fault, h1, main")?.innerText.slice(0, 400)`))
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// untilText waits until an expression in the page is a text.
func (p *tab) untilText(expression, want string) {
	p.t.Helper()
	end := time.Now().Add(patience)
	for {
		ctx, cancel := context.WithTimeout(p.ctx, patience)
		got, err := chromedp.Run(ctx, chromedp.Evaluate[string]("String("+expression+")"))
		cancel()
		if err == nil && got == want {
			return
		}
		if time.Now().After(end) { // see until
			p.t.Fatalf("%s\n got %s (%v)\nwant %s", expression, got, err, want)
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// query is the question in the address.
func (p *tab) query() string {
	p.t.Helper()
	u, err := url.Parse(p.text("location.href"))
	if err != nil {
		p.t.Fatal(err)
	}
	return u.Query().Get("q")
}

// press presses keys, one after the other, as chromedp names them.
func (p *tab) press(keys string) {
	p.t.Helper()
	do(p, chromedp.KeyEvent(keys))
}

// enter presses Enter as a keyboard does: a page that takes the key is not sent a form by
// it. What press sends, chromedp sends in two parts that do not know of each other.
func (p *tab) enter() {
	p.t.Helper()
	for _, kind := range []input.DispatchKeyEventType{input.DispatchKeyEventTypeKeyDown, input.DispatchKeyEventTypeKeyUp} {
		key := input.DispatchKeyEventParams{Type: kind, Key: "Enter", Code: "Enter", WindowsVirtualKeyCode: 13}
		if kind == input.DispatchKeyEventTypeKeyDown {
			key.Text = "\r"
		}
		call(p, input.DispatchKeyEvent, key)
	}
}

// at returns where the middle of an element is on the screen, after scrolling to it.
func (p *tab) at(selector string) (x, y float64) {
	p.t.Helper()
	xy := do(p, chromedp.Evaluate[[]float64](fmt.Sprintf(`(() => { const e = document.querySelector(%q); if (!e) return []; e.scrollIntoView({ block: 'nearest' });
		const r = e.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; })()`, selector)))
	if len(xy) != 2 {
		p.t.Fatalf("there is no %s", selector)
	}
	return xy[0], xy[1]
}

// click clicks the middle of an element.
func (p *tab) click(selector string) {
	p.t.Helper()
	p.until(fmt.Sprintf(`document.querySelector(%q)`, selector))
	x, y := p.at(selector)
	do(p, chromedp.MouseClickXY(x, y))
}

// tool chooses a tool below the board.
func (p *tab) tool(name string) {
	p.t.Helper()
	p.click(`[data-tool="` + name + `"]`)
	p.until(fmt.Sprintf(`document.querySelector('[data-tool="%s"]').getAttribute('aria-pressed') === 'true'`, name))
}

// cell returns where a point of a 19 by 19 board is on the screen.
func (p *tab) cell(name string) (x, y float64) {
	p.t.Helper()
	p.until(`document.querySelector('kifu-board svg[aria-hidden] .coordinates')`)
	col := strings.IndexByte("ABCDEFGHJKLMNOPQRST", name[0])
	line, err := strconv.Atoi(name[1:])
	if err != nil || col < 0 {
		p.t.Fatalf("%s is not a point", name)
	}
	xy := do(p, chromedp.Evaluate[[]float64](fmt.Sprintf(`(() => { const s = document.querySelector('kifu-board svg'); s.scrollIntoView({ block: 'nearest' });
		const to = new DOMPoint(46 + 40 * %d, 46 + 40 * %d).matrixTransform(s.getScreenCTM()); return [to.x, to.y]; })()`, col, 19-line)))
	return xy[0], xy[1]
}

// point clicks a point of the board.
func (p *tab) point(name string) {
	p.t.Helper()
	x, y := p.cell(name)
	do(p, chromedp.MouseClickXY(x, y))
}

// drag drags the mouse from a point of the board to another.
func (p *tab) drag(from, to string) {
	p.t.Helper()
	x0, y0 := p.cell(from)
	x1, y1 := p.cell(to)
	do(p, chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, x0, y0))
	do(p, chromedp.MouseEvent(input.DispatchMouseEventTypeMousePressed, x0, y0, chromedp.ButtonLeft, chromedp.ClickCount(1)))
	do(p, chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, (x0+x1)/2, (y0+y1)/2, chromedp.ButtonLeft))
	do(p, chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, x1, y1, chromedp.ButtonLeft))
	do(p, chromedp.MouseEvent(input.DispatchMouseEventTypeMouseReleased, x1, y1, chromedp.ButtonLeft, chromedp.ClickCount(1)))
}
