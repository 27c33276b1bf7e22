import { evidenceFor } from '../extraction/evidence.ts';
import { trustOfKept } from '../extraction/trust.ts';
import { partsSaying } from '../marks/parts-saying.ts';
import { redact } from '../redaction/redact.ts';
import type { Message, MessagePart } from '../store/messages.ts';
import type { Store } from '../store/store.ts';
import type { MemoryType } from '../types.ts';
import type { Remembered, RememberInput, Standing } from './remember.ts';

/** Messages of a session, its last, in which somebody who vouches is looked for. */
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
  remember: (input: RememberInput, standing: Standing) => Promise<Remembered>;
};

/**
 * Stores what the agent keeps of its own accord, by its tool. It is the user's word, of the highest priority, only when one of their
 * messages in the session says it; else the agent's, or that of the tool whose output it is from, and what is learnt later may
 * replace it. Redacted, hash-checked and deduplicated as `remember` does. Throws what that throws.
 */
export function createKeep({ store, remember }: Dependencies) {
  return async function keep({ content, ...input }: KeepInput): Promise<Remembered> {
    // messages are stored redacted: so it is compared with them
    const redacted = await redact(content);
    const standing = await standingOf(redacted, input.sessionId);
    return remember({ ...input, content: redacted, reason: reasonOf(standing) }, standing);
  };

  async function standingOf(content: string, sessionId: string): Promise<Standing> {
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

function reasonOf({ trust, source }: Standing): string {
  if (source === 'user_stated') return 'the agent kept what the user said';
  return trust === 'tool' ? 'the agent kept what a tool returned' : 'the agent kept it of its own accord';
}

/** Of what the user said no extraction takes it again. */
const partsIn = ({ role, sessionId, number, content }: Message, statement: string): MessagePart[] =>
  role === 'user' ? partsSaying(content, statement).map((part) => ({ sessionId, number, part })) : [];
