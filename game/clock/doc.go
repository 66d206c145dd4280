// Package clock knows what records say of time: [Clock] is what one node says, [Control]
// how much time the players had, and [Account] what a game comes to for each of them, as an
// archive keeps it.
package clock
