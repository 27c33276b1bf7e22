import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { expect, it, onTestFinished } from 'vitest';
import { createProviderFetch } from './provider-fetch.ts';

it.each([200_000, 600_000])(
  'reads the beginning of an error that does not end, and ends the request (silence of %i ms at most)',
  async (longest) => {
    const page = 'The gateway is busy. '.repeat(500);
    const { address, closed } = await answering((reply) => {
      reply.writeHead(502, { 'content-type': 'text/plain' });
      const goOn = (): void => {
        while (!reply.destroyed && reply.write(page));
      };
      reply.on('drain', goOn);
      goOn();
    });
    const response = await createProviderFetch(longest)(address);
    const said = await response.text();
    expect(response.status).toBe(502);
    expect(said).toContain('The gateway is busy.');
    expect(said.length).toBeLessThan(1_000_000);
    await closed;
  },
);

it('passes on what an error says, whatever its form', async () => {
  const { address } = await answering((reply) =>
    reply.writeHead(429).end('{"error":{"message":"Slow down"}}'),
  );
  const response = await createProviderFetch(1_000)(address);
  expect(await response.json()).toMatchObject({ error: { message: 'Slow down' } });
});

/** Serves one request. `closed` resolves when its connection has ended. */
async function answering(answer: (reply: ServerResponse) => void) {
  const closed = Promise.withResolvers<void>();
  const server = createServer((_, reply) => {
    reply.on('close', closed.resolve);
    answer(reply);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const at = server.address();
  if (at === null || typeof at === 'string') throw new Error('it listens on no port');
  return { address: `http://127.0.0.1:${at.port}`, closed: closed.promise };
}
