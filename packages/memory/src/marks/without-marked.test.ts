import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { storedMessage } from '../compaction/stored-message.fixture.ts';
import type { Mark } from '../store/messages.ts';
import { withoutForgotten, withoutTaken } from './without-marked.ts';

describe('a message without forgotten parts', () => {
  it('keeps the other marks at their new positions', () => {
    const stored = message(
      'one. two. three. four.',
      mark('forgotten', { from: 5, to: 9 }),
      mark('taken', { from: 10, to: 16 }),
      mark('forgotten', { from: 7, to: 9 }),
      mark('taken', { from: 0, to: 4 }),
    );
    const readable = withoutForgotten(stored);
    expect(readable.content).toBe('one. [forgotten] three. four.');
    expect(withoutTaken(readable).content).toBe('[kept already] [forgotten] [kept already] four.');
  });

  it('is empty when all of it was forgotten, and the arguments of its calls stay JSON', () => {
    const toolCalls = [{ id: 'a', name: 'remember', arguments: '{"content":"4711"}' }];
    const stored = { ...message('I note 4711.', mark('forgotten', null)), toolCalls };
    const readable = withoutForgotten(stored);
    expect(readable).toMatchObject({ content: '[forgotten]', toolCalls: [{ id: 'a', name: 'remember' }] });
    expect(JSON.stringify(JSON.parse(readable.toolCalls[0]?.arguments ?? ''))).not.toContain('4711');
    expect(withoutForgotten(message('', mark('forgotten', null))).content).toBe('');
  });

  it('has no character of any forgotten part, even if parts overlap, and every other character', () => {
    const part = fc
      .tuple(fc.nat(30), fc.nat(30))
      .map(([one, other]) => ({ from: Math.min(one, other), to: Math.max(one, other) }))
      .filter(({ from, to }) => from < to);
    fc.assert(
      fc.property(fc.array(part, { maxLength: 5 }), part, (forgotten, taken) => {
        const content = Array.from({ length: 30 }, (_, index) => String.fromCodePoint(0x4e00 + index)).join(
          '',
        );
        const isGone = (index: number) => forgotten.some(({ from, to }) => from <= index && index < to);
        const left = Array.from(content).filter((_, index) => !isGone(index));
        const readable = withoutForgotten(
          message(content, ...forgotten.map((one) => mark('forgotten', one)), mark('taken', taken)),
        );
        expect(readable.content.replaceAll('[forgotten]', '')).toBe(left.join(''));
        const isTaken = (index: number) => taken.from <= index && index < taken.to;
        const shown = withoutTaken(readable).content;
        for (const [index, character] of Array.from(content).entries()) {
          expect(shown.includes(character)).toBe(!isGone(index) && !isTaken(index));
        }
      }),
    );
  });
});

function mark(kind: Mark['kind'], part: Mark['part']): Mark {
  return { memoryId: 'm', kind, part };
}

function message(content: string, ...marks: Mark[]) {
  return storedMessage({ number: 1, role: 'user', content, marks });
}
