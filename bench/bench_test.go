package bench

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"kifudb/indexer"
	"kifudb/query"
	"kifudb/search"
	"kifudb/store"
)

var (
	gamesFlag = flag.Int("games", 2000, "benchmark with so many generated games")
	fromFlag  = flag.String("from", "", "generate variants of the games in this archive's `directory`")
	keepFlag  = flag.String("keep", "", "leave the archive that BenchmarkImport makes in this new `directory`")
)

// scannedGames is how many games the scan reads in benchmarks.
const scannedGames = 400

// BenchmarkImport imports generated games into a new archive, texts of comments
// included, and tells how large that is.
func BenchmarkImport(b *testing.B) {
	b.ReportAllocs()
	file := filepath.Join(b.TempDir(), "games.sgf")
	writeBenchGames(b, file)
	info, err := os.Stat(file)
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(info.Size())
	parent := b.TempDir()
	dir := ""
	for i := 0; b.Loop(); i++ {
		dir = filepath.Join(parent, fmt.Sprint(i))
		importFile(b, dir, file)
	}
	games := float64(*gamesFlag)
	b.ReportMetric(games*float64(b.N)/b.Elapsed().Seconds(), "games/s")
	b.ReportMetric(float64(sizeOf(b, dir))/games, "bytes/game")
	b.ReportMetric(float64(info.Size())/games, "sgf-bytes/game")
	if *keepFlag != "" {
		if err := os.CopyFS(*keepFlag, os.DirFS(dir)); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkImportAgain imports what is in the archive already.
func BenchmarkImportAgain(b *testing.B) {
	b.ReportAllocs()
	dir := b.TempDir()
	file := filepath.Join(dir, "games.sgf")
	writeBenchGames(b, file)
	importFile(b, dir+"/archive", file)
	for b.Loop() {
		importFile(b, dir+"/archive", file)
	}
	b.ReportMetric(float64(*gamesFlag)*float64(b.N)/b.Elapsed().Seconds(), "games/s")
}

// BenchmarkOpen opens an archive and asks it for a game by id, as short-lived
// commands do.
func BenchmarkOpen(b *testing.B) {
	b.ReportAllocs()
	dir := *archiveFlag
	if dir == "" {
		dir = b.TempDir() + "/archive"
		file := filepath.Join(b.TempDir(), "games.sgf")
		writeBenchGames(b, file)
		importFile(b, dir, file)
	}
	q, err := query.Parse("id:1")
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		db, err := store.Open(dir, nil)
		if err != nil {
			b.Fatal(err)
		}
		s, err := db.Snapshot()
		if err != nil {
			b.Fatal(err)
		}
		if n, err := search.CountGames(context.Background(), s, q, nil); err != nil || n != 1 {
			b.Fatalf("%d games, %v", n, err)
		}
		s.Close()
		db.Close()
	}
}

// BenchmarkQuery finds all hits of questions of every kind. The metric times-scan
// is how many times faster that is than reading every record; first-page is
// the same for the first fifty games.
func BenchmarkQuery(b *testing.B) {
	s := benchArchive(b)
	questions := tableQuestions(b, s)
	scanned := scan(b, s, questions, scannedGames)
	for i, q := range questions {
		parsed := parse(b, q.query)
		b.Run(fmt.Sprintf("%02d-%s/all", i, q.kind), func(b *testing.B) {
			b.ReportAllocs()
			hits := 0
			for b.Loop() {
				hits = run(b, s, parsed, nil)
			}
			b.ReportMetric(float64(hits), "hits")
			b.ReportMetric(scanned[i].took.Seconds()*float64(b.N)/b.Elapsed().Seconds(), "times-scan")
		})
		b.Run(fmt.Sprintf("%02d-%s/page", i, q.kind), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				run(b, s, parsed, &search.Options{Limit: 50})
			}
		})
	}
}

// BenchmarkNext counts what was played next.
func BenchmarkNext(b *testing.B) {
	s := benchArchive(b)
	for i, q := range tableQuestions(b, s) {
		if !q.plays() || q.kind == "combined" {
			continue
		}
		parsed := parse(b, q.query)
		b.Run(fmt.Sprintf("%02d-%s", i, q.kind), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := search.Next(context.Background(), s, parsed, nil); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkScan is what the other figures are compared with: the whole archive
// read and played once, to answer one question.
func BenchmarkScan(b *testing.B) {
	s := benchArchive(b)
	for i, q := range tableQuestions(b, s) {
		if i%5 != 0 {
			continue
		}
		b.Run(fmt.Sprintf("%02d-%s", i, q.kind), func(b *testing.B) {
			for b.Loop() {
				scan(b, s, []question{q}, scannedGames)
			}
			b.ReportMetric(float64(min(scannedGames, s.Len()))*float64(b.N)/b.Elapsed().Seconds(), "games/s")
		})
	}
}

// benchArchive returns the archive of the flag, or one of generated games.
func benchArchive(b *testing.B) *store.Snapshot {
	if *archiveFlag != "" {
		return open(b, *archiveFlag)
	}
	file := filepath.Join(b.TempDir(), "games.sgf")
	writeBenchGames(b, file)
	dir := b.TempDir() + "/archive"
	importFile(b, dir, file)
	return open(b, dir)
}

func parse(b *testing.B, text string) query.Query {
	q, err := query.Parse(text)
	if err != nil {
		b.Fatal(err)
	}
	return q
}

// run asks a query and returns the number of hits.
func run(b *testing.B, s *store.Snapshot, q query.Query, o *search.Options) int {
	hits := 0
	for _, err := range search.Run(context.Background(), s, q, o) {
		if err != nil {
			b.Fatal(err)
		}
		hits++
	}
	return hits
}

// importFile imports a file into an archive, which it makes if need be.
func importFile(t testing.TB, dir, file string) {
	db, err := store.Open(dir, &store.Options{Create: true})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	w, err := db.Writer(indexer.Derive)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	ctx := context.Background()
	if _, err := indexer.Import(ctx, w, []string{file}, nil); err != nil {
		t.Fatal(err)
	}
	if err := w.IndexComments(ctx, nil); err != nil {
		t.Fatal(err)
	}
}

// sizeOf returns the bytes of all files of a directory.
func sizeOf(t testing.TB, dir string) int64 {
	var total int64
	err := filepath.WalkDir(dir, func(_ string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		info, err := entry.Info()
		if err == nil {
			total += info.Size()
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return total
}

// writeBenchGames writes the games of the benchmarks to a file: generated ones,
// or variants of those in an archive.
func writeBenchGames(b *testing.B, name string) {
	if *fromFlag == "" {
		writeGames(b, name, *gamesFlag)
		return
	}
	f, err := os.Create(name)
	if err != nil {
		b.Fatal(err)
	}
	defer f.Close()
	w := bufio.NewWriter(f)
	var varied []byte
	s := open(b, *fromFlag)
	for i := 0; i < *gamesFlag; {
		for _, segment := range s.Segments() {
			for stored, err := range segment.Records(nil) {
				if err != nil {
					b.Fatal(err)
				}
				if i == *gamesFlag {
					break
				}
				r := &stored.Record
				varied = append(AppendVaried(varied[:0], r.Raw[r.Tree[0]:r.Tree[1]], seed, i), '\n')
				if _, err := w.Write(varied); err != nil {
					b.Fatal(err)
				}
				i++
			}
		}
	}
	if err := w.Flush(); err != nil {
		b.Fatal(err)
	}
}

// writeGames writes generated games to a file.
func writeGames(t testing.TB, name string, n int) {
	f, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := Write(f, seed, n); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
}
