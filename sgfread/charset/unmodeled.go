package charset

import "sync"

// unmodeled is how the encodings score that have no model of their own, because hardly
// any record is in them: with letters of which each is as likely as the next. They are
// candidates where they are declared.
var unmodeled = sync.OnceValue(func() map[string]scorer {
	return map[string]scorer{
		"iso-8859-14":  latin(table("iso-8859-14"), ""),
		"iso-8859-8-i": models[modelOf("iso-8859-8")].score, // differs in nothing but the order of display
	}
})
