package archive

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"kifudb/archive/mirror"
	"kifudb/book/duplicate"
	"kifudb/book/user"
	"kifudb/game"
	"kifudb/indexer/ledger"
	"kifudb/sgfread/gameinfo"
	"kifudb/store"
)

// An Inventory says what is in an archive and what takes how much space.
type Inventory struct {
	Archive    string           `json:"archive" doc:"Folder of the archive, or its address in an object store."`
	Version    string           `json:"version" doc:"Version of kifudb that answers."`
	Format     int              `json:"format" doc:"Version of the archive's format on disk."`
	Generation uint64           `json:"generation" doc:"Number of the archive's last commit. Each change adds one."`
	Games      int              `json:"games" doc:"Number of games, without removed ones."`
	Removed    int              `json:"removed" doc:"Number of removed games that still take space. Compacting deletes them."`
	Segments   int              `json:"segments" doc:"Number of segments."`
	Indexed    int              `json:"comments_indexed" doc:"Number of games whose comments are indexed, removed ones included."`
	Observed   int              `json:"board_indexed" doc:"Number of games in the index of what moves do on the board, removed ones included."`
	IDs        int              `json:"ids" doc:"Number of games in the segments, removed ones included."`
	Bytes      int64            `json:"bytes" doc:"Size of the archive, in bytes."`
	RawBytes   int64            `json:"raw_bytes" doc:"Size of the records as they came, in bytes."`
	Parts      []store.Part     `json:"-"`
	PartBytes  map[string]int64 `json:"parts" doc:"Size of each part of the archive, in bytes."`
	Oldest     string           `json:"oldest,omitempty" doc:"Date of the oldest game. Missing if no game has a date."`
	Newest     string           `json:"newest,omitempty" doc:"Date of the newest game. Missing if no game has a date."`
	Boards     map[string]int   `json:"boards" doc:"Number of games by size of the board (19x19), or by name in games other than Go."`
	Charsets   map[string]int   `json:"charsets" doc:"Number of games by encoding of the record."`
	Problems   map[string]int   `json:"problems" doc:"Number of games by code of the faults in their records."`
}

// Inventory counts what is in the archive. The version of the program is the
// caller's to fill in.
func (v *View) Inventory() (*Inventory, error) {
	path, s := v.archive.Dir(), v.snapshot
	text := s.Text()
	a := &Inventory{
		Archive: v.archive.Location(), Format: s.Format(), Generation: s.Generation(),
		Games: s.Len(), Segments: len(s.Segments()), Indexed: text.Indexed, IDs: text.Games,
		Observed: s.FeatureStats().Indexed, RawBytes: s.RawBytes(), PartBytes: map[string]int64{},
		Boards: map[string]int{}, Charsets: map[string]int{}, Problems: map[string]int{},
	}
	var err error
	if a.Parts, err = s.Parts(); err != nil {
		return nil, err
	}
	if m := v.archive.mirror; m != nil {
		a.inStore(m.Sizes())
	} else if err := a.inFolder(path); err != nil {
		return nil, err
	}
	a.sortParts()
	var played factCounts
	for _, g := range s.Segments() {
		a.Removed += int(g.Removed().GetCardinality())
		g.FilterFacts(g.Live(), store.AllFacts, played.add)
		for charset, games := range g.Values("charset") {
			a.Charsets[charset] += int(games.GetCardinality())
		}
		for problem, games := range g.Values("problem") {
			a.Problems[problem] += int(games.GetCardinality())
		}
	}
	played.end()
	for board, games := range played.boards {
		a.Boards[boardName(board)] += games
	}
	a.Oldest, a.Newest = isoDate(played.oldest), isoDate(played.newest)
	return a, s.Err()
}

// factCounts are counts of the facts of all games, of which there may be millions: most are on the
// same board as the one before.
type factCounts struct {
	boards         map[store.Facts]int // by the game and the size; all else is zero
	board          store.Facts         // the last one
	games          int                 // on it, that are not in boards yet
	oldest, newest int32
}

