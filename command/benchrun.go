package command

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"kifudb/archive"
	"kifudb/archive/benchmark"
	"kifudb/command/phrase"
	"kifudb/command/run"
	"kifudb/internal/plaintext"
)

// A measurer runs a program as a user would and takes the time.
type measurer struct {
	program, archive string
	runs             int
}

// begin asks the program for its name and how long it takes to start.
func (m *measurer) begin(ctx context.Context, b *benchmark.Benchmark) error {
	t, out, err := m.shortest(ctx, "version")
	if err != nil {
		return err
	}
	b.Program, _, _ = strings.Cut(strings.TrimSpace(out), "\n")
	b.Start = *t
	return nil
}

// ask measures all that belongs to a question. What the program does not answer is noted.
func (m *measurer) ask(ctx context.Context, q *benchmark.BenchmarkQuestion) error {
	run := func(into **benchmark.BenchmarkTiming, name string, args ...string) (string, error) {
		t, out, err := m.shortest(ctx, args...)
		if refused, ok := errors.AsType[*refusal](err); ok {
			if q.Unanswered == nil {
				q.Unanswered = map[string]string{}
			}
			q.Unanswered[name] = refused.Error()
			return "", nil
		}
		*into = t
		return out, err
	}
	var count *benchmark.BenchmarkTiming
	out, err := run(&count, "count", "search", "--count", q.Query)
	if err != nil {
		return err
	}
	if count != nil {
		line, _, _ := strings.Cut(out, "\n")
		if q.Games, err = strconv.Atoi(strings.TrimSpace(line)); err != nil {
			return fmt.Errorf("search --count %s: %w", q.Query, err)
		}
	}
	switch {
	case q.Sort != "":
		_, err = run(&q.All, "all", "search", "--sort", q.Sort, q.Query)
		return err
	case q.Facet != "":
		_, err = run(&q.All, "all", "search", "--facet", q.Facet, "--only-facets", q.Query)
		return err
	case q.Format != "":
		_, err = run(&q.All, "all", "search", "--format", q.Format, "--limit", "0", q.Query)
		return err
	}
	q.Count = count
	if _, err = run(&q.Page, "page", "search", q.Query); err != nil {
		return err
	}
	if asksForBoard(q.Query) {
		_, err = run(&q.Next, "next", "next", q.Query)
	}
	return err
}

// askAll asks all questions. Those of a file must have the counts of the file, if the archive has
// as many records as the file says.
func (m *measurer) askAll(ctx context.Context, s run.Streams, b *benchmark.Benchmark, asked *benchmark.Questions) error {
	if asked.Records > 0 && asked.Records != b.Archive.Games {
		fmt.Fprintf(s.Err, "kifudb: the counts of the questions are for %s, and the archive has %s; they are not compared\n",
			phrase.Count(asked.Records, "record"), phrase.Number(b.Archive.Games))
	}
	progress := run.NewProgress(ctx, s, "stopping")
	defer progress.Finish()
	for i := range b.Questions {
		progress.Looked(i, len(b.Questions))
		q := &b.Questions[i]
		if err := m.ask(ctx, q); err != nil {
			return err
		}
		if q.Expected == nil || q.Unanswered["count"] != "" {
			continue
		}
		if asked.Records > 0 && asked.Records != b.Archive.Games {
			q.Expected = nil
			continue
		}
		if err := m.count(ctx, q); err != nil {
			return err
		}
		q.Check(*q.Expected)
	}
	return nil
}

// write writes questions with their counts in the archive to a file.
func (m *measurer) write(ctx context.Context, s run.Streams, q *benchmark.Questions, name string) error {
	progress := run.NewProgress(ctx, s, "stopping")
	for i := range q.List {
		progress.Looked(i, len(q.List))
		if err := m.count(ctx, &q.List[i]); err != nil {
			progress.Finish()
			return err
		}
	}
	progress.Finish()
	_, err := archive.WriteFile(name, false, func(w io.Writer) error { return benchmark.WriteQuestions(w, q) })
	if errors.Is(err, archive.ErrExists) {
		return fmt.Errorf("%w; delete it, or name another file", err)
	}
	if err != nil {
		return err
	}
	fmt.Fprintf(s.Out, "%s written to %s\n", phrase.Count(len(q.List), "question"), plaintext.Printable(name))
	return nil
}

