import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import {
  createLocalApp,
  makeLocalHost,
  startLocalServer,
  startShortLivedEngines,
  type LocalHost,
} from '@devai/api/testing/local-server';
import { openDocument, under } from './render-hook.ts';

openDocument();
const { act, renderHook, waitFor } = await import('@testing-library/react');
const { DevaiProvider, useChat, useMemory, useMemorySearch, useProjectMemory, useSessions } =
  await import('../src/index.ts');

let host: LocalHost;
let server: Awaited<ReturnType<typeof createLocalApp>>;
let url: string;
beforeAll(async () => {
  const endShortLives = startShortLivedEngines();
  host = await makeLocalHost();
  endShortLives();
  server = await createLocalApp(host);
  url = await server.fastify.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await server.fastify.close();
  await host.remove();
});
beforeEach(async () => {
  const { memories } = await (await fetch(`${url}/api/memory?limit=200`)).json();
  for (const { id } of memories) await fetch(`${url}/api/memory/${id}`, { method: 'DELETE' });
});

const until = (holds: () => void) => waitFor(holds, { timeout: 15_000, interval: 5 });

describe('useProjectMemory', () => {
  it('lists, adds, edits, pins and forgets, on the server too', async () => {
    const memory = use(() => useProjectMemory({ filter: { tag: 'ops' } }));
    await until(() => expect(memory.current.isSuccess).toBe(true));
    expect(memory.current.memories).toEqual([]);

    await act(() =>
      memory.current.add.mutateAsync({ content: 'the staging database listens on 6543', tags: ['ops'] }),
    );
    await act(() => memory.current.add.mutateAsync({ content: 'I prefer tabs' }));
    await until(() => expect(memory.current.memories).toHaveLength(1));
    const id = memory.current.memories[0]?.id ?? '';

    await act(() => memory.current.pin.mutateAsync({ id, pinned: true }));
    await act(() => memory.current.edit.mutateAsync({ id, content: 'the staging database listens on 7654' }));
    await until(() =>
      expect(memory.current.memories).toMatchObject([
        { pinned: true, content: 'the staging database listens on 7654' },
      ]),
    );
    const forgotten = await act(() => memory.current.forget.mutateAsync({ id }));
    expect(forgotten).toMatchObject({ forgotten: true });
    await until(() => expect(memory.current.memories).toEqual([]));
    expect((await fetch(`${url}/api/memory/${id}`)).status).toBe(404);
  });

  it('asks the server, which may run on this computer, while the browser is offline', async () => {
    const become = (state: 'online' | 'offline'): void => {
      const event = document.createEvent('Event');
      event.initEvent(state);
      window.dispatchEvent(event);
    };
    const memory = use(() => useProjectMemory());
    await until(() => expect(memory.current.isSuccess).toBe(true));
    become('offline');
    onTestFinished(() => become('online'));
    act(() => memory.current.add.mutate({ content: 'I prefer tabs' }));
    await until(() => expect(memory.current.memories).toHaveLength(1));
  });

  it('shows a change at once, and takes it back when the server refuses it', async () => {
    const shown: (string | undefined)[] = [];
    const memory = use(() => {
      const used = useProjectMemory();
      shown.push(used.memories[0]?.content);
      return used;
    });
    const content = 'deployments go out on Friday';
    await act(() => memory.current.add.mutateAsync({ content }));
    await until(() => expect(memory.current.memories).toHaveLength(1));
    const id = memory.current.memories[0]?.id ?? '';
    const changing = memory.current.edit.mutateAsync({
      id,
      content: 'never',
      updatedAt: '2020-01-01T00:00:00Z',
    });
    await expect(changing).rejects.toMatchObject({ code: 'conflict', status: 409 });
    await until(() => expect(memory.current.memories[0]?.content).toBe(content));
    expect(shown).toContain('never');
  });

  it('lets an edit follow another change at once', async () => {
    const memory = use(() => useProjectMemory());
    await act(() => memory.current.add.mutateAsync({ content: 'deployments go out on Friday' }));
    await until(() => expect(memory.current.memories).toHaveLength(1));
    const id = memory.current.memories[0]?.id ?? '';
    const shown: { isChanging: boolean; updatedAt: string | undefined }[] = [];
    const edited = use(() => {
      const { isChanging, pin } = useProjectMemory();
      const { memory: one } = useMemory(id);
      shown.push({ isChanging, updatedAt: one.data?.updatedAt });
      return { pin, one };
    });
    await until(() => expect(edited.current.one.data?.id).toBe(id));
    const { updatedAt } = await act(() => edited.current.pin.mutateAsync({ id, pinned: true }));
    await until(() => expect(shown.at(-1)).toEqual({ isChanging: false, updatedAt }));
    const changed = shown.slice(shown.findLastIndex(({ isChanging }) => isChanging) + 1);
    for (const after of changed) expect(after.updatedAt).toBe(updatedAt);
  });

  it('shows what another tab changes, also at the end of a list of more than a thousand', async () => {
    await fetch(`${url}/api/memory/save`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ content: 'the staging database listens on 6543' }),
    });
    const columns = await host.store.query(
      `select column_name as name from information_schema.columns
       where table_name = 'devai_memories' and is_generated = 'NEVER'
         and column_name not in ('id', 'content', 'content_hash', 'created_at')`,
    );
    const names = columns.map(({ name }) => String(name)).join(', ');
    await host.store.query(
      `insert into devai_memories (id, content, content_hash, created_at, ${names})
       select gen_random_uuid(), m.content || ' ' || n, md5(n::text), m.created_at - n * interval '1 second', ${names}
       from devai_memories m cross join generate_series(1, 1100) n`,
    );
    onTestFinished(async () => {
      await host.store.query(
        `delete from devai_memories where content_hash = md5(regexp_replace(content, '.* ', ''))`,
      );
    });
    const memory = use(() => useProjectMemory());
    await until(() => expect(memory.current.memories).toHaveLength(200));
    while (memory.current.hasNextPage) await act(() => memory.current.fetchNextPage());
    expect(memory.current.memories).toHaveLength(1_101);
    const last = memory.current.memories.at(-1)?.id ?? '';
    const changes = use(() => useProjectMemory({ filter: { tag: 'none' } }));
    await act(() => changes.current.pin.mutateAsync({ id: last, pinned: true }));
    await act(() => changes.current.add.mutateAsync({ content: 'I prefer tabs' }));
    await until(() => {
      expect(memory.current.memories[0]?.content).toBe('I prefer tabs');
      expect(memory.current.memories.at(-1)).toMatchObject({ id: last, pinned: true });
    });
  });

  it('lists invalid memories on request', async () => {
    const memory = use(() => useProjectMemory({ includeInvalid: true }));
    await act(() => memory.current.add.mutateAsync({ content: 'the port is 8080' }));
    await until(() => expect(memory.current.memories).toHaveLength(1));
    const id = memory.current.memories[0]?.id ?? '';
    await server.memory.memories.invalidate(id, 'it was wrong');
    await act(() => memory.current.refetch());
    await until(() => expect(memory.current.memories[0]?.isValid).toBe(false));
    await act(() => memory.current.restore.mutateAsync({ id }));
    await until(() => expect(memory.current.memories[0]?.isValid).toBe(true));
    const one = use(() => useMemory(id));
    await until(() =>
      expect(one.current.history.data?.map(({ action }) => action)).toEqual([
        'added',
        'invalidated',
        'restored',
      ]),
    );
  });
});

