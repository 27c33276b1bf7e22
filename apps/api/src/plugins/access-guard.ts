import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isLoopback } from '../environment.ts';
import { HttpError } from '@devai/fastify/errors';
import { onlyUser } from '@devai/fastify/users/caller';
import type { Identity } from '@devai/fastify';
import type { IdentityProvider } from '../users/identity-provider.ts';
import { isSignedToken } from '../users/identity-settings.ts';

/** The number of requests with a missing or wrong token after which an address is refused until the window ends. */
const wrongTokens = { max: 30, timeWindow: '1 minute' };

type Access = {
  host: string;
  /** The operator's. */
  token: string | null;
  /** Opens the metrics and nothing else. */
  metricsToken: string | null;
  allowedOrigins: string[];
  users: 'one' | 'many';
  provider: IdentityProvider | null;
};

/** The header in which the operator names the user, percent-encoded. */
const userHeader = 'x-devai-user';

/**
 * Guards every route and the websocket: the Origin of web pages; and, on a loopback address, the Host, so that no page of another name reaches the
 * server through a rebound name. Returns the check of the token, which says who the caller is: the operator's in constant time and with few
 * guesses. Needs the plugin of `limitRequests`.
 */
export function guardAccess(
  app: FastifyInstance,
  access: Access,
): (request: FastifyRequest, reply: FastifyReply) => Promise<Identity> {
  const countGuesses = app.createRateLimit(wrongTokens);
  let loggedUntil = 0;
  const missing = () =>
    new HttpError(
      'unauthorized',
      access.provider === null
        ? 'send the token as "Authorization: Bearer <DEVAI_API_TOKEN>"'
        : 'send a token of the identity provider as "Authorization: Bearer <token>"',
    );

  app.addHook('onRequest', async (request) => {
    checkHost(request, access);
    checkOrigin(request, access);
  });
  return async function authenticate(request, reply) {
    const { isMetrics = false } = request.routeOptions.config;
    return isMetrics && access.metricsToken !== null && isToken(request, access.metricsToken)
      ? operator(onlyUser)
      : identify(request, reply);
  };

  /** A token of the form that providers sign is no guess of the operator's, so that many users may share an address. */
  async function identify(request: FastifyRequest, reply: FastifyReply): Promise<Identity> {
    const { token, provider } = access;
    const given = tokenOf(request);
    if (provider !== null && isSignedToken(given)) {
      const caller = await provider.identify(given);
      if (request.headers[userHeader] === undefined) return caller;
      throw new HttpError('forbidden', `only the operator of this server may send ${userHeader}`);
    }
    if (token !== null) await checkToken(request, reply, token);
    else if (provider !== null) throw missing();
    const user = namedUser(request, access.users);
    return operator(user);
  }

  async function checkToken(request: FastifyRequest, reply: FastifyReply, token: string): Promise<void> {
    const before = await countGuesses(request, { increment: false });
    if (isExceeded(before)) throw tooManyGuesses(reply, before.ttlInSeconds);
    if (isToken(request, token)) return;
    const after = await countGuesses(request);
    if (!isExceeded(after)) throw missing();
    if (performance.now() >= loggedUntil) {
      loggedUntil = performance.now() + after.ttl;
      request.log.warn(
        { address: request.ip },
        'too many wrong tokens; their address is refused for a while',
      );
    }
    throw tooManyGuesses(reply, after.ttlInSeconds);
  }
}

const operator = (user: string): Identity => ({ user, operator: true });

/** Compares in constant time. */
const isToken = (request: FastifyRequest, token: string): boolean =>
  timingSafeEqual(digest(tokenOf(request)), digest(token));

/** The user that the operator names; by default the one of a store of one user. */
function namedUser({ headers }: FastifyRequest, users: 'one' | 'many'): string {
  const given = headers[userHeader];
  if (given === undefined) return onlyUser;
  const user = decoded(String(given));
  if (users === 'many' || user === onlyUser) return user;
  throw new HttpError('bad_request', `${userHeader}: this server has one user; set DEVAI_USERS to many`);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (cause) {
    throw new HttpError('bad_request', `${userHeader}: must be percent-encoded`, { cause });
  }
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

type Guesses = Awaited<ReturnType<ReturnType<FastifyInstance['createRateLimit']>>>;

const isExceeded = (guesses: Guesses): guesses is Extract<Guesses, { isAllowed: false }> =>
  !guesses.isAllowed && guesses.isExceeded;

function tooManyGuesses(reply: FastifyReply, seconds: number): HttpError {
  reply.header('retry-after', seconds);
  return new HttpError('rate_limited', `too many wrong tokens; wait ${seconds} seconds`);
}

const tokenOf = (request: FastifyRequest): string =>
  /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? protocolToken(request) ?? '';

/** Browsers cannot set headers on a websocket, so they offer the sub-protocols `devai` and `token.<base64url>`. */
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
