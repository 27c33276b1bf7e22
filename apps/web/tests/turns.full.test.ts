import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import {
  calling,
  faultsOf,
  hasNoBrowser,
  messages,
  noFaults,
  openPage,
  restart,
  restartOffline,
  say,
  served,
  servePage,
  sizes,
  turnOf,
} from './served-page.ts';

servePage();

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const lines = Array.from({ length: 80 }, (_, index) => `line ${index}`).join('\n\n');
const slowly = (text: string) => ({ text, fault: 'slow' as const, pause: 100 });

async function talk(page: Page, text: string, number = 0): Promise<void> {
  await say(page, text);
  await turnOf(page, number).locator('footer').waitFor();
}

describe.skipIf(hasNoBrowser)('what was remembered of a message', () => {
  it('is corrected in place, taken back, and remembered after all', async () => {
    const page = await openPage();
    await talk(page, 'remember this: the office cat is called Miso');
    const known = async (): Promise<string> =>
      JSON.stringify(await (await fetch(new URL('/api/memory', page.url()))).json());
    const note = turnOf(page, 0).locator('.saved');
    await note.getByRole('button', { name: 'Correct: the office cat is called Miso' }).click();
    await note.getByRole('textbox', { name: 'What is remembered' }).fill('the office cat is called Mika');
    await page.keyboard.press('Enter');
    await note.getByText('the office cat is called Mika').waitFor();
    expect(await known()).toContain('called Mika');
    await note.getByRole('button', { name: 'Do not remember: the office cat is called Mika' }).click();
    await note.getByText('Not remembered:').waitFor();
    expect(await known()).not.toContain('called Mi');
    await note.getByRole('button', { name: 'Remember it after all' }).click();
    await note.getByText('Remembered:').waitFor();
    expect(await known()).toContain('called Mika');
    expect(await faultsOf(page)).toEqual(noFaults);
  });
});

describe.skipIf(hasNoBrowser)('a conversation that was scrolled up', () => {
  it('shows a message that is sent, and leads to the latest one', async () => {
    served.answers = [lines, 'Two.'];
    const page = await openPage();
    await talk(page, 'first');
    await messages(page).evaluate((log) => log.scrollTo(0, 0));
    await button(page, 'Latest').click();
    await expect.poll(() => button(page, 'Latest').count()).toBe(0);
    await messages(page).evaluate((log) => log.scrollTo(0, 0));
    await button(page, 'Latest').waitFor();
    await talk(page, 'second', 1);
    const isSeen = () =>
      messages(page).evaluate((log) => log.scrollHeight - log.scrollTop - log.clientHeight < 5);
    await expect.poll(isSeen).toBe(true);
    expect(await faultsOf(page)).toEqual(noFaults);
  });

  it('says that a reply has come', async () => {
    served.answers = [lines, slowly('Two three four five six seven. '.repeat(4))];
    const page = await openPage();
    await talk(page, 'first');
    await say(page, 'second');
    await turnOf(page, 1).getByText('Two three').waitFor();
    await messages(page).hover();
    await page.mouse.wheel(0, -2_000);
    await button(page, 'New reply').click();
    await expect.poll(() => button(page, 'New reply').count()).toBe(0);
  });
});

describe.skipIf(hasNoBrowser)('a message that is sent while a reply runs', () => {
  it('is shown, waits for its turn, and can be taken back', async () => {
    served.answers = [slowly('One two three four five six seven eight '.repeat(10)), 'Second.'];
    const page = await openPage();
    await say(page, 'first');
    await button(page, 'Stop').waitFor();
    expect(await button(page, 'Send').count()).toBe(0);
    await turnOf(page, 0).getByText('One two').waitFor(); // otherwise the second turn would get this answer
    await say(page, 'next one');
    await turnOf(page, 1).getByText('waits until this answer is complete').waitFor();
    await button(page, 'Take back').click();
    await expect.poll(() => page.getByRole('textbox', { name: 'Message' }).inputValue()).toBe('next one');
    expect(await page.getByRole('article').count()).toBe(1);
    await button(page, 'Send next').click();
    await button(page, 'Stop').click();
    await turnOf(page, 0).getByText('Cancelled.').waitFor();
    await turnOf(page, 1).getByText('Second.').waitFor();
  });
});

