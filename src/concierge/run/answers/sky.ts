/** The sky in words, by WMO code: https://open-meteo.com/en/docs (WMO Weather interpretation codes). */

type Words = Readonly<Record<'en' | 'ja' | 'zh', string>>;

const words = (en: string, ja: string, zh: string): Words => ({ en, ja, zh });

/** Up to and with each code. */
const table: readonly (readonly [number, Words])[] = [
  [0, words('clear', '快晴', '晴朗')],
  [1, words('mainly clear', '晴れ', '大致晴朗')],
  [2, words('partly cloudy', '一部曇り', '局部多云')],
  [3, words('overcast', '曇り', '阴天')],
  [48, words('fog', '霧', '有雾')],
  [57, words('drizzle', '霧雨', '毛毛雨')],
  [67, words('rain', '雨', '下雨')],
  [77, words('snow', '雪', '下雪')],
  [82, words('rain showers', 'にわか雨', '阵雨')],
  [86, words('snow showers', 'にわか雪', '阵雪')],
  [99, words('thunderstorm', '雷雨', '雷暴')],
];

/** English as the source says it, where it does; null when nothing is known. */
export function skyIn(code: number | undefined, condition: string | undefined): Words | null {
  const found = code === undefined ? undefined : table.find(([upTo]) => code <= upTo)?.[1];
  if (!found) return condition === undefined ? null : words(condition, condition, condition);
  return condition === undefined ? found : { ...found, en: condition.toLowerCase() };
}
