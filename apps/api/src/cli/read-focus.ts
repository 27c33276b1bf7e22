import { z } from 'zod';
import { note, type Piece } from './describe-frame.ts';
import { printable } from './printable.ts';

const focus = z.object({ block: z.string() });
const problem = z.object({ detail: z.string() });

type Whose = { token: string | null; project: string | null };

/** What the user has been working on, as the agent is told it, or why that could not be read. */
export async function tellFocus(chatUrl: string, whose: Whose): Promise<Piece[]> {
  try {
    return [note(printable((await readFocus(chatUrl, whose)) || 'nothing lately'))];
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return [{ kind: 'error', text: `the focus could not be read: ${printable(why)}` }];
  }
}

/** '' when there is nothing. Throws an error that says why it could not be read. */
async function readFocus(chatUrl: string, { token, project }: Whose): Promise<string> {
  const url = new URL('/api/focus', chatUrl.replace(/^ws/, 'http'));
  if (project !== null) url.searchParams.set('project', project);
  const response = await fetch(url, {
    headers: token === null ? {} : { authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(10_000),
  });
  const body: unknown = await response.json();
  if (!response.ok)
    throw new Error(problem.safeParse(body).data?.detail ?? `the server answered ${response.status}`);
  return focus.parse(body).block;
}
