import type { At } from './commands/at.ts';
import { oneLine } from '../terminal/printable.ts';
import { moment } from '../terminal/written.ts';

/** A session that can be continued. */
export type ListedSession = {
  id: string;
  /** The number of its last message; 0 if it is not known. */
  lastNumber: number;
  /** The time, and words to recognise it by. */
  line: string;
};

/** The last active sessions of a project, each with its name or else the user's first words. */
export async function listSessions(
  { ask }: Pick<At, 'ask'>,
  project: string | null,
  limit: number,
): Promise<ListedSession[]> {
  const query = { project: project ?? undefined, limit };
  const { sessions } = await ask('GET /api/memory/sessions', { query });
  return sessions.map(({ id, name, firstWords, messageCount, lastActiveAt }) => ({
    id,
    lastNumber: messageCount,
    line: lineOf(lastActiveAt, name ?? firstWords ?? ''),
  }));
}

/** The sessions with messages that match some words, each with the best match. */
export async function searchSessions(
  { ask }: Pick<At, 'ask'>,
  project: string | null,
  words: string,
): Promise<ListedSession[]> {
  const query = { q: words, messages: true, project: project ?? undefined };
  const found = await ask('GET /api/memory/search', { query });
  const sessions = new Map<string, ListedSession>();
  for (const { message } of 'messages' in found ? found.messages : []) {
    const { sessionId: id, content, createdAt } = message;
    if (!sessions.has(id)) sessions.set(id, { id, lastNumber: 0, line: lineOf(createdAt, content) });
  }
  return [...sessions.values()];
}

const lineOf = (at: Date, words: string): string => `${moment(at)}  ${oneLine(words, 80)}`;
