package bench

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// A rule is part of a grammar from which hostile files are made. Every place at which a
// grammar repeats something is a site. A growth is a grammar with one or two sites that
// repeat until the file is full, while all others occur once.
type rule struct {
	text   string  // what a literal says: %d is a number, %s letters, which differ each time
	parts  []*rule // of a sequence, or the choices
	choice bool
	many   bool   // parts[0] is repeated, with text between
	deep   bool   // parts[0] and parts[2] enclose parts[1], perhaps many times
	name   string // of a site
}

// seq is a sequence of rules and texts.
func seq(parts ...any) *rule { return &rule{parts: rules(parts)} }

// one is one of several rules or texts.
func one(choices ...any) *rule { return &rule{parts: rules(choices), choice: true} }

// many is something once or more often.
func many(name string, parts ...any) *rule {
	return &rule{parts: []*rule{seq(parts...)}, many: true, name: name}
}

// list is something once or more often, with a text between.
func list(name, between string, parts ...any) *rule {
	return &rule{parts: []*rule{seq(parts...)}, many: true, name: name, text: between}
}

// deep is something within brackets, once or more often.
func deep(name string, before, inner, after any) *rule {
	return &rule{parts: rules([]any{before, inner, after}), deep: true, name: name}
}

func rules(parts []any) (all []*rule) {
	for _, p := range parts {
		if text, ok := p.(string); ok {
			p = &rule{text: text}
		}
		all = append(all, p.(*rule))
	}
	return all
}

// walk calls visit for a rule and all within it, with the sites and choices around each.
func (r *rule) walk(around []*rule, visit func(r *rule, around []*rule)) {
	visit(r, around)
	if r.many || r.deep || r.choice {
		around = append(slices.Clip(around), r)
	}
	for _, p := range r.parts {
		p.walk(around, visit)
	}
}

// A growth is a grammar with what is to be repeated in it.
type growth struct {
	name    string
	grammar *rule
	outer   *rule         // nil: only inner is repeated
	inner   *rule         //
	chosen  map[*rule]int // of choices; others take one after the other
}

// shapesOf returns all shapes of a grammar: each site with each choice right below it, and each
// pair of sites that stand within each other.
func shapesOf(grammar *rule) (all []growth) {
	grammar.walk(nil, func(site *rule, around []*rule) {
		if !site.many && !site.deep {
			return
		}
		way := map[*rule]int{} // to the site, through choices
		for i, r := range around {
			if !r.choice {
				continue
			}
			next := append(slices.Clip(around), site)[i+1]
			way[r] = slices.IndexFunc(r.parts, func(p *rule) bool { return p.holds(next) })
		}
		add := func(name string, outer *rule, more map[*rule]int) {
			chosen := map[*rule]int{}
			for _, m := range []map[*rule]int{way, more} {
				for r, i := range m {
					chosen[r] = i
				}
			}
			all = append(all, growth{name, grammar, outer, site, chosen})
		}
		add(site.name, nil, nil)
		for _, choice := range site.below() {
			for i, p := range choice.parts {
				add(fmt.Sprintf("%s of %s", site.name, p.label()), nil, map[*rule]int{choice: i})
			}
		}
		for _, r := range around {
			if r.many || r.deep {
				add(fmt.Sprintf("%s in %s", site.name, r.name), r, nil)
			}
		}
	})
	return all
}

// below returns the choices within a site that do not stand within another site or choice.
func (r *rule) below() (choices []*rule) {
	for _, p := range r.parts {
		switch {
		case p.choice:
			choices = append(choices, p)
		case !p.many && !p.deep:
			choices = append(choices, p.below()...)
		}
	}
	return choices
}

func (r *rule) holds(other *rule) (found bool) {
	r.walk(nil, func(r *rule, _ []*rule) { found = found || r == other })
	return found
}

// label is what a rule begins with.
func (r *rule) label() string {
	for ; len(r.parts) > 0; r = r.parts[0] {
		if r.name != "" {
			return r.name
		}
	}
	return strconv.Quote(r.text)
}

// text writes the shape in about so many bytes.
func (s *growth) text(size int) []byte {
	w := &shapeWriter{growth: s, size: size}
	w.write(s.grammar)
	return w.Bytes()
}

type shapeWriter struct {
	bytes.Buffer
	*growth
	size   int
	number int
	turns  map[*rule]int
}

func (w *shapeWriter) write(r *rule) {
	switch {
	case r.choice:
		i, ok := w.chosen[r]
		if !ok {
			if w.turns == nil {
				w.turns = map[*rule]int{}
			}
			i = w.turns[r] % len(r.parts)
			w.turns[r]++
		}
		w.write(r.parts[i])
	case r.many:
		w.repeat(r, func(i int) {
			if i > 0 {
				w.literal(r.text)
			}
			w.write(r.parts[0])
		})
	case r.deep:
		n := w.repeat(r, func(int) { w.write(r.parts[0]) })
		w.write(r.parts[1])
		for range n {
			w.write(r.parts[2])
		}
	case len(r.parts) == 0:
		w.literal(r.text)
	default:
		for _, p := range r.parts {
			w.write(p)
		}
	}
}

// repeat writes something until the site has its share of the file. Of two sites within each other
// each repeats about as often as the other.
func (w *shapeWriter) repeat(site *rule, item func(i int)) (n int) {
	until := -1
	switch {
	case site == w.outer || site == w.inner && w.outer == nil:
		until = w.size
	case site == w.inner:
		share := 1
		for share*share*8 < w.size {
			share++
		}
		until = w.Len() + 8*share
	}
	if site.deep {
		until -= (until - w.Len()) / 2 // what ends each is to come
	}
	for before := w.Len(); ; before = w.Len() {
		item(n)
		if n++; w.Len() >= until || w.Len() == before && n > 100 { // an item may be empty
			return n
		}
	}
}

func (w *shapeWriter) literal(text string) {
	if strings.Contains(text, "%") {
		w.number++
		text = strings.Replace(text, "%d", strconv.Itoa(w.number), 1)
		text = strings.Replace(text, "%s", capitals(w.number), 1)
	}
	w.WriteString(text)
}

// allShapes returns the shapes of all grammars, by the names of files.
func allShapes() (all []fileShape) {
	for _, g := range grammars {
		for _, s := range shapesOf(g.rule) {
			name := strings.Join([]string{g.format, g.name, s.name}, " ")
			all = append(all, fileShape{strings.Join(strings.Fields(name), "-"), g.file, func(_ testing.TB, size int) []byte { return s.text(size) }})
		}
	}
	all = append(all, binaries...)
	for i := range shapes {
		s := &shapes[i]
		all = append(all, fileShape{"by-hand-" + strings.ReplaceAll(s.name, " ", "-"), s.file, func(_ testing.TB, size int) []byte { return s.text(size) }})
	}
	slices.SortStableFunc(all, func(a, b fileShape) int { return cmp.Compare(a.file, b.file) })
	return all
}

// A fileShape writes files of any size.
type fileShape struct {
	name, file string
	text       func(t testing.TB, size int) []byte
}
