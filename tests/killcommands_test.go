package tests

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"text/tabwriter"
	"time"
)

// A writingCommand changes an archive.
type writingCommand struct {
	name string
	args []string // SOURCES, LISTS and BACKUP stand for a folder of records, one of lists, and a backup
	// steps says that it works its way through many games, commits some of them after the
	// other, and goes on where it was when it is called again. Every other command is one
	// decision: killed, it has done all or nothing.
	steps bool
	// makes says that it makes a new archive, NEW, of that of the test.
	makes bool
	spoil string // a file that is lost before
}

var writingCommands = []writingCommand{
	{name: "import", args: []string{"-q", "--prune", "SOURCES"}, steps: true},
	{name: "imports accept", args: []string{"SOURCES/broken.sgf"}},
	{name: "remove", args: []string{"player:shusaku"}},
	{name: "remove", args: []string{"--undo", "--all"}},
	{name: "compact", steps: true},
	{name: "recode", args: []string{"--force", "--charset", "latin1", "moves:>100"}, steps: true},
	{name: "index", args: []string{"--board"}, steps: true},
	{name: "rebuild", steps: true},
	{name: "check", args: []string{"--repair"}, steps: true, spoil: "segments/000002/games.idx"},
	{name: "check", args: []string{"--repair"}, steps: true, spoil: "ledger.db"},
	{name: "check", args: []string{"--repair"}, steps: true, spoil: "user.log"},
	{name: "restore", args: []string{"BACKUP"}, makes: true},
	{name: "copy", args: []string{"ARCHIVE", "NEW"}, makes: true},
	{name: "alias add", args: []string{"Dosaku", "Sanchi the Younger"}},
	{name: "alias merge", args: []string{"Honinbo Shusaku", "Inoue Genan"}},
	{name: "alias remove", args: []string{"Honinbo Shusaku"}},
	{name: "alias import", args: []string{"LISTS/alias"}},
	{name: "alias undo"},
	{name: "tag add", args: []string{"t2", "*"}},
	{name: "tag remove", args: []string{"t0", "player:shusaku"}},
	{name: "tag rename", args: []string{"t0", "t2"}},
	{name: "tag import", args: []string{"LISTS/tag"}},
	{name: "tag undo"},
	{name: "note add", args: []string{"3", "famous"}},
	{name: "note remove", args: []string{"8"}},
	{name: "note import", args: []string{"LISTS/note"}},
	{name: "correct set", args: []string{"moves:>100", "event=Castle"}},
	{name: "correct remove", args: []string{"12"}},
	{name: "correct import", args: []string{"LISTS/correct"}},
	{name: "correct undo"},
	{name: "saved add", args: []string{"other", "player:dosaku"}},
	{name: "saved remove", args: []string{"mine"}},
	{name: "saved show", args: []string{"mine"}},
	{name: "saved import", args: []string{"LISTS/saved"}},
	{name: "dup prefer", args: []string{"22"}},
	{name: "dup ignore", args: []string{"21", "22"}},
	{name: "dup same", args: []string{"11", "12", "13"}},
	{name: "dup undo", args: []string{"21"}},
	{name: "dup import", args: []string{"LISTS/dup"}},
	{name: "evaluations import", args: []string{"--view", "black", "LISTS/second.jsonl"}, steps: true},
	{name: "evaluations remove", args: []string{"1"}},
	{name: "analyze", args: []string{"--engine", "fake-engine", "--komi", "0", "1-4"}, steps: true},
}

// readingCommands are all others that have an archive. The test of drill kills it.
var readingCommands = strings.Fields(`
	imports-show show search next compare first orders stats trend similar tree book players events collections report follow annotate
	remarks problems examples mistakes drill dup-list dup-show dup-export export print backup info bench audit alias-list alias-suggest alias-export
	tag-list tag-export note-list note-show note-export correct-list correct-export saved-list saved-export
	evaluations-list evaluations-export lint shogi-convert serve open service-serve service-watch service-desktop service-mime gtp usi uci mcp node nodes cluster-demo cluster-credentials demo completion version`)

