import {
  Agent,
  MemorySession,
  run,
  tool,
  Usage,
  type AgentInputItem,
  type Model,
  type ModelRequest,
  type ModelResponse,
} from '@openai/agents';
import { describe, expect, it } from 'vitest';
import { openWorld, project } from '../../../testing/open-world.ts';
import { createAgentsMemory } from './session.ts';

const world = openWorld();

type Output = ModelResponse['output'][number];
const saying = (text: string, id: string): Output => ({
  ...{ type: 'message', role: 'assistant', status: 'completed', id },
  content: [{ type: 'output_text', text }],
});
const calling = (callId: string): Output => ({
  type: 'function_call',
  callId,
  name: 'look',
  arguments: '{}',
  status: 'completed',
});

function scripted(outputs: Output[]): Model & { requests: ModelRequest[] } {
  const requests: ModelRequest[] = [];
  return {
    requests,
    async getResponse(request) {
      const { signal: _, ...rest } = request;
      requests.push(structuredClone(rest));
      const next = outputs[requests.length - 1];
      if (next === undefined) throw new Error('the script has no more answers');
      return { usage: new Usage(), output: [next] };
    },
    getStreamedResponse() {
      throw new Error('nothing is streamed here');
    },
  };
}

const look = tool({
  name: 'look',
  description: 'looks',
  strict: false,
  parameters: { type: 'object', properties: {}, required: [], additionalProperties: true },
  execute: async () => 'found',
});

describe('a memory of the OpenAI Agents SDK', () => {
  it('goes on in its session, and recalls in another what one was told', async () => {
    const memory = await world.openMemory();
    const model = scripted([
      saying('Noted.', 'm1'),
      saying('Welcome.', 'm2'),
      calling('c1'),
      saying('On 6543.', 'm3'),
    ]);
    const agent = new Agent({ name: 'helper', instructions: 'Be short.', model, tools: [look] });
    const monday = memory.for({ project, session: 'monday' });
    await run(agent, 'remember this: the staging database listens on 6543', createAgentsMemory(monday));
    await run(agent, 'Thanks.', createAgentsMemory(memory.for({ project, session: 'monday' })));
    expect(JSON.stringify(model.requests[1]?.input)).toContain('Noted.');
    const tuesday = memory.for({ project, session: 'tuesday' });
    const asked = 'On which port does the staging database listen?';
    const { finalOutput } = await run(agent, asked, createAgentsMemory(tuesday));
    expect(finalOutput).toBe('On 6543.');
    expect(model.requests[3]?.systemInstructions).toMatch(/^Be short\.\n\n[^]*listens on 6543/);
    const stored = await memory.sessions.messages(tuesday.sessionId);
    expect(stored).toMatchObject([
      { role: 'user', content: asked },
      { role: 'assistant', toolCalls: [{ id: 'c1', name: 'look', arguments: '{}' }] },
      { role: 'tool', content: 'found', toolCallId: 'c1' },
      { role: 'assistant', content: 'On 6543.' },
    ]);
    expect(stored[3]?.metadata['recalled']).toHaveLength(1);
  });

  it('does what the session of the SDK does', async () => {
    const memory = await world.openMemory();
    const items: AgentInputItem[] = [
      { type: 'message', role: 'user', content: 'Look it up.' },
      calling('c1'),
      {
        type: 'function_call_result',
        callId: 'c1',
        name: 'look',
        status: 'completed',
        output: { type: 'text', text: 'found' },
      },
      saying('Here it is.', 'm1'),
    ];
    const sessions = [new MemorySession(), createAgentsMemory(memory.for({ project })).session];
    const outcomes = [];
    for (const session of sessions) {
      const seen: unknown[] = [await session.getItems(), await session.popItem()];
      await session.addItems(items);
      seen.push(await session.getItems(), await session.getItems(2), await session.getItems(9));
      seen.push(await session.popItem(), await session.popItem(), await session.getItems());
      await session.addItems(items.slice(2));
      seen.push(await session.getItems());
      await session.clearSession();
      seen.push(await session.getItems());
      await session.addItems(items.slice(0, 1));
      seen.push(await session.getItems());
      outcomes.push(seen);
    }
    expect(outcomes[1]).toEqual(outcomes[0]);
  });

  it('stores an item with an id once, and pops each of two at the same time', async () => {
    const memory = await world.openMemory();
    const { session } = createAgentsMemory(memory.for({ project }));
    await session.addItems([saying('One.', 'm1'), saying('Two.', 'm2')]);
    await session.addItems([saying('Two.', 'm2')]);
    expect(await session.getItems()).toHaveLength(2);
    const popped = await Promise.all([session.popItem(), session.popItem()]);
    expect(new Set(popped.map((one) => JSON.stringify(one))).size).toBe(2);
    expect(await session.getItems()).toEqual([]);
  });

  it('keeps users apart, and redacts', async () => {
    const memory = await world.openMemory({ users: 'many' });
    const of = (user: string) => createAgentsMemory(memory.for({ user, project, session: 's' }));
    const content = 'My key is sk-proj-4f9aK2mQ8xZ1bC7dE3gH5jL6nP0rS2tU4vW6yA8B';
    await of('alice').session.addItems([{ type: 'message', role: 'user', content }]);
    expect(await of('bob').session.getItems()).toEqual([]);
    expect(JSON.stringify(await of('alice').session.getItems())).not.toContain('4f9aK2mQ8xZ1');
    expect(await world.everyRow()).not.toContain('4f9aK2mQ8xZ1');
  });

  it('asks the model without a recall that fails, and tells', async () => {
    const memory = await world.openMemory();
    const chat = memory.for({ project });
    const told: string[] = [];
    const recall = async () => {
      throw new Error('the store is away');
    };
    const { callModelInputFilter } = createAgentsMemory(
      { ...chat, memory: { ...chat.memory, recall } },
      { onDegraded: (all) => told.push(...all) },
    );
    const agent = new Agent({ name: 'helper', model: scripted([saying('Hello!', 'm1')]) });
    expect((await run(agent, 'Hello?', { callModelInputFilter })).finalOutput).toBe('Hello!');
    expect(told).toEqual(['nothing was recalled: the store is away']);
  });
});
