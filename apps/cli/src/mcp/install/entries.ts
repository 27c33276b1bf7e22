import { extname, join } from 'node:path';

/** The program and arguments that serve the memory, or answer hooks, from any folder. */
export type Call = { command: string; args: string[] };

export const clients = ['claude-code', 'cursor', 'codex'] as const;
export type ClientName = (typeof clients)[number];

/** The events that call `mcp hook`, with the seconds that each may take. */
const events = { SessionStart: 30, UserPromptSubmit: 15, PreCompact: 60, SessionEnd: 60 };

/** The name of the entry in every configuration. */
export const entryName = 'devai';

/** This program, by its place on this machine: clients start it with another PATH and in other folders. */
export const callOf = (words: string[]): Call => ({
  command: process.execPath,
  args: [join(import.meta.dirname, '../..', `main${extname(import.meta.filename)}`), ...words],
});

/** As a shell reads it. */
export const inShell = ({ command, args }: Call): string =>
  [command, ...args]
    .map((word) => {
      if (/^[\w@%+=:,./\\-]+$/.test(word)) return word;
      return process.platform === 'win32'
        ? `"${word.replaceAll('"', '\\"')}"`
        : `'${word.replaceAll("'", "'\\''")}'`;
    })
    .join(' ');

/** Recognises the hooks of an earlier installation. */
export const isOwnHook = (command: string): boolean => /\bmain\.[jt]s['"]? mcp hook\b/.test(command);

export const hooksOf = (call: Call): Record<string, object> =>
  Object.fromEntries(
    Object.entries(events).map(([event, timeout]) => [
      event,
      { hooks: [{ type: 'command', command: inShell(call), timeout }] },
    ]),
  );