// killQuestions show all that an archive holds.
var killQuestions = [][]string{
	{"search", "--json", "--limit", "0", "--records", "*"},
	{"search", "--json", "tag:t0"},
	{"search", "--json", "pos:\"Q16 D4\""},
	{"search", "--json", "C:ladder"},
	{"export", "--utf8", "*"},
	{"dup", "list", "--json"},
	{"dup", "export"},
	{"tag", "list", "--json"},
	{"note", "list", "--json"},
	{"correct", "list", "--json"},
	{"saved", "list", "--json"},
	{"alias", "list", "--json"},
	{"remove", "--list", "--json"},
	{"search", "--format", "csv", "--fields", "id,eval", "*"},
}

// commandsOf returns the commands that help lists, those with parts by their parts.
func commandsOf(t *testing.T, above ...string) (names []string) {
	t.Helper()
	out, _, _ := runCommand(t.TempDir(), append(slices.Clone(above), "--help")...)
	_, list, found := strings.Cut(out, "COMMANDS:\n")
	if !found {
		return []string{strings.Join(above, " ")}
	}
	list, _, _ = strings.Cut(list, "OPTIONS:\n")
	for _, found := range regexp.MustCompile(`(?m)^   ([a-z]+)`).FindAllStringSubmatch(list, -1) {
		if found[1] != "help" {
			names = append(names, commandsOf(t, append(slices.Clone(above), found[1])...)...)
		}
	}
	return names
}

// TestEachCommandWritesOrReads demands a decision for each command: those that write are killed.
func TestEachCommandWritesOrReads(t *testing.T) {
	known := slices.Clone(readingCommands)
	for _, c := range writingCommands {
		known = append(known, strings.ReplaceAll(c.name, " ", "-"))
	}
	for _, name := range commandsOf(t) {
		if !slices.Contains(known, strings.ReplaceAll(name, " ", "-")) {
			t.Errorf("kifudb %s is neither in writingCommands, where it is killed, nor in readingCommands", name)
		}
	}
}

// A killBench has archives as they are before and after each command.
type killBench struct {
	*damageBench
	lists, backup string
	before        map[string]string
}

func newKillBench(t *testing.T) *killBench {
	t.Helper()
	b := &killBench{damageBench: newDamageBench(t), lists: t.TempDir()}
	do := func(args ...string) {
		t.Helper()
		if out, stderr, status := runCommand(b.work, args...); status != 0 && status != 3 {
			t.Fatalf("%q: exit status %d: %s%s", args, status, out, stderr)
		}
	}
	must(t, os.WriteFile(filepath.Join(b.sources, "broken.sgf"), []byte("nothing here"), 0o666))
	do("import", "-q", b.sources)
	do("dup", "same", "21", "22")
	single, err := filepath.Glob(filepath.Join(b.sources, "classical", "*.sgf"))
	must(t, err)
	for i, name := range []string{"first.jsonl", "second.jsonl"} {
		var text []byte
		for _, file := range single {
			text = fmt.Appendf(text, "{\"id\":%q,\"turnNumber\":0,\"rootInfo\":{\"scoreLead\":%d}}\n", filepath.Base(file), i+1)
		}
		must(t, os.WriteFile(filepath.Join(b.lists, name), text, 0o666))
	}
	do("evaluations", "import", "--view", "black", filepath.Join(b.lists, "first.jsonl"))
	b.copy(t, b.work, b.whole)
	b.backup = filepath.Join(b.lists, "backup")
	do("backup", b.backup)
	b.before = b.state(t, b.whole)

	do("tag", "add", "t9", "*") // what lists will bring
	do("note", "add", "6", "read me")
	do("correct", "14", "date=1850")
	do("saved", "add", "third", "moves:>200")
	do("alias", "add", "Jowa", "Todani Matsunosuke")
	do("dup", "same", "15", "16", "17")
	for _, kind := range strings.Fields("tag note correct saved alias dup") {
		out, stderr, status := runCommand(b.work, kind, "export")
		if status != 0 || out == "" {
			t.Fatalf("%s export: %s", kind, stderr)
		}
		must(t, os.WriteFile(filepath.Join(b.lists, kind), []byte(out), 0o666))
	}
	// An import that changes, adds and prunes.
	names, err := filepath.Glob(filepath.Join(b.sources, "classical", "*.sgf"))
	must(t, err)
	if len(names) < 3 {
		t.Fatalf("%q: too few", names)
	}
	must(t, os.Remove(names[0]))
	must(t, os.WriteFile(names[1], []byte("(;GM[1]SZ[19]PB[New]PW[Face]EV[after];B[aa];W[bb];B[cc])"), 0o666))
	must(t, os.WriteFile(filepath.Join(b.sources, "added.sgf"), talkative(300)[:20000], 0o666))
	return b
}

