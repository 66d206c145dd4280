package tests

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"kifudb/bench"
	"kifudb/command"
	commandrun "kifudb/command/run"
	"kifudb/indexer"
	"kifudb/store"
)

// nodeProcesses are nodes of an archive, each a process of its own, and the files that
// they write.
type nodeProcesses struct {
	archive, address, secret string
	running                  []*exec.Cmd
	logs                     []*lockedBuffer
}

// A lockedBuffer is written by a process and read by a test.
type lockedBuffer struct {
	mu   sync.Mutex // protects text
	text bytes.Buffer
}

func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.Write(p)
}

func (b *lockedBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.String()
}

// startProcesses starts nodes of an archive, of which so many have each segment.
func startProcesses(t *testing.T, archive string, count, replicas int, more ...string) *nodeProcesses {
	t.Helper()
	p := &nodeProcesses{archive: archive, secret: filepath.Join(t.TempDir(), "secret")}
	status, text, _ := run("cluster", "credentials")
	if status != 0 {
		t.Fatal("no credentials")
	}
	must(t, os.WriteFile(p.secret, []byte(text), 0o600))
	for i := range count {
		address := fmt.Sprint("127.0.0.1:", freePort(t))
		args := append([]string{
			"--archive", archive, "node", "--verbose", "--tied", "--credentials", p.secret, "--listen", address,
			"--name", fmt.Sprint("node", i), "--replicas", fmt.Sprint(replicas),
		}, more...)
		if i == 0 {
			p.address = "nats://" + address
		} else {
			args = append(args, "--join", strings.TrimPrefix(p.address, "nats://"))
		}
		c, log := exec.Command("kifudb", args...), &lockedBuffer{}
		c.Stdout, c.Stderr = log, log
		_, err := c.StdinPipe()
		must(t, err)
		must(t, c.Start())
		p.running, p.logs = append(p.running, c), append(p.logs, log)
		t.Cleanup(func() { _, _ = c.Process.Kill(), c.Wait() })
		p.wait(t, fmt.Sprintf("node %d has joined", i), func(h *held) bool { return len(h.Nodes) == i+1 })
	}
	return p
}

// freePort returns a port at which nobody listens, nor 2000 above it.
func freePort(t *testing.T) int {
	t.Helper()
	for range 1000 {
		port := 10000 + rand.IntN(9000) // the tests of package cluster, which may run at once, take others
		free := 0
		for _, p := range []int{port, port + 2000} {
			if l, err := net.Listen("tcp", fmt.Sprint("127.0.0.1:", p)); err == nil {
				must(t, l.Close())
				free++
			}
		}
		if free == 2 {
			return port
		}
	}
	t.Fatal("no free port")
	return 0
}

// run runs a command in this process.
func run(args ...string) (status int, out, problems string) {
	var o, e bytes.Buffer
	status = command.Main(append([]string{"kifudb"}, args...), strings.NewReader(""), &o, &e)
	return status, o.String(), e.String()
}

// alone has this process answer, and over the nodes.
func (p *nodeProcesses) alone(args ...string) (status int, out, problems string) {
	return run(append([]string{"--archive", p.archive}, args...)...)
}

func (p *nodeProcesses) over(args ...string) (status int, out, problems string) {
	return p.alone(append(args, "--nodes", p.address, "--credentials", p.secret)...)
}

// held is what the command nodes says in JSON.
type held struct {
	Segments, Held, Twice int
	Complete              bool
	Nodes                 []heldBy
}

type heldBy struct {
	Name     string
	Segments []string
	Load     struct{ Running, Answered int }
}

// wait waits until what nodes say of themselves fulfils a condition.
func (p *nodeProcesses) wait(t *testing.T, what string, holds func(h *held) bool) *held {
	t.Helper()
	var last string
	for end := time.Now().Add(2 * time.Minute); time.Now().Before(end); time.Sleep(50 * time.Millisecond) {
		_, out, problems := p.over("nodes", "--json")
		var h held
		if last = out + problems; json.Unmarshal([]byte(out), &h) == nil && holds(&h) {
			return &h
		}
	}
	t.Fatalf("not within two minutes: %s\n%s\n%s", what, last, p.logs)
	return nil
}

