package answer

import (
	"io"
	"strings"

	"kifudb/archive"
	"kifudb/command/terminal"
	"kifudb/game"
	"kifudb/position"
)

// StyleFor is how to draw a board.
func StyleFor(w io.Writer, ascii bool) position.Style {
	switch {
	case ascii:
		return position.ASCII
	case terminal.Colored(w):
		return position.ANSI
	}
	return position.Unicode
}

// DrawAsked draws the position or the pattern that was asked for, with labels on its points.
func DrawAsked(w io.Writer, asked archive.Asked, labels map[position.Point]string) error {
	var drawing string
	switch {
	case asked.Position != nil:
		drawer, ok := asked.Position.(game.Drawer)
		if !ok {
			return nil
		}
		drawing = drawer.Draw(game.Drawing{Style: StyleFor(w, false), Labels: labels})
	case asked.Pattern != nil:
		drawing = asked.Pattern.Format(labels)
	default:
		return nil
	}
	_, err := io.WriteString(w, strings.TrimRight(drawing, "\n")+"\n\n")
	return err
}

// ColorSign stands for a color in lists of a game: by the game's own signs, or by stones.
func ColorSign(c position.Color, kind game.Game) string {
	signs := PlayerSigns(kind)
	switch c {
	case position.Black:
		return signs[0]
	case position.White:
		return signs[1]
	}
	return ""
}

// PlayerSigns are the signs of a game's players, stones if it has none or is nil.
func PlayerSigns(kind game.Game) [2]string {
	if kind != nil && kind.About().Signs != ([2]string{}) {
		return kind.About().Signs
	}
	return [2]string{"●", "○"}
}

// Points reports whether the moves of what was asked for are stones on points, which
// letters can mark.
func Points(asked archive.Asked) bool { return asked.Position == nil || asked.Goban() != nil }
