import { englishRequests } from './english-requests.ts';
import { atStart, type Language } from './language.ts';

/** Introduces the statement, as in "For tests," or "in Python". */
const frame = String.raw`(?:(?:as for|when|in|for|with)\b[^.;:]{1,40}?[, ]\s*)?`;
const often = '(?:really |strongly |generally |usually |always |personally |much |still )*';
const now = '(?:just |now |finally |already |all )*';
const lead = String.raw`(?:(?:after|in the end|finally|eventually)\b[^,.:;]{0,50}?,? )?`;
const inFuture = '(?:from now on|going forward|in (?:the )?future|as a rule)';
const instruct =
  '(?:use|push|commit|run|write|add|create|delete|touch|edit|deploy|test|answer|reply|respond|ask|put|keep|name|format|check|start|send|install|merge|squash|call|tell|show|review|log|read|mention|assume|prefer|stick|consult|quote|cite|translate|save|store|open|close|move|rename|change|remove|document|comment|explain|suggest|offer|confirm|warn|skip|include|leave|follow|work|build|release|tag|indent|sort|pin|round|wait|stop|begin|end|link|book|order|plan|cook|buy)';
/** Excludes articles: with an article it is usually one of the things at hand, while permanent choices have a name. */
const named = String.raw`(?!(?:the|a|an|my|one|two|now|next|on|ahead)\b)`;

const speaker = String.raw`i|i['’]\p{L}+|my|me`;

const am = String.raw`i(?:['’]m| am)`;
const have = String.raw`i(?: have|['’]ve got| have got)`;
const very =
  '(?:(?:severely|highly|deathly|slightly|mildly|partially|partly|completely|totally|fully|legally|very|also|red-green|strictly|actually|newly|happily|originally) )*';
const kin =
  '(?:wife|husband|partner|spouse|girlfriend|boyfriend|fianc[eé]e?|kids?|child(?:ren)?|twins|bab(?:y|ies)|(?:step|half-?|grand)?(?:mother|father|sisters?|brothers?|parents|sons?|daughters?|child(?:ren)?)|mum|mom|dad|siblings?|aunts?|uncles?|cousins?|nieces?|nephews?|family|dogs?|cats?|pets?|horses?|rabbits?|flatmates?|roommates?)';
const particulars =
  '(?:(?:first |last |full |middle |maiden |nick|sur)?name|pronouns|birthday|date of birth|age|job|profession|occupation|employer|home ?town|(?:home |postal )?address|nationality|native (?:language|tongue)|mother tongue|first language|time ?zone|religion|blood type|diet|allerg(?:y|ies)|height|weight|shoe size|eyesight|hearing|doctor|dentist)';
const condition =
  '(?:allerg(?:y|ies)|intolerances?|diabetes|asthma|epilepsy|adhd|autism|dyslexia|arthritis|migraines?|disabilit(?:y|ies)|pacemaker|c(?:o)?eliac disease|(?:heart|medical|skin) condition|depression|tinnitus|cancer)';
const some = '(?:an?|one|two|three|four|five|six|\\d+)';
const manner = String.raw`(?:in (?!(?:an?|one|two|three|the|this|that|these|my|full|order|case|detail about)\b)\p{L}+|(?:very |more |less |always |only |as )*(?:short|briefly|brief|concise(?:ly)?|formal(?:ly)?|informal(?:ly)?|casual(?:ly)?|polite(?:ly)?|direct(?:ly)?|honest(?:ly)?|simp(?:le|ly)|plainly|detailed|in detail|friendly)|with(?:out)? (?!(?:the|this|that|my)\b)\p{L}+|like (?:an?|i['’]m)\b)`;
const answer = '(?:answer|reply|respond|talk|speak|write(?= to me)|explain(?: things| everything)?)';
const answers = '(?:answers|replies|responses|explanations|summaries)';

