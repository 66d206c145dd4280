package bench

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kifudb/format"
	"kifudb/game"
	"kifudb/indexer"
	"kifudb/internal/cputime"
	"kifudb/position"
	"kifudb/store"
)

// formatGames is how many games of each kind BenchmarkImportFormat imports.
const formatGames = 200

// BenchmarkImportFormat tells how many games a second of a processor is enough to
// import: of Go from single files, a collection and containers, of each other game whose
// moves can be listed from single files in each format in which it can be written, and
// in those that are only read: GIB, NGF, UGF, JSON of OGS, and WTHOR, whose games are one file. The
// games are moves by chance, 80 at most, but those of Go are as BenchmarkImport has them.
func BenchmarkImportFormat(b *testing.B) {
	var sgf bytes.Buffer
	texts := make([][]byte, formatGames)
	for i := range texts {
		texts[i] = Game(seed, i)
		sgf.Write(texts[i])
	}
	b.Run("go/sgf", func(b *testing.B) { importRate(b, singleFiles(b, "sgf", texts)) })
	b.Run("go/collection", func(b *testing.B) { importRate(b, writeFile(b, filepath.Join(b.TempDir(), "go.sgf"), sgf.Bytes())) })
	b.Run("go/zip", func(b *testing.B) {
		importRate(b, writeFile(b, filepath.Join(b.TempDir(), "go.zip"), zipped(b, texts)))
	})
	b.Run("go/tar.gz", func(b *testing.B) {
		importRate(b, writeFile(b, filepath.Join(b.TempDir(), "go.tgz"), tarred(b, texts)))
	})

	for _, w := range []struct {
		name  string
		write func(i int, moves [][2]int) string
	}{{"gib", gibText}, {"ngf", ngfText}, {"ugf", ugfText}, {"ogs", ogsText}} {
		written := make([][]byte, len(texts))
		for i, text := range texts {
			written[i] = []byte(w.write(i, pointsOf(b, text)))
		}
		b.Run("go/"+w.name, func(b *testing.B) { importRate(b, singleFiles(b, w.name, written)) })
	}

	ways := 0
	for _, g := range game.All() {
		if g == game.Default() {
			continue
		}
		games := chanceGames(b, g)
		if games == nil {
			continue
		}
		if g.About().Name == "othello" {
			b.Run("othello/wthor", func(b *testing.B) {
				importRate(b, writeFile(b, filepath.Join(b.TempDir(), "games.wtb"), wthorFile(b, games)))
			})
		}
		for _, f := range indexer.Formats() {
			for _, w := range f.Writers {
				written := writtenIn(b, w, games)
				if written == nil {
					continue
				}
				ways++
				b.Run(g.About().Name+"/"+w.Name, func(b *testing.B) { importRate(b, singleFiles(b, w.Name, written)) })
			}
		}
	}
	if ways < 11 {
		b.Fatalf("%d ways to write games: some are missing", ways)
	}
}

// importRate imports a file or folder of formatGames games into new archives.
func importRate(b *testing.B, path string) {
	parent := b.TempDir()
	dir := ""
	used := cputime.Now()
	for i := 0; b.Loop(); i++ {
		dir = filepath.Join(parent, fmt.Sprint(i))
		importFile(b, dir, path)
	}
	used = cputime.Now() - used
	b.ReportMetric(float64(formatGames*b.N)/used.Seconds(), "games/cpu-s")
	if got := open(b, dir).Len(); got != formatGames {
		b.Fatalf("%d games are in the archive, %d were written", got, formatGames)
	}
}

// chanceGames returns games of moves by chance, nil if the game's moves cannot be listed.
func chanceGames(b *testing.B, g game.Game) []*store.Game {
	start, err := game.Start(g)
	if err != nil {
		return nil
	}
	reader, _ := g.(game.MoveReader)
	if _, ok := start.(game.Mover); !ok {
		return nil
	}
	rnd := rand.New(rand.NewPCG(seed, uint64(g.About().Number)))
	var games []*store.Game
	for i := range formatGames {
		var text strings.Builder
		fmt.Fprintf(&text, "(;GM[%d]FF[4]PB[Black %d]PW[White %d]DT[1990-01-%02d]", g.About().Number, i%37, i, 1+i%28)
		at := start.Clone()
		for range 80 {
			mover := at.(game.Mover)
			moves := mover.Moves()
			if len(moves) == 0 {
				break
			}
			code, err := mover.ReadMove(moves[rnd.IntN(len(moves))].Text)
			if err != nil {
				b.Fatal(err)
			}
			color := at.ToPlay()
			if fault, done := mover.Play(code); fault != "" || !done {
				b.Fatalf("%s: a move of the list: %s", g.About().Name, fault)
			}
			move := code.String()
			if reader != nil {
				move = reader.MoveText(code)
			} else if code == position.Pass {
				move = ""
			}
			fmt.Fprintf(&text, ";%s[%s]", color.Letter(), move)
		}
		text.WriteString(")\n")
		raw := []byte(text.String())
		derived, err := indexer.Derive(store.Record{Raw: raw, Tree: [2]int{0, len(raw)}, Charset: store.Charset{Name: "utf-8", Confidence: 1}})
		if err != nil {
			b.Fatal(err)
		}
		games = append(games, derived)
	}
	return games
}

// writtenIn returns games as a writer writes them, nil if its format cannot hold them.
func writtenIn(b *testing.B, w format.Writer, games []*store.Game) (written [][]byte) {
	if w.Wide {
		return nil
	}
	for _, g := range games {
		var out bytes.Buffer
		err := w.Write(&out, &format.Written{Game: g, From: indexer.FormatOf(&g.Record), Lost: func(format.Loss) {}})
		if _, unfit := errors.AsType[*format.UnfitError](err); unfit {
			return nil
		}
		if err != nil {
			b.Fatalf("%s: %v", w.Name, err)
		}
		written = append(written, out.Bytes())
	}
	return written
}

// singleFiles writes games into a new folder, one to a file.
func singleFiles(b *testing.B, extension string, games [][]byte) string {
	folder := b.TempDir()
	for i, text := range games {
		writeFile(b, filepath.Join(folder, fmt.Sprint(i, ".", extension)), text)
	}
	return folder
}

func writeFile(b *testing.B, path string, data []byte) string {
	b.Helper()
	if err := os.WriteFile(path, data, 0o666); err != nil {
		b.Fatal(err)
	}
	return path
}

func zipped(b testing.TB, files [][]byte) []byte {
	b.Helper()
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	for i, text := range files {
		w, err := z.Create(fmt.Sprint("go/", i, ".sgf"))
		if err == nil {
			_, err = w.Write(text)
		}
		if err != nil {
			b.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		b.Fatal(err)
	}
	return out.Bytes()
}

func tarred(b testing.TB, files [][]byte) []byte {
	var out bytes.Buffer
	z := gzip.NewWriter(&out)
	t := tar.NewWriter(z)
	for i, text := range files {
		err := t.WriteHeader(&tar.Header{Name: fmt.Sprint("go/", i, ".sgf"), Mode: 0o666, Size: int64(len(text))})
		if err == nil {
			_, err = t.Write(text)
		}
		if err != nil {
			b.Fatal(err)
		}
	}
	for _, c := range []io.Closer{t, z} {
		if err := c.Close(); err != nil {
			b.Fatal(err)
		}
	}
	return out.Bytes()
}
