package lint_test

import (
	"context"
	"fmt"
	"strings"

	"kifudb/archive/lint"
)

func Example() {
	l := lint.Lint{
		Paths: []string{"-"},
		Stdin: strings.NewReader("(;FF[4]GM[1]SZ[9]PB[Ann]\n;B[cc];W[cc])"),
		Problem: func(p *lint.LintProblem) error {
			fmt.Printf("line %d, column %d: %s\n", p.Line, p.Column, p.Message)
			return nil
		},
	}
	found, err := l.Run(context.Background())
	if err != nil {
		fmt.Println(err)
	}
	fmt.Println(found.Problems, "in", found.Files, "file")
	// Output:
	// line 2, column 7: illegal-move: a move against the rules ("move 2: occupied"); made
	// 1 in 1 file
}
