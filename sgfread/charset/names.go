package charset

// The texts below are what the frequencies of characters are counted from: the
// names of well-known players and events in their usual spelling, the words of
// game-info values, and the commonest characters of comments. A record names
// players of several countries in the characters of one, so each text has all.
// Repetition is meant: what stands in every record stands here several times.

// simplifiedText is Chinese as it is written in GB18030.
const simplifiedText = `
聂卫平 马晓春 常昊 古力 孔杰 周鹤洋 罗洗河 邵炜刚 刘小光 曹大元 江铸久 芮乃伟 俞斌 钱宇平 王磊 王檄 丁伟 胡耀宇 邱峻 谢赫 朴文垚
陈耀烨 时越 周睿羊 江维杰 柁嘉熹 唐韦星 芈昱廷 范廷钰 范蕴若 杨鼎新 柯洁 连笑 辜梓豪 谢尔豪 党毅飞 李轩豪 丁浩 许嘉阳 童梦成 彭立尧
李钦诚 陶欣然 赵晨宇 王星昊 屠晓宇 谢科 廖元赫 於之莹 王晨星 李赫 宋容慧 张璇 华学明 杨晖 陈祖德 吴淞笙 吴清源 陈临新 张文东 梁伟棠 黄奕中
王汝南 华以刚 罗建文 郑弘 董彦 余平 方天丰 王剑坤 刘世振 刘星 李喆 周俊勋 王立诚 林海峰 张栩 黄佳 郭鹏 孙力 徐莹 蔡竞 石金欢 毛睿龙 檀啸 牛雨田
李昌镐 曹薰铉 刘昌赫 徐奉洙 李世石 朴永训 崔哲瀚 元晟溱 宋泰坤 朴廷桓 金志锡 姜东润 尹畯相 申真谞 申旻埈 卞相壹 李东勋 崔精 罗玄 赵汉乘 安祚永
睦镇硕 梁宰豪 金承俊 许映皓 白洪淅 洪旼杓 安城浚 朴正祥 李映九 温昭珍 姜儒泽 李志贤
小林光一 赵治勋 武宫正树 加藤正夫 石田芳夫 大竹英雄 坂田荣男 藤泽秀行 桥本宇太郎 木谷实 濑越宪作 秀哉 高川格 依田纪基 山下敬吾 羽根直树 高尾绅路 井山裕太
河野临 结城聪 片冈聪 工藤纪夫 石井邦生 淡路修三 森田道博 今村俊也 彦坂直人 柳时熏 苏耀国 一力辽 芝野虎丸 许家元 村川大介 伊田笃史 本田幸子 小林泉美
楠光子 宫泽吾朗 王铭琬 山城宏 桥本昌二 岩本薰 梶原武雄 宫本直毅 本因坊秀策 本因坊丈和 道策 安井算哲 井上因硕 幻庵 施襄夏 范西屏 黄龙士 过百龄 徐星友 周东侯
李 王 张 刘 陈 杨 赵 黄 周 吴 徐 孙 胡 朱 高 林 何 郭 马 罗 梁 宋 郑 谢 韩 唐 冯 于 董 萧 程 曹 袁 邓 许 傅 沈 曾 彭 吕 苏 卢 蒋 蔡 贾 丁 魏 薛 叶 阎
余 潘 杜 戴 夏 钟 汪 田 任 姜 范 方 石 姚 谭 廖 邹 熊 金 陆 郝 孔 白 崔 康 毛 邱 秦 江 史 顾 侯 邵 孟 龙 万 段 钱 汤 尹 黎 易 常 武 乔 贺 赖 龚 文
伟 芳 娜 敏 静 丽 强 磊 军 洋 勇 艳 杰 娟 涛 明 超 秀 霞 平 刚 桂 英 华 建 国 志 宇 浩 文 鑫 波 斌 辉 飞 鹏 俊 峰 海 东 春 晓 红 宁 新 云 天 宏 永 立
九段 九段 九段 九段 八段 七段 六段 五段 四段 三段 二段 初段 职业 业余 专业 黑 白 黑方 白方 胜 黑胜 白胜 黑中盘胜 白中盘胜 中盘胜 目 子 黑胜半目 白胜一目半
贴目 贴三又四分之三子 让子 分先 受先 和棋 第一局 第二局 第三局 第五局 决赛 半决赛 预选赛 循环圈 本赛 复赛 轮 第十二轮 四分之一决赛 五番棋 三番棋 七番棋 十番棋 挑战赛
应氏杯 世界职业围棋锦标赛 春兰杯 三星杯 三星火灾杯 富士通杯 东洋证券杯 丰田杯 梦百合杯 百灵杯 农心杯 真露杯 亚洲杯 电视围棋快棋赛 中日围棋擂台赛 天元战 天元赛 名人战 棋圣战 本因坊战
王座战 十段战 碁圣战 新人王战 国手战 王位战 中国围棋甲级联赛 围甲 全国围棋个人赛 晚报杯 阿含桐山杯 倡棋杯 理光杯 招商银行杯 建桥杯 穹窿山兵圣杯 正官庄杯 国际 届 期 第 中国 韩国 日本 中国台北
北京 上海 广州 杭州 重庆 成都 东京 大阪 首尔 汉城 台北 棋院 中国棋院 日本棋院 关西棋院 年 月 日 小时 分 秒 读秒 用时 各 弈城 新浪 清风 野狐 对局 让先 中国规则 日本规则 网络围棋
解说 评注 变化图 参考图 这 手 棋 黑棋 白棋 不 好 的 是 了 一 在 有 大 下 可以 如果 但是 因为 所以 这里 此手 之后 形势 实地 外势 厚 薄 打 劫 打劫 征子 布局 定式 星 小目 三三 天元 角 边 中腹 上 左 右
我 他 们 来 到 时 个 会 也 就 出 要 对 没 么 那 得 着 下 自 己 过 生 作 于 起 还 点 位 攻 守 断 连 接 飞 跳 长 立 扳 挡 挖 靠 冲 尖 夹 拆 压 爬 提 吃 死 活 眼 气 先 后 手 官子 当 然 很 想 看 能 被 为 与 和 而 其 应 该
`

