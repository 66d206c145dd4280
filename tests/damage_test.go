package tests

import (
	"bytes"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"text/tabwriter"

	"kifudb/command"
	"kifudb/internal/testsize"
)

// fileKinds are the kinds of files in an archive's folder, as store/format.go lists them. A file that
// none of them matches fails the test.
var fileKinds = []struct {
	name    string
	pattern string
}{
	{"lock", `LOCK|user\.lock`},
	{"MANIFEST", `MANIFEST`},
	{"manifest", `manifests/\d+`},
	{"removed games", `removed/\d+`},
	{"removed, copy", `removed/\d+\.copy`},
	{"ledger", `ledger\.db`},
	{"ledger's log", `ledger\.log`},
	{"witness", `witness`},
	{"user log", `user\.log`},
	{"user copy", `user\.copy`},
	{"clusters", `clusters`},
	{"index of the board", `features/\d+\.idx`},
	{"header", `segments/\d+/header\.json`},
	{"records", `segments/\d+/games\.db`},
	{"parity", `segments/\d+/games\.par`},
	{"index", `segments/\d+/games\.idx`},
	{"names", `segments/\d+/names/.+`},
	{"header of comments", `segments/\d+/comments/header\.json`},
	{"comments", `segments/\d+/comments/comments\.idx`},
	{"words", `segments/\d+/comments/words/.+`},
}

func kindOfFile(t *testing.T, name string) string {
	t.Helper()
	for _, k := range fileKinds {
		if regexp.MustCompile(`^(?:` + k.pattern + `)$`).MatchString(name) {
			return k.name
		}
	}
	t.Fatalf("%s is of no kind that this test damages: add a row to fileKinds", name)
	return ""
}

// damageQuestions are asked of each damaged archive: every command that answers something, and all
// kinds of terms.
var damageQuestions = [][]string{
	{"search", "--json", "--limit", "0", "*"},
	{"search", "--json", "player:shusaku"},
	{"search", "--json", "player:Genjo", "opponent:Chitoku"},
	{"search", "--json", "C:ladder"},
	{"search", "--json", "thicket"},
	{"search", "--json", "event:meijin", "date:1930..1940"},
	{"search", "--json", "result:B+R", "--sort", "date"},
	{"search", "--json", "-player:shusaku", "moves:>100"},
	{"search", "--json", "tag:t1"},
	{"search", "--json", "has:tag"},
	{"search", "--json", "has:note"},
	{"search", "--json", "date:1846"},
	{"search", "--json", "--facet", "player,decade", "*"},
	{"search", "--json", "pos:7@40"},
	{"search", "--json", "pos:\"Q16 D4\""},
	{"search", "--json", "pat:NE[.......|.......|..O....|....X..|.......|.......]"},
	{"search", "--json", "pat:[XO/OX]"},
	{"search", "--json", "pat:[X]", "colors:either"},
	{"search", "--json", "--records", "*"},
	{"search", "--csv", "game:othello"},
	{"next", "--json", "pos:Q16"},
	{"next", "--json", "pat:[.X./X.X/.*.]"},
	{"compare", "--json", "date:..1900", "date:1901..", "--at", "Q16"},
	{"first", "--json", "pos:Q16"},
	{"stats", "--json", "--by", "decade"},
	{"trend", "--json", "pos:Q16"},
	{"similar", "--json", "7"},
	{"tree", "--json", "--depth", "3"},
	{"players", "--json"},
	{"players", "--json", "shusaku"},
	{"events", "--json"},
	{"collections", "--json"},
	{"annotate", "--json", "7"},
	{"remarks", "--json", "pos:7@127"},
	{"show", "--json", "7@127"},
	{"show", "--json", "12"},
	{"export", "--utf8", "*"},
	{"audit", "--json"},
	{"dup", "list", "--json"},
	{"tag", "list", "--json"},
	{"note", "list", "--json"},
	{"correct", "list", "--json"},
	{"saved", "list", "--json"},
	{"alias", "list", "--json"},
	{"remove", "--list", "--json"},
}

// runCommand runs a command on an archive, and returns what it printed and its exit status.
func runCommand(dir string, args ...string) (out, errors string, status int) {
	var stdout, stderr bytes.Buffer
	status = command.Main(append([]string{"kifudb", "--archive", dir}, args...), strings.NewReader(""), &stdout, &stderr)
	return generation.ReplaceAllString(stdout.String(), "generation"), stderr.String(), status
}

