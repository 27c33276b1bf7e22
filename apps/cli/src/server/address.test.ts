import { expect, test } from 'vitest';
import { pathAt } from '@devai/fastify/protocol/client';
import { chatUrl, configuredServer, serverUrl } from './address.ts';

test.each([
  ['example.org:8080', 'ws://example.org:8080/ws/chat'],
  ['http://localhost:3000', 'ws://localhost:3000/ws/chat'],
  ['https://example.org/', 'wss://example.org/ws/chat'],
  ['wss://example.org/behind/a/proxy', 'wss://example.org/behind/a/proxy/ws/chat'],
  ['wss://example.org/behind/a/proxy/ws/chat', 'wss://example.org/behind/a/proxy/ws/chat'],
  ['[::1]:3000', 'ws://[::1]:3000/ws/chat'],
  ['localhost', 'ws://localhost/ws/chat'],
])('the address %s has its chat at %s, and its API next to it', (address, url) => {
  const server = serverUrl(address);
  expect(chatUrl(server)).toBe(url);
  expect(pathAt(server, '/api/health')).toBe(url.replace(/^ws/, 'http').replace('/ws/chat', '/api/health'));
});

test.each(['ftp://example.org', 'http://', 'a b'])('%s is not the address of a server', (address) => {
  expect(() => serverUrl(address)).toThrow(expect.objectContaining({ code: 'usage' }));
});

test.each([
  [{}, 'http://127.0.0.1:3000/'],
  [{ PORT: '4170' }, 'http://127.0.0.1:4170/'],
  [{ HOST: 'localhost', PORT: '4170' }, 'http://localhost:4170/'],
  [{ HOST: '0.0.0.0', PORT: '4170' }, 'http://127.0.0.1:4170/'],
  [{ HOST: '::', PORT: ' ' }, 'http://[::1]:3000/'],
])('with %o the server is expected at %s', async (variables, url) => {
  expect((await configuredServer(variables))?.href).toBe(url);
});

test('port 0 leaves the choice to the system, and an invalid port is an error', async () => {
  expect(await configuredServer({ PORT: '0' })).toBeNull();
  await expect(configuredServer({ PORT: 'http' })).rejects.toThrow(/PORT: /);
});
