import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { askJson } from './ask.ts';
import type { Tally } from './tally.ts';

const health = z.object({ jobs: z.object({ open: z.int(), dead: z.int() }), degraded: z.array(z.string()) });
const sessions = z.object({
  sessions: z.array(z.object({ messageCount: z.int(), extractedThrough: z.int() })),
  next: z.string().nullable(),
});
const memories = z.object({
  memories: z.array(z.object({ content: z.string() })),
  next: z.string().nullable(),
});

/** Milliseconds for the jobs of an attack to finish, and the journal to be stored. */
const finishing = 90_000;

type Headers = Record<string, string>;
/** The headers of the operator, and of the users, of a server of many. */
type Askers = { operator: Headers; users: Headers[] };
const onlyUser: Askers = { operator: {}, users: [{}] };

/** Waits until everything that was said is stored and extracted, and no job is left. */
export async function waitUntilFinished(url: string, tally: Tally, askers = onlyUser): Promise<void> {
  const deadline = performance.now() + finishing;
  for (let left = await whatIsLeft(url, askers); left !== null; left = await whatIsLeft(url, askers)) {
    if (performance.now() > deadline) {
      const jobs = await askJson(url, '/api/memory/jobs?limit=3', { headers: askers.operator });
      return tally.fail('other', `not finished in ${finishing} ms: ${left}: ${JSON.stringify(jobs)}`);
    }
    await pause(200);
  }
}

async function whatIsLeft(url: string, { operator, users }: Askers): Promise<string | null> {
  const parsed = health.safeParse(await askJson(url, '/api/health', { headers: operator }));
  if (!parsed.success) return 'the store cannot be reached';
  const { jobs, degraded } = parsed.data;
  const journal = degraded.find((text) => text.includes('journal'));
  if (journal !== undefined) return journal;
  if (jobs.dead > 0) await askJson(url, '/api/memory/jobs/retry', { method: 'POST', headers: operator });
  if (jobs.open + jobs.dead > 0) return `${jobs.open} jobs are open, ${jobs.dead} dead`;
  for (const headers of users) {
    const request = { path: '/api/memory/sessions?allProjects=true', cursor: 'before', headers } as const;
    const all = await readPages(url, request, sessions, (read) => read.sessions);
    const rest = all.filter((one) => one.extractedThrough < one.messageCount);
    if (rest.length > 0) return `${rest.length} sessions are not extracted`;
  }
  return null;
}

/** Checks that each acknowledged fact is exactly one memory. */
export async function checkFacts(
  url: string,
  facts: string[],
  tally: Tally,
  headers: Headers = {},
): Promise<void> {
  const request = { path: '/api/memory?includeInvalid=true', cursor: 'after', headers } as const;
  const stored = await readPages(url, request, memories, (read) => read.memories);
  const count = Map.groupBy(stored, ({ content }) => content);
  for (const fact of facts) if (!count.has(fact)) tally.fail('lost', `never extracted: ${fact}`);
  for (const [content, { length }] of count) {
    if (length > 1) tally.fail('doubled', `${length} memories: ${content}`);
  }
}

/** All rows of a list that comes in pages. */
async function readPages<Page extends { next: string | null }, Row>(
  url: string,
  { path, cursor, headers }: { path: string; cursor: 'before' | 'after'; headers: Headers },
  schema: z.ZodType<Page>,
  rowsOf: (page: Page) => Row[],
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let next: string | null = ''; next !== null;) {
    const from: string = next === '' ? '' : `&${cursor}=${encodeURIComponent(next)}`;
    const read: Page = schema.parse(await askJson(url, `${path}&limit=200${from}`, { headers }));
    rows.push(...rowsOf(read));
    next = read.next;
  }
  return rows;
}
