package game

// twixtGame is TwixT, GM[21], of which moves are counted. Little Golem writes those of the
// first player as b and those of the second as r, for red.
var twixtGame = &entry{About{Number: 21, Name: "twixt", RedMoves: true}}

// twixtSizes are the sizes of Little Golem's boards for TwixT, on which nothing else is played
// there.
var twixtSizes = set("24 30")