// kill ends a node as kill -9 does.
func (p *nodeProcesses) kill(t *testing.T, i int) {
	t.Helper()
	must(t, p.running[i].Process.Kill())
	_ = p.running[i].Wait()
}

// segmentedArchive is an archive in many small segments: the demo collection and generated
// games, of some of which there are several records that lie far apart. A part of it may
// come later.
func segmentedArchive(t *testing.T) (archive string, rest func()) {
	t.Helper()
	dir := t.TempDir()
	archive = filepath.Join(dir, "archive")
	games := filepath.Join(dir, "games")
	must(t, os.CopyFS(games, os.DirFS(filepath.Join("testdata", "sgf"))))
	var all []byte
	for i := range 90 {
		all = bench.AppendGame(all, 5, i)
	}
	for i := 0; i < 90; i += 3 {
		all = append(all, bench.Vary(bench.Game(5, i), 7, i)...)
	}
	must(t, os.WriteFile(filepath.Join(games, "generated.sgf"), all, 0o666))
	first := filepath.Join(dir, "first.sgf")
	must(t, os.WriteFile(first, bench.Game(9, 1), 0o666))
	add := func(path string) {
		db, err := store.Open(archive, &store.Options{Create: true, MaxGames: 9})
		must(t, err)
		w, err := db.Writer(indexer.Derive)
		must(t, err)
		_, err = indexer.Import(t.Context(), w, []string{path}, nil)
		must(t, errors.Join(err, w.IndexComments(t.Context(), nil), w.Close(), db.Close()))
	}
	add(first)
	return archive, func() {
		add(games)
		for _, args := range [][]string{
			{"tag", "add", "seen", "player:shusaku"}, {"note", "add", "7@12", "remembered"}, {"alias", "add", "Honinbo Shusaku", "Kuwahara Shusaku"},
			{"correct", "12", "date=1846-09-11"}, {"remove", "30"},
		} {
			if status, out, problems := run(append([]string{"--archive", archive}, args...)...); status != 0 {
				t.Fatalf("%v: %d %s%s", args, status, out, problems)
			}
		}
	}
}

