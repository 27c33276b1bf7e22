import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { MemoryError } from '../errors.ts';
import type { OwnCategories } from '../store/category.ts';
import * as fields from '../fields/fields.ts';
import { storedProject } from '../namespaces.ts';
import type { Clock } from '../ports.ts';
import { redact } from '../redaction/redact.ts';
import { idFrom } from '../sessions/id-from.ts';
import type { PostedMessage } from '../sessions/posted-conversation.ts';
import type { ImportNote, ImportRecord, UndoneImport } from '../store/imports.ts';
import type { Job } from '../store/jobs.ts';
import type { Store } from '../store/store.ts';
import type { Actor, Progress } from '../types.ts';
import { namesOf } from '../users.ts';
import type { Conversation, FilePart } from './found.ts';
import { gather, type ImportInput } from './plan.ts';
import type { ImportPlan, ImportReport } from './report.ts';

const filePart = z.object({ path: z.string().min(1).max(1_000), text: z.string() });
export const importFiles = z.custom<Iterable<FilePart> | AsyncIterable<FilePart>>(
  (value) =>
    typeof value === 'object' &&
    value !== null &&
    (Symbol.iterator in value || Symbol.asyncIterator in value),
  { error: 'must be a list or an iterable of files' },
);
export const runOptions = z.strictObject({ onProgress: fields.onProgress, signal: fields.signal });

type Dependencies = {
  store: Store;
  user: string;
  /** The host's own. */
  categories: OwnCategories;
  clock: Clock;
  /** Runs a job now. Null: another process has it, or it has to wait. */
  runJob: (id: string) => Promise<unknown>;
  signalJobs: () => void;
  extractFrom: (input: {
    messages: PostedMessage[];
    project: string | null;
    sessionId: string;
  }) => Promise<unknown>;
  nameSession: (id: string, name: string) => Promise<unknown>;
  deleteSession: (id: string, actor: Actor) => Promise<unknown>;
  /** Called before the first statement is stored. */
  onFirst: (project: string | null) => Promise<unknown>;
};

/** Statements of one job: what a model can compare in one call. */
const statementsAtOnce = 25;
/** Conversations of one job, and characters of them that are held at once. */
const conversationsAtOnce = 20;
const charactersAtOnce = 8_000_000;
const saltKey = 'import_ids';
const byUser: Actor = { kind: 'user', id: null };

