import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import {
  faultsOf,
  hasNoBrowser,
  looks,
  noFaults,
  openPage,
  save,
  say,
  servePage,
  sizes,
} from './served-page.ts';

servePage();

const known = (page: Page) => page.getByRole('region', { name: 'What I know about you' });
const group = (page: Page, name: string) => known(page).getByRole('region', { name });
const told = async (): Promise<void> => {
  await save('I work as a nurse', { category: 'profile' });
  await save('I prefer short answers', { category: 'preference' });
  await save('the staging database listens on 6543', { category: 'code_knowledge' });
};

describe.skipIf(hasNoBrowser)('what I know about you', () => {
  it('is in groups, with since when and why, and is edited in place', async () => {
    await told();
    const page = await openPage();
    await say(page, 'remember this: invoices are sent on the first Monday');
    await page.locator('.turn footer').waitFor();
    await page.goto(`${page.url().replace(/#.*/, '')}#/memory`);
    await group(page, 'About you').getByText('I work as a nurse').waitFor();
    await group(page, 'How you like to work').getByText('I prefer short answers').waitFor();
    const sentence = known(page).getByRole('listitem').filter({ hasText: 'invoices' });
    await sentence.getByText('Since when, and why?').click();
    await sentence.getByText(/^Known since .* You said so yourself\.$/).waitFor();
    await sentence.getByRole('link', { name: 'Show the message' }).waitFor();

    await known(page).getByRole('button', { name: 'Edit: I work as a nurse' }).click();
    await known(page).getByRole('textbox').fill('I work as a doctor');
    await known(page).getByRole('button', { name: 'Save' }).click();
    await group(page, 'About you').getByText('I work as a doctor').waitFor();
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toBe('Edit: I work as a doctor');
  });

  it('forgets after a time in which it can be taken back, and at once when the view is left', async () => {
    await told();
    const page = await openPage({}, '/#/memory');
    const forget = known(page).getByRole('button', { name: 'Forget: I prefer short answers' });
    await forget.focus();
    await page.keyboard.press('Enter');
    await known(page).getByText('This is forgotten for good in ten seconds.').waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Undo');
    await page.keyboard.press('Enter');
    await known(page).getByText('I prefer short answers').waitFor();

    await forget.click();
    await page.getByRole('link', { name: 'Inspect', exact: true }).click();
    await page.getByText('Forgotten.').first().waitFor();
    await page.getByRole('link', { name: 'Memory', exact: true }).click();
    await known(page).getByText('I work as a nurse').waitFor();
    expect(await known(page).getByText('I prefer short answers').count()).toBe(0);
  });

  it('forgets several that are chosen, of which any can be taken back, and saves all as a file', async () => {
    await told();
    const page = await openPage({}, '/#/memory');
    await known(page).getByRole('button', { name: 'Choose several' }).click();
    for (const text of ['I work as a nurse', 'I prefer short answers', 'staging database'])
      await known(page).getByRole('checkbox', { name: text }).check();
    await known(page).getByRole('checkbox', { name: 'staging database' }).uncheck();
    expect(await faultsOf(page)).toEqual(noFaults);
    await known(page).getByRole('button', { name: 'Forget 2' }).click();
    await known(page).getByText('This is forgotten for good in ten seconds.').nth(1).waitFor();
    await known(page).getByRole('button', { name: 'Undo all 2' }).click();
    await known(page).getByText('I work as a nurse').waitFor();

    await known(page).getByRole('button', { name: 'Choose several' }).click();
    for (const text of ['I work as a nurse', 'I prefer short answers'])
      await known(page).getByRole('checkbox', { name: text }).check();
    await known(page).getByRole('button', { name: 'Forget 2' }).click();
    await known(page).getByRole('button', { name: 'Undo', exact: true }).first().click();
    await page.getByRole('link', { name: 'Chat', exact: true }).click();
    await page.getByText('Forgotten.').first().waitFor();
    await page.getByRole('link', { name: 'Memory', exact: true }).click();
    await known(page).getByText('I work as a nurse').waitFor();

    const saved = page.waitForEvent('download');
    await known(page).getByRole('button', { name: 'Export' }).click();
    const text = readFileSync(await (await saved).path(), 'utf8');
    expect(text).toMatch(/^## About you\n\n- I work as a nurse \(since \d{4}-\d\d-\d\d\)$/m);
    expect(text).toContain('## This project');
    expect(text).not.toContain('short answers');
  });

  it('shows what the server refuses to forget again, with the reason', async () => {
    await told();
    const page = await openPage({}, '/#/memory');
    let isRefused = true;
    await page.route('**/api/memory/*', async (route) => {
      if (route.request().method() !== 'DELETE' || !isRefused) return route.continue();
      const problem = {
        type: 'about:blank',
        title: 'Refused',
        code: 'conflict',
        detail: 'a job reads it now',
      };
      return route.fulfill({ status: 409, body: JSON.stringify({ ...problem, status: 409 }) });
    });
    const forget = known(page).getByRole('button', { name: 'Forget: I prefer short answers' });
    await forget.click();
    await known(page).getByText('This is forgotten for good in ten seconds.').waitFor();
    await page.locator('.toast.wrong').getByText('a job reads it now').waitFor();
    await known(page).getByText('I prefer short answers').waitFor();
    expect(await known(page).getByText('This is forgotten').count()).toBe(0);

    isRefused = false;
    await forget.click();
    await page.getByText('Forgotten.').first().waitFor();
    // nothing waits any more, so the tab closes without a question
    expect(await page.evaluate(() => dispatchEvent(new Event('beforeunload', { cancelable: true })))).toBe(
      true,
    );
    await known(page).getByRole('button', { name: 'Forget: I work as a nurse' }).click();
    expect(await page.evaluate(() => dispatchEvent(new Event('beforeunload', { cancelable: true })))).toBe(
      false,
    );
    await page.getByRole('link', { name: 'Inspect', exact: true }).click();
    await page.getByText('Forgotten.').first().waitFor();
  });

  it('comes first on a narrow screen, before the list', async () => {
    await told();
    const page = await openPage({ viewport: sizes.narrow }, '/#/memory');
    await known(page).getByText('I work as a nurse').waitFor();
    expect(await page.getByRole('listbox').count()).toBe(0);
    await page.getByRole('button', { name: 'Search and list everything' }).click();
    await page.getByRole('listbox', { name: 'Memories' }).getByText('I work as a nurse').click();
    await page.getByText('a fact about you').waitFor();
    await page.getByRole('button', { name: 'All memories' }).click();
    await page.getByRole('button', { name: 'What I know about you' }).click();
    await known(page).getByText('I work as a nurse').waitFor();
  });

  it.each(looks)('is accessible $size and $colorScheme', async ({ size, colorScheme }) => {
    await told();
    const page = await openPage({ viewport: sizes[size], colorScheme }, '/#/memory');
    await known(page).getByText('Since when, and why?').first().click();
    expect(await faultsOf(page)).toEqual(noFaults);
    await known(page).getByRole('button', { name: /^Edit/ }).first().click();
    expect(await faultsOf(page)).toEqual(noFaults);
  });
});
