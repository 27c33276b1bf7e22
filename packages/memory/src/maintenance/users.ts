import { z } from 'zod';
import * as fields from '../fields/fields.ts';
import { MemoryError } from '../errors.ts';
import type { FilePart } from '../imports/found.ts';
import type { runOptions } from '../imports/imports.ts';
import { type ImportInput, importInput } from '../imports/plan.ts';
import type { ImportPlan, ImportReport } from '../imports/report.ts';
import type { StoredRow } from '../store/transfer.ts';
import type { Store } from '../store/store.ts';
import type { ErasedUser, UserRecord } from '../store/users.ts';
import type { Actor } from '../types.ts';
import { onlyUser, storedUser } from '../users.ts';

export const userListQuery = z.strictObject({
  /** The last user of the page before. */
  after: z.string().optional(),
  limit: fields.count,
});

export const eraseOptions = z.strictObject({
  /** Called after each part. */
  onProgress: fields.callback<(erased: ErasedUser) => void>().optional(),
  signal: fields.signal,
});

/** As of `imports.run`, without what is of one user. */
export const mappedImportInput = importInput
  .omit({ conversations: true, id: true })
  .extend({ dryRun: fields.flag });

type ImportFor<Result> = (
  user: string,
  files: FilePart[],
  input: ImportInput,
  options: z.input<typeof runOptions>,
  isMeant: (owner: string | null) => boolean,
) => Promise<Result>;

type Dependencies = {
  planFor: ImportFor<ImportPlan>;
  importFor: ImportFor<ImportReport>;
  store: Pick<Store, 'listUsers'>;
  storeOf: (user: string) => Pick<Store, 'eraseUser'>;
  exportOf: (user: string) => AsyncGenerator<StoredRow>;
  /** Stores what waits in this process, so that it is erased, too. */
  flush: (user: string) => Promise<unknown>;
  /** Drops what this process keeps of the user, and what the store rejected. */
  drop: (user: string) => Promise<unknown>;
};

/** Sessions, or memories, of one call. */
const erasedAtOnce = 100;
const usualLimit = 100;

/** The users of a store, for its operator. */
export const createUsers = ({ store, storeOf, exportOf, flush, drop, planFor, importFor }: Dependencies) => ({
  /** Those with something in the store, in the order of their stored form, and what they have. */
  list: ({ after = '', limit = usualLimit }: z.input<typeof userListQuery> = {}): Promise<UserRecord[]> =>
    store.listUsers(after, limit),
  /**
   * Imports memories of another product for each of the users whose id an entry names: its statements become theirs. What names nobody, and
   * conversations, are not imported. Throws as `imports.plan` does.
   */
  async import(
    files: Iterable<FilePart> | AsyncIterable<FilePart>,
    { dryRun = false, ...input }: z.input<typeof mappedImportInput>,
    options: z.input<typeof runOptions> = {},
  ): Promise<({ user: string } & (ImportPlan | ImportReport))[]> {
    const parts = await held(files);
    const { byOwner } = await planFor(onlyUser, parts, input, options, () => true);
    const reports: ({ user: string } & (ImportPlan | ImportReport))[] = [];
    const act = dryRun ? planFor : importFor;
    for (const user of Object.keys(byOwner)) {
      reports.push({ user, ...(await act(user, parts, input, options, (owner) => owner === user)) });
    }
    return reports;
  },
  /** Everything that belongs to a user, as lines that `transfer.import` takes. What projects learned from them is not part of it. */
  export: (user: string): AsyncGenerator<StoredRow> => exportOf(storedUser(user)),
  /**
   * Erases everything that belongs to a user: sessions, what was learned about them, topics, documents, shared values, jobs. What projects
   * learned from them stays, without their words. No import brings back what is older. Idempotent; an interrupted call is repeated.
   */
  async erase(
    user: string,
    { onProgress, signal }: z.input<typeof eraseOptions> = {},
    actor: Actor = { kind: 'user', id: null },
  ): Promise<ErasedUser> {
    const id = storedUser(user);
    const total: ErasedUser = { sessions: 0, messages: 0, memories: 0, documents: 0 };
    await flush(id);
    for (;;) {
      signal?.throwIfAborted();
      const { done, ...erased } = await storeOf(id).eraseUser(actor, erasedAtOnce);
      for (const kind of ['sessions', 'messages', 'memories', 'documents'] as const)
        total[kind] += erased[kind];
      onProgress?.({ ...total });
      if (done) break;
    }
    await drop(id);
    return total;
  },
});

/** Characters of files that are read once for each user. */
const mostHeld = 64_000_000;

async function held(files: Iterable<FilePart> | AsyncIterable<FilePart>): Promise<FilePart[]> {
  const parts: FilePart[] = [];
  let characters = 0;
  for await (const part of files) {
    parts.push(part);
    characters += part.text.length;
    if (characters > mostHeld)
      throw new MemoryError(
        'invalid_input',
        `files: have more than ${mostHeld / 1e6} million characters; divide them`,
      );
  }
  return parts;
}
