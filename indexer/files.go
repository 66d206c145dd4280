package indexer

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"strings"

	"kifudb/format"
	"kifudb/sgfread/charset"
	"kifudb/store"
)

// A File is a file in SGF, with its records as an import finds them and each with
// the charset in which an import reads it.
type File struct {
	Path string
	// Text is the whole file, with its structure in ASCII: the records, one after the
	// other. It is valid until visit returns, as the records are.
	Text    []byte
	Records []store.Record
	// Lost counts the characters of each record that its charset does not have, or
	// that were lost when the file was converted; what the file itself has as U+FFFD
	// does not count.
	Lost []int
}

// MaxFile is the largest file that Files reads: it is held in memory.
const MaxFile = 64 << 20

// Files visits every SGF file below the paths, also inside containers, in the order of
// Import. It reports files that it cannot read. An error from visit ends the walk. It skips
// files in folders that do not look like SGF. Files in other formats are evidence
// for the charset of SGF beside them, as in an import, so it reads them in the same groups and
// batches.
func Files(ctx context.Context, paths []string, o *Options, visit func(*File) error) error {
	report := o.Problem
	if report == nil {
		report = func(Problem) {}
	}
	r := &fileReader{report: report, visit: visit, shown: map[string]string{}}
	p, err := r.plan(ctx, paths)
	if err != nil {
		return err
	}
	cut := newCutter(r.batch)
	w := &walker{stdin: o.Stdin, report: cut.problem, border: cut.flush}
	w.visit = func(ctx context.Context, m member) error { return r.member(ctx, cut, m) }
	for i := 0; i < len(p.sources); {
		end := p.group(i)
		if err := cut.flush(); err != nil {
			return err
		}
		for ; i < end; i++ {
			if err := w.source(ctx, &p.sources[i]); err != nil {
				return err
			}
		}
	}
	return cut.flush()
}

// fileReader puts files together again from the batches of their records.
type fileReader struct {
	report  func(Problem)
	visit   func(*File) error
	waiting []*File           // whose records have not all come yet, in the order of the batches
	shown   map[string]string // how the user's paths lead to a source, by its absolute path
}

// plan lists the files below the paths. They are read by their absolute paths, as in
// an import, for which paths that lead to the same folder do not make two of it.
func (r *fileReader) plan(ctx context.Context, paths []string) (*plan, error) {
	sources, err := list(ctx, paths, "", r.report)
	p := &plan{}
	var last folderPath
	for _, s := range sources {
		abs := last.absolute(s.path)
		if _, twice := r.shown[abs]; twice && s.path != stdinName {
			continue
		}
		r.shown[abs] = s.path
		s.path = abs
		p.sources = append(p.sources, s)
	}
	return p, err
}

// show returns the path of a source or of a member of one as the user's paths lead
// to it.
func (r *fileReader) show(path string) string {
	for end := len(path); end > 0; end = strings.LastIndex(path[:end], "!/") {
		if shown, ok := r.shown[path[:end]]; ok {
			return shown + path[end:]
		}
	}
	return path
}

// member reads a member into batches, and notes it if it is to be visited.
func (r *fileReader) member(ctx context.Context, cut *cutter, m member) error {
	head, damage := peek(m.r, format.HeadSize)
	if damage != nil && len(head) == 0 {
		return damage
	}
	if !m.named && !isSGF(m.name, head) {
		return cut.member(ctx, m)
	}
	text, err := io.ReadAll(io.LimitReader(m.r, MaxFile+1))
	switch {
	case err != nil:
		return err
	case len(text) > MaxFile:
		cut.problem(Problem{Path: m.path, Err: fmt.Errorf("larger than %d bytes: not read", MaxFile)})
		return nil
	}
	r.waiting = append(r.waiting, &File{Path: m.path, Text: text})
	m.r = bufio.NewReaderSize(bytes.NewReader(text), format.HeadSize)
	return cut.member(ctx, m)
}

// batch decides the charsets of a batch and visits the files that end in it.
func (r *fileReader) batch(b *batch) error {
	pools := b.evidence()
	for i := range b.entries {
		e := &b.entries[i]
		switch e.kind {
		case recordFound:
			file := r.of(e.record.Source.Path)
			if f := FormatOf(&e.record); file != nil && f.Name == formats[0].Name {
				e.decide(f, pools[folder(e.record.Source.Path)])
				file.Records = append(file.Records, e.record)
			}
		case fileRead, filePassed:
			if err := r.end(e.path); err != nil {
				return err
			}
		case fileFailed:
			if r.of(e.problem.Path) != nil {
				if e.whole { // it is read, and has only no game
					if err := r.end(e.problem.Path); err != nil {
						return err
					}
					continue
				}
				r.waiting = r.waiting[1:]
			}
			e.problem.Path = r.show(e.problem.Path)
			r.report(e.problem)
		}
	}
	return nil
}

// of returns the file of a path that is waited for, nil if it is another one.
func (r *fileReader) of(path string) *File {
	if len(r.waiting) == 0 || r.waiting[0].Path != path {
		return nil
	}
	return r.waiting[0]
}

// end visits a file that is read.
func (r *fileReader) end(path string) error {
	file := r.of(path)
	if file == nil {
		return nil
	}
	r.waiting = r.waiting[1:]
	whole, err := NewFile(r.show(path), file.Text, file.Records)
	if err != nil {
		r.report(Problem{Path: r.show(path), Err: err})
		return nil
	}
	return r.visit(whole)
}

// NewFile returns the file of some bytes, with the records that they hold.
func NewFile(path string, data []byte, records []store.Record) (*File, error) {
	f := &File{Path: path, Records: records}
	if len(records) == 0 {
		r, _ := charset.NewReader(bytes.NewReader(data))
		text, err := io.ReadAll(r)
		f.Text = text
		return f, err
	}
	for i := range records {
		f.Text = append(f.Text, records[i].Raw...)
		f.Lost = append(f.Lost, lostIn(&records[i], data))
	}
	return f, nil
}

// lostIn counts the characters of a record, and of what stands around it, that are lost
// in UTF-8. file are the bytes of its file.
func lostIn(r *store.Record, file []byte) int {
	if r.Charset.Reason != charset.ReasonMark || r.Charset.Name == charset.UTF8 {
		return undefinedIn(r.Raw, format.Encoding(r))
	}
	n := bytes.Count(r.Raw, []byte("\uFFFD"))
	switch r.Charset.Name { // which can have U+FFFD themselves
	case charset.UTF16LE, charset.UTF32LE:
		n -= bytes.Count(file, []byte("\xFD\xFF"))
	case charset.UTF16BE, charset.UTF32BE:
		n -= bytes.Count(file, []byte("\xFF\xFD"))
	}
	return max(0, n)
}
