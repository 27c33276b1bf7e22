import { MemoryError, type UserMemory } from '@devai/memory';
import { z } from 'zod';
import { notFound } from '../../problems.ts';
import {
  contextDiff,
  contextList,
  previewedContext,
  replayReport,
  shownContext,
} from '../../protocol/context.ts';
import { byId, scoped, uuid } from '../../protocol/request-fields.ts';
import { bodies, queries } from '../../protocol/requests.ts';
import { clientGone } from '../client-gone.ts';
import { projectOf } from './fields.ts';
import { requireSession } from './sessions.ts';
import { changesWithTexts, withTexts } from './with-texts.ts';
import type { Routes, Served } from '../routes.ts';

const byContext = z.strictObject({ contextId: uuid });

/** `/api/memory/contexts` and related routes: what models saw, what they would see, and how two contexts differ. */
export function registerContexts(routes: Routes, { preview }: Served): void {
  routes.get('/api/memory/contexts', {
    schema: {
      operationId: 'listContexts',
      summary: 'Lists what models were sent, newest first',
      querystring: queries['GET /api/memory/contexts'],
      response: { 200: contextList },
    },
    handler: async ({
      memory,
      ownProject,
      query: { session, turn, before, limit, ...query },
    }): Promise<z.infer<typeof contextList>> => {
      // a session is of one project
      const isAny = query.allProjects || (session !== undefined && query.project === undefined);
      const project = isAny ? undefined : projectOf(query.project, ownProject);
      if (project === null) {
        throw new MemoryError('invalid_input', 'project: name one, or set allProjects');
      }
      const contexts = await memory.contexts.list({ sessionId: session, turn, project, before, limit });
      const last = contexts.length === limit ? contexts.at(-1) : undefined;
      return { contexts, next: last?.createdAt ?? null };
    },
  });
  routes.get('/api/memory/debug/:contextId', {
    schema: {
      operationId: 'getContext',
      summary: 'Shows what a model saw, section by section, and why each part was in or out',
      params: byContext,
      querystring: scoped,
      response: { 200: shownContext, ...notFound },
    },
    handler: async ({ memory, params: { contextId }, query }) => {
      const context = await requireContext(memory, contextId, query.project);
      return { ...context, sections: await withTexts(memory, context.project, context.sections) };
    },
  });
  routes.post('/api/memory/replay/:contextId', {
    schema: {
      operationId: 'replayContext',
      summary: 'Assembles what a model saw again from what was stored, and says whether it is the same',
      params: byContext,
      querystring: queries['POST /api/memory/replay/:contextId'],
      response: { 200: replayReport, ...notFound },
    },
    handler: async ({ memory, params: { contextId }, query }): Promise<z.infer<typeof replayReport>> => {
      const { project, sections } = await requireContext(memory, contextId, query.project);
      const { drift, ...report } = await memory.contexts.replay(contextId, query);
      return { ...report, drift: drift && (await changesWithTexts(memory, project, drift, sections)) };
    },
  });
  routes.get('/api/memory/diff', {
    schema: {
      operationId: 'compareContexts',
      summary: 'Shows what differs between two contexts, by section and item',
      querystring: queries['GET /api/memory/diff'],
      response: { 200: contextDiff, ...notFound },
    },
    handler: async ({ memory, query: { before, after, project } }): Promise<z.infer<typeof contextDiff>> => {
      const one = await requireContext(memory, before, project);
      const other = await requireContext(memory, after, project);
      const diff = await memory.contexts.diff(before, after);
      const considered = [...one.sections, ...other.sections];
      const sections = diff.sections.map(async (section) => ({
        ...section,
        items: await changesWithTexts(memory, other.project, section.items, considered),
      }));
      return { ...diff, sections: await Promise.all(sections) };
    },
  });
  routes.post('/api/memory/sessions/:id/context', {
    schema: {
      operationId: 'previewContext',
      summary: 'Shows what the agent would be sent for a message; stores and strengthens nothing',
      params: byId,
      querystring: scoped,
      body: bodies['POST /api/memory/sessions/:id/context'],
      response: { 200: previewedContext, ...notFound },
    },
    handler: async (
      { memory, caller, params, query, body },
      reply,
    ): Promise<z.infer<typeof previewedContext>> => {
      const session = await requireSession(memory, params.id, query.project);
      const { context, degraded } = await preview(caller.user, session, {
        ...body,
        signal: clientGone(reply),
      });
      const { hash, tokens, input } = context;
      const sections = await withTexts(memory, session.project, context.sections);
      return { hash, tokens, budget: input.budget, degraded, sections, messages: context.keptMessages() };
    },
  });
}

/** Returns a context. With a project, throws `not_found` for a context of another one. */
async function requireContext(memory: UserMemory, id: string, named: string | undefined) {
  const context = await memory.contexts.get(id);
  if (named === undefined || context.project === projectOf(named, null)) return context;
  throw new MemoryError('not_found', `there is no context ${id}`);
}
