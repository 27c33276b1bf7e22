import { randomUUID } from 'node:crypto';
import type { Job } from '@devai/memory';
import { expect, test } from 'vitest';
import { showJob } from './describe-job.ts';

const applied = (...actions: string[]) =>
  actions.map((action) => ({ action, memoryId: randomUUID(), reason: 'because' }));

test.each<[string | null, Partial<Job>]>([
  [
    'read 12 messages: 4 statements; 2 new; 1 known already; 1 changed; 2 left out (it cites no message)',
    {
      result: {
        messages: 12,
        candidates: 4,
        applied: applied('added', 'known', 'added', 'updated'),
        dropped: ['it cites no message', 'it cites no message'],
      },
    },
  ],
  ['nothing to do: nothing new was said', { result: { note: 'nothing above the watermark' } }],
  [
    'from a long conversation: 1 statement; 1 new',
    { kind: 'deduplicate', result: { from: 'compaction', candidates: 1, applied: applied('added') } },
  ],
  ['known already: because', { kind: 'deduplicate', result: { action: 'noop', applied: applied('known') } }],
  [
    '3 memories (60 tokens) became 1 memory (1 token); 2 put together; 1 new; 2 left, because they changed meanwhile',
    {
      kind: 'consolidate',
      result: {
        before: { memories: 3, tokens: 60 },
        after: { memories: 1, tokens: 1 },
        applied: applied('merged', 'merged', 'added'),
        skipped: [{}, {}],
      },
    },
  ],
  ['made 1 text findable by meaning', { kind: 'embed', result: { filled: 1 } }],
  [null, { status: 'waiting' }],
])('says %j', (did, fields) => {
  expect(showJob(job(fields))).toMatchObject({ did });
});

test('says why a job failed, and what to do', () => {
  const error = 'no model answered (model_failed)';
  const waiting = showJob(job({ status: 'waiting', error }));
  expect(waiting.did).toMatch(
    /^failed: no model answered \(model_failed\)\. .*Check the key.* It is retried\.$/,
  );
  expect(showJob(job({ status: 'dead', error })).did).toContain('pnpm memory jobs retry');
});

const now = new Date('2026-03-01T12:00:00Z');

const job = (fields: Partial<Job>): Job => ({
  id: randomUUID(),
  user: 'me',
  kind: 'extract',
  key: randomUUID(),
  payload: {},
  status: 'done',
  attempts: 1,
  runAt: now,
  leasedBy: null,
  leasedUntil: null,
  error: null,
  result: null,
  createdAt: now,
  finishedAt: now,
  ...fields,
});
