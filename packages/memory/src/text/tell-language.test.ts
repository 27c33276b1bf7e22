import { expect, test } from 'vitest';
import { tellLanguage } from './tell-language.ts';

const known = ['en', 'de', 'th'] as const;

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
