// Package web shows an archive in a browser: pages and a JSON API over package
// archive, and nothing else. It knows no rules of games, no query language and no
// file formats, holds all that it serves, and asks nothing of the network.
//
// Its nouns:
//
//   - A [Server] is an archive with its pages. [Server.Handler] is the whole of it as
//     an http.Handler; [Server.Serve] runs it until a context ends.
//   - A page is a Go template in templates, the words of which are in words. It can
//     be read without scripts; scripts in static only make it quicker.
//   - The guard (guard.go) stands before all: who may ask, by which name of this
//     machine, how much and for how long. Every text of a record is data: templates
//     escape it, and the policy of each page forbids scripts and styles that are not
//     files of this package.
package web
