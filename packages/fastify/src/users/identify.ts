import { MemoryError, normaliseProject } from '@devai/memory';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { HttpError } from '../errors.ts';
import { onlyUser, type Caller } from './caller.ts';

/** Who sends a request, as the host says it. */
export type Identity = {
  /** The host's id of the user: any text of 1 to 200 characters. `me` is the user of a memory of one user. */
  user: string;
  /** What a person recognises the user by; by default the id. */
  name?: string | undefined;
  /** Whether they run the server, and may do what concerns all users. */
  operator?: boolean | undefined;
  /** The only projects that they may use; null or absent: all. */
  projects?: readonly string[] | ReadonlySet<string> | null | undefined;
  /** When their right ends, which also ends the streams that they read; null or absent: never. */
  expiresAt?: Date | null | undefined;
};

/**
 * Says who sends a request. Null, or an error without a status, refuses it with 401; an error with a `statusCode` refuses it as that says, and one of
 * 500 or more is a fault. `unguarded`: whoever reaches the server is the operator of a memory of one user.
 */
export type Authenticate =
  | ((request: FastifyRequest, reply: FastifyReply) => Identity | null | Promise<Identity | null>)
  | 'unguarded';

export type Identify = (request: FastifyRequest, reply: FastifyReply) => Promise<Caller>;

// strict, because a misspelt `projects` would open all of them
const identity = z.strictObject({
  user: z.string().min(1),
  name: z.string().optional(),
  operator: z.boolean().default(false),
  projects: z.union([z.array(z.string()), z.set(z.string())]).nullish(),
  expiresAt: z.date().nullish(),
});

/** Throws if a host does not say who asks. `users`: whom the memory serves. */
export function createIdentify(authenticate: Authenticate, users: 'one' | 'many'): Identify {
  const isOfMany = users === 'many';
  if (authenticate === 'unguarded') {
    if (isOfMany) throw new Error("authenticate: must say who asks, because the memory has `users: 'many'`");
    return async () => toCaller({ user: onlyUser, operator: true });
  }
  if (typeof authenticate !== 'function') {
    throw new Error(
      "authenticate: must be a function that returns { user } or null; 'unguarded' opens a memory of one user to whoever reaches the server",
    );
  }
  return async function identify(request, reply) {
    const caller = toCaller(await ask(authenticate, request, reply));
    if (isOfMany && caller.user === onlyUser && !caller.isOperator) {
      throw new Error(`authenticate: only the operator may be "${onlyUser}"`);
    }
    return caller;
  };
}

async function ask(
  authenticate: Exclude<Authenticate, string>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Identity> {
  try {
    const answer = await authenticate(request, reply);
    if (answer !== null) return answer;
  } catch (cause) {
    if (cause instanceof MemoryError || hasStatus(cause)) throw cause;
    // it may be a fault of the host
    request.log.warn({ err: cause }, 'authenticate threw; the request is refused');
    throw new HttpError('unauthorized', 'the request could not be authenticated', { cause });
  }
  throw new HttpError('unauthorized', 'the request does not say who sends it');
}

const hasStatus = (error: unknown): boolean =>
  error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number';

function toCaller(given: Identity): Caller {
  const { data, error } = identity.safeParse(given);
  if (data === undefined) throw new Error(`authenticate: ${z.prettifyError(error)}`);
  const { user, name = user, operator, projects, expiresAt = null } = data;
  return {
    ...{ user, name, isOperator: operator, expiresAt },
    projects: projects ? new Set(Array.from(projects).flatMap((one) => normaliseProject(one) ?? [])) : null,
  };
}
