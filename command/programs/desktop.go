package programs

import (
	"fmt"
	"strings"
)

// recordTypes are the types of the files that the desktop opens. Those without a name for people are known to
// every system that has the shared MIME database.
var recordTypes = []struct {
	name, about, title string
	globs              []string
}{
	{"application/x-go-sgf", "SGF record", "", []string{"*.sgf"}},
	{"application/vnd.chess-pgn", "PGN chess game notation", "", []string{"*.pgn"}},
	{"application/x-shogi-kif", "Shogi record (KIF)", "棋譜 (KIF)", []string{"*.kif", "*.kifu", "*.ki2", "*.ki2u"}},
	{"application/x-shogi-csa", "Shogi record (CSA)", "棋譜 (CSA)", []string{"*.csa"}},
}

// desktopFile returns a desktop entry by freedesktop.org's specification, whose command gets
// the files that are opened.
func desktopFile(command []string) (string, error) {
	words := make([]string, len(command))
	for i, word := range command {
		if err := inLine(word); err != nil {
			return "", err
		}
		words[i] = desktopQuote(word)
	}
	types := ""
	for _, t := range recordTypes {
		types += t.name + ";"
	}
	return fmt.Sprintf(`[Desktop Entry]
Type=Application
Version=1.0
Name=kifudb
GenericName=Game records
GenericName[ja]=棋譜
GenericName[zh_CN]=棋谱
Comment=Show and search records of Go, shogi, chess and other games
Comment[ja]=囲碁・将棋・チェスなどの棋譜を表示・検索
Comment[zh_CN]=显示和搜索围棋、将棋、国际象棋等棋谱
Exec=%s %%F
Terminal=false
NoDisplay=true
StartupNotify=false
Categories=Game;BoardGame;
Keywords=go;baduk;weiqi;shogi;chess;sgf;kifu;
MimeType=%s
`, strings.Join(words, " "), types), nil
}

// desktopQuote writes a word of the key Exec. First come the rules of its quotation marks, then those of
// every string, where a backslash is written twice.
func desktopQuote(word string) string {
	escaped := strings.ReplaceAll(word, "%", "%%")
	if word == "" || strings.ContainsAny(word, " \t\"'\\><~|&;$*?#()`") {
		escaped = `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "`", "\\`", "$", `\$`).Replace(escaped) + `"`
	}
	return strings.ReplaceAll(escaped, `\`, `\\`)
}

// mimeFile returns the types of records for the shared MIME database.
func mimeFile() string {
	var b strings.Builder
	b.WriteString("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<mime-info xmlns=\"http://www.freedesktop.org/standards/shared-mime-info\">\n")
	for _, t := range recordTypes {
		fmt.Fprintf(&b, "  <mime-type type=\"%s\">\n    <comment>%s</comment>\n", t.name, t.about)
		if t.title != "" {
			fmt.Fprintf(&b, "    <comment xml:lang=\"ja\">%s</comment>\n", t.title)
		}
		for _, glob := range t.globs {
			fmt.Fprintf(&b, "    <glob pattern=\"%s\"/>\n", glob)
		}
		b.WriteString("  </mime-type>\n")
	}
	b.WriteString("</mime-info>\n")
	return b.String()
}
