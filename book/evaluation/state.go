package evaluation

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"iter"
	"maps"
	"os"
	"slices"
	"strings"

	"kifudb/game/estimate"
	"kifudb/store"
)

// The kinds of sources.
const (
	KindFile = "file" // a file that was imported
	KindJob  = "job"  // an analysis that kifudb asked for
)

// The views of values: whose they are.
const (
	ViewBlack   = "black"
	ViewWhite   = "white"
	ViewMover   = "mover"   // of who is to move
	ViewUnknown = "unknown" // nobody knows whose they are
)

// A Source is the analysis in a file, or one that kifudb asked an engine for.
type Source struct {
	Number   int    `json:"number" doc:"Number of the analysis in the archive."`
	Kind     string `json:"kind" enum:"file,job" doc:"file: it was imported; job: kifudb asked an engine."`
	Name     string `json:"name" doc:"Name of the file, or the command of the engine."`
	Engine   string `json:"engine,omitempty" doc:"The engine. Missing if nobody knows it."`
	Settings string `json:"settings,omitempty" doc:"How the engine was asked, such as visits=500. Missing if nobody knows."`
	View     string `json:"view" enum:"black,white,mover,unknown" doc:"Whose the values were in the analysis, mover: of who was to move. Values of an unknown view are shown as unclear and compared with none."`
	Time     string `json:"time" doc:"When it was last added to, in RFC 3339."`
}

// same reports whether an analysis is added to this source, and takes the place of what it has said.
func (s *Source) same(o *Source) bool {
	return s.Kind == o.Kind && s.Name == o.Name && s.Engine == o.Engine && s.Settings == o.Settings
}

// of returns the source for estimates.
func (s *Source) of() *estimate.Source {
	return &estimate.Source{Number: s.Number, Name: s.Label(), Engine: cmp.Or(s.Engine, fmt.Sprintf("analysis %d", s.Number))}
}

// Label names the source where its evaluations are shown, in one line.
func (s *Source) Label() string {
	return strings.Join(strings.FieldsFunc(s.Name, func(r rune) bool { return r < ' ' }), " ")
}

// A State is the file as it was at one moment. It does not change, and is safe for
// concurrent use.
type State struct {
	file    *os.File // nil if there is none
	info    os.FileInfo
	end     int64     // of the last whole entry
	sources []*Source // the newest last
	games   map[store.Digest]*entries
	damage  []string
	dead    int64 // bytes of entries that no longer count
}

// entries are those of a game.
type entries struct {
	last     place   // which has the texts
	bySource []place // the last one of each source, in any order
}

// A place is an entry in the file.
type place struct {
	head
	at int64 // of the body
}

// Sources returns the sources, the newest last. The caller must not change them.
func (s *State) Sources() []*Source { return s.sources }

// Len returns the number of games.
func (s *State) Len() int { return len(s.games) }

// Digests yields the digests of the games, in any order.
func (s *State) Digests() iter.Seq[store.Digest] { return maps.Keys(s.games) }

// Has reports whether there are evaluations of a game.
func (s *State) Has(d store.Digest) bool { return s.games[d] != nil }

// Damage says what cannot be read of the file, nothing as a rule.
func (s *State) Damage() []string { return s.damage }

// Size returns how many bytes the entries take.
func (s *State) Size() int64 { return s.end }

// SourcesOf returns the numbers of the sources of a game.
func (s *State) SourcesOf(d store.Digest) (numbers []int) {
	if e := s.games[d]; e != nil {
		for _, p := range e.bySource {
			numbers = append(numbers, int(p.source))
		}
	}
	slices.Sort(numbers)
	return numbers
}

// body reads and checks the body of an entry.
func (s *State) body(p *place) ([]byte, error) {
	b := make([]byte, p.length)
	if _, err := s.file.ReadAt(b, p.at); err != nil {
		return nil, fmt.Errorf("%s: %w", s.file.Name(), err)
	}
	if crc32.Checksum(b, castagnoli) != p.sum {
		return nil, fmt.Errorf("%s: %w at byte %d", s.file.Name(), ErrCorrupt, p.at)
	}
	return b, nil
}

// Shown returns what an archive shows of a game, without its evaluations; nil if there are none.
func (s *State) Shown(d store.Digest) (*Game, error) {
	e := s.games[d]
	if e == nil {
		return nil, nil
	}
	b, err := s.body(&e.last)
	if err != nil {
		return nil, err
	}
	g := &Game{Digest: d, Version: e.last.version}
	if _, err := g.readShown(b); err != nil {
		return nil, fmt.Errorf("%s: %w at byte %d", s.file.Name(), err, e.last.at)
	}
	return g, nil
}

