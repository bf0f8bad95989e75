/** The sky in words, by WMO code: https://open-meteo.com/en/docs (WMO Weather interpretation codes). */

type Words = Readonly<Record<'en' | 'ja' | 'zh', string>>;

const createWords = (en: string, ja: string, zh: string): Words => ({ en, ja, zh });

/** Up to and with each code. */
const table: readonly (readonly [number, Words])[] = [
  [0, createWords('clear', '快晴', '晴朗')],
  [1, createWords('mainly clear', '晴れ', '大致晴朗')],
  [2, createWords('partly cloudy', '一部曇り', '局部多云')],
  [3, createWords('overcast', '曇り', '阴天')],
  [48, createWords('fog', '霧', '有雾')],
  [57, createWords('drizzle', '霧雨', '毛毛雨')],
  [67, createWords('rain', '雨', '下雨')],
  [77, createWords('snow', '雪', '下雪')],
  [82, createWords('rain showers', 'にわか雨', '阵雨')],
  [86, createWords('snow showers', 'にわか雪', '阵雪')],
  [99, createWords('thunderstorm', '雷雨', '雷暴')],
];

/** English as the source says it, where it does; null when nothing is known. */
export function describeSky(code: number | undefined, condition: string | undefined): Words | null {
  const words = code === undefined ? undefined : table.find(([upTo]) => code <= upTo)?.[1];
  if (!words) return condition === undefined ? null : createWords(condition, condition, condition);
  return condition === undefined ? words : { ...words, en: condition.toLowerCase() };
}
