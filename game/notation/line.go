package notation

import "strings"

// readLines reads a text each of whose lines is a record, but for empty ones: read is
// told a line without the blanks around it, and where it begins, and returns nil if it is
// none.
func readLines(text []byte, o *ReadOptions, read func(r *reporter, at int, line string) *Record) (records []*Record) {
	if o == nil {
		o = &ReadOptions{}
	}
	r := &reporter{source: newSource(text), report: o.Report}
	for at := 0; at < len(r.text); {
		end := r.lineEnd(at)
		if line := strings.TrimSpace(r.text[at:end]); line != "" {
			if record := read(r, at+strings.Index(r.text[at:end], line), line); record != nil {
				records = append(records, record)
			}
		}
		at = end + 1
	}
	return records
}
