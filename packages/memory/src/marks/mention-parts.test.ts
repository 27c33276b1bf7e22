import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { quoteParts, mentionParts } from './mention-parts.ts';

describe('the parts that contain a statement word for word', () => {
  it('are its sentences, ignoring spaces and case', () => {
    const text = 'Hello! Remember: The  port\nis 5433. Bye.';
    expect(holding(text, 'the port is 5433')).toEqual(['Remember: The  port', 'is 5433.']);
    expect(holding('😀 Remember: the port is 5433. Bye.', 'the port is 5433')).toEqual([
      '😀 Remember: the port is 5433.',
    ]);
  });

  it('do not match within a longer word or number, but within a line without spaces', () => {
    expect(holding('The port is 54330.', 'The port is 5433')).toEqual([]);
    expect(holding('my category', 'cat')).toEqual([]);
    expect(holding('จำไว้ว่าฐานข้อมูลใช้พอร์ต5433ครับ', 'ฐานข้อมูลใช้พอร์ต5433')).toHaveLength(1);
  });

  it('are found without the date added after "tomorrow", and with characters that are special in patterns', () => {
    expect(holding('We deploy tomorrow.', 'We deploy tomorrow (2026-03-02)')).toHaveLength(1);
    expect(holding('Use `a+b[0]*(c|d)$`, please.', '`a+b[0]*(c|d)$`')).toHaveLength(1);
    expect(holding('The task-api starts on 2026-02-08.', 'the task-api starts on 2026-02-08')).toHaveLength(
      1,
    );
    expect(holding('anything', '')).toEqual([]);
  });

  it('are found for any characters', () => {
    const sign = fc.constantFrom(
      ...Array.from(String.raw`a-\^$.*+?()[]{}|/&!#%,:;<=>@~"'_`),
      ' ',
      'é',
      'ก',
      '😀',
      '\ud800',
    );
    fc.assert(
      fc.property(fc.array(sign, { minLength: 1, maxLength: 12 }), (signs) => {
        const statement = signs.join('').trim();
        expect(holding(`Well: ${statement} .`, statement).length > 0).toBe(statement !== '');
      }),
    );
  });
});

describe('the parts of a source text that contain its statement', () => {
  const text = 'I live in Oslo. My favourite animal is a fox, by the way. We deploy on Fridays.';

  it('are its paraphrases, and nothing else', async () => {
    expect(await saying(text, "The user's favourite animal: the fox")).toEqual([
      'My favourite animal is a fox, by the way.',
    ]);
    expect(await saying(text, 'The user resides in Oslo')).toEqual(['I live in Oslo.']);
  });

  it('are none if no sentence shares enough words', async () => {
    expect(await saying(text, 'The API listens on port 8080')).toEqual([]);
    expect(await saying('', 'anything')).toEqual([]);
  });
});

function textsOf(text: string, parts: { from: number; to: number }[]) {
  return parts.map(({ from, to }) => text.slice(from, to));
}

function holding(text: string, statement: string) {
  return textsOf(text, quoteParts(text, statement));
}

async function saying(text: string, statement: string) {
  return textsOf(text, await mentionParts(text, statement));
}
