package typeface

import (
	"bytes"
	"errors"
	"fmt"

	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"

	"kifudb/internal/regular"
)

// A Glyph is how a character is written.
type Glyph struct {
	Face    *Face
	Number  uint16 // in the face
	Width   int    // thousandths of the size
	Box     Box
	Thicken bool // it should be bold, and its font is not
	Missing bool // no font has the character, and a box stands for it
}

// A Set is the fonts of a document, in their order: those that the user gives, the one that
// comes with the program, and those found on the system.
type Set struct {
	language string
	folders  []string
	found    map[string]string // paths of the system's fonts by their names; nil before the first search
	opened   map[string]*Face  // nil for a font that cannot be used

	faces   []*Face // all that are open
	styles  [2]style
	refused []string
}

// style is the fonts of one weight: the search goes on with those of the system.
type style struct {
	bold   bool
	fonts  []*Face
	glyphs map[rune]Glyph
}

// NewSet opens the fonts of a document: the user's files, then the built-in font, then the
// known fonts in the system's folders, which are opened when a character needs them. The language
// (en, ja or zh) decides between fonts for Chinese and for Japanese.
func NewSet(files []string, language string, folders []string) (*Set, error) {
	s := &Set{language: language, folders: folders, opened: map[string]*Face{}}
	var light, heavy []*Face
	for _, path := range files {
		f, err := s.open(path)
		if err != nil {
			s.Close()
			return nil, fmt.Errorf("font %s: %w", path, err)
		}
		if f.bold {
			heavy = append(heavy, f)
		} else {
			light = append(light, f)
		}
	}
	own := func(ttf []byte) *Face {
		f, err := read(bytes.NewReader(ttf), nil, language)
		if err != nil {
			panic("the font of this program: " + err.Error())
		}
		s.faces = append(s.faces, f)
		return f
	}
	regularFace, boldFace := own(goregular.TTF), own(gobold.TTF)
	boldFace.bold = true
	s.styles[0] = style{fonts: append(append(light[:len(light):len(light)], heavy...), regularFace), glyphs: map[rune]Glyph{}}
	s.styles[1] = style{fonts: append(append(heavy[:len(heavy):len(heavy)], light...), boldFace), glyphs: map[rune]Glyph{}, bold: true}
	return s, nil
}

// open opens the font of a file.
func (s *Set) open(path string) (*Face, error) {
	file, err := regular.Open(path)
	if err != nil {
		return nil, err
	}
	f, err := read(file, file, s.language)
	if err != nil {
		file.Close()
		return nil, err
	}
	s.faces = append(s.faces, f)
	return f, nil
}

// Glyph returns how a character is written.
func (s *Set) Glyph(r rune, bold bool) Glyph {
	st := &s.styles[0]
	if bold {
		st = &s.styles[1]
	}
	if g, ok := st.glyphs[r]; ok {
		return g
	}
	g := s.find(st, r)
	st.glyphs[r] = g
	return g
}

// find looks for a character in the fonts of a style.
func (s *Set) find(st *style, r rune) Glyph {
	glyph := func(f *Face, n uint16) Glyph {
		return Glyph{Face: f, Number: n, Width: f.glyphs[n].width, Box: f.glyphs[n].box, Thicken: st.bold && !f.bold}
	}
	for _, f := range st.fonts {
		if n, ok := f.number(r); ok {
			return glyph(f, n)
		}
	}
	if r >= 0x80 { // the built-in font has the rest
		for _, name := range candidates(s.language, st.bold) {
			f := s.system(name)
			if f == nil {
				continue
			}
			if n, ok := f.number(r); ok {
				return glyph(f, n)
			}
		}
	}
	f := st.fonts[len(st.fonts)-1]
	g := glyph(f, f.add(f.missing(r)))
	g.Missing, g.Thicken = true, false
	return g
}

// system opens a font of the system, nil if there is none of the name that may be used.
func (s *Set) system(name string) *Face {
	if s.found == nil {
		s.found = search(s.folders)
	}
	path, ok := s.found[name]
	if !ok {
		return nil
	}
	if f, ok := s.opened[path]; ok {
		return f
	}
	f, err := s.open(path)
	if errors.Is(err, ErrLicence) {
		s.refused = append(s.refused, path)
	}
	s.opened[path] = f
	return f
}

// Faces returns the fonts that have characters of the document.
func (s *Set) Faces() (list []*Face) {
	for _, f := range s.faces {
		if f.Used() > 0 {
			list = append(list, f)
		}
	}
	return list
}

// Refused returns the fonts of the system that would have been used, but may not be embedded.
func (s *Set) Refused() []string { return s.refused }

// Close closes the files of the fonts.
func (s *Set) Close() error {
	var errs []error
	for _, f := range s.faces {
		errs = append(errs, f.close())
	}
	return errors.Join(errs...)
}
