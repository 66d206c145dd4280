package command

import (
	"context"
	"errors"
	"io"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"kifudb/archive"
	"kifudb/command/book"
	"kifudb/command/help"
	"kifudb/command/nodes"
	"kifudb/command/programs"
	"kifudb/command/run"
	"kifudb/command/study"
	"kifudb/command/terminal"
	_ "kifudb/internal/garbage" // says when it is collected
)

// Main runs the command line and returns the exit status. It ends early and
// orderly when the process is interrupted.
func Main(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	return MainWith(nodes.Elsewhere{Args: args}, args, stdin, stdout, stderr)
}

// MainWith is [Main] of a program that runs nodes in its own way.
func MainWith(r nodes.Runner, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	clicked := terminal.ByDoubleClick(args, terminal.OwnConsole)
	status := mainWith(r, clicked, stdin, stdout, stderr, func(*cli.App) {})
	if len(clicked) > len(args) && status != run.ExitInterrupted && (status != run.ExitOK || clicked[1] == "import") {
		terminal.KeepConsole() // otherwise nobody would see what was imported, or what went wrong
	}
	return status
}

// mainWith is MainWith with an app that tests may change.
func mainWith(r nodes.Runner, args []string, stdin io.Reader, stdout, stderr io.Writer, change func(*cli.App)) int {
	ctx, stop := terminal.Interruptible()
	defer stop()
	in, display := terminal.NewInput(stdin), terminal.NewScreen(stdout, stderr, stop)
	defer display.Close()
	return runOn(ctx, r, args, in, display, change)
}

// runOn runs the command line on a screen.
func runOn(ctx context.Context, r nodes.Runner, args []string, in *terminal.Stream, display *terminal.Screen, change func(*cli.App)) int {
	out, stderr := display.Out, display.Err
	for try := 1; ; try++ {
		app := newApp(r, in, out, stderr)
		change(app)
		asJSON := false
		// What to exit with is decided here, not inside the library.
		app.ExitErrHandler = func(c *cli.Context, _ error) { asJSON = wantsJSON(c) }
		err := app.RunContext(ctx, arrange(app, args))
		switch {
		case err == nil:
			return run.ExitOK
		case errors.Is(err, terminal.ErrPagerLeft), display.PagerLeft() && run.StatusOf(err) == run.ExitInterrupted:
			return run.ExitOK // who has closed the pager has seen enough
		case !archive.IsStale(err) || in.Used || out.Used || try == maxTries:
			return run.SayError(stderr, err, asJSON)
		}
	}
}

// wantsJSON reports whether a command was asked for JSON, so that its errors are
// JSON, too.
func wantsJSON(c *cli.Context) bool {
	format := c.String("format")
	return c.Bool("json") || format == "json" || format == "jsonl"
}

func newApp(r nodes.Runner, stdin io.Reader, stdout, stderr io.Writer) *cli.App {
	app := &cli.App{
		Name:  "kifudb",
		Usage: "search your own collection of game records",
		UsageText: `kifudb import ~/games collection.zip     put records into the archive
kifudb search 'player:shusaku C:ladder'  find games by names, dates, texts ...
kifudb search pat:@corner.txt            ... by pattern and position
kifudb next 'pos:"Q16 D4"'               what was played next, and how it scored
kifudb show 123@45                       the board after move 45 of game 123
kifudb demo                              see it all work on a small collection
kifudb help query                        the language, with examples`,
		Description: "Topics, by 'kifudb help TOPIC':\n" + help.TopicList() + `
'kifudb help help' lists the documents, and 'kifudb help --search WORDS' searches all of them.

An archive is a folder, chosen by --archive or KIFUDB_ARCHIVE; see
'kifudb help import'. Exit status: 0 done, 1 failed, 2 wrong usage,
3 done but some input could not be read or check found faults, 130
interrupted; see 'kifudb help scripting'.`,
		Reader:               stdin,
		Writer:               stdout,
		ErrWriter:            stderr,
		EnableBashCompletion: true,
		HideVersion:          true, // in help; the flag is our own
		// A folder's name may have a comma.
		DisableSliceFlagSeparator: true,
		Flags: slices.Concat([]cli.Flag{run.ArchiveFlag()}, run.DisplayFlags(),
			[]cli.Flag{&cli.BoolFlag{Name: "version", Aliases: []string{"v"}, DisableDefaultText: true, Usage: "print the version"}, cli.HelpFlag}),
		Commands:       commands(r),
		ExitErrHandler: func(*cli.Context, error) {},
		OnUsageError:   onUsageError,
		Action: func(c *cli.Context) error {
			if c.Bool("version") {
				return runVersion(c.Context, struct{}{}, run.StreamsOf(c))
			}
			if c.Args().Present() {
				return unknownCommand("", c.App.Commands, c.Args().First())
			}
			return cli.ShowAppHelp(c)
		},
	}
	for _, command := range app.Commands {
		prepare(command)
	}
	return app
}

