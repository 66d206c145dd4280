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
		encodings: []string{"big5", "gb18030"},
		players: strings.Fields(`陳首廉 林士勳 曾元海 陳國興 林冠均 許家瑋 李嘉馨 白昕卉 洪奭義 楊孟樺 曾品傑 黃世元 詹宜典 羅凱鴻 趙翊鈞 林怡廷 徐瑞崢
			許博誠 蔡天啟 王瀞誼 張哲維 戴家達 俞玄德 盧奕銓 吳柏毅 謝承翰 張瑞傑 何信仁 郭文振 徐守良`),
		events:   strings.Fields(`第十九屆職業圍棋公開賽 台灣棋院選拔賽 永吉盃女子最強戰 第五屆思源盃 桐山杯初賽 王將戰`),
		places:   strings.Fields(`桃園 新竹 花蓮 宜蘭縣 板橋`),
		ranks:    strings.Fields(`九段 六段 業餘六段`),
		comments: strings.Fields(`白棋此時若簡單聯絡，全局將落後。 這個次序非常重要，黑方獲得了滿意的結果。 黑棋右下已經淨活，勝負漸趨明朗`),
	},
	"Japanese": {
		encodings: []string{"shift_jis", "euc-jp", "gb18030"},
		players: strings.Fields(`伊藤庸二 大沢奈留美 小山竜吾 孫喆 高津昌昭 玉井伸 金沢真 三谷哲也 鈴木伸二 古谷裕 坂口隆三 林漢傑 柳澤理志 山本賢太郎 寺山怜
			富士田明彦 沼舘沙輝哉 西岡正織 高野英樹 剱持丈 大橋成哉 藤井秀哉 清成哲也 倉橋正行 水間俊文 武田祥典 安藤和繁 下島陽平 種村小百合 常石隆志
			小県真樹 中根直行 久保秀夫 松本武久 望月研一 黒瀧正樹 桑本晋平 桑原陽子 吉原由香里 星川愛生 金子真季 宮本千春 石田章 大森泰志 松岡秀樹`),
		events:   strings.Fields(`第三十二期俊英トーナメント 産経プロアマ戦 第５回グロービス杯 岡目八目対局 東西対抗戦 若鯉戦 会津中央病院杯`),
		places:   strings.Fields(`静岡県熱海市 岐阜 神戸 広島県尾道市 仙台`),
		ranks:    strings.Fields(`九段 六段 アマ六段`),
		comments: strings.Fields(`ここで白が受けると、黒の好形になります。 実戦の進行は黒が厚いと見られました。 右下の競り合いから中盤戦が始まった。`),
	},
	"Korean": {
		encodings: []string{"euc-kr", "gb18030"},
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
	"Polish": {
		encodings: []string{"windows-1250", "iso-8859-2"},
		players:   strings.Split(`Mateusz Surma-Kuś|Kamil Chwedyna-Żuk|Koichiro Habu-Łęcki|Marta Pełczyńska|Stanisław Frejlich|Wiktor Gąsior|Zuzanna Słomiany|Ireneusz Grabiński|Andrzej Źrebiec|Dominik Bożek|Paulina Mączka|Cezary Ślusarski|Weronika Dzięcioł|Janusz Rębacz|Przemek Gałązka`, "|"),
		events:    strings.Split(`Drużynowe Mistrzostwa Śląska|Warszawska Liga Jesienna, runda szósta|Turniej Łazienkowski`, "|"),
		places:    strings.Split(`Świdnica|Pszczyna-Łąka|Żagań|Sopot`, "|"),
		ranks:     strings.Fields(`6d 4d 1k`),
		comments:  strings.Split(`Czarne powinny były zagrać niżej, bo grupa na lewym brzegu jest słaba.|Białe żyją w rogu i prowadzą w punktach, końcówka będzie łatwa.`, "|"),
	},
	"Czech": {
		encodings: []string{"windows-1250", "iso-8859-2"},
		players:   strings.Split(`Petr Valášek|Martin Jurek-Švec|Jana Šlapalová|Bohdan Nejedlý|Otakar Žemlička|Vít Brunnér|Lenka Dankovčíková|Hynek Zíka|Marek Říčan|Josef Chloubač|Adéla Mokrá|Alžběta Dočkalová|Filip Poštolka|Ivo Švanda|Rudolf Těšínský`, "|"),
		events:    strings.Split(`Přebor Moravy dvojic|Vánoční turnaj v Jeseníku, šesté kolo|Grand Prix hlavního města`, "|"),
		places:    strings.Split(`Jeseník|Hlučín|Šlapanice|Mělník`, "|"),
		ranks:     strings.Fields(`6d 4d 1k`),
		comments:  strings.Split(`Černému se nepodařilo ožít v rohu, proto se vzdal.|Bílý měl nejdřív zajistit spodní stranu, teď už je pozdě.`, "|"),
	},
	"Hungarian": {
		encodings: []string{"windows-1250", "iso-8859-2"},
		players:   strings.Split(`Pál Balogh-Kővári|Csizmadia Gergő|Diána Kőszeghy|Kornél Székács|Mester Zsófi|Hajdú Kristóf|Bence Lőrincz|Dóra Füzesséry|Nándor Gödöllői|Szörényi Lajos|Zsuzsanna Tőkés|Előd Rátkai|Mihály Kerekes|Tünde Szűts|Géza Bődi`, "|"),
		events:    strings.Split(`Őszi emlékverseny|Budai nagydíj, hatodik forduló|Egyetemi bajnokság döntője`, "|"),
		places:    strings.Split(`Gödöllő|Visegrád|Mezőkövesd|Tapolca`, "|"),
		ranks:     strings.Fields(`6d 4d 1k`),
		comments:  strings.Split(`A fehérnek előbb a sarkot kellett volna megvédenie, most már késő.|Ez a kő nagyon erős, a fekete csoportnak nincs szeme.`, "|"),
	},
	"Romanian": {
		encodings: []string{"windows-1250", "iso-8859-2"},
		players:   strings.Split(`Ion Florescu-Mărgărit|Cornel Bîrsan|Lucreţiu Calotă|Marcel Crăşmaru|Sorin Gherman|Radu Ciobănaşu|Denis Dobrănescu|Gheorghe Pătraşcu|Dragoş Băjenaru|Ileana Tăşulea|Mihai Bisică|Eduard Ţîrlea`, "|"),
		events:    strings.Split(`Cupa României la echipe|Turneul de iarnă, etapa a şasea|Memorialul Bălcescu`, "|"),
		places:    strings.Split(`Târgu Jiu|Sighişoara|Făget|Vatra Dornei`, "|"),
		ranks:     strings.Fields(`6d 4d 1k`),
		comments:  strings.Split(`Albul trebuia să apere întâi colţul, acum este prea târziu.|Această mutare a fost foarte puternică, iar grupul negru nu mai trăieşte.`, "|"),
	},
	"Croatian": {
		encodings: []string{"windows-1250", "iso-8859-2"},
		players:   strings.Split(`Mateo Škvorc|Alan Bečić|Robert Jovičić|Dušan Mitrić|Leon Matoh-Žerjav|Timotej Suć|Stjepan Mesarić|Vjekoslav Čavka|Franjo Šoštarić|Ljiljana Puđa|Gorazd Žnidar|Ana Ćosić|Vesna Škrlec`, "|"),
		events:    strings.Split(`Otvoreno prvenstvo Slavonije|Jesenski kup, šesto kolo|Memorijal Ruđera Boškovića`, "|"),
		places:    strings.Split(`Čazma|Sveti Križ|Šid|Bjelovar`, "|"),
		ranks:     strings.Fields(`6d 4d 1k`),
		comments:  strings.Split(`Bijeli je trebao prvo osigurati ugao, sada je već kasno.|Ovaj potez je vrlo snažan, crna grupa više nema očiju.`, "|"),
	},
	"Turkish": {
		encodings: []string{"windows-1254"},
		players:   strings.Split(`Deniz Başdoğan|Mehmet Emin Barsbuğa|Selçuk Ünlü|Nurullah Çağlıyan|Burcu Şenol|Altuğ Kaçar|Berkay Ağaoğlu|Sevgi Kırmızıgül|Hakan Yüceışık|Doğukan Üstün|İnci Sağlam|Tuncay Özdoğru|Pınar Dağıstan|Şevket Ayyıldız|Erdinç Uğurlu`, "|"),
		events:    strings.Split(`Üniversiteler Ligi, altıncı hafta|Kapadokya Açık Turnuvası|Boğaz Köprüsü Şenliği`, "|"),
		places:    strings.Split(`Ürgüp|Bağcılar|Çeşme|Kuşadası`, "|"),
		ranks:     strings.Fields(`6d 4d 1k`),
		comments:  strings.Split(`Beyaz önce köşeyi korumalıydı, artık çok geç.|Siyahın bu hamlesi güçlü, ama sağ taraftaki grup henüz yaşamıyor.`, "|"),
	},
	"Lithuanian": {
		encodings: []string{"windows-1257"},
		players:   strings.Split(`Paulius Narvydas-Ščiuka|Martynas Vaičiulėnas|Vladas Zaleskis|Domantas Šiaudvytis|Povilas Laimikaitis-Žala|Simona Bartkutė|Arūnas Čepulis|Kristina Gečaitė|Vaidotas Kvietkauskas-Gėlė|Gvidas Brazdeikis-Būda|Jolanta Pėželytė|Titas Mažylis`, "|"),
		events:    strings.Split(`Žiemos taurė, šeštasis ratas|Baltijos šalių komandinės varžybos|Universitetų lyga: pavasario dvikovė`, "|"),
		places:    strings.Split(`Trakų Vokė|Šakiai|Neringa-Juodkrantė|Molėtai`, "|"),
		ranks:     strings.Fields(`6d 4d 1k`),
		comments:  strings.Split(`Baltieji pirmiausia turėjo ginti kampą, dabar jau per vėlu.|Šis ėjimas labai stiprus, juodųjų grupė neturi akių.`, "|"),
	},
	"Latvian": {
		encodings: []string{"windows-1257"},
		players:   strings.Split(`Reinis Šķēle|Gatis Ūsiņš|Toms Brīvmanis|Ņina Ļebedeva|Ainārs Kūlis|Madara Ķepīte|Jēkabs Žagariņš|Rūdolfs Pļaviņš|Elīna Mūrniece|Vilnis Ģipslis|Sandris Čiekurs|Dzintra Šulce|Ēvalds Kauliņš`, "|"),
		events:    strings.Split(`Ziemas kausa izcīņa, sestā kārta|Universitāšu līga|Baltijas jūras komandu sacensības`, "|"),
		places:    strings.Split(`Ķekava|Mārupe|Grobiņa|Sabile`, "|"),
		ranks:     strings.Fields(`6d 4d 1k`),
		comments:  strings.Split(`Baltajiem vispirms vajadzēja sargāt stūri, tagad jau par vēlu.|Šis gājiens ir ļoti spēcīgs, melno grupai nav acu.`, "|"),
	},
	"Greek": {
		encodings: []string{"windows-1253", "iso-8859-7"},
		players:   strings.Split(`Θανάσης Μπακόλας|Ζήσης Δελλής|Περικλής Στρούμπος|Κλεάνθης Γιαννακάκης|Όλγα Ξυδάκη|Ραφαήλ Τζανετάκης|Ίρις Βενιέρη|Σάββας Λιόλιος|Ευτύχιος Ζούμπος|Λυδία Θωμά|Άδωνις Φραγκούλης|Τηλέμαχος Ψυχάρης|Βίκτωρ Ράπτης|Χαρίλαος Γκίκας`, "|"),
		events:    strings.Split(`Ανοιχτό τουρνουά Πελοποννήσου|Φοιτητικό κύπελλο, έκτος γύρος|Διεθνείς αγώνες Αιγαίου`, "|"),
		places:    strings.Split(`Ναύπλιο|Μυτιλήνη|Κέρκυρα|Έδεσσα`, "|"),
		ranks:     strings.Fields(`6d 4d 1k`),
		comments:  strings.Split(`Ο λευκός έπρεπε πρώτα να προστατεύσει τη γωνία, πλέον είναι αργά.|Η κίνηση αυτή είναι ισχυρή και η ομάδα του μαύρου δεν ζει.`, "|"),
	},
	"German": {
		encodings: []string{"windows-1252"},
		players:   strings.Split(`Lukas Krämär-Böck|Benjamin Teuber-Föhr|Manja Marz-Grützke|Jörn Küchler|Andreas Götzfried|Käthe Ölschläger|Matthäus Kößler|Björk Säuberlich|Günther Weißgerber|Lörrach Rüdiger|Anselm Häußler|Ute Zöllner`, "|"),
		events:    strings.Split(`Süddeutsche Jugendmeisterschaft|Oberländer Sommerturnier, sechste Runde für Anfänger|Wöchentlicher Übungsabend`, "|"),
		places:    strings.Split(`Plön|Füssen|Görlitz|Bad Dürkheim`, "|"),
		ranks:     strings.Fields(`6d 4d 1k`),
		comments:  strings.Split(`Weiß hätte zunächst die Ecke schützen sollen, jetzt ist es zu spät.|Dieser Zug ist äußerst kräftig, die schwarze Kette überlebt nicht.`, "|"),
	},
	"French": {
		encodings: []string{"windows-1252"},
		players:   strings.Split(`Hélie Gaudréault|Thaïs Lecœur|Mélusine Beauchêne|Gaétan Prévôt|Éloïse Tréguier|Côme Désormeaux|Béatrice Hébrard|Honoré Lefèbvre|Solène Crépin|Maël Guéguen|Anaëlle Tissérand|Régis Clérambault|Ségolène Aubépine`, "|"),
		events:    strings.Split(`Tournoi d’été de la Réunion|Coupe des lycées, sixième ronde|Stage de Pâques`, "|"),
		places:    strings.Split(`Sète|Mâcon|Épinal|Saint-Malô`, "|"),
		ranks:     strings.Fields(`6d 4d 1k`),
		comments:  strings.Split(`Blanc aurait dû protéger d’abord le coin, à présent c’est trop tard.|Ce coup est très sévère, le groupe noir n’a déjà plus d’yeux.`, "|"),
	},
	"Spanish": {
		encodings: []string{"windows-1252"},
		players:   strings.Split(`Begoña Íscar|Efraín Güemes|Ezequías Peñaranda|Máximo Yébenes|Águeda Roldán|Hilarión Búrdalo|Íker Cantó|Dámaso Quiñones|Zoraida Béjar|Leocadio Ruán|Eulogio Zapiráin|Sebastián Muñiz|Candelaria Piñón`, "|"),
		events:    strings.Split(`Torneo de otoño del Júcar|Copa del Río de la Plata, sexta ronda rápida|Encuentro íbero de niños`, "|"),
		places:    strings.Split(`Jaén|Logroño|Mérida|Cáceres`, "|"),
		ranks:     strings.Fields(`6d 4d 1k`),
		comments:  strings.Split(`El blanco debió proteger antes la esquina, ahora ya será tarde según él.|Esta jugada es fortísima y el grupo negro todavía no vivió.`, "|"),
	},
	"Nordic": {
		encodings: []string{"windows-1252"},
		players:   strings.Split(`Örjan Källström|Åsmund Grøtte|Säde Pöntinen|Håvard Øksnes|Märta Sjögren|Väinämö Hätönen|Tyge Bjørnholt|Jóhann Þrastarson|Löve Ållebrand|Ærlend Sørbø|Äänekoski Töyli|Bjørg Nævdal|Sölvi Gísladóttir`, "|"),
		events:    strings.Split(`Nordiska lagmästerskapet i Östersund|Vårturneringen på Sørlandet, sjette runde|Syysmestaruus, neljäs päivä`, "|"),
		places:    strings.Split(`Skövde|Mosjøen|Hämeenlinna|Hafnarfjörður`, "|"),
		ranks:     strings.Fields(`6d 4d 1k`),
		comments:  strings.Split(`Vit borde först ha försvarat hörnet, nu är det för sent.|Dette trekket er særdeles sterkt, og den sorte gruppen dør.`, "|"),
	},
	"Portuguese": {
		encodings: []string{"windows-1252"},
		players:   strings.Split(`Estêvão Quitério|Inácio Brusamolin-Leão|Görgen Assunção|Úrsula Romão|Aparecida Frazão|Décio Guimarâes|Otávio Lobão|Eugênia Falcão|Rogério Zacarias-Simão|Ágata Vilhaça|Thaís Cabeção|Hélio Tristão`, "|"),
		events:    strings.Split(`Torneio de verão do Sertão|Taça das Nações, sexta rodada|Confraternização de Maçambará`, "|"),
		places:    strings.Split(`Petrópolis|São Luís|Alcobaça|Chapecó`, "|"),
		ranks:     strings.Fields(`6d 4d 1k`),
		comments:  strings.Split(`As brancas deviam ter protegido o canto antes, agora já não dá.|Este lance é fortíssimo e o grupo das pretas não tem salvação.`, "|"),
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
