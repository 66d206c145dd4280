package command

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/urfave/cli/v2"

	"kifudb/archive"
	"kifudb/command/phrase"
	"kifudb/command/run"
)

func demoCommand() *cli.Command {
	return &cli.Command{
		Name:      "demo",
		Usage:     "import a small collection and try the commands on it",
		UsageText: "kifudb demo",
		Description: `Imports famous historical games that come with the program into a temporary
archive, runs a tour of commands, printing each before its output, and removes the
archive again.`,
		Action: run.Action(func(*cli.Context) (struct{}, error) { return struct{}{}, nil }, runDemo),
	}
}

// corner is the approach at the small knight's move to a stone on the 3-4 point.
const corner = "pat:NE[.......|.......|..O....|....X..|.......|.......]"

// tour is what the demo shows: what a step is about, and its arguments.
func tour() []struct {
	about string
	args  []string
} {
	return []struct {
		about string
		args  []string
	}{
		{"Put records into the archive: files, folders, containers, in any encoding.", []string{"import", "games"}},
		{"The same again adds nothing.", []string{"import", "games"}},
		{"Find games by any word in names, events and comments.", []string{"search", "shusaku"}},
		{"By fields: a player, and a range of dates.", []string{"search", `player:"Go Seigen"`, "date:1930..1950", "--sort", "date"}},
		{"By what was said about a move, in any language.", []string{"search", "comment:ladder"}},
		{"", []string{"search", "comment:耳赤"}},
		{"By a whole position, under all symmetries and by any order of moves.", []string{"search", `pos:"Q16 D4 Q3"`}},
		{"By a pattern: X black, O white, . empty, * anything; | is the board's edge.", []string{"search", corner, "colors:either", "date:1990..2010"}},
		{"What was played next there, and how it scored.", []string{"next", corner, "colors:either"}},
		{"Everything together.", []string{"search", corner, "colors:either", "move:<=10", "winner:black", "comment:shusaku"}},
		{"Records of one game count once; these are the duplicates.", []string{"dup", "list"}},
		{"The board at a move: the ear-reddening move of 1846.", []string{"show", "7@127"}},
		{"Write records byte for byte as they came.", []string{"export", "player:jowa", "-o", "jowa.sgf"}},
		{"Everything that is stored and indexed agrees.", []string{"check"}},
	}
}

func runDemo(_ context.Context, _ struct{}, s run.Streams) error {
	fmt.Fprintf(s.Err, "kifudb: the demo imports about 80 games into a temporary archive and shows %d commands; it takes some seconds\n", len(tour()))
	dir, err := os.MkdirTemp("", "kifudb-demo-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	games := filepath.Join(dir, "games")
	if err := os.CopyFS(games, archive.DemoCollection()); err != nil {
		return err
	}
	places := strings.NewReplacer(dir+string(filepath.Separator), "")
	w := &phrase.Replacing{W: s.Out, Places: places}
	for _, step := range tour() {
		if step.about != "" {
			fmt.Fprintf(w, "\n# %s\n", step.about)
		}
		fmt.Fprintf(w, "$ kifudb %s\n", phrase.ShellWords(step.args))
		args := []string{"kifudb", "--archive", filepath.Join(dir, "archive")}
		for _, arg := range step.args {
			switch arg {
			case "games", "jowa.sgf": // the files of the tour
				arg = filepath.Join(dir, arg)
			}
			args = append(args, arg)
		}
		if status := Main(args, strings.NewReader(""), w, w); status == run.ExitInterrupted {
			return &run.Error{Status: status}
		} else if status != run.ExitOK && status != run.ExitPartial {
			return fmt.Errorf("demo: %q ended with status %d", phrase.ShellWords(step.args), status)
		}
	}
	return nil
}
