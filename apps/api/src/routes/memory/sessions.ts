import { MemoryError, type Memory } from '@devai/memory';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { anyProblem, notFound } from '../../problems.ts';
import { sessionPage, sessionWithMessages } from '../../protocol/session.ts';
import { time } from '../../protocol/parse-time.ts';
import { flag, uuid, pageLimit, projectName, projectOf } from './fields.ts';
import { requireSession } from './readable-session.ts';

const listQuery = z.strictObject({
  project: projectName.describe("absent: the server's own project"),
  allProjects: flag.default(false).describe('all projects, for who runs the server'),
  before: time.optional().describe('last active before'),
  limit: pageLimit.default(50),
});
const oneQuery = z.strictObject({
  project: projectName.describe('only when it is of this project; absent: any'),
  after: z.coerce.number().int().min(0).default(0).describe('a message number'),
  limit: pageLimit.default(100),
});
/** `GET /api/memory/sessions` and `/api/memory/sessions/:id`: conversations, and one with its messages. */
export function registerSessions(
  app: FastifyInstance,
  { memory, ownProject }: { memory: Memory; ownProject: string | null },
): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const tags = ['sessions'];

  routes.get(
    '/api/memory/sessions',
    {
      schema: {
        operationId: 'listSessions',
        summary: 'Lists sessions, last active first',
        tags,
        querystring: listQuery,
        response: { 200: sessionPage, ...anyProblem },
      },
    },
    async ({ query }): Promise<z.infer<typeof sessionPage>> => {
      const wanted = query.allProjects ? undefined : projectOf(query.project, ownProject);
      if (wanted === null) {
        throw new MemoryError('invalid_input', 'project: name one, or ask for allProjects');
      }
      const sessions = await memory.sessions.list({
        project: wanted,
        before: query.before,
        limit: query.limit,
      });
      const last = sessions.length === query.limit ? sessions.at(-1) : undefined;
      return { sessions, next: last?.lastActiveAt ?? null };
    },
  );
  routes.get(
    '/api/memory/sessions/:id',
    {
      schema: {
        operationId: 'getSession',
        summary: 'Shows a session with its messages, oldest first',
        tags,
        params: z.strictObject({ id: uuid }),
        querystring: oneQuery,
        response: { 200: sessionWithMessages, ...anyProblem, ...notFound },
      },
    },
    async ({ params, query }): Promise<z.infer<typeof sessionWithMessages>> => {
      const session = await requireSession(memory, params.id, query.project);
      const messages = await memory.sessions.messages(session.id, query.after, query.limit);
      const last = messages.length === query.limit ? messages.at(-1) : undefined;
      return {
        session,
        messages,
        next: last?.number ?? null,
      };
    },
  );
}
