// Package second has a second program that checks the statistics which kifudb prints. It reads
// records, plays them on boards and counts with code of its own, slowly and plainly, and imports
// nothing of kifudb but the command that it checks. What a number means it takes from the help.
package second

import (
	"bytes"
	"encoding/json"
	"fmt"
	"go/parser"
	"go/token"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"kifudb/command"
)

// A bench is an archive with the records in it as the second program reads them.
type bench struct {
	*ledger
	game    string
	folder  string
	records []*record // by id, from 1
	random  *rand.Rand
	all     bool // count each record
}

// run runs a command as a user does.
func (b *bench) run(args ...string) string {
	b.t.Helper()
	var out, problem bytes.Buffer
	if status := command.Main(append([]string{"kifudb", "--archive", b.folder}, args...), strings.NewReader(""), &out, &problem); status != 0 {
		b.t.Fatalf("kifudb %s: status %d: %s", strings.Join(args, " "), status, problem.String())
	}
	return out.String()
}

// ask asks a question and returns the answer, and the sheet to compare it on.
func (b *bench) ask(args ...string) (answer object, s *sheet) {
	b.t.Helper()
	return b.askAs(args[0], args...)
}

// askAs does the same for what has a name of its own.
func (b *bench) askAs(name string, args ...string) (answer object, s *sheet) {
	b.t.Helper()
	if b.all {
		args = append(args, "--records")
	}
	row := [2]string{name, b.game}
	b.asked[row]++
	text := b.run(append(args, "--json")...)
	if err := json.Unmarshal([]byte(text), &answer); err != nil {
		b.t.Fatalf("kifudb %s: %v", strings.Join(args, " "), err)
	}
	return answer, &sheet{b.ledger, row, "kifudb " + strings.Join(args, " "), b.folder}
}

// newBench imports records and reads them with the second program.
func newBench(l *ledger, game string, texts []string, seed uint64) *bench {
	l.t.Helper()
	b := &bench{ledger: l, game: game, folder: filepath.Join(l.t.TempDir(), "archive"), random: rand.New(rand.NewPCG(seed, 1))}
	folder := filepath.Join(l.t.TempDir(), game)
	if err := os.Mkdir(folder, 0o777); err != nil {
		l.t.Fatal(err)
	}
	ending := map[string]string{"go": "sgf", "othello": "sgf", "chess": "pgn", "shogi": "csa"}[game]
	for i, text := range texts {
		if err := os.WriteFile(filepath.Join(folder, fmt.Sprintf("%05d.%s", i, ending)), []byte(text), 0o666); err != nil {
			l.t.Fatal(err)
		}
		var records []*record
		var ok bool
		switch ending {
		case "pgn":
			records, ok = readPGN(text)
		case "csa":
			var r *record
			r, ok = readCSA(text)
			records = []*record{r}
		default:
			records, ok = readRecords(text)
		}
		if !ok {
			l.t.Fatalf("the second program does not know what these records say: %.2000s", text)
		}
		b.records = append(b.records, records...)
	}
	for i, r := range b.records {
		r.id = i + 1
	}
	b.run("import", "-q", folder)
	if n := strings.TrimSpace(b.run("search", "*", "--records", "--count")); n != strconv.Itoa(len(b.records)) {
		l.t.Fatalf("the archive has %s records, and the second program %d", n, len(b.records))
	}
	b.cluster()
	return b
}

// readRecords reads records in SGF.
func readRecords(text string) (records []*record, ok bool) {
	games, raw, ok := readSGF(text)
	for i, nodes := range games {
		r, known := newRecord(nodes, raw[i])
		if !known {
			return nil, false
		}
		records = append(records, r)
	}
	return records, ok
}

