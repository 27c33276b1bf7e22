import { evidenceFor } from '../extraction/evidence.ts';
import { trustOfKept } from '../extraction/trust.ts';
import { mentionParts } from '../marks/mention-parts.ts';
import { redact } from '../redaction/redact.ts';
import type { Message, MessagePart } from '../store/messages.ts';
import type { Store } from '../store/store.ts';
import type { MemoryType } from '../types.ts';
import type { Remembered, RememberInput, Provenance } from './remember.ts';

/** The last messages of a session that can support a statement. */
const lookedThrough = 1_000;

export type KeepInput = {
  /** 1 to 2,000 characters. */
  content: string;
  sessionId: string;
  project: string | null;
  memoryType?: MemoryType;
};

type Dependencies = {
  store: Pick<Store, 'getSession' | 'listMessages'>;
  remember: (input: RememberInput, provenance: Provenance) => Promise<Remembered>;
};

/**
 * Stores what the agent remembers on its own, by its tool. The statement counts as the user's, with
 * priority highest, only if a message of the user in the session says it. Otherwise its trust is `agent`, or `tool` if a tool's output says it, and later statements may
 * supersede it. Redacts, hash-checks and deduplicates like `remember`, and throws the same.
 */
export function createKeep({ store, remember }: Dependencies) {
  return async function keep({ content, ...input }: KeepInput): Promise<Remembered> {
    // stored messages are redacted, so compare the redacted statement
    const redacted = await redact(content);
    const provenance = await provenanceOf(redacted, input.sessionId);
    return remember({ ...input, content: redacted, reason: reasonOf(provenance) }, provenance);
  };

  async function provenanceOf(content: string, sessionId: string): Promise<Provenance> {
    const { trust, isOwnWords, message } = trustOfKept(content, await lastMessages(sessionId));
    return {
      trust,
      source: isOwnWords ? 'user_stated' : 'discovery',
      priority: isOwnWords ? 'highest' : 'medium',
      importance: isOwnWords ? 9 : 5,
      actor: isOwnWords ? { kind: 'session', id: sessionId } : { kind: 'agent', id: sessionId },
      evidence: message ? await evidenceFor(content, [message]) : [],
      parts: message ? partsIn(message, content) : [],
    };
  }

  async function lastMessages(sessionId: string): Promise<Message[]> {
    const session = await store.getSession(sessionId);
    if (!session) return [];
    const after = Math.max(0, session.messageCount - lookedThrough);
    return store.listMessages(sessionId, { after, limit: lookedThrough });
  }
}

function reasonOf({ trust, source }: Provenance): string {
  if (source === 'user_stated') return 'the agent kept what the user said';
  return trust === 'tool' ? 'the agent kept what a tool returned' : 'the agent kept it of its own accord';
}

/** The parts of a user message to mark, so that no extraction takes the statement again. */
const partsIn = ({ role, sessionId, number, content }: Message, statement: string): MessagePart[] =>
  role === 'user' ? mentionParts(content, statement).map((part) => ({ sessionId, number, part })) : [];
