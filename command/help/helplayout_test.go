package help

import (
	"testing"
)

func TestLayHelp(t *testing.T) {
	const text = `NAME:
   x - do it

USAGE:
   x one two three four
   x five

DESCRIPTION:
   A paragraph whose lines
   are of any length, of which one is too long here.

   Short ones
   stay.

   A list:
     first   which is explained at some length
     second  not

OPTIONS:
   --host NAME [ --host NAME ]  also answer to this NAME, wherever it is
   -n N                         N
   --help, -h                   show help
`
	const want = `NAME:
   x - do it

USAGE:
   x one two three four
   x five

DESCRIPTION:
   A paragraph whose lines are of any
   length, of which one is too long
   here.

   Short ones
   stay.

   A list:
     first   which is explained at some
             length
     second  not

OPTIONS:
   --host NAME ...  also answer to this
                    NAME, wherever it is
   -n N             N
   --help, -h       show help
`
	if got := layHelp(text, 40); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
