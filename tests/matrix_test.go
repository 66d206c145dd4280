package tests

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"kifudb/command"
	"kifudb/game"
	"kifudb/position"
)

// matrixRows are commands for the rows of the table in doc/OTHER-GAMES.md, by how a row
// begins. GAME is a term for the game, PAT a pattern that its records have.
var matrixRows = map[string][]string{
	"`pos:`": {
		"search|pos:1@2", "next|pos:1@2", "tree|pos:1@2", "first|pos:1@2", "follow|mine.sgf", "similar|1", "annotate|1",
		"search|GAME then(pos:1@1, pos:1@3)", "search|GAME pos:start", "trend|pos:1@2", "tree|pos:1@2|--into|mine.sgf",
	},
	"`pat:`":                 {"search|GAME PAT", "next|GAME PAT"},
	"`seq:`":                 {`search|GAME seq:"MOVES"`},
	"`near:`":                {"search|pos:1@2 near:1"},
	"names of openings":      {"stats|GAME|--by|opening"},
	"`eval:`":                {"search|--count|GAME eval:>1"},
	"`thought:`":             {"search|--count|GAME thought:>1s"},
	"statistics":             {"players|GAME", "dup|list", "stats|GAME|--by|year"},
	"export as it came":      {"export|id:1", "export|--format|sgf|id:1"},
	"pictures as SVG, board": {"show|--svg|1@2", "show|--png|1@2", "show|--gif|1@2", "show|--ascii|1@2"},
}

// What the table of games and features says is what the commands do: where a cell speaks of
// an error there is one, with the status of wrong usage and the name of the game, and
// everywhere else an answer.
func TestMatrixOfGames(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("doc", "OTHER-GAMES.md"))
	must(t, err)
	_, table, _ := strings.Cut(string(text), "## What works for which game")
	var rows [][]string
	for _, line := range strings.Split(table, "\n") {
		if cells := strings.Split(line, " | "); strings.HasPrefix(line, "| ") && !strings.HasPrefix(line, "| ---") {
			cells[0] = strings.TrimPrefix(cells[0], "| ")
			cells[len(cells)-1] = strings.TrimSuffix(cells[len(cells)-1], " |")
			rows = append(rows, cells)
		}
	}
	if len(rows) != len(matrixRows)+1 {
		t.Fatalf("the table has %d rows, and there are commands for %d", len(rows)-1, len(matrixRows))
	}
	tried, refused := 0, 0
	for column := 1; column < len(rows[0]); column++ {
		for _, name := range strings.Split(rows[0][column], ", ") {
			more := ""
			g, ok := game.Named(name)
			if !ok {
				t.Fatalf("%q is no game", name)
			}
			if name == "renju" {
				more = "RU[Renju]"
			}
			m := newMatrixGame(t, g, more)
			for _, row := range rows[1:] {
				i := slices.IndexFunc(sortedKeys(matrixRows), func(begin string) bool { return strings.HasPrefix(row[0], begin) })
				if i < 0 || len(row) != len(rows[0]) {
					t.Fatalf("no commands for the row %q, or another number of cells", row[0])
				}
				wrong := strings.Contains(row[column], "error says so")
				for _, words := range matrixRows[sortedKeys(matrixRows)[i]] {
					tried++
					status, out, problem := m.run(words)
					switch {
					case wrong && (status != 2 || !strings.Contains(problem, g.About().Name)):
						t.Errorf("%s: %s: status %d, want an error that names the game: %s", name, words, status, problem)
					case wrong:
						refused++
					case status != 0 || out == "":
						t.Errorf("%s: %s: status %d: %s", name, words, status, problem)
					}
				}
			}
		}
	}
	if tried < 150 || refused < 10 {
		t.Errorf("%d commands were tried, of which %d are errors", tried, refused)
	}
}

func sortedKeys(m map[string][]string) []string {
	var keys []string
	for key := range m {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
}

// A matrixGame is an archive with records of one game.
type matrixGame struct {
	folder, term, pattern, moves string
}

func newMatrixGame(t *testing.T, g game.Game, more string) *matrixGame {
	t.Helper()
	start, err := game.Start(g)
	must(t, err)
	p := start.Clone()
	m := &matrixGame{folder: t.TempDir(), term: fmt.Sprintf("game:%q", g.About().Name), pattern: "pat:[XO]"}
	switch g.About().Name {
	case "lines of action":
		m.pattern = "pat:[XX]"
	case "shogi":
		m.pattern = `pat:"☗玉59"`
	}
	line, names := "", []string{}
	for range 8 {
		move := p.(game.Mover).Moves()[0]
		code, err := p.(game.Mover).ReadMove(move.Text)
		must(t, err)
		word := move.Text
		if _, ok := g.(game.MoveReader); !ok {
			word = code.String()
		}
		names = append(names, p.(game.Mover).Name(code, false))
		line += fmt.Sprintf(";%s[%s]", position.Color.Letter(p.ToPlay()), word)
		p.(game.Mover).Play(code)
	}
	m.moves = strings.Join(names[:2], " ")
	var records strings.Builder
	for i := range 12 {
		fmt.Fprintf(&records, "(;GM[%d]%sPB[Black %d]PW[White]DT[19%d]RE[B+R]%s)\n", g.About().Number, more, i, 80+i, line)
	}
	must(t, os.WriteFile(filepath.Join(m.folder, "games.sgf"), []byte(records.String()), 0o666))
	must(t, os.WriteFile(filepath.Join(m.folder, "mine.sgf"), []byte(fmt.Sprintf("(;GM[%d]%s)", g.About().Number, line)), 0o666))
	if status, _, problem := m.run("import|" + filepath.Join(m.folder, "games.sgf")); status != 0 {
		t.Fatal(problem)
	}
	return m
}

// run runs a command, whose words are separated by bars.
func (m *matrixGame) run(words string) (status int, out, problem string) {
	words = strings.NewReplacer("GAME", m.term, "PAT", m.pattern, "MOVES", m.moves, "mine.sgf", filepath.Join(m.folder, "mine.sgf")).Replace(words)
	var o, e bytes.Buffer
	args := append([]string{"kifudb", "--archive", filepath.Join(m.folder, "archive")}, strings.Split(words, "|")...)
	status = command.Main(args, strings.NewReader(""), &o, &e)
	return status, o.String(), e.String()
}
