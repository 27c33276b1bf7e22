import { Command } from '@commander-js/extra-typings';
import type { Context } from '../context.ts';

/** A command with the options that name the server. */
export const serverCommand = (context: Context, name: string) =>
  new Command(name)
    .option('--url <address>', 'the server (default: DEVAI_URL, else HOST and PORT)')
    .option(
      '--token <token>',
      'its DEVAI_API_TOKEN, or a token of its identity provider (default: DEVAI_API_TOKEN)',
    )
    .option(
      '--user <id>',
      'for this user, on a server of many; only its operator may (default: DEVAI_USER, else the user of the token)',
    )
    .hook('preAction', (called) => {
      context.whereabouts = called.opts();
    });
