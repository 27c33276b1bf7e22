import { germanRequests } from './german-requests.ts';
import { atStart, type Language } from './language.ts';

const use = '(?:nutz|verwend|benutz|schreib|arbeit|nehm|trink|ess|test|programmier)\\p{L}*';
const instruct =
  '(?:benutze?|verwende?|nutze?|nimm|schreibe?|antworte?|mache?|teste?|committe?|sprich|formatiere?|lege?|pushe?|frage?|lösche?|führe?|gib|nenne?|zeige?|halte?|achte?|vermeide?|prüfe?|fasse?|ändere?|erkläre?|sage?|sei|stelle?|lasse?|rühre?|packe?|setze?|öffne?|schließe?|speichere?|deploye?|merge?|baue?|kommentiere?|dokumentiere?|übersetze?|erwähne?|schlage?|plane?|rechne?|runde?)';
const always = '(?:immer|nie|niemals|stets|grundsätzlich|nur|ausschließlich)';
const mostly = '(?:meistens|normalerweise|am liebsten|lieber)';
const lead = '(?:nach [^.;]{3,60}?[:,]? )?';
const inFuture = '(?:in zukunft|künftig|ab jetzt|ab sofort|von nun an|von jetzt an)';
/** Excludes articles: with an article it is usually one of the things at hand, while permanent choices have a name. */
const named = '(?!(?:den|die|das|dem|der|ein|eine|einen|mein\\p{L}*)(?!\\p{L}))';
const end = '(?!\\p{L})';
const speaker = String.raw`(?:ich|mein\p{L}*|mir|mich)(?!\p{L})`;

const kin =
  '(?:frau|mann|ehemann|ehefrau|partner(?:in)?|freundin|freund|verlobte[rn]?|kind(?:er)?|baby|zwillinge|(?:stief|halb|groß|enkel|schwieger)?(?:mutter|vater|schwester(?:n)?|bruder|brüder|eltern|sohn|söhne|tochter|töchter|kinder)|mama|papa|oma|opa|geschwister|tanten?|onkel|cousin(?:e|en|s)?|nichten?|neffen?|familie|hunde?|katzen?|kater|haustiere?|pferde?|mitbewohner(?:in)?)';
const particulars =
  '(?:(?:vor|nach|spitz|geburts|mädchen)?name|pronomen|geburtstag|geburtsdatum|alter|beruf|arbeitgeber|heimatstadt|heimat|(?:post)?adresse|anschrift|staatsangehörigkeit|muttersprache|zeitzone|religion|blutgruppe|ernährung|allergien?|größe|gewicht|schuhgröße|(?:haus|zahn)?(?:arzt|ärztin))';
const condition =
  '(?:\\p{L}*(?:allergien?|intoleranz(?:en)?|unverträglichkeit(?:en)?|schwäche|behinderung)|diabetes|asthma|epilepsie|adhs|autismus|legasthenie|arthritis|migräne|zöliakie|tinnitus|rheuma|depressionen?|herzschrittmacher|krebs)';