func commands(r nodes.Runner) []*cli.Command {
	return []*cli.Command{
		importCommand(),
		importsCommand(),
		searchCommand(),
		study.NextCommand(),
		study.CompareCommand(),
		study.FirstCommand(),
		study.OrdersCommand(),
		study.StatsCommand(),
		study.TrendCommand(),
		study.SimilarCommand(),
		study.TreeCommand(),
		study.BookCommand(),
		study.PlayersCommand(),
		study.EventsCommand(),
		study.CollectionsCommand(),
		study.ReportCommand(),
		study.FollowCommand(),
		study.AnnotateCommand(),
		study.RemarksCommand(),
		study.ProblemsCommand(),
		study.ExamplesCommand(),
		study.MistakesCommand(),
		study.DrillCommand(),
		book.DupCommand(),
		showCommand(),
		exportCommand(), printCommand(),
		recodeCommand(),
		removeCommand(),
		compactCommand(),
		indexCommand(),
		nodes.CopyCommand(),
		checkCommand(),
		rebuildCommand(),
		backupCommand(),
		restoreCommand(),
		infoCommand(),
		benchCommand(),
		study.AuditCommand(),
		book.AliasCommand(),
		book.TagCommand(),
		book.NoteCommand(),
		book.CorrectCommand(),
		book.SavedCommand(),
		book.EvaluationsCommand(),
		analyzeCommand(),
		lintCommand(),
		shogiCommand(),
		serveCommand(),
		openCommand(),
		programs.GTPCommand(),
		programs.USICommand(),
		programs.UCICommand(),
		programs.ServiceCommand(),
		programs.MCPCommand(),
		nodes.NodeCommand(r),
		nodes.NodesCommand(),
		nodes.ClusterCommand(r),
		help.HelpCommand(help.Program{
			App:  func(w io.Writer) *cli.App { return newApp(r, strings.NewReader(""), w, io.Discard) },
			Near: meantCommands,
		}),
		demoCommand(),
		help.CompletionCommand(),
		versionCommand(),
	}
}

// prepare gives each command what the library does not hand down to it.
func prepare(command *cli.Command) {
	command.OnUsageError = onUsageError
	for _, flag := range command.Flags {
		if b, ok := flag.(*cli.BoolFlag); ok {
			b.DisableDefaultText = true // that it is off unless it is given goes without saying
		}
	}
	if command.ArgsUsage == "" && len(command.Subcommands) == 0 {
		command.Before = noArguments
	}
	giveFormat(command)
	if len(command.Subcommands) == 0 {
		if run.LookupFlag(command.Flags, "archive") == nil {
			command.Flags = append(command.Flags, run.OneArchiveFlag())
		}
		for _, flag := range run.DisplayFlags() {
			command.Flags = append(command.Flags, run.Hidden(flag))
		}
	}
	if len(command.Subcommands) > 0 && command.Action == nil {
		command.Action = needsSubcommand
	}
	for _, sub := range command.Subcommands {
		prepare(sub)
	}
}

// noArguments refuses arguments to a command that takes none.
func noArguments(c *cli.Context) error {
	if c.Args().Present() {
		return run.Usage("%s takes no arguments", c.Command.Name)
	}
	return nil
}

// onUsageError says what is wrong with flags, of which the library knows only that.
func onUsageError(c *cli.Context, err error, _ bool) error {
	name, flags := c.App.Name, c.App.Flags
	if c.Command != nil && c.Command.Name != "" && c.Command.Name != c.App.Name {
		name, flags = run.CommandName(c), c.Command.Flags
	}
	return flagError(name, flags, err)
}

