import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Memory } from '../src/memory.ts';
import { testDatabases } from './test-database.ts';
import { openWorld } from '../testing/open-world.ts';
import { linesOf } from '../testing/lines-of.ts';
import { message } from '../testing/message.ts';

// made up, and put together here so that no scanner takes it for a leaked one
const token = ['ghp', 'x7Kq2mZp9RtV4wYb6NcD8fGh1JkL3sAe5UiO'].join('_');
const refused = { code: 'invalid_input' };

describe.each(testDatabases())('a secret in a field beside the text, on $name', (testDatabase) => {
  const world = openWorld(testDatabase);
  let memory: Memory;
  beforeEach(async () => {
    memory = await world.openMemory();
  });

  it('is redacted in reasons and in keys of metadata', async () => {
    const { memory: saved } = await memory.remember({
      content: 'The shop runs on port 5433',
      reason: `because of ${token}`,
      metadata: { [token]: { [token]: 'deep' } },
    });
    await memory.memories.update(saved.id, { title: 'Port' }, `why ${token}`);
    await memory.memories.invalidate(saved.id, `why ${token}`);
    await memory.memories.restore(saved.id, `why ${token}`);
    await memory.memories.undo(saved.id, `why ${token}`);
    expect(await exported()).toContain('[redacted:github]');
    expect(await exported()).not.toContain(token);
  });

  it('is redacted in the name, state and metadata of a session', async () => {
    const { id } = await memory.sessions.open({ id: randomUUID(), project: null, agent: 'chapo' });
    await memory.sessions.update(id, {
      name: `Use ${token}`,
      state: { token },
      metadata: { [token]: [token] },
    });
    const stored = JSON.stringify(await memory.sessions.get(id));
    expect(stored).toContain('Use [redacted:github]');
    expect(stored).not.toContain(token);
  });

  it('is redacted in the metadata and tool calls of a message; the name of a call stays valid for providers', async () => {
    const session = await memory.sessions.open({ id: randomUUID(), project: null, agent: 'chapo' });
    const call = { id: 'call_1', name: token, arguments: token };
    await memory.sessions.append(session, [
      message('', { role: 'assistant', type: 'tool_call', toolCalls: [call], metadata: { tool: token } }),
    ]);
    const [stored] = await memory.sessions.messages(session.id);
    expect(stored?.toolCalls).toEqual([
      { id: 'call_1', name: '_redacted_github_', arguments: '[redacted:github]' },
    ]);
    expect(await exported()).not.toContain(token);
  });

  it('is refused in the name of a namespace, project, topic or path', async () => {
    const content = 'The shop runs on port 5433';
    const { memory: saved } = await memory.remember({ content });
    const namespace = `devai/global/${token}`;
    await expect(memory.remember({ content, namespace })).rejects.toMatchObject(refused);
    await expect(memory.remember({ content, project: token })).rejects.toMatchObject(refused);
    await expect(memory.memories.update(saved.id, { namespace }, '')).rejects.toMatchObject(refused);
    const session = { id: randomUUID(), project: token, agent: 'chapo' };
    await expect(memory.sessions.open(session)).rejects.toMatchObject(refused);
    const topic = { topic: 'deployment', filePaths: [], directories: [] };
    for (const leaky of [{ topic: token }, { filePaths: [`src/${token}`] }, { directories: [`${token}/`] }]) {
      await expect(memory.focus.edit(null, [{ ...topic, ...leaky }])).rejects.toMatchObject(refused);
    }
    await expect(memory.focus.edit(token, [topic])).rejects.toMatchObject(refused);
    expect(await exported()).not.toContain(token);
  });

  async function exported() {
    return JSON.stringify(await linesOf(memory.transfer.export()));
  }
});
