package tests

import (
	"go/parser"
	"go/scanner"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// What a game is, its entry in package game says, and the packages of its rules and
// notations know it. These may name games, and why.
var mayNameGames = map[string]string{
	"game":                        "the registry",
	"position/shogi":              "the rules of shogi",
	"position/othello":            "the rules of Othello",
	"position/loa":                "the rules of Lines of Action",
	"game/notation":               "formats of shogi",
	"format/notations":            "the entries of those",
	"format/othello":              "formats of Othello",
	"format/renlib":               "a format of gomoku and renju",
	"format/unread":               "formats of single games, which are recognized and not read",
	"sgfread/check.go":            "the grammar of SGF, of which some rules hold for Go alone",
	"sgfread/dialect.go":          "the same",
	"sgfread/clean.go":            "the same",
	"sgfread/faults.go":           "the same",
	"sgfread/style.go":            "the same",
	"sgfread/distinct.go":         "the same",
	"command/shogi.go":            "the command for the converter of shogi notation",
	"command/study/next.go":       "help: an example",
	"command/study/book.go":       "help: formats of books, each of one game",
	"ask/openingbook":             "formats of books, each of one game",
	"command/export.go":           "help: formats of shogi",
	"command/programs/desktop.go": "types of files that the desktop opens",
	"command/programs/usi.go":     "the commands for engines of two games",
	"command/show.go":             "help: pieces drawn as kanji",
	"command/help/helptopic.go":   "help: examples and formats",
	"command/import.go":           "help: formats that are read",
	"command/book/note.go":        "help: an example",
	"command/unknown.go":          "what a wrong command may have meant",
	"command/command.go":          "the list of commands",
	"indexer/formats.go":          "SGF is written anew of games of shogi and Othello",
	"archive/convert.go":          "the converter of shogi notation",
	"query/boardgame.go":          "an example in a message",
}

// gameWords are what names a game in code: not in comments, which may give examples.
var gameWords = regexp.MustCompile(`(?i)gameGo\b|goGame|shogi|sfen|gomoku|renju|othello|loaGame|lines of action|\.Game [!=]= [1-9]|game [!=]= [1-9]`)

// No game is named outside of the registry and its own packages.
func TestGamesAreNamedInTheRegistryAlone(t *testing.T) {
	used := map[string]bool{}
	read := 0
	for file := range sources(t) {
		file = filepath.ToSlash(file)
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		read++
		line := namesGame(t, file, text)
		if line == "" {
			continue
		}
		excuse := ""
		for path := range mayNameGames {
			if file == path || strings.HasPrefix(file, path+"/") {
				excuse = path
			}
		}
		if excuse == "" {
			t.Errorf("%s names a game: %s; ask package game instead", file, line)
		}
		used[excuse] = true
	}
	for path := range mayNameGames {
		if !used[path] {
			t.Errorf("%s is excused and names no game", path)
		}
	}
	if read < 100 {
		t.Fatalf("%d files were read", read)
	}
}

// namesGame returns the first word in the code of a file that names a game.
func namesGame(t *testing.T, file string, text []byte) string {
	t.Helper()
	fset := token.NewFileSet()
	if _, err := parser.ParseFile(fset, file, text, parser.ImportsOnly); err != nil {
		t.Fatal(err)
	}
	var s scanner.Scanner
	f := fset.AddFile(file, -1, len(text))
	s.Init(f, text, nil, 0)
	var code strings.Builder
	for {
		_, tok, word := s.Scan()
		if tok == token.EOF {
			return gameWords.FindString(code.String())
		}
		if word == "" || word == "\n" {
			word = tok.String()
		}
		if tok == token.PERIOD {
			code.WriteString(".")
			continue
		}
		code.WriteString(word + " ")
	}
}
