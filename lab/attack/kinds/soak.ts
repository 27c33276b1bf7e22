import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import type { NumberedFrame } from '@devai/fastify/protocol/frames';
import { factText, percentile } from '@devai/memory/testing';
import { z } from 'zod';
import { secret, tokenFor } from '../../../apps/api/tests/provider.ts';
import type { Attack } from '../attack.ts';
import {
  createBookedChat,
  Disconnected,
  NoEnd,
  type BookedChat,
} from '../../../apps/api/testing/booked-chat.ts';
import { checkFacts, waitUntilFinished } from '../../../apps/api/testing/check-memories.ts';
import { checkSession } from '../../../apps/api/testing/check-sessions.ts';
import { environmentOf, shortWaits, startFactModel } from '../../../apps/api/testing/fact-model.ts';

/** Users of one server, each with a chat at a time. */
const names = Array.from({ length: 10 }, (_, user) => `user-${user}`);
const operator = { authorization: 'Bearer the token of the operator' };
/** Turns of a session. */
const turns = 20;
/** Milliseconds that a user thinks, on average. */
const thinking = 1_000;

const sample = z.object({
  rss: z.number(),
  heap: z.number(),
  handles: z.record(z.string(), z.number()),
  delay: z.number(),
  longest: z.number(),
});
type Sample = z.infer<typeof sample>;

/** Below so many seconds in the second half, figures are only reported: a server that has just started grows for minutes. */
const leastHalf = { delay: 30, growth: 150 };
/** Limits. `growth`: a share, over the second half. `delay`: milliseconds at p99. */
const limits = { growth: 0.1, handles: 0.1, delay: 50 };

/**
 * Lets ten users of one server talk. Checks that replies are right, the event loop is free, neither memory nor open handles grow, and no
 * message is left in the journal.
 */
export async function soak({ place, random, duration, isOver, tally, stop }: Attack): Promise<void> {
  const users = await Promise.all(
    names.map(async (name) => ({ authorization: `Bearer ${await tokenFor(name, { expiresIn: '1d' })}` })),
  );
  const model = await startFactModel(({ said }) => `Noted: ${said}`);
  const samples: Sample[] = [];
  const server = await place.start({
    options: shortWaits,
    environment: {
      ...environmentOf(model),
      DEVAI_AUTH_SECRET: secret,
      DEVAI_API_TOKEN: operator.authorization.slice('Bearer '.length),
    },
    imported: {
      script: join(import.meta.dirname, '../measure-process.ts'),
      hear: (message) => samples.push(sample.parse(message)),
    },
  });
  const own = monitorEventLoopDelay({ resolution: 10 });
  own.enable();
  const chats: BookedChat[] = [];
  const times: number[] = [];
  let facts = 0;

  async function talk(user: Record<string, string>): Promise<void> {
    await pause(random() * thinking, undefined, { signal: stop });
    while (!isOver()) {
      const chat = createBookedChat(user);
      chats.push(chat);
      await chat.connect(server.url);
      for (let turn = 0; turn < turns && !isOver(); turn += 1) {
        await say(chat, factText((facts += 1)));
        await pause(random() * 2 * thinking, undefined, { signal: stop });
      }
      await chat.close();
    }
  }

  async function say(chat: BookedChat, content: string): Promise<void> {
    tally.try();
    const started = performance.now();
    try {
      // what the background saved may be told just behind it
      const isReply = (frame: NumberedFrame) => frame.type === 'message' && frame.role === 'assistant';
      const reply = (await chat.deliver(chat.add(content))).findLast(isReply);
      times.push(performance.now() - started);
      if (reply?.type !== 'message' || reply.content !== `Noted: ${content}`) {
        tally.fail('other', `a wrong reply to "${content}": ${JSON.stringify(reply)}`);
      }
    } catch (error) {
      if (!(error instanceof Disconnected || error instanceof NoEnd)) throw error;
      tally.fail('other', error.message);
    }
  }

  try {
    const warm = setTimeout(() => server.tell('warm'), duration / 10);
    await Promise.all(users.map(talk)).finally(() => clearTimeout(warm));
    judge(samples.slice(), own.percentile(99) / 1e6 - 10, tally);
    tally.notes.push(
      `${times.length} turns, p50 ${Math.round(percentile(times, 0.5))} ms, p99 ${Math.round(percentile(times, 0.99))} ms`,
    );
    await waitUntilFinished(server.url, tally, { operator, users });
    for (const chat of chats) await checkSession(server.url, chat, tally);
    await checkFacts(
      server.url,
      chats.flatMap(({ said }) => said.map(({ content }) => content)),
      tally,
      users[0],
    );
    const waiting = await filesIn(join(place.folder.path, 'data', 'journal'));
    tally.notes.push(`files left in the journal: ${waiting.length}`);
    if (waiting.length > 0) tally.fail('other', `left in the journal: ${waiting.join(', ')}`);
    const code = await server.stop();
    if (code !== 0) tally.fail('crashed', `the server ended with ${code}: ${server.output().slice(-500)}`);
  } finally {
    await model.close();
  }
}