// cluster finds the records of one game: those of the same players, day and moves, turned or not.
// No other generated records are so alike that they are one game.
func (b *bench) cluster() {
	known := map[string]int{}
	for i, r := range b.records {
		r.group = i
		if r.moves < 10 || r.black == "" || r.white == "" || r.from == [3]int{} {
			continue
		}
		var found bool
		for _, t := range ways(r.game, r.rows, r.cols) {
			var moves strings.Builder
			for _, n := range r.line {
				if n.color == 0 {
					continue
				}
				fmt.Fprintf(&moves, " %c", n.color)
				if r.game == "chess" || r.game == "shogi" {
					moves.WriteString(n.move)
				} else if n.move != "" {
					board := goban{rows: r.rows, cols: r.cols}
					fmt.Fprint(&moves, t.of(board.index(n.move), r.rows, r.cols))
				}
			}
			key := fmt.Sprint(r.black, "|", r.white, "|", r.from, r.to, r.size(), r.line[0].cells, moves.String())
			if group, ok := known[key]; ok {
				r.group, found = group, true
				break
			}
		}
		if found {
			continue
		}
		var moves strings.Builder
		for _, n := range r.line {
			if n.color == 0 {
				continue
			}
			fmt.Fprintf(&moves, " %c", n.color)
			if r.game == "chess" || r.game == "shogi" {
				moves.WriteString(n.move)
			} else if n.move != "" {
				board := goban{rows: r.rows, cols: r.cols}
				fmt.Fprint(&moves, board.index(n.move))
			}
		}
		known[fmt.Sprint(r.black, "|", r.white, "|", r.from, r.to, r.size(), r.line[0].cells, moves.String())] = i
	}
}

// better reports whether a record is preferred to another of its game. Generated ones differ in
// their results, comments and further information.
func better(a, b *record) bool {
	if known := a.winner != '?'; known != (b.winner != '?') {
		return known
	}
	if written := a.commented(); written != b.commented() {
		return written
	}
	if said := len(a.nodes[0].props); said != len(b.nodes[0].props) {
		return said > len(b.nodes[0].props)
	}
	return a.id < b.id
}

// commented reports whether the record has a comment.
func (r *record) commented() bool {
	return slices.ContainsFunc(r.nodes, func(n *node) bool { return n.value("C") != "" })
}

// fold leaves of each game the record that is preferred among those that match.
func (b *bench) fold(matching []*record) (left []*record, folded int) {
	if b.all {
		return matching, 0
	}
	best := map[int]*record{}
	for _, r := range matching {
		if o := best[r.group]; o == nil || better(r, o) {
			best[r.group] = r
		}
	}
	for _, r := range matching {
		if best[r.group] == r {
			left = append(left, r)
		}
	}
	return left, len(matching) - len(left)
}

// provenance is what an answer says of itself.
func provenance(games, records, hits, of int) object {
	return object{
		"program": unchecked("text of the provenance"), "archives": unchecked("text of the provenance"), "query": unchecked("text of the provenance"),
		"games": games, "records": records, "hits": hits, "of": of,
	}
}

// sizeOf is how much is tried: KIFUDB_SECOND times the usual, and half of it in short tests.
func sizeOf(t *testing.T, usual int) int {
	if more := os.Getenv("KIFUDB_SECOND"); more != "" {
		n, err := strconv.Atoi(more)
		if err != nil {
			t.Fatal(err)
		}
		return usual * n
	}
	if testing.Short() {
		return max(1, usual/2)
	}
	return usual
}

// Every number of every statistic about generated games is what a second program counts.
func TestSecondProgram(t *testing.T) {
	l := newLedger(t)
	seed := uint64(1)
	if s := os.Getenv("KIFUDB_SEED"); s != "" {
		seed, _ = strconv.ParseUint(s, 10, 64)
	}
	for _, game := range []string{"go", "othello", "chess", "shogi"} {
		random := rand.New(rand.NewPCG(seed, 2))
		var texts []string
		n := 3
		switch game {
		case "go":
			n, texts = 6, []string{generateGo(random, sizeOf(t, 160))}
		case "othello":
			texts = []string{generateOthello(random, sizeOf(t, 80))}
		case "chess":
			texts = []string{generateChess(random, sizeOf(t, 60))}
		case "shogi":
			texts = generateShogi(random, sizeOf(t, 60))
		}
		b := newBench(l, game, texts, seed)
		for _, all := range []bool{false, true} {
			b.all = all
			b.checkNext(sizeOf(t, n+n/2))
			b.checkFacet(sizeOf(t, n))
			b.checkStats(sizeOf(t, n))
			b.checkPlayers(sizeOf(t, n))
			b.checkFirst(sizeOf(t, n))
			b.checkCompare(sizeOf(t, n))
			b.checkTree(sizeOf(t, n))
			b.checkTrend(sizeOf(t, n))
			b.checkSimilar(sizeOf(t, n))
			b.checkRemarks(sizeOf(t, n))
			b.checkAnnotate(sizeOf(t, 1+n/4))
			if game == "go" || game == "othello" {
				b.checkFollow(sizeOf(t, n))
			}
		}
	}
	b := newBench(l, "go", []string{generateProblems(rand.New(rand.NewPCG(seed, 3)), sizeOf(t, 40))}, seed)
	b.checkProblems()
	l.close()
	l.demand([]string{"next", "facet", "stats", "players", "first", "compare", "tree", "trend", "similar", "annotate"}, "go", "othello", "chess", "shogi")
	l.demand([]string{"remarks"}, "go", "othello", "chess")
	l.demand([]string{"follow"}, "go", "othello")
	l.demand([]string{"problems"}, "go")
}

