import { isoDay, weekdayNear } from './calendar.ts';

/** Sunday first. */
export const weekdays = [
  'sunday sonntag วันอาทิตย์',
  'monday montag วันจันทร์',
  'tuesday dienstag วันอังคาร',
  'wednesday mittwoch วันพุธ',
  'thursday donnerstag วันพฤหัสบดี วันพฤหัส',
  'friday freitag วันศุกร์',
  'saturday samstag sonnabend วันเสาร์',
].map((words) => words.split(' '));
const names = weekdays
  .flat()
  .join('|')
  .replace(/วันพฤหัส(?!บดี)/u, 'วันพฤหัส(?!บดี)');

/** With the word before it, which says whether the day is meant as a date; not dated already, and no part of a name ("the Friday standup"). */
const spaced = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?<lead>on|by|until|till|before|to|for|since|is|am|bis|auf|vor|seit|ist)\s+(?<weekday>${names})(?!\s\(\d{4}-)(?=$|[.,;!)]|\s+(?:at|um|gegen|from|ab|in|and|und|with|mit|because|weil|morning|noon|afternoon|evening|night|früh|mittag|abend|nachmittag|\p{Ll}))`,
  'giu',
);
// Thai writes its words together
const joined = new RegExp(
  String.raw`(?<!ทุก|ทุกๆ|ทุก ๆ)(?<lead>เมื่อ|ภายใน|ก่อน|ถึง)?(?<weekday>${names})(?!หน้า|นี้|ที่|ก่อน|\s\(\d{4}-)`,
  'gu',
);

/** A rule, or a thing that comes again. */
const isRule =
  /(?<![\p{L}-])(?:every|each|always|never|usually|normally|only|not|no|weekly|closed|open|opens|closes|run|runs|happen|happens|deploys|releases|backups|stand-?ups?|retros?|plannings?|(?:team|weekly|sprint|status) \p{L}+|jour fixe|office hours|jede[nrsm]?|immer|nie|niemals|nur|nicht|kein\p{L}*|meistens|normalerweise|wöchentlich|geschlossen|geöffnet|offen|deployen|teammeeting|läuft|laufen)(?!\p{L})|ทุก|เสมอ|ประจำ|หยุด|ปิด|เปิด|ห้าม|ไม่|อย่า/iu;
/** It has happened. */
const isPast =
  /(?<!\p{L})(?:was|were|had|did|went|broke|failed|crashed|met|sent|came|left|got|made|\p{L}{3,}ed|wurden?|waren?|hatten?|(?:hat|haben|ist|sind|bin)(?!\p{L}).*(?<!\p{L})(?:ge\p{L}{2,}(?:t|en)|\p{L}+iert|\p{L}*ge\p{L}{2,}t|abgestürzt|unterschrieben|bekommen|verloren))(?!\p{L})|แล้ว/iu;
/** It is to come: something that there is once, or that is said to come. */
const isToCome =
  /(?<!\p{L})(?:will|shall|going to|due|deadline|demo|release|launch|meeting|appointment|interview|workshop|presentation|flight|exam|audit|migration|go-live|visit|visits|delivery|party|kick-?off|call|review|starts?|begins?|ends?|expires?|arrives?|comes?|leaves?|wird|werden|kommt|kommen|beginnt|startet|endet|abgabe|frist|termin|treffen|besuch|umzug|abnahme|prüfung|vorführung|besprechung|lieferung|fällig)(?!\p{L})|จะ|ต้อง|นัด|ส่ง|เริ่ม|กำหนด|ประชุม|สอบ|ครบ/iu;
const future = /^(?:by|until|till|before|to|for|bis|auf|vor|ภายใน|ก่อน|ถึง)$/iu;
const past = /^(?:since|seit|เมื่อ)$/iu;

/**
 * Puts the date behind a weekday that tells one: "the demo is on Friday (2026-03-06)", "Am Freitag (2026-03-06) kommt …",
 * "มีนัดวันศุกร์ (2026-03-06)". What comes is on the next such day, what has been on the last. Rules ("we never deploy on Friday"),
 * what comes again ("the standup is on Friday"), and what may be either stay as they are. Idempotent.
 */
export function resolveWeekdays(text: string, at: Date): string {
  if (isRule.test(text)) return text;
  const dated = (found: string, lead: string, name: string): string => {
    const which = whichOf(text, lead);
    const weekday = weekdays.findIndex((words) => words.includes(name.toLowerCase()));
    return which === null ? found : `${found} (${isoDay(weekdayNear(at, weekday, which))})`;
  };
  return text
    .replaceAll(spaced, (found, lead: string, name: string) => dated(found, lead, name))
    .replaceAll(joined, (found, lead: string | undefined, name: string) =>
      /\p{sc=Thai}/u.test(name) ? dated(found, lead ?? '', name) : found,
    );
}

function whichOf(text: string, lead: string): 'next' | 'last' | null {
  if (future.test(lead)) return 'next';
  if (past.test(lead)) return 'last';
  if (isPast.test(text)) return 'last';
  return isToCome.test(text) ? 'next' : null;
}