/** Compares what was measured with the limits. `own`: milliseconds that this process itself was late, which shows how busy the machine is. */
function judge(samples: Sample[], own: number, tally: Attack['tally']): void {
  const half = samples.slice(Math.floor(samples.length / 2));
  const last = half.at(-1);
  if (half.length < 2 || last === undefined) return tally.fail('other', 'nothing was measured');
  const rss = trend(half.map((one) => one.rss));
  const handles = trend(half.map((one) => sumOf(one.handles)));
  const kinds = new Set(half.flatMap((one) => Object.keys(one.handles)));
  const growing = Array.from(kinds, (kind) => ({
    kind,
    ...trend(half.map((one) => one.handles[kind] ?? 0)),
  })).filter(({ growth }) => growth > 1);
  tally.notes.push(
    `event loop: p99 ${last.delay.toFixed(0)} ms, longest ${last.longest.toFixed(0)} ms; of the users' process: p99 ${own.toFixed(0)} ms`,
    `memory after a tenth of the time, at half of it and at its end: ${[0.1, 0.5, 1].map((share) => memoryAt(samples, share)).join(', ')}`,
    `memory: ${megabytes(rss.mean)}, ${megabytes(rss.growth)} more over the second half (${half.length} s), a slope of ${megabytes((rss.growth / half.length) * 60)} a minute`,
    `open handles: ${handles.mean.toFixed(0)}, ${handles.growth.toFixed(1)} more over the second half; ${growing.map(({ kind, mean, growth }) => `${kind}: ${mean.toFixed(0)}, ${growth.toFixed(1)} more`).join('; ') || 'no kind grows'}`,
  );
  if (half.length >= leastHalf.delay && own < limits.delay && last.delay > limits.delay)
    tally.fail('other', `the event loop was late by ${last.delay.toFixed(0)} ms at p99`);
  if (half.length < leastHalf.growth) return;
  if (rss.growth > limits.growth * rss.mean) tally.fail('other', `memory grew by ${megabytes(rss.growth)}`);
  if (handles.growth > limits.handles * handles.mean + 2) {
    tally.fail('other', `open handles grew by ${handles.growth.toFixed(1)}`);
  }
}

const sumOf = (counts: Sample['handles']): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

/** The mean memory of ten seconds after a share of the time, and its lowest heap in the minute before. */
function memoryAt(samples: Sample[], share: number): string {
  const until = samples.slice(0, Math.max(1, Math.floor(samples.length * share)));
  const last = until.slice(-10);
  const rss = last.reduce((sum, one) => sum + one.rss, 0) / last.length;
  const heap = Math.min(...until.slice(-60).map((one) => one.heap));
  return `${megabytes(rss)} (heap ${megabytes(heap)})`;
}

/** The paths of all files in a folder, which may not exist. */
async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
}

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

/** Returns how much figures, one per second, grow from the first to the last, by least squares. */
function trend(values: number[]): { mean: number; growth: number } {
  const count = values.length;
  const mean = values.reduce((sum, value) => sum + value, 0) / count;
  const middle = (count - 1) / 2;
  let above = 0;
  let below = 0;
  for (const [index, value] of values.entries()) {
    above += (index - middle) * (value - mean);
    below += (index - middle) ** 2;
  }
  return { mean, growth: (above / below) * (count - 1) };
}
