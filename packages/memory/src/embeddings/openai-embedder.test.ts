import { createRequire } from 'node:module';
import type { OpenAI as OpenAIClient } from 'openai';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  startScriptedModelServer,
  type ScriptedEmbeddings,
  type ScriptedModelServer,
} from '../../testing/index.ts';
import { createOfflineEmbedder } from './offline-embedder.ts';
import { createOpenAIEmbedder } from './openai-embedder.ts';

const apiKey = 'sk-test-0123456789';
let server: ScriptedModelServer;
beforeAll(async () => {
  server = await startScriptedModelServer();
});
afterAll(() => server.close());
beforeEach(() => {
  server.requests.length = 0;
});

test('embeds a batch in one request with the dimensions asked for, and counts what is billed', async () => {
  const texts = ['The test server listens on port 8081', 'Welcher Port?'];
  const { vectors, tokens } = await createEmbedder().embed(texts);
  const exact = (await createOfflineEmbedder().embed(texts)).vectors;
  expect(server.requests).toHaveLength(1);
  expect(server.requests[0]?.headers['authorization']).toBe(`Bearer ${apiKey}`);
  expect(server.requests[0]?.body).toMatchObject({
    model: 'text-embedding-3-small',
    input: texts,
    dimensions: 512,
  });
  expect(tokens).toBeGreaterThan(5);
  for (const [index, vector] of vectors.entries()) {
    for (const [dimension, value] of vector.entries())
      expect(value).toBeCloseTo(exact[index]?.[dimension] ?? NaN, 5);
  }
});

test('puts vectors that come in another order in their place', async () => {
  server.embed(body([1, unit(7)], [0, unit(3)]));
  const { vectors, tokens } = await createEmbedder().embed(['a', 'b']);
  expect(vectors).toEqual([unit(3), unit(7)]);
  expect(tokens).toBe(0);
});

test.each<[string, (number | null | undefined)[], number[]]>([
  ['no indexes', [undefined, undefined, undefined], [0, 1, 2]],
  ['null for indexes', [null, null, null], [0, 1, 2]],
  ['no index that is 0', [undefined, 1, 2], [0, 1, 2]],
  ['no index that is 0, in another order', [2, undefined, 1], [2, 0, 1]],
  ['some indexes', [2, undefined, undefined], [2, 0, 1]],
])('puts vectors in their place with %s', async (_name, indexes, places) => {
  const data = indexes.map((index, at) => ({ ...(index !== undefined && { index }), embedding: unit(at) }));
  server.embed({ body: { data } });
  const { vectors } = await createEmbedder().embed(['a', 'b', 'c']);
  expect(places.map((place) => vectors[place])).toEqual([unit(0), unit(1), unit(2)]);
});

test.each([null, {}, { total_tokens: null }, { total_tokens: 'x' }, [], 7])(
  'takes an answer with the usage %j',
  async (usage) => {
    server.embed({ body: { data: [{ index: 0, embedding: unit(1), object: null }], usage } });
    expect(await createEmbedder().embed(['a'])).toEqual({ vectors: [unit(1)], tokens: 0 });
  },
);

test('counts the tokens of the prompt where no sum is given', async () => {
  server.embed({ body: { data: [{ embedding: unit(1) }], usage: { prompt_tokens: 4 } } });
  expect((await createEmbedder().embed(['a'])).tokens).toBe(4);
});

test.each([
  ['Model does not support matryoshka representation', 'dimensions'],
  ['Unknown parameter: dimensions', 'dimensions'],
  ["encoding_format must be 'float'", 'encoding_format'],
  ['base64 is not supported', 'encoding_format'],
])('leaves out what the service refuses, from then on at once: %s', async (message, field) => {
  const embedder = createEmbedder();
  server.embed({ status: 400, message });
  await embedder.embed(['a']);
  await embedder.embed(['b']);
  const sent = server.embeddingRequests().map((one) => JSON.stringify(one));
  expect(sent.map((one) => one.includes(field === 'dimensions' ? '"dimensions"' : 'base64'))).toEqual([
    true,
    false,
    false,
  ]);
});

test('normalises vectors to unit length', async () => {
  server.embed(body([0, unit(3).map((value) => value * 20)]));
  expect((await createEmbedder().embed(['a'])).vectors).toEqual([unit(3)]);
});

test('makes no request without texts', async () => {
  expect(await createEmbedder().embed([])).toEqual({ vectors: [], tokens: 0 });
  expect(server.requests).toHaveLength(0);
});

test('sends no text that the service would reject: empty, ill-formed or too long', async () => {
  await createEmbedder().embed(['', ' \n', 'half \uD83D', 'long text '.repeat(20_000)]);
  const [request] = server.embeddingRequests();
  expect(request).toMatchObject({
    input: ['.', '.', 'half \uFFFD', expect.stringMatching(/^(long text )+/)],
  });
  expect(JSON.stringify(request).length).toBeLessThan(60_000);
});