// traditionalText is Chinese as it is written in Big5.
const traditionalText = `
聶衛平 馬曉春 常昊 古力 孔杰 周鶴洋 羅洗河 邵煒剛 劉小光 曹大元 江鑄久 芮迺偉 俞斌 錢宇平 王磊 丁偉 胡耀宇 謝赫 陳耀燁 時越 周睿羊 江維傑 唐韋星 柯潔 連笑 楊鼎新 陳祖德 吳淞笙 吳清源
周俊勳 林海峰 王立誠 張栩 王銘琬 鄭銘瑝 彭景華 林至涵 陳詩淵 林聖賢 蕭正浩 夏大銘 周平強 郭求真 陳永安 張豐猷 劉耀文 林子淵 王元均 許皓鋐 林君諺 陳祈睿 賴均輔 徐靖恩 黑嘉嘉 楊博崴 簡靖庭 陳禧 俞俐均 張凱馨
林修平 黃祥任 莊承濬 李維 戴嘉伸 張正平 周奎銘 沈君山 應昌期 蘇耀國 潘善琪 謝依旻 許家元 余正麒 黃翊祖 王唯任 蔡丞韋 李家慶 王景怡 林書陽 童彥澄 黃道明 曹又尹 吳政倫 盧鈺樺 蘇聖芳 邱德欣
李昌鎬 曹薰鉉 劉昌赫 徐奉洙 李世乭 朴永訓 崔哲瀚 元晟溱 宋泰坤 朴廷桓 金志錫 姜東潤 申真諝 趙漢乘 安祚永 睦鎮碩 趙治勳 柳時熏 小林光一 武宮正樹 加藤正夫 石田芳夫 大竹英雄 坂田榮男 藤澤秀行 橋本宇太郎 木谷實
瀨越憲作 本因坊秀哉 高川格 依田紀基 山下敬吾 羽根直樹 高尾紳路 井山裕太 河野臨 結城聰 片岡聰 工藤紀夫 淡路修三 今村俊也 彥坂直人 本因坊秀策 道策 安井算哲 井上因碩 施襄夏 范西屏 黃龍士 過百齡
李 王 張 劉 陳 楊 趙 黃 周 吳 徐 孫 胡 朱 高 林 何 郭 馬 羅 梁 宋 鄭 謝 韓 唐 馮 于 董 蕭 程 曹 袁 鄧 許 傅 沈 曾 彭 呂 蘇 盧 蔣 蔡 賈 丁 魏 薛 葉 余 潘 杜 戴 夏 鍾 汪 田 任 姜 范 方 石 姚 譚 廖 鄒 熊 金 陸 邱 秦 江 史 顧 侯 邵 孟 龍 萬 段 錢 湯 尹 黎 易 常 武 喬 賀 賴 龔 文 莊 簡 游 詹 施 柯 洪 翁 鍾 阮 卓
偉 芳 敏 靜 麗 強 軍 洋 勇 傑 濤 明 超 秀 霞 平 剛 桂 英 華 建 國 志 宇 浩 文 波 斌 輝 飛 鵬 俊 峰 海 東 春 曉 紅 寧 新 雲 天 宏 永 立 家 豪 宗 翰 冠 廷 承 柏 彥 哲 瑋 雅 婷 怡 君 佳 慧 淑 美 惠 榮 昌 德 正 信 義 仁 智
九段 九段 九段 八段 七段 六段 五段 四段 三段 二段 初段 職業 業餘 黑 白 黑方 白方 勝 黑勝 白勝 黑中盤勝 白中盤勝 中盤勝 目 子 黑勝半目 貼目 讓子 分先 和棋 第一局 第二局 第三局 第五局 決賽 準決賽 預選賽 循環圈 輪 五番棋 三番棋 七番棋 挑戰賽
應氏盃 世界職業圍棋錦標賽 春蘭杯 三星杯 富士通杯 東洋證券杯 豐田杯 農心杯 真露杯 亞洲杯 電視快棋賽 中日圍棋擂台賽 天元戰 名人戰 棋聖戰 本因坊戰 王座戰 十段戰 碁聖戰 新人王戰 國手戰 王位戰 國手山海盃 棋王賽 海峰盃 友士盃 中環盃 台灣 中華民國 圍棋協會
第 屆 期 中國 韓國 日本 中華台北 北京 上海 廣州 香港 東京 大阪 漢城 首爾 台北 高雄 台中 棋院 海峰棋院 日本棋院 關西棋院 年 月 日 小時 分 秒 讀秒 用時 各 對局 規則 網路圍棋
解說 評註 變化圖 參考圖 這 手 棋 黑棋 白棋 不 好 的 是 了 一 在 有 大 下 可以 如果 但是 因為 所以 這裡 此手 之後 形勢 實地 外勢 厚 薄 打 劫 打劫 征子 佈局 定石 星 小目 三三 天元 角 邊 中腹 上 左 右
我 他 們 來 到 時 個 會 也 就 出 要 對 沒 麼 那 得 著 自 己 過 生 作 於 起 還 點 位 攻 守 斷 連 接 飛 跳 長 立 扳 擋 挖 靠 衝 尖 夾 拆 壓 爬 提 吃 死 活 眼 氣 先 後 手 官子 當 然 很 想 看 能 被 為 與 和 而 其 應 該
`