// nodeQuestions are commands of every kind that asks games.
func nodeQuestions() (list [][]string) {
	queries := []string{"", "player:shusaku", "comment:ladder", `pos:"Q16 D4"`, "pat:NE[.......|.......|..O....|....X..|.......|.......] colors:either", "date:..1900 winner:white", "tag:seen or -moves:>200"}
	orders := []string{"id", "date", "-date", "black", "white,-moves", "event", "place,-id", "-margin,komi", "rank", "nodes,handicap", "size"}
	formats := []string{"table", "json", "jsonl", "csv", "tsv", "sgf", "ids", "count"}
	for i, q := range queries {
		for j, format := range formats {
			ask := []string{"search", "--format", format, "--sort", orders[(i+3*j)%len(orders)], q}
			if (i+j)%2 == 1 {
				ask = append(ask, "--records")
			}
			if (i+j)%3 == 0 {
				ask = append(ask, "--limit", "7", "--offset", fmt.Sprint(j))
			}
			list = append(list, ask)
		}
	}
	for _, order := range orders {
		list = append(list, []string{"search", "--json", "--limit", "9", "--sort", order, "moves:>1"})
	}
	for _, records := range [][]string{nil, {"--records"}} {
		for _, ask := range [][]string{
			{"search", "--facet", "player", "--facet", "decade,winner", "--facet", "rank", "--facet-limit", "0", "moves:>50"},
			{"search", "--facet", "folder", "--only-facets", "--csv", ""},
			{"search", "--facet", "year,result", "--only-facets", "--json", "player:shusaku"},
			{"next", `pos:"Q4"`}, {"next", "--details", "--json", `pos:"Q16 D4"`}, {"next", "--by", "decade", "--csv", `pos:"Q16"`},
			{"next", "--by", "player", "--sort", "score", `pos:"Q16"`}, {"next", "--depth", "3", `pos:"Q16"`}, {"next", "--json", "pat:NE[.......|.......|..O....|....X..|.......|.......] colors:either"},
			{"compare", "date:..1900", "date:1901..", "--at", "Q16", "--json"}, {"compare", "date:..1900", "date:1901..", "--at", "Q16", "--csv"},
			{"first", `pos:"R16 D17 Q3"`}, {"first", "--json", "--variations", `pos:"Q16 D4"`},
			{"stats", "--by", "decade"}, {"stats", "--by", "player", "--sort", "score", "--json"}, {"stats", "--by", "year,winner", "--metric", "games,share,moves", "--csv", "moves:>20"},
			{"stats", "--by", "komi", "--metric", "bwin", "--min", "2", "--chart"},
			{"trend", "pat:NE[.......|.......|..O....|....X..|.......|.......]", `pos:"Q16"`, "--by", "year", "--json"},
			{"trend", `pos:"Q16"`, "--by", "decade", "--csv"},
			{"similar", "7", "--json"}, {"similar", "7@40", "--near", "3", "--csv"},
			{"tree", "--depth", "3", "--min-games", "2"}, {"tree", "--json", "--merge", `pos:"Q16"`}, {"tree", "--sgf", "--depth", "4"}, {"tree", "--dot", "--depth", "2"},
			{"players"}, {"players", "--csv", "--sort", "score"}, {"players", "Honinbo Shusaku"}, {"events", "--json"}, {"collections", "--json"},
			{"remarks", "pos:7@20", "--limit", "0"}, {"remarks", "--json", "pat:[XO/..]"},
			{"annotate", "12", "--json"},
			{"follow", filepath.FromSlash("testdata/sgf/teaching/joseki.sgf"), "--json"},
			{"report", "player:shusaku", "--json"},
		} {
			if ask[0] != "remarks" && ask[0] != "follow" || records == nil {
				list = append(list, append(slices.Clone(ask), records...))
			}
		}
	}
	for _, q := range []string{ // what nodes say, and the user's own words
		"has:TR", "has:LB has:comments", "LB=A", "has:SQ or has:TR", `pos:"19x19" has:note`, "note:remembered", "has:note or has:tag", "-has:tag player:shusaku",
	} {
		list = append(list, []string{"search", "--json", q}, []string{"stats", "--by", "decade", "--json", q})
	}
	return append(list, []string{"next", "--json", `pos:"Q16" has:note`}, []string{"tree", "--json", "pos:start note:remembered"}, []string{"problems", "*", "--json"}, []string{"export", "player:shusaku"}, []string{"export", "--utf8", "date:..1900"}, []string{"search", "pos:", "--json"}, []string{"search", "nobody-has-this-name"})
}

// untimed leaves out of an answer how long it took, which the nodes took part in.
func untimed(text string) string {
	return tookPattern.ReplaceAllString(text, "")
}

var tookPattern = regexp.MustCompile(`(?m), [0-9][0-9.msµ]*s(; shown after [0-9][0-9.msµ]*s)?$|"(took|elapsed|seconds|milliseconds)": ?[0-9.eE-]+,?`)

// Three processes answer every command as this process does, byte for byte, on standard
// output and standard error and by their status; also when one of them is killed.
func TestNodesAnswerEveryCommand(t *testing.T) {
	archive, rest := segmentedArchive(t)
	rest()
	p := startProcesses(t, archive, 3, 2)
	h := p.wait(t, "each segment is with two nodes", func(h *held) bool { return len(h.Nodes) == 3 && h.Twice == h.Segments })
	if h.Segments < 15 {
		t.Fatalf("%d segments are no test", h.Segments)
	}
	questions, told := nodeQuestions(), 0
	if testing.Short() {
		var some [][]string
		for i, ask := range questions {
			if i%3 == 0 || ask[0] != "search" && i%3 == 1 {
				some = append(some, ask)
			}
		}
		questions = some
	}
	compare := func(ask []string) {
		wantStatus, want, wantProblems := p.alone(ask...)
		status, out, problems := p.over(ask...)
		if status != wantStatus || untimed(out) != untimed(want) || untimed(problems) != untimed(wantProblems) {
			t.Errorf("%q: status %d, not %d (-alone +nodes):\n%s%s", ask, status, wantStatus, cmp.Diff(untimed(want), untimed(out)), cmp.Diff(untimed(wantProblems), untimed(problems)))
		}
		if wantStatus == 0 && len(want) > 0 {
			told++
		} else {
			t.Logf("%q: status %d %s", ask, wantStatus, wantProblems)
		}
	}
	for i, ask := range questions {
		if i == len(questions)/2 {
			p.kill(t, 2)
		}
		compare(ask)
	}
	if told < len(questions)-2 {
		t.Errorf("only %d of %d questions have answers", told, len(questions))
	}
	h = p.wait(t, "two nodes are left", func(h *held) bool { return len(h.Nodes) == 2 && h.Twice == h.Segments })
	for _, n := range h.Nodes {
		if n.Load.Answered < len(questions)/3 {
			t.Errorf("%s has answered %d questions of %d", n.Name, n.Load.Answered, len(questions))
		}
	}
	checkSecrets(t, p)
}

