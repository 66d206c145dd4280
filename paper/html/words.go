package html

import "kifudb/paper"

// words are what a document says by itself.
type words struct {
	contents, diagram string
	colors            [2]string
}

func wordsOf(l paper.Language) *words {
	switch l {
	case paper.Japanese:
		return &words{"目次", "図", [2]string{"黒", "白"}}
	case paper.Chinese:
		return &words{"目录", "图", [2]string{"黑", "白"}}
	}
	return &words{"Contents", "Diagram", [2]string{"Black", "White"}}
}

// Contents is the heading over the list of parts.
func Contents(l paper.Language) string { return wordsOf(l).contents }
