package notation

import "io"

// ConvertOptions are the options of Convert; nil means the zero value.
type ConvertOptions struct {
	PrintOptions
	// Report is called for each problem, in the text's order.
	Report func(Problem)
}

// Convert reads a text with the nine commands from r and writes the converted
// text to w. It returns the number of errors, of which there are at most
// MaxErrors; warnings do not count. What can be converted is written in spite of
// errors. Err is that of reading or writing, and then the text is not whole.
//
// The program of the specification ends with status 2 if err is not nil, with
// 1 if there are errors, else with 0.
func Convert(w io.Writer, r io.Reader, o *ConvertOptions) (errors int, err error) {
	if o == nil {
		o = &ConvertOptions{}
	}
	text, err := readAll(r)
	if err != nil {
		return 0, err
	}
	p := newPrinter(w, &o.PrintOptions)
	errors = Walk(text, p, &WalkOptions{Report: o.Report, Convert: true})
	return errors, p.close()
}
