import type { ConnectionOptions } from 'node:tls';
import { parseIntoClientConfig } from 'pg-connection-string';
import { z } from 'zod';
import { log as logForm, schemaName, withMethods } from '../../calls/settings-form.ts';
import type { Log } from '../../ports.ts';

/**
 * A `Pool` of `pg`, as far as it is used. The types of `pg` are no part of this package's own, so that they need not be installed and can be
 * of another version.
 */
export interface PostgresPool {
  readonly options: {
    max: number;
    host?: string | undefined;
    port?: number | undefined;
    connectionString?: string | undefined;
  };
  connect(): Promise<object>;
  on(event: 'error', listener: (error: Error) => void): unknown;
  off(event: 'error', listener: (error: Error) => void): unknown;
}

/** How to reach the server: an address, from which a pool is made and ended with the store, or a pool of the host, which never is ended. */
type ServerConnection =
  | {
      url: string;
      pool?: undefined;
      /** Connections at most; 10 by default. */
      poolSize?: number | undefined;
      /** As `pg` takes it, in place of what the address says: `true`, or what TLS needs, such as `{ ca }`. */
      ssl?: boolean | ConnectionOptions | undefined;
      /** In place of the address's. A function is asked for each new connection, for tokens that expire. */
      password?: string | (() => string | Promise<string>) | undefined;
    }
  | { pool: PostgresPool; url?: undefined; poolSize?: undefined; ssl?: undefined; password?: undefined };

/** How `openPostgresDatabase` reaches the server, and which schema it uses. */
export type ServerSettings = ServerConnection & {
  /** The schema of the store's tables and functions: `public` by default. Two schemas are two stores. */
  schema?: string | undefined;
  /** False: changes nothing at opening, and throws `database_outdated` where the store needs it. */
  migrate?: boolean | undefined;
  /** A role that may use the store besides the one that migrates it. It stays admitted when this is left out later. */
  runtimeRole?: string | undefined;
  log?: Log | undefined;
};

const forUrlAlone = ['poolSize', 'ssl', 'password'] as const;

export const settingsForm = z
  .strictObject({
    url: z.string().superRefine(checkAddress).optional(),
    pool: withMethods('connect', 'on', 'off').optional(),
    poolSize: z.int().min(1).optional(),
    ssl: z.union([z.boolean(), z.looseObject({})]).optional(),
    password: z
      .custom((value) => typeof value === 'string' || typeof value === 'function', {
        error: 'needs a text, or a function that returns one',
      })
      .optional(),
    schema: schemaName.optional(),
    migrate: z.boolean().optional(),
    runtimeRole: z.string().min(1).optional(),
    log: logForm,
  })
  .superRefine((settings, context) => {
    const add = (field: string, message: string) =>
      context.addIssue({ code: 'custom', path: [field], message });
    if (settings.migrate === false && settings.runtimeRole !== undefined) {
      add('runtimeRole', 'is admitted by migrating: leave it out beside "migrate": false');
    }
    if (settings.pool === undefined) {
      if (settings.url === undefined) add('url', `${needsAddress}, or "pool" a pool of pg`);
      return;
    }
    if (settings.url !== undefined) add('pool', 'has its own address: give "url" or "pool"');
    for (const field of forUrlAlone) {
      if (settings[field] !== undefined) add(field, 'belongs to "url": a pool has its own');
    }
  });

const needsAddress = 'needs the address of a Postgres server, such as postgres://user@host:5432/database';

/** The client takes any text for an address, and looks for a server called "base". */
function checkAddress(url: string, context: z.RefinementCtx): void {
  const add = (message: string) => context.addIssue({ code: 'custom', message });
  if (!/^(?:postgres(?:ql)?:\/\/|socket:|\/)/i.test(url)) return add(needsAddress);
  try {
    parseIntoClientConfig(url);
  } catch (error) {
    // the files of sslrootcert, sslcert and sslkey are read here
    const isFile = error instanceof Error && 'syscall' in error;
    add(isFile ? `names a file that cannot be read: ${error.message}` : needsAddress);
  }
}
