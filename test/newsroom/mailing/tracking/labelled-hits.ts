/**
 * Mails and what was fetched of them, as logs of mailings show it, with who did it: a person who read the mail, or a
 * machine. Written from what vendors document of their gateways, proxies and previews and from the clients that
 * newsrooms use; nothing was changed to fit the rules.
 */

export type Actor = 'person' | 'machine';
/** Seconds after the mail was sent, the pixel or the number of a link (0: the one nobody sees), program, address, who. */
export type LabelledHit = readonly [number, 'open' | number, string, string, Actor, 'HEAD'?];

const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)';
const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)';
const chrome = `${windows} Chrome/142.0.0.0 Safari/537.36`;
const edge = `${windows} Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0`;
const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0';
const thunderbird = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Thunderbird/140.4.0';
const safari = `${mac} AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15`;
const appleMail = `${mac} AppleWebKit/605.1.15 (KHTML, like Gecko)`;
const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1';
const android =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36';
const samsung =
  'Mozilla/5.0 (Linux; Android 15; SAMSUNG SM-S931Q) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36';
const outlook =
  'Mozilla/4.0 (compatible; MSIE 7.0; Windows NT 10.0; Win64; x64; Trident/7.0; .NET4.0C; .NET4.0E; Microsoft Outlook 16.0.18925; Microsoft Outlook 16.0.18925; ms-office; MSOffice 16)';
const outlookMac = `${mac} AppleWebKit/605.1.15 (KHTML, like Gecko) MacOutlook/16.102.25101223`;
const becky = 'Mozilla/5.0 (Windows NT 10.0; WOW64; Trident/7.0; rv:11.0) like Gecko';
const cubot =
  'Mozilla/5.0 (Linux; Android 13; CUBOT P80) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36';
const line = `${iphone} Line/15.14.0`;
const slackApp = `${mac} AppleWebKit/537.36 (KHTML, like Gecko) Slack/4.46.99 Chrome/140.0.0.0 Electron/38.1.0 Safari/537.36`;
const gmail = 'Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)';
const yahoo = 'YahooMailProxy; https://help.yahoo.com/kb/yahoo-mail-proxy-SLN28749.html';
const applePrivacy = 'Mozilla/5.0';
const oldIe = 'Mozilla/4.0 (compatible; MSIE 8.0; Windows NT 6.1; Trident/4.0)';
const plainBot = 'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)';
const slackbot = 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)';
const teams = 'Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5 skype-url-preview@microsoft.com';
const facebook = 'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)';
const linePoker = 'facebookexternalhit/1.1;line-poker/1.0';
const telegram = 'TelegramBot (like TwitterBot)';
const curl = 'curl/8.5.0';
const python = 'python-requests/2.32.3';
const go = 'Go-http-client/2.0';
const java = 'Java/17.0.12';
const headless =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/141.0.0.0 Safari/537.36';
const wget = 'Wget/1.21.3';
const barracuda = 'Mozilla/5.0 (compatible; BarracudaCentral; http://www.barracudacentral.org)';
const trend = 'Mozilla/5.0 (compatible; Trend Micro WTP 1.0)';
const proofpointNet = '67.231.152.10';
const mimecastNet = '91.220.42.211';
const microsoftNet = '40.94.34.7';
const barracudaNet = '209.222.82.45';
const azure = '20.127.184.3';
const tokyo = '126.110.4.20';
const osaka = '219.98.12.7';
const taipei = '61.216.10.4';
const berlin = '91.5.20.8';
const google = '66.249.84.12';
const apple = '104.28.42.9';
const amazon = '54.240.197.2';

const MINUTE = 60;
const HOUR = 3_600;
const DAY = 24 * HOUR;

