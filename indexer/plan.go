package indexer

import (
	"context"
	"path/filepath"
	"strings"

	"kifudb/indexer/ledger"
	"kifudb/internal/wall"
)

// A plan is what an import has to read, and what it knows without reading.
type plan struct {
	roots    []string // as absolute paths
	sources  []source
	vanished []ledger.MissingSource // sources that the ledger knows and that are not there any more
}

// makePlan lists the files below the paths and compares them with the ledger, which may
// be nil. It reports paths that it cannot list.
func makePlan(ctx context.Context, paths []string, o *Options, at ledger.At, report func(Problem)) (*plan, error) {
	p := &plan{}
	var unseen []string // where files may be that could not be listed
	archive := ""
	if o.Ledger != nil {
		archive = o.Ledger.Dir()
	}
	sources, err := list(ctx, paths, archive, func(problem Problem) {
		unseen = append(unseen, absolute(problem.Path))
		report(problem)
	})
	if err != nil {
		return nil, err
	}
	var listed []string
	for _, path := range paths {
		if path != stdinName {
			p.roots = append(p.roots, absolute(path))
		}
	}
	there := make(map[string]bool, len(sources))
	now := wall.Now()
	var last folderPath
	for _, s := range sources {
		s.abs = last.absolute(s.path)
		if s.path != stdinName && there[s.abs] {
			continue // paths that overlap
		}
		there[s.abs] = true
		s.path = s.abs // by which it is found from any folder, and told from others of its name
		// A time to come says that a clock is wrong, not that the file is being written.
		if o.Settle > 0 && now.Sub(s.modTime).Abs() < o.Settle && s.path != stdinName {
			unseen = append(unseen, s.abs)
			continue
		}
		p.sources = append(p.sources, s)
		listed = append(listed, s.abs)
	}
	if o.Ledger == nil {
		return p, nil
	}
	known, vanished, err := o.Ledger.Compare(listed, p.roots, at)
	if err != nil {
		return nil, err
	}
	for i := range p.sources {
		s := &p.sources[i]
		if s.path == stdinName {
			continue
		}
		s.known = known[i]
		s.keep = !o.Reread && s.known != nil && !s.known.Unread && s.same()
	}
	for _, v := range vanished {
		if !covered(v.Path, unseen) {
			p.vanished = append(p.vanished, v)
		}
	}
	gone, err := o.Ledger.Gone(p.roots...)
	of := map[string][]ledger.Gone{}
	for _, g := range gone {
		of[g.Source] = append(of[g.Source], g)
	}
	for i := range p.sources {
		p.sources[i].gone = of[p.sources[i].abs]
	}
	return p, err
}

// same reports whether an import would find in a source what the ledger knows of it:
// the file has not changed, nor what it refers to, nor which formats are read, if some
// of its files were not.
func (s *source) same() bool {
	k := s.known
	return k.Size == s.size && k.ModTime == s.modTime.UnixNano() && !changedBeside(s.path, k.Beside) &&
		(k.Judged == "" || k.Judged == formats.Version())
}

// holds returns the outcomes of a source that is kept.
func (s *source) holds() *ledger.Source {
	if s.twin != nil {
		return &s.twin.Source
	}
	return s.known
}

// covered reports whether a path is one of some others, or below one.
func covered(path string, others []string) bool {
	for _, other := range others {
		rest, ok := strings.CutPrefix(path, other)
		if ok && (rest == "" || rest[0] == filepath.Separator || strings.HasSuffix(other, string(filepath.Separator))) {
			return true
		}
	}
	return false
}

// absolute makes a path absolute; standard input has none.
func absolute(path string) string {
	if path == stdinName {
		return path
	}
	if abs, err := filepath.Abs(path); err == nil {
		return abs
	}
	return path
}

// A folderPath is a folder and its absolute path. Files that lie together need it once: the
// system is asked for it with several calls.
type folderPath struct{ folder, abs string }

// absolute is the function absolute for the path of a file, of which the folder is
// remembered for the next one.
func (f *folderPath) absolute(path string) string {
	if path == stdinName {
		return path
	}
	path = filepath.Clean(path)
	if folder := filepath.Dir(path); folder != f.folder {
		f.folder, f.abs = folder, absolute(folder)
	}
	return filepath.Join(f.abs, filepath.Base(path))
}

// Changes counts what an import of the paths would find new, changed or gone
// since the ledger of the options was last written, in a state of the archive.
// It reads no files.
func Changes(ctx context.Context, paths []string, at ledger.At, o *Options) (int, error) {
	p, err := makePlan(ctx, paths, o, at, func(Problem) {})
	if err != nil {
		return 0, err
	}
	n := len(p.vanished)
	for i := range p.sources {
		s := &p.sources[i]
		if s.known == nil || !s.same() {
			n++
		}
	}
	return n, nil
}

// Small files that lie together are read together, because they are evidence for each
// other's charset. A group ends where the folder changes and at these limits. They depend
// on the list of files alone and not on earlier imports, so a record gets the same charset
// whenever it is imported.
const (
	groupFiles = 512
	groupBytes = batchBytes
)

// group returns the end of the group of sources that begins with the i-th.
func (p *plan) group(i int) (end int) {
	bytes := int64(0)
	folder := filepath.Dir(p.sources[i].path)
	for end = i; end < len(p.sources) && end-i < groupFiles; end++ {
		s := &p.sources[end]
		if bytes += s.size; end > i && (bytes > groupBytes || filepath.Dir(s.path) != folder) {
			break
		}
	}
	return end
}
