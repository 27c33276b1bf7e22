import { beforeEach, describe, expect, it } from 'vitest';
import type { Memory } from '../src/memory.ts';
import { message } from '../testing/message.ts';
import { testDatabases } from './test-database.ts';
import { openWorld, project, start } from '../testing/open-world.ts';

const told = 'our staging gateway moved to port 6543 last night, what a mess';
const question = 'Which port is the staging gateway on?';

describe.each(testDatabases())('what was said before, on $name', (testDatabase) => {
  const world = openWorld(testDatabase);
  let memory: Memory;
  beforeEach(async () => {
    memory = await world.openMemory();
  });

  it('leaves out a reply that only quotes memory, so that replies do not quote each other', async () => {
    await world.say([told]);
    const quote = `You said on 22 November: "${told}"`;
    await world.say([
      'on which port does it listen?',
      message(quote, { role: 'assistant', metadata: { quotesMemory: true } }),
      message(`As you said: ${told}`, { role: 'assistant' }),
    ]);
    const { contents } = await saidFor(question);
    expect(contents).toContain(told);
    expect(contents).not.toContain(quote);
    const { said } = await memory.recall({ text: question, project, preview: true });
    expect(said.map((hit) => hit.message.content)).not.toContain(quote);
  });

  it('comes back in another session, dated, and marked as the user’s words', async () => {
    const session = await world.say(['hello there', told, message('Noted.', { role: 'assistant' })]);
    await memory.sessions.update(session, { name: 'Gateway trouble' });
    const { block, contents } = await saidFor(question);
    expect(contents[0]).toBe(told);
    const [stored] = await memory.sessions.messages(session);
    expect(stored?.createdAt).toEqual(start);
    expect(block).toContain(`- (2026-03-01, Gateway trouble) The user said: "${told}"`);
  });

  it('is in no prompt, of whatever session, while the user keeps it out, and people still find it', async () => {
    const session = await world.say(['hello there', told]);
    await memory.contexts.hideMessages(session, [2], true);
    expect((await saidFor(question)).contents).not.toContain(told);
    const found = async (forPrompt: boolean) =>
      (
        await memory.search({ text: 'staging gateway port', project, messages: true, forPrompt })
      ).messages.map(({ message: { content } }) => content);
    expect(await found(true)).toEqual([]);
    expect(await found(false)).toEqual([told]);
    await memory.contexts.hideMessages(session, [2], false);
    expect((await saidFor(question)).contents).toContain(told);
    expect(await found(true)).toEqual([told]);
  });

  it('is found by meaning once it has its vector, which is made in the background', async () => {
    await world.say(['the stagingdatabases are slow']);
    await world.embedded();
    // no word in common, only parts of one
    expect((await saidFor('stagingdatabase')).contents).toEqual(['the stagingdatabases are slow']);
  });

  it('is not brought back into its own context until a compaction removed it', async () => {
    const id = await world.say([told]);
    expect((await saidFor(question, { sessionId: id })).contents).toEqual([]);
    await world.query('update public.devai_sessions set summary_through = 1');
    expect((await saidFor(question, { sessionId: id })).contents).toEqual([told]);
  });

  it('stays within its project; what was said without a project is found everywhere', async () => {
    await world.say([told], { of: 'other' });
    await world.say([`${told}, and I am tired`], { of: null });
    expect((await saidFor(question)).contents).toEqual([`${told}, and I am tired`]);
    expect((await saidFor(question, { project: null })).contents).toEqual([`${told}, and I am tired`]);
    expect((await saidFor(question, { project: 'Other' })).contents).toContain(told);
  });

  it('leaves out tool calls, tool results and notices', async () => {
    const call = { id: 'call_1', name: 'read_file', arguments: JSON.stringify({ path: told }) };
    await world.say([
      message(told, { role: 'assistant', type: 'tool_call', toolCalls: [call] }),
      message(told, { role: 'tool', type: 'tool_result', toolCallId: 'call_1' }),
      message(told, { role: 'assistant', type: 'notice' }),
    ]);
    expect((await saidFor(question)).contents).toEqual([]);
  });

  it('leaves out what a memory in the prompt says, and repetitions', async () => {
    await world.say([told]);
    await world.say([told.toUpperCase()]);
    const twice = await memory.recall({ text: question, project, preview: true });
    expect(twice.said.map(({ injected }) => injected)).toEqual([true, false]);
    await memory.remember({ content: told, project });
    const known = await memory.recall({ text: question, project, preview: true });
    expect(known.said.map(({ injected }) => injected)).toEqual([false, false]);
    expect(known.block).not.toContain('Said before');
  });

  it('is marked when the memory taken from it was superseded, and unmarked when that is undone', async () => {
    const sessionId = await world.say([told]);
    const { memory: made } = await memory.keep({ content: told, project, sessionId });
    await world.setNow(new Date(Date.now() + 1_000)); // messages have the time of their process
    const { memory: newer } = await memory.remember({
      content: 'The staging gateway listens on 7000',
      project,
    });
    await memory.jobs.drain();
    await world.applyDecisionToStored(newer.id, { action: 'update', targetId: made.id });
    expect((await saidFor(question)).block).toMatch(
      /^- \([\d-]{10}, superseded since[,)].* The user said: "our staging/m,
    );
    await memory.memories.restore(made.id, 'it is true after all');
    expect((await saidFor(question)).block).not.toContain('superseded since');
  });

  describe('beside a memory that was taken from it', () => {
    const statement = 'remember this: the staging database listens on 6543';
    const asked = 'On which port does the staging database listen?';

    it('comes back if it gives another figure', async () => {
      await state();
      await world.say(['no, the staging database listens on 6544']);
      const { contents, block } = await saidFor(asked);
      expect(contents).toEqual(['no, the staging database listens on 6544']);
      expect(block).toContain('listens on 6543');
    });

    it('never gives the text from before the memory was edited as valid', async () => {
      const id = await state();
      expect((await saidFor(asked)).contents).toEqual([]);
      await memory.memories.update(id, { content: 'the staging database listens on 6544' }, 'it moved');
      const { block } = await saidFor(asked);
      expect(block).toContain('listens on 6544');
      expect(block).not.toContain('6543');
      await memory.memories.update(id, { content: 'we switched the staging database off' }, 'it is gone');
      expect((await saidFor(asked)).block).toMatch(
        /superseded since\) The user said: "remember this: .* 6543"/,
      );
    });

    it('stays out of the prompt with the memory, if that is excluded', async () => {
      const id = await state();
      const { block } = await memory.recall({ text: asked, project, preview: true, exclude: [id] });
      expect(block).toBe('');
    });

    async function state(): Promise<string> {
      const sessionId = await world.say([statement]);
      const { saved } = await memory.rememberStated({
        text: statement,
        project,
        sessionId,
        messageNumber: 1,
      });
      return saved[0]?.memory.id ?? '';
    }
  });

  it('is quoted around the words of the question, wherever they are in a long message', async () => {
    const filler = 'The build of the second project ran through without a warning. '.repeat(800);
    await world.say([`${filler}\nMy badge number is 4471. ${filler}`]);
    const { block } = await saidFor('What is my badge number?');
    expect(block).toContain('My badge number is 4471.');
  });

  it('is not found any more when the memory taken from it is forgotten', async () => {
    const sessionId = await world.say([told]);
    const { memory: made } = await memory.keep({ content: told, project, sessionId });
    await memory.memories.forget(made.id);
    expect((await saidFor(question)).contents).toEqual([]);
    expect(await world.query('select from public.devai_said')).toEqual([]);
  });

  it('is judged like a memory: nothing comes back for an unrelated subject', async () => {
    await world.say([told, 'the weather is fine today', 'lunch was great']);
    expect((await saidFor('Who painted the ceiling of the chapel in Rome?')).block).toBe('');
  });

  async function saidFor(text: string, input: { project?: string | null; sessionId?: string } = {}) {
    const { said, block } = await memory.recall({ text, project, preview: true, ...input });
    return { block, contents: said.filter(({ injected }) => injected).map((hit) => hit.message.content) };
  }
});
