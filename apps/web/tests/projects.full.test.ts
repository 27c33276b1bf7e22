import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import {
  faultsOf,
  hasNoBrowser,
  hostileTexts,
  looks,
  messages,
  noFaults,
  openPage,
  save,
  say,
  servePage,
  served,
  sizes,
} from './served-page.ts';

servePage();

const column = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

async function fill(): Promise<void> {
  await save('build the exporter for invoices', {
    category: 'task',
    metadata: { status: 'doing', assignee: 'Jana', note: 'CSV first' },
  });
  await save('Launch the shop in three steps', {
    category: 'plan',
    metadata: { milestones: [{ title: 'Beta', status: 'doing', due: '2026-12-01' }, { title: 'Release' }] },
  });
  await save('Prices are kept in SQLite', {
    category: 'decision',
    metadata: { rationale: 'one file is enough', alternatives: ['Postgres'] },
  });
  await save('The decay worker prunes memories', {
    category: 'component',
    metadata: { filePath: 'src/decay.ts' },
  });
}

describe.skipIf(hasNoBrowser)('the project view', () => {
  it('moves tasks and milestones, adds a task, edits the project, and another tab shows it within a second', async () => {
    await fill();
    const page = await openPage({}, '/#/project');
    const other = await page.context().newPage();
    await other.goto(`${served.url}/#/project`);
    await column(other, 'Doing').getByText('build the exporter').waitFor();
    expect(await column(page, 'Doing').innerText()).toMatch(/build the exporter[^]*CSV first[^]*Jana/);
    await page.getByLabel('Status of build the exporter').selectOption('done');
    await column(page, 'Done').getByText('build the exporter').waitFor({ timeout: 1_000 });
    await column(other, 'Done').getByText('build the exporter').waitFor({ timeout: 1_000 });

    await page.getByLabel('A new task').fill('write the handbook');
    await page.getByLabel('A new task').press('Enter');
    await column(page, 'To do').getByText('write the handbook').waitFor();
    await page.getByLabel('Status of Beta').selectOption('done');
    expect(await page.getByRole('region', { name: 'Decisions' }).innerText()).toMatch(
      /SQLite[^]*because one file is enough[^]*rejected: Postgres/,
    );
    expect(await page.getByRole('region', { name: 'Components' }).innerText()).toContain('src/decay.ts');

    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByLabel('What it is').fill('A shop for tea');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('A shop for tea', { exact: true }).waitFor();
    await page.reload();
    await column(page, 'Done').getByText('build the exporter').waitFor();
    expect(await page.getByLabel('Status of Beta').inputValue()).toBe('done');
    expect(await page.getByLabel('Status of Release').inputValue()).toBe('todo');
  });

  it('reverts a move of a task when the server refuses it', async () => {
    await fill();
    const page = await openPage({}, '/#/project');
    await column(page, 'Doing').getByText('build the exporter').waitFor();
    const asked = Promise.withResolvers<void>();
    const problem = { code: 'conflict', title: 'conflict', status: 409, detail: 'it was changed meanwhile' };
    await page.route('**/api/memory/*', async (route) => {
      if (route.request().method() !== 'PUT') return route.continue();
      await asked.promise;
      return route.fulfill({
        status: 409,
        contentType: 'application/problem+json',
        body: JSON.stringify(problem),
      });
    });
    await page.getByLabel('Status of build the exporter').selectOption('done');
    await column(page, 'Done').getByText('build the exporter').waitFor();
    asked.resolve();
    await column(page, 'Doing').getByText('build the exporter').waitFor();
    await page.getByText('it was changed meanwhile').first().waitFor();
  });

  it('says which of several changes was refused, and keeps the focus, typed text and dates', async () => {
    await fill();
    await save('test the exporter', { category: 'task', metadata: { status: 'doing' } });
    const page = await openPage({ timezoneId: 'America/Los_Angeles' }, '/#/project');
    const moved = page.getByLabel('Status of build the exporter');
    await page.getByText('due Dec 1, 2026').waitFor();
    await moved.focus();
    await page.keyboard.press('ArrowDown');
    await column(page, 'Blocked').getByText('build the exporter').waitFor();
    expect(await moved.evaluate((select) => select === document.activeElement)).toBe(true);

    await page.getByLabel('Status of Beta').selectOption('done');
    await page.getByLabel('Status of Release').selectOption('blocked');
    const milestones = async () => {
      const { memories } = await (await fetch(`${served.url}/api/memory?category=plan`)).json();
      return memories[0].metadata.milestones.map(({ status }: { status: string }) => status);
    };
    await expect.poll(milestones).toEqual(['done', 'blocked']);

    const second = Promise.withResolvers<void>();
    let changes = 0;
    await page.route('**/api/memory/*', async (route) => {
      if (route.request().method() !== 'PUT') return route.continue();
      if ((changes += 1) > 1) {
        await second.promise;
        return route.continue();
      }
      const problem = {
        code: 'conflict',
        title: 'conflict',
        status: 409,
        detail: 'it was changed meanwhile',
      };
      return route.fulfill({ status: 409, body: JSON.stringify(problem) });
    });
    await moved.selectOption('todo');
    await page.getByLabel('Status of test the exporter').selectOption('done');
    await page.locator('.toast.wrong', { hasText: 'it was changed meanwhile' }).waitFor();
    await column(page, 'Blocked').getByText('build the exporter').waitFor();
    expect(await column(page, 'Done').innerText()).toContain('test the exporter');
    second.resolve();

    const saved = Promise.withResolvers<void>();
    await page.route('**/api/memory/save', async (route) => {
      await saved.promise;
      return route.continue();
    });
    const task = page.getByLabel('A new task');
    await task.fill('write the handbook');
    await task.press('Enter');
    await task.fill('print the handbook');
    saved.resolve();
    await column(page, 'To do').getByText('write the handbook').waitFor();
    expect(await task.inputValue()).toBe('print the handbook');
  });

  it('shows what consolidation would do, does it, and undoes it', async () => {
    // what the agent keeps may be archived, other than what the user stated lately
    const calls = Array.from({ length: 8 }, (_, index) => ({
      id: `call-${index}`,
      name: 'remember',
      arguments: JSON.stringify({
        content: `service ${index} listens on port ${6500 + index}`,
        about: 'project',
      }),
    }));
    served.answers = [{ text: 'I keep that.', toolCalls: calls }, 'Kept.'];
    const page = await openPage();
    await say(page, 'Look at the ports of the services');
    await messages(page).getByText('Kept.', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Project', exact: true }).click();
    await page.getByText('8 memories').waitFor();
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByLabel('Most memories').fill('3');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('(3 at most)').waitFor();

    const part = page.getByRole('region', { name: 'Consolidation' });
    await part.getByRole('button', { name: 'Show the plan' }).click();
    await part.getByText('8 memories would become').waitFor();
    expect(await part.innerText()).toMatch(/Archive \d/);
    await part.getByRole('button', { name: 'Apply it' }).click();
    await part.getByText(/^8 → [123] memories/).waitFor();
    await page.getByText(/^[123] memories/).waitFor();
    await part.getByRole('button', { name: 'Undo' }).click();
    await part.getByText('Undone.', { exact: true }).waitFor();
    await page.getByText('8 memories').waitFor();
  });

  it.each(['chat', 'memory'])(
    'chooses one beside the view %s in a narrow window, below a header of two lines',
    async (view) => {
      await save('the till closes at 8', { project: 'shop' });
      const page = await openPage({ viewport: { width: 380, height: 800 } }, `/#/${view}`);
      const menu = page.getByLabel('Project', { exact: true });
      await page.getByRole('button', { name: 'ready' }).waitFor();
      const wanted = await menu.evaluate((one) => {
        Object.assign(one.style, { position: 'absolute', width: 'max-content', maxWidth: 'none' });
        const { width } = one.getBoundingClientRect();
        one.removeAttribute('style');
        return width;
      });
      expect((await menu.boundingBox())?.width).toBeGreaterThanOrEqual(wanted);
      expect((await page.getByRole('banner').boundingBox())?.height).toBeLessThan(90);
      expect(await faultsOf(page)).toEqual(noFaults);
    },
  );

  describe.each(looks)('$size and $colorScheme', ({ size, colorScheme }) => {
    it('is accessible, empty and with hostile texts', async () => {
      const page = await openPage({ viewport: sizes[size], colorScheme }, '/#/project');
      await page.getByText('No plan yet').waitFor();
      await column(page, 'To do').waitFor();
      expect(await faultsOf(page)).toEqual(noFaults);
      const [markup = '', wide = '', thai = '', german = ''] = hostileTexts;
      const milestones = hostileTexts.map((title) => ({ title: title.slice(0, 900) }));
      await save(markup, { category: 'task', metadata: { note: thai, relatedFiles: [wide.slice(0, 900)] } });
      await save(wide, { category: 'task', metadata: { status: 'blocked', assignee: german } });
      await save(thai, { category: 'plan', metadata: { milestones } });
      await save(german, { category: 'decision', metadata: { rationale: wide.slice(0, 900) } });
      await page.reload();
      await column(page, 'Blocked').getByRole('article').waitFor();
      expect(await faultsOf(page)).toEqual(noFaults);
    });
  });
});
