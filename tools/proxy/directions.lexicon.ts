import type { Lexicon } from '../../src/kernel/tool/lexicon.ts';

export const lexicon: Lexicon = {
  task: 'journey',
  textAt: 'steps',
  verbs: `
    directions, route, how do i get, how do i go, how to get, how can i get, how far, driving time, walking time
    drive time, travel time, best way to get, way from, navigate, turn-by-turn, walking distance, driving distance
    how long to walk, how long to drive, how long does it take, how long would it take, how long will it take
    how long is the drive, how long is the walk, how long is the ride, get me from, take me from, distance from
    distance between, walking route, cycling route, driving route, quickest way, fastest way, shortest way
    journey time, plot a route, plan a route, bike route, directons, fastest route, get there, get over to, how many km
    how many kilometres, how many kilometers, how many miles, how many minutes, how long from, way to get, best route
    road distance, commute, distance by road, is it walkable, can i walk, could i walk, drive from, walk from
    cycle from, bike from, cycling from, driving from, walking from, eta, itinerary from, getting from, how do i reach
    how can i reach, how do we reach, how do we get, how would i get, how would i reach, how should i get, how to reach
    reach it from, distance, way to, route to
    道順, 行き方, 行きかた, 経路, ルート, 道のり, 道案内, ナビ, 何分かかる, どれくらいかかる, どのくらいかかる
    何時間かかる, 何キロ, 距離, 所要時間, どう行けば, どうやって行く, どうやって行けば, どうやったら行ける, 時間かかる
    どう行く, どれぐらいかかる, どのぐらいかかる, 何分くらい, 何分で着, どう行ったら, 歩いて何分, 車で何分, 車で何時間
    行くには, ルート検索, 道を教え, みちじゅん, いきかた, けいろ, きょり, みちのり, どうやっていく, どうやっていけば
    どういけば, なんぷん, 何分で行, 何時間で行, 何キロあ, 何km, 何メートル, どれくらい遠, どのくらい遠, どんだけかかる
    なんぼかかる, 道を調べ, 最短ルート, 最短経路, 近道, 行きたいんだけどルート, 走行距離, 移動時間, 到着時間
    何分ぐらい, 歩くと何分, 歩ける距離, 歩けるか, どれくらいの距離, 道のりを, ナビして, 案内して, 通り道, どのルート
    怎么走, 怎么去, 路线, 导航, 要多久, 要多长时间, 多少公里, 多远, 开车要, 走路要, 骑车要, 步行要, 大概几分钟
    要几分钟, 路程, 多长时间, 距离, 怎么过去, 怎么到, 咋走, 咋去, 如何前往, 如何到达, 需要多久, 要开多久, 要走多久
    要骑多久, 花多久, 多久能到, 几小时, 几个小时, 多少分钟, 几分钟, 几公里, 几里路, 几里地, 几千米, 多少里, 多少千米
    多少米, 几站, 坐几站, 走几步, 要走多, 多久到, 多久可以到, 多快能到, 最快怎么, 最近怎么走, 点样去, 點樣去, 点去
    几耐, 幾耐, 要几耐, 怎么坐车, 怎么开, 怎么骑, 车程, 步程, 行车路线, 路怎么走, 带路, 指路, 导个航, 导一下航
    规划路线, 路线规划, 怎样去, 怎样走, 怎么前往, 要花多, 开多久, 走多久, 骑多久, 里程, 得多久, 需多久, 用多久
    多少时间, 多少钟头, 几个钟, 几个钟头, 得多长时间, 得走多, 得开多, 得花多
  `,
  nouns: `
    drive, journey, trip from, walk from, on foot, by car, by bike, by bicycle
    徒歩, 自転車で, 車で, 歩いて
    开车, 步行, 骑车, 骑行, 走路, 自驾, 驾车
  `,
  hints: `
    from, to, between, get to, far, minutes, hours, long
    から, まで, 何分, 何時間
    从, 到, 至, 多久, 分钟, 脚踏车
  `,
  values: {
    profile: {
      walking: `
        walk, walking, on foot, by foot, walkable, walkers, stroll, pedestrian
        歩い, あるいて, ウォーキング, 散歩, 徒歩, 歩き, 歩く, 歩行, 歩け, てくてく, 歩いたら
        走路, 行路, 用走的, 腿儿着, 走得到, 走几, 步行, 走着, 走过去, 走到, 徒步, 走去, 走多, 要走, 散步, 腿着
      `,
      cycling: `
        bike, cycling, bicycle, cycle, biking, by bike, cyclist, pedal
        自転しゃ, 自転者, じてんしゃ, ちゃり, 自転車, ママチャリ, クロスバイク, 電動アシスト, 輪行, チャリ
        サイクリング, ロードバイク, ちゃりんこ
        骑车, 骑脚踏车, 骑自行, 踩车, 骑摩拜, 骑bike, 骑 bike, 踩单车, 踩脚踏车, 共享单车, 骑电动车, 蹬车, 铁马, U-bike
        ubike, 骑行, 自行车, 单车, 骑自行车, 脚踏车, 骑到, 骑单车, 骑去
      `,
      'driving-traffic': `
        with traffic, in traffic, current traffic, live traffic, traffic included, including traffic
        considering traffic, given traffic, traffic right now, taking traffic, account for traffic, traffic-aware
        real-time traffic, with the traffic
        渋滞込み, 渋滞を考慮, 渋滞も考慮, 渋滞考慮, 交通状況, 渋滞を含め, 渋滞も含め, 渋滞を踏まえ, 渋滞込, 渋滞情報
        今の道路状況, 道路状況
        即时路况, 考虑路况, 实时路况, 算上堵车, 考虑堵车, 现在路况, 带路况, 按路况, 结合路况, 当前路况, 含堵车, 路况
      `,
      driving: `
        drive, driving, by car, car, road trip, by taxi
        車で, くるまで, マイカー, レンタカー, 車だと, ドライブ, クルマ, 車なら, 自動車, タクシー
        开车, 揸车, 揸車, 坐的士, 搭的士, 搭计程车, 打的, 叫车, 租车, 驾车, 自驾, 开过去, 打车, 开到, 坐车
      `,
    },
  },
  examples: {
    en: ['How do I get from Berlin to Potsdam by bike?', 'Driving directions from Leeds to York'],
    ja: ['東京駅から浅草まで歩いて何分?', '大阪から神戸までの車のルート'],
    zh: ['从天安门到颐和园怎么走', '上海开车到苏州要多久'],
  },
};
