import { z } from 'zod';
import * as fields from '../fields/fields.ts';
import { MemoryError } from '../errors.ts';
import { readableScopes } from '../namespaces.ts';
import type { Log } from '../ports.ts';
import { redactMetadata } from '../redaction/redact-metadata.ts';
import type { SharedEntry } from '../store/shared.ts';
import type { Store } from '../store/store.ts';
import { sharedBlock, type SharedBlock } from './shared-block.ts';
import type { Notices } from './notices.ts';
import { createSubscription, type Subscription } from './subscription.ts';

/** Characters of a key, and of a value as JSON. */
const longestKey = 200;
const longestValue = 64_000;
const longestAgent = 100;
/** Ten years. */
const longestTtl = 315_360_000;

export const publishInput = z.strictObject({
  /** A project; null: the value is for every project. */
  project: fields.project,
  agent: fields.label.nullish(),
  sessionId: fields.id.nullish(),
  /** Seconds until the value expires. Without it, the value stays. */
  ttl: fields.amount,
});
/** A value that an agent shares by a key. */
export type PublishInput = z.input<typeof publishInput>;

export const sharedListQuery = z.strictObject({
  /** The project that reads its own, the user's and global values. Null: only the latter two. */
  project: fields.project,
  /** A key, or a prefix of keys followed by *. Without it, all keys. */
  key: z.string().optional(),
  after: fields.position,
  isLatest: fields.flag,
  /** Entries of a page. */
  limit: z.int().min(1).max(1_000).optional(),
});

export const subscribeInput = sharedListQuery.pick({ key: true }).extend({
  /** As in `list`. Absent: the values of all projects. */
  project: fields.project.optional(),
  /** The position after which the subscription begins. Without it, it begins now. */
  since: fields.position,
});
/** Which shared values are listened to. */
export type SubscribeInput = z.input<typeof subscribeInput>;

export const sharedContextInput = z.strictObject({
  project: fields.project,
  sessionId: fields.id,
  budgetTokens: fields.amount,
});

type Dependencies = {
  store: Pick<Store, 'publish' | 'listShared' | 'listNewestShared'>;
  notices: Notices;
  log: Log;
};

/** Tokens of the block "Shared by agents". */
const usualBudget = 600;
/** Entries of one read. */
const page = 100;
/** The most entries that are compared with a task. */
const lookedThrough = 200;

/**
 * Values that agents share by key, in a project or for all projects, in one order that every process sees. Secrets in them are redacted.
 * Entries are kept for as long as contexts are, and the newest of a key until it expires; then the one before it is the newest again.
 */
export function createShared({ store, notices, log }: Dependencies) {
  /** Those of this user, who alone reads what is published here. */
  const subscriptions = new Set<Subscription>();

  return {
    /** Publishes a value under a key, after all earlier entries. Throws `invalid_input`. */
    async publish(key: string, value: unknown, { project, ...input }: PublishInput): Promise<SharedEntry> {
      const [scope = 'devai/global'] = readableScopes(project).toReversed();
      const given = checked({ ...input, key, value });
      const texts = await redactMetadata({ key: given.key, value: given.value });
      const entry = await store.publish({
        scope: project === null ? 'devai/global' : scope,
        key: String(texts['key']).slice(0, longestKey),
        value: { value: texts['value'] },
        agent: given.agent,
        sessionId: input.sessionId ?? null,
        ttlSeconds: given.ttl,
      });
      for (const one of subscriptions) one.wake();
      return entry;
    },

    /** Returns the newest value of a key: the project's own before a global one. Null if there is none. */
    async get(key: string, { project }: { project: string | null }): Promise<SharedEntry | null> {
      const { entries } = await store.listShared({
        ...{ scopes: readableScopes(project), key, isPrefix: false, isLatest: true, after: 0, limit: page },
      });
      const [own] = readableScopes(project).toReversed();
      return entries.find(({ scope }) => scope === own) ?? entries.at(-1) ?? null;
    },

    /**
     * Returns a page of entries after a position, in their order; with `isLatest` only the newest of each key. `next` is the position to
     * continue from.
     */
    async list({
      project,
      key,
      after = 0,
      isLatest = false,
      limit = page,
    }: z.input<typeof sharedListQuery>): Promise<{ entries: SharedEntry[]; next: number }> {
      const { entries, position } = await store.listShared({
        ...{ scopes: readableScopes(project), ...patternOf(key), isLatest, after, limit },
      });
      return { entries, next: entries.length === limit ? (entries.at(-1)?.position ?? position) : position };
    },

    /**
     * Calls the listener with each entry after `since`, one at a time, in order of publication, whichever process published it. A
     * listener that throws gets the same entry again a second later. While the store is down, the subscription waits. Delivery is at
     * least once: a subscriber that continues from the `position` of its last entry misses none.
     */
    async subscribe(
      { project, key, since }: SubscribeInput,
      listener: (entry: SharedEntry) => void | Promise<void>,
    ): Promise<Pick<Subscription, 'close'>> {
      const scopes = project === undefined ? null : readableScopes(project);
      const query = { scopes, ...patternOf(key), isLatest: false, limit: page };
      const start = since ?? (await store.listShared({ ...query, after: Number.MAX_SAFE_INTEGER })).position;
      await notices.open();
      const subscription = createSubscription({
        ...{ start, limit: page, listener, log, isTold: notices.isTold },
        read: (after) => store.listShared({ ...query, after }),
        onClose() {
          subscriptions.delete(subscription);
          notices.remove(subscription);
        },
      });
      subscriptions.add(subscription);
      notices.add(subscription);
      return { close: subscription.close };
    },

    /**
     * Returns what an agent should know for a task, within a budget of tokens: the newest value of each key that has words in common with
     * the task, without what its own session shared.
     */
    async contextFor(
      task: string,
      { project, sessionId, budgetTokens = usualBudget }: z.input<typeof sharedContextInput>,
    ): Promise<SharedBlock> {
      const scopes = readableScopes(project);
      const newest = await store.listNewestShared({ scopes, exceptSession: sessionId, limit: lookedThrough });
      return sharedBlock(newest, task, budgetTokens);
    },
  };
}

function checked({
  key,
  value,
  agent,
  ttl,
}: Pick<PublishInput, 'agent' | 'ttl'> & { key: string; value: unknown }) {
  const invalid = (problem: string) => new MemoryError('invalid_input', problem);
  const name = key.trim();
  if (name === '' || name.length > longestKey || name.includes('*')) {
    throw invalid(`key: needs 1 to ${longestKey} characters, and no *`);
  }
  const json = JSON.stringify(value);
  if (json.length > longestValue)
    throw invalid(`value: has ${json.length} characters as JSON, more than the limit of ${longestValue}`);
  if (ttl !== undefined && !(ttl > 0 && ttl <= longestTtl)) {
    throw invalid(`ttl: must be more than 0 and at most ${longestTtl} seconds`);
  }
  const plain: unknown = JSON.parse(json.toWellFormed().replaceAll(String.raw`\u0000`, ''));
  return {
    key: name.toWellFormed(),
    value: plain,
    agent: agent?.slice(0, longestAgent) ?? null,
    ttl: ttl ?? null,
  };
}

function patternOf(key: string | undefined): { key: string | null; isPrefix: boolean } {
  if (key === undefined || key === '*') return { key: null, isPrefix: false };
  return key.endsWith('*') ? { key: key.slice(0, -1), isPrefix: true } : { key, isPrefix: false };
}
