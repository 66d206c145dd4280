package run

import (
	"reflect"
	"testing"

	"github.com/urfave/cli/v2"
)

// testOptions have a field of each kind that a flag may have.
type testOptions struct {
	Limit  int      `flag:"limit,n" value:"7" usage:"at most {N}"`
	Least  int      `flag:"least" usually:"1" usage:"at least {N}"`
	All    bool     `flag:"all" usage:"all of them"`
	Sort   string   `flag:"sort" value:"size" usage:"by {ORDER}"`
	Fields []string `flag:"field" list:"comma" usage:"{FIELDS}"`
	Names  []string `flag:"name" usage:"{NAME}"`
	Depth  int      `query:"depth"` // of the API alone

	Watch func()
}

// Flags that are declared by tags are those that would be written out, and set each field.
func TestFlagsOfOptions(t *testing.T) {
	want := []cli.Flag{
		&cli.IntFlag{Name: "limit", Aliases: []string{"n"}, Value: 7, Usage: "at most `N`"},
		&cli.IntFlag{Name: "least", Aliases: []string{}, DefaultText: "1", Usage: "at least `N`"},
		&cli.BoolFlag{Name: "all", Aliases: []string{}, Usage: "all of them"},
		&cli.StringFlag{Name: "sort", Aliases: []string{}, Value: "size", Usage: "by `ORDER`"},
		&cli.StringFlag{Name: "field", Aliases: []string{}, Usage: "`FIELDS`"},
		&cli.StringSliceFlag{Name: "name", Aliases: []string{}, Usage: "`NAME`"},
	}
	if got := FlagsOf(testOptions{}); !reflect.DeepEqual(got, want) {
		t.Errorf("flags %+v, want %+v", got, want)
	}
	for _, test := range []struct {
		args []string
		want testOptions
	}{
		{nil, testOptions{Limit: 7, Sort: "size"}},
		{
			[]string{"-n", "2", "--least", "3", "--all", "--sort", "name", "--field", "a, b", "--name", "c,d", "--name", "e"},
			testOptions{Limit: 2, Least: 3, All: true, Sort: "name", Fields: []string{"a", "b"}, Names: []string{"c,d", "e"}},
		},
	} {
		got := testOptions{}
		app := &cli.App{Flags: FlagsOf(testOptions{}), DisableSliceFlagSeparator: true, Action: func(c *cli.Context) error {
			SetOptions(c, &got)
			return nil
		}}
		if err := app.Run(append([]string{"test"}, test.args...)); err != nil {
			t.Fatal(err)
		}
		if len(got.Names) == 0 { // of a list that nobody set cli makes an empty one
			got.Names = nil
		}
		if !reflect.DeepEqual(got, test.want) {
			t.Errorf("%q: %+v, want %+v", test.args, got, test.want)
		}
	}
}
