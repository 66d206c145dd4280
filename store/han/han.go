package han

import (
	"sync"
	"unicode/utf8"
)

//go:generate go run generate.go

// The characters of the table lie in two blocks: nearly all in the first, for
// which an array is used, as every character of a Chinese text asks.
const (
	firstBMP = 0x3400
	lastBMP  = 0x9FFF
)

type table struct {
	bmp  [lastBMP - firstBMP + 1]rune // 0: the character is its own form
	rest map[rune]rune
}

var load = sync.OnceValue(func() *table {
	t := &table{rest: map[rune]rune{}}
	first := utf8.RuneError // of the class that is being read
	for _, r := range classes {
		switch {
		case r == '\n':
			first = utf8.RuneError
			continue
		case first == utf8.RuneError:
			first = r
		}
		if r >= firstBMP && r <= lastBMP {
			t.bmp[r-firstBMP] = first
		} else {
			t.rest[r] = first
		}
	}
	return t
})

// Form returns the character that stands for all forms of r, which is r itself
// for most characters.
func Form(r rune) rune {
	if r < firstBMP || r > lastBMP && r < 0x20000 {
		return r
	}
	t := load()
	form := rune(0)
	if r <= lastBMP {
		form = t.bmp[r-firstBMP]
	} else {
		form = t.rest[r]
	}
	if form == 0 {
		return r
	}
	return form
}
