import { commonWords } from '../text/common-words.ts';

/** Word lists of English, German and Thai by which statements are read. All lower case, with typographic apostrophes. */

export const negations = new Set(
  (
    'not no never none neither nor nobody nothing without cannot nicht nichts kein keine keinen keinem keiner keines niemand nie niemals weder ohne ' +
    'ไม่ ไม่ใช่ ไม่เคย อย่า ห้าม'
  ).split(' '),
);
/** "don’t", "mustn’t" */
export const contractedNegation = /n’t$/;

/** Which of several alike things is meant: members of one group exclude each other. */
export const alternatives: readonly ReadonlySet<string>[] = [
  'staging production prod dev development test testing local live preview qa sandbox produktion produktiv entwicklung lokal ทดสอบ จริง พัฒนา โปรดักชัน',
  'frontend backend server client worker',
  'ios android web desktop mobile',
  'linux windows macos',
  'read write reading writing lesen schreiben',
  'input output request response',
].map((group) => new Set(group.split(' ')));

/** Of these an installation has several: what is said of one of them says nothing of the others. */
export const environments: ReadonlySet<string> = new Set(
  'staging production prod dev development preview qa sandbox produktion produktiv entwicklung ทดสอบ จริง พัฒนา โปรดักชัน'.split(
    ' ',
  ),
);

/** Names of properties: they tell which value is meant, not of which thing. */
export const attributes: ReadonlySet<string> = new Set(
  'port version host url address number value name setting adresse nummer wert พอร์ต เวอร์ชัน ชื่อ หมายเลข'.split(
    ' ',
  ),
);

/** That something changed, not what. */
export const changes: ReadonlySet<string> = new Set(
  (
    'moved move switched switch migrated migrate changed change replaced replace renamed rename went wechseln gewechselt wechsle umgestiegen umgestellt ' +
    'steigen stellen geändert ersetzt verschoben umgezogen migriert ย้าย เปลี่ยน'
  ).split(' '),
);

/** Forms of the verbs that join a thing to its value, by their basic form. */
const predicates: Record<string, string> = {
  prefer:
    'prefer prefers preferred like likes love loves want wants bevorzuge bevorzugt mag mögen liebe liebt ชอบ อยาก',
  use: 'use uses using used nutze nutzt nutzen verwende verwendet verwenden benutze benutzt benutzen ใช้',
  run: 'run runs running ran listen listens listening läuft laufen lief hört lauscht lauschen รัน ทำงาน',
  live: 'live lives stand stands stay stays lie lies located liegt liegen lag steht stehen stand wohnt wohne อยู่',
  need: 'need needs require requires must should braucht brauchen benötigt muss müssen soll sollen ต้อง ควร',
  call: 'call called named heißt heiße heißen lautet lauten ชื่อ',
  write: 'write writes written wrote writing schreibe schreibt schreiben geschrieben schrieb',
  send: 'send sends sent sending sende sendet senden gesendet schickt schicken verschickt verschicken',
  put: 'put puts putting setze setzt setzen gesetzt',
  leave: 'leave leaves leaving lasse lass weglassen',
  avoid: 'avoid avoids avoiding vermeide vermeidet vermeiden',
  add: 'add adds added adding hinzufügen hinzugefügt',
  remove: 'remove removes removed removing entferne entfernt entfernen',
  omit: 'omit omits omitted skip skips skipped',
  keep: 'keep keeps kept keeping stored storing speichert speichern gespeichert aufbewahrt',
};
export const predicateOf = basicForms(predicates);

/** Forms of the verbs that join without saying how, by their basic form. */
const copulas: Record<string, string> = {
  be: 'be is are was were been ist sind war waren sei คือ เป็น',
  have: 'have has had hat haben hatte มี',
  become: 'wird werden wurde wurden worden',
};
export const copulaOf = basicForms(copulas);

/** Different words for one thing, under the word that stands for all of them. */
const synonyms: Record<string, string> = {
  database: 'database databases db datenbank ฐานข้อมูล',
  directory: 'directory directories folder folders dir ordner verzeichnis verzeichnisse โฟลเดอร์',
  repository: 'repository repositories repo repos',
  configuration: 'configuration config configs konfiguration',
  environment: 'environment environments env umgebung',
  documentation: 'documentation docs doc dokumentation doku',
  authentication: 'authentication auth authentifizierung',
  application: 'application applications app apps anwendung แอป',
  administrator: 'administrator admin admins administratoren',
  dependency: 'dependency dependencies deps abhängigkeit abhängigkeiten',
  credential: 'credential credentials creds zugangsdaten',
  server: 'server servers เซิร์ฟเวอร์',
  postgres: 'postgres postgresql',
  kubernetes: 'kubernetes k8s',
  javascript: 'javascript js',
  typescript: 'typescript ts',
  parameter: 'parameter parameters param params',
  maximum: 'maximum max maximal',
  minimum: 'minimum min minimal',
};
export const synonymOf = basicForms(synonyms);

/** Days and months: values, as numbers are. Without "may" and "march", which are verbs too. */
export const dateWords = new Set(
  (
    'monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays fridays saturdays sundays ' +
    'montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag montags dienstags mittwochs donnerstags freitags samstags sonntags ' +
    'january february april june july august september october november december ' +
    'januar februar märz mai juni juli oktober dezember ' +
    'วันจันทร์ วันอังคาร วันพุธ วันพฤหัสบดี วันพฤหัส วันศุกร์ วันเสาร์ วันอาทิตย์ จันทร์ อังคาร พุธ พฤหัสบดี พฤหัส ศุกร์ เสาร์ อาทิตย์ ' +
    'มกราคม กุมภาพันธ์ มีนาคม เมษายน พฤษภาคม มิถุนายน กรกฎาคม สิงหาคม กันยายน ตุลาคม พฤศจิกายน ธันวาคม'
  ).split(' '),
);

/** How it is said, not what about; of a date whether its beginning or end is meant. */
export const fillers = new Set([
  ...commonWords,
  ...'now jetzt inzwischen mittlerweile sondern here hier there dort decided agreed entschieden beschlossen สรุป ตกลง ตัดสินใจ สำหรับ really strongly generally personally i’m i’ve we’re we’ve it’s that’s there’s wirklich sehr currently aktuell always immer ตอนนี้ เสมอ please bitte also too ab sofort künftig unser unsere unserer unserem unseren meiner meinem meinen ende anfang mitte behind hinter'.split(
    ' ',
  ),
]);

/** Who speaks in most memories: filling, when it is no part of a name ("the user table"). */
export const speakers = new Set('user users nutzer benutzer nutzerin'.split(' '));

function basicForms(lists: Record<string, string>): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(lists).flatMap(([basic, forms]) => forms.split(' ').map((form) => [form, basic] as const)),
  );
}
