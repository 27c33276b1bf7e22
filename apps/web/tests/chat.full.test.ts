import { setTimeout as pause } from 'node:timers/promises';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import {
  calling,
  faultsOf,
  hasNoBrowser,
  messages,
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

const composer = (page: Page) => page.getByRole('textbox', { name: 'Message' });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const sessionIn = (page: Page) => new URL(page.url()).hash.split('/')[2] ?? '';

/** The name of what has the focus. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement;
    return element === document.body ? 'nothing' : (element?.ariaLabel ?? element?.textContent?.trim() ?? '');
  });

/** Says something, and waits for the end of the answer. */
async function talk(page: Page, text: string, number = 0): Promise<void> {
  await say(page, text);
  await turnOf(page, number).locator('footer').waitFor();
}

const slowly = (text: string, wait = 100) => ({ text, fault: 'slow' as const, pause: wait });

describe.skipIf(hasNoBrowser)('a command of the terminal that is typed in the page', () => {
  it('is answered or run, and never sent', async () => {
    served.answers = ['Hello.'];
    const page = await openPage();
    const hint = page.locator('.composer .hint');
    for (const [command, told] of [
      ['/why', 'What was recalled'],
      ['/Help', '/new begins a new chat'],
      ['/frobnicate now', 'no command /frobnicate'],
    ] as const) {
      await composer(page).fill(command);
      await page.keyboard.press('Enter');
      await hint.getByText(told).waitFor();
      expect(await composer(page).inputValue()).toBe(command);
    }
    expect(await page.getByRole('article').count()).toBe(0);
    await talk(page, '/etc/hosts is empty');
    expect(await hint.count()).toBe(0);
    const first = sessionIn(page);
    await composer(page).fill('/new');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.getByRole('article').count()).toBe(0);
    expect(await composer(page).inputValue()).toBe('');
    await expect.poll(() => sessionIn(page)).not.toBe(first);
  });
});

describe.skipIf(hasNoBrowser)('the address of a chat', () => {
  it('leads back and forth between sessions, even while one is loading', async () => {
    served.answers = ['One.', 'Two.', 'Three.'];
    const page = await openPage();
    await talk(page, 'first');
    const first = sessionIn(page);
    await button(page, 'New chat').click();
    await expect.poll(() => page.getByRole('article').count()).toBe(0);
    await talk(page, 'second');
    const second = sessionIn(page);
    expect(second).not.toBe(first);
    // answers of the server take a while
    await page.route('**/api/memory/sessions/*', async (route) => {
      await pause(400);
      await route.continue();
    });
    await page.goBack();
    await pause(50);
    await page.goForward();
    await pause(1200);
    expect(sessionIn(page)).toBe(second);
    expect(await turnOf(page, 0).innerText()).toContain('second');
    await page.goBack();
    await expect.poll(() => turnOf(page, 0).innerText()).toContain('first');
    expect(sessionIn(page)).toBe(first);
  });

  it('names the session after a click on Chat, too', async () => {
    const page = await openPage();
    await talk(page, 'first');
    const first = sessionIn(page);
    await page.getByRole('link', { name: 'Chat', exact: true }).click();
    await pause(100);
    expect(sessionIn(page)).toBe(first);
  });

  it('of an unknown session says so, and leads to other sessions', async () => {
    const page = await openPage();
    await talk(page, 'first');
    const other = await openPage({}, `/#/chat/00000000-0000-4000-8000-000000000000`);
    await other.getByRole('heading', { name: 'This conversation is not here' }).waitFor();
    expect(await composer(other).count()).toBe(0);
    expect(await other.getByText('What are you working on?').count()).toBe(0);
    expect(await other.getByRole('button', { name: /^ready/ }).count()).toBe(1);
    await other.getByRole('link', { name: /first/ }).click();
    await expect.poll(() => turnOf(other, 0).innerText()).toContain('Nothing more');
  });

  it('names no session in which nothing was said, and what is written in one stays', async () => {
    const page = await openPage();
    await page.getByRole('button', { name: /^ready/ }).waitFor();
    expect(sessionIn(page)).toBe('');
    await composer(page).fill('half a thought');
    await page.reload();
    await page.getByRole('button', { name: /^ready/ }).waitFor();
    await expect.poll(() => composer(page).inputValue()).toBe('half a thought');
    // the server that starts next has never heard of the session
    const startAgain = await stopServer();
    await button(page, 'disconnected').waitFor();
    await startAgain();
    await page.getByRole('button', { name: /^ready/ }).waitFor();
    await talk(page, 'first');
    expect(sessionIn(page)).not.toBe('');
    await button(page, 'New chat').click();
    await expect.poll(() => sessionIn(page)).toBe('');
    await expect.poll(() => composer(page).inputValue()).toBe('');
  });

  it('of an unknown view says so, and keeps the navigation', async () => {
    const page = await openPage({}, '/#/nonsense');
    await page.getByRole('heading', { name: /no such view|Not found/i }).waitFor();
    await page.getByRole('link', { name: 'Memory' }).click();
    await page.getByText('Nothing is remembered yet').waitFor();
  });

  it('stays when the navigation is skipped', async () => {
    const page = await openPage();
    await talk(page, 'first');
    const before = page.url();
    await page.getByRole('link', { name: 'Skip to the content' }).focus();
    await page.keyboard.press('Enter');
    await pause(100);
    expect(page.url()).toBe(before);
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('view');
  });
});