const some = '(?:ein|eine|einen|zwei|drei|vier|fünf|sechs|\\d+)';
const manner = String.raw`(?:auf (?!(?:den|die|das|der|dem|meine|diese|alle)(?!\p{L}))\p{L}+|in (?!(?:den|die|das|der|dem|einem?|zwei|drei|meine\p{L}*|dies\p{L}*)(?!\p{L}))\p{L}+|(?:sehr |möglichst |immer |nur |so |etwas )*(?:kurz|kürzer|knapp|ausführlich(?:er)?|förmlich|formell|locker|höflich|direkt|ehrlich|einfach|sachlich|freundlich|per (?:du|sie))|ohne (?!(?:den|die|das|mich)(?!\p{L}))\p{L}+|mit (?!(?:den|der|dem|mir)(?!\p{L}))\p{L}+|wie (?:ein|bei))`;
const answer = '(?:antworte?|schreibe?(?= mir)|sprich|rede?|erkläre?|formuliere?)';
const answers = '(?:antworten|erklärungen|zusammenfassungen|rückmeldungen)';

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
  user: /^(?:der|die|des) (?:be)?nutzer(?:in|s)?(?!\p{L})/iu,
  speakerInvolved: /(?<!\p{L})(?:ich|mir|mich)(?!\p{L})/iu,
  seeminglyPointing: /^du (?:kannst|darfst|sollst|musst|solltest) /iu,
  userSaid: (statement) => `Der Nutzer sagte: „${statement}“`,

  ...germanRequests,

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
  profile: atStart([
    String.raw`mein\p{L}* ${particulars} (?:ist|sind|lautet|lauten)${end}`,
    String.raw`mein\p{L}* (?:\p{L}+ )?${kin}(?:,? \p{L}+,?)?(?: und (?:mein\p{L}* )?\p{L}+)? (?:heißt|heißen|hat|haben|arbeitet|arbeiten|wohnt|wohnen|lebt|leben|spricht|sprechen|studiert|geht (?:in|auf)|darf|(?:ist|sind)(?! (?:noch |schon |wieder |nicht )*(?:da|hier|weg|krank|müde|zu hause|unterwegs|fertig|spät|hungrig|beschäftigt)${end}))${end}`,
    `ich (?:heiße|heisse) \\S`,
    `ich bin (?:(?:sehr |stark |hoch|leicht |auch |streng |rot-grün-|teilweise |fast )*(?:allergisch|vegetarier(?:in)?|veganer(?:in)?|vegan|vegetarisch|diabetiker(?:in)?|asthmatiker(?:in)?|legastheniker(?:in)?|autist(?:in)?|\\p{L}*(?:blind|sichtig|hörig|händer(?:in)?|intolerant)|gehörlos|taub|verheiratet|geschieden|verwitwet|ledig|schwanger|selbstständig|selbständig|rentner(?:in)?|mutter|vater)${end}|(?:von beruf|geboren|aufgewachsen|aus (?!(?:dem|der|den|allen|versehen)${end})\\p{L}|\\d+ jahre|\\d+$|in rente))`,
    // a profession has no article: "ich bin Lehrerin"; what ends so is no state of the day
    `ich bin \\p{L}+(?:lehrer|pfleger|leiter|ingenieur|arbeiter|fahrer|händler|entwickler|techniker|meister|wirt|ärzt|arzt|krankenschwester|köch|student|schüler|künstler|musiker|anwält|anwalt|forscher|betreuer|berater|assistent|verkäufer|handwerker|bäcker|richter|redakteur|journalist|architekt|polizist|pilot|therapeut|psycholog)(?:in)?${end}`,
    `ich bin (?:lehrer|arzt|ärztin|koch|köchin|student|schüler|musiker|anwalt|anwältin|berater|bäcker|richter|entwickler|pfleger|ingenieur|journalist|architekt|polizist|pilot|therapeut|künstler)(?:in)?${end}`,
    `ich bin gegen .{2,40} allergisch`,
    `ich (?:wohne|lebe|stamme|komme (?:ursprünglich )?aus (?:der (?:schweiz|türkei|ukraine|slowakei|mongolei)|den (?:usa|niederlanden)|(?!(?:dem|der|den|einem|einer)${end})\\p{L}+))${end}(?! (?:damit|mit (?:dem|der) (?:fehler|bug|problem))${end})`,
    `ich arbeite (?:(?:seit \\S+ (?:\\S+ )?)?(?:als|bei|für (?!mich${end})|in (?!(?:dem|der|diesem|dieser)${end})|im (?!(?:branch|ordner|editor|terminal|moment)${end})|am (?!\\p{L}*(?:fehler|problem|parser|code|bericht))|nachts|(?:in )?teilzeit|vollzeit|schicht|von zu hause))`,
    `ich (?:studiere|unterrichte) (?!(?:das|die|den|gerade)${end})\\p{L}`,
    `ich (?:spreche|verstehe) (?:nur |kein |auch |leider |nicht gut )*(?:\\p{L}+sch|latein|hindi|thai|urdu|suaheli)${end}`,
    `ich (?:esse|trinke|rauche|vertrage|fahre)${end} (?:\\p{L}+ ){0,3}?(?:kein\\p{L}*|nie|niemals|nicht)${end}`,
    `ich (?:kann|darf|muss) (?:\\p{L}+ ){0,3}?(?:kein\\p{L}*|nicht|nie)?${end}.* (?:essen|trinken|vertragen)$`,
    `ich kann .*(?:rot|grün|blau|farben)${end}.* (?:sehen|unterscheiden|erkennen)$`,
    `ich (?:habe|leide an|leide unter) (?:eine? |die |eine starke |starke |chronische )*${condition}${end}`,
    `ich habe ${some} (?:\\p{L}+ ){0,2}${kin}${end}`,
    `ich (?:trage|brauche|benutze|nutze) (?:eine? |einen |meine )?(?:\\p{L}+ ){0,2}(?:brille|kontaktlinsen|rollstuhl|screenreader|hörgeräte?|große schrift|hohen kontrast|untertitel|vorlesefunktion)${end}`,
    `(?:nenne? mich|du (?:kannst|darfst) mich .*nennen|alle nennen mich|ich werde .+ genannt|man nennt mich)${end}`,
  ]),
  preferences: atStart([
    `(?:ich|(?:der|die) (?:be)?nutzer(?:in)?) (?:bevorzugt?e?|mag|liebt?e?|hasst?e?)${end} (?!dich${end}|die idee${end})`,
    `ich ${use}.* (?:${always}|${mostly})${end}`,
    `ich ${use}.* (?:nicht|kein\\p{L}*)${end}.* mehr$`,
    `(?:${mostly}|grundsätzlich) (?:mag|${use}) ich${end}`,
    'mir ist .+ (?:lieber|wichtig)$',
    `mein\\p{L}* (?:lieblings|bevorzugte)\\p{L}* .*(?:ist|sind|heißt)${end}`,
  ]),
  answers: atStart([
    `(?:(?:bitte|immer|${inFuture},?) )*${answer}${end}(?: (?:mir|mit mir))?(?: (?:bitte|immer|nur|stets|doch|mir))* ${manner}[^:?]{0,60}$`,
    `(?:(?:bitte|immer) )*(?:fasse?|halte?) dich (?:bitte |immer )*(?:sehr )?(?:kurz|kürzer|knapp)`,
    `(?:(?:bitte|immer) )*sei (?:bitte |immer )*(?:kurz|knapp|direkt|ehrlich|höflich|kritisch|sachlich|genau)(?:er)?${end}`,
    `(?:(?:bitte|immer) )*(?:duze?|sieze?) mich|(?:bitte )?sprich mich .+ an$|du (?:kannst|darfst) mich .*(?:duzen|siezen)$`,
    `ich (?:möchte|will|brauche|hätte gerne?|wünsche mir) (?:deine |bitte |immer )*(?!(?:mehr|einige|andere|alle|diese|zwei|drei)${end})(?:\\p{L}+ ){1,3}${answers}${end}`,
    `(?:${answers}) (?:bitte |immer |nur )*${manner}`,
  ]),
  rules: atStart([
    `${instruct} .*(?<!\\p{L})${always}${end}`,
    `${always} (?!dies|mehr|noch|gut|gern)\\p{Ll}+ \\S`,
    `${inFuture}${end},? \\S+ \\S`,
    `(?!.*(?<!\\p{L})(?:vielleicht|könnte\\p{L}*|wird|werden)${end}).{3,120}[ ,]${inFuture}${end}`,
    `wir (?:nutzen|verwenden|benutzen|deployen|releasen|mergen|testen|schreiben) .*(?<!\\p{L})${always}${end}`,
    `wir deployen ${always}${end}`,
  ]),
  fromNowOn: new RegExp(`^${inFuture}${end},? `, 'iu'),
  wishes: atStart([
    `(?:ich|(?:der|die) (?:be)?nutzer(?:in)?) (?:möchten?|will|wünscht?e?|erwartet?e?|bestehe|hätte gern|braucht?e?)${end}`,
    `(?:bitte |immer )*${answer}${end}`,
  ]),
  orders: atStart([
    `(?:bitte |immer |also )*${instruct}${end} \\S`,
    `(?:bitte |also )*(?:immer|nie|niemals|nicht|kein\\p{L}*|nur|keinesfalls|auf keinen fall|unbedingt)${end} \\S`,
    `du (?:darfst|sollst|musst|solltest|kannst)${end}`,
    `[^,;]{2,80} (?:darf|dürfen|muss|müssen|soll|sollen|sollte|sollten)${end}`,
    // "die Schlüssel liegen im Tresor, nie im Repo": a fact, and a rule
    `(?!.*(?<!\\p{L})(?:war|waren|hat|haben|hatte|hatten|wurde|wurden)${end})[^,;]{2,120}[,;] (?:und |aber )?(?:nie|niemals) (?:in|im|ins|auf|an|am|mit|ohne|aus|von|vom|über|per|bei|zu|zum|zur)${end} \\S`,
    // "Freitags nicht deployen", "Freitags kein Deploy": no verb that tells
    `(?!.*(?<!\\p{L})(?:ist|sind|hat|haben|wird|werden|war|läuft|liegt|geht|gibt)${end}).{2,60} (?:nicht|nie|niemals|immer|nur|erst|kein\\p{L}*)${end} (?:.* )?(?:\\p{L}+e[rl]?n|\\p{Lu}?\\p{L}+)$`,
  ]),
  please: /(?:^|[\s,])bitte(?:[\s,.!]|$)/iu,
  day: /\b\d{1,2}\.\s?(?:\d{1,2}\.|(?:januar|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember))|\b\d{4}-\d\d-\d\d/iu,
  weekday: /(?:am|diesen|bis) (?:montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag)(?!\p{L})/iu,
  birthday: /geburtstag|geboren/iu,
  decisions: atStart([
    `${lead}wir haben (?:uns )?.*(?:entschieden|beschlossen|geeinigt|festgelegt|verworfen)${end}`,
    `ich habe? mich .*entschieden${end}`,
    `(?:die |unsere )?entscheidung(?: ist|:| war| lautet) `,
    `lasst? uns ${named}.+ (?:nehmen|verwenden|nutzen|benutzen|einsetzen|bleiben|wechseln|umsteigen)${end}`,
    `${lead}wir (?:nehmen|bleiben bei|setzen auf|wechseln (?:zu|auf)|steigen auf|entscheiden uns für) ${named}`,
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
    notAfter:
      'guten|am|jeden|jeder|der|den|diesen|heute|gestern|früh|(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch|sonnabend',
  },

  fix: {
    byOtherArguments: (tool, before, error, after) =>
      `${tool} mit ${before} schlug fehl: „${error}“. Es ging mit ${after}`,
    byChange: (call, error, change) => `${call} schlug fehl: „${error}“. Es ging nach ${change}`,
  },
};
