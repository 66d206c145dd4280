package command

import (
	"slices"
	"strings"
	"testing"

	"github.com/urfave/cli/v2"

	"kifudb/command/help"
	"kifudb/command/nodes"
	"kifudb/command/run"
)

// What is suggested for a word exists, as it is written.
func TestSynonymsAreOfCommands(t *testing.T) {
	var lists [][]*cli.Command
	var visit func([]*cli.Command)
	visit = func(list []*cli.Command) {
		lists = append(lists, list)
		for _, c := range list {
			if len(c.Subcommands) > 0 {
				visit(c.Subcommands)
			}
		}
	}
	visit(commands(nodes.Elsewhere{}))
	lists = append(lists, []*cli.Command{{Name: "help"}})
	for _, s := range synonyms {
		for _, line := range s.try {
			if !slices.ContainsFunc(lists, func(list []*cli.Command) bool { return takes(list, strings.Fields(line)) }) {
				t.Errorf("%q is suggested for %s, and nothing takes it", line, strings.Join(s.words, ", "))
			}
		}
	}
}

// takes reports whether a list has the command that words begin with, with the flags
// among them.
func takes(list []*cli.Command, words []string) bool {
	i := slices.IndexFunc(list, func(c *cli.Command) bool { return c.HasName(words[0]) })
	if i < 0 {
		return false
	}
	c := list[i]
	if len(words) > 1 && len(c.Subcommands) > 0 {
		return takes(c.Subcommands, words[1:])
	}
	for _, word := range words[1:] {
		if name, isFlag := strings.CutPrefix(word, "--"); isFlag && run.LookupFlag(c.Flags, name) == nil {
			return false
		}
	}
	return true
}

// A wrong command gets what it is known to mean elsewhere, or what it misses by one
// key; nothing else is guessed.
func TestMeantCommands(t *testing.T) {
	for word, want := range map[string]string{
		"delete": "remove", "rm": "remove", "find": "search", "grep": "search", "query": "search",
		"list": "search '*'", "ls": "search '*'", "status": "info audit", "add": "import",
		"serch": "search", "saerch": "search", "searchh": "search", "imprt": "import", "SEARCH": "search",
		"import": "import imports", // of a word that is a command nobody asks
		"lsit":   "", "deleet": "", "restart": "", "x": "", "": "", "sea": "",
	} {
		if got := strings.Join(meantCommands(commands(nodes.Elsewhere{}), word), " "); got != want {
			t.Errorf("%q may mean %q, want %q", word, got, want)
		}
	}
	tag := commands(nodes.Elsewhere{})[slices.IndexFunc(commands(nodes.Elsewhere{}), func(c *cli.Command) bool { return c.Name == "tag" })].Subcommands
	for word, want := range map[string]string{"delete": "remove", "ls": "list", "new": "add", "status": "", "lst": "list"} {
		if got := strings.Join(meantCommands(tag, word), " "); got != want {
			t.Errorf("tag %q may mean %q, want %q", word, got, want)
		}
	}
}

