/**
 * In Chromium, first paint and the time until one can type, beside a page of one sentence; and the frames that are dropped while a
 * long list of memories is scrolled.
 *
 * `--help` lists the options.
 */
import { execFileSync } from 'node:child_process';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { makeLocalHost, startLocalServer, type LocalHost } from '@devai/api/testing/local-server';
import { embeddedStores } from '@devai/memory/testing';
import type { Browser, Page } from 'playwright-core';
import { chromiumPath, startBrowser } from '../../apps/web/tests/browser.ts';

const { values } = parseArgs({
  options: {
    memories: { type: 'string', default: '100000' },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  process.stdout.write('pnpm bench page [--memories 100000]\n');
  process.exit(0);
}
const memories = Number(values.memories);
const openings = 9;
/** Pixels a frame: 65 memories a second. */
const step = 100;
const seconds = 10;

if (chromiumPath === undefined) throw new Error('No Chromium is found: set CHROMIUM_PATH');
execFileSync(process.execPath, [join(import.meta.dirname, '../../apps/web/build.ts')]);
const host = await makeLocalHost();
const server = await startLocalServer(host, { background: false });
const url = server.url.replace('ws:', 'http:').replace('/ws/chat', '');
const bare = createServer((_request, response) =>
  response.setHeader('content-type', 'text/html').end('<!doctype html><title>Bare</title><p>One sentence.'),
).listen(0, '127.0.0.1');
const browser = await startBrowser();
try {
  const address = bare.address();
  const bareUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  const paints: number[] = [];
  const typed: number[] = [];
  const bares: number[] = [];
  for (let round = 0; round < openings; round += 1) {
    bares.push((await open(browser, bareUrl, async () => {})).paint);
    const { paint, ready } = await open(browser, url, type);
    paints.push(paint);
    typed.push(ready);
  }
  await fill(host, url, memories);
  const { due, drawn, rows } = await scroll(browser, `${url}/#/memory`);
  const lines = [
    `first paint: ${median(paints)} ms (a page of one sentence: ${median(bares)} ms)`,
    `until one has typed a letter: ${median(typed)} ms`,
    `scrolling ${rows} of ${memories} memories in ${seconds} s: ${due - drawn} of ${due} frames dropped (${((100 * (due - drawn)) / due).toFixed(1)} %)`,
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
} finally {
  await browser.close();
  bare.close();
  await server.stop();
  await host.remove();
  await embeddedStores.dispose();
}

/** A tab without a cache: when it painted first, and when something was done there. Milliseconds since it was asked for. */
async function open(from: Browser, address: string, use: (page: Page) => Promise<void>) {
  const context = await from.newContext();
  const page = await context.newPage();
  const started = performance.now();
  await page.goto(address);
  await use(page);
  const ready = performance.now() - started;
  const paint = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => {
          for (const { name, startTime } of list.getEntries())
            if (name === 'first-contentful-paint') resolve(startTime);
        }).observe({ type: 'paint', buffered: true });
      }),
  );
  await context.close();
  return { paint, ready };
}

async function type(page: Page): Promise<void> {
  const composer = page.getByRole('textbox', { name: 'Message' });
  await composer.press('a');
  if ((await composer.inputValue()) !== 'a') throw new Error('the letter did not come');
}

/** Copies one memory so often. */
async function fill({ store }: LocalHost, address: string, count: number): Promise<void> {
  await fetch(`${address}/api/memory/save`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ content: 'the staging database listens on port 6543, and so does its replica' }),
  });
  const columns = await store.query(
    `select column_name as name from information_schema.columns
     where table_name = 'devai_memories' and is_generated = 'NEVER'
       and column_name not in ('id', 'content', 'content_hash', 'created_at')`,
  );
  const names = columns.map(({ name }) => String(name)).join(', ');
  await store.query(
    `insert into devai_memories (id, content, content_hash, created_at, ${names})
     select gen_random_uuid(), m.content || ' ' || n, md5(n::text), m.created_at - n * interval '1 second', ${names}
     from devai_memories m cross join generate_series(1, $1::integer - 1) n`,
    [count],
  );
}

/** Scrolls a list, and counts its frames by the browser's own tracing. */
async function scroll(from: Browser, address: string) {
  const page = await from.newPage({ viewport: { width: 1280, height: 800 } });
  await page.goto(address);
  const options = page.getByRole('listbox', { name: 'Memories' }).getByRole('option');
  await options.nth(5).waitFor();
  await from.startTracing(page, {
    categories: ['devtools.timeline.frame', 'disabled-by-default-devtools.timeline.frame'],
  });
  await page.evaluate(
    ({ pixels, long }) =>
      new Promise<void>((resolve) => {
        const list = document.querySelector('.rows');
        const end = performance.now() + long * 1_000;
        const next = (now: number): void => {
          list?.scrollBy(0, pixels);
          if (now < end) requestAnimationFrame(next);
          else resolve();
        };
        requestAnimationFrame(next);
      }),
    { pixels: step, long: seconds },
  );
  const { traceEvents }: { traceEvents: { name: string }[] } = JSON.parse(String(await from.stopTracing()));
  const rows = Number(await options.last().getAttribute('aria-posinset'));
  const countOf = (name: string): number => traceEvents.filter((event) => event.name === name).length;
  return { due: countOf('BeginFrame'), drawn: countOf('DrawFrame'), rows };
}

function median(figures: number[]): string {
  const sorted = figures.toSorted((one, other) => one - other);
  return (sorted[Math.floor(sorted.length / 2)] ?? Number.NaN).toFixed(0);
}
