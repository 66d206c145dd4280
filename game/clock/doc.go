// Package clock reads thinking times from records. [Clock] holds the times of one node,
// [Control] the time that the players had, and [Account] adds them up to totals for each
// player, as an archive keeps them.
package clock
