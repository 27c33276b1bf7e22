import type { FactWords } from './language.ts';

const end = '(?!\\p{L})';
const month =
  '(?:januar|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember|jan|feb|apr|aug|sept?|okt|nov|dez)';
const weekdays = '(?:montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonnabend|sonntag)';
/** Verbs of what somebody is, has and usually does, in the first person, also without its ending. */
const verb =
  '(?:bin|hab|habe|hatte|war|wohne?|lebe?|arbeite?|jobbe?|studiere?|lerne?|unterrichte?|spiele?|singe?|fahre?|esse?|trinke?|rauche?|leihe?|lese?|heirate?|mache?|gehe?|komme?|stamme?|zahle?|miete?|züchte?|sammle|verkaufe?|leite?|führe?|betreibe?|pflege?|trage?|nehme?|feiere?|schaffe?|schreibe?|unterschreibe?|spreche?|reite?|male?|schwimme?|koche?|backe?|heiß|heiße|pendle|ziehe?|werde?|betreue?|wurde)';
const things =
  'code|tests?|build|terminal|computer|rechner|skript|server|branch|app|abfrage|funktion|programm|browser|internet|ausgabe|bildschirm|änderung(?:en)?|commit|frage|problem|idee|vorschlag|ziel|aufgabe|bitte|fehler|plan|kopf|buchung|reservierung|nachricht|meinung|ansatz|lösung|bug|laune|wunsch|eindruck|gefühl';
const lifeThings =
  'vermieter(?:in)?|miete|tierarzt|hausarzt|zahnarzt|ärztin|arzt|lehrer(?:in)?|schule|kita|hochzeit|prüfung|op|termin|wohnung|haus|auto|büro|klasse|mann|frau|tochter|sohn|schwester|bruder|mutter|vater|oma|opa|hund|katze|kinder|kind|chef(?:in)?';

