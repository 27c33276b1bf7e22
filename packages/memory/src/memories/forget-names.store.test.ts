import { expect, it } from 'vitest';
import { message } from '../../testing/message.ts';
import { openWorld, project } from '../../testing/open-world.ts';
import type { Memory } from '../memory.ts';

// What is hidden with a memory whose name or figure is known from it alone.

const world = openWorld();
const said = "Thanks. I'm off, my dog Frieda needs a walk.";

it('hides its name in what is said after it, and where it was in the prompt, in any language and wording', async () => {
  const { memory, id, own } = await frieda(['Enjoy it, you and Frieda! See you.']);
  const told = await world.say([
    'What do you know about me?',
    reply('Du heißt Miriam. Du hast einen Hund namens Frieda.', [id]),
    reply('Give Frieda a treat. The tests are green.', [id]),
  ]);
  await memory.memories.forget(id);
  expect(await hiddenIn(own)).toEqual(["I'm off, my dog Frieda needs a walk.", 'Enjoy it, you and Frieda!']);
  expect(await hiddenIn(told)).toEqual(['Du hast einen Hund namens Frieda.', 'Give Frieda a treat.']);
});

it('hides no name that is known from elsewhere, too', async () => {
  const { memory, id } = await frieda([]);
  const told = await world.say([
    'Our new colleague is called Frieda.',
    reply('Frieda has a desk now.', []),
    reply('Then Frieda starts on Monday.', [id]),
  ]);
  await memory.memories.forget(id);
  expect(await hiddenIn(told)).toEqual([]);
});

async function frieda(replies: string[]): Promise<{ memory: Memory; id: string; own: string }> {
  const memory = await world.openMemory();
  const own = await world.say([said, ...replies.map((text) => reply(text, []))]);
  const { memory: stored } = await memory.remember({
    content: 'The user has a dog called Frieda',
    about: 'user',
    project,
    sessionId: own,
    messageNumber: 1,
    messageText: said,
  });
  return { memory, id: stored.id, own };
}

const reply = (text: string, recalled: string[]) =>
  message(text, { role: 'assistant', metadata: { recalled } });

/** The parts of a session's messages that no model sees. */
async function hiddenIn(sessionId: string): Promise<string[]> {
  const messages = await world.store.listMessages(sessionId, { after: 0, limit: 100 });
  return messages.flatMap(({ content, marks }) => [
    ...new Set(marks.map(({ part }) => (part ? content.slice(part.from, part.to).trim() : content))),
  ]);
}
