package run

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"kifudb/ask"
	"kifudb/command/phrase"
)

// The options of a question are declared once, in package archive. A field that people may
// set has tags of both front ends. Those of a command are
//
//	flag     its name, and behind a comma its short form
//	usage    its line in the help, with the value in braces: "at most {N} games"; [values] are
//	         those of the tag enum
//	value    what it is unless it is set
//	usually  how the help says that, if it is no value
//	list     comma, if one flag has all values of a list; otherwise each has a flag
//
// and the others are those of the API, see huma.

// FlagsOf returns the flags for the options of a question.
func FlagsOf(options any) []cli.Flag {
	var flags []cli.Flag
	for _, f := range reflect.VisibleFields(reflect.TypeOf(options)) {
		if f.Tag.Get("flag") != "" {
			flags = append(flags, flagOf(f))
		}
	}
	return flags
}

// flagName returns the name of the flag of a field, and its short forms.
func flagName(f reflect.StructField) (name string, aliases []string) {
	names := strings.Split(f.Tag.Get("flag"), ",")
	return names[0], names[1:]
}

var placeholders = strings.NewReplacer("{", "`", "}", "`")

func flagOf(f reflect.StructField) cli.Flag {
	name, aliases := flagName(f)
	usage, usually, value := placeholders.Replace(f.Tag.Get("usage")), f.Tag.Get("usually"), f.Tag.Get("value")
	usage = strings.ReplaceAll(usage, "[values]", strings.Join(ask.OptionValues(f), ", "))
	switch f.Type.Kind() {
	case reflect.Bool:
		return &cli.BoolFlag{Name: name, Aliases: aliases, Usage: usage}
	case reflect.Int:
		n, err := strconv.Atoi(value)
		if value != "" && err != nil {
			panic(fmt.Sprintf("the tag value of %s is no number: %v", f.Name, err)) // a mistake in the program
		}
		return &cli.IntFlag{Name: name, Aliases: aliases, Usage: usage, DefaultText: usually, Value: n}
	case reflect.Slice:
		if f.Tag.Get("list") != "comma" {
			return &cli.StringSliceFlag{Name: name, Aliases: aliases, Usage: usage, DefaultText: usually}
		}
	}
	return &cli.StringFlag{Name: name, Aliases: aliases, Usage: usage, DefaultText: usually, Value: value}
}

// SetOptions sets the options of a question, a pointer to their struct, from its flags.
func SetOptions(c *cli.Context, options any) {
	v := reflect.ValueOf(options).Elem()
	for _, f := range reflect.VisibleFields(v.Type()) {
		name, _ := flagName(f)
		if name == "" {
			continue
		}
		switch field := v.FieldByIndex(f.Index); {
		case f.Type.Kind() == reflect.Bool:
			field.SetBool(c.Bool(name))
		case f.Type.Kind() == reflect.Int:
			field.SetInt(int64(c.Int(name)))
		case f.Type.Kind() == reflect.String:
			field.SetString(c.String(name))
		case f.Tag.Get("list") == "comma":
			field.Set(reflect.ValueOf(phrase.CommaList(c.String(name))))
		default:
			field.Set(reflect.ValueOf(c.StringSlice(name)))
		}
	}
}
