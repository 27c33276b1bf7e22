import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isLoopback } from '../config.ts';
import { HttpError } from '../errors.ts';

type Access = { host: string; token: string | null; allowedOrigins: string[] };

/**
 * Guards every route and the websocket: the token where one is set, in constant time; the Origin of web pages; and, on
 * a loopback address, the Host, so that no page of another name reaches the server through a rebound name.
 */
export function guardAccess(app: FastifyInstance, access: Access): void {
  app.addHook('onRequest', async (request) => {
    checkHost(request, access);
    checkOrigin(request, access);
    checkToken(request, access);
  });
}

function checkHost(request: FastifyRequest, { host }: Access): void {
  if (isLoopback(host) && !isLoopback(nameOf(request.headers.host))) {
    throw new HttpError('forbidden_host', 'this server answers to localhost only; set HOST to serve others');
  }
}

function checkOrigin(request: FastifyRequest, { allowedOrigins }: Access): void {
  const { origin, host } = request.headers;
  if (origin === undefined || allowedOrigins.includes(origin)) return;
  if (URL.canParse(origin) && new URL(origin).host === host) return;
  throw new HttpError('forbidden_origin', `pages of ${origin} may not connect; see DEVAI_ALLOWED_ORIGINS`);
}

function checkToken(request: FastifyRequest, { token }: Access): void {
  if (token === null) return;
  const given =
    /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? protocolToken(request) ?? '';
  if (!timingSafeEqual(digest(given), digest(token))) {
    throw new HttpError('unauthorized', 'send the token as "Authorization: Bearer <DEVAI_API_TOKEN>"');
  }
}

/** Browsers cannot set headers on a websocket: they offer the sub-protocols `devai` and `token.<base64url>`. */
function protocolToken(request: FastifyRequest): string | null {
  const offered = request.headers['sec-websocket-protocol']?.split(',') ?? [];
  const encoded = offered.map((one) => one.trim()).find((one) => one.startsWith('token.'));
  return encoded ? Buffer.from(encoded.slice('token.'.length), 'base64url').toString('utf8') : null;
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** The name in a Host header, without port and brackets. */
function nameOf(host = ''): string {
  const url = `http://${host}`;
  return URL.canParse(url) ? new URL(url).hostname.replaceAll(/[[\]]/g, '') : '';
}
