import { atStart, type Language } from './language.ts';

const please = '(?:bitte,? )?';
const things =
  '(?: (?:bitte|mal|auch|doch|noch|unbedingt|jetzt|das|dies|diese|eins|folgendes|die folgenden|zwei|drei|ein paar|dinge|sachen|punkte|regeln|fakten|für (?:später|die zukunft|das nächste mal)))*';
const colonOrDash = String.raw`(?:\s*:\s*|\s+[–—-]+\s+)`;
const that = String.raw`(?:${colonOrDash}|,?\s+dass\s+|,\s*dass\s+)`;

const use = '(?:nutz|verwend|benutz|schreib|arbeit|nehm|trink|ess|test|programmier)\\p{L}*';
const instruct =
  '(?:benutze?|verwende?|nutze?|nimm|schreibe?|antworte?|mache?|teste?|committe?|sprich|formatiere?|lege?|pushe?|frage?|lösche?|führe?)';
const always = '(?:immer|nie|niemals|stets|grundsätzlich|nur|ausschließlich)';
const mostly = '(?:meistens|normalerweise|am liebsten|lieber)';
const lead = '(?:nach [^.;]{3,60}?[:,]? )?';
const inFuture = '(?:in zukunft|künftig|ab jetzt|ab sofort|von nun an|von jetzt an)';
/** Excludes articles: with an article it is usually one of the things at hand, while permanent choices have a name. */
const named = '(?!(?:den|die|das|dem|der|ein|eine|einen|mein\\p{L}*)(?!\\p{L}))';
const end = '(?!\\p{L})';
const speaker = String.raw`(?:ich|mein\p{L}*|mir|mich)(?!\p{L})`;

