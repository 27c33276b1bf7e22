import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import {
  faultsOf,
  hasNoBrowser,
  hostileTexts,
  looks,
  noFaults,
  openPage,
  served,
  servePage,
  sizes,
} from './served-page.ts';

servePage();

const topics = (page: Page) => page.getByRole('region', { name: 'Active' }).locator('.topics > li');
const dialog = (page: Page) => page.getByRole('dialog');

/** Makes these the topics, as another program would. */
const put = (...given: { topic: string; files?: string[]; directories?: string[] }[]) =>
  fetch(`${served.url}/api/focus`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ topics: given.map((one) => ({ files: [], directories: [], ...one })) }),
  });
const stored = async (): Promise<[string, string[]][]> => {
  const { topics: all } = await (await fetch(`${served.url}/api/focus`)).json();
  return all.map(({ topic, files }: { topic: string; files: string[] }) => [topic, files]);
};

describe.skipIf(hasNoBrowser)('the focus view', () => {
  it('adds, corrects and removes topics by keyboard, and the file and the agent get the changes', async () => {
    const page = await openPage({}, '/#/focus');
    await page.getByText('Nothing is in focus').waitFor();
    await page.getByRole('button', { name: 'Add a topic' }).press('Enter');
    await page.keyboard.type('billing');
    await page.keyboard.press('Tab');
    await page.keyboard.type('src/billing/');
    await page.keyboard.press('Enter');
    await page.keyboard.type('src/billing/invoice.ts');
    await dialog(page).getByRole('button', { name: 'Save' }).press('Enter');
    await expect
      .poll(() => topics(page).innerText())
      .toMatch(/billing[^]*1\.00[^]*0\.48 in a week[^]*invoice\.ts/);
    await expect.poll(stored).toEqual([['billing', ['src/billing/invoice.ts']]]);
    const focusFile = join(served.path, 'taskforge', 'memory', 'RECENT_FOCUS.md');
    await expect
      .poll(() => readFile(focusFile, 'utf8').catch(String))
      .toContain('files: src/billing/invoice.ts');
    await page.getByText('What the agent is told').click();
    await page.getByText('The user has been working on').waitFor();

    await page.getByRole('button', { name: 'Correct billing' }).press('Enter');
    await dialog(page).getByRole('textbox').fill('src/billing/refund.ts');
    await dialog(page).getByRole('button', { name: 'Save' }).press('Enter');
    await expect.poll(stored).toEqual([['billing', ['src/billing/refund.ts']]]);
    expect(await topics(page).innerText()).not.toContain('invoice');

    await page.getByRole('button', { name: 'Remove billing' }).press('Enter');
    await page.getByText('Nothing is in focus').waitFor();
    await expect.poll(stored).toEqual([]);
  });

  it('follows an edit of the focus file while it is open', async () => {
    await put({ topic: 'billing', files: ['a.ts'] });
    const page = await openPage({}, '/#/focus');
    await expect.poll(() => topics(page).innerText()).toContain('a.ts');
    const focusFile = join(served.path, 'taskforge', 'memory', 'RECENT_FOCUS.md');
    await expect.poll(() => readFile(focusFile, 'utf8').catch(String)).toContain('a.ts');
    await writeFile(focusFile, (await readFile(focusFile, 'utf8')).replace('a.ts', 'edited.ts'));
    await expect.poll(() => topics(page).innerText(), { timeout: 10_000 }).toContain('edited.ts');
    expect(await stored()).toEqual([['billing', ['edited.ts']]]);
  });

  it('says what was changed meanwhile, and keeps both', async () => {
    await put({ topic: 'billing', files: ['a.ts', 'b.ts'] });
    const page = await openPage({ locale: 'de-DE' }, '/#/focus');
    await expect.poll(() => topics(page).innerText()).toMatch(/1\.00[^]*0\.48 in a week/);
    await page.getByRole('button', { name: 'Correct billing' }).click();
    await dialog(page).getByRole('textbox').fill('b.ts\nmine.ts');
    await put({ topic: 'billing', files: ['a.ts', 'b.ts', 'theirs.ts'] }, { topic: 'login' });
    await dialog(page).getByRole('button', { name: 'Save' }).click();
    await page.getByText('“billing” was changed after you saw it. Both changes are kept.').first().waitFor();
    const both = Object.fromEntries(await stored());
    expect(new Set(both['billing'])).toEqual(new Set(['b.ts', 'mine.ts', 'theirs.ts']));
    expect(both).toHaveProperty('login');

    await put({ topic: 'login' });
    await page.reload();
    await page.getByRole('button', { name: 'Add a topic' }).click();
    await dialog(page)
      .getByLabel('Name')
      .fill(`the key is AKIA${'Q'.repeat(16)}`);
    await dialog(page).getByRole('button', { name: 'Save' }).click();
    await page.locator('.toast.wrong').waitFor();
    expect(await dialog(page).getByLabel('Name').inputValue()).toContain('the key is');
    await dialog(page).getByRole('button', { name: 'Close' }).click();
    await expect.poll(() => topics(page).count()).toBe(1);
  });

  describe.each(looks)('$size and $colorScheme', ({ size, colorScheme }) => {
    it('is accessible, even with hostile texts and when empty', async () => {
      const page = await openPage({ viewport: sizes[size], colorScheme }, '/#/focus');
      await page.getByText('Nothing is in focus').waitFor();
      expect(await faultsOf(page)).toEqual(noFaults);
      const files = [
        `src/${'W'.repeat(300)}.ts`,
        'src/ข้อมูล/พอร์ต.ts',
        '<img src=x>.ts',
        ...'abcdef'.split(''),
      ];
      await put(...hostileTexts.map((text) => ({ topic: text.slice(0, 110), files, directories: ['src/'] })));
      await page.reload();
      await topics(page).first().waitFor();
      for (const summary of await page.locator('summary').all()) await summary.click();
      expect(await faultsOf(page)).toEqual(noFaults);
      await page
        .getByRole('button', { name: /^Correct/ })
        .first()
        .click();
      await dialog(page).waitFor();
      expect(await faultsOf(page)).toEqual(noFaults);
    });
  });
});
