/** How each job gets its inputs; a tool that is not here gets them by the names of its fields. */
import { joinedPieces, piecesOf } from '../residue.ts';
import { fillCrypto, fillExchange } from './amounts.ts';
import { fillEncyclopedia } from './encyclopedia.ts';
import { addStep, type Filler, note, quotesFor, spansOf } from './job.ts';
import { fillModel } from './model.ts';
import { fillNews } from './news.ts';
import { fillPage } from './pages.ts';
import { fillDirections, fillGeo, fillIp, fillWeather } from './places.ts';
import { fillSearch } from './search.ts';
import { fillEmbed, fillSpeech } from './speech.ts';
import { fillTranslate } from './translate.ts';

const fillers: Readonly<Record<string, Filler>> = {
  weather: fillWeather,
  'smart-geo': fillGeo,
  'ip-geo': fillIp,
  directions: fillDirections,
  'exchange-rate': fillExchange,
  'crypto-prices': fillCrypto,
  'smart-search': fillSearch,
  'smart-news': fillNews,
  encyclopedia: fillEncyclopedia,
  'smart-translate': fillTranslate,
  'smart-tts': fillSpeech,
  'smart-embed': fillEmbed,
  'smart-llm': fillModel,
  'smart-read': fillPage,
  'smart-extract': fillPage,
  scrape: fillPage,
  'scrape-advanced': fillPage,
  vision: fillPage,
  'smart-stt': fillPage,
};

/** By what fields are called: addresses, texts, and topics. */
const fillAny: Filler = (job) => {
  const registered = job.vocabulary.tools.get(job.tool);
  if (!registered) return false;
  const { reading, clause } = job;
  const fields = Object.keys(registered.definition.input.shape);
  const [url] = spansOf(job, 'url');
  const [quote] = quotesFor(job);
  const own = reading.hits.filter(
    (hit) => 'tool' in hit.key && hit.key.tool === job.tool && hit.start >= clause.start && hit.end <= clause.end,
  );
  const topic = quote?.value ?? joinedPieces(piecesOf(reading, clause.start, clause.end, own));
  const input: Record<string, unknown> = {};
  for (const field of fields) {
    if (/url$/i.test(field) && url) input[field] = url.value;
    else if (/^(?:text|query|q|prompt|message|topic|question|name)$/.test(field) && topic !== '') input[field] = topic;
  }
  if (url) note(job, 'url', url);
  addStep(job, job.tool, input);
  return registered.definition.input.safeParse(job.plan.steps.at(-1)?.input).success;
};

export function fillerOf(family: string): Filler {
  return fillers[family] ?? fillAny;
}