// arrange puts a command's flags before its other arguments, because the
// library takes what follows the first argument as arguments, flags or not.
// People write flags last, and queries may begin with "-": what is not a flag
// of the command stays an argument, unless it looks like nothing but a flag.
// "--" ends the flags as everywhere.
func arrange(app *cli.App, args []string) []string {
	at := 1
	for at < len(args) && strings.HasPrefix(args[at], "-") { // flags of the program
		name, _, hasValue := strings.Cut(strings.TrimLeft(args[at], "-"), "=")
		if flag := run.LookupFlag(app.Flags, name); flag != nil && !hasValue && !takesNoValue(flag) {
			at++
		}
		at++
	}
	if at >= len(args) {
		return args
	}
	command := app.Command(args[at])
	for command != nil && len(command.Subcommands) > 0 && at+1 < len(args) {
		if n := globalFlagAt(args, at+1); n > 0 {
			// "tag --archive X list" is "--archive X tag list"
			moved := slices.Concat(args[:1], args[at+1:at+1+n], args[1:at+1], args[at+1+n:])
			return arrange(app, moved)
		}
		sub := subcommand(command, args[at+1])
		if name := leftOut[command.Name]; sub == nil && name != "" && !asksHelp(args[at+1]) {
			args = slices.Insert(slices.Clone(args), at+1, name)
			sub = subcommand(command, name)
		}
		if sub == nil {
			break
		}
		at++
		command = sub
	}
	if command == nil || len(command.Subcommands) > 0 {
		return args
	}
	var flags, rest []string
	for i := at + 1; i < len(args); i++ {
		arg := args[i]
		if arg == "--" {
			rest = append(rest, args[i+1:]...)
			break
		}
		name, _, hasValue := strings.Cut(strings.TrimLeft(arg, "-"), "=")
		switch flag := run.LookupFlag(command.Flags, name); {
		case !strings.HasPrefix(arg, "-") || arg == "-":
			rest = append(rest, arg)
		case name == "help" || name == "h" || name == "generate-bash-completion":
			flags = append(flags, arg)
		case flag == nil && (strings.HasPrefix(arg, "--") || len(arg) == len("-a")):
			flags = append(flags, arg) // an unknown flag: the library says so
		case flag == nil:
			rest = append(rest, arg)
		case hasValue || takesNoValue(flag):
			flags = append(flags, arg)
		case i+1 == len(args): // its value is missing, and must not be "--"
			return slices.Concat(args[:at+1], flags, []string{arg})
		default:
			flags = append(flags, arg, args[i+1])
			i++
		}
	}
	out := append([]string{}, args[:at+1]...)
	out = append(out, flags...)
	if len(rest) > 0 {
		out = append(append(out, "--"), rest...)
	}
	return out
}

// globalFlagAt returns how many arguments a flag of the program with its value takes at
// a place, 0 if none is there.
func globalFlagAt(args []string, at int) int {
	name, _, hasValue := strings.Cut(strings.TrimPrefix(args[at], "--"), "=")
	flag := run.LookupFlag(append([]cli.Flag{run.ArchiveFlag()}, run.DisplayFlags()...), name)
	switch {
	case flag == nil || !strings.HasPrefix(args[at], "--"):
		return 0
	case hasValue || takesNoValue(flag):
		return 1
	case at+1 < len(args):
		return 2
	}
	return 0
}

// leftOut are the commands that stand for one of theirs, by name.
var leftOut = map[string]string{"correct": "set"}

// asksHelp reports whether an argument is about a command and not for it.
func asksHelp(arg string) bool {
	switch strings.TrimLeft(arg, "-") {
	case "h", "help", "generate-bash-completion":
		return true
	}
	return false
}

func subcommand(command *cli.Command, name string) *cli.Command {
	for _, sub := range command.Subcommands {
		if sub.HasName(name) {
			return sub
		}
	}
	return nil
}

func takesNoValue(flag cli.Flag) bool {
	_, ok := flag.(*cli.BoolFlag)
	return ok
}

// maxTries bounds how often a command begins anew because another program has
// taken away what it was about to read.
const maxTries = 8
