import type { Context } from '../context.ts';
import { projectHelp, text, wholeNumber } from '../memory/filter-options.ts';
import { serverCommand } from '../server/server-command.ts';
import { createHookCommand } from './hook-command.ts';
import { createInstallCommand } from './install/install-command.ts';
import { openApi } from './open-api.ts';

/** Milliseconds for an orderly end; then the process ends anyway. Nothing is lost: the store survives a kill. */
const patience = 800;

/** `mcp`: serves the memory to agents that speak the Model Context Protocol. */
export const createMcpCommand = (context: Context) =>
  serverCommand(context, 'mcp')
    .description(
      'Serve the memory to an agent by the Model Context Protocol, on standard input and output. It uses the server as the other commands do; without one it opens the store itself.',
    )
    .option('--project <name>', projectHelp)
    .option(
      '--store <place>',
      'a folder, or the address of a Postgres, in place of DEVAI_DATA and DATABASE_URL',
      text,
    )
    .option(
      '--http <port>',
      'serve by streamable HTTP on this port instead; 0 for a free one',
      wholeNumber(65_535, 0),
    )
    .option('--host <address>', 'for --http: the address to listen on', '127.0.0.1')
    .action(async ({ project, store, http, host }) => {
      // loaded on demand: the SDK takes half a second
      const { createBackend } = await import('./backend.ts');
      const backend = createBackend(() => openApi(context, store, { isHost: true }), project);
      try {
        if (http === undefined) {
          const { serveStdio } = await import('./serve-stdio.ts');
          await serveStdio(backend, context.streams, context.signal);
        } else {
          const { serveHttp } = await import('./serve-http.ts');
          await serveHttp(backend, { host, port: http, ...access(context) }, context.signal);
        }
      } finally {
        const timer = setTimeout(() => process.exit(0), patience);
        await backend.close();
        clearTimeout(timer);
      }
    })
    .addCommand(createInstallCommand(context))
    .addCommand(createHookCommand(context));

const access = ({ whereabouts, config, output }: Context) => ({
  token: whereabouts.token ?? config.token,
  allowedOrigins: (config.variables['DEVAI_ALLOWED_ORIGINS'] ?? '')
    .split(',')
    .flatMap((one) => one.trim() || []),
  onListening: (url: string) => output.note(`MCP at ${url}`),
});
