import { once } from 'node:events';
import { createServer } from 'node:http';
import { exportJWK, generateKeyPair, SignJWT, type JWTPayload } from 'jose';

/** A secret of Supabase Auth's length. */
export const secret = 'a secret that signs, of at least thirty-two bytes';
export const providerIssuer = 'https://project.supabase.co/auth/v1';

/** What Supabase Auth puts into a token. */
const usual = { role: 'authenticated', aud: 'authenticated', iss: providerIssuer };

type Token = { claims?: JWTPayload; expiresIn?: string | number; key?: Uint8Array; alg?: string };

/** A token as Supabase Auth signs it with the project's secret. `sub` null: without one. */
export function tokenFor(
  sub: string | null,
  { claims = {}, expiresIn = '1h', key = new TextEncoder().encode(secret), alg = 'HS256' }: Token = {},
): Promise<string> {
  const token = new SignJWT({ ...usual, ...(sub !== null && { sub }), ...claims });
  return token.setProtectedHeader({ alg, typ: 'JWT' }).setIssuedAt().setExpirationTime(expiresIn).sign(key);
}

/** A provider with a pair of keys, whose public one it serves on loopback. Close it after the test. */
export async function startProvider() {
  const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true });
  const jwk = { ...(await exportJWK(publicKey)), kid: 'first', alg: 'RS256', use: 'sig' };
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ keys: [jwk] }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : address;
  return {
    url: `http://127.0.0.1:${port}/jwks.json`,
    publicKey,
    tokenFor: (sub: string, claims: JWTPayload = {}) =>
      new SignJWT({ ...usual, sub, ...claims })
        .setProtectedHeader({ alg: 'RS256', kid: 'first' })
        .setExpirationTime('1h')
        .sign(privateKey),
    async close(): Promise<void> {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** A token with this header, whose signature is what `sign` makes of the rest. */
export function forged(header: object, claims: object, sign: (text: string) => string = () => ''): string {
  const encoded = [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'));
  const text = encoded.join('.');
  return `${text}.${sign(text)}`;
}

/** Claims that hold for an hour. */
export const lasting = (sub: unknown): JWTPayload & Record<string, unknown> => ({
  ...usual,
  ...(typeof sub === 'string' && { sub }),
  exp: Math.floor(Date.now() / 1_000) + 3_600,
});
