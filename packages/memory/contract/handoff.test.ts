import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Memory } from '../src/memory.ts';
import type { NewMessage } from '../src/types.ts';
import type { Session } from '../src/store/sessions.ts';
import { countTokens } from '../src/text/tokens.ts';
import { testDatabases } from './test-database.ts';
import { openWorld, project } from '../testing/open-world.ts';
import { message } from '../testing/message.ts';

describe.each(testDatabases())('a conversation that is handed over, on $name', (testDatabase) => {
  const world = openWorld(testDatabase);
  let memory: Memory;
  let session: Session;
  beforeEach(async () => {
    memory = await world.openMemory();
    session = await memory.sessions.open({ id: randomUUID(), project, agent: 'chapo' });
  });

  it('continues with another agent, who is told what was said, and knows state, tasks and choices', async () => {
    await memory.remember({
      project,
      content: 'build the exporter',
      category: 'task',
      metadata: { status: 'doing' },
    });
    const kept = await memory.remember({ project, content: 'the exporter writes CSV' });
    await say('We write the exporter in Rust.');
    await say('Good.', {
      role: 'assistant',
      toolCalls: [{ id: 'c1', name: 'list_files', arguments: '{"path":"secret-folder"}' }],
    });
    await say('My locker is number nine.');
    await say('a long listing', { role: 'tool', type: 'tool_result', toolCallId: 'c1' });
    await memory.sessions.setState(session.id, 'step', 3);
    await memory.sessions.setState(session.id, 'branch', 'main');
    await memory.contexts.chooseMemories(session.id, 'pinned', [kept.memory.id], true);
    await memory.contexts.hideMessages(session.id, [3], true);

    const { session: next, told } = await memory.sessions.handoff(session.id, {
      to: 'devo',
      state: { branch: 'exporter' },
    });
    expect(next).toMatchObject({
      project,
      agent: 'devo',
      parent: null,
      handedOverFrom: session.id,
      state: { step: 3, branch: 'exporter' },
    });
    expect(told).toMatch(
      /^The user's conversation with chapo goes on here[^]*### Open Tasks[^]*- doing: build the exporter[^]*## Last messages\n#1 user,[^]* We write the exporter in Rust\.\n#2 assistant,[^]* Good\.$/,
    );
    expect(told).not.toMatch(/a long listing|list_files|secret-folder/);
    // kept out of prompts by the user
    expect(told).not.toContain('locker');
    const [first] = await memory.sessions.messages(next.id);
    expect(first).toMatchObject({ role: 'user', type: 'notice', content: told });
    expect(await memory.contexts.choices(next.id)).toMatchObject({ pinned: [kept.memory.id], hidden: [] });
    // the user said it once: the old session is extracted, its copy is not
    expect((await memory.sessions.get(session.id))?.endedAt).not.toBeNull();
    expect(next).toMatchObject({ messageCount: 1, extractedThrough: 1 });
    const jobs = await world.store.listJobs({ status: null, limit: 100 });
    expect(jobs.filter(({ kind }) => kind === 'extract').map(({ key }) => key)).toEqual([session.id]);
  });

  it('contains the last messages that fit, and a summary in place of older ones', async () => {
    for (let index = 1; index <= 60; index += 1) await say(`report ${index}: ${'all is well '.repeat(20)}`);
    await world.query('update public.devai_sessions set summary = $2, summary_through = 30 where id = $1', [
      session.id,
      'The stations are watched.',
    ]);
    const { told } = await memory.sessions.handoff(session.id, { to: 'chapo', budgetTokens: 1_000 });
    expect(countTokens(told)).toBeLessThanOrEqual(1_000);
    expect(told).toContain('## Its beginning, in short\nThe stations are watched.');
    expect(told).toMatch(/report 59: [^]*report 60: /);
    expect(told).not.toContain('report 30:');
  });

  it('loses what is forgotten later, also paraphrases, even after a second handoff', async () => {
    await say('remember this: the staging database listens on port 6543');
    await say('Noted: 6543 is the port that the staging database listens on.', { role: 'assistant' });
    const { saved } = await memory.rememberStated({
      text: 'remember this: the staging database listens on port 6543',
      project,
      sessionId: session.id,
      messageNumber: 1,
    });
    const { session: second } = await memory.sessions.handoff(session.id, { to: 'devo' });
    const { session: third, told } = await memory.sessions.handoff(second.id, { to: 'chapo' });
    expect(told).toContain('6543');
    await memory.memories.forget(saved[0]?.memory.id ?? '');
    const again = await memory.sessions.handoff(third.id, { to: 'scout' });
    expect(again.told).not.toContain('6543');
  });

  it('is refused during a turn, for an unknown session, and with values out of bounds', async () => {
    await memory.sessions.append(session, [message('hello')], { turn: { holder: 'one', is: 'beginning' } });
    await expect(memory.sessions.handoff(session.id, { to: 'devo' })).rejects.toMatchObject({
      code: 'session_busy',
    });
    await memory.sessions.append(session, [], { turn: { holder: 'one', is: 'ending' } });
    const refused = [
      memory.sessions.handoff(randomUUID(), { to: 'devo' }),
      memory.sessions.handoff(session.id, { to: 'devo', budgetTokens: 10 }),
      memory.sessions.handoff(session.id, { to: 'devo', state: { text: 'x'.repeat(16_000) } }),
    ];
    const ends = await Promise.allSettled(refused);
    expect(ends.map((end) => end.status === 'rejected' && Object(end.reason).code)).toEqual([
      'not_found',
      'invalid_input',
      'invalid_input',
    ]);
    expect(await memory.sessions.list({})).toHaveLength(1);
  });

  async function say(content: string, fields: Partial<NewMessage> = {}) {
    const [stored] = await memory.sessions.append(session, [message(content, fields)]);
    return stored?.number ?? 0;
  }
});
