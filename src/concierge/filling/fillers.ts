/** Fills the inputs of tools by task; tools without a task are filled by their field names. */
import type { Task } from '../../kernel/tool/lexicon.ts';
import { cutPieces } from '../reading/pieces.ts';
import { fillCoinPrices, fillExchange } from './amounts.ts';
import { fillArticle } from './article.ts';
import { type Filler, findQuotesFor, findSpans, noteEntity } from './job.ts';
import { fillNews } from './news.ts';
import { fillPage } from './pages.ts';
import { fillAddress, fillForecast, fillJourney, fillPosition } from './places.ts';
import { fillSearch } from './search.ts';
import { fillEmbed, fillSpeech } from './speech.ts';
import { addStep } from './steps.ts';
import { fillTranslate } from './translate.ts';
import { fillWriting } from './writing.ts';

const fillers: Readonly<Record<Task, Filler>> = {
  forecast: fillForecast,
  position: fillPosition,
  address: fillAddress,
  journey: fillJourney,
  exchange: fillExchange,
  coinPrices: fillCoinPrices,
  search: fillSearch,
  news: fillNews,
  article: fillArticle,
  translation: fillTranslate,
  speech: fillSpeech,
  embedding: fillEmbed,
  writing: fillWriting,
  reading: fillPage,
  extraction: fillPage,
  selection: fillPage,
  crawl: fillPage,
  picture: fillPage,
  transcript: fillPage,
};

/** By what fields are called: addresses, texts, and topics. */
const fillAny: Filler = (job) => {
  const registered = job.vocabulary.tools.get(job.tool);
  if (!registered) return false;
  const { reading, clause } = job;
  const fields = Object.keys(registered.definition.input.shape);
  const [url] = findSpans(job, 'url');
  const [quote] = findQuotesFor(job);
  const own = reading.hits.filter(
    (hit) => 'tool' in hit.key && hit.key.tool === job.tool && hit.start >= clause.start && hit.end <= clause.end,
  );
  const topic =
    quote?.value ??
    cutPieces(reading, clause.start, clause.end, own)
      .map(({ value }) => value)
      .join(' ');
  const input: Record<string, unknown> = {};
  for (const field of fields) {
    if (/url$/i.test(field) && url) input[field] = url.value;
    else if (/^(?:text|query|q|prompt|message|topic|question|name)$/.test(field) && topic !== '') input[field] = topic;
  }
  if (url) noteEntity(job, 'url', url);
  addStep(job, job.tool, input);
  return registered.definition.input.safeParse(job.plan.steps.at(-1)?.input).success;
};

export const findFiller = (task: Task | undefined): Filler => (task === undefined ? fillAny : fillers[task]);
