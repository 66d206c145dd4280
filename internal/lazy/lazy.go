// Package lazy makes regular expressions when they are first used, and not in every
// process: most questions need none of them.
package lazy

import (
	"regexp"
	"sync"
)

// Regexp returns a function that returns an expression, compiled when it is first
// called. It panics then if the expression is not one, as regexp.MustCompile does.
func Regexp(expression string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expression) })
}
