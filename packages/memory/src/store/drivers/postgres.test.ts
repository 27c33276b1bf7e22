import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { createSecureContext, TLSSocket } from 'node:tls';
import { Pool } from 'pg';
import { afterEach, expect, it } from 'vitest';
import { temporaryFolder } from '../../../testing/temporary-folder.ts';
import { connectError } from './postgres-problems.ts';
import { openPostgresDatabase } from './postgres.ts';

/** Signed by itself for database.example, until 2120. */
const key = `-----BEGIN EC PRIVATE KEY-----
MHcCAQEEIOaUeiHhA3O9obGq8vR/YLFfYI/40OsSc+pjWf2lXJouoAoGCCqGSM49
AwEHoUQDQgAEngHifD+hixwGX8NUUCKDpGQa2Y9zt/fuloBE1DniddzCPFzWW/Nm
0qqBVtquRDXbIULHsbK00W7kxjd7Mzy28A==
-----END EC PRIVATE KEY-----`;
const cert = `-----BEGIN CERTIFICATE-----
MIIBczCCARmgAwIBAgIBATAKBggqhkjOPQQDAjAbMRkwFwYDVQQDDBBkYXRhYmFz
ZS5leGFtcGxlMCAXDTIwMDEwMTAwMDAwMFoYDzIxMjAwMTAxMDAwMDAwWjAbMRkw
FwYDVQQDDBBkYXRhYmFzZS5leGFtcGxlMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcD
QgAEngHifD+hixwGX8NUUCKDpGQa2Y9zt/fuloBE1DniddzCPFzWW/Nm0qqBVtqu
RDXbIULHsbK00W7kxjd7Mzy28KNMMEowGwYDVR0RBBQwEoIQZGF0YWJhc2UuZXhh
bXBsZTAMBgNVHRMEBTADAQH/MB0GA1UdDgQWBBTmJPpsJSeBcS9Oe1jfUs9pgXD4
BTAKBggqhkjOPQQDAgNIADBFAiBOJmzimudNTdpLoRQQxwdWXIr9sYGyoGd/9lnM
B4Tw1gIhAINUiNzB5w8MJayx0/SiIdgoAHsLdmZHXd5c6ogiH5bF
-----END CERTIFICATE-----`;

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

/** A server that speaks the beginning of Postgres's protocol: it may offer TLS, asks for the password, and refuses it. */
async function startServer({ tls }: { tls: boolean }): Promise<{ port: number; passwords: string[] }> {
  const passwords: string[] = [];
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', (request) => {
      const asksForTls = request.length === 8 && request.readInt32BE(4) === 80_877_103;
      if (!asksForTls) return askForPassword(socket);
      socket.write(tls ? 'S' : 'N');
      if (!tls) return;
      const secure = new TLSSocket(socket, {
        isServer: true,
        secureContext: createSecureContext({ key, cert }),
      });
      secure.on('error', () => {});
      secure.once('data', () => askForPassword(secure));
    });
  }).listen(0, '127.0.0.1');
  ends.push(() => server.close());
  await once(server, 'listening');
  const address = server.address();
  return { port: typeof address === 'object' && address !== null ? address.port : 0, passwords };

  function askForPassword(socket: Socket | TLSSocket): void {
    socket.once('data', (answer: Buffer) => {
      passwords.push(answer.subarray(5, -1).toString());
      const fields = 'SFATAL\0C28P01\0Mpassword refused\0\0';
      socket.end(Buffer.concat([Buffer.from('E'), int32(4 + fields.length), Buffer.from(fields)]));
    });
    socket.write(Buffer.concat([Buffer.from('R'), int32(8), int32(3)]));
  }
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}

const refusedPassword = { code: 'database_failed', message: expect.stringContaining('password refused') };

