import type { UserMemory } from '@devai/memory';
import type { z } from 'zod';
import { sessionChoices } from '../../protocol/context.ts';
import { notFound } from '../../problems.ts';
import { byId, scoped, type sessionItems } from '../../protocol/request-fields.ts';
import { bodies, queries } from '../../protocol/requests.ts';
import { requireSession } from './sessions.ts';
import type { Routes } from '../routes.ts';

/** `/api/memory/sessions/:id/memories`: what the user puts into a session's prompts, and keeps out of them. */
export function registerSessionChoices(routes: Routes): void {
  const path = '/api/memory/sessions/:id/memories';
  routes.get(path, {
    schema: {
      operationId: 'getSessionChoices',
      summary: "Shows what the user put into a session's prompts, and what they keep out of them",
      params: byId,
      querystring: scoped,
      response: { 200: sessionChoices, ...notFound },
    },
    handler: async ({ memory, params: { id }, query }) => {
      await requireSession(memory, id, query.project);
      return memory.contexts.choices(id);
    },
  });
  const changes = { params: byId, response: { 200: sessionChoices, ...notFound } };
  routes.post(path, {
    schema: {
      operationId: 'chooseForSession',
      summary:
        "Pins memories into a session's prompts, excludes them, hides messages, or sets shares of the budget",
      ...changes,
      querystring: scoped,
      body: bodies['POST /api/memory/sessions/:id/memories'],
    },
    handler: async ({ memory, params: { id }, query, body: { shares, ...chosen } }) => {
      await requireSession(memory, id, query.project);
      if (shares) await memory.contexts.setShares(id, shares);
      return choose(memory.contexts, id, chosen, true);
    },
  });
  routes.delete(path, {
    schema: {
      operationId: 'unchooseForSession',
      summary: 'Takes back what was pinned, excluded or hidden for a session',
      ...changes,
      querystring: queries['DELETE /api/memory/sessions/:id/memories'],
    },
    handler: async ({ memory, params: { id }, query: { project, ...chosen } }) => {
      await requireSession(memory, id, project);
      return choose(memory.contexts, id, chosen, false);
    },
  });

  async function choose(
    contexts: UserMemory['contexts'],
    id: string,
    { pinned, excluded, hidden }: z.output<typeof sessionItems>,
    chosen: boolean,
  ) {
    if (pinned.length > 0) await contexts.chooseMemories(id, 'pinned', pinned, chosen);
    if (excluded.length > 0) await contexts.chooseMemories(id, 'excluded', excluded, chosen);
    if (hidden.length > 0) await contexts.hideMessages(id, hidden, chosen);
    return contexts.choices(id);
  }
}
