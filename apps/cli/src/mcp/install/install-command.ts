import { mkdir, readFile, realpath, rename, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { Argument, Command } from '@commander-js/extra-typings';
import { cliError } from '../../cli-error.ts';
import type { Context } from '../../context.ts';
import { isAddress } from '../open-api.ts';
import { callOf, clients, type ClientName } from './entries.ts';
import { addHooks, addServer, addToToml } from './merge.ts';

type Change = { file: string; before: string; after: string };
type Wanted = { project?: string; store?: string; hooks: boolean };

/** `mcp install`: shows, or writes, the configuration of a client in this folder. */
export const createInstallCommand = (context: Context) =>
  new Command('install')
    .description(
      "Show what a client's configuration needs, or write it with --write, in this folder; all other entries stay. For Claude Code also its hooks, which recall before each prompt and learn from each session. The project is that of --project, else the folder's name.",
    )
    .addArgument(new Argument('<client>').choices(clients))
    .option('--write', 'write it; a file that cannot be read is left as it is')
    .option('--no-hooks', 'Claude Code: only the server')
    .action(async (client, { write = false }, command) => {
      const wanted: Wanted = command.optsWithGlobals();
      const changes = await changesFor(context, client, wanted);
      if (write) for (const change of changes) await put(change);
      const shown = changes.map(({ file, before, after }) => ({
        file,
        done:
          before === after
            ? 'unchanged'
            : write
              ? 'written'
              : before === ''
                ? 'would be new'
                : 'would change',
        content: after,
      }));
      await context.output.draw(shown, (all) =>
        [...all.map(drawn(write)), ...hints(context, client)].join('\n\n'),
      );
    });

type Shown = { file: string; done: string; content: string };

const drawn =
  (isWritten: boolean) =>
  ({ file, done, content }: Shown): string =>
    isWritten ? `${file}: ${done}` : `${file} (${done}; --write writes it):\n${content.trimEnd()}`;

/** Nothing is written before all of it is known to fit. */
async function changesFor(context: Context, client: ClientName, wanted: Wanted): Promise<Change[]> {
  const { folder, token } = context.config;
  const inFolder = async (name: string, merge: (before: string, file: string) => string): Promise<Change> => {
    const file = join(folder, name);
    const before = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return '';
      throw error;
    });
    return { file, before, after: merge(before, file) };
  };
  const options = optionsFor(context, wanted);
  const server = callOf(['mcp', ...options]);
  switch (client) {
    case 'cursor':
      return [await inFolder('.cursor/mcp.json', (before, file) => addServer(before, file, server))];
    case 'codex': {
      // Codex passes on only the variables that it is told to
      const entry = token === null ? server : { ...server, env_vars: ['DEVAI_API_TOKEN'] };
      return [await inFolder('.codex/config.toml', (before, file) => addToToml(before, file, entry))];
    }
    case 'claude-code': {
      const hook = callOf(['mcp', 'hook', ...options]);
      return [
        await inFolder('.mcp.json', (before, file) => addServer(before, file, server)),
        ...(wanted.hooks
          ? [await inFolder('.claude/settings.local.json', (before, file) => addHooks(before, file, hook))]
          : []),
      ];
    }
  }
}

/** What the client's entry names, so that it finds the same memory whatever its environment and folder are. Never a secret. */
function optionsFor({ whereabouts, config }: Context, { project, store }: Wanted): string[] {
  const { variables, folder } = config;
  const url = whereabouts.url ?? (store === undefined ? config.server : null);
  const user = whereabouts.user ?? config.user;
  if (whereabouts.token !== undefined) {
    throw cliError('usage', '--token would be written into the file', {
      help: 'Set DEVAI_API_TOKEN in the environment that the client is started in.',
    });
  }
  if (store !== undefined && isAddress(store) && new URL(store).password !== '') {
    throw cliError('usage', 'the password in --store would be written into the file', {
      help: 'Set DATABASE_URL in the environment that the client is started in.',
    });
  }
  const isElsewhere = [variables['DATABASE_URL'], variables['SUPABASE_URL']].some((one) => one?.trim());
  const data = store ?? variables['DEVAI_DATA']?.trim() ?? '.devai';
  const place =
    url !== null && url !== undefined
      ? ['--url', url]
      : store === undefined && isElsewhere
        ? []
        : ['--store', isAddress(data) ? data : resolve(folder, data)];
  return [...place, '--project', project ?? basename(folder), ...(user === null ? [] : ['--user', user])];
}

async function put({ file, before, after }: Change): Promise<void> {
  if (before === after) return;
  await mkdir(dirname(file), { recursive: true });
  // a link stays one, and a file keeps its permissions
  const target = await realpath(file).catch(() => file);
  const mode = await stat(target).then(
    (found) => found.mode & 0o777,
    () => 0o644,
  );
  const whole = `${target}.${process.pid}.new`;
  await writeFile(whole, after, { mode });
  await rename(whole, target);
}

function hints({ config }: Context, client: ClientName): string[] {
  const needed = [
    'DATABASE_URL',
    'SUPABASE_URL',
    'SUPABASE_SERVICE_ROLE_KEY',
    'DEVAI_API_TOKEN',
    'DEVAI_USERS',
  ].filter((name) => config.variables[name]?.trim());
  return [
    ...(needed.length === 0
      ? []
      : [`Start the client with these variables, which are not written: ${needed.join(', ')}.`]),
    client === 'codex' ? 'Codex reads it in folders that it trusts.' : 'Restart the client to use it.',
  ];
}