it('asks a password function for every connection, and prefers it to the address', async () => {
  const { port, passwords } = await startServer({ tls: false });
  let count = 0;
  const password = async () => `token-${(count += 1)}`;
  for (const url of [`postgres://u@127.0.0.1:${port}/d`, `postgres://u:old@127.0.0.1:${port}/d`]) {
    await expect(openPostgresDatabase({ url, password })).rejects.toMatchObject(refusedPassword);
  }
  const fixed = openPostgresDatabase({ url: `postgres://u:old@127.0.0.1:${port}/d`, password: 'new' });
  await expect(fixed).rejects.toMatchObject(refusedPassword);
  expect(passwords).toEqual(['token-1', 'token-2', 'new']);
});

it('says what a password function threw', async () => {
  const { port } = await startServer({ tls: false });
  const password = () => Promise.reject(new Error('no credentials of the cloud'));
  await expect(openPostgresDatabase({ url: `postgres://u@127.0.0.1:${port}/d`, password })).rejects.toThrow(
    'no credentials of the cloud',
  );
});

it('says how to check a server whose certificate nobody known has signed, or to leave it', async () => {
  const { port } = await startServer({ tls: true });
  const url = `postgres://u:very-secret@127.0.0.1:${port}/d`;
  const hint = { code: 'database_failed', message: expect.stringMatching(/sslrootcert=.*sslmode=no-verify/) };
  for (const settings of [
    { url: `${url}?sslmode=require` },
    { url: `${url}?sslmode=verify-full` },
    { url: `${url}?sslmode=prefer` },
    { url: `${url}?ssl=true` },
    { url, ssl: true },
    { url: `${url}?sslmode=no-verify`, ssl: { rejectUnauthorized: true } },
    { pool: new Pool({ connectionString: `${url}?sslmode=require` }) },
  ]) {
    const opening = openPostgresDatabase(settings);
    await expect(opening).rejects.toMatchObject(hint);
    await expect(opening).rejects.toThrow(`127.0.0.1:${port}: self-signed certificate`);
    await expect(opening).rejects.not.toThrow('very-secret');
  }
});

it('does what the hint says: with the authority it checks the name, and without verifying it connects', async () => {
  const { port } = await startServer({ tls: true });
  const url = `postgres://u:p@127.0.0.1:${port}/d`;
  const authority = join(await temporaryFolder(), 'ca.pem');
  await writeFile(authority, cert);
  const rooted = `${url}?sslmode=verify-full&sslrootcert=${encodeURIComponent(authority)}`;
  await expect(openPostgresDatabase({ url: rooted })).rejects.toThrow(/certificate is for another name/);
  const ssl = { ca: cert, checkServerIdentity: () => undefined };
  for (const settings of [{ url: `${url}?sslmode=no-verify` }, { url, ssl }, { url: rooted, ssl }]) {
    await expect(openPostgresDatabase(settings)).rejects.toMatchObject(refusedPassword);
  }
});

it('says that a server has no TLS, and that the file of an authority cannot be read', async () => {
  const { port } = await startServer({ tls: false });
  const url = `postgres://u:p@127.0.0.1:${port}/d`;
  await expect(openPostgresDatabase({ url: `${url}?sslmode=verify-full` })).rejects.toThrow(
    /does not support SSL.*sslmode=disable/,
  );
  await expect(openPostgresDatabase({ url: `${url}?sslrootcert=/no/such/ca.pem` })).rejects.toMatchObject({
    code: 'invalid_input',
    message: expect.stringMatching(/^url: names a file that cannot be read: .*ca\.pem/),
  });
});

it.each(['EMFILE', 'ENFILE'])(
  'says of %s that this process is at its limit, not that the server is down',
  (code) => {
    const failed = Object.assign(new Error(`connect ${code} 10.0.0.1:5432`), { code });
    const both = Object.assign(new AggregateError([failed, failed]), { code });
    for (const error of [failed, both]) {
      expect(connectError('db:5432', error)).toMatchObject({
        code: 'database_failed',
        message: expect.stringMatching(new RegExp(`^db:5432: .*${code}.*ulimit -n`)),
      });
    }
  },
);
