// Package naming recognises the openings (戦型, 戦法) and castles (囲い)
// of a game of shogi by its moves.
//
// A castle is a few pieces on certain squares around a king, listed in a table. An opening
// mostly depends on where the rook goes early in the game. If both rooks stay, it depends on
// the bishops, pawns and silvers. Both tables are our own. Which pieces stand where
// is common knowledge. We compared it with these descriptions: the articles on castles
// (囲い), ranging rook (振り飛車), static rook (居飛車) and on each opening in the
// Japanese and the English Wikipedia; the lists of castles at
// www3.kcn.ne.jp/~tomy/Skype/zatugaku/g.html and www.watv.ne.jp/anne/shogi/style/castle.html;
// and the pages of the Japan Shogi Association on openings (www.shogi.or.jp/column).
//
// Squares are written as Black sees them, file and rank: Black's rook starts on 28. To look for
// White's pieces, the package turns the squares round.
package naming
