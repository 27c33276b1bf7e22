import { randomUUID } from 'node:crypto';
import { RedactedText, toChatMessage, type ChatMessage, type Memory } from '@devai/memory';
import { describe, expect, it } from 'vitest';
import { chatModel } from '../../tests/chat-model.ts';
import { openMemory } from '../../tests/open-memory.ts';
import { createConversation, loadConversation, type Conversation } from './conversation.ts';

const world = openMemory('test', {
  models: { small: chatModel(async () => ({ content: await answer() })) },
  options: { compaction: { trigger: 4_000, window: 6_000 } },
});
/** What the small model answers, and when. */
let answer: () => Promise<string>;

describe('the running conversation', () => {
  it('keeps messages that come during a compaction after the summary, in order, as another process will read them', async () => {
    const answered = Promise.withResolvers<string>();
    answer = () => answered.promise;
    const session = await openSession();
    const conversation = createConversation(world.memory, session, { messages: [], forgotten: 0 });
    await conversation.append({ role: 'user', content: 'watch the log' });
    for (let number = 1; number <= 6; number += 1) {
      await conversation.append({ role: 'assistant', content: log(number) });
    }
    const outcome = compact(conversation);
    await conversation.append({ role: 'user', content: 'are you there?' });
    await conversation.append({ role: 'assistant', content: 'I am' });
    answered.resolve(summary);
    expect(await outcome).toMatchObject({ outcome: 'compacted' });

    expect(shape(conversation)[1]).toBe('user [Context compacted]');
    expect(shape(conversation).slice(-2)).toEqual(['user are you there?', 'assistant I am']);
    expect(shape(conversation).at(-3)).toMatch(/^assistant log 6/);
    const reopened = await loadConversation(world.memory, session);
    expect(reopened.messages).toEqual(conversation.messages);
  });

  it('brings back a message that is pinned after its compaction, also when the session is reopened', async () => {
    answer = async () => summary;
    const session = await openSession();
    const conversation = createConversation(world.memory, session, { messages: [], forgotten: 0 });
    await conversation.append({ role: 'user', content: 'watch the log' });
    // more than the beginning of a session, which is read anyway
    for (let number = 1; number <= 20; number += 1) {
      await conversation.append({ role: 'assistant', content: `ok ${number}` });
    }
    await conversation.append({ role: 'user', content: 'the port is 8081' });
    for (let number = 1; number <= 6; number += 1) {
      await conversation.append({ role: 'assistant', content: log(number) });
    }
    await conversation.append({ role: 'user', content: 'are you there?' });
    await compact(conversation);
    expect(shape(conversation)).not.toContain('user the port is 8081');

    await world.memory.sessions.pin(session.id, 22, true);
    conversation.notePinned();
    await compact(conversation);
    expect(shape(conversation)).toContain('user the port is 8081');
    const reopened = await loadConversation(world.memory, session);
    expect(reopened.messages).toEqual(conversation.messages);
    await world.memory.sessions.pin(session.id, 22, false);
    conversation.notePinned();
    await compact(conversation);
    expect(shape(conversation)).not.toContain('user the port is 8081');
  });

  it('contains each result once when the store comes back between a call and its result', async () => {
    const session = await openSession();
    const conversation = createConversation(withFaults(['away', 'fine']), session, {
      messages: [],
      forgotten: 0,
    });
    await conversation.append({ role: 'user', content: 'read the log' });
    await conversation.append({ role: 'assistant', type: 'tool_call', content: '', toolCalls: [call] });
    await conversation.append({
      role: 'tool',
      type: 'tool_result',
      toolCallId: call.id,
      content: 'all is well',
    });
    await compact(conversation);
    expect(shape(conversation)).toEqual([
      'user read the log',
      'assistant call-1 ',
      'tool call-1 all is well',
    ]);
    expect(conversation.messages.map((one) => one.number)).toEqual([1, 2, 3]);
  });

  it('is complete again after a result could not be stored', async () => {
    const session = await openSession();
    const conversation = createConversation(withFaults(['fine', 'fine', 'broken']), session, {
      messages: [],
      forgotten: 0,
    });
    await conversation.append({ role: 'user', content: 'read the log' });
    await conversation.append({ role: 'assistant', type: 'tool_call', content: '', toolCalls: [call] });
    const result = { role: 'tool' as const, toolCallId: call.id, content: 'all is well' };
    await expect(conversation.append({ ...result, type: 'tool_result' })).rejects.toThrow('refused');
    await conversation.append({ role: 'user', content: 'and now?' });
    await compact(conversation);
    expect(shape(conversation)).toEqual([
      'user read the log',
      'assistant call-1 ',
      'tool call-1 [No result] The cal',
      'user and now?',
    ]);
  });
});

const openSession = () =>
  world.memory.sessions.open({ id: randomUUID(), project: 'taskforge', agent: 'chapo' });

const compact = (conversation: Conversation) =>
  conversation.compactIfNeeded({
    fixedTokens: 0,
    tokenScale: 1,
    budget: 180_000,
    signal: new AbortController().signal,
  });

const summary = JSON.stringify({ summary: { work: ['read the log'] }, candidates: [] });

const log = (number: number): string => `log ${number}: ${'all is well; '.repeat(250)}`;

const call = { id: 'call-1', name: 'read_file', arguments: '{"path":"log.txt"}' };

/** Each message by its role, its call or what it answers, and the beginning of what it says. */
const shape = (conversation: Conversation): string[] =>
  conversation.messages.map(
    ({ message }) => `${message.role}${calls(message)} ${message.content.slice(0, 19)}`,
  );

function calls(message: ChatMessage): string {
  if (message.role === 'tool') return ` ${message.toolCallId}`;
  return message.role === 'assistant' ? (message.toolCalls ?? []).map(({ id }) => ` ${id}`).join('') : '';
}

/** A memory whose store answers sessions' appends as scripted: 'away' keeps a message waiting, 'broken' throws. */
function withFaults(faults: ('fine' | 'away' | 'broken')[]): Memory {
  const waiting: Parameters<Memory['sessions']['append']>[1] = [];
  return {
    ...world.memory,
    sessions: {
      ...world.memory.sessions,
      async append(session, messages) {
        const fault = faults.shift() ?? 'fine';
        if (fault === 'broken') throw new Error('the store refused the message');
        if (fault === 'away') {
          waiting.push(...messages);
          return Promise.all(
            messages.map(
              async ({ id = '', content, type = 'text', toolCalls = [], toolCallId = null, role }) => ({
                id,
                number: null,
                isNew: true,
                forgotten: null,
                text: await RedactedText.of(content),
                tokens: 1,
                stored: toChatMessage({ role, content, type, toolCalls, toolCallId }),
              }),
            ),
          );
        }
        await world.memory.sessions.append(session, waiting.splice(0));
        return world.memory.sessions.append(session, messages);
      },
    },
  };
}
