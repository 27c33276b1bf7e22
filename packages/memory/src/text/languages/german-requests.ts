import { atStart, colon, lineEnd, type Requests } from './language.ts';

const end = '(?!\\p{L})';
const adverb = String.raw`(?:bitte,?|mal|auch|doch|noch|unbedingt|jetzt|gut|gleich|einfach|kurz|immer|dauerhaft|künftig|ab jetzt|ab sofort|von nun an|in zukunft|für (?:mich|uns|später|immer|die zukunft|das nächste mal|nächstes mal|künftige \p{L}+))`;
const before = `(?:${adverb} )*`;
const after = `(?: ${adverb})*`;
/** As people type: "dass" without a comma, "das" with one. */
const that = String.raw`(?:,?\s+dass\s+|,\s*das?s\s+)`;
const connector = `(?:${colon}|${that})`;

const yourself = '(?:dir|sich|euch)';
const question =
  '(?:(?:kannst|könntest|würdest|willst|magst) du|kannste|könnteste|(?:können|könnten|würden|wollen) sie|(?:könnt|könntet|würdet) ihr)';
const demand =
  '(?:(?:du|sie|ihr) (?:musst|müssen|müsst|sollst|sollen|sollt|solltest|sollten|kannst|können)|ich (?:möchte|will|hätte gern|wünsche mir), das?s (?:du|sie|ihr)|es wäre (?:gut|schön|nett|super|toll), wenn (?:du|sie|ihr))';

/** Words of a noun phrase, up to a word that begins another part of the sentence. */
const words = String.raw`(?: (?!(?:das?s|in|im|auf|unter|an|für|von|zu[mr]?|mit|ab|ein|fest|hinzu|und|oder|ist|sind|wird)(?!\p{L}))[\p{L}\p{N}][\p{L}\p{N}'’/-]*){0,3}`;
const these = '(?:diese[rnsm]?|(?:de[nrm] |die |das )?folgende[rnsm]?)';
const some = String.raw`(?:noch )?(?:eine?[ns]?|eins|zwei|drei|vier|fünf|\d+|ein paar|einige|dinge|sachen|punkte|regeln|fakten|etwas)`;
const pronoun = '(?:das hier|das|dies|es)';
const announced = `(?: (?:${pronoun}|(?:${these}|${some})${words}))?`;
/** For verbs that also order work: "speichere das Bild" is about a picture. */
const pointed = `(?: (?:${pronoun}|${these}${words}))?`;
const place = String.raw`(?: (?:in|im|ins|zu) (?:(?:dein|ihr|das|dem|den|die)\p{L}* )?(?:langzeit)?(?:gedächtnis|notizen|notizbuch|erinnerung(?:en)?|kopf|hinterkopf|memory)| hinter die ohren)`;

const merk = `(?:merke?|merken sie) ${yourself}`;
const note = '(?:notiere?|notieren sie|speichere?|speichern sie|vermerke?|vermerken sie)';
const infinitive =
  '(?:merken|notieren|einprägen|aufschreiben|festhalten|behalten|abspeichern|speichern|vormerken|(?:nicht|nie) vergessen)';
const finite =
  '(?:merkst|merken|notierst|notieren|behältst|behalten|speicherst|speichern|einprägst|einprägen)';
const noted =
  '(?:merken?|notieren|vermerken?|vormerken|behalten?|abspeichern|(?:im (?:gedächtnis|kopf|hinterkopf)) behalten)';
const later =
  '(?:für (?:später|die zukunft|das nächste mal|dein gedächtnis|deine (?:notizen|unterlagen))|fürs nächste mal|zur erinnerung|zum merken)';
const said = '(?:das|dies|es|sie|die|beides|alles|das alles|diese \\p{L}+)';

