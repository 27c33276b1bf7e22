import { MemoryError, type Session, type UserMemory } from '@devai/memory';
import { z } from 'zod';
import { conflict, notFound } from '../../problems.ts';
import {
  handedOver,
  sessionPage,
  sessionWithMessages,
  shownMessage,
  shownSession,
} from '../../protocol/session.ts';
import { deletedSession, forgottenMessage } from '../../protocol/memory.ts';
import { byId, scoped } from '../../protocol/request-fields.ts';
import { bodies, queries } from '../../protocol/requests.ts';
import { projectOf } from './fields.ts';
import type { Routes, Served } from '../routes.ts';

/** With `agents` only one of them continues, by default the first; otherwise any agent that the request names. */
const handoffBody = (agents: string[] | undefined) => {
  const body = bodies['POST /api/memory/sessions/:id/handoff'];
  const { description = '' } = body.shape.to.meta() ?? {};
  const named = body.shape.to.unwrap();
  const [first = ''] = agents ?? [];
  const to = agents ? named.pipe(z.enum(agents)).default(first) : named.pipe(z.string().min(1));
  return body.extend({ to: to.describe(description) });
};
const messageParams = byId.extend({ number: z.coerce.number().int().min(1).max(2_147_483_647) });

/** `/api/memory/sessions`: conversations, one with its messages, and what a person may change of them. */
export function registerSessions(routes: Routes, { agents }: Served): void {
  routes.get('/api/memory/sessions', {
    schema: {
      operationId: 'listSessions',
      summary: 'Lists sessions, last active first; those of delegated tasks only on request',
      querystring: queries['GET /api/memory/sessions'],
      response: { 200: sessionPage },
    },
    handler: async ({ memory, ownProject, query }): Promise<z.infer<typeof sessionPage>> => {
      const wanted = query.allProjects ? undefined : projectOf(query.project, ownProject);
      if (wanted === null) {
        throw new MemoryError('invalid_input', 'project: name one, or set allProjects');
      }
      const { before, limit, children, parent } = query;
      const sessions = await memory.sessions.list({ project: wanted, before, limit, children, parent });
      const last = sessions.length === limit ? sessions.at(-1) : undefined;
      return { sessions, next: last?.lastActiveAt ?? null };
    },
  });
  routes.get('/api/memory/sessions/:id', {
    schema: {
      operationId: 'getSession',
      summary: 'Shows a session with its messages, oldest first',
      params: byId,
      querystring: queries['GET /api/memory/sessions/:id'],
      response: { 200: sessionWithMessages, ...notFound },
    },
    handler: async ({ memory, params, query }): Promise<z.infer<typeof sessionWithMessages>> => {
      const session = await requireSession(memory, params.id, query.project);
      const messages = await memory.sessions.messages(session.id, query.after, query.limit);
      const last = messages.length === query.limit ? messages.at(-1) : undefined;
      return { session, messages, next: last?.number ?? null };
    },
  });
  routes.post('/api/memory/sessions/:id/handoff', {
    schema: {
      operationId: 'handOff',
      summary: 'Hands a conversation over to another agent, or to a fresh context, in a new session',
      params: byId,
      querystring: scoped,
      body: handoffBody(agents),
      response: { 201: handedOver, ...notFound, ...conflict },
    },
    handler: async ({ memory, params: { id }, query, body }, reply) => {
      await requireSession(memory, id, query.project);
      return reply.code(201).send(await memory.sessions.handoff(id, body));
    },
  });
  routes.put('/api/memory/sessions/:id', {
    schema: {
      operationId: 'renameSession',
      summary: 'Names a session, so that people can find it again',
      params: byId,
      querystring: scoped,
      body: bodies['PUT /api/memory/sessions/:id'],
      response: { 200: shownSession, ...notFound },
    },
    handler: async ({ memory, params: { id }, query, body }) => {
      await requireSession(memory, id, query.project);
      return memory.sessions.update(id, body);
    },
  });
  routes.delete('/api/memory/sessions/:id', {
    schema: {
      operationId: 'deleteSession',
      summary:
        'Erases a session for good, with those of the tasks that it delegated, and its quotes in others; memories that came from it stay',
      params: byId,
      querystring: scoped,
      response: { 200: deletedSession, ...notFound, ...conflict },
    },
    handler: async ({ memory, params: { id }, query }) => {
      await requireSession(memory, id, query.project);
      return memory.sessions.delete(id);
    },
  });
  routes.put('/api/memory/sessions/:id/messages/:number', {
    schema: {
      operationId: 'pinMessage',
      summary: 'Pins a message, so that no compaction replaces it, or unpins it',
      params: messageParams,
      querystring: scoped,
      body: bodies['PUT /api/memory/sessions/:id/messages/:number'],
      response: { 200: shownMessage, ...notFound },
    },
    handler: async ({ memory, params: { id, number }, query, body: { pinned } }) => {
      await requireSession(memory, id, query.project);
      return memory.sessions.pin(id, number, pinned);
    },
  });
  routes.delete('/api/memory/sessions/:id/messages/:number', {
    schema: {
      operationId: 'forgetMessage',
      summary:
        'Erases the text of a message for good, and its quotes everywhere; memories that were taken from it stay',
      params: messageParams,
      querystring: scoped,
      response: { 200: forgottenMessage, ...notFound, ...conflict },
    },
    handler: async ({ memory, params: { id, number }, query }) => {
      await requireSession(memory, id, query.project);
      return memory.sessions.forgetMessage(id, number);
    },
  });
}

/** Returns a session. With a project, throws `not_found` for a session of another one. */
export async function requireSession(
  memory: UserMemory,
  id: string,
  named: string | undefined,
): Promise<Session> {
  const session = await memory.sessions.get(id);
  const isWanted = named === undefined || session?.project === projectOf(named, null);
  if (session && isWanted) return session;
  throw new MemoryError('not_found', `there is no session ${id}`);
}
