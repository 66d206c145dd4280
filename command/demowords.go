package command

import (
	"io"
	"strings"
)

// replacing hides the temporary folder in what is printed.
type replacing struct {
	w      io.Writer
	places *strings.Replacer
}

func (r *replacing) Write(b []byte) (int, error) {
	if _, err := r.places.WriteString(r.w, string(b)); err != nil {
		return 0, err
	}
	return len(b), nil
}

// shellWords writes arguments as one would type them.
func shellWords(args []string) string {
	words := make([]string, len(args))
	for i, arg := range args {
		words[i] = arg
		if strings.ContainsAny(arg, " \"*<>()[]|&;$`\\!") {
			words[i] = "'" + arg + "'"
		}
	}
	return strings.Join(words, " ")
}
