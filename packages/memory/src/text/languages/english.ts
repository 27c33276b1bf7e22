import { englishFacts } from './english-facts.ts';
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

const am = String.raw`i(?:['’]?m| am)`;
const have = String.raw`(?:i|we)(?: have|['’]?ve)(?: also)?(?: got)?`;
const very =
  '(?:(?:severely|highly|deathly|slightly|mildly|partially|partly|completely|totally|fully|legally|very|also|red-green|strictly|actually|newly|happily|originally) )*';
const kin =
  '(?:wife|husband|partner|spouse|girlfriend|boyfriend|fianc[eé]e?|kids?|child(?:ren)?|twins|bab(?:y|ies)|(?:step|half-?|grand)?(?:mother|father|sisters?|brothers?|parents|sons?|daughters?|child(?:ren)?)|mum|mom|dad|siblings?|aunts?|uncles?|cousins?|nieces?|nephews?|family|dogs?|cats?|pets?|horses?|rabbits?|flatmates?|roommates?)(?! (?:process|node|class|component|element|branch|theme|api|table|key|window|thread|module|package|row|project|repo|job|task|count)(?:es|s)?\\b)';
const particulars =
  '(?:(?:first |last |full |middle |maiden |nick|sur)?name|pronouns|birthday|date of birth|age|job|profession|occupation|employer|home ?town|(?:home |postal )?address|nationality|native (?:language|tongue)|mother tongue|first language|time ?zone|religion|blood type|diet|allerg(?:y|ies)|height|weight|shoe size|eyesight|hearing|doctor|dentist)';
const condition =
  '(?:allerg(?:y|ies)|intolerances?|diabetes|asthma|epilepsy|adhd|autism|dyslexia|arthritis|migraines?|disabilit(?:y|ies)|pacemaker|c(?:o)?eliac disease|(?:heart|medical|skin) condition|depression|tinnitus|cancer)';
const some = '(?:an?|one|two|three|four|five|six|\\d+)';
/** What a name, a job or an age in a program is, unlike those of a person. */
const ofProgram =
  '(?:(?:not |still )?\\p{L}+ing|wrong|broken|gone|empty|null|undefined|too|cut|cropped|misspelled|stuck|queued|pending|down|slow|late|dead|red|green|blocked|failed|done|\\p{L}+(?:ed|en|wn) (?:in|on|at|by|as|twice|with|from|to|wrong(?:ly)?|incorrectly))';
const manner = String.raw`(?:in (?!(?:an?|one|two|three|the|this|that|these|my|full|order|case|detail about)\b)\p{L}+|(?:very |more |less |always |only |as )*(?:short|briefly|brief|concise(?:ly)?|formal(?:ly)?|informal(?:ly)?|casual(?:ly)?|polite(?:ly)?|direct(?:ly)?|honest(?:ly)?|simp(?:le|ly)|plainly|detailed|in detail|friendly)|with(?:out)? (?!(?:the|this|that|my)\b)\p{L}+|like (?:an?|i['’]m)\b)`;
const answer = '(?:answer|reply|respond|talk|speak|write(?= to me)|explain(?: things| everything)?)';
const answers = '(?:answers|replies|responses|explanations|summaries)';

/** Follows the verb of an order; a noun that looks like the verb ("the test server", "plan B") is followed by something else. */
const ordered = String.raw`(?=\s+(?:me|us|it|that|this|these|those|them|him|her|the|an?|my|our|your|his|their|all|any|every\p{L}*|some\p{L}*|any\p{L}*|more|what\p{L}*|who\p{L}*|which|where|when|why|how|if|whether|about|for|up|down|out|on|off|in|into|to|at|through|with|over|please|again|now|just|only|both|one|two|three|something)(?![\p{L}'’])|\s+["'“\d/]|[\s.!]*$)`;
/** Verbs of orders that are no nouns. */
const orderVerb =
  'tell|give|find|explain|describe|summari[sz]e|forget|delete|erase|remove|wipe|write|create|add|generate|translate|compare|calculate|compute|remind|recommend|suggest|rewrite|refactor|implement|convert|correct|shorten|enlighten|provide|list|show|help|look|search|check|fix|print|display|draft|have a look|take a look|try|go (?:on|ahead|through|over)|continue|repeat|undo|open|read|run|rerun|count|sort|compile|investigate|analy[sz]e|figure out|work out|walk me|talk me|let me (?:know|see|have)|say|guess|clear|make|prepare|scan|verify|inspect|outline|propose|extract|paste|reply|answer|elaborate|clarify|restate|rephrase|review|update|test|debug|draw|plot|install|deploy|revert|restart|send|teach me|bring up|pull up|look up|think about|tidy up|clean up|set up|turn o(?:n|ff)|switch o(?:n|ff)|change|rename|move|replace|drop|cancel|stop|start';
