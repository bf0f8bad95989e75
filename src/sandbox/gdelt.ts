/** GDELT's article list; whatever is wrong is told in plain text, mostly with 200. */
import { listHeadlines } from './shared/headlines.ts';
import { defineTwin, type TwinReply, type TwinRequest } from './shared/twin.ts';

const countries: Readonly<Record<string, string>> = {
  japan: 'jp',
  china: 'cn',
  taiwan: 'tw',
  hongkong: 'hk',
  unitedstates: 'us',
};
const languages: Readonly<Record<string, string>> = { japanese: 'ja', chinese: 'zh', english: 'en' };
const themes: Readonly<Record<string, string>> = {
  business: 'business',
  technology: 'technology',
  sports: 'sports',
  health: 'health',
  science: 'science',
  film: 'entertainment',
};

function handle({ url, nowMs }: TwinRequest): TwinReply {
  const query = url.searchParams;
  if (url.pathname !== '/api/v2/doc/doc')
    return { status: 404, headers: { 'content-type': 'text/html' }, body: 'Not Found' };
  if (query.get('mode') !== 'artlist' || query.get('format') !== 'json') return answerInWords('Invalid mode.');
  const text = query.get('query') ?? '';
  if (text.length < 3) return answerInWords('Your query was too short or too long.');
  const count = Number(query.get('maxrecords') ?? 75);
  if (!(count >= 1 && count <= 250)) return answerInWords('Invalid maxrecords.');
  const operators = [...text.matchAll(/(?<![a-z])([a-z]+):(\S+)/g)];
  const unknown = operators.find(([, name]) => name !== 'sourcecountry' && name !== 'sourcelang');
  if (unknown) return answerInWords(`The query term "${unknown[0]}" is invalid.`);
  const country = operators.find(([, name]) => name === 'sourcecountry')?.[2];
  const language = operators.find(([, name]) => name === 'sourcelang')?.[2];
  const theme = /\((\w+) OR /.exec(text)?.[1];
  const words = text.replace(/(?<![a-z])[a-z]+:\S+|\([^()]*\)/g, '').trim();
  if (/[()"]/.test(words)) return answerInWords("Parentheses may only be used around OR'd statements.");
  const filter = { country: countries[country ?? ''], language: languages[language ?? ''], query: words };
  const headlines = listHeadlines({ ...filter, category: themes[theme ?? ''], count, nowMs });
  const articles = headlines.map(({ title, url: address, host, publishedAt }) => ({
    url: address,
    url_mobile: '',
    title: title.replace(/([:,.])/g, ' $1'),
    seendate: publishedAt.replaceAll(/[-:]/g, ''),
    socialimage: '',
    domain: host,
    language: language === 'japanese' ? 'Japanese' : 'English',
    sourcecountry: country === 'japan' ? 'Japan' : 'United States',
  }));
  return { json: articles.length > 0 ? { articles } : {} };
}

const answerInWords = (sentence: string, status = 200): TwinReply => ({
  status,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body: sentence,
});

const TOO_FAST = 'Please limit requests to one every 5 seconds or contact us for larger queries.';

export default defineTwin({
  id: 'gdelt',
  handle,
  failures: {
    'rate-limit': () => answerInWords(TOO_FAST, 429),
    quota: () => answerInWords(TOO_FAST),
    down: () => answerInWords('The service is unavailable.', 503),
    'error-in-200': () => answerInWords('Timespan is out of range.'),
    empty: () => ({ json: {} }),
    'not-found': () => answerInWords('Your query was too short or too long.'),
    'too-long': () => answerInWords('Your query was too short or too long.'),
  },
});