// What the library says of flags is said in our words.
func TestFlagErrors(t *testing.T) {
	for line, want := range map[string]string{
		"search --limit abc x":                  `--limit: "abc" is not a number`,
		"search -n 1.5 x":                       `-n: "1.5" is not a number`,
		"search --limit 99999999999999999999 x": `--limit: "99999999999999999999" is too large`,
		"search --json=perhaps x":               `--json takes no value`,
		"search x --limit":                      `--limit needs a value`,
		"search --formt csv x":                  `search has no flag --formt; perhaps --format`,
		"stats --bj year":                       `stats has no flag --bj; perhaps --by`,
		"version x":                             `version takes no arguments`,
		"search plaer:x":                        `the query cannot be understood`,
		"serve --cache x":                       `serve has no flag --cache; set the variable KIFUDB_CACHE`,
		"search --nonsense x":                   `search has no flag --nonsense`,
		"tag list --nonsense":                   `tag list has no flag --nonsense`,
		"tag --nonsense":                        `tag has no flag --nonsense`,
		"--nonsense search":                     `kifudb has no flag --nonsense`,
		"--archve x search":                     `kifudb has no flag --archve; perhaps --archive`,
		"delete":                                `there is no command "delete"; perhaps "kifudb remove"`,
		"lsit":                                  `there is no command "lsit"; 'kifudb help' lists them`,
		"tag lsit":                              `tag has no command "lsit"; perhaps "kifudb tag list"`,
		"shogi play":                            `shogi has no command "play"; 'kifudb help shogi' lists them`,
		"imports 3":                             `imports has no command 3; perhaps "kifudb imports show 3"`,
	} {
		var out, errs strings.Builder
		status := Main(append([]string{"kifudb"}, strings.Fields(line)...), strings.NewReader(""), &out, &errs)
		first, _, _ := strings.Cut(errs.String(), "\n")
		if first != "kifudb: "+want || status != run.ExitUsage || out.Len() > 0 {
			t.Errorf("%s: status %d, said %q and %q, want %q", line, status, errs.String(), out.String(), want)
		}
	}
}

// Help says nothing that goes without saying.
func TestHelpWithoutEmptyDefaults(t *testing.T) {
	seen := 0
	var visit func([]*cli.Command)
	visit = func(list []*cli.Command) {
		for _, c := range list {
			visit(c.Subcommands)
			for _, flag := range c.Flags {
				seen++
				for _, empty := range []string{"(default: false)", "(default: 0)"} {
					if strings.Contains(flag.String(), empty) {
						t.Errorf("%s: %s", c.Name, flag)
					}
				}
			}
		}
	}
	visit(newApp(nodes.Elsewhere{}, nil, nil, nil).Commands)
	if seen < 50 {
		t.Errorf("%d flags seen", seen)
	}
}

// A page for man has every line of the help text, as it stands.
func TestManPage(t *testing.T) {
	page := help.ManPage([]string{"kifudb", "x"}, 1, "NAME:\n   kifudb x - do it\n\nUSAGE:\n   kifudb x 'a' \\b\n   .dot\n\nOPTIONS:\n   --flag  Note:\n")
	want := ".TH KIFUDB-X 1 \"\" \"kifudb\" \"kifudb\"\n.SH NAME\nkifudb\\-x \\- do it\n.SH USAGE\n.nf\nkifudb x \\(aqa\\(aq \\eb\n\\&.dot\n\n.fi\n.SH OPTIONS\n.nf\n\\-\\-flag  Note:\n.fi\n"
	if page != want {
		t.Errorf("got\n%s\nwant\n%s", page, want)
	}
}

// A flag that other programs have leads to the one that does the same here.
func TestMeantFlags(t *testing.T) {
	for _, c := range []struct{ command, flag, want string }{
		{"search", "columns", "; perhaps --fields id,date,black"},
		{"search", "desc", "; perhaps --sort -date or another name with a minus sign"},
		{"search", "Order-By", "; perhaps --sort"},
		{"search", "limti", "; perhaps --limit"},
		{"search", "top", "; perhaps --limit"},
		{"stats", "desc", "; perhaps --sort -date or another name with a minus sign"},
		{"stats", "group-by", "; perhaps --by"},
		{"export", "out", "; perhaps -o"},
		{"info", "desc", ""}, // which lists nothing
	} {
		found := false
		leaves(func(name string, command *cli.Command) {
			if name != c.command {
				return
			}
			found = true
			if got := meantFlag(command.Flags, c.flag); got != c.want {
				t.Errorf("%s --%s: %q, want %q", c.command, c.flag, got, c.want)
			}
		})
		if !found {
			t.Errorf("no command %s", c.command)
		}
	}
	// What is suggested is a flag of some command.
	for _, other := range otherFlags {
		used := false
		leaves(func(_ string, c *cli.Command) { used = used || run.LookupFlag(c.Flags, other.flag) != nil })
		if !used {
			t.Errorf("no command has --%s", other.flag)
		}
	}
}
