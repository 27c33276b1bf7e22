import { shortId } from '../terminal/written.ts';
import { cliError } from '../cli-error.ts';
import type { Context } from '../context.ts';
import { fullId } from './full-id.ts';

type Place = { sessionId: string; number: number };

/** How commands name a message: the beginning of its session's id, and its number there. */
export const messageName = ({ sessionId, number }: Place): string => `${shortId(sessionId)}:${number}`;

/** Completes the name of a message; null for a text that is not one. Throws like `fullId`. */
export async function messageNamed(context: Context, given: string): Promise<Place | null> {
  const [, session, digits] = /^([^:]+):(\d+)$/u.exec(given) ?? [];
  if (session === undefined) return null;
  const number = Number(digits);
  if (!(number >= 1 && number <= 2_147_483_647)) {
    throw cliError('usage', `${given} is not the name of a message: messages are numbered from 1`);
  }
  return { sessionId: await fullId(context, 'session', session), number };
}
