package store

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"kifudb/store/disk"
	"kifudb/store/features"
)

// FeaturesName is the folder in an archive of its indexes of features: a file of sections for each segment that
// has one, named by the segment. They are made on demand, see [Writer.IndexFeatures], and no
// manifest names them. A file is
//
//	stamp      the stamp of the segment, see [Segment.Stamp]: a file of another segment is not used
//	directory  see package features
//	features   likewise: its columns, each with a checksum of its own
const FeaturesName = "features"

const (
	featuresSuffix = ".idx"

	tagStamp     = "stamp"
	tagDirectory = "directory"
	tagFeatures  = "features"
)

// featuresPath is where an archive has the index of features of a segment.
func featuresPath(archive, segment string) string {
	return filepath.Join(archive, FeaturesName, segment+featuresSuffix)
}

// A featureFile is an index of features that was opened, or why it could not be.
type featureFile struct {
	info     os.FileInfo
	sections *disk.Sections
	index    *features.Index // nil if it cannot be used
	err      error
}

// openFeatures opens the index of features of a segment in an archive.
func openFeatures(archive, segment, stamp string, games int) *featureFile {
	f := &featureFile{}
	path := featuresPath(archive, segment)
	if f.info, f.err = os.Stat(path); f.err != nil {
		return f
	}
	if f.sections, f.err = disk.OpenSections(path); f.err != nil {
		return f
	}
	for _, tag := range [...]string{tagStamp, tagDirectory} {
		if f.err = f.sections.VerifySection(tag); f.err != nil {
			return f
		}
	}
	if got := string(f.sections.Raw(tagStamp)); got != stamp {
		f.err = fmt.Errorf("%s: it is the index of another segment (%q)", path, got)
		return f
	}
	f.index, f.err = features.Open(f.sections.Raw(tagDirectory), f.sections.Raw(tagFeatures), games)
	if f.err != nil && !errors.Is(f.err, features.ErrVersion) {
		f.err = disk.Damaged(path, "%v", f.err)
	}
	return f
}

// damage returns what is wrong with the file, nil if it is only missing or of another version.
func (f *featureFile) damage() error {
	if f.err != nil {
		if errors.Is(f.err, fs.ErrNotExist) || errors.Is(f.err, features.ErrVersion) || errors.Is(f.err, ErrNewer) {
			return nil
		}
		return f.err
	}
	if err := f.index.Damage(); err != nil {
		return disk.Damaged(f.sections.Path, "%v", err)
	}
	return f.sections.Damage()
}

func (f *featureFile) close() error {
	if f.sections == nil {
		return nil
	}
	return f.sections.Close()
}

// Features returns the index of features of the segment's games, nil if it has none or one that
// cannot be used. Then, and for kinds that it does not hold, games have to be replayed. It looks
// each time whether a new index has been made. It must not be used after the snapshot is closed.
func (g *Segment) Features() *features.Index {
	if g.remote != nil || g.entry.Header == "" {
		return nil
	}
	return g.files.features(g.Stamp()).index
}

// FeaturesDamage says why the index of features of the segment cannot be used or which of its
// columns cannot; nil if there is none, or it is of another version of the program.
func (g *Segment) FeaturesDamage() error {
	if g.remote != nil || g.entry.Header == "" {
		return nil
	}
	return g.files.features(g.Stamp()).damage()
}

// features returns the index of features as it is now. Earlier ones stay open, as they may be in use.
func (s *segmentFiles) features(stamp string) *featureFile {
	s.mu.Lock()
	defer s.mu.Unlock()
	info, err := os.Stat(featuresPath(s.archive(), filepath.Base(s.dir)))
	if err != nil {
		return &featureFile{err: err}
	}
	if n := len(s.featureFiles); n > 0 {
		if last := s.featureFiles[n-1]; os.SameFile(last.info, info) && last.info.ModTime().Equal(info.ModTime()) {
			return last
		}
	}
	f := openFeatures(s.archive(), filepath.Base(s.dir), stamp, s.games)
	if f.info != nil {
		s.featureFiles = append(s.featureFiles, f)
	}
	return f
}