export const germanFacts: FactWords = {
  person: [
    new RegExp(
      `^(?:ich |wir )?(?:jetzt |nun |auch |selbst )?${verb}n?${end}(?! (?:wir|du|sie|er|es|ich)${end})`,
      'iu',
    ),
    /^wir (?:sind|haben|hatten|siezen|duzen|wohnen|leben|feiern|heiraten|fahren|ziehen|arbeiten)(?!\p{L})/iu,
    new RegExp(`^(?:[\\p{L}\\d.-]+ ){1,5}${verb} (?:ich|wir)${end}`, 'iu'),
    new RegExp(`^(?:mein|unser)\\p{L}* (?!(?:\\p{L}+ )?(?:${things})${end})\\p{L}`, 'iu'),
    new RegExp(
      `^(?:(?:der|die|das|sein|ihr)e? )?(?:${lifeThings}) (?:ist|sind|heißt|hat|wohnt|geht|arbeitet|kostet|kommt|liegt|war)${end}`,
      'iu',
    ),
    new RegExp(
      `^(?:im|am|ab|bis) (?:\\d+\\. ?)?(?:${month}|${weekdays})\\p{L}*${end}.* (?:ist|sind|kommt|beginnt|fängt|hab|habe|zieh|ziehe)${end}`,
      'iu',
    ),
    /^\p{Lu}\p{Ll}+ (?:ist|wird) \d{1,2}(?:$|,| und | jahre)/iu,
  ],
  project: [
    /^wir (?:\p{L}+ )?(?:nutzen|verwenden|benutzen|deployen|hosten|bauen|testen|releasen|entwickeln|schreiben|speichern|setzen|arbeiten mit|sind auf)(?!\p{L})/iu,
    /^(?:\S+ ){1,4}(?:nehmen|nutzen|machen|verwenden|hosten|testen|deployen|releasen|bauen) wir(?!\p{L})/iu,
    /^(?:deployed|released|gemergt|gehostet|getestet|veröffentlicht|ausgeliefert) wird(?!\p{L})/iu,
    /^(?!(?:(?:der|die|das|unser\p{L}*|dieser?s?) )?(?:fehler|funktion|variable|datei|test|tests|branch|klasse|methode|bug)(?!\p{L}))(?:(?:der|die|das|unser\p{L}*|dieses) )?(?:[\p{L}\d-]+ ){1,2}(?:heißt|liegt (?:auf|in|bei)|läuft (?:auf|mit|bei|unter)|nutzt|verwendet|benutzt) \S/iu,
    /^(?:(?:der|die|das) )?\p{L}*(?:server|datenbank|repo|projekt|produktion|prod|staging|kunde|kundin|ticketsystem|stack|backend|frontend|domain|pipeline|cluster|dienst) (?:ist|sind|heißt|liegt|läuft|braucht|nutzt)(?!\p{L})/iu,
    new RegExp(`^${weekdays}s (?!(?:hab|habe|bin|geh|gehe|mach|mache)?${end} ich)\\p{L}`, 'iu'),
  ],
  talk: [
    /(?<!\p{L})(?:gleich|heute|gerade eben|eben|vorhin|gestern|momentan|grad am|grade am|gerade am|gerade in|gerade auf|noch nicht|schon alles|keine (?:lust|ahnung|idee|zeit)|was ich|ob ich|bitte|hilf|kaputt|hunger|durst|weh|müde|schlecht drauf|gut drauf|fertig|zurück|sauer|traurig|froh|glücklich|gespannt|verwirrt|unsicher|gelangweilt|lol|nicht sicher|der meinung|zeile \d+|verliebt|down|langsam|leer|kompiliert|stürzt|möglichkeiten|meeting|dreimal|morgen|mache? das|installer|platzt|druckt)(?!\p{L})/iu,
    // what was done at work, unlike what happened in a life
    /^(?:ich|wir)? ?(?:habe?n?) (?!.*(?:geheiratet|gewohnt|gelebt|gearbeitet|geschafft|gelernt|studiert|verloren|geerbt|geboren)).*(?:ge\p{L}{2,}(?:t|en)|\p{L}+iert)$/iu,
    /(?<!\p{L})(?:teste?|geändert|gefunden|gefixt|behoben|probiert|versucht|gestartet|installiert|gepusht|committet|bekommen|gesehen|gelesen|hinzugefügt|gelöscht|umbenannt|vergessen|gemeint|verstanden)(?!\p{L})/iu,
    /^(?:ich|wir) (?:brauche?n?|möchten?|will|wollen|würden?|könnten?|müssen|muss|soll|sollen|sollten|glaube?|denke?|finde|hoffe|meine|weiß|sehe|kriege|bekomme|kann|können|hätte|werde?n? (?:jetzt|mal|das)|habe? (?:eine? )?(?:frage|problem|idee|fehler|\d+ (?:tests|fehler))|mache? (?:das|es|mal|jetzt)|nehme? (?:das|den|die)|gehe? (?:davon|jetzt|mal))(?!\p{L})/iu,
    /^(?:also |und )?(?:nicht wundern|bitte)(?!\p{L})/iu,
  ],
  named:
    /(?<!\p{L})(?:namens|heißt?|heiße|bei|beim|aus|in|nach|ist|auf|für|mit|als|spiele?|studiere?|studiert|sammle|bin|zu) (?:der |die |das |dem |einer? )?\p{Lu}\p{L}+|\p{Lu}\p{L}+ \p{Lu}\p{L}+/u,
  topic:
    /(?<!\p{L})(?:(?:bei(?:m| der| dem)?|aus) (?!mir|dir|uns|der|dem|den|diese[rm])\p{L}{3,}|mann|frau|ehemann|ehefrau|freundin?|mutter|vater|mama|papa|oma|opa|sohn|söhne|tochter|töchter|kind(?:er)?|baby|zwillinge?|bruder|schwester|hund|katze|kater|pferd|witwer?|witwe|verheiratet|geschieden|schwanger|\p{L}*(?:schwester|pfleger(?:in)?|lehrer(?:in)?|elektriker(?:in)?|ingenieur(?:in)?|student(?:in)?|ärztin|arzt)|rentner(?:in)?|beruf|job|schicht|\p{L}*dienste?|schule|uni|studium|ausbildung|klasse|\p{L}*allergi\p{L}+|zöliakie|\p{L}*intoleranz|fahre? (?:eine?n?|nen) \p{L}+|diabetes|asthma|krebs|schlaganfall|op|knie|vegan|vegetarisch|miete|vermieter(?:in)?|wohnung|haus|garten|hof|dorf|kirche|chor|verein|prüfung|hochzeit|geburtstag|geboren|wohn|wohne|lebe|umgezogen|krimis|bücher|ausweis|führerschein|beste grüße|siezen|duzen|(?:hand|fuß|volley|basket)ball|gitarre|klavier|garten|auto)(?!\p{L})/iu,
  date: new RegExp(
    `(?<!\\p{L})(?:\\d{1,2}\\. ?(?:\\d{1,2}\\.|${month})|(?:im|seit|bis|ab|ende|anfang|mitte|jeden) ${month}|seit (?:19|20)\\d\\d|${weekdays}s)(?!\\p{L})`,
    'iu',
  ),
};