// generation is the number of a commit in an answer, which a repair changes.
var generation = regexp.MustCompile(`"generation": \d+`)

// A damageBench is an archive that is damaged again and again, always in the same place.
type damageBench struct {
	sources string            // the files it was made of
	whole   string            // the sound archive
	older   string            // the same some changes before
	work    string            // the damaged one
	want    map[string]string // what is answered to each question
	after   string            // what there is once all sources were imported again
	asked   int               // how often
}

func newDamageBench(t *testing.T) *damageBench {
	t.Helper()
	dir := t.TempDir()
	b := &damageBench{
		sources: filepath.Join(dir, "sources"), whole: filepath.Join(dir, "whole"), older: filepath.Join(dir, "older"),
		work: filepath.Join(dir, "archive"), want: map[string]string{},
	}
	if err := os.CopyFS(b.sources, os.DirFS(filepath.Join("testdata", "sgf"))); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(b.sources, "talkative.sgf"), talkative(1000), 0o666); err != nil {
		t.Fatal(err)
	}
	do := func(args ...string) {
		t.Helper()
		if _, stderr, status := runCommand(b.work, args...); status != 0 {
			t.Fatalf("%q: %s", args, stderr)
		}
	}
	do("import", "-q", filepath.Join(b.sources, "classical"), filepath.Join(b.sources, "modern"))
	do("tag", "add", "t0", "player:shusaku")
	do("remove", "5")
	b.copy(t, b.work, b.older)
	do("import", "-q", b.sources)
	do("remove", "9")
	do("compact")
	do("remove", "4")
	do("tag", "add", "t1", "player:shusaku")
	do("note", "add", "7@127", "famous")
	do("note", "add", "8", "to be read again")
	do("correct", "12", "date=1846-09-11")
	do("saved", "add", "mine", "player:shusaku")
	do("alias", "add", "Honinbo Shusaku", "Kuwahara Shusaku")
	do("import", "-q", b.sources) // indexes the comments, too
	do("index", "-q", "--board")
	do("info")
	b.copy(t, b.work, b.whole)
	for _, q := range damageQuestions {
		out, stderr, status := runCommand(b.work, q...)
		if status != 0 || out == "" {
			t.Fatalf("%q: exit status %d, %d bytes: %s", q, status, len(out), stderr)
		}
		b.want[strings.Join(q, " ")] = out
	}
	return b
}

// talkative returns games with so many names and comments that their words are indexed.
func talkative(games int) []byte {
	var text bytes.Buffer
	rnd := rand.New(rand.NewPCG(3, 30))
	words := strings.Fields("ladder thicket shoulder hit moyo probe sente gote invasion aji joseki endgame capture race")
	for i := range games {
		fmt.Fprintf(&text, "(;GM[1]SZ[19]PB[Talker %d of the long road]PW[Listener %d by the river]EV[Tournament number %d of many]", i, i*7%301, i)
		for n := range 8 {
			fmt.Fprintf(&text, ";%c[%c%c]C[", "BW"[n%2], 'a'+rnd.IntN(19), 'a'+rnd.IntN(19))
			for range 6 {
				fmt.Fprintf(&text, "%s %d ", words[rnd.IntN(len(words))], rnd.IntN(500))
			}
			text.WriteString("]")
		}
		text.WriteString(")\n")
	}
	return text.Bytes()
}

// copy makes a folder a copy of another one.
func (b *damageBench) copy(t *testing.T, from, to string) {
	t.Helper()
	if err := os.RemoveAll(to); err != nil {
		t.Fatal(err)
	}
	if err := os.CopyFS(to, os.DirFS(from)); err != nil {
		t.Fatal(err)
	}
}

