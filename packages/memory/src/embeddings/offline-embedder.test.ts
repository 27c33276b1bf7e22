import * as fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { createOfflineEmbedder } from './offline-embedder.ts';
import { foreignQuestions, questionPairs } from './question-pairs.fixture.ts';

const embedder = createOfflineEmbedder();
const { retrieval, noiseFloor } = embedder.thresholds;

describe.each(['english', 'german', 'thai'] as const)('questions and statements in %s', (language) => {
  const pairs = questionPairs[language];
  /** similarities[question][statement] */
  let similarities: number[][] = [];
  let foreign: number[] = [];

  beforeAll(async () => {
    const questions = await embedder.embed(pairs.map(([question]) => question));
    const statements = await embedder.embed(pairs.map(([, statement]) => statement));
    const others = await embedder.embed(foreignQuestions[language]);
    similarities = questions.vectors.map((question) =>
      statements.vectors.map((statement) => cosine(question, statement)),
    );
    foreign = others.vectors.flatMap((question) =>
      statements.vectors.map((statement) => cosine(question, statement)),
    );
  });

  test('every question finds its statement well above the noise floor, most above the retrieval threshold', () => {
    expect(Math.min(...related())).toBeGreaterThanOrEqual(noiseFloor + 0.08);
    expect(share(related(), retrieval)).toBeGreaterThanOrEqual(0.75);
  });

  test('every question finds its own statement first', () => {
    for (const [index, row] of similarities.entries()) expect(row.indexOf(Math.max(...row))).toBe(index);
  });

  test('unrelated pairs stay below the thresholds, except those that share a subject', () => {
    expect(share(unrelated(), retrieval)).toBeLessThan(0.03);
    expect(share(unrelated(), noiseFloor)).toBeLessThan(0.08);
  });

  test('an unrelated question finds nothing', () => {
    expect(Math.max(...foreign)).toBeLessThan(retrieval);
  });

  function related() {
    return similarities.flatMap((row, index) => row[index] ?? []);
  }

  function unrelated() {
    return similarities.flatMap((row, index) => row.filter((_, other) => other !== index));
  }
});

test('vectors have unit length, and are the same for the same text, whatever the text', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 200 }), async (text) => {
      const vector = await embedOne(text);
      expect(vector).toHaveLength(512);
      expect(Math.hypot(...vector)).toBeCloseTo(1, 9);
      expect(await embedOne(text)).toEqual(vector);
    }),
  );
});

test('all texts without words have the same vector, near no other', async () => {
  expect(await embedOne('')).toEqual(await embedOne(' … 👍 '));
  expect(cosine(await embedOne(''), await embedOne('The test server listens on port 8081'))).toBeLessThan(
    noiseFloor,
  );
});

test('the vector space has not changed under its name', async () => {
  // stored vectors carry the id, so a change of how they are made requires another id
  const vector = await embedOne('task-api uses JWT auth');
  expect(embedder.id).toBe('offline-hash-512-v1');
  expect(vector.slice(0, 6).map((value) => Number(value.toFixed(4)))).toEqual([
    -0.0116, 0.0329, -0.1408, -0.1066, 0.054, 0.0453,
  ]);
});

test('inflected forms and compounds are near each other', async () => {
  expect(cosine(await embedOne('database migration'), await embedOne('database migrations'))).toBeGreaterThan(
    0.6,
  );
  expect(cosine(await embedOne('Datenbank'), await embedOne('Datenbankverbindung'))).toBeGreaterThan(
    noiseFloor + 0.08,
  );
  expect(cosine(await embedOne('数据库连接失败'), await embedOne('连接数据库'))).toBeGreaterThan(
    noiseFloor + 0.08,
  );
});

test('an aborted signal rejects with its reason', async () => {
  await expect(embedder.embed(['a'], { signal: AbortSignal.abort(new Error('stop')) })).rejects.toThrow(
    'stop',
  );
});

function cosine(left: number[], right: number[]): number {
  return left.reduce((sum, value, index) => sum + value * (right[index] ?? 0), 0);
}

async function embedOne(text: string): Promise<number[]> {
  const { vectors } = await embedder.embed([text]);
  return vectors[0] ?? [];
}

function share(values: number[], limit: number) {
  return values.filter((value) => value >= limit).length / values.length;
}
