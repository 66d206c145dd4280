package gtp

import (
	"context"
	"math"
	"slices"
	"strconv"
	"strings"

	"kifudb/position"
)

func init() {
	commands = map[string]handler{
		"protocol_version": saying("2"),
		"name":             saying("kifudb"),
		"version": func(s *Session, _ context.Context, _ []string) (answer, error) {
			return answer{text: s.o.Version}, nil
		},
		"known_command": knownCommand,
		"list_commands": func(*Session, context.Context, []string) (answer, error) {
			return answer{text: strings.Join(commandNames(), "\n")}, nil
		},
		"quit": func(s *Session, _ context.Context, _ []string) (answer, error) {
			s.done = true
			return answer{}, nil
		},
		"boardsize":             boardSize,
		"rectangular_boardsize": boardSize,
		"query_boardsize": func(s *Session, _ context.Context, _ []string) (answer, error) {
			return answer{text: strconv.Itoa(s.track.now().Size().Cols)}, nil
		},
		"clear_board": func(s *Session, _ context.Context, _ []string) (answer, error) {
			s.track.begin(position.NewBoard(s.track.now().Size()))
			return answer{}, nil
		},
		"komi": setKomi,
		"get_komi": func(s *Session, _ context.Context, _ []string) (answer, error) {
			return answer{text: s.komi}, nil
		},
		"play":                playMove,
		"gogui-play_sequence": playSequence,
		"undo": func(s *Session, _ context.Context, _ []string) (answer, error) {
			if !s.track.undo() {
				return fail("cannot undo"), nil
			}
			return answer{}, nil
		},
		"fixed_handicap":      fixHandicap,
		"place_free_handicap": fixHandicap,
		"set_free_handicap":   setHandicap,
		"loadsgf":             loadSGF,
		"showboard": func(s *Session, _ context.Context, _ []string) (answer, error) {
			return answer{text: "\n" + s.track.now().String()}, nil
		},
		"genmove":     genMove,
		"reg_genmove": regGenMove,

		// The archive has no time to manage, keeps nothing between moves, and does not count.
		"time_settings": takeNumbers(3, 3),
		"time_left":     timeLeft,
		"clear_cache":   saying(""),
		"stop":          saying(""),
		"final_score":   refusing("cannot score"),

		"gogui-analyze_commands": saying(strings.Join([]string{
			"gfx/Archive: moves/kifudb-gfx %c",
			"text/Archive: moves as text/kifudb-next %c",
			"text/Archive: games/kifudb-games",
			"string/Archive: page of the first game/kifudb-open",
			"string/Archive: query for the position/kifudb-query",
		}, "\n")),
		"kifudb-gfx":   showGraphics,
		"kifudb-next":  showNext,
		"kifudb-games": showGames,
		"kifudb-open":  showPage,
		"kifudb-query": func(s *Session, _ context.Context, _ []string) (answer, error) {
			return answer{text: s.term()}, nil
		},
	}
	streams = map[string]stream{
		"lz-analyze":           analyzing(leela),
		"analyze":              analyzing(leela),
		"kata-analyze":         analyzing(kata),
		"lz-genmove_analyze":   generating(leela),
		"genmove_analyze":      generating(leela),
		"kata-genmove_analyze": generating(kata),
	}
}

// saying returns a command that always answers the same.
func saying(text string) handler {
	return func(*Session, context.Context, []string) (answer, error) { return answer{text: text}, nil }
}

// refusing returns a command that always fails.
func refusing(text string) handler {
	return func(*Session, context.Context, []string) (answer, error) { return fail("%s", text), nil }
}

// takeNumbers returns a command that reads numbers and does nothing with them.
func takeNumbers(least, most int) handler {
	return func(_ *Session, _ context.Context, args []string) (answer, error) {
		if len(args) < least || len(args) > most || slices.ContainsFunc(args, func(word string) bool { _, ok := number(word); return !ok }) {
			return answer{}, errSyntax
		}
		return answer{}, nil
	}
}

// number reads a number that is finite.
func number(word string) (float64, bool) {
	n, err := strconv.ParseFloat(word, 64)
	return n, err == nil && !math.IsNaN(n) && !math.IsInf(n, 0)
}

func knownCommand(_ *Session, _ context.Context, args []string) (answer, error) {
	if len(args) != 1 {
		return answer{}, errSyntax
	}
	return answer{text: strconv.FormatBool(commands[args[0]] != nil || streams[args[0]] != nil)}, nil
}