describe.skipIf(hasNoBrowser)('what is being written', () => {
  it('stays with its session', async () => {
    const page = await openPage();
    await talk(page, 'first');
    const first = sessionIn(page);
    await composer(page).fill('half a thought');
    await button(page, 'New chat').click();
    await expect.poll(() => sessionIn(page)).not.toBe(first);
    expect(await composer(page).inputValue()).toBe('');
    await page.getByRole('link', { name: 'Memory' }).click();
    await page.goto(`${served.url}/#/chat/${first}`);
    await expect.poll(() => composer(page).inputValue()).toBe('half a thought');
    await page.reload();
    await expect.poll(() => composer(page).inputValue()).toBe('half a thought');
  });

  it('is not lost when the server is down and the page is reloaded', async () => {
    const page = await openPage();
    await talk(page, 'first');
    const startAgain = await stopServer();
    await button(page, 'disconnected').waitFor();
    await say(page, 'are you there?');
    await startAgain();
    await page.reload();
    await expect
      .poll(async () => [await composer(page).inputValue(), await page.getByRole('article').count()])
      .toSatisfy(([text, turns]: [string, number]) => text === 'are you there?' || turns === 2);
  });

  it('can be taken back while the server is down, which the page keeps saying', async () => {
    const page = await openPage();
    await talk(page, 'first');
    const startAgain = await stopServer();
    await button(page, 'disconnected').waitFor();
    await say(page, 'too early');
    await turnOf(page, 1).getByText('not sent yet').waitFor();
    await page.getByText('the connection was lost').waitFor();
    await button(page, 'Take back').click();
    expect(await composer(page).inputValue()).toBe('too early');
    expect(await page.getByRole('article').count()).toBe(1);
    await startAgain();
    await page.getByRole('button', { name: /^ready/ }).waitFor();
    await pause(300);
    expect(await page.getByRole('article').count()).toBe(1);
  });

  it('belongs to the new chat from the click on "New chat"', async () => {
    const page = await openPage();
    await talk(page, 'first');
    await button(page, 'New chat').click();
    await composer(page).pressSequentially('seco');
    await expect.poll(() => page.getByText('What are you working on?').count()).toBe(1);
    await composer(page).pressSequentially('nd');
    await composer(page).press('Enter');
    await turnOf(page, 0).locator('footer').waitFor();
    expect(await turnOf(page, 0).locator('.question').innerText()).toBe('second');
  });

  it('is sent although the session is still loading', async () => {
    const page = await openPage();
    await talk(page, 'first');
    await button(page, 'New chat').click();
    await talk(page, 'second');
    await page.route('**/api/memory/sessions/*', async (route) => {
      await pause(600);
      await route.continue();
    });
    const second = sessionIn(page);
    await page.getByRole('link', { name: /first/ }).click();
    await expect.poll(() => sessionIn(page)).not.toBe(second);
    await say(page, 'early');
    await expect.poll(() => page.getByRole('article').count(), { timeout: 5_000 }).toBe(2);
    expect(await turnOf(page, 1).innerText()).toContain('early');
  });

  it('is not cut when it is too long', async () => {
    const page = await openPage();
    await composer(page).evaluate((element: HTMLTextAreaElement) => {
      element.focus();
      document.execCommand('insertText', false, 'x'.repeat(100_010));
    });
    await page.getByText(/at most 100,000/).waitFor();
    expect((await composer(page).inputValue()).length).toBe(100_010);
    expect(await button(page, 'Send').isDisabled()).toBe(true);
    expect(await faultsOf(page)).toEqual(noFaults);
  });
});

