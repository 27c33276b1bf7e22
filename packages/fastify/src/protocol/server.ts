import { z } from 'zod';

/** The health of a server. */
export const health = z.object({
  status: z.enum(['ok', 'degraded']),
  store: z.object({
    kind: z.string(),
    place: z
      .string()
      .describe('which one it is: a folder, or a server and its database; empty for all but the operator'),
    reachable: z.boolean(),
    embedder: z.string(),
  }),
  categories: z
    .record(z.string(), z.string())
    .describe('those that the server declares beside the usual ones: what belongs into each, by its name'),
  offline: z.boolean(),
  models: z.array(z.string()),
  jobs: z.object({ open: z.int(), due: z.int(), failing: z.int(), dead: z.int() }).nullable(),
  /** Descriptions of what is degraded. */
  degraded: z.array(z.string()),
});

/** A server that can work; one that cannot answers with a problem. */
export const ready = z.object({ status: z.literal('ready') });

/** Who sends a request, as the server sees it. */
export const caller = z.object({
  user: z.string().describe('`me` on a server of one user'),
  name: z.string().describe('what a person recognises the user by'),
  isOperator: z.boolean(),
  users: z.enum(['one', 'many']).describe('whom the server serves'),
  projects: z.array(z.string()).nullable().describe('the projects that the user may use; null: all'),
  project: z.string().nullable().describe('the project of requests that name none'),
  expiresAt: z.date().nullable().describe('when the token ends; null: never'),
});

/** What a server says about itself. */
export type ServerInfo = {
  /** Its own project, used for requests that name none. */
  project: string | null;
  /** Which store it has: a folder, or a server and its database. */
  storePlace: string;
  offline: () => boolean;
  models: () => string[];
  degraded: () => string[];
};

/** One check of the doctor. */
export const check = z.object({
  name: z.string(),
  status: z.enum(['ok', 'warning', 'problem']),
  detail: z.string().describe('what was found'),
  help: z.string().nullable().describe('what to do; null when all is well'),
});
export type Check = z.infer<typeof check>;

/** All checks of the doctor. */
export const examination = z.object({ checks: z.array(check) });

/** A label on recent work. */
const shownTopic = z
  .object({
    topic: z.string(),
    /** The topic that it is a part of; null for a topic of its own. */
    parent: z.string().nullable(),
    files: z.array(z.string()),
    directories: z.array(z.string()),
    /** 0 to 1, as of now. */
    strength: z.number(),
    sessions: z.int(),
    lastTouchedAt: z.iso.datetime(),
  })
  .meta({ id: 'Topic' });

export type ShownTopic = z.infer<typeof shownTopic>;

/** What the user has been working on. */
export const focus = z
  .object({
    project: z.string().nullable(),
    /** Active topics, strongest first. */
    topics: z.array(shownTopic),
    /** What the agent is told about it. */
    block: z.string(),
    /** When it was read: give it back with an edit, so that topics touched since then survive. */
    asOf: z.iso.datetime(),
  })
  .meta({ id: 'Focus' });

/** The topics that were removed from recent focus. */
export const clearedFocus = z.object({ cleared: z.array(shownTopic) });
