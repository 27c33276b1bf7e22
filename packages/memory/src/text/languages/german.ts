import { germanFacts } from './german-facts.ts';
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

const subject =
  '(?:ich|du|er|sie|es|wir|ihr|man|das|dies|der|die|den|dem|ein\\p{L}*|mein\\p{L}*|dein\\p{L}*|unser\\p{L}*)';
/** Verbs of orders whose form is no first person. */
const orderVerb =
  'zeig|zeige|sag|sage|nenn|nenne|gib|erzähl|erzähle|erklär|erkläre|beschreib|beschreibe|lösch|lösche|entfern|entferne|vergiss|vergesst|hilf|liste|fass|fasse|übersetz|übersetze|korrigier|korrigiere|erinner|erinnere|wiederhol|wiederhole|vergleich|vergleiche|lies|such|find|schau|guck|sieh|prüf|prüfe|schreib|mach|erstell|erstelle|füg|füge|ersetz|ersetze|verbesser|verbessere|kürz|kürze|berechne|zähl|führ|start|stopp|stoppe|öffne|ändere|kommentier|formulier|formuliere|zitier|analysier|analysiere|ermittle|schlag|schlage|probier|lass uns|lass mal|lass mich|verrate?|antworte|spiel|sortier|sortiere|räum|behebe?|beheb|reparier|repariere|teste|installier|installiere|streich|streiche|tilge|verwirf';

