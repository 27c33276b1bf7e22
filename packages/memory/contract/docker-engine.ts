import { request } from 'node:http';
import { homedir } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';

/** Where a Docker engine listens, as `node:http` takes it. */
export type DockerAddress = { socketPath: string } | { host: string; port: string };

type Environment = Record<string, string | undefined>;

/** Milliseconds that an engine has to answer. */
const patience = 2_000;

/** The engine that answers where DOCKER_HOST says, or, without it, at one of the usual sockets; null when none does. */
export async function findDocker(env: Environment, limit = patience): Promise<DockerAddress | null> {
  const answers = await Promise.all(
    placesOf(env).map(async (place) => ({ place, status: await ask(place, 'GET', '/_ping', limit) })),
  );
  return answers.find(({ status }) => status !== null)?.place ?? null;
}

/** Removes a container, running or not, with what it stored; also one that the engine is just making. */
export async function removeContainer(docker: DockerAddress, name: string): Promise<void> {
  const path = `/containers/${encodeURIComponent(name)}?force=true&v=true`;
  for (let tries = 50; (await ask(docker, 'DELETE', path, 5 * patience)) !== 204 && tries > 0; tries -= 1) {
    await pause(200);
  }
}

function placesOf(env: Environment): DockerAddress[] {
  const given = env['DOCKER_HOST'];
  if (given !== undefined && given !== '') {
    if (!URL.canParse(given)) return [];
    const { hostname, port, pathname } = new URL(given);
    return [hostname === '' ? { socketPath: pathname } : { host: hostname, port }];
  }
  // the system's, one that runs without root, and Docker Desktop's
  return [
    '/var/run/docker.sock',
    `${env['XDG_RUNTIME_DIR'] ?? `/run/user/${process.getuid?.()}`}/docker.sock`,
    `${homedir()}/.docker/run/docker.sock`,
    `${homedir()}/.docker/desktop/docker.sock`,
  ].map((socketPath) => ({ socketPath }));
}

/** The status of the answer; null when there is none in time. */
function ask(docker: DockerAddress, method: string, path: string, limit: number): Promise<number | null> {
  return new Promise((resolve) => {
    const signal = AbortSignal.timeout(limit);
    const asking = request({ ...docker, method, path, signal }, (response) => {
      response.resume();
      resolve(response.statusCode ?? null);
    });
    asking.on('error', () => resolve(null));
    asking.end();
  });
}
