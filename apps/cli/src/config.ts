import { homedir } from 'node:os';
import { join } from 'node:path';

export type Variables = Record<string, string | undefined>;

export type Config = {
  /** DEVAI_URL; null: not set. */
  server: string | null;
  token: string | null;
  /** DEVAI_USER; null: the user of the token. */
  user: string | null;
  /** The file that holds the last session with each server. */
  lastSessions: string;
  /** The file of lines that were typed in chats. */
  typed: string;
  /** The folder that relative paths start from. */
  folder: string;
  colours: 'always' | 'never' | 'on a terminal';
  /** What the user types before the command, for help and messages. */
  program: 'pnpm' | 'devai';
  /** All variables, for the server's own configuration. */
  variables: Variables;
};

/** Reads the environment; no other file does. Empty variables count as not set. */
export function readConfig(variables: Variables = process.env): Config {
  const set = (name: string): string | null => variables[name]?.trim() || null;
  // the XDG state directory, or its counterpart on Windows
  const state = set('XDG_STATE_HOME') ?? set('LOCALAPPDATA') ?? join(homedir(), '.local', 'state');
  return {
    server: set('DEVAI_URL'),
    token: set('DEVAI_API_TOKEN'),
    user: set('DEVAI_USER'),
    lastSessions: join(state, 'devai', 'last-sessions.json'),
    typed: join(state, 'devai', 'typed.txt'),
    // pnpm runs scripts in the folder of the package
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
