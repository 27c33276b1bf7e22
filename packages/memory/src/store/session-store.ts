import { z } from 'zod';
import type { Database } from '../ports.ts';
import { toSeenInput } from './mark-input.ts';
import { messageRow, parseResult, sessionRow } from './rows.ts';
import type { SessionStore, StoredMessage } from './stored-sessions.ts';

const found = z.array(
  z
    .object({ message: messageRow, word_score: z.number() })
    .transform(({ message, word_score }) => ({ message, wordScore: word_score })),
);
const extraction = z.object({
  session: sessionRow.nullable(),
  context: z.array(messageRow),
  messages: z.array(messageRow),
});
const compaction = z
  .object({ session: sessionRow, job_id: z.string().nullable() })
  .transform(({ session, job_id }) => ({ session, jobId: job_id }));

/** Sessions and messages, over SQL functions of the same names. */
export function createSessionStore(database: Database): SessionStore {
  return {
    async openSession(input) {
      return parseResult(sessionRow, await database.call('open_session', input));
    },
    async getSession(id) {
      return parseResult(sessionRow.nullable(), await database.call('get_session', { id }));
    },
    async listSessions({ project, before, limit }) {
      const rows = await database.call('list_sessions', { project, before: isoText(before), limit });
      return parseResult(z.array(sessionRow), rows);
    },
    async updateSession(id, { name = null, state = null, metadata = null }) {
      return parseResult(sessionRow, await database.call('update_session', { id, name, state, metadata }));
    },
    async appendMessages(sessionId, messages, { idleSeconds, every }) {
      const rows = await database.call('append_messages', {
        session_id: sessionId,
        messages: messages.map(toMessageInput),
        idle_seconds: idleSeconds,
        every,
      });
      return parseResult(z.array(messageRow), rows);
    },
    async readExtraction(sessionId, { context, limit }) {
      const row = await database.call('read_extraction', { session_id: sessionId, context, limit });
      const { session, ...messages } = parseResult(extraction, row);
      return session && { session, ...messages };
    },
    async listMessages(sessionId, { after, limit }) {
      const rows = await database.call('list_messages', { session_id: sessionId, after, limit });
      return parseResult(z.array(messageRow), rows);
    },
    async endSession(id, graceSeconds) {
      const result = await database.call('end_session', { id, grace_seconds: graceSeconds });
      return parseResult(z.object({ due: z.boolean() }), result);
    },
    async enqueueDueExtractions() {
      return parseResult(z.number(), await database.call('enqueue_due_extractions', {}));
    },
    async endOrphanedSessions(graceSeconds) {
      const count = await database.call('end_orphaned_sessions', { grace_seconds: graceSeconds });
      return parseResult(z.number(), count);
    },
    async searchMessages({ words, project, sessionId, since, until, limit }) {
      const rows = await database.call('search_messages', {
        words,
        project,
        session_id: sessionId,
        since: isoText(since),
        until: isoText(until),
        limit,
      });
      return parseResult(found, rows);
    },
    async saveCompaction({ sessionId, from, through, before, seen, summary, summaryHash, candidates }) {
      const result = await database.call('save_compaction', {
        session_id: sessionId,
        from,
        through,
        before,
        seen: seen ? toSeenInput(seen) : null,
        summary,
        summary_hash: summaryHash,
        candidates,
      });
      return parseResult(compaction, result);
    },
  };
}

function toMessageInput(message: StoredMessage): Record<string, unknown> {
  return {
    id: message.id,
    role: message.role,
    type: message.type,
    content: message.content,
    tool_calls: message.toolCalls,
    tool_call_id: message.toolCallId,
    tokens: message.tokens,
    content_hash: message.contentHash,
    words: message.words,
    pinned: message.pinned,
    metadata: message.metadata,
    created_at: message.createdAt.toISOString(),
  };
}

function isoText(moment: Date | null): string | null {
  return moment === null ? null : moment.toISOString();
}
