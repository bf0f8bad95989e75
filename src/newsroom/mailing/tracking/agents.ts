/** User agents of automated clients, and networks from which mail gateways open links. */

/** Programs that fetch links for other reasons than that somebody reads them. */
export const MACHINE_AGENTS: readonly RegExp[] = [
  // Crawlers and previews. Cubot makes telephones.
  /(?<!cu)bot\b|crawl|spider|slurp|preview|facebookexternalhit|whatsapp\/|embedly|archiver/i,
  // Libraries and programs without a window.
  /^(?:curl|wget|python|java|go-http-client|node|axios|undici|got|ruby|php|perl|libwww|apache-httpclient|httpx|aiohttp|restsharp|postmanruntime)\b/i,
  /python-requests|python-urllib|headlesschrome|phantomjs|puppeteer|playwright|selenium/i,
  // Mail gateways and scanners of links.
  /barracuda|mimecast|proofpoint|messagelabs|symantec|fireeye|trend ?micro|sophos|zscaler|safelinks|forcepoint|fortinet|fortimail|ironport|urlscan|virustotal|scanner|link ?check|monitor/i,
];

/** Services that fetch images when the reader opens the mail: from them alone nobody can tell. */
export const IMAGE_PROXIES: readonly RegExp[] = [/GoogleImageProxy|YahooMailProxy|OutlookImageProxy|ImageProxy\b/i];

/** The whole name under which Apple's mail privacy fetches images, whether somebody opens the mail or not. */
export const PRIVACY_PROXY = 'Mozilla/5.0';

/** Networks that these services publish for their gateways. */
export const GATEWAY_NETWORKS: Readonly<
  Record<'microsoft' | 'proofpoint' | 'barracuda' | 'mimecast', readonly string[]>
> = {
  microsoft: [
    '40.92.0.0/15',
    '40.94.0.0/16',
    '40.107.0.0/16',
    '52.100.0.0/14',
    '104.47.0.0/17',
    '2a01:111:f400::/48',
    '2a01:111:f403::/48',
  ],
  proofpoint: [
    '67.231.144.0/20',
    '148.163.128.0/19',
    '185.132.180.0/22',
    '205.220.160.0/19',
    '208.84.64.0/22',
    '208.86.200.0/22',
  ],
  barracuda: ['64.235.144.0/20', '209.222.80.0/21'],
  mimecast: [
    '63.128.21.0/24',
    '91.220.42.0/24',
    '103.13.69.0/24',
    '124.47.150.0/24',
    '146.101.78.0/24',
    '170.10.128.0/21',
    '185.58.84.0/22',
    '195.130.217.0/24',
    '205.139.110.0/23',
    '207.211.30.0/23',
    '216.205.24.0/24',
  ],
};
