package doc

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/yuin/goldmark/ast"
	table "github.com/yuin/goldmark/extension/ast"
)

// A Section is a heading of a document with the text up to the next heading.
type Section struct {
	Document *Document
	Heading  string
	Anchor   string   // of the heading on a page
	Lines    []string // a paragraph, a row, or a line of code each, without what commands print
}

// Sections returns the sections of the document in its order.
func (d *Document) Sections() []*Section {
	var list []*Section
	var add func(n ast.Node)
	line := func(text string) {
		if text = strings.TrimSpace(text); text != "" && len(list) > 0 {
			last := list[len(list)-1]
			last.Lines = append(last.Lines, text)
		}
	}
	add = func(n ast.Node) {
		switch n := n.(type) {
		case *ast.Heading:
			s := &Section{Document: d, Heading: d.inline(n, shown)}
			if id, ok := n.AttributeString("id"); ok {
				s.Anchor = string(id.([]byte))
			}
			list = append(list, s)
		case *ast.Paragraph, *ast.TextBlock:
			line(d.inline(n, shown))
		case *ast.CodeBlock, *ast.FencedCodeBlock:
			code := d.code(n)
			commands := slices.ContainsFunc(code, isCommand)
			for _, text := range code {
				if !commands || isCommand(text) {
					line(text)
				}
			}
		case *table.TableRow, *table.TableHeader:
			line(strings.Join(d.cells(n, shown), " "))
		default:
			for child := n.FirstChild(); child != nil; child = child.NextSibling() {
				add(child)
			}
		}
	}
	add(d.root())
	return list
}

// isCommand reports whether a line of code is a command, above what it prints.
func isCommand(line string) bool { return strings.HasPrefix(line, "$ ") }

// A Hit is a section that has all words of a search.
type Hit struct {
	*Section
	Line []Piece // of the section, or a part of one
}

// A Piece is a part of a line, which a search found or which stands between.
type Piece struct {
	Text  string
	Found bool
}

// Search returns the sections that have all the words, or words that begin so, the best first: those with
// the words in their headings, then those that have them more often. A word also counts if the title of the document has it.
func Search(list []*Document, words string) []*Hit {
	wanted := strings.Fields(strings.ToLower(words))
	if len(wanted) == 0 {
		return nil
	}
	type scored struct {
		hit      *Hit
		headings int // words in the heading
		score    int
	}
	var found []scored
	for _, d := range list {
		title := strings.ToLower(d.Title)
	sections:
		for _, s := range d.Sections() {
			heading, text := strings.ToLower(s.Heading), strings.ToLower(strings.Join(s.Lines, "\n"))
			one := scored{hit: &Hit{Section: s}}
			for _, word := range wanted {
				inHeading, inText := len(places(heading, word)), len(places(text, word))
				if inHeading+inText+len(places(title, word)) == 0 {
					continue sections
				}
				if inHeading > 0 {
					one.headings++
				}
				one.score += min(inText, 5)
			}
			one.hit.Line = bestLine(s.Lines, wanted)
			found = append(found, one)
		}
	}
	slices.SortStableFunc(found, func(a, b scored) int {
		return cmp.Or(cmp.Compare(b.headings, a.headings), cmp.Compare(b.score, a.score))
	})
	hits := make([]*Hit, len(found))
	for i, one := range found {
		hits[i] = one.hit
	}
	return hits
}

// places returns where words of a text begin like a word. Chinese and Japanese have no spaces, so what begins
// with such a character may begin anywhere.
func places(text, word string) (list []int) {
	initial, _ := utf8.DecodeRuneInString(word)
	anywhere := !unicode.IsLetter(initial) && !unicode.IsDigit(initial) || unicode.In(initial, unicode.Han, unicode.Hiragana, unicode.Katakana)
	for at := 0; ; {
		i := strings.Index(text[at:], word)
		if i < 0 {
			return list
		}
		before, _ := utf8.DecodeLastRuneInString(text[:at+i])
		if anywhere || at+i == 0 || !unicode.IsLetter(before) && !unicode.IsDigit(before) {
			list = append(list, at+i)
		}
		at += i + len(word)
	}
}

// lineRunes are how many characters of a line a search shows.
const lineRunes = 180

// bestLine returns the line with the most of the words, cut around the first of them if it is long.
func bestLine(lines, words []string) []Piece {
	best, most := "", -1
	for _, line := range lines {
		n := 0
		for _, word := range words {
			n += min(len(places(lowered(line), word)), 1)
		}
		if n > most {
			best, most = line, n
		}
	}
	lower := lowered(best)
	marked := make([]bool, len(best)+1)
	start := len(best)
	for _, word := range words {
		for _, at := range places(lower, word) {
			start = min(start, at)
			for i := range len(word) {
				marked[at+i] = true
			}
		}
	}
	from, to := 0, len(best)
	if utf8.RuneCountInString(best) > lineRunes {
		if start > lineRunes/2 && start < len(best) {
			from = strings.LastIndexByte(best[:start-lineRunes/3], ' ') + 1
		}
		for n, i := 0, from; i < len(best); n++ {
			if _, size := utf8.DecodeRuneInString(best[i:]); n == lineRunes {
				to = i
				break
			} else {
				i += size
			}
		}
	}
	return pieces(best, marked, from, to)
}

// lowered is a text in lower case, or as it stands if lower case has other lengths, so that places are the same.
func lowered(text string) string {
	if lower := strings.ToLower(text); len(lower) == len(text) {
		return lower
	}
	return text
}

// pieces cuts a part of a line where marks begin and end.
func pieces(line string, marked []bool, from, to int) (list []Piece) {
	if from > 0 {
		list = append(list, Piece{Text: "… "})
	}
	for at := from; at < to; {
		end := at
		for end < to && marked[end] == marked[at] {
			end++
		}
		list = append(list, Piece{line[at:end], marked[at]})
		at = end
	}
	if to < len(line) {
		list = append(list, Piece{Text: " …"})
	}
	return list
}