// boardSize begins a game on a board of one size, or of two.
func boardSize(s *Session, _ context.Context, args []string) (answer, error) {
	sides := make([]int, len(args))
	for i, word := range args {
		n, err := strconv.Atoi(word)
		if err != nil {
			return answer{}, errSyntax
		}
		sides[i] = n
	}
	var size position.Size
	switch len(sides) {
	case 1:
		size = position.Square(sides[0])
	case 2:
		size = position.Size{Cols: sides[0], Rows: sides[1]}
	default:
		return answer{}, errSyntax
	}
	if !validSize(size) {
		return fail("unacceptable size"), nil
	}
	s.track.begin(position.NewBoard(size))
	return answer{}, nil
}

// setKomi keeps the komi for who asks for it. Games with any komi count, unless the query says more.
func setKomi(s *Session, _ context.Context, args []string) (answer, error) {
	if len(args) != 1 {
		return answer{}, errSyntax
	}
	if _, ok := number(args[0]); !ok {
		return answer{}, errSyntax
	}
	s.komi = args[0]
	return answer{}, nil
}

func timeLeft(s *Session, ctx context.Context, args []string) (answer, error) {
	if len(args) != 3 {
		return answer{}, errSyntax
	}
	if _, ok := parseColor(args[0]); !ok {
		return answer{}, errSyntax
	}
	return takeNumbers(2, 2)(s, ctx, args[1:])
}

// move reads a color and a vertex.
func (s *Session) move(color, word string) (m position.Move, err error) {
	var ok bool
	if m.Color, ok = parseColor(color); !ok {
		return m, errSyntax
	}
	m.Point, err = parseVertex(s.track.now().Size(), word)
	return m, err
}

func playMove(s *Session, _ context.Context, args []string) (answer, error) {
	if len(args) != 2 {
		return answer{}, errSyntax
	}
	m, err := s.move(args[0], args[1])
	if err != nil {
		return answer{}, err
	}
	return answer{}, s.track.play(m)
}

// playSequence plays several moves, or none if one of them cannot be played.
func playSequence(s *Session, _ context.Context, args []string) (answer, error) {
	if len(args)%2 != 0 {
		return answer{}, errSyntax
	}
	for i := 0; i < len(args); i += 2 {
		m, err := s.move(args[i], args[i+1])
		if err == nil {
			err = s.track.play(m)
		}
		if err != nil {
			for ; i > 0; i -= 2 {
				s.track.undo()
			}
			return answer{}, err
		}
	}
	return answer{}, nil
}

// fixHandicap puts stones on their usual points, and says where.
func fixHandicap(s *Session, _ context.Context, args []string) (answer, error) {
	if len(args) != 1 {
		return answer{}, errSyntax
	}
	n, err := strconv.Atoi(args[0])
	if err != nil {
		return answer{}, errSyntax
	}
	size := s.track.now().Size()
	points := fixedHandicap(size, n)
	if points == nil {
		return fail("invalid number of stones"), nil
	}
	if err := s.track.place(points); err != nil {
		return answer{}, err
	}
	names := make([]string, len(points))
	for i, p := range points {
		names[i] = vertex(size, p)
	}
	return answer{text: strings.Join(names, " ")}, nil
}

func setHandicap(s *Session, _ context.Context, args []string) (answer, error) {
	size := s.track.now().Size()
	seen := map[position.Point]bool{}
	var points []position.Point
	for _, word := range args {
		p, err := parseVertex(size, word)
		if err != nil || p == position.Pass || seen[p] {
			return fail("bad vertex list"), nil
		}
		seen[p] = true
		points = append(points, p)
	}
	if len(points) < 2 || len(points) >= size.Area() {
		return fail("bad vertex list"), nil
	}
	return answer{}, s.track.place(points)
}

func loadSGF(s *Session, _ context.Context, args []string) (answer, error) {
	before := 0
	if len(args) == 2 {
		n, err := strconv.Atoi(args[1])
		if err != nil || n < 1 {
			return answer{}, errSyntax
		}
		before, args = n, args[:1]
	}
	if len(args) != 1 {
		return answer{}, errSyntax
	}
	if err := s.track.load(args[0], before); err != nil {
		return fail("cannot load file: %s", oneLine(err.Error())), nil
	}
	return answer{}, nil
}
