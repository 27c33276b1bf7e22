import { Command } from '@commander-js/extra-typings';
import type { Context } from '../context.ts';

/** A command with the options that name the server. */
export const serverCommand = (context: Context, name: string) =>
  new Command(name)
    .option('--url <address>', 'the server (default: DEVAI_URL, else HOST and PORT)')
    .option('--token <token>', 'its DEVAI_API_TOKEN (default: DEVAI_API_TOKEN)')
    .hook('preAction', (called) => {
      context.whereabouts = called.opts();
    });
