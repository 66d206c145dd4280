package html

import "kifudb/paper"

// words are what a document says by itself.
type words struct {
	diagram string
	colors  [2]string
}

func wordsOf(l paper.Language) *words {
	switch l {
	case paper.Japanese:
		return &words{"図", [2]string{"黒", "白"}}
	case paper.Chinese:
		return &words{"图", [2]string{"黑", "白"}}
	}
	return &words{"Diagram", [2]string{"Black", "White"}}
}
