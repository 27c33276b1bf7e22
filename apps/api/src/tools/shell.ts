import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { ToolError } from './tool-error.ts';

/** Characters of output that the model reads; the middle of a longer output is cut. */
const longestOutput = 30_000;
/** Milliseconds between the request to end and the kill. */
const grace = 2_000;
/** Milliseconds for which output is still read after everything that could be found was killed. */
const drain = 500;

/** How often nothing is found before a search ends: one that a result waits for, and the one after the server's end. */
const looks = { ofResult: 2, afterServer: 20 };

/** Marks the processes of one command: they inherit the variable. */
const mark = 'DEVAI_COMMAND';

/**
 * Waits for the end of its input, then kills what a command left running. $1, or the first line of the input, is the command's process
 * group, which is its session too; without it, as the server ended before the command had one, only the mark tells. $2 is its mark, as
 * it appears in an environment. On Linux it also finds processes that left the group (by their session) or the session (by the mark). It looks again until it finds none $3 times, because they can fork meanwhile, and because a process that is replacing its
 * program shows no mark, on a busy machine for a while. It gives up after a hundred rounds.
 */
const killLeftovers = `
group=$1
read -r line && group=$line
read -r _
[ -z "$group" ] || kill -9 -- "-$group"
round=0
missed=0
while [ "$round" -lt 100 ]; do
  found=$(
    sed -n "s/^\\([0-9]*\\) .*) [^ZX] [0-9]* [0-9]* $group .*/\\1/p" /proc/[0-9]*/stat
    grep -lsF -- "$2" /proc/[0-9]*/environ | sed 's/[^0-9]//g'
  )
  if [ -z "$found" ]; then missed=$((missed + 1)); else missed=0; kill -9 $found; fi
  [ "$missed" -lt "$3" ] || exit 0
  round=$((round + 1))
  if [ "$missed" -gt 0 ] || [ "$round" -ge 10 ]; then sleep 0.05; fi
done`;

/** `sandbox`: commands run without network, and can write only the workspace. It protects from accidents. */
export type Shell = {
  readonly sandbox: boolean;
  run(command: string, options: ShellOptions): Promise<Finished>;
};
type ShellOptions = { seconds: number; signal: AbortSignal; onOutput: (text: string) => void };
export type Finished = {
  /** Null: a signal ended it. */
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
  ...[
    '--die-with-parent',
    '--unshare-net',
    '--unshare-pid',
    '--ro-bind',
    '/',
    '/',
    '--dev',
    '/dev',
    '--proc',
    '/proc',
  ],
  ...['--tmpfs', '/tmp', '--bind', folder, folder, '--chdir', folder, '--'],
];

/**
 * Runs a command in a process group and session of its own, with only the given variables and none of the server's. Everything that it
 * started ends with it, at its time limit, on cancel, and with the server, however that ends. Outside a sandbox, a process that leaves
 * the session and clears its environment is not found. Throws `ToolError` if no shell can be started.
 */
async function run(
  { folder, env }: Place,
  box: string[],
  command: string,
  { seconds, signal, onOutput }: ShellOptions,
): Promise<Finished> {
  const began = performance.now();
  const id = randomUUID();
  // before the command: its input ends when the server does, also when it is killed
  const watcher = spawnKiller('pipe', '', looks.afterServer);
  await started(watcher);
  const [program, ...words] = [...box, '/bin/sh', '-c', command];
  const child = spawn(program, words, {
    cwd: folder,
    env: { ...env, TERM: 'dumb', NO_COLOR: '1', [mark]: id },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  await started(child).catch((error: unknown) => {
    watcher.kill('SIGKILL');
    throw error;
  });
  const { pid = 0 } = child;
  // it fails when the watcher was killed
  watcher.stdin?.on('error', () => {}).write(`${pid}\n`);
  const output = createOutput(onOutput);
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => output.add(text));
  }
  const exited = once(child, 'exit');
  const closed = once(child, 'close');
  let end: Finished['end'] = 'exit';
  let killing: NodeJS.Timeout | undefined;

  const stop = (why: Finished['end']) => () => {
    if (killing) return;
    end = why;
    signalGroup(pid, 'SIGTERM');
    killing = setTimeout(() => signalGroup(pid, 'SIGKILL'), grace);
  };
  const cancel = stop('cancelled');
  const timer = setTimeout(stop('time'), seconds * 1_000);
  signal.addEventListener('abort', cancel, { once: true });
  if (signal.aborted) cancel();
  let took = 0;
  try {
    await exited;
    took = performance.now() - began;
  } finally {
    clearTimeout(timer);
    clearTimeout(killing);
    signal.removeEventListener('abort', cancel);
    const killer = spawnKiller('ignore', String(pid), looks.ofResult);
    await once(killer, 'exit');
    watcher.kill('SIGKILL');
  }
  // a process that was not found may hold the output open: read what arrives for a moment, then stop
  const draining = setTimeout(() => setImmediate(stopReading), drain);
  await closed;
  clearTimeout(draining);
  return { exitCode: child.exitCode, end, seconds: Math.round(took / 100) / 10, output: output.text() };

  function stopReading(): void {
    child.stdout.destroy();
    child.stderr.destroy();
  }

  function spawnKiller(input: 'pipe' | 'ignore', group: string, empty: number): ChildProcess {
    const script = ['-c', killLeftovers, 'sh', group, `${mark}=${id}`, String(empty)];
    return spawn('/bin/sh', script, { env, detached: true, stdio: [input, 'ignore', 'ignore'] });
  }
}

async function started(child: ChildProcess): Promise<void> {
  try {
    await once(child, 'spawn');
  } catch (error) {
    throw new ToolError(
      `no shell could be started: ${error instanceof Error ? error.message : String(error)}`,
      {
        cause: error,
      },
    );
  }
}

function signalGroup(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(-pid, name);
  } catch {
    // the group has ended already
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
      // stream only what is kept of the beginning, so that endless output floods no client
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