describe.skipIf(hasNoBrowser)('a turn that failed', () => {
  it('says why once, still after a reload, and can be tried again', async () => {
    served.answers = [{ status: 400, message: 'bad <Button>' }, 'Now.'];
    const page = await openPage();
    await talk(page, 'first');
    const failure = turnOf(page, 0).locator('.failure');
    const text = await failure.innerText();
    expect(text).toContain('could not be finished');
    expect(text).toContain('bad <Button>');
    expect(
      await turnOf(page, 0)
        .getByText(/no reply|The turn failed/)
        .count(),
    ).toBe(0);
    await page.reload();
    await expect.poll(() => failure.allInnerTexts()).toEqual([text]);
    expect(
      await turnOf(page, 0)
        .getByText(/no reply|The turn failed/)
        .count(),
    ).toBe(0);
    await button(page, 'Try again').click();
    await turnOf(page, 1).getByText('Now.').waitFor();
    await turnOf(page, 0).getByRole('button', { name: 'Edit and send anew' }).click();
    expect(await page.getByRole('textbox', { name: 'Message' }).inputValue()).toBe('first');
  });
});

describe.skipIf(hasNoBrowser)('a tool that needs an approval', () => {
  it('waits for the user, and is refused, not failed', async () => {
    await restart({ APPROVALS: 'write' });
    served.answers = [calling('write_file', { path: 'a.txt', content: 'x' }), 'All right.'];
    const page = await openPage();
    await say(page, 'Write');
    const step = turnOf(page, 0).locator('summary', { hasText: 'write_file' });
    await step.getByText('waits for you').waitFor();
    await button(page, 'Refuse').click();
    await step.getByText('refused').waitFor();
    await turnOf(page, 0).getByText('All right.').waitFor();
    await page.reload();
    await step.getByText('refused').waitFor();
  });
});

describe.skipIf(hasNoBrowser)('a conversation', () => {
  it('keeps words and numbers of a table whole on a narrow screen, and is printed whole', async () => {
    served.answers = [
      `# Title\n\n| Count | Number | Price | Name |\n|---|---|---|---|\n| 12345 | 1234567890 | 1,200 | ${'Widgetname '.repeat(6)} |\n\n${lines}`,
    ];
    const page = await openPage({ viewport: sizes.narrow });
    await talk(page, 'table');
    const cell = page.getByRole('cell', { name: '12345', exact: true });
    expect((await cell.boundingBox())?.height).toBeLessThan(120);
    expect(await cell.evaluate((td) => td.scrollWidth <= td.clientWidth)).toBe(true);
    const lineCount = await cell.evaluate((td) => {
      const range = document.createRange();
      range.selectNodeContents(td);
      return range.getClientRects().length;
    });
    expect(lineCount).toBe(1);
    expect(await faultsOf(page)).toEqual(noFaults);
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('.top').isVisible()).toBe(false);
    expect(await page.getByRole('textbox', { name: 'Message' }).isVisible()).toBe(false);
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    expect(height).toBeGreaterThan(2_000);
  });

  it('is named in its own direction, with its age in that of the page', async () => {
    const page = await openPage();
    await talk(page, 'مرحبا بكم في برلين');
    await page.getByRole('button', { name: /^Rename/ }).click();
    const name = page.getByRole('dialog').getByLabel('Name');
    await name.press('x');
    expect(await name.inputValue()).toBe('x');
    expect(await page.locator('.sessions a').first().getAttribute('dir')).toBeNull();
    expect(await page.locator('.sessions .line').first().getAttribute('dir')).toBe('auto');
  });
});