// count asks for the counts that a file of questions has: games, records and hits.
func (m *measurer) count(ctx context.Context, q *benchmark.BenchmarkQuestion) (err error) {
	if q.Games, err = m.number(ctx, "search", "--count", q.Query); err != nil {
		return err
	}
	if q.Records, err = m.number(ctx, "search", "--count", "--records", q.Query); err != nil {
		return err
	}
	q.Hits = nil
	if asksForBoard(q.Query) {
		hits, err := m.number(ctx, "search", "--records", "--limit", "0", "--format", "csv", "--fields", "hits", q.Query)
		if err != nil {
			return err
		}
		q.Hits = &hits
	}
	return nil
}

// number runs a command of the program and returns the sum of the lines that are numbers.
func (m *measurer) number(ctx context.Context, args ...string) (sum int, err error) {
	cmd := exec.CommandContext(ctx, m.program, append([]string{"--archive", m.archive}, args...)...)
	var complaint bytes.Buffer
	cmd.Stderr = &complaint
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		return 0, err
	}
	if err := cmd.Start(); err != nil {
		return 0, err
	}
	lines := bufio.NewScanner(stdout)
	for lines.Scan() {
		if n, err := strconv.Atoi(strings.TrimSpace(lines.Text())); err == nil {
			sum += n
		}
	}
	err = errors.Join(lines.Err(), cmd.Wait())
	if exit, ok := errors.AsType[*exec.ExitError](err); ok && exit.ExitCode() != run.ExitPartial {
		return 0, &refusal{m.program + " " + strings.Join(args, " "), strings.TrimSpace(complaint.String()), err}
	} else if !ok && err != nil {
		return 0, err
	}
	return sum, ctx.Err()
}

// asksForBoard reports whether a question begins with one for a board.
func asksForBoard(query string) bool {
	return slices.ContainsFunc([]string{"pos:", "pat:", "seq:"}, func(board string) bool { return strings.HasPrefix(query, board) })
}

// A refusal is the error of a program that ran, and gave no answer.
type refusal struct {
	command, said string
	err           error
}

// Error is one line, as the program may have printed its whole help.
func (r *refusal) Error() string {
	said, _, _ := strings.Cut(r.said, "\n")
	return fmt.Sprintf("%s: %s (%v)", r.command, said, r.err)
}

func (r *refusal) Unwrap() error { return r.err }

// shortest runs a command of the program some times. It returns its output, too, as far as
// anybody wants to know it.
func (m *measurer) shortest(ctx context.Context, args ...string) (best *benchmark.BenchmarkTiming, out string, err error) {
	for run := range m.runs {
		t, text, _, err := m.once(ctx, m.archive, args...)
		if err != nil {
			return nil, "", err
		}
		if run == 0 {
			t.FirstWall = t.Wall
			best, out = t, text
			continue
		}
		best.CPU, best.Wall, best.Shown = min(best.CPU, t.CPU), min(best.Wall, t.Wall), min(best.Shown, t.Shown)
	}
	return best, out, nil
}

// once runs a command of the program.
func (m *measurer) once(ctx context.Context, dir string, args ...string) (t *benchmark.BenchmarkTiming, out string, peak int64, err error) {
	cmd := exec.CommandContext(ctx, m.program, append([]string{"--archive", dir}, args...)...)
	var complaint bytes.Buffer
	cmd.Stderr = &complaint
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		return nil, "", 0, err
	}
	began := time.Now()
	if err := cmd.Start(); err != nil {
		return nil, "", 0, err
	}
	t = &benchmark.BenchmarkTiming{}
	head := make([]byte, 256)
	n, err := io.ReadAtLeast(stdout, head, 1)
	t.Shown = milliseconds(time.Since(began))
	if err == nil {
		_, err = io.Copy(io.Discard, stdout)
	} else if errors.Is(err, io.EOF) {
		err = nil // nothing was printed
	}
	err = errors.Join(err, cmd.Wait())
	t.Wall = milliseconds(time.Since(began))
	if exit, ok := errors.AsType[*exec.ExitError](err); ok && exit.ExitCode() == run.ExitPartial {
		err = nil // something cannot be read, which takes its time, too
	}
	if err != nil {
		if ctx.Err() != nil {
			return nil, "", 0, ctx.Err()
		}
		command := m.program + " " + strings.Join(args, " ")
		if _, ok := errors.AsType[*exec.ExitError](err); ok {
			return nil, "", 0, &refusal{command, strings.TrimSpace(complaint.String()), err}
		}
		return nil, "", 0, fmt.Errorf("%s: %w\n%s", command, err, strings.TrimSpace(complaint.String()))
	}
	t.CPU = milliseconds(cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime())
	t.FirstRead, peak = usageOf(cmd.ProcessState)
	return t, string(head[:n]), peak, nil
}

