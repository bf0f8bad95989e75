import type { Lexicon } from '../../src/kernel/tool/lexicon.ts';

export const lexicon: Lexicon = {
  task: 'position',
  takes: ['topic'],
  textAt: 'results',
  verbs: `
    coordinates of, coordinates for, coordinates, latitude and longitude, lat and long, lat long, lat/long, lat/lon
    lat lon, geocode, geocoding, reverse geocode, where is, where's, where in the world, what place is, what is at
    what's at, what's located at, what is located at, address of, address for, find the address, what address
    which address, locate, gps coordinates, gps position, pinpoint, longitude, latitude, which city is at
    what town is at, what's there at, position of, on the map, whereabouts is, which place is, which country is
    what's the location, location of, what city is, where exactly is, street address, on a map, map of where
    tell me where, show me where, know where, find where
    座標, 緯度経度, 緯度と経度, 経度と緯度, 緯度, 経度, はどこ, ってどこ, どこにある, どこですか, 住所, 位置を
    位置情報, ジオコー*, どこの場所, 何がある場所, の場所, 所在地, どの辺, どのあたり, どこら辺, 地点は, 逆ジオ
    どこだろう, どこなの, どこになる, 経緯度, 緯経度, ざひょう, いどけいど, 何県, 何市, どこの国, どこの県, 所在, 番地
    地図上の位置, ピンポイント
    坐标, 经纬度, 经度, 纬度, 是什么地方, 在哪里, 在哪儿, 在哪, 是哪里, 是哪儿, 哪个地方, 的地址, 地址是, 具体位置
    位置在, 地理编码, 什么位置, 定位到, 地理位置, 是哪个城市, 座标, 哪个位置, 什么地址, 逆地理, 对应哪里, 是啥地方
    对应的地址, 对应的地点, 位于哪里, gps, 经纬, 在什么位置, 什么城市, 哪个省, 哪个市, 在啥地方, 喺边, 喺邊度, 在边度
    邊度, 地理坐标, 方位, 地址解析, 反查地址, 地址反查, 转成地址, 转为地址, 转成坐标
  `,
  nouns: 'lat, lng, coords, coord, co-ordinates, coordinate, gps, whereabouts, map position',
  hints: 'where, place, located, map, address, どこ, 場所, 位置, 地図, 哪里, 哪儿, 地点, 地图, 地方, 查',
  examples: {
    en: ['Coordinates of the Brandenburg Gate', 'What place is at 48.2082, 16.3738?'],
    ja: ['東京タワーの緯度経度は?', '43.0687,141.3508 はどこ?'],
    zh: ['故宫的坐标是多少', '30.2741,120.1551 是什么地方'],
  },
};
