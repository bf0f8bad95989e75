/** Payloads for every server under test: a question of 600 and an answer of 1,200 bytes. */
import { COUNTER, type WireRequest } from './wire.ts';

export const MODEL = 'openai/gpt-oss-20b';

const sentence = 'A gateway that charges for a call writes the charge down before it asks anybody else. ';
export const PROMPT = `Question ${COUNTER}: ${sentence.repeat(5)}Why?`;
const SYSTEM = 'Answer in one paragraph.';
const content = sentence.repeat(9).trim();

/** Groq's chat completion: https://console.groq.com/docs/api-reference#chat-create */
export const CHAT_REPLY = {
  id: 'chatcmpl-4f1c2b7e9d3a4e0f8c6b5a4d3e2f1a0b',
  object: 'chat.completion',
  created: 1_795_000_000,
  model: MODEL,
  choices: [{ index: 0, message: { role: 'assistant', content }, logprobs: null, finish_reason: 'stop' }],
  usage: {
    queue_time: 0.000_1,
    prompt_tokens: 120,
    prompt_time: 0.001,
    completion_tokens: 180,
    completion_time: 0.1,
    total_tokens: 300,
    total_time: 0.101,
  },
  system_fingerprint: 'fp_0123456789',
  x_groq: { id: 'req_01jexample000000000000000000' },
};

const days = [0, 1, 2, 3, 4, 5, 6];

/** Open-Meteo's forecast: https://open-meteo.com/en/docs */
export const FORECAST_REPLY = {
  latitude: 35.7,
  longitude: 139.6875,
  generationtime_ms: 0.1,
  utc_offset_seconds: 32_400,
  timezone: 'Asia/Tokyo',
  timezone_abbreviation: 'GMT+9',
  elevation: 40,
  current_units: { time: 'iso8601', interval: 'seconds', temperature_2m: '°C' },
  current: {
    time: '2026-11-21T09:15',
    interval: 900,
    temperature_2m: 11.2,
    apparent_temperature: 9.8,
    relative_humidity_2m: 61,
    wind_speed_10m: 7.4,
    precipitation: 0,
    weather_code: 2,
  },
  daily_units: { time: 'iso8601', weather_code: 'wmo code' },
  daily: {
    time: days.map((day) => `2026-11-${21 + day}`),
    weather_code: days.map((day) => [0, 1, 2, 3, 45, 61, 80][day] ?? 0),
    temperature_2m_max: days.map((day) => 15.5 + day),
    temperature_2m_min: days.map((day) => 6.1 + day),
    precipitation_sum: days.map((day) => day / 2),
  },
};

/** The completion as an OpenAI-style caller asks for it. */
export const CHAT_REQUEST = {
  model: MODEL,
  messages: [
    { role: 'system', content: SYSTEM },
    { role: 'user', content: PROMPT },
  ],
  max_tokens: 200,
};

/** The same as a caller of Farebox asks for it. */
export const LLM_INPUT = { prompt: PROMPT, system: SYSTEM, maxTokens: 200 };

/** A free call that reaches its upstream: no two coordinates are equal, so no answer is served again. */
export const WEATHER_JSON = `{"latitude":35.${COUNTER},"longitude":139.5}`;

/** `tools/call` of 2026-07-28. */
export function mcpRequest(path: string, name: string, args: unknown, key?: string): WireRequest {
  return {
    path,
    headers: {
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': name,
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
    },
    json: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: {
        name,
        arguments: args,
        _meta: {
          'io.modelcontextprotocol/protocolVersion': '2026-07-28',
          'io.modelcontextprotocol/clientCapabilities': {},
          'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1.0.0' },
        },
      },
    }),
  };
}
