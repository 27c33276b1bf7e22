import { connect } from 'node:net';
import * as fc from 'fast-check';
import { z } from 'zod';
import { ask, newAddress } from '../../../apps/api/testing/ask.ts';
import { arbitraryOf, damagedJson, mutated } from './schema-arbitrary.ts';
import { attempt, type Target } from './target.ts';

const published = z.object({
  parameters: z
    .array(z.object({ name: z.string(), in: z.enum(['query', 'path']), schema: z.unknown() }))
    .default([]),
  requestBody: z.object({ content: z.record(z.string(), z.object({ schema: z.unknown() })) }).optional(),
});
const document = z.object({ paths: z.record(z.string(), z.record(z.string(), published)) });

type Request = { method: string; path: string; type: string | null; body: string | null };
export type Requests = fc.Arbitrary<Request>;

/** Generates valid and damaged requests for the operations that the server publishes. `ids`: items that they may change. */
export async function requestArbitrary({ url, token }: Target, ids: string[]): Promise<Requests> {
  const { body } = await ask(url, { path: '/openapi.json', headers: { authorization: `Bearer ${token}` } });
  const { paths } = document.parse(JSON.parse(body));
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })),
  );
  return fc.oneof(...operations.map((operation) => requestTo(operation, ids)));
}

type Operation = { path: string; method: string } & z.infer<typeof published>;

function requestTo({ path, method, parameters, requestBody }: Operation, ids: string[]): Requests {
  const values = fc.tuple(
    ...parameters.map(({ schema, in: place }) =>
      fc.oneof(
        { weight: 8, arbitrary: arbitraryOf(schema) },
        { weight: place === 'path' ? 8 : 0, arbitrary: fc.constantFrom(...ids) },
        { weight: 2, arbitrary: mutated(arbitraryOf(schema)) },
      ),
    ),
  );
  const [[type, content] = [null, null]] = Object.entries(requestBody?.content ?? {});
  const bodies = content ? damagedJson(mutated(arbitraryOf(content.schema))) : fc.constant(null);
  const types = fc.oneof(
    { weight: 20, arbitrary: fc.constant(type) },
    fc.constantFrom(
      'text/plain',
      'application/x-www-form-urlencoded',
      'application/json; charset=utf-16',
      '',
    ),
  );
  return fc.tuple(values, bodies, types, fc.nat(3)).map(([given, sent, contentType, left]) => {
    const query: string[] = [];
    let address = path;
    for (const [index, { name, in: place }] of parameters.entries()) {
      if (place === 'path') address = address.replace(`{${name}}`, escaped(given[index]));
      else if (index % 4 === left) query.push(`${name}=${escaped(given[index])}`);
    }
    return {
      method: method.toUpperCase(),
      path: `${address}${query.length > 0 ? `?${query.join('&')}` : ''}`,
      type: sent === null ? null : contentType,
      body: sent,
    };
  });
}

/** Encodes a text for a URL. Lone surrogates cannot be encoded. */
const escaped = (value: unknown): string =>
  encodeURIComponent((typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed());

/** Sends requests. Checks that each succeeds or is answered with what is wrong with it. */
export async function fuzzRequests(target: Target, requests: Requests): Promise<void> {
  for (const { method, path, type, body } of fc.sample(requests, { seed: target.seed, numRuns: 60 })) {
    if (target.isOver()) return;
    await attempt(target, {
      method,
      path,
      ...(type !== null && { headers: { 'content-type': type } }),
      ...(body !== null && { body }),
    });
  }
}

/** Sends bytes that are not a request. Checks that the server refuses them or ends the connection. */
export async function fuzzBytes(target: Target): Promise<void> {
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 500 }),
    fc
      .tuple(fc.constantFrom('GET', 'POST', 'G\0T', 'OPTIONS', 'PRI'), fc.webPath(), fc.string())
      .map(([method, path, rest]) => Buffer.from(`${method} ${path} HTTP/1.1\r\n${rest}\r\n\r\n`)),
    fc
      .constantFrom(
        'POST /api/memory/save HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nX',
        'GET /ws/chat HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: upgrade\r\nSec-WebSocket-Key: x\r\n\r\n',
        `GET / HTTP/1.1\r\nHost: ${'a'.repeat(70_000)}\r\n\r\n`,
      )
      .map((text) => Buffer.from(text)),
  );
  for (const one of fc.sample(bytes, { seed: target.seed, numRuns: 20 })) {
    if (target.isOver()) return;
    target.tally.try();
    const answer = await exchange(target.url, one);
    if (/^HTTP\/1\.1 (?:5\d\d|2\d\d|101)/.test(answer))
      target.tally.fail('other', `bytes were answered ${answer.slice(0, 200)}`);
  }
}

/** Returns what the server sends back within a moment. */
function exchange(url: string, bytes: Uint8Array): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect({ host: hostname, port: Number(port), localAddress: newAddress() }, () =>
      socket.end(bytes),
    );
    const timer = setTimeout(() => socket.destroy(), 500);
    socket.on('data', (data) => (answer += data.toString('latin1')));
    socket.on('error', () => {});
    socket.on('close', () => {
      clearTimeout(timer);
      resolve(answer);
    });
  });
}

/** Guesses tokens. Checks that none is accepted, neither over HTTP nor over the websocket. */
export async function guessTokens({ url, token, seed, tally, random }: Target): Promise<void> {
  const guesses = fc.oneof(
    fc.string({ unit: 'grapheme-ascii', maxLength: 64 }).map((text) => text.replaceAll(/[^\x21-\x7e]/g, '')),
    fc.nat(token.length - 1).map((length) => token.slice(0, length)),
    fc.constantFrom(
      `${token}x`,
      token.toUpperCase(),
      ` ${token} x`,
      'null',
      'undefined',
      'Bearer',
      `${token},${token}`,
    ),
  );
  for (const guess of fc.sample(guesses, { seed, numRuns: 20 })) {
    const encoded = Buffer.from(guess).toString('base64url');
    const headers = [
      { authorization: `Bearer ${guess}` },
      { authorization: guess },
      { 'sec-websocket-protocol': `devai, token.${encoded}` },
    ];
    const path = random() < 0.5 ? '/api/memory' : '/ws/chat';
    const chosen = headers[Math.floor(random() * headers.length)] ?? {};
    tally.try();
    const { status } = await ask(url, { path, headers: chosen });
    if (status !== 401 && status !== 429)
      tally.fail('leaked', `${status} for the token "${guess}" in ${JSON.stringify(chosen)}`);
  }
}
