package command

import (
	"fmt"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"kifudb/command/phrase"
	"kifudb/command/run"
	"kifudb/internal/lazy"
)

// synonyms are words that people try as commands, with what they may type instead:
// the one table for the program and for commands with commands of their own, each of
// which takes from it the first row that has something for it. None of them runs by itself: "delete" may mean
// what can be undone, or what cannot.
var synonyms = []struct {
	words []string
	try   []string // a command and its arguments
}{
	{[]string{"delete", "del", "rm", "drop", "erase"}, []string{"remove"}},
	{[]string{"find", "query", "grep", "ask", "select", "filter"}, []string{"search"}},
	{[]string{"list", "ls", "dir", "all", "games"}, []string{"list", "search '*'"}},
	{[]string{"count"}, []string{"search --count '*'"}},
	{[]string{"statistics", "summary", "status"}, []string{"info", "audit"}},
	{[]string{"new", "create", "put", "set", "insert"}, []string{"add"}},
	{[]string{"add", "load", "put", "insert", "index", "create", "init", "new"}, []string{"import"}},
	{[]string{"view", "cat", "print", "display", "open"}, []string{"show"}},
	{[]string{"continuations", "joseki", "moves"}, []string{"next"}},
	{[]string{"save", "dump", "write", "extract"}, []string{"export"}},
	{[]string{"rename", "mv", "move"}, []string{"rename"}},
	{[]string{"verify", "validate", "fsck", "test"}, []string{"check", "lint"}},
	{[]string{"repair", "fix", "mend"}, []string{"check --repair"}},
	{[]string{"reindex", "upgrade", "migrate"}, []string{"rebuild"}},
	{[]string{"vacuum", "clean", "gc", "purge"}, []string{"compact"}},
	{[]string{"update", "sync", "refresh", "watch", "scan"}, []string{"import"}},
	{[]string{"undelete", "undo", "revert"}, []string{"undo", "remove --undo"}},
	{[]string{"history", "log", "ledger"}, []string{"imports"}},
	{[]string{"duplicates", "duplicate", "dups", "dedup"}, []string{"dup list"}},
	{[]string{"aliases", "names", "players", "spellings"}, []string{"alias list"}},
	{[]string{"tags"}, []string{"tag list"}},
	{[]string{"notes", "comment", "annotate"}, []string{"note"}},
	{[]string{"searches", "favourites", "favorites", "bookmarks"}, []string{"saved list"}},
	{[]string{"encoding", "charset"}, []string{"recode"}},
	{[]string{"convert"}, []string{"convert", "export --format", "shogi convert"}},
	{[]string{"man", "manual", "usage", "docs"}, []string{"help"}},
	{[]string{"example", "tutorial", "tour"}, []string{"demo"}},
}

// meantCommands returns what somebody may have meant who typed the name of a command
// that is not in a list: what the word stands for elsewhere, or else the commands that
// it misses by a slip of one key.
func meantCommands(commands []*cli.Command, name string) []string {
	name = strings.ToLower(name)
	has := func(line string) bool {
		first, _, _ := strings.Cut(line, " ")
		return slices.ContainsFunc(commands, func(c *cli.Command) bool { return c.HasName(first) })
	}
	for _, s := range synonyms {
		if !slices.Contains(s.words, name) {
			continue
		}
		if try := slices.DeleteFunc(slices.Clone(s.try), func(line string) bool { return !has(line) }); len(try) > 0 {
			return try
		}
	}
	var near []string
	for _, c := range commands {
		if phrase.OneSlip(name, c.Name) {
			near = append(near, c.Name)
		}
	}
	return near
}

// unknownCommand is the error of a name that is not one of the commands of a parent,
// "" for the program itself.
func unknownCommand(parent string, commands []*cli.Command, name string) error {
	program, there := "kifudb ", "there is no command"
	if parent != "" {
		program += parent + " "
		there = parent + " has no command"
	}
	var try []string
	for _, line := range meantCommands(commands, name) {
		try = append(try, fmt.Sprintf("%q", program+line))
	}
	if len(try) == 0 {
		list := strings.TrimSpace("kifudb help " + parent)
		return run.Usage("%s %q; '%s' lists them", there, name, list)
	}
	return run.Usage("%s %q; perhaps %s", there, name, strings.Join(try, " or "))
}