// times are what differs from one run of a command to the next.
var times = regexp.MustCompile(`\d{4}-\d\d-\d\dT[0-9:.]+Z?|"(time|seconds|took|bytes)": *[0-9.]+`)

// state returns what an archive answers, by question.
func (b *killBench) state(t *testing.T, dir string) map[string]string {
	t.Helper()
	answers := map[string]string{}
	for _, q := range killQuestions {
		out, stderr, status := runCommand(dir, q...)
		if status != 0 && status != 3 && !strings.Contains(stderr, "not indexed yet") { // which is a refusal
			t.Errorf("%q: exit status %d: %s", q, status, stderr)
		}
		answers[strings.Join(q, " ")] = times.ReplaceAllString(out, "time")
	}
	answers["imports show"] = importedRecords(t, dir)
	return answers
}

// importedRecords lists what all imports together say of each file: the last that became of
// it, and the game of each of its records. An import that goes on after one that was killed
// says of the files and games that this one had finished only that they are known.
func importedRecords(t *testing.T, dir string) string {
	t.Helper()
	ask := func(args ...string) *json.Decoder {
		t.Helper()
		out, stderr, status := runCommand(dir, append(args, "--json")...)
		if status != 0 && status != 3 {
			t.Errorf("%q: exit status %d: %s", args, status, stderr)
		}
		return json.NewDecoder(strings.NewReader(out))
	}
	said := map[string]string{}
	for imports := ask("imports"); imports.More(); {
		var of struct{ Number int }
		must(t, imports.Decode(&of))
		for files := ask("imports", "show", strconv.Itoa(of.Number), "--limit", "0"); files.More(); {
			var f struct {
				Path, Outcome, Reason string
				Games                 []struct {
					From, Count, ID int
					Fate            string
				}
			}
			must(t, files.Decode(&f))
			if f.Outcome != "unchanged" {
				said[f.Path] = f.Outcome + " " + f.Reason
			}
			for _, run := range f.Games {
				for i := range run.Count {
					if run.From > 0 { // else the file no longer holds it
						said[fmt.Sprintf("%s, record %d", f.Path, run.From+i)] = fmt.Sprint("game ", run.ID+i)
					}
				}
			}
		}
	}
	var list strings.Builder
	for _, of := range slices.Sorted(maps.Keys(said)) {
		fmt.Fprintf(&list, "%s: %s\n", of, said[of])
	}
	return list.String()
}

// start starts a command on the work archive as a process.
func (b *killBench) start(t *testing.T, c *writingCommand, made string) *process {
	t.Helper()
	replace := strings.NewReplacer("SOURCES", b.sources, "LISTS", b.lists, "BACKUP", b.backup, "ARCHIVE", b.whole, "NEW", made)
	archive := b.work
	if c.makes {
		archive = made
	}
	args := append([]string{"--archive", archive}, strings.Fields(c.name)...)
	for _, a := range c.args {
		args = append(args, replace.Replace(a))
	}
	p := &process{t: t, cmd: exec.Command("kifudb", args...), done: make(chan error, 1)}
	p.cmd.Stdout, p.cmd.Stderr = &p.out, &p.out
	p.cmd.Env = append(os.Environ(), "NO_COLOR=1")
	must(t, p.cmd.Start())
	go func() { p.done <- p.cmd.Wait() }()
	return p
}

// killedAt kills a command after a time, and reports whether it had come to its end.
func (p *process) killedAt(moment time.Duration) (done bool) {
	p.t.Helper()
	select {
	case <-p.done:
	case <-time.After(moment):
		if err := p.cmd.Process.Kill(); !errors.Is(err, os.ErrProcessDone) {
			must(p.t, err)
		}
		<-p.done
	}
	if status := p.cmd.ProcessState.ExitCode(); status > 0 && status != 3 {
		p.t.Fatalf("%q: exit status %d: %s", p.cmd.Args[3:], status, p.out.String())
	}
	return p.cmd.ProcessState.ExitCode() >= 0
}

