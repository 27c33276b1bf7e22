import { createHash, type Hash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../apps/api/tests/temporary-folder.ts';
import { chooseQuestions } from './choose-questions.ts';
import { locomo, longMemEval } from './data.fixture.ts';
import type { History } from './history.ts';
import { readData, readHistory } from './read-data.ts';
import { readElement, readElements } from './read-elements.ts';

const folder = temporaryFolder();

describe('the published files', () => {
  it('of LoCoMo are read with times, pictures, and the evidence as it is written', async () => {
    const [history] = await histories(locomo);
    expect(history?.sessions.map(({ start }) => start.toISOString())).toEqual([
      '2023-05-02T14:10:00.000Z',
      '2023-06-01T00:05:00.000Z',
    ]);
    expect(history?.askedAt.toISOString()).toBe('2023-06-02T00:05:20.000Z');
    expect(history?.sessions[0]?.turns).toEqual([
      { id: 'D1:1', role: 'user', text: 'Ada: Hello Bert! I bought a red kayak in Leeds yesterday.' },
      { id: 'D1:2', role: 'user', text: 'Bert: Lovely! My goat Olga has a fever.' },
      { id: 'D1:3', role: 'user', text: 'Ada: Look at her. [shows a picture: a photo of a kayak on a lake]' },
    ]);
    expect(
      history?.questions.map(({ category, expected, evidence }) => [category, expected, evidence]),
    ).toEqual([
      ['single-hop', 'Leeds', ['D1:1']],
      ['multi-hop', 'Olga', ['D1:2', 'D2:1']],
      ['temporal', '1 May 2023', ['D1:1']],
      ['open-domain', '1', ['D2:2']],
      ['adversarial', '', []],
    ]);
    expect(history?.questions.at(-1)).toMatchObject({ judgedBy: 'abstention', trap: 'He needed money' });
  });

  it('of LongMemEval are read in the order of time, with the turns that hold the answer', async () => {
    const [lamp, ferry, tea] = await histories(longMemEval);
    expect(lamp?.sessions.map(({ turns }) => turns.map(({ text }) => text))).toEqual([
      ['I have a yellow lamp on my desk.'],
      ['I have put a green lamp on my desk instead.', 'Green is calm.'],
    ]);
    expect(lamp?.questions[0]).toMatchObject({ judgedBy: 'answer', evidence: ['late@1:1', 'early@2:1'] });
    expect(lamp?.askedAt.toISOString()).toBe('2023-06-01T10:00:00.000Z');
    expect(ferry?.questions[0]).toMatchObject({
      category: 'abstention',
      judgedBy: 'abstention',
      evidence: [],
    });
    // without labelled turns, the session; asked when all is said, though the date is earlier
    expect(tea?.questions[0]).toMatchObject({ judgedBy: 'rubric', evidence: ['only@1'] });
    expect(tea?.askedAt.toISOString()).toBe('2023-05-19T03:05:00.000Z');
  });

  it('are found in a folder beside other files', async () => {
    write('locomo10.json', locomo);
    write('longmemeval_oracle.json', longMemEval);
    write('personas.json', [{ name: 'Ada' }]);
    mkdirSync(join(folder(), 'answers'));
    const { files, skipped } = await readData(folder());
    expect(files.map(({ name, format }) => [name, format])).toEqual([
      ['locomo10', 'LoCoMo'],
      ['longmemeval_oracle', 'LongMemEval'],
    ]);
    expect(skipped).toEqual([join(folder(), 'personas.json')]);
  });
});

describe('data that cannot be read', () => {
  const [sample] = locomo;
  const [item] = longMemEval;
  it.each<[string, string, string | object[], RegExp]>([
    ['broken_json', 'text', 'What is this?', /neither a list nor an object/],
    ['broken_json', 'a download that broke off', JSON.stringify(locomo).slice(0, -40), /ends in the middle/],
    ['broken_json', 'a comma too many', '[{"conversation": {}, "qa": [],}]', /object 1, byte 1/],
    ['broken_json', 'a bracket too many', `${JSON.stringify(locomo)}]`, /ends in the middle/],
    ['broken_json', 'nothing', ' \n', /it is empty/],
    [
      'broken_json',
      'a page in place of the file',
      '<!doctype html>',
      /byte 0\): neither a list nor an object/,
    ],
    ['unknown_format', 'other objects', [{ name: 'Ada' }], /neither LoCoMo .* nor LongMemEval/],
    ['unknown_format', 'an empty list', [], /neither LoCoMo/],
    [
      'unknown_format',
      'a question without an answer',
      [{ ...sample, qa: [{ question: 'Why?', category: 1 }] }],
      /qa q1/,
    ],
    [
      'unknown_format',
      'no sessions',
      [{ ...sample, conversation: { speaker_a: 'A', speaker_b: 'B' } }],
      /session_1/,
    ],
    ['unknown_format', 'no id', [{ ...sample, sample_id: undefined }], /sample_id/],
    [
      'unknown_format',
      'turns that are none',
      [{ ...sample, conversation: { ...sample?.conversation, session_2: 'x' } }],
      /session_2/,
    ],
    ['unknown_format', 'the same id twice', [...locomo, ...locomo], /two objects have the id conv-1/],
    ['unknown_format', 'an unknown time', [{ ...item, question_date: 'soon' }], /question_date: .*soon/],
    [
      'unknown_format',
      'a day that is none',
      [{ ...item, question_date: '2023/02/30 (Tue) 10:00' }],
      /question_date/,
    ],
    [
      'unknown_format',
      'an hour that is none',
      [{ ...item, question_date: '2023/02/03 (Tue) 25:00' }],
      /question_date/,
    ],
    [
      'unknown_format',
      'a month that is none',
      [
        {
          ...sample,
          conversation: { ...sample?.conversation, session_1_date_time: '2:10 pm on 2 Mai, 2023' },
        },
      ],
      /session_1_date_time/,
    ],
    ['unknown_format', 'a date too few', [{ ...item, haystack_dates: [] }], /different lengths/],
    [
      'unknown_format',
      'another role',
      [{ ...item, haystack_sessions: [[{ role: 'bot', content: '' }]] }],
      /role/,
    ],
  ])('is %s: %s', async (code, _what, content, message) => {
    write('data.json', content);
    await expect(readData(folder())).rejects.toMatchObject({ code, message: expect.stringMatching(message) });
    await expect(readData(folder())).rejects.toThrow(join(folder(), 'data.json'));
  });

  it('is no_data: an empty folder, and one that does not exist', async () => {
    await expect(readData(folder())).rejects.toMatchObject({ code: 'no_data' });
    await expect(readData(join(folder(), 'nowhere'))).rejects.toMatchObject({ code: 'no_data' });
  });
});

