import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import {
  calling,
  faultsOf,
  hasNoBrowser,
  hostileTexts,
  inspect,
  looks,
  messages,
  noFaults,
  openPage,
  restartOffline,
  save,
  say,
  servePage,
  served,
  sizes,
} from './served-page.ts';

servePage();

const detail = (page: Page) => page.getByRole('region', { name: 'Request' });
const sectionOf = (page: Page, name: string) =>
  detail(page).locator('details', { has: page.locator('summary', { hasText: name }) });

/** Two turns in a session, the first with a tool; the second recalls what was saved. */
async function chat(page: Page): Promise<void> {
  served.answers = [calling('recall', { query: 'staging' }), 'Nothing yet.', 'It listens on 6543.'];
  await say(page, 'Let us set up staging');
  await messages(page).getByText('Nothing yet.').waitFor();
  await save('the staging database listens on port 6543');
  await say(page, 'On which port does the staging database listen?');
  await messages(page).getByText('It listens on 6543.').waitFor();
  await page.locator('.turn footer a').nth(1).waitFor();
}

describe.skipIf(hasNoBrowser)('the context view', () => {
  it('shows what every prompt says about the user, and leaves out what is excluded', async () => {
    const page = await openPage();
    await save('answer in German', { category: 'preference' });
    await save('never push on a Friday', { category: 'rule' });
    served.answers = ['Eine Suppe.'];
    await say(page, 'Suggest a recipe');
    await messages(page).getByText('Eine Suppe.').waitFor();
    await page.getByRole('button', { name: '2 in every answer' }).click();
    const why = page.getByRole('dialog', { name: 'Why' });
    expect(await why.innerText()).toContain('in every prompt: preference, stated by the user');
    await page.keyboard.press('Escape');
    await page.locator('.turn footer a').last().click();
    const about = sectionOf(page, 'About you and how to work');
    await about.locator('summary').click();
    const item = about.getByRole('listitem').filter({ hasText: 'answer in German' });
    const shown = detail(page).getByRole('list', { name: 'It would contain' });
    await expect.poll(() => shown.innerText()).toContain('answer in German');
    await item.getByRole('button', { name: 'Exclude here' }).click();
    await expect.poll(() => shown.innerText()).not.toContain('answer in German');
    expect(await shown.innerText()).toContain('never push on a Friday');
  });

  it('shows what filled a prompt and why, pins with a preview, compares, and replays', async () => {
    const page = await openPage();
    await chat(page);
    await page.locator('.turn footer a').last().click();
    await detail(page).getByText('What the model saw', { exact: true }).waitFor();
    expect(await detail(page).locator('figcaption').first().innerText()).toMatch(
      /^[\d,]+ of [\d,]+ tokens; most of it: .+, \d+ %; \d+ % as in the request before$/,
    );
    const recalled = sectionOf(page, 'Recalled memories');
    await recalled.locator('summary').click();
    const item = recalled.getByRole('listitem').filter({ hasText: 'port 6543' });
    expect(await item.innerText()).toMatch(/^in the staging database[^]*injected/);
    const turn = sectionOf(page, 'The message');
    await turn.locator('summary').click();
    expect(await turn.innerText()).toContain('On which port does the staging database listen?');

    const preview = detail(page).getByRole('list', { name: 'It would contain' });
    await expect.poll(() => preview.innerText()).toContain('port 6543');
    await item.getByRole('button', { name: 'Exclude here' }).click();
    await expect.poll(() => preview.innerText()).not.toContain('port 6543');
    await item.getByRole('button', { name: 'Include again' }).click();
    await item.getByRole('button', { name: 'Pin here' }).click();
    await expect.poll(() => preview.innerText()).toContain('Pinned memories');
    await detail(page).getByLabel('A message').fill('How is the weather?');
    await detail(page).getByText('Nothing would be recalled').waitFor();

    const others = detail(page).getByLabel('Compare with');
    await others.selectOption({ index: 2 });
    await detail(page).locator('.hint', { hasText: '→' }).first().waitFor();
    await detail(page).getByRole('button', { name: 'Replay' }).click();
    await detail(page).getByText('The same: this is what the model saw.').waitFor();
    await save('the staging database listens on the host db-7');
    await detail(page).getByRole('button', { name: 'Replay' }).click();
    const otherwise = detail(page).getByRole('list', { name: 'Found otherwise today' }).getByRole('listitem');
    await expect
      .poll(() => otherwise.filter({ hasText: 'db-7' }).allInnerTexts())
      .toEqual([expect.stringMatching(/^the staging database[^]*Then: out not found[^]*Today: in injected/)]);
    expect(await page.getByRole('region', { name: 'Requests' }).getByRole('listitem').count()).toBe(3);
    await detail(page)
      .getByRole('link', { name: /^message \d+ of this chat$/ })
      .click();
    await expect
      .poll(() => page.locator('.marked:focus').allInnerTexts())
      .toEqual(['On which port does the staging database listen?']);
  });

  it('names each request by the message of its turn, under its session', async () => {
    served.answers = ['One.', 'Two.', 'Three.'];
    const page = await openPage();
    await say(page, 'Let us set up staging');
    await messages(page).getByText('One.', { exact: true }).waitFor();
    await say(page, 'Is the oven hot?');
    await messages(page).getByText('Two.', { exact: true }).waitFor();
    await page.locator('.turn footer a').nth(1).waitFor();
    await inspect(page, 'Context');
    const requests = page.getByRole('region', { name: 'Requests' });
    const group = requests.getByRole('region', { name: 'Let us set up staging' });
    await expect
      .poll(() => group.getByRole('listitem').locator('.line').allInnerTexts())
      .toEqual(['Is the oven hot?', 'Let us set up staging']);
    expect(await group.getByRole('heading').innerText()).toBe('Let us set up staging');
  });

  it('stays at its request while another tab sends the next one', async () => {
    served.answers = ['One.', 'Two.'];
    const chatting = await openPage();
    await say(chatting, 'Hello');
    await messages(chatting).getByText('One.', { exact: true }).waitFor();
    const page = await chatting.context().newPage();
    await page.goto(`${served.url}/#/context`);
    await detail(page).getByLabel('A message').fill('How is the weather?');
    await say(chatting, 'And now?');
    await messages(chatting).getByText('Two.', { exact: true }).waitFor();
    const requests = page.getByRole('region', { name: 'Requests' }).getByRole('listitem');
    await expect.poll(() => requests.count()).toBe(2);
    expect(await detail(page).getByLabel('A message').inputValue()).toBe('How is the weather?');
  });

  it('shows the size of a request that no model was asked, here and below the reply', async () => {
    await restartOffline();
    const page = await openPage();
    await say(page, 'Let us set up staging');
    const link = page.locator('.turn footer a');
    await expect.poll(() => link.innerText()).toMatch(/^[1-9][\d,]* tokens, no model was asked$/);
    const size = (await link.innerText()).replace(/,[^,]*$/, '');
    await link.click();
    await detail(page).getByText('What the model saw', { exact: true }).waitFor();
    expect(await detail(page).locator('figcaption').first().innerText()).toContain(
      `${size.replace(' tokens', '')} of `,
    );
    expect(await detail(page).locator('.facts-list').innerText()).toMatch(/To\s+no model/);
    expect(await detail(page).getByText('Billed').count()).toBe(0);
  });

  describe.each(looks)('$size and $colorScheme', ({ size, colorScheme }) => {
    it('is accessible, even with hostile texts and when empty', async () => {
      const page = await openPage({ viewport: sizes[size], colorScheme }, '/#/context');
      await page.getByText('Nothing was sent to a model yet').waitFor();
      expect(await faultsOf(page)).toEqual(noFaults);
      for (const content of hostileTexts) await save(content);
      await page.getByRole('link', { name: 'Chat', exact: true }).click();
      served.answers = [hostileTexts.join('\n')];
      await say(page, hostileTexts.join('\n'));
      await page.locator('.turn footer a').click();
      await detail(page).getByText('What changed').waitFor();
      for (const summary of await detail(page).locator('details > summary').all()) await summary.click();
      expect(await faultsOf(page)).toEqual(noFaults);
    });
  });
});
