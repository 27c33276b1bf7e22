import { LRUCache } from 'lru-cache';
import { messageOf } from '../errors.ts';
import type { Clock, Log } from '../ports.ts';
import type { Tag } from './resolve-tag.ts';
import type { Step } from './read-step.ts';

/** The last tags of a session: their topic, its paths, and when they were written, in milliseconds since 1970. */
type Said = { topic: string; paths: Set<string>; at: number };

/** Milliseconds after which the same tag is written again, so that a topic worked on all day stays fresh. */
const newsAgainAfter = 3_600_000;
/** Sessions whose last tag is kept. Dropping one only costs one superfluous write and question. */
export const maximumSessions = 500;

type Dependencies = {
  /** Returns the topic of a step; null if it has none. */
  tag: (step: Step) => Promise<Tag | null>;
  /** Called if a tag is new. */
  write: (step: Step, tag: Tag) => Promise<void>;
  clock: Clock;
  log: Log;
};

/** The number of failures since the last success, and the reason of the last one. */
export type TaggerFailure = { inARow: number; reason: string };

type Session = { waiting: Step | null; running: Promise<void> | null; said: Said | null };

/**
 * Tags steps in the background: one at a time per session, and only the newest of those that wait. After a failure,
 * only that step has no tag.
 */
export function createTagger({ tag, write, clock, log }: Dependencies) {
  const sessions = new LRUCache<string, Session>({ max: maximumSessions });
  let failure: TaggerFailure | null = null;

  return {
    /** Null if the last step was tagged. */
    failure: (): TaggerFailure | null => failure,
    /** Returns at once. Throws nothing. */
    noteStep(step: Step): void {
      const session = sessionOf(step.sessionId);
      session.waiting = step;
      session.running ??= work(session);
    },
    /** Resolves when no step is running or waiting. */
    async idle(): Promise<void> {
      for (;;) {
        const running = [...sessions.values()].flatMap((session) => session.running ?? []);
        if (running.length === 0) return;
        await Promise.all(running);
      }
    },
  };

  function sessionOf(id: string): Session {
    const session = sessions.get(id) ?? { waiting: null, running: null, said: null };
    sessions.set(id, session);
    return session;
  }

  async function work(session: Session): Promise<void> {
    // off the hot path: not in the caller's turn of the event loop
    await new Promise<void>((resolve) => setImmediate(resolve));
    while (session.waiting) {
      const step = session.waiting;
      session.waiting = null;
      await tagAndWrite(session, step);
    }
    // in the same turn as the check of `waiting`, so that a later step starts a new run
    session.running = null;
  }

  async function tagAndWrite(session: Session, step: Step): Promise<void> {
    try {
      const tagged = await tag(step);
      failure = null;
      const said = tagged && sayMore(session.said, tagged, clock.now().getTime());
      if (!tagged || !said) return;
      await write(step, tagged);
      session.said = said;
    } catch (error) {
      failure = { inARow: (failure?.inARow ?? 0) + 1, reason: messageOf(error) };
      log.warn({ err: error, session: step.sessionId }, 'a step was not tagged');
    }
  }
}

/** Returns the tags of a session with one more tag; null if that tag is not new. */
function sayMore(said: Said | null, { topic, filePaths, directories }: Tag, at: number): Said | null {
  const paths = new Set([...filePaths, ...directories]);
  if (said?.topic !== topic) return { topic, paths, at };
  if (paths.isSubsetOf(said.paths) && at - said.at < newsAgainAfter) return null;
  return { topic, paths: paths.union(said.paths), at };
}
