import { contentHash } from '../text/content-hash.ts';
import { MemoryError } from '../errors.ts';
import { longestContent } from '../calls/memory-fields.ts';
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
import { isOnlySecret, onlySecretReason } from '../redaction/only-secret.ts';
import { redactMetadata } from '../redaction/redact-metadata.ts';
import { redact, refuseSecrets } from '../redaction/redact.ts';
import type { RedactedText } from '../redaction/redacted-text.ts';
import type { MemoryRecord, StoredCandidate } from '../store/memories.ts';
import type { MessagePart } from '../store/messages.ts';
import type { Store } from '../store/store.ts';
import type {
  Actor,
  Category,
  Evidence,
  MemoryType,
  Metadata,
  Priority,
  RelationTo,
  Source,
  Trust,
} from '../types.ts';
import { isStanding } from '../types.ts';
import { checkDetails } from '../details.ts';
import { embedNow, type EmbedNowDependencies } from './embed-now.ts';
import { indexWords } from '../text/words.ts';

export type RememberInput = {
  /** 1 to 2,000 characters. */
  content: string;
  /** Full namespace, not of another project; by default it follows from `about`, project and category. */
  namespace?: string | undefined;
  /** Whom the statement is about. By default its category and words decide. */
  about?: 'user' | 'project' | undefined;
  project?: string | null | undefined;
  sessionId?: string | null | undefined;
  /** The source message and its text. The statement's place in it is marked, so that extraction does not take it again. */
  messageNumber?: number | null | undefined;
  messageText?: string | RedactedText | undefined;
  title?: string | undefined;
  memoryType?: MemoryType | undefined;
  category?: Category | undefined;
  importance?: number | undefined;
  tags?: string[] | undefined;
  metadata?: Metadata | undefined;
  /** Relations to memories that the project may read, by their ids. */
  relations?: RelationTo[] | undefined;
  /** Until when it holds. A statement that is known already keeps what it has. */
  expiresAt?: Date | null | undefined;
  reason?: string | undefined;
};

export type Remembered = { memory: MemoryRecord; action: 'added' | 'known' };

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
  randomId: () => string;
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
  const { store, embeddings, randomId, signalJobs } = dependencies;
  await refuseSecrets('namespace', [input.namespace]);
  await refuseSecrets('project', [input.project]);
  const content = await readContent(input.content);
  checkDetails(input.category ?? 'other', input.metadata ?? {});
  const { actor, parts, ...said } = provenance ?? (await statedByUser(input, content));
  const { title: givenTitle, sessionId = null, reason = 'the user asked to remember it' } = input;
  const title = givenTitle === undefined ? null : await redact(givenTitle);
  const tags = await Promise.all((input.tags ?? []).map(redact));
  const vector = await embedNow(dependencies, content, sessionId);
  const statement: StoredCandidate = {
    ...said,
    id: randomId(),
    content,
    contentHash: contentHash(content),
    title,
    memoryType: input.memoryType ?? 'semantic',
    ...filedAs(input, content),
    importance: input.importance ?? said.importance,
    expiresAt: input.expiresAt ?? null,
    tags,
    metadata: await redactMetadata(input.metadata ?? {}),
    words: indexWords({ content, title, tags }),
    vector,
    embeddingModel: vector && embeddings ? embeddings.id : null,
    sessionId,
  };
  const { project = null } = input;
  if (project !== null && scopeOf(statement.namespace) === `devai/project/${storedProject(project)}`) {
    // before, so that a failure stores nothing
    await keepProjectName(store, project);
  }
  const remembered = await store.remember(statement, actor, await redact(reason), {
    parts,
    relations: input.relations ?? [],
    relatedScopes: [...readableScopes(input.project ?? null), scopeOf(statement.namespace)],
  });
  signalJobs();
  return remembered;
}

const visible = /[\p{L}\p{N}\p{P}\p{S}]/u;

/** Returns the text of a memory as it is stored: redacted, without white space around it. Throws `invalid_input`. */
export async function readContent(given: string): Promise<string> {
  const content = (await redact(given)).trim();
  if (!visible.test(content)) {
    throw new MemoryError('invalid_input', 'content: needs a text that can be seen');
  }
  if (content.length > longestContent) {
    throw new MemoryError('invalid_input', `content: needs 1 to 2,000 characters, has ${content.length}`);
  }
  if (isOnlySecret(content)) {
    throw new MemoryError('invalid_input', `content: ${onlySecretReason}, and secrets are not stored`);
  }
  return content;
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

/** Files a statement about the user with the user, and everything else in the project. */
function filedAs(
  { namespace, project, about, category: given }: RememberInput,
  content: string,
): Pick<StoredCandidate, 'category' | 'namespace'> {
  const filing = filingOf(content);
  const isOfUser = about ? about === 'user' : isUsers(given ?? filing.category, filing.place);
  // what is about the user although its words do not tell: "Anna, a nurse"
  const isUnclear = filing.category === 'other' && filing.place === '';
  const category = given ?? (isOfUser && isUnclear ? 'profile' : filing.category);
  if (namespace !== undefined) return { category, namespace: parseNamespaceIn(project, namespace) };
  if (isOfUser) return { category, namespace: usersPlaces[isStanding(category) ? category : 'profile'] };
  const place = category === 'decision' ? 'decisions' : category === 'rule' ? 'rules' : '';
  return { category, namespace: normaliseNamespace(place, project ?? null) };
}

const isUsers = (category: Category, place: string): boolean =>
  category === 'preference' ||
  category === 'profile' ||
  ((category === 'rule' || category === 'other') && place.startsWith('devai/user'));
