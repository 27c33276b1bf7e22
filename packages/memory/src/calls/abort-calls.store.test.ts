import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { openWorld, project } from '../../testing/open-world.ts';
import { createOfflineEmbedder } from '../embeddings/offline-embedder.ts';
import { userForms } from './call-forms.ts';

const world = openWorld();

const reason = new Error('the request ended');

describe('a memory with a signal', () => {
  it('does what the memory does, also in its chats and through getters', async () => {
    const memory = (await world.openMemory()).withSignal(new AbortController().signal);
    const { memory: stored } = await memory.remember({ content: 'The port is 6543', project });
    expect(await memory.memories.get(stored.id)).toEqual(stored);
    const chat = memory.for({ project });
    expect((await chat.recall('Which port?')).prompt).toContain('6543');
    expect((await memory.sessions.messages(chat.sessionId)).map(({ content }) => content)).toEqual([
      'Which port?',
    ]);
    await expect(memory.withSignal(AbortSignal.abort(reason)).search({ text: 'port' })).rejects.toBe(reason);
  });

  it('rejects every call once it is aborted, and calls no store', async () => {
    const database = world.lend();
    let calls = 0;
    const counting: typeof database = {
      ...database,
      call(name, args) {
        calls += 1;
        return database.call(name, args);
      },
    };
    const memory = (await world.openMemory({ database: counting })).withSignal(AbortSignal.abort(reason));
    calls = 0;
    for (const [name, form] of Object.entries(userForms)) {
      const part: unknown = Reflect.get(memory, name);
      const methods = typeof part === 'function' ? { [name]: form } : form;
      for (const [method, parameters] of Object.entries(methods ?? {})) {
        if (parameters === null) continue;
        const call: unknown = typeof part === 'function' ? part : Reflect.get(Object(part), method);
        if (typeof call !== 'function') throw new Error(method);
        await expect(call(), `${name}.${method}`).rejects.toBe(reason);
      }
    }
    await expect(memory.for({ project }).recall('Hello?')).rejects.toBe(reason);
    expect(calls).toBe(0);
  });

  it('does not wait for a store that hangs, nor for an embedder, which is aborted', async () => {
    const database = world.lend();
    const hanging: typeof database = {
      ...database,
      call: (name, args) => (name === 'remember' ? new Promise(() => {}) : database.call(name, args)),
    };
    const embedder = createOfflineEmbedder();
    const signals: AbortSignal[] = [];
    let isAway = false;
    const embed: typeof embedder.embed = (texts, options) => {
      if (options?.signal) signals.push(options.signal);
      return isAway ? new Promise(() => {}) : embedder.embed(texts, options);
    };
    const memory = await world.openMemory({ database: hanging, embeddings: { ...embedder, embed } });
    const abortSoon = () => {
      const controller = new AbortController();
      setTimeout(() => controller.abort(reason), 50);
      return memory.withSignal(controller.signal);
    };
    await expect(abortSoon().remember({ content: 'The port is 6543', project })).rejects.toBe(reason);
    isAway = true;
    signals.length = 0;
    await expect(abortSoon().search({ text: 'port', project })).rejects.toBe(reason);
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
    const session = { id: randomUUID(), project, agent: 'agent' };
    await expect(
      memory.withSignal(AbortSignal.abort(reason)).sessions.append(session, [{ role: 'user', content: 'a' }]),
    ).rejects.toBe(reason);
    expect(await memory.sessions.get(session.id)).toBeNull();
  });
});
