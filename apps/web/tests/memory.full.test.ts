import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import {
  faultsOf,
  hasNoBrowser,
  hostileTexts,
  looks,
  noFaults,
  openPage,
  save,
  served,
  servePage,
  sizes,
} from './served-page.ts';

servePage();

const rows = (page: Page) => page.getByRole('listbox', { name: 'Memories' }).getByRole('option');
const detail = (page: Page) => page.getByRole('region', { name: 'Memory', exact: true });

/** Relates what is open to what is found by some words. */
async function relate(page: Page, kind: string, words: string): Promise<void> {
  await detail(page).getByRole('button', { name: 'Relate', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Relate it to another memory' });
  await dialog.getByRole('combobox').selectOption(kind);
  await dialog.getByLabel('The other one').fill(words);
  await dialog.getByRole('listitem').filter({ hasText: words }).getByRole('button').click();
  await dialog.waitFor({ state: 'detached' });
}

describe.skipIf(hasNoBrowser)('the memory view', () => {
  it('relates memories, draws what is related, and takes a relation back', async () => {
    for (const content of ['build the exporter', 'prices are kept in SQLite', 'invoices are CSV files'])
      await save(content);
    const page = await openPage({}, '/#/memory');
    await rows(page).getByText('prices are kept in SQLite').click();
    await relate(page, 'relates to', 'invoices are CSV files');
    await rows(page).getByText('build the exporter').click();
    await detail(page).getByText('It is related to nothing.').waitFor();
    await relate(page, 'depends on', 'prices are kept in SQLite');
    await detail(page).getByText('depends on prices are kept in SQLite').waitFor();
    // with what that one is related to
    await page.getByRole('img', { name: '3 memories and how they are related' }).waitFor();
    expect(await faultsOf(page)).toEqual(noFaults);
    await page
      .getByRole('img', { name: /related$/ })
      .locator('text', { hasText: 'invoices are CSV files' })
      .click();
    await detail(page).locator('.statement', { hasText: 'invoices are CSV files' }).waitFor();

    await rows(page).getByText('build the exporter').click();
    await detail(page)
      .getByRole('button', { name: /^No longer: depends on/ })
      .click();
    await detail(page).getByText('It is related to nothing.').waitFor();
  });

  it('narrows by what fades, and shows what was known at a moment in the past', async () => {
    await save('the staging database listens on 6543');
    const { memory } = Object(await (await save('we deploy on Fridays')).json());
    const change = (fields: object) =>
      fetch(`${served.url}/api/memory/${memory.id}`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(fields),
      });
    // what the user states does not fade
    await change({ priority: 'medium' });
    const page = await openPage({}, '/#/memory');
    await rows(page).nth(1).waitFor();
    await page.getByText('Filters').click();
    await page.getByLabel('Fades within').selectOption('60 days');
    await expect
      .poll(() => rows(page).allInnerTexts())
      .toEqual([expect.stringContaining('we deploy on Fridays')]);
    await page.getByLabel('Fades within').selectOption('30 days');
    await page.getByText('Nothing fits').waitFor();
    await page.getByLabel('Fades within').selectOption('any time');

    const slider = page.getByRole('slider');
    await slider.focus();
    await slider.press('ArrowLeft');
    await page.getByText('As it was a day ago').waitFor();
    await page.getByText('Nothing fits').waitFor();
    await slider.press('End');
    await expect.poll(() => rows(page).count()).toBe(2);
  });

  describe.each([looks[0], looks[3]])('$size and $colorScheme', ({ size, colorScheme }) => {
    it('is accessible with relations of hostile texts', async () => {
      const ids: string[] = [];
      for (const content of hostileTexts) ids.push(Object(await (await save(content)).json()).memory.id);
      for (const to of ids.slice(1)) {
        await fetch(`${served.url}/api/memory/${ids[0]}/relations`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ kind: 'relates_to', to }),
        });
      }
      const page = await openPage(
        { viewport: sizes[size], colorScheme },
        `/#/memory?id=${encodeURIComponent(JSON.stringify(ids[0]))}`,
      );
      await page.getByRole('img', { name: '4 memories' }).waitFor();
      expect(await faultsOf(page)).toEqual(noFaults);
      await detail(page).getByRole('button', { name: 'Relate', exact: true }).click();
      await page.getByLabel('The other one').fill('die Mütze hängt im Flur');
      await page.getByRole('dialog').getByRole('listitem').first().waitFor();
      expect(await faultsOf(page)).toEqual(noFaults);
    });
  });
});