// TestKilledCommands kills every command that writes, at random moments. What is one decision is then
// done or not, and whatever the command was, check finds nothing, and the command that is called
// again does what is left.
func TestKilledCommands(t *testing.T) {
	if testing.Short() {
		t.Skip("starts some hundred processes")
	}
	kills := len(writingCommands) / 3 // of every third command
	if text := os.Getenv("KIFUDB_KILLS"); text != "" {
		var err error
		kills, err = strconv.Atoi(text)
		must(t, err)
	}
	b := newKillBench(t)
	rnd := rand.New(rand.NewPCG(26, uint64(kills)))
	var table bytes.Buffer
	w := tabwriter.NewWriter(&table, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "command\tkilled\tnothing done\tall\tpart\tat its end\t")
	total := 0
	for i := range writingCommands {
		c := &writingCommands[i]
		each := (i+1)*kills/len(writingCommands) - i*kills/len(writingCommands)
		if each == 0 {
			continue
		}
		name := strings.TrimSpace(c.name + " " + c.spoil)
		t.Run(name, func(t *testing.T) {
			n := b.kill(t, c, each, rnd)
			total += n.killed
			fmt.Fprintf(w, "%s\t%d\t%d\t%d\t%d\t%d\t\n", name, n.killed, n.nothing, n.all, n.part, n.ended)
		})
	}
	w.Flush()
	t.Logf("%d kills\n%s", total, table.String())
}

type killCount struct{ killed, nothing, all, part, ended int }

// kill kills a command so many times.
func (b *killBench) kill(t *testing.T, c *writingCommand, kills int, rnd *rand.Rand) (n killCount) {
	t.Helper()
	made := filepath.Join(filepath.Dir(b.work), "new")
	place := b.work // of the archive that the command writes
	if c.makes {
		place = made
	}
	fresh := func() {
		t.Helper()
		must(t, os.RemoveAll(made))
		b.copy(t, b.whole, b.work)
		if c.spoil != "" {
			must(t, os.Remove(filepath.Join(b.work, filepath.FromSlash(c.spoil))))
		}
	}
	fresh()
	began := time.Now()
	if p := b.start(t, c, made); !p.killedAt(forever) {
		t.Fatalf("%s did not end", c.name)
	}
	took := time.Since(began)
	after := b.state(t, place)
	check := func(what string) {
		t.Helper()
		if out, stderr, status := runCommand(place, "check"); status != 0 {
			t.Errorf("%s: check ends with %d: %s%s", what, status, out, stderr)
		}
	}
	check(c.name)
	for n.killed < kills && n.ended < 20*kills+20 {
		fresh()
		moment := time.Duration((0.1 + 0.9*rnd.Float64()) * float64(took))
		began := time.Now()
		if b.start(t, c, made).killedAt(moment) {
			n.ended++
			took = min(took, time.Since(began))
			continue
		}
		n.killed++
		what := fmt.Sprintf("%s %q, killed after %v of %v", c.name, c.args, moment, took)
		_, missing := os.Stat(place)
		switch {
		case c.makes && missing != nil:
			n.nothing++
		case c.spoil != "":
			n.part++
		default:
			check(what)
			got := b.state(t, place)
			switch {
			case maps.Equal(got, b.before) && !c.makes:
				n.nothing++
			case maps.Equal(got, after):
				n.all++
				continue
			case c.steps:
				n.part++
			default:
				t.Errorf("%s: is neither done nor undone: %s", what, differences(got, after))
			}
		}
		if !b.start(t, c, made).killedAt(forever) {
			t.Errorf("%s: did not end when it was called again", what)
		}
		check(what + ", called again")
		if got := b.state(t, place); !maps.Equal(got, after) {
			t.Errorf("%s: called again it has done something else: %s", what, differences(got, after))
		}
	}
	return n
}

// differences names the questions that are answered otherwise.
func differences(got, want map[string]string) string {
	var list []string
	for _, q := range slices.Sorted(maps.Keys(want)) {
		if got[q] != want[q] {
			list = append(list, q+": "+firstDifference(got[q], want[q]))
		}
	}
	return strings.Join(list, "\n\t")
}
