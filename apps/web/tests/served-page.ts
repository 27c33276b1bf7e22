import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { environmentOf, readRequest } from '@devai/api/testing/compacting-chat';
import {
  createLocalApp,
  makeLocalHost,
  startLocalServer,
  startShortLivedEngines,
  type LocalHost,
  type LocalServer,
} from '@devai/api/testing/local-server';
import {
  startScriptedModelServer,
  type ScriptedAnswer,
  type ScriptedModelServer,
} from '@devai/memory/testing';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished } from 'vitest';
import { chromiumPath, startBrowser } from './browser.ts';

/** Whether there is no browser to try the page in. */
export const hasNoBrowser = chromiumPath === undefined;
if (hasNoBrowser) {
  process.stdout.write('No Chromium is found (CHROMIUM_PATH): the page is not tried in a browser.\n');
}

/** For all files of the worker, with the page that it opens; it ends with the worker. */
let opening: Promise<Browser> | null = null;
let browser: Browser;
let host: LocalHost;
let model: ScriptedModelServer;
let server: LocalServer;

/** A page that is left in the moment in which a turn ends closes its connection, and its session ends after this. */
const ending = { extraction: { endGrace: 2 } };

/** The server of one test, with a scripted model, and the page that it serves. */
export const served = {
  url: '',
  /** What the agents say next. */
  answers: [] as ScriptedAnswer[],
  /** What is learned from a session that ends; null: the model answers with nonsense. */
  learned: [] as object[] | null,
  /** The address of the scripted model. */
  get model(): string {
    return model.baseURL;
  },
  /** The folder that the server works in. */
  get path(): string {
    return host.path;
  },
};

/** Has every test of the file get a server and a page of its own. */
export function servePage(): void {
  beforeAll(async () => {
    if (hasNoBrowser) return;
    browser = await (opening ??= buildAndOpen());
    model = await startScriptedModelServer();
    model.replyWith(({ body }) => {
      const { schema } = readRequest(body);
      if (schema === 'memories') {
        return served.learned ? JSON.stringify({ memories: served.learned, session: null }) : 'nonsense';
      }
      if (schema === 'topic') return '{"topic":"","file_paths":[],"directories":[]}';
      if (schema === 'decisions') return JSON.stringify({ decisions: Array.from({ length: 5 }, addition) });
      if (schema !== null) return '{"found":[]}';
      return served.answers.shift() ?? 'Nothing more is scripted.';
    });
  });
  afterAll(async () => {
    await model?.close();
  });
  beforeEach(async () => {
    served.answers = [];
    served.learned = [];
    if (hasNoBrowser) return;
    const endShortLives = startShortLivedEngines();
    host = await makeLocalHost();
    endShortLives();
    await start();
    onTestFinished(async () => {
      await server.stop();
      await host.remove();
    });
  });
}

/** Of a candidate, by its place: what is learned is new. */
const addition = (_: unknown, index: number) => ({
  ...{ candidate: index + 1, action: 'add', memory: null, earlier_candidate: null },
  reason: 'new',
});

function buildAndOpen(): Promise<Browser> {
  execFileSync(process.execPath, [join(import.meta.dirname, '../build.ts')]);
  return startBrowser();
}

async function start(environment: Record<string, string> = environmentOf(model)): Promise<void> {
  server = await startLocalServer(host, { environment, options: ending });
  served.url = server.url.replace('ws:', 'http:').replace('/ws/chat', '');
}

/** Starts the server again, with other settings. */
export async function restart(environment: Record<string, string>): Promise<void> {
  await server.stop();
  await start({ ...environmentOf(model), ...environment });
}

/** Starts the server again, without a model. */
export async function restartOffline(): Promise<void> {
  await server.stop();
  await start({});
}

/** Stops the server; what is returned starts it again at the same address. */
export async function stopServer(): Promise<() => Promise<void>> {
  const { port } = new URL(served.url);
  await server.stop();
  return async () => {
    const app = await createLocalApp(host, { environment: environmentOf(model), options: ending });
    server = { ...app, url: server.url, stop: () => app.fastify.close() };
    await app.fastify.listen({ host: '127.0.0.1', port: Number(port) });
  };
}

/** What is said in the chat, without what screen readers are told of it. */
export const messages = (page: Page) => page.getByRole('log', { name: 'Messages' });

/** A turn of the chat, by its place. */
export const turnOf = (page: Page, number: number) => page.getByRole('article').nth(number);

/** Goes to a view that is behind Inspect. */
export async function inspect(page: Page, name: 'Context' | 'Focus' | 'Jobs and cost'): Promise<void> {
  await page.getByRole('link', { name: 'Inspect', exact: true }).click();
  await page.getByRole('navigation', { name: 'Inspect' }).getByRole('link', { name, exact: true }).click();
}

export const sizes = { wide: { width: 1280, height: 800 }, narrow: { width: 390, height: 800 } };

/** What a view has to be right in: each size and each colour scheme once, because neither depends on the other. */
export const looks = [
  { size: 'wide', colorScheme: 'light' },
  { size: 'narrow', colorScheme: 'dark' },
] as const;

/** A tab of its own browser. No test may leave an error in its console: the page's policy writes there what it stops. */
export async function openPage(options: BrowserContextOptions = {}, path = '/'): Promise<Page> {
  const context = await browser.newContext({ viewport: sizes.wide, reducedMotion: 'reduce', ...options });
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  onTestFinished(async () => {
    await context.close();
    expect(errors.filter((text) => !/^Failed to load resource|^WebSocket connection/.test(text))).toEqual([]);
  });
  await page.goto(`${served.url}${path}`);
  return page;
}

/** Remembers a statement by HTTP. */
export const save = (content: string, more: object = {}): Promise<Response> =>
  fetch(`${served.url}/api/memory/save`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ content, ...more }),
  });

export async function say(page: Page, text: string): Promise<void> {
  const composer = page.getByRole('textbox', { name: 'Message' });
  await composer.fill(text);
  await composer.press('Enter');
}

/** What a checker of accessibility has to say, and whether anything is wider than the window. */
export async function faultsOf(page: Page) {
  // without it, the checker puts the results of all frames together in a second page, which takes as long again; the page has no frames
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  return { violations: violations.map(({ id, nodes }) => [id, nodes[0]?.html]), isTooWide: overflow > 0 };
}
export const noFaults = { violations: [], isTooWide: false };

/** An answer of the model that calls one tool. */
export const calling = (name: string, input: object): ScriptedAnswer => ({
  text: 'Let me see.',
  toolCalls: [{ id: `call-${name}`, name, arguments: JSON.stringify(input) }],
});

/** Texts that break pages: markup, directions, long words, other scripts. */
export const hostileTexts = [
  '<img src=x onerror=alert(1)><script>alert(2)</script> [x](javascript:alert(3))',
  `\u202Eesrever\u202C ${'W'.repeat(1_900)}`,
  'ใช้ฐานข้อมูลทดสอบที่พอร์ต 6543 เสมอ',
  'Die Donaudampfschifffahrtsgesellschaftskapitänsmütze hängt im Flur',
];