// The same of real records. KIFUDB_REAL names folders with records in SGF: the test takes those
// that the second program can read, KIFUDB_SECOND times 300 of each folder, and counts each
// record, since it has no rule of its own for which of them are of one game.
func TestSecondProgramOnRealRecords(t *testing.T) {
	folders := filepath.SplitList(os.Getenv("KIFUDB_REAL"))
	if len(folders) == 0 {
		t.Skip("KIFUDB_REAL names no folder of real records")
	}
	for _, folder := range folders {
		l := newLedger(t)
		most := sizeOf(t, 300)
		byGame, left := map[string][]string{}, 0
		known := map[string]bool{}
		err := filepath.WalkDir(folder, func(path string, entry os.DirEntry, err error) error {
			if err != nil || entry.IsDir() || !strings.HasSuffix(strings.ToLower(path), ".sgf") {
				return err
			}
			data, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			games, raw, ok := readSGF(string(data))
			if !ok || !utf8.Valid(data) {
				left++
				return nil
			}
			for i, nodes := range games {
				if r, ok := newRecord(nodes, raw[i]); !ok || !r.plain() || known[raw[i]] || r.moves > 400 {
					left++
				} else if len(byGame[r.game]) < most {
					known[raw[i]] = true
					byGame[r.game] = append(byGame[r.game], raw[i])
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		if len(byGame) == 0 {
			t.Errorf("%s: the second program can read no record", folder)
		}
		for game, texts := range byGame {
			t.Logf("%s: %d records of %s, %d left out", folder, len(texts), game, left)
			b := newBench(l, game, texts, 1)
			b.all = true
			const n = 10
			b.checkNext(2 * n)
			b.checkFacet(n)
			b.checkStats(n)
			b.checkPlayers(n)
			b.checkFirst(n)
			b.checkCompare(n)
			b.checkTree(n)
			b.checkTrend(n)
			b.checkSimilar(n)
			b.checkRemarks(n)
			b.checkAnnotate(2)
		}
		l.close()
	}
}

// plain reports whether what a real record says of its game has forms that the second program
// writes as kifudb does.
func (r *record) plain() bool {
	root := r.nodes[0]
	for _, rank := range r.ranks {
		if rank != "" && (len(rank) != 2 || rank[0] < '1' || rank[0] > '9' || !strings.ContainsAny(rank[1:], "kdp")) {
			return false
		}
	}
	for _, name := range []string{r.black, r.white, r.event} {
		if strings.TrimSpace(name) != name || strings.ContainsAny(name, ",;&/\\\"\n*?~") || strings.Contains(name, "  ") {
			return false
		}
	}
	if k, _ := strconv.ParseFloat(r.komi, 64); k < -20 || k > 20 {
		return false
	}
	how := strings.TrimPrefix(strings.TrimPrefix(r.result, "B+"), "W+")
	if _, err := strconv.ParseFloat(how, 64); err != nil && !slices.Contains([]string{"", "R", "T", "F", "Void", "?", "Resign", "Time", "Forfeit"}, how) {
		return false
	}
	return root.value("HA") == "" || root.value("AB") != ""
}

// The second program imports nothing of kifudb but the command.
func TestSecondProgramStandsAlone(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil || len(files) < 5 {
		t.Fatal("no files", err)
	}
	for _, file := range files {
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
		if err != nil {
			t.Fatal(err)
		}
		for _, spec := range f.Imports {
			if path, _ := strconv.Unquote(spec.Path.Value); strings.Contains(path, "kifudb") && path != "kifudb/command" || strings.Contains(path, ".") {
				t.Errorf("%s imports %s", file, path)
			}
		}
	}
}
