import { readFile } from 'node:fs/promises';
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
  say,
  served,
  servePage,
  sizes,
  stopServer,
} from './served-page.ts';

servePage();

const documents = (page: Page) => page.getByRole('region', { name: 'Documents' });
const detail = (page: Page) => page.getByRole('region', { name: 'Document', exact: true });
const onTheirWay = (page: Page) => page.getByRole('list', { name: 'Files being added' });

const guide =
  '# Operations\n\n## Backups\n\nThe archive is copied to the vault in Reykjavik every Sunday night.\n';

describe.skipIf(hasNoBrowser)('the documents view', () => {
  it('ingests files, reports on each, shows their chunks, makes them known to the agent, and removes them', async () => {
    const page = await openPage({}, '/#/documents');
    await page.getByText('No documents yet').waitFor();
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Add files' }).press('Enter');
    const manual = await readFile(join(import.meta.dirname, '../../../docs/operations.md'));
    await (
      await chooser
    ).setFiles([
      file('backups.md', guide),
      file('logo.png', Buffer.from([137, 80, 78, 71, 13, 10, 26, 10, 0, 0]), 'image/png'),
      file('operations.md', manual),
    ]);
    const files = onTheirWay(page).getByRole('listitem');
    await expect.poll(() => page.getByRole('status').innerText()).toBe('2 files stored, 1 not stored');
    expect(await files.nth(0).innerText()).toContain('1 chunk');
    expect(await files.nth(1).innerText()).toMatch(/logo\.png\s*Not stored: The file is not text/);
    expect(await files.nth(2).innerText()).toMatch(/\d+ chunks/);

    await drop(
      page,
      [{ name: 'backups.md', text: guide.replace('Reykjavik', 'Oslo') }],
      page.getByRole('banner'),
    );
    await files.nth(3).getByText('updated: 1 new, 1 chunk removed').waitFor();
    await page.getByRole('button', { name: 'Clear' }).click();
    await expect.poll(() => onTheirWay(page).count()).toBe(0);

    await documents(page).getByRole('link', { name: 'operations.md' }).click();
    const chunks = detail(page).locator('.chunks > li');
    const { length } = manual.toString().split('\n');
    const more = detail(page).getByRole('button', { name: 'Show more' });
    await expect
      .poll(async () => {
        // the last one goes away while it is waited for
        if (await more.isVisible()) await more.click({ timeout: 1_000 }).catch(() => null);
        return chunks.last().textContent();
      })
      .toMatch(new RegExp(`lines \\d+–${length - 1}`));
    const said = await detail(page)
      .getByText(/^\d+ chunks, /)
      .innerText();
    expect(said).toContain(`${await chunks.count()} chunks`);

    await documents(page).getByRole('link', { name: 'backups.md' }).click();
    await chunks.getByText('vault in Oslo').waitFor();
    await expect.poll(() => chunks.innerText()).toMatch(/^1\s+Operations › Backups/);
    await page.getByRole('link', { name: 'Chat', exact: true }).click();
    await say(page, 'Where is the archive copied every Sunday?');
    await page.locator('.turn footer a').click();
    await page.locator('summary', { hasText: 'documents' }).first().click();
    await page.getByText('vault in Oslo').first().waitFor();

    await page.getByRole('link', { name: 'Documents' }).click();
    await documents(page).getByRole('link', { name: 'backups.md' }).click();
    await detail(page).getByRole('button', { name: 'Remove' }).click();
    const asked = page.getByRole('dialog', { name: 'Remove this document?' });
    expect(await asked.innerText()).toContain('It erases 1 chunk with vectors');
    await asked.getByRole('button', { name: 'Remove' }).click();
    await expect.poll(() => documents(page).getByRole('link', { name: 'backups.md' }).count()).toBe(0);
    const left = async () => (await fetch(`${served.url}/api/memory/documents`)).json();
    await expect.poll(left).toMatchObject({ documents: [{ path: 'operations.md' }] });
  });

  it('says that the server is down, and sends a file again', async () => {
    const page = await openPage({}, '/#/documents');
    await page.getByText('No documents yet').waitFor();
    const startAgain = await stopServer();
    await drop(page, [{ name: 'backups.md', text: guide }]);
    await onTheirWay(page).getByText('the server does not answer').waitFor();
    await startAgain();
    await page.getByRole('button', { name: 'Try again with backups.md' }).click();
    await page.locator('.names a', { hasText: 'backups.md' }).waitFor();
    expect(await page.getByRole('status').innerText()).toBe('1 file stored');
  });

  it('cancels a file that is being sent, and one that waits', async () => {
    const page = await openPage({}, '/#/documents');
    await page.getByText('No documents yet').waitFor();
    const hold = Promise.withResolvers<void>();
    await page.route('**/api/memory/documents?path=*', async (route) => {
      await hold.promise;
      return route.continue();
    });
    await drop(page, [
      { name: 'first.md', text: guide },
      { name: 'second.md', text: guide },
      { name: 'third.md', text: `${guide}\nOnce more.` },
    ]);
    await page.getByRole('button', { name: 'Cancel second.md' }).click();
    await page.getByRole('button', { name: 'Cancel first.md' }).click();
    await onTheirWay(page).getByText('Not stored: you cancelled it').waitFor();
    hold.resolve();
    await page.locator('.names a', { hasText: 'third.md' }).waitFor();
    expect(await onTheirWay(page).innerText()).not.toContain('second.md');
    expect(await page.getByRole('status').innerText()).toBe('1 file stored, 1 not stored');
  });

  it('says what it cannot show, and keeps the link to the view in sight on a narrow screen', async () => {
    await ingest('line.txt', Array.from({ length: 3_000 }, (_, index) => `word${index}`).join(' '));
    const page = await openPage({ viewport: sizes.narrow }, '/#/documents');
    await documents(page).getByRole('link', { name: 'line.txt' }).click();
    await detail(page).getByRole('button', { name: 'Show more' }).click();
    await detail(page)
      .getByText(/^\d+ chunks of its longest lines are searched, too, and not shown\.$/)
      .waitFor();
    for (const name of ['Inspect', 'Chat']) {
      await page.getByRole('link', { name, exact: true }).press('Enter');
      await page.reload();
      const link = page.getByRole('link', { name, exact: true });
      await expect
        .poll(() =>
          link.evaluate((shown) => [
            shown.getBoundingClientRect().left >= 0,
            shown.getBoundingClientRect().right <= innerWidth,
          ]),
        )
        .toEqual([true, true]);
    }
  });

  it('takes files from the chat, and the message names them; pictures, and files in a temporary chat, are refused', async () => {
    served.answers = ['It is copied to Reykjavik.'];
    const page = await openPage();
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Attach files' }).click();
    await (
      await chooser
    ).setFiles([file('backups.md', guide), file('logo.png', Buffer.from([137, 80, 78, 71]), 'image/png')]);
    const attached = page.getByRole('list', { name: 'Attached files' });
    await attached.getByRole('link', { name: 'backups.md' }).waitFor();
    await page.getByRole('alert').getByText('Pictures cannot be sent').waitFor();
    await drop(page, [{ name: 'dropped.md', text: 'The gate is green.' }], page.getByRole('banner'));
    await attached.getByRole('link', { name: 'dropped.md' }).waitFor();
    expect(await faultsOf(page)).toEqual(noFaults);
    await attached.getByRole('button', { name: 'Without dropped.md' }).click();
    await page.getByRole('textbox', { name: 'Message' }).evaluate((field) => {
      const data = new DataTransfer();
      data.items.add(new File(['The fence is red.'], 'pasted.md'));
      field.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }));
    });
    await attached.getByRole('link', { name: 'pasted.md' }).waitFor();
    await say(page, 'Where is the archive copied to?');
    await page.getByRole('article').getByText('(Attached: backups.md, pasted.md)').waitFor();
    await page.getByRole('article').getByText('It is copied to Reykjavik.').waitFor();
    const sources = page.getByRole('group', { name: 'Recalled' });
    await sources.getByText(/^backups\.md/).click();
    expect(await page.locator('.popover mark').allInnerTexts()).toEqual([
      expect.stringMatching(/^[^.]*Reykjavik[^.]*\.?$/),
    ]);
    await page.keyboard.press('Escape');
    const [answer, source] = await Promise.all([
      page.locator('.markdown').getByText('It is copied to Reykjavik.').boundingBox(),
      sources.boundingBox(),
    ]);
    expect(source?.y).toBeGreaterThan(answer?.y ?? Infinity);
    expect(await attached.count()).toBe(0);

    await page.getByRole('button', { name: 'Temporary chat' }).click();
    await drop(page, [{ name: 'secret.md', text: 'zanzibarite' }], page.getByRole('banner'));
    await page.getByRole('alert').getByText('A temporary chat keeps nothing').waitFor();
    const { documents: stored } = await (await fetch(`${served.url}/api/memory/documents`)).json();
    expect(stored.map(({ path }: { path: string }) => path).toSorted()).toEqual([
      'backups.md',
      'dropped.md',
      'pasted.md',
    ]);
  });

  describe.each(looks)('$size and $colorScheme', ({ size, colorScheme }) => {
    it('is accessible, even with hostile texts and when empty', async () => {
      const page = await openPage({ viewport: sizes[size], colorScheme }, '/#/documents');
      await page.getByText('No documents yet').waitFor();
      expect(await faultsOf(page)).toEqual(noFaults);
      for (const [index, text] of hostileTexts.entries()) {
        await ingest(`${text.slice(0, 900)} ${index}.md`, `# ${text}\n\n${text}\n\n    ${'y'.repeat(400)}\n`);
      }
      await drop(page, [
        { name: `${'W'.repeat(200)}.md`, text: hostileTexts.join('\n\n') },
        { name: 'empty.md', text: '' },
      ]);
      await expect.poll(() => page.getByRole('status').innerText()).toBe('1 file stored, 1 not stored');
      expect(await faultsOf(page)).toEqual(noFaults);
      await page.locator('.ingestions').getByRole('link').click();
      await detail(page).locator('.chunks > li').first().waitFor();
      expect(await faultsOf(page)).toEqual(noFaults);
      await page.getByRole('button', { name: 'Remove' }).click();
      await page.getByRole('dialog').waitFor();
      expect(await faultsOf(page)).toEqual(noFaults);
    });
  });
});

const file = (name: string, text: string | Buffer, mimeType = 'text/markdown') => ({
  name,
  mimeType,
  buffer: Buffer.from(text),
});

/** Ingests a text by HTTP. */
const ingest = (path: string, text: string): Promise<string> =>
  fetch(`${served.url}/api/memory/documents?path=${encodeURIComponent(path)}`, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    body: text,
  }).then((answer) => answer.text());

/** Drops files as a hand would. */
async function drop(
  page: Page,
  files: { name: string; text: string }[],
  place = documents(page),
): Promise<void> {
  const data = await page.evaluateHandle((given) => {
    const dropped = new DataTransfer();
    for (const { name, text } of given) dropped.items.add(new File([text], name));
    return dropped;
  }, files);
  await place.dispatchEvent('dragover', { dataTransfer: data });
  await place.dispatchEvent('drop', { dataTransfer: data });
}
