package export

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"kifudb/archive"
	"kifudb/archive/filename"
	"kifudb/format"
)

// DefaultFileName is the template of the names of files that records are written to.
const DefaultFileName = filename.Default

// A FolderExport says how records are written to a folder, each to a file of its own.
type FolderExport struct {
	Dir     string // made if it is not there
	Name    string // template of names, as in [DefaultFileName], which "" means
	Tree    bool   // in folders like those that the records came from
	Replace bool   // files that are there; otherwise the error wraps [ErrExists]
	Records RecordOptions

	Report func(archive.JobProgress) // if set, is told how far it is
}

// Check says what is wrong with the options: a [*RequestError], or nil.
func (o *FolderExport) Check() error {
	_, err := o.template()
	return err
}

func (o *FolderExport) template() (*filename.Template, error) {
	t, err := filename.Parse(cmp.Or(o.Name, DefaultFileName))
	if err != nil {
		return nil, &archive.RequestError{Part: "name", Err: err}
	}
	return t, nil
}

// A folderFile is a file that is to be written.
type folderFile struct {
	game *archive.Game
	path string // below the folder
}

// Write writes the records of a set. Names are made of what records say, and
// never lead out of the folder. Nothing is written if a file is there already that may
// not be replaced.
func (o *FolderExport) Write(ctx context.Context, vs *archive.Views, set *archive.GameSet) (*Written, error) {
	trees, err := newWholeTrees(vs, set, o.Records)
	if err != nil {
		return nil, err
	}
	files, err := o.files(ctx, vs, set, trees)
	if err != nil {
		return nil, err
	}
	if err := o.exist(files); err != nil {
		return nil, err
	}
	if err := os.MkdirAll(o.Dir, 0o777); err != nil {
		return nil, err
	}
	root, err := filepath.EvalSymlinks(o.Dir)
	if err != nil {
		return nil, err
	}
	all, from := &Written{}, &recordSource{}
	within := map[string]bool{root: true}
	for i, f := range files {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		text, written, err := recordText(f.game, o.Records, from, trees)
		if err != nil {
			return nil, err
		}
		all.add(written)
		if written.Records == 0 { // the format cannot hold it
			continue
		}
		path := filepath.Join(root, f.path)
		if dir := filepath.Dir(path); !within[dir] {
			if err := makeWithin(root, dir); err != nil {
				return nil, err
			}
			within[dir] = true
		}
		if _, err := archive.WriteFile(path, o.Replace, func(w io.Writer) error {
			_, err := w.Write(text)
			return err
		}); err != nil {
			return nil, err
		}
		all.Files++
		if o.Report != nil {
			o.Report(archive.JobProgress{Stage: "writing files", Done: int64(i + 1), Total: int64(len(files)), Unit: archive.UnitGames})
		}
	}
	return all, nil
}

// recordText returns what is written of a game by itself, or of the tree that it shares with others.
func recordText(g *archive.Game, o RecordOptions, from *recordSource, trees *wholeTrees) ([]byte, *Written, error) {
	var text bytes.Buffer
	records := NewRecordWriter(&text, o)
	records.from, records.trees = from, trees
	if err := records.Write(g); err != nil {
		return nil, nil, err
	}
	written, err := records.Finish()
	return text.Bytes(), written, err
}

// add adds up what was written to several files.
func (w *Written) add(file *Written) {
	w.Records += file.Records
	w.Corrected += file.Corrected
	w.Uncorrected = append(w.Uncorrected, file.Uncorrected...)
	for _, l := range file.Losses {
		for _, game := range l.Games {
			w.Losses = lose(w.Losses, l.What, game)
		}
	}
	for _, l := range file.Unfit {
		for _, game := range l.Games {
			w.Unfit = lose(w.Unfit, l.What, game)
		}
	}
}

