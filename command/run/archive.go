package run

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"kifudb/archive"
)

// ArchiveVariable is the variable that names the archive.
const ArchiveVariable = "KIFUDB_ARCHIVE"

// ArchivePath returns the folder of the archive, which need not exist, for a
// command that takes one only.
func ArchivePath(c *cli.Context) (string, error) {
	paths, err := ArchivePaths(c)
	if err != nil {
		return "", err
	}
	if len(paths) > 1 {
		several := takesSeveral("", c.App.Commands)
		last := len(several) - 1
		return "", Usage("%s takes one archive, and --archive names %d; %s and %s take several", CommandName(c), len(paths), strings.Join(several[:last], ", "), several[last])
	}
	return paths[0], nil
}

// ArchivePaths returns the folders of the archives that are to be asked.
func ArchivePaths(c *cli.Context) ([]string, error) {
	paths, err := chosenPaths(c)
	if err != nil {
		return nil, err
	}
	for _, path := range paths {
		if err := checkPlace(path); err != nil {
			return nil, err
		}
		if info, err := os.Stat(path); err == nil && !info.IsDir() {
			return nil, fmt.Errorf("%s is a file; an archive is a folder", path)
		}
	}
	return paths, nil
}

// chosenPaths returns what the flag says, or the environment, or a folder where
// the system keeps a user's data.
func chosenPaths(c *cli.Context) ([]string, error) {
	// The flag may stand before or after the command's name.
	for _, ctx := range c.Lineage() {
		if ctx.IsSet("archive") {
			paths := ctx.StringSlice("archive")
			if slices.Contains(paths, "") {
				return nil, Usage("--archive needs the name of a folder")
			}
			return paths, nil
		}
	}
	if path := os.Getenv(ArchiveVariable); path != "" {
		return []string{path}, nil
	}
	base, err := dataFolder()
	if err != nil {
		return nil, fmt.Errorf("cannot find a place for the archive: %w; use --archive or %s", err, ArchiveVariable)
	}
	return []string{filepath.Join(base, "kifudb")}, nil
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

// OpenArchives opens archives for questions of somebody else, who must not name files of this
// machine. The function that it returns closes them.
func OpenArchives(folders []string, s Streams) (*archive.Archives, func(), error) {
	return openAll(folders, s, nil)
}

// openAll opens archives, with what reads the files that questions name.
func openAll(folders []string, s Streams, readFile func(string) ([]byte, error)) (*archive.Archives, func(), error) {
	engine, end, err := s.Nodes.Engine()
	if err != nil {
		return nil, nil, err
	}
	options := &archive.Options{ReadFile: readFile, Engine: engine, AsOfLast: s.Nodes.AsOfLast}
	if err := WithObjects(options, folders...); err != nil {
		end()
		return nil, nil, err
	}
	all, err := archive.OpenAll(folders, options)
	if err != nil {
		end()
		return nil, nil, err
	}
	return all, func() {
		all.Close()
		end()
	}, nil
}

// OpenViews opens archives for questions. The function that it returns closes
// everything; of damage that no answer has told, the command tells at its end.
func OpenViews(folders []string, s Streams) (*archive.Views, func(), error) {
	all, end, err := openAll(folders, s, ReadPatternFile(s.In))
	if err != nil {
		return nil, nil, err
	}
	vs, err := all.View()
	if err != nil {
		end()
		return nil, nil, err
	}
	if vs.Len() == 0 && !s.JSON { // whatever is asked, nothing is found, as programs read in the answer
		fmt.Fprintln(s.Err, "kifudb: the archive is empty; 'kifudb import PATH' adds games")
	}
	return vs, func() {
		s.fail(vs.Close())
		end()
	}, nil
}

// OpenView opens one archive, of which all is verified that is small, as what is
// read of it may be written down.
func OpenView(folder string, s Streams) (*archive.View, func(), error) {
	vs, done, err := OpenViews([]string{folder}, s)
	if err != nil {
		return nil, nil, err
	}
	if err := vs.Verify(); err != nil {
		done()
		return nil, nil, err
	}
	return vs.View(0), done, nil
}