/** A mail each. */
export const labelledMails: readonly (readonly LabelledHit[])[] = [
  // Readers of newsrooms.
  [
    [9 * MINUTE, 'open', outlook, tokyo, 'person'],
    [10 * MINUTE, 1, edge, tokyo, 'person'],
  ],
  [[3 * HOUR, 'open', thunderbird, osaka, 'person']],
  [
    [40 * MINUTE, 'open', gmail, google, 'person'],
    [41 * MINUTE, 2, chrome, tokyo, 'person'],
  ],
  [
    [2 * DAY, 'open', yahoo, '106.10.0.9', 'person'],
    [2 * DAY + 30, 1, android, tokyo, 'person'],
  ],
  [
    [25, 'open', outlookMac, berlin, 'person'],
    [48, 1, safari, berlin, 'person'],
  ],
  [
    [75, 'open', appleMail, osaka, 'person'],
    [80, 1, safari, osaka, 'person'],
    [130, 2, safari, osaka, 'person'],
  ],
  [
    [5 * HOUR, 'open', iphone, tokyo, 'person'],
    [5 * HOUR + 20, 1, iphone, tokyo, 'person'],
  ],
  [
    [17 * MINUTE, 'open', becky, tokyo, 'person'],
    [19 * MINUTE, 1, firefox, tokyo, 'person'],
  ],
  [
    [DAY, 'open', samsung, tokyo, 'person'],
    [DAY + 9, 2, samsung, tokyo, 'person'],
  ],
  [
    [6 * MINUTE, 'open', cubot, taipei, 'person'],
    [7 * MINUTE, 1, cubot, taipei, 'person'],
  ],
  [
    [15, 'open', chrome, taipei, 'person'],
    [22, 1, chrome, taipei, 'person'],
    [35, 1, chrome, taipei, 'person'],
  ],
  [[4 * DAY, 1, line, tokyo, 'person']],
  [
    [2 * HOUR, 1, slackApp, tokyo, 'person'],
    [2 * HOUR + 300, 'open', outlook, tokyo, 'person'],
  ],
  [
    [90, 'open', gmail, google, 'person'],
    [5 * HOUR, 'open', gmail, google, 'person'],
    [DAY, 1, chrome, osaka, 'person'],
  ],
  // Two readers of one desk.
  [
    [20 * MINUTE, 'open', outlook, tokyo, 'person'],
    [21 * MINUTE, 1, edge, tokyo, 'person'],
    [24 * MINUTE, 1, chrome, tokyo, 'person'],
    [26 * MINUTE, 2, chrome, tokyo, 'person'],
  ],
  // Somebody in a hurry who opens the picture and the release in tabs.
  [
    [30 * MINUTE, 'open', chrome, tokyo, 'person'],
    [1_860, 1, chrome, tokyo, 'person'],
    [1_862, 2, chrome, tokyo, 'person'],
  ],
  // Gateways that look at each link as the mail comes in, and readers behind them.
  [
    [2, 1, chrome, microsoftNet, 'machine'],
    [2, 2, chrome, microsoftNet, 'machine'],
    [3, 3, chrome, microsoftNet, 'machine'],
    [3 * HOUR, 'open', outlook, tokyo, 'person'],
    [3 * HOUR + 15, 1, edge, tokyo, 'person'],
  ],
  [
    [4, 'open', oldIe, barracudaNet, 'machine'],
    [5, 1, oldIe, barracudaNet, 'machine'],
    [50 * MINUTE, 'open', thunderbird, osaka, 'person'],
  ],
  [
    [6, 1, chrome, proofpointNet, 'machine'],
    [7, 2, chrome, proofpointNet, 'machine'],
    [DAY, 1, chrome, tokyo, 'person'],
  ],
  [
    [240, 1, safari, mimecastNet, 'machine'],
    [1_000, 'open', outlookMac, berlin, 'person'],
    [1_020, 1, safari, berlin, 'person'],
  ],
  [
    [3, 0, edge, azure, 'machine'],
    [3, 1, edge, azure, 'machine'],
    [4, 2, edge, azure, 'machine'],
    [HOUR, 1, edge, tokyo, 'person'],
  ],
  [
    [700, 1, edge, azure, 'machine'],
    [701, 2, edge, azure, 'machine'],
    [702, 3, edge, azure, 'machine'],
    [703, 0, edge, azure, 'machine'],
  ],
  [
    [8, 'open', '', amazon, 'machine'],
    [8, 1, '', amazon, 'machine'],
    [5 * HOUR, 'open', gmail, google, 'person'],
  ],
  [
    [1, 1, curl, amazon, 'machine'],
    [2 * DAY, 1, iphone, tokyo, 'person'],
  ],
  [
    [300, 1, chrome, amazon, 'machine', 'HEAD'],
    [301, 2, chrome, amazon, 'machine', 'HEAD'],
    [HOUR, 'open', outlook, tokyo, 'person'],
  ],
  [
    [30, 1, barracuda, barracudaNet, 'machine'],
    [600, 'open', becky, tokyo, 'person'],
  ],
  [
    [45, 1, trend, '150.70.97.10', 'machine'],
    [46, 2, trend, '150.70.97.10', 'machine'],
  ],
  [
    [20 * MINUTE, 1, headless, azure, 'machine'],
    [2 * HOUR, 1, edge, osaka, 'person'],
  ],
  [
    [12, 1, python, amazon, 'machine'],
    [13, 2, go, amazon, 'machine'],
  ],
  [
    [90, 1, java, '203.0.113.9', 'machine'],
    [4 * HOUR, 'open', firefox, tokyo, 'person'],
  ],
  [[2 * MINUTE, 1, wget, '203.0.113.9', 'machine']],
  // A sandbox that takes its time, and calls itself a browser.
  [
    [400, 1, chrome, azure, 'machine'],
    [402, 2, chrome, azure, 'machine'],
    [404, 3, chrome, azure, 'machine'],
    [DAY, 'open', gmail, google, 'person'],
  ],
  [
    [500, 0, firefox, azure, 'machine'],
    [520, 1, firefox, azure, 'machine'],
    [530, 'open', firefox, azure, 'machine'],
  ],
  // One link alone, from a network that nobody publishes: nothing tells it from a reader.
  [
    [900, 1, chrome, azure, 'machine'],
    [2 * HOUR, 'open', outlook, tokyo, 'person'],
  ],
  // Apple fetches all pictures in advance; who reads later does so from its cache.
  [
    [90, 'open', applePrivacy, apple, 'machine'],
    [2 * HOUR, 1, iphone, tokyo, 'person'],
  ],
  [[40 * MINUTE, 'open', applePrivacy, apple, 'machine']],
  [
    [6, 'open', applePrivacy, apple, 'machine'],
    [DAY, 1, safari, berlin, 'person'],
  ],
  // Links that are passed on, and looked at by what they are passed on with.
  [
    [HOUR, 1, edge, tokyo, 'person'],
    [HOUR + 40, 1, slackbot, amazon, 'machine'],
    [HOUR + 90, 1, chrome, osaka, 'person'],
  ],
  [
    [2 * HOUR, 1, teams, microsoftNet, 'machine'],
    [2 * HOUR + 70, 1, edge, tokyo, 'person'],
  ],
  [
    [DAY, 1, facebook, '69.171.224.2', 'machine'],
    [DAY + 400, 1, iphone, tokyo, 'person'],
  ],
  [
    [5 * MINUTE, 1, linePoker, '147.92.150.1', 'machine'],
    [6 * MINUTE, 1, line, tokyo, 'person'],
  ],
  [[3 * HOUR, 2, telegram, '149.154.161.9', 'machine']],
  [[5 * DAY, 1, plainBot, '157.55.39.2', 'machine']],
  [
    [DAY, 'open', thunderbird, osaka, 'person'],
    [DAY + 60, 1, slackbot, amazon, 'machine'],
    [DAY + 200, 2, firefox, osaka, 'person'],
  ],
  // Mail that comes late, after a grey list.
  [
    [35 * MINUTE, 1, chrome, proofpointNet, 'machine'],
    [36 * MINUTE, 'open', outlook, tokyo, 'person'],
    [37 * MINUTE, 1, edge, tokyo, 'person'],
  ],
  // Opened again and again by somebody who waits with the news.
  [
    [HOUR, 'open', outlook, tokyo, 'person'],
    [DAY, 'open', outlook, tokyo, 'person'],
    [2 * DAY, 'open', outlook, tokyo, 'person'],
    [2 * DAY + 12, 1, edge, tokyo, 'person'],
  ],
  // Read on the phone in the train, then at the desk.
  [
    [12 * MINUTE, 'open', gmail, google, 'person'],
    [13 * MINUTE, 1, android, tokyo, 'person'],
    [HOUR, 'open', outlook, tokyo, 'person'],
    [HOUR + 8, 2, edge, tokyo, 'person'],
  ],
  [[11, 'open', iphone, tokyo, 'person']],
  [
    [7 * DAY, 'open', firefox, osaka, 'person'],
    [7 * DAY + 4, 1, firefox, osaka, 'person'],
  ],
  [
    [15 * MINUTE, 'open', outlook, microsoftNet, 'person'],
    [16 * MINUTE, 1, edge, tokyo, 'person'],
  ],
];
