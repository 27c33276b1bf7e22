import { normaliseProject, readableScopes } from '../namespaces.ts';

/** What an overview is about. */
export type Overview = 'user' | 'project';

// The group `about` captures the subject. A pattern must match the whole message: "what do you know about me and the
// database" also asks about the database, and is searched for instead.

const englishSoFar =
  '(?: (?:so far|already|by now|until now|today|from (?:before|our (?:earlier|last|past|previous) (?:chats|conversations|sessions))))*';
const germanSoFar = '(?: (?:alles|bisher|schon|bereits|inzwischen|so|denn|eigentlich|noch|bis jetzt))*';
const thaiEnd = '(?:ไว้|ได้|แล้ว|อยู่|บ้าง|หรือยัง|ไหม|มั้ย|หรือเปล่า|รึเปล่า|คะ|ค่ะ|ครับ|นะ|ล่ะ)*';
const thaiYou = '(?:ตอนนี้)?(?:คุณ|เธอ|นาย|แก)?(?:ตอนนี้)?';

const questions = [
  // what do you know about me · tell me everything that you remember about this project
  `(?:what|(?:(?:can you |could you )?(?:tell|show|give) me |list |summari[sz]e )?(?:everything|all|what)(?: that)?)(?: all| else)?(?: do)? you(?: already| actually| really| currently)? (?:know|remember|recall|have (?:stored|saved|noted))${englishSoFar} (?:about|of|on) (?<about>.+?)${englishSoFar}`,
  `what (?:have you|did you|all have you) (?:learn(?:ed|t)?|remember(?:ed)?|stored?|saved?|noted?)${englishSoFar} (?:about|of) (?<about>.+?)${englishSoFar}`,
  `what(?:'s| is) (?:in your memory|stored|known|remembered) (?:about|of) (?<about>.+?)${englishSoFar}`,
  // was weißt du alles über mich · sag mir, was du über dieses Projekt weißt · was hast du dir über mich gemerkt
  `was wei(?:ß|ss)t du${germanSoFar} (?:über|von) (?<about>.+?)${germanSoFar}`,
  `(?:(?:erzähle?|sage?|zeige?|nenne?) mir(?: bitte)?,? )?(?:alles,? )?was(?: alles)? du${germanSoFar} (?:über|von) (?<about>.+?)${germanSoFar} wei(?:ß|ss)t`,
  `was hast du(?: dir)?${germanSoFar} (?:über|von) (?<about>.+?)${germanSoFar} (?:gemerkt|gelernt|gespeichert|behalten|erfahren)`,
].map((form) => new RegExp(`^${form}$`, 'u'));

/** Thai has no spaces between words, so spaces are removed before matching. */
const thaiQuestions = [
  // คุณรู้อะไรเกี่ยวกับฉันบ้าง · จำอะไรเกี่ยวกับโปรเจกต์นี้ได้บ้าง
  `(?:ช่วย)?(?:บอก(?:ฉัน|ผม|หนู)?(?:หน่อย)?(?:ว่า|สิ่งที่|ทุกอย่างที่|ทุกสิ่งที่)?)?${thaiYou}(?:รู้|ทราบ|จำ|จดจำ|บันทึก)(?:อะไร|เรื่องอะไร)?(?:ไว้)?(?:ได้)?(?:บ้าง)?เกี่ยวกับ(?<about>.+?)${thaiEnd}`,
].map((form) => new RegExp(`^${form}$`, 'u'));

/** Questions that can only be about the user. */
const aboutUser = [
  'who am i|do you (?:still )?(?:know|remember) (?:me|who i am)|what is my profile',
  'wer bin ich|kennst du mich(?: noch)?|wei(?:ß|ss)t du(?: noch)?,? wer ich bin|erinnerst du dich(?: noch)? an mich',
  `${thaiYou}(?:รู้จัก|จำ)(?:ฉัน|ผม|ดิฉัน|หนู)${thaiEnd}|(?:ฉัน|ผม|ดิฉัน|หนู)(?:คือ|เป็น)ใคร${thaiEnd}`,
].map((form) => new RegExp(`^(?:${form})$`, 'u'));

const user = new Set([
  'me',
  'myself',
  'the user',
  'mich',
  'mir',
  'ฉัน',
  'ตัวฉัน',
  'ผม',
  'ตัวผม',
  'ดิฉัน',
  'หนู',
  'เรา',
]);
const thisProject =
  /^(?:(?:this|the|our|my|the current) (?:project|repo|repository|workspace|code ?base)|(?:dieses|das|unser|mein|diesem|dem|unserem|meinem) projekt|(?:โปรเจกต์|โปรเจ็กต์|โปรเจค|โครงการ)(?:นี้|ของเรา|ของฉัน|ของผม))$/u;
const projectWords =
  /^(?:the |(?:the |our |my )?project |(?:das |dem |unser |unserem )?projekt |(?:โปรเจกต์|โปรเจ็กต์|โปรเจค|โครงการ) ?)| project$/gu;

const opening =
  /^(?:(?:hey|hi|hello|ok|okay|so|well|now|and|please|hallo|na|und|also|bitte|moin|สวัสดี(?:ครับ|ค่ะ|คะ)?)(?:[,!.:] *| +))+/u;
const ending = /(?:,? (?:please|bitte))?[\s.?!…]*$/u;

/** Returns the scopes whose memories an overview shows. */
export const overviewScopes = (overview: Overview, project: string | null): string[] =>
  readableScopes(project).filter((scope) =>
    overview === 'user' ? scope === 'devai/user' : scope.startsWith('devai/project/'),
  );

/**
 * Returns the subject if a message asks for everything known about the user or the current project, rather than for
 * one thing. Such a question shares no word with the memories that it is about. Null for every other message, also
 * for one about another project.
 */
export function overviewOf(text: string, project: string | null): Overview | null {
  if (text.length > longestQuestion) return null;
  const asked = plain(text).replace(opening, '').replace(ending, '');
  const together = asked.replaceAll(' ', '');
  if (aboutUser.some((form) => form.test(asked) || form.test(together))) return 'user';
  const about = aboutIn(asked, questions) ?? aboutIn(together, thaiQuestions);
  return about === null ? null : subjectOf(about, project);
}

/** Characters. A longer message asks for more than an overview. */
const longestQuestion = 200;

function aboutIn(asked: string, forms: RegExp[]): string | null {
  for (const form of forms) {
    const about = form.exec(asked)?.groups?.['about'];
    if (about !== undefined) return about;
  }
  return null;
}

function subjectOf(about: string, project: string | null): Overview | null {
  if (user.has(about)) return 'user';
  if (project === null) return null;
  if (thisProject.test(about)) return 'project';
  const named = normaliseProject(project);
  const names = [about, about.replace(projectWords, '')].map((name) =>
    normaliseProject(name.replace(quotes, '')),
  );
  return names.some((name) => name !== null && name === named) ? 'project' : null;
}

const quotes = /^["'„“‚`«»]+|["'”“‘`«»]+$/gu;

const plain = (text: string): string =>
  text.normalize('NFC').toLowerCase().replaceAll('’', "'").replaceAll(/\s+/gu, ' ').trim();
