import { z } from 'zod';
import type { Extraction } from '../extraction/candidates.ts';
import { extract } from '../extraction/extract.ts';
import type { Gist } from '../extraction/gist.ts';
import { explicitCandidates, extractByRules } from '../extraction/rules/extract-by-rules.ts';
import { MemoryError } from '../errors.ts';
import type { OwnCategories } from '../store/category.ts';
import { seenOf } from '../marks/seen-of.ts';
import { withoutForgotten } from '../marks/without-marked.ts';
import type { MemoryOptions } from '../options.ts';
import type { ChatModel, Clock } from '../ports.ts';
import type { Job } from '../store/jobs.ts';
import type { ExtractionInput } from '../store/sessions.ts';
import type { Store } from '../store/store.ts';
import { contentLength } from '../text/tokens.ts';
import { gistByRules } from './gist-by-rules.ts';
import { applyCandidates, type ApplyDependencies } from './apply-candidates.ts';
import type { JobContext } from './job-runner.ts';
import { isReadBy, type KeptExtraction, keptExtractionOf } from './kept-extraction.ts';
import { parseStored } from '../store/call-function.ts';

/** Messages below the watermark that the extraction sees for context. */
const contextMessages = 6;
/** Messages per read; a longer session takes one more call per further thousand. */
const page = 1_000;

export type ExtractDependencies = ApplyDependencies & {
  clock: Clock;
  /** Names of the files that every prompt of the agent holds. */
  promptFiles: string[];
  /** The host's own. */
  categories: OwnCategories;
  /** What the host wants kept in a project, in its own words; null: it says nothing. */
  wantedIn: (project: string | null) => string | null;
};

/**
 * Extracts a session's messages above the watermark, through both phases. Including its claim it makes 4 database calls, however many
 * candidates there are: claim, read, neighbours, apply.
 */
export async function runExtractJob(
  dependencies: ExtractDependencies,
  job: Job,
  context: JobContext,
): Promise<void> {
  const { store, model, options } = dependencies;
  const input = await read(store, parseStored(z.uuid(), job.key, `the key of job ${job.id}`));
  const last = input?.messages.at(-1);
  if (!input || !last) {
    await store.completeJob(job.id, context.worker, { note: 'nothing above the watermark' });
    return;
  }
  const { session, messages } = input;
  const isTooShort = model !== null && isTooLittle(input, options);
  const reader = isTooShort ? null : model;
  const seen = seenOf(session.id, session.extractedThrough, messages);
  const reading = { job, input, reader, context };
  const extraction = await extractUnread(dependencies, reading).catch(async (error: unknown) => {
    if (reader && isAway(error, job)) await takeByRules(dependencies, reading);
    throw error;
  });
  const { candidates, dropped, inOtherLanguage, gist } = extraction;
  if (reader) context.keep({ ...extraction, seen });
  if (candidates.length === 0 && isTooShort) {
    // the watermark stays: the messages are read once the session has grown
    await store.completeJob(job.id, context.worker, { note: 'the user has said too little yet' });
    return;
  }
  await applyCandidates(dependencies, {
    job,
    context,
    sessionId: session.id,
    candidates,
    messages,
    watermark: {
      sessionId: session.id,
      from: session.extractedThrough,
      through: isTooShort ? session.extractedThrough : last.number,
    },
    gist: gist && { ...gist, before: session.gist },
    seen,
    dropped,
    note: { messages: messages.length, ...(inOtherLanguage > 0 && { inOtherLanguage }) },
  });
}

async function read(store: Store, sessionId: string): Promise<ExtractionInput | null> {
  const input = await store.readExtraction(sessionId, { context: contextMessages, limit: page });
  if (!input) return null;
  const messages = [...input.messages];
  for (let count = messages.length; count === page;) {
    const next = await store.listMessages(sessionId, { after: messages.at(-1)?.number ?? 0, limit: page });
    messages.push(...next);
    count = next.length;
  }
  return { ...input, messages };
}

/** Whether the user, or the task given to an agent, says too little for a model call. Explicit requests to remember are taken anyway. */
function isTooLittle({ session, messages }: ExtractionInput, options: MemoryOptions): boolean {
  const said = messages
    .filter(({ role }) => role === 'user')
    .reduce((sum, { content }) => sum + contentLength(content.trim()), 0);
  return session.extractedThrough === 0 && said < options.extraction.minimumCharacters;
}

