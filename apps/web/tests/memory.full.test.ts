import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import {
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
  turnOf,
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
      .getByRole('button', { name: /^Remove: depends on/ })
      .click();
    await detail(page).getByText('It is related to nothing.').waitFor();
  });

  it('leads to the message that a memory comes from', async () => {
    const page = await openPage();
    await say(page, 'remember this: the staging database listens on 6543');
    await page.getByRole('link', { name: 'the staging database listens on 6543', exact: true }).click();
    await detail(page).getByRole('link', { name: 'message 1', exact: true }).click();
    await expect
      .poll(() => page.locator('.question.marked:focus').allInnerTexts())
      .toEqual(['remember this: the staging database listens on 6543']);
    // again, while its session is shown
    await page.goBack();
    await detail(page).getByRole('link', { name: 'message 1', exact: true }).click();
    await expect.poll(() => page.locator('.question:focus').count()).toBe(1);
  });

  it('marks in what a search finds the words that matched, and keeps figures behind "Why?" and "Details"', async () => {
    const long = 'Some of us like to write before they come to the point, which takes a while and some more.';
    await save(`${long} ใช้ฐานข้อมูลทดสอบที่พอร์ต 6543 เสมอ`);
    await save('the staging database listens on port 6543');
    const page = await openPage({}, `/#/memory?q=${encodeURIComponent('staging database ฐานข้อมูล')}`);
    await expect.poll(() => rows(page).count()).toBe(2);
    const marked = async (words: string) =>
      rows(page).filter({ hasText: words }).locator('mark').allInnerTexts();
    expect(await marked('listens on')).toEqual(['staging', 'database']);
    expect(await marked('พอร์ต')).toEqual(['ฐานข้อมูล']);
    expect(await rows(page).filter({ hasText: 'พอร์ต' }).innerText()).not.toContain('Some of us');
    const figures = /similarity|evidence|word score|devai|semantic|other|Importance/i;
    for (const row of await rows(page).allInnerTexts()) expect(row).not.toMatch(figures);
    // a row is as high as what it shows
    const empty = await rows(page)
      .first()
      .evaluate(
        (row) =>
          row.getBoundingClientRect().bottom - (row.lastElementChild?.getBoundingClientRect().bottom ?? 0),
      );
    expect(empty).toBeLessThan(12);

    await rows(page).filter({ hasText: 'listens on' }).click();
    await detail(page).getByText('The agent would be told it when asked').waitFor();
    expect(await detail(page).innerText()).not.toMatch(figures);
    await detail(page).getByText('Why?', { exact: true }).click();
    expect(await detail(page).innerText()).toMatch(/similarity/);
    await detail(page).getByText('Details', { exact: true }).click();
    expect(await detail(page).innerText()).toMatch(/Importance/);
  });

  it('names the characters that would reorder its texts', async () => {
    await save('send \u202Eemit no\u202C to \u0007me');
    const page = await openPage({}, '/#/memory');
    const shown = 'send ⟨U+202E⟩emit no⟨U+202C⟩ to ⟨U+0007⟩me';
    expect(await rows(page).locator('.lines').innerText()).toBe(shown);
    await rows(page).click();
    expect(await detail(page).locator('.statement').innerText()).toBe(shown);
  });

  it('filters memories that fade soon, and shows what was known at an earlier time', async () => {
    await save('the staging database listens on 6543');
    // what the user states does not fade
    served.answers = ['You deploy on Fridays.'];
    const learned = { content: 'we deploy on Fridays', type: 'semantic', source: 'pattern', evidence: [2] };
    served.learned = [{ ...learned, namespace: 'devai/project/taskforge/operations' }];
    const talk = await openPage();
    await say(talk, 'Have a look at the calendar and tell me what you see there');
    await turnOf(talk, 0).locator('footer').waitFor();
    await talk.close();
    const stored = async () => (await fetch(`${served.url}/api/memory`)).text();
    await expect.poll(stored, { timeout: 60_000 }).toContain('we deploy on Fridays');
    const page = await openPage({}, '/#/memory');
    await rows(page).nth(1).waitFor();
    await page.getByText('Filters').click();
    await page.getByLabel('Fades within').selectOption('60 days');
    await expect
      .poll(() => rows(page).allInnerTexts())
      .toEqual([expect.stringContaining('we deploy on Fridays')]);
    await page.getByLabel('Fades within').selectOption('30 days');
    await page.getByText('Nothing matches').waitFor();
    await page.getByLabel('Fades within').selectOption('any time');

    const slider = page.getByRole('slider');
    await slider.focus();
    await slider.press('ArrowLeft');
    await page.getByText('As it was a day ago').waitFor();
    await page.getByText('Nothing matches').waitFor();
    await slider.press('End');
    await expect.poll(() => rows(page).count()).toBe(2);
  });

  it('keeps what is typed in the middle of a text, and steps back through filters', async () => {
    await save('the staging database listens on 6543');
    const page = await openPage({}, '/#/memory');
    const field = page.getByLabel('Search memories');
    await field.fill('database');
    await field.press('Home');
    await page.keyboard.type('staging ', { delay: 5 });
    await expect.poll(() => page.url()).toContain('q=staging+database');
    expect(await field.inputValue()).toBe('staging database');

    await page.getByText('Filters').click();
    await page.getByLabel('Type').selectOption('semantic');
    await page.getByLabel('Category').selectOption('decision');
    await page.getByText('Filters: semantic, decision').waitFor();
    await page.goBack();
    await page.getByText('Filters: semantic', { exact: true }).waitFor();
    await page.goBack();
    await page.getByText('Filters', { exact: true }).waitFor();
    expect(await field.inputValue()).toBe('staging database');
  });

  it('has the categories that the server declares in its filter, its forms and its words', async () => {
    await restart({ MEMORY_CATEGORIES: '{"supply_chain":"who supplies what"}' });
    await save('Acme delivers disks on Mondays', { category: 'supply_chain' });
    await save('the staging database listens on 6543');
    const page = await openPage({}, '/#/memory');
    await rows(page).getByText('a supply chain, in the project').waitFor();
    await page.getByText('Filters').click();
    const options = page.getByLabel('Category').getByRole('option', { name: 'supply chain' });
    await expect.poll(() => options.count()).toBe(1);
    await page.getByLabel('Category').selectOption('supply_chain');
    await page.getByText('Filters: supply chain').waitFor();
    await expect.poll(() => rows(page).count()).toBe(1);
    await rows(page).getByText('Acme').click();
    await detail(page).getByRole('button', { name: 'Edit', exact: true }).click();
    const form = page.getByRole('dialog', { name: 'Change this memory' });
    expect(await form.getByLabel('Category').inputValue()).toBe('supply_chain');
    await form.getByLabel('Category').selectOption('decision');
    await form.getByRole('button', { name: 'Save' }).click();
    await form.waitFor({ state: 'detached' });
    await detail(page).getByText('a decision, in the project').waitFor();
    // one that is no longer declared stays chosen in the form
    await save('Beta delivers cables', { category: 'supply_chain' });
    await restart({});
    await page.goto(`${served.url}/#/memory?q=cables`);
    await page.reload();
    await rows(page).getByText('Beta delivers cables').click();
    await detail(page).getByRole('button', { name: 'Edit', exact: true }).click();
    expect(await form.getByLabel('Category').inputValue()).toBe('supply_chain');
    await form.getByLabel('Statement').fill('Beta delivers cables on Fridays');
    await form.getByRole('button', { name: 'Save' }).click();
    await form.waitFor({ state: 'detached' });
    await detail(page).getByText('a supply chain, in the project').waitFor();
  });

  it('accepts only times in the past', async () => {
    await save('the staging database listens on 6543');
    const page = await openPage({}, '/#/memory?asOf=yesterday');
    await page.getByText('Filters', { exact: true }).click();
    await rows(page).first().waitFor();
    const hour = 3_600_000;
    const at = (from: number) => {
      const zone = new Date().getTimezoneOffset() * 60_000;
      return new Date(Date.now() + from * hour - zone).toISOString().slice(0, 16);
    };
    await page.getByLabel('As of').fill(at(72));
    await page.getByText('As it is now').waitFor();
    await page.getByLabel('As of').fill(at(-3));
    await page.getByText('As it was earlier today').waitFor();
    await page.getByText('Nothing matches').waitFor();
    expect(await page.getByRole('slider').getAttribute('aria-valuetext')).toBe('As it was earlier today');
    const overflow = await page
      .locator('.filters')
      .evaluate((filters) =>
        Array.from(
          filters.querySelectorAll('input'),
          (one) => one.getBoundingClientRect().right - filters.getBoundingClientRect().right,
        ),
      );
    expect(Math.max(...overflow)).toBeLessThanOrEqual(0);
  });

  it('refuses an edit of a memory that another tab changed, and hides one that it forgot', async () => {
    const { memory } = Object(await (await save('we deploy on Fridays')).json());
    const page = await openPage({}, `/#/memory?id=${memory.id}`);
    const other = await page.context().newPage();
    await other.goto(page.url());
    const edit = async (on: Page, text: string) => {
      await on.getByRole('button', { name: 'Edit' }).click();
      await on.getByLabel('Statement').fill(text);
    };
    await edit(page, 'we deploy on Mondays');
    await edit(other, 'we deploy on Tuesdays');
    await other.getByRole('button', { name: 'Save' }).click();
    await page.locator('.detail .statement', { hasText: 'Tuesdays' }).waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.locator('.toast.wrong', { hasText: 'changed' }).waitFor();
    expect(await page.getByLabel('Statement').inputValue()).toBe('we deploy on Mondays');
    expect(await detail(other).innerText()).toContain('Tuesdays');
    await page.getByRole('button', { name: 'Close' }).click();

    await page.getByRole('button', { name: 'Forget' }).click();
    await other.getByRole('button', { name: 'Forget' }).click();
    await other.getByRole('dialog').getByRole('button', { name: 'Forget' }).click();
    await detail(page).getByText('there is no memory').waitFor();
    await expect.poll(() => page.locator('body').innerText()).not.toContain('Tuesdays');
    await other.getByText('Forgotten.').first().waitFor();
  });

  it('moves through the list by keyboard, and comes back to its place', async () => {
    for (const day of ['Mondays', 'Tuesdays', 'Wednesdays']) await save(`we deploy on ${day}`);
    const page = await openPage({}, '/#/memory');
    const list = page.getByRole('listbox', { name: 'Memories' });
    const reached = () => list.getAttribute('aria-activedescendant');
    await rows(page).nth(2).waitFor();
    const steps = await page.evaluate(() => history.length);
    await list.focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await detail(page).getByText('we deploy on Tuesdays').first().waitFor();
    expect(await page.evaluate(() => history.length)).toBe(steps);

    const narrow = await openPage({ viewport: sizes.narrow }, '/#/memory?all=true');
    const shortList = narrow.getByRole('listbox', { name: 'Memories' });
    await rows(narrow).nth(2).waitFor();
    await shortList.focus();
    await narrow.keyboard.press('ArrowDown');
    await narrow.keyboard.press('ArrowDown');
    expect(await detail(narrow).count()).toBe(0);
    await narrow.keyboard.press('Enter');
    await detail(narrow).getByText('we deploy on Tuesdays').first().waitFor();
    await expect.poll(() => narrow.locator('.back:focus').count()).toBe(1);
    await narrow.keyboard.press('Enter');
    await expect.poll(() => shortList.evaluate((one) => one === document.activeElement)).toBe(true);
    expect(await shortList.getAttribute('aria-activedescendant')).toBe(await reached());

    // from elsewhere, the list begins at the memory that is open
    for (let index = 0; index < 12; index += 1)
      await save(`service ${index} listens on port ${6500 + index}`);
    await page.reload();
    await rows(page).getByText('we deploy on Tuesdays').waitFor();
    const [row, view] = await Promise.all([
      rows(page).filter({ hasText: 'we deploy on Tuesdays' }).boundingBox(),
      list.boundingBox(),
    ]);
    expect((row?.y ?? 0) + (row?.height ?? 0)).toBeLessThanOrEqual((view?.y ?? 0) + (view?.height ?? 0));
  });

  describe.each(looks)('$size and $colorScheme', ({ size, colorScheme }) => {
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
