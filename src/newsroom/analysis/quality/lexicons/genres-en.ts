import { casedWords, type GenreWords, phrases, words } from './lexicon.ts';

const PERIOD =
  '(?:first|second|third|fourth)[- ]quarter|quarter|half[- ]year|first half|full[- ]year|(?:six|nine|twelve|three) months|fiscal|financial year|year to|between \\p{L}+ and \\p{L}+ \\d{4}';
const FIGURE =
  'sales|revenues?|profits?|loss(?:es)?|net income|earnings|turnover|operating|dividend|passengers|order book';
const CHANGE =
  '(?:up|down|rose|fell|grew|dropped|increased?|decreased?|lifts?|more|fewer|less|higher|lower)(?: \\p{L}+){0,3} (?:by )?[$€£¥]?\\d|\\d[\\d.,]* ?(?:%|percent)(?: \\p{L}+){0,2} (?:more|fewer|less|higher|lower|from|than|up)|compared with|(?:from|than) (?:a year|the same|[$€£¥]?\\d)|doubled|halved|unchanged|after a (?:profit|loss)';

export const englishGenres: GenreWords = {
  marks: {
    recall: words('recall(?:s|ed|ing)?|product recall|withdraws? [^.\\n]{0,40}from sale|safety notice|allergen alert'),
    apology: words(
      'apolog(?:y|ies|i[sz]e[sd]?|i[sz]ing)|(?:is|are|am) (?:deeply |very |truly )?sorry|regrets? (?:to|that|the)|data (?:breach|leak|exposure)|service (?:outage|disruption)',
    ),
    appointment: words(
      'appoint(?:s|ed|ment|ments)?|names? [^.\\n]{2,60}(?:director|officer|president|chair\\p{L}*|head|editor|ceo|cfo|cto)|named [^.\\n]{2,60}(?:director|officer|president|chair\\p{L}*|head|editor|ceo|cfo|cto)|(?:becomes?|as) (?:its |the )?(?:new |next )?(?:chief \\p{L}+ officer|ceo|cfo|cto|director|president|chair\\p{L}*)|joins? (?:the )?board|promot(?:es|ed) [^.\\n]{2,60} to|hires? [^.\\n]{2,60} as|to lead the|succeeds|steps down|non-executive director',
    ),
    results: words(
      `(?:${PERIOD})(?=[^.]{0,120}(?:${FIGURE}))|(?:${FIGURE})(?=[^.]{0,120}(?:${PERIOD}))|(?:reports?|posts?) [^.\\n]{0,30}(?:loss|profit)|dividend|outlook for the year|net income|(?:financial|annual|interim|half-year) (?:results|reports?)|\\d[\\d.]* ?(?:%|percent|per cent) (?:more|fewer|less)(?=[^.\\n]{0,60}(?:last year|the year before|a year ago|the previous year))`,
    ),
    survey: words(
      'survey(?:s|ed)?|stud(?:y|ies)|polls?|polled|respondents|researchers?|questionnaire|(?:percent|%|in (?:ten|five|three|four|six)) of [^.\\n]{3,60}(?:say|said|have|waited)',
    ),
    funding: words(
      'rais(?:es|ed|ing) (?:an? )?(?:[$€£¥]?\\d[^ ]*|seed|series)|series [a-f]|seed (?:round|funding)|funding round|secur(?:es|ed) [$€£¥]\\d[^ ]*|financing|venture capital|(?:loan|grant|investment) fund|will lend|grants?|[$€£¥]\\d[^ ]* (?:million )?fund',
    ),
    event: words(
      'festival|webinar|seminar|takes place|exhibition|congress|conference|(?:book|craft|trade|job) fair|open day|lantern walk|concert|workshops?|invites?|admission|tickets?|doors open|winter sale|holds (?:its|a|the)|meets? in|for one day|public meeting|show and sell',
    ),
    launch: words(
      'launch(?:es|ed|ing)?|releas(?:es|ed|ing)|introduc(?:es|ed|ing)|unveil(?:s|ed|ing)?|(?:starts?|will start|begins?) (?:selling|shipping|offering)|now available|goes on sale|ships|brings|opens?(?! to the public)|opened|can borrow|lends? out',
    ),
  },
  essentials: {
    identification: words(
      'best[- ]before|batch(?:es)?|model(?: number)?|lot(?: number)?|serial|sold (?:at|in|between|from)|type|barcode|made (?:between|from)|manufactured',
    ),
    cause: words(
      'caus(?:e|ed|es)|because|due to|as a result of|failed|fault(?:y)?|error|mistake|owing to|may contain|can come loose',
    ),
    action: words(
      '(?:should|must|please|asked? to|urged to|advised to|can|do) (?:not |stop |immediately )?(?:eat|use|drink|return|check|contact|take|stop|unplug|dispose|bring)|refunds?|replace(?:d|ment)?|exchange',
    ),
    harm: words(
      'injur(?:y|ies|ed)|hurt|no (?:reports?|injuries|accidents?)|reported|reaction|recovered|not exposed|ill(?:ness)?|accidents?|cases? in which',
    ),
    affected: words(
      '\\d[\\d,.]* (?:\\p{L}+ ){0,2}(?:customers?|passengers?|users?|people|accounts?|households?|flights?|orders?|patients?|members?|clients?|units?)|affected',
    ),
    remedy: words(
      'refund(?:s|ed)?|compensat(?:e|ed|ion)|reimburs(?:e|ed)|restor(?:e|ed)|offered|replace(?:d|ment)?|repaid|paid|took [^.]{0,30}offline|notified|informed|receive (?:a|an)|call',
    ),
    prevention: words(
      'from now on|in (?:the )?future|review(?:ing|ed|s)?|will (?:be )?(?:test|check|publish|train|audit|change)(?:ed|s)?|so that [^.]{0,60}again|prevent(?:s|ed)?|new (?:procedure|process|rules?)|outside firm|audit(?:ed|s)?',
    ),
    role: words(
      'director|officer|president|chair\\p{L}*|head of|editor|ceo|cfo|cto|manager|board|partner|dean|professor|conductor|coach|secretary',
    ),
    start: casedWords(
      '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\\p{L}*\\.? \\d{1,4}|\\d{1,2} (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\\p{L}*|effective (?:immediately|today)|with immediate effect',
    ),
    predecessor: words(
      'succeed(?:s|ed|ing)?|follows|replac(?:es|ed|ing)|retir(?:es|ed|ing|ement)|predecessor|steps? down|first (?:director|woman|person|president)|from outside|with (?:her|him|them), the board|promoted|newly created',
    ),
    career: words(
      'was|has (?:run|been|worked|led|directed|published|served)|previously|before that|comes from|worked|formerly|spent',
    ),
    amount: phrases(
      '[$€£¥] ?\\d|(?:SEK|NOK|DKK|CHF|USD|EUR|GBP) \\d|\\d[\\d,.]* (?:million|billion)|\\d[\\d,.]* (?:dollars|euros|pounds)',
    ),
    change: words(CHANGE),
    driver: words(
      'because|due to|driven by|thanks to|after|as [^.]{3,40}(?:rose|fell|grew|cost)|orders?|demand|costs?|prices?|storm',
    ),
    outlook: words(
      'outlook|expects?|forecasts?|guidance|plans?|confirms?|for the (?:current|full) year|for the winter|next year|will (?:close|open|enter|cut)|proposes?',
    ),
    sample: words(
      '(?:asked|surveyed|polled|interviewed|compared|studied|analy[sz]ed|questioned)[^.]{0,60}\\d[\\d,]*|\\d[\\d,]* (?:\\p{L}+ ){0,3}(?:respondents|owners|adults|people|drivers|companies|classes|schools|pharmacies|patients|participants|households|employees|firms|teachers|holders|workers|residents)|sample of',
    ),
    method: words(
      'asked|online|by (?:telephone|phone|lot|post)|interview(?:s|ed)?|questionnaire|between [^.]{3,40} and|compared|in (?:January|February|March|April|May|June|July|August|September|October|November|December)|researchers|random(?:ly)?|accurate to|appears in|journal|data from|records',
    ),
    finding: words(
      '\\d[\\d.,]* ?(?:%|percent)|(?:one|two|three|four|every) (?:in|out of|third|fourth|fifth|\\p{L}+) (?:two|three|four|five|six|ten|\\p{L}+)|corresponds to|average|median|\\d+ were|better than',
    ),
    comparison: words(
      '(?:two|three|five|ten|\\d+) years ago|a year ago|compared with|in 20\\d\\d|than|previous(?:ly)?|since 20\\d\\d|before|largest|longest|while|only',
    ),
    backers: words(
      'led by|investors?|from|lends?|lender|backed by|ventures|capital|bank|funds?|partners|trust|foundation|members',
    ),
    purpose: words(
      'pays? for|will (?:be used|use|go|fund|pay|build|lend|hire)|can be used|to (?:build|expand|hire|develop|install|open|fund)|plans? to|for (?:a|the|new)',
    ),
    traction: words(
      'customers|users|delivered|has (?:been|answered|sold|raised|delivered)|sold|revenue|since|supply|supplies|patients|homes|pairs|employees|members|trial|according to',
    ),
    venue: casedWords(
      "(?:at|in|on|along) (?:the )?(?!January|February|March|April|May|June|July|August|September|October|November|December|Saturday|Sunday|Monday|Tuesday|Wednesday|Thursday|Friday)\\p{Lu}[\\p{L}’'-]+|online",
    ),
    admission: words('free|admission|tickets?|entry|fee|costs?|charge|[$€£]\\d[\\d.]*'),
    registration: words(
      'regist(?:er|ration)|tickets?|book(?:ing|ed)?|sign up|open(?:s)? (?:at|from|on|until)|contact|information|a\\.m\\.|p\\.m\\.|doors',
    ),
  },
};