describe.skipIf(hasNoBrowser)('the focus', () => {
  it('is in the message field after sending, cancelling and a new chat, and a second click on Send cancels nothing', async () => {
    served.answers = [slowly('One two three four five six seven eight '.repeat(20))];
    const page = await openPage();
    await composer(page).fill('Count');
    await button(page, 'Send').dblclick();
    await expect.poll(() => turnOf(page, 0).innerText()).toContain('One two');
    expect(await focused(page)).toBe('Message');
    await button(page, 'Stop').click();
    await turnOf(page, 0).getByText('Cancelled.').waitFor();
    expect(await focused(page)).toBe('Message');
    await button(page, 'New chat').click();
    await expect.poll(() => focused(page)).toBe('Message');
  });

  it('is in the message field after a request is answered, and the answer is given once', async () => {
    await restart({ APPROVALS: 'write' });
    served.answers = [calling('write_file', { path: 'a.sql', content: '-- one\n' }), 'Done.'];
    const page = await openPage();
    await say(page, 'Write');
    const request = page.getByRole('alert', { name: 'chapo asks for your approval' });
    await request.getByRole('button', { name: 'Allow', exact: true }).press('Enter');
    await turnOf(page, 0).locator('footer').waitFor();
    expect(await focused(page)).toBe('Message');
  });

  it('returns from a dialog to what opened it', async () => {
    const page = await openPage({ viewport: sizes.narrow });
    await button(page, 'Sessions').press('Enter');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => focused(page)).toBe('Sessions');
  });
});

