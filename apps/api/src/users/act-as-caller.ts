import { MemoryError, normaliseProject, type Memory } from '@devai/memory';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { allowedMemory } from './allowed-memory.ts';
import { mayUse } from './caller.ts';

/**
 * Gives each request the memory of its caller, and no route another one. Register it after the guard, which says who the caller is. A user of
 * the provider has the server's own project only if they may use it.
 */
export function actAsCaller(
  app: FastifyInstance,
  { memory, ownProject }: { memory: Pick<Memory, 'as'>; ownProject: string | null },
): void {
  app.decorateRequest('memory');
  app.decorateRequest('ownProject');
  app.addHook('onRequest', async (request) => {
    if (request.routeOptions.config.isPublic === true) return;
    const { caller } = request;
    const own = memory.as(caller.user);
    request.memory = caller.isOperator ? own : allowedMemory(own, caller);
    request.ownProject = mayUse(caller, ownProject) ? ownProject : null;
  });
  app.addHook('preHandler', async (request) => {
    if (request.routeOptions.config.isPublic === true) return;
    const outside = namedProjects(request).find((name) => !mayUse(request.caller, normaliseProject(name)));
    if (outside !== undefined) throw new MemoryError('not_found', `there is no project ${outside}`);
  });
}

const naming = z.object({ project: z.string() });
const ofProject = z.object({ id: z.string() });

/** The projects that a request names: in its query, its body, or the path of a project's route. */
function namedProjects({ query, body, params, routeOptions }: FastifyRequest): string[] {
  const inPath = routeOptions.url?.startsWith('/api/project/')
    ? ofProject.safeParse(params).data?.id
    : undefined;
  return [inPath, ...[query, body].map((part) => naming.safeParse(part).data?.project)].flatMap(
    (name) => name ?? [],
  );
}
