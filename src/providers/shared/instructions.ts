/** Sentences for the steps of a route, for routers that have none in a language. */

export type RouteLanguage = 'en' | 'ja' | 'zh';

/** Directions in the words of OSRM. */
export type Side =
  | 'uturn'
  | 'sharp right'
  | 'right'
  | 'slight right'
  | 'straight'
  | 'slight left'
  | 'left'
  | 'sharp left';

export type Action =
  | 'depart'
  | 'arrive'
  | 'turn'
  | 'continue'
  | 'merge'
  | 'ramp'
  | 'fork'
  | 'roundabout'
  | 'leave roundabout';

export interface Maneuver {
  action: Action;
  side?: Side | undefined;
  /** Number of the exit to take. */
  exit?: number | undefined;
  /** Name of the street that follows. */
  street?: string | undefined;
}

interface Phrases {
  sides: Readonly<Record<Side, string>>;
  actions: Readonly<Record<Action, string>>;
  /** Instead of a turn. */
  uturn: string;
  straight: string;
  /** The street, where one goes on along it, and where one comes to it. */
  along: string;
  onto: string;
}

const phrases: Readonly<Record<RouteLanguage, Phrases>> = {
  en: {
    sides: {
      uturn: 'back',
      'sharp right': 'sharp right',
      right: 'right',
      'slight right': 'slightly right',
      straight: 'straight on',
      'slight left': 'slightly left',
      left: 'left',
      'sharp left': 'sharp left',
    },
    actions: {
      depart: 'Start',
      arrive: 'You have arrived at your destination',
      turn: 'Turn {side}',
      continue: 'Continue',
      merge: 'Merge',
      ramp: 'Take the ramp {side}',
      fork: 'At the fork keep {side}',
      roundabout: 'At the roundabout take exit {exit}',
      'leave roundabout': 'Leave the roundabout',
    },
    uturn: 'Make a U-turn',
    straight: 'Go straight on',
    along: ' on {street}',
    onto: ' onto {street}',
  },
  ja: {
    sides: {
      uturn: '後ろ',
      'sharp right': '大きく右',
      right: '右',
      'slight right': '斜め右',
      straight: '直進方向',
      'slight left': '斜め左',
      left: '左',
      'sharp left': '大きく左',
    },
    actions: {
      depart: '出発します。',
      arrive: '目的地に到着です。',
      turn: '{side}に曲がります。',
      continue: '道なりに進みます。',
      merge: '合流します。',
      ramp: '{side}のランプに入ります。',
      fork: '分岐を{side}に進みます。',
      roundabout: '環状交差点を{exit}番目の出口で出ます。',
      'leave roundabout': '環状交差点を出ます。',
    },
    uturn: 'Uターンします。',
    straight: '直進します。',
    along: '{street}を進みます。',
    onto: '{street}に入ります。',
  },
  zh: {
    sides: {
      uturn: '后方',
      'sharp right': '右后方',
      right: '右',
      'slight right': '右前方',
      straight: '前方',
      'slight left': '左前方',
      left: '左',
      'sharp left': '左后方',
    },
    actions: {
      depart: '出发',
      arrive: '到达目的地',
      turn: '向{side}转弯',
      continue: '继续前行',
      merge: '并入主路',
      ramp: '驶入{side}侧匝道',
      fork: '在岔路口向{side}行驶',
      roundabout: '进入环岛，从第{exit}个出口驶出',
      'leave roundabout': '驶出环岛',
    },
    uturn: '掉头',
    straight: '直行',
    along: '，沿{street}行驶',
    onto: '，进入{street}',
  },
};

/** One sentence, without a full stop where the language does not need one. */
export function writeInstruction(
  { action, side = 'straight', exit = 1, street }: Maneuver,
  language: RouteLanguage,
): string {
  const { sides, actions, uturn, straight, along, onto } = phrases[language];
  const turned = side === 'uturn' ? uturn : side === 'straight' ? straight : actions.turn;
  const sentence = (action === 'turn' ? turned : actions[action])
    .replace('{side}', sides[side])
    .replace('{exit}', String(exit));
  if (!street || action === 'arrive') return sentence;
  return sentence + (action === 'depart' || action === 'continue' ? along : onto).replace('{street}', () => street);
}
