package run

import (
	"log/slog"

	"github.com/urfave/cli/v2"

	"kifudb/internal/monitor"
)

// LogFlags are those of commands that run until somebody ends them, and so keep a log.
func LogFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "log", Value: "text", Usage: "write the log to standard error as `FORMAT`: text or json"},
		&cli.BoolFlag{Name: "verbose", Usage: "log every request, and why it fails"},
	}
}

// A LogChoice is what LogFlags say.
type LogChoice struct {
	json    bool
	verbose bool
}

// LogOf returns what the flags of a command say about its log.
func LogOf(c *cli.Context) (LogChoice, error) {
	format := c.String("log")
	if format != "text" && format != "json" {
		return LogChoice{}, Usage("--log %q is neither text nor json", format)
	}
	return LogChoice{json: format == "json", verbose: c.Bool("verbose")}, nil
}

// Log returns the log. Its lines about requests have their ids.
func (s *Streams) Log(o LogChoice) *slog.Logger {
	options := &slog.HandlerOptions{Level: slog.LevelInfo}
	if o.verbose {
		options.Level = slog.LevelDebug
	}
	var h slog.Handler = slog.NewTextHandler(s.Err, options)
	if o.json {
		h = slog.NewJSONHandler(s.Err, options)
	}
	return slog.New(monitor.Logged(h))
}
