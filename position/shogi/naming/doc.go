// Package naming tells what players call the openings (戦型, 戦法) and castles (囲い)
// of a game of shogi, from its moves.
//
// A castle is a few men on their squares around a king: a table says which. An opening
// is mostly where the rook goes while the game is young, and, where both rooks stay, what
// becomes of bishops, pawns and silvers. Both tables are our own; which men stand where
// is common knowledge, and was compared with these descriptions: the articles on castles
// (囲い), ranging rook (振り飛車), static rook (居飛車) and on each opening in the
// Japanese and the English Wikipedia; the lists of castles at
// www3.kcn.ne.jp/~tomy/Skype/zatugaku/g.html and www.watv.ne.jp/anne/shogi/style/castle.html;
// and the pages of the Japan Shogi Association on openings (www.shogi.or.jp/column).
//
// Squares are written as Black sees them, file and rank: 28 is where Black's rook
// starts. White's men are looked for on the squares turned round.
package naming