func milliseconds(d time.Duration) float64 {
	return float64(d.Round(10*time.Microsecond)) / float64(time.Millisecond)
}

// importSample imports some records of an archive into another one.
func (m *measurer) importSample(ctx context.Context, v *archive.View, seed uint64, games int) (i *benchmark.BenchmarkImport, err error) {
	i = &benchmark.BenchmarkImport{}
	dir, err := os.MkdirTemp("", "kifudb-bench-")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	records, err := scratch("kifudb-bench-*.zip", func(w io.Writer) (err error) {
		i.Games, i.RawBytes, err = benchmark.Sample(ctx, v, seed, games, w)
		return err
	})
	if records != "" {
		defer func() { err = errors.Join(err, os.Remove(records)) }()
	}
	if err != nil || i.Games == 0 {
		return i, err
	}
	t, _, peak, err := m.once(ctx, filepath.Join(dir, "archive"), "import", "-q", records)
	if err != nil {
		return nil, err
	}
	i.CPU, i.Wall, i.Peak = t.CPU, t.Wall, peak
	return i, nil
}

// scratch writes a file that nobody looks for.
func scratch(name string, write func(io.Writer) error) (path string, err error) {
	file, err := os.CreateTemp("", name)
	if err != nil {
		return "", err
	}
	return file.Name(), errors.Join(write(file), file.Close())
}

// addOne adds one game to a copy of the archive, in the same file system: what
// never changes is linked and not copied.
func (m *measurer) addOne(ctx context.Context, seed uint64) (best *benchmark.BenchmarkTiming, err error) {
	from, err := filepath.Abs(m.archive)
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp(filepath.Dir(from), "kifudb-bench-")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	to := filepath.Join(dir, "archive")
	if err := benchmark.Copy(from, to); err != nil {
		return nil, err
	}
	rng := rand.New(rand.NewPCG(seed, 0xadd))
	for run := range m.runs + 1 {
		file, err := scratch("kifudb-bench-*.sgf", func(w io.Writer) error {
			_, err := io.WriteString(w, anyGame(rng, run))
			return err
		})
		if err != nil {
			return nil, err
		}
		t, _, _, err := m.once(ctx, to, "import", "-q", file)
		err = errors.Join(err, os.Remove(file))
		switch {
		case err != nil:
			return nil, err
		case run == 0: // brings what an older version left behind up to date
		case best == nil:
			best = t
		default:
			best.CPU, best.Wall, best.Shown = min(best.CPU, t.CPU), min(best.Wall, t.Wall), min(best.Shown, t.Shown)
		}
	}
	return best, nil
}

// anyGame is a game that nobody played.
func anyGame(rng *rand.Rand, number int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "(;GM[1]SZ[19]PB[Somebody %d]PW[Nobody]DT[2001-02-03]", number)
	for i, point := range rng.Perm(361)[:200] {
		fmt.Fprintf(&b, ";%c[%c%c]", "BW"[i%2], 'a'+point%19, 'a'+point/19)
	}
	return b.String() + ")"
}

// thisMachine describes the machine, as far as the system tells.
func thisMachine() benchmark.BenchmarkMachine {
	m := benchmark.BenchmarkMachine{System: runtime.GOOS + "/" + runtime.GOARCH, Processors: runtime.NumCPU(), Load: load()}
	m.Processor = fieldOf("/proc/cpuinfo", "model name")
	if kilobytes, ok := strings.CutSuffix(fieldOf("/proc/meminfo", "MemTotal"), " kB"); ok {
		n, _ := strconv.ParseInt(kilobytes, 10, 64)
		m.Memory = n << 10
	}
	return m
}

// fieldOf returns a field of a file in which Linux describes the machine, "" elsewhere.
func fieldOf(path, field string) string {
	text, err := os.ReadFile(path)
	if err != nil {
		return ""
	}
	for line := range strings.Lines(string(text)) {
		if name, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(name) == field {
			return strings.TrimSpace(value)
		}
	}
	return ""
}

// load returns how many processes wanted a processor in the last minute, 0 if the system
// does not say.
func load() float64 {
	text, _ := os.ReadFile("/proc/loadavg")
	first, _, _ := strings.Cut(string(text), " ")
	n, _ := strconv.ParseFloat(first, 64)
	return n
}
