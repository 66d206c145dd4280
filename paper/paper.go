// Package paper prints games: as figures with numbered moves, with comments and variations as
// books have them, and as sheets of problems.
//
// There is one layout model and several writers. A [Document] is what is printed, as plain data:
// parts, which are made of blocks. [Games] and its like make documents from an archive. The
// packages below write a document: paper/html, paper/epub, paper/pdf, paper/tex and paper/text.
// No writer knows games, records or rules.
package paper

import (
	"iter"

	"kifudb/ask"
	"kifudb/drawing"
	"kifudb/study/chart"
)

// A Document is what is printed. Its parts are made one after the other, so that a book of
// many games needs little memory.
type Document struct {
	Title    string
	Subtitle string // under the title, such as the years of the games
	Author   string
	Language Language
	Book     bool // has a page with its title, and parts begin new pages

	Contents []Entry // parts that the contents list; empty if there are none
	Parts    iter.Seq2[*Part, error]
	Index    []Index // lists at the end
}

// An Entry is a part in the list of contents.
type Entry struct {
	Title  string
	Anchor string // of the part
}

// An Index is an alphabetical list of names, such as those of players.
type Index struct {
	Title string
	Names []IndexName
}

// An IndexName is a name with the parts where it is found.
type IndexName struct {
	Name    string
	Anchors []string
}

// A Part is a game, or a sheet of problems.
type Part struct {
	Title  string // of its first line; empty if the document has one title for all
	Anchor string // letters and digits, unique in the document
	Blocks []Block
}

// A Block is a piece of a part: *[Heading], *[Facts], *[Paragraph], *[Figure], *[Table], *[Chart]
// or *[PageBreak]. A writer puts them below each other.
type Block interface{ block() }

// A Heading names the blocks below it.
type Heading struct{ Text string }

// Facts are what is known of a game: a label and a value each.
type Facts struct{ Lines [][2]string }

// A Paragraph is text. Lines of the text are lines on paper, but may be broken.
type Paragraph struct {
	Lead string // in bold before the text, such as the number of the move that it is about
	Text string
}

// A Table is rows that flow in columns down the page, such as the moves of a game.
type Table struct {
	Head    []string
	Rows    [][]string
	Whole   bool   // the rows do not flow, but stand below each other, each over the whole width if it needs it
	Numbers []bool // columns of numbers, which end below each other; others begin so
}

// IsNumbers reports whether a column is one of numbers.
func (t *Table) IsNumbers(column int) bool { return column < len(t.Numbers) && t.Numbers[column] }

// A Chart is a drawing of numbers.
type Chart struct {
	Chart chart.Chart
	Table *Table // its numbers for writers that do not draw it; nil if another block has them
}

// A PageBreak begins a new page.
type PageBreak struct{}

// A Figure is a board with what is below it. Figures that follow each other and have the same
// Abreast above 1 stand beside each other.
type Figure struct {
	Caption string   // as "Figure 2 (51–100)"; empty if the record wants none
	Notes   []string // below the caption, behind each other, such as "80 at 53"
	Abreast int      // how many such figures fill the width: 1 to 4
	Rows    int      // how many rows of such figures are to fit on a page; 0 if it does not matter

	Board       *ask.Board
	Marks       drawing.Marks
	Coordinates bool
	RowNames    []string // in place of the board's, for writers that draw; nil for these
	NoStars     bool     // no dots on the board
	Crop        bool     // only the part of the board where something lies
}

func (*Heading) block()   {}
func (*Facts) block()     {}
func (*Paragraph) block() {}
func (*Table) block()     {}
func (*Chart) block()     {}
func (*PageBreak) block() {}
func (*Figure) block()    {}

// Picture draws the board of the figure. Its label for who cannot see it is the caption.
func (f *Figure) Picture() *drawing.Picture {
	board := f.Board
	if len(f.RowNames) == board.Rows {
		named := *board
		named.Lines, board = f.RowNames, &named
	}
	p := drawing.Board(board, f.Marks, f.Caption)
	if f.NoStars {
		p.Stars = nil
	}
	if f.Crop {
		p.Crop()
	} else {
		p.View()
	}
	if !f.Coordinates {
		p.Bare()
	}
	return p
}

// A Language is that of captions and headings: en, ja or zh.
type Language string

// The languages.
const (
	English  Language = "en"
	Japanese Language = "ja"
	Chinese  Language = "zh"
)

// Languages are all of them.
var Languages = []Language{English, Japanese, Chinese}
