// Package web shows an archive in a browser: pages and a JSON API over package
// archive. It knows no rules of games, no query language and no
// file formats. It contains everything that it serves, and needs no network.
//
// Its nouns:
//
//   - A [Server] is an archive with its pages. [Server.Handler] returns all of it as
//     an http.Handler; [Server.Serve] runs it until a context ends.
//   - A page is a Go template in templates. Its texts are in words. A page works
//     without scripts; the scripts in static make it faster.
//   - The guard (guard.go) stands in front of all pages. It decides who may ask, under which names
//     of this machine, how much and for how long. Every text of a record is data: templates
//     escape it, and the policy of each page forbids scripts and styles other than the
//     files of this package.
package web