export const germanRequests: Requests = {
  remember: atStart([
    `${before}${merk}${after}${announced}${after}(?:${connector}|,\\s+|${lineEnd})`,
    `${before}(?:präge?|prägen sie)(?: ${yourself})?${after}${announced}${after} ein${connector}`,
    `${before}(?:halte?|halten sie)${after}${announced}${after} fest${connector}`,
    `${before}(?:schreibe?|schreiben sie)(?: ${yourself})?${after}${announced}${after} auf${after}${connector}`,
    `${before}${note}(?: ${yourself})?${after}${pointed}${after}(?: ab)?${after}${connector}`,
    `${before}(?:(?:behalte?|lege?|nimm|trage?|füge?|schreibe?|packe?|speichere?|notiere?)|(?:behalten|legen|nehmen|tragen|fügen|schreiben|speichern|notieren) sie)(?: ${yourself})?${after}${announced}${after}${place}(?: (?:auf|ab|ein|hinzu))?${after}${connector}`,
    `${before}(?:mache?|machen sie) ${yourself}${after} (?:eine )?notiz(?:en)?${after}${connector}`,
    `${before}(?:${question}|${demand})(?: ${yourself})?${after}${announced}${after}${place}? (?:${infinitive}|${finite})(?: (?:würde(?:st|n)?|könntest|könnten))?(?:${connector}|,\\s+(?!(?:was|wer|wen|wem|wie|wo|wann|warum|wieso|welche\\p{L}*|ob)${end}))`,
    // a longer noun phrase tells something: "merk dir den Befehl für den Neustart: …"
    `${before}${merk} (?:bitte )?(?:diese\\p{L}* |folgende\\p{L}* )?(?=(?:(?:mein|unser|de[rnm]|die|das)\\p{L}* |\\p{L}+ (?:für|zu[mr]?|von|vom|über|in|im|beim?)${end})[^.?!:]{2,60}:(?:\\s|$))`,
    `${before}(?:vergiss|vergesst|vergessen sie)(?: (?:bitte|das|dies|es|mir))* (?:nicht|nie(?:mals)?)(?: wieder)?${connector}`,
    `${before}(?:denke?|denken sie|denkt)${after} (?:daran|dran)${connector}`,
    `(?:(?:nur|kleine|eine|noch eine|wichtige) )*(?:(?:notiz|merksatz) (?:an dich|an mich|für dich)|(?:(?:notiz|merksatz) )?${later})${colon}`,
    `(?:nur )?damit (?:du|sie) (?:es|das) (?:nicht (?:vergisst|vergessen)|(?:künftig |für später |beim nächsten mal )?(?:weißt|wissen))(?:${colon}|,\\s+)`,
  ]),
  advising: atStart([
    // what is before the request says where the statement holds: "für den Shop bitte merken: …"
    `(?=(?:[^.?!:]{2,80},? bitte ${noted}|(?:für|bei|in|im|wenn|falls) [^.?!:]{2,60}, (?:bitte )?${noted}|was (?:du|sie) (?:dir|sich) [^.?!:]{0,40}(?:merken|einprägen|notieren) (?:soll(?:te)?(?:st|n)?|musst|müssen))\\s*:)`,
    `${before}(?:(?:das|dies|folgendes|${these}${words}) )?(?:unbedingt |dauerhaft |gut )?${noted}\\s*[:：]\\s*`,
  ]),
  politely: new RegExp(`^${before}${question}${end}`, 'iu'),
  rememberThat: new RegExp(
    `(?:^|[.!,;–—-]\\s*(?:(?:und|also|bitte) )*|^bitte )(?:(?:bitte )?(?:merken|notieren|abspeichern|vormerken)|(?:merk|schreib|notier|speicher|behalt)e?[’']?s ${yourself}(?: bitte)?(?: auf|${place})?|${said} (?:${merk}|halte?|halten sie|(?:notiere?|schreibe?) ${yourself}|(?:notieren|schreiben) sie sich)(?: bitte)?(?: fest| auf)?|(?:${merk}|(?:notiere?|notieren sie|schreibe?|schreiben sie) ${yourself})(?: bitte)? ${said}(?: bitte)?(?: auf|${place})?|(?:halte?|halten sie) ${said} (?:bitte )?fest|(?:behalte?|behalten sie|speichere?|speichern sie|schreibe?) ${said}(?: bitte)?(?:${place}| ab)|(?:vergiss|vergessen sie) ${said}(?: bitte)? nicht|${question} ${yourself} ${said}(?: bitte)? ${infinitive}\\??)(?: (?:gut|auch|mal|ja|${adverb}))*[\\s.!]*$`,
    'iu',
  ),
  nextRequest:
    /^(?:danke|vielen dank|(?:und )?(?:jetzt|dann|danach)(?! (?:\p{L}+en (?:wir|sie|die)|ist|sind|wird|werden|kommt|folgt|geht)(?!\p{L}))|bitte|kannst du|könntest du|lass uns)(?!\p{L})/iu,
};
