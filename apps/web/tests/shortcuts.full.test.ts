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

const places = (page: Page) => page.getByRole('listbox', { name: 'Places' });
const openPalette = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Go to, and theme' }).waitFor();
  await page.keyboard.press('Control+k');
  await places(page).waitFor();
};

describe.skipIf(hasNoBrowser)('the keys and the theme', () => {
  it('go to a conversation, a view or a memory by its words, and leave the focus where it was', async () => {
    await save('the staging database listens on 6543');
    const page = await openPage();
    await say(page, 'invoices are sent on the first Monday');
    await page.locator('.turn footer').waitFor();
    await page.getByText('Today', { exact: true }).waitFor();
    await openPalette(page);
    await page.keyboard.type('invoices');
    await places(page)
      .getByRole('option', { name: 'invoices' })
      .filter({ hasText: 'Conversation' })
      .waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('TEXTAREA');
    await page.keyboard.press('Control+k'); // and types at once
    await page.keyboard.type('staging');
    await places(page).getByRole('option', { name: 'staging database' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('Details', { exact: true }).waitFor();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('first Monday');
    await places(page).getByRole('option', { name: 'invoices' }).filter({ hasText: 'Message' }).click();
    await page.locator('.marked').getByText('invoices are sent on the first Monday').waitFor();
    await page.getByRole('button', { name: 'Go to, and theme' }).click();
    await page.keyboard.type('docu');
    await places(page).getByRole('option', { name: 'Documents' }).click();
    await expect.poll(() => page.url()).toContain('#/documents');
  });

  it('are shown by ?, but not to who writes it', async () => {
    const page = await openPage();
    const keys = page.getByRole('dialog', { name: 'Keys' });
    await page.locator('textarea').fill('why');
    await page.keyboard.press('?');
    expect(await keys.count()).toBe(0);
    expect(await page.locator('textarea').inputValue()).toBe('why?');
    await page.locator('textarea').blur();
    await page.keyboard.press('?');
    await keys.waitFor();
  });

  it('keep the theme for this browser', async () => {
    const page = await openPage({ colorScheme: 'light' });
    const scheme = () => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme);
    await openPalette(page);
    await page.getByRole('combobox', { name: 'Theme' }).selectOption('Dark');
    expect(await scheme()).toBe('dark');
    await page.reload();
    expect(await scheme()).toBe('dark');
  });

  it('begin a chat with a text of a card', async () => {
    const page = await openPage();
    await page.getByRole('button', { name: 'Keep a fact' }).click();
    await page.keyboard.type('tea is at four');
    await page.keyboard.press('Enter');
    await page.getByText('Remembered:').waitFor();
  });

  it.each(looks)('are accessible $size and $colorScheme', async ({ size, colorScheme }) => {
    const page = await openPage({ viewport: sizes[size], colorScheme });
    await page.getByRole('button', { name: 'Keep a fact' }).waitFor();
    expect(await faultsOf(page)).toEqual(noFaults);
    await openPalette(page);
    expect(await faultsOf(page)).toEqual(noFaults);
  });
});
