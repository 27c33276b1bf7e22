import { randomUUID } from 'node:crypto';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { compiledModules, type ScriptedAnswer } from '@devai/memory/testing';
import { expect, it } from 'vitest';
import { sessionPage, sessionWithMessages } from '@devai/fastify/protocol/session';
import { environmentOf } from './compacting-chat.ts';
import { freePort } from './free-port.ts';
import { scriptAgents } from './script-agents.ts';
import { serveProcess, type ProcessWorld } from './serve-process.ts';

// A user at the terminal client; the client, the server and the model each run in a separate process or behind a socket.

let file: string;
let port: number;

const world = serveProcess(prepare, { database: 'any' });

async function prepare({ folder, model }: Pick<ProcessWorld, 'folder' | 'model'>) {
  await mkdir(join(folder.path, 'taskforge', 'src'), { recursive: true });
  file = join(folder.path, 'taskforge', 'src', 'decay.ts');
  await writeFile(file, 'export const base = 0.95;\n');
  port = await freePort();
  scriptAgents(model, {});
  return {
    options: { extraction: { endGrace: 1 } },
    environment: { ...environmentOf(model), ALLOW_SHELL: 'ask', PORT: String(port) },
  };
}

const request = 'Find where decay is computed, then rename the constant, then run the tests';

it('goes from CHAPO to SCOUT to DEVO to the shell, and the next session knows what was found and changed', async () => {
  scriptAgents(world.model, script('Renamed, and the command says 1.'));
  expect(await chat(['--approve'], request).end).toMatchObject({
    exit: 0,
    output: 'Renamed, and the command says 1.\n',
    errors: expect.stringMatching(
      /→ delegate [^]*scout → search_files [^]*→ delegate [^]*devo → edit_file [^]*devo wants to use run_command[^]*\$ grep -c decayBase src\/decay\.ts[^]*\nallowed/,
    ),
  });
  expect(await readFile(file, 'utf8')).toBe('export const decayBase = 0.95;\n');

  scriptAgents(world.model, { chapo: ['It is decayBase.'] });
  await chat([], 'What is the constant of the decay called?').end;
  expect(lastPrompt('CHAPO')).toMatch(/Renamed base to decayBase|Decay is computed in src/);
});

it('tells the agent when the user allows nothing, and the turn continues', async () => {
  scriptAgents(world.model, script('Renamed; the tests did not run.'));
  const { exit, output, errors } = await chat([], request).end;
  expect({ exit, output }).toEqual({ exit: 0, output: 'Renamed; the tests did not run.\n' });
  expect(errors).toContain('not allowed: no terminal to ask at');
  expect(lastPrompt('DEVO')).toContain('no terminal to ask at');
});

it('ends the turn with a clear message when the server is killed in the middle, and keeps what the agent did', async () => {
  const answers = script('never said');
  answers['devo'] = [answers['devo']?.[0] ?? '', { hang: true }];
  scriptAgents(world.model, answers);
  const chatting = chat(['--approve'], request);
  await expect.poll(() => readFile(file, 'utf8'), { timeout: 20_000 }).toContain('decayBase');
  await expect.poll(() => answers['devo'], { timeout: 20_000 }).toEqual([]);
  await world.server.kill();
  await expect.poll(() => chatting.written.errors, { timeout: 20_000 }).toContain('trying again');
  await world.start();

  const { exit, errors } = await chatting.end;
  expect(exit).toBe(1);
  expect(errors).toMatch(/no reply \(interrupted\)/);
  const { sessions } = await read('?children=true', sessionPage);
  const devo = sessions.find(({ agent }) => agent === 'devo');
  const { messages } = await read(`/${devo?.id}`, sessionWithMessages);
  expect(
    messages.map(({ role, content }) => (role === 'assistant' ? 'calls' : `${role}: ${content}`)),
  ).toEqual([
    'user: Rename base to decayBase in src/decay.ts, then run the tests.',
    'calls',
    expect.stringMatching(/^tool: .*src\/decay\.ts/),
  ]);
  // the next request tells the agent that the work was interrupted
  scriptAgents(world.model, { chapo: ['I look at what was done.'] });
  expect(await chat(['--continue'], 'What happened?').end).toMatchObject({
    exit: 0,
    output: 'I look at what was done.\n',
  });
  expect(lastPrompt('CHAPO')).toMatch(/interrupted/i);
});

it('hands the conversation to another agent, who knows what was said, works, and talks with the user', async () => {
  scriptAgents(world.model, {
    chapo: ['I suggest decayBase.'],
    devo: [
      calls('edit_file', { path: 'src/decay.ts', old_text: 'base', new_text: 'decayBase' }),
      'It is renamed.',
    ],
  });
  const said = 'How should I call the constant of the decay?\n/handoff devo\nDo it, please.\n/handoff nobody';
  const { exit, output, errors } = await chat(['--approve'], said).end;
  expect({ exit, output }).toEqual({ exit: 1, output: 'I suggest decayBase.\nIt is renamed.\n' });
  expect(errors).toMatch(/session .* · with devo · [^]*→ edit_file/);
  expect(errors).toMatch(/chapo.*devo.*scout.*caio/);
  expect(await readFile(file, 'utf8')).toContain('decayBase');
  expect(lastPrompt('DEVO')).toMatch(/How should I call the constant[^]*I suggest decayBase/);
  const { sessions } = await read('', sessionPage);
  const [devo, chapo] = sessions;
  expect(sessions.map(({ agent }) => agent)).toEqual(['devo', 'chapo']);
  expect(devo?.handedOverFrom).toBe(chapo?.id);
});

const calls = (name: string, input: object): ScriptedAnswer => ({
  toolCalls: [{ id: randomUUID(), name, arguments: JSON.stringify(input) }],
});

/** What the agents do about "find where decay is computed, rename the constant, run the tests". */
const script = (last: ScriptedAnswer): Record<string, ScriptedAnswer[]> => ({
  chapo: [
    calls('delegate', { to: 'scout', task: 'Find where decay is computed.' }),
    calls('delegate', { to: 'devo', task: 'Rename base to decayBase in src/decay.ts, then run the tests.' }),
    last,
  ],
  scout: [
    calls('search_files', { query: 'base' }),
    'Decay is computed in src/decay.ts, line 1, with the constant base.',
  ],
  devo: [
    calls('edit_file', { path: 'src/decay.ts', old_text: 'base', new_text: 'decayBase' }),
    calls('run_command', { command: 'grep -c decayBase src/decay.ts' }),
    'Renamed base to decayBase in src/decay.ts.',
  ],
});

/** The client in a process of its own, in a pipe. */
function chat(words: string[], input: string) {
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, '../../cli/src/main.ts'), 'chat', ...words],
    {
      env: {
        ...compiledModules,
        PATH: process.env['PATH'],
        DEVAI_URL: `http://127.0.0.1:${port}`,
        XDG_STATE_HOME: world.folder.path,
      },
    },
  );
  child.stdin.end(`${input}\n`);
  const written = { output: '', errors: '' };
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (written.output += chunk));
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (written.errors += chunk));
  const end = once(child, 'close').then(([code]) => ({ exit: Number(code), ...written }));
  return { written, end };
}

async function read<Answered>(path: string, schema: { parse: (value: unknown) => Answered }) {
  const response = await fetch(`http://127.0.0.1:${port}/api/memory/sessions${path}`);
  return schema.parse(await response.json());
}

/** The prompt of an agent's last request. */
const lastPrompt = (agent: string) =>
  JSON.stringify(
    world.model.chatRequests().findLast((one) => JSON.stringify(one).includes(`You are ${agent}`)),
  );
