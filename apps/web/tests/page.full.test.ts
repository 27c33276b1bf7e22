import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import {
  calling,
  faultsOf,
  hasNoBrowser,
  hostileTexts,
  looks,
  noFaults,
  openPage,
  restart,
  save,
  say,
  served,
  servePage,
  sizes,
  stopServer,
  turnOf,
} from './served-page.ts';

servePage();

const rows = (page: Page) => page.getByRole('listbox', { name: 'Memories' }).getByRole('option');

describe.skipIf(hasNoBrowser)('the page in a browser', () => {
  it('remembers what the user said when they come back, says why, and forgets it', async () => {
    served.answers = ['Noted.', 'It listens on 6543.', 'I do not know.'];
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

  it('streams, cancels, and continues a session where it was, although the server was down', async () => {
    served.answers = [{ text: '**One** two three four five six seven eight', fault: 'slow', pause: 100 }];
    const page = await openPage();
    await say(page, 'Count slowly');
    await expect.poll(() => turnOf(page, 0).innerText()).toContain('One two');
    await page.keyboard.press('Escape');
    await expect.poll(() => turnOf(page, 0).innerText()).toContain('Cancelled.');
    const before = await turnOf(page, 0).locator('.markdown').innerText();

    const startAgain = await stopServer();
    await page.getByRole('button', { name: 'disconnected' }).waitFor();
    served.answers = ['Here again.'];
    await say(page, 'Are you there?');
    await startAgain();
    await expect.poll(() => turnOf(page, 1).innerText(), { timeout: 20_000 }).toContain('Here again.');
    expect(await page.getByRole('article').count()).toBe(2);
    expect(await turnOf(page, 0).locator('.markdown').innerText()).toBe(before);

    await page.reload();
    await expect.poll(() => page.getByRole('article').count()).toBe(2);
    await expect.poll(() => turnOf(page, 0).locator('.markdown').innerText()).toBe(before);
    await expect.poll(() => turnOf(page, 1).locator('.markdown').innerText()).toBe('Here again.');
  });

  it('folds tool calls, nests the work of agents, shows a diff before a file is changed, and shows tokens and cost, of the chat at the top', async () => {
    await restart({ APPROVALS: 'write' });
    const file = join(served.path, 'taskforge', 'decay.ts');
    await mkdir(join(served.path, 'taskforge'), { recursive: true });
    await writeFile(file, 'export const base = 0.95;\n');
    served.answers = [
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
    await page.getByRole('button', { name: /^ready: / }).click();
    await page
      .getByRole('dialog', { name: 'The server' })
      .getByText(/ written, \$/)
      .waitFor();
  });

  it('shows where it is before its scripts are there', async () => {
    const page = await openPage();
    await page.route('**/assets/*.js', (route) => route.abort());
    await page.goto('about:blank');
    await page.goto(served.url, { waitUntil: 'commit' });
    await page.getByText('Loading …').waitFor();
    expect(await page.getByRole('heading', { name: 'DevAI' }).count()).toBe(1);
  });

  it('asks for a token once per tab, and again after a wrong one', async () => {
    await restart({ DEVAI_API_TOKEN: 'correct horse battery staple' });
    const page = await openPage();
    const dialog = page.getByRole('dialog', { name: 'This server requires a token' });
    await dialog.getByLabel('Token').fill('wrong');
    await dialog.getByRole('button', { name: 'Enter' }).click();
    await dialog.getByText('does not accept this token').waitFor();
    await dialog.getByLabel('Token').fill('correct horse battery staple');
    await dialog.getByRole('button', { name: 'Enter' }).click();
    await page.getByRole('button', { name: 'ready' }).waitFor();
    await say(page, 'Hello');
    await expect.poll(() => turnOf(page, 0).innerText()).toContain('Nothing more is scripted.');
    await page.reload();
    await expect.poll(() => turnOf(page, 0).innerText()).toContain('Nothing more is scripted.');
    expect(await dialog.count()).toBe(0);
  });

  it('remembers a selection, also by keyboard, and another tab shows it within a second', async () => {
    served.answers = ['Deployments go out on Friday.'];
    const page = await openPage();
    const other = await page.context().newPage();
    await other.goto(`${served.url}/#/memory`);
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
    await detail.getByText('in the project taskforge').waitFor();
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
    await rows(page).locator('mark').getByText('staging').waitFor();
  });

  it('writes times in English in a German browser, and as a British one does in that', async () => {
    await save('the staging database listens on 6543');
    for (const [locale, date] of [
      ['de-DE', /^[A-Z][a-z]{2} \d+, \d{4}/],
      ['en-GB', /^\d+ [A-Z][a-z]+ \d{4}/],
    ] as const) {
      const page = await openPage({ locale }, '/#/memory');
      const time = rows(page).locator('time');
      expect(await time.innerText()).toBe('this minute');
      expect(await time.getAttribute('title')).toMatch(date);
    }
  });

  describe.each(looks)('$size and $colorScheme', ({ size, colorScheme }) => {
    it('is accessible in every view, even with hostile texts', async () => {
      for (const content of hostileTexts) await save(content);
      served.answers = [
        `${hostileTexts.join('\n\n')}\n\n| a | b |\n|---|---|\n| ${'x'.repeat(300)} | 1 |\n\n\`\`\`\n${'y'.repeat(400)}\n\`\`\``,
      ];
      const page = await openPage({ viewport: sizes[size], colorScheme });
      await page.getByText('What are you working on?').waitFor();
      expect(await faultsOf(page)).toEqual(noFaults);
      await say(page, hostileTexts.join('\n'));
      await turnOf(page, 0).locator('footer').waitFor();
      await page
        .getByRole('button', { name: /^ใช้ฐานข้อมูล/ })
        .or(page.locator('.chip'))
        .first()
        .click();
      await page.getByRole('dialog', { name: 'Why' }).waitFor();
      expect(await faultsOf(page)).toEqual(noFaults);
      await page.keyboard.press('Escape');

      await page.goto(`${served.url}/#/memory?all=true`);
      await rows(page).first().waitFor();
      expect(await faultsOf(page)).toEqual(noFaults);
      for (let index = 0; index < hostileTexts.length; index += 1) {
        await rows(page).nth(index).click();
        await page.getByRole('heading', { name: 'History' }).waitFor();
        expect(await faultsOf(page)).toEqual(noFaults);
        if (size === 'narrow') await page.getByRole('button', { name: 'All memories' }).click();
      }
    });
  });
});
