import { execFileSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { environmentOf, readRequest } from '@devai/api/testing/compacting-chat';
import {
  makeLocalHost,
  startLocalServer,
  type LocalHost,
  type LocalServer,
} from '@devai/api/testing/local-server';
import {
  startScriptedModelServer,
  type ScriptedAnswer,
  type ScriptedModelServer,
} from '@devai/memory/testing';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { chromiumPath, startBrowser } from './browser.ts';

if (chromiumPath === undefined) {
  process.stdout.write('No Chromium is found (CHROMIUM_PATH): the page is not tried in a browser.\n');
}

let browser: Browser;
let host: LocalHost;
let model: ScriptedModelServer;
let server: LocalServer;
let url: string;
/** What the agents say next. */
let answers: ScriptedAnswer[];

beforeAll(async () => {
  if (chromiumPath === undefined) return;
  execFileSync(process.execPath, [join(import.meta.dirname, '../build.ts')]);
  browser = await startBrowser();
  model = await startScriptedModelServer();
  model.replyWith(({ body }) => {
    const { schema } = readRequest(body);
    if (schema === 'memories') return '{"memories":[],"session":null}';
    if (schema !== null) return '{"topic":"","file_paths":[],"directories":[]}';
    return answers.shift() ?? 'Nothing more is scripted.';
  });
});
afterAll(async () => {
  await browser?.close();
  await model?.close();
});
beforeEach(async () => {
  answers = [];
  if (chromiumPath === undefined) return;
  host = await makeLocalHost();
  await start();
  onTestFinished(async () => {
    await server.stop();
    await host.remove();
  });
});

async function start(environment: Record<string, string> = {}): Promise<void> {
  server = await startLocalServer(host, { environment: { ...environmentOf(model), ...environment } });
  url = server.url.replace('ws:', 'http:').replace('/ws/chat', '');
}

const sizes = { wide: { width: 1280, height: 800 }, narrow: { width: 390, height: 800 } };

/** A tab of its own browser. No test may leave an error in its console: the page's policy writes there what it stops. */
async function openPage(options: BrowserContextOptions = {}, path = '/'): Promise<Page> {
  const context = await browser.newContext({ viewport: sizes.wide, reducedMotion: 'reduce', ...options });
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  onTestFinished(async () => {
    await context.close();
    expect(errors.filter((text) => !/^Failed to load resource|^WebSocket connection/.test(text))).toEqual([]);
  });
  await page.goto(`${url}${path}`);
  return page;
}

const save = (content: string, more: object = {}) =>
  fetch(`${url}/api/memory/save`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ content, ...more }),
  });

const composer = (page: Page) => page.getByRole('textbox', { name: 'Message' });
async function say(page: Page, text: string): Promise<void> {
  await composer(page).fill(text);
  await composer(page).press('Enter');
}
const rows = (page: Page) => page.getByRole('listbox', { name: 'Memories' }).getByRole('option');
const turnOf = (page: Page, number: number) => page.getByRole('article').nth(number);

/** What a checker of accessibility has to say, and whether anything is wider than the window. */
async function faultsOf(page: Page) {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  return { violations: violations.map(({ id, nodes }) => [id, nodes[0]?.html]), isTooWide: overflow > 0 };
}
const noFaults = { violations: [], isTooWide: false };

const calling = (name: string, input: object): ScriptedAnswer => ({
  text: 'Let me see.',
  toolCalls: [{ id: `call-${name}`, name, arguments: JSON.stringify(input) }],
});

