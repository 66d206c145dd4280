package command

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"

	"github.com/urfave/cli/v2"

	"kifudb/archive"
	"kifudb/store"
)

const archiveVariable = "KIFUDB_ARCHIVE"

func archiveFlag() cli.Flag {
	return &cli.StringFlag{
		Name:  "archive",
		Usage: "the archive's `FOLDER`, also by the variable " + archiveVariable,
		// Shown in help instead of a path that differs from user to user.
		DefaultText: "a folder named kifudb where the system keeps a user's data",
	}
}

// archivePath returns the folder of the archive, which need not exist.
func archivePath(c *cli.Context) (string, error) {
	path, err := chosenPath(c)
	if err != nil {
		return "", err
	}
	if info, err := os.Stat(path); err == nil && !info.IsDir() {
		return "", fmt.Errorf("%s is a file; an archive is a folder", path)
	}
	return path, nil
}

// chosenPath returns what the flag says, or the environment, or a folder where
// the system keeps a user's data.
func chosenPath(c *cli.Context) (string, error) {
	// The flag may stand before or after the command's name.
	for _, ctx := range c.Lineage() {
		if ctx.IsSet("archive") {
			if path := ctx.String("archive"); path != "" {
				return path, nil
			}
			return "", usage("--archive needs the name of a folder")
		}
	}
	if path := os.Getenv(archiveVariable); path != "" {
		return path, nil
	}
	base, err := dataFolder()
	if err != nil {
		return "", fmt.Errorf("no place for the archive is known: %w; use --archive or %s", err, archiveVariable)
	}
	return filepath.Join(base, "kifudb"), nil
}

// dataFolder is where the operating system wants a program to keep a user's
// data; see the XDG base directory specification for the Unix case.
func dataFolder() (string, error) {
	switch runtime.GOOS {
	case "windows":
		if dir := os.Getenv("LocalAppData"); dir != "" {
			return dir, nil
		}
		return "", errors.New("%LocalAppData% is not set")
	case "darwin", "ios":
		home, err := os.UserHomeDir()
		return filepath.Join(home, "Library", "Application Support"), err
	}
	if dir := os.Getenv("XDG_DATA_HOME"); filepath.IsAbs(dir) {
		return dir, nil
	}
	home, err := os.UserHomeDir()
	return filepath.Join(home, ".local", "share"), err
}

// openArchive opens the archive for reading.
func openArchive(c *cli.Context) (*store.DB, error) {
	path, err := archivePath(c)
	if err != nil {
		return nil, err
	}
	db, err := store.Open(path, nil)
	return db, noArchive(path, err)
}

// noArchive says that there is no archive as package archive does.
func noArchive(path string, err error) error {
	if errors.Is(err, store.ErrNotFound) {
		return fmt.Errorf("%w in %s", archive.ErrNoArchive, path)
	}
	return err
}

// openOutdated opens an archive of whatever format, to rebuild it or to back it up.
func openOutdated(c *cli.Context) (*store.DB, error) {
	path, err := archivePath(c)
	if err != nil {
		return nil, err
	}
	db, err := store.Open(path, &store.Options{Outdated: true})
	return db, noArchive(path, err)
}

func gamesIn(db *store.DB) (int, error) {
	s, err := db.Snapshot()
	if err != nil {
		return 0, err
	}
	defer s.Close()
	return s.Len(), nil
}

// openView opens the archive for questions. The function that it returns closes
// everything.
func openView(c *cli.Context) (*archive.View, func(), error) {
	path, err := archivePath(c)
	if err != nil {
		return nil, nil, err
	}
	a, err := archive.Open(path, &archive.Options{ReadFile: readPatternFile(c.App.Reader)})
	if err != nil {
		return nil, nil, err
	}
	v, err := a.View()
	if err != nil {
		a.Close()
		return nil, nil, err
	}
	return v, func() {
		v.Close()
		a.Close()
	}, nil
}

// sayNotices says what an answer had to go without.
func sayNotices(c *cli.Context, notices []archive.Notice) {
	for _, n := range notices {
		if n.Code != archive.NoticeUnindexed { // said with the number of games
			fmt.Fprintf(c.App.ErrWriter, "kifudb: %s\n", printable(n.Text))
		}
	}
}
