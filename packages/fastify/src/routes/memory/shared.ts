import type { SharedEntry, UserMemory } from '@devai/memory';
import { shownShared, sharedLine, sharedPage } from '../../protocol/shared.ts';
import { bodies, queries } from '../../protocol/requests.ts';
import { lineAnswer } from '../stream-lines.ts';
import { projectOf } from './fields.ts';
import type { Routes, Served } from '../routes.ts';
import { endOf, silence, within } from '../watching.ts';

/** `/api/memory/shared`: what agents share, in the order in which it was published. */
export function registerShared(routes: Routes, { clock, streamLines }: Served): void {
  routes.post('/api/memory/shared', {
    schema: {
      operationId: 'publishShared',
      summary: 'Publishes a value under a key, for the agents of a project or of all',
      body: bodies['POST /api/memory/shared'],
      response: { 201: shownShared },
    },
    handler: async ({ memory, ownProject, body: { key: name, value, project, agent, ttl } }, reply) => {
      reply.code(201);
      return memory.shared.publish(name, value, { project: projectOf(project, ownProject), agent, ttl });
    },
  });
  routes.get('/api/memory/shared', {
    schema: {
      operationId: 'listShared',
      summary: 'Lists what was shared with a project, in the order of publication',
      querystring: queries['GET /api/memory/shared'],
      response: { 200: sharedPage },
    },
    handler: ({ memory, ownProject, query: { project, latest, ...query } }) =>
      memory.shared.list({ ...query, project: projectOf(project, ownProject), isLatest: latest }),
  });
  routes.get('/api/memory/shared/watch', {
    schema: {
      operationId: 'watchShared',
      summary:
        'Streams what is shared with a project, starting after a position, until the client disconnects',
      querystring: queries['GET /api/memory/shared/watch'],
      response: lineAnswer(sharedLine),
    },
    handler: ({ memory, ownProject, caller, query: { project, ...query } }, reply) =>
      streamLines(reply, (signal) =>
        watch(
          memory.shared,
          { ...query, project: projectOf(project, ownProject) },
          AbortSignal.any([signal, ...endOf(caller, clock)]),
        ),
      ),
  });

  async function* watch(
    shared: UserMemory['shared'],
    query: Parameters<UserMemory['shared']['subscribe']>[0],
    signal: AbortSignal,
  ): AsyncGenerator<{ entry: SharedEntry | null }> {
    // takes the next entry only when the last one was sent, so that a slow client fills no memory
    let offered = Promise.withResolvers<SharedEntry>();
    let taken = Promise.withResolvers<void>();
    const subscription = await shared.subscribe(query, (entry) => {
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
