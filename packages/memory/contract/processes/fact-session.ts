import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { createOfflineEmbedder } from '../../src/embeddings/offline-embedder.ts';
import { createMemory, type Memory } from '../../src/memory.ts';
import type { MemoryOptionOverrides } from '../../src/options.ts';
import type { ChatModel, Database, EmbeddingModel } from '../../src/ports.ts';
import { answerWithFacts, factText } from '../../testing/fact-answers.ts';
import { message } from '../../testing/message.ts';

/** Short enough for a test to wait for: what a killed process held is taken up after a second. */
export const shortWaits: MemoryOptionOverrides = {
  extraction: { idle: 1, every: 0, minimumCharacters: 0 },
  jobs: { lease: 1, attempts: 10_000, firstDelay: 0.05, longestDelay: 0.2 },
};

/**
 * A model that finds the facts of a transcript, and takes each for new. It thinks for up to `slowness` milliseconds; `random` (0 to 1)
 * says how long.
 */
export function factModel(slowness: number, random: () => number): ChatModel {
  const generate: ChatModel['generate'] = async ({ messages, schema, signal }) => {
    await pause(slowness * random(), undefined, { signal });
    const asked = messages.at(-1)?.content ?? '';
    const content = JSON.stringify(answerWithFacts(schema?.name, asked));
    return {
      content,
      toolCalls: [],
      model: 'facts',
      usage: { inputTokens: 100, outputTokens: 10, cachedTokens: 0 },
    };
  };
  return {
    id: 'facts',
    contextWindow: 128_000,
    generate,
    async *stream(request) {
      yield { type: 'reply', reply: await generate(request) };
    },
  };
}

/** The offline embedder, which however takes up to `slowness` milliseconds. */
export function slowEmbedder(slowness: number, random: () => number): EmbeddingModel {
  const offline = createOfflineEmbedder();
  return {
    ...offline,
    async embed(texts, options) {
      await pause(slowness * random(), undefined, options?.signal ? { signal: options.signal } : {});
      return offline.embed(texts, options);
    },
  };
}

export function openFactMemory(database: Database, slowness: number, random: () => number): Promise<Memory> {
  return createMemory({
    database,
    embeddings: slowEmbedder(slowness, random),
    models: { small: factModel(slowness, random) },
    options: shortWaits,
  });
}

/**
 * How many messages the sessions have, and how many were taken by the jobs that are done. The same text twice is one memory, so
 * that only this shows whether a message was extracted twice.
 */
export async function countMessages(memory: Memory): Promise<{ said: number; taken: number }> {
  const sessions = await memory.sessions.list({ limit: 10_000 });
  const jobs = await memory.jobs.list({ status: 'done', limit: 100_000 });
  return {
    said: sessions.reduce((sum, { messageCount }) => sum + messageCount, 0),
    taken: jobs.reduce(
      (sum, { kind, result }) => sum + (kind === 'extract' ? Number(result?.['messages'] ?? 0) : 0),
      0,
    ),
  };
}

/** Says the facts in a session of their own, then ends it. Calls `onStored` after each that the store has taken. */
export async function sayFacts(
  memory: Memory,
  facts: number[],
  onStored: (fact: number) => void = () => {},
): Promise<string> {
  const session = { id: randomUUID(), project: 'taskforge', agent: 'chapo' };
  await memory.sessions.open(session);
  for (const fact of facts) {
    await memory.sessions.append(session, [message(factText(fact))]);
    onStored(fact);
  }
  await memory.sessions.end(session.id, { now: true });
  return session.id;
}
