package tests

import (
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// allowed says which packages of this module and which outside modules each
// package may import, tests aside. It is the drawing in ARCHITECTURE.md as a
// test. Do not change this table to make a build pass: change the design
// first, in a commit of its own that says why.
var allowed = map[string][]string{
	"kifudb":                   {"kifudb/command"},
	"kifudb/book/alias":        {"kifudb/sgfread/gameinfo", "kifudb/game", "kifudb/sgfread", "kifudb/store", "kifudb/store/fulltext", "kifudb/position", "kifudb/book/alias/pinyin", "github.com/RoaringBitmap/roaring/v2"},
	"kifudb/book/alias/pinyin": {},

	// What makes a table is a program of its own, which no package takes in.
	"kifudb/book/alias/pinyin/generate.go":      {"kifudb/internal/durable"},
	"kifudb/position/chess/opening/generate.go": {"kifudb/internal/durable"},

	"kifudb/archive":                     {"kifudb/position/feature", "kifudb/sgfread/gameinfo", "kifudb/internal/wall", "kifudb/game/clock", "kifudb/game/estimate", "kifudb/game/record", "kifudb/internal/lazy", "kifudb/search/statistics", "kifudb/game", "kifudb/book/alias", "kifudb/book/duplicate", "kifudb/book/evaluation", "kifudb/game/katago", "kifudb/internal/durable", "kifudb/format", "kifudb/format/notations", "kifudb/indexer", "kifudb/indexer/ledger", "kifudb/archive/filename", "kifudb/archive/mirror", "kifudb/archive/upload", "kifudb/game/notation", "kifudb/archive/objects", "kifudb/position", "kifudb/position/shogi", "kifudb/query", "kifudb/search", "kifudb/search/match", "kifudb/sgfread", "kifudb/sgfread/charset", "kifudb/store", "kifudb/store/fulltext", "kifudb/testdata", "kifudb/book/user", "github.com/RoaringBitmap/roaring/v2", "github.com/klauspost/compress", "golang.org/x/text"},
	"kifudb/ask/anki":                    {"zombiezen.com/go/sqlite"},
	"kifudb/ask":                         {"kifudb/ask/anki", "kifudb/archive", "kifudb/archive/lint", "kifudb/book/duplicate", "kifudb/book/user", "kifudb/format", "kifudb/game", "kifudb/game/record", "kifudb/indexer", "kifudb/internal/lazy", "kifudb/position", "kifudb/query", "kifudb/search", "kifudb/search/match", "kifudb/search/statistics", "kifudb/sgfread", "kifudb/sgfread/charset", "kifudb/sgfread/gameinfo", "kifudb/store", "kifudb/store/fulltext", "kifudb/study", "kifudb/study/chart", "github.com/RoaringBitmap/roaring/v2", "golang.org/x/text"},
	"kifudb/ask/dataset":                 {"kifudb/archive", "kifudb/format", "kifudb/game", "kifudb/indexer", "kifudb/position", "kifudb/search/match", "kifudb/sgfread/gameinfo", "kifudb/store", "github.com/RoaringBitmap/roaring/v2", "github.com/parquet-go/parquet-go"},
	"kifudb/bench":                       {"kifudb/..."},
	"kifudb/cluster":                     {"kifudb/archive", "kifudb/archive/objects", "kifudb/cluster/link", "kifudb/internal/monitor", "kifudb/search", "kifudb/store", "github.com/klauspost/compress", "github.com/nats-io/nats.go", "github.com/nats-io/nuid"},
	"kifudb/cluster/link":                {"github.com/nats-io/nats.go", "github.com/nats-io/nkeys"},
	"kifudb/cluster/natsserver":          {"kifudb/cluster/link", "github.com/nats-io/nats.go", "github.com/nats-io/nats-server/v2", "github.com/nats-io/nuid"},
	"kifudb/protocol/mcp":                {"kifudb/archive", "kifudb/archive/export", "kifudb/ask", "kifudb/drawing", "github.com/google/jsonschema-go", "github.com/modelcontextprotocol/go-sdk"},
	"kifudb/internal/plaintext":          {"github.com/jedib0t/go-pretty/v6"},
	"kifudb/internal/linktest":           {},
	"kifudb/internal/shortjson":          {},
	"kifudb/internal/memorydisk":         {},
	"kifudb/cluster/nodetest":            {"kifudb/cluster", "kifudb/cluster/link", "kifudb/cluster/natsserver", "kifudb/book/duplicate", "kifudb/internal/durable", "kifudb/search", "kifudb/store"},
	"kifudb/book/duplicate":              {"kifudb/book/alias", "kifudb/internal/durable", "kifudb/game", "kifudb/position", "kifudb/store", "kifudb/store/fulltext", "kifudb/book/user", "github.com/RoaringBitmap/roaring/v2", "github.com/cespare/xxhash/v2"},
	"kifudb/internal/durable":            {"github.com/gofrs/flock"},
	"kifudb/internal/beacon":             {"kifudb/internal/durable", "github.com/gofrs/flock"},
	"kifudb/command":                     {"kifudb/internal/plaintext", "kifudb/archive", "kifudb/archive/engine", "kifudb/archive/export", "kifudb/archive/benchmark", "kifudb/archive/lint", "kifudb/bench", "kifudb/ask/dataset", "kifudb/command/answer", "kifudb/command/book", "kifudb/command/help", "kifudb/command/nodes", "kifudb/command/phrase", "kifudb/command/programs", "kifudb/command/run", "kifudb/command/study", "kifudb/command/table", "kifudb/command/terminal", "kifudb/internal/beacon", "kifudb/internal/garbage", "kifudb/internal/lazy", "kifudb/paper", "kifudb/web", "kifudb/drawing", "github.com/urfave/cli/v2"},
	"kifudb/command/answer":              {"kifudb/internal/plaintext", "kifudb/archive", "kifudb/archive/export", "kifudb/ask", "kifudb/command/phrase", "kifudb/command/run", "kifudb/command/table", "kifudb/command/terminal", "kifudb/game", "kifudb/position", "github.com/urfave/cli/v2"},
	"kifudb/command/book":                {"kifudb/internal/plaintext", "kifudb/archive", "kifudb/ask", "kifudb/command/answer", "kifudb/command/phrase", "kifudb/command/run", "kifudb/command/table", "kifudb/command/terminal", "kifudb/internal/lazy", "kifudb/position", "github.com/urfave/cli/v2"},
	"kifudb/command/help":                {"kifudb/doc", "kifudb/internal/plaintext", "kifudb/archive", "kifudb/archive/export", "kifudb/command/answer", "kifudb/command/phrase", "kifudb/command/run", "kifudb/command/terminal", "github.com/urfave/cli/v2"},
	"kifudb/cmd/kifudb-node":             {"kifudb/command", "kifudb/command/node"},
	"kifudb/command/node":                {"kifudb/internal/monitor", "kifudb/internal/plaintext", "kifudb/archive", "kifudb/cluster", "kifudb/cluster/link", "kifudb/cluster/natsserver", "kifudb/command/nodes", "kifudb/command/phrase", "kifudb/command/run", "kifudb/internal/garbage", "kifudb/internal/lazy", "github.com/johannesboyne/gofakes3", "github.com/nats-io/nats.go"},
	"kifudb/command/nodes":               {"kifudb/internal/plaintext", "kifudb/archive", "kifudb/cluster", "kifudb/cluster/link", "kifudb/command/phrase", "kifudb/command/run", "kifudb/command/table", "kifudb/command/terminal", "github.com/urfave/cli/v2"},
	"kifudb/command/programs":            {"kifudb/internal/plaintext", "kifudb/archive", "kifudb/command/help", "kifudb/command/phrase", "kifudb/command/run", "kifudb/command/terminal", "kifudb/game", "kifudb/internal/beacon", "kifudb/protocol/choice", "kifudb/protocol/gtp", "kifudb/protocol/lichess", "kifudb/protocol/mcp", "kifudb/protocol/usi", "github.com/urfave/cli/v2"},
	"kifudb/protocol/choice":             {"kifudb/archive", "kifudb/ask", "kifudb/position"},
	"kifudb/protocol/gtp":                {"kifudb/archive", "kifudb/position", "kifudb/protocol/choice", "kifudb/protocol/line"},
	"kifudb/protocol/lichess":            {"kifudb/archive", "kifudb/archive/export", "kifudb/ask", "kifudb/position/chess", "kifudb/position/chess/opening", "kifudb/store"},
	"kifudb/protocol/line":               {},
	"kifudb/protocol/usi":                {"kifudb/archive", "kifudb/game", "kifudb/position", "kifudb/protocol/choice", "kifudb/protocol/line"},
	"kifudb/command/run":                 {"kifudb/internal/monitor", "kifudb/internal/plaintext", "kifudb/archive", "kifudb/archive/export", "kifudb/archive/objects", "kifudb/archive/objects/s3", "kifudb/ask", "kifudb/cluster", "kifudb/cluster/link", "kifudb/command/phrase", "kifudb/command/terminal", "kifudb/internal/lazy", "kifudb/paper", "kifudb/paper/formats", "github.com/urfave/cli/v2"},
	"kifudb/command/study":               {"kifudb/internal/plaintext", "kifudb/archive", "kifudb/archive/export", "kifudb/ask", "kifudb/ask/anki", "kifudb/ask/openingbook", "kifudb/command/answer", "kifudb/command/phrase", "kifudb/command/run", "kifudb/command/table", "kifudb/command/terminal", "kifudb/game", "kifudb/position", "kifudb/study/chart", "kifudb/paper/report", "github.com/urfave/cli/v2"},
	"kifudb/command/phrase":              {"golang.org/x/text"},
	"kifudb/command/table":               {"kifudb/internal/plaintext", "kifudb/command/terminal", "kifudb/internal/spreadsheet", "github.com/jedib0t/go-pretty/v6"},
	"kifudb/command/terminal":            {"kifudb/internal/plaintext", "kifudb/internal/lazy", "github.com/jedib0t/go-pretty/v6", "golang.org/x/term"},
	"kifudb/indexer":                     {"kifudb/sgfread/gameinfo", "kifudb/internal/wall", "kifudb/internal/regular", "kifudb/game/clock", "kifudb/game/estimate", "kifudb/format/goserver", "kifudb/game", "kifudb/game/record", "kifudb/format", "kifudb/format/notations", "kifudb/format/othello", "kifudb/format/parquet", "kifudb/format/pgn", "kifudb/format/renlib", "kifudb/format/table", "kifudb/format/unread", "kifudb/sgfread", "kifudb/sgfread/charset", "kifudb/position", "kifudb/position/shogi", "kifudb/store", "kifudb/indexer/ledger", "github.com/bodgit/sevenzip", "github.com/klauspost/compress", "github.com/mholt/archives", "github.com/nwaples/rardecode/v2", "golang.org/x/text"},
	"kifudb/query":                       {"kifudb/position/feature", "kifudb/sgfread/gameinfo", "kifudb/game/clock", "kifudb/game/estimate", "kifudb/game", "kifudb/book/alias", "kifudb/position", "kifudb/sgfread", "kifudb/store", "kifudb/store/fulltext", "kifudb/book/user", "github.com/RoaringBitmap/roaring/v2", "github.com/go-json-experiment/json"},
	"kifudb/search":                      {"kifudb/internal/wall", "kifudb/sgfread/gameinfo", "kifudb/search/statistics", "kifudb/game", "kifudb/book/alias", "kifudb/book/duplicate", "kifudb/position", "kifudb/query", "kifudb/search/match", "kifudb/sgfread", "kifudb/store", "kifudb/store/fulltext", "kifudb/book/user", "github.com/RoaringBitmap/roaring/v2", "github.com/go-json-experiment/json"},
	"kifudb/search/match":                {"kifudb/store/features", "kifudb/position/feature", "kifudb/game/clock", "kifudb/game/estimate", "kifudb/format", "kifudb/sgfread", "kifudb/sgfread/charset", "kifudb/game", "kifudb/book/alias", "kifudb/position", "kifudb/query", "kifudb/store", "kifudb/store/fulltext", "kifudb/store/columns", "github.com/RoaringBitmap/roaring/v2", "github.com/go-json-experiment/json"},
	"kifudb/store":                       {"kifudb/store/disk", "kifudb/store/fulltext", "kifudb/internal/wall", "kifudb/game", "kifudb/internal/durable", "kifudb/internal/regular", "kifudb/position", "kifudb/position/feature", "kifudb/store/columns", "kifudb/store/features", "kifudb/store/pages", "kifudb/store/parity", "kifudb/store/postings", "github.com/RoaringBitmap/roaring/v2", "github.com/cespare/xxhash/v2", "github.com/gofrs/flock", "github.com/klauspost/compress", "go.etcd.io/bbolt", "golang.org/x/text"},
	"kifudb/store/disk":                  {"kifudb/internal/durable", "kifudb/internal/regular", "kifudb/store/pages", "github.com/cespare/xxhash/v2", "github.com/edsrzf/mmap-go", "github.com/klauspost/compress", "golang.org/x/sys"},
	"kifudb/store/fulltext":              {"kifudb/store/disk", "kifudb/store/han", "github.com/RoaringBitmap/roaring/v2", "github.com/blevesearch/bleve/v2", "github.com/blevesearch/bleve_index_api", "go.etcd.io/bbolt", "golang.org/x/text"},
	"kifudb/store/features":              {"kifudb/game", "kifudb/position", "kifudb/position/feature", "github.com/RoaringBitmap/roaring/v2"},
	"kifudb/store/columns":               {"kifudb/position", "kifudb/store/pages", "github.com/RoaringBitmap/roaring/v2", "golang.org/x/sys"},
	"kifudb/game/clock":                  {"kifudb/sgfread/gameinfo", "kifudb/internal/lazy", "kifudb/sgfread"},
	"kifudb/game/estimate":               {"kifudb/internal/lazy", "kifudb/sgfread"},
	"kifudb/indexer/ledger":              {"kifudb/internal/durable", "kifudb/store", "github.com/klauspost/compress", "go.etcd.io/bbolt"},
	"kifudb/archive/benchmark":           {"kifudb/archive", "kifudb/game", "kifudb/internal/durable", "kifudb/position", "kifudb/query", "kifudb/store", "github.com/klauspost/compress"},
	"kifudb/archive/export":              {"kifudb/archive", "kifudb/archive/filename", "kifudb/format", "kifudb/game", "kifudb/game/notation", "kifudb/indexer", "kifudb/internal/spreadsheet", "kifudb/sgfread", "kifudb/sgfread/charset", "kifudb/store"},
	"kifudb/archive/filename":            {"kifudb/internal/lazy", "golang.org/x/text"},
	"kifudb/archive/lint":                {"kifudb/archive", "kifudb/format", "kifudb/game", "kifudb/game/record", "kifudb/indexer", "kifudb/position", "kifudb/sgfread", "kifudb/sgfread/charset", "kifudb/store"},
	"kifudb/archive/mirror":              {"kifudb/internal/wall", "kifudb/book/duplicate", "kifudb/internal/durable", "kifudb/indexer/ledger", "kifudb/archive/objects", "kifudb/store", "kifudb/book/user", "github.com/gofrs/flock"},
	"kifudb/archive/upload":              {"kifudb/archive/filename", "kifudb/archive/mirror", "kifudb/internal/durable", "kifudb/internal/wall", "github.com/klauspost/compress"},
	"kifudb/archive/objects":             {"kifudb/internal/durable", "github.com/gofrs/flock"},
	"kifudb/archive/objects/objectstest": {"kifudb/archive/objects"},
	"kifudb/archive/objects/s3":          {"kifudb/archive/objects", "kifudb/internal/lazy", "github.com/minio/minio-go/v7"},
	"kifudb/store/han":                   {},
	"kifudb/store/pages":                 {},
	"kifudb/store/pages/pagestest":       {"kifudb/store/pages"},
	"kifudb/store/parity":                {"github.com/klauspost/reedsolomon"},
	"kifudb/store/postings":              {"kifudb/position", "kifudb/store/pages"},
	"kifudb/book/user":                   {"kifudb/internal/wall", "kifudb/book/alias", "kifudb/internal/durable", "kifudb/store", "github.com/gofrs/flock", "github.com/RoaringBitmap/roaring/v2", "go.etcd.io/bbolt", "golang.org/x/text"},
	"kifudb/archive/engine":              {"kifudb/game/katago"},
	"kifudb/archive/engine/enginetest":   {"kifudb/game/katago", "kifudb/internal/durable", "kifudb/position"},
	"kifudb/book/evaluation":             {"kifudb/game/estimate", "kifudb/internal/durable", "kifudb/store", "github.com/gofrs/flock"},
	"kifudb/game/katago":                 {"kifudb/position"},
	"kifudb/position":                    {},
	"kifudb/position/feature":            {"kifudb/position"},
	"kifudb/position/shogi":              {"kifudb/internal/lazy", "kifudb/position", "kifudb/position/feature"},
	"kifudb/position/othello":            {"kifudb/position", "kifudb/position/feature"},
	"kifudb/position/tactics":            {"kifudb/position", "kifudb/position/feature", "kifudb/position/ladder"},
	"kifudb/position/chess":              {"kifudb/position", "kifudb/position/feature"},
	"kifudb/position/loa":                {"kifudb/position"},
	"kifudb/position/ladder":             {"kifudb/position"},
	"kifudb/position/chess/opening":      {"kifudb/position", "kifudb/position/chess"},
	"kifudb/game":                        {"kifudb/game/estimate", "kifudb/game/clock", "kifudb/internal/lazy", "kifudb/game/notation", "kifudb/position", "kifudb/position/chess", "kifudb/position/chess/opening", "kifudb/position/feature", "kifudb/position/loa", "kifudb/position/othello", "kifudb/position/shogi", "kifudb/position/shogi/naming", "kifudb/position/tactics"},
	"kifudb/game/notation":               {"kifudb/internal/lazy", "kifudb/position/shogi"},
	"kifudb/game/record":                 {"kifudb/game", "kifudb/position", "kifudb/sgfread"},
	"kifudb/sgfread":                     {"kifudb/sgfread/gameinfo"},
	"kifudb/search/statistics":           {},
	"kifudb/study/chart":                 {"github.com/jedib0t/go-pretty/v6", "golang.org/x/text"},
	"kifudb/study":                       {"kifudb/game/estimate", "kifudb/game", "kifudb/book/alias", "kifudb/book/duplicate", "kifudb/position", "kifudb/query", "kifudb/search", "kifudb/search/match", "kifudb/sgfread", "kifudb/search/statistics", "kifudb/store", "kifudb/book/user", "github.com/RoaringBitmap/roaring/v2"},
	"kifudb/sgfread/gameinfo":            {},
	"kifudb/sgfread/charset":             {"golang.org/x/text"},
	"kifudb/testdata":                    {},
	"kifudb/doc":                         {"kifudb/internal/plaintext", "github.com/yuin/goldmark"},
	"kifudb/web":                         {"kifudb/doc", "kifudb/internal/monitor", "kifudb/internal/shortjson", "kifudb/internal/wall", "kifudb/archive", "kifudb/archive/export", "kifudb/ask", "kifudb/paper", "kifudb/paper/formats", "kifudb/paper/html", "kifudb/study/chart", "kifudb/drawing", "kifudb/paper/report", "github.com/danielgtaylor/huma/v2", "github.com/klauspost/compress", "golang.org/x/text", "golang.org/x/time"},

	"kifudb/ask/openingbook": {"kifudb/archive", "kifudb/ask", "kifudb/game", "kifudb/position", "kifudb/position/chess", "kifudb/position/othello", "kifudb/position/shogi", "kifudb/search/match", "kifudb/store"},

	"kifudb/position/shogi/naming": {"kifudb/position/shogi"},

	"kifudb/format":           {"kifudb/game/clock", "kifudb/position", "kifudb/game/record", "kifudb/sgfread", "kifudb/sgfread/charset", "kifudb/store"},
	"kifudb/format/table":     {"kifudb/internal/lazy", "kifudb/format", "kifudb/sgfread", "kifudb/sgfread/charset", "kifudb/store"},
	"kifudb/format/goserver":  {"kifudb/sgfread/gameinfo", "kifudb/game/clock", "kifudb/internal/lazy", "kifudb/format", "kifudb/position", "kifudb/sgfread", "kifudb/sgfread/charset", "kifudb/store"},
	"kifudb/format/notations": {"kifudb/sgfread/gameinfo", "kifudb/game/clock", "kifudb/format", "kifudb/game/notation", "kifudb/position", "kifudb/position/shogi", "kifudb/sgfread", "kifudb/sgfread/charset", "kifudb/store"},
	"kifudb/format/othello":   {"kifudb/sgfread/gameinfo", "kifudb/format", "kifudb/position", "kifudb/position/othello", "kifudb/sgfread", "kifudb/store"},
	"kifudb/format/pgn":       {"kifudb/sgfread/gameinfo", "kifudb/internal/lazy", "kifudb/format", "kifudb/game", "kifudb/position", "kifudb/position/chess", "kifudb/sgfread", "kifudb/sgfread/charset", "kifudb/store"},
	"kifudb/format/parquet":   {"kifudb/format", "kifudb/sgfread/charset", "kifudb/store", "github.com/parquet-go/parquet-go"},
	"kifudb/format/renlib":    {"kifudb/format", "kifudb/position", "kifudb/sgfread/charset"},
	"kifudb/format/unread":    {"kifudb/internal/lazy", "kifudb/format", "kifudb/game/notation", "kifudb/sgfread/charset"},

	"kifudb/archive/archivetest":  {"kifudb/archive", "kifudb/indexer/indexertest"},
	"kifudb/indexer/indexertest":  {"kifudb/indexer", "kifudb/internal/durable", "kifudb/store", "kifudb/testdata"},
	"kifudb/internal/garbage":     {},
	"kifudb/internal/lazy":        {},
	"kifudb/internal/spreadsheet": {"kifudb/internal/lazy"},
	"kifudb/internal/regular":     {},
	"kifudb/drawing":              {"kifudb/archive", "kifudb/ask", "kifudb/game", "golang.org/x/image"},
	"kifudb/paper":                {"kifudb/archive", "kifudb/ask", "kifudb/game", "kifudb/drawing", "kifudb/study/chart", "golang.org/x/text"},
	"kifudb/paper/formats":        {"kifudb/paper", "kifudb/paper/epub", "kifudb/paper/html", "kifudb/paper/pdf", "kifudb/paper/tex", "kifudb/paper/text"},
	"kifudb/paper/report":         {"kifudb/archive", "kifudb/ask", "kifudb/drawing", "kifudb/paper", "kifudb/study/chart"},
	"kifudb/paper/text":           {"kifudb/internal/plaintext", "kifudb/command/terminal", "kifudb/paper", "kifudb/drawing", "kifudb/study/chart"},
	"kifudb/paper/html":           {"kifudb/paper", "kifudb/drawing"},
	"kifudb/paper/epub":           {"kifudb/paper", "kifudb/paper/html"},
	"kifudb/paper/pdf":            {"kifudb/paper", "kifudb/paper/html", "kifudb/paper/typeface", "kifudb/drawing", "github.com/rivo/uniseg", "golang.org/x/text"},
	"kifudb/paper/tex":            {"kifudb/paper", "kifudb/paper/html", "kifudb/drawing", "golang.org/x/text"},
	"kifudb/paper/typeface":       {"kifudb/internal/regular", "golang.org/x/image"},
	"kifudb/paper/papertest":      {"kifudb/ask", "kifudb/game", "kifudb/paper", "kifudb/drawing"},
	"kifudb/internal/cputime":     {},
	"kifudb/internal/testsize":    {},
	"kifudb/internal/monitor":     {"github.com/prometheus/client_golang"},
	"kifudb/internal/wall":        {},
}

func TestImports(t *testing.T) {
	seen := map[string]bool{}
	for file, imports := range sources(t) {
		pkg := "kifudb"
		if dir := filepath.ToSlash(filepath.Dir(file)); dir != "." {
			pkg += "/" + dir
		}
		if own := pkg + "/" + filepath.Base(file); allowed[own] != nil {
			pkg = own
		}
		may, ok := allowed[pkg]
		if !ok {
			t.Errorf("%s: package %s is not in the table", file, pkg)
			continue
		}
		seen[pkg] = true
		for _, path := range imports {
			if !strings.Contains(path, ".") && !strings.HasPrefix(path, "kifudb") {
				continue // standard library
			}
			if !slices.ContainsFunc(may, func(rule string) bool { return covers(rule, path) }) {
				t.Errorf("%s imports %s, which %s may not", file, path, pkg)
			}
		}
	}
	for pkg := range allowed {
		if !seen[pkg] {
			t.Errorf("package %s is in the table but not in the tree", pkg)
		}
	}
}

// TestFoldersAreLayers checks that also the folders at the top can be drawn one below the
// other: whatever of a folder imports something of another, nothing leads back.
func TestFoldersAreLayers(t *testing.T) {
	below := map[string]map[string]bool{} // folder → folders that it imports
	for file, imports := range sources(t) {
		folder, _, _ := strings.Cut(filepath.ToSlash(file), "/")
		if below[folder] == nil {
			below[folder] = map[string]bool{}
		}
		for _, path := range imports {
			if rest, ok := strings.CutPrefix(path, "kifudb/"); ok {
				other, _, _ := strings.Cut(rest, "/")
				below[folder][other] = true
			}
		}
		delete(below[folder], folder)
	}
	for len(below) > 0 {
		ground := []string{} // folders that import none of those that are left
		for folder, others := range below {
			if !slices.ContainsFunc(slices.Collect(maps.Keys(others)), func(other string) bool { return below[other] != nil }) {
				ground = append(ground, folder)
			}
		}
		if len(ground) == 0 {
			t.Fatalf("these folders import each other in a circle: %v", slices.Sorted(maps.Keys(below)))
		}
		for _, folder := range ground {
			delete(below, folder)
		}
	}
}

// covers reports whether a rule allows a path: itself, a package below an
// outside module, or everything below "kifudb/...".
func covers(rule, path string) bool {
	if prefix, ok := strings.CutSuffix(rule, "..."); ok {
		return strings.HasPrefix(path, prefix)
	}
	return path == rule || !strings.HasPrefix(rule, "kifudb") && strings.HasPrefix(path, rule+"/")
}

// sources returns the imports of every non-test Go file of the module.
func sources(t *testing.T) map[string][]string {
	t.Helper()
	files := map[string][]string{}
	err := filepath.WalkDir(".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() && path != "." && (strings.HasPrefix(entry.Name(), ".") || isModule(path)) {
			return filepath.SkipDir
		}
		if entry.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		var imports []string
		for _, spec := range f.Imports {
			name, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				return err
			}
			imports = append(imports, name)
		}
		files[path] = imports
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(files) == 0 {
		t.Fatal("no source files found")
	}
	return files
}

