// Package disk writes and reads the files of an archive, whatever is in them.
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
// A reader skips sections that it does not know. The header is verified when
// the file is opened. All sections are verified before they are used: questions compare
// each page when a process first reads it, of 16 KiB, and of 4 KiB in the large sections of scripts,
// positions and columns. Writers compare the small sections whole, some 184 bytes a
// game, and leave the large ones to Check.
//
// Two sections are for that:
//
//	pages             u32 CRC-32C of each page of each small section that is longer
//	                  than one page, the sections in the order of their tags. Which
//	                  are large is said in sections.go and must stay as it is
//	sums              the same of each page of the large sections: a byte for a
//	                  thousand. Large sections of older versions have none, and only
//	                  Check verifies them
package disk
