import { z } from 'zod';
import * as fields from '../fields/fields.ts';
import { contentHash } from '../text/content-hash.ts';
import { MemoryError } from '../errors.ts';
import { description, memoryImportance, memoryTitle } from '../fields/memory-fields.ts';
import { filingOf, usersPlaces } from '../extraction/rules/user-statements.ts';
import { mentionParts } from '../marks/mention-parts.ts';
import {
  normaliseNamespace,
  parseNamespaceIn,
  readableScopes,
  scopeOf,
  storedProject,
} from '../namespaces.ts';
import { keepProjectName } from '../projects/keep-project-name.ts';
import { redactMetadata } from '../redaction/redact-metadata.ts';
import { redact, refuseSecrets } from '../redaction/redact.ts';
import type { BeforeStore, Clock } from '../ports.ts';
import type { Remembered, StatementToStore, StoredCandidate } from '../store/memories.ts';
import type { MessagePart } from '../store/messages.ts';
import type { Store } from '../store/store.ts';
import type { Actor, Category, Evidence, HeldTime, Priority, Source, Trust } from '../types.ts';
import { actsAsOther, isStanding } from '../types.ts';
import { checkDetails } from '../details.ts';
import type { OwnCategories } from '../store/category.ts';
import { refuseUndeclared } from './declared-categories.ts';
import { beforeStore, vetoReason } from './before-store.ts';
import { embedNow, type EmbedNowDependencies } from './embed-now.ts';
import { readContent } from './read-content.ts';
import { heldTimeIn } from '../text/held-time.ts';
import type { DatedText } from '../text/relative-dates.ts';
import { indexWords } from '../text/words.ts';
import { filedFor } from '../users.ts';

/** The event time of a statement (`HeldTime`). */
export const heldTime = {
  /** When its event time begins. This and `holdsUntil` absent: what the text names. */
  holdsFrom: fields.moment.nullish(),
  /** When its event time is over. */
  holdsUntil: fields.moment.nullish(),
};

export const rememberInput = z.strictObject({
  ...description,
  /** 1 to 2,000 characters. */
  content: z.string(),
  /** Full namespace, not of another project; by default it follows from `about`, project and category. */
  namespace: z.string().optional(),
  /** Whom the statement is about. By default its category and words decide. */
  about: z.enum(['user', 'project']).optional(),
  project: fields.project.optional(),
  sessionId: fields.id.nullish(),
  /** The source message. The statement's place in its text is marked, so that extraction does not take it again. */
  messageNumber: fields.whole.min(1).nullish(),
  /** The text of the source message. */
  messageText: fields.messageText.optional(),
  title: memoryTitle.optional(),
  importance: memoryImportance.optional(),
  /** Relations to memories that the project may read, by their ids. */
  relations: fields.relations,
  /** Until when it holds. A statement that is known already keeps what it has. */
  expiresAt: fields.moment.nullish(),
  ...heldTime,
  reason: fields.reason.optional(),
});
/** A statement for `remember`, with what is known of it. */
export type RememberInput = z.input<typeof rememberInput>;

/** The origin of a statement, and the weight that follows from it. */
export type Provenance = {
  trust: Trust;
  source: Source;
  priority: Priority;
  importance: number;
  actor: Actor;
  evidence: Evidence[];
  /** The places of the statement in stored messages. */
  parts: MessagePart[];
};

/** The dependencies of storing a statement. */
export type WritingDependencies = EmbedNowDependencies & {
  store: Store;
  user: string;
  /** The host's own. */
  categories: OwnCategories;
  randomId: () => string;
  clock: Clock;
  beforeStore?: BeforeStore | undefined;
  /** Called after a change, which may have enqueued a job. */
  signalJobs: () => void;
};

/**
 * Stores an explicit statement at once, redacted, hash-checked, unfiltered, with priority highest; a job deduplicates it afterwards.
 * If the embedder is down, a job fills in the vector. Repeating a statement strengthens the existing memory. Throws `invalid_input` and
 * what the store throws. `provenance`: by default the user's own statement.
 */
export async function remember(
  dependencies: WritingDependencies,
  input: RememberInput,
  provenance?: Provenance,
): Promise<Remembered> {
  const prepared = await prepareStatement(dependencies, input, provenance);
  const vectors = await embedNow(dependencies, [prepared.statement.content], prepared.statement.sessionId);
  const { project, statement, actor, reason, ...further } = prepared;
  // before, so that a failure stores nothing
  if (project !== null) await keepProjectName(dependencies.store, project);
  const remembered = await dependencies.store.remember(
    withVector(dependencies, statement, vectors[0]),
    actor,
    reason,
    further,
  );
  dependencies.signalJobs();
  return remembered;
}

/** The host's `beforeStore` refused the statement. */
export class Vetoed extends MemoryError {
  constructor() {
    super('invalid_input', vetoReason);
  }
}

/** A statement without its vector, and the project in which it is filed. */
export type PreparedStatement = StatementToStore & { project: string | null };