export const german: Language = {
  code: 'de',

  opening:
    /^(?:(?:ok(?:ay)?|ja|genau|gut|super|prima|danke|und|aber|also|ach(?: ja)?|übrigens|noch was|hallo|moment|warte|ups|entschuldigung|sorry)(?:[,.!:–—-]+\s*|\s+))+/iu,
  closing: /(?:[\s,]+bitte|,\s*(?:danke|ja|ne|ok(?:ay)?))?[\s.!]*$/iu,
  supposed:
    /^(?:wenn|falls|vielleicht|eventuell|angenommen|ich (?:glaube|denke|vermute|könnte|würde)|wir könnten|könnte|würde|sollte|soll|kann|was|warum|wieso|wie|wer|wo)(?!\p{L})/iu,
  reported:
    /(?<!(?:ich|wir) )(?<!\p{L})(?:sagt|sagte|meint|meinte|schreibt|schrieb|behauptet|behauptete|findet|fand|empfiehlt|laut|zufolge|angeblich|man soll(?:te)?|(?:sagen|meinen|schreiben|behaupten|finden|empfehlen) (?:sie|alle|viele|manche|die))(?!\p{L})/iu,
  passing:
    /(?<!\p{L})(?:gerade|momentan|vorerst|im moment|noch immer|heute|erst ?mal|für heute)(?!\p{L})|(?<!\p{L})wieder$/iu,
  pointing:
    /^(?:das (?=\p{Ll})|es|dies\p{L}*|er|du|dort|da)(?!\p{L})|(?<!\p{L})(?:es|das hier|das(?=$| (?:nicht|so|auch|jetzt|hier) )|diese[nrsm]?|jene[nrsm]?|beides|(?:die|den|das) (?:erste|zweite|dritte|letzte|andere|gleiche)n?)(?!\p{L})/u,
  firstPerson: new RegExp(`^${speaker}`, 'iu'),
  speaker: new RegExp(String.raw`(?<!\p{L})${speaker}`, 'iu'),
  userSaid: (statement) => `Der Nutzer sagte: „${statement}“`,

  remember: atStart([
    `${please}(?:kannst|könntest|würdest) du dir${things} merken${that}`,
    `${please}merke? (?:dir|euch)${things}(?:${that}|,\\s+|[\\s.!]*$)`,
    `${please}merke? dir (?=(?:mein|unser|de[rnm]|die|das)\\p{L}* [^.?!:]{2,40}:\\s+\\S)`,
    `${please}(?:das |folgendes )?merken\\s*:\\s*`,
    `${please}(?:vergiss (?:bitte )?nicht|denke? (?:bitte )?daran|notiere?(?: dir)?(?: bitte)?|schreibe? dir(?: bitte)? auf|speichere?(?: das| folgendes)?)${that}`,
    `(?:nur )?(?:für (?:später|die zukunft|das nächste mal)|zur erinnerung|zum merken)${colonOrDash}`,
  ]),
  politely: /^(?:bitte,? )?(?:kannst|könntest|würdest) du(?!\p{L})/iu,
  rememberThat:
    /(?:^|[,;–—-]\s*(?:(?:und|also|bitte) )*|^bitte )merke? dir (?:das|dies)(?: (?:bitte|gut|auch|für später))*[\s.!]*$/iu,
  nextRequest:
    /^(?:danke|vielen dank|jetzt|dann|danach|bitte|kannst du|könntest du|lass uns|und jetzt)(?!\p{L})/iu,

  labels: {
    plan: 'plan|fahrplan|roadmap',
    todo: 'to-?dos?|(?:offene )?aufgaben?',
    doing: 'in arbeit',
    done: 'erledigt|fertig',
    blocked: 'blockiert',
    decision: 'entscheidung(?:en)?|entschieden',
  },
  finished: [
    /^(?:(?:ich bin|wir sind) )?fertig mit (?<task>.+)$/iu,
    /^(?:(?:ich bin|wir sind) )?mit (?<task>(?!.*(?<!\p{L})(?:nicht|nie|kaum|fast|halb)(?!\p{L})).+) fertig$/iu,
    /^(?<task>(?!(?:nichts|kein\p{L}*)(?!\p{L})).+?) (?:ist|sind) (?:erledigt|fertig)$/iu,
  ],
  preferences: atStart([
    `ich (?:bevorzuge|mag|liebe|hasse)${end} (?!dich${end}|die idee${end})`,
    `ich ${use}.* (?:${always}|${mostly})${end}`,
    `ich ${use}.* (?:nicht|kein\\p{L}*)${end}.* mehr$`,
    `(?:${mostly}|grundsätzlich) (?:mag|${use}) ich${end}`,
    'mir ist .+ (?:lieber|wichtig)$',
    `mein\\p{L}* (?:lieblings|bevorzugte)\\p{L}* .*(?:ist|sind|heißt)${end}`,
    `${instruct} .*(?<!\\p{L})${always}${end}`,
    `${always} (?!dies|mehr|noch|gut|gern)\\p{Ll}+ \\S`,
    `${inFuture}${end},? \\S+ \\S`,
    `(?!.*(?<!\\p{L})(?:vielleicht|könnte\\p{L}*|wird|werden)${end}).{3,120}[ ,]${inFuture}${end}`,
    `du (?:kannst|darfst) mich .*(?:duzen|siezen|nennen)$`,
  ]),
  decisions: atStart([
    `${lead}wir haben (?:uns )?.*(?:entschieden|beschlossen|geeinigt|festgelegt|verworfen)${end}`,
    `ich habe? mich .*entschieden${end}`,
    `(?:die |unsere )?entscheidung(?: ist|:| war| lautet) `,
    `lasst? uns ${named}.+ (?:nehmen|verwenden|nutzen|benutzen|einsetzen|bleiben|wechseln|umsteigen)${end}`,
    `${lead}wir (?:nehmen|bleiben bei|setzen auf|wechseln (?:zu|auf)|steigen auf|entscheiden uns für) ${named}`,
    `wir (?:nutzen|verwenden|benutzen|deployen|releasen|mergen|testen|schreiben) .*(?<!\\p{L})${always}${end}`,
    `wir deployen ${always}${end}`,
    `wir (?:nutzen|verwenden|benutzen|brauchen) .*(?<!\\p{L})(?:nicht|kein\\p{L}*)${end}.* mehr$`,
    'wir (?:sind|haben|wechseln|stellen|migrieren) .*von .{2,60} (?:auf|zu|nach) ',
  ]),
  reason: /,?\s(?:weil|da|damit)\s(?<reason>.+)$/iu,

  correcting:
    /^(?:nein|falsch|nö|nee|das (?:stimmt|ist) (?:so )?(?:nicht|falsch|veraltet|überholt)(?: richtig| mehr)?|eigentlich|tatsächlich|korrektur)(?!\p{L})[\s,.:;!–—-]*/iu,
  contrast:
    /(?<!\p{L})nicht\s.+,\s*sondern\s+\S|,\s*(?:nicht|nie|niemals)\s+\S|\s(?:statt|anstelle|anstatt)\s+\S/iu,
  asserting:
    /^(?:nimm|benutze?|verwende?|nutze?)(?!\p{L})|(?<!\p{L})(?:ist|sind|werden|wird|heiße|heißt|läuft|liegt|hat|haben|nutz\p{L}*|verwend\p{L}*|gehört|braucht|muss|lautet|endet|beginnt|wohne|arbeite)(?!\p{L})/iu,

  dates: {
    numbers: [
      'null',
      'ein einem einer eine',
      'zwei',
      'drei',
      'vier',
      'fünf',
      'sechs',
      'sieben',
      'acht',
      'neun',
      'zehn',
      'elf',
      'zwölf',
    ],
    days: {},
    next: (weekday) => `nächsten ${weekday}|kommenden ${weekday}`,
    last: (weekday) => `letzten ${weekday}|vergangenen ${weekday}`,
    notAfter: 'guten|am|jeden|jeder|der|den|diesen|heute|gestern',
  },

  fix: {
    byOtherArguments: (tool, before, error, after) =>
      `${tool} mit ${before} schlug fehl: „${error}“. Es ging mit ${after}`,
    byChange: (call, error, change) => `${call} schlug fehl: „${error}“. Es ging nach ${change}`,
  },
};