describe('useMemorySearch', () => {
  it('finds with scores and reasons, and asks nothing without words', async () => {
    const { current } = use(() => useProjectMemory());
    await act(() => current.add.mutateAsync({ content: 'the staging database listens on 6543' }));
    const found = use(() => useMemorySearch({ text: 'staging port' }));
    await until(() => expect(found.current.hits).toHaveLength(1));
    expect(found.current.hits[0]).toMatchObject({
      similarity: expect.any(Number),
      wordScore: expect.any(Number),
      reason: expect.stringMatching(/similarity/),
    });
    expect(use(() => useMemorySearch({ text: ' ' })).current.fetchStatus).toBe('idle');
  });
});

describe('useChat', () => {
  it('chats, remembers, and shows a session again as it was', async () => {
    const chat = use(() => useChat());
    await until(() => expect(chat.current.connection).toBe('connected'));
    act(() => chat.current.send('remember this: the staging database listens on 6543'));
    await until(() => expect(chat.current.turns[0]?.end?.how).toBe('reply'));
    expect(chat.current.turns[0]?.saved).toMatchObject([{ content: expect.stringContaining('6543') }]);
    const { session = '' } = chat.current.session ?? {};

    const again = use(() => useChat({ session }));
    await until(() => expect(again.current.turns).toHaveLength(1));
    const texts = (shown: typeof chat) =>
      shown.current.turns.map(({ question, parts }) => [question?.content, parts]);
    expect(texts(again)).toEqual(texts(chat));
    const sessions = use(() => useSessions());
    await until(() => expect(sessions.current.sessions.map(({ id }) => id)).toEqual([session]));

    // both see what one says, and the new chat of one leaves the other where it is
    act(() => again.current.send('On which port does the staging database listen?'));
    await until(() => expect(chat.current.turns[1]?.end?.how).toBe('reply'));
    act(() => again.current.newChat());
    await until(() => expect(again.current.turns).toEqual([]));
    expect(again.current.session?.session).not.toBe(session);
    expect(chat.current.turns).toHaveLength(2);

    const deleted = await act(() => sessions.current.remove.mutateAsync(session));
    expect(deleted).toMatchObject({ messages: 4, memories: [{ content: expect.stringContaining('6543') }] });
    await until(() => expect(sessions.current.sessions).toEqual([]));
  });

  it('continues after the server was down, and sends what was said meanwhile', async () => {
    // of one page
    const page = use(() => ({ chat: useChat(), found: useMemorySearch({ text: 'staging database' }) }));
    await until(() => expect(page.current.chat.connection).toBe('connected'));
    act(() => page.current.chat.send('hello'));
    await until(() => expect(page.current.chat.turns[0]?.end?.how).toBe('reply'));
    await until(() => expect(page.current.found.isSuccess).toBe(true));
    await server.fastify.close();
    await until(() => expect(page.current.chat.connection).toBe('lost'));
    act(() => page.current.chat.send('are you there?'));
    expect(page.current.chat.turns[1]?.question?.number).toBeNull();

    server = await createLocalApp(host);
    await server.memory.remember({ content: 'The staging database listens on 6543.' });
    await server.fastify.listen({ host: '127.0.0.1', port: Number(new URL(url).port) });
    await until(() => expect(page.current.chat.turns[1]?.end?.how).toBe('reply'));
    expect(page.current.chat.turns.map(({ question }) => question?.content)).toEqual([
      'hello',
      'are you there?',
    ]);
    // what happened meanwhile is read, though no frame told of it
    await until(() => expect(page.current.found.hits).toHaveLength(1));
  });

  it('says why the server does not let it in', async () => {
    const guarded = await startLocalServer(host, {
      environment: { DEVAI_API_TOKEN: 'correct horse battery staple' },
    });
    onTestFinished(() => guarded.stop());
    const wrapper = under(DevaiProvider, guarded.url.replace('ws:', 'http:').replace('/ws/chat', ''));
    const { result, unmount } = renderHook(() => useChat(), { wrapper });
    await until(() =>
      expect(result.current).toMatchObject({ connection: 'refused', problem: { code: 'unauthorized' } }),
    );
    unmount();
  });
});

/** Renders a hook until the end of the test. */
function use<Result>(hook: () => Result) {
  const { result, unmount } = renderHook(hook, { wrapper: under(DevaiProvider, url) });
  onTestFinished(unmount);
  return result;
}
