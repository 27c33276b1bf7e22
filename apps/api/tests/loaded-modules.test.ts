import { join } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { makeServerFolder, startServer } from './server-process.ts';

/** Some tens more than there are: each takes about half a millisecond of every start. */
const mostModules = 1_450;

it('loads before it listens no client of a model, no identity provider, no exporter of traces, no reader of documents', async () => {
  const folder = await makeServerFolder();
  const told = Promise.withResolvers<string[]>();
  const server = await startServer(folder, {
    imported: {
      script: join(import.meta.dirname, 'report-modules.ts'),
      hear: (modules) => told.resolve(z.array(z.string()).parse(modules)),
    },
  });
  try {
    server.tell('which?');
    const modules = (await told.promise).filter((url) => url.startsWith('file:'));
    const packages = new Set(
      modules.map((url) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1] ?? ''),
    );
    expect(packages).toContain('fastify');
    for (const name of [
      'openai',
      'undici',
      'jose',
      'pg',
      '@opentelemetry/sdk-trace-base',
      'pdfjs-dist',
      'vite',
    ]) {
      expect(packages).not.toContain(name);
    }
    expect(modules.length).toBeLessThan(mostModules);
  } finally {
    await server.kill();
    await folder.remove();
  }
});