describe.skipIf(chromiumPath === undefined)('the page in a browser', () => {
  it('is told something, remembers it when the user comes back, says why, and forgets it', async () => {
    answers = ['Noted.', 'It listens on 6543.', 'I do not know.'];
    const told = await openPage();
    await say(told, 'remember this: the staging database listens on 6543');
    await expect.poll(() => turnOf(told, 0).innerText()).toContain('Noted.');
    expect(await turnOf(told, 0).innerText()).toContain('Remembered: the staging database listens on 6543');
    await told.context().close();

    const page = await openPage();
    await say(page, 'On which port does the staging database listen?');
    await expect.poll(() => turnOf(page, 0).innerText()).toContain('It listens on 6543.');
    await page.getByRole('button', { name: 'the staging database listens on 6543', exact: true }).click();
    const why = page.getByRole('dialog', { name: 'Why' });
    expect(await why.innerText()).toMatch(/similarity[^]*strength/);
    await why.getByRole('link', { name: 'Open this memory' }).click();

    await page.getByRole('button', { name: 'Forget' }).click();
    const asked = page.getByRole('dialog', { name: 'Forget this for good?' });
    expect(await asked.innerText()).toContain('This cannot be undone');
    await asked.getByRole('checkbox').check();
    await asked.getByRole('button', { name: 'Forget' }).click();
    await page.getByText('Nothing is remembered yet').waitFor();

    await page.getByRole('link', { name: 'Chat', exact: true }).click();
    await page.getByRole('button', { name: 'New chat' }).click();
    await expect.poll(() => page.getByRole('article').count()).toBe(0);
    await say(page, 'On which port does the staging database listen?');
    await expect.poll(() => turnOf(page, 0).innerText()).toContain('I do not know.');
    expect(
      await page.getByRole('button', { name: 'the staging database listens on 6543', exact: true }).count(),
    ).toBe(0);
  });

  it('streams, cancels, and goes on with a session where it was, though the server was away', async () => {
    answers = [{ text: '**One** two three four five six seven eight', fault: 'slow', pause: 100 }];
    const page = await openPage();
    await say(page, 'Count slowly');
    await expect.poll(() => turnOf(page, 0).innerText()).toContain('One two');
    await page.keyboard.press('Escape');
    await expect.poll(() => turnOf(page, 0).innerText()).toContain('Cancelled.');
    const before = await turnOf(page, 0).locator('.markdown').innerText();

    const { port } = new URL(url);
    await server.stop();
    await page.getByRole('button', { name: 'disconnected' }).waitFor();
    answers = ['Here again.'];
    await say(page, 'Are you there?');
    const { createLocalApp } = await import('@devai/api/testing/local-server');
    const app = await createLocalApp(host, { environment: environmentOf(model) });
    server = { ...app, url: server.url, stop: () => app.fastify.close() };
    await app.fastify.listen({ host: '127.0.0.1', port: Number(port) });
    await expect.poll(() => turnOf(page, 1).innerText(), { timeout: 20_000 }).toContain('Here again.');
    expect(await page.getByRole('article').count()).toBe(2);
    expect(await turnOf(page, 0).locator('.markdown').innerText()).toBe(before);

    await page.reload();
    await expect.poll(() => page.getByRole('article').count()).toBe(2);
    expect(await turnOf(page, 0).locator('.markdown').innerText()).toBe(before);
    expect(await turnOf(page, 1).locator('.markdown').innerText()).toBe('Here again.');
  });

  it('folds tool calls, nests what agents do, asks with a diff before a file is changed, and shows tokens and cost', async () => {
    await server.stop();
    await start({ APPROVALS: 'write' });
    const file = join(host.path, 'taskforge', 'decay.ts');
    await mkdir(join(host.path, 'taskforge'), { recursive: true });
    await writeFile(file, 'export const base = 0.95;\n');
    answers = [
      calling('delegate', { to: 'devo', task: 'Rename base to decayBase.' }),
      calling('edit_file', { path: 'decay.ts', old_text: 'base', new_text: 'decayBase' }),
      'It is done.',
      'Renamed.',
    ];
    const page = await openPage();
    await say(page, 'Rename the constant');
    const request = page.getByRole('alert', { name: 'devo asks for your approval' });
    expect(await request.innerText()).toMatch(/-export const base[^]*\+export const decayBase/);
    expect(await faultsOf(page)).toEqual(noFaults);
    await request.getByRole('button', { name: 'Allow' }).click();
    await expect.poll(() => turnOf(page, 0).innerText()).toContain('Renamed.');
    expect(await turnOf(page, 0).innerText()).toMatch(/delegate to devo[^]*done/);
    expect(await page.getByText('It is done.').first().isVisible()).toBe(false);
    await page.locator('summary', { hasText: 'delegate to devo' }).focus();
    await page.keyboard.press('Enter');
    await page.locator('summary', { hasText: 'edit_file' }).waitFor();
    await expect
      .poll(() => turnOf(page, 0).locator('footer').innerText())
      .toMatch(/tokens read, \d+ written, \$/);
  });

  it('takes a token once for the tab, and asks again for a wrong one', async () => {
    await server.stop();
    await start({ DEVAI_API_TOKEN: 'correct horse battery staple' });
    const page = await openPage();
    const dialog = page.getByRole('dialog', { name: 'This server wants a token' });
    await dialog.getByLabel('Token').fill('wrong');
    await dialog.getByRole('button', { name: 'Enter' }).click();
    await dialog.getByText('does not take that token').waitFor();
    await dialog.getByLabel('Token').fill('correct horse battery staple');
    await dialog.getByRole('button', { name: 'Enter' }).click();
    await page.getByRole('button', { name: 'ready' }).waitFor();
    await say(page, 'Hello');
    await expect.poll(() => turnOf(page, 0).innerText()).toContain('Nothing more is scripted.');
    await page.reload();
    await expect.poll(() => turnOf(page, 0).innerText()).toContain('Nothing more is scripted.');
    expect(await dialog.count()).toBe(0);
  });

  it('remembers what is selected, by keyboard too, and another tab sees it within a second', async () => {
    answers = ['Deployments go out on Friday.'];
    const page = await openPage();
    const other = await page.context().newPage();
    await other.goto(`${url}/#/memory`);
    await other.getByText('Nothing is remembered yet').waitFor();
    await say(page, 'When do deployments go out?');
    await turnOf(page, 0).getByText('Deployments go out on Friday.').selectText();
    await page.getByRole('button', { name: 'Remember this' }).press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).press('Enter');
    await rows(other).getByText('Deployments go out on Friday.').waitFor({ timeout: 1_000 });
  });

  it('edits, pins and undoes, with the history as a timeline', async () => {
    await save('the staging database listens on 6543', { tags: ['ops'] });
    await save('I prefer tabs');
    const page = await openPage({}, '/#/memory');
    await page.getByRole('listbox').focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    const detail = page.getByRole('region', { name: 'Memory', exact: true });
    await detail.getByText('devai/project/taskforge').waitFor();
    await detail.getByRole('button', { name: 'Pin' }).click();
    await detail.getByRole('button', { name: 'Unpin' }).waitFor();
    await detail.getByRole('button', { name: 'Edit' }).click();
    await page.getByLabel('Statement').fill('the staging database listens on 7654');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await detail.getByText('the staging database listens on 7654').first().waitFor();
    await detail
      .getByRole('button', { name: /^Undo: updated/ })
      .first()
      .click();
    await expect
      .poll(() => detail.locator('.statement').innerText())
      .toBe('the staging database listens on 6543');

    await page.getByText('Filters').click();
    await page.getByLabel('Tag').fill('ops');
    await expect.poll(() => rows(page).count()).toBe(1);
    await page.getByRole('searchbox', { name: 'Search memories' }).fill('which port is staging on');
    await rows(page).getByText('A prompt would get it').waitFor();
  });

  describe.each([
    { size: 'wide', colorScheme: 'light' },
    { size: 'wide', colorScheme: 'dark' },
    { size: 'narrow', colorScheme: 'light' },
    { size: 'narrow', colorScheme: 'dark' },
  ] as const)('$size and $colorScheme', ({ size, colorScheme }) => {
    it('is accessible in every view, also with hostile texts', async () => {
      const hostile = [
        '<img src=x onerror=alert(1)><script>alert(2)</script> [x](javascript:alert(3))',
        `\u202Eesrever\u202C ${'W'.repeat(1_900)}`,
        'ใช้ฐานข้อมูลทดสอบที่พอร์ต 6543 เสมอ',
        'Die Donaudampfschifffahrtsgesellschaftskapitänsmütze hängt im Flur',
      ];
      for (const content of hostile) await save(content);
      answers = [
        `${hostile.join('\n\n')}\n\n| a | b |\n|---|---|\n| ${'x'.repeat(300)} | 1 |\n\n\`\`\`\n${'y'.repeat(400)}\n\`\`\``,
      ];
      const page = await openPage({ viewport: sizes[size], colorScheme });
      await page.getByText('What are you working on?').waitFor();
      expect(await faultsOf(page)).toEqual(noFaults);
      await say(page, hostile.join('\n'));
      await turnOf(page, 0).locator('footer').waitFor();
      await page
        .getByRole('button', { name: /^ใช้ฐานข้อมูล/ })
        .or(page.locator('.chip'))
        .first()
        .click();
      await page.getByRole('dialog', { name: 'Why' }).waitFor();
      expect(await faultsOf(page)).toEqual(noFaults);
      await page.keyboard.press('Escape');

      await page.goto(`${url}/#/memory`);
      await rows(page).first().waitFor();
      expect(await faultsOf(page)).toEqual(noFaults);
      for (let index = 0; index < hostile.length; index += 1) {
        await rows(page).nth(index).click();
        await page.getByRole('heading', { name: 'Strength' }).waitFor();
        expect(await faultsOf(page)).toEqual(noFaults);
        if (size === 'narrow') await page.getByRole('button', { name: 'All memories' }).click();
      }
    });
  });
});
