package command

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
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
		Name:  "demo",
		Usage: "import a small collection and try the commands on it",
		UsageText: `kifudb demo
kifudb demo --keep     then: kifudb --archive kifudb-demo/archive show 7@127`,
		Description: `Imports famous historical games that come with the program into a temporary
archive, runs a tour of commands, printing each before its output, and removes the
archive again.

With --keep the archive and the games stay in the folder kifudb-demo. Numbers of
games in the README and in doc, as in 7@127, are those of this archive.`,
		Flags:  []cli.Flag{&cli.BoolFlag{Name: "keep", Usage: "make the archive in the folder kifudb-demo, and leave it there"}},
		Action: run.Action(func(c *cli.Context) (demoOptions, error) { return demoOptions{keep: c.Bool("keep")}, nil }, runDemo),
	}
}

type demoOptions struct {
	keep bool // the archive, in keptDemo
}

// keptDemo is the folder in which --keep makes the archive.
const keptDemo = "kifudb-demo"

// folder makes the folder of the demo.
func (o demoOptions) folder() (string, error) {
	if !o.keep {
		return os.MkdirTemp("", "kifudb-demo-")
	}
	err := os.Mkdir(keptDemo, 0o777)
	if errors.Is(err, fs.ErrExist) {
		err = fmt.Errorf("the folder %[1]s exists already; use its archive with --archive %[1]s/archive, or delete the folder", keptDemo)
	}
	return keptDemo, err
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

func runDemo(_ context.Context, o demoOptions, s run.Streams) error {
	dir, err := o.folder()
	if err != nil {
		return err
	}
	where := "a temporary archive"
	if o.keep {
		where = "an archive in " + dir
	} else {
		defer os.RemoveAll(dir)
	}
	fmt.Fprintf(s.Err, "kifudb: the demo imports about 80 games into %s and shows %d commands; it takes some seconds\n", where, len(tour()))
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
	if o.keep {
		fmt.Fprintf(s.Err, "kifudb: the archive stays; ask it: kifudb --archive %s search shusaku\n", filepath.Join(dir, "archive"))
	}
	return nil
}
