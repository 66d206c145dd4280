// Package disk writes and reads the files of an archive. It does not look at their contents.
//
// Its nouns:
//
//   - [Files] are the operations of a writer. Tests make each of them fail.
//   - [Sections] is a file of tagged sections, which a [SectionWriter] writes.
//   - A [Section] compares its bytes with their checksums while it is read.
//   - A [FileSum] is the size and the checksum of a whole file.
//
// # Sections
//
// A file of sections begins with a header and a table, numbers little-endian:
//
//	header   64 bytes: "kifudb\r\n", u32 version, u32 sections n, u64 bytes of
//	         the file, zeros, at byte 60 u32 CRC-32C of header and table, taken
//	         with this field zero
//	table    n times 64 bytes: 40 of tag, u64 offset, u64 length, u32 CRC-32C
//	         of the section, u32 zero
//	sections each at a multiple of 64, zeros between
//
// A reader skips sections that it does not know. It verifies the header when it opens
// the file, and each section before it uses it. Searches compare
// each page when a process first reads it. Pages have 16 KiB, and 4 KiB in the large sections with
// scripts, positions and columns. Writers compare whole small sections, some 184 bytes a
// game, and leave the large ones to Check.
//
// Two sections have the checksums of pages:
//
//	pages             u32 CRC-32C of each page of each small section that is longer
//	                  than one page, the sections in the order of their tags. The list
//	                  of large sections in sections.go must not change
//	sums              the same of each page of the large sections: a byte for a
//	                  thousand. Large sections of older versions have none, and only
//	                  Check verifies them
package disk
