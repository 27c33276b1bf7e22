import { secret, tokenFor } from '@devai/api/testing/provider';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import {
  faultsOf,
  hasNoBrowser,
  messages,
  noFaults,
  openPage,
  restart,
  say,
  servePage,
  served,
} from './served-page.ts';

servePage();

describe.skipIf(hasNoBrowser)('the page of a server with many users', () => {
  it('shows who is signed in, and nothing of the former user to the next one', async () => {
    await restart({ DEVAI_AUTH_SECRET: secret });
    served.answers = ['Your locker opens with 4711.'];
    const page = await openPage();
    await signIn(page, await tokenFor('alice', { claims: { email: 'alice@example.com' } }));
    await page.getByText('alice@example.com').waitFor();
    await say(page, 'My locker opens with 4711');
    await messages(page).getByText('Your locker opens with 4711.').waitFor();
    await page.getByRole('textbox', { name: 'Message' }).fill('a draft about 4711');
    expect(await faultsOf(page)).toEqual(noFaults);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await signIn(page, await tokenFor('bob'));
    await page.locator('header').getByText('bob').waitFor();
    await page.getByRole('button', { name: 'ready' }).waitFor();
    for (const view of ['Chat', 'Memory', 'Inspect', 'Jobs and cost', 'Chat']) {
      await page.getByRole('link', { name: view, exact: true }).click();
      await page.waitForLoadState('networkidle');
      expect(await page.content(), view).not.toContain('4711');
    }
    expect(await page.evaluate(() => JSON.stringify([sessionStorage, localStorage]))).not.toContain('4711');
  });

  it('shows nothing of the former user when another one comes after a token has expired', async () => {
    await restart({ DEVAI_AUTH_SECRET: secret });
    served.answers = ['Your locker opens with 4711.'];
    const page = await openPage();
    await signIn(page, await tokenFor('alice', { expiresIn: Math.floor(Date.now() / 1_000) + 6 }));
    await say(page, 'My locker opens with 4711');
    await messages(page).getByText('Your locker opens with 4711.').waitFor();
    await signIn(page, await tokenFor('bob'));
    await page.locator('header').getByText('bob').waitFor();
    await page.getByRole('button', { name: 'ready' }).waitFor();
    expect(await page.content()).not.toContain('4711');
  });

  it('goes on with the chat of a user whose token was renewed', async () => {
    await restart({ DEVAI_AUTH_SECRET: secret });
    served.answers = ['Your locker opens with 4711.'];
    const page = await openPage();
    await signIn(page, await tokenFor('alice', { expiresIn: Math.floor(Date.now() / 1_000) + 6 }));
    await say(page, 'My locker opens with 4711');
    await messages(page).getByText('Your locker opens with 4711.').waitFor();
    await signIn(page, await tokenFor('alice'));
    await page.getByRole('button', { name: 'ready' }).waitFor();
    await expect.poll(() => messages(page).innerText()).toContain('4711');
  });
});

async function signIn(page: Page, token: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'This server requires a token' });
  await dialog.getByLabel('Token').fill(token);
  await dialog.getByRole('button', { name: 'Enter' }).click();
}
