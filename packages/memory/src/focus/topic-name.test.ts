import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parentTopicOf, topicLevels, topicName } from './topic-name.ts';

describe("a topic's name", () => {
  it.each([
    ['  Umbau   Küche ', 'Umbau Küche'],
    ['**memory**', 'memory'],
    ['a | b', 'a b'],
    ['memory / extraction', 'memory/extraction'],
    ['memory/extraction/rules', 'memory/extraction'],
    ['/memory//extraction/', 'memory/extraction'],
    ['one\nline\u0000here\u2028too', 'one line here too'],
    ['zero\u200Bwidth\u202Eturned', 'zerowidthturned'],
    ['จำไว้', 'จำไว้'],
    ['Garden <b>project</b> 🌱', 'Garden <b>project<b> 🌱'],
    ['***', ''],
    [`${'a'.repeat(119)} b`, 'a'.repeat(119)],
    [`${'a'.repeat(119)}/b`, 'a'.repeat(119)],
    [' / ', ''],
    ['\uD800half', '\uFFFDhalf'],
  ])('%j becomes %j', (text, name) => {
    expect(topicName(text)).toBe(name);
  });

  it('is stable, on one line, at most two levels and 120 characters, whatever it contains', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        const name = topicName(text);
        expect(topicName(name)).toBe(name);
        expect(name).not.toMatch(/[\n\r*|`\u2028]/);
        expect(name.split('/').length).toBeLessThanOrEqual(2);
        expect(Array.from(name).length).toBeLessThanOrEqual(120);
        const { parent, child } = topicLevels(name);
        expect(child === null ? parent : `${parent}/${child}`).toBe(name);
        expect(parentTopicOf(name)).toBe(child === null ? null : parent);
      }),
    );
  });
});