// Game returns what a source says of a game, nil if it says nothing.
func (s *State) Game(d store.Digest, source *Source) (*Game, error) {
	e := s.games[d]
	if e == nil {
		return nil, nil
	}
	for i := range e.bySource {
		p := &e.bySource[i]
		if int(p.source) != source.Number {
			continue
		}
		b, err := s.body(p)
		if err != nil {
			return nil, err
		}
		g := &Game{Digest: d, Version: p.version}
		if err := g.readBody(b, source.of()); err != nil {
			return nil, fmt.Errorf("%s: %w at byte %d", s.file.Name(), err, p.at)
		}
		return g, nil
	}
	return nil, nil
}

// Games yields what all sources say of a game, the newest first. It stops at an error.
func (s *State) Games(d store.Digest) iter.Seq2[*Game, error] {
	return func(yield func(*Game, error) bool) {
		for _, source := range slices.Backward(s.sources) {
			g, err := s.Game(d, source)
			if g == nil && err == nil {
				continue
			}
			if !yield(g, err) || err != nil {
				return
			}
		}
	}
}

// open reads the file, from where an earlier state of it ends.
func open(path string, before *State) (*State, error) {
	file, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return &State{}, nil
	}
	if err != nil {
		return nil, err
	}
	info, err := file.Stat()
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	if before != nil && before.file != nil && os.SameFile(info, before.info) && info.Size() >= before.end && len(before.damage) == 0 {
		if info.Size() == before.info.Size() && info.ModTime().Equal(before.info.ModTime()) {
			return before, file.Close()
		}
		after := *before
		after.file, after.info, after.games = file, info, maps.Clone(before.games)
		after.sources = slices.Clone(before.sources)
		return &after, after.scan()
	}
	s := &State{file: file, info: info, games: map[store.Digest]*entries{}}
	return s, s.scan()
}

// scan reads the heads from the end of the state on.
func (s *State) scan() error {
	var b [headWidth]byte
	size := s.info.Size()
	for at := s.end; at < size; {
		if size-at < headWidth {
			return nil // it is being written, or was cut off
		}
		if _, err := s.file.ReadAt(b[:], at); err != nil {
			return fmt.Errorf("%s: %w", s.file.Name(), err)
		}
		var p place
		if !p.read(b[:]) {
			next, err := s.resume(at+1, size)
			if err != nil {
				return err
			}
			if next == size && at == s.end && string(b[:4]) != magic {
				s.damage = append(s.damage, fmt.Sprintf("%s: the bytes from %d on are no evaluations", s.file.Name(), at))
			} else {
				s.damage = append(s.damage, fmt.Sprintf("%s: bytes %d to %d are damaged; evaluations in them are lost", s.file.Name(), at, next))
			}
			at = next
			continue
		}
		p.at = at + headWidth
		if p.at+int64(p.length) > size {
			next, err := s.resume(at+1, size)
			if err != nil || next == size {
				return err // it is being written, or was cut off
			}
			s.damage = append(s.damage, fmt.Sprintf("%s: bytes %d to %d are damaged; evaluations in them are lost", s.file.Name(), at, next))
			at = next
			continue
		}
		if err := s.take(p); err != nil {
			s.damage = append(s.damage, err.Error())
		}
		at = p.at + int64(p.length)
		s.end = at
	}
	return nil
}

// resume returns where the next head begins, or the size of the file.
func (s *State) resume(from, size int64) (int64, error) {
	const step = 1 << 20
	b := make([]byte, step+headWidth)
	for ; from < size; from += step {
		n, err := s.file.ReadAt(b, from)
		if err != nil && !errors.Is(err, io.EOF) {
			return 0, fmt.Errorf("%s: %w", s.file.Name(), err)
		}
		for i := 0; i+headWidth <= n; i++ {
			j := bytes.Index(b[i:n], []byte(magic))
			if j < 0 || i+j+headWidth > n {
				break
			}
			i += j
			if new(head).read(b[i:]) {
				return from + int64(i), nil
			}
		}
	}
	return size, nil
}

// take notes an entry.
func (s *State) take(p place) error {
	if p.kind == kindSource {
		b, err := s.body(&p)
		if err != nil {
			return err
		}
		source := &Source{}
		if err := json.Unmarshal(b, source); err != nil || source.Number != int(p.source) || source.Number <= 0 {
			return fmt.Errorf("%s: %w at byte %d", s.file.Name(), errBody, p.at)
		}
		s.sources = append(slices.DeleteFunc(s.sources, func(o *Source) bool { return o.Number == source.Number }), source)
		return nil
	}
	if p.kind != kindGame && p.kind != kindShown {
		return fmt.Errorf("%s: an entry at byte %d is of kind %d, which this version does not know", s.file.Name(), p.at, p.kind)
	}
	now := &entries{last: p}
	if before := s.games[p.digest]; before != nil {
		now.bySource = slices.Clone(before.bySource)
	}
	if p.kind == kindGame {
		now.bySource = slices.DeleteFunc(now.bySource, func(o place) bool {
			if o.source == p.source {
				s.dead += headWidth + int64(o.length)
			}
			return o.source == p.source
		})
		now.bySource = append(now.bySource, p)
	}
	s.games[p.digest] = now
	return nil
}