// checkSecrets looks for the cluster's secret where others could see it.
func checkSecrets(t *testing.T, p *nodeProcesses) {
	t.Helper()
	secret, err := os.ReadFile(p.secret)
	must(t, err)
	text := strings.TrimSpace(string(secret))
	for i, c := range p.running {
		log := p.logs[i].String()
		if strings.Contains(log, text) || !strings.Contains(log, "answers at") {
			t.Errorf("node %d logs:\n%s", i, log)
		}
		if runtime.GOOS == "linux" {
			for _, name := range []string{"cmdline", "environ"} {
				data, err := os.ReadFile(fmt.Sprintf("/proc/%d/%s", c.Process.Pid, name))
				if err == nil && bytes.Contains(data, []byte(text)) {
					t.Errorf("%s of node %d shows the secret", name, i)
				}
			}
		}
	}
	other := filepath.Join(t.TempDir(), "other")
	_, made, _ := run("cluster", "credentials")
	must(t, os.WriteFile(other, []byte(made), 0o600))
	status, out, problems := p.alone("search", "--nodes", p.address, "--credentials", other, "player:shusaku")
	if status == 0 || status == commandrun.ExitPartial || out != "" || !strings.Contains(problems, "refused") || strings.Contains(problems, strings.TrimSpace(made)) {
		t.Errorf("with other credentials: %d %s%s", status, out, problems)
	}
}

