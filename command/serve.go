package command

import (
	"context"
	"crypto/rand"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"kifudb/archive"
	"kifudb/command/help"
	"kifudb/command/programs"
	"kifudb/command/run"
	"kifudb/internal/lazy"
	"kifudb/internal/plaintext"
	"kifudb/web"
)

// anyHost is the name that stands for all.
const anyHost = "*"

// maxClient is more than any client asks.
const maxClient = 1_000_000

// defaultAddress is where the archive is served: to this machine alone.
const defaultAddress = "127.0.0.1:8080"

func serveCommand() *cli.Command {
	return run.Reaching(run.Nodes, &cli.Command{
		Name:  "serve",
		Usage: "show the archive in a browser, and answer programs in JSON",
		UsageText: `kifudb serve                              then open http://127.0.0.1:8080
kifudb serve --open                       opens it in your browser
kifudb serve --addr :8080                 for other machines, too: prints a token
kifudb serve --addr :8080 --read-only     for others to look at`,
		Description: `Serves pages with a board to search with, and everything that they show as JSON
under /api/v1. Assistants that speak the Model Context Protocol ask at /mcp, and change
nothing unless --assistant-write is given; see 'kifudb help mcp'. Programs that know the opening explorer of lichess.org find one of
the same shape at /masters, /lichess and /player. Everything is built in; no request
leaves this machine.

The server answers only this machine, unless --addr says otherwise. Then every
client needs a token, which is printed when the server starts, or read from
--token-file so that it stays the same. Without --read-only, anyone who has the
token can change the archive and upload files. Files on this machine can be
imported by their paths only from this machine; clients with a token are limited
to the folders named by --folder. Connections are not encrypted: outside a network
that you trust, put a TLS proxy in front.

--tokens names several clients, each with a role. A reader looks and asks. A writer also
changes tags, notes, names, saved searches and duplicates, and uploads files. An admin
does everything else, such as importing by paths, checking and backing up. The log has a
line for each change: who made it, what it was, the status, and the id of the request.

--client-rate, --client-running and --client-seconds keep one client from taking the
server from the others. A client is an IP address (of IPv6 the first 64 bits), so all
who come through one proxy are one client. Refused requests get status 429 and are told
when to come again.

--host adds a name under which browsers may reach the server, such as kifu.local,
besides localhost and the address that it listens on. Requests for other names
are refused, since anyone could point a name of their own at this server. --host '*'
allows all, for a server with a token.

The archive is created if it does not exist, unless --read-only is given. Other
commands can read it and add to it meanwhile; during an import by a page, another
import refuses to start, or waits with 'kifudb import --wait'. An interrupted server
(also by SIGTERM) refuses new requests, is not ready any more, and ends when running
requests are answered, after --drain at the latest. A second interrupt ends it at once.
An import keeps what it has read, and continues when it is started again.

With --nodes and --as-of-last it continues to answer while the object store cannot be
reached, as of the newest commit that all nodes have. Pages and answers say so.

For an operator it answers at /healthz (the process runs), /readyz (it can answer
questions) and /metrics (figures for Prometheus, for which clients need the token).

While it runs, 'kifudb show GAME --open' and 'kifudb open FILE' of the same user open
their pages in it. 'kifudb service' prints a unit by which systemd starts it.

Files dropped on a page are kept in the archive's folder, below "uploads", so that
every game has a source.`,
		Flags: append([]cli.Flag{
			&cli.StringFlag{Name: "addr", Value: defaultAddress, Usage: "listen on `ADDRESS`: host:port, :port for every address, port 0 for any free one"},
			&cli.BoolFlag{Name: "open", Usage: "open the page in the browser"},
			&cli.BoolFlag{Name: "read-only", Usage: "refuse all changes"},
			&cli.BoolFlag{Name: "assistant-write", Usage: "offer assistants tools that change tags and notes"},
			&cli.StringSliceFlag{Name: "host", Usage: "also answer to this `NAME`"},
			&cli.StringSliceFlag{Name: "folder", Usage: "let pages import what is below `FOLDER`, and write backups there; with a token nothing else"},
			&cli.Float64Flag{Name: "client-rate", Usage: "answer at most `N` requests a second of one client, on average", DefaultText: "no limit"},
			&cli.IntFlag{Name: "client-running", Usage: "answer at most `N` requests of one client at once", DefaultText: "no limit"},
			&cli.Float64Flag{Name: "client-seconds", Usage: "spend at most `N` seconds of each minute on answers to one client", DefaultText: "no limit"},
			&cli.DurationFlag{Name: "drain", Value: 20 * time.Second, Usage: "when told to end, let running requests take up to `TIME`, and refuse new ones"},
			&cli.StringFlag{Name: "token-file", Usage: "take the token from `FILE` instead of making one"},
			&cli.StringFlag{Name: "tokens", Usage: "admit those whom `FILE` names; each line has a name, reader, writer or admin, and a token"},
		}, run.LogFlags()...),
		Action: run.Action(newServeOptions, runServe),
	})
}