describe('an answer that cannot be right is an error', () => {
  const wrong: [name: string, answer: ScriptedEmbeddings, message: RegExp, isRetryable: boolean][] = [
    ['a vector too few', body([0, unit(1)]), /1 vectors for 2 texts/, true],
    [
      'the same index twice',
      body([0, unit(1)], [0, unit(2)]),
      /2 vectors for 2 texts, or not one for each index/,
      true,
    ],
    [
      'an index that was not asked',
      body([0, unit(1)], [5, unit(2)]),
      /2 vectors for 2 texts, or not one for each index/,
      true,
    ],
    ['other dimensions', body([0, [1, 0]], [1, [0, 1]]), /2 dimensions instead of 512/, false],
    ['only zeros', body([0, unit(1)], [1, unit(1).map(() => 0)]), /zero or not finite/, true],
    ['no numbers', body([0, unit(1)], [1, unit(1).map(() => 'x')]), /an unknown format/, true],
    ['no JSON', { body: '<html>502</html>' }, /failed/, true],
    ['an unknown format', { body: { vectors: [] } }, /an unknown format/, true],
  ];
  test.each(wrong)('%s', async (_name, answer, message, isRetryable) => {
    server.embed(answer);
    await expect(createEmbedder().embed(['a', 'b'])).rejects.toMatchObject({
      code: 'embedding_failed',
      isRetryable,
      message: expect.stringMatching(message),
    });
    expect(server.requests).toHaveLength(1);
  });
});

describe('a failing service is an error, retryable when trying again can help', () => {
  const failures: [name: string, answer: ScriptedEmbeddings, isRetryable: boolean, isAway?: boolean][] = [
    ['429', { status: 429 }, true, true],
    ['503', { status: 503 }, true, true],
    ['504', { status: 504 }, true],
    ['500', { status: 500 }, true],
    ['400', { status: 400 }, false],
    ['a cut socket', { refuse: true }, true],
    ['no answer in time', { hang: true }, true],
    ['half an answer', { stall: true }, true],
  ];
  test.each(failures)('%s', async (_name, answer, isRetryable, isAway = false) => {
    server.embed(answer);
    await expect(createEmbedder({ timeout: 1_000 }).embed(['a'])).rejects.toMatchObject({
      code: 'embedding_failed',
      isRetryable,
      isAway,
    });
    expect(server.requests).toHaveLength(1);
  });

  test('a server that is not running is named by what the system says', async () => {
    const gone = await startScriptedModelServer();
    await gone.close();
    const embedder = createOpenAIEmbedder({ apiKey, baseURL: gone.baseURL, model: 'm' });
    await expect(embedder.embed(['a'])).rejects.toMatchObject({
      isAway: true,
      message: expect.stringContaining('ECONNREFUSED'),
    });
  });

  test('a client of another copy of the package fails in the same words', async () => {
    // its CommonJS half has classes of its own
    const { OpenAI }: { OpenAI: typeof OpenAIClient } = createRequire(import.meta.url)('openai');
    const client = new OpenAI({ apiKey, baseURL: server.baseURL });
    const embedder = createOpenAIEmbedder({ client, model: 'm', timeout: 200 });
    server.embed({ status: 401 });
    await expect(embedder.embed(['a'])).rejects.toMatchObject({ code: 'access_refused' });
    server.embed({ hang: true });
    await expect(embedder.embed(['a'])).rejects.toThrow('did not answer within 200 ms');
  });

  test.each([402, 404])('%i needs a person to fix it', async (status) => {
    server.embed({ status });
    await expect(createEmbedder().embed(['a'])).rejects.toMatchObject({ code: 'access_refused' });
  });

  test('a rejected key is reported as such and never quoted', async () => {
    server.embed({ status: 401, message: `Incorrect API key provided: ${apiKey}` });
    const error = await createEmbedder()
      .embed(['a'])
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      code: 'access_refused',
      isRetryable: false,
      message: expect.stringContaining('401'),
    });
    expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain(apiKey);
  });
});

test('an aborted signal stops the request at once and rejects with its reason', async () => {
  server.embed({ hang: true });
  const controller = new AbortController();
  const request = createEmbedder({ timeout: 10_000 }).embed(['a'], { signal: controller.signal });
  setTimeout(() => controller.abort(new Error('the user left')), 50);
  await expect(request).rejects.toThrow('the user left');
});

test('thresholds and name belong to the model', () => {
  expect(createEmbedder()).toMatchObject({
    id: 'text-embedding-3-small-512',
    dimensions: 512,
    thresholds: { retrieval: 0.3, noiseFloor: 0.18 },
  });
  const other = createOpenAIEmbedder({ apiKey, model: 'nomic-embed-text' });
  expect(other.thresholds.retrieval).toBeGreaterThan(other.thresholds.noiseFloor);
});

function createEmbedder(settings: { dimensions?: number; timeout?: number } = {}) {
  return createOpenAIEmbedder({
    apiKey,
    baseURL: server.baseURL,
    model: 'text-embedding-3-small',
    timeout: 20_000,
    ...settings,
  });
}

function unit(at: number) {
  return Array.from({ length: 512 }, (_, index) => (index === at ? 1 : 0));
}

function body(...items: [index: number, embedding: unknown][]) {
  return {
    body: {
      object: 'list',
      data: items.map(([index, embedding]) => ({ object: 'embedding', index, embedding })),
    },
  };
}