// The library's errors about flags, which are texts only.
var (
	notDefined   = lazy.Regexp(`^flag provided but not defined: -(.*)$`)
	needsValue   = lazy.Regexp(`^flag needs an argument: -(.*)$`)
	invalidValue = lazy.Regexp(`(?s)^invalid (boolean )?value (".*") for (?:flag )?-([^ ]*): `)
)

// flagError says in words of our own what is wrong with a flag.
func flagError(command string, flags []cli.Flag, err error) error {
	text := err.Error()
	if m := notDefined().FindStringSubmatch(text); m != nil {
		meant := meantFlag(flags, m[1])
		if variable := variableOf[m[1]]; meant == "" && variable != "" {
			meant = "; set the variable " + variable
		}
		return run.Usage("%s has no flag %s%s", command, dashed(m[1]), meant)
	}
	if m := needsValue().FindStringSubmatch(text); m != nil {
		return run.Usage("%s needs a value", dashed(m[1]))
	}
	if m := invalidValue().FindStringSubmatch(text); m != nil {
		name := dashed(m[3])
		if m[1] != "" {
			return run.Usage("%s takes no value", name)
		}
		if strings.Contains(text, "out of range") {
			return run.Usage("%s: %s is too large", name, m[2])
		}
		return run.Usage("%s: %s is not a number", name, m[2])
	}
	return run.Usage("%v", err)
}

// otherFlags are flags that people know from other programs, with those that do the same here,
// and what to write after them. The first that the command has is meant.
var otherFlags = []struct {
	names []string
	flag  string
	value string
}{
	{[]string{"columns", "cols", "select", "field"}, "fields", " id,date,black"},
	{[]string{"desc", "descending", "reverse", "r"}, "sort", " -date or another name with a minus sign"},
	{[]string{"order", "order-by", "orderby", "sort-by"}, "sort", ""},
	{[]string{"group", "group-by", "groupby"}, "by", ""},
	{[]string{"top", "max", "first", "rows", "count", "number"}, "limit", ""},
	{[]string{"skip", "start"}, "offset", ""},
	{[]string{"out", "file", "to-file"}, "output", ""},
	{[]string{"overwrite", "yes", "y"}, "force", ""},
	{[]string{"min-count", "least", "threshold"}, "min", ""},
	{[]string{"db", "database", "dir", "folder"}, "archive", ""},
	{[]string{"to", "as", "type", "output-format"}, "format", ""},
	{[]string{"silent"}, "quiet", ""},
	{[]string{"all", "unlimited"}, "limit", " 0"},
}

// variableOf are variables for what is a flag of some commands only.
var variableOf = map[string]string{"cache": run.CacheVariable, "cache-size": run.CacheSizeVariable}

// meantFlag names the flags that somebody may have meant: by a slip, or who knows it by
// another name.
func meantFlag(flags []cli.Flag, name string) string {
	name = strings.ToLower(name)
	for _, other := range otherFlags {
		if flag := run.LookupFlag(flags, other.flag); flag != nil && slices.Contains(other.names, name) {
			return "; perhaps " + dashed(flag.Names()[0]) + other.value
		}
	}
	var near []string
	for _, flag := range flags {
		for _, known := range flag.Names() {
			if len(known) > 1 && phrase.OneSlip(name, known) {
				near = append(near, dashed(known))
			}
		}
	}
	if len(near) == 0 {
		return ""
	}
	return "; perhaps " + strings.Join(near, " or ")
}

// dashed writes the name of a flag as one types it.
func dashed(name string) string {
	if len(name) == 1 {
		return "-" + name
	}
	return "--" + name
}

// needsSubcommand is the action of a command that does nothing by itself.
func needsSubcommand(c *cli.Context) error {
	if c.Args().Present() {
		return unknownCommand(run.CommandName(c), c.Command.Subcommands, c.Args().First())
	}
	return cli.ShowSubcommandHelp(c)
}
