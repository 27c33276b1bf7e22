import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findJson, readJsonObject } from './read-json.ts';

const value = {
  memories: [
    { content: 'a "quoted" } word', evidence: [1, 2] },
    { content: 'ภาษาไทย', evidence: [3] },
  ],
};
const json = JSON.stringify(value);

describe('readJsonObject', () => {
  it.each([
    ['plain', json],
    ['indented', JSON.stringify(value, null, 2)],
    ['in a fence', `\`\`\`json\n${json}\n\`\`\``],
    ['with words around it', `Here is what I found:\n${json}\nThat is all.`],
    ['with a comma too many', json.replace(']}', ',]}')],
    ['with a comment', json.replace('{', '{ // mine\n')],
    ['without its last brace', json.slice(0, -1)],
    ['with bare keys', json.replaceAll(/"(memories|content|evidence)"/g, '$1')],
  ])('reads an object %s', (_, text) => {
    expect(readJsonObject(text)).toEqual(value);
  });

  it('reads single quotes', () => {
    expect(readJsonObject("{'memories': [{'content': 'x', 'evidence': [1]}]}")).toEqual({
      memories: [{ content: 'x', evidence: [1] }],
    });
  });

  it.each(['', ' \n', 'I found nothing worth keeping.', '[]', '} {'])('finds none in %j', (text) => {
    expect(readJsonObject(text)).toBeUndefined();
  });

  it.each([
    ['that only the repair emptied', '{"memories": [}'],
    ['of which only dots are shown', '{"memories": [...]}'],
    ['that is given twice', '{"memories": [{"content": "x"}], "memories": []}'],
    ['in an object that is given twice', '{"a": {"b": 1}, "a": 2}'],
  ])('never accepts a list %s', (_, text) => {
    expect(readJsonObject(text)).toBeUndefined();
  });

  it('accepts an empty list that is in the answer itself', () => {
    expect(readJsonObject("{memories: [ ], 'more': [],}")).toEqual({ memories: [], more: [] });
  });

  it('never accepts a bare list or lines that are cut off, wherever that is', () => {
    const items = value.memories.map((one) => JSON.stringify(one));
    for (const whole of [`[${items.join(', ')}]`, `[${items.join(',\n')}]`]) {
      for (let length = 0; length < whole.length; length += 1) {
        expect(findJson(whole.slice(0, length)), whole.slice(0, length)).toEqual([]);
      }
    }
    const lines = items.join('\n');
    for (let length = lines.indexOf('\n') + 3; length < lines.length - 1; length += 1) {
      expect(findJson(lines.slice(0, length)), lines.slice(0, length)).toEqual([]);
    }
  });

  it('finds every value outside and inside of tags, and the values of JSON in a text', () => {
    const blocks = findJson('<think>[1]</think> {"a": 1} and [see] {x} <b>{"c": 3} {"d": 4}</b> {"e": 5}');
    expect(blocks.map((one) => [one.value, one.block !== null])).toEqual([
      [[1], true],
      [{ a: 1 }, false],
      [{ c: 3 }, true],
      [{ d: 4 }, true],
      [{ e: 5 }, false],
    ]);
    expect(findJson(JSON.stringify(json))).toEqual([{ value, block: null }]);
  });

  it('never accepts a truncated answer, wherever it is cut', () => {
    for (const whole of [json, JSON.stringify(value, null, 1), `\`\`\`json\n${json}`]) {
      for (let length = 0; length <= whole.lastIndexOf('}'); length += 1) {
        const read = readJsonObject(whole.slice(0, length));
        // without only its last brace, the answer is still complete
        if (read !== undefined) expect(read).toEqual(value);
      }
    }
  });

  it('returns any object that was written as JSON', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (object) => {
        const text = JSON.stringify(object);
        expect(readJsonObject(text)).toEqual(JSON.parse(text));
      }),
    );
  });
});
