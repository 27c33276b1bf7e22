import type { Answer } from '../../../apps/api/testing/ask.ts';
import { ask } from '../../../apps/api/testing/ask.ts';
import type { Attack } from '../attack.ts';

/** The fuzzed server, with its token. */
export type Target = Pick<Attack, 'random' | 'tally' | 'isOver'> & {
  /** The address of the websocket. */
  url: string;
  token: string;
  /** Changes from round to round, for generators. */
  seed: number;
};

/** Sends a request with the token, and records an answer that no client may get. */
export async function attempt(
  { url, token, tally }: Target,
  request: Parameters<typeof ask>[1],
): Promise<Answer | null> {
  tally.try();
  const what = `${request.method ?? 'GET'} ${request.path.slice(0, 300)} ${request.body?.slice(0, 300) ?? ''}`;
  try {
    const answer = await ask(url, {
      ...request,
      headers: { authorization: `Bearer ${token}`, ...request.headers },
    });
    if (answer.status >= 500) tally.fail('other', `${answer.status} ${answer.body.slice(0, 300)}: ${what}`);
    // Node itself refuses requests that are too long
    else if (
      answer.status >= 400 &&
      answer.status !== 431 &&
      !answer.type.startsWith('application/problem+json')
    ) {
      tally.fail('other', `${answer.status} without a problem: ${what}`);
    }
    return answer;
  } catch (error) {
    tally.fail('other', `no answer (${String(error)}): ${what}`);
    return null;
  }
}
