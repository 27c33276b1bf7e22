import fc from 'fast-check';
import { expect, test } from 'vitest';
import { asksHowToForget, readForgetWish } from './forget-wish.ts';

test.each([
  // the verb before its object
  ['clear Hobbit out of your head', 'subject', 'Hobbit'],
  ["don't call me Dodo anymore", 'subject', 'Dodo'],
  ['could you take the bit about my therapist out?', 'subject', 'therapist'],
  ['no need to remember Vera any more, we moved', 'subject', 'Vera'],
  ['lösch mal meine oma', 'subject', 'oma'],
  ['Raus aus deinem Gedächtnis mit Hobbit!', 'subject', 'Hobbit'],
  ['nenn mich nicht mehr Chef', 'subject', 'Chef'],
  ['ลบยายออกจากความจำที', 'subject', 'ยาย'],
  ['เลิกเรียกฉันว่าบอสได้แล้ว', 'subject', 'บอส'],
  ['could u wipe aviva pls', 'subject', 'aviva'],
  ['Please never bring up my stoma again', 'subject', 'stoma'],
  ["Don't remember the Fiat anymore", 'subject', 'Fiat'],
  ['Erwähne mein Stoma bitte nie wieder', 'subject', 'Stoma'],
  ['อย่าพูดถึงหนี้อีก', 'subject', 'หนี้'],
  // and after it
  ['Ich will, dass alles über Zoe verschwindet', 'subject', 'Zoe'],
  ['อยากให้ข้อมูลโซอี้หายไปให้หมด', 'subject', 'โซ'],
  ['everything about my lawyer has to go', 'subject', 'lawyer'],
  ['I would like my address removed', 'subject', 'address'],
  ['alles über meinen Anwalt muss weg', 'subject', 'Anwalt'],
  ['Die Nummer brauchst du nicht mehr zu kennen', 'subject', 'Nummer'],
  ['die 90000 da, kannst du die bitte rausnehmen?', 'named', '90000'],
  ['หมอฟันลบออกได้เลยครับ', 'subject', 'หมอ ฟัน'],
  // something that shall not be known
  ["I'd prefer it if you didn't keep the lithium thing", 'subject', 'lithium'],
  ['It would be better if you kept nothing on my debts', 'subject', 'debts'],
  ["The prison stuff shouldn't be in your memory", 'subject', 'prison'],
  ['ich will nicht dass die 92 kilo gespeichert sind', 'subject', '92 kilo'],
  ['Das mit dem Gefängnis gehört nicht in dein Gedächtnis', 'subject', 'Gefängnis'],
  ['ไม่อยากให้คุณรู้ว่าฉันสูบบุหรี่', 'subject', 'สูบ บุหรี่'],
  // what another clause names
  ['Biscuit passed away... could you please take that out of your memory', 'named', 'Biscuit passed'],
  ['we moved off Heroku so wipe that', 'named', 'moved Heroku'],
  ['Mit Lena ist Schluss. Schmeiß sie raus', 'named', 'Lena Schluss'],
  ['noon meeting: not true anymore, please delete.', 'named', 'noon meeting'],
  ['Zahnarzt? weg damit.', 'named', 'Zahnarzt'],
  ['คุกกี้ตายแล้ว ช่วยลืมไปเถอะ', 'named', 'คุกกี้ ตาย'],
])('%j wishes to erase a %s: %j', (message, what, about) => {
  expect(readForgetWish(message)).toMatchObject({ what, isAll: false });
  expect(readForgetWish(message)?.about).toContain(about);
});

// a memory that fits would be asked about
test.each([
  'delete lulu.png',
  'forget guitar for a minute, how do I tune a ukulele?',
  'I forgot Lulu at the vet',
  'remove the Jenkins badge from the README',
  'drop the postgres table',
  'how do I get rid of my Tesco loyalty account?',
  "I can't forget Hull, lovely place",
  'I dropped my guitar',
  "don't delete anything about Lulu",
  'strike the word Vim in the second paragraph',
  'I wish I could forget Tom',
  'I want to forget Tom, any advice?',
  'help me forget Tom',
  'clear the build cache',
  'Translate: forget Ann',
  'remove pnpm and install yarn',
  'My sister told me to forget Hull',
  'The sofa has to go, Tom said',
  'Zoe wants the stickers gone from her wall',
  'Der Fiat muss weg, wo verkaufe ich ihn am besten?',
  'Ich hab Lulu beim Tierarzt vergessen',
  'vergiss mal kurz die Gitarre, wie stimmt man eine Ukulele?',
  'Entferne das Jenkins-Badge aus der README',
  'Den Tag in Hof werd ich nie vergessen',
  'Lösch bloß nichts über Lulu!',
  'Nimm den Abschnitt über Vim aus der Doku raus',
  'Ich will Tom vergessen, was hilft?',
  'Hilf mir, Tom zu vergessen',
  'Wie krieg ich Katzenhaare aus dem Teppich raus?',
  'Rom wurde gelöscht, keine Ahnung wieso',
  'Meine Schwester meinte, ich soll Hof vergessen',
  'Übersetze: vergiss Anna',
  'ลบไฟล์ ลูลู่.png',
  'ลืมลูลู่ไว้ที่คลินิก',
  'อย่าลืมแม่ชื่ออันนะ',
  'ไม่เคยลืมน่านเลย',
  'อย่าลบอะไรเกี่ยวกับลูลู่',
  'ตัดคำว่า Vim ออกจากย่อหน้าสอง',
  'อยากลืมต้อม ทำไงดี',
  'ลบ pnpm แล้วติดตั้ง yarn',
])('%j wishes nothing of the kind', (message) => {
  expect(readForgetWish(message)).toBeNull();
});

test('only a message that names a memory is clear', () => {
  expect(readForgetWish('Jenkins is gone, get rid of that memory')).toMatchObject({ isClear: true });
  expect(readForgetWish('Jenkins is gone, get rid of it')).toMatchObject({ isClear: false });
  expect(readForgetWish('Streich den Golf aus deinem Gedächtnis')).toMatchObject({ isClear: true });
  expect(readForgetWish('Streich den Golf')).toMatchObject({ isClear: false });
});

test('code, quotations and pasted texts wish nothing', () => {
  expect(readForgetWish('```\ndelete Lulu\n```')).toBeNull();
  expect(readForgetWish('> delete Lulu')).toBeNull();
  expect(readForgetWish(`delete Lulu. ${'Lorem ipsum. '.repeat(100)}`)).toBeNull();
});

test.each([
  ['can you forget things, or is it all kept forever?', 'en'],
  ['do you ever forget things?', 'en'],
  ['Kannst du eigentlich Sachen vergessen?', 'de'],
  ['ถ้าบอกอะไรไปแล้วลบทีหลังได้ไหม', 'th'],
  ['can you forget my birthday?', null],
  ['Kannst du meinen Geburtstag vergessen?', null],
  ['ช่วยลบวันเกิดได้ไหม', null],
])('%j asks how in %j', (message, language) => {
  expect(asksHowToForget(message)).toBe(language);
});

test('any text is read, fast', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 1_000 }), (text) => {
      const wish = readForgetWish(text);
      expect(wish?.about ?? 'nothing').not.toBe('');
    }),
  );
  const before = performance.now();
  for (const part of [
    'you ',
    'i want ',
    'bitte ',
    'ลบ',
    'du ',
    'nicht ',
    'a, ',
    'gedächtnis ',
    'i like you ',
  ]) {
    readForgetWish(part.repeat(1_000).slice(0, 1_000));
  }
  expect(performance.now() - before).toBeLessThan(2_000);
});