// japaneseText is Japanese as it is written in Shift_JIS and EUC-JP.
const japaneseText = `
小林光一 趙治勲 武宮正樹 加藤正夫 石田芳夫 大竹英雄 坂田栄男 藤沢秀行 橋本宇太郎 木谷實 瀬越憲作 本因坊秀哉 高川格 林海峰 工藤紀夫 石井邦生 淡路修三 片岡聡 山城宏 王立誠 依田紀基 小林覚 柳時熏 結城聡 羽根泰正
羽根直樹 張栩 山下敬吾 高尾紳路 河野臨 井山裕太 蘇耀国 溝上知親 秋山次郎 坂井秀至 今村俊也 彦坂直人 森田道博 中野寛也 黄翊祖 王銘琬 村川大介 伊田篤史 余正麒 許家元 一力遼 芝野虎丸 本木克弥 平田智也 藤沢里菜 上野愛咲美
謝依旻 向井千瑛 奥田あや 梅沢由香里 小林泉美 知念かおり 青木喜久代 加藤朋子 万波佳奈 鈴木歩 牛栄子 仲邑菫 関航太郎 佐田篤史 大西竜平 広瀬優一 福岡航太朗 鶴山淳志 酒井佑規 三村智保 石倉昇 安斎伸彰 内田修平 瀬戸大樹 横田茂昭 苑田勇一
後藤俊午 宮沢吾朗 大平修三 橋本昌二 岩本薫 梶原武雄 宮本直毅 島村俊廣 前田陳爾 呉清源 宮下秀洋 細川千仭 藤沢朋斎 岩田正男 佐藤直男 加田克司 杉内雅男 杉内寿子 本田邦久 東野弘昭 家田隆二 石榑郁郎 白石裕 牛之浜撮雄 趙善津 中小野田智己 大矢浩一 加藤充志 楊嘉源 潘善琪 山田規三生
李昌鎬 曺薫鉉 劉昌赫 徐奉洙 李世乭 朴永訓 崔哲瀚 朴廷桓 申眞諝 聶衛平 馬暁春 常昊 古力 孔傑 柯潔 曹大元 江鋳久 芮廼偉 兪斌 陳祖德 周俊勲
本因坊秀策 本因坊秀甫 本因坊秀栄 本因坊道策 本因坊丈和 本因坊秀和 安井算知 安井仙知 安井知得 井上因碩 幻庵 井上因碩 太田雄蔵 伊藤松和 林元美 水谷縫次 中川亀三郎 村瀬秀甫 田村保寿 雁金準一 鈴木為次郎 野沢竹朝 広瀬平治郎 岩佐銈 喜多文子 小野田千代太郎 久保松勝喜代 向井一男 長谷川章 篠原正美
佐藤 鈴木 高橋 田中 渡辺 伊藤 山本 中村 小林 加藤 吉田 山田 佐々木 山口 松本 井上 木村 林 斎藤 清水 山崎 森 池田 橋本 阿部 石川 山下 中島 石井 小川 前田 岡田 長谷川 藤田 後藤 近藤 村上 遠藤 青木 坂本 福田 太田 西村 藤井 金子 岡本 藤原 三浦 中野 中川 原田 松田 竹内 小野 田村 中山 和田 石田 森田 上田 原 内田 柴田 酒井 宮崎 横山 高木 安藤 宮本 大野 小島 谷口 工藤 今井 高田 丸山 増田 杉山 村田 大塚 新井 藤本 平野 河野 上野 武田 野口 松井 千葉 菅原 岩崎 木下 久保 佐野 野村 松尾 市川 菊地 杉本 古川 大西 島田 水野 桜井 高野 吉川 山内 西田 飯田 西川 小松 北村 安田 五十嵐 川口 平田 関 中田 久保田 服部 東 岩田 土屋 川崎 福島 本田 辻 樋口 秋山 永井 田口 中西 川上 大久保 吉村 矢野 松岡
太郎 次郎 三郎 一郎 正男 明 博 隆 浩 誠 修 勝 茂 清 進 実 和夫 健一 健二 英樹 幸子 洋子 恵子 和子 美穂 由美 智 直 裕 雅 哲 淳 剛 敏 秀 信 文 義 弘 昭 昇 昌 純 徹 豊 俊 久 雄 介 輔 樹 彦 之 哉 也 治 司 郎 夫 男 子 美 代 江 恵 里 奈 香 理 真 佳 優 翔 太 大 拓 亮 悠 陽 祐 翼
九段 九段 九段 九段 八段 七段 六段 五段 四段 三段 二段 初段 名人 棋聖 本因坊 天元 王座 碁聖 十段 アマ 級 黒 白 黒番 白番 先番 先 互先 先相先 定先 二子 三子 コミ コミ出し 目半 五目半 六目半 四目半 黒中押し勝ち 白中押し勝ち 黒半目勝ち 中押し勝 持碁 ジゴ 打ち掛け 目勝 以下略
第 期 回 戦 局 第一局 第二局 第三局 第四局 第五局 第六局 第七局 挑戦手合 七番勝負 五番勝負 三番勝負 十番碁 リーグ リーグ戦 予選 本戦 決勝 準決勝 準々決勝 一回戦 二回戦 プレーオフ トーナメント 名人戦 棋聖戦 本因坊戦 天元戦 王座戦 碁聖戦 十段戦 新人王戦 早碁選手権戦 大手合 ＮＨＫ杯 テレビアジア囲碁選手権 富士通杯 世界囲碁選手権 三星火災杯 応氏杯 農心杯 トヨタ 日中スーパー囲碁 女流名人 女流本因坊 女流棋聖 竜星戦 阿含・桐山杯 マスターズ 最強戦 旧名人戦 関西 鶴聖戦 プロ十傑戦 御城碁 首相杯 快棋
東京 大阪 京都 名古屋 日本棋院 関西棋院 日本棋院中部総本部 市ヶ谷 ホテル 旅館 福田家 江戸城 韓国 中国 台湾 ソウル 北京 上海 昭和 平成 令和 明治 大正 享保 年 月 日 時間 分 秒 持時間 各 対局 場所 日時 結果 棋譜 解説 碁盤 囲碁
の は を に が で と て た な い る し れ も から まで こと この その ここ そこ です ます した ない なら では でも ので という ように 思う 思い ある いる する なる 打つ 打ち 打った 攻め 守り 切り つなぎ ノビ ハネ トビ ケイマ コスミ ツケ オサエ ヒキ シチョウ コウ 手 形 厚み 地 模様 定石 布石 変化図 参考図 一手 よい 悪い 大きい 黒は 白は 上 下 左 右 隅 辺 中央 星 小目 三々
レドモンド マイケル ハンス ピーチ カタリン タラヌ アンティ テルマネン ニコラ ジョン スミス イワン フェルナンド アギラール
`

