import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock, Job, Memory } from '@devai/memory';
import { AnswersError } from './answers-error.ts';
import { betweenTurns, endOf, type History, type TalkSession } from './history.ts';
import type { HistoryStore } from './history-store.ts';

/** No project's chat: what is told is about people. */
export const project = null;

/** Milliseconds from the last turn of a session to its end. */
const untilEnd = 600_000;

/** Milliseconds before jobs that failed run again, each round. */
export type JobPauses = number[];
export const patientPauses: JobPauses = [2_000, 20_000, 60_000];

/** The clocks of the library and of the store, which stand still between two moments of a history. They never go back. */
export type HistoryClock = Clock & { moveTo(moment: Date): Promise<void> };

export function createHistoryClock({ setNow }: HistoryStore): HistoryClock {
  let now = new Date(0);
  return {
    now: () => now,
    async moveTo(moment) {
      if (moment > now) now = moment;
      await setNow(now);
    },
  };
}

/** Codes of failures that come again with the same texts. A host goes on without what they concern. */
const lasting = ['malformed_answer', 'model_refused', 'context_too_long'];

/**
 * Tells a memory a history as a host does: each message at its time, explicit requests at once, an extraction when it is due and at the end
 * of each session. What is stored and extracted already is not repeated, so it goes on after a process was killed. Returns how many jobs the
 * model could not do. Throws `ingestion_failed`, and what the store throws.
 */
export async function ingest(
  { id, sessions }: History,
  { memory, clock, pauses, onSession }: Ingestion,
): Promise<number> {
  await freeLeases(memory, clock);
  let isDue = true;
  const givenUp = new Set<string>();
  const stopListening = memory.jobs.onEnqueued(() => void (isDue = true));
  const work = async () => {
    if (!isDue) return;
    isDue = false;
    await finishJobs(memory, { history: id, pauses, givenUp });
  };
  try {
    for (const session of sessions) {
      await tellSession(session, sessionIdOf(id, session), { memory, clock, work });
      onSession();
    }
    isDue = true;
    await work();
    // in the background, a text that could not be embedded would wait for the next one
    await memory.reembed();
    return givenUp.size;
  } finally {
    stopListening();
  }
}

export type Ingestion = { memory: Memory; clock: HistoryClock; pauses: JobPauses; onSession: () => void };

async function tellSession(
  session: TalkSession,
  id: string,
  { memory, clock, work }: Pick<Ingestion, 'memory' | 'clock'> & { work: () => Promise<void> },
): Promise<void> {
  const { start, turns } = session;
  const known = await memory.sessions.get(id);
  const end = new Date(endOf([session]).getTime() + untilEnd);
  if (known?.metadata['told'] === true) return clock.moveTo(end);
  const identity = { id, project, agent: 'chapo' };
  await clock.moveTo(start);
  await memory.sessions.open(identity);
  for (const [index, turn] of turns.entries()) {
    await clock.moveTo(new Date(start.getTime() + index * betweenTurns));
    const [stored] = await memory.sessions.append(identity, [
      {
        ...{ id: uuidOf(id, turn.id), role: turn.role, type: 'text', content: turn.text },
        ...{ toolCalls: [], toolCallId: null, pinned: false, metadata: { turn: turn.id } },
      },
    ]);
    if (stored?.isNew && turn.role === 'user') {
      await memory.rememberStated({
        ...{ text: stored.text, project, sessionId: id, messageNumber: stored.number },
      });
    }
    await work();
  }
  await clock.moveTo(end);
  await memory.sessions.end(id, { now: true });
  await work();
  await memory.sessions.update(id, { metadata: { told: true } });
}

/** Jobs that a killed process was running are free as soon as their lease is over, by a clock that stands still. */
async function freeLeases(memory: Memory, clock: HistoryClock): Promise<void> {
  const running = await memory.jobs.list({ status: 'running', limit: 500 });
  const ends = running.flatMap(({ leasedUntil }) => leasedUntil?.getTime() ?? []);
  if (ends.length > 0) await clock.moveTo(new Date(Math.max(...ends) + 1_000));
}

async function finishJobs(
  memory: Memory,
  { history, pauses, givenUp }: { history: string; pauses: JobPauses; givenUp: Set<string> },
): Promise<void> {
  for (let round = 0; ; round += 1) {
    await memory.jobs.drain();
    const failed = [
      ...(await memory.jobs.list({ status: 'waiting', limit: 500 })),
      ...(await memory.jobs.list({ status: 'dead', limit: 500 })),
    ].filter(({ id, error }) => error !== null && !givenUp.has(id));
    if (failed.length === 0) return;
    const hasCode = ({ error }: Job, code: string) => error?.includes(`(${code})`) === true;
    const pause = pauses[round];
    // nothing but another key or account mends a refusal of access
    if (pause === undefined || failed.some((job) => hasCode(job, 'access_refused'))) {
      const [worst] = failed.filter((job) => !lasting.some((code) => hasCode(job, code)));
      if (worst) throw new AnswersError('ingestion_failed', `${history}: ${worst.kind}: ${worst.error}`);
      for (const { id } of failed) givenUp.add(id);
      return;
    }
    await sleep(pause);
    await memory.jobs.retryFailed();
  }
}

export const sessionIdOf = (history: string, session: Pick<TalkSession, 'id'>): string =>
  uuidOf(history, session.id);

/** A UUID (version 8) of names, so that telling again finds what is told. */
function uuidOf(...names: string[]): string {
  const hash = createHash('sha256').update(JSON.stringify(names)).digest('hex');
  const parts = [hash.slice(0, 8), hash.slice(8, 12), `8${hash.slice(13, 16)}`, `a${hash.slice(17, 20)}`];
  return [...parts, hash.slice(20, 32)].join('-');
}
