package indexer_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/simplifiedchinese"

	"kifudb/indexer"
	"kifudb/sgfread/charset"
	"kifudb/store"
)

// Files reads each record in the encoding in which an import reads it, in all
// collections at hand: the one in the repository, one where a record alone would be
// read otherwise than among its neighbors, and those in the folder KIFUDB_REAL.
func TestFilesDecideCharsetsAsImportDoes(t *testing.T) {
	encode := func(text string) string {
		s, err := simplifiedchinese.GBK.NewEncoder().String(text)
		must(t, err)
		return s
	}
	jp, err := japanese.EUCJP.NewEncoder().String("第三期の本因坊戦、黒の中押し勝ちとなりました")
	must(t, err)
	files := map[string]string{
		"cn/0short.sgf": "(;GM[1]PB[" + encode("林") + "])",
		"jp/0short.sgf": "(;GM[1]FF[4]PB[" + encode("林") + "])",
		"cn/list.gib":   "\\HS\n\\[GAMEBLACKNAME=" + encode("中国围棋名人") + "\\]\n\\HE\n\\GS\n2 1 0\n119 0 &4\nINI 0 1 0 &4\nSTO 0 2 1 3 15\n\\GE\n",
		"mixed.sgf":     "(;GM[1]PB[" + encode("柯洁九段") + "])\n(;GM[1]PB[" + jp + "])\n(\x00;\x00G\x00M\x00[\x001\x00]\x00)\x00",
		"wide.sgf":      "\xFF\xFE(\x00;\x00P\x00B\x00[\x00\x97\x67]\x00)\x00",
		"seven.sgf":     "(;CA[ISO-2022-JP]PB[\x1b$B1):,D><y\x1b(B])",
		"shared.sgf":    "(;GM[1]EV[" + jp + "];B[ee](;W[aa]PB[Anna]PW[Bob])(;W[bb]PB[Carl]PW[Dora]))(;GM[1]PB[" + encode("常昊九段") + "])",
		"none.sgf":      "no game here",
	}
	for i := range 6 {
		files[fmt.Sprintf("cn/%d.sgf", i+1)] = "(;GM[1]EV[" + encode("第三届中国围棋名人战 黑中盘胜 北京 上海") + "]RO[" + fmt.Sprint(i) + "])"
		files[fmt.Sprintf("jp/%d.sgf", i+1)] = "(;GM[1]EV[" + jp + "]RO[" + fmt.Sprint(i) + "])"
	}
	made := folder(t, files)
	repository, err := filepath.Abs(filepath.Join(sourceFolder, "..", "testdata", "sgf"))
	must(t, err)
	collections := []string{made, repository}
	if real := os.Getenv("KIFUDB_REAL"); real != "" {
		found, err := filepath.Glob(filepath.Join(real, "*"))
		must(t, err)
		collections = append(collections, found...)
	}
	short := map[string]string{}
	must(t, indexer.Files(t.Context(), []string{made}, &indexer.Options{}, func(f *indexer.File) error {
		if name := filepath.ToSlash(strings.TrimPrefix(f.Path, made)); strings.HasSuffix(name, "short.sgf") {
			short[name] = f.Records[0].Charset.Name
		}
		return nil
	}))
	if short["/cn/0short.sgf"] != charset.GB18030 || short["/jp/0short.sgf"] != charset.EUCJP {
		t.Errorf("the neighbors do not decide: %v", short)
	}
	for _, collection := range collections {
		t.Run(filepath.Base(collection), func(t *testing.T) { decideAlike(t, collection) })
	}
}

// sourceFolder is where the tests of the package are, whatever folder they change to.
var sourceFolder, _ = filepath.Abs(".")

// gamesOfTrees returns for each file the numbers of the games that an import found in a
// tree behind the first one of that tree. Files has a record of each tree only.
func gamesOfTrees(t *testing.T, s *store.Snapshot) map[string][]int {
	shared := map[string][]int{}
	for _, g := range s.Segments() {
		for local := range g.Len() {
			r, err := g.Record(local)
			must(t, err)
			if part, ok := indexer.PartOf(&r); ok && part.Number > 1 {
				shared[r.Source.Path] = append(shared[r.Source.Path], r.Source.Game)
			}
		}
	}
	return shared
}

// decideAlike compares what Files and an import decide for each record of a collection.
func decideAlike(t *testing.T, collection string) {
	ctx := context.Background()
	decided := map[store.Source]store.Charset{}
	o := &indexer.Options{}
	must(t, indexer.Files(ctx, []string{collection}, o, func(f *indexer.File) error {
		for _, r := range f.Records {
			decided[r.Source] = r.Charset
		}
		return nil
	}))
	db, err := store.Open(t.TempDir(), &store.Options{Create: true})
	must(t, err)
	defer db.Close()
	w, err := db.Writer(indexer.Derive)
	must(t, err)
	_, err = indexer.Import(ctx, w, []string{collection}, &indexer.Options{})
	must(t, err)
	must(t, w.Close())
	s, err := db.Snapshot()
	must(t, err)
	defer s.Close()
	shared := gamesOfTrees(t, s)
	compared, others, failed := 0, 0, 0
	charsets := map[string]int{}
	for _, g := range s.Segments() {
		for local := range g.Len() {
			r, err := g.Record(local)
			must(t, err)
			if indexer.FormatOf(&r).Name != "sgf" {
				others++
				continue
			}
			compared++
			charsets[r.Charset.Name]++
			tree := r.Source
			for _, game := range shared[tree.Path] {
				if game <= r.Source.Game {
					tree.Game--
				}
			}
			got, ok := decided[tree]
			if (!ok || got != r.Charset) && failed < 10 {
				failed++
				t.Errorf("%s, game %d: lint reads %v, import %v", r.Source.Path, r.Source.Game+1, got, r.Charset)
			}
		}
	}
	if compared == 0 && !strings.Contains("formats shogi wthor", strings.SplitN(filepath.Base(collection), ".", 2)[0]) && filepath.Ext(collection) != ".md" {
		t.Error("nothing to compare")
	}
	t.Logf("%d records compared, %d in other formats, %v", compared, others, charsets)
}