// files returns the files of the sound archive, by slash-separated paths.
func (b *damageBench) files(t *testing.T) (names []string) {
	t.Helper()
	err := filepath.WalkDir(b.whole, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		name, err := filepath.Rel(b.whole, path)
		names = append(names, filepath.ToSlash(name))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}

// A damage is what happens to a file.
type damage struct {
	name  string
	bytes []byte // what it is then; nil: it is lost
}

// damages returns what happens to a file: it is lost, cut off, an older one, and a bit of it is
// another one.
func (b *damageBench) damages(t *testing.T, rnd *rand.Rand, name string, cuts, flips int) (list []damage) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(b.whole, filepath.FromSlash(name)))
	if err != nil {
		t.Fatal(err)
	}
	list = append(list, damage{"lost", nil})
	if old, err := os.ReadFile(filepath.Join(b.older, filepath.FromSlash(name))); err == nil && !bytes.Equal(old, data) {
		list = append(list, damage{"older", old})
	}
	if len(data) == 0 {
		return list
	}
	for i := range cuts {
		n := i * len(data) / cuts
		if i > 0 {
			n = rnd.IntN(len(data))
		}
		list = append(list, damage{fmt.Sprintf("cut at %d", n), slices.Clone(data[:n])})
	}
	for range flips {
		at := rnd.IntN(len(data))
		bad := slices.Clone(data)
		bad[at] ^= 1 << rnd.IntN(8)
		list = append(list, damage{fmt.Sprintf("flipped at %d", at), bad})
	}
	return list
}

