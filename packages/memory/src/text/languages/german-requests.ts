import { atStart, colon, lineEnd, literal, type Requests } from './language.ts';
import { namedPattern } from '../named-groups.ts';

const end = '(?!\\p{L})';
const adverb = String.raw`(?:bitte,?|please|pls|mal|auch|doch|noch|unbedingt|jetzt|gut|gleich|einfach|kurz|immer|dauerhaft|künftig|ab jetzt|ab sofort|von nun an|in zukunft|für (?:mich|uns|später|immer|die zukunft|das nächste mal|nächstes mal|künftige \p{L}+)|als (?:\p{L}+e[nsr]? )?\p{L}+|freundlicherweise|netterweise|vielleicht)`;
const before = `(?:${adverb} )*`;
const after = `(?: ${adverb})*`;
/** As people type: "dass" without a comma, "das" with one. */
const that = String.raw`(?:,?\s+(?:dass|that)\s+|,\s*das?s\s+|,?\s+ว่า\s*)`;
const connector = `(?:${colon}|${that})`;

const yourself = '(?:die?r|sich|euch)';
/** Words of courtesy between a modal verb and what is asked, whatever joins them: "wäre es möglich, dass du dir …". */
const courtesy = `(?:,? (?:du|sie|ihr|es|ich|dich|dir|sich|euch|ihnen|bitten?|so|nett|lieb|gut|freundlich|gütig|freundlicherweise|netterweise|vielleicht|eventuell|möglicherweise|möglich|machbar|denkbar|ok(?:ay)?|in ordnung|und|dass|wenn|ob|um|zu|sein|haben|mal|auch|noch|doch|kurz|einfach|[de]en gefallen|einen gefallen|die güte|tun|würdest|könntest|kannst|würden|könnten|können)${end})`;
const question = `(?:(?:(?:kannst|könntest|würdest|willst|magst|möchtest|wärst|wärest|hättest) du|kannste|könnteste|würdeste|(?:können|könnten|würden|wollen|möchten|wären|hätten) sie|(?:könnt|könntet|würdet|wärt) ihr|(?:dürfte|darf) ich|(?:ist|wäre|wär|ginge|geht) es)${courtesy}{0,9})`;
const demand =
  '(?:(?:du|sie|ihr) (?:musst|müssen|müsst|sollst|sollen|sollt|solltest|sollten|kannst|können)|ich (?:möchte|will|hätte gern|wünsche mir), das?s (?:du|sie|ihr)|(?:es )?wäre? (?:(?:echt|sehr|wirklich) )?(?:gut|schön|nett|lieb|super|toll|prima|klasse|hilfreich), wenn (?:du|sie|ihr))';

/** Words of a noun phrase, up to a word that begins another part of the sentence. */
const words = String.raw`(?: (?!(?:das?s|in|im|auf|unter|an|für|von|zu[mr]?|mit|ab|ein|fest|hinzu|und|oder|ist|sind|wird)(?!\p{L}))[\p{L}\p{N}][\p{L}\p{N}'’/-]*){0,3}`;
const these = '(?:diese[rnsm]?|(?:de[nrm] |die |das )?folgende[rnsm]?)';
const some = String.raw`(?:noch )?(?:eine?[ns]?|eins|zwei|drei|vier|fünf|\d+|ein paar|einige|dinge|sachen|punkte|regeln|fakten|etwas)`;
const pronoun = '(?:das hier|das|dies|es)';
const announced = `(?: (?:${pronoun}|die info(?:rmation)?|de[nr] fakt|die tatsache|(?:${these}|${some})${words}))?`;
/** For verbs that also order work: "speichere das Bild" is about a picture. */
const pointed = `(?: (?:${pronoun}|${these}${words}))?`;
const place = String.raw`(?: (?:in|im|ins|zu) (?:(?:dein|ihr|das|dem|den|die)\p{L}* )?(?:langzeit)?(?:gedächtnis|speicher|notizen|notizbuch|merkliste|wissen|erinnerung(?:en)?|kopf|hinterkopf|memory)| hinter die ohren)`;

/** Also "merkdir". */
const merk = `(?:m(?:er|re|e)ke? ?|merken sie )${yourself}`;
const note =
  '(?:notiere?|notieren sie|speichere?|speichern sie|vermerke?|vermerken sie|behalte?|behalten sie)';
const infinitive =
  '(?:(?:zu )?(?:merken|notieren|behalten|speichern|vermerken)|(?:ein(?:zu)?prägen|auf(?:zu)?(?:schreiben|heben|nehmen)|fest(?:zu)?halten|ab(?:zu)?(?:speichern|legen)|vor(?:zu)?merken|ein(?:zu)?speichern|hinterlegen|(?:daran|dran) (?:zu )?denken)|(?:nicht|nie) (?:zu )?vergessen)';
