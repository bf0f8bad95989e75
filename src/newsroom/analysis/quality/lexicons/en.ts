import { englishGenres } from './genres-en.ts';
import { casedWords, type Lexicon, lines, phrases, words } from './lexicon.ts';

const MONTH =
  'Jan(?:uary)?\\.?|Feb(?:ruary)?\\.?|Mar(?:ch)?\\.?|Apr(?:il)?\\.?|May|June?|July?|Aug(?:ust)?\\.?|Sept?(?:ember)?\\.?|Oct(?:ober)?\\.?|Nov(?:ember)?\\.?|Dec(?:ember)?\\.?';
const DATE = `(?:${MONTH}) \\d{1,2}|\\d{1,2} (?:${MONTH})`;
const CAPITAL = "[A-Z][\\p{L}'’.&-]{0,30}";
const NAME = `${CAPITAL}(?: ${CAPITAL}){1,3}`;
const ROLE =
  '(?:[Cc]hief [A-Za-z]{3,14} [Oo]fficer|CEO|CTO|COO|CFO|[Cc]o-?[Ff]ounder|[Ff]ounder|(?:[Vv]ice )?[Pp]resident|[Pp]rofessor|Prof\\.|Dr\\.|(?:[Mm]anaging |[Ee]xecutive )?[Dd]irector|[Mm]ayor|[Hh]ead of|[Cc]hair(?:man|woman|person)?|[Mm]anager|[Ss]cientist|[Rr]esearcher|[Pp]rincipal|[Ss]ecretary|[Mm]inister)';
const PLACE =
  '(?:in|at|from|across|near|outside) (?!(?:January|February|March|April|May|June|July|August|September|October|November|December|Q[1-4])\\b)[A-Z]\\p{L}{2,}';
const NEWS_STEMS =
  'recall(?:s|ed|ing)?|apologi[sz](?:e|es|ed)|nam(?:es|ed)|elect(?:s|ed)|secur(?:es|ed)|ships?|shipped|brings?|invit(?:es|ed)|lifts?|finds?|unveil(?:s|ed|ing)?|launch(?:es|ed|ing)?|open(?:s|ed|ing)?|announc(?:e|es|ed|ing)|releas(?:e|es|ed|ing)|unveil(?:s|ed|ing)?|introduc(?:e|es|ed|ing)|sign(?:s|ed|ing)?|wins?|won|partner(?:s|ed|ing)?|start(?:s|ed|ing)?|begins?|began|expand(?:s|ed|ing)?|rais(?:e|es|ed|ing)|publish(?:es|ed|ing)?|cuts?|adds?|added|tests?|tested|reports?|reported|appoint(?:s|ed)?|acquir(?:e|es|ed)|deploy(?:s|ed|ing)?';

