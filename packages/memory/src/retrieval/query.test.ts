import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildQuery } from './query.ts';

describe('the query of a message', () => {
  it('asks by the words that say something', () => {
    expect(query('What is the port of the test server?').words).toEqual(['port', 'test', 'server']);
    expect(query('Welchen Port hat der Testserver?').words).toEqual(['port', 'testserver']);
  });

  it.each([
    'Hello, how are you today?',
    'thanks, that’s very helpful!',
    'Kannst du mir bitte helfen?',
    'สวัสดีครับ ช่วยหน่อย',
  ])('asks by little or no word for what is mere talk: %s', (text) => {
    expect(query(text).wordCount).toBeLessThanOrEqual(1);
  });

  it.each([
    ['What is my sister allergic to?', true],
    ['how much is our rent', true],
    ['When was the exam again?', true],
    ["where'd I park", true],
    ['Wann hat meine Schwester Geburtstag?', true],
    ['Wo ist unser Schlüssel?', true],
    ['Wie hieß der Arzt noch mal?', true],
    ['รหัสประตูบ้านเราอะไร', true],
    ['ร้านนั้นเปิดกี่โมงนะ', true],
    ['How tall is Mount Everest?', false],
    ['Who runs the US treasury?', false],
    ['Wer schrieb den Faust?', false],
    ['Warum ist der Start so unsicher?', false],
    ['Wann läuft unsre Miete aus?', true],
    ['Was kostet eine Unze Gold?', false],
    ['เมืองหลวงของญี่ปุ่นคืออะไร', false],
    ['เล่านิทานให้ฟังหน่อย', false],
  ])('tells who is asked about: %s', (text, isOfAsker) => {
    expect(query(text).isOfAsker).toBe(isOfAsker);
  });

  it.each([
    ['which books have I read this year?', true],
    ['how many clients do I have', true],
    ['what are all my hens called', true],
    ['who else is in the band?', true],
    ['what chillies have I got growing', true],
    ['can you list my medicines', true],
    ['Welche Bücher habe ich gelesen?', true],
    ['wieviele Enkel hab ich', true],
    ['Wo waren wir überall?', true],
    ['was nehme ich sonst noch ein', true],
    ['What is this?', false],
    ['what does it cost', false],
    ['What musical instruments do I play?', true],
    ['what is James like', false],
    ['Wo ist mein Schlüssel?', false],
    ['ปีนี้ไปวัดมากี่ที่', true],
    ['ในสวนปลูกอะไรไว้มั่ง', true],
    ['Which port has the test server?', false],
    ['Welchen Port hat der Testserver?', false],
    ['When is the listening test?', false],
    ['ฉันชื่ออะไร', false],
  ])('tells whether all of something is asked for: %s', (text, asksForSeveral) => {
    expect(query(text).asksForSeveral).toBe(asksForSeveral);
  });

  it('asks by no word when none says anything', () => {
    expect(query('what is it?')).toMatchObject({ words: [], wordCount: 0 });
    expect(query('  \n ')).toMatchObject({ text: '', words: [] });
  });

  it.each([
    'go on',
    'run it again',
    'stop',
    'same error',
    'yes, please proceed with the changes',
    'führ es nochmal aus',
    'nein, das ist falsch',
    'ไม่ใช่แบบนี้',
    'แก้ให้หน่อย',
  ])('asks by no word for an order that names nothing: %s', (text) => {
    expect(query(text)).toMatchObject({ words: [], wordCount: 0 });
  });

  it('keeps a word of ordering beside what it orders, and where it is looked up', () => {
    expect(query('run the tests').words).toEqual(['run', 'tests']);
    expect(buildQuery({ text: 'error', project: null, topics: [], isMessage: false }).words).toEqual([
      'error',
    ]);
  });

  it('asks for whom a possessive names', () => {
    expect(query("when is Lena's birthday?")).toMatchObject({ words: ['lena', 'birthday'], wordCount: 2 });
    expect(query('Lena’s birthday').words).toEqual(['lena', 'birthday']);
  });

  it('keeps project and topics apart from the message: they are no words that a memory could match', () => {
    const { words, context } = query('which port?', 'TaskForge', [
      'memory/extraction',
      'deployment',
      'third',
    ]);
    expect(context).toBe('TaskForge, memory/extraction, deployment');
    expect(words).toEqual(['port']);
  });

  it('counts an identifier with its parts, and a Thai word with its n-grams, as words that were written', () => {
    expect(query('LoginPage.tsx broken').wordCount).toBeLessThanOrEqual(3);
    const thai = query('เซิร์ฟเวอร์ทดสอบการชำระเงิน');
    expect(thai.words.length).toBeGreaterThan(10);
    expect(thai.wordCount).toBeLessThanOrEqual(5);
  });

  it('cuts a long message to its head and its tail, where what is asked stands', () => {
    const log = 'at frame (file.js:1:1)\n'.repeat(5_000);
    const { text, words } = query(`Why does billing crash?\n${log}It began after the upgrade to fastify`);
    expect(text.length).toBeLessThanOrEqual(3_003);
    expect(text.startsWith('Why does billing crash?')).toBe(true);
    expect(text.endsWith('It began after the upgrade to fastify')).toBe(true);
    expect(words).toEqual(expect.arrayContaining(['billing', 'crash', 'upgrade', 'fastify']));
  });

  it('asks by at most 200 words, from both ends', () => {
    const { words } = query(Array.from({ length: 400 }, (_, number) => `word${number}`).join(' '));
    expect(words).toHaveLength(200);
    expect(words).toEqual(expect.arrayContaining(['word0', 'word399']));
  });

  it('is well formed and bounded for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 0, maxLength: 4_000 }), (text) => {
        const built = query(text);
        expect(built.text.length).toBeLessThanOrEqual(3_003);
        expect(built.words.length).toBeLessThanOrEqual(200);
        expect(built.wordCount).toBeLessThanOrEqual(built.words.length);
      }),
      { numRuns: 20 },
    );
  });
});

function query(text: string, project: string | null = null, topics: string[] = []) {
  return buildQuery({ text, project, topics, isMessage: true });
}
