import { describe, expect, it } from 'vitest';
import { growth, repeating } from '../../../testing/growth.ts';
import { findExplicitStatements } from './explicit-statements.ts';
import { filingOf, findUserStatements } from './user-statements.ts';

/** What is about the user is filed with them in every project, other rules in the project at hand. */
const [profile, preference] = ['profile devai/user/profile', 'preference devai/user/preferences'];
const [usersRule, rule, other] = ['rule devai/user/rules', 'rule rules', 'other'];

describe('what the user asks to be remembered is filed by what it is', () => {
  it.each([
    // who they are
    ["remember: I'm colour-blind", profile],
    ['remember: my daughter is called Mia', profile],
    ['remember: nuts make me sick', profile],
    ['remember: you may call me Max', profile],
    ['remember: my birthday is on 4 May', profile],
    ['merk dir: ich bin Vegetarier', profile],
    ['merk dir, dass meine Frau Lena heißt', profile],
    ['จำไว้ว่า ผมแพ้ถั่ว', profile],
    ['จำไว้ว่า ลูกสาวผมชื่อมีอา', profile],
    // how to answer
    ['remember: answer in German', preference],
    ['remember: I want short answers', preference],
    ["remember: I'd rather have metric units", preference],
    ['merk dir: Antworte mir immer auf Deutsch', preference],
    ['merk dir: ich möchte kurze Antworten', preference],
    ['จำไว้ว่า ตอบเป็นภาษาไทยสั้น ๆ', preference],
    // what always or never to do
    ['remember: commit messages in imperative mood please', rule],
    ["remember: don't touch the migrations folder", rule],
    ['remember: only squash merges', rule],
    ['remember: no deploys on Fridays', rule],
    ['remember: the tests must run on CI', rule],
    ['Remember that we never deploy on Friday', rule],
    ['remember to run the tests before committing', rule],
    ['remember: never push without asking me', usersRule],
    ['remember: the bot token is in 1Password, never in the repo', rule],
    ['merk dir: die Schlüssel liegen im Tresor, nie im Repo', rule],
    ['merk dir: Freitags nicht deployen', rule],
    ['merk dir: Freitags kein Deploy', rule],
    ['merk dir: die Migrationen darfst du nicht anfassen', rule],
    ['merk dir: Commits auf Englisch, bitte', rule],
    ['จำไว้ว่า ห้ามแก้โฟลเดอร์ migrations', rule],
    ['จำไว้ว่า ต้องรันเทสต์ก่อน push', rule],
    // facts of the project
    ['remember: the port is 8080', other],
    ['remember: the API needs a token', other],
    ['remember: our fiscal year ends in June', other],
    ['remember: the first office was in Bern, never in Basel', other],
    ['merk dir: der Port ist 8080', other],
    ['จำไว้ว่า ฐานข้อมูลใช้พอร์ต 5433', other],
    // what passes is no part of every prompt, although it is the user's
    ['remember that I have a dentist appointment tomorrow', 'other devai/user/profile'],
    ['remember: my exam is on 12 June', 'other devai/user/profile'],
    ['remember I meet Tom on Friday', 'other devai/user/profile'],
    ['merk dir: ich habe morgen einen Zahnarzttermin', 'other devai/user/profile'],
    ['จำไว้ว่า พรุ่งนี้ผมมีนัดหมอ', other],
  ])('%s: %s', (text, filed) => {
    expect(findExplicitStatements(text).map(filing)).toEqual([filed]);
  });

  it.each([
    ['The user is called Anna', profile],
    ['Der Nutzer ist Linkshänder', profile],
    ['The user prefers tabs', preference],
    ['The user wants short answers', preference],
    ['ผู้ใช้ชอบธีมสีเข้ม', preference],
    ['The port is 8080', other],
  ])('also in the words of an agent: %s', (content, filed) => {
    expect(filing(filingOf(content))).toBe(filed);
  });
});

describe('what the user tells about themselves in passing is taken', () => {
  it.each([
    ["I'm allergic to peanuts", profile],
    ['I work as a nurse in Berlin', profile],
    ['my name is Anna', profile],
    ['Antworte bitte kurz', preference],
    ["Hi, I'm Anna.", profile],
    ["I'm vegan.", profile],
    ["By the way, I'm a nurse.", profile],
    ['My wife Lena is a doctor.', profile],
    ['I have two kids.', profile],
    ['I live in Kiel with my mother.', profile],
    ["I don't eat meat.", profile],
    ['Please answer in German.', preference],
    ['Be concise.', preference],
    ['Please call me Max.', profile],
    ['You can call me Max.', profile],
    ['I speak German and Thai.', profile],
    ["I'm left-handed.", profile],
    ["I'm 42 years old.", profile],
    ['I was born in 1980 in Kiel.', profile],
    ['I use a screen reader.', profile],
    ["I can't see red and green", profile],
    ['From now on call me Max.', profile],
    ['Never push to main without asking me.', usersRule],
    ["Don't ever touch the migrations folder.", rule],
    ["I'm from Thailand.", profile],
    ['My pronouns are they/them.', profile],
    ['My dog is called Rex.', profile],
    ['My native language is Thai', profile],
    ["I'm red-green colour-blind", profile],
    ['I have diabetes.', profile],
    ['Ich heiße Jana.', profile],
    ['Ich wohne in Bremen.', profile],
    ['Ich bin Lehrerin.', profile],
    ['Ich bin Krankenpflegerin in Kiel.', profile],
    ['Ich bin Vegetarierin.', profile],
    ['Ich arbeite als Tischler bei Meyer.', profile],
    ['Ich habe zwei Kinder.', profile],
    ['Meine Tochter heißt Mia.', profile],
    ['Mein Name ist Jana Meyer.', profile],
    ['Ich esse kein Fleisch.', profile],
    ['Ich bin gegen Nüsse allergisch.', profile],
    ['Ich bin allergisch gegen Nüsse.', profile],
    ['Ich habe eine Nussallergie.', profile],
    ['Du kannst mich Max nennen.', profile],
    ['Bitte duze mich.', preference],
    ['Antworte mir auf Deutsch.', preference],
    ['Ich brauche große Schrift.', profile],
    ['Ich komme aus Köln.', profile],
    ['Meine Muttersprache ist Polnisch.', profile],
    ['Fasse dich bitte kurz.', preference],
    ['ผมชื่อแซม', profile],
    ['ฉันชื่อแอนครับ', profile],
    ['ผมแพ้กุ้ง', profile],
    ['ฉันเป็นครู', profile],
    ['ผมอยู่ที่เชียงใหม่', profile],
    ['ผมทำงานเป็นวิศวกรที่กรุงเทพ', profile],
    ['ผมไม่กินเนื้อ', profile],
    ['ผมมีลูกสองคน', profile],
    ['ลูกสาวผมชื่อมีอา', profile],
    ['ตอบเป็นภาษาไทยนะ', preference],
    ['ขอให้ตอบสั้น ๆ', preference],
    ['ผมตาบอดสี', profile],
    ['เรียกผมว่าแซม', profile],
  ])('%s: %s', (text, filed) => {
    expect(findUserStatements(text, '').found.map(filing)).toEqual([filed]);
  });
});

