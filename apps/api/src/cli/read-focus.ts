import { z } from 'zod';

const focus = z.object({ block: z.string() });
const problem = z.object({ detail: z.string() });

/**
 * What the server says the user has been working on, as the agent is told it; '' when there is nothing. Throws an error
 * that says why it could not be read.
 */
export async function readFocus(
  chatUrl: string,
  { token, project }: { token: string | null; project: string | null },
): Promise<string> {
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
