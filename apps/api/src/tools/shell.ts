import { spawn, spawnSync } from 'node:child_process';
import { ToolError } from './tool-error.ts';

/** Characters of output that the model reads; the middle of more is cut. */
const longestOutput = 30_000;
/** Milliseconds between the request to end and the kill. */
const grace = 2_000;

/** Runs a command, and ends with the server: a reader of a pipe that only the server holds kills the group when it closes. */
const underGuard = '{ cat <&3 >/dev/null 2>&1; kill -9 0; } & exec 3<&-; exec "$@"';

/** `sandbox`: without network, and only the workspace can be written. It protects from accidents. */
export type Shell = {
  readonly sandbox: boolean;
  run(command: string, options: ShellOptions): Promise<Finished>;
};
type ShellOptions = { seconds: number; signal: AbortSignal; onOutput: (text: string) => void };
export type Finished = {
  /** Null: it was ended by a signal. */
  exitCode: number | null;
  end: 'exit' | 'time' | 'cancelled';
  seconds: number;
  output: string;
};

type Place = { folder: string; env: Record<string, string> };

/** A shell in a folder with some variables, in bubblewrap where that is installed and works. */
export function openShell({ folder, env }: Place): Shell {
  const boxed = bubblewrap(folder);
  const isBoxed =
    spawnSync(boxed[0] ?? '', [...boxed.slice(1), 'true'], { stdio: 'ignore', env }).status === 0;
  const box = isBoxed ? boxed : [];
  return { sandbox: isBoxed, run: (command, options) => run({ folder, env }, box, command, options) };
}

const bubblewrap = (folder: string): string[] => [
  'bwrap',
  ...['--die-with-parent', '--unshare-net', '--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc'],
  ...['--tmpfs', '/tmp', '--bind', folder, folder, '--chdir', folder, '--'],
];

/**
 * Runs a command in a process group of its own, with none of the server's variables but those of the place. The whole group ends with the command, at its time limit, on
 * cancel, and with the server, however that ends. Throws `ToolError` where no shell can be started.
 */
function run(
  { folder, env }: Place,
  box: string[],
  command: string,
  { seconds, signal, onOutput }: ShellOptions,
): Promise<Finished> {
  const began = performance.now();
  const child = spawn('/bin/sh', ['-c', underGuard, 'sh', ...box, '/bin/sh', '-c', command], {
    cwd: folder,
    env: { ...env, TERM: 'dumb', NO_COLOR: '1' },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  });
  const output = createOutput(onOutput);
  const finished = Promise.withResolvers<Finished>();
  let end: Finished['end'] = 'exit';
  let killing: NodeJS.Timeout | undefined;

  const stop = (why: Finished['end']) => () => {
    end = why;
    signalGroup('SIGTERM');
    killing ??= setTimeout(() => signalGroup('SIGKILL'), grace);
  };
  const cancel = stop('cancelled');
  const timer = setTimeout(stop('time'), seconds * 1_000);
  signal.addEventListener('abort', cancel, { once: true });
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => output.add(text));
  }
  child.on('error', (error) => finished.reject(new ToolError(`no shell could be started: ${error.message}`)));
  // what it left running holds the pipes open
  child.on('exit', () => signalGroup('SIGKILL'));
  child.on('close', (exitCode) => {
    const took = Math.round((performance.now() - began) / 100) / 10;
    finished.resolve({ exitCode, end, seconds: took, output: output.text() });
  });
  if (signal.aborted) cancel();
  return finished.promise.finally(() => {
    clearTimeout(timer);
    clearTimeout(killing);
    signal.removeEventListener('abort', cancel);
    child.stdio[3]?.destroy();
  });

  function signalGroup(name: NodeJS.Signals): void {
    if (child.pid === undefined) return;
    try {
      process.kill(-child.pid, name);
    } catch {
      // the group has ended
    }
  }
}

/** Keeps the beginning and the end of a long output, and says between them how much was cut. */
function createOutput(onOutput: (text: string) => void) {
  const half = longestOutput / 2;
  let head = '';
  let tail = '';
  let cut = 0;
  return {
    add(text: string): void {
      const room = half - head.length;
      // what is cut is not shown either, so that a loop of output floods nobody
      if (room > 0) onOutput(text.slice(0, room));
      head += text.slice(0, Math.max(0, room));
      tail += text.slice(Math.max(0, room));
      if (tail.length <= 2 * half) return;
      cut += tail.length - half;
      tail = tail.slice(-half);
    },
    text(): string {
      const rest = Math.max(0, tail.length - half);
      const end = tail.slice(-half).toWellFormed();
      const missing = cut + rest;
      return missing > 0 ? `${head.toWellFormed()}\n[… ${missing} characters cut …]\n${end}` : head + tail;
    },
  };
}
