import { MemoryError, type Memory, type Session } from '@devai/memory';
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
import { time } from '../../protocol/parse-time.ts';
import { byId, flag, pageLimit, projectName, projectOf, scoped, uuid } from './fields.ts';
import type { Routes, Served } from '../routes.ts';

const listQuery = z.strictObject({
  project: projectName.describe("absent: the server's own project"),
  allProjects: flag.default(false).describe('of all projects, for whoever runs the server'),
  children: flag.default(false).describe('include the sessions of agents that a task was delegated to'),
  parent: uuid.optional().describe('only sessions of agents that this session delegated a task to'),
  before: time.optional().describe('only sessions last active before this time'),
  limit: pageLimit.default(50),
});
const oneQuery = scoped.extend({
  after: z.coerce.number().int().min(0).default(0).describe('only messages after this number'),
  limit: pageLimit.default(100),
});
const handoffBody = (agents: string[]) =>
  z.strictObject({
    to: z
      .string()
      .trim()
      .toLowerCase()
      .pipe(z.enum(agents))
      .default('chapo')
      .describe('the agent that continues'),
    state: z
      .record(z.string().min(1).max(100), z.unknown())
      .optional()
      .describe('values for the state of the new session'),
    budgetTokens: z
      .int()
      .min(200)
      .max(32_000)
      .optional()
      .describe('limit for what the agent is told; by default 4,000'),
  });
const messageParams = byId.extend({ number: z.coerce.number().int().min(1).max(2_147_483_647) });

/** `/api/memory/sessions`: conversations, one with its messages, and what a person may change of them. */
export function registerSessions(routes: Routes, { memory, ownProject, agents }: Served): void {
  routes.get('/api/memory/sessions', {
    schema: {
      operationId: 'listSessions',
      summary: 'Lists sessions, last active first; those of delegated tasks only on request',
      querystring: listQuery,
      response: { 200: sessionPage },
    },
    handler: async ({ query }): Promise<z.infer<typeof sessionPage>> => {
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
      querystring: oneQuery,
      response: { 200: sessionWithMessages, ...notFound },
    },
    handler: async ({ params, query }): Promise<z.infer<typeof sessionWithMessages>> => {
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
    handler: async ({ params: { id }, query, body }, reply) => {
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
      body: z.strictObject({ name: z.string().trim().min(1).max(200) }),
      response: { 200: shownSession, ...notFound },
    },
    handler: async ({ params: { id }, query, body }) => {
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
    handler: async ({ params: { id }, query }) => {
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
      body: z.strictObject({ pinned: z.boolean() }),
      response: { 200: shownMessage, ...notFound },
    },
    handler: async ({ params: { id, number }, query, body: { pinned } }) => {
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
    handler: async ({ params: { id, number }, query }) => {
      await requireSession(memory, id, query.project);
      return memory.sessions.forgetMessage(id, number);
    },
  });
}

/** Returns a session. With a project, throws `not_found` for a session of another one. */
export async function requireSession(
  memory: Memory,
  id: string,
  named: string | undefined,
): Promise<Session> {
  const session = await memory.sessions.get(id);
  const isWanted = named === undefined || session?.project === projectOf(named, null);
  if (session && isWanted) return session;
  throw new MemoryError('not_found', `there is no session ${id}`);
}