// spoil makes the work archive one in which a file is damaged.
func (b *damageBench) spoil(t *testing.T, name string, d damage) {
	t.Helper()
	b.copy(t, b.whole, b.work)
	path := filepath.Join(b.work, filepath.FromSlash(name))
	err := os.Remove(path)
	if d.bytes != nil {
		err = os.WriteFile(path, d.bytes, 0o666)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// A damageCount is what became of the questions about files of a kind.
type damageCount struct {
	damaged, right, refused, wrong int
	repaired, said                 int // archives that repair mended; archives of which repair named what is gone
}

// ask asks all questions, or one in so many, other ones each time. Only torture asks all: a run damages
// each file several times, so that one question in eight meets each kind of damage as well.
func (b *damageBench) ask(t *testing.T, what string, n *damageCount, some int) {
	t.Helper()
	b.asked++
	few := 8
	if os.Getenv("KIFUDB_TORTURE") != "" {
		few = 1
	}
	some = max(some, testsize.Of(few, 15))
	for i, q := range damageQuestions {
		if i%some != b.asked%some {
			continue
		}
		out, _, status := runCommand(b.work, q...)
		switch {
		case status != 0:
			n.refused++
		case out == b.want[strings.Join(q, " ")]:
			n.right++
		default:
			n.wrong++
			t.Errorf("%s: %q is answered wrongly with exit status 0:\n%s", what, q, firstDifference(out, b.want[strings.Join(q, " ")]))
		}
	}
}

func firstDifference(got, want string) string {
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range min(len(g), len(w)) {
		if g[i] != w[i] {
			same := 0
			for same < min(len(g[i]), len(w[i])) && g[i][same] == w[i][same] {
				same++
			}
			from := max(0, same-60)
			return fmt.Sprintf("line %d, byte %d: %.200s; want %.200s", i+1, from, g[i][from:], w[i][from:])
		}
	}
	return fmt.Sprintf("%d lines, want %d", len(g), len(w))
}

// repair has the damaged archive repaired. If that says that all is well, every answer is right; otherwise it
// says what is gone, and no answer is wrong but of what it named.
func (b *damageBench) repair(t *testing.T, what string, n *damageCount) {
	t.Helper()
	out, stderr, status := runCommand(b.work, "check", "--repair")
	switch status {
	case 0:
		n.repaired++
		before := n.refused
		b.ask(t, what+", repaired", n, 1)
		if n.refused > before {
			t.Errorf("%s: %d questions are refused after a repair that left nothing:\n%s", what, n.refused-before, out)
		}
		if out, _, status := runCommand(b.work, "check"); status != 0 {
			t.Errorf("%s: check after the repair: %s", what, out)
		}
	case 1, 3:
		n.said++
		if out+stderr == "" {
			t.Errorf("%s: repair fails without a word", what)
		}
	default:
		t.Errorf("%s: repair: exit status %d: %s", what, status, stderr)
	}
}

// importAgain imports all sources into the damaged archive again. No game comes twice, and none that was
// removed for good comes back, or the import is refused.
func (b *damageBench) importAgain(t *testing.T, what string) (after string) {
	t.Helper()
	_, _, status := runCommand(b.work, "import", "-q", b.sources)
	if status == 1 {
		return ""
	}
	out, _, listed := runCommand(b.work, "search", "--csv", "--records", "--limit", "0", "--fields", "id,black,white,date", "*")
	if listed == 0 && out != b.after && b.after != "" {
		t.Errorf("%s: after another import (exit status %d) there are other games: %s", what, status, firstDifference(out, b.after))
	}
	return out
}

// TestDamagedFiles damages every file of an archive, one at a time, and asks every question: each answer
// is right, or refused; and a repair brings everything back or says what is gone. KIFUDB_TORTURE is the
// number of bits that are flipped in files of a kind. If they are many, each flip is asked some of the questions.
func TestDamagedFiles(t *testing.T) {
	cuts, flips, every, some := testsize.Of(2, 1), testsize.Of(4, 1), 3, 1
	if n, err := strconv.Atoi(os.Getenv("KIFUDB_TORTURE")); err == nil {
		cuts, flips, every, some = 20, n, max(10, n/8), max(1, min(len(damageQuestions)/4, n/20))
	}
	b := newDamageBench(t)
	b.copy(t, b.whole, b.work)
	if b.after = b.importAgain(t, "before anything"); !strings.Contains(b.after, "Talker 999") {
		t.Fatal("the sources are not in the archive")
	}
	counts := map[string]*damageCount{}
	rnd := rand.New(rand.NewPCG(5, 30))
	files := map[string]int{} // of each kind, which share its flips
	for _, name := range b.files(t) {
		files[kindOfFile(t, name)]++
	}
	for _, name := range b.files(t) {
		kind := kindOfFile(t, name)
		if counts[kind] == nil {
			counts[kind] = new(damageCount)
		}
		n := counts[kind]
		for i, d := range b.damages(t, rnd, name, cuts, (flips+files[kind]-1)/files[kind]) {
			what := name + ", " + d.name
			n.damaged++
			b.spoil(t, name, d)
			if strings.HasPrefix(d.name, "flipped") {
				b.ask(t, what, n, some)
			} else {
				b.ask(t, what, n, 1)
			}
			if i%every == 0 {
				b.repair(t, what, n)
			}
			if i%every == 1 || d.bytes == nil {
				b.spoil(t, name, d)
				b.importAgain(t, what)
			}
		}
		t.Logf("%s: %+v so far", name, *n)
	}
	var table strings.Builder
	w := tabwriter.NewWriter(&table, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "file\tdamaged\tright\trefused\twrong\trepaired\tsaid to be gone\t")
	all := 0
	for _, k := range fileKinds {
		n := counts[k.name]
		if n == nil {
			t.Errorf("the archive has no file of the kind %q", k.name)
			continue
		}
		all += n.right + n.refused + n.wrong
		fmt.Fprintf(w, "%s\t%d\t%d\t%d\t%d\t%d\t%d\t\n", k.name, n.damaged, n.right, n.refused, n.wrong, n.repaired, n.said)
	}
	w.Flush()
	t.Logf("%d questions\n%s", all, &table)
}

// TestLostPairs takes two files of an archive away at once, as far as they may be each other's witness: all
// pairs outside of segments, and all pairs within one. Each question is answered rightly or refused,
// what was removed does not come back, and a repair brings everything back or says what is gone.
func TestLostPairs(t *testing.T) {
	b := newDamageBench(t)
	b.copy(t, b.whole, b.work)
	b.after = b.importAgain(t, "before anything")
	n, tried := new(damageCount), 0
	names := b.files(t)
	for i, one := range names {
		for _, other := range names[:i] {
			if inSegment := strings.HasPrefix(one, "segments/"); inSegment != strings.HasPrefix(other, "segments/") ||
				inSegment && strings.Split(one, "/")[1] != strings.Split(other, "/")[1] {
				continue
			}
			if tried++; tried%testsize.Of(20, 60) != 0 && os.Getenv("KIFUDB_TORTURE") == "" {
				continue
			}
			what := one + " and " + other + " lost"
			lose := func() {
				b.spoil(t, one, damage{})
				if err := os.Remove(filepath.Join(b.work, filepath.FromSlash(other))); err != nil {
					t.Fatal(err)
				}
			}
			n.damaged++
			lose()
			b.ask(t, what, n, 5)
			b.repair(t, what, n)
			lose()
			b.importAgain(t, what)
		}
	}
	t.Logf("pairs %d of %d: right %d, refused %d, wrong %d, repaired %d, said to be gone %d", n.damaged, tried, n.right, n.refused, n.wrong, n.repaired, n.said)
}