// koreanText is Korean as it is written in EUC-KR and CP949, the last lines in
// Chinese characters.
const koreanText = `
이창호 조훈현 유창혁 서봉수 이세돌 박영훈 최철한 원성진 송태곤 박정환 김지석 강동윤 윤준상 신진서 신민준 변상일 이동훈 최정 나현 조한승 안조영 목진석 양재호 김승준 허영호 백홍석 홍민표 안성준 박정상 이영구 온소진 강유택 이지현
조치훈 류시훈 김인 윤기현 하찬석 조남철 정수현 장수영 강훈 서능욱 백성호 최규병 임선근 황원준 노영하 정대상 김수장 양건 김만수 이상훈 박병규 김동엽 윤성현 이성재 김영삼 최명훈 안달훈 한종진 박지은 조혜연 루이나이웨이 이슬아 김혜민 오유진 김채영 오정아 김은지 조승아 김윤영 박지연
한상훈 김기용 박승화 이춘규 진시영 류수항 안국현 민상연 이원도 김정현 박진솔 한웅규 김세동 홍성지 설현준 박건호 송지훈 한승주 이창석 박하민 문유빈 김명훈 강승민 심재익 금지우 안정기 이태현 최재영 박영롱 한우진
커제 구리 창하오 마샤오춘 녜웨이핑 콩제 구쯔하오 미위팅 탕웨이싱 천야오예 스웨 롄샤오 판팅위 양딩신 저우루이양 장웨이제 셰얼하오 퉈자시 당이페이 딩하오 쉬자양 이야마 유타 다카오 신지 야마시타 게이고 장쉬 하네 나오키 요다 노리모토 고바야시 고이치 다케미야 마사키 가토 마사오 오타케 히데오 이치리키 료 시바노 도라마루 린하이펑 왕리청 우칭위안
김 이 박 최 정 강 조 윤 장 임 한 오 서 신 권 황 안 송 류 전 홍 고 문 양 손 배 백 허 유 남 심 노 하 곽 성 차 주 우 구 민 진 나 지 엄 채 원 천 방 공 현 함 변 염 여 추 도 소 석 선 설 마 길 연 위 표 명 기 반 라 왕 금 옥 육 인 맹 제 모 탁 국 어 은 편 용
영수 영호 영철 정호 성호 성진 준호 민수 민준 지훈 현우 동현 상훈 진우 재현 승현 준혁 태현 경수 종수 철수 영희 순자 미경 은정 지영 수진 혜진 유진 서연 민지 수빈 예진 지은 상우 재훈 병철 광수 동수 기훈 용준 세진 창민 규현 태영 원준 건우 도현 시우 하준 은우 선우 경민 혁 훈 철 석 호 준
구단 팔단 칠단 육단 오단 사단 삼단 이단 초단 九段 단 급 단 급 아마 프로 흑 백 흑승 백승 흑불계승 백불계승 불계승 반집승 집반승 집 덤 호선 정선 접바둑 치수 시간승 기권승 무승부 승 패
제 기 국 회전 제1국 제2국 제3국 결승 준결승 본선 예선 결승전 도전기 도전 5번기 3번기 7번기 리그 예선결승 토너먼트 명인전 국수전 왕위전 기성전 천원전 패왕전 배달왕전 기왕전 최고위전 박카스배 엘지배 삼성화재배 세계바둑오픈 응씨배 춘란배 후지쯔배 동양증권배 진로배 농심배 농심신라면배 도요타덴소배 한국바둑리그 물가정보배 맥심커피배 여류국수전 여류명인 비씨카드배 원익배 십단전 전자랜드배 왕중왕전 바둑왕전 중환배 지지옥션배 하이원리조트배 세계바둑선수권대회 아시아선수권 신인왕전 오픈 대회 국제 한중일
서울 한국기원 검토실 대국실 부산 대구 광주 인천 제주 베이징 상하이 도쿄 오사카 대만 한국 중국 일본 바둑 년 월 일 시간 분 초 초읽기 제한시간 각 대국 기보 해설 타이젬 오로 넷마블 넥슨
의 은 는 이 가 을 를 에 에서 로 으로 와 과 도 만 하다 했다 한다 하는 있다 없다 좋다 나쁘다 것 수 그 저 이것 그러나 그래서 여기 변화도 참고도 흑이 백이 이곳 형세 두다 두었다 둔 집이 공격 수비 끊다 잇다 뛰다 젖히다 늘다 막다 패 축 정석 포석 화점 소목 삼삼 천원 귀 변 중앙 위 아래 왼쪽 오른쪽 다 지 고 면 서 라 습니다 입니다 합니다 였다
李昌鎬 曺薰鉉 劉昌赫 徐奉洙 李世乭 朴廷桓 崔哲瀚 趙治勳 金寅 尹奇鉉 河燦錫 趙南哲 林海峰 九段 八段 七段 六段 五段 四段 三段 二段 初段 名人 國手 王位 棋聖 覇王 第 期 局 黑 白 勝 不計 目 半 對局 國 中 韓 日
`

