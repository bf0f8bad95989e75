import type { Lexicon } from '../../src/kernel/tool/lexicon.ts';

export const lexicon: Lexicon = {
  task: 'address',
  verbs: `
    my ip, locate this ip, ip lookup, ip location, ip geolocation, geolocate, where is this ip, trace the ip, whose ip
    own ip, where am i, where i am right now, ip address of mine, ip address i, my ip address, own ip address, my public ip
    ipの所在地, ipの場所, 自分のip, 私のip, ip検索, ipアドレスの場所, 俺のip, 僕のip, うちのip, 現在のip, 今のip
    私はどこにいる, 今どこにいる, 使っているip, 使ってるip, 自分のipアドレス, 私のipアドレス, 僕のipアドレス, 俺のipアドレス, 今のipアドレス
    このipアドレス, 使っているipアドレス, うちのipアドレス
    我的ip, ip归属地, ip定位, ip地址归属, 本机ip, ip属地, 查ip, 自己的ip, 我这个ip, 当前ip, 我现在的ip, 我ip
    我在哪里, 我在哪儿, 我现在在哪, 我的ip地址, 本机ip地址, 我这边的ip, 我用的ip, 自己的ip地址, 我ip地址
  `,
  nouns: 'ip, ip address, ipv4, ipv6, ipアドレス, ip地址, 归属地, 网络地址',
  hints: `
    where, country, located, city, located in, isp, belongs to, based, timezone, coming from
    どこ, 国, 所在地, 場所, 都市, プロバイダ, 位置
    哪里, 哪儿, 哪个国家, 归属, 哪个城市, 运营商, 属于
  `,
  examples: {
    en: ['Where is 1.1.1.1 located?', 'What country is my IP in?'],
    ja: ['9.9.9.9 はどこのIP?', '自分のIPの場所を教えて'],
    zh: ['1.1.1.1 是哪里的 IP', '我的IP在哪'],
  },
};
