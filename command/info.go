package command

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"kifudb/duplicate"
	"kifudb/query"
	"kifudb/store"
)

func infoCommand() *cli.Command {
	return &cli.Command{
		Name:      "info",
		Usage:     "say what is in the archive and what takes how much space",
		UsageText: "kifudb info [--json]",
		Description: `Counts the games by board, encoding and problems, and the bytes by what they are
for: records are the raw records, packed; positions and columns find positions
and patterns; scripts are the moves; the dictionary holds names, events and the
like, names and words of comments are the indexes of their words.`,
		Flags: []cli.Flag{
			&cli.BoolFlag{Name: "json", Usage: "print JSON, of everything all"},
		},
		Action: func(c *cli.Context) error {
			path, err := archivePath(c)
			if err != nil {
				return err
			}
			s, done, err := openSnapshot(c)
			if err != nil {
				return err
			}
			defer done()
			a, err := takeStock(path, s)
			if err != nil {
				return err
			}
			if c.Bool("json") {
				return printJSON(c.App.Writer, a)
			}
			return a.print(c.App.Writer)
		},
	}
}

// An inventory is what info says of an archive.
type inventory struct {
	Archive    string           `json:"archive"`
	Version    string           `json:"version"` // of the program
	Format     int              `json:"format"`
	Generation uint64           `json:"generation"`
	Games      int              `json:"games"`
	Removed    int              `json:"removed"` // until compact
	Segments   int              `json:"segments"`
	Indexed    int              `json:"commentsIndexed"` // games
	IDs        int              `json:"ids"`             // those of removed games included
	Bytes      int64            `json:"bytes"`
	RawBytes   int64            `json:"rawBytes"` // of the records as they came
	Parts      []store.Part     `json:"-"`
	PartBytes  map[string]int64 `json:"parts"`
	Oldest     string           `json:"oldest,omitempty"`
	Newest     string           `json:"newest,omitempty"`
	Boards     map[string]int   `json:"boards"`
	Charsets   map[string]int   `json:"charsets"`
	Problems   map[string]int   `json:"problems"`
}

// takeStock counts what is in an archive.
func takeStock(path string, s *store.Snapshot) (*inventory, error) {
	text := s.Text()
	a := &inventory{
		Archive: path, Version: version(), Format: s.Format(), Generation: s.Generation(),
		Games: s.Len(), Segments: len(s.Segments()), Indexed: text.Indexed, IDs: text.Games,
		RawBytes: s.RawBytes(), Parts: s.Parts(), PartBytes: map[string]int64{},
		Boards: map[string]int{}, Charsets: map[string]int{}, Problems: map[string]int{},
	}
	var err error
	if a.Bytes, err = folderSize(path); err != nil {
		return nil, err
	}
	if err := a.besides(path); err != nil {
		return nil, err
	}
	var oldest, newest int32
	for _, g := range s.Segments() {
		a.Removed += int(g.Removed().GetCardinality())
		for it := g.Live().Iterator(); it.HasNext(); {
			facts := g.Facts(int(it.Next()))
			a.Boards[boardName(facts)]++
			if facts.DateLo > 0 && (oldest == 0 || facts.DateLo < oldest) {
				oldest = facts.DateLo
			}
			newest = max(newest, facts.DateHi)
		}
		for charset, games := range g.Values("charset") {
			a.Charsets[charset] += int(games.GetCardinality())
		}
		for problem, games := range g.Values("problem") {
			a.Problems[problem] += int(games.GetCardinality())
		}
	}
	a.Oldest, a.Newest = isoDate(oldest), isoDate(newest)
	return a, nil
}

// besides adds to the parts what lies in the folder beside the segments.
func (a *inventory) besides(path string) error {
	left := a.Bytes
	for _, part := range a.Parts {
		left -= part.Bytes
	}
	for name, what := range map[string]string{"user.db": "tags, notes, searches", "ledger.db": "ledger of imports", duplicate.FileName: "duplicates", "MANIFEST": "manifest"} {
		info, err := os.Stat(filepath.Join(path, name))
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return err
		}
		a.Parts = append(a.Parts, store.Part{Name: what, Bytes: info.Size()})
		left -= info.Size()
	}
	if left > 0 {
		a.Parts = append(a.Parts, store.Part{Name: "left over", Bytes: left})
	}
	slices.SortFunc(a.Parts, func(x, y store.Part) int {
		return cmp.Or(cmp.Compare(y.Bytes, x.Bytes), strings.Compare(x.Name, y.Name))
	})
	for _, part := range a.Parts {
		a.PartBytes[part.Name] = part.Bytes
	}
	return nil
}

