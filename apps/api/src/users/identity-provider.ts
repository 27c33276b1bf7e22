import type { Clock } from '@devai/memory';
import { createRemoteJWKSet, errors, jwtVerify, type JWTPayload, type JWTVerifyOptions } from 'jose';
import { z } from 'zod';
import type { IdentitySettings } from './identity-settings.ts';
import { HttpError } from '@devai/fastify/errors';
import type { Identity } from '@devai/fastify';
import { onlyUser } from '@devai/fastify/users/caller';

export type IdentityProvider = {
  /** Returns who a token was given to. Throws `unauthorized` and `identity_unavailable`. */
  identify(token: string): Promise<Identity>;
};

/** Milliseconds to read the keys, and between two reads for a key that is not among them. */
const keysTimeout = 5_000;
const keysCooldown = 30_000;
/** Seconds by which the clocks of the provider and of this server may differ. */
const clockTolerance = 5;
/** Code points of a user's id. */
const longestUser = 200;

/** The algorithms of public keys. None takes a shared secret, so that nobody can sign with a public key. */
const publicKeyAlgorithms = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
];

/** Checks the tokens of an identity provider: signature, times, issuer, audience. */
export function createIdentityProvider(
  { keys, issuer, audience, projectsClaim }: IdentitySettings,
  clock: Clock,
): IdentityProvider {
  const options: JWTVerifyOptions = {
    algorithms: 'secret' in keys ? ['HS256'] : publicKeyAlgorithms,
    requiredClaims: ['sub', 'exp'],
    clockTolerance,
    ...(issuer !== null && { issuer }),
    ...(audience !== null && { audience }),
  };
  const verify = 'secret' in keys ? bySecret(keys.secret) : byKeySet(new URL(keys.url));

  return {
    async identify(token) {
      try {
        const { payload } = await verify(token, { ...options, currentDate: clock.now() });
        return toIdentity(payload, projectsClaim);
      } catch (error) {
        throw toRefusal(error);
      }
    },
  };
}

function bySecret(secret: string) {
  const key = new TextEncoder().encode(secret);
  return (token: string, options: JWTVerifyOptions) => jwtVerify(token, key, options);
}

function byKeySet(url: URL) {
  const keySet = createRemoteJWKSet(url, { timeoutDuration: keysTimeout, cooldownDuration: keysCooldown });
  return (token: string, options: JWTVerifyOptions) => jwtVerify(token, keySet, options);
}

const text = z.string().min(1).optional().catch(undefined);
const claims = z.object({ sub: z.string().catch(''), exp: z.number(), email: text, name: text });

function toIdentity(payload: JWTPayload, projectsClaim: string | null): Identity {
  const { sub, exp, email, name } = claims.parse(payload);
  if (!isUserId(sub) || sub === onlyUser) throw refused('its sub names no user');
  return {
    user: sub,
    name: email ?? name ?? sub,
    projects: projectsClaim === null ? null : projectsIn(payload, projectsClaim),
    expiresAt: new Date(exp * 1_000),
  };
}

const isUserId = (id: string): boolean =>
  id.trim() !== '' && id.isWellFormed() && Array.from(id).length <= longestUser;

const projectList = z.string().array();

/** The projects of a claim, null without it. Throws `unauthorized` for a claim that is no list, so that a mistake opens nothing. */
function projectsIn(payload: JWTPayload, claim: string): string[] | null {
  const given = claimOf(payload, claim);
  if (given === undefined) return null;
  const { data } = projectList.safeParse(given);
  if (data === undefined) throw refused(`its claim ${claim} is no list of projects`);
  return data;
}

/** The claim of a name; else the one that its dots lead to, as `app_metadata.projects`. */
function claimOf(payload: JWTPayload, claim: string): unknown {
  if (Object.hasOwn(payload, claim)) return payload[claim];
  return claim
    .split('.')
    .reduce<unknown>(
      (value, name) =>
        typeof value === 'object' && value !== null && Object.hasOwn(value, name)
          ? Reflect.get(value, name)
          : undefined,
      payload,
    );
}

const refused = (why: string, cause?: unknown): HttpError =>
  new HttpError('unauthorized', `the token is refused: ${why}`, { cause });

/** What is wrong with a token is told, what it says is not. Everything else is a fault of the provider, or on the way to it. */
function toRefusal(error: unknown): unknown {
  if (error instanceof HttpError) return error;
  if (error instanceof errors.JWTExpired) return refused('it has expired', error);
  if (error instanceof errors.JWTClaimValidationFailed) return refused(`its ${error.claim} is wrong`, error);
  const isToken = [
    errors.JWTInvalid,
    errors.JWSInvalid,
    errors.JWSSignatureVerificationFailed,
    errors.JOSEAlgNotAllowed,
    errors.JOSENotSupported,
    errors.JWKSNoMatchingKey,
    errors.JWKSMultipleMatchingKeys,
  ].some((kind) => error instanceof kind);
  if (isToken) return refused('it is not signed by the identity provider', error);
  return new HttpError('identity_unavailable', 'the keys of the identity provider cannot be read', {
    cause: error,
  });
}
