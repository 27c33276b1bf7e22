import type { UserMemory } from '@devai/memory';

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

/** The user of a store of one user, and of the operator. */
export const onlyUser = 'me';

/** Milliseconds that a timer can wait. */
export const longestTimer = 2 ** 31 - 1;

/** Whether the caller may use a project (null: none), as the store names it. */
export const mayUse = ({ projects }: Pick<Caller, 'projects'>, project: string | null): boolean =>
  project === null || projects === null || projects.has(project);

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Concerns all users: refused with `forbidden` to everybody but the operator. */
    isOperators?: boolean;
  }
  interface FastifyRequest {
    caller: Caller;
    /** The memory of the caller, within the projects that they may use. */
    memory: UserMemory;
    /** The project of the request if it names none. */
    ownProject: string | null;
  }
}
