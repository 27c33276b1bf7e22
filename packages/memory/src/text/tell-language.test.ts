import { expect, test } from 'vitest';
import { tellLanguage, tellLanguageNow } from './tell-language.ts';

const known = ['en', 'de', 'th'] as const;

test.each(known)('short sentences in %s are distinguished from the others', async (code) => {
  const told = await Promise.all(sentences[code].map((sentence) => tellLanguage(sentence, known)));
  expect(told).toEqual(sentences[code].map(() => code));
});

test.each(['', '8081', '👍 …'])('%j is in no language', async (text) => {
  expect(await tellLanguage(text, known)).toBeNull();
});

test.each(['где находится файл с настройками?', 'Quel est le port de la base de données ?'])(
  'no language is returned for %j, because its language was not asked for',
  async (text) => {
    expect(await tellLanguage(text, known)).toBeNull();
  },
);

const earlier = {
  en: ['The exporter writes invoices every night.', 'Which port does the staging database listen on?'],
  de: ['Der Exporter schreibt jede Nacht die Rechnungen.', 'Auf welchem Port läuft die Datenbank?'],
  th: ['ตัวส่งออกเขียนใบแจ้งหนี้ทุกคืน', 'ฐานข้อมูลทดสอบใช้พอร์ตอะไร'],
};

test.each([
  ['en', 'forget that Rex is a dog'],
  ['en', 'why did you say that?'],
  ['de', 'merk dir: Rex ist mein Hund'],
  ['de', 'warum hast du das gesagt?'],
  ['th', 'ฉันชอบกาแฟดำ'],
  ['th', 'ลืม'],
  ['th', 'exporter อยู่ที่ไหน'],
] as const)('in %s: %j, whatever was spoken before it', async (code, text) => {
  for (const before of Object.values(earlier)) {
    expect(await tellLanguageNow([...before, text], known)).toBe(code);
  }
});

test.each(known)('a text that is too short to tell is in the language before it: %s', async (code) => {
  for (const text of ['8081?', 'Postgres?', 'ok', 'staging database?']) {
    expect(await tellLanguageNow([...earlier[code], text], known), text).toBe(code);
  }
});

test('the nearest text counts before those further back', async () => {
  expect(await tellLanguageNow([...earlier.en, ...earlier.de, 'Postgres?'], known)).toBe('de');
  expect(await tellLanguageNow([], known)).toBeNull();
});

const sentences = {
  de: [
    'merk dir: der Port ist 8081',
    'Wie heißt mein Hund?',
    'danke dir',
    'mach das bitte rückgängig',
    'wir nehmen Postgres',
    'gut, weiter',
    'lies die Datei notes.md',
    'ich mag kein Yarn',
    'Tests laufen wieder',
    'der Build ist kaputt',
  ],
  en: [
    'remember: the port is 8081',
    'what is my dog called?',
    'thank you',
    'please undo that',
    'we use Postgres',
    'ok, go on',
    'read the file notes.md',
    "I don't like Yarn",
    'tests pass again',
    'the build is broken',
  ],
  th: ['จำไว้ว่าพอร์ตคือ 8081', 'หมาของฉันชื่อ Rex', 'ขอบคุณ', 'เราใช้ Postgres', 'exporter อยู่ที่ไหน'],
};