describe.skipIf(hasNoBrowser)('a transcript', () => {
  it('stays where the user scrolled to while text streams, and opens at its end', async () => {
    const lines = Array.from({ length: 60 }, (_, index) => `line ${index}`).join('\n\n');
    served.answers = [lines, slowly(lines, 30)];
    const page = await openPage();
    await talk(page, 'first');
    await say(page, 'second');
    await turnOf(page, 1).getByText('line 3', { exact: true }).waitFor();
    const log = page.getByRole('log');
    await log.focus();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await pause(200);
    const top = await log.evaluate((element) => element.scrollTop);
    await pause(1_500);
    expect(await log.evaluate((element) => element.scrollTop)).toBe(top);
    await page.reload();
    await turnOf(page, 1).locator('footer').waitFor();
    await pause(300);
    expect(
      await log.evaluate((element) => element.scrollHeight - element.scrollTop - element.clientHeight),
    ).toBeLessThan(3);
  });

  it('is read out once, when an answer is complete', async () => {
    served.answers = [slowly('One two three four five six seven eight nine ten eleven twelve', 60)];
    const page = await openPage();
    await page.evaluate(() => {
      const heard: string[] = [];
      Reflect.set(window, 'heard', heard);
      new MutationObserver((records) => {
        for (const { target, addedNodes } of records) {
          const element = target instanceof Element ? target : target.parentElement;
          const region = element?.closest('[aria-live],[role=log],[role=status],[role=alert]');
          const live = region?.getAttribute('aria-live') ?? (region ? 'polite' : 'off');
          if (live === 'off') continue;
          heard.push(
            target instanceof Text
              ? target.data
              : Array.from(addedNodes, (node) => node.textContent).join(' '),
          );
        }
      }).observe(document.body, { subtree: true, childList: true, characterData: true });
    });
    await talk(page, 'Count');
    await pause(200);
    const heard: string[] = await page.evaluate(() => Reflect.get(window, 'heard'));
    expect(heard.filter((text) => text.includes('three'))).toEqual([
      expect.stringContaining('One two three four five six seven eight nine ten eleven twelve'),
    ]);
  });

  it('shows after a reload what agents did, what failed, and what waits for approval', async () => {
    await restart({ APPROVALS: 'write' });
    served.answers = [
      calling('delegate', { to: 'devo', task: 'Look at the file.' }),
      calling('read_file', { path: 'missing.ts' }),
      calling('write_file', { path: 'a.ts', content: 'x' }),
      'It is done.',
      'Reported.',
    ];
    const page = await openPage();
    await say(page, 'Go');
    const request = page.getByRole('alert', { name: 'devo asks for your approval' });
    await request.waitFor();
    await page.reload();
    await request.waitFor();
    await turnOf(page, 0).locator('summary', { hasText: 'read_file' }).waitFor();
    await request.getByRole('button', { name: 'Allow', exact: true }).click();
    await turnOf(page, 0).getByText('Reported.').waitFor();
    await page.reload();
    await turnOf(page, 0).locator('footer').waitFor();
    await turnOf(page, 0).locator('summary', { hasText: 'delegate' }).click();
    const nested = turnOf(page, 0).getByRole('group', { name: 'What devo did' });
    await nested.getByText('It is done.').waitFor();
    expect(await nested.locator('summary', { hasText: 'read_file' }).innerText()).toContain('failed');
    expect(await nested.locator('summary', { hasText: 'write_file' }).innerText()).toContain('done');
  });
});

