import { setTimeout as sleep } from 'node:timers/promises';
import type { FunctionName } from '@devai/db';
import { isOutage, MemoryError } from '../../errors.ts';
import type { Database, Log } from '../../ports.ts';
import { isTimeout, withTimeLimit } from '../../time-limit.ts';

/** Milliseconds for one call that nobody waits for in a chat: far above the slowest, so that only a dead connection meets it. */
export const longestCall = 60_000;

/** `call`: milliseconds until a store that says nothing counts as away. `probe`: between two looks whether it is back. */
type Patience = { call: number; probe: number };
const defaultPatience: Patience = { call: 4_000, probe: 1_000 };

/** The first calls of a turn, an opening, a poll for jobs and a health check. Each is answered in milliseconds; a search is not among them. */
const hotCalls: ReadonlySet<FunctionName> = new Set<FunctionName>([
  'append_messages',
  'claim_job',
  'count_forgotten',
  'count_open_jobs',
  'get_session',
  'get_session_context',
  'get_setting',
  'get_versions',
  'list_newest_shared',
  'list_topics',
  'open_session',
]);

/** Milliseconds after which a driver drops the connection of a call: somewhat later than its caller gave up. */
export const callTimeoutOf = (name: FunctionName): number =>
  hotCalls.has(name) ? defaultPatience.call * 1.25 : longestCall;

/**
 * Wraps a database so that no chat waits long for it. A store that does not answer a call in time, and has answered no other lately, counts as
 * away: all calls throw `database_unavailable` at once, until one call in the background is answered. If it answers others, it is only busy,
 * or that call's connection is dead: that call throws alone.
 */
export function givingUpOnSilence(
  database: Database,
  { log, patience = defaultPatience }: { log?: Log | undefined; patience?: Patience } = {},
): Database {
  const closed = new AbortController();
  let isSilent = false;
  /** When the store last answered. */
  let answered = -Infinity;

  return {
    ...database,
    async call(name, args) {
      if (isSilent) throw silence();
      if (!hotCalls.has(name)) return noting(database.call(name, args));
      try {
        return await withTimeLimit(() => noting(database.call(name, args)), { milliseconds: patience.call });
      } catch (error) {
        if (!isTimeout(error)) throw error;
        if (performance.now() - answered < patience.call / 2) throw busy();
        if (!isSilent) void waitForAnswer();
        throw silence();
      }
    },
    close() {
      closed.abort();
      return database.close();
    },
  };

  async function noting<Answer>(call: Promise<Answer>): Promise<Answer> {
    try {
      const answer = await call;
      answered = performance.now();
      return answer;
    } catch (error) {
      if (!isOutage(error)) answered = performance.now();
      throw error;
    }
  }

  async function waitForAnswer(): Promise<void> {
    isSilent = true;
    log?.warn(
      { milliseconds: patience.call },
      'the store does not answer; it is asked again in the background',
    );
    do await sleep(patience.probe, undefined, { ref: false });
    while (!closed.signal.aborted && !(await answers()));
    isSilent = false;
    log?.warn({}, 'the store answers again');
  }

  async function answers(): Promise<boolean> {
    try {
      await withTimeLimit(() => database.call('get_setting', { key: 'embedder' }), {
        milliseconds: patience.call,
      });
      return true;
    } catch (error) {
      return !isTimeout(error) && !isOutage(error);
    }
  }
}

const busy = () => new MemoryError('database_unavailable', 'the store is busy: it did not answer in time');
const silence = () => new MemoryError('database_unavailable', 'the store is down: it does not answer');
