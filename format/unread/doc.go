// Package unread has the formats that are recognised but not supported, so that an import
// can name the files.
//
// Each is recognised by text that hardly occurs in other files. A user who imports a folder
// wants a report about records, not about everything that resembles one.
// When a format becomes supported, its file moves to a package of its own.
package unread