export const german: Language = {
  code: 'de',

  opening:
    /^(?:(?:ok(?:ay)?|ja|genau|gut|super|prima|danke|und|aber|also|ach(?: ja)?|übrigens|noch was|hallo|hi|hey|moin|servus|guten (?:tag|morgen|abend)|moment|warte|ups|entschuldigung|sorry)(?:[,.!:–—-]+\s*|\s+))+/iu,
  closing: /(?:(?<![\s,])[\s,]+bitte|,\s*(?:danke|ja|ne|ok(?:ay)?))?(?<![\s.!])[\s.!]*$/iu,
  question: new RegExp(
    [
      // the verb follows: "wo wohne ich", "welche Schwelle gilt"; in "was ich brauche, …" it does not
      String.raw`^(?:und |aber |also )?(?:wo|wer|wen|wem|wann|warum|wieso|weshalb|woher|wohin|wofür|womit|woran|worauf|wovon|wozu)(?:['’]s)? (?!${subject}(?!\p{L})|für ein|auch immer)\p{L}`,
      // the English "was" begins statements
      String.raw`^(?:und |aber |also )?was (?:ist|sind|war|waren|ha(?:t|be?|ben|st|tte|tten|ttest)|kann(?:st)?|können|könnte|muss(?:t)?|müssen|soll(?:te)?|sollen|mach(?:e|st|t|en)?|gibt|weißt|weiß|wissen|heißt|heisst|bedeutet|kostet|läuft|passiert|steht|liegt|fehlt|brauch(?:e|st|t|en)|wird|wurde|würde(?:st)?|will(?:st)?|mag(?:st)?|darf(?:st)?|ess(?:e|en)|isst|trink(?:e|st|t)|sag(?:e|st|t|te|en)|mein(?:e|st|t)|hältst|denkst|geht|tun|tue|tust|bringt|nehm(?:e|en)|spricht|gilt|stand|kam|hilft)(?!\p{L})`,
      String.raw`^(?:und |aber |also )?wie (?:(?:viele?|lange|oft|alt|groß|gross|teuer|hoch|weit|spät|schnell|schwer|lang|breit)(?!\p{L})|(?:heißt|heisst|heiße|heißen|ist|sind|war|waren|kann|könnte|komme?|mache?|macht|geht|gehts|lautet|hieß|hießen|krieg|kriege|bekomme|soll|muss|wird|wurde|hab|habe|hat|haben|schreibt|nennt|läuft|funktioniert|bring|stell|sieht|wäre)(?!\p{L}))`,
      String.raw`^(?:und |aber |in |an |auf |mit |bei |für |von |zu |aus |ab |bis |seit )?welche[rnsm]?(?!\p{L}) `,
      // the verb comes first: "weißt du", "habe ich", "gibt es"
      String.raw`^(?:\p{L}+st du|(?:bin|hab|habe|kann|könnte|muss|müsste|soll|sollte|darf|dürfte|will|mag|war|hatte|wohne|heiße|arbeite|mache|brauche|werde|wurde|würde) ich|(?:ist|sind|war|waren|hat|haben|kann|können|muss|müssen|soll|sollen|wird|werden|gibt|gab|läuft|liegt|geht|stimmt|heißt|passt|reicht|gilt) (?:es|das|dies|man|er|sie|wir|mein\p{L}*|dein\p{L}*|unser\p{L}*)|(?:haben|können|könnten|wissen|kennen|würden|wollen|dürfen) (?:sie|wir))(?!\p{L})`,
      String.raw`^(?:kannst|könntest|würdest|magst|hast|weißt|weisst|kennst|gibts|gibt['’]s)(?!\p{L})`,
    ].join('|'),
    'iu',
  ),
  requests: [
    new RegExp(
      String.raw`^(?:(?:bitte|und|dann|jetzt|also|hey|nun),? )*(?:${orderVerb})(?!\p{L})(?! (?:ich|das ich)(?!\p{L}))`,
      'iu',
    ),
    // "suche eine Wohnung" tells what the speaker does; "suche mal" orders
    new RegExp(
      String.raw`^(?:(?:bitte|und|dann|jetzt),? )*\p{L}+e? (?:mir (?:bitte|mal|doch|alles|alle|den|die|das|ein\p{L}*|mein\p{L}*)|mal|doch mal)(?!\p{L})(?<!t (?:mir \p{L}+|mal|doch mal))`,
      'iu',
    ),
    /^bitte (?!beachten?|nicht vergessen|merken?|nenn)\p{L}/iu,
    /^\p{L}+en sie (?:mir|uns|bitte|mal|alle|alles|die|das|den|was|dass|mein\p{L}*|unser\p{L}*|eine?[nmr]?)(?!\p{L})/iu,
    /^ich (?:möchte|will|würde gerne?|hätte gerne?) (?:wissen|sehen|hören)|^ich (?:möchte|will|würde mir wünschen|hätte gerne?),? dass du |^ich (?:möchte|will|würde gerne?),? .{0,30}(?:wissen|sehen|hören)$/iu,
  ],
  lasting:
    /(?<!\p{L})(?:immer|nie|niemals|jede[smnr]?|stets|grundsätzlich|künftig|in zukunft|ab jetzt|ab sofort|von nun an|standardmäßig|statt|anstatt)(?!\p{L})/iu,
  depending:
    /^(?:(?:und|oder|aber) )?(?:dass|ob|wenn|falls|was|wer|wen|wem|wo\p{L}*|wann|wie|warum|welche[rnsm]?|bitte|danke|ja|ne|oder|und|zum beispiel|z\. ?b\.|damit|bevor|sobald)(?!\p{L})/iu,
  past: /(?<![\p{L}\p{N}])(?:war|waren|hatten?|wurden?|ging|kam(?:en)?|gab|(?:habe?n?|hat)\s.*(?<=[\s\p{L}])(?:ge\p{L}{3,}(?:t|en)|\p{L}+iert)|(?:bin|ist|sind)\s.*(?:gegangen|gewesen|gekommen|gefahren|geflogen|gereist|gezogen|geworden|gestorben|geblieben|gestartet))(?![\p{L}\p{N}])/iu,
  supposed:
    /^(?:wenn|falls|stell dir vor|tu(?:e)? so|nimm an|vielleicht|eventuell|angenommen|ich (?:glaube|denke|vermute|könnte|würde)|wir könnten|könnte|würde|sollte|soll|kann|was|warum|wieso|wie|wer|wo)(?!\p{L})/iu,
  reported:
    /(?<!(?:ich|wir) )(?<!\p{L})(?:sagt|sagte|meint|meinte|schreibt|schrieb|behauptet|behauptete|findet|fand|empfiehlt|laut|zufolge|angeblich|man soll(?:te)?|(?:sagen|meinen|schreiben|behaupten|finden|empfehlen) (?:sie|alle|viele|manche|die))(?!\p{L})/iu,
  passing:
    /(?<!\p{L})(?:gerade|momentan|vorerst|im moment|noch immer|heute|erst ?mal|für heute)(?!\p{L})|(?<!\p{L})wieder$/iu,
  pointing:
    /^(?:das (?=\p{Ll})|es|dies\p{L}*|er|du|dort|da)(?!\p{L})|(?<!\p{L})(?:es|das hier|das(?=$| (?:nicht|so|auch|jetzt|hier) )|diese[nrsm]?|jene[nrsm]?|beides|(?:die|den|das) (?:erste|zweite|dritte|letzte|andere|gleiche)n?)(?!\p{L})/u,
  firstPerson: new RegExp(`^${speaker}`, 'iu'),
  asker: new RegExp(
    String.raw`(?<!\p{L})(?:${speaker}|(?:wir|uns(?:e?re?[mnrs]?)?|noch ?mal)(?!\p{L}))`,
    'iu',
  ),
  several:
    /(?<!\p{L})(?:alle[mnrs]?|überall|sämtliche|jede[mnrs]?|wie ?viele|liste|welche|sonst noch|(?:wer|was|wo) (?:noch|sonst))(?!\p{L})/iu,
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
  profile: [
    ...atStart([
      String.raw`mein\p{L}* ${particulars} (?:ist|sind|lautet|lauten)${end}`,
      String.raw`(?:mein|unser)\p{L}* (?:\p{L}+ )?${kin}(?:,? \p{L}+,?)?(?: und (?:mein\p{L}* )?\p{L}+)? (?:heißt|heißen|hat|haben|arbeitet|arbeiten|wohnt|wohnen|lebt|leben|spricht|sprechen|studiert|geht (?:in|auf)|darf|(?:ist|sind)(?! (?:noch |schon |wieder |nicht )*(?:da|hier|weg|krank|müde|zu hause|unterwegs|fertig|spät|hungrig|beschäftigt)${end}))${end}`,
      `ich (?:heiße|heisse) \\S`,
      `(?:ich )?bin (?:(?:sehr |stark |hoch|leicht |auch |streng |rot-grün-|teilweise |fast )*(?:allergisch|vegetarier(?:in)?|veganer(?:in)?|vegan|vegetarisch|diabetiker(?:in)?|asthmatiker(?:in)?|legastheniker(?:in)?|autist(?:in)?|\\p{L}*(?:blind|sichtig|hörig|händer(?:in)?|intolerant)|gehörlos|taub|verheiratet|geschieden|verwitwet|ledig|alleinerziehend|schwanger|selbstständig|selbständig|rentner(?:in)?|mutter|vater)${end}|(?:von beruf|geboren|aufgewachsen|jahrgang \\d|aus (?!(?:dem|der|den|allen|versehen)${end})\\p{L}|\\d{1,3} jahre|\\d{1,3}(?:$|,| und )|in rente))`,
      // a profession has no article: "ich bin Lehrerin"; what ends so is no state of the day
      `ich bin \\p{L}+(?:lehrer|pfleger|leiter|ingenieur|arbeiter|fahrer|händler|entwickler|techniker|meister|wirt|ärzt|arzt|krankenschwester|köch|student|schüler|künstler|musiker|anwält|anwalt|forscher|betreuer|berater|assistent|verkäufer|handwerker|bäcker|richter|redakteur|journalist|architekt|polizist|pilot|therapeut|psycholog)(?:in)?${end}`,
      `ich bin (?:lehrer|arzt|ärztin|koch|köchin|student|schüler|musiker|anwalt|anwältin|berater|bäcker|richter|entwickler|pfleger|ingenieur|journalist|architekt|polizist|pilot|therapeut|künstler)(?:in)?${end}`,
      `ich bin gegen .{2,40} allergisch`,
      `(?:ich|wir) (?:wohnen?|leben?|stammen?|kommen? (?:ursprünglich )?aus (?:der (?:schweiz|türkei|ukraine|slowakei|mongolei)|den (?:usa|niederlanden)|(?!(?:dem|der|den|einem|einer)${end})\\p{L}+))${end}(?! (?:damit|mit (?:dem|der) (?:fehler|bug|problem))${end})`,
      `(?:seit|in|bei) .{2,40} (?:wohne|lebe|arbeite|lebte) ich${end}(?! (?:daran|damit|am))`,
      `(?:ich bin|wir sind) (?:.* )?(?:nach|aus|in|von) \\S.* gezogen$`,
      `ich bin (?:.* )?nach \\S+ umgezogen$`,
      `ich sitze im rollstuhl`,
      `ich bin (?:bei|in) der (?:feuerwehr|polizei|bundeswehr|bahn|post|lehre|ausbildung)${end}`,
      `ich wurde .*geboren`,
      `ich habe am .{2,30} geburtstag`,
      `ich ernähre mich${end}`,
      `ich (?:leite|führe|besitze) eine?n? (?:\\p{L}+ ){0,2}\\p{L}*(?:bäckerei|laden|geschäft|firma|betrieb|hof|restaurant|café|hotel|studio|praxis|kanzlei|agentur|schule|apotheke|werkstatt|unternehmen)${end}`,
      `ich arbeite (?:(?:seit \\S+ (?:\\S+ )?)?(?:als|bei|für (?!mich${end})|in (?!(?:dem|der|diesem|dieser)${end})|im (?!(?:branch|ordner|editor|terminal|moment)${end})|am (?!\\p{L}*(?:fehler|problem|parser|code|bericht))|nachts|(?:in )?teilzeit|vollzeit|schicht|von zu hause))`,
      `ich (?:studiere|unterrichte) (?!(?:das|die|den|gerade)${end})\\p{L}`,
      `ich (?:spreche|verstehe) (?:nur |kein |auch |leider |nicht gut )*(?:\\p{L}+sch|latein|hindi|thai|urdu|suaheli)${end}`,
      `ich (?:esse|trinke|rauche|vertrage|fahre)${end} (?:\\p{L}+ ){0,3}?(?:kein\\p{L}*|nie|niemals|nicht)${end}`,
      `ich (?:kann|darf|muss) (?:\\p{L}+ ){0,3}?(?:kein\\p{L}*|nicht|nie)?${end}.* (?:essen|trinken|vertragen)$`,
      `ich kann .*(?:rot|grün|blau|farben)${end}.* (?:sehen|unterscheiden|erkennen)$`,
      `ich esse (?:nur |ausschließlich )?(?:halal|koscher|vegan|vegetarisch|glutenfrei)${end}`,
      `ich nehme (?:\\p{L}+ ){0,2}?(?:täglich|regelmäßig|jeden (?:morgen|tag|abend)|(?:ein|zwei|drei)mal (?:am tag|täglich)|gegen|wegen)${end} \\S`,
      `ich nehme (?:\\p{L}+ ){0,3}(?:tabletten|medikamente?|insulin|blutverdünner|antidepressiva|betablocker|antihistaminika)${end}`,
      `ich nehme (?!es${end}|das${end}|den bus|die bahn).+ (?:täglich|jeden (?:morgen|tag|abend))$`,
      `ich (?:habe|leide an|leide unter) (?:eine? |die |eine starke |starke |chronische )*${condition}${end}`,
      `(?:ich habe|wir haben) (?:auch |noch )?${some} (?:\\p{L}+ ){0,2}${kin}${end}`,
      `ich (?:trage|brauche|benutze|nutze) (?:eine? |einen |meine )?(?:\\p{L}+ ){0,2}(?:brille|kontaktlinsen|rollstuhl|screenreader|hörgeräte?|große schrift|hohen kontrast|untertitel|vorlesefunktion)${end}`,
      `(?:nenne? mich|du (?:kannst|darfst) mich .*nennen|alle nennen mich|ich werde .+ genannt|man nennt mich)${end}`,
    ]),
    // a name is told by its capital, as is a profession
    /^[Ii]ch bin (?:(?:der|die) )?(?!(?:Fertig|Bereit|Gleich|Ok(?:ay)?|Dran|Zurück|Müde|Fan|Meinung|Ansicht|Auffassung|Letzte|Erste|Einzige|Ende|Mitte|Anfang)(?!\p{L}))\p{Lu}\p{Ll}+(?:[ -]\p{Lu}\p{Ll}+)*(?:$|,| und | aus | von Beruf| in \p{Lu}| bei \p{Lu})/u,
  ],
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

  facts: germanFacts,

  forgetting: {
    asking:
      /^(?:bitte|mal|doch|jetzt|nun|also|und|dann|auch|einfach|ok(?:ay)?|hey|hallo|nein|ja|ach|(?:kannst|könntest|würdest|magst|willst|möchtest) du|(?:können|könnten|würden) (?:sie|wir)|ich (?:möchte|will|hätte gern(?:e)?|wünsche mir|wünschte),? dass du|mir wäre (?:lieber|recht),? wenn du|ich (?:möchte|will|würde gern(?:e)?)|du (?:sollst|kannst|musst|darfst|solltest|könntest)|es wäre (?:schön|gut|nett|toll),? wenn du|sei so (?:gut|nett|lieb) und|es ist zeit,?|ab (?:jetzt|sofort))(?!\p{L})[\s,!.:–—-]*/iu,
    forget:
      /^(?:vergiss|(?:alles |das )?vergesse[nt]?|vergesst|vergißt|vergiß)(?!\p{L})(?: sie(?!\p{L}))?(?: (?:bitte|mal|doch|einfach|jetzt|auch|ganz|schnell|wieder|sofort)(?!\p{L}))*[\s,]*/iu,
    erase:
      /^(?:(?:alles )?löschen(?=, )|lösch(?:e|en|t|st)?|entfern(?:e|en|t|st)?|streich(?:e|en|t|st)?|tilge?n?|radier(?:e|en)?|beseitig(?:e|en)|vernicht(?:e|en)|verwirf|verwerfen|wirf|wisch(?:e|en)?|nimm|schmei(?:ß|ss)e?)(?!\p{L})(?: sie(?!\p{L}))?(?: (?:bitte|mal|doch|einfach|jetzt|auch|schnell|wieder|sofort|du)(?!\p{L}))*[\s,]*/iu,
    atEnd: {
      forget:
        /(?<!(?<!\p{L})(?:nicht|nie|niemals) )(?<!\p{L})(?:zu )?(?:vergessen|vergisst|vergäßest|vergesst)(?:[\s,]+(?:könntest|würdest|kannst) du)?[\s.!?]*$/iu,
      erase:
        /(?<!(?<!\p{L})(?:nicht|nie|niemals) )(?<!\p{L})(?:zu )?(?:(?:aus)?(?:gelöscht|löschen|löschst|radieren)|entfern(?:en|st|t)|streich(?:en|st)|tilgen|beseitigen|(?:raus|weg|hinaus)(?:werfen|nehmen|wirfst|streichen)|verwerfen)[\s.!?]*$/iu,
    },
    notKeep:
      /^(?:ich (?:will|möchte) nicht,? dass du(?: dir)? (?=(?:das|dies|es)(?: \p{L}+)* (?:merkst|speicherst|behältst|notierst|weißt)[\s.!]*$)|(?:merke?|speicher[en]?|behalte?|notiere?|schreibe?)(?: (?:dir|euch))?(?: bitte)? (?:nicht,? (?=dass(?!\p{L}))|(?=(?:das|dies|es|diese\p{L}*|mein\p{L}* letzte\p{L}*|was ich)(?: \p{L}+)*? (?:bitte |lieber |bloß )?(?:nicht|nie)(?: auf| ab)?[\s.!]*$)|nicht,? (?=was ich)))/iu,
    idiom:
      /^(?:(?:es|das|ihn|sie|dies)(?=[\s.!?…]*$|\s*[,;:!.–—-]|\s+(?:und|lass|dann|erst ?mal|jetzt|wieder|einfach|lieber|bitte)(?!\p{L}))|(?:bitte )?(?:nicht|nie|niemals)(?!\p{L})|mich(?!\p{L})|(?:alle |die |deine )*(?:vorherigen|bisherigen|früheren|obigen) (?:anweisungen|regeln|instruktionen|befehle))/iu,
    known:
      /(?<!\p{L})du(?:\s\p{L}+)*?,? (?:weißt|weisst|kennst|gelernt hast|(?:dir )?(?:gemerkt|gespeichert|notiert|behalten|aufgeschrieben|abgespeichert)(?: hast)?|erinnerst)(?!\p{L})|(?<!\p{L})(?:aus|in) (?:deine[mnr]|dem) (?:gedächtnis|erinnerung(?:en)?|notizen|speicher)(?!\p{L})|(?<!\p{L})deine?n? (?:erinnerung(?:en)?|notiz(?:en)?|wissen|gedächtnis)(?!\p{L})|(?<!\p{L})erinnerung(?:en)? (?:an|über|dass|zu)(?!\p{L})|(?<!\p{L})ich (?:dir )?(?:\p{L}+ ){0,4}?(?:gesagt|erzählt|mitgeteilt|verraten|erwähnt)(?: hab(?:e)?)?(?!\p{L})/iu,
    framing:
      /(?<!\p{L})(?:(?:(?:was|das|die|den|woran|und) )?du(?: (?:dir|noch|alles|schon|so|jetzt|bisher|dich))*|(?:weißt|weisst|kennst|gelernt hast|(?:dir )?(?:gemerkt|gespeichert|notiert|behalten|aufgeschrieben|abgespeichert)(?: hast)?|erinnerst)|(?:aus|in) (?:deine[mnr]|dem) (?:gedächtnis|erinnerung(?:en)?|notizen|speicher)|(?:was )?ich(?: dir)?(?: (?:gerade|eben|vorhin|mal|je|jemals))*(?= (?:über|zu|von)(?!\p{L}))|(?:was )?ich (?:dir )?(?:gerade |eben |vorhin |mal |je |jemals )*(?:gesagt|erzählt|mitgeteilt|verraten|erwähnt)|(?:gesagt|erzählt|mitgeteilt|verraten|erwähnt) hab(?:e)?)(?!\p{L})/giu,
    told: /^(?:alle[sn]?(?!\p{L}).*(?<!\p{L})(?:über|zu[rm]?|von|an|betreffend|bezüglich)(?!\p{L})|(?:(?:die|den|das|der|deine?n?|meine?n?|diese[nrs]?|jede[nrs]?|alle|eine?n?) )*(?:\p{L}+ ){0,2}(?:notiz(?:en)?|eintrag|einträge|infos?|informationen?|angaben?|erinnerung(?:en)?|vermerke?|fakten?|hinweise?|daten|aussagen?|sache|teil) (?:über|zu[rm]?|von|dass|an|mit|wo|bezüglich)(?!\p{L})|,? ?dass (?:ich|mein\p{L}*|wir|unser\p{L}*)(?!\p{L})|mein(?:e|en|er|em|es)? \p{L}|was (?:ich|wir)(?!\p{L}))/iu,
    surely:
      /^(?:,? ?dass(?!\p{L})|alles(?!\p{L})|alle (?:\p{L}+ )?(?:über|zu|von)|was (?:ich|du|wir)(?!\p{L})|wer ich|wo ich|mein(?:e|en|er|em|es)? \p{L}|über (?:mich|mein\p{L}*)(?!\p{L})|(?:die|das|den|diese\p{L}?) (?:\p{L}+ )?(?:sache|teil|notiz|info\p{L}*|erinnerung\p{L}*|geschichte|angabe\p{L}*) (?:über|mit|zu[rm]?|von|dass|an)(?!\p{L}))/iu,
    last: /^(?:was (?:ich|wir) (?:dir )?(?:(?:gerade|eben|soeben|zuletzt|vorhin|grad|jetzt)(?: erst| eben)? )*(?:gesagt|erzählt|geschrieben|mitgeteilt|erwähnt)(?: hab(?:e|en)?)?|mein(?:e|en|er)? (?:letzte|vorige)[nrs]? (?:nachricht|satz|aussage|bemerkung)|das (?:gerade|eben|zuletzt|letzte)(?: gesagte)?|(?:das|dies|es|diese\p{L}*)(?: (?:bitte|lieber|bloß|dir))*(?: (?:nicht|nie|merkst|speicherst|behältst|notierst|weißt)(?: auf| ab)?)?|(?:mein\p{L}* letzte\p{L}* \p{L}+|was ich .*) (?:bitte )?nicht)$/iu,
    self: /^(?:mich|mir|meine person|uns|mich selbst|meine[nr]? (?:persönlichen? )?(?:daten|angaben|infos?|informationen))$/iu,
    about:
      /^(?:(?:die|den|das|der|deine?n?|diese[nrs]?|alle|alles|wirklich|absolut|einfach|was|notiz(?:en)?|eintrag|einträge|infos?|informationen?|angaben?|erinnerung(?:en)?|vermerke?|fakten?|hinweise?|daten|aussagen?|sache|teil)(?!\p{L})(?= (?:über|zu[rm]?|von|dass|an|mit|die|den|das|alles|notiz|eintr|info|angab|erinner|vermerk|fakt|hinweis|daten|aussage|sache|teil)|,|$)|(?:über|zu[rm]?|von|dass|an|mit|bezüglich|betreffend)(?!\p{L})|(?:alles|alle)(?!\p{L})|[\s,:])+/iu,
    after:
      /(?:[\s,]+(?:bitte|danke|mal|sofort|jetzt|wieder|endgültig|für immer|komplett|vollständig|auch|nicht|raus|weg|heraus|(?:aus|in) (?:deine[mnr]|dem) (?:gedächtnis|speicher|notizen)))+$|[\s.!?…,;:]+$/iu,
    yes: /^(?:j|ja+|jo|jep|jawohl|klar|sicher|natürlich|gerne?|genau|richtig|stimmt|einverstanden|bestätigt?|ok(?:ay)?|in ordnung|mach(?: das| es| ruhig| mal)*|tu (?:das|es)|bitte(?: sehr)?|(?:lösch|lösche|entferne|vergiss) (?:es|das|sie|alles|alle)|weg damit|ich bin (?:mir )?sicher|alles)(?:[\s,.!]+(?:ja|bitte|mach(?: das| es)?|gerne?|klar|löschen|(?:lösch|lösche|entferne|vergiss) (?:es|das|sie|alles|alle)|danke|alles|ich bin (?:mir )?sicher|okay|ok|weg damit))*$/iu,
    no: /^(?:n|nein+|nee|nö|ne|nicht|lass(?: es| das| mal| lieber)*|stopp?|abbrechen|abbruch|halt|lieber nicht|doch nicht|besser nicht|auf keinen fall|noch nicht|behalte? (?:es|das|sie|alles))(?:[\s,.!]+(?:nein|danke|bitte|nicht|doch|lass(?: es| das)?|lieber|stopp?|behalte? (?:es|das|sie|alles)))*$/iu,
    takeBack:
      /^(?:(?:bitte|nein|oh|ups|sorry|halt|warte|stopp?|doch|kannst du|mach)[\s,.!]+)*(?:nimm (?:das|es|sie)(?: bitte| wieder)? zurück|(?:das|es)(?: bitte)? (?:zurücknehmen|rückgängig(?: machen)?|wiederherstellen)|rückgängig(?: machen)?|stell(?:e)? (?:es|das|sie)(?: bitte)? wieder her|hol(?:e)? (?:es|das|sie)(?: bitte)? (?:wieder )?zurück|wiederherstellen|ich habe? (?:es )?mir (?:das |es )?anders überlegt|doch nicht vergessen|zurücknehmen)(?:[\s,.!]+(?:bitte|wieder|danke))*$/iu,
    anywhere: {
      first:
        /^(?:(?:lösch|entfern|streich|tilg|radier|beseitig|wisch|schmei(?:ß|ss)|schmeiss|verwerf|hau|kick|tu|räum|werf)(?:en|e|t|st)?|verwirf|wirf|nimm|nehm(?:en|t)|vergiss(?!\s+(?:es|das|nicht|nie|niemals|mich)(?!\p{L}))|(?:raus|weg)(?= (?:aus|mit|damit)(?!\p{L})| damit)|(?:nenn|sag|ruf)(?:e|en|t)?(?=.*(?<!\p{L})(?:mich|zu mir)(?!\p{L}))(?: sie)?(?: mich)?(?: bitte)? nicht (?:mehr|länger)|hör auf,? mich|(?:erwähn|sprich|red)(?:e|en|t)?(?=\s.*\s(?:nie|nicht) (?:wieder|mehr)$))(?!\p{L})/iu,
      last: /(?:^|(?<=\s))(?:(?:kann|können|darf|dürfen|bitte|(?<=(?:alles|infos?|notiz|erinnerung|sache)(?!\p{L}).*)(?:soll|sollen|muss|müssen|sollte)) (?:bitte |jetzt |auch |wieder |hier )*(?:weg|raus|heraus)|(?<=(?:alles|infos?|notiz|erinnerung|sache)(?!\p{L}).*)(?:verschwindet|verschwinden)|(?:(?:brauchst|musst|müssen|brauchen) (?:du|sie)(?: dir| sich)?(?: das| es)? )?nicht (?:mehr|länger)(?: zu)? (?:kennen|wissen|merken|behalten|speichern)|(?<=(?:gedächtnis|speicher|notizen|kopf) )(?:werfen|nehmen|schmeißen)|(?<=^ich (?:hätte|möchte|will|wünsche) .*)(?:gelöscht|entfernt|gestrichen|weg|raus)|weg damit|raus damit|(?<!(?:^|\s)zu )(?:(?:aus)?löschen|streichen|entfernen|vergessen|tilgen|ausradieren|(?:raus|weg|hinaus|heraus)(?:werfen|nehmen|schmeißen|streichen|löschen)|verwerfen))(?: bitte)?$/iu,
      unwanted:
        /(?:ich (?:will|möchte|mag|wünsche|wollte) nicht|(?:mir|es) wäre (?:es |mir )?\p{L}+(?=,? (?:wenn )?(?:du|sie)(?!\p{L}).*(?<!\p{L})(?:nichts?|nie|weniger)(?!\p{L}))|ich hätte (?:es )?lieber|(?:gehört|gehören|soll|sollen|sollte|sollten|darf|dürfen) (?:da )?nicht(?: mehr| länger)?(?=.*(?:gespeichert|gemerkt|notiert|behalten|(?:dein|ihr)\p{L}* (?:gedächtnis|speicher|notizen|kopf))))(?=.*(?<!\p{L})(?:(?:du|sie|ihr)(?!\p{L}).*(?:wei(?:ß|ss)t|wüsstest|wüssten|wissen|kennst|merkst|speicherst|behältst)|gespeichert|gemerkt|notiert|behalten|aufbewahrt|(?:dein|ihr)\p{L}* (?:gedächtnis|speicher|notizen|kopf))(?!\p{L}))/iu,
      never:
        /^(?:wie|warum|wieso|weshalb|wer|wann|was|wo|hat|hast|habt|haben|ist|sind|wurde|wenn|falls|soll ich|darf ich|kann ich)(?!\p{L})|(?<!\p{L})(?:hab|habe|haben|hat|hatte|wurde|wurden|werde|werd|wird|worden)(?!\p{L}).*(?:gelöscht|löschen|vergessen|entfernt|gestrichen)|(?<!\p{L})(?:nichts|niemals|(?:nie|nicht)(?! (?:mehr|länger|wieder)))(?!\p{L})|(?<!\p{L})ich (?:will|möchte|muss|kann|würde|wollte|soll|sollte)(?!\p{L}).*(?:vergessen|merken|behalten)|(?<!\p{L})(?:mal |ganz )?(?:kurz|erst ?mal|einen moment|für jetzt)(?!\p{L})/iu,
      ability:
        /^(?:und |hey,? )*(?:kannst|könntest|kann) (?:du|ich|man)(?: (?:eigentlich|auch|denn|überhaupt|später|etwas|was|dinge|sachen|erinnerungen|wieder|mal|dich))*,?(?: was du weißt,?)? (?:vergessen|löschen)(?: lassen)?\s*(?:\?|,? oder .*\?|$)|^wie (?:kann|lösche|vergisst|bringe) (?:ich|du|man)(?: (?:dich|dir))?(?: (?:etwas|was|dinge|sachen|erinnerungen|eine erinnerung))*(?: (?:vergessen|löschen|dazu,? (?:etwas|was|dinge) zu vergessen))?\s*\?$/iu,
      memory:
        /(?<!\p{L})(?:(?:dein|ihr)\p{L}* (?:gedächtnis|speicher|notizen|kopf|erinnerung\p{L}*)|aus dem gedächtnis|erinnerung|(?:nicht mehr|länger) (?:zu )?(?:merken|wissen|kennen|behalten))(?!\p{L})/iu,
      artefact:
        /(?<!\p{L})(?:datei(?:en)?|ordner[ns]?|verzeichnis\p{L}*|repo|branch(?:es)?|zeilen?|wort|wörter|satz|sätze\p{L}*|absatz|absätze|abschnitt\p{L}*|kapitel|kommas?|\p{L}*-?tabellen?|spalten?|datenbank\p{L}*|imports?|commits?|tests?|cache|\p{L}*-?logs?|\p{L}*-?kont(?:o|en)|channel|kanal|listen?|doku\p{L}*|readme|pipeline|\p{L}*-?badges?|funktion(?:en)?|klassen?|skripte?|kommentare?|kopien?|code|texte?|mails?|e-mails?|folien?|leerzeichen(?= (?:am|in|im))|pakete?|abhängigkeit\p{L}*|container|felder|feld|knopf|variablen?|installier\p{L}*|ersetz\p{L}*|umbenenn\p{L}*|kalender|rezept)(?!\p{L})|[\p{L}\p{N}_]\.[a-z]{2,4}(?!\p{L})/iu,
      joining: /\s+(?:und|also|aber|dann|drum|deshalb|bitte)\s+/giu,
      bare: /^(?:es|das|dies(?:e[nrsm]?)?|sie|ihn|ihm|ihr(?:e[nrsm]?)?|er|die|den|der|dem|des|ein(?:e[nrsm]?)?|mein(?:e[nrsm]?)?|dein(?:e[nrsm]?)?|unser(?:e[nrsm]?)?|beides?|alle[snrm]?|sachen?|dinge?|notiz(?:en)?|infos?|information(?:en)?|eintr(?:ag|äge)|angaben?|erinnerung(?:en)?|gedächtnis|speicher|kopf|fakt(?:en)?|details?|name[n]?|spitzname[n]?|über|von|vom|zu[rm]?|mit|an|aus|in|im|auf|für|bei|raus|weg|heraus|hinaus|bitte|mal|doch|wieder|jetzt|auch|sofort|einfach|komplett|kann(?:st)?|könn(?:en|test|ten)|würdest?|soll(?:st|en|te)?|muss(?:t)?|du|dir|dich|ich|mir|mich|wir|dass|wenn|daß|ist|sind|war|hab(?:e|en|t)?|hast|hat|hätte(?:st|n)?|gern|besser|wird|werden|wurden?|gespeichert|gemerkt|notiert|behalten|behältst|speicherst|merkst|wei(?:ß|ss)t?|wüsstest|wüssten|wissen|kennst|kennen|nichts|nicht|nie|mehr|länger|steh(?:t|en)|da|damit|danke|was|alles|lieber|gerne?|betreffend|bezüglich)$/iu,
    },
  },

  fix: {
    byOtherArguments: (tool, before, error, after) =>
      `${tool} mit ${before} schlug fehl: „${error}“. Es ging mit ${after}`,
    byChange: (call, error, change) => `${call} schlug fehl: „${error}“. Es ging nach ${change}`,
  },
};
