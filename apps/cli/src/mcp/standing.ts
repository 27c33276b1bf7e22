import type { Backend } from './backend.ts';

export type Standing = { standing: string; focus: string; degraded: string[] };

/** What stands in every prompt whatever the message says. It strengthens nothing. */
export async function standingAndFocus(backend: Backend): Promise<Standing> {
  const project = await backend.project();
  const [{ parts, degraded }, { block }] = await Promise.all([
    // the section is the same for every text
    backend.ask('POST /api/memory/relevant', {
      json: { text: 'about the user', project, budgetTokens: 0 },
    }),
    backend.ask('GET /api/focus', { query: { project } }),
  ]);
  return { standing: parts.standing, focus: block, degraded };
}
