package bench

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"kifudb/archive"
	"kifudb/indexer"
)

// TestEveryFormatHasShapes: a format that is read has a grammar.
func TestEveryFormatHasShapes(t *testing.T) {
	have := map[string]bool{}
	for _, g := range grammars {
		have[g.format] = true
	}
	for _, b := range binaries {
		have[strings.Replace(b.name, "-games", "", 1)] = true
	}
	for _, f := range indexer.Formats() {
		if f.Read() && !have[f.Name] {
			t.Errorf("no hostile files are made in the format %s", f.Name)
		}
	}
}

// maxResident is how much memory an import of one file of 16 MiB may take.
const maxResident = 500 << 20

// TestGeneratedShapes imports files of all shapes that grammars make. Twice the file is to take
// about twice what the file itself takes, in bytes that are allocated. With KIFUDB_TORTURE set, each is imported by a
// process of its own, whose memory and processor time are measured: with 256 KiB and 1 MiB, and where these take much or
// differ much, with 2, 4 and 16 MiB.
func TestGeneratedShapes(t *testing.T) {
	all := allShapes()
	if os.Getenv("KIFUDB_TORTURE") != "" {
		tortureShapes(t, all)
		return
	}
	step := 11
	if testing.Short() {
		step = 41
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1)) // each worker has buffers, and how many have something to do is chance
	const size = 24 << 10
	first := allocated(t, "a.sgf", []byte("(;)")) // what an import takes whatever it reads
	for i := 0; i < len(all); i += step {
		s := all[i]
		once := allocated(t, s.file, s.text(t, size)) - first
		more := allocated(t, s.file, s.text(t, 4*size)) - first
		if more > 8*max(once, 8<<20) { // unless buffers that were kept had been freed, and were made anew
			percent := debug.SetGCPercent(-1)
			allocated(t, s.file, s.text(t, 4*size))
			more = allocated(t, s.file, s.text(t, 4*size)) - first
			debug.SetGCPercent(percent)
		}
		if more > 8*max(once, 8<<20) {
			t.Errorf("%s: %d bytes take %d kB, and four times as many %d kB", s.name, size, once>>10, more>>10)
		}
	}
}

// allocated returns how many bytes an import of a file allocates.
func allocated(t *testing.T, name string, data []byte) int {
	t.Helper()
	dir := t.TempDir()
	file := filepath.Join(dir, name)
	if err := os.WriteFile(file, data, 0o666); err != nil {
		t.Fatal(err)
	}
	a, err := archive.Open(filepath.Join(dir, "archive"), &archive.Options{Create: true})
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if _, err := a.Import(context.Background(), &archive.Import{Paths: []string{file}, Problem: func(indexer.Problem) {}}); err != nil {
		t.Fatal(err)
	}
	runtime.ReadMemStats(&after)
	return int(after.TotalAlloc - before.TotalAlloc)
}

func tortureShapes(t *testing.T, all []fileShape) {
	dir := t.TempDir()
	bin := filepath.Join(dir, "kifudb")
	if out, err := exec.Command("go", "build", "-o", bin, "kifudb").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	only := os.Getenv("KIFUDB_SHAPES") // names of shapes, in part
	for _, s := range all {
		if !strings.Contains(s.name, only) {
			continue
		}
		measure := func(size int) usage { return importAlone(t, bin, filepath.Join(dir, s.file), s.text(t, size)) }
		small, large := measure(256<<10), measure(1<<20)
		if large.resident+15*max(0, large.resident-small.resident) < maxResident/2 && !large.superlinear(&small, 4) {
			t.Logf("fine   %-60s %4d %4d MB %6d %6d ms", s.name, small.resident>>20, large.resident>>20, small.time.Milliseconds(), large.time.Milliseconds())
			continue
		}
		word := "fine"
		n, twice, last := measure(2<<20), measure(4<<20), measure(16<<20)
		if twice.superlinear(&n, 2) || last.superlinear(&twice, 4) {
			t.Errorf("%s: 2, 4 and 16 MiB take %v, %v, %v", s.name, n.time, twice.time, last.time)
			word = "slow"
		}
		if last.resident > maxResident {
			t.Errorf("%s: 16 MiB take %d MB", s.name, last.resident>>20)
			word = "large"
		}
		t.Logf("%-6s %-60s %4d %4d %4d %4d MB %6d %6d %6d %6d ms", word, s.name, large.resident>>20, n.resident>>20, twice.resident>>20, last.resident>>20,
			large.time.Milliseconds(), n.time.Milliseconds(), twice.time.Milliseconds(), last.time.Milliseconds())
	}
}

// superlinear reports whether a file that is so many times larger took so much more time that it
// is no accident.
func (u *usage) superlinear(smaller *usage, times int) bool {
	return u.time > time.Second && u.time > time.Duration(float64(times)*1.4*float64(smaller.time))
}

// usage is what a process has used.
type usage struct {
	resident int // bytes
	time     time.Duration
}

func importAlone(t *testing.T, bin, file string, data []byte) usage {
	t.Helper()
	if err := os.WriteFile(file, data, 0o666); err != nil {
		t.Fatal(err)
	}
	dir := file + ".archive"
	defer os.RemoveAll(dir)
	cmd := exec.Command(bin, "--archive", dir, "import", "-q", file)
	var stderr strings.Builder
	cmd.Stderr = &stderr
	_ = cmd.Run()
	if status := cmd.ProcessState.ExitCode(); status != 0 && status != 3 { // 3: something was not read, and is listed
		t.Errorf("the import of %d bytes of %s ends with %v: %.500s", len(data), filepath.Base(file), cmd.ProcessState, stderr.String())
	}
	return usageOf(cmd.ProcessState)
}
