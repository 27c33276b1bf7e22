import { describe, expect, it, vi } from 'vitest';
import { MemoryError } from '../errors.ts';
import { resolveOptions } from '../options.ts';
import type { EmbeddingModel, Embeddings } from '../ports.ts';
import type { Match, RecallQuery } from '../store/matching.ts';
import { storedAt, testMatch } from './match.fixture.ts';
import { recall as recallWith, type RecallBeside } from './recall.ts';

const vectors: Embed = (texts) =>
  Promise.resolve({ vectors: texts.map((_, index) => (index === 0 ? [1, 0] : [0, 1])), tokens: 7 });
const question = { text: 'Which port does the test server use?', project: 'TaskForge' };

describe('recall', () => {
  it('searches a question that names nothing with the message before it that names something', async () => {
    const { recall, matchMemories, embedder } = recallOver({});
    const asked = (text: string) =>
      recall({ text, previous: ['thanks!', 'Which port does the gateway use?'], project: null });
    await asked('and since when?');
    expect(matchMemories.mock.lastCall?.[0].words).toEqual(['port', 'gateway']);
    expect(embedder.mock.lastCall?.[0]).toEqual(['Which port does the gateway use?\nand since when?']);
    await asked('and the printer?');
    expect(matchMemories.mock.lastCall?.[0].words).toEqual(['printer']);
    await asked('run it again');
    expect(matchMemories.mock.lastCall?.[0].words).toEqual([]);
  });

  it('makes one embedding request and one store call', async () => {
    const { recall, embedder, noteEmbedding, matchMemories } = recallOver({
      matches: found(testMatch(1), testMatch(2)),
    });
    const topics = ['memory/extraction', 'deployment', 'third'];
    await recall({ ...question, sessionId: 'session', topics });
    expect(embedder).toHaveBeenCalledTimes(1);
    expect(embedder.mock.calls[0]?.[0]).toEqual([question.text, 'TaskForge, memory/extraction, deployment']);
    expect(matchMemories).toHaveBeenCalledTimes(1);
    expect(noteEmbedding.mock.calls).toEqual([[7, 'session']]);
  });

  it('searches by the message, turned a little towards project and topics', async () => {
    const { recall, matchMemories } = recallOver({});
    await recall(question);
    const query = matchMemories.mock.calls[0]?.[0];
    expect(query?.vector?.[0]).toBeCloseTo(1 / Math.hypot(1, 0.15));
    expect(query?.vector?.[1]).toBeCloseTo(0.15 / Math.hypot(1, 0.15));
    expect(query).toMatchObject({
      words: ['port', 'test', 'server'],
      scopes: ['devai/global', 'devai/user', 'devai/project/taskforge'],
      embeddingModel: 'test',
      retrievalThreshold: 0.3,
      noiseFloor: 0.18,
    });
  });

  it('reads no project without one', async () => {
    const { recall, matchMemories } = recallOver({});
    await recall({ ...question, project: null });
    expect(matchMemories.mock.calls[0]?.[0].scopes).toEqual(['devai/global', 'devai/user']);
  });

  it('says of each hit whether and why it was injected', async () => {
    const { recall } = recallOver({
      matches: found(
        testMatch(1, { similarity: 0.62, wordScore: 8.4, wordShare: 0.7 }),
        testMatch(2, { similarity: 0.2 }),
        testMatch(3, { similarity: 0.1, memory: { pinned: true } }),
        testMatch(4, { similarity: 0.5 }),
      ),
    });
    const { memories, block } = await recall({ ...question, exclude: [testMatch(4).memory.id] });
    expect(memories.map(({ memory, injected, reason }) => [memory.content, injected, reason])).toEqual([
      ['statement 3', true, 'injected: pinned'],
      ['statement 1', true, 'injected: similarity 0.62, word score 8.40; evidence 4.93 of 1.00 needed'],
      ['statement 4', false, 'excluded from this session'],
      [
        'statement 2',
        false,
        'below the threshold: similarity 0.20, no word shared; evidence 0.16 of 1.00 needed',
      ],
    ]);
    expect(block).toContain('### Project Knowledge (TaskForge)\n- statement 3\n- statement 1');
    expect(block).not.toContain('statement 2');
  });

  it('tells the model nothing about notes of which nothing is missing', async () => {
    const { recall } = recallOver({ matches: found(testMatch(1, { similarity: 0.62 })) });
    const { block, signals } = await recall(question);
    expect(block).not.toBe('');
    expect(signals).toBe('');
  });

  it('injects nothing when nothing is relevant, and says nothing about it', async () => {
    const { recall } = recallOver({ matches: found(testMatch(1, { similarity: 0.25 })) });
    expect(await recall(question)).toMatchObject({ block: '', signals: '', tokens: 0, degraded: [] });
  });

  it('reports the nearest misses, not all of them', async () => {
    const { recall } = recallOver({
      matches: found(...Array.from({ length: 60 }, (_, number) => testMatch(number, { similarity: 0.2 }))),
    });
    expect((await recall(question)).memories).toHaveLength(15);
  });

  it('keeps to the budget it is given', async () => {
    const { recall } = recallOver({ matches: found(testMatch(1), testMatch(2)) });
    expect(await recall({ ...question, budgetTokens: 10 })).toMatchObject({
      block: '',
      tokens: 0,
      signals: '',
    });
  });
});