/** Checks, redacts, files and weighs a statement, and stores nothing. Throws `invalid_input`, and `Vetoed`. */
export async function prepareStatement(
  dependencies: WritingDependencies,
  input: RememberInput,
  provenance?: Provenance,
): Promise<PreparedStatement> {
  const { randomId, clock, options, user } = dependencies;
  refuseUndeclared(input.category, dependencies.categories);
  await refuseSecrets('namespace', [input.namespace]);
  await refuseSecrets('project', [input.project]);
  const content = await readContent(input.content);
  checkDetails(input.category ?? 'other', input.metadata ?? {});
  const { actor, parts, ...said } = provenance ?? (await statedByUser(input, content));
  const { title: givenTitle, sessionId = null, reason = 'the user asked to remember it' } = input;
  const stated = {
    ...said,
    content,
    title: givenTitle === undefined ? null : await redact(givenTitle),
    memoryType: input.memoryType ?? 'semantic',
    ...filedAs(input, content, user),
    importance: input.importance ?? said.importance,
    expiresAt: input.expiresAt ?? null,
    ...heldTimeOf(input, content, { at: clock.now(), timeZone: options.timeZone }),
    tags: await Promise.all((input.tags ?? []).map(redact)),
    metadata: await redactMetadata(input.metadata ?? {}),
  };
  const kept = await beforeStore(dependencies.beforeStore, stated, user);
  if (kept === null) throw new Vetoed();
  const statement: StoredCandidate = {
    ...kept,
    id: randomId(),
    contentHash: contentHash(kept.content),
    words: indexWords(kept),
    vector: null,
    embeddingModel: null,
    sessionId,
  };
  const { project = null } = input;
  const scope = scopeOf(statement.namespace);
  return {
    ...{ statement, actor, reason: await redact(reason), parts },
    relations: input.relations ?? [],
    relatedScopes: [...readableScopes(project), scope],
    project: project !== null && scope === `devai/project/${storedProject(project)}` ? project : null,
  };
}

export const withVector = (
  { embeddings }: WritingDependencies,
  statement: StoredCandidate,
  vector: number[] | null = null,
): StoredCandidate => ({ ...statement, vector, embeddingModel: vector && embeddings ? embeddings.id : null });

/** Returns the event time that is given, otherwise that of the text. Throws `invalid_input`. */
function heldTimeOf(
  { holdsFrom, holdsUntil }: Pick<RememberInput, 'holdsFrom' | 'holdsUntil'>,
  content: string,
  written: DatedText,
): HeldTime {
  const given = { holdsFrom: holdsFrom ?? null, holdsUntil: holdsUntil ?? null };
  checkHeldTime(given);
  const isGiven = holdsFrom !== undefined || holdsUntil !== undefined;
  return (isGiven ? given : heldTimeIn(content, written)) ?? given;
}

/** Throws `invalid_input` for a time that ends before it begins. */
export function checkHeldTime({ holdsFrom, holdsUntil }: HeldTime): void {
  if (holdsFrom === null || holdsUntil === null || holdsFrom < holdsUntil) return;
  throw new MemoryError(
    'invalid_input',
    'holdsUntil: must be after holdsFrom, because it is not part of the time',
  );
}

/** The provenance of an explicit statement: highest weight, with the source message as evidence. */
async function statedByUser(input: RememberInput, content: string): Promise<Provenance> {
  const { sessionId, messageNumber, messageText } = input;
  const from = sessionId && messageNumber ? { sessionId, number: messageNumber } : null;
  // stored messages are redacted
  const text = messageText === undefined ? '' : await redact(messageText);
  return {
    trust: 'user',
    source: 'user_stated',
    priority: 'highest',
    importance: 9,
    actor: sessionId ? { kind: 'session', id: sessionId } : { kind: 'user', id: null },
    evidence: from
      ? [{ sessionId: from.sessionId, messages: [from.number], quote: content.slice(0, 200) }]
      : [],
    parts: from ? (await mentionParts(text, content)).map((part) => ({ ...from, part })) : [],
  };
}

/** Files a statement about the user with the user, and everything else in the project. One of no project is everybody's (filedFor). */
function filedAs(
  { namespace, project, about, category: given }: RememberInput,
  content: string,
  user: string,
): Pick<StoredCandidate, 'category' | 'namespace'> {
  const filing = filingOf(content);
  const isOfUser = about ? about === 'user' : isUsers(given ?? filing.category, filing.place);
  // what is about the user although its words do not tell: "Anna, a nurse"
  const isUnclear = filing.category === 'other' && filing.place === '';
  const category = given ?? (isOfUser && isUnclear ? 'profile' : filing.category);
  if (namespace !== undefined) return { category, namespace: parseNamespaceIn(project, namespace) };
  if (isOfUser) return { category, namespace: usersPlaces[isStanding(category) ? category : 'profile'] };
  const place = category === 'decision' ? 'decisions' : category === 'rule' ? 'rules' : '';
  return { category, namespace: filedFor(user, normaliseNamespace(place, project ?? null)) };
}

const isUsers = (category: Category, place: string): boolean =>
  category === 'preference' ||
  category === 'profile' ||
  ((category === 'rule' || actsAsOther(category)) && place.startsWith('devai/user'));
