import { atStart, type Language } from './language.ts';

const please = String.raw`(?:please,? )?`;
const ask = String.raw`${please}(?:(?:can|could|would|will) you |i(?:['’]d| would)? (?:like|want|need) you to |you (?:must|should|need to|have to) )?(?:please |also |just |always )*`;
const keep = '(?:remember|memori[sz]e|keep in mind|bear in mind|make a note|never forget)';
const things =
  '(?: (?:this|that|it|these|the following|two|three|four|five|some|a few|things|facts|points|rules|for (?:me|later|next time|the future)|please))*';
const said = String.raw`(?:i|we) (?:talked|discussed|spoke|said|told|had|were|was|did|saw|tried|mentioned|asked)\b`;
const moment = String.raw`(?:time|day|night|one|moment|bug|conversation|discussion)\b`;

/** Introduces the statement, as in "For tests," or "in Python". */
const frame = String.raw`(?:(?:as for|when|in|for|with)\b[^.;:]{1,40}?[, ]\s*)?`;
const often = '(?:really |strongly |generally |usually |always |personally |much |still )*';
const now = '(?:just |now |finally |already |all )*';
const lead = String.raw`(?:(?:after|in the end|finally|eventually)\b[^,.:;]{0,50}?,? )?`;
const inFuture = '(?:from now on|going forward|in (?:the )?future|as a rule)';
const instruct =
  '(?:use|push|commit|run|write|add|create|delete|touch|edit|deploy|test|answer|reply|respond|ask|put|keep|name|format|check|start|send|install|merge|squash|call|tell|show|review|log|read)';
/** Excludes articles: with an article it is usually one of the things at hand, while permanent choices have a name. */
const named = String.raw`(?!(?:the|a|an|my|one|two|now|next|on|ahead)\b)`;

const speaker = String.raw`i|i['’]\p{L}+|my|me`;

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
  userSaid: (statement) => `The user said: "${statement}"`,

  remember: atStart([
    `${ask}${keep}${things}(?:\\s*:\\s*|\\s+[–—-]+\\s*|[\\s.!]*$)`,
    `${ask}(?:${keep}|don['’]?t forget) that (?!${moment})`,
    `${ask}(?=remember,? (?:not )?to )`,
    `${ask}remember,? (?=(?:i|i['’]m|i['’]ve|we|my|our|always|never)\\b)(?!${said})`,
    `${ask}remember,? (?=the [^.?!:]{2,80}?(?::\\s\\S| (?:is|are|uses|runs|has|must|should|needs|listens|lives)\\b))(?!the ${moment})`,
    `${please}(?:add|save|store|put) (?:this|that|the following) (?:in|into|to) (?:your |the )?memory\\s*[:–—]\\s*`,
    '(?:note to self|for (?:later|next time|future reference|the record))(?:\\s*[:–—]\\s*|, )(?:that )?',
    '(?:you should know|just so you know),? (?:that )?(?!(?:what|how|why|who|where|better)\\b)',
  ]),
  politely: /^(?:please,? )?(?:can|could|would|will) you\b/i,
  rememberThat:
    /(?:^|[,;–—-]\s*(?:(?:and|so|but|please),? )*|\splease |^please,? )(?:remember|memori[sz]e|keep) (?:that|this|it)(?: in mind)?(?: for (?:me|later|the future)| please| too)*[\s.!]*$/i,
  nextRequest:
    /^(?:thanks|thank you|cheers|now|then|next|after that|please|can you|could you|would you|let['’]?s|what|how)(?!\p{L})/iu,

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
  preferences: atStart([
    `${frame}i ${often}(?:prefer|like|love|hate|dislike|can['’]?t stand|don['’]?t like|no longer (?:like|want|use|need|drink|eat)) (?!to (?:know|see|go|book|cancel|change|proceed|ask|add|check|confirm|buy|order|pay|continue)\\b|how\\b|what\\b)`,
    `${frame}i (?:always|never|usually|mostly|only|normally) (?:want|use|write|run|work|deploy|build|test|code|commit|drink|eat|fly|read|start)\\b`,
    "i (?:do not|don['’]?t) \\p{L}+ .+\\bany ?(?:more|longer)$",
    'my (?:favou?rite|preferred|usual)\\b.+ (?:is|are) ',
    `(?:always|never|don['’]?t ever) ${instruct} \\S`,
    `(?:do not|don['’]?t) ${instruct}\\b.+\\b(?:ever|again|any ?more|unless|without)\\b`,
    `${inFuture},? (?!(?:we|i|it|you) (?:might|may|could)\\b)\\S+ \\S`,
    `(?!(?:the|our)\\b|.*\\b(?:might|may|could|maybe|probably)\\b).{3,120}[ ,](?:${inFuture}|every time)$`,
    'keep (?:your|all|the) (?:answers|replies|responses|explanations|summaries|comments|messages)\\b',
  ]),
  decisions: atStart([
    `${lead}(?:we|i)(?:['’]ve| have)? ${now}(?:decided|agreed|settled|opted|chose|ruled out|standardi[sz]ed on)\\b (?!nothing\\b|(?:to )?(?:wait|go|continue|proceed)\\b)`,
    '(?:the |our )?(?:final )?decision(?: is|:| was) ',
    `let['’]?s (?:go with|use|switch to|stick (?:with|to)|stay with|adopt|drop|settle on) ${named}`,
    `we(?:['’]ll| will|['’]re going to| are going to) (?:use|go with|switch to|stick (?:with|to)|adopt|move to|migrate to) ${named}`,
    'we (?:always|never|only) (?:use|deploy|release|ship|merge|squash|rebase|review|write|push|tag)\\b',
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