const readable = (input: ExtractionInput): ExtractionInput => ({
  ...input,
  context: input.context.map(withoutForgotten),
  messages: input.messages.map(withoutForgotten),
});

type Reading = { job: Job; input: ExtractionInput; reader: ChatModel | null; context: JobContext };

/** Whether the model refuses, or did not answer in the second try either. */
const isAway = (error: unknown, { attempts }: Job): boolean =>
  error instanceof MemoryError &&
  (['model_refused', 'access_refused'].includes(error.code) ||
    (error.code === 'model_failed' && attempts > 1));

const taken = z.object({ takenThrough: z.int() });

/** Stores at once what the rules find in messages, by a job of its own and once per message. The watermark stays for the model. */
async function takeByRules(
  { store, options }: ExtractDependencies,
  { job, input, context }: Reading,
): Promise<void> {
  if (keptExtractionOf(job, input)) return;
  const { session, messages } = readable(input);
  const takenThrough = taken.safeParse(job.payload).data?.takenThrough ?? 0;
  const untaken = messages.filter(({ number }) => number > takenThrough);
  const { candidates } = await extractByRules(untaken, session.project, options.timeZone);
  // deleted meanwhile, it must leave nothing
  if (candidates.length > 0 && (await store.getSession(session.id))) {
    const payload = { sessionId: session.id, candidates, byRules: true };
    // a key of its own: a job of the same key that still waits would take its place
    const key = `${job.id}:${takenThrough}`;
    await store.enqueueJob({ kind: 'deduplicate', key, payload, delaySeconds: 0 });
  }
  context.keep({ takenThrough: messages.at(-1)?.number ?? takenThrough });
}

type Extracted = Extraction & { gist: Gist | null };

/** Runs phase 1 on the messages that no earlier try has read, and adds its result to what that try kept. `dropped` lists reasons. */
async function extractUnread(
  dependencies: ExtractDependencies,
  { job, input, reader, context }: Reading,
): Promise<Omit<KeptExtraction, 'seen'>> {
  const kept = keptExtractionOf(job, input);
  const known = kept ? input.messages.filter(isReadBy(kept)) : [];
  const messages = input.messages.slice(known.length);
  if (kept && messages.length === 0) return kept;
  const unread = { ...input, messages, context: [...input.context, ...known].slice(-contextMessages) };
  const soFar = kept?.gist ?? gistOf(input);
  const extracted = await extractFrom(dependencies, { ...readable(unread), gist: soFar }, reader, context);
  return {
    candidates: [...(kept?.candidates ?? []), ...extracted.candidates],
    dropped: [...(kept?.dropped ?? []), ...extracted.dropped.map(({ reason }) => reason)],
    inOtherLanguage: (kept?.inOtherLanguage ?? 0) + (extracted.inOtherLanguage ?? 0),
    gist: extracted.gist ?? kept?.gist ?? null,
  };
}

const gistOf = ({ session: { name, gist } }: ExtractionInput): Gist | null =>
  gist === null ? null : { name, text: gist };

/** `reader` is the model that reads the messages. Null: the rules take what they can. */
async function extractFrom(
  { model, clock, promptFiles, categories, wantedIn, options }: ExtractDependencies,
  { session, context, messages, known, documents, gist: soFar }: ExtractionInput & { gist: Gist | null },
  reader: ChatModel | null,
  { usage, signal }: JobContext,
): Promise<Extracted> {
  const { project } = session;
  const { timeZone } = options;
  if (!model) {
    const gist = await gistByRules(messages, soFar);
    return { ...(await extractByRules(messages, project, timeZone)), gist };
  }
  // rules find explicit requests, whatever the model makes of them
  const stated = await explicitCandidates(messages, project, timeZone);
  if (!reader) return { candidates: stated, dropped: [], gist: null };
  const { candidates, gist, ...rest } = await extract({
    messages,
    context,
    project,
    known,
    documents,
    gist: soFar,
    promptFiles,
    categories,
    wanted: wantedIn(project),
    model: reader,
    now: clock.now(),
    timeZone,
    timeout: options.extraction.timeout,
    signal,
    onReply: usage.noteReplies('extract', session.id),
  });
  return {
    ...rest,
    candidates: [...stated, ...candidates],
    gist: gist === undefined ? await gistByRules(messages, soFar) : gist,
  };
}