// westernText is Latin-1 and its relatives: names of players of western and northern
// Europe and Latin America, places and words with accents.
const westernText = `
André René François Jérôme Frédéric Gérard Rémi Rémy Hervé Cédric Loïc Benoît Aurélien Sébastien Jean-Sébastien Stéphane Gaël Raphaël Noël Mickaël Joël Thérèse Hélène Anaïs Élise Éric Étienne Émile Zoé Chloé Mathéo Théo Léo Clément Amélie Valérie Mélanie Céline Véronique Pérez Désiré
Müller Jürgen Günter Günther Jörg Björn Söhnke Böhme Schröder Köhler König Schäfer Krämer Jäger Bäcker Weiß Groß Strauß Preuß Düsseldorf Köln München Zürich Österreich Göttingen Tübingen Fürth Lüneburg Nürnberg Würzburg Münster Lübeck Saarbrücken Vorgänger Schwäbisch Grötzinger Hübner Lübke Schüler Mückenhaupt Fröhlich Übung Züge für über können möglich natürlich während zurück größer schön stärker Weiß Schwarz gewinnt Überlegung Fünf
José Jesús María García González Rodríguez Hernández Martínez López Sánchez Gómez Fernández Álvarez Núñez Muñoz Peña Ibáñez Ramón Andrés Ángel Óscar Sebastián Martín Julián Iván Adrián Nicolás Tomás Verónica Mónica Inés Belén Málaga Córdoba León Cádiz España Perú México Bogotá Colón Simón Joaquín Víctor Héctor Raúl Cristóbal Germán Hernán Fermín Ríos Suárez Díaz Vázquez Jiménez Gutiérrez Ordóñez después también así más está campeón
João José Antônio Mário Sérgio Cláudio Márcio Fábio Flávio Júlio César Luís Vinícius Conceição Gonçalves Simões Magalhães São Paulo Brasília Goiânia Florianópolis Ceará Araújo Guimarães Brandão Assunção Patrícia Cecília Lúcia não posição ção então português
Åke Håkan Åsa Göran Björn Jörgen Mårten Örjan Östen Söderström Sjöberg Åberg Ångström Nyström Malmö Göteborg Linköping Västerås Örebro Umeå Öberg Sandström Lindström Bergström Holmström Wikström Håkansson Mårtensson Pålsson Löfgren Lövgren Strömberg Järvinen Hämäläinen Mäkinen Mäkelä Lehtimäki Jyväskylä Jämsä Seppälä Väisänen Pekka Räsänen Niemelä Törmänen Kärkkäinen Pöyhönen Säkkinen Pyykkönen Mönkkönen Rönkkö
Jørgen Søren Bjørn Øyvind Øystein Håkon Pål Bård Åge Sæther Møller Sørensen Jørgensen Nørgaard Østergaard Århus København Ærø Tromsø Bodø Kjærgaard Kristjánsson Þór Guðmundur Sigurður Jón Ólafur Reykjavík
Nicolò Niccolò Andò Forlì Università perché così può città è à là où ça être même très déjà après première élève Fête août décembre février Îlot Île-de-France Besançon Orléans Angoulême Nîmes Évry Liège tête pièce coup fenêtre déséquilibré échange mène réduction
`

