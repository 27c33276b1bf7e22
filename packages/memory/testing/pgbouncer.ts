import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

export type PgBouncer = Awaited<ReturnType<typeof startPgBouncer>>;

/** Debian installs it where only root looks. */
const env = { ...process.env, PATH: `${process.env['PATH']}:/usr/sbin:/usr/local/sbin` };

/** Whether this machine has PgBouncer. Says so once when it has not. */
export function hasPgBouncer(): boolean {
  const isThere = spawnSync('pgbouncer', ['--version'], { env }).status === 0;
  if (!isThere) process.stderr.write('No PgBouncer: what needs it is left out.\n');
  return isThere;
}

/** Starts PgBouncer on a loopback port in front of the server at an address. */
export async function startPgBouncer(
  address: string,
  { mode, size }: { mode: 'transaction' | 'session'; size: number },
) {
  const { hostname, port: serverPort, username, password, pathname } = new URL(address);
  const folder = await mkdtemp(join(tmpdir(), 'devai-pgbouncer-'));
  await chmod(folder, 0o755);
  const port = await freePort();
  const secret = password === '' ? '' : ` password=${decodeURIComponent(password)}`;
  const settings = join(folder, 'pgbouncer.ini');
  await writeFile(
    settings,
    [
      '[databases]',
      `* = host=${hostname} port=${serverPort} user=${username}${secret}`,
      '[pgbouncer]',
      `listen_addr = 127.0.0.1`,
      `listen_port = ${port}`,
      'unix_socket_dir =',
      'auth_type = any',
      `pool_mode = ${mode}`,
      `default_pool_size = ${size}`,
      'max_client_conn = 200',
    ].join('\n'),
  );
  let running = await start();

  return {
    /** The server's address through PgBouncer. */
    url: `postgres://${username}@127.0.0.1:${port}${pathname}`,
    /** Ends it at once, with all its connections. */
    kill: () => kill(running),
    async start(): Promise<void> {
      running = await start();
    },
    async close(): Promise<void> {
      await kill(running);
      await rm(folder, { recursive: true, force: true });
    },
  };

  async function start(): Promise<ChildProcess> {
    // it refuses to run as root
    const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
    const child = spawn('pgbouncer', ['-q', ...user, settings], { env, stdio: 'ignore' });
    while (!(await accepts(port))) {
      if (child.exitCode !== null) throw new Error(`PgBouncer ended with ${child.exitCode}`);
      await pause(20);
    }
    return child;
  }
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

async function freePort(): Promise<number> {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const address = taken.address();
  taken.close();
  await once(taken, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}
