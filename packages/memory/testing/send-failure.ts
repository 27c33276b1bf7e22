import type { ServerResponse } from 'node:http';
import type { ScriptedFailure } from './scripted-answer.ts';

/** Fails a request as scripted. A hanging request ends when the client or the server closes it. */
export function sendFailure(response: ServerResponse, failure: ScriptedFailure): void {
  if ('hang' in failure) return;
  if ('refuse' in failure) {
    response.destroy();
    return;
  }
  const { status, message = `scripted ${status}`, headers = {} } = failure;
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify({ error: { message, type: 'scripted', param: null, code: null } }));
}