export const english: Lexicon = {
  language: 'en',
  genres: englishGenres,
  sizes: {
    prose: 80,
    lead: 60,
    per: 100,
    headline: { least: 30, most: 80, longest: 110 },
    body: { least: 150, most: 800, shortest: 80, longest: 1200 },
    sentence: { least: 5, most: 45, mean: 25 },
    quotation: 20,
  },
  newsVerbs: words(NEWS_STEMS),
  hooks: {
    novelty: [
      words('launch(?:es|ed|ing)?|unveil(?:s|ed|ing)?|introduc(?:e|es|ed|ing)|new|first|debuts?|releas(?:e|es|ed)'),
    ],
    magnitude: [words('million|billion|thousand|largest|record|\\d{1,3}(?:,\\d{3})+'), phrases('[$€£¥] ?\\d')],
    timeliness: [
      casedWords(DATE),
      words('today|tomorrow|this (?:week|month|spring|summer|autumn|fall|winter)|next (?:week|month)|new law'),
    ],
    social: [
      words(
        'climate|emissions?|disasters?|aging|ageing|shortages?|education|health|healthcare|municipal|public|safety|workers?',
      ),
    ],
    locality: [words('local|county|prefecture|headquarter(?:s|ed)|residents'), casedWords('in [A-Z]\\p{L}{2,}')],
    surprise: [words('despite|unexpected(?:ly)?|contrary|halved|doubled|surprising(?:ly)?')],
    people: [casedWords(ROLE)],
    alliance: [
      words(
        'partner(?:s|ed|ship)?|together with|collaborat(?:e|es|ed|ion)|joint(?:ly)?|agreements?|invest(?:s|ed|ment)?',
      ),
    ],
    data: [words('survey(?:s|ed)?|stud(?:y|ies)|respondents|samples?|percent|trials?'), phrases('\\d ?%')],
  },
  fiveW: {
    who: [
      casedWords('Inc|Ltd|Co|Corp|LLC|GmbH|PLC'),
      words('university|institute|association|company|council|ministry|foundation|hospital|agency|government|city of'),
      casedWords(`${CAPITAL}(?: ${CAPITAL}){0,5},? (?:today )?(?:announced|announces|will|has|launched|opened|said)`),
    ],
    what: [
      words(
        '(?:services?|products?|apps?|platforms?|events?|features?|programs?|programmes?|stud(?:y|ies)|stores?|markets?|systems?|tools?|software|projects?|plants?|courses?|reports?|devices?)',
      ),
    ],
    when: [
      casedWords(DATE),
      words('today|tomorrow|yesterday|this (?:week|month|year)|next (?:week|month|year)|in (?:19|20)\\d{2}'),
    ],
    where: [casedWords(PLACE), words('online|nationwide|worldwide')],
    why: [
      words(
        'to help|because|since|aims?|in response to|due to|so that|to (?:reduce|ease|address|meet|cut|solve|support)',
      ),
    ],
    how: [words('by \\p{L}{3,20}ing|using|through|via|based on|free of charge|with the help of')],
  },
  hype: words(
    'revolutionary|revolutioni[sz](?:e|es|ing)|game-?changing|world-?class|cutting-?edge|unparalleled|groundbreaking|ultimate|next-?generation|unique|leading|seamless(?:ly)?|best-in-class|amazing|incredible',
  ),
  selling: [
    words(
      '(?:order|buy|shop|call|get yours) (?:[^.!\\n]{2,30} )?(?:now|today)|add to cart|at checkout|operators are standing by',
    ),
    words(
      '\\d{1,2} ?% off|half price|instead of [$€£]\\d[\\d.,]*|money-back|free (?:gifts?|pillows?|shipping)|shipping is on us|(?:discount|promo|coupon) code|use (?:the )?code',
    ),
    words(
      "hurry|don['’]t wait|(?:stocks?|supplies) (?:last|(?:is|are) limited)|offer (?:ends|won['’]t last)|going fast|limited[- ]time|sale ends",
    ),
  ],
  vague: words('many|various|significant(?:ly)?|huge|numerous|high-quality|robust|very|innovative'),
  superlatives: words(
    "(?:the )?(?:world|industry|nation|country|market)(?:'|’)?s? (?:first|largest|best|fastest|leading|only)|first(?:-ever| of its kind)|(?:number one|no\\. ?1)|the (?:best(?!-| (?:before|way|time|known))|largest|fastest|ultimate)|the (?:only|first) (?:\\p{L}+ ){1,3}(?:in the (?:world|industry|market|country|nation)|on the market)|world-?class|unparalleled",
  ),
  sources: words(
    'according to|survey(?:s|ed)?|stud(?:y|ies)|respondents|sample of|n ?= ?\\d+|source:?|data from|reported by|trial of',
  ),
  names: casedWords('[A-Z][\\p{L}\'’]+|[A-Z]{2,}|[“"][^”"\\n]{1,40}[”"]'),
  speakers: [
    casedWords(`${ROLE}(?: of [A-Z][\\p{L} ]{1,40})?,? ${NAME}`),
    casedWords(`${NAME},? (?:(?:the|our|its|a|an) )?(?:[\\p{L}-]{1,20} ){0,3}${ROLE}`),
  ],
  about: lines('about [^\\n]{2,60}|company profile[^\\n]{0,40}|[^\\n]{2,60} (?:is headquartered|was founded) in'),
  media: words('images?|photos?|photographs?|press kit|media kit|logos?|videos?|jpe?g|png|webp'),
};
