import { homedir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { ConfigError, readListening } from '../config.ts';
import { configuredServer } from './configured-server.ts';

export const usage = `Chat with a DevAI server.

  npx --yes pnpm chat [options]

  --url <address>    the server; default: DEVAI_URL, else where HOST and PORT say (127.0.0.1:3000)
  --token <token>    its DEVAI_API_TOKEN, when it wants one; default: DEVAI_API_TOKEN
  --project <name>   whose memory is read and written; default: the server's workspace
  --continue         go on with the last session
  --session <id>     go on with this session
  --verbose          also show what was recalled and left out, and what the model thinks
  --help             this text

In a terminal /help lists the commands. Without one (a pipe, a file), each line of the input is a message: replies
go to the standard output, all else to the standard error; it ends with 0 when everything was answered, else with 1.`;

export type ChatArguments = {
  url: string;
  token: string | null;
  project: string | null;
  session: string | null;
  continueLast: boolean;
  verbose: boolean;
  /** Where the last session of each server is noted. */
  stateFile: string;
};

/** Every chat begins here: the path that a server's own address does not name. */
const chatPath = '/ws/chat';

/** Reads the command line and the environment. `problem` says what is wrong with them. */
export function readArguments(
  words: string[],
  variables: Record<string, string | undefined>,
): { arguments: ChatArguments } | { help: true } | { problem: string } {
  // pnpm hands on the -- that some put before the options
  const args = words[0] === '--' ? words.slice(1) : words;
  let values;
  try {
    ({ values } = parseArgs({
      args,
      options: {
        url: { type: 'string' },
        token: { type: 'string' },
        project: { type: 'string' },
        session: { type: 'string' },
        continue: { type: 'boolean', default: false },
        verbose: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    }));
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
  if (values.help) return { help: true };
  const address = serverAddress(values.url, variables);
  if ('problem' in address) return address;
  const { url } = address;
  if (values.session !== undefined && !z.uuid().safeParse(values.session).success) {
    return { problem: '--session is not the id of a session' };
  }
  if (values.session !== undefined && values.continue)
    return { problem: 'give --session or --continue, not both' };
  if (values.project !== undefined && (values.project === '' || values.project.length > 120)) {
    return { problem: '--project must have 1 to 120 characters' };
  }
  return {
    arguments: {
      url,
      token: values.token ?? (variables['DEVAI_API_TOKEN'] || null),
      project: values.project ?? null,
      session: values.session ?? null,
      continueLast: values.continue,
      verbose: values.verbose,
      stateFile: join(stateFolder(variables), 'devai', 'last-sessions.json'),
    },
  };
}

/** The server that the user names; else the one of the configuration, which the memory tool looks for, too. */
function serverAddress(
  given: string | undefined,
  variables: Record<string, string | undefined>,
): { url: string } | { problem: string } {
  const named = given ?? variables['DEVAI_URL']?.trim();
  if (named) {
    const url = chatUrl(named);
    const name = given === undefined ? 'DEVAI_URL' : '--url';
    return url === null
      ? { problem: `${name} is not the address of a server, such as ws://127.0.0.1:3000` }
      : { url };
  }
  try {
    const url = configuredServer(readListening(variables));
    if (url === null) return { problem: 'PORT is 0, so name the server with --url or DEVAI_URL' };
    return { url: chatUrl(url.href) ?? url.href };
  } catch (error) {
    if (error instanceof ConfigError) return { problem: error.problems.join('; ') };
    throw error;
  }
}

/** The chat's address, from one with any of http, ws or no scheme, with or without the path. Null when it is none. */
function chatUrl(address: string): string | null {
  const withScheme = /^[a-z]+:\/\//i.test(address) ? address : `ws://${address}`;
  if (!URL.canParse(withScheme)) return null;
  const url = new URL(withScheme.replace(/^http/i, 'ws'));
  if (url.protocol !== 'ws:' && url.protocol !== 'wss:') return null;
  url.hash = '';
  if (url.pathname === '/') url.pathname = chatPath;
  return url.href;
}

/** Where programs keep what is neither settings nor cache (XDG base directories; the counterpart on Windows). */
function stateFolder(variables: Record<string, string | undefined>): string {
  return variables['XDG_STATE_HOME'] || variables['LOCALAPPDATA'] || join(homedir(), '.local', 'state');
}
