package run

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"syscall"

	"kifudb/archive"
	"kifudb/archive/objects"
	"kifudb/command/terminal"
	"kifudb/internal/plaintext"
)

// The exit statuses, the same for every command.
const (
	ExitOK      = 0 // done; a search without hits is done, too
	ExitFailed  = 1 // could not be done; with search --fail, nothing found
	ExitUsage   = 2 // wrong flags, wrong query
	ExitPartial = 3 // done, but not whole: unreadable input, faults that check found, segments that no node answered for

	ExitInterrupted = 130 // interrupted, as shells count it: 128 and the signal's number
)

// Statuses says what the exit statuses mean, for help texts.
var Statuses = []struct {
	Status int
	About  string
}{
	{ExitOK, "done; a search without hits is done, too"},
	{ExitFailed, "failed; with --fail, nothing was found"},
	{ExitUsage, "wrong usage: a flag, a query, a name; nothing was done"},
	{ExitPartial, "done in part: some input could not be read, check found faults, or no node\n       answered for some segments"},
	{ExitInterrupted, "interrupted; work done so far is kept where the command's help says so"},
}

// Error carries an exit status and, unless it is nil, what to say.
type Error struct {
	Status int
	Err    error
}

func (e *Error) Error() string {
	if e.Err == nil {
		return fmt.Sprintf("exit status %d", e.Status)
	}
	return e.Err.Error()
}

func (e *Error) Unwrap() error { return e.Err }

// Usage makes an error of wrong usage.
func Usage(format string, args ...any) error {
	return &Error{ExitUsage, fmt.Errorf(format, args...)}
}

// StatusOf returns the exit status of an error: the one it carries, or that of its
// kind.
func StatusOf(err error) int {
	if err == nil {
		return ExitOK
	}
	if e, ok := errors.AsType[*Error](err); ok {
		return e.Status
	}
	switch archive.KindOf(err) {
	case archive.KindUsage:
		return ExitUsage
	case archive.KindInterrupted:
		return ExitInterrupted
	}
	return ExitFailed
}

// kindOf returns the kind of an error for machines.
func kindOf(err error) string {
	switch StatusOf(err) {
	case ExitUsage:
		return string(archive.KindUsage)
	case ExitPartial:
		return "partial"
	case ExitInterrupted:
		return string(archive.KindInterrupted)
	}
	return string(archive.KindOf(err))
}

// advice returns what to do about an error, "" if that is not known or if the
// error says so itself. Libraries do not know the names of commands.
func advice(err error) string {
	if id, why, ok := archive.WhyAbsent(err); ok && why == archive.Removed {
		return fmt.Sprintf("'kifudb remove --undo %d' brings it back", id)
	}
	if strings.Contains(err.Error(), "'kifudb ") {
		return "" // a command has said so itself
	}
	if text := adviceOnNodes(err); text != "" {
		return text
	}
	for _, a := range advices {
		if a.err != nil && errors.Is(err, a.err) || a.kind != "" && archive.KindOf(err) == a.kind {
			return a.text
		}
	}
	return ""
}

// advices is the one table of what to do about errors. The first row that fits
// counts.
var advices = []struct {
	err  error
	kind archive.Kind
	text string
}{
	{err: archive.ErrNoArchive, text: "'kifudb import PATH' makes one"},
	{err: archive.ErrNoSource, text: "'kifudb search --json' says where games came from"},
	{err: archive.ErrNoTag, text: "'kifudb tag list' shows all"},
	{err: archive.ErrTagExists, text: "--merge makes one of the two"},
	{err: archive.ErrNoSearch, text: "'kifudb saved list' shows all"},
	{err: archive.ErrSearchExists, text: "--replace puts this one in its place"},
	{err: archive.ErrNoAlias, text: "'kifudb alias list' shows all"},
	{err: archive.ErrAliasConflict, text: "'kifudb alias merge' makes them one"},
	{err: archive.ErrNotUnderstood, text: "--force keeps it as it is"},
	{err: objects.ErrExpired, text: "get new ones, for example with 'aws sso login', put them into AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_SESSION_TOKEN or ~/.aws/credentials, and run this again"},
	{err: objects.ErrClock}, // it says so itself
	{err: archive.ErrOlder}, // so does it
	{err: objects.ErrDenied, text: "they come from AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or from ~/.aws/credentials (AWS_PROFILE chooses)"},
	{kind: archive.KindBusy, text: "'kifudb import --wait' waits for it, and 'kifudb imports' shows what it imports"},
	{kind: archive.KindUnindexed, text: "try again when the import has ended; if none is running, the next 'kifudb import' indexes them"},
	{kind: archive.KindOutdated, text: "'kifudb rebuild' brings it up to date"},
	{kind: archive.KindCorrupt, text: "'kifudb check --repair' mends what can be mended"},
	{kind: archive.KindUserData, text: "'kifudb check --repair' mends what can be mended, and --accept-loss continues without the rest"},
}

// An errorJSON is an error for machines.
type errorJSON struct {
	Kind    string `json:"kind"`
	Message string `json:"message"`
	Part    string `json:"part,omitempty"` // of the request
	Advice  string `json:"advice,omitempty"`
	Status  int    `json:"status"` // with which the program exits
}

// SayError prints what went wrong, if there is anything to say, and returns the
// exit status.
func SayError(w io.Writer, err error, asJSON bool) int {
	status := StatusOf(err)
	if e, ok := errors.AsType[*Error](err); ok && e.Err == nil {
		return status
	}
	if errors.Is(err, syscall.EPIPE) {
		return status // the reader, such as head, has seen enough
	}
	e := errorJSON{Kind: kindOf(err), Message: archive.PathText(err.Error()), Advice: advice(err), Status: status}
	if archive.KindOf(err) == archive.KindInterrupted {
		e.Message = "interrupted"
	}
	if part, ok := errors.AsType[*archive.RequestError](err); ok && part.Part != "" {
		e.Part = part.Part
		if part.Part != "query" && !strings.HasPrefix(e.Message, "--") { // the query is no flag
			e.Message = fmt.Sprintf("--%s: %s", part.Part, e.Message)
		}
	}
	if asJSON {
		_ = terminal.PrintJSONLine(w, map[string]errorJSON{"error": e})
		return status
	}
	text := e.Message
	if e.Advice != "" {
		text += "; " + e.Advice
	}
	fmt.Fprintf(w, "kifudb: %s\n", plaintext.PrintableLines(text))
	if status == ExitUsage {
		fmt.Fprintln(w, "Try 'kifudb help', or 'kifudb COMMAND --help'.")
	}
	return status
}

// Interrupted is the error of work that was interrupted, with what has become of it.
func Interrupted(become string) error {
	return &Error{ExitInterrupted, errors.New("interrupted: " + become)}
}