// Without replicas, what a killed node had is missing: every answer says so, in text, JSON
// and by its status, and so do the pages.
func TestNodesPartialAnswers(t *testing.T) {
	archive, rest := segmentedArchive(t)
	// Nodes that miss nobody for half a minute take nothing over from the one that is killed.
	p := startProcesses(t, archive, 3, 1, "--beat", "8s")
	p.wait(t, "the first segment", func(h *held) bool { return len(h.Nodes) == 3 && h.Held == 1 })
	rest()
	if status, _, problems := p.over("search", "--count", ""); status != 0 { // by which they learn that there is more
		t.Fatalf("%d %s", status, problems)
	}
	h := p.wait(t, "each segment is with one node", func(h *held) bool { return h.Complete && h.Twice <= 1 && len(h.Nodes) == 3 })
	had := map[string]int{}
	for _, n := range h.Nodes {
		had[n.Name] = len(n.Segments)
	}
	if had["node0"] == 0 || had["node1"] == 0 || had["node2"] == 0 {
		t.Fatalf("%d segments with %v", h.Segments, had)
	}
	_, whole, _ := p.alone("search", "--count", "")
	site, _ := serve(t, archive, "--addr", "127.0.0.1:0", "--read-only", "--nodes", p.address, "--credentials", p.secret)
	p.kill(t, 2)
	said := fmt.Sprintf("%d of %d segments answered", h.Segments-had["node2"], h.Segments)
	if h.Twice == 1 { // the first one may be with the killed node and another
		said = fmt.Sprintf(" of %d segments answered", h.Segments)
	}
	for _, ask := range [][]string{
		{"search", ""}, {"search", "moves:>1", "--sort", "-date"}, {"search", "--count", ""}, {"search", "--ids", ""}, {"search", "--csv", ""}, {"search", "--format", "jsonl", ""},
		{"search", "--facet", "decade", "--only-facets", ""}, {"search", "--facet", "decade", "--only-facets", "--csv", ""}, {"search", "player:nobody-at-all"},
		{"next", `pos:"Q4"`}, {"next", "--csv", `pos:"Q16"`}, {"compare", "date:..1900", "date:1901..", "--at", "Q16"}, {"first", `pos:"Q16"`},
		{"stats", "--by", "decade"}, {"stats", "--by", "decade", "--csv"}, {"trend", `pos:"Q16"`, "--csv"}, {"tree", "--depth", "2"}, {"tree", "--depth", "2", "--sgf"},
		{"players"}, {"players", "--csv"}, {"orders", "--json", "pos:7@4"}, {"similar", "7"}, {"remarks", "pos:7@4"}, {"problems", "*"}, {"mistakes", "--min", "1"}, {"mistakes", "--csv"},
	} {
		status, out, problems := p.over(ask...)
		if status != commandrun.ExitPartial || !strings.Contains(out+problems, said) {
			t.Errorf("%q: status %d without %q:\n%s%s", ask, status, said, out, problems)
		}
	}
	_, counted, _ := p.over("search", "--count", "")
	if counted == whole {
		t.Errorf("%s of %s games were counted", counted, whole)
	}
	for _, ask := range [][]string{{"search", "--json", ""}, {"search", "--facet", "decade", "--only-facets", "--json", ""}, {"next", "--json", `pos:"Q16"`}, {"stats", "--by", "decade", "--json"}, {"players", "--json"}, {"tree", "--depth", "2", "--json"}, {"first", "--json", `pos:"Q16"`}} {
		status, out, _ := p.over(ask...)
		var answer struct{ Complete *bool }
		if err := json.Unmarshal([]byte(out), &answer); err != nil || status != commandrun.ExitPartial || answer.Complete == nil || *answer.Complete {
			t.Errorf("%q: status %d, %v:\n%s", ask, status, err, out)
		}
	}
	if status, out, problems := p.over("export", "moves:>1"); status == 0 || !strings.Contains(problems, said) {
		t.Errorf("export: status %d %.200s\n%s", status, out, problems)
	}
	for _, path := range []string{"search?q=", "explore?q=pos:Q16", "next?q=pos:Q16", "stats?by=decade"} {
		status, body := fetch(t, site.JoinPath("api/v1/").String()+path)
		if status != 200 || !strings.Contains(body, `"complete":false`) || !strings.Contains(body, said) {
			t.Errorf("%s: %d %.300s", path, status, body)
		}
	}
	for _, path := range []string{"search?q=moves:%3E1", "statistics?q=&whole=1", "players?whole=1"} {
		status, body := fetch(t, site.String()+path)
		if status != 200 || !strings.Contains(body, said) {
			t.Errorf("%s: %d, and the page does not say %q", path, status, said)
		}
	}
}

// Whoever asks may be killed at any moment: nodes stop, and answer others.
func TestNodesAskerKilled(t *testing.T) {
	archive, rest := segmentedArchive(t)
	rest()
	p := startProcesses(t, archive, 2, 2)
	p.wait(t, "each segment is with two nodes", func(h *held) bool { return len(h.Nodes) == 2 && h.Twice == h.Segments })
	_, want, _ := p.alone("search", "--json", "-comment:ladder pat:[XO/..]")
	for i := range 8 {
		c := exec.Command("kifudb", "--archive", archive, "search", "--json", "--nodes", p.address, "--credentials", p.secret, "-comment:ladder pat:[XO/..]")
		must(t, c.Start())
		time.Sleep(time.Duration(20+15*i) * time.Millisecond)
		must(t, c.Process.Kill())
		_ = c.Wait()
	}
	if status, out, problems := p.over("search", "--json", "-comment:ladder pat:[XO/..]"); status != 0 || untimed(out) != untimed(want) {
		t.Errorf("afterwards: %d %s", status, problems)
	}
	p.wait(t, "nobody answers the dead", func(h *held) bool {
		return !slices.ContainsFunc(h.Nodes, func(n heldBy) bool { return n.Load.Running > 0 })
	})
}