export const english: Language = {
  code: 'en',

  opening:
    /^(?:(?:ok(?:ay)?|yes|yeah|right|alright|sure|great|good|perfect|well|so|and|but|also|oh|ah|hey|hi|hello|btw|by the way|fyi|thanks|thank you|wait|sorry|oops|(?:on )?second thoughts?|one more thing|as i said)(?:[,.!:–—-]+\s*|\s+))+/i,
  closing: /(?:[\s,]+please|,\s*(?:thanks|thank you|ok(?:ay)?|right))?[\s.!]*$/i,
  supposed:
    /^(?:if|what if|unless|suppose|supposing|imagine|maybe|perhaps|possibly|probably|let['’]?s say|i (?:think|guess|suppose|wonder|believe|might|may|could|would)|i['’]?m not sure|not sure|we (?:could|might|may)|would|could|should|shall|can|do|does|did|is|are|what|why|how|who|where)(?![\p{L}'’])/iu,
  reported:
    /(?<!(?:^|[^\p{L}])(?:i|we|i['’](?:d|ve)|we['’](?:d|ve)|just|already|you) )(?<!\p{L})(?:says?|said|thinks?|thought|told (?:me|us)|claims?|claimed|suggests?|suggested|recommends?|recommended|wrote|insists?|reckons?|according to)(?!\p{L})/iu,
  passing:
    /\b(?:still|right now|for now|today|tonight|currently|at the moment)\b|\b(?:again|instead|first|this time)$/i,
  pointing:
    /^(?:it|this|that|these|those|they|he|she|there|you)(?!\p{L})|(?<!\p{L})(?:it|this|those|these|them|that(?=$| one| way)|(?:in|at|within|for|with|on|of) that|as (?:it )?is$|both|either|option|the (?:first|second|third|latter|former|other|same|next) one)(?!\p{L})/iu,
  firstPerson: new RegExp(String.raw`^(?:call )?(?:${speaker})(?!\p{L})`, 'iu'),
  speaker: new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${speaker}|mine|myself)(?![\p{L}\p{N}/])`, 'iu'),
  user: /^the user(?:['’]s)?(?!\p{L})/iu,
  speakerInvolved: /(?<![\p{L}\p{N}])(?:i|i['’]\p{L}+|me|myself)(?![\p{L}\p{N}/])/iu,
  seeminglyPointing: /^(?:you (?:can|may|should|must|have to|need to) |my pronouns are .+)/iu,
  userSaid: (statement) => `The user said: "${statement}"`,

  ...englishRequests,

  labels: {
    plan: 'plan|roadmap',
    todo: 'to-?dos?|(?:open )?tasks?',
    doing: 'doing|in progress',
    done: 'done|finished|completed',
    blocked: 'blocked',
    decision: 'decisions?|decided',
  },
  finished: [
    /^(?:(?:i['’]?m|i am|we['’]?re|we are) )?(?:done|finished) with (?<task>.+)$/iu,
    /^(?<task>(?!(?:none|nothing|neither|not|no)\b|.*\b(?:if|when|once|until|till|before|after|unless|while|as soon as)\b).+?) (?:is|are) (?:done|finished)$/iu,
  ],
  profile: [
    ...atStart([
      String.raw`my ${particulars} (?:is|are|isn['’]t|aren['’]t) (?!(?:not |still )?(?:\p{L}+ing|wrong|broken|gone|empty|null|undefined|too|cut|cropped|misspelled)\b)`,
      String.raw`my (?:\p{L}+ )?${kin},? (?:\p{L}+,? )?(?:and (?:my )?\p{L}+ )?(?:(?:is|are) (?!(?:not )?(?:\p{L}+ing|so|really|very|too|quite|pretty|super|just|all|my|here|home|back|ill|sick|asleep|late|away|out|ready|done|tired|hungry|busy)\b)|(?:has|have|works?|lives?|goes to|go to|study|studies|speaks?|was born|died|can['’]?t|cannot|doesn['’]?t|don['’]?t)\b)`,
      String.raw`${am} ${very}(?:(?:allergic|intolerant) to|(?:\p{L}+[ -])?(?:intolerant|blind|deaf|handed|sighted)|colou?r-?blind|hard of hearing|vegan|vegetarian|pescatarian|diabetic|c(?:o)?eliac|asthmatic|epileptic|dyslexic|autistic|married|divorced|widowed|single|pregnant|retired|self-employed|disabled)(?![\p{L}-])`,
      String.raw`${am} (?:also )?an? (?!(?:big |huge |few )?(?:bit|little|lot|few|tad|step|while|day|week|minute|moment|couple|hour|mess|mix|bundle|idiot|fan)\b)(?:strict |proud )?\p{L}+`,
      String.raw`${am} (?:from (?!the\b|a\b|this\b)|based in|(?:called|named) (?!to\b|in\b|into\b|away\b|by\b|for\b|on\b|as\b)|born|fluent in|employed (?:as|at|by)|working (?:as|at)|on (?:insulin|medication|dialysis|blood thinners)|in my (?:early |mid-?|late )*\p{L}+ies\b|\d+(?:$| years old))`,
      String.raw`i (?:was born|grew up|was raised|come from|reside) (?!this\b|that\b)`,
      String.raw`i live (?:in|at|near|with|on|between|alone|abroad)\b(?! (?:it|that|this|hope|the past)\b)`,
      String.raw`i work (?:as an?\b|at\b|for (?!hours|days|me\b|now)|in (?!(?:this|that|the (?:file|branch|repo|folder|editor|terminal|shell))\b)|part-?time|full-?time|nights?\b|shifts|night shifts|remotely|from home)`,
      String.raw`i (?:teach|study) (?!this|that|the (?:code|file|log|docs)|it\b|how\b)\p{L}+`,
      String.raw`i (?:only |also |(?:do not|don['’]?t) )?speak (?!up|of|for|about|to\b)\p{L}+`,
      String.raw`i (?:do not|don['’]?t|can['’]?t|cannot|can not|must not|mustn['’]?t|may not|never|no longer) (?:eat|drink|tolerate|digest|smoke|drive)\b(?! (?:it|that|this|the)\b)`,
      String.raw`i (?:can['’]?t|cannot|can not) (?:see|tell|distinguish) (?:red|green|blue|colou?rs)`,
      String.raw`i (?:suffer from|was diagnosed with) `,
      String.raw`${have} (?:an? |the |severe |bad |chronic |mild )*(?:\p{L}+ )?${condition}\b`,
      String.raw`${have} ${some} (?:\p{L}+ ){0,2}${kin}\b`,
      String.raw`i (?:wear|need|rely on|use) (?:an? |my )?(?:\p{L}+ ){0,2}(?:glasses|wheelchair|screen ?reader|hearing aids?|large (?:print|text|type|fonts?|letters)|big (?:text|letters|fonts?)|high contrast|subtitles|captions|braille)\b`,
      String.raw`(?:(?:just )?call me|you (?:can|may|should) call me|people call me|everyone calls me|i go by) (?!back|when|if|later|on|at|tomorrow|once|as soon|an?\b|the\b|in\b|to\b|from\b|crazy)\S`,
    ]),
    // a name is told by its capital
    /^I(?:['’]m| am) \p{Lu}\p{Ll}+(?:[ -]\p{Lu}\p{Ll}+)*(?:$|,| and | from )/u,
  ],
  preferences: atStart([
    `(?:the user |${frame}i )${often}(?:prefers?|likes?|loves?|hates?|dislikes?|can['’]?t stand|don['’]?t like|no longer (?:likes?|wants?|uses?|needs?|drinks?|eats?)) (?!to (?:know|see|go|book|cancel|change|proceed|ask|add|check|confirm|buy|order|pay|continue)\\b|how\\b|what\\b)`,
    `${frame}i (?:always|never|usually|mostly|only|normally) (?:want|use|write|run|work|deploy|build|test|code|commit|drink|eat|fly|read|start)\\b`,
    "i (?:do not|don['’]?t) \\p{L}+ .+\\bany ?(?:more|longer)$",
    'my (?:favou?rite|preferred|usual)\\b.+ (?:is|are) ',
  ]),
  answers: atStart([
    String.raw`(?:(?:always|please|${inFuture},?) )*${answer}(?: (?:to |with )?me| (?:to )?(?:all )?(?:of )?my questions)?(?: only| always)? ${manner}[^:?]{0,60}$`,
    String.raw`(?:(?:always|please|${inFuture},?) )*(?:be|stay) (?:very |more |as )*(?:brief|concise|short|direct|honest|polite|formal|informal|friendly|critical|blunt|precise)(?:$| (?:and|with me|in your|but)\b)`,
    String.raw`keep (?:your|all|the) (?:answers|replies|responses|explanations|summaries|comments|messages)\b`,
    String.raw`(?:(?:always |please )*(?:give me|use)|i(?: want| need| prefer|['’]d like| would like)) (?:your )?(?:(?!more|some|other|all|those|these|better|two|three|no)\p{L}+ ){1,3}${answers}\b`,
    String.raw`(?:no|never any) .{2,40} (?:in|from) (?:your|the|any) (?:${answers}|output)\b`,
    String.raw`(?:(?:always|please|never|don['’]?t ever) )*(?:address|call) me (?:as|by|with) `,
  ]),
  rules: atStart([
    `(?:always|never|don['’]?t ever|do not ever) ${instruct} \\S`,
    `(?:do not|don['’]?t) ${instruct}\\b.+\\b(?:ever|again|any ?more|unless|without)\\b`,
    `${inFuture},? (?!(?:we|i|it|you) (?:might|may|could)\\b)\\S+ \\S`,
    `(?!(?:the|our)\\b|.*\\b(?:might|may|could|maybe|probably)\\b).{3,120}[ ,](?:${inFuture}|every time)$`,
    'we (?:always|never|only) (?:use|deploy|release|ship|merge|squash|rebase|review|write|push|tag)\\b',
  ]),
  fromNowOn: new RegExp(`^${inFuture},? `, 'iu'),
  wishes: atStart([
    "(?:i|the user)(?: wants?| wish(?:es)?| expects?| insists?|['’]d (?:like|prefer|rather)| would (?:like|prefer|rather)| needs? you to| hopes?)\\b",
    String.raw`(?:always |please )*${answer}\b`,
    String.raw`no (?:\p{L}+ )?(?:emojis?|small talk|introductions?|preambles?|apologies|jargon|flattery)$`,
  ]),
  orders: atStart([
    `(?:please |just |also |remember,? )*(?:(?:not )?to )?(?:always|never|don['’]?t|do not|avoid|make sure|only|no(?! ?one\\b|thing\\b|body\\b|\\.)) \\S`,
    `(?:please |just |also |remember,? (?:not )?to )*${instruct} \\S`,
    "you (?:must|should|may|can['’]?t|cannot|are (?:not )?(?:allowed|to)|have to|need to|shall|shouldn['’]?t|mustn['’]?t|never|always)\\b",
    "[^,;]{2,80} (?:must|mustn['’]?t|may not|shall|should(?:n['’]?t)?|ought to|(?:is|are) (?:not allowed|forbidden|off limits|taboo|mandatory|to be \\p{L}+(?:ed|en|t))|ha(?:s|ve) to|needs? to be)\\b",
    // "the keys are in the vault, never in the repo": a fact, and a rule
    '(?!.*\\b(?:was|were|did|had|has|have)\\b)[^,;]{2,120}[,;] (?:and |but )?never (?:in|into|on|to|with|without|from|by|via|at) \\S',
    `(?:when(?:ever)?|before|after|for|in|if) [^,;]{2,60}, (?:always |never |then |please |first )*(?:${instruct}|don['’]?t|do not) `,
  ]),
  please: /(?:^|[\s,])please[\s.!]*$|^please[\s,]/iu,
  day: /\b(?:\d{1,2}(?:st|nd|rd|th)?(?: of)? (?:january|february|march|april|may|june|july|august|september|october|november|december)|(?:january|february|march|april|may|june|july|august|september|october|november|december) \d{1,2}|\d{4}-\d\d-\d\d|\d{1,2}[./]\d{1,2}[./](?:\d{2,4})?)/iu,
  weekday: /(?:on|this|by|until|till) (?:mon|tues|wednes|thurs|fri|satur|sun)day\b/iu,
  birthday: /\b(?:birthday|born|birth)\b/iu,
  decisions: atStart([
    `${lead}(?:we|i)(?:['’]ve| have)? ${now}(?:decided|agreed|settled|opted|chose|ruled out|standardi[sz]ed on)\\b (?!nothing\\b|(?:to )?(?:wait|go|continue|proceed)\\b)`,
    '(?:the |our )?(?:final )?decision(?: is|:| was) ',
    `let['’]?s (?:go with|use|switch to|stick (?:with|to)|stay with|adopt|drop|settle on) ${named}`,
    `we(?:['’]ll| will|['’]re going to| are going to) (?:use|go with|switch to|stick (?:with|to)|adopt|move to|migrate to) ${named}`,
    "we (?:no longer|(?:do not|don['’]?t) (?:use|run|need|support)\\b.+\\bany ?(?:more|longer)$)",
    `we ${now}(?:switched|migrated|moved|changed) from .{2,60} to `,
  ]),
  reason: /,?\s(?:because|since|so that)\s(?<reason>.+)$/iu,

  correcting:
    /^(?:no(?=\s*[,.:;!–—-]|\s+(?:it|that|the|this|we|i|use|my|our)\b)|no$|nope|wrong|incorrect|that(?:['’]s| is| was) (?:wrong|incorrect|outdated|not (?:right|correct|true|it)|no longer (?:true|right|correct))|actually|in fact|correction)(?![\p{L}'’])[\s,.:;!–—-]*/iu,
  contrast: /,\s*(?:and )?(?:not|never)\s+\S|\b(?:instead of|rather than)\s+\S/i,
  asserting:
    /^(?:use|put|call|write|run|name|set|deploy)\b|\b(?:is|are|isn['’]t|aren['’]t|has|have|must|uses|runs|lives|listens|needs|belongs|means|go|goes|called|i['’]m|it['’]s|(?:i|we) (?:live|work|use|prefer|run|call))\b/i,

  dates: {
    numbers: 'zero one two three four five six seven eight nine ten eleven twelve'.split(' '),
    days: { 'the day after tomorrow': 2, 'the day before yesterday': -2 },
    next: (weekday) => `next ${weekday}`,
    last: (weekday) => `last ${weekday}`,
  },

  fix: {
    byOtherArguments: (tool, before, error, after) =>
      `${tool} with ${before} failed: "${error}". It worked with ${after}`,
    byChange: (call, error, change) => `${call} failed: "${error}". It worked after ${change}`,
  },
};
