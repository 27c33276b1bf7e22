import type { Memory, UserMemory } from '@devai/memory';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Who sends a request. */
export type Caller = {
  /** The id of the user, as it was given. */
  user: string;
  /** What a person recognises the user by. */
  name: string;
  /** Runs the server, and may do what concerns all users. */
  isOperator: boolean;
  /** The projects that the user may use, as the store names them; null: all. */
  projects: ReadonlySet<string> | null;
  /** When the token ends; null: never. */
  expiresAt: Date | null;
};

/** A hook that gives a request its caller and their memory. */
export type Enter = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/** The user of a store of one user, and of the operator. */
export const onlyUser = 'me';

/** Milliseconds that a timer can wait. */
export const longestTimer = 2 ** 31 - 1;

/** Whether the caller may use a project (null: none), as the store names it. */
export const mayUse = ({ projects }: Pick<Caller, 'projects'>, project: string | null): boolean =>
  project === null || projects === null || projects.has(project);

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Nobody need say who asks, because it shows nothing that is stored. */
    isPublic?: boolean;
    /** Concerns all users: refused with `forbidden` to everybody but the operator. */
    isOperators?: boolean;
  }
  interface FastifyInstance {
    /** The store as its operator has it. */
    memory: Memory;
    /** A hook for `onRequest` of the host's own routes, which then have the caller and their memory. */
    asCaller: Enter;
  }
  interface FastifyRequest {
    caller: Caller;
    /** The memory of the caller, within the projects that they may use. */
    memory: UserMemory;
    /** The project of the request if it names none. */
    ownProject: string | null;
  }
}
