import type { SharedEntry } from '@devai/memory';
import { z } from 'zod';
import { shownShared, sharedLine, sharedPage } from '../../protocol/shared.ts';
import { lineAnswer } from '../stream-lines.ts';
import { flag, projectName, projectOf } from './fields.ts';
import type { Routes, Served } from '../routes.ts';

const key = z.string().min(1).max(200);
const pattern = key.optional().describe('a key, or the beginning of keys followed by *; absent: all keys');
const position = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER);

/** Milliseconds between two keep-alive lines of an idle stream. */
const silence = 15_000;

/** `/api/memory/shared`: what agents share, in the order in which it was published. */
export function registerShared(routes: Routes, { memory, ownProject, streamLines }: Served): void {
  routes.post('/api/memory/shared', {
    schema: {
      operationId: 'publishShared',
      summary: 'Publishes a value under a key, for the agents of a project or of all',
      body: z.strictObject({
        key,
        value: z.unknown().describe('JSON of at most 64,000 characters'),
        project: projectName,
        agent: z.string().min(1).max(100).optional().describe('who publishes it'),
        ttl: z.number().positive().optional().describe('seconds after which it expires; absent: never'),
      }),
      response: { 201: shownShared },
    },
    handler: async ({ body: { key: name, value, project, agent, ttl } }, reply) => {
      reply.code(201);
      return memory.shared.publish(name, value, { project: projectOf(project, ownProject), agent, ttl });
    },
  });
  routes.get('/api/memory/shared', {
    schema: {
      operationId: 'listShared',
      summary: 'Lists what was shared with a project, in the order of publication',
      querystring: z.strictObject({
        project: projectName,
        key: pattern,
        after: position.default(0),
        latest: flag.default(false).describe('only the newest value of each key'),
        limit: z.coerce.number().int().min(1).max(1_000).default(100),
      }),
      response: { 200: sharedPage },
    },
    handler: ({ query: { project, latest, ...query } }) =>
      memory.shared.list({ ...query, project: projectOf(project, ownProject), isLatest: latest }),
  });
  routes.get('/api/memory/shared/watch', {
    schema: {
      operationId: 'watchShared',
      summary:
        'Streams what is shared with a project, starting after a position, until the client disconnects',
      querystring: z.strictObject({
        project: projectName,
        key: pattern,
        since: position.optional().describe('the position of the last entry seen; absent: only new entries'),
      }),
      response: lineAnswer(sharedLine),
    },
    handler: ({ query: { project, ...query } }, reply) =>
      streamLines(reply, (signal) => watch({ ...query, project: projectOf(project, ownProject) }, signal)),
  });

  async function* watch(
    query: Parameters<typeof memory.shared.subscribe>[0],
    signal: AbortSignal,
  ): AsyncGenerator<{ entry: SharedEntry | null }> {
    // takes the next entry only when the last one was sent, so that a slow client fills no memory
    let offered = Promise.withResolvers<SharedEntry>();
    let taken = Promise.withResolvers<void>();
    const subscription = await memory.shared.subscribe(query, (entry) => {
      offered.resolve(entry);
      return taken.promise;
    });
    try {
      yield { entry: null };
      while (!signal.aborted) {
        const entry = await within(silence, offered.promise, signal);
        yield { entry };
        if (entry === null) continue;
        const { resolve } = taken;
        offered = Promise.withResolvers();
        taken = Promise.withResolvers();
        resolve();
      }
    } finally {
      taken.resolve();
      await subscription.close();
    }
  }
}

/** Waits for an entry; null when the time is over or the signal is aborted. */
async function within<Value>(
  milliseconds: number,
  value: Promise<Value>,
  signal: AbortSignal,
): Promise<Value | null> {
  const { promise, resolve } = Promise.withResolvers<null>();
  const end = () => resolve(null);
  const timer = setTimeout(end, milliseconds);
  signal.addEventListener('abort', end, { once: true });
  try {
    return await Promise.race([value, promise]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', end);
  }
}
