import { describe, expect, it } from 'vitest';
import {
  faultsOf,
  hasNoBrowser,
  inspect,
  looks,
  messages,
  noFaults,
  openPage,
  restart,
  restartOffline,
  save,
  say,
  servePage,
  served,
  sizes,
  turnOf,
} from './served-page.ts';

servePage();

describe.skipIf(hasNoBrowser)('the view of jobs and cost', () => {
  it('shows what was learned and what it cost, and undoes it', async () => {
    await restart({ MEMORY_DAILY_TOKEN_LIMIT: '1000000' });
    served.answers = ['Noted.'];
    served.learned = [
      {
        ...{ content: 'The nightly backup runs at 02:15', title: 'Nightly backup', type: 'semantic' },
        ...{ category: 'architecture', namespace: 'devai/project/taskforge/operations' },
        ...{ source: 'user_stated', priority: 'high', importance: 8, tags: [], evidence: [1] },
      },
    ];
    const page = await openPage();
    await say(page, 'By the way, the nightly backup runs at 02:15');
    await turnOf(page, 0).locator('footer').waitFor();
    await page.getByRole('button', { name: 'New chat' }).click();
    await inspect(page, 'Jobs and cost');

    const jobs = page.getByRole('region', { name: 'Jobs' });
    const learned = jobs.getByRole('listitem').filter({ hasText: 'Learn from a session' });
    await learned.getByText('done', { exact: true }).waitFor({ timeout: 60_000 });
    await page.reload();
    const costs = page.getByRole('region', { name: 'Tokens and cost' });
    await costs.getByRole('cell', { name: 'learning' }).waitFor();
    expect(await costs.innerText()).toMatch(/Memory used [\d,]+ of 1,000,000 tokens today/);
    expect(await costs.getByRole('row').filter({ hasText: 'chat' }).innerText()).toMatch(/\$0\.\d+/);

    const remembered = async () => {
      const response = await fetch(`${served.url}/api/memory`);
      return response.text();
    };
    expect(await remembered()).toContain('nightly backup');
    await learned.getByRole('button', { name: /^Undo/ }).click();
    await expect.poll(remembered).not.toContain('nightly backup');
    await page.getByText('1 change undone.').first().waitFor();
    await expect.poll(() => learned.getByRole('button').count()).toBe(0);

    await jobs.getByLabel('Which jobs').selectOption('given up');
    await jobs.getByText('None', { exact: true }).waitFor();
    await page.getByRole('region', { name: 'Health' }).getByText('checks are all right').click();
    await page.getByText(/^all right store:/).waitFor();
  });

  it('says that nothing was spent when no model was asked, and tells a limit in words', async () => {
    await restartOffline();
    const page = await openPage({}, '/#/jobs');
    await page.getByText('No model was asked in the last 30 days, so nothing was spent: $0.').waitFor();
    expect(await page.getByText('Cost unknown').count()).toBe(0);
    await page.route('**/api/health', async (route) => {
      const response = await route.fetch();
      const degraded = ['topics are not noted: ✖ Invalid input: expected string → at topic'];
      return route.fulfill({ response, json: { ...(await response.json()), degraded } });
    });
    await page.reload();
    await page.getByRole('button', { name: 'with limits' }).click();
    await page.getByText('topics are not noted: an answer had an unexpected form').waitFor();
    expect(await page.getByText('Invalid input').count()).toBe(0);
  });

  it('draws every day until today, says so when it cannot load, and loads when the server is back', async () => {
    const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
    const use = { operation: 'chat', model: 'm', calls: 1, inputTokens: 1_200, outputTokens: 1, cost: 0.5 };
    const page = await openPage({}, '/#/focus');
    let isAway = true;
    await page.route('**/api/memory/doctor', (route) =>
      isAway ? route.abort('connectionrefused') : route.continue(),
    );
    await page.route('**/api/memory/stats', async (route) => {
      const response = await route.fetch();
      const days = [0, 3].map((ago) => ({ ...use, day: day(ago) }));
      return route.fulfill({ response, json: { ...(await response.json()), days } });
    });
    await inspect(page, 'Jobs and cost');
    await expect.poll(() => page.locator('.days > li').count()).toBe(4);
    const [most, range] = await page.locator('.axis').allInnerTexts();
    expect(most).toMatch(/^[\d,]+ tokens$/);
    expect(range).toMatch(/^\w+ \d+\s+\w+ \d+$/);
    await page.getByRole('cell', { name: '$0.50' }).first().waitFor();
    const health = page.getByRole('region', { name: 'Health' });
    await health.getByText('the health could not be loaded: the server does not answer').waitFor();
    expect(await health.innerText()).not.toContain('all right');
    isAway = false;
    await health.getByText('are all right').waitFor({ timeout: 15_000 });

    // React writes what broke to the console, which openPage watches
    const other = await page.context().newPage();
    await other.route('**/assets/project-view*', (route) => route.abort('connectionrefused'));
    await other.goto(`${served.url}/#/project`);
    await other.getByText('This view broke').waitFor();
    await inspect(other, 'Focus');
    await other.getByText('Nothing is in focus').waitFor();
  });

  it('shows every column of its table in a narrow window, below a header of two lines', async () => {
    const page = await openPage({ viewport: { width: 380, height: 800 } }, '/#/focus');
    await page.route('**/api/memory/stats', async (route) => {
      const response = await route.fetch();
      const use = { calls: 1_234, inputTokens: 12_345_678, outputTokens: 123_456, cost: 12.3456 };
      const day = {
        day: '2026-11-24',
        operation: 'embed_question',
        model: 'openrouter/anthropic/claude-4.5',
      };
      return route.fulfill({ response, json: { ...(await response.json()), days: [{ ...day, ...use }] } });
    });
    await inspect(page, 'Jobs and cost');
    const table = page.getByRole('group', { name: 'By day and operation' });
    await table.getByRole('cell', { name: '$12.3456' }).waitFor();
    expect(await table.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
    expect((await page.getByRole('banner').boundingBox())?.height).toBeLessThan(90);
    expect(await faultsOf(page)).toEqual(noFaults);
  });

  it('says why a job failed, and retries it', async () => {
    served.answers = ['Noted.'];
    served.learned = null;
    const page = await openPage();
    await say(page, 'By the way, the nightly backup runs at 02:15');
    await turnOf(page, 0).locator('footer').waitFor();
    await page.getByRole('button', { name: 'New chat' }).click();
    await inspect(page, 'Jobs and cost');
    const jobs = page.getByRole('region', { name: 'Jobs' });
    const job = jobs.getByRole('listitem').filter({ hasText: 'Learn from a session' });
    await job.getByText(/wrong format/).waitFor({ timeout: 60_000 });
    expect(await job.innerText()).toMatch(/One try; the next one /);
    served.learned = [];
    await job.getByRole('button', { name: /^Retry/ }).click();
    await job.getByText('done', { exact: true }).waitFor({ timeout: 20_000 });
  });

  describe.each(looks)('$size and $colorScheme', ({ size, colorScheme }) => {
    it('is accessible', async () => {
      const page = await openPage({ viewport: sizes[size], colorScheme });
      served.answers = ['Hello.'];
      await save('the staging database listens on 6543');
      await say(page, 'Hello');
      await messages(page).getByText('Hello.', { exact: true }).waitFor();
      await page.goto(`${served.url}/#/jobs`);
      await page.getByRole('cell', { name: 'chat' }).waitFor();
      await page.getByText('checks are all right').click();
      await page.getByRole('region', { name: 'Jobs' }).getByRole('listitem').first().waitFor();
      expect(await faultsOf(page)).toEqual(noFaults);
    });
  });
});