type serveOptions struct {
	archive   string
	address   string
	hosts     []string
	folders   []string
	tokenFile string
	tokens    string // a file with names, roles and tokens
	open      bool
	readOnly  bool
	assistant bool // assistants may write
	client    web.ClientLimit
	drain     time.Duration
	log       run.LogChoice
}

func newServeOptions(c *cli.Context) (o serveOptions, err error) {
	o = serveOptions{
		address: c.String("addr"), hosts: c.StringSlice("host"), tokenFile: c.String("token-file"), tokens: c.String("tokens"),
		open: c.Bool("open"), readOnly: c.Bool("read-only"), assistant: c.Bool("assistant-write"),
	}
	if o.log, err = run.LogOf(c); err != nil {
		return o, err
	}
	o.client = web.ClientLimit{Rate: c.Float64("client-rate"), Running: c.Int("client-running"), Seconds: c.Float64("client-seconds")}
	if !(o.client.Rate >= 0 && o.client.Rate <= maxClient) || o.client.Running < 0 || !(o.client.Seconds >= 0 && o.client.Seconds <= maxClient) {
		return o, run.Usage("--client-rate, --client-running and --client-seconds are not negative, and not more than %d", maxClient)
	}
	if o.drain = c.Duration("drain"); o.drain < 0 {
		return o, run.Usage("--drain is not negative")
	}
	if o.drain == 0 {
		o.drain = -1 // none
	}
	if o.readOnly && o.assistant {
		return o, run.Usage("--assistant-write lets assistants change tags and notes, and --read-only refuses all changes; give one of them")
	}
	if _, _, err := net.SplitHostPort(o.address); err != nil {
		return o, run.Usage("--addr %q is not an address, such as %s or :8080", o.address, defaultAddress)
	}
	for i, h := range o.hosts {
		if h != anyHost && (h == "" || strings.ContainsAny(h, "/*: ")) {
			return o, run.Usage("--host %q is not the name of a machine, such as kifu.local", h)
		}
		o.hosts[i] = strings.ToLower(h)
	}
	for _, folder := range c.StringSlice("folder") {
		info, err := os.Stat(folder)
		if err == nil && !info.IsDir() {
			err = fmt.Errorf("%s is not a folder", plaintext.Printable(folder))
		}
		if err == nil {
			folder, err = filepath.Abs(folder)
		}
		if err != nil {
			return o, err
		}
		o.folders = append(o.folders, folder)
	}
	paths, err := run.ArchivePaths(c)
	if err != nil {
		return o, err
	}
	if len(paths) > 1 {
		return o, run.Usage("serve shows one archive, and --archive names %d; start a server for each, with its own --addr", len(paths))
	}
	o.archive = paths[0]
	return o, nil
}

func runServe(ctx context.Context, o serveOptions, s run.Streams) error {
	engine, done, err := s.Nodes.Engine()
	if err != nil {
		return err
	}
	defer done()
	a, err := run.OpenArchive(o.archive, &archive.Options{Create: !o.readOnly, Engine: engine, AsOfLast: s.Nodes.AsOfLast})
	if err != nil {
		return err
	}
	defer a.Close()
	l, err := net.Listen("tcp", o.address)
	if err != nil {
		return fmt.Errorf("%w; choose another address with --addr, or port 0 for any free port", err)
	}
	defer l.Close()
	settings := &web.Options{
		Client: o.client, Drain: o.drain, ReadOnly: o.readOnly, Hosts: o.hosts, Folders: o.folders,
		Log: s.Log(o.log), Help: help.Topics(),
	}
	settings.Assistant = programs.AssistantHandler(a, o.assistant, settings.Log)
	if settings.AssistantWrites = o.assistant; o.assistant {
		settings.AssistantReads = programs.AssistantHandler(a, false, settings.Log)
	}
	if o.tokens != "" {
		if settings.Access, err = readAccess(o.tokens); err != nil {
			return err
		}
	}
	settings.Explorer = programs.ExplorerHandler(a, settings.Log)
	bound := l.Addr().(*net.TCPAddr)
	if !bound.IP.IsLoopback() || o.tokenFile != "" || o.tokens != "" {
		if o.tokenFile != "" || o.tokens == "" {
			if settings.Token, err = token(o.tokenFile); err != nil {
				return err
			}
		}
		settings.Hosts = append(settings.Hosts, ownAddresses(bound.IP)...)
	}
	if settings.Token == "" && settings.Access == nil && slices.Contains(o.hosts, anyHost) {
		return run.Usage("--host %q answers under any name, which without a token lets pages of others read the archive; add --token-file or --tokens", anyHost)
	}
	server, err := web.New(a, settings)
	if err != nil {
		return err
	}
	address := pageAddress(bound, settings.Token)
	defer announce(o.archive, localSite(bound, ownToken(settings)), settings.Log)()
	fmt.Fprintf(s.Out, "%s\n", address)
	if o.open {
		if err := openBrowser(address); err != nil {
			fmt.Fprintf(s.Err, "kifudb: the browser could not be opened: %v\n", err)
		}
	}
	return server.Serve(ctx, l)
}

