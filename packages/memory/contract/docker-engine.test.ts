import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findDocker } from './docker-engine.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';

describe('a Docker engine', () => {
  let folder: string;
  let server: Server | undefined;
  beforeEach(async () => {
    folder = await temporaryFolder();
  });
  afterEach(() => {
    server?.closeAllConnections();
    server?.close();
  });

  it('is found at the socket that DOCKER_HOST names', async () => {
    const asked: string[] = [];
    const env = await listen((request, response) => {
      asked.push(`${request.method} ${request.url}`);
      response.end('OK');
    });
    expect(await findDocker(env)).toEqual({ socketPath: `${folder}/docker.sock` });
    expect(asked).toEqual(['GET /_ping']);
  });

  it('is found at the address that DOCKER_HOST names', async () => {
    server = createServer((_, response) => response.end('OK')).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' ? String(address?.port) : '';
    expect(await findDocker({ DOCKER_HOST: `tcp://127.0.0.1:${port}` })).toEqual({ host: '127.0.0.1', port });
  });

  it('is not found where DOCKER_HOST names nothing, although one may listen elsewhere', async () => {
    expect(await findDocker({ DOCKER_HOST: `unix://${folder}/absent.sock` })).toBeNull();
    expect(await findDocker({ DOCKER_HOST: 'tcp://127.0.0.1:1' })).toBeNull();
    expect(await findDocker({ DOCKER_HOST: 'nonsense' })).toBeNull();
  });

  it('is not found where it does not answer', async () => {
    const env = await listen(() => {});
    expect(await findDocker(env, 100)).toBeNull();
  });

  it('removes the container when the process that started it is gone, even one that is just being created', async () => {
    const asked: string[] = [];
    const env = await listen((request, response) => {
      asked.push(`${request.method} ${request.url}`);
      response.statusCode = asked.length === 2 ? 404 : 204;
      response.end();
    });
    const script = fileURLToPath(new URL('processes/remove-container.ts', import.meta.url));
    const watcher = spawn(process.execPath, [script, 'devai-test-1'], {
      stdio: ['pipe', 'inherit', 'inherit'],
      env: { ...process.env, ...env },
    });
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(asked).toEqual([]);
    watcher.stdin.end();
    await once(watcher, 'close');
    const removal = 'DELETE /containers/devai-test-1?force=true&v=true';
    expect(asked).toEqual(['GET /_ping', removal, removal]);
  });

  async function listen(answer: RequestListener) {
    server = createServer(answer).listen(join(folder, 'docker.sock'));
    await once(server, 'listening');
    return { DOCKER_HOST: `unix://${folder}/docker.sock` };
  }
});
