import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { databaseError } from '@devai/memory/store/database-error';
import { expect, it, vi } from 'vitest';
import { connectClient } from './chat-client.ts';
import { secret, tokenFor } from './provider.ts';
import { serveChat } from './serve-chat.ts';

const operators = 'the token of the operator';
const reader = 'the token of the monitoring';

let isAway = false;
const world = serveChat('file', ({ host }) => {
  const store = host.store.lend();
  return {
    environment: { DEVAI_API_TOKEN: operators, DEVAI_METRICS_TOKEN: reader, DEVAI_AUTH_SECRET: secret },
    background: false,
    database: {
      ...store,
      call: (name, args) => {
        if (isAway) throw databaseError('08006', new Error('refused'));
        return store.call(name, args);
      },
    },
  };
});

const ask = (token: string | null, path = '/metrics') =>
  fetch(new URL(path, world.address), {
    headers: token === null ? {} : { authorization: `Bearer ${token}` },
  });

/** The value of a figure, by its name and labels as they are printed; undefined: it is not there. */
async function figures(): Promise<Map<string, number>> {
  const text = await (await ask(reader)).text();
  return new Map(
    text
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]),
  );
}

it('the metrics are for the operator and for their own token, which opens nothing else', async () => {
  expect((await ask(null)).status).toBe(401);
  expect((await ask('some other token of this length')).status).toBe(401);
  expect((await ask(await tokenFor('alice'))).status).toBe(403);
  expect((await ask(operators)).status).toBe(200);
  const { status, headers } = await ask(reader);
  expect(status).toBe(200);
  expect(headers.get('content-type')).toContain('text/plain');
  expect((await ask(reader, '/api/memory')).status).toBe(401);
});

it('turns, recalls and what the store counts are shown, and of users only how many things they have', async () => {
  const alice = { authorization: `Bearer ${await tokenFor('alice-canary')}` };
  const client = await connectClient(world.server.url, { project: 'canaryproject' }, alice);
  const { session } = await client.next('session');
  await client.say('remember this: the canarydog sleeps in the shed');
  await client.say('Where does the canarydog sleep?');
  await client.say('Which quarterly taxes did Napoleon owe?');
  client.socket.close();
  await ask(operators, `/api/memory/sessions/${session}`);
  await ask(operators, '/canarypath');
  await world.server.memory.jobs.drain();
  const text = await (await ask(reader)).text();
  expect(text).not.toMatch(/canary/i);
  expect(text).not.toContain(session);

  const shown = await figures();
  expect(shown.get('devai_turns_total{end="reply"}')).toBe(3);
  expect(shown.get('devai_turn_seconds_count')).toBe(3);
  expect(shown.get('devai_recall_seconds_count')).toBe(3);
  const found = shown.get('devai_recalls_total{outcome="found"}') ?? 0;
  const abstained = shown.get('devai_recalls_total{outcome="abstained"}') ?? 0;
  expect(found).toBeGreaterThanOrEqual(1);
  expect(abstained).toBeGreaterThanOrEqual(1);
  expect(found + abstained).toBe(3);
  expect(shown.get('devai_store_up')).toBe(1);
  expect(shown.get('devai_journal_messages{state="waiting"}')).toBe(0);
  expect(shown.get('process_resident_memory_bytes')).toBeGreaterThan(0);
  expect(
    shown.get('devai_http_request_seconds_count{method="GET",route="/api/memory/sessions/:id",status="4xx"}'),
  ).toBe(1);
  expect(shown.get('devai_http_request_seconds_count{method="any",route="none",status="4xx"}')).toBe(1);
  expect(shown.has('devai_jobs{state="dead"}')).toBe(true);
  expect(shown.get('devai_job_seconds_count{kind="deduplicate",outcome="done"}')).toBeGreaterThan(0);
});

it('the dashboard and the alerts ask for figures and labels that there are', async () => {
  const text = await (await ask(reader)).text();
  const files = ['docker/grafana-dashboard.json', 'docs/operations.md'];
  const asked = files
    .map((file) => readFileSync(join(import.meta.dirname, '../../..', file), 'utf8'))
    .join('\n');
  const names = new Set(asked.match(/\b(?:devai|process)_[a-z_]*[a-z]\b/gu));
  const known = (name: string) => text.includes(`# TYPE ${name.replace(/_(?:bucket|count|sum)$/u, '')} `);
  expect(names.size).toBeGreaterThan(20);
  expect([...names].filter((name) => !known(name))).toEqual([]);
});

it('jobs that were given up are shown by their kind', async () => {
  await world.host.store.query(`insert into public.devai_jobs (id, kind, key, status, run_at, created_at)
    select gen_random_uuid(), 'extract', i::text, 'dead', now(), now() from generate_series(1, 2) i`);
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 30_000);
  const shown = await figures().finally(() => clock.mockRestore());
  expect(shown.get('devai_jobs{state="dead"}')).toBe(2);
  expect(shown.get('devai_dead_jobs{kind="extract"}')).toBe(2);
});

it('a store that does not answer is shown as that, without the figures it had', async () => {
  isAway = true;
  const later = performance.now() + 60_000;
  const clock = vi.spyOn(performance, 'now').mockReturnValue(later);
  const shown = await figures().finally(() => clock.mockRestore());
  expect(shown.get('devai_store_up')).toBe(0);
  expect(shown.get('devai_turns_total{end="reply"}')).toBe(3);
  expect(shown.has('devai_jobs{state="dead"}')).toBe(false);
});
