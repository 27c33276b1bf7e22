import { MemoryError, normaliseProject, type Memory } from '@devai/memory';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { HttpError } from '../errors.ts';
import { allowedMemory } from './allowed-memory.ts';
import type { Identify } from './identify.ts';
import { mayUse, type Enter } from './caller.ts';

/**
 * Returns a hook that gives each request the memory of its caller, and no route another one. A user other than the operator has the host's own
 * project only if they may use it. Throws what `identify` throws, and `forbidden`.
 */
export function actAsCaller({
  memory,
  identify,
  ownProject,
}: {
  memory: Pick<Memory, 'as'>;
  identify: Identify;
  ownProject: string | null;
}): Enter {
  return async function enter(request, reply) {
    const { isPublic = false, isOperators = false } = request.routeOptions.config;
    if (isPublic) return;
    const caller = await identify(request, reply);
    request.caller = caller;
    if (isOperators && !caller.isOperator) {
      throw new HttpError('forbidden', 'only the operator of this server may do this');
    }
    const own = memory.as(caller.user);
    request.memory = caller.isOperator ? own : allowedMemory(own, caller);
    request.ownProject = mayUse(caller, ownProject) ? ownProject : null;
  };
}

/** A project that the caller may not use does not exist, also where a route would answer nothing about it. */
export function refuseOtherProjects(app: FastifyInstance): void {
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
  const inPath = routeOptions.url?.includes('/api/project/')
    ? ofProject.safeParse(params).data?.id
    : undefined;
  return [inPath, ...[query, body].map((part) => naming.safeParse(part).data?.project)].flatMap(
    (name) => name ?? [],
  );
}