const finite =
  '(?:merkst|merken|notierst|notieren|behältst|behalten|speicherst|speichern|abspeicherst|vermerkst|aufschreibst|festhältst|einprägst|einprägen)';
const noted =
  '(?:merken?|notieren|vermerken?|vormerken|behalten?|abspeichern|einprägen|(?:im|in) (?:dein\\p{L}* )?(?:gedächtnis|kopf|hinterkopf|speicher|notizen) (?:behalten|(?:ab)?speichern|ablegen|festhalten|notieren))';
/** Begins an indirect question. */
const asked = `(?!(?:was|wer|wen|wem|wie|wo|wann|warum|wieso|welche\\p{L}*|ob)${end})`;
const later =
  '(?:für (?:später|die zukunft|das nächste mal|dein gedächtnis|deine (?:notizen|unterlagen))|fürs nächste mal|zur erinnerung|zum merken)';
const heading =
  '(?:(?:nur|(?:klein|kurz|wichtig|schnell|letzt|weiter|neu)e[rs]?|eine?|noch|mal) ){0,4}(?:notiz|info|information|hinweis|fakt|detail|tipp|merksatz|regel|sache|kleinigkeit|punkt|nachtrag|memo|erinnerung|etwas|was|eins|wichtiges)';
const toKeep =
  '(?:zum (?:ab|auf|ein|fest|vor)?(?:merken|speichern|notieren|behalten|schreiben|prägen|heben|halten|legen)|(?:für|in) (?:dein|ihr|das)\\p{L}* (?:langzeit)?(?:gedächtnis|speicher|notizen|kopf|hinterkopf|unterlagen)|(?:fürs|für das) (?:gedächtnis|nächste mal|merken)|für (?:später|die zukunft|künftige \\p{L}+))';

const said = `(?:das|dies|es|sie|die|den|ihn|beides|alles|das alles|diese[ns]? \\p{L}+|${yourself})`;
const beside = `(?:[’']?s(?!\\p{L}))?(?: (?:${said}|gut|ja|so|${adverb})){0,4}`;
/** Something that was said stands before or beside the verb. */
const named = `(?=[^.!?]*(?:[’']s|(?<!\\p{L})${said}|merke?dir)${end})`;
const imperative = `(?:(?:merke? ?|notiere?|vermerke?|behalte?|präge?|(?:merken|notieren|behalten|vermerken) sie|(?<work>speichere?|sichere?|speichern sie))${beside}(?: ein| ab|${place})?|(?:schreibe?|halte?|hebe?|nimm|lege?|trage?|packe?|speichere?|(?:halten|schreiben|heben|speichern) sie)${beside}(?: auf| fest|${place}(?: auf| ab| ein)?))`;
const keeping = `(?:(?!(?:ab|ein)?(?:zu)? ?speichern)${infinitive}|im (?:gedächtnis|kopf|hinterkopf) behalten)`;
/** What to keep was said before: "heb das auf", "behalt es im Kopf", "bitte merken". */
const reference = `(?:${named}(?:${said} )?${imperative}|${said} (?:merkst|merken|notierst|notieren|behältst|behalten) (?:du|sie)${beside}|(?:vergiss|vergessen sie) ${said}(?: bitte)? nicht|(?:denke?|denkt)(?: ${adverb})* (?:daran|dran)|(?:${said} )?${before}(?:so )?(?:${place.slice(0, -1)}) )?(?:${keeping}|(?<work>(?:ab)?speichern|sichern)(?= bitte)|(?<=bitte )(?<work>(?:ab)?speichern|sichern)))`;
const onDisk = String.raw`(?<!\p{L})(?:\p{L}*(?:datei|dokument|tabelle|datenbank|änderung)|ordner|bild(?:er)?|fotos?|bericht|ergebnis(?:se)?|ausgabe|logs?|readme|changelog|code|commits?|branch|kommentare?|tickets?|platte|variable|pdf|csv|json|entwurf|screenshots?)(?:e?[ns])?(?!\p{L})`;

