import { z } from 'zod';
import { sessionChoices } from '../../protocol/context.ts';
import { notFound } from '../../problems.ts';
import { byId, scoped, several, uuid } from './fields.ts';
import { requireSession } from './sessions.ts';
import type { Routes, Served } from '../routes.ts';

const numbers = z.array(z.int().min(1).max(2_147_483_647)).max(100).default([]);
const messageNumber = z.string().regex(/^[1-9]\d{0,8}$/, { error: 'must be the number of a message' });
const items = z.strictObject({
  pinned: z.array(uuid).max(100).default([]).describe('ids of memories'),
  excluded: z.array(uuid).max(100).default([]).describe('ids of memories'),
  hidden: numbers.describe('numbers of messages'),
});

/** `/api/memory/sessions/:id/memories`: what the user puts into a session's prompts, and keeps out of them. */
export function registerSessionChoices(routes: Routes, { memory }: Served): void {
  const path = '/api/memory/sessions/:id/memories';
  routes.get(path, {
    schema: {
      operationId: 'getSessionChoices',
      summary: "Shows what the user put into a session's prompts, and what they keep out of them",
      params: byId,
      querystring: scoped,
      response: { 200: sessionChoices, ...notFound },
    },
    handler: async ({ params: { id }, query }) => {
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
      body: items.extend({
        shares: z
          .record(z.string(), z.number())
          .optional()
          .describe("shares of the budget, by priority 0 to 7; {}: the profile's shares"),
      }),
    },
    handler: async ({ params: { id }, query, body: { shares, ...chosen } }) => {
      await requireSession(memory, id, query.project);
      if (shares) await memory.contexts.setShares(id, shares);
      return choose(id, chosen, true);
    },
  });
  routes.delete(path, {
    schema: {
      operationId: 'unchooseForSession',
      summary: 'Takes back what was pinned, excluded or hidden for a session',
      ...changes,
      querystring: scoped.extend({
        pinned: several(uuid).default([]),
        excluded: several(uuid).default([]),
        hidden: several(messageNumber)
          .default([])
          .transform((given) => given.map(Number)),
      }),
    },
    handler: async ({ params: { id }, query: { project, ...chosen } }) => {
      await requireSession(memory, id, project);
      return choose(id, chosen, false);
    },
  });

  async function choose(id: string, { pinned, excluded, hidden }: z.output<typeof items>, chosen: boolean) {
    if (pinned.length > 0) await memory.contexts.chooseMemories(id, 'pinned', pinned, chosen);
    if (excluded.length > 0) await memory.contexts.chooseMemories(id, 'excluded', excluded, chosen);
    if (hidden.length > 0) await memory.contexts.hideMessages(id, hidden, chosen);
    return memory.contexts.choices(id);
  }
}
