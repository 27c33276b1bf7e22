import { homedir } from 'node:os';
import { join } from 'node:path';

export type Variables = Record<string, string | undefined>;

export type Config = {
  /** The server that the user names (DEVAI_URL); null: none. */
  server: string | null;
  token: string | null;
  /** Where the last session of each server is noted. */
  lastSessions: string;
  /** The folder that paths are meant from. */
  folder: string;
  colours: 'always' | 'never' | 'on a terminal';
  /** What the user types before a command. */
  program: 'pnpm' | 'devai';
  /** All of them: the server's own configuration says where it listens. */
  variables: Variables;
};

/** Reads the environment, which no other file of the client does. An empty variable counts as not set. */
export function readConfig(variables: Variables = process.env): Config {
  const set = (name: string): string | null => variables[name]?.trim() || null;
  // XDG base directories; the counterpart on Windows
  const state = set('XDG_STATE_HOME') ?? set('LOCALAPPDATA') ?? join(homedir(), '.local', 'state');
  return {
    server: set('DEVAI_URL'),
    token: set('DEVAI_API_TOKEN'),
    lastSessions: join(state, 'devai', 'last-sessions.json'),
    // pnpm starts scripts in the folder of the package
    folder: set('INIT_CWD') ?? process.cwd(),
    colours: set('NO_COLOR')
      ? 'never'
      : (set('FORCE_COLOR') ?? '0') !== '0'
        ? 'always'
        : set('TERM') === 'dumb'
          ? 'never'
          : 'on a terminal',
    program: set('npm_lifecycle_event') ? 'pnpm' : 'devai',
    variables,
  };
}