export const germanRequests: Requests = {
  remember: atStart([
    `${before}${merk}${after}${announced}${after}(?:${connector}|,\\s+|${literal}|${lineEnd})`,
    `${before}(?:präge?|prägen sie)(?: ${yourself})?${after}${announced}${after} ein${connector}`,
    `${before}(?:halte?|halten sie)${after}${announced}${after} fest${connector}`,
    `${before}(?:schreibe?|schreiben sie)(?: ${yourself})?${after}${announced}${after} auf${after}${connector}`,
    `${before}${note}(?: ${yourself})?${after}${pointed}${after}(?: ab)?${after}${connector}`,
    `${before}(?:(?:behalte?|lege?|nimm|trage?|füge?|schreibe?|packe?|speichere?|notiere?)|(?:behalten|legen|nehmen|tragen|fügen|schreiben|speichern|notieren) sie)(?: ${yourself})?${after}${announced}${after}${place}(?: (?:auf|ab|ein|hinzu))?${after}${connector}`,
    `${before}(?:mache?|machen sie) ${yourself}${after} (?:eine )?notiz(?:en)?${after}${connector}`,
    `${before}(?:${question}|${demand})(?: ${yourself})?${after}${announced}${after}${place}? (?:${infinitive}|${finite})(?: (?:würde(?:st|n)?|könntest|könnten))?(?:${connector}|\\s+das\\s+(?=\\S+ \\S+ \\S)|,\\s+${asked}|(?<=folgende.*)${lineEnd})`,
    `${before}${merk}${after},? (?=(?:(?:mein|unser)\\p{L}*|ich|wir)\\s+\\S+\\s+\\S)`,
    // a longer noun phrase tells something: "merk dir den Befehl für den Neustart: …"
    `${before}${merk} (?:bitte )?(?:diese\\p{L}* |folgende\\p{L}* )?(?=(?:(?:mein|unser|de[rnm]|die|das)\\p{L}* |\\p{L}+ (?:für|zu[mr]?|von|vom|über|in|im|beim?)${end})[^.?!:]{2,60}:(?:\\s|$))`,
    `${before}(?:vergiss|vergesst|vergessen sie)(?: (?:bitte|das|dies|es|mir))* (?:nicht|nie(?:mals)?)(?: wieder)?${connector}`,
    `${before}(?:denke?|denken sie|denkt)${after} (?:daran|dran)${connector}`,
    // an aside before what is below: "merk dir diese Werte, die nutzt Staging:"
    `${before}(?:${merk}|${note}) (?:bitte )?${these}${words}, (?=[^.?!:]{2,80}[:：]\\s*$)`,
    `(?:(?:nur |noch |${heading} )?${later}|${heading} ${toKeep}|${heading} (?:an dich|an mich|für dich))${colon}`,
    `(?:remember|memorize|note|save)(?:(?: bitte)?,?\\s+dass\\s+| bitte\\s*[:：]\\s*)`,
    `${before}${question} (?:merkst|merken|merkt|notierst|notieren|notiert) ${yourself}${after}${announced}${after}${connector}`,
    `(?:nur )?damit (?:du|sie) (?:es|das) (?:nicht (?:vergisst|vergessen)|(?:künftig |für später |beim nächsten mal )?(?:weißt|wissen))(?:${colon}|,\\s+)`,
  ]),
  advising: atStart([
    `(?=(?:für|bei|in|im|wenn|falls) [^.?!:,]{2,60}, (?:bitte )?${merk}${after}(?:\\s*:|,? dass ))`,
    // what is before the request says where the statement holds: "für den Shop bitte merken: …"
    `(?=(?:[^.?!:]{2,80},? bitte ${noted}|(?:für|bei|in|im|wenn|falls) [^.?!:]{2,60}, (?:bitte )?${noted}|was (?:du|sie) (?:dir|sich) [^.?!:]{0,40}(?:merken|einprägen|notieren) (?:soll(?:te)?(?:st|n)?|musst|müssen))\\s*:)`,
    `${before}(?:(?:das|dies|folgendes|${these}${words}) )?(?:unbedingt |dauerhaft |gut )?${noted}\\s*[:：]\\s*`,
    `bitte (?:${adverb} )*${noted},\\s+${asked}`,
    `(?:${heading} (?:${toKeep}|${later})|(?:merke?|notiere?)${after} (?:für|fürs) [^.?!:]{2,40})(?:${colon}|\\s*$)`,
  ]),
  politely: new RegExp(`^${before}${question}${end}`, 'iu'),
  rememberThat: namedPattern(
    `(?:^|[.!,;–—-]\\s*(?:(?:und|also|bitte|dann) )*|^bitte )(?:${reference}|(?:${question}|${demand})(?: (?:${said}|${adverb}))* (?:${keeping}|${finite}|(?<work>(?:ab)?speichern))\\??)(?: (?:gut|auch|mal|ja|danke|${adverb}))*[\\s.!]*(?:,? (?:kannst|würdest|könntest) du[\\s?]*)?$`,
    'iu',
  ),
  onDisk: new RegExp(onDisk, 'iu'),
  tag: /,\s*(?:ja|ok(?:ay)?|ne|gell|gelle|gut|bitte|(?:kannst|würdest|könntest) du)(?:,? bitte)?\s*\?+\s*$/iu,
  nextRequest:
    /^(?:danke|vielen dank|(?:und )?(?:jetzt|dann|danach)(?! (?:\p{L}+en (?:wir|sie|die)|ist|sind|wird|werden|kommt|folgt|geht)(?!\p{L}))|bitte|kannst du|könntest du|lass uns)(?!\p{L})/iu,
};
