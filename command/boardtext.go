package command

import (
	"io"
	"kifudb/archive"
	"kifudb/command/terminal"
	"kifudb/game"
	"kifudb/position"
	"strings"
)

// styleFor is how to draw a board.
func styleFor(w io.Writer, ascii bool) position.Style {
	switch {
	case ascii:
		return position.ASCII
	case terminal.Colored(w):
		return position.ANSI
	}
	return position.Unicode
}

func drawAsked(w io.Writer, asked archive.Asked, labels map[position.Point]string) error {
	var drawing string
	switch {
	case asked.Position != nil:
		drawer, ok := asked.Position.(game.Drawer)
		if !ok {
			return nil
		}
		drawing = drawer.Draw(game.Drawing{Style: styleFor(w, false), Labels: labels})
	case asked.Pattern != nil:
		drawing = asked.Pattern.Format(labels)
	default:
		return nil
	}
	_, err := io.WriteString(w, strings.TrimRight(drawing, "\n")+"\n\n")
	return err
}

// colorSign stands for a color in lists of a game: by the game's own signs, or by stones.
func colorSign(c position.Color, kind game.Game) string {
	signs := playerSigns(kind)
	switch c {
	case position.Black:
		return signs[0]
	case position.White:
		return signs[1]
	}
	return ""
}

// playerSigns are the signs of a game's players, stones if it has none or is nil.
func playerSigns(kind game.Game) [2]string {
	if kind != nil && kind.About().Signs != ([2]string{}) {
		return kind.About().Signs
	}
	return [2]string{"●", "○"}
}

// points reports whether the moves of what was asked for are stones on points, which
// letters can mark.
func points(asked archive.Asked) bool { return asked.Position == nil || asked.Goban() != nil }