// isModule reports whether a folder is a module of its own: a machine may keep
// those that were downloaded below the checkout.
func isModule(folder string) bool {
	_, err := os.Stat(filepath.Join(folder, "go.mod"))
	return err == nil
}

// writers are the packages that may write files by themselves. All others ask
// kifudb/internal/durable, so that no file is replaced unasked, is half there under its
// name, or has a name before it is on the disk.
var writers = []string{"store/", "bench/", "indexer/ledger/", "internal/durable/"}

var writingCall = regexp.MustCompile(`\bos\.(Create|CreateTemp|WriteFile|OpenFile|Rename|Link|Symlink)\(`)

func TestFilesAreWrittenInOnePlace(t *testing.T) {
	for file := range sources(t) {
		if slices.ContainsFunc(writers, func(dir string) bool { return strings.HasPrefix(filepath.ToSlash(file), dir) }) {
			continue
		}
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(string(data), "\n")
		if lines[0] == "//go:build ignore" {
			continue // a generator, which replaces its own table
		}
		for number, line := range lines {
			if strings.Contains(line, `os.CreateTemp("", `) {
				continue // scratch, which nobody looks for
			}
			if call := writingCall.FindString(line); call != "" {
				t.Errorf("%s:%d: %s; kifudb/internal/durable writes files", file, number+1, call)
			}
		}
	}
}