const polite = String.raw`(?:(?:please|kindly|now|then|just|also|quickly|go ahead and|hey|hi|could you|can you|would you|will you|you could|you can|i(?:['’]d| would) (?:like|love|want) you to|i (?:want|need) you to|i(?:['’]d| would) like(?: to (?:know|see|hear))?|do me a favou?r and),? )*`;
const aboutMe =
  '(?:i|you|he|she|it|we|they|there|this|that|these|those|my|our|your|his|her|their|any(?:one|body|thing)?|some(?:one|body|thing))';
const asks =
  '(?:is|are|am|was|were|do|does|did|can|could|will|would|should|shall|has|have|had|must|may|might|isn|aren|wasn|weren|don|doesn|didn|can|couldn|won|wouldn|shouldn|hasn|haven)';

const auxiliary =
  '(?:am|is|are|was|were|do|does|did|has|have|had|will|would|can|could|shall|should|may|might|must)';

export const english: Language = {
  code: 'en',

  opening:
    /^(?:(?:ok(?:ay)?|yes|yeah|right|alright|sure|great|good|perfect|well|so|and|but|also|oh|ah|(?:hey|hi|hello)(?: there)?|hiya|good (?:morning|afternoon|evening)|nice to meet you|btw|by the way|fyi|thanks|thank you|wait|sorry|oops|(?:on )?second thoughts?|one more thing|as i said)(?:[,.!:–—-]+\s*|\s+))+/i,
  closing: /(?:(?<![\s,])[\s,]+please|,\s*(?:thanks|thank you|ok(?:ay)?|right))?(?<![\s.!])[\s.!]*$/i,
  question: new RegExp(
    [
      // "what is my name", "where's the key", "which port does staging use", "how many people are there"
      String.raw`^(?:and |but |so )?(?:(?:whats|wheres|whos|whens|hows)|(?:what|who|whom|where|when|why|how)(?:['’](?:s|re|d|ll)| ${asks}(?:['’]t)?)(?! (?:i|we|you|it|he|she|they) said)|(?:what|which|whose|how) (?!(?:i|we|you|he|she|it|they|the|a|an|my|our)\b)(?:[\p{L}\d'’-]+ ){1,4}?${asks}(?:['’]t)? [\p{L}\d'’-]+|who(?:se)? (?!knows|cares|would have|could have)\p{L}+|how (?:come|about)|what about|why not)(?![\p{L}'’])`,
      // "do you know …", "is my name …"
      String.raw`^(?:and |but |so )?(?:(?:${asks}(?:['’]t)?) (?:i|you|he|she|we|they)|(?!(?:do|ha[ds]|have)\b)${asks}(?:['’]t)? ${aboutMe}|(?:did|does|has) (?:it|this|that|(?:my|our|your|his|her|their) \p{L}+))(?![\p{L}'’])(?<!^have they now)`,
      String.raw`^(?:is|are|do|does|did|can|will|should) (?:the|an?) (?!best|worst|only|most)(?:[\p{L}\d'’-]+ ){1,6}[\p{L}\d'’-]+$`,
    ].join('|'),
    'iu',
  ),
  requests: [
    new RegExp(`^${polite}(?:please,? )?(?:${orderVerb})${ordered}`, 'iu'),
    /^(?:please |now |just )*(?:show|tell|give|send|get|bring|remind|teach|read|find|list) (?:me|us)(?![\p{L}'’])/iu,
    // "book me a flight"
    /^(?:please |now |just )*(?!(?:for|to|let|excuse|it|he|she)\b)\p{L}+ (?:me|us) (?:an?|some|another|the|my|our)(?![\p{L}'’])/iu,
    /^(?:(?:can|could|would|will) (?:you|u|ya)|i(?:['’]d| would) (?:like|love|want) (?:you )?to (?:know|see|hear)|i (?:want|need) (?:you )?to (?:know|see)|i (?:want|need) you to|i wonder)(?![\p{L}'’])/iu,
    /^please (?!(?:note|be|remember|keep|call me|use|prefer|stick|avoid|no|do not|don['’]?t|write|answer|reply)\b)\p{Ll}+/iu,
  ],
  lasting:
    /(?<!\p{L})(?:always|never|every|each|whenever|ever|from now on|going forward|in (?:the )?future|as a rule|by default|instead of|rather than)(?!\p{L})/iu,
  depending:
    /^(?:(?:and|or|but|so|then) )?(?:that|what\p{L}*|who\p{L}*|which|where|when|why|how|if|whether|please|thanks?|thank you|right|ok(?:ay)?|for example|e\.g\.|like|such as|including|especially|and|or)(?![\p{L}'’])/iu,
  past: /(?<![\p{L}\p{N}])(?:was|were|had|did|went|came|saw|met|said|told|took|gave|made|(?:i|we|he|she|they|you|who)\s+(?:\p{L}+ly\s+)?\p{L}{2,}ed|(?<!(?:is|are|be|been|being|gets?) (?:\p{L}+ly )?)\p{L}{3,}ed(?=\s+(?:on|in|at|last)\s))(?![\p{L}\p{N}])/iu,
  supposed:
    /^(?:if|what if|unless|pretend|act|imagine|suppose|supposing|maybe|perhaps|possibly|probably|let['’]?s say|i (?:think|guess|suppose|wonder|believe|might|may|could|would)|i['’]?m not sure|not sure|we (?:could|might|may)|would|could|should|shall|can|do|does|did|is|are|what|why|how|who|where)(?![\p{L}'’])/iu,
  reported:
    /(?<!(?:^|[^\p{L}])(?:i|we|i['’](?:d|ve)|we['’](?:d|ve)|just|already|you) )(?<!\p{L})(?:says?|said|thinks?|thought|told (?:me|us)|claims?|claimed|suggests?|suggested|recommends?|recommended|wrote|insists?|reckons?|according to)(?!\p{L})/iu,
  passing:
    /\b(?:still|right now|for now|today|tonight|currently|at the moment)\b|\b(?:again|instead|first|this time)$/i,
  pointing:
    /^(?:it|this|that|these|those|they|he|she|there|you)(?!\p{L})|(?<!\p{L})(?:it|this|those|these|them|that(?=$| one| way)|(?:in|at|within|for|with|on|of) that|as (?:it )?is$|both|either|option|the (?:first|second|third|latter|former|other|same|next) one)(?!\p{L})/iu,
  firstPerson: new RegExp(String.raw`^(?:call )?(?:${speaker})(?!\p{L})`, 'iu'),
  asker: new RegExp(
    String.raw`(?<![\p{L}\p{N}])(?:${speaker}|mine|myself|we|we['’]\p{L}+|ours?|ourselves|again)(?![\p{L}\p{N}/])`,
    'iu',
  ),
  several: new RegExp(
    String.raw`(?<!\p{L})(?:all|every\p{L}*|each|how many|list|(?:who|what|where) else|(?:which|what) (?:(?!${auxiliary} )\p{L}+ )?(?!${auxiliary} )\p{L}{3,}s)(?!\p{L})`,
    'iu',
  ),
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
      String.raw`my ${particulars}(?:['’]?s| is| are| isn['’]t| aren['’]t) (?!${ofProgram}\b)`,
      String.raw`(?:my|our) (?:\p{L}+ )?${kin}['’]s (?:${particulars}|called|named|an?|allergic)\b`,
      String.raw`(?:my|our) (?:\p{L}+ )?${kin},? (?:\p{L}+,? )?(?:and (?:my )?\p{L}+ )?(?:(?:is|are) (?!(?:not )?(?:\p{L}+ing|so|really|very|too|quite|pretty|super|just|all|my|our|awesome|great|amazing|fine|well|okay|here|home|back|ill|sick|asleep|late|away|out|ready|done|tired|hungry|busy)\b)|(?:has|have|works?|lives?|goes to|go to|study|studies|speaks?|was born|died|turned|turns|plays|loves|hates|attends|wears|suffers|eats|became|comes from|can['’]?t|cannot|doesn['’]?t|don['’]?t)\b)`,
      String.raw`${am} ${very}(?:(?:allergic|intolerant) to|(?:\p{L}+[ -])?(?:intolerant|blind|deaf|handed|sighted)|colou?r-?blind|hard of hearing|vegan|vegetarian|pescatarian|diabetic|c(?:o)?eliac|asthmatic|epileptic|dyslexic|autistic|married|divorced|widowed|single|pregnant|retired|self-employed|disabled)(?![\p{L}-])`,
      String.raw`${am} (?:also )?an? (?!(?:big |huge |few )?(?:bit|little|lot|few|tad|step|while|day|week|minute|moment|couple|hour|mess|mix|bundle|idiot|fan)\b)(?:strict |proud )?\p{L}+`,
      String.raw`${am} (?:originally |also )?(?:living (?:in|near|with|alone)\b(?! (?:hope|fear|hell|the))|the (?:owner|founder|head|director|mother|father|mum|mom|dad|manager|president|ceo|cto)\b|from (?!the (?!u\.?[sk]|netherlands|united|philippines|czech|states|north|south|east|west)|a\b|this\b)|based in|(?:called|named) (?!to\b|in\b|into\b|away\b|by\b|for\b|on\b|as\b)|born|fluent in|employed (?:as|at|by)|working (?:as an?\b|at (?!(?:the|this|it|my)\b))|on (?:insulin|medication|dialysis|blood thinners)|in my (?:early |mid-?|late )*\p{L}+ies\b|\d{1,3}(?:$|,| and | years old))`,
      String.raw`i (?:just )?turned \d{1,3}(?=$|[,.]| (?:in|on|last|this|and|years)\b)`,
      String.raw`i(?:['’]?ve| have) been (?:an? (?!(?:bit|little|while|few|lot)\b)\p{L}+|married|divorced|vegan|vegetarian|living in|working (?:as an?\b|at|for)) .+`,
      String.raw`i (?:was born|grew up|was raised|come from|reside) (?!this\b|that\b)`,
      String.raw`(?:i|we) (?:all |both |now )?live (?:in|at|near|with|on|between|alone|abroad)\b(?! (?:it|that|this|hope|the past)\b)(?!.* (?:times|world|age|era)$)`,
      String.raw`i(?:['’]?ve| have) (?:worked|lived|taught) (?:as|in|at|for|with) .*\b(?:years|decades|since)\b`,
      String.raw`i (?:go to|attend) (?:university|uni|college|school|church|mosque)\b`,
      String.raw`the name['’]s \p{L}+$`,
      String.raw`(?:i|we)(?:['’]?ve| have)? (?:just |recently |only )?moved (?:house|here (?:last|in (?:19|20)\d\d|(?:\p{L}+|\d+) (?:years|months) ago|with|for (?:work|a job|love)))\b`,
      String.raw`i(?:['’]?ve| have)? (?:just |recently )?moved (?:from \p{L}+ )?to \p{L}+ (?:last|in (?:19|20)\d\d|(?:\p{L}+|\d+) (?:years|months) ago|with (?:my|our)|for (?:work|a job|love))\b`,
      String.raw`i work (?:as an?\b|at\b|for (?!hours|days|me\b|now)|in (?!(?:this|that|the (?:file|branch|repo|folder|editor|terminal|shell))\b)|part-?time|full-?time|nights?\b|shifts|night shifts|remotely|from home)`,
      String.raw`i (?:teach|study) (?!this|that|the (?:code|file|log|docs)|it\b|how\b)\p{L}+`,
      String.raw`i (?:only |also |(?:do not|don['’]?t) )?speak (?!up|of|for|about|to\b)\p{L}+`,
      String.raw`i (?:only )?(?:eat|keep) (?:only |mostly |strictly )*(?:halal|kosher|vegan|vegetarian|gluten-free|plant-based)`,
      String.raw`i take (?!(?:it|the|that|this|your|an?)\b)\S.* (?:every (?:day|morning|evening|night|week)|daily|(?:once|twice) (?:a|per) day|for my (?!part|turn)\p{L}+)`,
      String.raw`i take (?:\p{L}+ ){0,3}(?:medication|medicines?|pills|tablets|insulin|statins|antidepressants|blood thinners|beta[- ]blockers|antihistamines)\b`,
      String.raw`i (?:own|manage|run) an? (?:\p{L}+ ){0,2}(?:bakery|shop|store|business|company|farm|restaurant|caf[eé]|hotel|studio|practice|firm|agency|school|charity|pharmacy|garage)\b`,
      String.raw`i (?:do not|don['’]?t|can['’]?t|cannot|can not|must not|mustn['’]?t|may not|never|no longer) (?:eat|drink|tolerate|digest|smoke|drive)\b(?! (?:it|that|this|the)\b)`,
      String.raw`i (?:can['’]?t|cannot|can not) (?:see|tell|distinguish) (?:red|green|blue|colou?rs)`,
      String.raw`i (?:suffer from|was diagnosed with) `,
      String.raw`${have} (?:an? |the |severe |bad |chronic |mild |type \d )*(?:\p{L}+ )?${condition}\b`,
      String.raw`${have} ${some} (?:\p{L}+ ){0,2}${kin}\b`,
      String.raw`i (?:wear|need|rely on|use) (?:an? |my )?(?:\p{L}+ ){0,2}(?:glasses|wheelchair|screen ?reader|hearing aids?|large (?:print|text|type|fonts?|letters)|big (?:text|letters|fonts?)|high contrast|subtitles|captions|braille)\b`,
      String.raw`(?:(?:just )?call me|you (?:can|may|should) call me|people call me|everyone calls me|i go by) (?!back|when|if|later|on|at|tomorrow|once|as soon|an?\b|the\b|in\b|to\b|from\b|crazy)\S`,
    ]),
    // a name is told by its capital
    /^I(?:['’]m| am) (?!(?:Ready|Sorry|Fine|Good|Great|Done|Here|Back|Sure|Not|Ok(?:ay)?|Happy|Glad|Tired|Lost|Stuck|Busy|Confused|Right|Wrong|Late|Home|Online|Offline)\b)\p{Lu}\p{Ll}+(?:[ -]\p{Lu}\p{Ll}+)*(?:$|,| and | from | here$)/u,
    /^I(?:['’]ve| have)? (?:just |recently )?moved (?:back )?(?:from \p{Lu}\p{L}+ )?to \p{Lu}\p{Ll}+(?:[ -]\p{Lu}\p{Ll}+)*(?:$|,| and | in | last | with )/u,
  ],
  preferences: atStart([
    `(?:the user |${frame}i )${often}(?:prefers?|likes?|loves?|hates?|dislikes?|can['’]?t stand|don['’]?t like|no longer (?:likes?|wants?|uses?|needs?|drinks?|eats?)) (?!to (?:know|see|go|book|cancel|change|proceed|ask|add|check|confirm|buy|order|pay|continue)\\b|(?:how|what|you|him|her|them|us|me|myself|yours|everyone|everybody)\\b|your \\p{L}+$|the (?:idea|plan|sound|look)\\b)`,
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

  facts: englishFacts,

  forgetting: {
    asking:
      /^(?:please|pls|kindly|just|now|also|then|next|instead|and|so|ok(?:ay)?|hey|hi|hello|sorry|actually|oh|well|wait|no|yes|(?:would|do) you mind|(?:can|could|would|will) (?:you|we|u|ya)|i(?:['’]d| would)? (?:want|like|need|prefer|love) (?:for )?(?:you )?to|i(?:['’]d| would) (?:like|love|prefer) it if you (?:could |would )?|you (?:can|should|must|may|need to|have to|are (?:welcome|asked) to)|it(?:['’]s| is) time to|go ahead and|be so kind (?:and|as to)|make sure (?:you|to)|i want you to|i(?:['’]d| would) (?:rather|prefer) you|(?:from|for) now on)(?![\p{L}'’])[\s,!.:–—-]*/iu,
    forget:
      /^(?:(?:forget|unlearn)(?:ting|ing)?|forgot|stop (?:remembering|knowing|storing|saving|keeping|recording|tracking)|no longer remember|i (?:no longer|do not|don['’]?t) want you to (?:remember|know|keep|store)(?: about)?|let go of)(?!\p{L})\s*/iu,
    erase:
      /^(?:(?:delete|erase|remove|wipe|purge|scrub|discard|clear|drop|scrap)|(?:delet|eras|remov|wip|purg|scrubb|discard|clear|dropp)ing|get(?:ting)? rid of|throw(?:ing)? away|take out|cross out|strike)(?: (?:out|away|off))?(?!\p{L})\s*/iu,
    atEnd: {
      forget:
        /,\s*(?:please |just |and )*(?:forget|unlearn) (?:it|them|that|all (?:of )?(?:it|that))(?: all)?[\s.!?]*$/iu,
      erase:
        /,\s*(?:please |just |and )*(?:delete|erase|remove|wipe|purge|discard|clear) (?:it|them|that|all (?:of )?(?:it|that))(?: all)?[\s.!?]*$/iu,
    },
    notKeep:
      /^(?:do not|don['’]?t|never|(?:you )?(?:need not|needn['’]?t|don['’]?t (?:have|need) to|should(?: not|n['’]?t)|must(?: not|n['’]?t))|(?:there['’]?s )?no need to|stop) (?:(?:ever|please|even) )?(?:remember|memori[sz]e|keep|store|save|note|record|write down|hold on to)(?:ing)?(?!\p{L})\s*(?=(?:this|that|it|any of (?:this|that|it)|what (?:i|we)|my last|the (?:last|fact))(?!\p{L}))/iu,
    idiom:
      /^(?:(?:about )?(?:it|this|that|him|her|them)(?=[\s.!?…]*$|\s*[,;:!.–—-]|\s+(?:and|let|then|for now|for a|please|now|instead|ever)(?!\p{L}))|to(?!\p{L})|not(?!\p{L})|how to(?!\p{L})|(?:all |any |the |your |these )*(?:previous|prior|earlier|above|system) (?:instructions?|prompts?|orders|rules))/iu,
    known:
      /(?<!\p{L})you(?:['’]ve| have)?(?: (?:ever|still|already|currently|just|may|might|think you))* (?:know|knew|known|remember(?:ed)?|learn(?:ed|t)|noted(?: down)?|stored?|saved?|kept|keep|recorded|collected|gathered|memori[sz]ed|hold|(?:have|got)(?: stored| saved)? (?:on|about))(?!\p{L})|(?<!\p{L})(?:from|in|out of) (?:your |the )?(?:memory|memories)(?!\p{L})|(?<!\p{L})your (?:\p{L}+ )?(?:memory|memories|notes|knowledge|records?)(?!\p{L})|(?<!\p{L})memor(?:y|ies) (?:of|about|that|on|where|regarding)(?!\p{L})|(?<!\p{L})(?:i|we)(?:['’]ve| have)?(?: (?:just|ever|once|had|now|last))* (?:said|told you|mentioned)(?!\p{L})/iu,
    framing:
      /(?<!\p{L})(?:(?:that |which |what )?you(?:['’]ve| have)?(?: (?:ever|still|already|currently|just|may|might|think you))* (?:know|knew|known|remember(?:ed)?|learn(?:ed|t)|noted(?: down)?|stored?|saved?|kept|keep|recorded|collected|gathered|memori[sz]ed|hold|have|got)(?: stored| saved| noted)?|(?:from|in|out of) (?:your |the )?(?:memory|memories|mind|notes)|what (?:i|we)(?:['’]ve| have)?(?: (?:just|ever|once|had|now|last))* (?:said|told you|mentioned|wrote|shared)|(?:that )?(?:i|we)(?: have|['’]ve)?(?: (?:just|ever|once))* (?:told you|said|mentioned)(?: to you)?)(?!\p{L})/giu,
    told: /^(?:(?:(?:absolutely|literally) )?(?:everything|all|anything|whatever)(?!\p{L}).*(?<!\p{L})(?:about|on|regarding|concerning|of)(?!\p{L})|(?:(?:the|that|this|my|your|any|all|every|each|those|these|a) )*(?:\p{L}+ ){0,2}(?:notes?|memor(?:y|ies)|entr(?:y|ies)|facts?|info(?:rmation)?|details?|records?|remarks?|statements?|things?|bits?|parts?) (?:about|on|of|that|regarding|concerning|where|with|which|saying)(?!\p{L})|that (?:i|my|we|our|i['’]\p{L}+)(?!\p{L})|my \p{L}|what (?:i|we|you)(?!\p{L})|\p{Lu}\p{L}+['’]s \p{L})/iu,
    surely:
      /^(?:(?:the fact )?that\s+(?!(?:and|let)(?!\p{L}))\S|everything|all(?: of it)?(?:$|\s+(?:about|that|of|i|my|you|we)(?!\p{L}))|anything|whatever|what (?:i|we|you)(?!\p{L})|who (?:i|my)(?!\p{L})|where (?:i|my)(?!\p{L})|about (?:me|my)(?!\p{L})|i(?:['’]\p{L}+)?\s|my \p{L}|me(?!\p{L})|(?:the|that|this) (?:\p{L}+ )?(?:thing|part|fact|note|memory|memories|info(?:rmation)?|bit|detail)s? (?:about|on|of|that|with|where)(?!\p{L}))/iu,
    last: /^(?:what (?:i|we)(?:['’]ve| have)?(?: (?:just|now|last))* (?:said|told you|wrote|mentioned|typed|shared)(?: (?:to )?you)?(?:,? (?:just now|earlier|last|before|right now|a (?:moment|second|minute) ago|there))*|(?:what was just said)|(?:my|the|that|this) (?:last|previous) (?:message|sentence|statement|remark|line|bit|part|one|thing)(?: (?:that )?(?:i|we)(?: just)? (?:said|told you|wrote|mentioned))?|(?:that )?(?:i|we)(?: just| ever)? (?:said|told you|mentioned) (?:that|this|it|anything)|(?:any of )?(?:this|that|it))$/iu,
    self: /^(?:me|myself|us|who i am|my (?:personal )?(?:data|details|information|info|memories))(?: (?:please|completely|entirely|altogether))*$/iu,
    about:
      /^(?:(?:absolutely|literally|the fact|the|that|this|all|any|every|those|these|your|of|a|thing|part|bit|note|memory|memorie|entr(?:y|ie)|fact|info|information|detail|record|remark|statement)s?(?: (?=that|about|on|of|thing|part|bit|note|memor|entr|fact|info|detail|record|remark|statement|the|i |my )|(?=$))|(?:everything|all|anything|whatever|what)(?!\p{L})|(?:that|which|about|on|of|regarding|concerning|related to|to do with|saying|where|with)(?!\p{L})|[\s,:])+/iu,
    after:
      /(?:[\s,]+(?:please|pls|any ?(?:more|longer)|thanks|thank you|now|again|ever again|right away|at once|for good|forever|completely|permanently|immediately|too|as well|would you|will you|can you|could you|ok(?:ay)?|from (?:your |the )?(?:memory|memories|records?|notes|mind)))+$|[\s.!?…,;:]+$/iu,
    yes: /^(?:y|yes+|yep|yup|yeah|ya|sure|ok(?:ay)?|of course|certainly|absolutely|definitely|do (?:it|that|so)|go(?: ahead| on| for it)?|please(?: do)?|confirm(?:ed)?|agreed|correct|right|(?:delete|erase|remove|forget|wipe) (?:it|them|that|those|all|everything)(?: all)?|i(?:['’]m| am) sure|all of (?:it|them))(?:[\s,.!]+(?:y|yes+|please|do(?: it| that| so)?|go ahead|sure|ok(?:ay)?|(?:delete|erase|remove|forget|wipe) (?:it|them|that|those|all|everything)(?: all)?|thanks|thank you|all|i(?:['’]m| am) sure|for good|now))*$/iu,
    no: /^(?:n|no+|nope|nah|don['’]?t|do not|stop|cancel|never ?mind|rather not|better not|not (?:now|yet|really)|keep (?:it|them|that|those|all|everything)|leave (?:it|them|that)|i(?:['’]d| would) rather not|wait|forget it)(?:[\s,.!]+(?:no|thanks|thank you|don['’]?t|do not|stop|cancel|please|keep (?:it|them|that|everything)|not|do it|do that|now|leave (?:it|them|that)))*$/iu,
    takeBack:
      /^(?:(?:please|no|oh|oops|sorry|wait|actually|stop|can you|could you)[\s,.!]+)*(?:take (?:it|that|this|them) back|undo(?: (?:it|that|this|the (?:forgetting|deletion)))?|bring (?:it|them|that) back|restore (?:it|them|that)|put (?:it|them|that) back|i(?:['’]ve)? changed my mind|i want (?:it|them|that) back|don['’]?t forget (?:it|that|them)(?: after all)?|remember (?:it|that|them) (?:again|after all))(?:[\s,.!]+(?:please|again|now|thanks|after all))*$/iu,
    anywhere: {
      first:
        /^(?:(?:delete|erase|remove|wipe|purge|scrub|discard|clear|drop|scrap|scratch|strike|bin|ditch|lose|trash|expunge|kill)(?: (?:out|off|away))?|get rid of|throw (?:away|out)|(?:take|get|cross|leave|throw|cut|kick)(?=\s(?:.*\s)?(?:out|off)(?!\p{L}))|forget(?: about)?(?!\s+(?:it|this|about|to|how|not|that(?=\s*$))(?!\p{L}))(?=\s)|(?:stop|quit|don['’]?t|do not|never) (?:call|address)(?:ing)? me(?: as)?|(?:there['’]?s |there is )?no (?:need|reason|point|use)(?: to| in)? (?:remember|keep|know|stor|hold|hang)(?:e|ing)?(?: on to)?|(?:you )?(?:needn['’]?t|need not|don['’]?t (?:need|have) to|can stop) (?:remember|keep|know|store|hold|hang)(?:ing)?(?: on to)?|(?:don['’]?t|do not|never) (?:ever )?(?:mention|bring up|talk about|remind me of|remember|know|store|keep|save)(?=\s.*\s(?:again|any ?more|any longer)(?!\p{L}))|i (?:don['’]?t|do not|never) (?:ever )?want to (?:see|hear|read)(?: about| of)?(?=\s.*\s(?:again|any ?more)(?!\p{L})))(?!\p{L})/iu,
      last: /(?<=\p{L}\s+)(?:(?<=(?:everything|all|anything|info|notes?|memory|stuff|thing|bit)(?!\p{L}).*)(?:can|must|should|has to|have to|needs? to) go|(?:can|should|must|may|has to|have to|needs? to) be (?:deleted|erased|removed|wiped|forgotten|dropped)(?: now)?|(?:please )?(?:delete|erase|remove|forget)(?: please)?|(?<=^i(?:['’]d| would)? (?:like|want|prefer|need|love) .*)(?:deleted|erased|removed|wiped|forgotten|gone))$/iu,
      unwanted:
        /(?:(?:i(?:['’]d| would)(?: \p{L}+)? (?:rather|prefer)|it(?:['’]d| would) be \p{L}+|i wish)(?: it)?(?: if)?,? (?:you|that|it|this)(?=.{0,20}(?:n['’]t|not|nothing|never|no longer|stopped)(?!\p{L}))|i (?:do not|don['’]?t|no longer|didn['’]?t) (?:want|like|wish)|i(?:['’]m| am) (?:not |un)(?:comfortable|happy|ok(?:ay)?|fine)(?: with)?(?= you)|(?:should not|shouldn['’]?t|must not|mustn['’]?t|does not|doesn['’]?t|has no)(?: be| belong| place)?(?=.*(?:stored|saved|kept|remembered|recorded|your (?:memory|notes|head|records?))))(?=.*(?<!\p{L})(?:(?<=(?<!\p{L})you .*)(?:kn[eo]w|knowing|keep(?:ing)?|kept|remember(?:ing)?|stor(?:e|ing)|hav(?:e|ing)|hold(?:ing)?|sav(?:e|ing)|record(?:ing)?)|stored|saved|kept|remembered|recorded|on (?:file|record)|your (?:memory|notes|head|records?))(?!\p{L}))/iu,
      never:
        /^(?:how|why|who|when|what|where|did|does|do|has|have|had|is|are|was|if|should|(?:can|could|may|shall) i)(?!\p{L})|(?<!\p{L})(?:do not|don['’]?t|never|cannot|can['’]?t|couldn['’]?t|could not|won['’]?t|wouldn['’]?t|didn['’]?t)(?: ever)? (?:forget|delete|erase|remove|wipe|drop|clear|lose|throw|take|scrap|bin|get rid)(?!\p{L})|^i(?:['’]d| would)? (?:want|like|need|love|wish|try|have)(?: to)? (?:just )?forget(?!\p{L})|(?<!\p{L})for (?:a |one )?(?:second|sec|minute|moment|bit|while|now)(?!\p{L})/iu,
      ability:
        /^(?:so |and |hey,? )*(?:can|could|do|are|will) (?:you|i)(?: ever| also| even| able to| make you)*(?: (?:actually|really))? (?:forget|delete|erase|remove|unlearn)(?: (?:things?|stuff|something|anything|it|memories|facts|what)(?: (?:that )?(?:you|i|we)(?:['’]ve| have)? (?:know|remember|told|tell|said|stored|learned)(?: you| about me)?)?)?(?: (?:later|again|over time|afterwards))?\s*(?:\?|,? or .*\?|$)|^how (?:do|can|could) (?:i|you|we)(?: (?:get|make) you(?: to)?)? (?:forget|delete|erase) (?:things?|stuff|something|memories|a memory|what you (?:know|remember).*)\s*\??$/iu,
      memory:
        /(?<!\p{L})(?:(?:that|this|those|these|your) (?:memory|memories|notes?|records?|system|head|brain|mind)|(?:to|you) (?:remember|know|keep)|hang on to)(?!\p{L})(?! leak)/iu,
      artefact:
        /(?<!\p{L})(?:files?|folders?|director(?:y|ies)|repo(?:sitory)?|branch(?:es)?|lines?|words?|sentences?|paragraphs?|sections?|commas?|chapters?|tables?|columns?|rows?|databases?|imports?|commits?|tests?|caches?|logs?|accounts?|channels?|lists?|docs?|readme|pipelines?|badges?|functions?|class(?:es)?|methods?|scripts?|comments?|cop(?:y|ies)|code|text|emails?|deck|slides?|spaces?|whitespace|dependenc(?:y|ies)|packages?|containers?|jobs?|flags?|fields?|buttons?|variables?|support|install|re-?run|rename|replace|rewrite|refactor|push|merge|rebuild|redeploy|calendar|recipe|memory leaks?)(?!\p{L})|[\p{L}\p{N}_]\.[a-z]{2,4}(?!\p{L})/iu,
      joining: /\s+(?:and|so|but|then|please|pls)\s+/giu,
      bare: /^(?:it|its|that|this|those|these|them|they|him|his|her|he|she|the|my|your|yours|our|a|an|one|ones|both|each|all|any|every|everything|anything|stuff|things?|bits?|parts?|notes?|memor(?:y|ies)|records?|entr(?:y|ies)|facts?|info|information|details?|nick ?names?|names?|about|of|on|onto|from|with|to|for|as|out|off|away|please|pls|again|any ?more|any|more|longer|too|also|now|would|could|can|you|i|me|we|us|regarding|head|mind|brain|system|have|having|has|know|knew|knowing|keep|keeping|kept|remember|remembering|remembered|store|stored|storing|save|saved|saving|recorded?|recording|hold|holding|hang|be|been|is|are|was|were|do|did|didn['’]?t|don['’]?t|not|nothing|never|stopped|stop|like|want|in|at|file|thanks?|completely|right|ok|okay|which|there|just)$/iu,
    },
  },

  fix: {
    byOtherArguments: (tool, before, error, after) =>
      `${tool} with ${before} failed: "${error}". It worked with ${after}`,
    byChange: (call, error, change) => `${call} failed: "${error}". It worked after ${change}`,
  },
};
