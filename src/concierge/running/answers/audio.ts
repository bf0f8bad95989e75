/** Answers for speech synthesis and speech recognition. */
import { readNumber, readText, readValue, shorten } from '../values.ts';
import type { AnswerTeller } from './types.ts';

const TEXT_MAX = 2_000;

const tellFile: AnswerTeller = ({ output }) => {
  const [url, type] = [readText(output, 'url'), readText(output, 'type')];
  const bytes = readNumber(output, 'bytes');
  if (type === undefined || bytes === undefined) return null;
  if (url === undefined) return readText(output, 'data') === undefined ? null : fileInside;
  return {
    en: `The file is at ${url} for an hour.`,
    ja: `ファイルは1時間 ${url} にあります。`,
    zh: `文件在一小时内可从 ${url} 获取。`,
  };
};

/** A file that could not be kept. */
const fileInside = {
  en: 'The file is in the results, encoded in Base64.',
  ja: 'ファイルは results に Base64 で入っています。',
  zh: '文件以 Base64 编码包含在 results 中。',
};

const tellTranscript: AnswerTeller = ({ output }) => {
  const text = readText(output, 'text');
  if (text === undefined || !Array.isArray(readValue(output, 'segments'))) return null;
  const transcript = shorten(text, TEXT_MAX);
  return { en: `It says: ${transcript}`, ja: `内容：${transcript}`, zh: `内容：${transcript}` };
};

export const audioFamilies: readonly AnswerTeller[] = [tellFile, tellTranscript];
