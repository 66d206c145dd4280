package store

import (
	"context"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/RoaringBitmap/roaring/v2"

	"kifudb/position"
	"kifudb/store/disk"
	"kifudb/store/fulltext"
)

// fullGame is the n-th of the games for benchmarks: some 200 moves on 19×19
// with the usual headers, of 3,000 players.
func fullGame(tb testing.TB, n int) *Game {
	tb.Helper()
	r := rand.New(rand.NewPCG(uint64(n), 8))
	var b strings.Builder
	player := func() string {
		k := r.IntN(3000)
		return fmt.Sprintf("%s %c%c", names[k%len(names)], 'A'+k/100%26, 'a'+k/26%26)
	}
	fmt.Fprintf(&b, "(;GM[1]FF[4]CA[UTF-8]AP[bench:1]SZ[19]PB[%s]PW[%s]BR[%dd]WR[%dp]", player(), player(), 1+r.IntN(9), 1+r.IntN(9))
	fmt.Fprintf(&b, "EV[%d. Meijin, game %d]DT[%d-%02d-%02d]KM[6.5]RE[%s+%d.5]", r.IntN(60), 1+r.IntN(7), 1950+r.IntN(70), 1+r.IntN(12), 1+r.IntN(28), []string{"B", "W"}[r.IntN(2)], r.IntN(20))
	points := r.Perm(361)
	for i, p := range points[:120+r.IntN(160)] {
		fmt.Fprintf(&b, ";%s[%v]", []string{"B", "W"}[i%2], position.At(p%19, p/19))
	}
	b.WriteString(")")
	raw := b.String()
	g, err := derive(Record{Raw: []byte(raw), Tree: [2]int{0, len(raw)}, Source: Source{fmt.Sprintf("games.zip!/%d/%d.sgf", n/1000, n), 0}, Charset: Charset{"utf-8", 1, "CA"}})
	if err != nil {
		tb.Fatal(err)
	}
	return g
}

const benchGames = 5000

func benchmarkGames(b *testing.B) []*Game {
	games := make([]*Game, benchGames)
	for i := range games {
		games[i] = fullGame(b, i)
	}
	return games
}

// BenchmarkPart builds each part of a segment by itself.
func BenchmarkPart(b *testing.B) {
	games := benchmarkGames(b)
	raw := 0
	for _, g := range games {
		raw += len(g.Record.Raw)
	}
	measure := func(name string, build func() int) {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(raw))
			size := 0
			for b.Loop() {
				size = build()
			}
			b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N)/benchGames, "µs/game")
			b.ReportMetric(float64(size)/benchGames, "B/game")
		})
	}
	sections := func(w *disk.SectionWriter) (n int) {
		for _, data := range w.Data {
			n += len(data)
		}
		return n
	}
	all, _, err := gatherAll(games, false)
	if err != nil {
		b.Fatal(err)
	}
	for _, p := range indexParts {
		measure(p.name, func() int {
			var w disk.SectionWriter
			if err := p.build(context.Background(), all.games, &w); err != nil {
				b.Fatal(err)
			}
			return sections(&w)
		})
	}
	measure("records", func() int {
		var p blockCompressor
		for _, g := range games {
			if err := p.add(g); err != nil {
				b.Fatal(err)
			}
		}
		blocks, err := p.finish()
		if err != nil {
			b.Fatal(err)
		}
		n := 0
		for _, block := range blocks {
			n += len(block.data)
		}
		return n
	})
	measure("dictionary", func() int {
		var w disk.SectionWriter
		buildDictionary(&all.values, &w)
		return sections(&w)
	})
	measure("names", func() int {
		var w disk.SectionWriter
		values := buildDictionary(&all.values, &disk.SectionWriter{})
		dir := filepath.Join(b.TempDir(), namesName)
		if err := buildNames(context.Background(), disk.Files{}, dir, values, &w); err != nil {
			b.Fatal(err)
		}
		return sections(&w) + diskSize(b, dir)
	})
}

// diskSize returns the bytes of all files below a directory.
func diskSize(tb testing.TB, dir string) (n int) {
	tb.Helper()
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		info, err := entry.Info()
		if err == nil {
			n += int(info.Size())
		}
		return err
	})
	if err != nil {
		tb.Fatal(err)
	}
	return n
}

// BenchmarkCommit adds and commits a segment.
func BenchmarkCommit(b *testing.B) {
	for _, n := range []int{1, 100, benchGames} {
		games := benchmarkGames(b)[:n]
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				dir := b.TempDir()
				db, err := Open(dir, &Options{Create: true})
				if err != nil {
					b.Fatal(err)
				}
				w, err := db.Writer(derive)
				if err != nil {
					b.Fatal(err)
				}
				for _, g := range games {
					if _, err := w.Add(b.Context(), g); err != nil {
						b.Fatal(err)
					}
				}
				if err := w.Commit(b.Context()); err != nil {
					b.Fatal(err)
				}
				w.Close()
				db.Close()
				b.ReportMetric(float64(diskSize(b, dir))/float64(n), "B/game")
			}
			b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N)/float64(n), "µs/game")
		})
	}
}

