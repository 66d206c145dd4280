package fulltext

import (
	"context"
	"slices"

	"kifudb/store/disk"
)

// InvertedTexts is an index of words as simple as can be.
type InvertedTexts map[string][]uint32

// Add adds a text, texts in ascending order.
func (x InvertedTexts) Add(number uint32, text string) {
	new(termReader).terms(text, func(term string) {
		if list := x[term]; len(list) == 0 || list[len(list)-1] != number {
			x[term] = append(list, number)
		}
	})
}

// Check compares an index with the terms that it should have, and reports what differs.
func (x *Index) Check(ctx context.Context, path string, want InvertedTexts, report func(error) bool) error {
	dict, err := x.reader.FieldDict(onlyField)
	if err != nil {
		return disk.Damaged(path, "%v", err)
	}
	defer dict.Close()
	found := 0
	for {
		entry, err := dict.Next()
		if err != nil {
			return disk.Damaged(path, "%v", err)
		}
		if entry == nil {
			break
		}
		texts, err := x.indexed(ctx, entry.Term)
		if err != nil {
			return err
		}
		if list, ok := want[entry.Term]; !ok || !slices.Equal(texts.ToArray(), list) {
			report(disk.Damaged(path, "%q is in other texts than the index says", entry.Term))
		} else {
			found++
		}
	}
	if found < len(want) {
		report(disk.Damaged(path, "%d of %d words are missing or wrong", len(want)-found, len(want)))
	}
	return nil
}