// boardName says on what board a game was played.
func boardName(f store.Facts) string {
	if f.Game == gameGo {
		return f.Size.String()
	}
	return query.GameName(int(f.Game))
}

// isoDate writes a day as facts hold it, yyyymmdd; "" for 0.
func isoDate(day int32) string {
	if day == 0 {
		return ""
	}
	return fmt.Sprintf("%04d-%02d-%02d", day/10000, day/100%100, day%100)
}

func (a *inventory) print(w io.Writer) error {
	if _, err := fmt.Fprintf(w, "Archive %s\nformat %d, read by kifudb %s\n\n", a.Archive, a.Format, a.Version); err != nil {
		return err
	}
	t := newTable("", "", "")
	t.alignRight(1)
	t.row("games", number(a.Games), "")
	t.rowIf(a.Removed > 0, "removed", number(a.Removed), "'kifudb remove --list' shows them, 'kifudb compact' deletes them for good")
	t.rowIf(a.Indexed < a.IDs, "comments indexed", number(a.Indexed), "games; the next import goes on")
	t.rowIf(a.Indexed == a.IDs && a.IDs > 0, "comments indexed", "all", "")
	t.row("segments", number(a.Segments), "")
	t.row("bytes", number(int(a.Bytes)), perGame(a.Bytes, a.Games))
	t.rowIf(a.RawBytes > 0, "raw records", number(int(a.RawBytes)), fmt.Sprintf("%s; the archive is %.2f times as large", perGame(a.RawBytes, a.Games), float64(a.Bytes)/float64(max(a.RawBytes, 1))))
	t.rowIf(a.Oldest != "", "dates", "", a.Oldest+" to "+a.Newest)
	if err := t.print(w); err != nil {
		return err
	}
	if a.Games == 0 {
		return nil
	}
	fmt.Fprintln(w)
	t = newTable("part", "bytes", "a game", "share")
	t.alignRight(1, 2, 3)
	for _, part := range a.Parts {
		t.row(part.Name, number(int(part.Bytes)), number(int(part.Bytes)/a.Games), fmt.Sprintf("%.1f %%", 100*float64(part.Bytes)/float64(max(a.Bytes, 1))))
	}
	if err := t.print(w); err != nil {
		return err
	}
	for _, list := range []struct {
		head, field string
		counts      map[string]int
	}{{"board", "", a.Boards}, {"charset", "charset", a.Charsets}, {"problem", "problem", a.Problems}} {
		if err := printCounts(w, list.head, list.field, list.counts); err != nil {
			return err
		}
	}
	return nil
}

// printCounts prints the most frequent values of a field with their games.
func printCounts(w io.Writer, head, field string, counts map[string]int) error {
	const most = 12
	if len(counts) == 0 {
		return nil
	}
	fmt.Fprintln(w)
	t := newTable(head, "games", "")
	t.alignRight(1)
	rest := 0
	for i, name := range sortedByCount(counts) {
		if i >= most {
			rest += counts[name]
			continue
		}
		search := ""
		if field != "" && i == 0 {
			search = fmt.Sprintf("kifudb search %s:%s", field, name)
		}
		t.row(name, number(counts[name]), search)
	}
	t.rowIf(rest > 0, fmt.Sprintf("%d others", len(counts)-most), number(rest), "all with --json")
	return t.print(w)
}

func perGame(bytes int64, games int) string {
	if games == 0 {
		return ""
	}
	return fmt.Sprintf("%s a game", number(int(bytes)/games))
}

func folderSize(path string) (int64, error) {
	var total int64
	err := filepath.WalkDir(path, func(_ string, entry fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil // a writer has just taken it away
		}
		if err != nil || entry.IsDir() {
			return err
		}
		info, err := entry.Info()
		if err == nil {
			total += info.Size()
		}
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		return err
	})
	return total, err
}
