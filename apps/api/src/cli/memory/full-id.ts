import { z } from 'zod';
import { sessionPage } from '../../protocol/session.ts';
import { shownJob } from '../../protocol/job.ts';
import { ask, type Asking } from './ask.ts';
import type { MemoryApi } from './memory-api.ts';
import { memoryPage } from './memory-pages.ts';
import { plainLine } from './plain-line.ts';
import { ToolError, toolError } from './tool-error.ts';

const shortest = 6;
/** Memories that are looked through for a short id; the page size is the most that the server gives. */
const mostMemories = 20_000;
const pageSize = 200;

/** The whole id of a memory, of any project and whether it still holds or not, from the whole one or its beginning. */
export const fullMemoryId = (api: MemoryApi, given: string, signal: AbortSignal): Promise<string> =>
  fullId(given, 'memory', (beginning) => memoriesBeginning(api, beginning, signal));

/** The same of a job, among the newest of each status. */
export const fullJobId = (api: MemoryApi, given: string, signal: AbortSignal): Promise<string> =>
  fullId(given, 'job', (beginning) => jobsBeginning(api, beginning, signal));

/** The same of a session, among those that were active last. */
export const fullSessionId = (api: MemoryApi, given: string, signal: AbortSignal): Promise<string> =>
  fullId(given, 'session', (beginning) => sessionsBeginning(api, beginning, signal));

type Named = { id: string; title: string };

async function fullId(
  given: string,
  what: string,
  find: (beginning: string) => Promise<Named[]>,
): Promise<string> {
  const id = given.toLowerCase();
  if (z.guid().safeParse(id).success) return id;
  if (!/^[0-9a-f-]+$/.test(id) || id.length < shortest) {
    throw toolError(
      'usage',
      `${given} is not the id of a ${what}: give all of it, or its first ${shortest} characters or more`,
    );
  }
  const found = await find(id);
  const [first] = found;
  if (!first) throw new ToolError('not_found', `there is no ${what} whose id begins with ${given}`);
  if (found.length === 1) return first.id;
  const candidates = found.map((one) => `  ${one.id}  ${plainLine(one.title).slice(0, 60).toWellFormed()}`);
  throw toolError('ambiguous_id', `${found.length} ids begin with ${given}:\n${candidates.join('\n')}`);
}

async function memoriesBeginning(api: MemoryApi, beginning: string, signal: AbortSignal): Promise<Named[]> {
  const found: Named[] = [];
  let after: string | undefined;
  for (let seen = 0; seen < mostMemories; seen += pageSize) {
    const query: Asking['query'] = { allProjects: true, includeInvalid: true, limit: pageSize, after };
    const { memories, next } = await ask(api, memoryPage, ['GET', '/api/memory'], { query, signal });
    for (const { id, title, content } of memories) {
      if (id.startsWith(beginning)) found.push({ id, title: title ?? content });
    }
    if (next === null) return found;
    after = next;
  }
  throw toolError(
    'ambiguous_id',
    `more than ${mostMemories} memories are stored: too many to look ${beginning} up`,
    {
      help: 'Give the whole id; `--json` shows it.',
    },
  );
}

async function jobsBeginning(api: MemoryApi, beginning: string, signal: AbortSignal): Promise<Named[]> {
  const pages = await Promise.all(
    ['waiting', 'running', 'dead', 'done'].map((status) =>
      ask(api, jobPage, ['GET', '/api/memory/jobs'], { query: { status, limit: pageSize }, signal }),
    ),
  );
  return pages
    .flatMap(({ jobs }) => jobs)
    .filter(({ id }) => id.startsWith(beginning))
    .map(({ id, kind, status }) => ({ id, title: `${kind}, ${status}` }));
}

async function sessionsBeginning(api: MemoryApi, beginning: string, signal: AbortSignal): Promise<Named[]> {
  const query: Asking['query'] = { allProjects: true, limit: pageSize };
  const { sessions } = await ask(api, sessionPage, ['GET', '/api/memory/sessions'], { query, signal });
  return sessions
    .filter(({ id }) => id.startsWith(beginning))
    .map(({ id, name, project }) => ({ id, title: name ?? project ?? 'no project' }));
}

const jobPage = z.object({ jobs: z.array(shownJob) });
