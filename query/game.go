package query

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// game is the meaning of the field for the kind of game.
type game struct{}

// gameNames are the games of SGF by their number, from 1.
var gameNames = []string{
	"go", "othello", "chess", "gomoku", "nine men's morris", "backgammon", "chinese chess", "shogi",
	"lines of action", "ataxx", "hex", "jungle", "neutron", "philosopher's football", "quadrature",
	"trax", "tantrix", "amazons", "octi", "gess", "twixt", "zertz", "plateau", "yinsh", "punct",
	"gobblet", "hive", "exxit", "hnefatal", "kuba", "tripples", "chase", "tumbling down", "sahara",
	"byte", "focus", "dvonn", "tamsk", "gipf", "kropki",
}

// GameName returns the name by which queries know the game of SGF's number.
func GameName(number int) string {
	if number < 1 || number > len(gameNames) {
		return fmt.Sprintf("game %d", number)
	}
	return gameNames[number-1]
}

func (game) check(v Value) error {
	_, err := v.GameNumber()
	return err
}

func (game) literal() bool { return false }
func (game) ordered() bool { return false }

// GameNumber returns the number of the game that a value names, by number or by
// name.
func (v Value) GameNumber() (int, error) {
	if v.Kind == Word || v.Kind == Phrase {
		if n, err := strconv.ParseUint(v.Text, 10, 8); err == nil && n > 0 {
			return int(n), nil
		}
		if i := slices.Index(gameNames, strings.ToLower(v.Text)); i >= 0 {
			return i + 1, nil
		}
	}
	return 0, fmt.Errorf("%s is not a game; expected go, othello, shogi, … or SGF's number", v)
}

// GameValue returns the value by which the game of SGF's number is asked for.
func GameValue(number uint8) string {
	if n := int(number); n >= 1 && n <= len(gameNames) {
		return gameNames[n-1]
	}
	return strconv.Itoa(int(number))
}
