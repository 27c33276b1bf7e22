import { resolve } from 'node:path';
import { cliError } from '../cli-error.ts';
import type { Config } from '../config.ts';
import type { Context } from '../context.ts';
import type { Api } from '../server/api.ts';
import type { Opening } from '../server/connect.ts';

/** Connects as the other commands do, to the store that --store names if it does. Throws `usage`, and as `connect`. */
export async function openApi(
  { whereabouts, config, signal, output }: Pick<Context, 'whereabouts' | 'config' | 'signal' | 'output'>,
  store: string | undefined,
  opening: Opening,
): Promise<Api> {
  if (store !== undefined && whereabouts.url !== undefined) {
    throw cliError('usage', 'name a server with --url or a store with --store, not both');
  }
  const { connect } = await import('../server/connect.ts');
  return connect(whereabouts, { ...config, ...placed(config, store) }, signal, output.note, opening);
}

/** Where the store is, if this process opens it. The workspace goes beside it, and not into the folder that the user works in. */
function placed({ server, variables, folder }: Config, store: string | undefined): Partial<Config> {
  const named = store === undefined ? {} : variablesOf(store, folder);
  const data = resolve(folder, named.DEVAI_DATA ?? variables['DEVAI_DATA']?.trim() ?? '.devai');
  const workspace = variables['WORKSPACE_ROOT']?.trim() || resolve(data, 'workspace');
  return {
    server: store === undefined ? server : null,
    variables: { ...variables, ...named, WORKSPACE_ROOT: workspace },
  };
}

export const isAddress = (store: string): boolean => /^postgres(ql)?:\/\//.test(store);

function variablesOf(store: string, folder: string): Record<string, string> {
  return isAddress(store)
    ? { DATABASE_URL: store, SUPABASE_URL: '' }
    : { DATABASE_URL: '', SUPABASE_URL: '', DEVAI_DATA: resolve(folder, store) };
}
