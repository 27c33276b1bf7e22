import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { exchangeableModel, scriptedChatModel } from '../../testing/scripted-chat-model.ts';
import type { Memory } from '../memory.ts';
import type { ChatModel, ModelRequest } from '../ports.ts';
import type { NewMessage } from '../types.ts';
import { openWorld, project, secondsAfter } from '../../testing/open-world.ts';
import { message } from '../../testing/message.ts';
import { decided, discovered, foundMemory } from '../../testing/model-answers.ts';

let memory: Memory;
const world = openWorld();
const small = exchangeableModel();

describe('a statement, without a model', () => {
  beforeEach(() => open(null));

  it('stays forgotten at the end of its session', async () => {
    const session = await begin();
    const [id = ''] = await session.tell('Remember this: my locker code is 4711.');
    await memory.jobs.drain();
    await memory.memories.forget(id);
    await session.end();
    expect(await valid()).toEqual([]);
  });

  it('stays forgotten in another session that contains it too', async () => {
    const one = await begin();
    const other = await begin();
    const id = first(await one.tell('Remember this: my locker code is 4711.'));
    expect(first(await other.tell('remember that my locker code is 4711'))).toBe(id);
    await memory.memories.forget(id);
    await one.end();
    await other.end();
    expect(await valid()).toEqual([]);
  });

  it('is forgotten without the rest of its message', async () => {
    const session = await begin();
    const [id = ''] = await session.tell(
      'Remember this: my locker code is 4711.\nI prefer tabs over spaces. We decided to use Postgres because it is proven.',
    );
    await memory.memories.forget(id);
    await session.end();
    expect(await valid()).toEqual([
      expect.stringContaining('tabs over spaces'),
      expect.stringContaining('Postgres'),
    ]);
  });

  it('is stored again when the user repeats it', async () => {
    const session = await begin();
    const [id = ''] = await session.tell('Remember this: my locker code is 4711.');
    await memory.memories.forget(id);
    await session.tell('Remember this: my locker code is 4711.');
    await session.end();
    expect(await valid()).toEqual(['my locker code is 4711']);
  });

  it('does not replace an earlier sentence that a later one refers to', async () => {
    const session = await begin();
    const [id = ''] = await session.tell(
      'We meet on Mondays at ten.\nThe gate is in room 4711. Remember that.',
    );
    await memory.memories.forget(id);
    await session.end();
    expect(await valid()).toEqual([]);
  });

  it('does not return after a correction in the same session', async () => {
    const session = await begin();
    await session.tell('Remember this: my locker has the number 12');
    await memory.jobs.drain();
    await session.tell('Remember this: my locker has the number 14');
    await memory.jobs.drain();
    expect(await valid()).toEqual(['my locker has the number 14']);
    await session.end();
    expect(await valid()).toEqual(['my locker has the number 14']);
  });

  it.each([
    ['edited', (id: string) => memory.memories.update(id, { content: 'my favourite animal is a bear' }, 'r')],
    ['invalidated', (id: string) => memory.memories.invalidate(id, 'wrong')],
  ])('does not come back when its memory was %s before the end', async (how, change) => {
    const session = await begin();
    const [id = ''] = await session.tell('Remember this: my favourite animal is a fox');
    await memory.jobs.drain();
    await change(id);
    await session.end();
    expect(await valid()).toEqual(how === 'edited' ? ['my favourite animal is a bear'] : []);
  });

  it('is recognised with a relative date', async () => {
    const session = await begin();
    const [id = ''] = await session.tell('Remember this: we deploy the gateway tomorrow');
    await memory.memories.forget(id);
    await session.end();
    expect(await valid()).toEqual([]);
  });

  it('is recognised in Thai and German', async () => {
    const session = await begin();
    const ids = [
      ...(await session.tell('จำไว้ว่า ฐานข้อมูลใช้พอร์ต 5433 ครับ')),
      ...(await session.tell('Merk dir: Redis läuft auf Port 6379')),
    ];
    for (const id of ids) await memory.memories.forget(id);
    await session.end();
    expect(await valid()).toEqual([]);
  });

  it.each([
    ['forgotten', (id: string) => memory.memories.forget(id)],
    ['invalidated', (id: string) => memory.memories.invalidate(id, 'wrong')],
  ])('does not come back when the agent kept it, in words of its own, and it was %s', async (_, change) => {
    const session = await begin();
    await session.say('user', 'Please remember: my favourite animal is a fox');
    const { memory: stored } = await memory.keep({
      content: "The user's favourite animal is the fox",
      project,
      sessionId: session.id,
    });
    await change(stored.id);
    await session.end();
    expect(await valid()).toEqual([]);
  });
});

const extractions = async () => (await memory.jobs.list()).filter(({ kind }) => kind === 'extract');
const promptOf = ({ messages }: ModelRequest): string => messages.map(({ content }) => content).join('\n');

