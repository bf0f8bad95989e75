/** Piper's HTTP server: WAV for a text, and pages of Flask for errors. */
import { readFields } from './shared/json-fields.ts';
import { createSilentWav } from './shared/sound.ts';
import { defineTwin, type TwinReply, type TwinRequest } from './shared/twin.ts';

function handle({ method, url, json }: TwinRequest): TwinReply {
  if (url.pathname !== '/synthesize') return buildErrorPage(404, 'Not Found');
  if (method !== 'POST') return buildErrorPage(405, 'Method Not Allowed');
  const { text } = readFields(json);
  if (typeof text !== 'string' || text.trim() === '') return buildErrorPage(500, 'Internal Server Error');
  return { headers: { 'content-type': 'audio/wav' }, body: createSilentWav(text) };
}

const buildErrorPage = (status: number, title: string): TwinReply => ({
  status,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body: `<!doctype html>\n<html lang=en>\n<title>${status} ${title}</title>\n<h1>${title}</h1>\n`,
});

export default defineTwin({
  id: 'piper',
  handle,
  failures: {
    down: () => buildErrorPage(500, 'Internal Server Error'),
    empty: () => ({ headers: { 'content-type': 'audio/wav' }, body: '' }),
  },
});