/** Imports memories and conversations of other products for one user. */
export function createImports(dependencies: Dependencies) {
  const { store, user, categories, clock } = dependencies;
  let salt: Promise<string> | undefined;

  return {
    /**
     * Reads files and says what an import of them would store; stores nothing. The parts of one file follow each other. Throws
     * `invalid_input` for files that are damaged or not known, and says what they seem to be.
     */
    async plan(
      files: Iterable<FilePart> | AsyncIterable<FilePart>,
      input: ImportInput,
      options: z.input<typeof runOptions> = {},
    ): Promise<ImportPlan> {
      return planFor(files, input, options, () => true);
    },
    /**
     * Imports them: in parts, each a job, so that what is compared, stored and undone is as after a conversation. Secrets are redacted.
     * Importing again adds nothing and continues an import that was interrupted; what was forgotten or replaced since stays so. Nothing
     * reaches another user, another project, or what all users read. Throws as `plan` does, before any statement is stored.
     */
    async run(
      files: Iterable<FilePart> | AsyncIterable<FilePart>,
      input: ImportInput,
      options: z.input<typeof runOptions> = {},
    ): Promise<ImportReport> {
      return run(files, input, options, () => true);
    },
    /** The same for what another product has of one of its users. */
    planFor,
    runFor: run,
    /** Newest first, as long as their jobs are kept (30 days by default). */
    list: (): Promise<ImportRecord[]> => store.listImports(),
    /**
     * Takes back everything that an import did: its memories become invalid, what they replaced is valid again, its conversations are
     * deleted. What changed since is left, and returned. Idempotent. Throws `not_found`, and `conflict` while a part of it runs.
     */
    async undo(id: string, reason: string, actor = byUser): Promise<UndoneImport> {
      const undone = await store.undoImport(id, actor, reason);
      const sessions: string[] = [];
      for (const session of undone.sessions) {
        if (!(await store.getSession(session))) continue;
        // by whom tells a later import that nobody wanted the conversation forgotten
        await dependencies.deleteSession(session, { kind: 'job', id });
        sessions.push(session);
      }
      return { ...undone, sessions };
    },
  };

  async function planFor(
    files: Iterable<FilePart> | AsyncIterable<FilePart>,
    input: ImportInput,
    { signal }: z.input<typeof runOptions>,
    isMeant: (owner: string | null) => boolean,
  ): Promise<ImportPlan> {
    const { plan } = await read(files, input, { signal, isMeant, onNew: async () => {} });
    return plan;
  }

  async function run(
    files: Iterable<FilePart> | AsyncIterable<FilePart>,
    input: ImportInput,
    { onProgress, signal }: z.input<typeof runOptions>,
    isMeant: (owner: string | null) => boolean,
  ): Promise<ImportReport> {
    const done = {
      added: 0,
      changed: 0,
      same: 0,
      disputed: 0,
      sessions: 0,
      open: 0,
      problem: null as string | null,
    };
    const progress: Progress = { done: 0, total: 0 };
    const project = storedProject(input.project);
    const held: { conversation: Conversation; sessionId: string }[] = [];
    let [characters, first] = [0, input.name ?? ''];
    // conversations are stored as they are read, before it is known what all of the import is
    const chosenId =
      input.id ??
      (input.conversations
        ? idFrom(await saltOf(), 'import', user, project, clock.now().getTime())
        : undefined);
    const named = async function* () {
      for await (const part of files) {
        const checked = checkedPart(part);
        if (first === '') first = await redact(checked.path);
        yield checked;
      }
    };
    const noteOf = (id: string, form: string): ImportNote => ({ id, form, name: first, project });
    const { plan, fresh } = await read(named(), chosenId === undefined ? input : { ...input, id: chosenId }, {
      signal,
      isMeant,
      onNew: async (conversation, sessionId) => {
        held.push({ conversation, sessionId });
        characters += conversation.messages.reduce((sum, { content }) => sum + String(content).length, 0);
        progress.total += 1;
        if (held.length >= conversationsAtOnce || characters >= charactersAtOnce) await storeHeld();
      },
    });
    await storeHeld();
    progress.total += fresh.length;
    if (fresh.length > 0) await dependencies.onFirst(input.project);
    for (let at = 0; at < fresh.length; at += statementsAtOnce) {
      signal?.throwIfAborted();
      const part = fresh.slice(at, at + statementsAtOnce);
      const candidates = part.map(({ candidate, id }) => ({ ...candidate, id }));
      const form = [...new Set(part.map((one) => one.form))].join(', ');
      await runPart(
        noteOf(plan.id, form),
        { candidates },
        part.map(({ id }) => id),
      );
      progress.done += part.length;
      onProgress?.(progress);
    }
    dependencies.signalJobs();
    return { ...plan, ...done };

    /** Says first which sessions it will store, so that they can be undone even if it stops in the middle. */
    async function storeHeld(): Promise<void> {
      if (held.length === 0) return;
      signal?.throwIfAborted();
      const batch = held.splice(0);
      characters = 0;
      const sessions = batch.map(({ sessionId }) => sessionId);
      const known = new Set(await store.knownSessions(sessions));
      // what continues an earlier import's conversation goes with that one
      const made = sessions.filter((one) => !known.has(one));
      if (made.length > 0) {
        const form = batch[0]?.conversation.form ?? 'chatgpt';
        await runPart(noteOf(chosenId ?? '', form), { candidates: [], sessions: made }, made);
      }
      for (const { conversation, sessionId } of batch) {
        signal?.throwIfAborted();
        const { messages, title } = conversation;
        await dependencies.extractFrom({ messages, project: input.project, sessionId });
        if (title !== null && title.trim() !== '' && !known.has(sessionId))
          await dependencies.nameSession(sessionId, title.trim().slice(0, 200));
        done.sessions += 1;
        progress.done += 1;
        onProgress?.(progress);
      }
    }

    async function runPart(note: ImportNote, part: object, ids: string[]): Promise<void> {
      const key = `import/${note.id}/${idFrom(ids)}`;
      const payload = { import: note, ...part };
      const job = await store.enqueueJob({ kind: 'deduplicate', key, payload, delaySeconds: 0 });
      await dependencies.runJob(job.id);
      count(await store.getJob(job.id));
    }

    function count(job: Job | null): void {
      if (job?.status !== 'done') {
        done.open += 1;
        done.problem = job?.error ?? done.problem;
      }
      for (const { action } of applied.safeParse(job?.result).data?.applied ?? []) done[actions[action]] += 1;
    }
  }

  async function read(
    files: Iterable<FilePart> | AsyncIterable<FilePart>,
    input: ImportInput,
    given: {
      signal?: AbortSignal | undefined;
      isMeant?: (owner: string | null) => boolean;
      onNew: (conversation: Conversation, sessionId: string) => Promise<void>;
    },
  ) {
    const project = storedProject(input.project);
    const seen = new Set<string>();
    return gather(files, input, {
      ...{
        store,
        user,
        categories,
        project,
        now: clock.now(),
        salt: await saltOf(),
        ownWords: input.ownWords ?? false,
      },
      ...given,
      async onConversation(conversation) {
        const sessionId = await sessionOf(conversation, project);
        if (sessionId === null) return { refused: 'it was imported before, and deleted since: it stays so' };
        const stored = await store.getSession(sessionId);
        if (seen.has(sessionId) || (stored && stored.messageCount >= conversation.messages.length))
          return 'known';
        seen.add(sessionId);
        if (input.conversations) await given.onNew(conversation, sessionId);
        return 'new';
      },
    });
  }

  /** The id of a conversation's session; the next one if it was undone; null if it was deleted. */
  async function sessionOf({ form, id }: Conversation, project: string | null): Promise<string | null> {
    for (let undone = 0; ; undone += 1) {
      const sessionId = idFrom(await saltOf(), 'import', namesOf(user, project), form, id, undone);
      const events = await store.listMemoryEvents(sessionId);
      const deleted = events.find(({ action }) => action === 'forgotten');
      if (!deleted) return sessionId;
      if (deleted.actor.kind !== 'job') return null;
    }
  }

  /** Random, and the same for ever: ids of imports must not tell, to who has only a tombstone, what was forgotten. */
  async function saltOf(): Promise<string> {
    return (salt ??= store
      .claimSetting(saltKey, { salt: randomUUID() })
      .then((kept) => z.object({ salt: z.string() }).parse(kept).salt));
  }
}

function checkedPart(part: unknown): FilePart {
  const { data, error } = filePart.safeParse(part);
  if (data) return data;
  throw new MemoryError('invalid_input', `files: ${z.prettifyError(error)}`);
}

const actions = {
  added: 'added',
  updated: 'changed',
  contradicted: 'changed',
  known: 'same',
  refused: 'disputed',
} as const;
const applied = z.object({
  applied: z.array(z.object({ action: z.enum(['added', 'updated', 'contradicted', 'known', 'refused']) })),
});
