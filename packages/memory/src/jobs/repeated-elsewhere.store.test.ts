import { beforeEach, describe, expect, it } from 'vitest';
import { exchangeableModel, scriptedChatModel } from '../../testing/scripted-chat-model.ts';
import { withoutForgotten } from '../marks/without-marked.ts';
import type { Memory } from '../memory.ts';
import { oneLine } from '../text/one-line.ts';
import type { ModelRequest } from '../ports.ts';
import type { NewMessage } from '../types.ts';
import { openWorld, project } from '../../testing/open-world.ts';
import { message } from '../../testing/message.ts';
import { discovered, foundMemory } from '../../testing/model-answers.ts';

const statement = 'my locker code is 4711';

let memory: Memory;
const world = openWorld();
const small = exchangeableModel();

beforeEach(async () => {
  memory = await world.openMemory({ models: { small } });
});

/** What the model makes of the agent's reply, the second message. */
const echo = { memories: [foundMemory("The user's locker has the code 4711", [2], discovered)] };

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
    const [told] = await memory.sessions.messages(sessionId);
    expect(told && withoutForgotten(told).content).not.toMatch(/471/);
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

/** A session of its own in which this was said; nothing of it is extracted yet. */
function talk(messages: Partial<NewMessage>[]): Promise<string> {
  return world.say(messages.map(({ content = '', ...fields }) => message(content, fields)));
}

async function extractedFrom(sessionId: string): Promise<{ prompt: string; stored: string[] }> {
  small.model = scriptedChatModel([echo]);
  await world.end(sessionId);
  const textOf = ({ messages }: ModelRequest) => messages.map(({ content }) => content).join('\n');
  return {
    prompt: small.model.requests.map(textOf).join('\n'),
    stored: (await memory.memories.list({ project })).map(({ content }) => content),
  };
}
