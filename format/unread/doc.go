// Package unread has the formats that are recognised and not read, so that an import
// can say what it was that it could not read.
//
// Each is recognised by what hardly stands in any other file: who imports a folder
// wants to hear of records and not of everything that looks a little like one.
// When a format comes to be read, its file moves to a package of its own.
package unread