// add counts a game. It keeps none.
func (c *factCounts) add(f *store.Facts) bool {
	if f.Game != c.board.Game || f.Size != c.board.Size {
		c.end()
		c.board = store.Facts{Game: f.Game, Size: f.Size}
	}
	c.games++
	if f.DateLo > 0 && f.DateHi != gameinfo.Latest { // not unknown, before Christ, "before 1700" or "since 1955"
		if c.oldest == 0 || f.DateLo < c.oldest {
			c.oldest = f.DateLo
		}
		c.newest = max(c.newest, f.DateHi)
	}
	return false
}

// end counts the games on the last board.
func (c *factCounts) end() {
	if c.games == 0 {
		return
	}
	if c.boards == nil {
		c.boards = map[store.Facts]int{}
	}
	c.boards[c.board] += c.games
	c.games = 0
}

// PartBoard is the part with what moves do on the board.
const PartBoard = "index of the board"

// The parts beside those of segments.
const (
	partManifests = "manifests"
	partRolls     = "digests for importers"
	partUser      = "tags, notes, searches"
	partUserCopy  = "a copy of them"
	partLedger    = "ledger of imports"
	partClusters  = "duplicates"
	partUploads   = "uploaded files"
	partLeft      = "left over"
)

// inStore adds to the parts what is beside the segments in an object store, the ledgers of all
// computers among it. What of the archive is on this computer is no measure: a bounded cache has
// less, others more than one commit.
func (a *Inventory) inStore(s mirror.Sizes) {
	a.Parts = slices.DeleteFunc(a.Parts, func(p store.Part) bool { return p.Name == partManifests })
	for _, part := range []store.Part{{Name: partManifests, Bytes: s.Manifests}, {Name: partRolls, Bytes: s.Rolls}, {Name: partUser, Bytes: s.User}, {Name: partLedger, Bytes: s.Ledgers}, {Name: partClusters, Bytes: s.Clusters}} {
		if part.Bytes > 0 {
			a.Parts = append(a.Parts, part)
		}
	}
	for _, part := range a.Parts {
		a.Bytes += part.Bytes
	}
}

// inFolder adds to the parts what lies in the archive's folder beside the segments.
func (a *Inventory) inFolder(path string) (err error) {
	if a.Bytes, err = FolderSize(path); err != nil {
		return err
	}
	left := a.Bytes
	for _, part := range a.Parts {
		left -= part.Bytes
	}
	beside := map[string]int64{}
	for _, part := range []struct{ name, what string }{
		{user.LogName, partUser}, {user.CopyName, partUserCopy}, {store.WitnessName, partUserCopy}, {ledger.Name, partLedger}, {ledger.LogName, partLedger}, {ledger.OthersName, partLedger},
		{duplicate.FileName, partClusters}, {uploadsName, partUploads}, {store.FeaturesName, PartBoard},
	} {
		bytes, err := FolderSize(filepath.Join(path, part.name))
		if err != nil {
			return err
		}
		beside[part.what] += bytes
		left -= bytes
	}
	beside[partLeft] = max(left, 0)
	for what, bytes := range beside {
		if bytes > 0 {
			a.Parts = append(a.Parts, store.Part{Name: what, Bytes: bytes})
		}
	}
	return nil
}

// sortParts sorts the parts, the largest first.
func (a *Inventory) sortParts() {
	slices.SortFunc(a.Parts, func(x, y store.Part) int {
		return cmp.Or(cmp.Compare(y.Bytes, x.Bytes), strings.Compare(x.Name, y.Name))
	})
	for _, part := range a.Parts {
		a.PartBytes[part.Name] = part.Bytes
	}
}

// boardName says on what board a game was played.
func boardName(f store.Facts) string {
	kind := game.Of(int(f.Game))
	if kind == game.Default() {
		return f.Size.String()
	}
	return kind.About().Name
}

// isoDate writes a day as facts hold it, yyyymmdd; "" for 0.
func isoDate(day int32) string {
	if day == 0 {
		return ""
	}
	return fmt.Sprintf("%04d-%02d-%02d", day/10000, day/100%100, day%100)
}

// FolderSize returns the bytes of all files in a folder and below it, or of a file. Files that
// a writer takes away meanwhile do not count.
func FolderSize(path string) (int64, error) {
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
