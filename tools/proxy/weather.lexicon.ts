import type { Lexicon } from '../../src/kernel/tool/lexicon.ts';

export const lexicon: Lexicon = {
  task: 'forecast',
  verbs: `
    will it rain, is it raining, is it snowing, will it snow, going to rain, going to snow, gonna rain, gonna snow
    need an umbrella, bring an umbrella, take an umbrella, pack an umbrella, stay dry, need a coat, need a jacket
    need a raincoat, bring a jacket, bring a coat, pack a coat, pack a jacket, what's it like outside
    what is it like outside, how's it looking outside, how hot, how cold, how warm, how windy, how humid, how chilly
    is it hot, is it cold, is it warm, is it windy, is it sunny, is it cloudy, will it be hot, will it be cold
    will it be warm, will it be sunny, will it be windy, what should i wear, what to wear, get wet, supposed to rain
    likely to rain, chance of rain, chance of snow, any rain, any snow, expecting rain, expect rain, rain or shine
    should i wear, wear outside, be freezing, too hot, too cold, how many degrees, what degrees, i'll freeze, i freeze
    we freeze, we'll freeze, get rained on, get soaked, be muggy, is it nice out, nice weather, be sunny, be rainy
    be snowy, be windy, be hot, be cold, be warm, t-shirt weather, any chance of rain, chance of showers, snowing yet
    snow yet, what temperature, good day for, dress for, how's the sky, cold enough, warm enough, wind like, sky like
    climate like, packing for, what to pack, what should i pack, dress for the weather, wellies, rain boots
    rubber boots, chuck it down, chucking it down, pour down, pouring down, bucket down, bucketing, tip down
    tipping it down, pelting down, drenched, soaked, what's the weather, how's the weather, going to pour, frost over
    which is hotter, which is colder, which is warmer, where is it hotter, where is it colder, where is it warmer
    clear up, stop raining, be foggy, be stormy, be icy, be hail, be a storm, stay sunny, stay warm, be mild
    be nice out, heat warning, storm warning, weather warning, weather alert, will i want a, will we want a
    will i need a, will we need a, do i need a coat, need sunscreen, wear shorts, what clothes, clothes to pack
    clothes should, shorts weather, dry on, dry in, dry for, outside today, any sun
    あめふる, あめふります, あめふって, あめふった, ゆきふる, はれる, はれます, はれそう, レインウェアいる
    レインウェアは, 雨具いる, 雨具は, カッパいる, 傘いる, 傘いり, 傘は必要, 傘が必要, 傘必要, 傘はいる, 傘はいり
    傘を持って, 傘持って, 傘もって, 傘を持参, 傘が要, 傘要, 傘は要, 雨降る, 雨が降る, 雨は降る, 雨降り, 雨が降り
    雨は降り, 雨になる, 雨降って, 雨が降って, 雨は降って, 雪が降, 雪は降, 雪降, 降りそう, 降りますか, 晴れる, 晴れます
    晴れそう, 晴れている, 晴れてる, 暑い, 暑く, 暑かっ, 寒い, 寒く, 寒かっ, 冷える, 冷え込, 涼しい, 蒸し暑い, 外に干
    外干し, 洗濯物, 何度くらい, 何度ぐらい, 気温は何度, 何を着, どんな服, 服装, 上着はいる, 上着いる, 上着は必要
    上着が必要, コートはいる, コートは必要, コートが必要, 雨大丈夫, 雨は大丈夫, 雨が大丈夫, 晴れてくれ, 雨やむ, 雨は止
    雨が止, 天気は持, 天気がもつ, 天気もつ, 何度まで, 何度になる, 汗ばむ, 半袖, 長袖, 薄着, 厚着, 濡れ, 日焼け止め
    暖かい, 暖かく, あったかい, 肌寒, 風強い, 風が強い, 風は強い, 風強く, 風が強く, 花粉は, 紫外線は, 日差し, あつい
    さむい, すずしい, あたたかい, むしあつい, あつく, さむく, 雨ふり, 雨ふる, 雨がふる, 雪ふる, 雪がふる, かさいる
    かさ要る, 傘いります, ふりそう, むし暑, 凍える, 雨あがる, 雨上がる, 止みそう, やみそう, 冷え
    哪个更热, 哪个更冷, 哪里更热, 哪里更冷, 哪个热, 哪个冷, 哪里热, 哪里冷, 哪边热, 哪边冷, 更暖和
    冷不冷, 热不热, 下不下雨, 下没下雨, 会下雨, 会下雪, 会不会下, 要带伞, 带伞, 带雨伞, 带把伞, 带雨衣, 需要伞, 穿什么
    怎么穿, 穿多少, 穿羽绒服, 穿外套, 下雨吗, 下雪吗, 热吗, 冷吗, 会冷, 会热, 冷吧, 热吧, 会不会冷, 会不会热, 晒被子
    晾衣服, 晒衣服, 有雨吗, 有没有雨, 有雪吗, 刮风吗, 风大吗, 风大不大, 晴吗, 出太阳, 天儿怎么样, 有多冷, 有多热, 多冷
    多热, 落雨, 会落雨, 冷唔冷, 热唔热, 暖和吗, 暖不暖, 闷热, 潮湿吗, 穿短袖, 要穿, 带外套, 要不要带, 多云吗, 天气好吗
    天气好不好, 适合出门, 适合爬山, 适合露营, 晒不晒, 会晒, 刮大风, 会刮风, 下多大, 雨大吗, 雨大不大, 雪大吗, 放晴
    天晴, 有冇雨, 落唔落雨, 落雪, 冻唔冻, 凍唔凍, 热到, 會唔會落雨, 会唔会落雨, 會不會下, 要唔要带遮, 带遮, 帶遮
    会变天, 变天, 转凉, 会不会冻, 冷到, 好冷, 好热, 下雨没, 下雪没, 打雷吗, 起雾, 会起雾, 有雾, 结冰, 能晒, 会刮台风
    雨停, 停雨, 几时停, 降温吗, 升温吗, 晒太阳
  `,
  nouns: `
    skies, the skies, weather, forecast*, temperature, temperatures, umbrella, humidity, rainfall, snowfall
    precipitation, wind speed, rain, raining, rainy, snow, snowing, snowy, sunny, cloudy, windy, drizzle, thunderstorm*
    celsius, fahrenheit, chilly, current conditions, heatwave, heat wave, raincoat, sunscreen, snowstorm
    typhoon forecast, drizzling, overcast, showers, freezing, degrees, blizzard, hail, fog, foggy, sleet, icy, breezy
    stormy, monsoon, scorching, muggy, outlook, temp, temps, weather conditions, gusts, gusty, gale, gales, squall
    mild, uv index, dew point, wind chill, cloud cover, sunrise, sunset, hailstorm, thunder, lightning, frost, frosty
    degrees outside, snow report, mercury, washout, wash-out, highs, lows, high and low, highs and lows, weatherwise
    weather-wise, weather wise, sunshine, rains, downpour, downpours, cloudburst, snows, thaw, wintry, balmy
    sweltering, soggy, damp, nippy, parky, brolly, brollies, mist, misty, haze, hazy, pollen, air temperature
    water temperature, sea temperature, cold snap, cold front, clear skies, blue skies, any sun, sun tomorrow
    sun cream, suncream, rainproof, weekend weather, met office, rainstorm, hurricane, cyclone, tornado, dusty
    天気, てんき, そらもよう, なんどまで, なんどくらい, 天気予報, 予報, よほう, 気温, 天候, 空模様, 降水, 降水確率
    湿度, 風速, 雨, 雪, 晴れ, 曇り, くもり, 体感温度, お天気, 傘, レインコート, レインウェア, 雨合羽, 雨具, ウェザー
    週間予報, 最高気温, 最低気温, 何度, どんより, 吹雪, 霧, 雷, 雷雨, 夕立, にわか雨, 花粉, 積雪, 降水量, 天気図, 大雨
    大雪, 豪雨, 快晴, 本降り, むしあつ, 週間天気, 週間の天気, 氷点下, きおん, てんきよほう, 真夏日, 猛暑, 熱帯夜, 零下
    マイナス何度, ゲリラ豪雨, みぞれ, 寒波, 梅雨空, 空もよう, 日差し, 陽射し, 風向き, 波の高さ, 紫外線, 黄砂, 初雪
    降雪
    天气, 天气预报, 气温, 温度, 预报, 下雨, 下雪, 降雨, 风速, 雨伞, 雨衣, 晴天, 阴天, 气候, 天氣預報, 天汽, 天气情况
    体感, 最高温, 最低温, 雾霾, 大雾, 雷阵雨, 暴雨, 小雨, 中雨, 阵雨, 台风天, 寒潮, 降温, 升温, 天色, 落雨, 摄氏度
    度数, 冰雹, 沙尘暴, 晴雨, 多少度, 几度, 气象, 天气预测, 一周天气, 紫外线, 雨势, 雪势, 气温预报, 湿冷, 闷热, 高温
    低温, 空气湿度, 日出, 日落, 雨量, 降雨量, 降雨概率, 降水概率, 晴雨表
  `,
  hints: `
    hot, cold, warm, humid, coat, jacket, outside, outdoors, dry, wet, laundry, picnic, hike, hiking, pack, beach
    barbecue, wind, storm, sun, freeze, chilly, swimming, ski, skiing, garden party, bbq, walk the dog, sunglasses
    camping, packing, shorts, sweater, sweaters, sandals, boots, conditions, jumper, jumpers, t-shirt, t-shirts, tshirt
    tshirts, coats, jackets, layers, scarf, gloves, hat, flip-flops, parasol, sunny side, dry day, cardigan, hoodie
    bikini, swimsuit, surf, sail, sailing, kite, stargazing, cycling weather, patio, terrace, raincoats, waterproofs
    anorak, parka, parade, outdoor, fleece, thermals, sunhat, sun hat, wellies, poncho, mac, windbreaker, clothes, wear
    layer, match, festival, outing, marathon, regatta, wedding, cricket
    外, ピクニック, 登山, 花見, キャンプ, 洗濯, お出かけ, 運動会, ハイキング, 台風, 風, 紫外線, 上着, コート
    爬山, 郊游, 露营, 户外, 出门, 度假, 野餐, 台风, 风, 晴, 冷, 热, 适合
  `,
  examples: {
    en: ['What is the weather in Lima?', 'Will it rain in Dublin this weekend?'],
    ja: ['札幌の天気を教えて', '明日の那覇は傘いる?'],
    zh: ['广州明天会下雨吗', '昆明天气怎么样'],
  },
};