// centralText is Latin-2: Polish, Czech, Slovak, Hungarian, Slovene, Croatian, Romanian names.
const centralText = `
Łukasz Michał Paweł Bartłomiej Rafał Stanisław Bolesław Wojciech Kraków Łódź Wrocław Gdańsk Poznań Toruń Częstochowa Wiśniewski Wójcik Kamiński Zieliński Szymański Woźniak Dąbrowski Kozłowski Jabłoński Król Wróbel Górski Gołębiewski Pawłowski Grażyna Małgorzata Jędrzej Zdzisław Mirosław Bogusław Piątek Świerczek Źródło Żak Żurek Soldań Kuźniar Krzysztoń Frejlak Koźmiński Dębicki Lubiński Giedrojć Mieczysław Władysław Józef Jarosław Ćwik Głażewski Gaś Kołodziej Wiśnia Śliwiński Czyż Ząbek
Dvořák Novák Nový Černý Novotný Procházka Kučera Veselý Horák Němec Pokorný Marek Pospíšil Hájek Jelínek Král Růžička Beneš Fiala Sedláček Doležal Zeman Kolář Krejčí Navrátil Čermák Vaněk Urban Blažek Kříž Kovář Šimek Konečný Malý Říha Štěpánek Tomáš Jiří Ondřej Lukáš Matěj Vojtěch Matouš Zdeněk Luděk Aleš Šimon František Václav Miloš Silt Plzeň České Budějovice Děčín Ústí Jablonec Příbram Hradec Králové Lád Kňava Ševčík Dušan Ľubomír Ján Štefan Žilina Košice Hřebec Podpěra Jasiek Křížek Žďár Bečka Šubrt
László Gábor Balázs István Zoltán János Sándor Ferenc Attila Péter Tamás Csaba Béla György Róbert Gergő Szabó Kovács Tóth Horváth Nagy Varga Kiss Molnár Németh Balogh Takács Juhász Mészáros Pócsai Győr Székesfehérvár Budapest Köszegi Pál Mérő Csizmadia Rédecsi Fehér Gyűlai Erdős Rényi Zsák Kőszegi Sebők
Cristian Pop Cătălin Țăranu Ştefan Ţăranu Bucureşti Iaşi Braşov Timişoara Mihăilescu Dănuţ Mureşan Şerban Brăila Vâlcea Făgăraş Constanţa Burzo Chiriţă Bîrzu Gîrţan
Zoran Mutabžija Kovačević Marković Petrović Jovanović Nikolić Đorđević Milošević Ivanišević Šarić Žagar Gregor Butala Klemenčič Škerjanc Matjaž Aleš Čufar Ljubljana Rupel Peklaj Dušan Jukić Mitić Bogdanović Mladenović Šibenik Požega Šket Škof
`