// BenchmarkComments indexes comments in English and in Japanese.
func BenchmarkComments(b *testing.B) {
	english := strings.Fields("black white the a of to hane ladder group alive dead move joseki cut territory moyo better worse here sente gote because after exchange corner side")
	japanese := []rune("黒白手石地の厚味死活征子争碁定石好形悪打込生辺隅中央大場急所一二三四五六七八九十はがをにでとも")
	for name, word := range map[string]func(r *rand.Rand) string{
		"english":  func(r *rand.Rand) string { return english[r.IntN(len(english))] + " " },
		"japanese": func(r *rand.Rand) string { return string(japanese[r.IntN(len(japanese))]) },
	} {
		b.Run(name, func(b *testing.B) {
			r := rand.New(rand.NewPCG(1, 1))
			var texts []Comment
			size := 0
			for i := range 4000 {
				var t strings.Builder
				for range 40 {
					t.WriteString(word(r))
				}
				texts = append(texts, Comment{i, "C", t.String()})
				size += t.Len()
			}
			b.SetBytes(int64(size))
			b.ReportAllocs()
			onDisk := 0
			for b.Loop() {
				dir := b.TempDir()
				c, err := newCommentsWriter()
				if err != nil {
					b.Fatal(err)
				}
				c.add(1, texts)
				if err := c.write(b.Context(), disk.Files{}, dir); err != nil {
					b.Fatal(err)
				}
				onDisk = diskSize(b, dir)
				stored, _ := os.Stat(filepath.Join(dir, commentsIndexName))
				b.ReportMetric(float64(stored.Size())/float64(size), "stored/text")
			}
			b.ReportMetric(float64(onDisk)/float64(size), "disk/text")
		})
	}
}

// BenchmarkRead reads one game or one answer at a time.
func BenchmarkRead(b *testing.B) {
	db := newDB(b, nil)
	w := newWriter(b, db)
	games := benchmarkGames(b)
	for _, g := range games {
		if _, err := w.Add(b.Context(), g); err != nil {
			b.Fatal(err)
		}
	}
	if err := w.Commit(b.Context()); err != nil {
		b.Fatal(err)
	}
	s := newSnapshot(b, db)
	g := s.Segments()[0]
	i := 0
	next := func() int { i = (i + 997) % len(games); return i }
	run := func(name string, read func()) {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				read()
			}
		})
	}
	run("facts", func() { g.Facts(next()) })
	run("script", func() { g.Script(next()) })
	run("info", func() { g.Info(next()) })
	run("record", func() { g.Record(next()) })
	run("known", func() { s.Known(games[next()].Digest) })
	for _, q := range []fulltext.Query{
		{Text: "dosaku"}, {Text: "策"}, {Text: "훈현"}, {Text: "本因坊秀策"}, {Text: "meijin"}, {Text: "ho", Kind: fulltext.Prefix}, {Text: "kobayshi", Kind: fulltext.Fuzzy},
		{Text: "Cho Chikun Aa", Kind: fulltext.Exact}, {Text: "ikun", Kind: fulltext.Substring}, {Text: "^Go.*a$", Kind: fulltext.Regexp}, {Text: "42", Idents: []string{"file"}},
	} {
		run(fmt.Sprintf("values/%d/%s", q.Kind, q.Text), func() {
			if _, err := g.SearchValues(b.Context(), q); err != nil {
				b.Fatal(err)
			}
		})
	}
	run("all records", func() {
		for range g.Records(roaring.BitmapOf(0, 1, 2, 3, 4, 5, 6, 7)) {
		}
	})
	run("open", func() {
		again, err := Open(db.Dir(), nil)
		if err != nil {
			b.Fatal(err)
		}
		snapshot, err := again.Snapshot()
		if err != nil {
			b.Fatal(err)
		}
		snapshot.Close()
		again.Close()
	})
}

// BenchmarkOpen opens an archive and takes a snapshot, as each process does once,
// and tells how much of that is the verification of small sections.
func BenchmarkOpen(b *testing.B) {
	games := benchmarkGames(b)
	dir := filepath.Join(b.TempDir(), "archive")
	db, err := Open(dir, &Options{Create: true})
	if err != nil {
		b.Fatal(err)
	}
	defer db.Close()
	w, err := db.Writer(derive)
	if err != nil {
		b.Fatal(err)
	}
	for _, g := range games {
		if _, err := w.Add(context.Background(), g); err != nil {
			b.Fatal(err)
		}
	}
	if err := w.Commit(context.Background()); err != nil {
		b.Fatal(err)
	}
	if err := w.Close(); err != nil {
		b.Fatal(err)
	}
	b.Run("archive", func(b *testing.B) {
		for b.Loop() {
			db, err := Open(dir, nil)
			if err != nil {
				b.Fatal(err)
			}
			s, err := db.Snapshot()
			if err != nil {
				b.Fatal(err)
			}
			s.Close()
			db.Close()
		}
	})
	index, err := disk.OpenSections(filepath.Join(dir, segmentsName, "000001", indexName))
	if err != nil {
		b.Fatal(err)
	}
	defer index.Close()
	b.Run("small sections", func(b *testing.B) {
		size := 0
		for _, tag := range index.Tags() {
			if !disk.Large(tag) {
				size += len(index.Raw(tag))
			}
		}
		b.SetBytes(int64(size))
		for b.Loop() {
			if err := index.VerifySmall(); err != nil {
				b.Fatal(err)
			}
		}
		b.ReportMetric(float64(size)/float64(len(games)), "bytes/game")
	})
}
