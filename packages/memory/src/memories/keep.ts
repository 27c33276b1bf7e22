import { z } from 'zod';
import * as fields from '../fields/fields.ts';
import { description } from '../fields/memory-fields.ts';
import { MemoryError } from '../errors.ts';
import { evidenceFor } from '../extraction/evidence.ts';
import { trustOfKept } from '../extraction/trust.ts';
import { mentionParts } from '../marks/mention-parts.ts';
import { agentNamespace, storedProject } from '../namespaces.ts';
import { redact } from '../redaction/redact.ts';
import type { Remembered } from '../store/memories.ts';
import type { Message, MessagePart } from '../store/messages.ts';
import type { Store } from '../store/store.ts';
import { remember, type Provenance, type WritingDependencies } from './remember.ts';

/** The last messages of a session that can support a statement. */
const lookedThrough = 1_000;

export const keepInput = z.strictObject({
  ...description,
  /** 1 to 2,000 characters. */
  content: z.string(),
  sessionId: fields.id,
  project: fields.project,
  /** Whom the memory helps. `self`: the `agent` alone, in every project. A statement that only a tool makes stays in the project. */
  about: z.enum(['user', 'project', 'self']).optional(),
  /** Who keeps it. */
  agent: z.string().optional(),
  relations: fields.relations,
});
export type KeepInput = z.input<typeof keepInput>;

/**
 * Stores what the agent remembers on its own, by its tool. The statement counts as the user's, with priority highest, only if a
 * message of the user in the session says it. Otherwise its trust is `agent`, or `tool` if a tool's output says it, and later
 * statements may supersede it; without a project, what a tool said is refused. Redacts, hash-checks and deduplicates like `remember`, and throws the same, and `conflict` for a session of
 * another project.
 */
export async function keep(dependencies: WritingDependencies, input: KeepInput): Promise<Remembered> {
  // stored messages are redacted, so compare the redacted statement
  const content = await redact(input.content);
  const messages = await lastMessages(dependencies.store, input);
  const provenance = await provenanceOf(content, input.sessionId, messages);
  // a file or page must not speak of the user in every other project
  const about = provenance.trust === 'tool' ? 'project' : input.about;
  if (about === 'project' && provenance.trust === 'tool' && input.project === null) {
    const problem = 'only a tool said it, so it stays in its project, and the session has none';
    throw new MemoryError('invalid_input', problem);
  }
  const reason = reasonOf(provenance);
  if (about !== 'self') return remember(dependencies, { ...input, about, content, reason }, provenance);
  if (input.agent === undefined) throw new MemoryError('invalid_input', 'about: self needs an agent');
  const namespace = agentNamespace(input.agent);
  return remember(dependencies, { ...input, about: undefined, namespace, content, reason }, provenance);
}

async function lastMessages(store: Store, { sessionId, project }: KeepInput): Promise<Message[]> {
  const session = await store.getSession(sessionId);
  if (!session) return [];
  if (session.project !== storedProject(project)) {
    throw new MemoryError('conflict', `session ${sessionId} belongs to another project`);
  }
  const after = Math.max(0, session.messageCount - lookedThrough);
  return store.listMessages(sessionId, { after, limit: lookedThrough });
}

async function provenanceOf(content: string, sessionId: string, messages: Message[]): Promise<Provenance> {
  const { trust, isOwnWords, message } = trustOfKept(content, messages);
  return {
    trust,
    source: isOwnWords ? 'user_stated' : 'discovery',
    priority: isOwnWords ? 'highest' : 'medium',
    importance: isOwnWords ? 9 : 5,
    actor: isOwnWords ? { kind: 'session', id: sessionId } : { kind: 'agent', id: sessionId },
    evidence: message ? await evidenceFor(content, [message]) : [],
    parts: message ? await partsIn(message, content) : [],
  };
}

function reasonOf({ trust, source }: Provenance): string {
  if (source === 'user_stated') return 'the agent kept what the user said';
  return trust === 'tool' ? 'the agent kept what a tool returned' : 'the agent kept it of its own accord';
}

/** The parts of a user message to mark, so that no extraction takes the statement again. */
async function partsIn(
  { role, sessionId, number, content }: Message,
  statement: string,
): Promise<MessagePart[]> {
  const parts = role === 'user' ? await mentionParts(content, statement) : [];
  return parts.map((part) => ({ sessionId, number, part }));
}