// russianText is Cyrillic: names, places and words.
const russianText = `
Александр Динерштейн Илья Шикшин Тимур Санкин Антон Черных Дмитрий Сурин Виктор Богданов Андрей Ченг Георгий Нилов Светлана Шикшина Валерий Шикшин Иван Детков Алексей Лазарев Владимир Алексеевич Сергей Николаевич Павел Антонович Михаил Галеченко Андрей Кульков Игорь Гришин Максим Подоляк Екатерина Роман Мария Наталья Елена Ольга Татьяна Ирина Анна Юлия Константин Вячеслав Григорий Степан Трофимов Александр Вашуров Кирилл Еремеев Евгений Пантелеев Юрий Плющ Дмитрий Яценко Николай Петр Пётр Фёдор Королёв Соловьёв
Иванов Смирнов Кузнецов Попов Васильев Петров Соколов Михайлов Новиков Федоров Морозов Волков Алексеев Лебедев Семенов Егоров Павлов Козлов Степанов Николаев Орлов Андреев Макаров Никитин Захаров Зайцев Соловьев Борисов Яковлев Григорьев Романов Воробьев Сергеев Кузьмин Фролов Александров Дмитриев Королев Гусев Киселев Ильин Максимов Поляков Сорокин Виноградов Ковалев Белов Медведев Антонов Тарасов Жуков Баранов Филиппов Комаров Давыдов Беляев Герасимов Богданов Осипов Сидоров Матвеев Титов Марков Миронов Крылов Куликов Карпов Власов Мельников Денисов Гаврилов Тихонов Казаков Афанасьев Данилов
Москва Санкт-Петербург Казань Киев Новосибирск Челябинск Екатеринбург Владивосток Нижний Новгород Россия Украина Чемпионат России Кубок Европы турнир тур партия первый дан кю комментарий чемпионат черные белые чёрные победа сдача выиграли по времени очков коми ход хорошо плохо можно нужно лучше здесь это что как для после перед угол сторона центр группа атака защита территория влияние вторжение обмен отрезать соединить вариант диаграмма
и в не на с что по как это но из у за от так же для вот бы то если только уже или ни быть был него до вас нибудь опять вам ведь там потом себя ничего ей может они тут где есть надо ней мы тебя их чем была сам чтоб без будто чего раз тоже себе под будет ж тогда кто этот того потому этого какой совсем ним здесь этом один почти мой тем чтобы нее сейчас были куда зачем всех никогда можно при наконец два об другой хоть после над больше
Андрій Олександр Сергій Дмитро Ігор Євген Віктор Київ Харків Україна Львів Юрій Ярослав Кравець Михайло Єгор Її
`
