import type { FactWords } from './language.ts';

const month =
  '(?:january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|apr|jun|jul|aug|sept?|oct|nov|dec)';
const weekday = '(?:mon|tues|wednes|thurs|fri|satur|sun)days?';
const adverbs =
  '(?:also |still |now |just |really |currently |only |already |both |all |always |never |usually |mostly |recently |originally |actually |currently )*';
const things =
  'code|tests?|build|builds|terminal|computer|script|server|branch|app|query|function|program|browser|internet|output|screen|machine|laptop|changes?|commits?|prs?|patch|question|problem|issue|idea|guess|point|goal|task|request|order|mistake|bad|back|head|turn|plan|reservation|booking|flight number|message|prompt|opinion|understanding|concern|focus|intention|attempt|assumption|example|input|answer|reply|approach|solution|bug|error|feeling|mood|brain';
const doing =
  '(?:studying|training for|expecting|getting married|engaged|living|learning|raising|renting|retiring|doing (?:an?|my)|saving (?:up )?for|moving to|flying to|travelling to|recovering)';

export const englishFacts: FactWords = {
  person: [
    new RegExp(
      `^(?:i|we) ${adverbs}(?:am|are|have|had(?= (?:an?|my|the|two|three) )|own|live|lived|work|worked|teach|study|studied|play|drive|ride|speak|grow|grew|sell|sing|collect|commute|volunteer|belong|suffer|take|eat|drink|smoke|wear|go|used to|moved|married|retired|graduated|divorced|lost my|broke my|(?:was|were)(?= (?:an?|born|laid off|diagnosed|raised|brought up|with \\p{L}+ for|in the (?!middle)\\p{L}+)(?!\\p{L}))|run an?|keep|breed|coach|rent|pay|come from|celebrate|don['’]?t (?:eat|drink|drive|smoke|work)|served|joined|started (?:at|as|in|my)|quit|left|serve|manage|lead|paint|cycle|swim|weigh)(?!\\p{L})`,
      'iu',
    ),
    /^(?:i['’]?(?:m|ve)|we['’](?:re|ve))(?![\p{L}'’])/iu,
    new RegExp(
      `^(?:(?:both|all|two|three|one) (?:of )?)?(?:my|our) (?!(?:\\p{L}+ )?(?:${things})(?!\\p{L}))\\p{L}`,
      'iu',
    ),
    // "landlord is Mr. Osei", "her teacher is called Ann", "the MOT is due on 9 February"
    /^(?:(?:the|his|her|their) )?(?:landlord|landlady|rent|mortgage|mot|vet|doctor|dentist|teacher|school|wedding|funeral|exam|exams|husband|wife|mum|mom|dad|daughter|son|sister|brother|baby|dog|cat|kids|flat|house|car|appointment|surgery|operation|office)(?:['’]s)? (?:is|are|was|has|lives?|goes|starts?|moved|works?)(?!\p{L})/iu,
    /^[Tt]he \p{L}+ is an? \p{Lu}\p{Ll}/u,
    // "grandad here, 79", "22yo from Manila"
    /^\p{L}+ here$|^\d{1,2} ?(?:yo|y\/o|years? old)(?!\p{L})/iu,
    /^(?:the )?(?:name['’]?s|name is) \p{L}/iu,
    /^\p{Lu}\p{Ll}+ is \d{1,2}(?:$|,| and | years)/u,
  ],
  project: [
    new RegExp(
      `^we(?:['’]re| are)? ${adverbs}(?:on \\p{Lu}|use|run|deploy|ship|release|host|build|test|write|store|keep|log|monitor|develop|target|support|pin|lint|format)(?!\\p{L})`,
      'iu',
    ),
    /^(?!(?:(?:the|this|our|my) )?(?:\p{L}+ )?(?:it|that|they|error|bug|problem|function|variable|file|branch|class|method|test)(?!\p{L}))(?:(?:the|this|our) )?(?:[\p{L}\d./-]+ ){1,4}(?:is|are) (?:called|named|hosted|deployed|written in|built with|due (?:on|in)|stored|based|kept) \S/iu,
    /^(?:(?:the|this|our) )?(?:[\p{L}-]+ )?(?:project|prod|releases?|deploys|deployments|customers?|client|repo|repository|app|api|backend|frontend|service|database|db|pipeline|ci|tests|staging|production|site|website|server|stack|codebase|monorepo|infrastructure|worker|build) (?:is|are|uses?|runs? (?:on|with|at|in \p{Lu})|lives? (?:in|on|at)|deploys?|needs?|requires?|targets?|talks to|listens on|go out|happen|must|stays?) \S/iu,
    /^(?:node|python|java|ruby|go|rust|php|postgres\p{L}*|mysql|typescript|react|vue|angular|django|rails|laravel|\.net)(?:\.?js)? v?\d[\d.]*$/iu,
  ],
  talk: [
    new RegExp(
      `(?<!\\p{L})(?:i['’]?m|i am|we['’]re|we are) (?:still |just |now |also |\\p{L}+ly |not |all )*(?!${doing})\\p{L}{2,}ing(?!\\p{L})`,
      'iu',
    ),
    new RegExp(
      `(?<!\\p{L})(?:i['’]?m|i am|we['’]re|we are) (?:still |just |now |also |a bit |a little |\\p{L}+ly |so |not |very |too |all |quite )*(?:so|upset|tired|happy|glad|sad|sorry|fine|hungry|thirsty|bored|sick of|confused|stuck|busy|done|back|late|ready|sure|afraid|lost|curious|wrong|right|here|good|ok(?:ay)?|about|aware|able|unable|interested|excited|worried|behind|getting an?|handy|on hand|on (?:line|step|it|the|my way)|in (?:a|the) (?:hurry|middle|meeting)|open|willing|planning|trying|hoping|asking|free|clear|unsure|certain|impressed|surprised|grateful|angry|annoyed|frustrated|an? (?:bit|little|idiot|mess))(?!\\p{L})`,
      'iu',
    ),
    /^(?:i|we)(?:['’](?:d|ll)| would| will| want| need| wish| hope| guess| think| believe| feel| mean| wonder| know| see| could| should| must| may| might| can(?:['’]?t|not)?| have to| had to| was (?:about|wondering|going|thinking|looking|trying|wrong|just|able|told|hoping|expecting|confused|under)| were (?:about|going|trying|told|hoping|expecting)| have (?:been \p{L}+ing|(?:an? |the |some |two |three |\d+ )?(?:\p{L}+ )?(?:gb|mb|ram|options?|choices?|meetings?|calls?|open|questions?|ideas?|problems?|issues?|look|feeling|bug|request|doubt|task|point|reservation|booking|flight|complaint|file|script|function|class|list|string|error|warning)|no (?:idea|clue|time)|(?:also |already |just |now )*(?!lived|worked|retired|moved|married|studied)(?:\p{L}{2,}ed|run|written|read|made|seen|got|found|done|set|put|sent|gone|lost)(?= ))|['’]ve (?:also |already |just |now |only )*(?!been|lived|worked|had|got|two|three|\d)\p{L}+|go (?:with|ahead|for)|went (?:with|ahead|through|for)|take (?:it|that|the (?:first|second))|was \p{L}+ing)(?![\p{L}])/iu,
    /(?<!\p{L})(?:today|tonight|this (?:morning|afternoon|evening|minute|time)|right now|just now|at the moment|in a (?:minute|moment|sec)|back in|later|yesterday|last night|again|pls|please|no idea|lol|whatever|should we|what to|how to|wrong port|merge conflict|failing|fails?|failed|conflict|hurts?|broken|crash\p{L}*|exits? with|hangs|down|slow|empty|compile|stuck|too|fan of|opinion|not working|(?:is|are) (?:now )?(?:up|green|red|done|running|ready|live|back)|now$|once|does(?:n['’]t| not) (?:work|start|run|open|load|print))(?!\p{L})/iu,
    /^(?:so (?:pls|please)|so|but) (?:pls|please|don['’]?t|do not|can|could|what|how|give|help|any|i (?:need|want))(?!\p{L})/iu,
  ],
  named: /(?<=[\p{L}\p{N},.]\s)(?!I(?![\p{L}\p{N}]))(?!(?:ID|OK|FAQ|PC)s?(?!\p{L}))\p{Lu}[\p{L}\d&-]+/u,
  topic:
    /(?<!\p{L})(?:husband|wife|partner|mum|mom|mother|dad|father|nan|gran\p{L}*|sons?|daughters?|kids?|child(?:ren)?|bab(?:y|ies)|twins?|brothers?|sisters?|aunt|uncle|cousins?|niece|nephew|dogs?|cats?|pets?|horses?|widow(?:er|ed)?|married|divorced|pregnant|nurse|teacher|carer|driver|engineer|student|doctor|retired|job|shifts?|school|university|uni|college|allergic|allergy|diabet\p{L}+|asthma|cancer|dementia|surgery|operation|medication|vegan|vegetarian|rent|landlord|flat|house|mortgage|garden|farm|village|town|church|choir|yoga|football|guitar|piano|physio|degree|masters?|phd|exams?|wedding|birthday|anniversary|born|live|lived|raised|moved)(?!\p{L})/iu,
  date: new RegExp(
    `(?<!\\p{L})(?:\\d{1,2}(?:st|nd|rd|th)?(?: of)? ${month}|${month} \\d{1,4}|(?:in|since|until|by|next|every|last) ${month}|(?:in|since) (?:19|20)\\d\\d|(?:on|every) ${weekday})(?!\\p{L})`,
    'iu',
  ),
};