// exist says which files are there already, if they may not be replaced.
func (o *FolderExport) exist(files []folderFile) error {
	if o.Replace {
		return nil
	}
	first, n := "", 0
	for _, f := range files {
		path := filepath.Join(o.Dir, f.path)
		switch _, err := os.Lstat(path); {
		case err == nil:
			if n++; n == 1 {
				first = path
			}
		case !errors.Is(err, os.ErrNotExist):
			return err
		}
	}
	switch n {
	case 0:
		return nil
	case 1:
		return fmt.Errorf("%s: %w", first, archive.ErrExists)
	case 2:
		return fmt.Errorf("%s and 1 more file: %w", first, archive.ErrExists)
	}
	return fmt.Errorf("%s and %d more files: %w", first, n-1, archive.ErrExists)
}

// makeWithin makes a folder below another one, and refuses one that a link leads out
// of it.
func makeWithin(root, dir string) error {
	below, err := filepath.Rel(root, dir)
	if err != nil || !filepath.IsLocal(below) {
		return fmt.Errorf("%s is not below %s", dir, root)
	}
	at := root
	for _, part := range strings.Split(filepath.ToSlash(below), "/") {
		at = filepath.Join(at, part)
		if err := os.Mkdir(at, 0o777); err != nil && !errors.Is(err, os.ErrExist) {
			return err
		}
		info, err := os.Lstat(at)
		if err != nil {
			return err
		}
		if !info.IsDir() {
			return fmt.Errorf("%s is a file or a link; name a folder", at)
		}
	}
	return nil
}

// files returns the files that are to be written.
func (o *FolderExport) files(ctx context.Context, vs *archive.Views, set *archive.GameSet, trees *wholeTrees) ([]folderFile, error) {
	template, err := o.template()
	if err != nil {
		return nil, err
	}
	columns, err := vs.Columns(strings.Join(template.Fields, ","))
	if err != nil {
		if bad, ok := errors.AsType[*archive.RequestError](err); ok {
			bad.Part = "name"
		}
		return nil, err
	}
	var files []folderFile
	var origins [][]string
	for g, err := range vs.GamesIn(set) {
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return nil, err
		}
		if trees.later(g) {
			continue
		}
		files = append(files, folderFile{game: g})
		if o.Tree {
			origins = append(origins, originOf(g.File))
		}
	}
	origins = withoutCommon(origins)
	names, from := filename.Names{}, &recordSource{}
	for i := range files {
		f := &files[i]
		path := template.Path(archive.Cells(columns, f.game), "game "+strconv.Itoa(int(f.game.ID)))
		folder := path[:len(path)-1]
		if o.Tree {
			folder = append(slices.Clip(origins[i]), folder...)
		}
		ending, err := fileEnding(f.game, o.Records.Format, from)
		if err != nil {
			return nil, err
		}
		name := names.Unique(folder, path[len(path)-1], ending)
		f.path = filepath.Join(append(slices.Clip(folder), name+ending)...)
	}
	return files, nil
}

// fileEnding returns the ending of the name of a file with a game: that of the format
// in which it is written.
func fileEnding(g *archive.Game, written *RecordFormat, from *recordSource) (string, error) {
	var f *format.Format
	if written != nil {
		f = written.format
	} else {
		record, err := from.record(g)
		if err != nil {
			return "", fmt.Errorf("game %s: %w", g.Name(), err)
		}
		f = writtenIn(&record)
	}
	if len(f.Extensions) == 0 {
		return "", fmt.Errorf("game %s: there is no file extension for %s", g.Name(), f.Title)
	}
	return f.Extensions[0], nil
}

// originOf returns the folders that a record came from, a container as one of them,
// with names that are safe.
func originOf(file string) []string {
	path := strings.Split(strings.ReplaceAll(filepath.ToSlash(file), "!/", "/"), "/")
	var folders []string
	for _, part := range path[:len(path)-1] {
		if part = filename.Safe(part); part != "" {
			folders = append(folders, part)
		}
	}
	return folders
}

// withoutCommon leaves out the folders that all paths begin with.
func withoutCommon(paths [][]string) [][]string {
	if len(paths) == 0 {
		return paths
	}
	common := paths[0]
	for _, path := range paths[1:] {
		n := 0
		for n < min(len(common), len(path)) && common[n] == path[n] {
			n++
		}
		common = common[:n]
	}
	for i := range paths {
		paths[i] = paths[i][len(common):]
	}
	return paths
}
