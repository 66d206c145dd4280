package charset_test

import "strings"

// Names that the detector does not know: no player below is named in the texts
// that it takes its frequencies from.
type language struct {
	encodings []string
	players   []string
	events    []string
	places    []string
	ranks     []string
	comments  []string
}

var languages = map[string]language{
	"simplified Chinese": {
		encodings: []string{"gb18030"},
		players: strings.Fields(`李康 李维清 伊凌涛 王昊洋 丁世雄 郑胥 赵威 古灵益 钟文靖 孟泰龄 周贺玺 邬光亚 杨楷文 陈玉侬 黄云嵩 范胤 沈沛然 李成森
			夏晨琨 秦悦欣 张涛 陈贤 何语涵 曹潇阳 尹航 王世一 韩一洲 胡跃峰 安冬旭 李翔宇 周元俊 蔡文驰 谭啸 刘曦 张立 王尧 刘菁 丰云 牛娴娴 曹又尹`),
		events:   strings.Fields(`第七届黄龙士双登杯 第十五届西南王赛 衢州烂柯杯 利民杯世界新锐赛 威孚房开杯 第三届锦江杯 大运会团体赛`),
		places:   strings.Fields(`泰州姜堰 贵阳 衢州 无锡 深圳 昆明`),
		ranks:    strings.Fields(`九段 六段 业余5段`),
		comments: strings.Fields(`白棋此时若简单联络，全局将落后。 这个次序非常重要，黑方获得了满意的结果。 黑棋右下已经净活，胜负渐趋明朗`),
	},
	"traditional Chinese": {
		encodings: []string{"big5"},
		players: strings.Fields(`陳首廉 林士勳 曾元海 陳國興 林冠均 許家瑋 李嘉馨 白昕卉 洪奭義 楊孟樺 曾品傑 黃世元 詹宜典 羅凱鴻 趙翊鈞 林怡廷 徐瑞崢
			許博誠 蔡天啟 王瀞誼 張哲維 戴家達 俞玄德 盧奕銓 吳柏毅 謝承翰 張瑞傑 何信仁 郭文振 徐守良`),
		events:   strings.Fields(`第十九屆職業圍棋公開賽 台灣棋院選拔賽 永吉盃女子最強戰 第五屆思源盃 桐山杯初賽 王將戰`),
		places:   strings.Fields(`桃園 新竹 花蓮 宜蘭縣 板橋`),
		ranks:    strings.Fields(`九段 六段 業餘六段`),
		comments: strings.Fields(`白棋此時若簡單聯絡，全局將落後。 這個次序非常重要，黑方獲得了滿意的結果。 黑棋右下已經淨活，勝負漸趨明朗`),
	},
	"Japanese": {
		encodings: []string{"shift_jis", "euc-jp"},
		players: strings.Fields(`伊藤庸二 大沢奈留美 小山竜吾 孫喆 高津昌昭 玉井伸 金沢真 三谷哲也 鈴木伸二 古谷裕 坂口隆三 林漢傑 柳澤理志 山本賢太郎 寺山怜
			富士田明彦 沼舘沙輝哉 西岡正織 高野英樹 剱持丈 大橋成哉 藤井秀哉 清成哲也 倉橋正行 水間俊文 武田祥典 安藤和繁 下島陽平 種村小百合 常石隆志
			小県真樹 中根直行 久保秀夫 松本武久 望月研一 黒瀧正樹 桑本晋平 桑原陽子 吉原由香里 星川愛生 金子真季 宮本千春 石田章 大森泰志 松岡秀樹`),
		events:   strings.Fields(`第三十二期俊英トーナメント 産経プロアマ戦 第５回グロービス杯 岡目八目対局 東西対抗戦 若鯉戦 会津中央病院杯`),
		places:   strings.Fields(`静岡県熱海市 岐阜 神戸 広島県尾道市 仙台`),
		ranks:    strings.Fields(`九段 六段 アマ六段`),
		comments: strings.Fields(`ここで白が受けると、黒の好形になります。 実戦の進行は黒が厚いと見られました。 右下の競り合いから中盤戦が始まった。`),
	},
	"Korean": {
		encodings: []string{"euc-kr"},
		players: strings.Fields(`김주호 박준석 홍무진 이영주 이호승 김진휘 한상조 류민형 윤찬희 강지성 김강근 서건우 김형우 고근태 백대현 김성룡 이희성 박승철
			유병호 이현호 현유빈 김범서 위태웅 박상진 신재원 김누리 송혜령 이도현 김다영 박소율 권주리 이유진 허서현 이정은 최홍윤 최광호 김희수 이의현 박재근`),
		events:   strings.Fields(`제12회노사초배 대주배시니어 꽃보다바둑 우슬봉조한국기원선수권 영재입단대회 닥터지최고기사결정전`),
		places:   strings.Fields(`합천군 강진 신안군비금도 홍천 성동구`),
		ranks:    strings.Fields(`九단 六단 아마육단`),
		comments: strings.Fields(`여기서백은손을빼고싶지만그럴수없다. 실전은흑이두터운진행이라는평이다. 중반전투에서형세가뒤집어졌다.`),
	},
	"western European": {
		encodings: []string{"windows-1252"},
		players:   strings.Split(`Benjamin Dréan-Guénaïzia|Tanguy Le Calvé|Frédéric Donzet|Rémi Campagnie|Bernd Schütze|Fredrik Blombäck|Staffan Björén|Jérôme Hubert|Jean-François Séailles|Pål Sannes|Frank Øland|Søren Ohlenbusch|Lluís Oh|Motoki Noguchi-Lefèvre|Jürgen Suntinger|Hans Kostka-Röhl|Törn Ögren|Ángel Piñero|Inês Brandão|Michaël Dubois`, "|"),
		events:    strings.Split(`Championnat de France à Grenoble|Göteborg Open|Österreichische Meisterschaft|Campeonato de España|Tampere kesäturnaus`, "|"),
		places:    strings.Fields(`Tübingen Orléans Malmö Málaga Århus`),
		ranks:     strings.Fields(`6d 4d 1k`),
		comments:  strings.Split(`Weiß muss hier natürlich zurückspringen.|Noir est déjà très épais à gauche.|El blanco está más fuerte aquí, también después.`, "|"),
	},
	"central European": {
		encodings: []string{"windows-1250", "iso-8859-2"},
		players:   strings.Split(`Vladimír Daněk|Jan Šimara|Radek Nechanický|Leszek Sołdan|Marek Kamiński|Artur Piątkowski|Łukasz Blek|Maćko Wójtowicz|Miloš Gřešák|Ondřej Kruml|Jiří Boháč|Lubomír Řehák|Grzegorz Świtalski|Tomáš Grosser|Jarosław Dąbek`, "|"),
		events:    strings.Split(`Mistrzostwa Polski w Łodzi|Mistrovství České republiky|Košice Open, přátelská partie|Turniej o Puchar Gdańska`, "|"),
		places:    strings.Fields(`Kraków Plzeň Wrocław Ústí`),
		ranks:     strings.Fields(`6d 4d 1k`),
		comments:  strings.Split(`Bílý zde musí hrát větší bod, černý je příliš silný.|Białe mogą tutaj zagrać większy punkt, później będzie za późno.`, "|"),
	},
	"Russian": {
		encodings: []string{"windows-1251", "koi8-r", "ibm866"},
		players:   strings.Split(`Оскар Васкес|Вера Хохлова|Артём Качановский|Арташес Манукян|Ринат Арзуманов|Олег Мезенцев|Лев Тютюнников|Эдуард Екель|Глеб Щербина|Денис Карадабан|Анатолий Саушкин|Богдан Жураковский|Юлиан Чудновский|Степан Попов|Гурам Цхай`, "|"),
		events:    strings.Split(`Кубок Петербурга|Первенство Урала среди юношей|Командный чемпионат Сибири|Мемориал Буткова`, "|"),
		places:    strings.Fields(`Уфа Томск Пермь Одесса Минск`),
		ranks:     strings.Split(`6 дан|4 дан|1 кю`, "|"),
		comments:  strings.Split(`Белым следовало ответить сверху, теперь стена слишком толстая.|Чёрные построили отличный мойо на правой стороне.`, "|"),
	},
}