describe('a statement, with a model', () => {
  beforeEach(() => open(small));

  it('is neither shown to the model nor extracted once it is forgotten', async () => {
    script({
      memories: [
        foundMemory('Her locker code is 4711', [1, 2]),
        foundMemory('The code of the locker is 4711', [2], discovered),
        foundMemory('She prefers tabs over spaces', [3]),
      ],
    });
    const session = await begin();
    const [id = ''] = await session.tell('Remember this: my locker code is 4711.');
    await session.say('assistant', 'Noted: your locker code is 4711.');
    await session.tell('I prefer tabs over spaces');
    await session.say('assistant', 'Tabs it is.');
    await memory.memories.forget(id);
    await session.end();
    expect(small.model.requests.map(promptOf).join('\n')).not.toContain('4711');
    expect(await valid()).toEqual(['She prefers tabs over spaces']);
  });

  it('is not shown as context', async () => {
    script({ memories: [foundMemory('Her locker code is 4711', [1])] }, { memories: [] });
    const session = await begin();
    await session.say('user', 'My locker code is 4711. The caretaker gave it to me.');
    await session.say('assistant', 'A fine code.');
    await session.say('user', 'Yes.');
    await session.end();
    const [stored] = await memory.memories.list({ project });
    await memory.memories.forget(stored?.id ?? '');
    await session.say('user', 'Let us go on.');
    await session.end();
    expect(small.model.requests).toHaveLength(2);
    expect(promptOf(small.model.requests[1]!)).toContain('A fine code.');
    expect(promptOf(small.model.requests[1]!)).not.toContain('4711');
    expect(await valid()).toEqual([]);
  });

  it('is refused from an extraction that read it before the forgetting', async () => {
    let id = '';
    script(
      async () => {
        await memory.memories.forget(id);
        return { memories: [foundMemory('Her locker code is 4711', [1])] };
      },
      { memories: [] },
    );
    const session = await begin();
    id = first(await session.tell('Remember this: my locker code is 4711.'));
    await memory.jobs.drain();
    await session.say('assistant', 'Noted.');
    await session.say('user', 'Thanks.');
    await session.end();
    expect(await valid()).toEqual([]);
    expect(await extractions()).toMatchObject([{ status: 'waiting', attempts: 1 }]);
    await later();
    expect(await extractions()).toMatchObject([{ status: 'done', attempts: 2 }]);
    expect(promptOf(small.model.requests[1]!)).not.toContain('4711');
    expect(await valid()).toEqual([]);
  });

  it('leaves one memory when it is stored at once during its extraction', async () => {
    let store = async () => {};
    const found = { memories: [foundMemory('Her locker code: 4711', [1])] };
    // it decides about neighbours that were looked up before
    const decideLate = async () => {
      await store();
      return decided(['add'], ['add']);
    };
    script(found, decideLate, decided(['add']), found);
    await memory.remember({ content: 'The locker code has four figures', project });
    await memory.jobs.drain();
    const session = await begin();
    const text = 'Remember this: my locker code is 4711.';
    const messageNumber = await session.say('user', text);
    await session.say('assistant', 'Noted.');
    await session.say('user', 'Thanks.');
    store = async () => {
      await memory.rememberStated({ text, project, sessionId: session.id, messageNumber });
    };
    await session.end();
    const both = ['The locker code has four figures', 'my locker code is 4711'];
    expect(await valid()).toEqual(both);
    expect(await extractions()).toMatchObject([
      { status: 'waiting', error: expect.stringContaining('taken') },
    ]);
    await later();
    expect(await extractions()).toMatchObject([{ status: 'done', attempts: 2 }]);
    expect(await valid()).toEqual(both);
  });

  it('does not return through a repetition by the agent', async () => {
    script({
      memories: [
        foundMemory("The user's favourite animal is a fox", [2], discovered),
        foundMemory('Favourite animal: bear', [3, 4]),
      ],
    });
    const session = await begin();
    const [fox = ''] = await session.tell('Remember this: my favourite animal is a fox');
    await session.say('assistant', 'I will remember that your favourite animal is a fox.');
    await memory.memories.invalidate(fox, 'wrong');
    await session.tell('It is a bear, my favourite animal');
    await session.say('assistant', 'A bear, your favourite animal.');
    await session.end();
    expect(await valid()).toEqual(['Favourite animal: bear']);
  });

  function script(...replies: Parameters<typeof scriptedChatModel>[0]) {
    small.model = scriptedChatModel(replies);
  }
});

async function open(model: ChatModel | null): Promise<void> {
  memory = await world.openMemory({ models: { small: model } });
}

/** A running session as a host keeps it. */
async function begin() {
  const id = randomUUID();
  const identity = { id, project, agent: 'chapo' };
  await memory.sessions.open(identity);
  async function say(role: NewMessage['role'], content: string, fields: Partial<NewMessage> = {}) {
    const said = message(content, { role, ...fields });
    const [{ number } = { number: null }] = await memory.sessions.append(identity, [said]);
    return number;
  }
  return {
    id,
    say,
    /** What the user says, with what she asks to be remembered stored at once. */
    async tell(content: string) {
      const number = await say('user', content);
      const { saved } = await memory.rememberStated({
        text: content,
        project,
        sessionId: id,
        messageNumber: number,
      });
      return saved.map((one) => one.memory.id);
    },
    end: () => world.end(id),
  };
}

/** What failed is tried again. */
async function later(): Promise<void> {
  await world.setNow(secondsAfter(300));
  await memory.jobs.drain();
}

async function valid() {
  return (await memory.memories.list({ project })).map(({ content }) => content).toSorted();
}

function first(ids: string[]): string {
  return ids[0] ?? '';
}
