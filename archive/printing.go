package archive

import "kifudb/sgfread"

// Printing is what the record says about how a node is printed: SGF's MN, PM and FG.
type Printing struct {
	Number  int         `json:"number,omitempty" doc:"Number that the node's move has on paper (MN in SGF). Missing if it is the usual one."`
	Numbers string      `json:"numbers,omitempty" doc:"How moves are numbered, here and below, until a node says otherwise (PM in SGF): none, or short for the last two digits. Missing if they are numbered as usual."`
	Figure  *FigureFlag `json:"figure,omitempty" doc:"That a new figure begins at the node (FG in SGF). Missing if none does."`
}

// A FigureFlag is the start of a figure. A figure without flags is printed as the program likes.
type FigureFlag struct {
	Name          string `json:"name,omitempty" doc:"Name of the figure. Missing if it has none."`
	Flags         bool   `json:"flags,omitempty" doc:"True if the record says how to print the figure. Otherwise missing."`
	NoCoordinates bool   `json:"no_coordinates,omitempty" doc:"True if the names of columns and rows are left out. Otherwise missing."`
	NoName        bool   `json:"no_name,omitempty" doc:"True if the name is left out. Otherwise missing."`
	NoList        bool   `json:"no_list,omitempty" doc:"True if moves that the board cannot show are not listed. Otherwise missing."`
	KeepCaptured  bool   `json:"keep_captured,omitempty" doc:"True if captured stones stay on the board. Otherwise missing."`
	NoStars       bool   `json:"no_stars,omitempty" doc:"True if the board has no dots. Otherwise missing."`
}

// The bits of FG's flags, as the specification of FF[4] has them.
const (
	figureNoCoordinates = 1 << iota
	figureNoName
	figureNoList
	figureKeepCaptured = 1 << 8
	figureNoStars      = 1 << 9
	figureNoFlags      = 1 << 15
)

// figureFlag reads the value of FG.
func figureFlag(raw []byte) *FigureFlag {
	f := &FigureFlag{}
	if name, ok := sgfread.FigureName(raw, sgfread.NoLead); ok {
		f.Name = string(sgfread.AppendSimpleText(nil, name, sgfread.NoLead))
	}
	first, _, ok := sgfread.SplitComposed(raw, sgfread.NoLead)
	if !ok {
		first = raw
	}
	if flags, ok := sgfread.ParseNumber(first); ok && flags&figureNoFlags == 0 && len(first) > 0 {
		f.Flags = true
		f.NoCoordinates, f.NoName, f.NoList = flags&figureNoCoordinates != 0, flags&figureNoName != 0, flags&figureNoList != 0
		f.KeepCaptured, f.NoStars = flags&figureKeepCaptured != 0, flags&figureNoStars != 0
	}
	return f
}

// readPrinting notes what a node says about printing.
func (n *Node) readPrinting(p sgfread.Property) {
	switch p.Ident() {
	case sgfread.IdentMN:
		n.Printing.Number, _ = sgfread.ParseNumber(p.Value(0))
	case sgfread.IdentFG:
		n.Printing.Figure = figureFlag(p.Value(0))
	}
}

// printMode reads the value of PM.
func printMode(raw []byte) string {
	n, ok := sgfread.ParseNumber(raw)
	switch {
	case ok && n == 0:
		return "none"
	case n == 2:
		return "short"
	}
	return ""
}
