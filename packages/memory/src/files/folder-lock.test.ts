import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type StartedProcess, startProcess } from '../../contract/processes/start-process.ts';
import { lockFolder } from './folder-lock.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';

describe('the lock of a folder', () => {
  let folder: string;
  let started: StartedProcess[];
  beforeEach(async () => {
    folder = await temporaryFolder();
    started = [];
  });
  afterEach(async () => {
    await Promise.all(started.map((one) => one.kill()));
  });

  it('goes to one of many processes that start at once, and the others learn to which one', async () => {
    const all = Array.from({ length: 6 }, holdInProcess);
    const lines = await Promise.all(all.map((one) => one.firstLine()));
    const winners = all.filter((_, index) => lines[index] === 'held');
    expect(winners).toHaveLength(1);
    // the one that was between taking the lock and writing its name is "another process"
    const pid = String(winners[0]?.child.pid);
    for (const line of lines.filter((text) => text !== 'held')) {
      expect(line).toMatch(new RegExp(`is held by (process ${pid}|another process): stop it`));
    }
  });

  it('is free as soon as its holder is killed', async () => {
    const holder = holdInProcess();
    expect(await holder.firstLine()).toBe('held');
    await expect(lockFolder(folder)).rejects.toMatchObject({
      code: 'database_locked',
      message: expect.stringContaining(`process ${holder.child.pid}`),
    });
    await holder.kill();
    const lock = await lockFolder(folder);
    lock.release();
  });

  it('stays with a hanging holder', async () => {
    const holder = holdInProcess();
    expect(await holder.firstLine()).toBe('held');
    holder.child.kill('SIGSTOP');
    await expect(lockFolder(folder)).rejects.toMatchObject({ code: 'database_locked' });
  });

  it('is refused to the same process a second time, until it is released', async () => {
    const lock = await lockFolder(folder);
    await expect(lockFolder(folder)).rejects.toMatchObject({
      code: 'database_locked',
      message: expect.stringContaining('held by this process'),
    });
    expect(await holdInProcess().firstLine()).toContain(`process ${process.pid}`);
    lock.release();
    (await lockFolder(folder)).release();
  });

  it('fails on a missing folder', async () => {
    await expect(lockFolder(join(folder, 'absent'))).rejects.toMatchObject({ code: 'database_failed' });
  });

  function holdInProcess() {
    const one = startProcess('hold-lock.ts', folder);
    started.push(one);
    return one;
  }
});