describe('recall with trouble', () => {
  it.each<[string, Embed, string]>([
    ['hangs', hang, 'the embedding service did not answer within 30 ms: word search alone'],
    [
      'fails',
      () => Promise.reject(new MemoryError('embedding_failed', '429 too many requests')),
      'the embedding service failed (429 too many requests): word search alone',
    ],
    [
      'answers nothing',
      () => Promise.resolve({ vectors: [], tokens: 0 }),
      'the embedding service answered without a vector: word search alone',
    ],
    [
      'answers vectors of another size',
      (texts) => Promise.resolve({ vectors: texts.map(() => [1, 0, 0]), tokens: 0 }),
      'the embedding service answered without a vector: word search alone',
    ],
  ])('goes on by words when the embedder %s, and says so', async (_what, embed, degraded) => {
    const { recall, matchMemories } = recallOver({
      embed,
      matches: found(testMatch(1, { similarity: null, wordScore: 9, wordShare: 0.6 })),
    });
    const recalled = await recall(question);
    expect(matchMemories.mock.calls[0]?.[0]).toMatchObject({ vector: null, embeddingModel: null });
    expect(recalled.degraded).toEqual([degraded]);
    expect(recalled.block).toContain('- statement 1');
    expect(recalled.signals).toContain('notes may be missing below');
  });

  it('goes on by words when the embedder of the store cannot be had', async () => {
    const { recall } = recallOver({
      hasEmbedder: false,
      matches: found(testMatch(1, { similarity: null, wordScore: 9, wordShare: 0.6 })),
    });
    const recalled = await recall(question);
    expect(recalled.degraded).toEqual([
      'the embedder that the store was filled by is not available: word search alone',
    ]);
    expect(recalled.block).toContain('- statement 1');
  });

  it.each<[string, () => Promise<Match[]>, string]>([
    ['hangs', hang, 'the store did not answer within 60 ms'],
    [
      'is away',
      () => Promise.reject(new MemoryError('database_unavailable', 'the store cannot be reached')),
      'the store cannot be reached',
    ],
    [
      'refuses what it is asked',
      () => Promise.reject(new MemoryError('invalid_input', 'a vector needs 512 dimensions')),
      'a vector needs 512 dimensions',
    ],
    ['answers rubbish', () => Promise.reject(new TypeError('x is not a row')), 'x is not a row'],
  ])('recalls nothing when the store %s, and says so', async (_what, matches, why) => {
    const { recall, warn } = recallOver({ matches });
    expect(await recall(question)).toMatchObject({
      block: '',
      memories: [],
      tokens: 0,
      degraded: [`memories could not be searched (${why}): the turn goes on without them`],
      signals:
        '## Memory Quality\nMemory could not be searched in full for this message: notes may be missing below, so do not conclude that nothing is known.',
    });
    expect(warn).toHaveBeenCalledTimes(1);
  });

  it('stops when the caller gives up, whatever it waits for', async () => {
    const reason = new Error('cancelled');
    for (const faults of [{ embed: hang }, { matches: hang }]) {
      const { recall } = recallOver(faults);
      const controller = new AbortController();
      const recalled = recall({ ...question, signal: controller.signal });
      controller.abort(reason);
      await expect(recalled).rejects.toBe(reason);
    }
    const { recall, embedder } = recallOver({});
    await expect(recall({ ...question, signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    expect(embedder).not.toHaveBeenCalled();
  });

  it('refuses a budget that is none', async () => {
    const { recall } = recallOver({});
    for (const name of ['budgetTokens', 'sourceTokens']) {
      await expect(recall({ ...question, [name]: Number.NaN })).rejects.toMatchObject({
        code: 'invalid_input',
        message: expect.stringContaining(`${name}: needs a number`),
      });
    }
  });

  it.each([
    ['Lena deploys the gateway on Fridays', false],
    ['Jonas deploys the gateway on Fridays', true],
    ['Lena never deploys the gateway on Fridays', true],
    ['Lena deploys the gateway on Fridays at 15:00', true],
  ])('leaves out "%s" if the prompt says all of it elsewhere', async (content, injected) => {
    const elsewhere = testMatch(1, { memory: { content: 'the gateway: Lena deploys on Fridays' } }).memory;
    const { recall } = recallOver({ matches: found(testMatch(2, { memory: { content } })) });
    const { memories, block } = await recall({ ...question, shown: [elsewhere] });
    expect(memories.map((memory) => memory.injected)).toEqual([injected]);
    expect(block.includes(content)).toBe(injected);
  });

  it('embeds nothing for a message without text', async () => {
    const { recall, embedder } = recallOver({
      matches: found(testMatch(1, { similarity: null, memory: { pinned: true } })),
    });
    expect((await recall({ ...question, text: ' \n ' })).block).toContain('- statement 1');
    expect(embedder).not.toHaveBeenCalled();
  });
});

type Embed = (texts: string[], options?: { signal?: AbortSignal }) => Promise<Embeddings>;

function recallOver({
  matches = () => Promise.resolve([]),
  embed = vectors,
  hasEmbedder = true,
}: {
  matches?: (query: RecallQuery) => Promise<Match[]>;
  embed?: Embed;
  hasEmbedder?: boolean;
}) {
  const matchMemories = vi.fn(matches);
  const embedder = vi.fn(embed);
  const embeddings: EmbeddingModel = {
    id: 'test',
    dimensions: 2,
    maxBatch: 10,
    thresholds: { retrieval: 0.3, noiseFloor: 0.18 },
    embed: embedder,
  };
  const warn = vi.fn<() => void>();
  const noteEmbedding = vi.fn<(tokens: number, sessionId: string | null) => void>();
  const dependencies = {
    store: {
      matchMemories: () => Promise.reject(new Error('not asked for')),
      recall: async (query: RecallQuery) => ({
        memories: await matchMemories(query),
        related: [],
        said: [],
        chunks: [],
      }),
      listImportantMemories: () => Promise.resolve([]),
      listRelated: () => Promise.resolve([]),
      listStanding: () => Promise.resolve([]),
    },
    embeddings: hasEmbedder ? embeddings : null,
    noteEmbedding,
    options: resolveOptions({ retrieval: { embeddingTimeout: 30, searchTimeout: 60 } }),
    clock: { now: () => storedAt },
    log: { debug() {}, info() {}, error() {}, warn },
  };
  const recall = (input: RecallBeside) => recallWith(dependencies, input);
  return { recall, matchMemories, embedder, noteEmbedding, warn };
}

function found(...matches: Match[]) {
  return () => Promise.resolve(matches);
}

/** Never answers and ignores its signal. */
function hang() {
  return new Promise<never>(() => {});
}
