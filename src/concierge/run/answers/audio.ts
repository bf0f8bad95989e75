/** What was spoken, and what was heard. */
import { numberAt, shortened, textAt, valueAt } from '../values.ts';
import type { Family } from './shapes.ts';

const TEXT_MAX = 2_000;

const file: Family = ({ output }) => {
  const [url, type] = [textAt(output, 'url'), textAt(output, 'type')];
  const bytes = numberAt(output, 'bytes');
  if (type === undefined || bytes === undefined) return null;
  if (url === undefined) return textAt(output, 'data') === undefined ? null : inside;
  return {
    en: `The file is at ${url} for an hour.`,
    ja: `ファイルは1時間 ${url} にあります。`,
    zh: `文件在一小时内可从 ${url} 获取。`,
  };
};

/** A file that could not be kept. */
const inside = {
  en: 'The file is in the results, encoded in Base64.',
  ja: 'ファイルは results に Base64 で入っています。',
  zh: '文件以 Base64 编码包含在 results 中。',
};

const heard: Family = ({ output }) => {
  const text = textAt(output, 'text');
  if (text === undefined || !Array.isArray(valueAt(output, 'segments'))) return null;
  const said = shortened(text, TEXT_MAX);
  return { en: `It says: ${said}`, ja: `内容：${said}`, zh: `内容：${said}` };
};

export const audioFamilies: readonly Family[] = [file, heard];