// token reads the token that everybody must know, or makes one.
func token(file string) (string, error) {
	if file == "" {
		return rand.Text(), nil
	}
	data, err := os.ReadFile(file)
	if err != nil {
		return "", err
	}
	t := strings.TrimSpace(string(data))
	if !isToken(t) {
		return "", fmt.Errorf("%s: a token has at least 16 characters, and neither spaces, quotation marks, commas nor semicolons", plaintext.Printable(file))
	}
	return t, nil
}

// ownToken is the token by which other commands of the same user open their pages, "" for none.
func ownToken(o *web.Options) string {
	token := o.Token
	for _, a := range o.Access {
		if token == "" && a.Role == web.Admin {
			token = a.Token
		}
	}
	return token
}

// isToken reports whether a text is fit for a token: it is long enough, and can be in a header and a cookie.
func isToken(t string) bool { return len(t) >= 16 && !strings.ContainsAny(t, " \t\r\n;,\"\\") }

// accessName is the form of the names in a file of tokens, which stand in the log.
var accessName = lazy.Regexp(`^[A-Za-z0-9._@-]{1,64}$`)

// readAccess reads a file of tokens.
func readAccess(file string) (list []web.Access, err error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	for i, line := range strings.Split(string(data), "\n") {
		fields := strings.Fields(line)
		if len(fields) == 0 || strings.HasPrefix(fields[0], "#") {
			continue
		}
		wrong := func(format string, args ...any) error {
			return fmt.Errorf("%s:%d: %s", plaintext.Printable(file), i+1, fmt.Sprintf(format, args...))
		}
		if len(fields) != 3 || !accessName().MatchString(fields[0]) {
			return nil, wrong("expected a name, a role and a token, as in: ann writer TOKEN")
		}
		role, ok := web.ParseRole(fields[1])
		switch {
		case !ok:
			return nil, wrong("%q is not a role; expected reader, writer or admin", fields[1])
		case !isToken(fields[2]):
			return nil, wrong("a token has at least 16 characters, and neither quotation marks, commas nor semicolons")
		case slices.ContainsFunc(list, func(a web.Access) bool { return a.Name == fields[0] }):
			return nil, wrong("%s is named twice", fields[0])
		case slices.ContainsFunc(list, func(a web.Access) bool { return a.Token == fields[2] }):
			return nil, wrong("%s has the token of somebody else", fields[0])
		}
		list = append(list, web.Access{Name: fields[0], Role: role, Token: fields[2]})
	}
	if list == nil {
		return nil, fmt.Errorf("%s: the file names nobody", plaintext.Printable(file))
	}
	return list, nil
}

// ownAddresses are those under which a server that listens on an address is reached.
func ownAddresses(bound net.IP) []string {
	if !bound.IsUnspecified() {
		return []string{strings.ToLower(bound.String())}
	}
	var own []string
	if name, err := os.Hostname(); err == nil {
		own = append(own, strings.ToLower(name), strings.ToLower(name)+".local")
	}
	addresses, err := net.InterfaceAddrs()
	if err != nil {
		return own
	}
	for _, a := range addresses {
		if n, ok := a.(*net.IPNet); ok {
			own = append(own, strings.ToLower(n.IP.String()))
		}
	}
	return own
}

// pageAddress is what to open in a browser.
func pageAddress(bound *net.TCPAddr, token string) string {
	host := bound.IP.String()
	if bound.IP.IsUnspecified() {
		host = "localhost"
		if name, err := os.Hostname(); err == nil {
			host = name
		}
	}
	address := fmt.Sprintf("http://%s/", net.JoinHostPort(host, fmt.Sprint(bound.Port)))
	if token != "" {
		address += "?token=" + token
	}
	return address
}

// localSite is the server as a browser on this machine reaches it.
func localSite(bound *net.TCPAddr, token string) site {
	local := *bound
	if local.IP.IsUnspecified() {
		local.IP = net.IPv4(127, 0, 0, 1)
	}
	return site{pageAddress(&local, ""), token}
}

// openBrowser opens an address in the browser of whoever is at this machine.
func openBrowser(address string) error {
	switch runtime.GOOS {
	case "windows":
		return exec.Command("rundll32", "url.dll,FileProtocolHandler", address).Start()
	case "darwin":
		return exec.Command("open", address).Start()
	}
	return exec.Command("xdg-open", address).Start()
}
