import { randomBytes } from 'node:crypto';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { growth, repeating } from '../../testing/growth.ts';
import { placesOf, wordOccurrences, wordsOf } from './words.ts';

describe('wordsOf', () => {
  test.each([
    ['task-api', ['task-api', 'task', 'api']],
    ['snake_case_name', ['snake_case_name', 'snake', 'case', 'name']],
    ['parseHTTPResponse2', ['parsehttpresponse2', 'parse', 'http', 'response2']],
    ['apps/api/src/main.ts', ['apps/api/src/main.ts', 'apps', 'api', 'src', 'main.ts', 'main', 'ts']],
    ['user@example.com', ['user@example.com', 'user', 'example.com', 'example', 'com']],
    ['http://localhost:8080', ['http://localhost:8080', 'http', 'localhost', '8080']],
    ['devai/project/task_x', ['devai/project/task_x', 'devai', 'project', 'task_x', 'task']],
    ["the user's", ['the', "user's", 'user']],
    ['C++ and C#', ['c++', 'and', 'c#']],
  ])('returns %s whole and in parts', (text, words) => {
    expect(wordsOf(text)).toEqual(words);
  });

  test('counts a word once per level of separators, because the vectors of stored texts do', () => {
    const counted = (text: string) => [...wordOccurrences(text)].toSorted().join(' ');
    expect(counted('Port')).toBe('port port port port port');
    expect(counted('task-api')).toBe('api api api task task task task-api task-api');
  });

  test('keeps versions, addresses and numbers whole', () => {
    expect(wordsOf('Node v24.21.0, pnpm 5.2.1, port 8080, 127.0.0.1:3000.')).toEqual([
      'node',
      'v24.21.0',
      '24.21.0',
      'pnpm',
      '5.2.1',
      'port',
      '8080',
      '127.0.0.1:3000',
      '127.0.0.1',
      '3000',
    ]);
    expect(wordsOf('gpt-5.1')).toEqual(['gpt-5.1', 'gpt', '5.1']);
  });

  test('folds case, compatibility forms and the diacritics of alphabets', () => {
    expect(wordsOf('Müller größer ΕΛΛΆΣ Ёлка ﬁle Ｆｕｌｌ')).toEqual([
      'muller',
      'grosser',
      'ελλασ',
      'елка',
      'file',
      'full',
    ]);
    expect(wordsOf('Mu\u0308ller')).toEqual(wordsOf('MÜLLER'));
    expect(wordsOf('Ελλάς')).toEqual(wordsOf('ΕΛΛΆΣ'));
  });

  test.each([
    ['كَلِمَةُ السِّرِّ', 'كلمة السر'],
    ['أحمد إلى آمنة', 'احمد الى امنه'],
    ['مـــرحبا', 'مرحبا'],
    ['هٰذا ٱلكتاب', 'هذا الكتاب'],
    ['مسؤول شيئ', 'مسوول شيي'],
    ['کتاب فارسی', 'كتاب فارسي'],
    ['یہ کتاب', 'يه كتاب'],
    ['صفحه ۴۵ و ١٢٣', 'صفحة 45 و 123'],
    ['שָׁלוֹם עֲלֵיכֶם', 'שלום עליכם'],
    ['זִיכָּרוֹן', 'זיכרון'],
    ['ܫܠܳܡܳܐ', 'ܫܠܡܐ'],
    ['❤️ 🇩🇪', '❤ 🇩🇪'],
    ['👩🏽‍🚒', '👩🚒'],
  ])('writes %s and %s in the same way', (one, other) => {
    expect(wordsOf(one)).toEqual(wordsOf(other));
    expect(wordsOf(one)).not.toEqual([]);
  });

  test('keeps letters that are not the same', () => {
    const texts = ['قلب', 'كلب', 'گل', 'كل', 'ט', 'ת', 'ב', 'כ'];
    expect(new Set(texts.flatMap(wordsOf)).size).toBe(texts.length);
  });

  test('takes pictures for words, but not for vectors', () => {
    expect(wordsOf('mascot: 🦔, from 🇩🇪🇫🇷')).toEqual(['mascot', '🦔', 'from', '🇩🇪', '🇫🇷']);
    expect([...wordOccurrences('🦔')]).toEqual([]);
  });

  test('keeps the marks of Thai and Indic scripts', () => {
    expect(wordsOf('น้ำ')).toContain('น้ำ');
    expect(wordsOf('हिन्दी')).toEqual(['हिन्दी']);
  });

  test('finds the words of Thai, followed by trigrams', () => {
    const words = wordsOf('ใช้TypeScriptในการทำงาน');
    expect(words).toEqual(expect.arrayContaining(['ใช้', 'typescript', 'ทำงาน', 'ทำง', 'งาน']));
    expect(words.indexOf('ทำงาน')).toBeLessThan(words.indexOf('ทำง'));
  });

  test('a Thai statement and a question about it share words', () => {
    const statement = new Set(wordsOf('เซิร์ฟเวอร์ทดสอบใช้พอร์ต 8080'));
    const shared = wordsOf('เซิร์ฟเวอร์ใช้พอร์ตอะไร').filter((word) => statement.has(word));
    expect(shared).toEqual(expect.arrayContaining(['เซิร์ฟเวอร์', 'พอร์ต']));
  });

  test('returns bigrams of Chinese, Japanese and Korean', () => {
    expect(wordsOf('数据库连接')).toEqual(expect.arrayContaining(['数据', '据库', '连接']));
    expect(wordsOf('データベース')).toEqual(expect.arrayContaining(['データベース', 'デー', 'ース']));
    expect(wordsOf('한국어를')).toEqual(expect.arrayContaining(['한국어를', '한국', '국어']));
  });

  test('symbols are not words', () => {
    expect(wordsOf('--- *** ___ 、。 … <|>')).toEqual([]);
  });

  test('words are distinct, lower case, short, well-formed and few, for any text', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 500 }),
      fc.string({ unit: 'grapheme', maxLength: 500 }),
      fc
        .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 200 })
        .map((codes) => String.fromCharCode(...codes)),
      fc
        .array(fc.constantFrom('𝒳'.normalize('NFKC'), '𐐷', 'İ', '-', '/', '.', 'A', 'b', '9', 'ก', '中'), {
          maxLength: 600,
        })
        .map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(text, (value) => {
        const words = wordsOf(value);
        expect(new Set(words).size).toBe(words.length);
        expect(words.length).toBeLessThanOrEqual(2_000);
        // one assertion for all words, because one per word takes seconds
        const isProper = (word: string) =>
          word === word.toLowerCase() &&
          Array.from(word).length <= 64 &&
          word.isWellFormed() &&
          /^[^\s\0]+$/u.test(word);
        expect(words.filter((word) => !isProper(word))).toEqual([]);
        expect(wordsOf(value)).toEqual(words);
      }),
    );
  });

  test('white space around a text does not matter', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(wordsOf(` \n${text}\t`)).toEqual(wordsOf(text));
      }),
    );
  });

  test('keeps the first 2,000 words of a long text, the words before the n-grams', () => {
    const words = wordsOf(`ทำงาน ${Array.from({ length: 5_000 }, (_, index) => `word${index}`).join(' ')}`);
    expect(words).toHaveLength(2_000);
    expect(words.at(-1)).toBe('word1998');
  });

  test.each<[string, (length: number) => string]>([
    ['one letter', repeating('a')],
    [
      'encoded data',
      (length) => Buffer.from(Array.from({ length }, (_, i) => (i * 2_654_435_761) & 255)).toString('base64'),
    ],
    ['Thai without spaces', repeating('การทำงานของเซิร์ฟเวอร์')],
    ['stacked accents', (length) => `a${'\u0301'.repeat(length)}`],
    ['dots', repeating('a.')],
  ])('takes time proportional to the length of %s', async (_name, textOf) => {
    expect(await growth(wordsOf, textOf)).toBeLessThan(1.5);
  });

  test('long encoded data does not push out the words after it', () => {
    const data = randomBytes(50_000).toString('base64');
    expect(wordsOf(`${data} the screenshot shows the login page`)).toContain('login');
  });

  test('a compound is cut between two characters', () => {
    const words = wordsOf(`${'ab-'.repeat(84)}abc𐐷x`);
    expect(words.at(-1)).toBe('abc');
  });
});

test.each([
  ['the staging database listens on port 6543', 'Which port has the database?', ['database', 'port']],
  ['open src/gateway.ts first', 'the gateway', ['gateway']],
  ['open src/gateway.ts first', 'src/gateway.ts', ['src/gateway.ts']],
  ['Die Schönheit der Küche', 'kuche', ['Küche']],
  ['ใช้ฐานข้อมูลทดสอบที่พอร์ต 6543', 'ฐานข้อมูล', ['ฐานข้อมูล']],
  ['我喜欢数据库和猫', '数据库', ['数据库']],
  ['عندي حساسية من الفول السوداني', 'الفول', ['الفول']],
  ['nothing of it', 'something else', []],
])('finds in %j where it has words of %j', (text, asked, found) => {
  const words = new Set(wordsOf(asked).filter((word) => word !== 'the'));
  expect(placesOf(text, words).map(({ from, to }) => text.slice(from, to))).toEqual(found);
});
