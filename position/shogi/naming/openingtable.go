package naming

// openingTable are the names of openings. The rules for them are in opening.go.
var openingTable = []struct {
	japanese, romaji string
	also             []string
}{
	// What the rooks do.
	{"居飛車", "ibisha", []string{"static rook"}},
	{"相居飛車", "ai ibisha", []string{"aiibisha", "double static rook"}},
	{"対抗形", "taikokei", []string{"対抗型", "static rook against ranging rook"}},
	{"相振り飛車", "ai furibisha", []string{"相振飛車", "相振り", "aifuribisha", "double ranging rook"}},

	// Where the rook goes.
	{"中飛車", "nakabisha", []string{"central rook"}},
	{"ゴキゲン中飛車", "gokigen nakabisha", []string{"ゴキ中", "cheerful central rook"}},
	{"四間飛車", "shikenbisha", []string{"fourth file rook"}},
	{"角交換四間飛車", "kakukokan shikenbisha", []string{"角交換振り飛車", "bishop exchange fourth file rook"}},
	{"藤井システム", "fujii shisutemu", []string{"fujii system"}},
	{"三間飛車", "sangenbisha", []string{"third file rook"}},
	{"早石田", "hayaishida", []string{"quick ishida"}},
	{"石田流", "ishidaryu", []string{"石田流三間飛車", "ishida"}},
	{"向かい飛車", "mukaibisha", []string{"向飛車", "向い飛車", "opposing rook"}},
	{"ダイレクト向かい飛車", "dairekuto mukaibisha", []string{"ダイレクト向飛車", "direct opposing rook"}},
	{"右四間飛車", "migi shikenbisha", []string{"right fourth file rook"}},
	{"袖飛車", "sodebisha", []string{"sleeve rook"}},

	// Both rooks stay.
	{"横歩取り", "yokofudori", []string{"横歩取", "side pawn capture", "side pawn picker"}},
	{"角換わり", "kakugawari", []string{"角換り", "角換", "bishop exchange"}},
	{"角換わり腰掛け銀", "kakugawari koshikakegin", []string{"角換り腰掛銀", "腰掛け銀", "腰掛銀", "bishop exchange reclining silver"}},
	{"角換わり早繰り銀", "kakugawari hayakurigin", []string{"角換り早繰銀", "早繰り銀", "早繰銀", "bishop exchange rushing silver"}},
	{"角換わり棒銀", "kakugawari bogin", []string{"角換り棒銀", "bishop exchange climbing silver"}},
	{"一手損角換わり", "ittezon kakugawari", []string{"一手損角換り", "tempo loss bishop exchange"}},
	{"相掛かり", "aigakari", []string{"相掛り", "相懸かり", "double wing attack"}},
	{"矢倉", "yagura", []string{"相矢倉", "矢倉戦", "fortress"}},
	{"雁木", "gangi", []string{"雁木戦法", "snowroof"}},
	{"棒銀", "bogin", []string{"climbing silver"}},

	// Of the first moves.
	{"筋違い角", "sujichigaikaku", []string{"筋違角", "wrong diagonal bishop"}},
	{"嬉野流", "ureshinoryu", []string{"ureshino"}},
	{"鬼殺し", "onigoroshi", []string{"demon slayer"}},
	{"角頭歩", "kakutofu", []string{"角頭歩戦法", "bishop head pawn"}},
	{"パックマン", "pakkuman", []string{"パックマン戦法", "pac-man", "pacman"}},
}
