import { contentHash } from '../text/content-hash.ts';
import { MemoryError } from '../errors.ts';
import { partsSaying } from '../marks/parts-saying.ts';
import { normaliseNamespace, parseNamespace } from '../namespaces.ts';
import { redactMetadata } from '../redaction/redact-metadata.ts';
import { redact } from '../redaction/redact.ts';
import type { MemoryRecord, StoredCandidate } from '../store/memories.ts';
import type { MessagePart } from '../store/messages.ts';
import type { Store } from '../store/store.ts';
import type { Actor, Category, Evidence, MemoryType, Metadata, Priority, Source, Trust } from '../types.ts';
import { createEmbedNow, type EmbedNowDependencies } from './embed-now.ts';
import { indexWords } from '../text/words.ts';

export type RememberInput = {
  /** 1 to 2,000 characters. */
  content: string;
  /** Full namespace; without it the statement is filed by project and category. */
  namespace?: string | undefined;
  project?: string | null | undefined;
  sessionId?: string | null | undefined;
  /** The message that it was said in, and its text: where the statement stands in it, no extraction takes it again. */
  messageNumber?: number | null | undefined;
  messageText?: string | undefined;
  title?: string | undefined;
  memoryType?: MemoryType | undefined;
  category?: Category | undefined;
  importance?: number | undefined;
  tags?: string[] | undefined;
  metadata?: Metadata | undefined;
  reason?: string | undefined;
};

export type Remembered = { memory: MemoryRecord; action: 'added' | 'known' };

/** Whose word a statement is, and what it weighs by that. */
export type Standing = {
  trust: Trust;
  source: Source;
  priority: Priority;
  importance: number;
  actor: Actor;
  evidence: Evidence[];
  /** Where it stands in stored messages. */
  parts: MessagePart[];
};

type Dependencies = EmbedNowDependencies & {
  store: Pick<Store, 'remember'>;
  randomId: () => string;
  signalJobs: () => void;
};

/**
 * The explicit path: redacted, hash-checked and stored at once with priority highest, nothing filtered out; a job
 * deduplicates it afterwards. With the embedder down it is stored without a vector, which a job fills in. Telling it the same again
 * strengthens what is there. Throws `invalid_input` and what the store throws.
 */
export function createRemember(dependencies: Dependencies) {
  const { store, embeddings, randomId, signalJobs } = dependencies;
  const embedNow = createEmbedNow(dependencies);

  /** `standing`: of what is not the user's own word, which it is without one. */
  return async function remember(input: RememberInput, standing?: Standing): Promise<Remembered> {
    const content = await readContent(input);
    const { actor, parts, ...said } = standing ?? (await statedByUser(input, content));
    const statement = await prepare(input, content, said);
    const remembered = await store.remember(
      statement,
      actor,
      input.reason ?? 'the user asked to remember it',
      parts,
    );
    signalJobs();
    return remembered;
  };

  async function prepare(
    input: RememberInput,
    content: string,
    said: Omit<Standing, 'actor' | 'parts'>,
  ): Promise<StoredCandidate> {
    const title = input.title === undefined ? null : await redact(input.title);
    const tags = await Promise.all((input.tags ?? []).map(redact));
    const vector = await embedNow(content, input.sessionId ?? null);
    return {
      ...said,
      id: randomId(),
      content,
      contentHash: contentHash(content),
      title,
      memoryType: input.memoryType ?? 'semantic',
      category: input.category ?? 'other',
      namespace: namespaceOf(input),
      importance: input.importance ?? said.importance,
      tags,
      metadata: await redactMetadata(input.metadata ?? {}),
      words: indexWords({ content, title, tags }),
      vector,
      embeddingModel: vector && embeddings ? embeddings.id : null,
      sessionId: input.sessionId ?? null,
    };
  }
}

async function readContent(input: RememberInput): Promise<string> {
  const content = (await redact(input.content)).trim();
  if (content === '' || content.length > 2_000) {
    throw new MemoryError('invalid_input', `content: needs 1 to 2,000 characters, has ${content.length}`);
  }
  return content;
}

/** What the user says weighs most, and comes from the message that she said it in. */
async function statedByUser(input: RememberInput, content: string): Promise<Standing> {
  const { sessionId, messageNumber, messageText } = input;
  const from = sessionId && messageNumber ? { sessionId, number: messageNumber } : null;
  // as it is stored
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
    parts: from ? partsSaying(text, content).map((part) => ({ ...from, part })) : [],
  };
}

function namespaceOf({ namespace, project = null, category }: RememberInput): string {
  if (namespace !== undefined) return parseNamespace(namespace);
  return normaliseNamespace(category === 'preference' ? 'devai/user/preferences' : '', project);
}
