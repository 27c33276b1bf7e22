import { readableScopes, scopeOf, type MemoryEventNotice, type UserMemory } from '@devai/memory';
import { changeLine, type Change } from '../../protocol/changes.ts';
import { queries } from '../../protocol/requests.ts';
import { lineAnswer } from '../stream-lines.ts';
import type { Routes, Served } from '../routes.ts';
import { endOf, silence, within } from '../watching.ts';
import { projectOf } from './fields.ts';

/** Changes that wait for a slow client; it has to read the lists anyway, so older ones are dropped. */
const mostWaiting = 1_000;

/** `GET /api/memory/watch`: what changes in the memory that a project reads, as this process notices it. */
export function registerChanges(routes: Routes, { clock, streamLines }: Served): void {
  routes.get('/api/memory/watch', {
    schema: {
      operationId: 'watchMemory',
      summary:
        'Streams which memories are stored and forgotten and when topics change, by this server, until the client disconnects',
      querystring: queries['GET /api/memory/watch'],
      response: lineAnswer(changeLine),
    },
    handler: ({ memory, ownProject, caller, query }, reply) =>
      streamLines(reply, (signal) =>
        watch(
          memory,
          projectOf(query.project, ownProject),
          AbortSignal.any([signal, ...endOf(caller, clock)]),
        ),
      ),
  });
}

async function* watch(
  memory: Pick<UserMemory, 'onEvent'>,
  project: string | null,
  signal: AbortSignal,
): AsyncGenerator<{ change: Change | null }> {
  const waiting: Change[] = [];
  let news = Promise.withResolvers<true>();
  const stop = memory.onEvent((event) => {
    const change = changeOf(event, project);
    if (change === null) return;
    waiting.push(change);
    waiting.splice(0, waiting.length - mostWaiting);
    news.resolve(true);
  });
  try {
    yield { change: null };
    while (!signal.aborted) {
      if ((await within(silence, news.promise, signal)) === null) yield { change: null };
      news = Promise.withResolvers();
      for (const change of waiting.splice(0)) yield { change };
    }
  } finally {
    stop();
  }
}

/** Null: it is none that this project reads. */
function changeOf(event: MemoryEventNotice, project: string | null): Change | null {
  switch (event.type) {
    case 'memory_saved': {
      const scopes = readableScopes(project, { namespaces: [event.namespace] });
      return scopes.includes(scopeOf(event.namespace)) ? { type: event.type, id: event.id } : null;
    }
    case 'memory_forgotten':
      return { type: event.type, id: event.id };
    case 'focus_changed':
      return event.project === project ? { type: event.type } : null;
    default:
      return null;
  }
}