describe('what holds for minutes, or is about the work, is not taken', () => {
  it.each([
    "I'm tired today",
    "I'm tired.",
    "I'm trying to fix the build",
    'my test fails',
    "I'm not sure.",
    "I'm done.",
    "I'm using Node 20.",
    "I'm in a hurry",
    "I'm looking for a bug.",
    "I'm a bit lost",
    "I'm a little confused",
    "I'm on it.",
    "I'm back.",
    'My build is broken.',
    'My branch is called feature/x.',
    'My server is down',
    'my dog is barking',
    'my kids are loud today',
    'I have a question',
    'I have a race condition.',
    'I have two failing tests.',
    'I have a bug in the parser',
    "I can't see the error.",
    "I don't see it.",
    'I work on the parser today.',
    "I'm working on the parser.",
    'I live with that bug.',
    'I need a break',
    'I need more answers.',
    'Give me two answers.',
    'Answer yes or no.',
    'Call me back later.',
    'Call me when it is done.',
    "I'm sorry.",
    "I'm sick.",
    "I'm at home.",
    'I want to fix the bug',
    "I'm getting an error",
    "I'm single-stepping through the code",
    "I'm married to this idea of yours",
    'Write a short poem',
    'Reply to Tom in German',
    'Answer this mail in German',
    'I was wrong',
    'I was reading the docs',
    'I am going to Berlin tomorrow',
    "I'm from the future",
    'My name resolution is broken',
    'My job is failing',
    'my age field is missing in the form',
    "I'm OK",
    'I speak for the team',
    'I have no idea',
    'I have a meeting at three',
    'I drink coffee right now',
    'My son is ill.',
    "I don't drink the coolaid today",
    'I moved the file.',
    "I'm a step closer",
  ])('in English: %s', (text) => {
    expect(findUserStatements(text, '').found).toEqual([]);
  });

  it.each([
    'Ich bin müde.',
    'Ich bin gerade in Berlin.',
    'Ich bin fertig.',
    'Ich bin dran.',
    'Ich bin mir nicht sicher.',
    'Mein Test schlägt fehl.',
    'Mein Build ist kaputt.',
    'Meine Tests sind rot.',
    'Ich habe eine Frage.',
    'Ich habe ein Problem.',
    'Ich habe zwei Fehler gefunden.',
    'Ich arbeite am Parser.',
    'Ich arbeite gerade als Tester.',
    'Ich bin im falschen Branch.',
    'Ich brauche eine Pause.',
    'Mein Sohn ist krank.',
    'Meine Frau ist noch nicht da.',
    'Nenne mir drei Beispiele.',
    'Antworte auf die Mail von Tom.',
    'Ich esse gerade.',
    'Ich komme aus dem Meeting.',
    'Ich bin krank.',
    'Ich kann den Fehler nicht sehen.',
    'Ich spreche gleich mit Tom.',
    'Erkläre mir den Fehler.',
  ])('in German: %s', (text) => {
    expect(findUserStatements(text, '').found).toEqual([]);
  });

  it.each([
    'ผมเหนื่อยวันนี้',
    'ผมเป็นห่วง',
    'ผมกำลังแก้บั๊ก',
    'เทสต์ของผมพัง',
    'ผมมีคำถาม',
    'ผมมีปัญหา',
    'ผมอยู่ที่ออฟฟิศตอนนี้',
    'ผมไม่เข้าใจ',
    'ผมเป็นคนเขียนโค้ดนี้',
    'ผมแพ้เกม',
    'ผมอยู่ที่บ้านวันนี้',
    'ตอบคำถามนี้',
    'ผมไม่กินข้าวเที่ยง',
    'ผมทำงานอยู่',
  ])('in Thai: %s', (text) => {
    expect(findUserStatements(text, '').found).toEqual([]);
  });

  it.each(["I'm a ", 'my dog, and my ', 'ich kann nie ', 'ผมเป็น', 'in future, ', 'when I, '])(
    'in time proportional to a long text of %j',
    async (unit) => {
      const find = (text: string) => [filingOf(text), findUserStatements(text, '')];
      expect(await growth(find, repeating(unit), 450)).toBeLessThan(1.5);
    },
  );
});

function filing({ category, place }: { category: string; place: string }): string {
  return `${category} ${place}`.trim();
}
