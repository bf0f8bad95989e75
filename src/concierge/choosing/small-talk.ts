/** Recognizes messages that ask for nothing: greetings, thanks and chatter. */
import { countGreetingChars, type Reading } from '../reading/message.ts';
import type { Route } from '../types.ts';

const THANKS =
  /^(?:(?:ok(?:ay)?|great|perfect|cool|nice|wow|awesome|oh)[ ,.!]+)?(?:many |a lot of )?(?:thanks|thank you|thx|ty|cheers|much appreciated)(?![a-z])|^(?:どうも|本当に)?ありがとう|^(?:助かり|感謝)|^(?:多谢|谢谢|謝謝|感谢|感謝)/;
/** A request after the thanks is one. */
const REQUEST =
  /[?？]|(?:^|[^a-z])(?:but|now|also|can|could|please|next|then)(?![a-z])|次は|では|教えて|ください|请|再(?!见)|帮我/;
const THANKS_CHARS_MAX = 80;
const GREETING_CHARS_MAX = 40;
/** Apologies, praise, agreement. */
const REMARK =
  /^(?:(?:i'?m )?(?:so )?sorry|my bad|(?:great|good|nice) (?:job|work|one)|well done|nice|cool|ok(?:ay)?|lol|(?:ha){2,}|yes(?: please)?|no|nope|hm+|right|got it|understood|i see)[ .!]*$|^(?:ごめん(?:なさい|ね)?|すみません|すご[いーっ]*(?:です)?ね?|了解(?:です|しました)?|はい|いいえ|うん|なるほど|わかりました|お疲れ様?(?:です|でした)?)[。！!]*$|^(?:对不起|抱歉|不好意思|太棒了|真棒|厉害|好的?|嗯+|哈{2,}|明白了?|知道了|没事|辛苦了)[。！!]*$/;

/** About us, whatever its words. */
const ABOUT_US =
  /^(?:so |and |hey,? )?(?:what can you do|who are you|how are you(?: doing)?(?: today)?|what(?:'s| is) up|what(?:'s| is) your name|are you (?:a )?(?:human|bot|robot|real))[?.! ]*$|^(?:あなたは誰(?:ですか)?|何ができ(?:る|ます)(?:の|か)?|元気(?:ですか)?)[?？。]*$|^(?:你是谁|你(?:能做|会)(?:些)?什么|你好吗|你叫什么(?:名字)?)[?？。]*$/;

export function findSmallTalk({ hits, text: { plain } }: Reading): Route['smallTalk'] | null {
  const said = plain.trim();
  if (THANKS.test(said) && said.length <= THANKS_CHARS_MAX && !REQUEST.test(said)) return 'thanks';
  if (REMARK.test(said) || ABOUT_US.test(said)) return 'greeting';
  const greeted = countGreetingChars(hits);
  // 牛油果是水果吗 praises nothing.
  const isGreeting = said.length <= GREETING_CHARS_MAX && greeted * 3 >= (/[?？吗]$/.test(said) ? said.length : 1);
  const isAsking = hits.some(({ key }) => key.kind !== 'greeting' && key.kind !== 'polite' && key.kind !== 'time');
  return isGreeting && !isAsking ? 'greeting' : null;
}
