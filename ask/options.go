package ask

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// The options of a question are a struct that is declared once. Its tags say how commands,
// the API and pages name each option, and which values it may have:
//
//	flag, query       its names, see command/run/optionflags.go and web/statistics.go
//	minimum, maximum  the bounds of a number
//	enum              the values of a text, with commas between them
//
// The API checks bounds and enumerations by itself; CheckOptions does so for everyone.

// CheckOptions returns a *[archive.RequestError] for the first option that its tags do not allow,
// nil if there is none. Options is a pointer to the struct.
func CheckOptions(options any) error {
	v := reflect.ValueOf(options).Elem()
	for _, f := range reflect.VisibleFields(v.Type()) {
		flag, _, _ := strings.Cut(f.Tag.Get("flag"), ",")
		query, _, _ := strings.Cut(f.Tag.Get("query"), ",")
		name := cmp.Or(flag, query, f.Name)
		switch value := v.FieldByIndex(f.Index); f.Type.Kind() {
		case reflect.Int:
			n := int(value.Int())
			low, high := bound(f, "minimum", n), bound(f, "maximum", n)
			switch {
			case n >= low && n <= high:
			case f.Tag.Get("maximum") == "":
				return badRequest(name, "%d is out of range; expected %d or more", n, low)
			default:
				return badRequest(name, "%d is out of range; expected %d to %s", n, bound(f, "minimum", 0), f.Tag.Get("maximum"))
			}
		case reflect.String:
			if allowed := OptionValues(f); allowed != nil && value.String() != "" && !slices.Contains(allowed, value.String()) {
				return badRequest(name, "%q is not supported; expected one of %s", value.String(), strings.Join(allowed, ", "))
			}
		}
	}
	return nil
}

// bound returns the number in a tag, or n without the tag.
func bound(f reflect.StructField, tag string, n int) int {
	text := f.Tag.Get(tag)
	if text == "" {
		return n
	}
	b, err := strconv.Atoi(text)
	if err != nil {
		panic(fmt.Sprintf("the tag %s of %s is no number: %v", tag, f.Name, err)) // a mistake in the program
	}
	return b
}

// OptionValues returns the values that an option may have, nil if its tags list none.
func OptionValues(f reflect.StructField) []string {
	list := strings.TrimPrefix(f.Tag.Get("enum"), ",") // "" means that the option is not set
	if list == "" {
		return nil
	}
	return strings.Split(list, ",")
}
