import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { message } from '../../testing/message.ts';
import { openWorld, project } from '../../testing/open-world.ts';

const world = openWorld();

const names = ['Quibbleforth', 'Zanzibarra', 'Öztürkmen', 'Плющенко', 'Nguyenova', 'X-4711'];
const facts = [
  (name: string) => `My doctor is ${name}`,
  (name: string) => `I pay ${name} for the flat`,
  (name: string) => `Meine Ärztin heißt ${name}`,
  (name: string) => `${name} ist mein Kennwort für den Tresor gewesen`,
  (name: string) => `คุณหมอของฉันชื่อ ${name}`,
];
/** What an agent says of it, in its words, other words, or another language. */
const replies = [
  (fact: string) => `Noted: ${fact}. The build is green.`,
  (_: string, name: string) => `I will tell ${name} tomorrow. The build is green.`,
  (_: string, name: string) => `Ihr Arzt ist also ${name}. The build is green.`,
  (_: string, name: string) => `Je me souviens de ${name}! The build is green.`,
  (fact: string) => `As you said, "${fact.toUpperCase()}". The build is green.`,
];
const scenario = fc.record({
  name: fc.constantFrom(...names),
  fact: fc.constantFrom(...facts),
  replies: fc.array(fc.constantFrom(...replies), { minLength: 1, maxLength: 3 }),
  around: fc.constantFrom('', 'By the way. ', 'We are working on the shop today. '),
});

it('leaves nothing of a memory and its messages in an export, a history or a prompt, and keeps the rest', async () => {
  const memory = await world.openMemory();
  let run = 0;
  await fc.assert(
    fc.asyncProperty(scenario, async ({ name: family, fact, replies: said, around }) => {
      // of each run its own
      run += 1;
      const name = `${family}${'abcdefghijklmnopqrstuvwxyz'[run % 26] ?? ''}${'qxz'[run % 3] ?? ''}`;
      const statement = fact(name);
      // an id at random can look like the number of an account, and is redacted then
      const tag = `of run ${run} of them`;
      const turn = randomUUID();
      const first = { id: randomUUID(), project, agent: 'chapo' };
      await memory.sessions.open(first);
      await memory.sessions.append(first, [
        message(`${around}${statement}.`, { metadata: { turn } }),
        message('', {
          role: 'assistant',
          type: 'tool_call',
          toolCalls: [{ id: 'c1', name: 'search_files', arguments: JSON.stringify({ query: statement }) }],
          metadata: { turn },
        }),
        message(`found: ${name}`, {
          role: 'tool',
          type: 'tool_result',
          toolCallId: 'c1',
          metadata: { turn },
        }),
        ...said.map((reply) => message(reply(statement, name), { role: 'assistant', metadata: { turn } })),
        message(`The harbour ${tag} opens at six.`),
      ]);
      const cite = { project, sessionId: first.id, messageNumber: 1, messageText: `${around}${statement}.` };
      const { memory: stored } = await memory.remember({ ...cite, content: statement });
      const { memory: sibling } = await memory.remember({
        ...cite,
        content: `The shop ${tag} was told about`,
      });
      await memory.sessions.update(first.id, { name: `About ${name}`, state: { who: name, step: 3 } });
      await memory.shared.publish(`told/${run}`, `call ${name}`, { project, sessionId: first.id });
      await memory.focus.edit(project, [{ topic: `visit to ${name}`, filePaths: [], directories: [] }]);

      const second = { id: randomUUID(), project, agent: 'chapo' };
      await memory.sessions.open(second);
      const recalled = { turn: randomUUID(), recalled: [stored.id] };
      await memory.sessions.append(second, [
        message('What do you know?', { metadata: recalled }),
        ...said.map((reply) => message(reply(statement, name), { role: 'assistant', metadata: recalled })),
      ]);

      const forgotten = await memory.memories.forget(stored.id, { messages: true });
      expect(forgotten).toMatchObject({ forgotten: true, keptMessages: 0 });

      const lines: string[] = [];
      for await (const line of memory.transfer.export()) lines.push(JSON.stringify(line));
      const left = lines.filter((line) => line.toLowerCase().includes(name.toLowerCase()));
      expect(left).toEqual([]);
      expect(JSON.stringify(await memory.memories.history(sibling.id))).not.toContain(name);
      const { block } = await memory.recall({ text: statement, project, preview: true });
      expect(block).not.toContain(name);
      const searched = await memory.search({ text: name, project, messages: true });
      expect(JSON.stringify(searched)).not.toContain(name);

      const kept = lines.join('\n');
      expect(kept).toContain(`The harbour ${tag} opens at six.`);
      expect(kept).toContain(`The shop ${tag} was told about`);
      expect((await memory.sessions.get(first.id))?.state).toEqual({ step: 3 });
      const messages = await memory.sessions.messages(second.id);
      expect(messages.map(({ content }) => content).join('\n')).toContain('The build is green.');
    }),
    { numRuns: 8 },
  );
});
