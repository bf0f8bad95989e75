/** One form for characters that have an old and a new one in Japanese: 髙橋 is found as 高橋, 國 as 国. */

/** New form, then its old or other ones. */
const FORMS = `
亜亞 悪惡 圧壓 囲圍 医醫 為爲 壱壹 隠隱 栄榮 営營 衛衞 駅驛 円圓 塩鹽 応應 欧歐 殴毆 桜櫻 奥奧 横橫 温溫 穏穩 仮假 価價 画畫 会會 壊壞 懐懷 絵繪 拡擴 殻殼 覚覺 学學
岳嶽 楽樂 勧勸 巻卷 寛寬 歓歡 缶罐 観觀 間閒 関關 陥陷 顔顏 器噐 帰歸 既旣 亀龜 偽僞 戯戲 犠犧 旧舊 拠據 挙擧 虚虛 峡峽 挟挾 狭狹 暁曉 区區 駆驅 勲勳 薫薰 径徑 恵惠 掲揭
渓溪 経經 継繼 茎莖 蛍螢 軽輕 鶏鷄 芸藝 撃擊 欠缺 倹儉 剣劍 圏圈 検檢 権權 献獻 研硏 県縣 険險 顕顯 験驗 厳嚴 効效 広廣 恒恆 鉱鑛 号號 国國 黒黑 済濟 砕碎 斎齋 斉齊 剤劑 桟棧
蚕蠶 惨慘 賛贊 残殘 糸絲 歯齒 児兒 辞辭 湿濕 実實 写寫 釈釋 寿壽 収收 従從 渋澁 獣獸 縦縱 粛肅 処處 叙敍 奨奬 将將 焼燒 称稱 証證 乗乘 剰剩 壌壤 嬢孃 条條 浄淨 畳疊 穣穰 譲讓
醸釀 嘱囑 触觸 寝寢 慎愼 真眞 尽盡 図圖 粋粹 酔醉 随隨 髄髓 数數 枢樞 声聲 静靜 摂攝 窃竊 専專 戦戰 浅淺 潜潛 繊纖 践踐 銭錢 禅禪 双雙 壮壯 捜搜 挿插 争爭 総總 聡聰 荘莊 装裝
騒騷 増增 臓臟 蔵藏 属屬 続續 堕墮 体體 対對 帯帶 滞滯 台臺 滝瀧 択擇 沢澤 担擔 胆膽 団團 弾彈 断斷 痴癡 遅遲 昼晝 虫蟲 鋳鑄 庁廳 聴聽 鎮鎭 塚塚 逓遞 鉄鐵 転轉 点點 伝傳 党黨
盗盜 灯燈 当當 闘鬪 徳德 独獨 読讀 届屆 縄繩 弐貳 悩惱 脳腦 覇霸 廃廢 拝拜 売賣 麦麥 発發 髪髮 抜拔 蛮蠻 秘祕 浜濱濵 瓶甁 払拂 仏佛 併倂 並竝 変變 辺邊邉 弁辨瓣辯 舗舖 穂穗 宝寶
豊豐 没沒 翻飜 槙槇 毎每 万萬 満滿 黙默 弥彌 訳譯 薬藥 与與 予豫 余餘 誉譽 揺搖 様樣 謡謠 遥遙 来來 頼賴 乱亂 覧覽 竜龍 両兩 猟獵 緑綠 塁壘 類類 励勵 礼禮 隷隸 霊靈 齢齡 恋戀 炉爐
労勞 楼樓 郎郞 録錄 湾灣 高髙 崎﨑嵜 吉𠮷 徳德 渡渡 館舘 島嶋嶌 峰峯 富冨 涼凉 裏裡 柳栁 角⻆ 瀬瀨 頬頰 剥剝 填塡 掴摑
`;

const TO_NEW = new Map(
  FORMS.trim()
    .split(/\s+/)
    .flatMap((forms) => {
      const [form = '', ...others] = forms;
      return others.filter((other) => other !== form).map((other) => [other, form] as const);
    }),
);

const OLD = new RegExp(`[${[...TO_NEW.keys()].join('')}]`, 'gu');

/** Character by character: the text keeps its length in code points. */
export function unifyForms(text: string): string {
  return text.replace(OLD, (character) => TO_NEW.get(character) ?? character);
}