describe('the objects of a list', () => {
  it('are read one by one as JSON.parse reads the whole, in whatever form', async () => {
    const characters = fc.constantFrom('"', '\\', '{', '}', '[', ']', ',', '\n', 'é', '😀', 'a');
    const words = fc.array(characters, { maxLength: 8 }).map((all) => all.join(''));
    const values = fc.oneof(words, fc.array(words), fc.record({ inner: words }));
    const json = fc.array(fc.dictionary(words, values, { maxKeys: 3 }), { maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(json, fc.constantFrom(undefined, 1, '\t'), async (list, indent) => {
        const text = JSON.stringify(list, null, indent);
        const expected: unknown = JSON.parse(text);
        write('list.json', text);
        const path = join(folder(), 'list.json');
        const hash = createHash('sha256');
        const read = await elementsOf(path, hash);
        expect(read.map(({ value }) => value)).toEqual(expected);
        expect(await Promise.all(read.map((one) => readElement(path, one)))).toEqual(expected);
        expect(hash.digest('hex')).toBe(createHash('sha256').update(text).digest('hex'));
      }),
      { numRuns: 30 },
    );
  });

  it('may be larger than what is read at once', async () => {
    const long = [{ text: '{"'.repeat(700_000) }, { text: 'é'.repeat(700_000) }];
    write('long.json', long);
    const read = await elementsOf(join(folder(), 'long.json'), createHash('sha256'));
    expect(read.map(({ value }) => value)).toEqual(long);
  });
});

describe('a choice of questions', () => {
  it('takes categories, and names those that are there when one is not', async () => {
    write('locomo10.json', locomo);
    const { files } = await readData(folder());
    const choice = { only: ['temporal', 'adversarial'], sample: null, seed: 1 };
    expect(chooseQuestions(files, choice).flatMap(({ ids }) => [...ids])).toEqual(['q3', 'q5']);
    expect(() => chooseQuestions(files, { ...choice, only: ['temporl'] })).toThrow(
      '--only temporl: the data has adversarial, multi-hop, open-domain, single-hop, temporal',
    );
  });

  it('is refused when there are none', async () => {
    write('locomo10.json', [{ ...locomo[0], qa: [] }]);
    const { files } = await readData(folder());
    expect(() => chooseQuestions(files, { only: [], sample: null, seed: 1 })).toThrow('no question');
  });

  it('samples by the seed, so that a larger sample contains a smaller one', async () => {
    write('locomo10.json', locomo);
    write('longmemeval_s.json', longMemEval);
    const { files } = await readData(folder());
    const sampled = (sample: number, seed: number) =>
      chooseQuestions(files, { only: [], sample, seed }).flatMap(({ place, ids }) =>
        [...ids].map((id) => `${place.key} ${id}`),
      );
    for (const size of [1, 2, 3, 4, 5, 6, 7]) {
      expect(sampled(size, 1)).toHaveLength(size);
      expect(sampled(size + 1, 1)).toEqual(expect.arrayContaining(sampled(size, 1)));
    }
    expect(sampled(100, 1)).toHaveLength(8);
    expect(new Set([1, 2, 3, 4, 5, 6].map((seed) => sampled(2, seed).join())).size).toBeGreaterThan(1);
  });
});

function write(name: string, content: string | object[]): void {
  writeFileSync(join(folder(), name), typeof content === 'string' ? content : JSON.stringify(content));
}

async function elementsOf(path: string, hash: Hash) {
  const read = [];
  for await (const one of readElements(path, hash)) read.push(one);
  return read;
}

async function histories(content: object[]): Promise<History[]> {
  write('data.json', content);
  const { files } = await readData(join(folder(), 'data.json'));
  return Promise.all(files.flatMap((file) => file.histories.map((place) => readHistory(file, place))));
}
