import { randomBytes } from 'node:crypto';
import * as fc from 'fast-check';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, test } from 'vitest';
import { growth, repeating } from '../../testing/growth.ts';
import { contentLength, countMessageTokens, countTokens, truncateToTokens } from './tokens.ts';

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  // lone surrogates too
  fc
    .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 60 })
    .map((codes) => String.fromCharCode(...codes)),
  // runs that are counted in pieces
  fc
    .tuple(fc.constantFrom('a', 'ก', '中', '=', ' ', '\n', '👍', '𝒳'), fc.integer({ min: 200, max: 3_000 }))
    .map(([character, times]) => character.repeat(times)),
);

describe('contentLength', () => {
  test.each([
    '我对花生过敏，以后推荐菜谱时请不要用花生。',
    '我對花生過敏，請記住這件事。',
    '私は甲殻類アレルギーです。',
    'ピーナッツアレルギーがあります',
    '저는 땅콩 알레르기가 있어요. 넣지 마세요.',
    'ฉันแพ้ถั่วลิสง อย่าใส่ในสูตรอาหาร',
    'I am allergic to peanuts, so never use it',
    'internationalization configuration settings',
  ])('is that of a sentence of English: %s', (sentence) => {
    expect(contentLength(sentence)).toBeGreaterThanOrEqual(40);
  });

  test.each([
    '你好',
    '谢谢，很好',
    'こんにちは',
    '안녕하세요',
    'สวัสดีครับ',
    'hello',
    'ok thanks 👍👍👍',
    'Good morning! How are you?',
  ])('is less for a greeting: %s', (greeting) => {
    expect(contentLength(greeting)).toBeLessThan(40);
  });
});

describe('countTokens', () => {
  test('agrees with the published counts of o200k_base', () => {
    // the examples from OpenAI's cookbook, "How to count tokens with tiktoken"
    expect(countTokens('antidisestablishmentarianism')).toBe(6);
    expect(countTokens('2 + 2 = 4')).toBe(7);
    expect(countTokens('お誕生日おめでとう')).toBe(8);
    expect(countTokens('')).toBe(0);
  });

  test('counts special tokens as the text that they are', () => {
    expect(countTokens('<|endoftext|>')).toBeGreaterThan(1);
    expect(countTokens('say <|im_start|> twice <|im_start|>')).toBeGreaterThan(6);
  });

  test('a run without a break is off by at most one token for each piece of 256', () => {
    const run = Array.from({ length: 2_000 }, (_, index) =>
      String.fromCharCode(97 + ((index * index * 7) % 26)),
    ).join('');
    const exact = encode(run).length;
    expect(countTokens(run)).toBeGreaterThanOrEqual(exact);
    expect(countTokens(run)).toBeLessThanOrEqual(exact + Math.ceil(run.length / 256));
  });

  test('counts long texts of words exactly', () => {
    const text = 'The port  of the shop\n is 5433,\r\n\t"task-api" wasn\'t /there/ .\n\n '.repeat(4_000);
    expect(countTokens(text)).toBe(encode(text).length);
  });

  test.each([
    ['in one line', (data: string) => data],
    ['in lines', (data: string) => data.replaceAll(/.{76}/g, '$&\n')],
    ['in lines of a JSON text', (data: string) => data.replaceAll(/.{76}/g, '$&\\n')],
  ])('estimates encoded data %s to within a twentieth', (_, write) => {
    const data = write(randomBytes(30_000).toString('base64'));
    const exact = encode(data).length;
    expect(Math.abs(countTokens(data) - exact)).toBeLessThan(exact / 20);
  });

  test('never throws, and counts at least one token for a text that is not empty', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const tokens = countTokens(text);
        expect(tokens).toBeLessThanOrEqual(Buffer.byteLength(text));
        expect(tokens > 0).toBe(text !== '');
      }),
    );
  });

  test.each<[string, (length: number) => string]>([
    ['one letter', repeating('a')],
    [
      'letters without an end',
      (length) => Array.from({ length }, (_, i) => String.fromCharCode(97 + ((i * i) % 26))).join(''),
    ],
    [
      'encoded data',
      (length) => Buffer.from(Array.from({ length }, (_, i) => (i * 2_654_435_761) & 255)).toString('base64'),
    ],
    ['spaces', repeating(' ')],
    ['a ruled line', repeating('=')],
    ['Thai without spaces', repeating('การทำงานของเซิร์ฟเวอร์')],
  ])('takes time proportional to the length of %s', async (_name, textOf) => {
    const work = (text: string) => [countTokens(text), truncateToTokens(text, 1_000)];
    // the length from which on garbage collection costs as much per character as in longer texts
    expect(await growth(work, textOf, 20_000)).toBeLessThan(1.5);
  });
});

describe('countMessageTokens', () => {
  test('adds the frame of the message and of each tool call', () => {
    expect(countMessageTokens({ role: 'user', content: 'hello world' })).toBe(6);
    const toolCalls = [{ id: 'call_1', name: 'read_file', arguments: '{"path":"a.md"}' }];
    expect(countMessageTokens({ role: 'assistant', content: '', toolCalls })).toBe(
      4 + 8 + countTokens('read_file') + countTokens('{"path":"a.md"}'),
    );
  });
});

describe('truncateToTokens', () => {
  test('keeps a text that fits, and otherwise a beginning that does', () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 0, max: 400 }), (text, limit) => {
        const kept = truncateToTokens(text, limit);
        expect(text.startsWith(kept)).toBe(true);
        expect(countTokens(kept)).toBeLessThanOrEqual(limit);
        if (countTokens(text) <= limit) expect(kept).toBe(text);
      }),
    );
  });

  test('never halves a character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), fc.nat({ max: 100 }), (text, limit) => {
        expect(truncateToTokens(text, limit).isWellFormed()).toBe(true);
      }),
    );
  });

  test('keeps the limit where the counted parts have fewer tokens than the whole', () => {
    const head = `${'a b '.repeat(500).slice(0, 1_995)} ooew`;
    const limit = countTokens(head) + 1;
    // the seam that this test is for: counting goes in steps of 2,000 characters
    expect(head.length).toBe(2_000);
    expect(countTokens(`${head}ea`)).toBeGreaterThan(countTokens(head) + countTokens('ea'));
    expect(countTokens(truncateToTokens(`${head}ea and more words`, limit))).toBeLessThanOrEqual(limit);
  });

  test('uses the limit', () => {
    const prose = 'The deployment of the task service failed with a timeout after thirty seconds. '.repeat(
      2_000,
    );
    expect(countTokens(truncateToTokens(prose, 5_000))).toBeGreaterThan(4_980);
  });
});