describe.skipIf(hasNoBrowser)('a conversation', () => {
  it('is exported as Markdown and as JSON from its menu', async () => {
    served.answers = ['The **kiln** is at 900.'];
    const page = await openPage();
    expect(await button(page, 'This conversation').count()).toBe(0);
    await talk(page, 'How hot is it?');
    const exported = async (as: string) => {
      await button(page, 'This conversation').click();
      const [download] = await Promise.all([page.waitForEvent('download'), button(page, as).click()]);
      const chunks = [];
      for await (const chunk of await download.createReadStream()) chunks.push(chunk);
      return { name: download.suggestedFilename(), text: Buffer.concat(chunks).toString('utf8') };
    };
    const { name, text } = await exported('Export as Markdown');
    expect(name).toBe('How-hot-is-it.md');
    expect(text).toMatch(/^# How hot is it\?\n[^]*How hot is it\?\n[^]*The \*\*kiln\*\* is at 900\.\n$/);
    expect(JSON.parse((await exported('Export as JSON')).text)).toMatchObject({
      messages: [{ content: 'How hot is it?' }, { content: 'The **kiln** is at 900.' }],
    });
    await button(page, 'This conversation').click();
    expect(await faultsOf(page)).toEqual(noFaults);
  });
});

describe.skipIf(hasNoBrowser)('a long session', () => {
  it('begins with a whole turn, and shows earlier ones without moving what the user reads', async () => {
    const calls = (count: number) => ({
      toolCalls: Array.from({ length: count }, (_, index) => ({
        ...{ id: `call-${index}`, name: 'read_file', arguments: '{"path":"missing.ts"}' },
      })),
    });
    served.answers = [calls(70), 'One.', calls(40), 'Two.'];
    const page = await openPage();
    await talk(page, 'first');
    await talk(page, 'second', 1);
    await page.reload();
    await turnOf(page, 0).locator('footer').waitFor();
    expect(await page.locator('.question').allTextContents()).toEqual(['second']);
    const earlier = button(page, 'Show earlier messages');
    await earlier.focus();
    const question = page.locator('.question').getByText('second');
    const before = await question.boundingBox();
    await page.keyboard.press('Enter');
    await turnOf(page, 1).waitFor();
    expect(await page.locator('.question').allTextContents()).toEqual(['first', 'second']);
    expect(await page.locator('summary', { hasText: 'failed' }).count()).toBe(110);
    expect(await earlier.count()).toBe(0);
    expect(await focused(page)).toBe('Messages');
    await pause(200);
    // the button above it is gone
    expect(Math.abs(((await question.boundingBox())?.y ?? 0) - (before?.y ?? 0))).toBeLessThan(80);

    // without the button: by scrolling there
    await page.reload();
    await turnOf(page, 0).locator('footer').waitFor();
    await expect.poll(() => page.locator('.question').allTextContents()).toEqual(['second']);
    await messages(page).hover();
    await expect
      .poll(async () => {
        await page.mouse.wheel(0, -3_000);
        return page.locator('.question').allTextContents();
      })
      .toEqual(['first', 'second']);
  });

  it('opens at the message that a link names, marks it and gives it the focus, although it is not loaded yet', async () => {
    const calls = {
      toolCalls: Array.from({ length: 105 }, (_, index) => ({
        ...{ id: `call-${index}`, name: 'read_file', arguments: '{"path":"missing.ts"}' },
      })),
    };
    const lines = Array.from({ length: 60 }, (_, index) => `line ${index}`).join('\n\n');
    served.answers = [lines, 'Two.', calls, 'Three.'];
    const page = await openPage({ viewport: sizes.narrow });
    await talk(page, 'the first question');
    await talk(page, 'the second question', 1);
    await talk(page, 'go', 2);
    const session = sessionIn(page);
    const inSight = async (text: string) => {
      const [box, log] = await Promise.all([
        messages(page).getByText(text, { exact: true }).boundingBox(),
        page.getByRole('log').boundingBox(),
      ]);
      return box !== null && log !== null && box.y >= log.y && box.y + box.height <= log.y + log.height;
    };
    for (const [number, text] of [
      [3, 'the second question'],
      [4, 'Two.'],
      [1, 'the first question'],
    ] as const) {
      await page.goto('about:blank');
      await page.goto(`${served.url}/#/chat/${session}?message=${number}`);
      const marked = page.locator('.marked');
      await expect.poll(() => marked.innerText()).toBe(text);
      expect(await focused(page)).toBe(text);
      await pause(300);
      expect(await inSight(text)).toBe(true);
    }
    await expect.poll(() => page.locator('.marked').count(), { timeout: 6_000 }).toBe(0);
    expect(await inSight('the first question')).toBe(true);
  });

  it('can be renamed without losing the end of its name', async () => {
    const page = await openPage();
    await talk(page, 'first');
    const name = `${'a long name '.repeat(8)}and its end`;
    for (const text of [name, null]) {
      await page.getByRole('button', { name: /^Rename/ }).click();
      const dialog = page.getByRole('dialog', { name: 'Name this session' });
      if (text !== null) await dialog.getByLabel('Name').fill(text);
      await dialog.getByRole('button', { name: 'Save' }).click();
      await expect.poll(() => dialog.count()).toBe(0);
    }
    await page.getByRole('link', { name }).waitFor();
    // the name is selected, so that a new one replaces it
    await page.getByRole('button', { name: /^Rename/ }).click();
    await page.keyboard.type('short');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: /^short/ }).waitFor();
  });

  it('can be deleted, also while it is open; then a new one begins', async () => {
    const page = await openPage();
    await talk(page, 'first');
    const session = sessionIn(page);
    await page.getByRole('button', { name: 'Delete first' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete this session for good?' });
    await dialog.getByRole('button', { name: 'Keep it' }).click();
    await page.getByRole('link', { name: 'first' }).waitFor();
    await page.getByRole('button', { name: 'Delete first' }).click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Deleted.', { exact: true }).waitFor();
    await expect.poll(() => page.getByRole('link', { name: 'first' }).count()).toBe(0);
    expect(sessionIn(page)).not.toBe(session);
    await talk(page, 'second');
    await page.getByRole('link', { name: 'second' }).waitFor();
  });

  it('is listed by the beginning of a huge first message', async () => {
    const page = await openPage();
    await talk(page, 'y '.repeat(40_000));
    const item = page.getByRole('listitem').first();
    await item.getByRole('link').waitFor();
    await expect.poll(() => item.innerText()).toMatch(/^y y/);
    expect((await item.innerHTML()).length).toBeLessThan(3_000);
  });
});

describe.skipIf(hasNoBrowser)('words of an earlier session', () => {
  it('lead to it, from the answer that recalled them and from its request, also after a reload', async () => {
    const said = 'The staging database listens on port 6543 of the host db-7.';
    const page = await openPage();
    await talk(page, said);
    const first = sessionIn(page);
    await button(page, 'New chat').click();
    await expect.poll(() => sessionIn(page)).not.toBe(first);
    await talk(page, 'On which port does the staging database listen?');
    const second = page.url();
    const openIt = async (place: Locator) => {
      expect(await place.innerText()).toMatch(/Said on [A-Z][a-z]{2} \d+, \d{4}/);
      await place.getByRole('link', { name: 'Open this message' }).click();
      await expect.poll(() => page.locator('.question.marked:focus').allInnerTexts()).toEqual([said]);
      expect(sessionIn(page)).toBe(`${first}?message=1`);
      await page.goto(second);
      await turnOf(page, 0).locator('footer').waitFor();
    };
    const why = page.getByRole('dialog', { name: 'Why' });
    const chip = page.locator('.chip', { hasText: 'port 6543' });
    await chip.click();
    await openIt(why);
    await page.reload();
    await button(page, 'What was recalled?').click();
    await chip.click();
    await openIt(why);
    await turnOf(page, 0).locator('footer a').click();
    await page.locator('summary', { hasText: 'Recalled memories and messages' }).click();
    await openIt(page.getByRole('list', { name: 'Considered for Recalled memories and messages' }));
  });
});

describe.skipIf(hasNoBrowser)('an answer', () => {
  it('of a megabyte is shown as it was written, because laying it out would block the page', async () => {
    const text = '**word** '.repeat(120_000);
    served.answers = [{ text, deltaLength: 4_000 }];
    const page = await openPage();
    await talk(page, 'Go');
    await page.getByText('too long to be formatted').waitFor();
    expect((await turnOf(page, 0).locator('.plain').innerText()).trim()).toBe(text.trim());
  });

  it('ends after a reload as it did before', async () => {
    served.answers = [slowly('One two three four five six seven eight '.repeat(20))];
    const page = await openPage();
    await say(page, 'Count');
    await turnOf(page, 0).getByText('One two').waitFor();
    await page.keyboard.press('Escape');
    await turnOf(page, 0).getByText('Cancelled.').waitFor();
    await page.reload();
    await turnOf(page, 0).getByText('Cancelled.').waitFor();
    await button(page, 'What was recalled?').press('Enter');
    await page.getByRole('group', { name: 'Recalled' }).waitFor();
    expect(await focused(page)).not.toBe('nothing');
  });

  it('shows links, task lists and footnotes correctly', async () => {
    served.answers = [
      '- [x] done\n- [ ] open\n\nSee [main](src/main.ts), [web](https://example.org) and[^1].\n\n[^1]: A note.\n\n```ts\nconst a = 1;\n```',
    ];
    const page = await openPage();
    await talk(page, 'Go');
    expect(await faultsOf(page)).toEqual(noFaults);
    const links = await turnOf(page, 0)
      .locator('.markdown a')
      .evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    expect(links).toEqual(['https://example.org']);
  });

  it('shows what stands in angle brackets as text, and runs none of it', async () => {
    const said = [
      'use Map<any> and <Button> and List<String> x',
      '<script>document.title = "run"</script>',
      '<div>\n**bold** </div>',
      'Anna <a@b.c> <your-key> <!-- note -->',
    ];
    served.answers = [
      `${said.join('\n\n')}\n\n\`\`\`html\n<b>code</b>\n\`\`\`\n\n<img src=x onerror="document.title = 1">`,
    ];
    const page = await openPage({ permissions: ['clipboard-read', 'clipboard-write'] });
    const title = await page.title();
    await talk(page, 'Go');
    const markdown = turnOf(page, 0).locator('.markdown').first();
    await markdown.getByText('<img src').waitFor(); // the answer comes in parts
    const text = (await markdown.innerText()).replaceAll(/\s+/g, ' ');
    for (const shown of [
      'use Map<any> and <Button> and List<String> x',
      '<script>document.title = "run"</script>',
      '<div> bold </div>',
      'Anna <a@b.c> <your-key> <!-- note -->',
      '<b>code</b>',
      '<img src=x onerror="document.title = 1">',
    ]) {
      expect(text).toContain(shown);
    }
    expect(await markdown.locator('script, img, b, div > div:not(.code)').count()).toBe(0);
    expect(await page.title()).toBe(title);
    await button(page, 'Copy the answer').click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('Map<any> and <Button>');
    expect(await faultsOf(page)).toEqual(noFaults);
  });

  it('can be copied, and so can each block of code; if that is not allowed, the page says so', async () => {
    served.answers = ['So:\n\n```ts\nconst a = 1;\n```'];
    const page = await openPage({ permissions: ['clipboard-read', 'clipboard-write'] });
    await talk(page, 'Go');
    await page.locator('.code .language').getByText('ts', { exact: true }).waitFor();
    await page.locator('.code .hljs-keyword').first().waitFor();
    await button(page, 'Copy the code').click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('const a = 1;\n');
    await page.evaluate(() =>
      Reflect.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true }),
    );
    await button(page, 'Copy the answer').click();
    await page
      .getByText(/could not be copied/)
      .first()
      .waitFor();
  });

  it('can be remembered from a mouse selection over several blocks', async () => {
    served.answers = ['First block.\n\n- second\n- third\n\nLast block.'];
    const page = await openPage();
    await talk(page, 'Go');
    const from = await turnOf(page, 0).getByText('First block.').boundingBox();
    const to = await turnOf(page, 0).getByText('Last block.').boundingBox();
    if (!from || !to) throw new Error('nothing is there');
    await page.mouse.move(from.x + 1, from.y + 5);
    await page.mouse.down();
    await page.mouse.move(to.x + to.width - 1, to.y + 8, { steps: 8 });
    const after = await turnOf(page, 0).getByText('Last block.').boundingBox();
    await page.mouse.up();
    expect(after?.y).toBe(to.y);
    await button(page, 'Remember this').click();
    const form = page.getByRole('dialog', { name: 'Remember this' });
    const text = await form.getByLabel('Statement').inputValue();
    expect(text).toMatch(/^First block\.\s+second\s+third\s+Last block/);
    await form.getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => form.count()).toBe(0);
  });
});

