import { createHmac } from 'node:crypto';
import { systemClock } from '@devai/memory';
import { exportSPKI, UnsecuredJWT } from 'jose';
import { describe, expect, it, onTestFinished } from 'vitest';
import { forged, lasting, providerIssuer, secret, startProvider, tokenFor } from '../../tests/provider.ts';
import type { IdentitySettings } from './identity-settings.ts';
import { HttpError } from '@devai/fastify/errors';
import { createIdentityProvider } from './identity-provider.ts';

const settings: IdentitySettings = {
  keys: { secret },
  issuer: providerIssuer,
  audience: 'authenticated',
  projectsClaim: 'app_metadata.projects',
};
const provider = (given: Partial<IdentitySettings> = {}) =>
  createIdentityProvider({ ...settings, ...given }, systemClock);

const refusalOf = async (token: string, given?: Partial<IdentitySettings>): Promise<string> => {
  const error = await provider(given)
    .identify(token)
    .catch((reason: unknown) => reason);
  return error instanceof HttpError
    ? `${error.code}: ${error.message}`
    : `admitted: ${JSON.stringify(error)}`;
};

describe('a token of Supabase Auth', () => {
  it('says who the user is, by what name, and until when', async () => {
    const before = Date.now();
    const caller = await provider().identify(
      await tokenFor('5f1c', { claims: { email: 'alice@example.com' }, expiresIn: '10m' }),
    );
    expect(caller).toMatchObject({
      ...{ user: '5f1c', name: 'alice@example.com', projects: null },
    });
    expect(caller.expiresAt?.getTime()).toBeGreaterThan(before + 590_000);
  });

  it('names the projects that the user may use', async () => {
    const tokenWith = (projects: unknown) => tokenFor('alice', { claims: { app_metadata: { projects } } });
    const { projects } = await provider().identify(await tokenWith(['Shop', 'task%', ' ']));
    expect(projects).toEqual(['Shop', 'task%', ' ']);
    expect((await provider().identify(await tokenWith([]))).projects).toEqual([]);
    for (const wrong of ['shop', null, 7, [7], { shop: true }])
      expect(await refusalOf(await tokenWith(wrong)), JSON.stringify(wrong)).toMatch(/^unauthorized.*claim/);
  });

  it.each([
    ['expired', () => tokenFor('alice', { expiresIn: '-1m' }), 'expired'],
    ['without an end', async () => signed('HS256', 'sha256', { ...lasting('alice'), exp: undefined }), 'exp'],
    ['not valid yet', () => tokenFor('alice', { claims: { nbf: Date.now() / 1_000 + 60 } }), 'nbf'],
    ['for others', () => tokenFor('alice', { claims: { aud: 'somebody else' } }), 'aud'],
    ['of another issuer', () => tokenFor('alice', { claims: { iss: 'https://evil.example' } }), 'iss'],
    ['without a user', () => tokenFor(null), 'sub'],
    ['of a blank user', () => tokenFor('  '), 'sub'],
    ['of the operator', () => tokenFor('me'), 'sub'],
    ['of half a character', () => tokenFor('\ud800'), 'sub'],
    ['of a user with too long an id', () => tokenFor('x'.repeat(201)), 'sub'],
    ['of a user who is a number', async () => signed('HS256', 'sha256', { ...lasting('x'), sub: 7 }), 'sub'],
    ['signed by another secret', () => tokenFor('alice', { key: Buffer.alloc(32) }), 'not signed'],
    ['signed by another algorithm', async () => signed('HS512', 'sha512', lasting('alice')), 'not signed'],
    ['that is not signed', async () => new UnsecuredJWT(lasting('alice')).encode(), 'not signed'],
    ['that says so in capitals', async () => forged({ alg: 'NONE' }, lasting('alice')), 'not signed'],
    ['whose claims were changed', async () => changed(await tokenFor('alice')), 'not signed'],
    ['that is no token', async () => 'a.b.c', 'not signed'],
  ])('%s is refused', async (_, make, why) => {
    expect(await refusalOf(await make())).toMatch(new RegExp(`^unauthorized: .*${why}`));
  });
});

describe('a token that is signed with a key of a set', () => {
  it('is admitted, and one of a key that is not in it is not', async () => {
    const one = await startProvider();
    const other = await startProvider();
    onTestFinished(() => Promise.all([one.close(), other.close()]).then(() => {}));
    const keys = { url: one.url };
    const admitted = await provider({ keys }).identify(await one.tokenFor('alice'));
    expect(admitted.user).toBe('alice');
    expect(await refusalOf(await other.tokenFor('alice'), { keys })).toContain('not signed');
  });

  it('is refused if the public key itself signed it as a secret', async () => {
    const { url, publicKey, close } = await startProvider();
    onTestFinished(close);
    const spki = await exportSPKI(publicKey);
    for (const text of [spki, spki.trim()]) {
      const sign = (signed: string) => createHmac('sha256', text).update(signed).digest('base64url');
      const token = forged({ alg: 'HS256', kid: 'first' }, lasting('alice'), sign);
      expect(await refusalOf(token, { keys: { url } })).toMatch(/^unauthorized: .*not signed/);
    }
  });

  it('cannot be checked while the keys cannot be read, which is no fault of the token', async () => {
    const { url, tokenFor: signed, close } = await startProvider();
    const token = await signed('alice');
    await close();
    expect(await refusalOf(token, { keys: { url } })).toMatch(/^identity_unavailable/);
  });
});

/** A token with the secret's signature, whatever it claims. */
const signed = (alg: string, hash: string, claims: object): string =>
  forged({ alg }, claims, (text) => createHmac(hash, secret).update(text).digest('base64url'));

function changed(token: string): string {
  const [header, , signature] = token.split('.');
  return [header, Buffer.from(JSON.stringify(lasting('bob'))).toString('base64url'), signature].join('.');
}
