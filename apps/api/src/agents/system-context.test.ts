import { open, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { countTokens } from '@devai/memory';
import { describe, expect, it } from 'vitest';
import { createTestClock, silentLog } from '@devai/memory/testing';
import { temporaryFolder } from '../../tests/temporary-folder.ts';
import { createSystemContext, type SystemContext } from './system-context.ts';

const clock = createTestClock('2026-11-22T09:30:00Z');
const host = { clock, log: silentLog, timeZone: 'UTC' };

const folder = temporaryFolder();

describe('the system context', () => {
  it('holds the user’s files, in order, before the agent', async () => {
    await writeFile(join(folder(), 'CLAUDE.md'), 'Use tabs.');
    await writeFile(join(folder(), 'SOUL.md'), 'You are calm.');
    expect(await promptOf(createSystemContext(folder(), host))).toMatch(
      /^The files below are the user's\. .*\n\n# File: SOUL\.md\n\nYou are calm\.\n\n# File: CLAUDE\.md\n\nUse tabs\.\n\n# Agent[^]*\n# Memory\n[^]*\n# Now\n/,
    );
  });

  it('returns the same objects while nothing changes, so that their tokens are counted once', async () => {
    await writeFile(join(folder(), 'SOUL.md'), 'You are calm.');
    const context = createSystemContext(folder(), host);
    const itemsOf = async () =>
      (await context.sections('taskforge')).slice(0, 3).flatMap(({ items }) => items);
    const [first, second] = [await itemsOf(), await itemsOf()];
    expect(second.every((item, index) => item === first[index])).toBe(true);
  });

  it('says the day, the project and the workspace last, so that its beginning stays the same until the day is over', async () => {
    await writeFile(join(folder(), 'SOUL.md'), 'You are calm.');
    const context = createSystemContext(folder(), host);
    const morning = await promptOf(context);
    expect(morning).toMatch(
      new RegExp(`- Today: Sunday, 2026-11-22 \\(UTC\\)\n- Project: taskforge\n- Workspace: ${folder()}$`),
    );
    clock.set('2026-11-22T23:59:59Z');
    expect(await promptOf(context)).toBe(morning);
    clock.set('2026-11-23T00:00:00Z');
    const nextDay = await promptOf(context, null);
    const unchanged = morning.slice(0, morning.indexOf('Sunday'));
    expect(nextDay).toBe(`${unchanged}Monday, 2026-11-23 (UTC)\n- Project: none\n- Workspace: ${folder()}`);
  });

  it('tells of files only where there are any, and when to delegate', async () => {
    const bare = await promptOf(createSystemContext(folder(), host));
    expect(bare).toMatch(/^# Agent: CHAPO/);
    expect(bare).not.toContain('# File');
    expect(bare).toMatch(/^- .*Delegate what takes many/m);
  });

  it('says what the tools can do with memory', async () => {
    const stable = await promptOf(createSystemContext(folder(), host));
    for (const tool of ['recall', 'remember']) expect(stable).toContain(`\n- ${tool} `);
  });

  it('leaves out missing files, and picks up changed ones', async () => {
    const context = createSystemContext(folder(), host);
    const before = await promptOf(context);
    await writeFile(join(folder(), 'DEVAI.md'), 'First rule.');
    expect(await promptOf(context)).toContain('First rule.');
    await writeFile(join(folder(), 'DEVAI.md'), 'Other rule.');
    const changed = await promptOf(context);
    expect(changed).toContain('Other rule.');
    expect(changed).not.toContain('First rule.');
    await rm(join(folder(), 'DEVAI.md'));
    expect(await promptOf(context)).toEqual(before);
  });

  it('picks up a change that left size and date as they were', async () => {
    const path = join(folder(), 'DEVAI.md');
    const date = new Date('2026-01-01T12:00:00Z');
    const write = async (text: string) => {
      await writeFile(path, text);
      await utimes(path, date, date);
    };
    await write('Use tabs.');
    const context = createSystemContext(folder(), host);
    await promptOf(context);
    await write('Use dots.');
    expect(await promptOf(context)).toContain('Use dots.');
  });

  it('reads only the beginning of an endless file', async () => {
    await writeFile(join(folder(), 'CLAUDE.md'), 'Use tabs.\n');
    // as large as a disk allows, and sparse
    await using file = await open(join(folder(), 'CLAUDE.md'), 'r+');
    await file.truncate(2 ** 40);
    const stable = await promptOf(createSystemContext(folder(), host));
    expect(stable).toContain('(CLAUDE.md cannot be read: it is binary, not text)');
  });

  it.each<[string, (path: string) => Promise<void>, string]>([
    [
      'leads in a circle',
      (path) => symlink(path, path),
      'is a link that goes in a circle or was just put there',
    ],
    [
      'is no text',
      (path) => writeFile(path, Buffer.from([0x89, 0x50, 0, 0, 1])),
      'cannot be read: it is binary, not text',
    ],
  ])('continues without a file that %s, says so, and logs it once', async (_what, spoil, why) => {
    const warned: string[] = [];
    const log = { ...silentLog, warn: (_fields: object, text: string) => void warned.push(text) };
    await spoil(join(folder(), 'SOUL.md'));
    await writeFile(join(folder(), 'DEVAI.md'), 'Use tabs.');
    const context = createSystemContext(folder(), { clock, log, timeZone: 'UTC' });
    const stable = await promptOf(context);
    expect(stable).toMatch(
      new RegExp(
        `^The files .*\n\n# File: SOUL\\.md\n\n\\(SOUL\\.md ${why}\\)\n\n# File: DEVAI\\.md\n\nUse tabs\\.`,
      ),
    );
    expect(await promptOf(context)).toBe(stable);
    expect(warned).toEqual(['a file of the system context could not be read']);
  });

  it('follows a link to a file, and leaves out one that leads nowhere', async () => {
    await writeFile(join(folder(), 'AGENTS.md'), 'Use tabs.');
    await symlink('AGENTS.md', join(folder(), 'CLAUDE.md'));
    const context = createSystemContext(folder(), host);
    const stable = await promptOf(context);
    expect(stable).toMatch(/^The files .*\n\n# File: CLAUDE\.md\n\nUse tabs\./);
    await writeFile(join(folder(), 'AGENTS.md'), 'Use many more dots.');
    expect(await promptOf(context)).toMatch(/^The files .*\n\n# File: CLAUDE\.md\n\nUse many more dots\./);
    await rm(join(folder(), 'AGENTS.md'));
    expect(await promptOf(context)).toMatch(/^# Agent: CHAPO/);
  });

  it('cuts a file that is too long, and says so', async () => {
    await writeFile(join(folder(), 'CLAUDE.md'), 'word '.repeat(50_000));
    const prompt = await promptOf(createSystemContext(folder(), host));
    expect(countTokens(prompt)).toBeLessThan(9_000);
    expect(prompt).toContain('CLAUDE.md is longer');
  });
});

async function promptOf(context: SystemContext, project: string | null = 'taskforge'): Promise<string> {
  const sections = await context.sections(project);
  return sections
    .flatMap(({ items, separator = '\n' }) => items.map(({ text }) => text).join(separator) || [])
    .join('\n\n');
}