describe.skipIf(hasNoBrowser)('a request for approval', () => {
  it('shows removed comments as removed, and characters that would reorder a line', async () => {
    await restart({ APPROVALS: 'write' });
    served.answers = [
      calling('write_file', { path: 'a.sql', content: '-- one\nselect 1;\n' }),
      calling('write_file', { path: 'a.sql', content: 'select \u202E1;\n' }),
      calling('write_file', { path: 'b.sql', content: 'select 2;\n'.repeat(2_000) }),
      'Done.',
    ];
    const page = await openPage();
    await say(page, 'Write');
    const allow = page.getByRole('button', { name: 'Allow', exact: true });
    await page.getByText('+-- one').waitFor();
    await allow.click();
    await page.getByText('--- one').waitFor();
    expect(await page.locator('.removed').allInnerTexts()).toEqual([
      expect.stringContaining('--- one'),
      expect.stringContaining('-select 1;'),
    ]);
    const preview = page.getByRole('region', { name: 'What it would do' });
    expect(await preview.innerText()).toContain('U+202E');
    await allow.click();
    // whole: as many lines as will be written
    await expect.poll(async () => (await preview.innerText()).match(/select 2;/g)?.length).toBe(2_000);
  });
});

describe.skipIf(hasNoBrowser)('the page', () => {
  it('begins a chat in the chosen project', async () => {
    const page = await openPage();
    await talk(page, 'first');
    const first = sessionIn(page);
    await save('the port is 6543', { project: 'other' });
    await page.reload();
    await turnOf(page, 0).waitFor();
    await page.getByRole('combobox', { name: 'Project' }).selectOption('other');
    await page.getByText('What are you working on?').waitFor();
    await talk(page, 'second');
    expect(sessionIn(page)).not.toBe(first);
    await page.getByRole('listitem').getByRole('link', { name: 'second' }).waitFor();
    expect(await page.getByRole('listitem').count()).toBe(1);
  });

  it('refuses a token that no request can send, and ignores spaces around one', async () => {
    await restart({ DEVAI_API_TOKEN: 'correct horse battery staple' });
    const page = await openPage();
    const dialog = page.getByRole('dialog', { name: 'This server requires a token' });
    await dialog.getByLabel('Token').fill('пароль');
    await dialog.getByRole('button', { name: 'Enter' }).click();
    expect(await dialog.getByLabel('Token').evaluate((input: HTMLInputElement) => input.validity.valid)).toBe(
      false,
    );
    await dialog.getByLabel('Token').fill(' correct horse battery staple ');
    await dialog.getByRole('button', { name: 'Enter' }).click();
    await page.getByRole('button', { name: /^ready/ }).waitFor();
    await expect.poll(() => focused(page)).toBe('Message');
  });

  it('works with a local server while the machine is offline', async () => {
    const page = await openPage();
    await talk(page, 'first');
    await page.evaluate(() => dispatchEvent(new Event('offline')));
    await page.getByRole('link', { name: 'Memory' }).click();
    await page.getByText('Nothing is remembered yet').waitFor({ timeout: 3_000 });
  });

  it('has the title of its view', async () => {
    const page = await openPage();
    await expect.poll(() => page.title()).toBe('Chat – DevAI');
    await page.getByRole('link', { name: 'Memory' }).click();
    await expect.poll(() => page.title()).toBe('Memory – DevAI');
  });

  it('goes to the view that was chosen before the chat had its session', async () => {
    const page = await openPage({}, '/#/focus');
    await page.goto('about:blank');
    await page.routeWebSocket('**/ws/chat', (socket) => {
      const server = socket.connectToServer();
      server.onMessage((frame) => void setTimeout(() => socket.send(frame), 800));
    });
    // slower than the session
    await page.route('**/assets/memory-view*', async (route) => {
      await new Promise((resolve) => void setTimeout(resolve, 2_000));
      return route.continue();
    });
    await page.goto(served.url);
    await page.getByRole('link', { name: 'Memory' }).click();
    await page.getByText('Nothing is remembered yet').waitFor();
    expect(await page.title()).toBe('Memory – DevAI');
  });
});