describe.skipIf(hasNoBrowser)('a temporary chat on the page', () => {
  it('says that nothing of it is kept, stays while other views are shown, and is gone after a reload', async () => {
    served.answers = ['A fine stone.', 'Zanzibarite.'];
    const page = await openPage();
    await button(page, 'Temporary chat').click();
    await page.getByText('Nothing of it is kept or remembered').waitFor();
    expect(page.url()).toContain('#/chat/temporary');
    await say(page, 'remember this: my favourite stone is zanzibarite');
    await turnOf(page, 0).getByText('this chat is temporary').waitFor();
    await turnOf(page, 0).locator('footer').waitFor();
    expect(await turnOf(page, 0).locator('.saved').count()).toBe(0);
    expect(await turnOf(page, 0).getByTitle('What the model saw').count()).toBe(0);
    expect(await faultsOf(page)).toEqual(noFaults);

    await page.getByRole('link', { name: 'Project', exact: true }).click();
    await page.getByRole('heading', { name: 'Plan' }).first().waitFor();
    await page.getByRole('link', { name: 'Chat', exact: true }).click();
    await turnOf(page, 0).getByText('A fine stone.').waitFor();
    expect(page.url()).toContain('#/chat/temporary');
    expect(await page.locator('.sessions li').count()).toBe(0);
    await page.getByRole('textbox', { name: 'Message' }).fill('a half written secret');

    await page.reload();
    await page.getByRole('heading', { name: 'This temporary chat is gone' }).waitFor();
    expect(await page.getByRole('textbox', { name: 'Message' }).count()).toBe(0);
    expect(await page.evaluate(() => JSON.stringify(Object.entries(sessionStorage)))).not.toContain('secret');
    expect(await faultsOf(page)).toEqual(noFaults);
    await button(page, 'New temporary chat').click();
    await page.getByText('Nothing of it is kept or remembered').waitFor();
    await say(page, 'again');
    await turnOf(page, 0).getByText('Zanzibarite.').waitFor();
    await button(page, 'New chat').click();
    await page.getByText('What are you working on?').waitFor();
    await expect.poll(() => page.url()).not.toContain('temporary');
    expect(await page.getByText('Nothing of it is kept or remembered').count()).toBe(0);
  });
});

describe.skipIf(hasNoBrowser)('a model that is connected on the page', () => {
  it('is tested, answers from the next message on, and is taken away again', async () => {
    await restartOffline();
    const page = await openPage();
    await messages(page).getByRole('button', { name: 'Connect a model' }).click();
    const dialog = page.getByRole('dialog', { name: 'Connect a model' });
    await dialog.getByLabel('Provider').selectOption({ label: 'Another server, such as Ollama' });
    await dialog.getByLabel('Model').fill('llama-4');
    await dialog.getByLabel('Address').fill('http://127.0.0.1:9/v1');
    await dialog.getByLabel('Key').fill('sk-nobody-sees-this');
    await button(page, 'Test').click();
    await dialog.getByText('Nothing answers at http://127.0.0.1:9/v1').waitFor();
    expect(await faultsOf(page)).toEqual(noFaults);

    served.answers = ['Blue', 'I am a model.'];
    await dialog.getByLabel('Address').fill(served.model);
    await button(page, 'Test').click();
    await dialog.getByText('it said: “Blue”').waitFor();
    await button(page, 'Use it').click();
    await dialog.waitFor({ state: 'detached' });
    await say(page, 'hello');
    await turnOf(page, 0).getByText('I am a model.').waitFor();

    await page.locator('.state').click();
    await button(page, 'Change').click();
    expect(await dialog.getByLabel('Key').inputValue()).toBe('');
    expect(await dialog.getByLabel('Model').inputValue()).toBe('llama-4');
    expect(await page.content()).not.toContain('sk-nobody-sees-this');
    await button(page, 'Disconnect').click();
    await dialog.waitFor({ state: 'detached' });
    await button(page, 'New chat').click();
    await messages(page).getByRole('button', { name: 'Connect a model' }).waitFor();
  });
});
