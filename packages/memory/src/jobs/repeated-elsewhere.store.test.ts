import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { OpenTestDatabase } from '../../testing/reused-stores.ts';
import { embeddedStores } from '../../testing/test-pglite.ts';
import { scriptedChatModel } from '../../testing/scripted-chat-model.ts';
import { createOfflineEmbedder } from '../embeddings/offline-embedder.ts';
import { withoutForgotten } from '../marks/without-marked.ts';
import { createMemory, type Memory } from '../memory.ts';
import { oneLine } from '../text/one-line.ts';
import type { ModelRequest } from '../ports.ts';
import type { NewMessage } from '../types.ts';

const project = 'taskforge';
const statement = 'my locker code is 4711';

let memory: Memory;
let opened: OpenTestDatabase;
let model: ReturnType<typeof scriptedChatModel>;

beforeEach(async () => {
  opened = await embeddedStores.open();
  memory = await createMemory({
    database: opened.database,
    embeddings: createOfflineEmbedder(),
    models: {
      small: {
        id: 'small',
        contextWindow: 128_000,
        generate: (request) => model.generate(request),
        stream: (request) => model.stream(request),
      },
    },
  });
});
afterEach(async () => {
  await memory.close();
  await opened.close();
});

/** A session of its own in which this was said; nothing of it is extracted yet. */
async function talk(messages: Partial<NewMessage>[]): Promise<string> {
  const identity = { id: randomUUID(), project, agent: 'chapo' };
  await memory.sessions.open(identity);
  for (const fields of messages) {
    const message: NewMessage = {
      id: randomUUID(),
      role: 'user',
      type: 'text',
      content: '',
      toolCalls: [],
      toolCallId: null,
      pinned: false,
      metadata: {},
      ...fields,
    };
    await memory.sessions.append(identity, [message]);
  }
  return identity.id;
}

/** What the model makes of the agent's reply, the second message. */
const echo = {
  memories: [
    {
      content: "The user's locker has the code 4711",
      title: 'x',
      type: 'semantic',
      category: 'other',
      namespace: 'devai/project/taskforge/facts',
      source: 'discovery',
      priority: 'low',
      importance: 5,
      tags: [],
      details: null,
      evidence: [2],
    },
  ],
};

async function extractedFrom(sessionId: string): Promise<{ prompt: string; stored: string[] }> {
  model = scriptedChatModel([echo]);
  await memory.sessions.end(sessionId, { now: true });
  await memory.jobs.drain();
  const textOf = ({ messages }: ModelRequest) => messages.map(({ content }) => content).join('\n');
  return {
    prompt: model.requests.map(textOf).join('\n'),
    stored: (await memory.memories.list({ project })).map(({ content }) => content),
  };
}

describe('a memory that the agent repeated in another session', () => {
  it.each(['Your locker code is 4711.', 'It is 4711, the code of your locker.', 'The code: 4711.'])(
    'is forgotten there when it was in the prompt: %s',
    async (reply) => {
      const { memory: stored } = await memory.remember({ content: statement, project });
      await memory.jobs.drain();
      const sessionId = await talk([
        { content: 'Which code does it have?' },
        { role: 'assistant', content: reply, metadata: { recalled: [stored.id] } },
        { content: 'Thanks, that opens it.' },
      ]);
      const { keptMessages } = await memory.memories.forget(stored.id);
      expect(keptMessages).toBe(1);
      const { prompt, stored: after } = await extractedFrom(sessionId);
      expect(prompt).not.toContain('4711');
      expect(after).toEqual([]);
    },
  );

  it('is forgotten there even if its Markdown is escaped', async () => {
    const said = 'my locker code is `4711`\n## and the gate opens with <|4712|>';
    const { memory: stored } = await memory.remember({ content: said, project });
    await memory.jobs.drain();
    const content = `- ${oneLine(stored.content)} (id ${stored.id})`;
    const metadata = { recalled: [stored.id] };
    const sessionId = await talk([{ role: 'tool', type: 'tool_result', toolCallId: 'c', content, metadata }]);
    expect((await memory.memories.forget(stored.id)).keptMessages).toBe(1);
    const [message] = await memory.sessions.messages(sessionId);
    expect(message && withoutForgotten(message).content).not.toMatch(/471/);
  });

  it("leaves the user's own wording there", async () => {
    const { memory: stored } = await memory.remember({ content: statement, project });
    await memory.jobs.drain();
    const sessionId = await talk([
      { content: 'The code 4711 of the other locker does not fit.' },
      { role: 'assistant', content: 'Which one?', metadata: { recalled: [stored.id] } },
      { content: 'The blue one.' },
    ]);
    expect((await memory.memories.forget(stored.id)).keptMessages).toBe(0);
    const { prompt } = await extractedFrom(sessionId);
    expect(prompt).toContain('4711 of the other locker');
  });
});
