import { setTimeout as pause } from 'node:timers/promises';
import { factText, pick, type ScriptedAnswer } from '@devai/memory/testing';
import type { ServerProcess } from '../../../apps/api/tests/server-process.ts';
import type { Attack } from '../attack.ts';
import {
  createBookedChat,
  Disconnected,
  NoEnd,
  type BookedChat,
} from '../../../apps/api/testing/booked-chat.ts';
import { checkFacts, waitUntilFinished } from '../../../apps/api/testing/check-memories.ts';
import { checkSession } from '../../../apps/api/testing/check-sessions.ts';
import {
  environmentOf,
  shortWaits,
  startFactModel,
  type Question,
} from '../../../apps/api/testing/fact-model.ts';

/** Users who talk at the same time. */
const users = 4;

/**
 * Kills the server with SIGKILL at random moments while users talk. A user whose connection broke reconnects, compares what is
 * stored with what was acknowledged, and resends messages whose turn has not ended. Every second one begins a new session first and returns later.
 */
export async function attackByKills({ place, random, isOver, tally, stop }: Attack): Promise<void> {
  const model = await startFactModel((question) => answer(question, random));
  const start = () => place.start({ options: shortWaits, environment: environmentOf(model) });
  const chats: BookedChat[] = [];
  let server: ServerProcess = await start();
  let facts = 0;

  async function talk(): Promise<void> {
    while (!isOver()) {
      const chat = createBookedChat();
      chats.push(chat);
      do await sayUntilBroken(chat);
      while (!isOver() && random() < 0.5);
      await chat.close();
    }
  }

  /** Says fact after fact until the connection breaks. */
  async function sayUntilBroken(chat: BookedChat): Promise<void> {
    try {
      while (!(await isConnected(chat, server)) && !isOver()) await pause(50, undefined, { signal: stop });
      await checkSession(server.url, chat, tally);
      while (!isOver()) await chat.deliver(chat.pending() ?? chat.add(factText((facts += 1))));
    } catch (error) {
      if (error instanceof NoEnd) tally.fail('other', error.message);
    }
  }

  try {
    const talking = Promise.all(Array.from({ length: users }, talk));
    talking.catch(() => {}); // awaited below
    while (!isOver()) {
      await pause(100 + random() * 1_900, undefined, { signal: stop });
      if (!server.isRunning())
        tally.fail('crashed', `the server ended by itself: ${server.output().slice(-500)}`);
      await server.kill();
      tally.try();
      server = await start();
    }
    await talking;
    await Promise.all(chats.map((chat) => finishTurns(chat, server, tally)));
    await waitUntilFinished(server.url, tally);
    for (const chat of chats) await checkSession(server.url, chat, tally);
    const stated = chats.flatMap(({ said }) => said).filter(({ isAcknowledged }) => isAcknowledged);
    await checkFacts(
      server.url,
      stated.map(({ content }) => content),
      tally,
    );
    const code = await server.stop();
    if (code !== 0) tally.fail('crashed', `the server ended with ${code}: ${server.output().slice(-500)}`);
    tally.notes.push(`${chats.length} sessions, ${stated.length} acknowledged messages`);
  } finally {
    await model.close();
  }
}

/** Every second turn uses a tool, and all turns take a while, so that kills hit them in the middle. */
function answer({ messages, said }: Question, random: () => number): ScriptedAnswer {
  const isAnswered = messages.at(-1)?.role === 'tool';
  const slowly = { fault: 'slow', pause: pick(random, 40) } as const;
  if (isAnswered || random() < 0.5) return { text: `Noted: ${said}`, ...slowly };
  const content = JSON.stringify({ path: `notes-${pick(random, 9)}.md`, content: said });
  return { toolCalls: [{ name: 'write_file', arguments: content }], ...slowly };
}

const isConnected = (chat: BookedChat, { url }: ServerProcess): Promise<boolean> =>
  chat.connect(url).then(
    () => true,
    () => false,
  );

/** Milliseconds in which a server that was started again takes its users back: on a busy machine the store answers late, and they retry. */
const takingBack = 60_000;

/** Resends messages until their turns have ended. */
async function finishTurns(chat: BookedChat, server: ServerProcess, tally: Attack['tally']): Promise<void> {
  const message = chat.pending();
  const deadline = performance.now() + takingBack;
  try {
    while (!(await isConnected(chat, server))) {
      if (performance.now() > deadline) return tally.fail('other', 'a user cannot connect again');
      await pause(200);
    }
    if (message !== null) await chat.deliver(message);
  } catch (error) {
    if (!(error instanceof NoEnd || error instanceof Disconnected)) throw error;
    tally.fail('lost', `a turn never ends: ${error.message}`);
  }
  await chat.close();
}
