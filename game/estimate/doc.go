// Package estimate reads what engines, or whoever annotated a game, thought of its
// positions, from what the nodes of a record say. It knows [Estimate], which is about one
// position, and [Course], the values of a game as an archive keeps them.
package estimate
