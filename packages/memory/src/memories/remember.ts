import { contentHash } from '../content-hash.ts';
import { MemoryError } from '../errors.ts';
import { normaliseNamespace, parseNamespace } from '../namespaces.ts';
import type { MemoryOptions } from '../options.ts';
import type { EmbeddingModel, Log } from '../ports.ts';
import { redactMetadata } from '../redact-metadata.ts';
import { redact } from '../redaction.ts';
import type { Store, StoredCandidate } from '../store/store.ts';
import type { Category, Evidence, Memory, MemoryType, Metadata } from '../types.ts';
import { indexWords } from './index-words.ts';

export type RememberInput = {
  /** 1 to 2,000 characters. */
  content: string;
  /** Full namespace; without it the statement is filed by project and category. */
  namespace?: string;
  project?: string | null;
  sessionId?: string | null;
  messageNumber?: number | null;
  title?: string;
  memoryType?: MemoryType;
  category?: Category;
  importance?: number;
  tags?: string[];
  metadata?: Metadata;
  reason?: string;
};

export type Remembered = { memory: Memory; action: 'added' | 'known' };

type Dependencies = {
  store: Pick<Store, 'remember' | 'enqueueJob'>;
  embeddings: EmbeddingModel | null;
  randomId: () => string;
  log: Log;
  options: MemoryOptions;
  wake: () => void;
};

/**
 * The explicit path: redacted, hash-checked and stored at once with priority highest, nothing filtered out; a job
 * deduplicates it afterwards. With the embedder down it is stored without a vector, which a job fills in. Telling it the same again
 * strengthens what is there. Throws `invalid_input` and what the store throws.
 */
export function createRemember(dependencies: Dependencies) {
  const { store, embeddings, randomId, log, wake } = dependencies;

  return async function remember(input: RememberInput): Promise<Remembered> {
    const statement = await prepare(input);
    const actor = input.sessionId
      ? ({ kind: 'session', id: input.sessionId } as const)
      : ({ kind: 'user', id: null } as const);
    const remembered = await store.remember(
      statement,
      actor,
      input.reason ?? 'the user asked to remember it',
    );
    if (statement.vector === null) {
      await store.enqueueJob({ kind: 'embed', key: 'missing', payload: {}, delaySeconds: 0 });
    }
    wake();
    return remembered;
  };

  async function prepare(input: RememberInput): Promise<StoredCandidate> {
    const content = (await redact(input.content)).trim();
    if (content === '' || content.length > 2_000) {
      throw new MemoryError('invalid_input', `content: needs 1 to 2,000 characters, has ${content.length}`);
    }
    const title = input.title === undefined ? null : await redact(input.title);
    const tags = await Promise.all((input.tags ?? []).map(redact));
    const vector = await embed(content);
    return {
      id: randomId(),
      content,
      contentHash: contentHash(content),
      title,
      memoryType: input.memoryType ?? 'semantic',
      category: input.category ?? 'other',
      namespace: namespaceOf(input),
      source: 'user_stated',
      priority: 'highest',
      importance: input.importance ?? 9,
      tags,
      metadata: await redactMetadata(input.metadata ?? {}),
      evidence: evidenceOf(input, content),
      trust: 'user',
      words: indexWords({ content, title, tags }),
      vector,
      embeddingModel: vector && embeddings ? embeddings.id : null,
      sessionId: input.sessionId ?? null,
    };
  }

  async function embed(content: string): Promise<number[] | null> {
    if (!embeddings) return null;
    try {
      const signal = AbortSignal.timeout(dependencies.options.retrieval.embeddingTimeout);
      return (await embeddings.embed([content], { signal })).vectors[0] ?? null;
    } catch (error) {
      log.warn({ err: error }, 'a statement is stored without its vector, which is filled in later');
      return null;
    }
  }
}

function namespaceOf({ namespace, project = null, category }: RememberInput): string {
  if (namespace !== undefined) return parseNamespace(namespace);
  return normaliseNamespace(category === 'preference' ? 'devai/user/preferences' : '', project);
}

function evidenceOf({ sessionId, messageNumber }: RememberInput, content: string): Evidence[] {
  if (!sessionId || messageNumber === undefined || messageNumber === null) return [];
  return [{ sessionId, messages: [messageNumber], quote: content.slice(0, 200) }];
}
