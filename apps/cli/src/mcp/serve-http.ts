import { createHash, randomUUID, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { isIP } from 'node:net';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { cliError } from '../cli-error.ts';
import type { Backend } from './backend.ts';
import { createMcpServer } from './mcp-server.ts';

const path = '/mcp';
/** Clients at a time. Above that the one that was used longest ago is dropped; it begins anew. */
const mostClients = 100;

export type HttpSettings = {
  host: string;
  port: number;
  /** Null: none is needed, which only a loopback address allows. */
  token: string | null;
  /** Origins of pages that may connect. */
  allowedOrigins: string[];
  /** Called with the address, when it can be used. */
  onListening: (url: string) => void;
};

/** Serves clients over streamable HTTP until the signal is aborted. Throws `usage` for an address that needs a token and has none. */
export async function serveHttp(
  backend: Backend,
  settings: HttpSettings,
  signal: AbortSignal,
): Promise<void> {
  const { host, port, token } = settings;
  if (!isLoopback(host) && token === null) {
    throw cliError('usage', `${host} is no loopback address, so clients need a token`, {
      help: 'Give one with --token or in DEVAI_API_TOKEN.',
    });
  }
  /** The one that was used last is the last one. */
  const clients = new Map<string, StreamableHTTPServerTransport>();
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      // the SDK answers what a client does wrong; this is a fault
      if (!response.headersSent) refuse(response, 500, 'internal', String(error));
      else response.destroy();
    });
  });
  server.listen(port, host);
  await once(server, 'listening');
  const address = server.address();
  const listening = typeof address === 'object' && address ? address.port : port;
  settings.onListening(`http://${host.includes(':') ? `[${host}]` : host}:${listening}${path}`);
  if (!signal.aborted) await once(signal, 'abort');
  for (const transport of clients.values()) await transport.close();
  server.close();
  server.closeAllConnections();

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const problem = problemOf(request, settings);
    if (problem) {
      if (problem.status === 401) response.setHeader('www-authenticate', 'Bearer');
      refuse(response, problem.status, problem.code, problem.detail);
      return;
    }
    const session = request.headers['mcp-session-id'];
    const known = typeof session === 'string' ? clients.get(session) : undefined;
    if (typeof session === 'string' && !known) {
      refuse(response, 404, 'not_found', 'there is no such session: initialize again');
      return;
    }
    if (known && typeof session === 'string') {
      clients.delete(session);
      clients.set(session, known);
    }
    await (known ?? (await newClient())).handleRequest(request, response);
  }

  async function newClient(): Promise<StreamableHTTPServerTransport> {
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized(id) {
        clients.set(id, transport);
        const [oldest] = clients;
        if (clients.size > mostClients && oldest) void oldest[1].close();
      },
    });
    const mcp = createMcpServer(backend);
    const { onclose } = mcp.server;
    Object.assign(mcp.server, {
      onclose() {
        onclose?.();
        clients.delete(transport.sessionId ?? '');
      },
    });
    await mcp.connect(transport);
    return transport;
  }
}

type Problem = { status: number; code: string; detail: string };

function problemOf(
  { url, headers }: IncomingMessage,
  { host, token, allowedOrigins }: HttpSettings,
): Problem | null {
  // so that no page of another name reaches it through a rebound name
  if (isLoopback(host) && !isLoopback(nameOf(`http://${headers.host ?? ''}`))) {
    return { status: 403, code: 'forbidden_host', detail: 'this server answers to localhost only' };
  }
  const { origin } = headers;
  const isOwn = origin === undefined || (URL.canParse(origin) && new URL(origin).host === headers.host);
  if (!isOwn && !allowedOrigins.includes(origin)) {
    return {
      status: 403,
      code: 'forbidden_origin',
      detail: 'pages of this origin may not connect; see DEVAI_ALLOWED_ORIGINS',
    };
  }
  if (token !== null && !isSame(/^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1] ?? '', token)) {
    return {
      status: 401,
      code: 'unauthorized',
      detail: 'send the token as "Authorization: Bearer <DEVAI_API_TOKEN>"',
    };
  }
  return url?.split('?')[0] === path
    ? null
    : { status: 404, code: 'no_route', detail: `the path is ${path}` };
}

function refuse(response: ServerResponse, status: number, code: string, message: string): void {
  const error = { code: status === 404 ? -32_001 : -32_000, message: `${code}: ${message}` };
  response
    .writeHead(status, { 'content-type': 'application/json', connection: 'close' })
    .end(JSON.stringify({ jsonrpc: '2.0', id: null, error }));
}

const nameOf = (url: string): string =>
  URL.canParse(url) ? new URL(url).hostname.replaceAll(/[[\]]/g, '') : '';

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
const isSame = (one: string, other: string): boolean => timingSafeEqual(digest(one), digest(other));
