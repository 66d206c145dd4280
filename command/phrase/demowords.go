package phrase

import (
	"io"
	"strings"
)

// Replacing hides the temporary folder in what is printed.
type Replacing struct {
	W      io.Writer
	Places *strings.Replacer
}

func (r *Replacing) Write(b []byte) (int, error) {
	if _, err := r.Places.WriteString(r.W, string(b)); err != nil {
		return 0, err
	}
	return len(b), nil
}

// ShellWords writes arguments as one would type them.
func ShellWords(args []string) string {
	words := make([]string, len(args))
	for i, arg := range args {
		words[i] = arg
		if strings.ContainsAny(arg, " \"*<>()[]|&;$`\\!") {
			words[i] = "'" + arg + "'"
		}
	}
	return strings.Join(words, " ")
}
