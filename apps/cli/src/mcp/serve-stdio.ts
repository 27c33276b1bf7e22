import { once } from 'node:events';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { PassThrough } from 'node:stream';
import type { Streams } from '../terminal/output.ts';
import type { Backend } from './backend.ts';
import { wholeLines } from './whole-lines.ts';
import { createMcpServer } from './mcp-server.ts';

/** Serves one client on the standard streams, until it closes its end or the signal is aborted. */
export async function serveStdio(
  backend: Backend,
  { input, output, errors }: Streams,
  signal: AbortSignal,
): Promise<void> {
  const note = (text: string): void => void errors.write(`devai mcp: ${text}\n`);
  const lines = wholeLines((refused) => {
    note(refused.problem);
    if (refused.answer) output.write(`${JSON.stringify(refused.answer)}\n`);
  });
  const written = new PassThrough();
  written.pipe(output, { end: false });
  const mcp = createMcpServer(backend);
  Object.assign(mcp.server, { onerror: (error: Error) => note(error.message) });
  await mcp.connect(new StdioServerTransport(lines, written));
  const ended = Promise.race([once(input, 'end'), once(input, 'close'), once(input, 'error')]);
  input.pipe(lines);
  const aborted = signal.aborted ? null : once(signal, 'abort');
  await (aborted === null ? null : Promise.race([ended, aborted]));
  await mcp.close();
}
