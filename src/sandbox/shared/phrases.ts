/** Phrases that the sandbox's translators know; any other text is marked with its language. */

const languages = ['EN', 'JA', 'ZH', 'KO', 'FR', 'DE', 'ES', 'IT', 'PT', 'RU'] as const;

/** In the order of `languages`. */
const phrases: readonly (readonly string[])[] = [
  ['Hello', 'こんにちは', '你好', '안녕하세요', 'Bonjour', 'Hallo', 'Hola', 'Ciao', 'Olá', 'Здравствуйте'],
  [
    'Hello, world!',
    'こんにちは、世界！',
    '你好，世界！',
    '안녕하세요, 세상!',
    'Bonjour le monde !',
    'Hallo, Welt!',
    '¡Hola, mundo!',
    'Ciao, mondo!',
    'Olá, mundo!',
    'Привет, мир!',
  ],
  [
    'Good morning',
    'おはようございます',
    '早上好',
    '좋은 아침입니다',
    'Bonjour',
    'Guten Morgen',
    'Buenos días',
    'Buongiorno',
    'Bom dia',
    'Доброе утро',
  ],
  [
    'Thank you very much.',
    'ありがとうございます。',
    '非常感谢。',
    '대단히 감사합니다.',
    'Merci beaucoup.',
    'Vielen Dank.',
    'Muchas gracias.',
    'Grazie mille.',
    'Muito obrigado.',
    'Большое спасибо.',
  ],
  [
    'Where is the station?',
    '駅はどこですか？',
    '车站在哪里？',
    '역이 어디입니까?',
    'Où est la gare ?',
    'Wo ist der Bahnhof?',
    '¿Dónde está la estación?',
    "Dov'è la stazione?",
    'Onde fica a estação?',
    'Где находится вокзал?',
  ],
  [
    'The weather is nice today.',
    '今日は天気がいいです。',
    '今天天气很好。',
    '오늘은 날씨가 좋습니다.',
    "Il fait beau aujourd'hui.",
    'Das Wetter ist heute schön.',
    'Hoy hace buen tiempo.',
    'Oggi il tempo è bello.',
    'O tempo está bom hoje.',
    'Сегодня хорошая погода.',
  ],
];

/** A failure asked of another provider is no part of the phrase. */
const magic = /(?<!\s)\s*sandbox:\S+/gi;

/** The text in the language of a code such as `JA` or `EN-US`, and the code of the language that it was in. */
export function translateText(text: string, to: string): { text: string; from: string } {
  const lines = text
    .split('\n')
    .map((line) => (line.trim() === '' ? { text: line, from: '' } : translateLine(line, to)));
  return { text: lines.map((line) => line.text).join('\n'), from: lines.find(({ from }) => from !== '')?.from ?? 'EN' };
}

function translateLine(text: string, to: string): { text: string; from: string } {
  const target = languages.findIndex((code) => to.toUpperCase().startsWith(code));
  const plain = text.replace(magic, '').trim().toLowerCase();
  const phrase = phrases.find((forms) => forms.some((form) => form.toLowerCase() === plain));
  const form = phrase?.findIndex((one) => one.toLowerCase() === plain);
  const from = (form === undefined ? undefined : languages[form]) ?? detectLanguage(text);
  return { text: phrase?.[target] ?? `[${languages[target] ?? to}] ${text}`, from };
}

function detectLanguage(text: string): string {
  if (/[\p{sc=Hiragana}\p{sc=Katakana}]/u.test(text)) return 'JA';
  if (/\p{sc=Hangul}/u.test(text)) return 'KO';
  if (/\p{sc=Han}/u.test(text)) return 'ZH';
  return /\p{sc=Cyrillic}/u.test(text) ? 'RU' : 'EN';
}
