// Package typeface finds the fonts of a document, measures its characters, and makes small fonts
// that have only those characters.
//
// A [Set] is the fonts of a document in their order: the first that has a character gives its
// [Glyph]. A [Face] is one font of a set, and has the characters that were asked for. It is written as
// a font of its own in the Compact Font Format (Adobe's Technical Notes 5176 and 5177), whatever
// format the font file has: TrueType, OpenType, and collections of either. The free fonts for Chinese
// and Japanese are collections with CID-keyed outlines, which no library that we tried takes apart.
//
// A font whose licence bits (fsType in its table OS/2) forbid embedding it, or a part of it, is
// never used.
package typeface
