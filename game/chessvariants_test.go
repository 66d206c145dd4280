package game

import "testing"

func TestChessVariant(t *testing.T) {
	for name, want := range map[string]string{
		"": "chess", "?": "chess", "-": "chess", " ??? ": "chess", "Regular": "chess", "Standard": "chess", "standard chess": "chess", "NORMAL": "chess",
		"From Position": "chess", "chess": "chess", "Chess960": "chess", "Chess 960": "chess", "chess-960": "chess", "Fischerandom": "chess", "Fischer Random": "chess",
		"fischer_random_chess": "chess", "wild/5": "chess", "Orthodox": "chess", "国际象棋": "chess",
		"Antichess": "antichess", "Suicide chess": "antichess", "Giveaway": "antichess", "Give away": "antichess", "Crazyhouse": "crazyhouse", "Crazy House": "crazyhouse",
		"Atomic": "atomic", "King of the Hill": "king of the hill", "kingOfTheHill": "king of the hill", "KOTH": "king of the hill", "Three-check": "three-check",
		"3 check": "three-check", "3‑Check": "three-check", "Horde": "horde", "Racing Kings": "racing kings", "racingKings": "racing kings", "Bughouse": "bughouse",
		"xiangqi": "chinese chess", "Shogi": "chess variant", "go": "chess variant", "12": "chess variant", "Makruk": "chess variant", "Losers": "chess variant",
		"Chess960 Atomic": "chess variant", "capablanca": "chess variant",
	} {
		if got := ChessVariant(name).About().Name; got != want {
			t.Errorf("%q is %s, not %s", name, got, want)
		}
	}
	for name, ours := range variantNames {
		if g, ok := Named(ours); !ok || own(g.About().Number) != g || fold(name) != name || chessRules[name] {
			t.Errorf("%q means %q, which is no game of ours, or is not folded, or means chess as well", name, ours)
		}
	}
	for name := range chessRules {
		if fold(name) != name {
			t.Errorf("%q is not folded", name)
		}
	}
	for _, g := range ownGames {
		if HasRules(g) == nil || ChessVariant(g.About().Name) != g {
			t.Errorf("%s has rules, or does not mean itself", g.About().Name)
		}
	}
}
