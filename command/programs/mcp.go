package programs

import (
	"context"
	"log/slog"
	"net/http"
	"sync"

	"github.com/urfave/cli/v2"

	"kifudb/archive"
	"kifudb/command/help"
	"kifudb/command/run"
	"kifudb/protocol/mcp"
)

// MCPCommand is the command mcp.
func MCPCommand() *cli.Command {
	return run.Reaching(run.Nodes|run.SeveralArchives, &cli.Command{
		Name:  "mcp",
		Usage: "let an assistant (a language model) study the archive, by the Model Context Protocol",
		UsageText: `kifudb mcp                     answers on standard input and output
kifudb mcp --write             the assistant may also change tags and notes
kifudb --archive FOLDER mcp    another archive; several with --archive given again`,
		Description: `Assistants start this command themselves. Most read a file like this one:

  {"mcpServers": {"kifudb": {"command": "kifudb", "args": ["mcp"]}}}

They get tools to search, count, read games, show boards, and to ask what was played at
a position, by whom and with what results. Answers are short and come in pages. Every
percentage has its n and its interval, and answers name what they leave out. The
resource kifudb://language is 'kifudb help query'.

Nothing changes without --write, and then only tags and notes. No tool reads files, and
nothing leaves this machine except what the assistant sends to its own maker. Texts
from records are marked as data, so that a comment cannot pass for an order; characters
that are not seen are spelled out. An assistant may still believe what a record says:
look at what it wants to do before you allow it to write.

The command ends when its input ends. 'kifudb serve' answers assistants over HTTP, at
/mcp, with the token that its other clients need; there, too, nothing changes, unless
it is started with --assistant-write.`,
		Flags:  []cli.Flag{&cli.BoolFlag{Name: "write", Usage: "offer tools that change tags and notes"}},
		Action: run.Action(newMCPOptions, runMCP),
	})
}

type mcpOptions struct {
	archives []string
	write    bool
}

func newMCPOptions(c *cli.Context) (o mcpOptions, err error) {
	o.write = c.Bool("write")
	o.archives, err = run.ArchivePaths(c)
	return o, err
}

func runMCP(ctx context.Context, o mcpOptions, s run.Streams) error {
	all, done, err := run.OpenArchives(o.archives, s)
	if err != nil {
		return err
	}
	defer done()
	server := mcp.New(assistantOptions(mcp.Options{
		Ask: func(do func(*archive.Views) error) error { return askAll(all, do) }, View: all.View,
		Write: o.write, Log: slog.New(slog.NewTextHandler(s.Err, &slog.HandlerOptions{Level: slog.LevelWarn})),
	}))
	return server.Run(ctx, s.In, s.Out)
}

// maxTries bounds how often a question is asked again because another program has taken
// away what it was about to read.
const maxTries = 8

// askAll asks archives as they are now.
func askAll(all *archive.Archives, do func(*archive.Views) error) error {
	for try := 1; ; try++ {
		vs, err := all.View()
		if err != nil {
			return err
		}
		err = do(vs)
		if closed := vs.Close(); err == nil {
			err = closed
		}
		if !archive.IsStale(err) || try == maxTries {
			return err
		}
	}
}

// languagePreface stands before the help of the command line.
const languagePreface = `The query language of kifudb, as its command line explains it. Where an example says
kifudb search 'QUERY', what stands between the quotation marks is what tools take as "query".
Files (@FILE) cannot be named in tools.

`

// assistantOptions adds what the program's help says.
func assistantOptions(o mcp.Options) mcp.Options {
	o.Language, o.Patterns = languagePreface+help.Topic("query"), languagePreface+help.Topic("patterns")
	return o
}

// AssistantHandler answers assistants about an archive over HTTP. It is made when the first of them asks,
// so that it costs a server nothing that nobody asks so.
func AssistantHandler(a *archive.Archive, write bool, log *slog.Logger) http.Handler {
	handler := sync.OnceValue(func() http.Handler { return newHandler(a, write, log) })
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { handler().ServeHTTP(w, r) })
}

func newHandler(a *archive.Archive, write bool, log *slog.Logger) http.Handler {
	return mcp.New(assistantOptions(mcp.Options{
		Ask: func(do func(*archive.Views) error) error {
			return a.Ask(func(v *archive.View) error { return do(v.Views) })
		},
		View: func() (*archive.Views, error) {
			v, err := a.View()
			if err != nil {
				return nil, err
			}
			return v.Views, nil
		},
		Write: write, Log: log,
	})).Handler()
}
