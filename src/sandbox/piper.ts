/** Piper's HTTP server: WAV for a text, and pages of Flask for errors. */
import { fieldsOf } from './fields.ts';
import { silentWav } from './sound.ts';
import { defineTwin, type TwinReply, type TwinRequest } from './twin.ts';

function handle({ method, url, json }: TwinRequest): TwinReply {
  if (url.pathname !== '/synthesize') return page(404, 'Not Found');
  if (method !== 'POST') return page(405, 'Method Not Allowed');
  const { text } = fieldsOf(json);
  if (typeof text !== 'string' || text.trim() === '') return page(500, 'Internal Server Error');
  return { headers: { 'content-type': 'audio/wav' }, body: silentWav(text) };
}

const page = (status: number, title: string): TwinReply => ({
  status,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body: `<!doctype html>\n<html lang=en>\n<title>${status} ${title}</title>\n<h1>${title}</h1>\n`,
});

export default defineTwin({
  id: 'piper',
  handle,
  failures: {
    down: () => page(500, 'Internal Server Error'),
    empty: () => ({ headers: { 'content-type': 'audio/wav' }, body: '' }),
  },
});
